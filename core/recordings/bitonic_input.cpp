// bitonic_input.cpp: whether keys are a bitonic sequence, and where they cease to be one.
#include "core/recordings/bitonic_input.h"

#include <fmt/format.h>

namespace sortscope {

std::optional<BitonicBreak> first_break(const Keys& keys, Order order) {
  const auto word = [&](std::uint32_t i) { return ordered_word(keys.type, order, keys.raw.at(i)); };
  const auto n = static_cast<std::uint32_t>(keys.size());
  std::uint32_t turns = 0;
  std::optional<bool> rising;
  for (std::uint32_t i = 1; i < n; ++i) {
    const std::uint64_t before = word(i - 1);
    const std::uint64_t now = word(i);
    if (now == before) continue;
    const bool up = now > before;
    if (rising && *rising != up && ++turns > 2) return BitonicBreak{i, true, up};
    rising = up;
    // After two turns the sequence is on its way back to its first key.
    const std::uint64_t first = word(0);
    if (turns == 2 && (up ? now > first : now < first)) return BitonicBreak{i, false, up};
  }
  return std::nullopt;
}

Status check_bitonic(const RunRequest& request, const Algorithm& algorithm) {
  if (!algorithm.needs_bitonic_input || request.any_input) return {};
  const auto found = first_break(request.keys, request.order);
  if (!found) return {};
  const Keys& keys = request.keys;
  // In a descending run the words rise where the keys fall.
  const bool rising = found->rising == (request.order == Order::kAscending);
  const std::string_view up = rising ? "rise" : "fall";
  const std::string rule =
      found->third_turn
          ? fmt::format("they have turned twice already, and {} again after {}", up,
                        keys.text(found->at - 1))
          : fmt::format("after two turns they {} beyond the first key, {}", up, keys.text(0));
  return Error{
      ErrorCode::kNotBitonic,
      fmt::format("the keys are not bitonic: key {} of {}, which is {}, breaks the rule: {}.",
                  found->at + 1, keys.size(), keys.text(found->at), rule),
      fmt::format("'{}' merges keys that rise, then fall, or a rotation of that. To sort these "
                  "instead: --algorithm {}.",
                  algorithm.id, algorithm.sorter)};
}

}  // namespace sortscope
