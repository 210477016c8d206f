// sorterhunter.cpp: SorterHunter's JSON, {"N":4,"L":5,"D":3,"symmetric":true,"nw":[[0,2],...]}: a
// flat list, whose line breaks mean nothing.
#include <fmt/format.h>

#include <optional>

#include "core/base/quote.h"
#include "core/networks/formats/formats.h"

namespace sortscope {

namespace {

bool claims(std::string_view text, bool wanted) {
  const std::string start = start_of(text, 2);
  if (start.empty() || start[0] != '{') return false;
  const bool object = start.size() == 1 || start[1] == '"' || start[1] == '}';
  return object && (wanted || text.find("\"nw\"") != std::string_view::npos);
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view source) : scanner_(text, source), draft_(source) {}

  Result<ParsedNetwork> read(std::string name);

 private:
  struct Stated {
    std::uint32_t value = 0;
    TextPlace place;
  };

  Result<std::string> read_string();
  Status read_member(std::vector<std::string>& seen);
  Status read_pairs();
  Status read_stated(std::string_view key, std::optional<Stated>& stated);
  // Goes past a value that does not matter.
  Status skip_value(int depth);
  Status expect(char c, std::string_view expected);

  TextScanner scanner_;
  NetworkDraft draft_;
  std::optional<Stated> wires_, size_, depth_;
  bool pairs_read_ = false;
};

Status Reader::expect(char c, std::string_view expected) {
  scanner_.skip_space();
  if (scanner_.take(c)) return {};
  return scanner_.unexpected(expected);
}

Result<std::string> Reader::read_string() {
  if (Status status = expect('"', "a name in double quotes"); !status) return status.error();
  std::string text;
  while (!scanner_.at_end() && scanner_.peek() != '"') {
    if (scanner_.peek() == '\n') return scanner_.unexpected("the closing '\"' of a text");
    if (scanner_.peek() == '\\') scanner_.advance();
    text += scanner_.peek();
    scanner_.advance();
  }
  if (!scanner_.take('"')) return scanner_.unexpected("the closing '\"' of a text");
  return text;
}

Status Reader::read_stated(std::string_view key, std::optional<Stated>& stated) {
  scanner_.skip_space();
  const TextPlace place = scanner_.place();
  const auto number = scanner_.take_number();
  if (!number) return scanner_.unexpected(fmt::format("the whole number of \"{}\"", key));
  stated = Stated{*number, place};
  return key == "N" ? draft_.state_wires(*number, place) : Status();
}

Status Reader::read_pairs() {
  pairs_read_ = true;
  if (Status status = expect('[', "the '[' of the list of comparators"); !status) return status;
  scanner_.skip_space();
  if (scanner_.take(']')) return {};
  while (true) {
    scanner_.skip_space();
    const TextPlace place = scanner_.place();
    if (Status status = expect('[', "the '[' of a comparator"); !status) return status;
    scanner_.skip_space();
    const auto a = read_wire(scanner_);
    if (!a) return a.error();
    if (Status status = expect(',', "',' and the other wire"); !status) return status;
    scanner_.skip_space();
    const auto b = read_wire(scanner_);
    if (!b) return b.error();
    if (Status status = expect(']', "the ']' of a comparator"); !status) return status;
    if (Status status = draft_.add(*a, *b, place); !status) return status;
    scanner_.skip_space();
    if (scanner_.take(']')) return {};
    if (!scanner_.take(',')) return scanner_.unexpected("',' or the ']' of the list");
  }
}

Status Reader::skip_value(int depth) {
  constexpr int kDeepest = 32;
  scanner_.skip_space();
  if (depth > kDeepest) return scanner_.unexpected("a value that is not nested so deeply");
  const char open = scanner_.peek();
  if (open == '"') {
    const auto text = read_string();
    return text ? Status() : Status(text.error());
  }
  if (open == '[' || open == '{') {
    const char close = open == '[' ? ']' : '}';
    scanner_.advance();
    scanner_.skip_space();
    if (scanner_.take(close)) return {};
    while (true) {
      if (open == '{') {
        if (const auto key = read_string(); !key) return key.error();
        if (Status status = expect(':', "':'"); !status) return status;
      }
      if (Status status = skip_value(depth + 1); !status) return status;
      scanner_.skip_space();
      if (scanner_.take(close)) return {};
      if (!scanner_.take(',')) return scanner_.unexpected(fmt::format("',' or '{}'", close));
    }
  }
  // A number, true, false or null.
  std::size_t length = 0;
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == 'E' || c == '-' || c == '+' ||
           c == '.';
  };
  for (; plain(scanner_.peek()); scanner_.advance()) ++length;
  return length > 0 ? Status() : Status(scanner_.unexpected("a value"));
}

Status Reader::read_member(std::vector<std::string>& seen) {
  scanner_.skip_space();
  const TextPlace place = scanner_.place();
  const auto key = read_string();
  if (!key) return key.error();
  for (const std::string& before : seen) {
    if (before == *key) {
      return error_at(scanner_.source(), place,
                      fmt::format("{} for the second time.", quoted(*key)),
                      "Each name is expected once.");
    }
  }
  seen.push_back(*key);
  if (Status status = expect(':', "':'"); !status) return status;
  if (*key == "nw") return read_pairs();
  if (*key == "N") return read_stated("N", wires_);
  if (*key == "L") return read_stated("L", size_);
  if (*key == "D") return read_stated("D", depth_);
  return skip_value(0);
}

Result<ParsedNetwork> Reader::read(std::string name) {
  if (Status status = expect('{', "the '{' of the network"); !status) return status.error();
  std::vector<std::string> seen;
  scanner_.skip_space();
  if (!scanner_.take('}')) {
    while (true) {
      if (Status status = read_member(seen); !status) return status.error();
      scanner_.skip_space();
      if (scanner_.take('}')) break;
      if (!scanner_.take(',')) return scanner_.unexpected("',' or the '}' of the network");
    }
  }
  scanner_.skip_space();
  if (!scanner_.at_end()) return scanner_.unexpected("the end of the text");
  if (!pairs_read_) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("{} has no list of comparators.", scanner_.source()),
                 "\"nw\": [[0,1], ...] is expected."};
  }
  if (size_ && size_->value != draft_.size()) {
    return error_at(
        scanner_.source(), size_->place,
        fmt::format("\"L\" states {} comparators, \"nw\" has {}.", size_->value, draft_.size()),
        "Correct one of them; the file may have been cut.");
  }
  auto network = parsed(draft_, std::move(name));
  if (network && depth_ && depth_->value != network->network->depth()) {
    return error_at(scanner_.source(), depth_->place,
                    fmt::format("\"D\" states {} layers, the comparators make {}.", depth_->value,
                                network->network->depth()),
                    "Correct \"D\", or the comparators.");
  }
  return network;
}

Result<ParsedNetwork> parse(std::string_view text, std::string_view source, std::string name) {
  return Reader(text, source).read(std::move(name));
}

// The list is the same from both ends: mirrored wires exchange minimum and maximum.
bool symmetric(const ListedNetwork& network) {
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (const Comparator& c : network.layer(layer)) {
      const Wire mirrored = network.wires() - 1 - c.max_wire;
      const WireUse use = network.use(layer, mirrored);
      if (!use.compared || use.comparator.min_wire != mirrored ||
          use.comparator.max_wire != network.wires() - 1 - c.min_wire) {
        return false;
      }
    }
  }
  return true;
}

std::string write(const ListedNetwork& network) {
  const auto leveled = ListedNetwork::leveled(network.wires(), network.comparators());
  std::string text =
      fmt::format("{{\"N\":{},\"L\":{},\"D\":{},\"symmetric\":{},\"nw\":[", network.wires(),
                  network.size(), (*leveled)->depth(), symmetric(network) ? "true" : "false");
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    text += "\n";
    for (std::size_t i = 0; i < network.layer(layer).size(); ++i) {
      const Comparator c = network.layer(layer)[i];
      const bool last = network.first(layer) + i + 1 == network.size();
      text += fmt::format("[{},{}]{}", c.min_wire, c.max_wire, last ? "" : ",");
    }
  }
  return text + "\n]}\n";
}

}  // namespace

const NetworkFormat kSorterHunterFormat = {
    "sorterhunter", "SorterHunter JSON",
    ".json",        R"({"N":4,"L":5,"D":3,"nw":[[0,2],[1,3],…]})",
    false,          false,
    true,           true,
    claims,         parse,
    write};

}  // namespace sortscope
