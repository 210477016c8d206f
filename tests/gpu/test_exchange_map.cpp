// test_exchange_map.cpp: exchange counts of bits that the CUDA engine has left on the GPU, against
// those that the CPU makes of the host's copy.
#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/keys/inputs.h"
#include "core/recordings/counts/exchange_map.h"
#include "core/recordings/families.h"
#include "core/recordings/passing/block_ones.h"
#include "core/recordings/recording.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

using ExchangeMapOnGpu = GpuTest;

std::shared_ptr<const Recording> recorded(Engine& engine, const Algorithm& algorithm,
                                          std::uint32_t n) {
  RunRequest request;
  request.algorithm = algorithm.id;
  request.input = algorithm.needs_bitonic_input ? "bitonic" : "uniform";
  auto keys = generate_keys(request.input, KeyType::kUint32, n, 5, algorithm, Order::kAscending);
  if (!keys) return nullptr;
  request.keys = std::move(*keys);
  const auto made = record(request, engine);
  return made ? *made : nullptr;
}

BlockOnes* bits_of(const Recording& run) {
  return dynamic_cast<BlockOnes*>(run.timing.device_bits.get());
}

void expect_same_map(const Recording& run, std::uint64_t most_tiles) {
  const auto there = ExchangeMap::make(run, nullptr, most_tiles);
  Recording host = run;
  host.timing.device_bits = nullptr;
  const auto here = ExchangeMap::make(host, nullptr, most_tiles);
  ASSERT_NE(there, nullptr);
  ASSERT_NE(here, nullptr);
  ASSERT_EQ(there->levels(), here->levels());
  for (unsigned level = 0; level < here->levels(); ++level) {
    ASSERT_TRUE(std::ranges::equal(there->tiles(level), here->tiles(level))) << level;
  }
}

TEST_F(ExchangeMapOnGpu, IsThatOfTheCpuForEveryAlgorithm) {
  std::set<Family> seen;
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t n : {300U, 5000U, 700000U, 1U << 20}) {
      if (n > algorithm.max_keys || (algorithm.family == Family::kAks && n > 300)) continue;
      if (algorithm.build(4096).depth() > 2000 && n > 5000) continue;  // layers of neighbours
      const auto run = recorded(cuda(), algorithm, n);
      if (!run) continue;
      seen.insert(algorithm.family);
      SCOPED_TRACE(testing::Message() << algorithm.id << ' ' << n);
      ASSERT_NO_FATAL_FAILURE(expect_same_map(*run, TileGrid::kMostTiles));
      ASSERT_NO_FATAL_FAILURE(expect_same_map(*run, std::uint64_t{20} * run->network.depth()));
    }
  }
  EXPECT_GE(seen.size(), 4U);
}

// Blocks of every size, of layers whose words begin anywhere and end within a block.
TEST_F(ExchangeMapOnGpu, BlocksHaveTheOnesOfTheirWords) {
  for (const char* const id : {"bitonic", "odd-even-merge", "adaptive", "adaptive-interval"}) {
    const auto run = recorded(cuda(), **find_algorithm(id), 50000);
    ASSERT_NE(run, nullptr) << id;
    BlockOnes* const bits = bits_of(*run);
    ASSERT_NE(bits, nullptr) << id;
    const auto& first_words = run->network.first_words();
    for (const unsigned words_log2 : {0U, 1U, 3U, 5U, 8U, 10U, 11U, 31U}) {
      const LayerBlocks blocks(first_words, words_log2);
      std::vector<std::uint32_t> ones(blocks.count(), 77);
      const Status counted = bits->count(blocks, ones);
      ASSERT_TRUE(counted.ok()) << counted.error().text();
      std::vector<std::uint32_t> expected;
      for (std::size_t layer = 0; layer + 1 < first_words.size(); ++layer) {
        std::uint64_t word = first_words[layer];
        for (std::uint64_t i = 0; word < first_words[layer + 1]; ++word, ++i) {
          if (i % (std::uint64_t{1} << words_log2) == 0) expected.push_back(0);
          expected.back() += static_cast<std::uint32_t>(std::popcount(run->bits[word]));
        }
      }
      ASSERT_EQ(ones, expected) << id << ' ' << words_log2;
    }
    // Others' blocks are refused, and bits that were given back.
    std::vector<std::uint32_t> ones(1);
    EXPECT_EQ(bits->count(LayerBlocks({0, 1}, 4), ones).error().code, ErrorCode::kUnavailable);
    run->timing.device_bits->release();
    const LayerBlocks blocks(first_words, 4);
    ones.resize(blocks.count());
    EXPECT_EQ(bits->count(blocks, ones).error().code, ErrorCode::kUnavailable);
    ASSERT_NO_FATAL_FAILURE(expect_same_map(*run, std::uint64_t{20} * run->network.depth()));
  }
}

}  // namespace
}  // namespace sortscope
