// test_tree.cpp: adaptive bitonic sorting on the CPU without a recording (trees with buckets)
// against std::sort and against the recorded run.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "core/engines/engine.h"

namespace sortscope {
namespace {

template <typename Word>
struct Keyed {
  std::vector<Word> words;
  std::vector<std::uint32_t> places;

  [[nodiscard]] std::vector<std::pair<Word, std::uint32_t>> pairs() const {
    std::vector<std::pair<Word, std::uint32_t>> all;
    for (std::size_t i = 0; i < words.size(); ++i) all.emplace_back(words[i], places[i]);
    return all;
  }
};

template <typename Word>
Keyed<Word> start_of(std::uint32_t n, std::uint64_t distinct, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Keyed<Word> run;
  for (std::uint32_t i = 0; i < n; ++i) {
    run.words.push_back(static_cast<Word>(distinct == 0 ? random() : ~(random() % distinct)));
  }
  run.places.resize(n);
  std::iota(run.places.begin(), run.places.end(), 0U);
  std::shuffle(run.places.begin(), run.places.end(), random);
  return run;
}

template <typename Word>
void sort_run(std::string_view id, Keyed<Word>& run, bool recorded, Progress* progress = nullptr,
              std::string_view kernel = {}) {
  const Algorithm& algorithm = *find_algorithm(id).value();
  const Network network = algorithm.build(static_cast<std::uint32_t>(run.words.size()));
  std::vector<std::uint32_t> bits(recorded ? network.bit_words() : 0);
  SortBuffers buffers;
  buffers.key_bits = 8 * sizeof(Word);
  if constexpr (sizeof(Word) == 4) {
    buffers.words32 = run.words;
  } else {
    buffers.words64 = run.words;
  }
  buffers.places = run.places;
  buffers.real_keys = network.wires();
  SortOptions options;
  options.bits = bits;
  options.kernel = kernel;
  const auto engine = make_cpu_engine();  // not static: its threads would not outlive a fork
  const auto timing = engine->run(algorithm, network, buffers, options, progress);
  ASSERT_TRUE(timing.ok()) << timing.error().text();
  if (progress != nullptr) {
    EXPECT_EQ(progress->done, network.size());
  }
}

template <typename Word>
void expect_sorted_everywhere() {
  for (std::uint32_t m = 1; m <= 14; ++m) {
    for (const std::uint64_t distinct : {0, 1, 2, 7}) {
      const auto start = start_of<Word>(1U << m, distinct, m + distinct);
      auto expected = start.pairs();
      std::sort(expected.begin(), expected.end());
      for (const std::string_view id : {"adaptive", "adaptive-two-case", "adaptive-overlapped"}) {
        auto run = start;
        Progress progress;
        ASSERT_NO_FATAL_FAILURE(sort_run(id, run, false, &progress));
        ASSERT_EQ(run.pairs(), expected) << id << " 2^" << m << " distinct " << distinct;
        run = start;
        ASSERT_NO_FATAL_FAILURE(sort_run(id, run, false, nullptr, "plain-tree"));
        ASSERT_EQ(run.pairs(), expected) << id << " single keys, 2^" << m;
      }
    }
  }
}

TEST(CpuTree, SortsWordsOf32BitsWithoutARecording) { expect_sorted_everywhere<std::uint32_t>(); }
TEST(CpuTree, SortsWordsOf64BitsWithoutARecording) { expect_sorted_everywhere<std::uint64_t>(); }

TEST(CpuTree, ZeroOneInputsOfTheSmallestTreeWithBucketsSort) {
  for (std::uint32_t input = 0; input < 1U << 16; input += 3) {
    const std::uint32_t other = input * 40503U;  // odd: every half-word appears in both buckets
    Keyed<std::uint32_t> run;
    for (std::uint32_t i = 0; i < 32; ++i) {
      run.words.push_back((i < 16 ? input : other) >> (i % 16) & 1);
    }
    run.places.resize(32);
    std::iota(run.places.begin(), run.places.end(), 0U);
    ASSERT_NO_FATAL_FAILURE(sort_run("adaptive", run, false));
    const auto pairs = run.pairs();
    ASSERT_TRUE(std::is_sorted(pairs.begin(), pairs.end())) << input;
  }
}

TEST(CpuTree, RecordedAndNotRecordedAgree) {
  const auto start = start_of<std::uint32_t>(1U << 15, 100, 3);
  auto recorded = start;
  auto not_recorded = start;
  ASSERT_NO_FATAL_FAILURE(sort_run("adaptive", recorded, true));
  ASSERT_NO_FATAL_FAILURE(sort_run("adaptive", not_recorded, false));
  EXPECT_EQ(recorded.pairs(), not_recorded.pairs());
}

TEST(CpuTree, CancellingStops) {
  auto run = start_of<std::uint32_t>(1U << 14, 0, 1);
  const Algorithm& algorithm = *find_algorithm("adaptive").value();
  const Network network = algorithm.build(1U << 14);
  SortBuffers buffers;
  buffers.words32 = run.words;
  buffers.places = run.places;
  buffers.real_keys = network.wires();
  Progress progress;
  progress.cancel = true;
  const auto timing = make_cpu_engine()->run(algorithm, network, buffers, {}, &progress);
  ASSERT_FALSE(timing.ok());
  EXPECT_EQ(timing.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace sortscope
