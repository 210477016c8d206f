typedef int Key;
__global__ void k(Key* a, unsigned n) {
  __shared__ Key s[64];
  unsigned i = threadIdx.x;
  s[i] = a[i];
  __syncthreads();
  if (i + 1 < n && s[i] > s[i + 1]) { Key t = s[i]; s[i] = s[i + 1]; s[i + 1] = t; }
  a[i] = s[i];
}
void sort(Key* keys, unsigned n) { k<<<1, n>>>(keys, n); }
