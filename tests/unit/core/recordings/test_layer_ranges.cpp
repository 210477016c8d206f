// test_layer_ranges.cpp: runs kept as keyframes: what is recorded again is what was, bit for bit.
#include "core/recordings/layer_ranges.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/engines/cpu/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/counts/exchange_map.h"
#include "core/recordings/families.h"
#include "core/recordings/file.h"
#include "core/recordings/padding_map.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/recordings/rerun.h"

namespace sortscope {
namespace {

using Pointer = std::shared_ptr<const Recording>;

RunRequest request_for(const Algorithm& algorithm, std::uint32_t n, bool keyframes,
                       KeyType type = KeyType::kInt32, Order order = Order::kAscending) {
  RunRequest request;
  request.algorithm = algorithm.id;
  request.order = order;
  request.input = algorithm.needs_bitonic_input ? "bitonic" : "uniform";
  request.seed = 5;
  request.any_input = true;
  request.keyframes_only = keyframes;
  request.keys = *generate_keys(request.input, type, n, 5, algorithm, order);
  return request;
}

Pointer run(const RunRequest& request, bool pairs = false) {
  // Shared, so that the same engine records again.
  const std::shared_ptr<Engine> engine = make_cpu_engine();
  const auto made = record(request, *engine, pairs);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
  return made.ok() ? *made : nullptr;
}

Pointer run(std::string_view algorithm, std::uint32_t n, bool keyframes) {
  return run(request_for(**find_algorithm(algorithm), n, keyframes));
}

std::vector<std::uint32_t> words_of(const Recording& recording, std::uint32_t layer) {
  const LayerBits bits = recording.layer_bits(layer);
  const std::uint64_t count =
      recording.network.first_word(layer + 1) - recording.network.first_word(layer);
  return {bits.words, bits.words + count};
}

std::vector<std::uint32_t> random_layers(const Network& network, std::size_t count) {
  std::mt19937 random(7);
  std::vector<std::uint32_t> layers(std::min<std::size_t>(count, network.depth() * 2));
  for (std::uint32_t& layer : layers)
    layer = static_cast<std::uint32_t>(random() % network.depth());
  return layers;
}

void expect_same_outcomes(const Recording& whole, const Recording& kept, const std::string& what) {
  ASSERT_TRUE(kept.bits.empty()) << what;
  EXPECT_EQ(whole.exchanged_before, kept.exchanged_before) << what;
  EXPECT_EQ(whole.sorted, kept.sorted) << what;
  EXPECT_EQ(whole.start.places, kept.start.places) << what;
  EXPECT_EQ(layer_checksums(whole), layer_checksums(kept)) << what;
  EXPECT_EQ(checksum_of_bits(whole), checksum_of_bits(kept)) << what;
  kept.ranges->keep_ranges(1);
  for (const std::uint32_t layer : random_layers(whole.network, 40)) {
    ASSERT_EQ(words_of(whole, layer), words_of(kept, layer)) << what << ", layer " << layer;
    const std::uint32_t index = layer * 7 % whole.network.count(layer);
    ASSERT_EQ(whole.exchanged(layer, index), kept.exchanged(layer, index)) << what;
  }
  EXPECT_EQ(kept.ranges->doubt(), "") << what;
}

void expect_same_states(const Pointer& whole, const Pointer& kept, const std::string& what) {
  Replay expected(whole);
  Replay got(kept);
  const Network& network = whole->network;
  std::mt19937 random(9);
  for (int i = 0; i < 12; ++i) {
    const Cursor cursor = network.cursor_at(random() % (network.size() + 1));
    ASSERT_TRUE(expected.seek(cursor));
    ASSERT_TRUE(got.seek(cursor));
    ASSERT_TRUE(std::ranges::equal(expected.places(), got.places())) << what;
    const std::uint32_t place = static_cast<std::uint32_t>(random()) % network.wires();
    const KeyHistory a = follow_key(*whole, place, cursor);
    const KeyHistory b = follow_key(*kept, place, cursor);
    EXPECT_EQ(a.wire, b.wire) << what;
    EXPECT_EQ(a.comparisons, b.comparisons) << what;
    EXPECT_EQ(a.exchanges, b.exchanges) << what;
    EXPECT_EQ(a.wire_after, b.wire_after) << what;
  }
  EXPECT_EQ(map_padding(*whole).bits, map_padding(*kept).bits) << what;
  const auto tiles = ExchangeMap::make(*whole);
  const auto again = ExchangeMap::make(*kept);
  ASSERT_NE(again, nullptr) << what;
  EXPECT_TRUE(std::ranges::equal(tiles->tiles(0), again->tiles(0))) << what;
}

TEST(LayerRanges, AreDividedWithoutAGap) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {1U, 2U, 3U, 100U, 1000U}) {
      const Network network = algorithm.build(n);
      const RangePlan plan = RangePlan::of(network);
      EXPECT_EQ(plan.first_layers.front(), 0U);
      EXPECT_EQ(plan.first_layers.back(), network.depth());
      EXPECT_TRUE(std::ranges::is_sorted(plan.first_layers, std::ranges::less_equal()) ||
                  plan.ranges() == 0);
      // Keyframes take a quarter of what the bits take, at most.
      EXPECT_LE(std::uint64_t{16} * plan.keyframes() * network.wires(), 4 * network.bit_words())
          << algorithm.id << ' ' << n;
    }
  }
}

TEST(LayerRanges, RecordAgainEveryAlgorithmBitForBit) {
  std::size_t kept_runs = 0;
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t n : {1U, 2U, 3U, 7U, 16U, 100U, 600U}) {
      const std::string what = std::string(algorithm.id) + " of " + std::to_string(n);
      const Pointer whole = run(request_for(algorithm, n, false));
      const Pointer kept = run(request_for(algorithm, n, true));
      ASSERT_TRUE(whole && kept) << what;
      if (!family_of(algorithm).keyframes_for_bits()) {
        // Trees and lists keep all bits.
        EXPECT_FALSE(kept->kept_as_keyframes()) << what;
        EXPECT_EQ(whole->bits, kept->bits) << what;
        continue;
      }
      ++kept_runs;
      ASSERT_TRUE(kept->kept_as_keyframes()) << what;
      if (kept->windows) {
        for (const std::uint32_t layer : random_layers(whole->network, 40)) {
          ASSERT_EQ(words_of(*whole, layer), words_of(*kept, layer)) << what;
        }
        continue;
      }
      expect_same_outcomes(*whole, *kept, what);
      expect_same_states(whole, kept, what);
    }
  }
  EXPECT_GT(kept_runs, 40U);
}

TEST(LayerRanges, KeepEveryTypeBothOrdersAndKeysThatLookLikePadding) {
  const Algorithm& bitonic = **find_algorithm("bitonic");
  for (const KeyType type : kKeyTypes) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      const std::string what(name_of(type));
      RunRequest request = request_for(bitonic, 77, false, type, order);
      // All bits set, or none: the padding's word in one of the orders.
      request.keys.raw.set(3, ~std::uint64_t{0});
      request.keys.raw.set(9, 0);
      const Pointer whole = run(request);
      request.keyframes_only = true;
      for (const bool pairs : {false, true}) {
        const Pointer kept = run(request, pairs);
        ASSERT_TRUE(whole && kept) << what;
        expect_same_outcomes(*whole, *kept, what);
        expect_same_states(whole, kept, what);
      }
    }
  }
}

TEST(LayerRanges, StartFromKeyframesAndFromTheRangeBefore) {
  const Pointer kept = run("odd-even-transposition", 3000, true);
  const LayerRanges& ranges = *kept->ranges;
  EXPECT_GT(ranges.plan().keyframes(), 3U);
  const Network& network = kept->network;
  // One layer after the other: each range once, and nothing between them.
  EXPECT_EQ(ranges.comparators_again(network, 0, network.depth()), network.size());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) (void)words_of(*kept, layer);
  EXPECT_EQ(ranges.ranges_made(), ranges.plan().ranges());
  // Anywhere: no more than what lies between two keyframes, and the range.
  for (const std::uint32_t layer : random_layers(network, 50)) {
    EXPECT_LE(ranges.comparators_again(network, layer, layer + 1),
              network.size() / ranges.plan().keyframes() + network.size() / 8);
  }
}

TEST(LayerRanges, GiveTheSameToManyThreads) {
  const Pointer whole = run("bitonic", 1000, false);
  const Pointer kept = run("bitonic", 1000, true);
  kept->ranges->keep_ranges(1);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 50; ++i) {
        const auto layer = static_cast<std::uint32_t>(random() % whole->network.depth());
        wrong[t] += words_of(*whole, layer) != words_of(*kept, layer) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

TEST(LayerRanges, TellWhereARunIsAnotherOne) {
  const Pointer kept = run("bitonic", 256, true);
  std::vector<std::uint64_t> sums = layer_checksums(*kept);
  sums[20] ^= 1;
  const auto other = kept->ranges->held_against(sums);
  EXPECT_NE(other->range_of(*kept, 0), nullptr);
  EXPECT_EQ(other->doubt(), "");
  EXPECT_NE(other->range_of(*kept, 20), nullptr);
  EXPECT_EQ(other->doubt(), "recorded again, its outcomes are others from layer 21 on");
  Recording doubted = *kept;
  doubted.ranges = other;
  EXPECT_EQ(doubt_of(doubted), other->doubt());
}

// A key's way through a large run: who does not wait for it has it made beside.
TEST(LayerRanges, WaitForAKeysWayOnlyWhereTheyMust) {
  const Pointer kept = run("bitonic", 1U << 20, true);
  const LayerRanges& ranges = *kept->ranges;
  const std::uint32_t place = 777'777;
  EXPECT_FALSE(followed_at_once(*kept, place, false));
  EXPECT_TRUE(followed_at_once(*kept, place, true));
  EXPECT_EQ(ranges.take_wanted_path(), std::nullopt);
  ranges.make_beside(true);
  EXPECT_FALSE(followed_at_once(*kept, place, true));
  EXPECT_EQ(ranges.ranges_made(), 0U);
  const auto wire = ranges.take_wanted_path();
  ASSERT_TRUE(wire);
  EXPECT_EQ(ranges.take_wanted_path(), std::nullopt);
  Progress cancelled;
  cancelled.cancel = true;
  EXPECT_EQ(ranges.path(*kept, *wire, &cancelled), nullptr);
  const auto path = ranges.path(*kept, *wire);
  EXPECT_TRUE(followed_at_once(*kept, place, false));
  // It ends at its rank.
  const std::vector<std::uint32_t> ranks = ranks_by_place(*kept);
  std::vector<Wire> equals;
  for (std::uint32_t other = 0; other < ranks.size(); ++other) {
    if (ranks[other] == ranks[place]) equals.push_back(other);
  }
  EXPECT_GE(path->back(), ranks[place]);
  EXPECT_LT(path->back(), ranks[place] + equals.size());
  EXPECT_TRUE(followed_at_once(*run("bitonic", 1000, true), 5, false));
}

TEST(LayerRanges, LeaveNothingWhereTheyAreCancelled) {
  const Algorithm& algorithm = **find_algorithm("odd-even-transposition");
  const auto engine = make_cpu_engine();
  const RunRequest request = request_for(algorithm, 2000, true);
  for (const int wait : {0, 1, 3, 10}) {
    Progress progress;
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
      progress.cancel = true;
    });
    const auto made = record(request, *engine, false, &progress);
    other.join();
    if (!made.ok()) {
      EXPECT_EQ(made.error().code, ErrorCode::kCancelled);
    }
  }
  const Pointer whole = run(request_for(algorithm, 2000, false));
  const Pointer kept = run(request);
  Progress cancelled;
  cancelled.cancel = true;
  EXPECT_EQ(kept->ranges->range_of(*kept, 1500, &cancelled), nullptr);
  EXPECT_EQ(kept->ranges->ranges_made(), 0U);
  Replay replay(kept);
  // Not a keyframe, to which nothing runs.
  EXPECT_FALSE(replay.seek({1503, 0}, &cancelled));
  EXPECT_EQ(words_of(*whole, 1500), words_of(*kept, 1500));
}

TEST(LayerRanges, AreChosenWhereAllBitsDoNotFit) {
  const Algorithm& algorithm = **find_algorithm("odd-even-transposition");
  RunRequest sparse;
  sparse.keyframes_only = true;
  const std::uint64_t whole = recording_size(algorithm, 5000, 32).total_bytes;
  const std::uint64_t kept = recording_size(algorithm, 5000, 32, sparse).total_bytes;
  EXPECT_LT(kept, whole * 2 / 3);
  RunRequest request;
  EXPECT_EQ(choose_keyframes(request, algorithm, 5000, 32, whole), "");
  EXPECT_FALSE(request.keyframes_only);
  EXPECT_NE(check_memory(algorithm, 5000, 32, whole - 1).error().hint.find("--keyframes"),
            std::string::npos);
  EXPECT_EQ(choose_keyframes(request, algorithm, 5000, 32, kept - 1), "");
  EXPECT_FALSE(request.keyframes_only);
  const std::string said = choose_keyframes(request, algorithm, 5000, 32, whole - 1);
  EXPECT_TRUE(said.starts_with("kept as keyframes, recorded again where you look: ")) << said;
  EXPECT_TRUE(request.keyframes_only);
  EXPECT_TRUE(check_memory(algorithm, 5000, 32, kept, request).ok());
  EXPECT_FALSE(check_memory(algorithm, 5000, 32, kept - 1, request).ok());
  // Trees have none to choose.
  RunRequest tree;
  EXPECT_EQ(choose_keyframes(tree, **find_algorithm("adaptive"), 5000, 32, 1000), "");
  EXPECT_FALSE(tree.keyframes_only);
}

TEST(LayerRanges, RunPartsOnAKernelThatCan) {
  const auto engine = make_cpu_engine();
  RunRequest request = request_for(**find_algorithm("bitonic"), 64, true);
  for (const auto& [asked, taken] : {std::pair{"", "layers"},
                                     {"recursive", "layers"},
                                     {"one-thread", "one-thread"},
                                     {"plain", "plain"}}) {
    request.kernel = asked;
    const auto made = record(request, *engine);
    ASSERT_TRUE(made.ok()) << made.error().text();
    EXPECT_EQ((*made)->timing.kernel, taken);
  }
  for (const char* wrong : {"v0", "tree", "quick"}) {
    request.kernel = wrong;
    const auto made = record(request, *engine);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, ErrorCode::kBadUsage);
  }
}

#if !defined(__SANITIZE_THREAD__)  // which keeps notes of every word
// The most bytes of memory that this process held so far.
std::int64_t peak_bytes() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return std::int64_t{used.ru_maxrss} * 1024;
}

TEST(LayerRanges, TakeTheMemoryThatTheySay) {
#if defined(__SANITIZE_ADDRESS__)
  constexpr std::int64_t kBeside = 64 << 20;  // what was given back is kept for a while
#else
  constexpr std::int64_t kBeside = 6 << 20;  // parts of the network
#endif
  // Each thread has a stack, and memory of its own to allocate from.
  const std::int64_t beside = kBeside + (std::int64_t{std::thread::hardware_concurrency()} << 18);
  // 67 and 14 MB of outcome bits.
  for (const auto& [id, n] : {std::pair{"odd-even-transposition", 32768U}, {"bitonic", 1U << 20}}) {
    const Algorithm& algorithm = **find_algorithm(id);
    const std::int64_t before = peak_bytes();
    const RunRequest request = request_for(algorithm, n, true);
    const Pointer kept = run(request);
    const std::uint32_t depth = kept->network.depth();
    for (const std::uint32_t layer : {depth - 3, 10U, depth / 2, depth - 1}) {
      (void)words_of(*kept, layer);
    }
    const std::uint64_t said = recording_size(algorithm, n, 32, request).total_bytes;
    EXPECT_LT(peak_bytes() - before, static_cast<std::int64_t>(said) + beside) << id;
    EXPECT_LT(said, recording_size(algorithm, n, 32).total_bytes) << id;
  }
}
#endif

class KeyframesFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "sortscope-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    path = (folder / "run.h5").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder;
  std::string path;
};

TEST_F(KeyframesFile, HasWhatMakesTheRunAgain) {
  const Pointer whole = run("odd-even-transposition", 1000, false);
  const Pointer kept = run("odd-even-transposition", 1000, true);
  ASSERT_TRUE(write_recording(*kept, path, nullptr, RecordingForm::kCompact).ok());
  // Where there is room, with all bits.
  const auto read = read_recording(path);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ((*read)->bits, whole->bits);
  // Where there is none, as keyframes.
  RunRequest sparse;
  sparse.keyframes_only = true;
  const Algorithm& algorithm = *whole->algorithm;
  const std::uint64_t room = recording_size(algorithm, 1000, 32, sparse).total_bytes;
  const auto small = read_recording(path, nullptr, {.bytes = room});
  ASSERT_TRUE(small.ok()) << small.error().text();
  ASSERT_TRUE((*small)->ranges);
  expect_same_outcomes(*whole, **small, "opened");
  expect_same_states(whole, *small, "opened");
  EXPECT_FALSE(read_recording(path, nullptr, {.bytes = room - 1}).ok());
}

TEST_F(KeyframesFile, OfAllBitsOpensWhereTheyDoNotFit) {
  const Pointer whole = run("odd-even-transposition", 1000, false);
  ASSERT_TRUE(write_recording(*whole, path).ok());
  RunRequest sparse;
  sparse.keyframes_only = true;
  const std::uint64_t room = recording_size(*whole->algorithm, 1000, 32, sparse).total_bytes;
  const auto small = read_recording(path, nullptr, {.bytes = room});
  ASSERT_TRUE(small.ok()) << small.error().text();
  ASSERT_TRUE((*small)->ranges);
  expect_same_outcomes(*whole, **small, "opened");
  EXPECT_EQ((*small)->created_utc, whole->created_utc);
  EXPECT_FALSE(read_recording(path, nullptr, {.bytes = room, .comparators_again = 1000}).ok());
  EXPECT_FALSE(read_recording(path, nullptr, {.bytes = room - 1}).ok());
  // Of other keys: the checksum of all bits tells.
  Recording other = *whole;
  other.bits[5] ^= 8;
  ASSERT_TRUE(write_recording(other, path).ok());
  const auto refused = read_recording(path, nullptr, {.bytes = room});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("run again, its outcomes are others"), std::string::npos);
}

TEST_F(KeyframesFile, IsNeverOneOfAllBits) {
  const Pointer kept = run("bitonic", 100, true);
  const Status written = write_recording(*kept, path);
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().hint.find("--compact"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace sortscope
