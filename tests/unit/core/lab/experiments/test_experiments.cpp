// test_experiments.cpp: the thesis's experiments: the table, small runs of each, stopping, texts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "core/base/machine.h"
#include "core/lab/experiments/experiment.h"
#include "core/lab/experiments/separators.h"
#include "core/networks/aks/complexity.h"
#include "core/networks/aks/network.h"
#include "core/verify/halver_error.h"

namespace sortscope {
namespace {

struct Ran {
  Status status;
  std::shared_ptr<const ExperimentResult> result;
  std::size_t shown = 0;
};

Ran ran(std::string_view id, std::vector<std::uint32_t> sizes, std::uint32_t repetitions,
        std::size_t stop_after = 0) {
  const auto engine = make_cpu_engine();
  ExperimentOptions options;
  options.quick = true;
  options.repetitions = repetitions;
  options.sizes = std::move(sizes);
  options.engine = engine.get();
  options.no_cuda = "no device in this test";
  Progress progress;
  Ran made;
  made.status = run_experiment(**find_experiment(id), options, &progress,
                               [&](std::shared_ptr<const ExperimentResult> grown) {
                                 made.result = std::move(grown);
                                 if (++made.shown == stop_after) progress.cancel = true;
                               });
  if (made.status) {
    EXPECT_EQ(progress.done, progress.total) << id;
    EXPECT_GT(progress.total, 0U) << id;
  }
  EXPECT_FALSE(progress.part);
  return made;
}

const ExperimentSeries& series_of(const ExperimentResult& result, std::string_view panel,
                                  std::string_view id) {
  for (const ExperimentPanel& one : result.panels) {
    if (one.id != panel) continue;
    for (const ExperimentSeries& series : one.series) {
      if (series.id == id) return series;
    }
  }
  ADD_FAILURE() << panel << ' ' << id;
  static const ExperimentSeries kNone;
  return kNone;
}

double at(const ExperimentSeries& series, double x) {
  for (const ExperimentPoint& point : series.points) {
    if (point.x == x) return point.y.median();
  }
  ADD_FAILURE() << series.id << " has nothing at " << x;
  return 0;
}

TEST(Experiments, TableNamesEachOnce) {
  std::set<std::string_view> ids;
  for (const Experiment& row : experiments()) {
    EXPECT_TRUE(ids.insert(row.id).second);
    EXPECT_FALSE(row.published.empty());
    EXPECT_EQ(find_experiment(row.id).value(), &row);
  }
  EXPECT_EQ(ids.size(), 14U);
  const auto none = find_experiment("nothing");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kBadUsage);
  EXPECT_NE(none.error().hint.find("planted"), std::string::npos);
}

TEST(Experiments, EachRunsAndHasPoints) {
  struct Small {
    std::string_view id;
    std::vector<std::uint32_t> sizes;
  };
  const Small all[] = {{"sorting-time", {100, 256}}, {"graph-memory", {4096}},
                       {"generators", {64}},         {"invalid-runs", {64}},
                       {"best-epsilon", {}},         {"threads", {256}},
                       {"large-sort", {256}},        {"cpu-cuda", {256}},
                       {"complexity", {}},           {"reuse", {64}},
                       {"planted", {256}},           {"misplaced", {256}},
                       {"shuffled-halves", {256}},   {"generator-times", {256}}};
  for (const Small& small : all) {
    const Ran made = ran(small.id, small.sizes, 2);
    ASSERT_TRUE(made.status) << small.id << made.status.error().text();
    EXPECT_TRUE(made.result->complete);
    EXPECT_GE(made.result->panels.size(), 1U) << small.id;
    EXPECT_FALSE(made.result->findings.empty()) << small.id;
    for (const ExperimentPanel& panel : made.result->panels) {
      EXPECT_FALSE(panel.title.empty());
      for (const ExperimentSeries& series : panel.series) {
        EXPECT_TRUE(!series.points.empty() || !series.problem.empty())
            << small.id << ' ' << panel.id << ' ' << series.id;
      }
    }
  }
}

// Fischer 2020, tables 4.1 and 4.2.
TEST(Experiments, PublishedValuesStandBesideOurs) {
  const Ran times = ran("sorting-time", {256}, 1);
  EXPECT_EQ(at(series_of(*times.result, "time", "thesis-int32"), 1048576), 51386);
  EXPECT_EQ(at(series_of(*times.result, "time", "thesis-pairs"), 65536), 1450);
  const Ran both = ran("cpu-cuda", {256}, 1);
  EXPECT_EQ(at(series_of(*both.result, "time", "thesis-cuda"), 65536), 24271);
  EXPECT_EQ(at(series_of(*both.result, "time", "thesis-cpu-perfect"), 65536), 166);
  EXPECT_EQ(series_of(*both.result, "time", "cuda").problem, "no device in this test");
  const std::string text = text_of(*both.result);
  EXPECT_NE(text.find("[24,271]"), std::string::npos);
  EXPECT_NE(text.find("no device in this test"), std::string::npos);
  for (const ExperimentPoint& point : series_of(*both.result, "time", "cpu-perfect").points) {
    EXPECT_GT(point.y.median(), 0);
  }
}

// With the permitted errors everything is sorted.
TEST(Experiments, PermittedErrorsAreForgiven) {
  const Ran made = ran("planted", {256, 4096}, 1);
  for (const std::string_view id : {"256", "4096"}) {
    EXPECT_EQ(at(series_of(*made.result, "misplaced", id), 0), 0);
    EXPECT_EQ(at(series_of(*made.result, "misplaced", id), 1), 0);
  }
}

// The errors that are planted are counted; where none is, nothing is claimed.
TEST(Experiments, PlantedErrorsAreCounted) {
  const Ran made = ran("planted", {256, 4096}, 1);
  const ExperimentSeries& small = series_of(*made.result, "exchanges", "256");
  EXPECT_EQ(at(small, 1), 0);
  EXPECT_EQ(at(small, 2), 0);
  EXPECT_GT(at(small, 16), 0);
  const ExperimentSeries& large = series_of(*made.result, "exchanges", "4096");
  EXPECT_EQ(at(large, 0), 0);
  // The root at t = 0 has 4096 wires: errors of rank 412, 823 ... (1 / 0.00243) of 2048 cross.
  EXPECT_GE(at(large, 1), 4);
  EXPECT_GT(at(large, 2), at(large, 1));
  std::string words;
  for (const std::string& finding : made.result->findings) words += finding + "\n";
  EXPECT_NE(words.find("256 keys permit no error"), std::string::npos) << words;
  EXPECT_EQ(words.find("256 keys: the network alone"), std::string::npos) << words;
  // The run without errors stands beside it, and planting makes strangers early.
  const ExperimentSeries& none = series_of(*made.result, "strangers", "0");
  const ExperimentSeries& once = series_of(*made.result, "strangers", "1");
  ASSERT_EQ(none.points.size(), once.points.size());
  double first = 0;
  double differ = 0;
  for (std::size_t t = 0; t < none.points.size(); ++t) {
    const double more = at(once, static_cast<double>(t)) - at(none, static_cast<double>(t));
    if (more != 0 && first == 0) first = static_cast<double>(t);
    differ += more != 0 ? 1 : 0;
  }
  EXPECT_EQ(at(none, 0), 0) << "at the root every key belongs";
  EXPECT_EQ(first, 1);
  EXPECT_LE(differ, 6);
}

// Every thread count is one that was tried, of the cores that there are.
TEST(Experiments, ThreadsAreNamedBeforeCores) {
  const Ran made = ran("threads", {256}, 1);
  const std::string cores = fmt::format(" threads of {} cores", machine().threads);
  const std::string& finding = made.result->findings.front();
  const std::size_t found = finding.find(cores);
  ASSERT_NE(found, std::string::npos) << finding;
  const std::size_t before = finding.rfind(' ', found - 1) + 1;
  const double threads = std::stod(finding.substr(before, found - before));
  const ExperimentSeries& times = series_of(*made.result, "time", "256");
  for (const ExperimentPoint& point : times.points) {
    EXPECT_LE(at(times, threads), point.y.median()) << finding;
  }
}

// Section 4.6: 2 + (d - 6) / 6 * 2 * threadSplit^2 threads: 2 + 2 * 16 and 2 + 2 * 36 for d = 12;
// with the parentheses of its reasoning 3 * 2 * 16 and 3 * 2 * 36.
TEST(Experiments, ThreadsOfTheThesisAreCounted) {
  const Ran made = ran("threads", {4096}, 1);
  EXPECT_TRUE(std::ranges::any_of(made.result->findings, [](const std::string& words) {
    return words.find("2^12 keys 34 for a split of 4, 74 for 6") != std::string::npos &&
           words.find("in parentheses, 96 and 216") != std::string::npos;
  }));
}

// Section 4.10: as many comparators as a network that is built.
TEST(Experiments, BitonicHalversAreCounted) {
  const Ran made = ran("complexity", {}, 0);
  AksParameters parameters;
  parameters.perfect = PerfectHalver::kBitonic;
  const auto built = AksNetwork::build(12, parameters).value();
  EXPECT_EQ(aks_cost(12, parameters).value().comparators, built->size().comparators);
  EXPECT_EQ(built->size().comparators, 2091008U);
  EXPECT_DOUBLE_EQ(at(series_of(*made.result, "comparators", "perfect"), 12) * 4096, 6246808.0);
  EXPECT_NE(made.result->findings.back().find("2,091,008 comparators in place of 6,246,808"),
            std::string::npos)
      << made.result->findings.back();
}

TEST(Experiments, DistancesCountEveryMisplacedKey) {
  const Ran made = ran("misplaced", {256}, 1);
  const ExperimentSeries& distance = series_of(*made.result, "distance", "depth-10");
  double all = 0;
  for (const ExperimentPoint& point : distance.points) all += point.y.median();
  EXPECT_EQ(all, at(series_of(*made.result, "256", "hash"), 10));
  EXPECT_LE(distance.points.size(), 4U) << "256 wires have four blocks";
  // Last nodes of 64 wires lack what is not in its own block; those of 128 what crosses the middle.
  const ExperimentSeries& nodes = series_of(*made.result, "last-nodes", "depth-10");
  ASSERT_EQ(nodes.points.size(), 2U);
  EXPECT_EQ(at(nodes, 64), all - distance.points[0].y.median());
  EXPECT_LE(at(nodes, 128), at(nodes, 64));
}

// By a second program, d = 12, depth 3: about 2,430 keys misplaced of those that stay in their
// block counted apart; more depth, fewer keys.
TEST(Experiments, DepthLeavesFewerKeysMisplaced) {
  const Ran made = ran("misplaced", {256}, 2);
  const ExperimentSeries& hash = series_of(*made.result, "256", "hash");
  EXPECT_GT(at(hash, 3), 50);
  EXPECT_LT(at(hash, 30), at(hash, 10));
  EXPECT_LT(at(hash, 10), at(hash, 3));
  EXPECT_EQ(at(series_of(*made.result, "256", "perfect"), 30), 0);
}

// Fischer 2020, section 4.2: 10 MB for graphs of 2^20 keys: 74 s, 68 s where graphs are made again.
TEST(Experiments, GraphsMadeAgainSaveAFewPercent) {
  const Ran made = ran("graph-memory", {1U << 20}, 1);
  const double once = at(series_of(*made.result, "limit", "once"), 10);
  const double again = at(series_of(*made.result, "limit", "again"), 10);
  EXPECT_LT(again, once);
  EXPECT_NEAR(again / once, 68.0 / 74.0, 0.08);
}

// Section 4.4: with all matchings there is no error to affect.
TEST(Experiments, ShuffledHalvesLeaveNoKeyMisplaced) {
  const Ran made = ran("shuffled-halves", {4096}, 1);
  EXPECT_EQ(at(series_of(*made.result, "4096", "as-they-are"), 30), 0);
  EXPECT_EQ(at(series_of(*made.result, "4096", "shuffled"), 30), 0);
}

TEST(Experiments, StoppingKeepsWhatThereIs) {
  const Ran made = ran("misplaced", {256}, 1, 3);
  ASSERT_FALSE(made.status);
  EXPECT_EQ(made.status.error().code, ErrorCode::kCancelled);
  EXPECT_FALSE(made.result->complete);
  EXPECT_EQ(made.result->panels[0].series[0].points.size(), 3U);
  EXPECT_NE(text_of(*made.result).find("Stopped"), std::string::npos);
}

TEST(Experiments, RefuseSizesThatTheyCannotTake) {
  for (const auto& [id, size] : {std::pair{"sorting-time", 1U << 30},
                                 {"invalid-runs", 3U},
                                 {"reuse", 17U},
                                 {"generators", 8U}}) {
    const Ran made = ran(id, {size}, 1);
    ASSERT_FALSE(made.status) << id;
    EXPECT_EQ(made.status.error().code, ErrorCode::kBadUsage) << id;
  }
}

TEST(Experiments, CsvHasARowAPoint) {
  const Ran made = ran("graph-memory", {4096}, 1);
  std::size_t points = 0;
  for (const ExperimentPanel& panel : made.result->panels) {
    for (const ExperimentSeries& series : panel.series) points += series.points.size();
  }
  std::istringstream lines(csv_of(*made.result));
  std::string line;
  std::size_t rows = 0;
  while (std::getline(lines, line)) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 9) << line;
    ++rows;
  }
  EXPECT_EQ(rows, points + 1);
}

TEST(Experiments, NumbersAreShort) {
  EXPECT_EQ(number_text(0.00243), "0.00243");
  EXPECT_EQ(number_text(55.044), "55.04");
  EXPECT_EQ(number_text(65536), "65,536");
  EXPECT_EQ(number_text(0x1p60), "2^60.0");
  EXPECT_EQ(axis_text({"keys", AxisScale::kLog2}, 65536), "2^16");
}

// The halver of the root at t = 0 is a separator that sends nothing up.
TEST(SeparatorRun, IsWhatTheNetworkRuns) {
  AksParameters parameters;
  parameters.depth_rule = DepthRule::kFixed;
  parameters.fixed_depth = 7;
  parameters.matching = MatchingKind::kMinimal;
  parameters.seed = 5;
  const auto network = AksNetwork::build(8, parameters).value();
  std::vector<std::uint32_t> keys = random_permutation(256, 5);
  for (std::uint32_t layer = 0; layer < 7; ++layer) {
    network->for_each(layer, 0, 128, [&](std::uint32_t, std::uint32_t x, std::uint32_t y) {
      if (keys[x] > keys[y]) std::swap(keys[x], keys[y]);
    });
  }
  EXPECT_EQ(run_separator({256, 0, 7, MatchingKind::kMinimal, 0, 5}), keys);
}

TEST(SeparatorRun, DeepOnesAreValidAndShallowOnesNot) {
  const AksParameters errors = resolved({}).value();
  for (const UpShare& share : up_shares()) {
    SeparatorTrial trial;
    ASSERT_TRUE(fit_separator(share, 256, trial)) << share.id;
    EXPECT_EQ(std::uint64_t{trial.a} * share.up, std::uint64_t{trial.up} * share.size);
    EXPECT_EQ(trial.up % 2, 0U);
    const auto valid = [&](std::uint32_t depth) {
      trial.depth = depth;
      auto keys = run_separator(trial);
      const bool kept = separator_error(keys, trial.up, errors.epsilon_b, errors.epsilon_f).valid;
      std::sort(keys.begin(), keys.end());
      for (std::uint32_t i = 0; i < trial.a; ++i) EXPECT_EQ(keys[i], i);
      return kept;
    };
    EXPECT_FALSE(valid(3)) << share.id;
    EXPECT_TRUE(valid(3000)) << share.id;
  }
}

}  // namespace
}  // namespace sortscope
