// bitonic_input.h: whether keys are a bitonic sequence, and where they cease to be one.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/error.h"
#include "core/keys/keys.h"
#include "core/recordings/request.h"

namespace sortscope {

/// The first key that no bitonic sequence (definition 1 of Zachmann 2011: rising, then falling, or
/// a rotation of that) can have after those before it. Equal neighbours neither rise nor fall.
struct BitonicBreak {
  std::uint32_t at = 0;     // index of the key
  bool third_turn = false;  // it turns a third time; else it goes beyond the first key
  bool rising = false;      // from the key before to this one
};
/// Nothing where `keys` are bitonic in `order`, in which NaN is the largest. O(n).
std::optional<BitonicBreak> first_break(const Keys& keys, Order order);

/// Whether `algorithm` takes the keys of `request`. Errors: kNotBitonic, which names the first key
/// that breaks the rule, and the algorithm that sorts it all the same. O(n) for a merger.
Status check_bitonic(const RunRequest& request, const Algorithm& algorithm);

}  // namespace sortscope
