#include "core/own_kernels/timing/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/number_text.h"
#include "core/lab/listed.h"
#include "core/lab/text.h"
#include "core/lab/versions.h"

namespace sortscope {

namespace {

std::vector<const LabCell*> own_cells(const LabResult& result) {
  std::vector<const LabCell*> cells;
  for (const LabCell& cell : result.cells) {
    if (cell.what.sorter == kOwnSorter) cells.push_back(&cell);
  }
  return cells;
}

// The others of the result that were measured anywhere.
std::vector<std::string> others_of(const LabResult& result) {
  std::vector<std::string> others;
  for (const LabCell& cell : result.cells) {
    const std::string& sorter = cell.what.sorter;
    if (sorter == kOwnSorter || cell.state != LabState::kMeasured) continue;
    if (std::ranges::find(others, sorter) == others.end()) others.push_back(sorter);
  }
  return others;
}

double median_ms(const LabResult& result, const LabCell& own, std::string_view sorter) {
  const LabCell* const other = lab_reference(result, own.what, sorter);
  return other == nullptr ? 0 : other->elapsed_ms().median();
}

std::string_view heading(std::string_view sorter) {
  return sorter == kBeforeSorter ? "before" : sorter;
}

std::string time_row(const LabResult& result, const LabCell& cell,
                     std::span<const std::string> others) {
  const Samples samples = cell.elapsed_ms();
  const double median = samples.median();
  std::string row = fmt::format("{:>10}  {:>9.4f}  {:>9.4f}  {:>9.4f}  {:>10.3e}  {:>8}",
                                cell.what.n, median, samples.quantile(0.25), samples.quantile(0.75),
                                median > 0 ? cell.what.n / median * 1e3 : 0, cell.launches);
  for (const std::string& other : others) {
    const double theirs = median_ms(result, cell, other);
    const std::size_t width = std::max<std::size_t>(heading(other).size(), 15);
    row += theirs > 0 ? fmt::format("  {:>{}}",
                                    fmt::format("{:.4f} ({:.2f})", theirs, median / theirs), width)
                      : fmt::format("  {:>{}}", "", width);
  }
  return row + "\n";
}

std::string versions_text(const LabResult& result) {
  const std::vector<LabVersionRatio> ratios = version_ratios(result);
  if (ratios.empty()) return {};
  std::string text =
      fmt::format("\nSince the version before (time now : before, samples in turns; quartiles)\n");
  for (const LabVersionRatio& ratio : ratios) {
    text += fmt::format("{:>10}  {:<26}  {}, p {:.2g}\n", ratio.what.n, ratio_text(ratio),
                        word_of(ratio.verdict), ratio.p_value);
  }
  return text;
}

std::string kernels_text(std::span<const LabKernel> kernels) {
  std::string text =
      fmt::format("\n{:>6}  {:>8}  {:>7}  {:>9}  {:>12}  {:>11}  {:>9}  {}\n", "line", "launches",
                  "threads", "registers", "shared bytes", "local bytes", "occupancy", "kernel");
  for (const LabKernel& k : kernels) {
    const auto known = [&](std::string number) {
      return k.registers < 0 ? std::string("?") : std::move(number);
    };
    text += fmt::format("{:>6}  {:>8}  {:>7}  {:>9}  {:>12}  {:>11}  {:>9}  {}\n", k.line,
                        k.launches, k.threads, known(fmt::format("{}", k.registers)),
                        known(fmt::format("{}", k.shared_bytes)),
                        known(fmt::format("{}", k.local_bytes)),
                        known(fmt::format("{:.0f} %", 100 * k.occupancy)), k.name);
  }
  return text;
}

using Json = nlohmann::ordered_json;

Json json_of(const LabKernel& k) {
  return {{"name", k.name},
          {"line", k.line},
          {"launches", k.launches},
          {"threads", k.threads},
          {"registers", k.registers},
          {"shared_bytes", k.shared_bytes},
          {"local_bytes", k.local_bytes},
          {"blocks_at_once", k.blocks_at_once},
          {"occupancy", k.occupancy}};
}

}  // namespace

const LabCell* own_cell_with_kernels(const LabResult& result) {
  const LabCell* found = nullptr;
  for (const LabCell& cell : result.cells) {
    if (cell.what.sorter != kOwnSorter || cell.kernels.empty()) continue;
    if (found == nullptr || cell.what.n > found->what.n) found = &cell;
  }
  return found;
}

std::string own_timing_text(const LabResult& result, bool host_memory) {
  const std::vector<std::string> others = others_of(result);
  std::string text = fmt::format(
      "{}, uniform keys{}. Milliseconds; in brackets: how many times as long yours "
      "takes.\n",
      result.gpu, host_memory ? ", copies to the GPU and back counted" : "");
  text += fmt::format("{:>10}  {:>9}  {:>9}  {:>9}  {:>10}  {:>8}", "keys", "yours", "quarter",
                      "3 quarter", "keys/s", "launches");
  for (const std::string& other : others) {
    text +=
        fmt::format("  {:>{}}", heading(other), std::max<std::size_t>(heading(other).size(), 15));
  }
  text += "\n";
  for (const LabCell* cell : own_cells(result)) {
    text += cell->state == LabState::kMeasured
                ? time_row(result, *cell, others)
                : fmt::format("{:>10}  {}\n", cell->what.n, cell->reason);
  }
  text += versions_text(result);
  if (const LabCell* const cell = own_cell_with_kernels(result)) {
    text += kernels_text(cell->kernels);
  }
  return text;
}

std::string own_timing_json(const LabResult& result, const OwnLab::Built& now, bool host_memory) {
  Json json;
  json["version"] = 1;
  const bool compiled = now.problem.ok() || now.problem.error().code != ErrorCode::kBadInput;
  json["compiled"] = compiled;
  json["card"] = now.card;
  json["host_memory"] = host_memory;
  json["complete"] = result.complete;
  json["messages"] = Json::array();
  for (const CompilerMessage& m : now.messages) {
    json["messages"].push_back({{"line", m.line}, {"error", m.error}, {"text", m.text}});
  }
  json["times"] = Json::array();
  const std::vector<std::string> others = others_of(result);
  for (const LabCell* cell : own_cells(result)) {
    const Samples samples = cell->elapsed_ms();
    Json row{{"n", cell->what.n}, {"launches", cell->launches}, {"samples_ms", samples.values}};
    if (!cell->reason.empty()) row["problem"] = cell->reason;
    if (!samples.empty()) row["median_ms"] = samples.median();
    for (const std::string& other : others) {
      if (const double theirs = median_ms(result, *cell, other); theirs > 0) {
        row["others_ms"][std::string(heading(other))] = theirs;
      }
    }
    json["times"].push_back(std::move(row));
  }
  json["since_before"] = Json::array();
  for (const LabVersionRatio& ratio : version_ratios(result)) {
    json["since_before"].push_back({{"n", ratio.what.n},
                                    {"ratio", ratio.median},
                                    {"low", ratio.low},
                                    {"high", ratio.high},
                                    {"p", ratio.p_value},
                                    {"verdict", std::string(word_of(ratio.verdict))}});
  }
  json["kernels"] = Json::array();
  if (const LabCell* const cell = own_cell_with_kernels(result)) {
    for (const LabKernel& k : cell->kernels) json["kernels"].push_back(json_of(k));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string own_time_text(const LabResult& result, const LabCell& cell) {
  const std::string keys = fmt::format("{} keys", lab_size_text(cell.what.n));
  if (cell.state == LabState::kWaiting) return fmt::format("{}: waits", keys);
  if (cell.state != LabState::kMeasured) return fmt::format("{}: {}", keys, cell.reason);
  const double median = cell.elapsed_ms().median();
  std::string text = fmt::format("{}: {} in {} launch{}", keys, time_text(median * 1e6),
                                 cell.launches, cell.launches == 1 ? "" : "es");
  for (const auto& [sorter, name] : {std::pair<std::string_view, std::string_view>{"v2", "V2"},
                                     {"fast", "fast"},
                                     {"cub-merge", "CUB merge"}}) {
    if (const double theirs = median_ms(result, cell, sorter); theirs > 0) {
      text += fmt::format(" · {:.3g} × {}", median / theirs, name);
    }
  }
  return text;
}

}  // namespace sortscope
