// notation.cpp: raised numbers and letters as characters of their own, which every font here has,
// and lowered ones as characters for private use, which are drawn as parts.
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

// U+E200 on: letters below the line.
constexpr unsigned char kLoweredLead[] = {0xEE, 0x88, 0x80};
constexpr float kSmall = 0.78F;  // of the letters
constexpr float kUp = 0.36F;
constexpr float kDown = 0.22F;

std::string lowered(char typed) {
  std::string drawn;
  const unsigned at = static_cast<unsigned char>(typed);
  drawn += static_cast<char>(kLoweredLead[0]);
  drawn += static_cast<char>(kLoweredLead[1] + at / 64);
  drawn += static_cast<char>(kLoweredLead[2] + at % 64);
  return drawn;
}

// "ε_B", "epsilon_F", "U_a" at the start of `text`: the name as it is drawn, and how long it is;
// 0: it is none.
struct Indexed {
  std::string_view drawn;
  std::size_t length = 0;
};
Indexed indexed_name(std::string_view text) {
  struct Name {
    std::string_view typed, drawn;
    char first, last;  // of its indices
  };
  static constexpr std::array<Name, 4> kNames = {{{"ε_", "ε", 'A', 'Z'},
                                                  {"epsilon_", "ε", 'A', 'Z'},
                                                  {"L_", "L", 'a', 'a'},
                                                  {"U_", "U", 'a', 'a'}}};
  for (const Name& name : kNames) {
    const std::size_t letter = name.typed.size();
    if (!text.starts_with(name.typed) || text.size() == letter) continue;
    if (text[letter] < name.first || text[letter] > name.last) continue;
    if (text.size() == letter + 1 || !(is_letter(text[letter + 1]) || text[letter + 1] == '_')) {
      return {name.drawn, letter};
    }
  }
  return {};
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
    if (const Indexed name = indexed_name(rest); name.length > 0 && !is_letter(before) &&
                                                 before != '_' &&
                                                 (face != Face::kMono || name.drawn == "ε")) {
      drawn += name.drawn;
      drawn += lowered(rest[name.length]);
      at += name.length + 1;
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

std::string take_lowered(std::string_view& text) {
  std::string typed;
  while (text.size() >= 3 && static_cast<unsigned char>(text[0]) == kLoweredLead[0]) {
    const unsigned high = static_cast<unsigned char>(text[1]) - kLoweredLead[1];
    const unsigned low = static_cast<unsigned char>(text[2]) - kLoweredLead[2];
    if (high > 1 || low > 63) break;
    typed += static_cast<char>(64 * high + low);
    text.remove_prefix(3);
  }
  return typed;
}

bool is_plain(std::string_view drawn, Face face) {
  return face != Face::kMono &&
         drawn.find(static_cast<char>(kLoweredLead[0])) == std::string_view::npos;
}

std::vector<NotationRun> notation_runs(std::string_view drawn, Face face) {
  if (is_plain(drawn, face)) return {{std::string(drawn)}};
  std::vector<NotationRun> runs;
  while (!drawn.empty()) {
    if (std::string low = take_lowered(drawn); !low.empty()) {
      runs.push_back({std::move(low), kSmall, -kDown});
      continue;
    }
    if (face == Face::kMono) {
      if (std::string high = take_raised(drawn); !high.empty()) {
        runs.push_back({std::move(high), kSmall, kUp});
        continue;
      }
    }
    if (runs.empty() || runs.back().size != 1) runs.emplace_back();
    runs.back().text += drawn.front();
    drawn.remove_prefix(1);
  }
  return runs;
}

}  // namespace sortscope
