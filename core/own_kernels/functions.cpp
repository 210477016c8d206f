#include "core/own_kernels/functions.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace sortscope {

namespace {

using Tokens = std::vector<SourceToken>;

bool is_keyword(std::string_view word) {
  static constexpr std::string_view kWords =
      " if for while switch return sizeof catch __launch_bounds__ __attribute__ alignas __align__ "
      "decltype static_assert operator ";
  return kWords.find(" " + std::string(word) + " ") != std::string_view::npos;
}

std::vector<std::pair<std::size_t, std::size_t>> split_arguments(const Tokens& tokens,
                                                                 std::size_t open,
                                                                 std::size_t close) {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t i = open + 1; i <= close; ++i) {
    const std::string_view t = tokens[i].text;
    if (i == close || (t == "," && depth == 0)) {
      if (i > begin) parts.emplace_back(begin, i);
      begin = i + 1;
    } else if (t == "(" || t == "[" || t == "{" || t == "<") {
      ++depth;
    } else if (t == ")" || t == "]" || t == "}" || t == ">") {
      --depth;
    }
  }
  return parts;
}

void read_parameters(const Tokens& tokens, std::size_t open, std::size_t close,
                     HostFunction& facts) {
  for (const auto& [from, to] : split_arguments(tokens, open, close)) {
    bool key = false;
    bool pointer = false;
    std::string name;
    for (std::size_t i = from; i < to; ++i) {
      if (tokens[i].text == "=") break;
      if (tokens[i].text == "Key") key = true;
      if (tokens[i].text == "*" || tokens[i].text == "[") pointer = true;
      if (tokens[i].kind == TokenKind::kWord) name = std::string(tokens[i].text);
    }
    if (key && pointer && ++facts.key_pointers == 2) facts.second_keys = name;
    if (!key && pointer) facts.other_pointer = name;
    facts.parameters.push_back(name);
  }
}

// keys are copied from or to the host, or the host touches them while it has device memory of its
// own: they lie in host memory.
class HostMemory {
 public:
  /// `allocates`: the file does so outside of the function, too, in a class perhaps.
  HostMemory(const Tokens& tokens, const FoundFunction& f, bool allocates)
      : tokens_(tokens), f_(f), allocates_(allocates) {}

  [[nodiscard]] bool holds_keys() const {
    bool touches = false;
    for (std::size_t i = f_.body; i + 1 < f_.end; ++i) {
      const std::string_view t = tokens_[i].text;
      const bool call = tokens_[i + 1].text == "(";
      if (call && (t == "cudaMemcpy" || t == "cudaMemcpyAsync") && copies(i + 1)) return true;
      // Not &keys[first], which a kernel may be given.
      const bool element = tokens_[i + 1].text == "[" && tokens_[i - 1].text != "&";
      const bool block = call && (t == "memcpy" || t == "copy" || t == "copy_n");
      touches |=
          (element && is_parameter(i)) || (block && names_one(i + 2, closing(tokens_, i + 1)));
    }
    return allocates_ && touches;
  }

 private:
  [[nodiscard]] bool is_parameter(std::size_t i) const {
    const std::vector<std::string>& all = f_.facts.parameters;
    return std::find(all.begin(), all.end(), tokens_[i].text) != all.end();
  }
  [[nodiscard]] bool names_one(std::size_t from, std::size_t to) const {
    for (std::size_t i = from; i < to; ++i) {
      if (is_parameter(i) && tokens_[i - 1].text != "*") return true;
    }
    return false;
  }
  // cudaMemcpy(to, from, bytes, kind): the first word of what stands there is a parameter.
  [[nodiscard]] bool copies(std::size_t open) const {
    const std::size_t close = closing(tokens_, open);
    if (close >= f_.end) return false;
    const auto parts = split_arguments(tokens_, open, close);
    if (parts.size() < 4) return false;
    const auto names = [&](std::size_t part) {
      for (std::size_t k = parts[part].first; k < parts[part].second; ++k) {
        if (tokens_[k].kind == TokenKind::kWord) return is_parameter(k);
      }
      return false;
    };
    const std::string_view kind = tokens_[parts[3].first].text;
    return (kind == "cudaMemcpyHostToDevice" && names(1)) ||
           (kind == "cudaMemcpyDeviceToHost" && names(0));
  }

  const Tokens& tokens_;
  const FoundFunction& f_;
  bool allocates_;
};

// Main is left aside.
bool allocates(const Tokens& tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].text == "main" && tokens[i].depth == 0 && tokens[i + 1].text == "(") {
      const std::size_t close = closing(tokens, i + 1);
      if (close + 1 < tokens.size() && tokens[close + 1].text == "{") {
        i = closing(tokens, close + 1);
        continue;
      }
    }
    if (tokens[i].text.starts_with("cudaMalloc") || tokens[i].text == "device_vector") return true;
  }
  return false;
}

}  // namespace

std::size_t declaration_start(const Tokens& tokens, std::size_t i) {
  while (i > 0) {
    const SourceToken& before = tokens[i - 1];
    if (before.kind == TokenKind::kDirective || before.text == ";" || before.text == "}" ||
        before.text == "{") {
      break;
    }
    --i;
  }
  return i;
}

std::size_t angle_parts(const Tokens& tokens, std::size_t open) {
  if (open >= tokens.size() || tokens[open].text != "<") return 0;
  std::size_t parts = 1;
  int angles = 1;
  std::size_t i = open + 1;
  for (; i < tokens.size() && angles > 0; ++i) {
    const std::string_view t = tokens[i].text;
    if (t == "(" || t == "[" || t == "{") i = closing(tokens, i);
    if (t == "<") ++angles;
    if (t == ">") --angles;
    if (t == "," && angles == 1) ++parts;
  }
  return i == open + 2 ? 0 : parts;
}

std::vector<FoundFunction> functions_of(const Tokens& tokens) {
  std::vector<FoundFunction> found;
  const bool has_memory = allocates(tokens);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const SourceToken& t = tokens[i];
    if (t.depth != 0 || t.kind != TokenKind::kWord || tokens[i + 1].text != "(" ||
        is_keyword(t.text)) {
      continue;
    }
    const std::size_t close = closing(tokens, i + 1);
    if (close + 1 >= tokens.size() || tokens[close + 1].text != "{") continue;
    FoundFunction f;
    f.facts.name = std::string(t.text);
    f.facts.line = t.line;
    f.body = close + 1;
    f.end = closing(tokens, f.body);
    bool host = false;
    for (std::size_t k = declaration_start(tokens, i); k < i; ++k) {
      f.kernel |= tokens[k].text == "__global__";
      if (tokens[k].text == "template") f.template_parameters = angle_parts(tokens, k + 1);
      f.device |= tokens[k].text == "__device__";
      host |= tokens[k].text == "__host__";
    }
    f.device &= !host;
    read_parameters(tokens, i + 1, close, f.facts);
    f.facts.copies_keys = HostMemory(tokens, f, has_memory).holds_keys();
    found.push_back(std::move(f));
    i = close;
  }
  return found;
}

}  // namespace sortscope
