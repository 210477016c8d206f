// A hand-in that is all macros, inside extern "C".
#define TDIM blockDim.x
#define BID blockIdx.x
#define TID threadIdx.x
#define SWAP(x, y) \
  do {             \
    Key z = (x);   \
    (x) = (y);     \
    (y) = z;       \
  } while (0)
#define CMP_SWAP(a, b) \
  if ((a) > (b)) SWAP(a, b)
#define BLOCK 128

extern "C" {
__global__ void merge_step(Key* v, const int n, const int half, const int full) {
  const int id = BID * TDIM + TID;
  const int first = (id / half) * full + id % half;
  const int second = first + half;
  if (second < n) {
    CMP_SWAP(v[first], v[second]);
  }
}
__global__ void flip_step(Key* v, const int n, const int half, const int full) {
  const int id = BID * TDIM + TID;
  const int group = id / half, off = id % half;
  const int first = group * full + off;
  const int second = group * full + full - 1 - off;
  if (second < n) {
    CMP_SWAP(v[first], v[second]);
  }
}
int cuda_sort(int n, Key* a) {
  const int blocks = (n + BLOCK - 1) / BLOCK;
  for (int full = 2; full < 2 * n; full *= 2) {
    flip_step<<<blocks, BLOCK>>>(a, n, full / 2, full);
    for (int f = full / 2; f > 1; f /= 2) merge_step<<<blocks, BLOCK>>>(a, n, f / 2, f);
  }
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) {
    return -1;
  }
  return 0;
}
}
