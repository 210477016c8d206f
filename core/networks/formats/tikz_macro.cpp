// tikz_macro.cpp: the sortingnetwork macros of papers: \nodeconnection{{0,1},{2,3}} is a column,
// \addtocounter{sncolumncounter}{2} goes to the next layer. Two ways to number wires are in use:
// from 0 at the top, and from 1 at the bottom.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/networks/formats/formats.h"

namespace sortscope {

namespace {

constexpr std::string_view kColumn = "\\nodeconnection";
constexpr std::string_view kSpace = "\\addtocounter";
constexpr std::string_view kBegin = "\\begin{sortingnetwork}";
constexpr std::string_view kEnd = "\\end{sortingnetwork}";

bool claims(std::string_view text, bool) {
  return text.find(kColumn) != std::string_view::npos ||
         text.find(kBegin) != std::string_view::npos;
}

void skip_tex_space(TextScanner& scanner) {
  while (!scanner.at_end()) {
    if (scanner.peek() == '%') {
      while (!scanner.at_end() && scanner.peek() != '\n') scanner.advance();
    } else if (scanner.peek() == ' ' || scanner.peek() == '\t' || scanner.peek() == '\r' ||
               scanner.peek() == '\n') {
      scanner.advance();
    } else {
      return;
    }
  }
}

// The '}' and '{0,1}, {2,3}' of a column.
Status read_column(TextScanner& scanner, NetworkDraft& draft) {
  skip_tex_space(scanner);
  if (!scanner.take('{')) return scanner.unexpected("the '{' of \\nodeconnection");
  skip_tex_space(scanner);
  if (scanner.take('}')) return {};
  while (true) {
    skip_tex_space(scanner);
    const TextPlace place = scanner.place();
    if (!scanner.take('{')) return scanner.unexpected("the '{' of a comparator");
    skip_tex_space(scanner);
    const auto a = read_wire(scanner);
    if (!a) return a.error();
    skip_tex_space(scanner);
    if (!scanner.take(',')) return scanner.unexpected("',' and the other wire");
    skip_tex_space(scanner);
    const auto b = read_wire(scanner);
    if (!b) return b.error();
    skip_tex_space(scanner);
    if (!scanner.take('}')) return scanner.unexpected("the '}' of a comparator");
    if (Status status = draft.add(*a, *b, place); !status) return status;
    skip_tex_space(scanner);
    if (scanner.take('}')) return {};
    if (!scanner.take(',')) return scanner.unexpected("',' or the '}' of \\nodeconnection");
  }
}

// From 1 at the bottom to 0 at the top, where the text counts so: it names the wire with the number
// of wires, or, where that is not stated, every minimum before a smaller maximum.
void turn_over(NetworkDraft& draft, std::vector<std::string>& notes) {
  std::uint32_t lowest = ~std::uint32_t{0};
  std::uint32_t highest = 0;
  bool falling = true;
  for (const Comparator& c : draft.comparators()) {
    lowest = std::min(lowest, c.lower());
    highest = std::max(highest, c.upper());
    falling = falling && c.min_wire > c.max_wire;
  }
  const std::uint32_t wires = draft.stated_wires() == 0 && falling ? highest : draft.stated_wires();
  if (wires == 0 || highest != wires || lowest == 0) return;
  for (Comparator& c : draft.comparators()) {
    c = {wires - c.min_wire, wires - c.max_wire};
  }
  notes.push_back(fmt::format("The wires are numbered {} to 1 from the top: read as 0 to {}.",
                              wires, wires - 1));
}

Result<ParsedNetwork> parse(std::string_view text, std::string_view source, std::string name) {
  TextScanner scanner(text, source);
  NetworkDraft draft(source);
  bool new_layer = true;
  bool begun = false;
  while (!scanner.at_end()) {
    if (scanner.peek() == '%') {
      skip_tex_space(scanner);
    } else if (scanner.take(kColumn)) {
      if (new_layer) draft.begin_layer();
      new_layer = false;
      if (Status status = read_column(scanner, draft); !status) return status.error();
    } else if (scanner.take(kSpace)) {
      skip_tex_space(scanner);
      // Other counters mean nothing here.
      if (scanner.take("{sncolumncounter}")) new_layer = true;
    } else if (scanner.take(kBegin)) {
      if (begun) {
        return error_at(source, scanner.place(), "a second network begins.",
                        "A text with one network is expected.");
      }
      begun = true;
      skip_tex_space(scanner);
      // The other signature has no numbers here.
      if (scanner.take('{')) {
        const TextPlace place = scanner.place();
        const auto wires = scanner.take_number();
        if (wires && scanner.peek() == '}') {
          if (Status status = draft.state_wires(*wires, place); !status) return status.error();
        }
      }
    } else if (begun && scanner.take(kEnd)) {
      begun = false;
      break;
    } else {
      scanner.advance();
    }
  }
  if (begun) return scanner.unexpected("\\end{sortingnetwork}");
  std::vector<std::string> notes;
  turn_over(draft, notes);
  return parsed(draft, std::move(name), std::move(notes));
}

std::string write(const ListedNetwork& network) {
  std::string text = fmt::format("\\begin{{sortingnetwork}}{{{}}}{{0.7}}\n", network.wires());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (layer > 0) text += "  \\addtocounter{sncolumncounter}{2}\n";
    for (std::uint32_t column = 0; column < network.sub_columns(layer); ++column) {
      text += "  \\nodeconnection{";
      std::string_view before;
      for (std::uint32_t i = 0; i < network.layer(layer).size(); ++i) {
        if (network.sub_column(layer, i) != column) continue;
        const Comparator c = network.layer(layer)[i];
        text += fmt::format("{}{{{},{}}}", before, c.min_wire, c.max_wire);
        before = ",";
      }
      text += "}\n";
    }
  }
  return text + "\\end{sortingnetwork}\n";
}

}  // namespace

const NetworkFormat kTikzFormat = {"tikz", "TikZ sortingnetwork macros",
                                   ".tex", R"(\nodeconnection{{0,2}})",
                                   true,   true,
                                   true,   true,
                                   claims, parse,
                                   write};

}  // namespace sortscope
