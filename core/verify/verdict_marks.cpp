// verdict_marks.cpp: whose verdict it is, and what it says of a comparator.
#include "core/verify/verdict_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>

#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// A 0-1 input of the kind that the property is about.
bool permits(Property property, const std::vector<std::uint8_t>& input) {
  if (property == Property::kMerges) {
    const auto middle = input.begin() + static_cast<std::ptrdiff_t>(input.size() / 2);
    return std::is_sorted(input.begin(), middle) && std::is_sorted(middle, input.end());
  }
  if (property != Property::kMergesBitonic) return true;
  std::size_t changes = 0;  // around the circle
  for (std::size_t wire = 0; wire < input.size(); ++wire) {
    changes += input[wire] != input[(wire + 1) % input.size()] ? 1 : 0;
  }
  return changes <= 2;
}

Error not_so(std::string what) {
  return {ErrorCode::kBadInput, std::move(what), "Ask again whether it sorts: Z"};
}

Status check_marked(const std::vector<std::uint32_t>& marked, std::uint64_t size) {
  if (std::ranges::adjacent_find(marked, std::greater_equal<>()) != marked.end()) {
    return not_so("the comparators of a verdict do not ascend.");
  }
  if (marked.empty() || marked.back() < size) return {};
  return not_so(fmt::format("there is no comparator {}: the network has {}.", marked.back(), size));
}

}  // namespace

SavedVerdict saved_of(const Verdict& verdict) {
  SavedVerdict saved{verdict.property, {}, verdict.idle, verdict.removable};
  if (verdict.counterexample) saved.wrong = verdict.counterexample->input;
  return saved;
}

Result<ShownVerdict> shown_again(const SavedVerdict& saved, const Recording& recording) {
  const Network& network = recording.network;
  auto listed = list_comparators(network, recording.title());
  if (!listed) return listed.error();
  for (const auto* marked : {&saved.idle, &saved.removable}) {
    if (Status status = check_marked(*marked, network.size()); !status) return status.error();
  }
  for (const std::uint32_t at : saved.idle) {
    const Cursor place = network.cursor_at(at);
    // A merger may be running what it is not made for.
    if (saved.property == Property::kSorts && recording.request.order == Order::kAscending &&
        recording.exchanged(place.layer, place.comparator)) {
      return not_so(fmt::format("comparator {} exchanges here.", at));
    }
  }
  ShownVerdict shown{{}, *listed};
  Verdict& verdict = shown.verdict;
  verdict.property = saved.property;
  verdict.method = VerifyMethod::kSample;
  verdict.wires = network.wires();
  verdict.idle = saved.idle;
  verdict.removable = saved.removable;
  verdict.idle_known = !saved.idle.empty();
  verdict.removable_known = !saved.removable.empty();
  if (saved.wrong.empty()) return shown;
  if (saved.wrong.size() != network.wires() || !permits(saved.property, saved.wrong)) {
    return not_so("the input of a verdict is none for this network.");
  }
  Counterexample found = make_counterexample(**listed, saved.property, saved.wrong);
  if (found.wrong.empty()) return not_so("the input of a verdict does not come out wrong.");
  verdict.answer = Answer::kNo;
  verdict.counterexample = std::move(found);
  return shown;
}

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
