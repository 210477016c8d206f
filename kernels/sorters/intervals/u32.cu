// u32.cu: the interval-based sort of 32-bit words.
#include "kernels/sorters/intervals/passes.cuh"

namespace sortscope::device::interval {

template Plan plan_for<std::uint32_t, false>(std::uint32_t, std::uint32_t);
template std::uint32_t element_bytes<std::uint32_t, false>();
template cudaError_t ready<std::uint32_t, false>(Plan&);
template cudaError_t launch<std::uint32_t, false>(const Plan&, const Buffers&, cudaStream_t);

}  // namespace sortscope::device::interval
