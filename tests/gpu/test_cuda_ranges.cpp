// test_cuda_ranges.cpp: runs kept as keyframes, recorded and recorded again on CUDA.
#include <algorithm>
#include <random>
#include <utility>

#include "core/keys/inputs.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/recordings/rerun.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

class CudaRangesTest : public GpuTest {
 protected:
  // Shared, so that it records again.
  static std::shared_ptr<Engine> shared_cuda() {
    static const std::shared_ptr<Engine> kEngine(std::move(make_cuda_engine().value()));
    return kEngine;
  }
};

RunRequest request_for(std::string_view algorithm, KeyType type, std::uint32_t n) {
  RunRequest request;
  request.algorithm = algorithm;
  request.any_input = true;
  const Algorithm& sorter = **find_algorithm(algorithm);
  const char* const input = sorter.needs_bitonic_input ? "bitonic" : "uniform";
  request.keys = *generate_keys(input, type, n, 3, sorter, Order::kAscending);
  return request;
}

TEST_F(CudaRangesTest, RecordsAgainWhatTheCpuRecords) {
  const auto cpu = make_cpu_engine();
  std::mt19937 random(5);
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {2U, 33U, 600U, 5000U}) {
      if (n > algorithm.max_keys) continue;
      for (const KeyType type : {KeyType::kUint32, KeyType::kFloat64}) {
        for (const bool pairs : {false, true}) {
          RunRequest request = request_for(algorithm.id, type, n);
          // All bits set: the padding's word.
          if (type == KeyType::kUint32) request.keys.raw.set(1, 0xffffffffU);
          const auto whole = record(request, *cpu, pairs);
          request.keyframes_only = true;
          const auto kept = record(request, *shared_cuda(), pairs);
          ASSERT_TRUE(whole.ok() && kept.ok()) << algorithm.id;
          ASSERT_EQ(layer_checksums(**whole), layer_checksums(**kept)) << algorithm.id << n;
          EXPECT_EQ((*whole)->exchanged_before, (*kept)->exchanged_before);
          const Network& network = (*whole)->network;
          (*kept)->ranges->keep_ranges(1);
          for (int i = 0; i < 10; ++i) {
            const auto layer = static_cast<std::uint32_t>(random() % network.depth());
            const std::uint64_t words = network.first_word(layer + 1) - network.first_word(layer);
            const LayerBits expected = (*whole)->layer_bits(layer);
            const LayerBits got = (*kept)->layer_bits(layer);
            ASSERT_TRUE(std::equal(expected.words, expected.words + words, got.words))
                << algorithm.id << ' ' << n << ", layer " << layer;
          }
          EXPECT_EQ((*kept)->ranges->doubt(), "");
          EXPECT_EQ((*kept)->ranges->engine_id(), "cuda");
        }
      }
    }
  }
}

TEST_F(CudaRangesTest, GoesOnOnTheCpuWhereItsEngineIsGone) {
  const auto mine = make_cuda_engine();
  ASSERT_TRUE(mine.ok());
  RunRequest request = request_for("bitonic", KeyType::kUint32, 1 << 16);
  const auto whole = record(request, **mine);
  request.keyframes_only = true;
  const auto kept = record(request, **mine);
  ASSERT_TRUE(whole.ok() && kept.ok());
  Replay expected(*whole);
  Replay got(*kept);
  for (const std::uint32_t layer : {100U, 3U, 136U, 70U}) {
    ASSERT_TRUE(expected.seek({layer, 0}));
    ASSERT_TRUE(got.seek({layer, 0}));
    EXPECT_TRUE(std::ranges::equal(expected.places(), got.places())) << layer;
  }
  EXPECT_EQ((*kept)->ranges->engine_id(), "cpu");
  EXPECT_EQ((*kept)->ranges->doubt(), "");
}

}  // namespace
}  // namespace sortscope
