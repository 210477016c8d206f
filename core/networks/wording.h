// wording.h: what the parts of a run are called.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/networks/network.h"

namespace sortscope {

/// A comparator network has layers of comparators; an adaptive run has parallel steps, each of some
/// comparisons. The plural of each ends in s.
struct Wording {
  std::string_view layer;
  std::string_view layer_title;  // at the beginning of a sentence
  std::string_view comparator;
};
constexpr Wording wording(bool adaptive) {
  if (adaptive) return {"parallel step", "Parallel step", "comparison"};
  return {"layer", "Layer", "comparator"};
}
inline Wording wording(const Network& network) { return wording(network.adaptive()); }

/// "1 key", "2 keys". `number`: the count as it is written, "1,048,576".
inline std::string counted(std::uint64_t count, std::string_view what, std::string number) {
  number += ' ';
  number += what;
  if (count != 1) number += what.ends_with("ch") || what.ends_with("s") ? "es" : "s";
  return number;
}
inline std::string counted(std::uint64_t count, std::string_view what) {
  return counted(count, what, std::to_string(count));
}

/// Why an AKS network is played in more layers than it is deep.
inline constexpr std::string_view kLayersBeyondDepth =
    "Levels of a step work side by side and count once in the depth; they are played one after the "
    "other";
/// The same in brief, beside both numbers.
inline constexpr std::string_view kPlayedInTurn =
    "Levels of a step work side by side; they are played one after the other.";

}  // namespace sortscope
