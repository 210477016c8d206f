#include "core/own_kernels/json.h"
#include "core/networks/formats/best_known.h"
#include "core/networks/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sortscope {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json comparator_json(const std::optional<Comparator>& c) {
  return c ? Json::array({c->min_wire, c->max_wire}) : Json();
}

// What to ask for, to know more; "": nothing.
std::string_view hint_of(const KernelReport& r, const Finding& f) {
  const bool asks = f.kind == FindingKind::kNotSorted && r.against.empty() &&
                    r.verdict == KernelVerdict::kNetwork;
  return asks ? "--against ID says which: `--against bitonic`." : "";
}

Json finding_json(const KernelReport& r, const Finding& f) {
  Json j;
  j["kind"] = finding_id(f.kind);
  j["severity"] = f.wrong ? "wrong" : "slow";
  j["line"] = f.line > 0 ? Json(f.line) : Json();
  if (f.other_line > 0) j["other_line"] = f.other_line;
  j["threads"] = f.threads;
  j["block"] = f.block;
  j["launch"] = f.launch;
  j["epoch"] = f.epoch;
  j["times"] = f.times;
  j["text"] = f.text;
  if (const std::string_view hint = hint_of(r, f); !hint.empty()) j["hint"] = hint;
  return j;
}

constexpr std::size_t kMostShownKeys = 32;

// All keys where they are at most so many, else the first of them.
std::string keys_text(const std::vector<std::uint32_t>& keys, std::size_t most) {
  constexpr std::size_t kShown = 8;
  const std::size_t count = keys.size() > most ? kShown : keys.size();
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("{}{}", i == 0 ? "" : " ", keys[i]);
  return count < keys.size() ? text + " …" : text;
}

// "--json has all": more than a line of a terminal shows.
std::string wrong_keys_words(const std::vector<std::uint32_t>& keys) {
  const std::size_t count = std::min(keys.size(), kMostShownKeys);
  std::string text =
      fmt::format("These {} come out wrong: {}", counted(keys.size(), "key"),
                  fmt::join(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count), ","));
  text += count < keys.size() ? fmt::format(",… (--json has all {})\n", keys.size()) : "\n";
  return text;
}

// How many inputs were tried, of which lengths.
std::string tried_words(const KernelReport& r) {
  if (r.tried.empty()) return {};
  std::string lengths;
  std::uint32_t inputs = 0;
  for (const TriedLength& t : r.tried) {
    if (t.n == r.n) {
      inputs = t.inputs;
    } else {
      lengths += fmt::format("{}{}", lengths.empty() ? "" : ", ", t.n);
    }
  }
  return fmt::format("Tried: {} of {}{}.\n", counted(inputs, "input"), counted(r.n, "key"),
                     lengths.empty() ? "" : ", and lengths " + lengths);
}

std::string network_words(const KernelReport& r) {
  if (r.verdict == KernelVerdict::kAdaptive) return "It is adaptive. " + r.adaptive_text;
  if (r.verdict == KernelVerdict::kUnknown) {
    std::string text = "Whether it is a network is not known.";
    for (const std::string& more : {r.adaptive_text, r.smaller.text, r.proof_text}) {
      if (!more.empty()) text += " " + more;
    }
    return text;
  }
  std::string text =
      fmt::format("It is a network: {} in {}",
                  counted(r.network != nullptr ? r.network->size() : 0, "comparator"),
                  counted(r.network != nullptr ? r.network->depth() : 0, "layer"));
  text += r.equals.empty() ? "." : fmt::format(", that of {}.", r.equals);
  if (r.sorted && r.network != nullptr && !best_known(r.network->wires()).empty()) {
    text += fmt::format(
        " {}.", beside_best_known(r.network->wires(), r.network->size(), r.network->depth(),
                                  r.proved == "all inputs" ? Sorts::kYes : Sorts::kNotAsked));
  }
  if (!r.proof_text.empty()) text += " " + r.proof_text;
  return text;
}

std::string difference_words(const KernelReport& r) {
  const NetworkDifference& d = *r.first_difference;
  const auto pair = [](const std::optional<Comparator>& c) {
    return c ? fmt::format("compares {} and {}", std::min(c->min_wire, c->max_wire),
                           std::max(c->min_wire, c->max_wire)) +
                   (c->min_wire < c->max_wire ? std::string()
                                              : fmt::format(", the smaller key to {}", c->min_wire))
             : std::string("compares nothing there");
  };
  return fmt::format("Layer {} {}; {} {}.\n", d.layer + 1, pair(d.is), r.against, pair(d.should));
}

}  // namespace

std::string kernel_verdict(const KernelReport& r) {
  if (!r.compiled) {
    const auto error = std::ranges::find_if(r.messages, [](const auto& m) { return m.error; });
    return error != r.messages.end() && error->line > 0
               ? fmt::format("It does not compile: the first error is in line {}.", error->line)
               : "It does not compile.";
  }
  if (!r.ran) return "It did not come to its end.";
  if (!r.sorted) {
    if (!r.counterexample.empty()) {
      return fmt::format("It does not sort: {} comes out wrong.", keys_text(r.counterexample, 16));
    }
    if (!std::ranges::is_sorted(r.output)) {
      return fmt::format("It does not sort: {} comes out.", keys_text(r.output, 8));
    }
    if (r.wrong_input.size() == r.n && r.n > 0) {
      return fmt::format("It does not sort: {} comes out as {}.", keys_text(r.wrong_input, 8),
                         keys_text(r.wrong_output, 8));
    }
    return fmt::format("It sorts {}, but not all inputs and lengths that were tried.",
                       counted(r.n, "key"));
  }
  const bool wrong = std::ranges::any_of(r.findings, [](const Finding& f) { return f.wrong; });
  const std::string_view but = wrong ? ", but it is not right" : "";
  if (r.verdict == KernelVerdict::kAdaptive) {
    return fmt::format("It sorts{}. It is no network: what it compares depends on the keys.", but);
  }
  if (r.verdict == KernelVerdict::kUnknown) {
    if (r.smaller.n > 0) {
      return fmt::format("It sorts what was tried{}. With {} it is {}.", but,
                         counted(r.smaller.n, "key"),
                         r.smaller.verdict == KernelVerdict::kNetwork ? "a network" : "no network");
    }
    return fmt::format("It sorts what was tried{}; whether it is a network is not known.", but);
  }
  if (r.proved == "all inputs") {
    return fmt::format("It sorts all inputs of {}: proved{}.", counted(r.n, "key"), but);
  }
  if (!r.proved.empty()) return fmt::format("It sorts: proved for {}{}.", r.proved, but);
  return fmt::format("It sorted all that was tried{}.", but);
}

std::string kernel_json(const KernelReport& r) {
  Json j;
  j["version"] = 1;
  j["file"] = r.path;
  j["n"] = r.n;
  j["way"] = r.way == KernelWay::kGpu ? "gpu" : "cpu";
  j["entry"] = r.entry;
  j["compiled"] = r.compiled;
  j["ran"] = r.ran;
  j["sorted"] = r.sorted;
  j["right"] = r.good();
  j["verdict"] = kernel_verdict(r);
  j["tried"] = Json::array();
  for (const TriedLength& t : r.tried) j["tried"].push_back({{"n", t.n}, {"inputs", t.inputs}});
  j["network"] =
      r.verdict == KernelVerdict::kUnknown ? Json() : Json(r.verdict == KernelVerdict::kNetwork);
  j["best_known"] = Json::array();
  if (r.verdict == KernelVerdict::kNetwork && r.network != nullptr) {
    for (const SizeAndDepth& known : best_known(r.network->wires())) {
      j["best_known"].push_back({known.size, known.depth});
    }
  }
  j["proved"] = text_or_null(r.proved);
  const bool by_smaller = r.proof_text.empty() && !r.proved.empty();
  j["proof"] = text_or_null(by_smaller ? r.smaller.text : r.proof_text);
  j["undecided"] = text_or_null(r.undecided());
  const auto& wrong_keys = r.counterexample.empty() ? r.wrong_input : r.counterexample;
  j["counterexample"] = wrong_keys.empty() ? Json() : Json(wrong_keys);
  j["equals"] = text_or_null(r.equals);
  j["against"] = text_or_null(r.against);
  j["first_difference"] = Json();
  if (r.first_difference) {
    j["first_difference"] = {{"layer", r.first_difference->layer + 1},
                             {"is", comparator_json(r.first_difference->is)},
                             {"should", comparator_json(r.first_difference->should)}};
  }
  j["adaptive"] = text_or_null(r.adaptive_text);
  j["smaller"] = Json();
  if (r.smaller.n > 0) {
    j["smaller"] = {{"n", r.smaller.n},
                    {"network", r.smaller.verdict == KernelVerdict::kNetwork},
                    {"equals", text_or_null(r.smaller.equals)}};
  }
  j["launches"] = r.launches.size();
  j["layers"] = r.network != nullptr ? r.network->depth() : 0;
  j["comparators"] = r.network != nullptr ? r.network->size() : 0;
  j["comparisons"] = r.comparisons;
  j["findings"] = Json::array();
  for (const Finding& f : r.findings) j["findings"].push_back(finding_json(r, f));
  j["messages"] = Json::array();
  for (const CompilerMessage& m : r.messages) {
    j["messages"].push_back({{"line", m.line},
                             {"column", m.column},
                             {"severity", m.error ? "error" : "warning"},
                             {"text", m.text}});
  }
  j["notes"] = r.notes;
  j["lines"] = Json::array();
  for (const LineFacts& f : r.lines) {
    j["lines"].push_back({{"line", f.line},
                          {"comparisons", f.comparisons},
                          {"global_reads", f.global_reads},
                          {"global_writes", f.global_writes},
                          {"shared_reads", f.shared_reads},
                          {"shared_writes", f.shared_writes},
                          {"global_requests", f.global_requests},
                          {"sectors", f.sectors},
                          {"shared_requests", f.shared_requests},
                          {"wavefronts", f.wavefronts},
                          {"diverged", f.diverged},
                          {"barriers", f.barriers}});
  }
  j["printed"] = r.printed;
  j["seconds"] = {{"compile", r.compile_s}, {"run", r.run_s}, {"read", r.read_s}};
  return j.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string kernel_text(const KernelReport& r) {
  std::string text;
  for (const CompilerMessage& m : r.messages) {
    text += fmt::format("{}:{}:{}: {}: {}\n", r.path, m.line, m.column,
                        m.error ? "error" : "warning", m.text);
  }
  for (const std::string& note : r.notes) text += note + "\n";
  if (!r.compiled) return text + "It does not compile.\n";
  for (const Finding& f : r.findings) {
    const std::string_view hint = hint_of(r, f);
    text += fmt::format("{}{}: {}: {}{}{}\n", r.path,
                        f.line > 0 ? fmt::format(":{}", f.line) : std::string(), finding_id(f.kind),
                        f.text, hint.empty() ? "" : " ", hint);
  }
  if (!r.ran) return text + "It did not come to its end.\n";
  text += kernel_verdict(r) + "\n" + tried_words(r);
  text += network_words(r) + "\n";
  if (const auto& keys = r.counterexample.empty() ? r.wrong_input : r.counterexample;
      !keys.empty()) {
    text += wrong_keys_words(keys);
  }
  if (r.first_difference) text += difference_words(r);
  text += fmt::format("{}, {}.\n", counted(r.launches.size(), "launch"),
                      counted(r.comparisons, "comparison"));
  if (const std::string open = r.undecided(); !open.empty()) text += open + "\n";
  return text;
}

}  // namespace sortscope
