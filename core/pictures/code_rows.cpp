// code_rows.cpp: where a line of pseudocode may be broken, and at what cost.
#include "core/pictures/code_rows.h"

#include <algorithm>
#include <array>

#include "core/pictures/label_fit.h"

namespace sortscope {

namespace {

constexpr float kLeastFull = 0.4F;  // of a row that is broken where it costs less

// What a break costs: within brackets more than anything outside of them.
constexpr int kClause = 0;     // behind a colon or semicolon
constexpr int kConnected = 1;  // before "and", behind a comma
constexpr int kWords = 2;
constexpr int kOperator = 3;  // on either side of one
constexpr int kBracket = 10;
constexpr int kNever = 1000;  // a row that begins with dots looks like one that is cut

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}
bool is_operator(std::string_view word) {
  return is_one_of(word, {"<", ">", "=", "<=", ">=", "+", "-", "−", "·", "≡", "xor", "mod"});
}

// One of a row of numbers: 1, 2, 4 …
bool is_number(std::string_view word) { return !word.empty() && word[0] >= '0' && word[0] <= '9'; }

int cost(std::string_view before, std::string_view after, int depth) {
  int least = kWords;
  if (after.starts_with("…")) {
    least = kNever;
  } else if (before.ends_with(':') || before.ends_with(';')) {
    least = kClause;
  } else if (is_one_of(after, {"and", "or", "with", "while", "?", ":"})) {
    least = kConnected;
  } else if (is_operator(before) || is_operator(after) || before.ends_with("…") ||
             is_number(after)) {
    least = kOperator;
  } else if (before.ends_with(',')) {
    least = kConnected;
  }
  return least + kBracket * depth;
}

// Bytes of the first row.
std::size_t end_of_row(std::string_view code, float room) {
  if (characters(code) <= room) return code.size();
  std::size_t best = std::string_view::npos;
  int least = 2 * kNever;
  bool full = false;
  int depth = 0;
  std::size_t word = 0;
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (code[at] == '(' || code[at] == '[') ++depth;
    if (code[at] == ')' || code[at] == ']') --depth;
    if (code[at] != ' ') continue;
    const std::string_view before = code.substr(word, at - word);
    word = at + 1;
    const float row = characters(code.substr(0, at));
    if (row > room && best != std::string_view::npos) break;
    const std::string_view rest = code.substr(at + 1);
    const int here = cost(before, rest.substr(0, rest.find(' ')), depth);
    // What costs no more and fills more of the row, or the first that fills enough of it, outside
    // of brackets.
    const bool fills = row >= kLeastFull * room;
    const bool fuller = fills && !full && here < std::max(least + 1, kBracket);
    if (here <= least || fuller) {
      best = at;
      least = here;
      full = full || fills;
    }
    if (row > room) break;
  }
  return std::min(best, code.size());
}

}  // namespace

float characters(std::string_view text) { return estimated_width(text, 1, Face::kMono) / 0.6F; }

std::vector<std::string> code_rows(std::string_view code, float first, float later) {
  std::vector<std::string> rows;
  while (!code.empty()) {
    const std::size_t end = end_of_row(code, rows.empty() ? first : later);
    rows.emplace_back(code.substr(0, end));
    code.remove_prefix(std::min(end + 1, code.size()));
  }
  return rows;
}

}  // namespace sortscope
