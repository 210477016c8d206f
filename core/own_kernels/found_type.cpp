// found_type.cpp: the type that a file has where keys are, as it looks.
#include <algorithm>
#include <array>

#include "core/own_kernels/functions.h"
#include "core/own_kernels/key_type.h"
#include "core/own_kernels/tokens.h"

namespace sortscope {

using Tokens = std::vector<SourceToken>;

namespace {

constexpr std::array<std::string_view, 9> kKeyTypes{
    "int", "float", "unsigned", "uint", "double", "int32_t", "uint32_t", "int64_t", "uint64_t"};

// typedef int value_t; using value_t = int; #define value_t int: what `name` stands for.
std::string_view meaning(const Tokens& tokens, std::string_view name) {
  for (std::size_t i = 0; i + 3 < tokens.size(); ++i) {
    const auto known = [&](std::string_view word) {
      const auto at = std::find(kKeyTypes.begin(), kKeyTypes.end(), word);
      return at == kKeyTypes.end() ? std::string_view() : *at;
    };
    const std::string_view t = tokens[i].text;
    if (t == "typedef" && (tokens[i + 2].text == name || tokens[i + 3].text == name)) {
      return known(tokens[i + 1].text);
    }
    if (t == "using" && tokens[i + 1].text == name && tokens[i + 2].text == "=") {
      return known(tokens[i + 3].text);
    }
    if (tokens[i].kind != TokenKind::kDirective) continue;
    const Tokens words = source_tokens(t.substr(1));
    if (words.size() == 3 && words[0].text == "define" && words[1].text == name) {
      return known(words[2].text);
    }
  }
  return {};
}

// What the first pointer that a function is given points to, if keys may have that type.
std::string first_pointed(const Tokens& tokens, const FoundFunction& f) {
  std::size_t open = f.body - 1;
  while (open > 0 && closing(tokens, open) != f.body - 1) --open;
  for (std::size_t i = open + 1; i < f.body; ++i) {
    if (tokens[i].kind != TokenKind::kWord || tokens[i].text == "const") continue;
    std::size_t k = i + 1;
    while (tokens[k].text == "int" || tokens[k].text == "const") ++k;
    if (tokens[k].text != "*" && tokens[k + 1].text != "[") continue;
    const bool itself =
        std::find(kKeyTypes.begin(), kKeyTypes.end(), tokens[i].text) != kKeyTypes.end();
    if (itself || !meaning(tokens, tokens[i].text).empty()) return std::string(tokens[i].text);
  }
  return {};
}

}  // namespace

std::string found_key_type(std::string_view text) {
  const Tokens tokens = source_tokens(text);
  const std::vector<FoundFunction> functions = functions_of(tokens);
  const auto inside_main = [&](std::size_t i) {
    return std::any_of(functions.begin(), functions.end(), [&](const FoundFunction& f) {
      return f.facts.name == "main" && f.body < i && i < f.end;
    });
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text == "Key" && !inside_main(i)) return {};
  }
  for (const bool kernels : {false, true}) {
    for (const FoundFunction& f : functions) {
      if (f.kernel != kernels || f.device || f.facts.name == "main") continue;
      bool launches = kernels;
      for (std::size_t i = f.body; i + 2 < f.end && !launches; ++i) {
        launches =
            (tokens[i].text == "<" && tokens[i + 1].text == "<" && tokens[i + 2].text == "<") ||
            tokens[i].text.starts_with("cudaLaunch");
      }
      if (!launches) continue;
      if (std::string type = first_pointed(tokens, f); !type.empty()) return type;
    }
  }
  return {};
}

std::string plain_key_type(std::string_view text, std::string_view type) {
  const std::string_view meant = meaning(source_tokens(text), type);
  return std::string(meant.empty() ? type : meant);
}

sortscope_log::KeyNumbers key_numbers(std::string_view type) {
  using sortscope_log::KeyNumbers;
  if (type.starts_with("std::")) type.remove_prefix(5);
  if (type == "float") return KeyNumbers::kFloat;
  if (type == "double") return KeyNumbers::kDouble;
  const bool is_unsigned = type.starts_with('u');
  const bool wide =
      type.find("64") != std::string_view::npos || type.find("long") != std::string_view::npos;
  if (wide) return is_unsigned ? KeyNumbers::kUnsigned64 : KeyNumbers::kSigned64;
  return is_unsigned || type.empty() ? KeyNumbers::kUnsigned : KeyNumbers::kSigned;
}

}  // namespace sortscope
