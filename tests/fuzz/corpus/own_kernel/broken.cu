__global__ void k(Key* a<<<1,("
void sort(Key* keys, R"(x)" /* 