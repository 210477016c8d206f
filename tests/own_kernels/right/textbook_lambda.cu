// A kernel that runs what it is given: lambdas with __device__, as nvcc takes them with
// --extended-lambda.
template <typename F>
__global__ void for_each(int count, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) f(i);
}

template <typename F>
void parallel_for(int count, F f) {
  constexpr int threads = 128;
  for_each<<<(count + threads - 1) / threads, threads>>>(count, f);
}

void shell_of_networks(Key* keys, unsigned n) {
  if (n < 2) return;
  for (unsigned k = 2; k / 2 < n; k *= 2) {
    parallel_for(n, [=] __device__(unsigned i) {
      unsigned partner = i ^ (k - 1);
      if (i < partner && partner < n && keys[partner] < keys[i]) {
        Key t = keys[i];
        keys[i] = keys[partner];
        keys[partner] = t;
      }
    });
    for (unsigned j = k / 4; j > 0; j /= 2) {
      parallel_for(n, [=] __device__(unsigned i) {
        unsigned partner = i + j;
        if ((i & j) == 0 && partner < n && keys[partner] < keys[i]) {
          Key t = keys[i];
          keys[i] = keys[partner];
          keys[partner] = t;
        }
      });
    }
  }
}
