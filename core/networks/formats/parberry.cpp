// parberry.cpp: the sorting network viewer's text, 0 1 2 3: a line a layer, pairs of wires.
#include <fmt/format.h>

#include <algorithm>

#include "core/networks/formats/formats.h"

namespace sortscope {

namespace {

Result<ParsedNetwork> parse(std::string_view text, std::string_view source, std::string name) {
  const auto lines = read_number_lines(text, source);
  if (!lines) return lines.error();
  NetworkDraft draft(source);
  for (const NumberLine& line : *lines) {
    if (line.numbers.size() % 2 != 0) {
      return error_at(
          source, line.places.back(),
          fmt::format("{} wires in one layer: the last one has no partner.", line.numbers.size()),
          "An even number is expected, two wires for every comparator.");
    }
    draft.begin_layer();
    for (std::size_t i = 0; i < line.numbers.size(); i += 2) {
      if (Status status = draft.add(line.numbers[i], line.numbers[i + 1], line.places[i]);
          !status) {
        return status.error();
      }
    }
  }
  return parsed(draft, std::move(name));
}

// Lines of numbers may be keys as well: they are a network only where every wire is in use, twice
// on average as in any sorting network, and some layer has two comparators.
bool claims(std::string_view text, bool wanted) {
  const std::string start = start_of(text, 1);
  if (start.empty() || start[0] < '0' || start[0] > '9') return false;
  if (wanted) return true;
  if (text.size() > kMostGuessedBytes) return false;
  const auto network = parse(text, "", "");
  if (!network || network->network->depth() < 2) return false;
  const ListedNetwork& read = *network->network;
  std::vector<std::uint32_t> uses(read.wires(), 0);
  for (const Comparator& c : read.comparators()) {
    ++uses[c.min_wire];
    ++uses[c.max_wire];
  }
  return std::find(uses.begin(), uses.end(), 0U) == uses.end() && read.size() >= read.wires() &&
         (read.wires() < 4 || read.depth() < read.size());
}

std::string write(const ListedNetwork& network) {
  std::string text;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    std::string_view before;
    for (const Comparator& c : network.layer(layer)) {
      text += fmt::format("{}{} {}", before, c.min_wire, c.max_wire);
      before = " ";
    }
    text += "\n";
  }
  return text;
}

}  // namespace

const NetworkFormat kParberryFormat = {
    "parberry", "Parberry's viewer", ".txt", "0 2 1 3", false, true, false, true, claims, parse,
    write};

}  // namespace sortscope
