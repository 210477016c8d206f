// threads.cpp: figures 4.7 and 4.8: sorting time by number of threads.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/machine.h"
#include "core/lab/experiments/sorts.h"
#include "core/networks/aks/schedule.h"

namespace sortscope {

namespace {

// Section 4.6, as it is printed.
std::uint32_t most_split_threads(std::uint32_t d, std::uint32_t split) {
  return 2 + (d - 6) * 2 * split * split / 6;
}

// As it is reasoned: 2 + (d - 6) / 6 active levels, two halvers each, dealt out twice.
std::uint32_t reasoned_split_threads(std::uint32_t d, std::uint32_t split) {
  return (d + 6) * 2 * split * split / 6;
}

Status run(ExperimentRun& run) {
  auto sizes = run.sizes({4096, 65536}, {4096});
  if (Status status = check_lengths(sizes); !status) return status;
  std::sort(sizes.begin(), sizes.end());
  const std::uint32_t samples = run.repetitions(5, 3);
  const unsigned cores = machine().threads;
  const auto cpu = make_cpu_engine();
  run.set_machine(fmt::format("{}, {} cores", cpu->description(), cores));
  std::vector<unsigned> counts;
  for (unsigned threads = 1; threads < 2 * cores; threads *= 2) counts.push_back(threads);
  counts.push_back(2 * cores);

  SortCase sort;
  sort.engine = cpu.get();
  std::uint64_t all = 0;
  for (const std::uint32_t n : sizes) {
    const auto units = sort_units(sort, n);
    if (!units) return units.error();
    all += *units * (samples + 1) * counts.size();
  }
  run.plan(all);
  const std::size_t time = run.add_panel({"time",
                                          "Sorting time, perfect halvers",
                                          {"threads", AxisScale::kLog2},
                                          {"ms", AxisScale::kLog10}});
  const std::size_t speed =
      run.add_panel({"speed", "Against one thread", {"threads", AxisScale::kLog2}, {"times", {}}});
  for (const std::uint32_t n : sizes) {
    const std::string id = fmt::format("{}", n);
    const std::string title = number_text(n) + " keys";
    const std::size_t times = run.add_series(time, id, title);
    const std::size_t speeds = run.add_series(speed, id, title, Origin::kComputed);
    double alone = 0;
    for (const unsigned threads : counts) {
      sort.threads = threads;
      const auto seen = run_sorts(run, sort, n, samples, true);
      if (!seen) return seen.error();
      ExperimentPoint point{static_cast<double>(threads), {}};
      for (const SortSample& sample : *seen) point.y.values.push_back(sample.elapsed_ms);
      const double median = point.y.median();
      if (threads == 1) alone = median;
      run.add(time, times, std::move(point));
      run.add(speed, speeds, threads, alone / median);
      run.show();
    }
    const auto& points = run.series(time, times).points;
    const auto best =
        std::min_element(points.begin(), points.end(),
                         [](const auto& a, const auto& b) { return a.y.median() < b.y.median(); });
    run.find(fmt::format(
        "{} keys are sorted fastest by {} threads of {} cores, {:.2f} times as "
        "fast as by one; the thesis: the more threads, the better, up to six on "
        "six cores.",
        number_text(n), static_cast<unsigned>(best->x), cores, alone / best->y.median()));
  }
  for (const std::uint32_t n : sizes) {
    const std::uint32_t d = aks_log2_for(n);
    run.find(fmt::format(
        "The thesis deals work out by threadSplit, to at most 2 + (d - 6) / 6 * 2 * split^2 "
        "threads as printed: with 2^{} keys {} for a split of 4, {} for 6; as reasoned, with "
        "2 + (d - 6) / 6 in parentheses, {} and {}. Here as many stay as are asked for.",
        d, most_split_threads(d, 4), most_split_threads(d, 6), reasoned_split_threads(d, 4),
        reasoned_split_threads(d, 6)));
  }
  run.find(
      "The thesis's thresholds (figure 4.8: halvers from 100,000 wires, separators from 100) "
      "switch threads on; here the threads stay, and a layer's comparators are dealt out evenly.");
  return {};
}

}  // namespace

const Experiment kThreads = {
    "threads",
    "Threads",
    "figures 4.7 and 4.8",
    "The same sort on the CPU by 1, 2, 4 … threads, up to twice the cores.",
    "figure only",
    "keys",
    run};

}  // namespace sortscope
