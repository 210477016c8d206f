// sorts.cpp: running sorts as samples.
#include "core/lab/experiments/sorts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/keys/inputs.h"
#include "core/keys/keys.h"
#include "core/networks/aks/network.h"

namespace sortscope {

namespace {

Result<Network> network_of(const SortCase& sort, std::uint32_t n) {
  auto made = AksNetwork::build(aks_log2_for(n), sort.parameters);
  if (!made) return made.error();
  return Network(std::move(made.value()));
}

bool in_order(const Words& words, const std::vector<std::uint32_t>& places,
              const PreparedKeys& start) {
  for (std::size_t w = 1; w < words.size(); ++w) {
    if (words.at(w - 1) > words.at(w)) return false;
  }
  for (std::size_t w = 0; w < places.size(); ++w) {
    if (start.words.at(places[w]) != words.at(w)) return false;
  }
  return true;
}

std::string note_of(const std::vector<SortSample>& samples) {
  std::uint64_t misplaced = 0;
  for (const SortSample& sample : samples) misplaced = std::max(misplaced, sample.misplaced);
  return misplaced == 0 ? "" : fmt::format("up to {} keys misplaced before the repair", misplaced);
}

}  // namespace

Status check_lengths(const std::vector<std::uint32_t>& sizes) {
  for (const std::uint32_t n : sizes) {
    if (n >= 1 && n <= 1U << kAksMostLog2) continue;
    return Error{ErrorCode::kBadUsage, fmt::format("{} keys cannot be sorted here.", n),
                 fmt::format("Give sizes from 1 to 2^{}.", kAksMostLog2)};
  }
  return {};
}

Result<std::uint64_t> sort_units(const SortCase& sort, std::uint32_t n) {
  const auto made = AksNetwork::build(aks_log2_for(n), sort.parameters);
  if (!made) return made.error();
  return (*made)->size().comparators;
}

Result<std::vector<SortSample>> run_sorts(ExperimentRun& run, const SortCase& sort, std::uint32_t n,
                                          std::uint32_t samples, bool warm) {
  const Algorithm& algorithm = **find_algorithm("aks");
  const auto network = network_of(sort, n);
  if (!network) return network.error();
  Engine& engine = sort.engine != nullptr ? *sort.engine : *run.options().engine;
  std::vector<SortSample> seen;
  for (std::uint32_t r = 0; r < samples + (warm ? 1 : 0); ++r) {
    if (run.cancelled()) return ExperimentRun::stopped();
    const auto keys = generate_keys("uniform", sort.type, n, run.options().seed + r, algorithm,
                                    Order::kAscending, run.progress());
    if (!keys) {
      return keys.error().code == ErrorCode::kCancelled ? ExperimentRun::stopped() : keys.error();
    }
    const PreparedKeys start =
        prepare_keys(*keys, Order::kAscending, network->wires(), false, run.progress());
    if (run.cancelled()) return ExperimentRun::stopped();
    Words words = start.words;
    std::vector<std::uint32_t> places;
    SortBuffers buffers;
    buffers.key_bits = words.bits;
    buffers.words32 = words.w32;
    buffers.words64 = words.w64;
    buffers.real_keys = start.real_keys;
    if (sort.pairs) {
      places = start.places;
      buffers.places = places;
    }
    SortOptions options;
    options.threads = sort.threads;
    const auto timing = engine.run(algorithm, *network, buffers, options, run.progress());
    if (!timing) {
      return timing.error().code == ErrorCode::kCancelled ? ExperimentRun::stopped()
                                                          : timing.error();
    }
    if (!in_order(words, places, start)) {
      return Error{ErrorCode::kWorkFailed, fmt::format("AKS left {} keys out of order.", n),
                   "This is an error in Sortscope: please report it."};
    }
    run.done(network->aks()->size().comparators);
    if (warm && r == 0) continue;
    seen.push_back(
        {static_cast<double>(timing->elapsed_ns) * 1e-6, timing->repair_rounds, timing->misplaced});
  }
  return seen;
}

Status measure_times(ExperimentRun& run, std::size_t panel, const std::vector<SortCase>& cases,
                     const std::vector<std::uint32_t>& sizes, std::uint32_t samples) {
  const auto wanted = [](const SortCase& sort, std::uint32_t n) {
    return n >= sort.least_n && n <= sort.most_n;
  };
  std::vector<std::uint32_t> rising = sizes;
  std::sort(rising.begin(), rising.end());
  const bool warm = samples > 1;
  std::uint64_t all = 0;
  std::vector<std::size_t> series;
  for (const SortCase& sort : cases) {
    series.push_back(run.add_series(panel, sort.id, sort.title));
    for (const std::uint32_t n : rising) {
      if (!wanted(sort, n)) continue;
      const auto units = sort_units(sort, n);
      if (!units) return units.error();
      all += *units * (samples + (warm ? 1 : 0));
    }
  }
  run.plan(all);
  run.show();
  for (const std::uint32_t n : rising) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (!wanted(cases[i], n)) continue;
      const auto seen = run_sorts(run, cases[i], n, samples, warm);
      if (!seen) return seen.error();
      ExperimentPoint point{static_cast<double>(n), {}, note_of(*seen)};
      for (const SortSample& sample : *seen) point.y.values.push_back(sample.elapsed_ms);
      run.add(panel, series[i], std::move(point));
      run.show();
    }
  }
  return {};
}

}  // namespace sortscope
