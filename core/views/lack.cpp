// lack.cpp: the table of what views want of a run.
#include "core/views/lack.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "core/base/choice.h"
#include "core/base/number_text.h"
#include "core/engines/sort_trace.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"
#include "core/scenes/bitonic_stage.h"
#include "core/scenes/compare_facts.h"
#include "core/scenes/layout.h"
#include "core/scenes/race.h"
#include "core/scenes/tree_moment.h"
#include "core/words/own_file.h"

namespace sortscope {

namespace {

// The keys that are shown, sorted by another algorithm; where that takes none of them, as many keys
// as a window begins with.
Lack record_with(const Recording& recording, std::string_view id, std::string why) {
  const auto algorithm = find_algorithm(id);
  const std::uint32_t keys = recording.real_keys();
  const bool takes_them = algorithm.ok() && keys >= 2 && keys <= (*algorithm)->max_keys;
  Lack lack;
  lack.why = std::move(why);
  lack.algorithm = id;
  lack.button = fmt::format("Sort with {}", algorithm ? (*algorithm)->title : id);
  lack.command = fmt::format("record-with {}", id);
  if (!takes_them) lack.command += fmt::format(" {}", kUsualKeys);
  return lack;
}

// As many keys as a window begins with, sorted alike; by the usual network where the run's own has
// its size from elsewhere, or has more than `most_wires` for these, too (0: any).
Lack other_size(const Recording& recording, std::string why, std::uint32_t most_wires = 0) {
  const Algorithm& algorithm = *recording.algorithm;
  const bool alike = algorithm.family != Family::kListed &&
                     (most_wires == 0 || wires_for(algorithm, kUsualKeys) <= most_wires);
  Lack lack;
  lack.why = std::move(why);
  lack.button = fmt::format("Sort {} keys", kUsualKeys);
  lack.command = fmt::format("record-with {} {}", alike ? algorithm.id : "bitonic", kUsualKeys);
  return lack;
}

using MaybeLack = std::optional<Lack>;

MaybeLack too_many(std::string_view view, const Recording& recording) {
  const auto layout = find_layout(view);
  const std::uint32_t wires = recording.network.wires();
  if (!layout || (*layout)->max_wires == 0 || wires <= (*layout)->max_wires) return {};
  return other_size(recording,
                    fmt::format("{} shows up to {} wires; this run has {}.", (*layout)->title,
                                grouped_number((*layout)->max_wires), grouped_number(wires)),
                    (*layout)->max_wires);
}

MaybeLack nothing_compared(const Recording& recording) {
  if (recording.network.depth() > 0) return {};
  return other_size(recording, "This run compares nothing.");
}

MaybeLack trees(const Recording& recording, const Measured&) {
  if (has_trees(recording)) return nothing_compared(recording);
  return record_with(recording, "adaptive",
                     fmt::format("{} keeps its keys in no trees.", recording.title()));
}

MaybeLack streams(const Recording& recording, const Measured&) {
  if (has_trees(recording)) return nothing_compared(recording);
  return record_with(recording, "abisort",
                     fmt::format("{} is no stream program.", recording.title()));
}

MaybeLack aks(const Recording& recording, const Measured&) {
  if (recording.network.wires_move()) return {};
  return record_with(recording, "aks", fmt::format("{} is no AKS network.", recording.title()));
}

MaybeLack comparison(const Recording& recording, const Measured& measured) {
  if (shows_own_kernel(measured, recording)) return {};
  if (const auto idle = nothing_compared(recording)) return idle;
  if (is_adaptive_run(recording)) return {};
  if (!is_bitonic_network(recording)) {
    return record_with(
        recording, "bitonic",
        fmt::format("{} has no counterpart: bitonic and adaptive sorts are compared here.",
                    recording.title()));
  }
  if (recording.network.wires() <= kMostCompared) return {};
  return other_size(recording, fmt::format("An adaptive run is set beside the network's for up to "
                                           "{} keys.",
                                           grouped_number(kMostCompared)));
}

MaybeLack launches(const Recording& recording, const Measured&) {
  return nothing_compared(recording);
}

MaybeLack memory(const Recording& recording, const Measured& measured) {
  if (shows_own_kernel(measured, recording)) return {};
  if (!recording.algorithm->xor_schedule) {
    return record_with(
        recording, "bitonic",
        fmt::format("The kernels that are looked into here do not run {}.", recording.title()));
  }
  return nothing_compared(recording);
}

MaybeLack cylinder(const Recording& recording, const Measured&) {
  const Algorithm& algorithm = *recording.algorithm;
  const bool splits = algorithm.xor_schedule || !fixed_schedule(algorithm.family);
  if (!splits) {
    return record_with(recording, "bitonic",
                       fmt::format("{} splits no bitonic sequences.", recording.title()));
  }
  if (const auto idle = nothing_compared(recording)) return idle;
  for (std::uint32_t layer = 0; layer < recording.network.depth(); ++layer) {
    if (stage_of(recording, layer, 0)) return {};
  }
  return record_with(
      recording, "bitonic",
      fmt::format("{} splits no bitonic sequences of so few keys.", recording.title()));
}

MaybeLack schedule(const Recording& recording, const Measured&) {
  return nothing_compared(recording);
}

// Another algorithm for the same keys, of another family where there is one.
std::string_view rival_of(const Recording& recording) {
  static constexpr std::array<std::string_view, 5> kRivals = {
      "adaptive", "bitonic", "odd-even-merge", "adaptive-merger", "bitonic-merger"};
  const Algorithm& shown = *recording.algorithm;
  for (const bool same_family : {false, true}) {
    for (const std::string_view id : kRivals) {
      const auto rival = find_algorithm(id);
      if (!rival || id == shown.id || recording.real_keys() > (*rival)->max_keys) continue;
      if ((*rival)->needs_bitonic_input != shown.needs_bitonic_input) continue;
      if (same_family || (*rival)->family != shown.family) return id;
    }
  }
  return "odd-even-merge";
}

MaybeLack race(const Recording& recording, const Measured& measured) {
  if (measured.race != nullptr && lane_of(*measured.race, recording)) return {};
  const std::string_view rival = rival_of(recording);
  const auto named = find_algorithm(rival);
  Lack lack;
  lack.why = measured.race == nullptr ? "Two algorithms run side by side on the same keys."
                                      : "The last race was about another run.";
  lack.button = fmt::format("Race against {}", named ? (*named)->title : rival);
  lack.command = fmt::format("race {} {}", recording.algorithm->id, rival);
  lack.measurable = true;
  return lack;
}

MaybeLack passes(const Recording& recording, const Measured& measured) {
  if (measured.trace != nullptr && !measured.trace->passes.empty()) return {};
  if (const auto idle = nothing_compared(recording)) return idle;
  // A trace would fail.
  if (!recording.sorted) {
    return record_with(recording, "bitonic",
                       "These keys come out in no order: times of passes would say nothing.");
  }
  Lack lack;
  lack.why = "The sort runs again, with the time of every pass.";
  lack.button = "Trace this sort";
  lack.command = "trace";
  lack.measurable = true;
  return lack;
}

// A verdict beside another run would be read as that run's.
MaybeLack findings(const Recording& recording, const Measured& measured) {
  Lack lack;
  if (const OwnKernel* kernel = measured.kernel.get(); kernel != nullptr) {
    const KernelReport& report = kernel->report();
    const ListedNetwork* shown = recording.network.listed();
    const bool compared = shown != nullptr && shown == report.intended.get();
    if (report.network == nullptr || compared || shows_own_kernel(measured, recording)) return {};
    const std::string name = std::filesystem::path(report.path).filename().string();
    lack.why = fmt::format("{} ran in this window; what is shown now is another run.", name);
    lack.button = fmt::format("Run {} again", name);
    lack.command = "kernel-again";
    return lack;
  }
  lack.why = "No CUDA file of your own has run yet.";
  lack.button = "Open a file";
  lack.command = "open";
  lack.asks = true;
  return lack;
}

struct Row {
  std::string_view id;
  MaybeLack (*lack)(const Recording& recording, const Measured& measured);
};
constexpr std::array kWants = {
    Row{"tree", trees},         Row{"streams", streams},   Row{"aks-tree", aks},
    Row{"aks-formulas", aks},   Row{"separator", aks},     Row{"halver", aks},
    Row{"compare", comparison}, Row{"launches", launches}, Row{"memory", memory},
    Row{"cylinder", cylinder},  Row{"schedule", schedule}, Row{"race", race},
    Row{"passes", passes},      Row{"findings", findings},
};

}  // namespace

std::optional<Lack> lack_of(std::string_view view, const Recording& recording,
                            const Measured& measured) {
  if (const Row* row = find_by_id(kWants, view); row != nullptr) {
    if (auto lack = row->lack(recording, measured)) return lack;
  }
  return too_many(view, recording);
}

}  // namespace sortscope
