// shared_shortage.cpp: what is said where a plan takes more shared memory than a GPU has. Plain
// C++: also there without CUDA.
#include <fmt/format.h>

#include <utility>

#include "kernels/device_limits.h"

namespace sortscope::device {

Error too_little_shared(std::string_view what, std::uint64_t needed_bytes,
                        std::uint32_t given_bytes, std::string hint) {
  return {ErrorCode::kUnavailable,
          fmt::format("{} needs {} KiB of shared memory a block, and this GPU gives {}.", what,
                      (needed_bytes + 1023) / 1024, given_bytes / 1024),
          std::move(hint)};
}

}  // namespace sortscope::device
