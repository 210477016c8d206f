// notation.cpp: raised numbers and letters as characters of their own, which every font here has.
#include "core/pictures/notation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace sortscope {

namespace {

struct Raised {
  char typed;
  std::string_view drawn;
};
constexpr std::array<Raised, 20> kRaised = {
    {{'0', "⁰"}, {'1', "¹"}, {'2', "²"}, {'3', "³"}, {'4', "⁴"}, {'5', "⁵"}, {'6', "⁶"},
     {'7', "⁷"}, {'8', "⁸"}, {'9', "⁹"}, {'-', "⁻"}, {'b', "ᵇ"}, {'d', "ᵈ"}, {'e', "ᵉ"},
     {'i', "ⁱ"}, {'k', "ᵏ"}, {'m', "ᵐ"}, {'n', "ⁿ"}, {'t', "ᵗ"}, {'.', "·"}}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - at;
}

std::string_view raised(char typed) {
  const auto* row = std::ranges::find(kRaised, typed, &Raised::typed);
  return row == kRaised.end() ? std::string_view{} : row->drawn;
}

// The exponent at the start of `text`, "11,585 keys": what is raised of it and how much of `text`
// that is. Nothing where it is none.
struct Exponent {
  std::string drawn;
  std::size_t length = 0;
};
Exponent exponent_of(std::string_view text, Face face) {
  Exponent found;
  const auto add = [&](std::size_t at, std::size_t count) {
    for (const char c : text.substr(at, count)) found.drawn += raised(c);
    found.length = at + count;
  };
  // The monospaced face has no raised sign.
  std::size_t at = text.starts_with('-') && face != Face::kMono ? 1 : 0;
  std::size_t count = digits_at(text, at);
  if (count == 0 && at > 0) return found;
  if (count == 0) {
    // One letter, which no other follows.
    const bool one = face != Face::kMono && !text.empty() && is_letter(text[0]) &&
                     (text.size() == 1 || !(is_letter(text[1]) || is_digit(text[1])));
    if (one && !raised(text[0]).empty()) add(0, 1);
    return found;
  }
  add(0, at + count);
  while (at + count < text.size() && text[at + count] == ',' && count <= 3 &&
         digits_at(text, at + count + 1) == 3) {
    at += count + 1;
    count = 3;
    add(at, count);
  }
  const std::size_t point = at + count;
  if (point < text.size() && text[point] == '.' && digits_at(text, point + 1) > 0) {
    add(point, 1 + digits_at(text, point + 1));
  }
  return found;
}

// "ε_B", "epsilon_F" at the start of `text`: how long the name is; 0: it is none.
std::size_t index_of(std::string_view text) {
  for (const std::string_view name : {std::string_view("ε_"), std::string_view("epsilon_")}) {
    const std::size_t letter = name.size();
    if (!text.starts_with(name) || text.size() == letter) continue;
    if (text[letter] < 'A' || text[letter] > 'Z') continue;
    if (text.size() == letter + 1 || !is_letter(text[letter + 1])) return letter;
  }
  return 0;
}

}  // namespace

std::string_view typeset(std::string_view text, Face face, std::string& kept) {
  if (text.find('^') == std::string_view::npos && text.find('_') == std::string_view::npos) {
    return text;
  }
  std::string drawn;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const char before = at > 0 ? text[at - 1] : ' ';
    if (rest[0] == '^' && (is_digit(before) || is_letter(before) || before == ')')) {
      const Exponent exponent = exponent_of(rest.substr(1), face);
      if (exponent.length > 0) {
        drawn += exponent.drawn;
        at += 1 + exponent.length;
        continue;
      }
    }
    if (const std::size_t letter = index_of(rest); letter > 0 && !is_letter(before)) {
      drawn += "ε(";
      drawn += rest[letter];
      drawn += ')';
      at += letter + 1;
      continue;
    }
    drawn += rest[0];
    ++at;
  }
  kept = std::move(drawn);
  return kept;
}

std::string typeset(std::string_view text, Face face) {
  std::string kept;
  return std::string(typeset(text, face, kept));
}

std::string take_raised(std::string_view& text) {
  std::string typed;
  // None of them is ASCII, as most text is.
  while (!text.empty() && static_cast<unsigned char>(text[0]) >= 0x80) {
    const auto* row = std::ranges::find_if(kRaised, [&](const Raised& each) {
      // Elsewhere this is a product's dot.
      return text.starts_with(each.drawn) && (each.typed != '.' || !typed.empty());
    });
    if (row == kRaised.end()) break;
    typed += row->typed;
    text.remove_prefix(row->drawn.size());
  }
  return typed;
}

std::vector<NotationRun> notation_runs(std::string_view drawn, Face face) {
  if (face != Face::kMono) return {{std::string(drawn), false}};
  std::vector<NotationRun> runs;
  while (!drawn.empty()) {
    if (std::string raised = take_raised(drawn); !raised.empty()) {
      runs.push_back({std::move(raised), true});
      continue;
    }
    if (runs.empty() || runs.back().raised) runs.emplace_back();
    runs.back().text += drawn.front();
    drawn.remove_prefix(1);
  }
  return runs;
}

}  // namespace sortscope
