// Batcher as algorithm books write it: sort both halves in opposite directions, then merge.
#include <climits>
#include <vector>

constexpr bool ASCENDING = true, DESCENDING = false;

__global__ void compare(int* a, int lo, int m, bool dir) {
  int i = lo + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < lo + m) {
    if (dir == (a[i] > a[i + m])) {
      int t = a[i];
      a[i] = a[i + m];
      a[i + m] = t;
    }
  }
}

class BitonicSorter {
 public:
  void sort(int* a, int n) {
    this->a = a;
    bitonicSort(0, n, ASCENDING);
  }

 private:
  int* a;
  void bitonicSort(int lo, int n, bool dir) {
    if (n > 1) {
      int m = n / 2;
      bitonicSort(lo, m, DESCENDING);
      bitonicSort(lo + m, m, ASCENDING);
      bitonicMerge(lo, n, dir);
    }
  }
  void bitonicMerge(int lo, int n, bool dir) {
    if (n > 1) {
      int m = n / 2;
      compare<<<(m + 127) / 128, 128>>>(a, lo, m, dir);
      bitonicMerge(lo, m, dir);
      bitonicMerge(lo + m, m, dir);
    }
  }
};

void bitonic_sort(int* d, int n) {
  int wires = 1;
  while (wires < n) wires *= 2;
  int* work;
  cudaMalloc(&work, wires * sizeof(int));
  std::vector<int> most(wires, INT_MAX);
  cudaMemcpy(work, most.data(), wires * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(work, d, n * sizeof(int), cudaMemcpyDeviceToDevice);
  BitonicSorter sorter;
  sorter.sort(work, wires);
  cudaMemcpy(d, work, n * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaFree(work);
}
