// Distances in constant memory, direction bits by constexpr functions, a global counter.
#include <cstdint>
#include <vector>

constexpr uint32_t kMostSteps = 128;
struct Step {
  uint32_t mask;
};
__constant__ Step steps[kMostSteps];
__device__ unsigned int launched;

__host__ __device__ constexpr uint32_t ceil_div(uint32_t a, uint32_t b) { return (a + b - 1) / b; }
static_assert(ceil_div(5, 4) == 2);

__global__ void run_step(uint32_t* __restrict__ values, uint32_t n, uint32_t step) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) atomicAdd(&launched, 1u);
  const uint32_t partner = i ^ steps[step].mask;
  if (i < partner && partner < n) {
    const uint32_t low = values[i], high = values[partner];
    values[i] = min(low, high);
    values[partner] = max(low, high);
  }
}

void sort_values(uint32_t* values, uint32_t n) {
  std::vector<Step> list;
  for (uint32_t k = 2; k / 2 < n; k *= 2) {
    list.push_back({k - 1});
    for (uint32_t j = k / 4; j > 0; j /= 2) list.push_back({j});
  }
  if (list.empty()) return;
  cudaMemcpyToSymbol(steps, list.data(), list.size() * sizeof(Step));
  for (uint32_t s = 0; s < list.size(); ++s) run_step<<<ceil_div(n, 256), 256>>>(values, n, s);
  unsigned int count = 0;
  cudaMemcpyFromSymbol(&count, launched, sizeof count);
}
