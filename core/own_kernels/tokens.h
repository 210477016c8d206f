// tokens.h: C++ text cut into tokens, as far as rewriting needs it: comments and directives apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sortscope {

enum class TokenKind : std::uint8_t { kWord, kNumber, kSign, kString, kDirective };

struct SourceToken {
  TokenKind kind = TokenKind::kSign;
  std::string_view text;  // a sign is one character; a directive is all of its lines
  std::size_t at = 0;     // byte in the text
  std::uint32_t line = 1;
  std::uint32_t depth = 0;  // of open braces before it, those of namespaces and extern "C" aside
};

/// The tokens of `text`, which must outlive them. O(bytes).
std::vector<SourceToken> source_tokens(std::string_view text);

/// Index of the token that closes the bracket `open` ( ( [ { ), or tokens.size().
std::size_t closing(const std::vector<SourceToken>& tokens, std::size_t open);

}  // namespace sortscope
