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
                   (c->min_wire < c->max_wire ? "" : ", the smaller key to the lower wire")
             : std::string("compares nothing there");
  };
  return fmt::format("Layer {} {}; {} {}.\n", d.layer + 1, pair(d.is), r.against, pair(d.should));
}

}  // namespace

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
    text += fmt::format("{}:{}: {}: {}{}{}\n", r.path, f.line, finding_id(f.kind), f.text,
                        hint.empty() ? "" : " ", hint);
  }
  if (!r.ran) return text + "It did not come to its end.\n";
  text += r.sorted ? fmt::format("It sorts: {}, and all other inputs and lengths tried.\n",
                                 counted(r.n, "key"))
                   : std::string("It does not sort all inputs and lengths that were tried.\n");
  text += network_words(r) + "\n";
  if (const auto& keys = r.counterexample.empty() ? r.wrong_input : r.counterexample;
      !keys.empty()) {
    text += fmt::format("These keys come out wrong: {}\n", fmt::join(keys, ","));
  }
  if (r.first_difference) text += difference_words(r);
  text += fmt::format("{}, {}.\n", counted(r.launches.size(), "launch"),
                      counted(r.comparisons, "comparison"));
  if (const std::string open = r.undecided(); !open.empty()) text += open + "\n";
  return text;
}

}  // namespace sortscope
