// deflate_runs.h: deflate for data of which long stretches are one byte, as outcome bits are.
#pragma once

#include <cstddef>
#include <span>

namespace sortscope {

/// Bytes that deflate_runs() may need for `bytes` bytes.
std::size_t deflated_runs_bound(std::size_t bytes);

/// `raw` as a zlib stream into `packed`, which has room for deflated_runs_bound() bytes; gives its
/// length. Of repetitions only runs of a byte are found; what does not shrink is stored. O(bytes),
/// about three times as quick as zlib at its quickest, and never larger than stored blocks.
std::size_t deflate_runs(std::span<const unsigned char> raw, std::span<unsigned char> packed);

}  // namespace sortscope
