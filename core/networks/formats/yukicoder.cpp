// yukicoder.cpp: N M, then all minimum ends, then all maximum ends; wires count from 1.
#include <fmt/format.h>

#include "core/networks/formats/formats.h"

namespace sortscope {

namespace {

Result<ParsedNetwork> parse(std::string_view text, std::string_view source, std::string name) {
  const auto lines = read_number_lines(text, source);
  if (!lines) return lines.error();
  // Line breaks mean nothing: it is a row of numbers.
  NumberLine all;
  for (const NumberLine& line : *lines) {
    all.numbers.insert(all.numbers.end(), line.numbers.begin(), line.numbers.end());
    all.places.insert(all.places.end(), line.places.begin(), line.places.end());
  }
  TextScanner end(text, source);
  end.advance(text.size());
  if (all.numbers.size() < 2) return end.unexpected("'N M', how many wires and comparators");
  NetworkDraft draft(source, 1);
  if (Status status = draft.state_wires(all.numbers[0], all.places[0]); !status) {
    return status.error();
  }
  const std::size_t count = all.numbers[1];
  if (count > kMostListedComparators) {
    return error_at(source, all.places[1], fmt::format("{} comparators are stated.", count),
                    fmt::format("At most {} are expected.", kMostListedComparators));
  }
  if (all.numbers.size() < 2 + 2 * count) {
    return error_at(source, end.place(),
                    fmt::format("{} comparators are stated, but only {} of their {} wires follow.",
                                count, all.numbers.size() - 2, 2 * count),
                    "The text may have been cut off.");
  }
  if (all.numbers.size() > 2 + 2 * count) {
    return error_at(
        source, all.places[2 + 2 * count],
        fmt::format("{} comparators are stated, but more than {} wires follow.", count, 2 * count),
        "Correct the second number, or leave the rest out.");
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (Status status =
            draft.add(all.numbers[2 + i], all.numbers[2 + count + i], all.places[2 + i]);
        !status) {
      return status.error();
    }
  }
  return parsed(draft, std::move(name));
}

// So many conditions are met by a network alone.
bool claims(std::string_view text, bool wanted) {
  const std::string start = start_of(text, 1);
  if (!wanted && text.size() > kMostGuessedBytes) return false;
  if (start.empty() || start[0] < '0' || start[0] > '9') return false;
  const auto lines = read_number_lines(text, "");
  if (!lines || lines->size() != 3 || lines->front().numbers.size() != 2) return false;
  const std::size_t count = lines->front().numbers[1];
  return count >= 2 && (*lines)[1].numbers.size() == count && (*lines)[2].numbers.size() == count &&
         parse(text, "", "").ok();
}

std::string write(const ListedNetwork& network) {
  std::string text = fmt::format("{} {}\n", network.wires(), network.size());
  for (const bool minimum : {true, false}) {
    std::string_view before;
    for (const Comparator& c : network.comparators()) {
      text += fmt::format("{}{}", before, (minimum ? c.min_wire : c.max_wire) + 1);
      before = " ";
    }
    text += "\n";
  }
  return text;
}

}  // namespace

const NetworkFormat kYukicoderFormat = {
    "yukicoder", "yukicoder", ".txt", "4 5 ⏎ 1 2 1 3 2 ⏎ 3 4 2 4 3", false, false, true, true,
    claims,      parse,       write};

}  // namespace sortscope
