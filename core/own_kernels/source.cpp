#include "core/own_kernels/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/quote.h"
#include "core/own_kernels/functions.h"
#include "core/own_kernels/key_type.h"
#include "core/own_kernels/tokens.h"

namespace sortscope {

namespace {

constexpr std::size_t kMostShown = 60;  // bytes of a word of the file in a message

using Tokens = std::vector<SourceToken>;

struct Edit {
  std::size_t at;
  std::size_t length;
  std::string text;
};

// values, d_vals, payload2, idx, perm_in: what belongs to the keys, by its name.
bool names_payload(std::string_view name) {
  std::string words;
  for (const char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0) words += '_';
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
      words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  static constexpr std::array<std::string_view, 23> kPayloads{
      "value", "values", "val",   "vals",        "v",       "payload",   "payloads", "data",
      "idx",   "idxs",   "index", "indices",     "indexes", "ind",       "id",       "ids",
      "rank",  "ranks",  "perm",  "permutation", "pos",     "positions", "items"};
  for (std::size_t from = 0; from <= words.size();) {
    const std::size_t end = std::min(words.find('_', from), words.size());
    const std::string_view word = std::string_view(words).substr(from, end - from);
    if (std::find(kPayloads.begin(), kPayloads.end(), word) != kPayloads.end()) return true;
    from = end + 1;
  }
  return false;
}

class Rewriter {
 public:
  Rewriter(std::string_view text, std::string_view path, bool gpu)
      : text_(text),
        path_(path),
        gpu_(gpu),
        tokens_(source_tokens(text)),
        functions_(functions_of(tokens_)) {}

  Result<KernelSource> rewrite(std::string_view entry) {
    const Result<HostFunction> chosen = choose_entry(entry);
    if (!chosen) return chosen.error();
    const std::string& beside =
        names_payload(chosen->second_keys) ? chosen->second_keys : chosen->other_pointer;
    if (chosen->key_pointers > 0 && !beside.empty()) {
      return Error{ErrorCode::kBadInput,
                   fmt::format("{} (line {}) is to be given '{}', and only keys are sorted here.",
                               chosen->name, chosen->line, beside),
                   "Values that move with the keys are not followed: give it Key* alone, or a "
                   "struct of both in memory of its own."};
    }
    source_.entry = *chosen;
    source_.vectors = only_memory_of_thrust();
    for (std::size_t i = 0; i < tokens_.size(); ++i) look_at(i);
    if (has_members_ && !gpu_) mark_lines();
    source_.text = apply();
    return std::move(source_);
  }

 private:
  // Beyond the tokens there is an empty one.
  [[nodiscard]] const SourceToken& token(std::size_t i) const {
    static const SourceToken kNone{};
    return i < tokens_.size() ? tokens_[i] : kNone;
  }
  [[nodiscard]] std::string_view word(std::size_t i) const { return token(i).text; }
  void replace(std::size_t at, std::string text) {
    edits_.push_back({token(at).at, token(at).text.size(), std::move(text)});
  }
  // Takes tokens first … last away; line ends within them stay.
  void remove(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i <= last; ++i) replace(i, "");
  }

  Result<HostFunction> choose_entry(std::string_view entry) {
    std::vector<const FoundFunction*> candidates;
    std::string names;
    for (const FoundFunction& f : functions_) {
      if (f.kernel || f.device || f.facts.name == "main") continue;
      if (!entry.empty() && f.facts.name == entry) return f.facts;
      if (f.facts.key_pointers == 0 || f.facts.key_pointers > 2 ||
          f.facts.parameters.size() <= f.facts.key_pointers) {
        continue;
      }
      if (entry.empty() && f.facts.name == "sort") return f.facts;
      candidates.push_back(&f);
      names += fmt::format("{}{} (line {})", names.empty() ? "" : ", ", f.facts.name, f.facts.line);
    }
    if (!entry.empty()) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("{} has no function '{}' that the host can call.", path_, entry),
                   names.empty() ? "It needs void sort(Key* keys, unsigned n)."
                                 : fmt::format("It has {}.", names)};
    }
    // What launches nothing, itself or through what it calls, does not sort.
    const auto launching = [&](const FoundFunction* f) { return launches(*f, 0); };
    if (std::any_of(candidates.begin(), candidates.end(), launching)) {
      std::erase_if(candidates, [&](const FoundFunction* f) { return !launching(f); });
    } else if (const FoundFunction* other = launcher()) {
      return Error{ErrorCode::kBadInput,
                   fmt::format("{} has no function void sort(Key* keys, unsigned n).", path_),
                   fmt::format("{} (line {}) launches the kernels, but is not given keys and their "
                               "number: make it one that is.",
                               other->facts.name, other->facts.line)};
    }
    // One that others call is a part of them.
    std::erase_if(candidates, [&](const FoundFunction* f) {
      return std::any_of(candidates.begin(), candidates.end(), [&](const FoundFunction* other) {
        if (other == f) return false;
        for (std::size_t i = other->body; i < other->end; ++i) {
          if (word(i) == f->facts.name && word(i + 1) == "(") return true;
        }
        return false;
      });
    });
    if (candidates.size() == 1) {
      source_.notes.push_back(fmt::format("{} (line {}) is taken for the function that sorts.",
                                          candidates[0]->facts.name, candidates[0]->facts.line));
      return candidates[0]->facts;
    }
    if (candidates.size() > 1) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("{} has several functions that may be the sort: {}.", path_, names),
                   "Name one with --entry, in the window with kernel-entry."};
    }
    return Error{ErrorCode::kBadInput,
                 fmt::format("{} has no function void sort(Key* keys, unsigned n).", path_),
                 missing_key_hint()};
  }

  [[nodiscard]] bool launches(const FoundFunction& f, int deep) const {
    constexpr int kDeepest = 8;
    for (std::size_t i = f.body; i < f.end && deep < kDeepest; ++i) {
      if (word(i) == "<" && word(i + 1) == "<" && word(i + 2) == "<") return true;
      if (word(i).starts_with("cudaLaunch")) return true;
      if (word(i + 1) != "(" || token(i).kind != TokenKind::kWord) continue;
      for (const FoundFunction& other : functions_) {
        if (&other != &f && !other.device && other.facts.name == word(i) &&
            launches(other, deep + 1)) {
          return true;
        }
      }
    }
    return false;
  }

  // A function that launches, but is none that sorts as many keys as it is given.
  [[nodiscard]] const FoundFunction* launcher() const {
    const auto found =
        std::find_if(functions_.begin(), functions_.end(), [&](const FoundFunction& f) {
          const bool keyed = f.facts.key_pointers > 0 || f.facts.name == "main";
          return keyed && !f.kernel && !f.device && launches(f, 0);
        });
    return found == functions_.end() ? nullptr : &*found;
  }

  // Where the word `Key` should stand.
  [[nodiscard]] std::string missing_key_hint() const {
    for (const FoundFunction& f : functions_) {
      if (!f.kernel) continue;
      for (std::size_t i = f.body; i-- > 0 && token(i).text != f.facts.name;) {
        if (token(i).text != "*" || i == 0) continue;
        std::string type = one_line(token(i - 1).text.substr(0, kMostShown));
        if (type == "Key") break;
        for (std::size_t k = i - 1; k > 0 && is_type_word(word(k)) && is_type_word(word(k - 1));
             --k) {
          type = fmt::format("{} {}", word(k - 1), type);
        }
        return fmt::format(
            "Keys have the type Key, but line {} says '{}*'. Write Key* there, and Key for "
            "variables that hold a key, or try --key-type {}.",
            token(i).line, type,
            type.find(' ') == std::string::npos ? type : fmt::format("\"{}\"", type));
      }
    }
    return "It is given n keys in device memory, launches kernels on them, and leaves them sorted.";
  }

  void look_at(std::size_t i) {
    const SourceToken& t = token(i);
    if (t.kind == TokenKind::kDirective) return directive(i);
    if (t.text == "<" && word(i + 1) == "<" && word(i + 2) == "<" && token(i + 2).at == t.at + 2) {
      return launch(i);
    }
    if (t.kind != TokenKind::kWord) return;
    if (t.text == "__shared__") return shared(i);
    if (t.text == "__noinline__" && !gpu_) return replace(i, "");
    if (t.text == "volatile") {
      for (const std::size_t k : {i - 2, i - 1, i + 1, i + 2}) {
        if (word(k) == "Key" || word(k) == "__shared__") return replace(i, "");
      }
      return;
    }
    if (t.text == "main" && t.depth == 0 && word(i + 1) == "(") {
      source_.notes.push_back(fmt::format("main (line {}) is left aside.", t.line));
      const std::size_t close = closing(tokens_, i + 1);
      if (word(close + 1) == "{") {
        const std::size_t end = closing(tokens_, close + 1);
        if (end < tokens_.size()) {
          const std::size_t from = token(close + 1).at + 1;
          edits_.push_back({from, token(end).at - from, " return 0; "});
        }
      }
      return replace(i, "sortscope_left_aside_main");
    }
    if (t.text == "swap" && word(i + 1) == "(") return library_swap(i);
    if (t.text == "typedef" || t.text == "using") return own_key(i);
    if (t.text == "struct" || t.text == "class") return member_keys(i);
    if (!gpu_ && (t.text == "cudaLaunchCooperativeKernel" || t.text == "cudaLaunchKernel")) {
      return cast(i);
    }
    if (t.text == "asm" || t.text == "__asm__") {
      note(t.line, gpu_ ? "what inline PTX does to keys is not seen"
                        : "inline PTX cannot be followed: it is not run on the CPU");
    }
    if ((t.text == "uint4" || t.text == "int4" || t.text == "uint2" || t.text == "int2") &&
        word(i + 1) == "*" && (word(i - 1) == "(" || word(i - 1) == "<")) {
      note(t.line, "keys that are moved as " + std::string(t.text) + " are not seen being moved");
    }
  }

  // std::swap(a, b): a library's lines are not those of the file.
  void library_swap(std::size_t i) {
    if (i < 3 || word(i - 1) != ":" || word(i - 2) != ":") return;
    if (word(i - 3) != "std" && word(i - 3) != "thrust") return;
    remove(i - 3, i - 1);
    replace(i, "sortscope_swap");
  }

  void note(std::uint32_t line, const std::string& text) {
    source_.notes.push_back(fmt::format("Line {}: {}.", line, text));
  }

  // What is named of Thrust, outside of main, is there in vectors.h.
  [[nodiscard]] bool only_memory_of_thrust() const {
    static constexpr std::array kThere{"device_vector",
                                       "host_vector",
                                       "device_ptr",
                                       "device_reference",
                                       "raw_pointer_cast",
                                       "device_pointer_cast",
                                       "copy",
                                       "copy_n",
                                       "fill",
                                       "swap"};
    bool vectors = false;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (word(i) == "main" && token(i).depth == 0 && word(i + 1) == "(") {
        const std::size_t close = closing(tokens_, i + 1);
        if (word(close + 1) == "{") i = closing(tokens_, close + 1);
        continue;
      }
      if (word(i) != "thrust" || word(i + 1) != ":" || word(i + 2) != ":") continue;
      if (std::find(kThere.begin(), kThere.end(), word(i + 3)) == kThere.end()) return false;
      vectors |= word(i + 3) != "swap";
    }
    return vectors;
  }

  void directive(std::size_t i) {
    const std::string_view t = token(i).text;
    const std::size_t word_at = t.find_first_not_of("# \t");
    if (word_at == std::string_view::npos || t.substr(word_at, 7) != "include") return;
    const std::size_t open = t.find_first_of("<\"", word_at);
    if (open == std::string_view::npos) return;
    const std::string_view name = t.substr(open + 1);
    static constexpr std::array kOurs{"cuda",    "device_launch",  "cooperative_groups",
                                      "helper_", "vector_types",   "driver_types",
                                      "sm_",     "math_constants", "device_functions"};
    static constexpr std::array kOthers{"cub/", "thrust/", "curand", "nvtx", "cutlass"};
    const auto begins = [&](const char* with) { return name.starts_with(with); };
    if (gpu_) return library(i, name, open);
    if (std::any_of(kOurs.begin(), kOurs.end(), begins)) return replace(i, "");
    if (begins("thrust/swap.h")) return replace(i, "");
    if (source_.vectors && begins("thrust/")) return replace(i, "");
    if (std::any_of(kOthers.begin(), kOthers.end(), begins)) {
      note(token(i).line,
           "libraries of NVIDIA are not there on the CPU: what they do to keys "
           "is not seen");
      replace(i, "");
    }
  }

  // Libraries do not see what the runtime calls its own: they are read before it.
  void library(std::size_t i, std::string_view name, std::size_t open) {
    static constexpr std::array kBefore{"cub/", "thrust/", "cuda/", "cooperative_groups/"};
    if (token(i).text[open] != '<' ||
        std::none_of(kBefore.begin(), kBefore.end(),
                     [&](const char* with) { return name.starts_with(with); })) {
      return;
    }
    if (name.starts_with("thrust/swap.h")) return replace(i, "");
    if (source_.vectors && name.starts_with("thrust/")) {
      source_.vector_libraries += std::string(token(i).text) + "\n";
      return replace(i, "");
    }
    source_.libraries += std::string(token(i).text) + "\n";
    if (name.starts_with("cub/") || name.starts_with("thrust/")) {
      note(token(i).line, "what libraries of NVIDIA do to keys is not seen");
    }
    replace(i, "");
  }

  [[nodiscard]] std::string_view runtime() const {
    return gpu_ ? "::sortscope_gpu" : "::sortscope_cpu";
  }

  // name<args><<<grid, block>>>(…) becomes Launch(line, "name", grid, block).of(name)(…).
  void launch(std::size_t open) {
    std::size_t close = open + 3;
    int depth = 0;
    for (; close + 2 < tokens_.size(); ++close) {
      const std::string_view t = word(close);
      if (t == "(" || t == "[" || t == "{") ++depth;
      if (t == ")" || t == "]" || t == "}") --depth;
      if (depth == 0 && t == ">" && word(close + 1) == ">" && word(close + 2) == ">" &&
          token(close + 2).at == token(close).at + 2) {
        break;
      }
    }
    if (close + 2 >= tokens_.size() || open == 0) return;
    std::size_t first = open - 1;
    if (word(first) == ">") {
      int angles = 0;
      for (; first > 0; --first) {
        if (word(first) == ">") ++angles;
        if (word(first) == "<" && --angles == 0) break;
      }
      if (first > 0) --first;
    }
    while (first >= 3 && word(first - 1) == ":" && word(first - 2) == ":" &&
           token(first - 3).kind == TokenKind::kWord) {
      first -= 3;
    }
    const std::size_t begin = token(first).at;
    const std::string name(text_.substr(begin, token(open).at - begin));
    std::string flat = name;
    std::erase_if(flat, [](char c) { return c == '\n' || c == '\\' || c == '"' || c == '\r'; });
    const std::uint32_t line = token(first).line;
    // The name's own lines are kept where it stood.
    edits_.push_back(
        {begin, name.size(),
         fmt::format("{}::Launch({}, \"{}\",{}", runtime(), line, flat, line_ends(name))});
    replace(open, "");
    replace(open + 1, "");
    replace(open + 2, " ");
    replace(close,
            gpu_ ? fmt::format("){}.of([=](const ::sortscope_gpu::Configuration& c_, auto... a_) "
                               "{{ {}<<<c_.grid, c_.block, c_.shared, c_.stream>>>(a_...); }}",
                               address_of(flat), flat)
                 : fmt::format(").of([=](auto... a_) {{ {}(a_...); }}", flat));
    replace(close + 1, ")");
    replace(close + 2, "");
  }
  // ".at(kernel)", where its name alone says which kernel it is.
  [[nodiscard]] std::string address_of(std::string_view kernel) const {
    const std::string_view name = kernel.substr(0, kernel.find('<'));
    const Tokens arguments = source_tokens(kernel.substr(name.size()));
    const FoundFunction* found = nullptr;
    for (const FoundFunction& f : functions_) {
      if (f.facts.name != name) continue;
      if (found != nullptr) return {};
      found = &f;
    }
    if (found == nullptr || !found->kernel ||
        found->template_parameters != angle_parts(arguments, 0)) {
      return {};
    }
    return fmt::format(".at((const void*)({}))", kernel);
  }
  static std::string line_ends(std::string_view text) {
    return std::string(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), '\n');
  }

  void shared(std::size_t i) {
    std::size_t end = i;
    while (end < tokens_.size() && word(end) != ";") {
      if (word(end) == "{" || word(end) == "(") end = closing(tokens_, end);
      ++end;
    }
    if (end >= tokens_.size()) return;
    bool dynamic = false;
    for (std::size_t k = declaration_start(tokens_, i); k < end; ++k) {
      if (word(k) == "extern") {
        dynamic = true;
        if (!gpu_) replace(k, "");
      }
      if (word(k) == "static" && !gpu_) replace(k, "");
    }
    if (gpu_ && dynamic) return;  // announced by the launch
    if (!gpu_) replace(i, dynamic ? "" : "static");
    std::string announced;
    int angles = 0;
    std::size_t name = 0;
    for (std::size_t k = i + 1; k <= end; ++k) {
      const std::string_view t = word(k);
      if (t == "(" || t == "{") {
        k = closing(tokens_, k);
      } else if (t == "<") {
        ++angles;
      } else if (t == ">") {
        --angles;
      } else if (angles > 0) {
        continue;
      } else if (t == "[" || t == "," || t == ";") {
        if (name != 0 && dynamic && t == "[" && word(k + 1) == "]") {
          const bool more = word(k + 2) == "[";
          const std::string pointer = fmt::format("*{}", token(name).text);
          replace(name, more ? "(" + pointer + ")" : pointer);
          replace(k, "");
          replace(k + 1, "");
          edits_.push_back({token(end).at, 0, " = ::sortscope_cpu::DynamicShared()"});
        } else if (name != 0) {
          announced += fmt::format(" {}::shared_variable({}, {});", runtime(), token(name).text,
                                   token(name).line);
        }
        name = 0;
        while (t == "[" && word(k) == "[") k = closing(tokens_, k) + 1;
        if (t == "[") --k;
      } else if (token(k).kind == TokenKind::kWord) {
        name = k;
      }
    }
    if (!dynamic && token(i).depth > 0) {
      edits_.push_back({token(end).at + 1, 0, announced});
    }
  }

  // typedef int Key; using Key = int;
  void own_key(std::size_t i) {
    std::size_t end = i;
    while (end < tokens_.size() && word(end) != ";") ++end;
    if (end == tokens_.size() || end > i + 8) return;
    const bool names =
        word(i) == "typedef" ? word(end - 1) == "Key" : word(i + 1) == "Key" && word(i + 2) == "=";
    if (!names) return;
    const SourceToken& first = token(word(i) == "typedef" ? i + 1 : i + 3);
    const SourceToken& behind = token(word(i) == "typedef" ? end - 1 : end);
    source_.key_type = std::string(text_.substr(first.at, behind.at - first.at));
    remove(i, end);
  }

  // A struct with a key in it is assigned as a whole.
  void member_keys(std::size_t i) {
    std::size_t open = i + 1;
    while (open < tokens_.size() && word(open) != "{" && word(open) != ";" && word(open) != "(" &&
           word(open) != ">" && word(open) != "*") {
      ++open;
    }
    if (word(open) != "{") return;
    const std::size_t end = closing(tokens_, open);
    for (std::size_t k = open + 1; k < end && k < tokens_.size(); ++k) {
      if (word(k) == "{" || word(k) == "(") {
        k = closing(tokens_, k);
        continue;
      }
      if (word(k) != "Key" || token(k + 1).kind != TokenKind::kWord || word(k + 2) == "(" ||
          word(k + 1) == "operator") {
        continue;
      }
      has_members_ = true;
      replace(k, fmt::format("{}::MemberKey", runtime()));
    }
  }

  // cudaLaunchCooperativeKernel((void*)kernel, …): the cast hides what the kernel takes.
  void cast(std::size_t i) {
    if (word(i + 1) != "(" || word(i + 2) != "(") return;
    const std::size_t close = closing(tokens_, i + 2);
    if (close > i + 6) return;
    remove(i + 2, close);
  }

  // Whole structs are copied by code that has no line of its own: statements say where they are.
  void mark_lines() {
    std::vector<bool> blocks;
    int parentheses = 0;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      const std::string_view t = word(i);
      if (t == "(") ++parentheses;
      if (t == ")") --parentheses;
      if (t == "}" && !blocks.empty()) blocks.pop_back();
      if (t == "{") {
        const std::string_view before = word(i - 1);
        blocks.push_back(parentheses == 0 && token(i + 1).depth > 0 &&
                         (before == ")" || before == "else" || before == "do" || before == "{" ||
                          before == "}" || before == ";"));
      }
      if ((t != "{" && t != ";") || blocks.empty() || !blocks.back() || parentheses != 0) continue;
      const SourceToken& next = token(i + 1);
      static constexpr std::array kNotBefore{"else", "while", "case", "default", "}", "{", ";"};
      if (next.kind == TokenKind::kDirective ||
          std::find(kNotBefore.begin(), kNotBefore.end(), next.text) != kNotBefore.end()) {
        continue;
      }
      edits_.push_back({token(i).at + 1, 0, fmt::format(" ::sortscope_cpu::at({});", next.line)});
    }
  }

  std::string apply() {
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const Edit& a, const Edit& b) { return a.at < b.at; });
    std::string out;
    std::size_t at = 0;
    for (const Edit& e : edits_) {
      if (e.at < at) continue;  // within what an edit before took
      out += text_.substr(at, e.at - at);
      out += e.text;
      at = e.at + e.length;
      if (e.text.find('\n') == std::string::npos) {
        out += line_ends(text_.substr(e.at, e.length));
      }
    }
    out += text_.substr(at);
    return out;
  }

  std::string_view text_;
  std::string path_;
  bool gpu_;
  Tokens tokens_;
  std::vector<FoundFunction> functions_;
  std::vector<Edit> edits_;
  bool has_members_ = false;
  KernelSource source_;
};

}  // namespace

Result<KernelSource> rewrite_source(std::string_view text, std::string_view path,
                                    std::string_view entry, KernelWay way) {
  return Rewriter(text, path, way == KernelWay::kGpu).rewrite(entry);
}

std::vector<HostFunction> sort_functions(std::string_view text) {
  const Tokens tokens = source_tokens(text);
  std::vector<HostFunction> found;
  for (const FoundFunction& f : functions_of(tokens)) {
    if (!f.kernel && !f.device && f.facts.key_pointers > 0) found.push_back(f.facts);
  }
  return found;
}

}  // namespace sortscope
