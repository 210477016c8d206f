// nested_array.cpp: [[0,1],[2,3]], a flat list as JavaScript, Perl, Python (and with braces C++)
// write it; a list of such lists has a layer each.
#include <fmt/format.h>

#include "core/networks/formats/formats.h"

namespace sortscope {

namespace {

bool is_open(char c) { return c == '[' || c == '{'; }
char closing(char open) { return open == '[' ? ']' : '}'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool claims(std::string_view text, bool wanted) {
  const std::string start = start_of(text, 40);
  std::size_t depth = 0;
  while (depth < start.size() && is_open(start[depth])) ++depth;
  const bool digit = depth < start.size() && is_digit(start[depth]);
  if (depth >= 2 && depth <= 3) return digit || wanted || depth == start.size();
  if (depth != 1 || !digit) return false;
  // "[0,1],[2,3]", without brackets around it.
  TextScanner scanner(start, "");
  scanner.advance();
  const bool pair = scanner.take_number() && scanner.take(',') && scanner.take_number() &&
                    scanner.take(closing(start[0]));
  if (!pair) return false;
  scanner.take(',');
  return scanner.at_end() ? wanted : is_open(scanner.peek());
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view source)
      : scanner_(text, source), draft_(source), text_(text) {}

  Result<ParsedNetwork> read(std::string name);

 private:
  // "[0,1]"
  Status read_pair();
  // Pairs between commas (a last one may stand behind them), up to `close`, or the end ('\0').
  Status read_pairs(char close);

  TextScanner scanner_;
  NetworkDraft draft_;
  std::string_view text_;
};

Status Reader::read_pair() {
  const TextPlace place = scanner_.place();
  const char open = scanner_.peek();
  if (!is_open(open)) return scanner_.unexpected("the '[' of a comparator");
  scanner_.advance();
  scanner_.skip_space();
  const auto a = read_wire(scanner_);
  if (!a) return a.error();
  scanner_.skip_space();
  if (!scanner_.take(',')) return scanner_.unexpected("',' and the other wire");
  scanner_.skip_space();
  const auto b = read_wire(scanner_);
  if (!b) return b.error();
  scanner_.skip_space();
  if (!scanner_.take(closing(open))) {
    return scanner_.unexpected(fmt::format("the '{}' of a comparator", closing(open)));
  }
  return draft_.add(*a, *b, place);
}

Status Reader::read_pairs(char close) {
  while (true) {
    scanner_.skip_space();
    if (close == '\0' ? scanner_.at_end() : scanner_.take(close)) return {};
    if (Status status = read_pair(); !status) return status;
    scanner_.skip_space();
    if (scanner_.take(',')) continue;
    if (close == '\0' ? scanner_.at_end() : scanner_.take(close)) return {};
    if (close == '\0') return scanner_.unexpected("',' and a comparator");
    return scanner_.unexpected(fmt::format("',' or the '{}' of the list", close));
  }
}

Result<ParsedNetwork> Reader::read(std::string name) {
  const std::string start = start_of(text_, 3);
  const bool layered = start.size() == 3 && is_open(start[1]) && is_open(start[2]);
  const bool bare = start.size() >= 2 && !is_open(start[1]) && start[1] != closing(start[0]);
  scanner_.skip_space();
  const char open = scanner_.peek();
  if (!is_open(open)) return scanner_.unexpected("the '[' of the list of comparators");
  if (!bare) scanner_.advance();
  if (!layered) {
    if (Status status = read_pairs(bare ? '\0' : closing(open)); !status) return status.error();
  } else {
    while (true) {
      scanner_.skip_space();
      if (scanner_.take(closing(open))) break;
      const char inner = scanner_.peek();
      if (!is_open(inner)) return scanner_.unexpected("the '[' of a layer");
      scanner_.advance();
      draft_.begin_layer();
      if (Status status = read_pairs(closing(inner)); !status) return status.error();
      scanner_.skip_space();
      if (scanner_.take(',')) continue;
      if (scanner_.take(closing(open))) break;
      return scanner_.unexpected(fmt::format("',' or the '{}' of the list", closing(open)));
    }
  }
  scanner_.skip_space();
  scanner_.take(';');
  scanner_.skip_space();
  if (!scanner_.at_end()) return scanner_.unexpected("the end of the text");
  return parsed(draft_, std::move(name));
}

Result<ParsedNetwork> parse(std::string_view text, std::string_view source, std::string name) {
  return Reader(text, source).read(std::move(name));
}

std::string write(const ListedNetwork& network) {
  std::string text = "[";
  for (std::size_t i = 0; i < network.size(); ++i) {
    const Comparator c = network.comparators()[i];
    text += fmt::format("{}[{},{}]", i == 0 ? "" : ",", c.min_wire, c.max_wire);
  }
  return text + "]\n";
}

}  // namespace

const NetworkFormat kArrayFormat = {"array", "Nested arrays", ".json", "[[0,2],[1,3],…]",
                                    false,   false,           false,   true,
                                    claims,  parse,           write};

}  // namespace sortscope
