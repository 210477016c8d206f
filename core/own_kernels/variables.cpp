// variables.cpp: from declarations in device functions to the places where they are used.
#include "core/own_kernels/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/own_kernels/tokens.h"

namespace sortscope {

namespace {

using Tokens = std::vector<SourceToken>;

// A device function: its parameters and its body.
struct Device {
  std::size_t open = 0;  // of the parameters
  std::size_t body = 0;
  std::size_t end = 0;
};

enum class Type : std::uint8_t { kNone, kSigned, kUnsigned };

Type integer_type(std::string_view word) {
  static constexpr std::array kSigned{"int", "long", "short", "signed", "int32_t", "int64_t"};
  static constexpr std::array kUnsigned{"unsigned", "size_t",   "uint",  "uint32_t",
                                        "uint64_t", "uint16_t", "ulong", "auto"};
  if (std::find(kSigned.begin(), kSigned.end(), word) != kSigned.end()) return Type::kSigned;
  if (std::find(kUnsigned.begin(), kUnsigned.end(), word) != kUnsigned.end())
    return Type::kUnsigned;
  return Type::kNone;
}

class Watch {
 public:
  explicit Watch(std::string_view text) : text_(text), tokens_(source_tokens(text)) {}

  WatchedSource apply() {
    for (const Device& device : devices()) {
      names_.clear();
      plain_.assign(tokens_.size(), false);
      leave_out(device);
      declare(device);
      mark(device);
    }
    out_.text += text_.substr(at_);
    return std::move(out_);
  }

 private:
  // Beyond the tokens there is an empty one.
  [[nodiscard]] const SourceToken& token(std::size_t i) const {
    static const SourceToken kNone{};
    return i < tokens_.size() ? tokens_[i] : kNone;
  }
  [[nodiscard]] std::string_view word(std::size_t i) const { return token(i).text; }
  // Two signs that are one: ++, ->, ::.
  [[nodiscard]] bool joined(std::size_t i, std::string_view two) const {
    return word(i) == two.substr(0, 1) && word(i + 1) == two.substr(1, 1) &&
           token(i + 1).at == token(i).at + 1;
  }

  [[nodiscard]] std::vector<Device> devices() const {
    std::vector<Device> found;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (token(i).depth != 0 || (word(i) != "__global__" && word(i) != "__device__")) continue;
      std::size_t k = i + 1;
      while (k < tokens_.size() && word(k) != "(" && word(k) != ";" && word(k) != "{") ++k;
      // __launch_bounds__(256) and the like stand before the name.
      while (word(k) == "(" && closing(tokens_, k) < tokens_.size() &&
             token(closing(tokens_, k) + 1).kind == TokenKind::kWord) {
        k = closing(tokens_, k) + 1;
        while (k < tokens_.size() && word(k) != "(" && word(k) != ";" && word(k) != "{") ++k;
      }
      if (word(k) != "(") continue;
      Device device;
      device.open = k;
      device.body = closing(tokens_, k) + 1;
      if (word(device.body) != "{") continue;
      device.end = closing(tokens_, device.body);
      if (device.end >= tokens_.size()) continue;
      found.push_back(device);
      i = device.end;
    }
    return found;
  }

  // What is no place for a call: captures, what stands in asm, conditions of the compiler.
  void leave_out(const Device& device) {
    for (std::size_t i = device.body; i < device.end; ++i) {
      const bool assembly = word(i).starts_with("asm") || word(i) == "__asm__";
      const bool constant =
          word(i) == "static_assert" || word(i) == "case" || word(i) == "constexpr";
      if (assembly || constant) {
        while (i < device.end && word(i) != ";" && (assembly || word(i) != ":") && word(i) != "{") {
          plain_[i++] = true;
        }
      } else if (word(i) == "[" && token(i - 1).kind != TokenKind::kWord && word(i - 1) != "]" &&
                 word(i - 1) != ")") {
        for (const std::size_t end = closing(tokens_, i); i < end; ++i) plain_[i] = true;
      }
    }
  }

  void declare(const Device& device) {
    for (std::size_t i = device.open + 1; i < device.end; ++i) {
      Type type = integer_type(word(i));
      if (type == Type::kNone || word(i - 1) == "<" || plain_[i]) continue;
      std::size_t k = i + 1;
      while (integer_type(word(k)) != Type::kNone || word(k) == "const") {
        if (integer_type(word(k)) == Type::kUnsigned) type = Type::kUnsigned;
        ++k;
      }
      if (word(k) == "&") ++k;
      if (!declares(k)) {
        i = k - 1;
        continue;
      }
      add(device, k, type);
      i = k;
      if (k < device.body) continue;
      // unsigned t = threadIdx.x, i = 2 * t;
      int depth = 0;
      for (std::size_t c = k + 1; c < device.end && word(c) != ";" && depth >= 0; ++c) {
        if (word(c) == "(" || word(c) == "[" || word(c) == "{") ++depth;
        if (word(c) == ")" || word(c) == "]" || word(c) == "}") --depth;
        if (word(c) == "," && depth == 0 && declares(c + 1)) add(device, c + 1, type);
      }
    }
  }
  [[nodiscard]] bool declares(std::size_t i) const {
    static constexpr std::array kBehind{"=", ",", ";", "(", "{", ")", ":"};
    return token(i).kind == TokenKind::kWord &&
           std::find(kBehind.begin(), kBehind.end(), word(i + 1)) != kBehind.end();
  }
  void add(const Device& device, std::size_t i, Type type) {
    plain_[i] = true;
    const auto [at, fresh] = names_.try_emplace(word(i), out_.variables.size() + 1);
    if (!fresh) return;
    if (out_.variables.size() == kMostVariables) {
      names_.erase(at);
      return;
    }
    out_.variables.push_back({std::string(word(i)), type == Type::kSigned, token(device.open).line,
                              token(device.end).line});
  }

  void mark(const Device& device) {
    for (std::size_t i = device.body; i < device.end; ++i) {
      const SourceToken& t = token(i);
      if (t.kind != TokenKind::kWord || plain_[i]) continue;
      const auto found = names_.find(t.text);
      if (found == names_.end() || is_other(i)) continue;
      out_.text += text_.substr(at_, t.at - at_);
      out_.text +=
          fmt::format("SORTSCOPE_{}({}, {})", changes(i) ? "SET" : "SEE", found->second, t.text);
      at_ = t.at + t.text.size();
    }
  }
  // The word names something else here: a member, a function, an argument of a template.
  [[nodiscard]] bool is_other(std::size_t i) const {
    if (word(i - 1) == "." || word(i + 1) == "." || word(i + 1) == "(") return true;
    if (i >= 2 && (joined(i - 2, "->") || joined(i - 2, "::"))) return true;
    if (joined(i + 1, "::")) return true;
    const bool in_angles = word(i - 1) == "<" && token(i - 2).kind == TokenKind::kWord;
    return in_angles && (word(i + 1) == ">" || word(i + 1) == ",");
  }
  [[nodiscard]] bool changes(std::size_t i) const {
    if (joined(i + 1, "++") || joined(i + 1, "--")) return true;
    if (i >= 2 && (joined(i - 2, "++") || joined(i - 2, "--"))) return true;
    if (word(i + 1) == "=") return !joined(i + 1, "==");
    static constexpr std::array kTwo{"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    if (std::any_of(kTwo.begin(), kTwo.end(), [&](const char* s) { return joined(i + 1, s); })) {
      return true;
    }
    return (joined(i + 1, "<<") || joined(i + 1, ">>")) && word(i + 3) == "=";
  }

  std::string_view text_;
  Tokens tokens_;
  WatchedSource out_;
  std::map<std::string_view, std::size_t> names_;  // of the function: numbers
  std::vector<bool> plain_;                        // tokens that stay as they are
  std::size_t at_ = 0;                             // behind what was copied
};

}  // namespace

WatchedSource watch_variables(std::string_view text) { return Watch(text).apply(); }

}  // namespace sortscope
