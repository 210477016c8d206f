// schedule.cpp: how long samples will take.
#include "core/lab/schedule.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/lab/listed.h"

namespace sortscope {

namespace {

// Of a sorter never seen: a modest GPU, one thread of a CPU. Nanoseconds a key and factor log n.
constexpr double kNewGpu = 0.01;
constexpr double kNewCpu = 2;
constexpr double kNewWallNs = 1e5;

double work(std::uint32_t n) { return n * std::max(1.0, std::log2(static_cast<double>(n))); }

}  // namespace

LabTally tally_of(const LabCell& cell) {
  LabTally tally;
  for (const LabSample& sample : cell.samples) tally.add(sample);
  return tally;
}

std::uint32_t lab_samples_left(const LabCell& cell, std::uint32_t wanted, double budget_s,
                               double expected_ns) {
  return lab_samples_left(tally_of(cell), wanted, budget_s, expected_ns);
}

std::uint32_t lab_samples_left(const LabTally& tally, std::uint32_t wanted, double budget_s,
                               double expected_ns) {
  const auto [all, disturbed, spent_ns] = tally;
  std::uint32_t left = wanted - std::min(wanted, all - disturbed);
  // Twice as many as 32 bits hold are none the more.
  const std::uint64_t most = 2 * std::uint64_t{wanted};
  left = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(left, most - std::min<std::uint64_t>(most, all)));
  if (budget_s <= 0) return left;
  if (all > 0) expected_ns = spent_ns / all;
  if (all >= kLeastSamples && spent_ns >= budget_s * 1e9) return 0;
  if (expected_ns <= 0) return left;
  const double affordable = std::ceil((budget_s * 1e9 - spent_ns) / expected_ns);
  const double least = all < kLeastSamples ? kLeastSamples - all : 0;
  return std::min(left, static_cast<std::uint32_t>(std::clamp(affordable, least, 1e6)));
}

double lab_expected_s(const LabRequest& request, const LabResult* seen) {
  LabSchedule schedule;
  if (seen != nullptr) {
    for (const LabCell& cell : seen->cells) {
      if (cell.samples.empty()) continue;
      const double median_ns = cell.elapsed_ms().median() * 1e6;
      schedule.took(cell, median_ns, 2 * median_ns + kNewWallNs);
    }
  }
  double all_ns = 0;
  LabCell cell;
  for (LabCase& what : lab_cases(request)) {
    cell.what = std::move(what);
    const std::uint32_t samples =
        lab_samples_left(cell, request.repetitions, request.budget_s, schedule.sample_ns(cell));
    all_ns += (samples + 1) * schedule.wall_ns(cell);  // and one that warms up
  }
  return all_ns * 1e-9;
}

void LabSchedule::took(const LabCell& cell, double elapsed_ns, double wall_ns) {
  Seen& seen = seen_[cell.what.sorter][cell.what.n];
  seen = {elapsed_ns, wall_ns};
}

LabSchedule::Seen LabSchedule::expected(const LabCell& cell) const {
  const std::uint32_t n = cell.what.n;
  const auto sorter = seen_.find(cell.what.sorter);
  if (sorter == seen_.end()) {
    bool gpu = false;
    if (const LabSorter* const row = known_lab_sorter(cell.what.sorter)) {
      gpu = row->place == LabPlace::kGpu;
    }
    const double elapsed_ns = (gpu ? kNewGpu : kNewCpu) * work(n);
    return {elapsed_ns, elapsed_ns + kNewWallNs};
  }
  // The nearest size: the largest that is not larger, else the smallest.
  auto near = sorter->second.upper_bound(n);
  if (near != sorter->second.begin()) --near;
  const double factor = work(n) / work(near->first);
  return {near->second.elapsed_ns * factor, near->second.wall_ns * factor};
}

double LabSchedule::sample_ns(const LabCell& cell) const { return expected(cell).elapsed_ns; }

double LabSchedule::wall_ns(const LabCell& cell) const { return expected(cell).wall_ns; }

}  // namespace sortscope
