// line_break.cpp: signs that hold their neighbours.
#include "core/pictures/line_break.h"

#include <algorithm>
#include <array>

namespace sortscope {

namespace {

using namespace std::string_view_literals;

// A word of its own, between blanks.
constexpr std::array kSigns = {"="sv, "<"sv, ">"sv, "≤"sv, "≥"sv, "≠"sv,
                               "≡"sv, "≈"sv, "+"sv, "−"sv, "×"sv, "/"sv};
constexpr std::array kHeldKeys = {"Ctrl"sv, "Shift"sv, "Alt"sv};

bool is_sign(std::string_view word) { return std::ranges::find(kSigns, word) != kSigns.end(); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool stays_together(std::string_view before, std::string_view after) {
  const std::string_view left = before.substr(before.find_last_of(" \n") + 1);
  const std::string_view right = after.substr(0, after.find_first_of(" \n"));
  if (left.empty() || right.empty()) return false;
  if (is_sign(left) || is_sign(right) || right.starts_with('%')) return true;
  // Between words it parts them.
  if (right == "·") return is_digit(left.back());
  if (left == "·") return is_digit(right.front());
  return std::ranges::find(kHeldKeys, left) != kHeldKeys.end();
}

}  // namespace sortscope
