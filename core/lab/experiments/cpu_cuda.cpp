// cpu_cuda.cpp: table 4.2: CPU and CUDA, with and without perfect halvers.
#include <fmt/format.h>

#include "core/lab/experiments/sorts.h"

namespace sortscope {

namespace {

constexpr std::pair<double, double> kCuda[] = {{256, 62}, {4096, 1179}, {65536, 24271}};
constexpr std::pair<double, double> kCpu[] = {{256, 1.0038}, {4096, 55.044}, {65536, 1277}};
// "< 1 ms" for 256 keys: no value.
constexpr std::pair<double, double> kCudaPerfect[] = {{4096, 92}, {65536, 1768}};
constexpr std::pair<double, double> kCpuPerfect[] = {{256, 0.0014}, {4096, 8.235}, {65536, 166}};

Status run(ExperimentRun& run) {
  const ExperimentOptions& options = run.options();
  const auto sizes = run.sizes({256, 4096, 65536}, {256, 4096});
  if (Status status = check_lengths(sizes); !status) return status;
  const std::uint32_t samples = run.repetitions(3, 3);
  const auto cpu = make_cpu_engine();
  run.set_machine(cpu->description() +
                  (options.cuda != nullptr ? " and " + options.cuda->description() : ""));
  const std::size_t panel = run.add_panel({"time",
                                           "Sorting time of 32-bit integers",
                                           {"keys", AxisScale::kLog2},
                                           {"ms", AxisScale::kLog10}});
  run.add_published(panel, "cuda", "thesis: CUDA", kCuda);
  run.add_published(panel, "cpu", "thesis: CPU", kCpu);
  run.add_published(panel, "cuda-perfect", "thesis: CUDA, perfect", kCudaPerfect);
  run.add_published(panel, "cpu-perfect", "thesis: CPU, perfect", kCpuPerfect);
  std::vector<SortCase> cases;
  for (const bool perfect : {false, true}) {
    for (const bool cuda : {true, false}) {
      SortCase sort;
      sort.id = fmt::format("{}{}", cuda ? "cuda" : "cpu", perfect ? "-perfect" : "");
      sort.title = fmt::format("{}, {}", cuda ? "CUDA" : "CPU",
                               perfect ? "perfect halvers" : "custom depths");
      sort.parameters.depth_rule = perfect ? DepthRule::kPerfect : DepthRule::kCustom;
      sort.engine = cuda ? options.cuda : cpu.get();
      if (sort.engine != nullptr) {
        cases.push_back(sort);
      } else {
        run.set_problem(panel, run.add_series(panel, sort.id, sort.title), options.no_cuda);
      }
    }
  }
  if (Status status = measure_times(run, panel, cases, sizes, samples); !status) return status;
  run.find(
      "The thesis's 0.0014 ms for 256 keys on the CPU does not fit 155 x 256 comparators. Its CUDA "
      "program has errors, as it says, and no results above 65,536 keys; ours are checked.");
  run.find("CUDA with perfect halvers, 256 keys: the thesis says less than 1 ms.");
  const ExperimentPanel& measured = run.result().panels[panel];
  const auto at = [&](std::string_view id, double n) {
    for (const ExperimentSeries& series : measured.series) {
      if (series.id != id) continue;
      for (const ExperimentPoint& point : series.points) {
        if (point.x == n) return point.y.median();
      }
    }
    return 0.0;
  };
  const auto n = static_cast<double>(*std::max_element(sizes.begin(), sizes.end()));
  for (const std::string_view engine : {"cpu", "cuda"}) {
    const double custom = at(engine, n);
    const double perfect = at(fmt::format("{}-perfect", engine), n);
    if (custom > 0 && perfect > 0) {
      run.find(
          fmt::format("Perfect halvers are {:.1f} times as fast as custom depths with {} keys "
                      "({}); the thesis has 7.7 (CPU) and 13.7 (CUDA) with 65,536.",
                      custom / perfect, number_text(n), engine));
    }
  }
  return {};
}

}  // namespace

const Experiment kCpuCuda = {"cpu-cuda",
                             "CPU and CUDA, with and without perfect halvers",
                             "table 4.2",
                             "Whole sorts of 32-bit integers on both engines.",
                             "values for 2^8, 2^12, 2^16 keys",
                             "keys",
                             run};

}  // namespace sortscope
