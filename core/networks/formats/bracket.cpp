// bracket.cpp: [(0,2),(1,3)], a pair of brackets a layer.
#include <fmt/format.h>

#include <algorithm>

#include "core/networks/formats/formats.h"

namespace sortscope {

namespace {

bool claims(std::string_view text, bool) {
  const std::string start = start_of(text, 3);
  return start.starts_with("[(") || start.starts_with("[[(") || start.starts_with("(");
}

// "(0,2),(1,3)" up to what ends a layer.
Status read_comparators(TextScanner& scanner, NetworkDraft& draft) {
  while (true) {
    scanner.skip_space();
    const TextPlace place = scanner.place();
    if (!scanner.take('(')) return scanner.unexpected("the '(' of a comparator");
    scanner.skip_space();
    const auto a = read_wire(scanner);
    if (!a) return a.error();
    scanner.skip_space();
    if (!scanner.take(',')) return scanner.unexpected("',' and the other wire");
    scanner.skip_space();
    const auto b = read_wire(scanner);
    if (!b) return b.error();
    scanner.skip_space();
    if (!scanner.take(')')) return scanner.unexpected("the ')' of a comparator");
    if (Status status = draft.add(*a, *b, place); !status) return status;
    scanner.skip_space();
    if (!scanner.take(',')) return {};
  }
}

Result<ParsedNetwork> parse(std::string_view text, std::string_view source, std::string name) {
  TextScanner scanner(text, source);
  NetworkDraft draft(source);
  // One pair of brackets, as people write a list in Python: layers are made, as early as can be.
  const bool flat = std::count(text.begin(), text.end(), '[') == 1;
  const bool nested = start_of(text, 2) == "[[";  // a list of layers, as Python writes it
  scanner.skip_space();
  if (nested) scanner.advance();
  if (scanner.peek() == '(') {  // no brackets: a flat list
    if (Status status = read_comparators(scanner, draft); !status) return status.error();
  } else {
    for (scanner.skip_space(); !scanner.at_end(); scanner.skip_space()) {
      if (nested && scanner.take(']')) break;
      if (!scanner.take('[')) return scanner.unexpected("the '[' of a layer");
      scanner.skip_space();
      if (!flat || scanner.peek() == ']') draft.begin_layer();
      if (scanner.peek() != ']') {
        if (Status status = read_comparators(scanner, draft); !status) return status.error();
      }
      if (!scanner.take(']')) return scanner.unexpected("',' or the ']' of a layer");
      scanner.skip_space();
      scanner.take(',');
    }
    if (nested && scanner.at_end() &&
        !text.substr(0, text.find_last_not_of(" \t\r\n") + 1).ends_with("]]")) {
      return scanner.unexpected("the ']' of the list of layers");
    }
  }
  scanner.skip_space();
  if (!scanner.at_end()) return scanner.unexpected("the end of the text");
  auto network = parsed(draft, std::move(name));
  if (network && flat && network->network->depth() > 1) {
    network->notes.push_back(fmt::format(
        "One list of {} comparators: each was put into the earliest layer that it can have, {} in "
        "all.",
        network->network->size(), network->network->depth()));
  }
  return network;
}

std::string write(const ListedNetwork& network) {
  std::string text;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    std::string_view before = "[";
    for (const Comparator& c : network.layer(layer)) {
      text += fmt::format("{}({},{})", before, c.min_wire, c.max_wire);
      before = ",";
    }
    text += "]\n";
  }
  return text;
}

}  // namespace

const NetworkFormat kBracketFormat = {"bracket", "Bracket text", ".txt", "[(0,2),(1,3)]",
                                      false,     true,           false,  true,
                                      claims,    parse,          write};

}  // namespace sortscope
