// Generic code: what is sorted and how it is compared are arguments of a template.
template <typename T>
struct Less {
  __host__ __device__ bool operator()(const T& a, const T& b) const { return a < b; }
};

template <typename T, typename Compare>
__device__ __forceinline__ void compare_exchange(T& a, T& b, Compare comp) {
  if (comp(b, a)) {
    T t(a);
    a = b;
    b = t;
  }
}

template <typename T, int BLOCK, typename Compare>
__global__ __launch_bounds__(BLOCK) void block_sort(T* first, T* last, T sentinel, Compare comp) {
  __shared__ T tile[2 * BLOCK];
  const ptrdiff_t n = last - first;
  for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK) tile[i] = i < n ? first[i] : sentinel;
  __syncthreads();
#pragma unroll
  for (int size = 2; size <= 2 * BLOCK; size *= 2) {
    int at = 2 * threadIdx.x - (threadIdx.x & (size / 2 - 1));
    compare_exchange(tile[at], tile[at ^ (size - 1)], comp);
    __syncthreads();
    for (int stride = size / 4; stride > 0; stride /= 2) {
      at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compare_exchange(tile[at], tile[at + stride], comp);
      __syncthreads();
    }
  }
  for (int i = threadIdx.x; i < n; i += BLOCK) first[i] = tile[i];
}

template <typename T, typename Compare>
__global__ void neighbours(T* keys, int n, int first, Compare comp) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + first;
  if (i + 1 < n) compare_exchange(keys[i], keys[i + 1], comp);
}

template <typename T, typename Compare = Less<T>>
void block_sort(T* first, T* last, T sentinel, Compare comp = Compare()) {
  if (last - first <= 64) {
    block_sort<T, 32><<<1, 32>>>(first, last, sentinel, comp);
  } else if (last - first <= 1024) {
    block_sort<T, 512><<<1, 512>>>(first, last, sentinel, comp);
  } else {
    const int n = static_cast<int>(last - first);
    for (int r = 0; r < n; ++r) neighbours<<<n / 512 + 1, 256>>>(first, n, r % 2, comp);
  }
}

void sort(Key* keys, unsigned n) { block_sort(keys, keys + n, std::numeric_limits<Key>::max()); }
