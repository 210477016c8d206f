#include "core/own_kernels/gpu_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/own_kernels/tokens.h"

namespace sortscope {

namespace {

using Tokens = std::vector<SourceToken>;

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Marks {
 public:
  explicit Marks(std::string_view text) : text_(text), tokens_(source_tokens(text)) {}

  std::string apply() {
    bool begins = false;  // a statement
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const SourceToken& t = token(i);
      if (t.kind == TokenKind::kDirective) continue;
      if (t.kind == TokenKind::kWord && in_code()) {
        if (t.text == "while" && word(i + 1) == "(") loop(i + 1, closing(tokens_, i + 1));
        if (t.text == "for" && word(i + 1) == "(") for_loop(i + 1);
        if (begins) declaration(i);
      }
      if (t.text == "{") blocks_.push_back(opens_code(i));
      if (t.text == "}" && !blocks_.empty()) blocks_.pop_back();
      begins = t.text == "{" || t.text == "}" || t.text == ";";
    }
    std::stable_sort(inserts_.begin(), inserts_.end(),
                     [](const Insert& a, const Insert& b) { return a.at < b.at; });
    std::string out;
    std::size_t at = 0;
    for (const Insert& insert : inserts_) {
      out += text_.substr(at, insert.at - at);
      out += insert.text;
      at = insert.at;
    }
    out += text_.substr(at);
    return out;
  }

 private:
  struct Insert {
    std::size_t at;
    std::string text;
  };

  // Beyond the tokens there is an empty one.
  [[nodiscard]] const SourceToken& token(std::size_t i) const {
    static const SourceToken kNone{};
    return i < tokens_.size() ? tokens_[i] : kNone;
  }
  [[nodiscard]] std::string_view word(std::size_t i) const { return token(i).text; }
  [[nodiscard]] bool in_code() const { return !blocks_.empty() && blocks_.back(); }
  void insert(std::size_t at, std::string text) { inserts_.push_back({at, std::move(text)}); }

  // The body of a function, a loop, a branch: not of a class or a list of values.
  [[nodiscard]] bool opens_code(std::size_t brace) const {
    static constexpr std::array<std::string_view, 7> kBefore{")",        "else",    "do", "const",
                                                             "noexcept", "mutable", "try"};
    const std::string_view before = brace > 0 ? word(brace - 1) : std::string_view{};
    if (is_one_of(before, kBefore)) return true;
    return in_code() && (before == "{" || before == "}" || before == ";" || before == ":");
  }

  // `first` and `last` are the signs around a condition.
  void loop(std::size_t first, std::size_t last) {
    if (last >= tokens_.size()) return;
    const std::uint32_t line = token(first).line;
    if (last == first + 1) return insert(token(last).at, fmt::format(" {}", passes(line)));
    if (declares(first + 1, last)) return;
    insert(token(first).at + 1, fmt::format("{} && (", passes(line)));
    insert(token(last).at, ")");
  }
  static std::string passes(std::uint32_t line) {
    return fmt::format("::sortscope_gpu::passes({})", line);
  }
  void for_loop(std::size_t open) {
    const std::size_t close = closing(tokens_, open);
    std::vector<std::size_t> ends;
    for (std::size_t i = open + 1; i < close; ++i) {
      if (word(i) == "(" || word(i) == "{" || word(i) == "[") {
        i = closing(tokens_, i);
      } else if (word(i) == ";") {
        ends.push_back(i);
      }
    }
    if (ends.size() == 2) loop(ends[0], ends[1]);
  }
  // while (Node* next = list) has no place for a call.
  [[nodiscard]] bool declares(std::size_t first, std::size_t last) const {
    for (std::size_t i = first + 1; i + 1 < last; ++i) {
      if (word(i) != "=" || word(i + 1) == "=") continue;
      static constexpr std::array<std::string_view, 12> kOperators{"=", "!", "<", ">", "+", "-",
                                                                   "*", "/", "%", "&", "|", "^"};
      if (is_one_of(word(i - 1), kOperators)) continue;
      return i >= first + 2 && token(i - 1).kind == TokenKind::kWord &&
             (token(i - 2).kind == TokenKind::kWord || word(i - 2) == "*" || word(i - 2) == "&");
    }
    return false;
  }

  // Type a, b[4]; without values.
  void declaration(std::size_t i) {
    static constexpr std::array<std::string_view, 30> kNoType{
        "return",   "goto",   "break",     "continue",   "using",      "typedef",
        "delete",   "throw",  "else",      "case",       "default",    "extern",
        "static",   "friend", "namespace", "__shared__", "__device__", "__constant__",
        "if",       "for",    "while",     "do",         "switch",     "template",
        "operator", "new",    "sizeof",    "co_return",  "public",     "constexpr"};
    static constexpr std::array<std::string_view, 12> kPlain{"int",  "unsigned", "float", "double",
                                                             "bool", "char",     "short", "long",
                                                             "auto", "size_t",   "void",  "signed"};
    if (is_one_of(word(i), kNoType) || is_one_of(word(i), kPlain)) return;
    std::size_t k = i;
    while (word(k) == "typename" || word(k) == "struct" || word(k) == "volatile") ++k;
    if (token(k).kind != TokenKind::kWord) return;
    ++k;
    while (word(k) == ":" && word(k + 1) == ":" && token(k + 2).kind == TokenKind::kWord) k += 3;
    if (word(k) == "<") {
      int angles = 0;
      for (; k < tokens_.size() && word(k) != ";"; ++k) {
        if (word(k) == "<") ++angles;
        if (word(k) == ">" && --angles == 0) break;
      }
      if (word(k) != ">") return;
      ++k;
    }
    std::string calls;
    for (;; ++k) {
      if (token(k).kind != TokenKind::kWord || is_one_of(word(k), kNoType)) return;
      calls += fmt::format(" ::sortscope_gpu::begins({});", word(k));
      ++k;
      while (word(k) == "[") k = closing(tokens_, k) + 1;
      if (word(k) != ",") break;
    }
    if (word(k) == ";") insert(token(k).at + 1, calls);
  }

  std::string_view text_;
  Tokens tokens_;
  std::vector<bool> blocks_;
  std::vector<Insert> inserts_;
};

}  // namespace

std::string mark_for_gpu(std::string_view text) { return Marks(text).apply(); }

}  // namespace sortscope
