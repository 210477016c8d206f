// sorting_time.cpp: table 4.1: sorting time by type of data.
#include "core/lab/experiments/sorts.h"

namespace sortscope {

namespace {

constexpr std::pair<double, double> kInt[] = {
    {256, 1.004}, {4096, 55.044}, {65536, 1277}, {1048576, 51386}};
constexpr std::pair<double, double> kIntO3[] = {
    {256, 1.017}, {4096, 57.022}, {65536, 1284}, {1048576, 51063}};
constexpr std::pair<double, double> kLong[] = {
    {256, 1.039}, {4096, 57.813}, {65536, 1331}, {1048576, 56679}};
constexpr std::pair<double, double> kStruct[] = {
    {256, 1.811}, {4096, 63.989}, {65536, 1450}, {1048576, 62776}};

Status run(ExperimentRun& run) {
  const auto sizes = run.sizes({256, 4096, 65536}, {256, 4096});
  if (Status status = check_lengths(sizes); !status) return status;
  const std::uint32_t samples = run.repetitions(3, 3);
  run.set_machine(run.options().engine->description());
  const std::size_t panel = run.add_panel({"time",
                                           "Sorting time, custom depths",
                                           {"keys", AxisScale::kLog2},
                                           {"ms", AxisScale::kLog10}});
  SortCase sort;
  sort.parameters.depth_rule = DepthRule::kCustom;
  std::vector<SortCase> cases(3, sort);
  cases[0].id = "int32";
  cases[0].title = "32-bit integers";
  cases[1].id = "int64";
  cases[1].title = "64-bit integers";
  cases[1].type = KeyType::kInt64;
  cases[2].id = "pairs";
  cases[2].title = "32-bit integers with a place";
  cases[2].pairs = true;
  run.add_published(panel, "int32", "thesis: int", kInt);
  run.add_published(panel, "int32", "thesis: int, -O3", kIntO3);
  run.add_published(panel, "int64", "thesis: long", kLong);
  run.add_published(panel, "pairs", "thesis: struct", kStruct);
  if (Status status = measure_times(run, panel, cases, sizes, samples); !status) return status;
  run.find(
      "The thesis's struct has three ints, one of them the key; the nearest here is a key that "
      "carries a 32-bit place. Compiler options are not varied.");
  return {};
}

}  // namespace

const Experiment kSortingTime = {
    "sorting-time",
    "Sorting time by type of data",
    "table 4.1, figure 4.1",
    "Whole sorts with the thesis's custom depths, which it ran on an i5-9500 with 6 cores.",
    "values for 2^8, 2^12, 2^16, 2^20 keys",
    "keys",
    run};

}  // namespace sortscope
