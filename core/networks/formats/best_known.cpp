// best_known.cpp: the table, and a network beside it.
#include "core/networks/formats/best_known.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "core/networks/wording.h"

namespace sortscope {

namespace {

const std::vector<std::vector<SizeAndDepth>>& table() {
  // From 2 wires on.
  static const std::vector<std::vector<SizeAndDepth>> kRows = {
      {{1, 1}},
      {{3, 3}},
      {{5, 3}},
      {{9, 5}},
      {{12, 5}},
      {{16, 6}},
      {{19, 6}},
      {{25, 7}},
      {{29, 8}, {31, 7}},
      {{35, 8}},
      {{39, 9}, {40, 8}},
      {{45, 10}, {46, 9}},
      {{51, 10}, {52, 9}},
      {{56, 10}, {57, 9}},
      {{60, 10}, {61, 9}},
      {{71, 12}, {72, 11}, {74, 10}},
      {{77, 12}, {78, 11}},
      {{85, 12}, {87, 11}},
      {{91, 12}, {93, 11}},
      {{99, 15}, {100, 12}},
      {{106, 13}, {107, 12}},
      {{114, 14}, {115, 13}, {116, 12}},
      {{120, 13}, {122, 12}},
      {{130, 15}, {131, 13}},
      {{138, 15}, {139, 14}, {141, 13}},
      {{147, 16}, {148, 14}, {152, 13}},
      {{155, 14}, {159, 13}},
      {{164, 15}, {166, 14}},
      {{172, 14}},
      {{180, 14}},
      {{185, 14}},
  };
  return kRows;
}

// "60 at depth 10, 61 at depth 9"
std::string pairs_text(std::span<const SizeAndDepth> pairs) {
  std::string text;
  for (const SizeAndDepth& pair : pairs) {
    text += fmt::format("{}{} at depth {}", text.empty() ? "" : ", ", pair.size, pair.depth);
  }
  return text;
}

}  // namespace

std::span<const SizeAndDepth> best_known(std::uint32_t wires) {
  if (wires < kBestKnownFrom || wires > kBestKnownTo) return {};
  return table()[wires - kBestKnownFrom];
}

std::uint32_t least_size(std::uint32_t wires) {
  if (wires < kBestKnownFrom) return 0;
  if (wires <= kSizeProvenTo) return best_known(wires).front().size;
  std::uint32_t size = best_known(kSizeProvenTo).front().size;
  for (std::uint32_t n = kSizeProvenTo + 1; n <= wires; ++n) size += std::bit_width(n - 1);
  return size;
}

std::uint32_t least_depth(std::uint32_t wires) {
  if (wires < kBestKnownFrom) return 0;
  return best_known(std::min(wires, kDepthProvenTo)).back().depth;
}

std::string beside_best_known(std::uint32_t wires, std::size_t size, std::uint32_t depth,
                              Sorts sorts) {
  const std::string facts = fmt::format("{}, depth {}", counted(size, "comparator"), depth);
  const std::span<const SizeAndDepth> known = best_known(wires);
  if (known.empty()) return facts;
  if (size < least_size(wires)) {
    return fmt::format("{}: sorting {} wires takes at least {}", facts, wires,
                       counted(least_size(wires), "comparator"));
  }
  if (depth < least_depth(wires)) {
    return fmt::format("{}: sorting {} wires takes at least depth {}", facts, wires,
                       least_depth(wires));
  }
  if (sorts == Sorts::kNo) return facts + ": it does not sort";
  const std::string_view record = sorts == Sorts::kYes ? "a record" : "a record if it sorts";
  const std::string_view condition = sorts == Sorts::kYes ? "" : "if it sorts, ";
  const SizeAndDepth smallest = known.front();
  const SizeAndDepth shallowest = known.back();
  if (size < smallest.size) {
    return fmt::format("{}: fewer than the best known for {} wires ({}), {}", facts, wires,
                       smallest.size, record);
  }
  if (depth < shallowest.depth) {
    return fmt::format("{}: shallower than the best known for {} wires ({}), {}", facts, wires,
                       shallowest.depth, record);
  }
  const bool fewest = size == smallest.size;
  const bool least_deep = depth == shallowest.depth;
  if (fewest && depth <= smallest.depth) {
    const bool proven = wires <= kSizeProvenTo;
    const std::string_view also = least_deep ? " and as shallow" : "";
    return fmt::format("{}: {}as few{} as {}{} wires", facts, condition, also,
                       proven ? "is possible on " : "the best known for ", wires);
  }
  if (least_deep && size <= shallowest.size) {
    return fmt::format("{}: {}as shallow as {}{} wires", facts, condition,
                       wires <= kDepthProvenTo ? "is possible on " : "the best known for ", wires);
  }
  return fmt::format("{} (best known for {} wires: {})", facts, wires, pairs_text(known));
}

}  // namespace sortscope
