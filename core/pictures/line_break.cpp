// line_break.cpp: signs that hold their neighbours.
#include "core/pictures/line_break.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace sortscope {

namespace {

using namespace std::string_view_literals;

// A word of its own, between blanks.
constexpr std::array kSigns = {"="sv, "<"sv, ">"sv, "≤"sv, "≥"sv, "≠"sv,
                               "≡"sv, "≈"sv, "+"sv, "−"sv, "×"sv, "/"sv};
constexpr std::array kHeldKeys = {"Ctrl"sv, "Shift"sv, "Alt"sv};

bool is_sign(std::string_view word) { return std::ranges::find(kSigns, word) != kSigns.end(); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "n", "μ", "p": a letter alone, whatever follows it that is no letter.
bool is_variable(std::string_view word) {
  const auto byte = static_cast<unsigned char>(word.front());
  const std::size_t first = byte >= 0xC0 ? 2 : 1;
  const bool letter = std::isalpha(byte) != 0 || byte == 0xCE || byte == 0xCF;  // Latin, Greek
  return letter &&
         (word.size() <= first || std::isalpha(static_cast<unsigned char>(word[first])) == 0);
}
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
// It ends with "log", as "n)(log" and "log²" do, or begins with it.
bool is_log(std::string_view word, bool at_end) {
  const std::size_t at = at_end ? word.rfind("log") : word.find("log");
  if (at == std::string_view::npos || (at > 0 && is_letter(word[at - 1]))) return false;
  if (!at_end)
    return word.find_first_not_of('(') == at && (at + 3 == word.size() || !is_letter(word[at + 3]));
  return std::ranges::none_of(word.substr(at + 3), [](char c) { return is_letter(c) || c == ')'; });
}
bool is_factor_before(std::string_view word) {
  return is_digit(word.back()) || word.ends_with(')') || is_variable(word);
}
bool is_factor_after(std::string_view word) {
  return is_digit(word.front()) || word.starts_with('(') || is_log(word, false) ||
         is_variable(word);
}

}  // namespace

bool stays_together(std::string_view before, std::string_view after) {
  const std::string_view left = before.substr(before.find_last_of(" \n") + 1);
  const std::string_view right = after.substr(0, after.find_first_of(" \n"));
  if (left.empty() || right.empty()) return false;
  if (is_sign(left) || is_sign(right) || right.starts_with('%')) return true;
  // Between words it parts them.
  if (right == "·") return is_digit(left.back()) || is_variable(left);
  if (left == "·") return is_factor_after(right) && !after.substr(right.size()).starts_with(" =");
  // "105 log n", "n log² n", "w mod 32".
  if (is_log(left, true)) return is_variable(right) || is_digit(right.front());
  if (is_log(right, false)) return is_factor_before(left);
  // "(i and k)".
  if (right == "and") return left.front() == '(' && left.size() > 1 && is_variable(left.substr(1));
  if (left == "and") return right.ends_with(')') && is_variable(right);
  // "105 d", not "at 5 a key".
  if (is_digit(left.back()) && is_variable(right)) return right != "a" && right != "A";
  for (const std::string_view name : {"mod"sv, "xor"sv}) {
    if (right == name) return is_factor_before(left);
    if (left == name) return is_factor_after(right);
  }
  return std::ranges::find(kHeldKeys, left) != kHeldKeys.end();
}

}  // namespace sortscope
