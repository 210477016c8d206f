// Unified memory with a class around it: prefetched to the GPU and back, a launch a layer.
#include <cuda_runtime.h>
#include <algorithm>
#include <limits>
#include <stdexcept>

template <typename T>
class ManagedArray {
 public:
  explicit ManagedArray(size_t count) : count_(count) {
    if (cudaMallocManaged(&data_, count * sizeof(T)) != cudaSuccess)
      throw std::runtime_error("out of memory");
  }
  ~ManagedArray() { cudaFree(data_); }
  ManagedArray(const ManagedArray&) = delete;
  ManagedArray& operator=(const ManagedArray&) = delete;
  T& operator[](size_t i) { return data_[i]; }
  T* get() { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + count_; }
  size_t size() const { return count_; }

 private:
  T* data_ = nullptr;
  size_t count_;
};

__global__ void compare_all(int* a, size_t half, size_t distance, size_t run) {
  for (size_t t = blockIdx.x * blockDim.x + threadIdx.x; t < half; t += blockDim.x * gridDim.x) {
    size_t low = 2 * t - (t & (distance - 1));
    size_t high = low + distance;
    bool ascending = (low & run) == 0;
    if ((a[low] > a[high]) == ascending) {
      int keep = a[low];
      a[low] = a[high];
      a[high] = keep;
    }
  }
}

void sort_managed(int* values, size_t n) {
  size_t padded = 1;
  while (padded < n) padded *= 2;
  ManagedArray<int> a(padded);
  std::copy(values, values + n, a.begin());
  std::fill(a.begin() + n, a.end(), std::numeric_limits<int>::max());
  int device = 0;
  cudaGetDevice(&device);
  for (size_t run = 2; run <= padded; run *= 2)
    for (size_t distance = run / 2; distance > 0; distance /= 2)
      compare_all<<<4, 64>>>(a.get(), padded / 2, distance, run);
  cudaDeviceSynchronize();
  std::copy(a.begin(), a.begin() + n, values);
}
