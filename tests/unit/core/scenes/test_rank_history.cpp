// test_rank_history.cpp: the raster of a run against keys that are moved by hand.
#include "core/scenes/rank_history.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "tests/unit/aks_fixture.h"

namespace sortscope {
namespace {

std::vector<std::uint32_t> ranks_of(const RunView& run) { return ranks_by_place(run.recording()); }

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
    const auto ranks = ranks_of(run);
    RankHistory history(run.shared(), ranks);
    history.advance(0);
    ASSERT_TRUE(history.complete());
    ASSERT_EQ(history.rows(), 32U);
    const auto states = serial_states(run.network(), keys);
    ASSERT_EQ(history.columns(), states.size()) << algorithm;
    for (std::uint32_t column = 0; column < history.columns(); ++column) {
      EXPECT_EQ(history.layers(column), column);
      for (std::uint32_t row = 0; row < 32; ++row) {
        // The keys are their ranks.
        ASSERT_FLOAT_EQ(history.rank(row, column), static_cast<float>(states[column][row]) / 31)
            << algorithm << " " << column << " " << row;
      }
    }
  }
}

TEST(RankHistory, RowsOfManyWiresAreTheirMeans) {
  // The larger one is divided among threads.
  for (const std::uint32_t n : {4096U, 1U << 17}) {
    const auto keys = shuffled(n);
    const RunView run("bitonic", as_keys(keys));
    const auto ranks = ranks_of(run);
    RankHistory history(run.shared(), ranks);
    history.advance(0);
    ASSERT_EQ(history.rows(), RankHistory::kMostRows);
    const std::uint32_t wires = n / history.rows();
    const auto states = serial_states(run.network(), keys);
    for (const std::uint32_t column : {0U, 1U, 40U, history.columns() - 1}) {
      for (std::uint32_t row = 0; row < history.rows(); ++row) {
        double sum = 0;
        for (Wire wire = wires * row; wire < wires * (row + 1); ++wire) {
          sum += static_cast<double>(states[column][wire]);
        }
        ASSERT_NEAR(history.rank(row, column), sum / wires / (n - 1), 1e-6)
            << n << " " << column << " " << row;
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
    const auto ranks = ranks_of(run);
    RankHistory history(run.shared(), ranks);
    history.advance(0);
    for (std::uint32_t row = 0; row < 64; ++row) {
      EXPECT_FLOAT_EQ(history.rank(row, 0), static_cast<float>(keys[row]) / 63) << algorithm;
      EXPECT_FLOAT_EQ(history.rank(row, history.columns() - 1), static_cast<float>(row) / 63)
          << algorithm;
    }
    for (std::uint32_t column = 0; column < history.columns(); ++column) {
      float sum = 0;
      for (std::uint32_t row = 0; row < 64; ++row) sum += history.rank(row, column);
      EXPECT_NEAR(sum, 32, 1e-3) << algorithm << " " << column;
    }
  }
}

TEST(RankHistory, PiecesMakeTheWhole) {
  const RunView run("odd-even-transposition", as_keys(shuffled(700)));
  const auto ranks = ranks_of(run);
  RankHistory whole(run.shared(), ranks);
  whole.advance(0);
  RankHistory pieces(run.shared(), ranks);
  std::uint32_t looks = 0;
  while (!pieces.complete()) {
    const std::uint32_t before = pieces.done();
    pieces.advance(5000);
    ASSERT_GT(pieces.done(), before);
    // As much as was asked for, and the column that it ends in.
    EXPECT_LE(pieces.done() - before, 5000 / 700 + 2);
    ++looks;
  }
  EXPECT_GT(looks, 50U);
  ASSERT_EQ(whole.columns(), RankHistory::kMostColumns);
  EXPECT_EQ(whole.layers(whole.columns() - 1), run.network().depth());
  for (std::uint32_t column = 0; column < whole.columns(); ++column) {
    for (std::uint32_t row = 0; row < whole.rows(); ++row) {
      ASSERT_EQ(whole.rank(row, column), pieces.rank(row, column));
    }
  }
}

TEST(RankHistory, PaddingHasNoRank) {
  const RunView run("bitonic", as_keys(shuffled(11)));
  const auto ranks = ranks_of(run);
  RankHistory history(run.shared(), ranks);
  history.advance(0);
  for (std::uint32_t row = 0; row < 16; ++row) {
    EXPECT_EQ(history.rank(row, history.columns() - 1) < 0, row >= 11) << row;
  }
}

TEST(RankHistory, PathsFollowTheKey) {
  const auto keys = shuffled(32);
  const RunView run("bitonic", as_keys(keys));
  const auto ranks = ranks_of(run);
  RankHistory history(run.shared(), ranks);
  const auto states = serial_states(run.network(), keys);
  for (std::uint32_t place = 0; place < 32; ++place) {
    const auto& path = history.path(place);
    ASSERT_EQ(path.size(), states.size());
    for (std::size_t layers = 0; layers < path.size(); ++layers) {
      EXPECT_EQ(states[layers][path[layers]], keys[place]) << place << " " << layers;
    }
  }
}

}  // namespace
}  // namespace sortscope
