// triples.cpp: layer;i;j;layer;i;j, as in Ehlers' files of prefixes: a line is a network.
#include <fmt/format.h>

#include <algorithm>

#include "core/networks/formats/formats.h"

namespace sortscope {

namespace {

struct Triple {
  std::uint32_t layer, min_wire, max_wire;
  TextPlace place;
};

// "0;1;2;", with or without the last semicolon.
Result<Triple> read_triple(TextScanner& scanner) {
  Triple triple{0, 0, 0, scanner.place()};
  std::uint32_t* const parts[] = {&triple.layer, &triple.min_wire, &triple.max_wire};
  for (int part = 0; part < 3; ++part) {
    if (part > 0 && !scanner.take(';')) return scanner.unexpected("';' and a wire number");
    scanner.skip_blanks();
    const auto number = scanner.take_number();
    if (!number) return scanner.unexpected(part == 0 ? "a layer number" : "a wire number");
    *parts[part] = *number;
    scanner.skip_blanks();
  }
  scanner.take(';');
  scanner.skip_blanks();
  return triple;
}

Result<ParsedNetwork> parse(std::string_view text, std::string_view source, std::string name) {
  TextScanner scanner(text, source);
  std::vector<Triple> triples;
  bool new_line = false;
  std::uint32_t highest_before = 0;  // layer of the lines before
  std::uint32_t highest = 0;
  for (scanner.skip_space(); !scanner.at_end(); scanner.skip_space()) {
    if (!triples.empty() && scanner.place().line != triples.back().place.line) {
      new_line = true;
      highest_before = highest;
    }
    const auto triple = read_triple(scanner);
    if (!triple) return triple.error();
    if (new_line && triple->layer < highest_before) {
      return error_at(source, triple->place,
                      fmt::format("layer {} after layer {}: another network begins.", triple->layer,
                                  highest_before),
                      "A file with one network is expected; keep one of its lines.");
    }
    highest = std::max(highest, triple->layer);
    if (triples.size() == kMostListedComparators) {
      return error_at(source, triple->place,
                      fmt::format("more than {} comparators.", kMostListedComparators),
                      "A smaller network is expected.");
    }
    triples.push_back(*triple);
  }
  std::stable_sort(triples.begin(), triples.end(),
                   [](const Triple& a, const Triple& b) { return a.layer < b.layer; });
  NetworkDraft draft(source);
  for (std::size_t i = 0; i < triples.size(); ++i) {
    if (i == 0 || triples[i].layer != triples[i - 1].layer) draft.begin_layer();
    if (Status status = draft.add(triples[i].min_wire, triples[i].max_wire, triples[i].place);
        !status) {
      return status.error();
    }
  }
  return parsed(draft, std::move(name));
}

// Keys between semicolons are more likely, unless layers are numbered as in a network.
bool claims(std::string_view text, bool wanted) {
  const std::string start = start_of(text, 40);
  TextScanner scanner(start, "");
  const auto first = scanner.take_number();
  if (!first || !scanner.take(';')) return false;
  if (wanted) return true;
  if (*first > 1 || text.size() > kMostGuessedBytes) return false;
  const auto network = parse(text, "", "");
  return network && network->network->size() >= 2 &&
         network->network->depth() < network->network->size() &&
         network->network->wires() <= 2 * network->network->size();
}

std::string write(const ListedNetwork& network) {
  std::string text;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (const Comparator& c : network.layer(layer)) {
      text += fmt::format("{};{};{};", layer, c.min_wire, c.max_wire);
    }
  }
  return text + "\n";
}

}  // namespace

const NetworkFormat kTripleFormat = {"ehlers", "Layer triples (Ehlers)",
                                     ".csv",   "0;0;2;0;1;3;1;0;1;",
                                     false,    true,
                                     false,    true,
                                     claims,   parse,
                                     write};

}  // namespace sortscope
