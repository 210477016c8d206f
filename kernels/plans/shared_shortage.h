// shared_shortage.h: what is said where a plan takes more shared memory than a GPU has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "kernels/plans/shared_shortage.h"

namespace sortscope::device {

/// "`what` needs 25 KiB of shared memory a block, and this GPU gives 16." `hint`: what else there
/// is.
Error too_little_shared(std::string_view what, std::uint64_t needed_bytes,
                        std::uint32_t given_bytes, std::string hint);

}  // namespace sortscope::device
