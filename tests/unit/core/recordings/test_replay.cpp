// test_replay.cpp: states by replay against running the sort to that step.
#include "core/algorithms/algorithm.h"
#include "core/keys/keys.h"
#include "core/networks/aks/network.h"
#include "core/networks/network.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/recordings/request.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace sortscope {
namespace {

Keys random_keys(std::uint32_t n, std::uint64_t distinct, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Keys keys = make_keys(KeyType::kUint32, n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint64_t value = distinct == 0 ? random() : random() % distinct;
    keys.raw.set(i, distinct != 0 && value == 0 ? 0xffffffff : value & 0xffffffff);
  }
  return keys;
}

std::shared_ptr<const Recording> recorded(std::string_view algorithm, Keys keys,
                                          Order order = Order::kAscending) {
  RunRequest request;
  request.algorithm = algorithm;
  request.order = order;
  request.any_input = true;
  request.keys = std::move(keys);
  const auto engine = make_cpu_engine();
  auto result = record(request, *engine);
  EXPECT_TRUE(result.ok());
  return result.ok() ? *result : nullptr;
}

// A copy costs nothing until one of the two moves, and then each goes its own way, on a thread of
// its own.
TEST(ReplayCopies, ShareTheStateUntilOneMoves) {
  const auto run = recorded("bitonic", random_keys(1U << 12, 0, 5));
  const std::uint32_t depth = run->network.depth();
  Replay walked(run);
  std::vector<std::vector<std::uint32_t>> expected;
  for (std::uint32_t layer = 0; layer <= depth; ++layer) {
    walked.seek({layer, 0});
    const auto places = walked.places();
    expected.emplace_back(places.begin(), places.end());
  }
  Replay shown(run);
  shown.seek({depth / 2, 0});
  for (std::uint32_t round = 0; round < 20; ++round) {
    const std::uint32_t here = (depth / 2 + 7 * round) % depth;
    shown.seek({here, 0});
    std::optional<Replay> copy(shown.copy());
    EXPECT_EQ(copy->places().data(), shown.places().data());
    copy->seek({here, 0});
    EXPECT_EQ(copy->places().data(), shown.places().data()) << "nothing moved";
    std::thread beside([&] {
      for (std::uint32_t layer = 0; layer <= depth; layer += 5) {
        copy->seek({layer, 0});
        EXPECT_TRUE(std::ranges::equal(copy->places(), expected[layer])) << layer;
      }
      copy.reset();
    });
    for (std::uint32_t layer = depth; layer > 4; layer -= 4) {
      shown.seek({layer, 0});
      EXPECT_TRUE(std::ranges::equal(shown.places(), expected[layer])) << layer;
    }
    beside.join();
  }
}

// Runs the sort itself, one comparator a call, on (word, padding) with places.
class StepByStep {
 public:
  explicit StepByStep(const Recording& run)
      : run_(run), words_(run.start.words), places_(run.start.places) {}
  [[nodiscard]] const std::vector<std::uint32_t>& places() const { return places_; }
  void step(std::uint32_t layer, std::uint32_t index) {
    const Comparator c = run_.network.comparator(layer, index);
    if (key(c.min_wire) <= key(c.max_wire)) return;
    const std::uint64_t word = words_.at(c.min_wire);
    words_.set(c.min_wire, words_.at(c.max_wire));
    words_.set(c.max_wire, word);
    std::swap(places_[c.min_wire], places_[c.max_wire]);
  }

 private:
  [[nodiscard]] std::pair<std::uint64_t, bool> key(Wire w) const {
    return {words_.at(w), run_.is_padding(places_[w])};
  }
  const Recording& run_;
  Words words_;
  std::vector<std::uint32_t> places_;
};

bool same(std::span<const std::uint32_t> a, const std::vector<std::uint32_t>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// The state before each comparator, and the last one.
std::vector<std::vector<std::uint32_t>> all_states(const Recording& run) {
  StepByStep sort(run);
  std::vector<std::vector<std::uint32_t>> states = {sort.places()};
  for (std::uint32_t layer = 0; layer < run.network.depth(); ++layer) {
    for (std::uint32_t i = 0; i < run.network.count(layer); ++i) {
      sort.step(layer, i);
      states.push_back(sort.places());
    }
  }
  return states;
}

TEST(Replay, EveryStateEqualsTheSortRunToThatStep) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {1u, 2u, 3u, 5u, 8u, 13u, 16u, 27u, 64u, 77u}) {
      for (const std::uint64_t distinct : {0, 4}) {
        const auto run = recorded(algorithm.id, random_keys(n, distinct, n));
        ASSERT_NE(run, nullptr);
        const auto states = all_states(*run);
        ASSERT_EQ(states.size(), run->network.size() + 1);
        Replay forward(run);
        for (std::uint64_t at = 0; at < states.size(); ++at) {
          forward.seek(run->network.cursor_at(at));
          ASSERT_EQ(run->network.position(forward.cursor()), at);
          ASSERT_TRUE(same(forward.places(), states[at])) << algorithm.id << ' ' << n << ' ' << at;
        }
        for (std::uint64_t at = states.size(); at-- > 0;) {
          forward.seek(run->network.cursor_at(at));
          ASSERT_TRUE(same(forward.places(), states[at]))
              << "back, " << algorithm.id << ' ' << n << ' ' << at;
        }
        std::mt19937_64 random(5);
        for (const std::uint32_t keyframe_every : {0u, 1u, 3u}) {
          Replay jumping(run, keyframe_every);
          for (int i = 0; i < 100; ++i) {
            const std::uint64_t at = random() % states.size();
            jumping.seek(run->network.cursor_at(at));
            ASSERT_TRUE(same(jumping.places(), states[at]))
                << "jump, " << algorithm.id << ' ' << n << ' ' << at << ' ' << keyframe_every;
          }
        }
      }
    }
  }
}

// Long enough for keyframes that are several layers apart.
TEST(Replay, ForwardAndBackwardAgreeAtRandomCursors) {
  const auto run = recorded("bitonic", random_keys(400'000, 0, 1));
  ASSERT_NE(run, nullptr);
  const Network& network = run->network;
  Replay there_and_back(run);
  there_and_back.seek(network.end());
  std::mt19937_64 random(2);
  std::vector<std::uint64_t> positions(12);
  for (auto& position : positions) position = random() % network.size();
  std::sort(positions.begin(), positions.end());
  StepByStep sort(*run);
  std::uint64_t at = 0;
  for (const std::uint64_t position : positions) {
    for (; at < position; ++at) {
      const Cursor cursor = network.cursor_at(at);
      sort.step(cursor.layer, cursor.comparator);
      if (network.count(cursor.layer) <= position - at && cursor.comparator == 0) {
        for (std::uint32_t i = 1; i < network.count(cursor.layer); ++i) sort.step(cursor.layer, i);
        at += network.count(cursor.layer) - 1;
      }
    }
    Replay fresh(run);  // walks from the start
    fresh.seek(network.cursor_at(position));
    EXPECT_TRUE(same(fresh.places(), sort.places())) << position;
    there_and_back.seek(network.cursor_at(position));
    EXPECT_TRUE(same(there_and_back.places(), sort.places())) << position;
    there_and_back.seek(network.end());
  }
}

TEST(Replay, CursorsBeyondALayerOrTheEndMeanTheNextStep) {
  const auto run = recorded("bitonic", random_keys(8, 0, 1));
  ASSERT_NE(run, nullptr);
  Replay replay(run);
  replay.seek({0, 4});
  EXPECT_EQ(replay.cursor(), (Cursor{1, 0}));
  replay.seek({99, 7});
  EXPECT_EQ(replay.cursor(), run->network.end());
}

// Trees of many blocks are replayed tile by tile: the same as comparison by comparison.
TEST(Replay, LargeTreesGiveTheStatesOfOneComparisonAtATime) {
  for (const char* id : {"adaptive", "adaptive-two-case", "adaptive-overlapped", "abisort"}) {
    // Recording itself holds the last state against the places that the engine carried.
    const auto run = recorded(id, random_keys(20'000, 50, 4));
    ASSERT_NE(run, nullptr);
    const Network& network = run->network;
    Replay whole(run);
    Replay halves(run);
    for (std::uint32_t layer = 0; layer < network.depth(); layer += 37) {
      for (std::uint32_t at = halves.cursor().layer; at < layer; ++at) {
        halves.seek({at, network.count(at) / 2});
        halves.seek({at + 1, 0});
      }
      whole.seek({layer, 0});
      ASSERT_EQ(whole.merge(), halves.merge()) << id << ' ' << layer;
      const std::span<const std::uint32_t> places = halves.places();
      ASSERT_TRUE(same(whole.places(), {places.begin(), places.end()})) << id << ' ' << layer;
    }
  }
}

// Wires of comparisons in trees, one instance after the other.
TEST(Replay, LargeTreesAreResolvedAsOneComparisonAtATime) {
  for (const char* id : {"adaptive", "adaptive-two-case", "adaptive-overlapped"}) {
    const auto run = recorded(id, random_keys(20'000, 0, 4));
    ASSERT_NE(run, nullptr);
    const Network& network = run->network;
    std::vector<std::uint32_t> gone(network.wires());
    std::vector<bool> second(network.wires());
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      for (std::uint32_t i = 0; network.in_trees(layer) && i < network.count(layer); ++i) {
        const TreeTask task = network.task(layer, i);
        const std::uint32_t slot = task.slot();
        const std::uint32_t below = task.half() >> task.phase;
        if (task.phase == 0) {
          gone[slot] = 0;
          second[slot] = run->algorithm->rule == TreeRule::kTwoCase && run->exchanged(layer, i);
        }
        ASSERT_EQ(network.comparator(layer, i).lower(), task.base() + gone[slot] + below - 1)
            << id << ' ' << layer << ' ' << i;
        if (task.phase > 0 && goes_right(second[slot], run->exchanged(layer, i))) {
          gone[slot] += below;
        }
      }
    }
  }
}

// A copy walks on its own; what it costs is counted, and a cancel is heeded.
TEST(Replay, CopiesWalkOnTheirOwn) {
  for (const char* const algorithm : {"bitonic", "adaptive", "adaptive-interval", "aks"}) {
    SCOPED_TRACE(algorithm);
    const auto run = recorded(algorithm, random_keys(512, 0, 3));
    const Cursor middle{run->network.depth() / 2, 0};
    Replay whole(run);
    whole.seek(run->network.end());
    const std::vector<std::uint32_t> last(whole.places().begin(), whole.places().end());
    Replay copied = whole.copy();
    EXPECT_EQ(copied.seek_ns(run->network.end()), 0U);
    EXPECT_GT(copied.seek_ns(middle), 0U);
    Progress progress;
    EXPECT_TRUE(copied.seek(middle, &progress));
    EXPECT_GT(progress.total, 0U);
    EXPECT_LE(progress.done, progress.total);
    Replay other(run);
    other.seek(middle);
    EXPECT_TRUE(std::ranges::equal(copied.places(), other.places()));
    EXPECT_TRUE(std::ranges::equal(whole.places(), last));

    Progress cancelled;
    cancelled.cancel = true;
    Replay begun(run);
    EXPECT_FALSE(begun.seek(run->network.end(), &cancelled));
  }
}

TEST(FollowKey, AgreesWithEveryState) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {1u, 6u, 16u, 21u}) {
      const auto run = recorded(algorithm.id, random_keys(n, 5, n));
      ASSERT_NE(run, nullptr);
      const Network& network = run->network;
      const auto states = all_states(*run);
      for (std::uint32_t place = 0; place < network.wires(); ++place) {
        const auto wire_at = [&](std::uint64_t position) {
          const auto& state = states[position];
          return static_cast<std::uint32_t>(std::find(state.begin(), state.end(), place) -
                                            state.begin());
        };
        std::uint32_t comparisons = 0;
        std::uint32_t exchanges = 0;
        for (std::uint64_t position = 0; position <= network.size(); ++position) {
          const Cursor cursor = network.cursor_at(position);
          const KeyHistory history = follow_key(*run, place, cursor);
          ASSERT_EQ(history.wire, wire_at(position)) << algorithm.id << ' ' << n << ' ' << position;
          ASSERT_EQ(history.comparisons, comparisons);
          ASSERT_EQ(history.exchanges, exchanges);
          ASSERT_EQ(history.first_wire, wire_at(0));
          ASSERT_EQ(history.wire_after.size(), network.depth() + std::size_t{1});
          for (std::uint32_t layer = 0; layer <= network.depth(); ++layer) {
            ASSERT_EQ(history.wire_after[layer], wire_at(network.comparators_before(layer)));
          }
          if (position == network.size()) break;
          const Comparator c = network.comparator(cursor.layer, cursor.comparator);
          const std::uint32_t wire = wire_at(position);
          comparisons += wire == c.min_wire || wire == c.max_wire ? 1 : 0;
          exchanges += wire != wire_at(position + 1) ? 1 : 0;
        }
      }
    }
  }
}

TEST(Ranks, CountTheKeysBefore) {
  for (const char* id : {"bitonic", "odd-even-merge"}) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      const auto run = recorded(id, random_keys(21, 6, 3), order);
      ASSERT_NE(run, nullptr);
      const std::vector<std::uint32_t> ranks = ranks_by_place(*run);
      ASSERT_EQ(ranks.size(), run->network.wires());
      const Keys& keys = run->request.keys;
      for (std::uint32_t place = 0; place < ranks.size(); ++place) {
        std::uint32_t before = 0;
        for (std::uint32_t other = 0; other < 21; ++other) {
          const bool first =
              place >= 21 || (order == Order::kAscending ? keys.raw.at(other) < keys.raw.at(place)
                                                         : keys.raw.at(other) > keys.raw.at(place));
          before += first ? 1 : 0;
        }
        ASSERT_EQ(ranks[place], before) << id << " place " << place;
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
