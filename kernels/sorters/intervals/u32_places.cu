// u32_places.cu: the interval-based sort of 32-bit words that carry places.
#include "kernels/sorters/intervals/passes.cuh"

namespace sortscope::device::interval {

template Plan plan_for<std::uint32_t, true>(std::uint32_t, std::uint32_t);
template std::uint32_t element_bytes<std::uint32_t, true>();
template cudaError_t ready<std::uint32_t, true>(Plan&);
template cudaError_t launch<std::uint32_t, true>(const Plan&, const Buffers&, cudaStream_t);

}  // namespace sortscope::device::interval
