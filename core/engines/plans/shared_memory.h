// shared_memory.h: how much shared memory a block may have: what plans of CUDA launches follow.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace sortscope {

/// Bytes that every GPU gives a block.
inline constexpr std::uint32_t kLeastSharedBytes = 48U << 10;
/// Bytes that a Hopper GPU gives it where it is asked to: what a plan assumes that no GPU made.
inline constexpr std::uint32_t kMostSharedBytes = 227U << 10;

/// What there is between: compute capability 7.5 has 64 KiB; 8.6, 8.9 and 12.0 have 99; 8.0 has
/// 163; 9.0 and 10.0 have 227.
inline constexpr std::array<std::uint32_t, 5> kSharedLimits = {
    kLeastSharedBytes, 64U << 10, 99U << 10, 163U << 10, kMostSharedBytes};

/// "`what` needs 25 KiB of shared memory a block, and this GPU gives 16." `hint`: what else there
/// is.
Error too_little_shared(std::string_view what, std::uint64_t needed_bytes,
                        std::uint32_t given_bytes, std::string hint);

}  // namespace sortscope
