// shared_memory.cpp: the sentence about too little, with sizes in KiB.
#include "core/engines/plans/shared_memory.h"

#include <fmt/format.h>

#include <utility>

namespace sortscope {

Error too_little_shared(std::string_view what, std::uint64_t needed_bytes,
                        std::uint32_t given_bytes, std::string hint) {
  return {ErrorCode::kUnavailable,
          fmt::format("{} needs {} KiB of shared memory a block, and this GPU gives {}.", what,
                      (needed_bytes + 1023) / 1024, given_bytes / 1024),
          std::move(hint)};
}

}  // namespace sortscope
