#ifndef COMPARE_EXCHANGE_CUH
#define COMPARE_EXCHANGE_CUH

template <typename T>
__device__ inline void compare_exchange(T* a, int i, int j) {
  if (a[j] < a[i]) {
    T held = a[i];
    a[i] = a[j];
    a[j] = held;
  }
}

#endif
