// record_u32.cu: recorded interval-based sorting of 32-bit words.
#include "kernels/sorters/intervals/record_kernels.cuh"

namespace sortscope::device {

template cudaError_t record_tiles(RecordedKeys<std::uint32_t>, std::uint32_t, std::uint32_t,
                                  std::uint32_t*, std::uint64_t*, cudaStream_t);
template cudaError_t record_merge(RecordedKeys<std::uint32_t>, RecordedKeys<std::uint32_t>,
                                  std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t*,
                                  std::uint32_t*, std::uint64_t*, cudaStream_t);

}  // namespace sortscope::device
