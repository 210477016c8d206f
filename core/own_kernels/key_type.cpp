#include "core/own_kernels/key_type.h"

#include <algorithm>
#include <optional>
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
  bool vector = false;  // std::vector<int>, int a[8]: of keys where it is used with them
  bool member = false;  // of a struct
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
    std::vector<bool> structs;  // by open brace
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      functions_.push_back(function);
      const std::string_view t = word(i);
      if (t == "}" && token(i).depth == 0) ++function;
      if (t == "}" && !structs.empty()) structs.pop_back();
      in_struct_.push_back(!structs.empty() && structs.back());
      if (t == "{") structs.push_back(opens_struct(i));
    }
  }

  KeyTyped apply() {
    find_declarations();
    find_plain();
    for (Declaration& d : declarations_) {
      if (d.points && !d.vector && !plain_.contains(place_of(d))) mark(d);
    }
    // A variable may hold a key because another one does.
    for (bool more = true; more;) {
      more = false;
      for (Declaration& d : declarations_) {
        if (d.key || (d.points && !d.vector)) continue;
        const bool holds = d.member   ? member_holds_key(d)
                           : d.vector ? holds_keys(d)
                                      : holds_key(d) || is_given_key(d);
        if (!holds) continue;
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
    if (d.member) {
      (d.points ? member_arrays_ : members_).insert(std::string(name(d)));
      return;
    }
    (d.points ? arrays_ : variables_).insert({functions_[d.name], std::string(name(d))});
  }

  void find_declarations() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (word(i) != type_ || word(i + 1) == ")") continue;
      if (word(i - 1) == "<") {
        find_vector(i);
        continue;
      }
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
        d.member = in_struct_[k];
        // An array of its own, in registers, holds keys or not.
        d.vector = !points && word(k + 1) == "[" && !shared(i) && token(k).depth > 0;
        d.points = points || d.vector || (word(k + 1) == "[" && shared(i));
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
  // std::vector<int> v, thrust::device_vector<int> d(n): `i` is the type between < and >.
  void find_vector(std::size_t i) {
    const std::string_view of = word(i - 2);
    const bool thrust = of == "device_vector" || of == "host_vector" || of == "device_ptr";
    const std::size_t close = i + (type_ == "unsigned" && word(i + 1) == "int" ? 2 : 1);
    if (word(close) != ">" || token(i - 2).kind != TokenKind::kWord || of.ends_with("_cast"))
      return;
    std::size_t k = close + 1;
    while (word(k) == "&" || word(k) == "*" || word(k) == "const") ++k;
    Declaration d;
    d.type = i;
    d.words = close - i;
    d.points = true;
    d.vector = !thrust;
    // Without a name it is a value of its own: device_vector<int>(n).
    d.name = token(k).kind == TokenKind::kWord ? k : i;
    if (d.name == i && !thrust) return;
    if (in_struct_[d.name] || (word(k) == "operator" && !thrust)) return;
    declarations_.push_back(d);
  }
  // struct Item { int key; }: given a key somewhere, or given on as one.
  [[nodiscard]] bool member_holds_key(const Declaration& d) const {
    const std::string_view n = name(d);
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (word(i) != n || !behind_dot(i)) continue;
      const std::size_t behind = word(i + 1) == "[" ? closing(tokens_, i + 1) + 1 : i + 1;
      if (word(behind) == "=" && word(behind + 1) != "=" && key_expression(behind + 1)) return true;
      // a[j] = items[i].key;
      std::size_t before = i;
      while (before > 0 && word(before) != ";" && word(before) != "{" && word(before) != "}" &&
             word(before) != "=") {
        --before;
      }
      if (word(before) == "=" && word(before - 1) == "]" && word(behind) == ";" &&
          element_before(before - 1)) {
        return true;
      }
    }
    return false;
  }
  [[nodiscard]] bool behind_dot(std::size_t i) const {
    return word(i - 1) == "." || (word(i - 1) == ">" && word(i - 2) == "-");
  }
  // a[j], whose ] is token `close`, is a key.
  [[nodiscard]] bool element_before(std::size_t close) const {
    std::size_t open = close;
    for (int depth = 0; open > 0; --open) {
      if (word(open) == "]") ++depth;
      if (word(open) == "[" && --depth == 0) break;
    }
    return open > 0 && element_at(open - 1);
  }
  // struct Item {, class Item : Base {.
  [[nodiscard]] bool opens_struct(std::size_t i) const {
    for (std::size_t k = i; k-- > 0;) {
      const std::string_view t = word(k);
      if (t == "struct" || t == "class") return true;
      if (t == ";" || t == "}" || t == "{" || t == ")") return false;
    }
    return false;
  }

  // A vector is made of keys, or copied from or to them, or is given one.
  [[nodiscard]] bool holds_keys(const Declaration& d) const {
    const std::string_view n = name(d);
    const std::size_t end = scope_end(d.name);
    const auto names_array = [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) {
        if (is_one_of(arrays_, i)) return true;
      }
      return false;
    };
    if ((word(d.name + 1) == "(" || word(d.name + 1) == "{") &&
        names_array(d.name + 2, closing(tokens_, d.name + 1))) {
      return true;
    }
    for (std::size_t i = d.name + 1; i + 1 < end; ++i) {
      const std::string_view t = word(i);
      if (t == n && word(i + 1) == "[") {
        const std::size_t close = closing(tokens_, i + 1);
        if (word(close + 1) == "=" && word(close + 2) != "=" && key_expression(close + 2))
          return true;
        // a[j] = v[i];
        if (word(i - 1) == "=" && word(i - 2) == "]" && word(close + 1) == ";" &&
            element_before(i - 2)) {
          return true;
        }
      }
      const bool copies = t.starts_with("cudaMemcpy") || t == "memcpy" || t == "copy" ||
                          t == "copy_n" || t == "assign";
      if (!copies || word(i + 1) != "(") continue;
      const std::size_t close = closing(tokens_, i + 1);
      bool named = t == "assign" && word(i - 1) == "." && word(i - 2) == n;
      for (std::size_t k = i + 2; k < close; ++k) named |= word(k) == n;
      if (named && names_array(i + 2, close)) return true;
    }
    return is_given_to_keys(d);
  }
  // Its memory goes to a function that takes keys: step<<<1, 64>>>(v.data(), n).
  [[nodiscard]] bool is_given_to_keys(const Declaration& d) const {
    for (const Declaration& other : declarations_) {
      if (!other.key || !other.points) continue;
      const auto parameter = parameter_of(other);
      if (!parameter) continue;
      for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
        if (functions_[i] != functions_[d.name]) continue;
        std::size_t at = argument_at(i, *parameter);
        if (at > 0 && word(at) == "&") ++at;
        if (at > 0 && word(at) == name(d)) return true;
      }
    }
    return false;
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
      d.vector = !points && word(k + 1) == "[" && !shared(first.type) && token(k).depth > 0;
      d.points = points || d.vector || (word(k + 1) == "[" && shared(first.type));
      declarations_.push_back(d);
    }
  }

  [[nodiscard]] std::pair<std::uint32_t, std::string> place_of(const Declaration& d) const {
    return {functions_[d.name], std::string(name(d))};
  }

  // Counters, flags, and what is handed from them to functions or from functions to them: numbers.
  void find_plain() {
    for (const Declaration& d : declarations_) {
      if (d.points && (counts(name(d)) || is_one_number(d))) plain_.insert(place_of(d));
    }
    for (bool more = true; more;) {
      more = false;
      for (const Declaration& d : declarations_) {
        const auto parameter = parameter_of(d);
        if (!d.points || !parameter) continue;
        for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
          const std::size_t at = argument_at(i, *parameter);
          if (at == 0) continue;
          const bool takes_address = word(at) == "&";
          const std::size_t named = takes_address ? at + 1 : at;
          if (token(named).kind != TokenKind::kWord) continue;
          const std::pair<std::uint32_t, std::string> given{functions_[named],
                                                            std::string(word(named))};
          if (plain_.contains(place_of(d)))
            more |= is_pointer(given) && plain_.insert(given).second;
          if (plain_.contains(given)) more |= plain_.insert(place_of(d)).second;
        }
      }
    }
  }
  [[nodiscard]] bool is_pointer(const std::pair<std::uint32_t, std::string>& place) const {
    return std::any_of(declarations_.begin(), declarations_.end(),
                       [&](const Declaration& d) { return d.points && place_of(d) == place; });
  }

  // int* changed: memory of one number, or one that is only ever set to a constant.
  [[nodiscard]] bool is_one_number(const Declaration& d) const {
    const std::string_view n = name(d);
    const std::size_t end = scope_end(d.name);
    bool set = false;
    for (std::size_t i = d.name + 1; i < end; ++i) {
      if (word(i) != n) continue;
      // cudaMalloc(&changed, sizeof(int));
      if (word(i - 1) == "&" && word(i + 1) == "," && word(i + 2) == "sizeof" &&
          word(i + 3) == "(" && word(closing(tokens_, i + 3) + 1) == ")") {
        return true;
      }
      const bool first = word(i + 1) == "[" && word(i + 2) == "0" && word(i + 3) == "]";
      if ((word(i + 1) == "[" && !first) || word(i + 1) == "+") return false;
      const std::size_t behind = first ? i + 4 : i + 1;
      const bool constant = token(behind + 1).kind == TokenKind::kNumber ||
                            word(behind + 1) == "true" || word(behind + 1) == "false";
      set |= (first || word(i - 1) == "*") && word(behind) == "=" && constant &&
             word(behind + 2) == ";";
    }
    return set;
  }

  // Of a parameter: its function, and which one it is.
  struct Parameter {
    std::string_view function;
    std::size_t number = 0;
  };
  [[nodiscard]] std::optional<Parameter> parameter_of(const Declaration& d) const {
    if (token(d.name).depth > 0) return std::nullopt;
    std::size_t open = d.type;
    std::size_t before = 0;
    for (int depth = 0; open > 0; --open) {
      const std::string_view t = word(open);
      if (t == ";" || t == "}") return std::nullopt;
      if (t == ")") ++depth;
      if (t == "(" && depth-- == 0) break;
      if (t == "," && depth == 0) ++before;
    }
    if (open == 0 || token(open - 1).kind != TokenKind::kWord) return std::nullopt;
    return Parameter{word(open - 1), before};
  }

  // Where that argument begins, if token `i` is a call or a launch of the function; else 0.
  [[nodiscard]] std::size_t argument_at(std::size_t i, const Parameter& parameter) const {
    if (word(i) != parameter.function || token(i).depth == 0) return 0;
    std::size_t open = i + 1;
    if (word(open) == "<" && word(open + 1) == "<" && word(open + 2) == "<") {
      while (open < tokens_.size() && word(open) != ";" &&
             !(word(open) == ">" && word(open + 1) == ">" && word(open + 2) == ">")) {
        ++open;
      }
      open += 3;
    }
    if (word(open) != "(") return 0;
    const std::size_t close = closing(tokens_, open);
    std::size_t at = open + 1;
    for (std::size_t left = parameter.number; left > 0 && at < close; ++at) {
      if (word(at) == "(" || word(at) == "[") at = closing(tokens_, at);
      if (word(at) == ",") --left;
    }
    return at < close ? at : 0;
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
    if (word(i + 1) == "[" && behind_dot(i) && member_arrays_.contains(std::string(word(i)))) {
      return true;
    }
    return (word(i + 1) == "[" || word(i - 1) == "*") && is_one_of(arrays_, i);
  }
  // An expression up to ; or , whose value is a key: a[i], min(a[i], x), c ? a[i] : b[j].
  [[nodiscard]] bool key_expression(std::size_t i) const {
    for (int depth = 0; i < tokens_.size(); ++i) {
      const std::string_view t = word(i);
      if (depth == 0 && (t == ";" || t == "," || t == ")")) return false;
      const bool member = behind_dot(i) && members_.contains(std::string(t));
      if (member || element_at(i) || (is_one_of(variables_, i) && word(i + 1) != "(")) {
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
      if (word(i - 1) == "=" && word(i - 2) == "]" && word(i + 1) == ";" && element_before(i - 2)) {
        return true;
      }
    }
    return false;
  }

  // A parameter: int below(const int* a, int x), called somewhere as below(run, a[i]).
  [[nodiscard]] bool is_given_key(const Declaration& d) const {
    const auto parameter = parameter_of(d);
    if (!parameter) return false;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      const std::size_t argument = argument_at(i, *parameter);
      if (argument > 0 && key_expression(argument)) return true;
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

  // Of another size than a Key.
  [[nodiscard]] bool large() const {
    const std::string plain = plain_key_type(text_, type_);
    return plain == "double" || plain == "int64_t" || plain == "uint64_t";
  }

  // template <typename T> __global__ void step(T* a): its name.
  [[nodiscard]] std::set<std::string_view> function_templates() const {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (word(i) != "template") continue;
      for (std::size_t k = i + 1; k < tokens_.size() && word(k) != "{" && word(k) != ";"; ++k) {
        if (word(k + 1) != "(" || token(k).kind != TokenKind::kWord || word(k).starts_with("__")) {
          continue;
        }
        names.insert(word(k));
        break;
      }
    }
    return names;
  }
  // step<int, 256><<<1, 256>>>(keys, n): what it is called with is of keys.
  void find_template_arguments(std::vector<Edit>& edits) const {
    const std::set<std::string_view> names = function_templates();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!names.contains(word(i)) || word(i + 1) != "<" || word(i + 2) == "<") continue;
      std::vector<std::size_t> types;
      std::size_t k = i + 2;
      for (; k < tokens_.size() && word(k) != ">" && word(k) != ";" && word(k) != "("; ++k) {
        const bool whole = (word(k - 1) == "<" || word(k - 1) == ",") &&
                           (word(k + 1) == "," || word(k + 1) == ">");
        if (word(k) == type_ && whole) types.push_back(k);
      }
      if (word(k) != ">" || (word(k + 1) != "(" && word(k + 1) != "<")) continue;
      for (const std::size_t at : types) {
        edits.push_back({token(at).at, token(at).text.size(), "Key", token(at).line});
      }
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
    find_template_arguments(edits);
    const bool sizes = large();
    for (std::size_t i = 0; sizes && i + 3 < tokens_.size(); ++i) {
      // As many bytes as a Key has.
      if (word(i) == "sizeof" && word(i + 1) == "(" && word(i + 2) == type_ && word(i + 3) == ")")
        edits.push_back({token(i + 2).at, type_.size(), "Key", token(i + 2).line});
    }
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
  Names plain_;                  // pointers to what is no key
  std::vector<bool> in_struct_;  // by token
  std::set<std::string> members_;
  std::set<std::string> member_arrays_;
};

}  // namespace

KeyTyped with_key_type(std::string_view text, std::string_view type) {
  if (type.find("long") == std::string_view::npos) return Typing(text, type).apply();
  const std::string plain = with_plain_wide_types(text);
  return Typing(plain, type.find("unsigned") != std::string_view::npos ? "uint64_t" : "int64_t")
      .apply();
}

}  // namespace sortscope
