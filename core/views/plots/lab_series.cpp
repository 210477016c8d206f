// lab_series.cpp: cells gathered into curves.
#include "core/views/plots/lab_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "core/base/number_text.h"
#include "core/lab/listed.h"
#include "core/lab/text.h"

namespace sortscope {

namespace {

// Steps of the ratio's base where the one asked for is not there.
constexpr std::string_view kBases[] = {"cub-merge", "std-sort", "qsort"};

std::string rate_text(double per_s, std::string_view unit) {
  constexpr std::array<std::string_view, 5> kPrefixes = {"", "k", "M", "G", "T"};
  std::size_t at = 0;
  while (per_s >= 999.5 && at + 1 < kPrefixes.size()) {
    per_s /= 1000;
    ++at;
  }
  return fmt::format("{:.3g}{}{}{}", per_s, at > 0 || !unit.empty() ? " " : "", kPrefixes[at],
                     unit);
}

constexpr std::array kColours = {Role::kSeries1, Role::kSeries2, Role::kSeries3, Role::kSeries4,
                                 Role::kSeries5, Role::kSeries6, Role::kSeries7, Role::kSeries8};

std::string_view sorter_of(const LabSeries& series) {
  return std::string_view(series.id).substr(0, series.id.find('/'));
}

// Sorters keep their colours, the first of those that share one; the others take what is free.
// Where none is, marks tell them apart. What was skipped has no curve and comes last.
void tell_apart(std::vector<LabSeries>& all, const LabResult& result) {
  std::vector<LabSeries*> order;
  for (LabSeries& series : all) order.push_back(&series);
  std::stable_partition(order.begin(), order.end(), [&](const LabSeries* series) {
    return std::ranges::any_of(series->cells, [&](int at) {
      return result.cells[static_cast<std::size_t>(at)].state != LabState::kSkipped;
    });
  });
  std::vector<std::pair<Role, std::string_view>> taken;  // and by which sorter
  const auto owner = [&](Role role) {
    const auto found = std::ranges::find(taken, role, &std::pair<Role, std::string_view>::first);
    return found == taken.end() ? std::string_view() : found->second;
  };
  for (const LabSeries* series : order) {
    if (owner(series->style.role).empty())
      taken.emplace_back(series->style.role, sorter_of(*series));
  }
  std::vector<std::pair<std::string_view, Role>> moved;
  for (LabSeries* series : order) {
    const std::string_view sorter = sorter_of(*series);
    if (owner(series->style.role) == sorter) continue;
    auto place = std::ranges::find(moved, sorter, &std::pair<std::string_view, Role>::first);
    if (place == moved.end()) {
      const auto free =
          std::ranges::find_if(kColours, [&](Role role) { return owner(role).empty(); });
      if (free == kColours.end()) continue;
      taken.emplace_back(*free, sorter);
      place = moved.emplace(moved.end(), sorter, *free);
    }
    series->style.role = place->second;
  }
}

double memory_floor_ns(const DeviceFloors& floors, std::uint32_t /*n*/, double bytes) {
  const bool cached =
      floors.cached_bytes_per_s > 0 && bytes / 2 <= static_cast<double>(floors.cache_bytes);
  return bytes / (cached ? floors.cached_bytes_per_s : floors.copy_bytes_per_s) * 1e9;
}
double instruction_floor_ns(const DeviceFloors& floors, std::uint32_t n, double /*bytes*/) {
  return 2 * bitonic_comparators(n) / floors.min_max_per_s * 1e9;
}
double launch_floor_ns(const DeviceFloors& floors, std::uint32_t /*n*/, double /*bytes*/) {
  return floors.launch_ns;
}

}  // namespace

std::string LabSlice::title() const {
  return lab_keys_text({"", type, pairs, input, 0, false, transfers, warm});
}

LabSorterName lab_name_of(const LabResult& result, std::string_view sorter) {
  for (const LabSorterName& name : result.sorters) {
    if (name.id == sorter) return name;
  }
  const LabSorter* const found = known_lab_sorter(sorter);
  if (found == nullptr) {
    return {std::string(sorter), std::string(sorter), LabPlace::kGpu, true, "", ""};
  }
  const LabSorter& row = *found;
  return {std::string(row.id),        std::string(row.title), row.place, row.peer,
          std::string(row.algorithm), std::string(row.kernel)};
}

LabResult published_lab_result() {
  LabResult result;
  result.request.preset = "article";
  result.request.types = {KeyType::kFloat32};
  result.request.pairs = {true};
  return result;
}

LabSlice slice_of(const LabCase& what) {
  return {what.type, what.pairs, what.input, what.transfers, what.warm};
}

std::vector<LabSlice> lab_slices(const LabResult& result) {
  std::vector<LabSlice> slices;
  for (const LabCell& cell : result.cells) {
    const LabSlice one = slice_of(cell.what);
    if (std::find(slices.begin(), slices.end(), one) == slices.end()) slices.push_back(one);
  }
  if (slices.empty()) {
    const LabRequest& request = result.request;
    slices.push_back({request.types.empty() ? KeyType::kUint32 : request.types[0],
                      !request.pairs.empty() && request.pairs[0],
                      request.inputs.empty() ? "uniform" : request.inputs[0], request.transfers,
                      request.warm});
  }
  return slices;
}

PlotStyle lab_style(std::string_view sorter) {
  const LabSorter* const found = known_lab_sorter(sorter);
  if (found == nullptr) return {Role::kSeries8, PlotMark::kDisc};
  const CurveLook& look = found->look;
  return {kColours[look.colour - 1U], look.mark};
}

std::string lab_series_id(const LabCase& what) {
  return what.recording ? what.sorter + "/recorded" : what.sorter;
}

std::vector<LabSeries> lab_series(const LabResult& result, const LabSlice& slice) {
  std::vector<LabSeries> all;
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    const LabCase& what = result.cells[i].what;
    if (slice_of(what) != slice) continue;
    const std::string id = lab_series_id(what);
    auto at = std::find_if(all.begin(), all.end(), [&](const LabSeries& s) { return s.id == id; });
    if (at == all.end()) {
      LabSeries series;
      series.id = id;
      const LabSorterName name = lab_name_of(result, what.sorter);
      series.title = name.title;
      if (what.recording) series.title += ", recorded";
      series.place = name.place;
      series.style = lab_style(what.sorter);
      series.recorded = what.recording;
      all.push_back(std::move(series));
      at = std::prev(all.end());
    }
    at->cells.push_back(static_cast<int>(i));
  }
  const auto sorters = lab_sorters();
  // What a person gave comes first: it is what the others stand beside.
  const auto place_of = [&](const LabSeries& series) {
    const std::string_view sorter = sorter_of(series);
    const auto given = std::ranges::find(given_lab_sorters(), sorter, &LabSorter::id);
    if (given != given_lab_sorters().end()) return given - given_lab_sorters().end();
    return std::find_if(sorters.begin(), sorters.end(),
                        [&](const LabSorter& one) { return one.id == sorter; }) -
           sorters.begin();
  };
  std::stable_sort(all.begin(), all.end(), [&](const LabSeries& a, const LabSeries& b) {
    const auto first = place_of(a);
    const auto second = place_of(b);
    return first != second ? first < second : a.recorded < b.recorded;
  });
  for (LabSeries& series : all) {
    std::sort(series.cells.begin(), series.cells.end(), [&](int a, int b) {
      return result.cells[static_cast<std::size_t>(a)].what.n <
             result.cells[static_cast<std::size_t>(b)].what.n;
    });
  }
  tell_apart(all, result);
  return all;
}

LabScale::LabScale(const LabResult& result, const LabSlice& slice, const LabPlotOptions& options)
    : quantity_(options.quantity) {
  const std::vector<LabSeries> all = lab_series(result, slice);
  const auto take = [&](std::string_view id) {
    for (const LabSeries& series : all) {
      if (series.id != id) continue;
      for (const int at : series.cells) {
        const LabCell& cell = result.cells[static_cast<std::size_t>(at)];
        if (cell.state != LabState::kMeasured || cell.samples.empty()) continue;
        base_.push_back({cell.what.n, cell.elapsed_ms().median() * 1e6});
      }
      if (base_.empty()) return false;
      ratio_to_ = series.id;
      ratio_title_ = series.title;
      return true;
    }
    return false;
  };
  if (take(options.ratio_to)) return;
  for (const std::string_view id : kBases) {
    if (take(id)) return;
  }
  for (const LabSeries& series : all) {
    if (take(series.id)) return;
  }
}

std::optional<double> LabScale::value(std::uint32_t n, double bytes, double elapsed_ns) const {
  if (elapsed_ns <= 0) return std::nullopt;
  switch (quantity_) {
    case Quantity::kTime:
      return elapsed_ns;
    case Quantity::kKeysPerSecond:
      return n / elapsed_ns * 1e9;
    case Quantity::kBytesPerSecond:
      return bytes / elapsed_ns * 1e9;
    case Quantity::kRatio:
      for (const Base& base : base_) {
        if (base.n == n) return base.elapsed_ns / elapsed_ns;
      }
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<double> LabScale::median(const LabCell& cell) const {
  if (cell.state != LabState::kMeasured || cell.samples.empty()) return std::nullopt;
  return value(cell, cell.elapsed_ms().median() * 1e6);
}

std::string LabScale::text(double value) const {
  switch (quantity_) {
    case Quantity::kTime:
      return time_text(value, kLabTimeDigits);
    case Quantity::kKeysPerSecond:
      return rate_text(value, "keys/s");
    case Quantity::kBytesPerSecond:
      return rate_text(value, "B/s");
    case Quantity::kRatio:
      return fmt::format("{:.3g} ×", value);
  }
  return "";
}

std::string LabScale::tick_text(double value) const {
  switch (quantity_) {
    case Quantity::kTime: {
      constexpr std::array<std::string_view, 4> kUnits = {"ns", "µs", "ms", "s"};
      std::size_t at = 0;
      while (value >= 999.5 && at + 1 < kUnits.size()) {
        value /= 1000;
        ++at;
      }
      return fmt::format("{:.4g} {}", value, kUnits[at]);
    }
    case Quantity::kKeysPerSecond:
      return rate_text(value, "");
    case Quantity::kBytesPerSecond:
      return rate_text(value, "B/s");
    case Quantity::kRatio: {
      const double whole = std::round(1 / value);
      const bool part = value < 0.75 && std::abs(1 / value - whole) < 1e-6;
      return part ? fmt::format("1/{:.0f}", whole) : fmt::format("{:.4g}", value);
    }
  }
  return "";
}

std::string LabScale::title() const {
  switch (quantity_) {
    case Quantity::kTime:
      return "time of a sort";
    case Quantity::kKeysPerSecond:
      return "keys a second";
    case Quantity::kBytesPerSecond:
      return "bytes that must move, a second";
    case Quantity::kRatio:
      return ratio_title_.empty() ? "ratio" : fmt::format("times as fast as {}", ratio_title_);
  }
  return "";
}

std::vector<LabFloorLine> lab_floor_lines(const DeviceFloors& floors, const LabSlice& slice) {
  std::vector<LabFloorLine> lines;
  if (floors.copy_bytes_per_s > 0) {
    lines.push_back(
        {'M',
         fmt::format("Memory: every key moved once, {}", rate_text(floors.copy_bytes_per_s, "B/s")),
         memory_floor_ns});
  }
  // Comparators of 64-bit keys or pairs are more than a minimum and a maximum.
  if (floors.min_max_per_s > 0 && bits_of(slice.type) == 32 && !slice.pairs) {
    lines.push_back({'I',
                     fmt::format("Instructions of a bitonic network, {}",
                                 rate_text(floors.min_max_per_s, "op/s")),
                     instruction_floor_ns});
  }
  if (floors.launch_ns > 0) {
    lines.push_back(
        {'L', fmt::format("An empty launch, {}", time_text(floors.launch_ns, kLabTimeDigits)),
         launch_floor_ns});
  }
  return lines;
}

double bitonic_comparators(std::uint32_t n) {
  const std::uint64_t wires = std::bit_ceil(std::uint64_t{std::max(n, 1U)});
  const int log2 = std::countr_zero(wires);
  return static_cast<double>(wires) / 4 * log2 * (log2 + 1);
}

}  // namespace sortscope
