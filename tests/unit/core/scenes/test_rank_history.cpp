// test_rank_history.cpp: the raster of a run against keys that are moved by hand, at every level.
#include "core/scenes/rank_history.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "core/recordings/layer_ranges.h"
#include "core/recordings/usual_run.h"
#include "tests/unit/aks_fixture.h"

namespace sortscope {
namespace {

std::shared_ptr<const std::vector<std::uint32_t>> ranks_of(const RunView& run) {
  return std::make_shared<const std::vector<std::uint32_t>>(ranks_by_place(run.recording()));
}

std::shared_ptr<RankHistory> history_of(const RunView& run,
                                        std::size_t most_bytes = RankHistory::kMostBytes) {
  return std::make_shared<RankHistory>(run.shared(), ranks_of(run), most_bytes);
}

// All cells of a level.
HistorySight all_of(const RankHistory& history, unsigned layers_log2, unsigned wires_log2) {
  const FarGrid& far = history.far();
  return {layers_log2, wires_log2, 0, (far.depth >> layers_log2) + 1, 0, far.rows(wires_log2)};
}

std::vector<float> column_of(const RankHistory& history, const HistorySight& sight,
                             std::uint32_t column) {
  std::vector<float> means(sight.rows);
  EXPECT_TRUE(history.column(sight, column, means));
  return means;
}

// Keys after each layer as a serial program moves them: compare, and exchange where out of order.
std::vector<std::vector<std::int64_t>> serial_states(const Network& network,
                                                     std::vector<std::int64_t> keys) {
  std::vector<std::vector<std::int64_t>> states{keys};
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      const Comparator c = network.comparator(layer, index);
      if (keys[c.min_wire] > keys[c.max_wire]) std::swap(keys[c.min_wire], keys[c.max_wire]);
    }
    states.push_back(keys);
  }
  return states;
}

std::vector<std::int64_t> shuffled(std::uint32_t n) {
  std::vector<std::int64_t> keys(n);
  std::iota(keys.begin(), keys.end(), 0);
  for (std::uint32_t i = 0; i < n; ++i) std::swap(keys[i], keys[(i * 37 + 11) % n]);
  return keys;
}

Keys as_keys(const std::vector<std::int64_t>& values) {
  std::string text;
  for (const std::int64_t value : values) text += std::to_string(value) + " ";
  return read_numbers(text, "test", {}, 1U << 20).value();
}

TEST(RankHistory, HoldsTheRanksThatASerialProgramGets) {
  for (const char* algorithm :
       {"bitonic", "odd-even-merge", "pairwise", "odd-even-transposition"}) {
    const auto keys = shuffled(32);
    const RunView run(algorithm, as_keys(keys));
    const auto history = history_of(run);
    const HistorySight all = all_of(*history, 0, 0);
    EXPECT_FALSE(history->has(all));
    ASSERT_TRUE(history->make_now(all));
    EXPECT_TRUE(history->has(all));
    const auto states = serial_states(run.network(), keys);
    ASSERT_EQ(all.columns, states.size()) << algorithm;
    for (std::uint32_t column = 0; column < all.columns; ++column) {
      ASSERT_EQ(history->layers(all, column), column);
      const auto means = column_of(*history, all, column);
      for (std::uint32_t row = 0; row < 32; ++row) {
        // The keys are their ranks.
        ASSERT_FLOAT_EQ(means[row], static_cast<float>(states[column][row]) / 31)
            << algorithm << " " << column << " " << row;
        const auto place = history->place(column, row);
        ASSERT_TRUE(place.has_value());
        ASSERT_EQ(run.recording().request.keys.value(*place), states[column][row]);
      }
    }
  }
}

TEST(RankHistory, RowsOfManyWiresAreTheirMeans) {
  // The larger one is divided among threads.
  for (const std::uint32_t n : {4096U, 1U << 17}) {
    const auto keys = shuffled(n);
    const RunView run("bitonic", as_keys(keys));
    const auto history = history_of(run);
    EXPECT_EQ(history->far().rows(), FarGrid::kMostRows);
    const auto states = serial_states(run.network(), keys);
    for (unsigned log2 = 0; log2 <= history->far().wires_log2; ++log2) {
      HistorySight part = all_of(*history, 0, log2);
      part.first_column = 40;
      part.columns = 2;
      part.first_row = part.rows / 3;
      part.rows /= 5;
      ASSERT_TRUE(history->make_now(part));
      for (std::uint32_t column = 0; column < 2; ++column) {
        const auto means = column_of(*history, part, column);
        for (std::uint32_t row = 0; row < part.rows; ++row) {
          double sum = 0;
          const Wire first = (part.first_row + row) << log2;
          for (Wire wire = first; wire < first + (1U << log2); ++wire) {
            sum += static_cast<double>(states[40 + column][wire]);
          }
          ASSERT_NEAR(means[row], sum / (1U << log2) / (n - 1), 1e-6)
              << n << " " << column << " " << row;
        }
      }
    }
  }
}

// Whatever sorts: the first column is the input, the last is in order, each holds every key once.
TEST(RankHistory, EveryFamilyEndsInOrder) {
  for (const char* algorithm : {"bitonic", "adaptive", "adaptive-two-case", "abisort",
                                "adaptive-interval", "aks", "bitonic-recursive"}) {
    const auto keys = shuffled(64);
    const RunView run(algorithm, as_keys(keys));
    const auto history = history_of(run);
    const HistorySight far = all_of(*history, history->far().layers_log2, 0);
    ASSERT_TRUE(history->make_now(far));
    const auto first = column_of(*history, far, 0);
    const auto last = column_of(*history, far, far.columns - 1);
    EXPECT_EQ(history->layers(far, far.columns - 1), run.network().depth());
    for (std::uint32_t row = 0; row < 64; ++row) {
      EXPECT_FLOAT_EQ(first[row], static_cast<float>(keys[row]) / 63) << algorithm;
      EXPECT_FLOAT_EQ(last[row], static_cast<float>(row) / 63) << algorithm;
    }
    for (std::uint32_t column = 0; column < far.columns; ++column) {
      const auto means = column_of(*history, far, column);
      EXPECT_NEAR(std::accumulate(means.begin(), means.begin() + 64, 0.0), 32, 1e-3)
          << algorithm << " " << column;
    }
  }
}

// What was stopped is gone on with where it stopped; what another walk made is the same.
TEST(RankHistory, PiecesMakeTheWhole) {
  const RunView run("odd-even-transposition", as_keys(shuffled(700)));
  const auto whole = history_of(run);
  const HistorySight all = all_of(*whole, 2, 0);
  ASSERT_TRUE(whole->make_now(all));
  const auto pieces = history_of(run);
  HistoryWalk walk(run.shared());
  std::uint32_t stops = 0;
  for (int left = 0; !pieces->has(all); ++stops, left = 0) {
    ASSERT_LT(stops, 10'000U);
    pieces->make(all, walk, [&] { return ++left < 8; });
  }
  EXPECT_GT(stops, 10U);
  EXPECT_EQ(whole->layers(all, all.columns - 1), run.network().depth());
  for (std::uint32_t column = 0; column < all.columns; ++column) {
    ASSERT_EQ(column_of(*whole, all, column), column_of(*pieces, all, column));
  }
}

TEST(RankHistory, AWalkThatIsEndedStops) {
  const RunView run("bitonic", as_keys(shuffled(256)));
  HistoryWalk walk(run.shared());
  ASSERT_TRUE(walk.go_to(7, [] { return true; }));
  walk.end();
  EXPECT_FALSE(walk.go_to(9, [] { return true; }));
}

TEST(RankHistory, PaddingHasNoRank) {
  const RunView run("bitonic", as_keys(shuffled(11)));
  const auto history = history_of(run);
  const HistorySight all = all_of(*history, 0, 0);
  ASSERT_TRUE(history->make_now(all));
  const auto last = column_of(*history, all, all.columns - 1);
  for (std::uint32_t row = 0; row < 16; ++row) EXPECT_EQ(last[row] < 0, row >= 11) << row;
}

// However much is looked at, no more is kept than the bound and the far view; which stays.
TEST(RankHistory, KeepsNoMoreThanItsBound) {
  const RunView run("odd-even-merge", as_keys(shuffled(1U << 14)));
  constexpr std::size_t kFew = std::size_t{1} << 20;
  const auto history = history_of(run, kFew);
  const unsigned far_log2 = history->far().wires_log2;
  ASSERT_GT(far_log2, 0U);
  const HistorySight far = all_of(*history, 0, far_log2);
  ASSERT_TRUE(history->make_now(far));
  const std::size_t of_far = history->bytes();
  ASSERT_GT(of_far, far.cells() * sizeof(float));
  ASSERT_LT(of_far, kFew * 2);
  std::uint32_t missed = 0;
  for (std::uint32_t first = 0; first + 8 < far.columns; first += 4) {
    for (std::uint32_t row = 0; row < (1U << 14); row += 2048) {
      const HistorySight near{0, 0, first, 8, row, 2048};
      ASSERT_TRUE(history->make_now(near));
      ASSERT_TRUE(history->has(near) || near.cells() * sizeof(float) * 2 > kFew - of_far);
      ASSERT_LE(history->bytes(), std::max(kFew, of_far)) << first << " " << row;
    }
    missed += history->has({0, 0, 0, 8, 0, 2048}) ? 0 : 1;
  }
  EXPECT_GT(missed, 0U);  // what was looked at first went
  EXPECT_TRUE(history->has(far));
}

// The window looks while another thread makes more.
TEST(RankHistory, IsReadWhileItGrows) {
  const RunView run("bitonic", as_keys(shuffled(1024)));
  const auto history = history_of(run);
  const HistorySight all = all_of(*history, 0, 0);
  std::atomic<bool> over{false};
  std::thread maker([&] {
    HistoryWalk walk(run.shared());
    history->make(all, walk, [] { return true; });
    over = true;
  });
  std::vector<float> means(all.rows);
  std::uint32_t seen = 0;
  while (!over) {
    for (std::uint32_t column = 0; column < all.columns; ++column) {
      seen += history->column(all, column, means) ? 1 : 0;
    }
    std::this_thread::yield();
  }
  maker.join();
  EXPECT_TRUE(history->has(all));
}

// The far history and the map of a run kept as keyframes are there at once, and are those of the
// same run with its bits.
TEST(RankHistory, IsCountedWhileKeyframesAreRecorded) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {1U, 11U, 1501U, 4096U, 5000U}) {
      if (n > algorithm.max_keys || (n > 1501 && algorithm.id == "odd-even-transposition"))
        continue;
      SCOPED_TRACE(testing::Message() << algorithm.id << ' ' << n);
      RunRequest request;
      request.algorithm = algorithm.id;
      request.input = usual_input(algorithm);
      request.seed = 3;
      ASSERT_TRUE(generate_run_keys(request, algorithm, KeyType::kInt32, n));
      const std::shared_ptr<Engine> engine = make_cpu_engine();
      const auto whole = record(request, *engine);
      ASSERT_TRUE(whole.ok());
      request.keyframes_only = true;
      const auto kept = record_to_show(request, *engine);
      ASSERT_TRUE(kept.ok());
      ASSERT_TRUE((*kept)->ranges);
      SceneMaker expected(*whole);
      SceneMaker got(*kept);
      EXPECT_TRUE(std::ranges::equal(expected.ranks(), got.ranks()));
      const FarGrid& grid = got.history().far();
      const HistorySight far = all_of(got.history(), grid.layers_log2, grid.wires_log2);
      ASSERT_TRUE(got.history().has(far));
      ASSERT_TRUE(expected.history().make_now(far));
      for (std::uint32_t column = 0; column < far.columns; ++column) {
        ASSERT_EQ(column_of(expected.history(), far, column), column_of(got.history(), far, column))
            << column;
      }
      const auto map = ExchangeMap::make(**whole);
      const auto passed = ExchangeMap::make(**kept);
      ASSERT_EQ(map->levels(), passed->levels());
      for (unsigned level = 0; level < map->levels(); ++level) {
        EXPECT_TRUE(std::ranges::equal(map->tiles(level), passed->tiles(level)));
      }
      // Nothing of it was recorded again; wires of padding are followed when a run is shown.
      if (n == (*kept)->network.wires()) {
        EXPECT_EQ((*kept)->ranges->ranges_made(), 0U);
      }
    }
  }
}

TEST(RankHistory, PathsFollowTheKey) {
  const auto keys = shuffled(32);
  const RunView run("bitonic", as_keys(keys));
  const auto history = history_of(run);
  const auto states = serial_states(run.network(), keys);
  for (std::uint32_t place = 0; place < 32; ++place) {
    const auto& path = history->path(place);
    ASSERT_EQ(path.size(), states.size());
    for (std::size_t layers = 0; layers < path.size(); ++layers) {
      EXPECT_EQ(states[layers][path[layers]], keys[place]) << place << " " << layers;
    }
  }
}

}  // namespace
}  // namespace sortscope
