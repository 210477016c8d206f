// colon.cpp: .cn files, 0:1,2:3. A flat list whose line breaks mean nothing; the pairs have no
// direction.
#include <fmt/format.h>

#include <algorithm>

#include "core/networks/formats/formats.h"

namespace sortscope {

namespace {

bool claims(std::string_view text, bool) {
  const std::string start = start_of(text, 12);
  TextScanner scanner(start, "");
  return scanner.take_number() && scanner.take(':') && scanner.take_number();
}

Result<ParsedNetwork> parse(std::string_view text, std::string_view source, std::string name) {
  TextScanner scanner(text, source);
  NetworkDraft draft(source);
  std::size_t reordered = 0;
  for (scanner.skip_space(); !scanner.at_end(); scanner.skip_space()) {
    const TextPlace place = scanner.place();
    const auto a = read_wire(scanner);
    if (!a) return a.error();
    scanner.skip_blanks();
    if (!scanner.take(':')) return scanner.unexpected("':' and the other wire");
    scanner.skip_blanks();
    const auto b = read_wire(scanner);
    if (!b) return b.error();
    reordered += *a > *b ? 1 : 0;
    if (Status status = draft.add(std::min(*a, *b), std::max(*a, *b), place); !status) {
      return status.error();
    }
    scanner.skip_blanks();
    if (scanner.take(',') || scanner.at_end() || scanner.peek() == '\n' || scanner.peek() == '#') {
      continue;
    }
    return scanner.unexpected("',' or the end of the line");
  }
  std::vector<std::string> notes;
  if (reordered > 0) {
    notes.push_back(
        fmt::format("{} of {} pairs name the upper wire second: .cn has no directions, so their "
                    "minimum goes to the wire with the smaller number too.",
                    reordered, draft.size()));
  }
  return parsed(draft, std::move(name), std::move(notes));
}

std::string write(const ListedNetwork& network) {
  std::string text;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    std::string_view before;
    for (const Comparator& c : network.layer(layer)) {
      text += fmt::format("{}{}:{}", before, c.lower(), c.upper());
      before = ",";
    }
    text += "\n";
  }
  return text;
}

}  // namespace

const NetworkFormat kColonFormat = {
    "cn", "Comparison network (.cn)", ".cn", "0:2,1:3", true, false, false, false, claims, parse,
    write};

}  // namespace sortscope
