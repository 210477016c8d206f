// verdict_marks.cpp: whose verdict it is, and what it says of a comparator.
#include "core/verify/verdict_marks.h"

#include <algorithm>
#include <string>

#include "core/recordings/recording.h"

namespace sortscope {

bool is_of(const ShownVerdict& shown, const Recording& recording) {
  const Network& network = recording.network;
  const ListedNetwork& listed = *shown.network;
  if (network.listed() == &listed) return true;
  if (network.adaptive() || network.wires() != listed.wires() ||
      network.depth() != listed.depth() || network.size() != listed.size()) {
    return false;
  }
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const auto here = listed.layer(layer);
    if (network.count(layer) != here.size()) return false;
    for (std::uint32_t index = 0; index < here.size(); ++index) {
      if (network.comparator(layer, index) != here[index]) return false;
    }
  }
  return true;
}

bool runs_counterexample(const ShownVerdict& shown, const Recording& recording) {
  if (!shown.verdict.counterexample || recording.request.order != Order::kAscending ||
      recording.real_keys() != shown.verdict.wires) {
    return false;
  }
  const Counterexample& found = *shown.verdict.counterexample;
  bool bits = true;
  bool keys = true;
  for (std::uint32_t wire = 0; wire < shown.verdict.wires; ++wire) {
    const std::string text = recording.request.keys.text(wire);
    bits = bits && text == std::to_string(found.input[wire]);
    keys = keys && text == std::to_string(found.keys[wire]);
  }
  return bits || keys;
}

std::string_view redundancy_of(const Verdict& verdict, std::uint32_t index) {
  if (std::ranges::binary_search(verdict.idle, index)) return "never exchanges";
  if (std::ranges::binary_search(verdict.removable, index)) return "can be left out";
  return "";
}

}  // namespace sortscope
