// draft.cpp: checking what a reader found, with the place of the first mistake.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/networks/formats/formats.h"

namespace sortscope {

Status NetworkDraft::state_wires(std::uint32_t wires, TextPlace place) {
  if (wires == 0 || wires > kMostListedWires) {
    return error_at(source_, place,
                    wires == 0 ? "a network without wires."
                               : fmt::format("more than {} wires.", kMostListedWires),
                    fmt::format("1 to {} wires are expected.", kMostListedWires));
  }
  wires_ = wires;
  return {};
}

Status NetworkDraft::add(std::uint32_t min_wire, std::uint32_t max_wire, TextPlace place) {
  if (comparators_.size() == kMostListedComparators) {
    return error_at(source_, place,
                    fmt::format("more than {} comparators.", kMostListedComparators),
                    "A smaller network is expected.");
  }
  comparators_.push_back({min_wire, max_wire});
  places_.push_back(place);
  return {};
}

Status NetworkDraft::check_layers(std::uint32_t wires) const {
  std::vector<std::size_t> last_layer(wires, 0);  // that touched the wire, counted from 1
  std::vector<std::size_t> last_index(wires, 0);
  for (std::size_t layer = 1; layer <= layer_first_.size(); ++layer) {
    const std::size_t end = layer < layer_first_.size() ? layer_first_[layer] : comparators_.size();
    for (std::size_t i = layer_first_[layer - 1]; i < end; ++i) {
      for (const Wire wire : {comparators_[i].min_wire, comparators_[i].max_wire}) {
        if (last_layer[wire] == layer) {
          const TextPlace before = places_[last_index[wire]];
          return error_at(
              source_, places_[i],
              fmt::format("a second comparator on wire {} in layer {}; the first is in line {}, "
                          "column {}.",
                          wire + first_wire_, layer, before.line, before.column),
              "Comparators of a layer run at once, so each wire takes part in one of them.");
        }
        last_layer[wire] = layer;
        last_index[wire] = i;
      }
    }
  }
  return {};
}

Result<std::shared_ptr<const ListedNetwork>> NetworkDraft::finish(std::string name) {
  const std::uint32_t wires_end =
      first_wire_ + (wires_ == 0 ? kMostListedWires : wires_);  // in the text's numbering
  std::uint32_t highest = 0;
  for (std::size_t i = 0; i < comparators_.size(); ++i) {
    Comparator& c = comparators_[i];
    for (const Wire wire : {c.min_wire, c.max_wire}) {
      if (wire < first_wire_ || wire >= wires_end) {
        return error_at(
            source_, places_[i], fmt::format("there is no wire {}.", wire),
            fmt::format("Wires {} to {} are expected here.", first_wire_, wires_end - 1));
      }
    }
    if (c.min_wire == c.max_wire) {
      return error_at(source_, places_[i],
                      fmt::format("a comparator with both ends on wire {}.", c.min_wire),
                      "A comparator joins two different wires.");
    }
    c = {c.min_wire - first_wire_, c.max_wire - first_wire_};
    highest = std::max(highest, c.upper());
  }
  if (comparators_.empty() && wires_ == 0) {
    return Error{ErrorCode::kBadInput, fmt::format("{} has no comparators.", source_),
                 "At least one is expected where the number of wires is not stated."};
  }
  const std::uint32_t wires = wires_ == 0 ? highest + 1 : wires_;
  if (layer_first_.empty()) {
    places_ = {};  // all mistakes that have one are found
    return ListedNetwork::leveled(wires, comparators_, std::move(name));
  }
  if (Status status = check_layers(wires); !status) return status.error();
  std::vector<std::vector<Comparator>> layers(layer_first_.size());
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    const std::size_t end =
        layer + 1 < layers.size() ? layer_first_[layer + 1] : comparators_.size();
    layers[layer].assign(comparators_.begin() + static_cast<std::ptrdiff_t>(layer_first_[layer]),
                         comparators_.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return ListedNetwork::build(wires, layers, std::move(name));
}

Result<std::uint32_t> read_wire(TextScanner& scanner) {
  const TextPlace place = scanner.place();
  const std::string_view text = scanner.rest();
  if (const auto number = scanner.take_number()) {
    if (*number < std::numeric_limits<std::uint32_t>::max()) return *number;
    constexpr std::size_t kMostDigits = 40;  // a file may hold millions
    const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
    return error_at(scanner.source(), place,
                    fmt::format("there is no wire {}{}.", digits.substr(0, kMostDigits),
                                digits.size() > kMostDigits ? "…" : ""),
                    fmt::format("At most {} wires are expected.", kMostListedWires));
  }
  return scanner.unexpected("a wire number");
}

Result<ParsedNetwork> parsed(NetworkDraft& draft, std::string name,
                             std::vector<std::string> notes) {
  auto network = draft.finish(std::move(name));
  if (!network) return network.error();
  return ParsedNetwork{std::move(*network), std::move(notes)};
}

Result<std::vector<NumberLine>> read_number_lines(std::string_view text, std::string_view source) {
  constexpr std::size_t kMostNumbers = 2 * kMostListedComparators + 2;
  TextScanner scanner(text, source);
  std::vector<NumberLine> lines;
  std::size_t count = 0;
  std::uint32_t line = 0;
  for (scanner.skip_space(); !scanner.at_end(); scanner.skip_space()) {
    const TextPlace place = scanner.place();
    const auto number = scanner.take_number();
    const char next = scanner.peek();
    const bool ends = scanner.at_end() || next == ' ' || next == '\t' || next == '\r' ||
                      next == '\n' || next == '#';
    if (!number || !ends) return scanner.unexpected("a whole number and then a blank");
    if (++count > kMostNumbers) {
      return error_at(source, place,
                      fmt::format("more than {} comparators.", kMostListedComparators),
                      "A smaller network is expected.");
    }
    if (place.line != line) lines.emplace_back();
    line = place.line;
    lines.back().numbers.push_back(*number);
    lines.back().places.push_back(place);
  }
  return lines;
}

std::string start_of(std::string_view text, std::size_t most) {
  TextScanner scanner(text, "");
  std::string start;
  for (scanner.skip_space(); start.size() < most && !scanner.at_end(); scanner.skip_space()) {
    start += scanner.peek();
    scanner.advance();
  }
  return start;
}

}  // namespace sortscope
