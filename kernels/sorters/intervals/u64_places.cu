// u64_places.cu: the interval-based sort of 64-bit words that carry places.
#include "kernels/sorters/intervals/passes.cuh"

namespace sortscope::device::interval {

template Plan plan_for<std::uint64_t, true>(std::uint32_t, std::uint32_t);
template std::uint32_t element_bytes<std::uint64_t, true>();
template cudaError_t ready<std::uint64_t, true>(Plan&);
template cudaError_t launch<std::uint64_t, true>(const Plan&, const Buffers&, cudaStream_t);

}  // namespace sortscope::device::interval
