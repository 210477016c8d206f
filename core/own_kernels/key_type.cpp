#include "core/own_kernels/key_type.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/own_kernels/tokens.h"

namespace sortscope {

namespace {

using Tokens = std::vector<SourceToken>;
using Names = std::set<std::pair<std::uint32_t, std::string>>;  // function, name

// `int` before a name, as it stands in the tokens.
struct Declaration {
  std::size_t type = 0;  // first token of the type
  std::size_t words = 1;
  std::size_t name = 0;
  bool points = false;  // *, & or []
  bool key = false;
};

struct Edit {
  std::size_t at;
  std::size_t length;
  std::string_view text;
  std::uint32_t line;
};

class Typing {
 public:
  Typing(std::string_view text, std::string_view type)
      : text_(text), type_(type), tokens_(source_tokens(text)) {
    std::uint32_t function = 0;
    for (const SourceToken& t : tokens_) {
      functions_.push_back(function);
      if (t.text == "}" && t.depth == 0) ++function;
    }
  }

  KeyTyped apply() {
    find_declarations();
    for (Declaration& d : declarations_) {
      if (d.points && !counts(name(d))) mark(d);
    }
    // A variable may hold a key because another one does.
    for (bool more = true; more;) {
      more = false;
      for (Declaration& d : declarations_) {
        if (d.key || d.points || !(holds_key(d) || is_given_key(d))) continue;
        mark(d);
        more = true;
      }
    }
    return rewrite();
  }

 private:
  // Beyond the tokens there is an empty one.
  [[nodiscard]] const SourceToken& token(std::size_t i) const {
    static const SourceToken kNone{};
    return i < tokens_.size() ? tokens_[i] : kNone;
  }
  [[nodiscard]] std::string_view word(std::size_t i) const { return token(i).text; }
  [[nodiscard]] std::string_view name(const Declaration& d) const { return word(d.name); }
  void mark(Declaration& d) {
    d.key = true;
    (d.points ? arrays_ : variables_).insert({functions_[d.name], std::string(name(d))});
  }

  void find_declarations() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (word(i) != type_ || word(i + 1) == ")" || word(i - 1) == "<") continue;
      Declaration d;
      const bool qualified = i >= 3 && word(i - 1) == ":" && word(i - 3) == "std";
      d.type = qualified ? i - 3 : i;
      // A cast or sizeof: (int*), sizeof(int).
      std::size_t k = i + (type_ == "unsigned" && word(i + 1) == "int" ? 2 : 1);
      d.words = k - d.type;
      bool points = false;
      while (word(k) == "*" || word(k) == "&" || word(k) == "const" || word(k) == "__restrict__" ||
             word(k) == "__restrict") {
        points |= word(k) == "*" || word(k) == "&";
        ++k;
      }
      if (k < tokens_.size() && token(k).kind == TokenKind::kWord && word(k + 1) != "(") {
        d.name = k;
        d.points = points || (word(k + 1) == "[" && shared(i));
        declarations_.push_back(d);
        add_others(d, k + 1);
      } else if (points && word(k) == ")") {
        d.name = k;
        d.points = true;
        d.key = true;  // a cast to the pointer
        declarations_.push_back(d);
      }
    }
  }
  [[nodiscard]] bool shared(std::size_t i) const {
    for (std::size_t k = i; k-- > 0 && i - k < 5;) {
      if (word(k) == "__shared__") return true;
      if (word(k) == ";" || word(k) == "{" || word(k) == "}") break;
    }
    return false;
  }
  // int a = x, b = y: names behind a comma have the type of the first.
  void add_others(const Declaration& first, std::size_t i) {
    int depth = 0;
    for (; i < tokens_.size() && word(i) != ";" && depth >= 0; ++i) {
      if (word(i) == "(" || word(i) == "[" || word(i) == "{") ++depth;
      if (word(i) == ")" || word(i) == "]" || word(i) == "}") --depth;
      if (word(i) != "," || depth != 0) continue;
      std::size_t k = i + 1;
      const bool points = word(k) == "*";
      if (points) ++k;
      if (token(k).kind != TokenKind::kWord || word(k + 1) == "*" ||
          token(std::min(k + 1, tokens_.size() - 1)).kind == TokenKind::kWord) {
        return;  // the next parameter
      }
      Declaration d = first;
      d.name = k;
      d.points = points;
      declarations_.push_back(d);
    }
  }

  [[nodiscard]] bool counts(std::string_view array) const {
    for (std::size_t i = 0; i + 3 < tokens_.size(); ++i) {
      if ((word(i) == "atomicAdd" || word(i) == "atomicExch") && word(i + 1) == "(" &&
          (word(i + 2) == array || (word(i + 2) == "&" && word(i + 3) == array))) {
        return true;
      }
    }
    return false;
  }

  // The end of the function, or of the file, that token `i` stands in.
  [[nodiscard]] std::size_t scope_end(std::size_t i) const {
    const std::uint32_t depth = token(i).depth;
    while (++i < tokens_.size()) {
      if (token(i).text == "}" && token(i).depth == 0 && depth > 0) break;
    }
    return i;
  }

  // The token names one of `names`, in its function, and is no member of something.
  [[nodiscard]] bool is_one_of(const Names& names, std::size_t i) const {
    return i < tokens_.size() && word(i - 1) != "." && word(i - 1) != ">" &&
           names.contains({functions_[i], std::string(word(i))});
  }
  [[nodiscard]] bool element_at(std::size_t i) const {
    return (word(i + 1) == "[" || word(i - 1) == "*") && is_one_of(arrays_, i);
  }
  // An expression up to ; or , whose value is a key: a[i], min(a[i], x), c ? a[i] : b[j].
  [[nodiscard]] bool key_expression(std::size_t i) const {
    for (int depth = 0; i < tokens_.size(); ++i) {
      const std::string_view t = word(i);
      if (depth == 0 && (t == ";" || t == "," || t == ")")) return false;
      if (element_at(i) || (is_one_of(variables_, i) && word(i + 1) != "(")) {
        // A comparison is no key, but its operands are.
        const std::size_t after = word(i + 1) == "[" ? closing(tokens_, i + 1) + 1 : i + 1;
        if (word(after) == ";" || word(after) == "," || word(after) == ")" || word(after) == ":") {
          return true;
        }
      }
      if (t == "[") {
        i = closing(tokens_, i);
      } else if (t == "(") {
        const std::string_view function = word(i - 1);
        if (function.starts_with("min") || function.starts_with("max") ||
            function.starts_with("__shfl") || function.starts_with("fmin") ||
            function.starts_with("fmax")) {
          ++depth;
        } else {
          i = closing(tokens_, i);
        }
      } else if (t == ")") {
        --depth;
      }
    }
    return false;
  }

  [[nodiscard]] bool holds_key(const Declaration& d) const {
    const std::string_view n = name(d);
    const std::size_t end = scope_end(d.name);
    for (std::size_t i = d.name; i + 1 < end; ++i) {
      if (word(i) != n) continue;
      if (word(i + 1) == "=" && word(i + 2) != "=" && key_expression(i + 2)) return true;
      // a[j] = n;
      if (word(i - 1) == "=" && word(i - 2) == "]" && word(i + 1) == ";") {
        std::size_t open = i - 2;
        for (int depth = 0; open > 0; --open) {
          if (word(open) == "]") ++depth;
          if (word(open) == "[" && --depth == 0) break;
        }
        if (open > 0 && element_at(open - 1)) return true;
      }
    }
    return false;
  }

  // A parameter: int below(const int* a, int x), called somewhere as below(run, a[i]).
  [[nodiscard]] bool is_given_key(const Declaration& d) const {
    if (token(d.name).depth > 0) return false;
    std::size_t open = d.type;
    std::size_t before = 0;  // parameters before it
    for (int depth = 0; open > 0; --open) {
      const std::string_view t = word(open);
      if (t == ";" || t == "}") return false;
      if (t == ")") ++depth;
      if (t == "(" && depth-- == 0) break;
      if (t == "," && depth == 0) ++before;
    }
    if (open == 0 || token(open - 1).kind != TokenKind::kWord) return false;
    const std::string_view function = word(open - 1);
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (word(i) != function || word(i + 1) != "(" || token(i).depth == 0) continue;
      const std::size_t close = closing(tokens_, i + 1);
      std::size_t argument = i + 2;
      for (std::size_t left = before; left > 0 && argument < close; ++argument) {
        if (word(argument) == "(" || word(argument) == "[") argument = closing(tokens_, argument);
        if (word(argument) == ",") --left;
      }
      if (argument < close && key_expression(argument)) return true;
    }
    return false;
  }

  // #define SWAP(a, b) { int t = a; a = b; b = t; }: what t is, its first value says.
  void find_temporary(const SourceToken& t, std::vector<Edit>& edits) const {
    if (t.kind != TokenKind::kDirective || t.text.find("define") == std::string_view::npos) return;
    const std::size_t name = t.text.find_first_not_of(" \t#", t.text.find("define") + 6);
    const std::size_t open = t.text.find_first_of("( \t", name);
    if (open == std::string_view::npos || t.text[open] != '(') return;
    const auto inside = source_tokens(t.text.substr(open));
    for (std::size_t i = 0; i + 2 < inside.size(); ++i) {
      if (inside[i].text != type_ || inside[i + 1].kind != TokenKind::kWord ||
          inside[i + 2].text != "=") {
        continue;
      }
      edits.push_back({t.at + open + inside[i].at, type_.size(), "auto", t.line});
    }
  }

  KeyTyped rewrite() {
    KeyTyped out;
    std::vector<const Declaration*> keys;
    for (const Declaration& d : declarations_) {
      if (d.key) keys.push_back(&d);
    }
    std::sort(keys.begin(), keys.end(),
              [](const Declaration* a, const Declaration* b) { return a->type < b->type; });
    std::vector<Edit> edits;
    for (const Declaration* d : keys) {
      const SourceToken& first = token(d->type);
      const SourceToken& last = token(d->type + d->words - 1);
      edits.push_back({first.at, last.at + last.text.size() - first.at, "Key", first.line});
    }
    for (const SourceToken& t : tokens_) find_temporary(t, edits);
    std::stable_sort(edits.begin(), edits.end(),
                     [](const Edit& a, const Edit& b) { return a.at < b.at; });
    std::size_t at = 0;
    for (const Edit& edit : edits) {
      if (edit.at < at) continue;
      out.text += text_.substr(at, edit.at - at);
      out.text += edit.text;
      // "unsigned", and "int" a line below: no line moves.
      const std::string_view gone = text_.substr(edit.at, edit.length);
      out.text.append(static_cast<std::size_t>(std::ranges::count(gone, '\n')), '\n');
      at = edit.at + edit.length;
      if (out.lines.empty() || out.lines.back() != edit.line) out.lines.push_back(edit.line);
    }
    out.text += text_.substr(at);
    return out;
  }

  std::string_view text_;
  std::string type_;
  Tokens tokens_;
  std::vector<Declaration> declarations_;
  std::vector<std::uint32_t> functions_;  // by token: which function of the file it stands in
  Names arrays_;
  Names variables_;
};

}  // namespace

KeyTyped with_key_type(std::string_view text, std::string_view type) {
  return Typing(text, type).apply();
}

}  // namespace sortscope
