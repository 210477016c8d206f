#include "core/own_kernels/tokens.h"

#include <cctype>
#include <string>
#include <utility>

namespace sortscope {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) {}

  std::vector<SourceToken> cut() {
    while (skip_blank()) {
      const char c = text_[at_];
      const std::size_t begin = at_;
      const std::uint32_t line = line_;
      TokenKind kind = TokenKind::kSign;
      if (c == '#' && first_in_line_) {
        kind = TokenKind::kDirective;
        take_directive();
      } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        kind = TokenKind::kNumber;
        while (at_ < text_.size() &&
               (is_word(text_[at_]) || text_[at_] == '.' || text_[at_] == '\'')) {
          ++at_;
        }
      } else if (is_word(c)) {
        kind = TokenKind::kWord;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        if (at_ < text_.size() && text_[at_] == '"' && text_[at_ - 1] == 'R') {
          kind = TokenKind::kString;
          take_raw_string();
        }
      } else if (c == '"' || c == '\'') {
        kind = TokenKind::kString;
        take_string(c);
      } else {
        ++at_;
      }
      first_in_line_ = false;
      tokens_.push_back({kind, text_.substr(begin, at_ - begin), begin, line, 0});
    }
    set_depths();
    return std::move(tokens_);
  }

 private:
  bool skip_blank() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
        first_in_line_ = true;
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (text_.substr(at_, 2) == "/*") {
        const std::size_t end = text_.find("*/", at_ + 2);
        pass(end == std::string_view::npos ? text_.size() : end + 2);
      } else {
        return true;
      }
    }
    return false;
  }
  // Moves on to `to`, counting lines.
  void pass(std::size_t to) {
    for (; at_ < to; ++at_) line_ += text_[at_] == '\n' ? 1 : 0;
  }
  void take_directive() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') {
        std::size_t last = at_;
        while (last > 0 && text_[last - 1] == '\r') --last;
        if (last == 0 || text_[last - 1] != '\\') return;
        ++line_;
      } else if (text_.substr(at_, 2) == "//" || text_.substr(at_, 2) == "/*") {
        return;
      }
      ++at_;
    }
  }
  void take_string(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    at_ = at_ < text_.size() ? at_ + 1 : text_.size();
  }
  void take_raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return pass(text_.size());
    std::string end(")");
    end.append(text_.substr(at_ + 1, open - at_ - 1)).append("\"");
    const std::size_t close = text_.find(end, open);
    pass(close == std::string_view::npos ? text_.size() : close + end.size());
  }
  // Braces of namespaces and of extern "C" do not count.
  void set_depths() {
    std::vector<bool> counts;
    std::uint32_t depth = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      SourceToken& t = tokens_[i];
      if (t.text == "}" && !counts.empty()) {
        depth -= counts.back() ? 1 : 0;
        counts.pop_back();
      }
      t.depth = depth;
      if (t.text == "{") {
        counts.push_back(!opens_scope(i));
        depth += counts.back() ? 1 : 0;
      }
    }
  }
  [[nodiscard]] bool opens_scope(std::size_t brace) const {
    if (brace >= 1 && tokens_[brace - 1].text == "namespace") return true;
    if (brace < 2) return false;
    if (tokens_[brace - 1].kind == TokenKind::kString && tokens_[brace - 2].text == "extern") {
      return true;
    }
    return tokens_[brace - 1].kind == TokenKind::kWord && tokens_[brace - 2].text == "namespace";
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  bool first_in_line_ = true;
  std::vector<SourceToken> tokens_;
};

}  // namespace

std::vector<SourceToken> source_tokens(std::string_view text) { return Cutter(text).cut(); }

std::size_t closing(const std::vector<SourceToken>& tokens, std::size_t open) {
  const std::string_view left = tokens[open].text;
  const std::string_view right = left == "(" ? ")" : left == "[" ? "]" : "}";
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::kSign) continue;
    if (tokens[i].text == left) ++depth;
    if (tokens[i].text == right && --depth == 0) return i;
  }
  return tokens.size();
}

}  // namespace sortscope
