// record_u64.cu: recorded interval-based sorting of 64-bit words.
#include "kernels/sorters/intervals/record_kernels.cuh"

namespace sortscope::device {

template cudaError_t record_tiles(RecordedKeys<std::uint64_t>, std::uint32_t, std::uint32_t,
                                  std::uint32_t*, std::uint64_t*, cudaStream_t);
template cudaError_t record_merge(RecordedKeys<std::uint64_t>, RecordedKeys<std::uint64_t>,
                                  std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t*,
                                  std::uint32_t*, std::uint64_t*, cudaStream_t);

}  // namespace sortscope::device
