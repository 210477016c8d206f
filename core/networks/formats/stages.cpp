// stages.cpp: libsortnetwork's .sn: a header "Inputs: 4", then "min max" a line, an empty line
// before every stage.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/base/quote.h"
#include "core/networks/formats/formats.h"

namespace sortscope {

namespace {

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

std::string_view line_of(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_empty(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

bool claims(std::string_view text, bool) {
  // The header comes first, and may name other things before the inputs.
  for (int line_number = 0; line_number < 20 && !text.empty(); ++line_number) {
    const std::string_view line = line_of(text);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return false;
    if (same_word(line.substr(0, colon), "Inputs")) return true;
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + 1);
  }
  return false;
}

// "Name: value" lines up to an empty one; only the number of inputs matters.
Status read_header(TextScanner& scanner, NetworkDraft& draft) {
  while (!scanner.at_end() && !is_empty(line_of(scanner.rest()))) {
    const std::string_view line = line_of(scanner.rest());
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
      return scanner.unexpected("a header line such as 'Inputs: 4', or an empty line after them");
    }
    if (same_word(line.substr(0, colon), "Inputs")) {
      scanner.advance(colon + 1);
      scanner.skip_blanks();
      const TextPlace place = scanner.place();
      const auto wires = scanner.take_number();
      if (!wires) return scanner.unexpected("the number of inputs");
      if (draft.stated_wires() != 0) {
        return error_at(scanner.source(), place, "'Inputs' for the second time.",
                        "It is expected once.");
      }
      if (Status status = draft.state_wires(*wires, place); !status) return status;
      scanner.skip_blanks();
      if (!scanner.at_end() && scanner.peek() != '\n') {
        return scanner.unexpected("the end of the line");
      }
    } else {
      scanner.advance(line.size());
      scanner.skip_blanks();
    }
    scanner.take('\n');
  }
  if (draft.stated_wires() != 0) return {};
  return error_at(scanner.source(), scanner.place(), "the header does not say how many inputs.",
                  "'Inputs: 4' is expected before the first empty line.");
}

Result<ParsedNetwork> parse(std::string_view text, std::string_view source, std::string name) {
  TextScanner scanner(text, source);
  NetworkDraft draft(source);
  if (Status status = read_header(scanner, draft); !status) return status.error();
  bool between = true;  // stages
  while (!scanner.at_end()) {
    scanner.skip_blanks();
    if (scanner.take('\n')) {
      between = true;
      continue;
    }
    if (scanner.at_end()) break;
    if (between) draft.begin_layer();
    between = false;
    const TextPlace place = scanner.place();
    const auto a = read_wire(scanner);
    if (!a) return a.error();
    scanner.skip_blanks();
    const auto b = read_wire(scanner);
    if (!b) return b.error();
    scanner.skip_blanks();
    if (!scanner.at_end() && !scanner.take('\n')) return scanner.unexpected("the end of the line");
    if (Status status = draft.add(*a, *b, place); !status) return status.error();
  }
  return parsed(draft, std::move(name));
}

std::string write(const ListedNetwork& network) {
  std::string text = fmt::format("Inputs: {}\n", network.wires());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    text += "\n";
    for (const Comparator& c : network.layer(layer)) {
      text += fmt::format("{} {}\n", c.min_wire, c.max_wire);
    }
  }
  return text;
}

}  // namespace

const NetworkFormat kStageFormat = {"sn",   "libsortnetwork (.sn)",
                                    ".sn",  "Inputs: 4 ⏎ ⏎ 0 2 ⏎ 1 3",
                                    true,   true,
                                    true,   true,
                                    claims, parse,
                                    write};

}  // namespace sortscope
