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

// unsigned long long, long int: the words of the type that begins at token `i`; 0: it is none of
// 64 bits.
std::size_t wide_words(const Tokens& tokens, std::size_t i) {
  std::size_t k = i;
  bool wide = false;
  for (; k < tokens.size() && is_type_word(tokens[k].text); ++k) wide |= tokens[k].text == "long";
  return wide && k < tokens.size() && tokens[k].text != "double" ? k - i : 0;
}
std::string joined(const Tokens& tokens, std::size_t i, std::size_t count) {
  std::string words;
  for (std::size_t k = i; k < i + count; ++k) {
    if (!words.empty()) words += ' ';
    words += tokens[k].text;
  }
  return words;
}

// What the first pointer that a function is given points to, if keys may have that type.
std::string first_pointed(const Tokens& tokens, const FoundFunction& f) {
  std::size_t open = f.body - 1;
  while (open > 0 && closing(tokens, open) != f.body - 1) --open;
  for (std::size_t i = open + 1; i < f.body; ++i) {
    if (tokens[i].kind != TokenKind::kWord || tokens[i].text == "const") continue;
    const std::size_t wide = wide_words(tokens, i);
    std::size_t k = i + std::max<std::size_t>(wide, 1);
    while (tokens[k].text == "int" || tokens[k].text == "const") ++k;
    if (tokens[k].text != "*" && tokens[k + 1].text != "[") {
      i += wide > 0 ? wide - 1 : 0;
      continue;
    }
    if (wide > 0) return joined(tokens, i, wide);
    const bool itself =
        std::find(kKeyTypes.begin(), kKeyTypes.end(), tokens[i].text) != kKeyTypes.end();
    if (itself || !meaning(tokens, tokens[i].text).empty()) return std::string(tokens[i].text);
  }
  return {};
}

}  // namespace

bool is_type_word(std::string_view word) {
  return word == "unsigned" || word == "signed" || word == "long" || word == "int";
}

std::string with_plain_wide_types(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  const Tokens tokens = source_tokens(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t words = wide_words(tokens, i);
    if (words == 0) continue;
    const SourceToken& last = tokens[i + words - 1];
    const bool is_unsigned = joined(tokens, i, words).find("unsigned") != std::string::npos;
    out += text.substr(at, tokens[i].at - at);
    out += is_unsigned ? "uint64_t" : "int64_t";
    at = last.at + last.text.size();
    const std::string_view gone = text.substr(tokens[i].at, at - tokens[i].at);
    out.append(static_cast<std::size_t>(std::ranges::count(gone, '\n')), '\n');
    i += words - 1;
  }
  out += text.substr(at);
  return out;
}

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
            tokens[i].text.starts_with("cudaLaunch") ||
            ((tokens[i].text == "cub" || tokens[i].text == "thrust") && tokens[i + 1].text == ":");
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
