// A class and lambdas around templates, assert in the kernel.
#include <cuda_runtime.h>
#include <cassert>
#include <functional>
namespace mysort {
template <class T>
__device__ void cswap(T& a, T& b) {
  T c(a);
  a = b;
  b = c;
}
template <class T>
__global__ void kernel(T* p, unsigned n, unsigned mask) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  auto j = i ^ mask;
  assert(mask > 0);
  if (i < j && j < n && p[j] < p[i]) cswap(p[i], p[j]);
}
template <class T>
class Sorter {
 public:
  explicit Sorter(T* data, unsigned n) : data_(data), n_(n) {}
  void operator()() {
    auto launch = [this](unsigned mask) { kernel<T><<<(n_ + 63) / 64, 64>>>(data_, n_, mask); };
    for (unsigned k = 2; k / 2 < n_; k *= 2) {
      launch(k - 1);
      for (unsigned j = k / 4; j > 0; j /= 2) launch(j);
    }
    cudaStreamSynchronize(0);
  }

 private:
  T* data_;
  unsigned n_;
};
}  // namespace mysort
void sort(Key* keys, unsigned n) {
  mysort::Sorter<Key> s(keys, n);
  s();
}
