// test_cuda_aks.cpp: the AKS network on the GPU against the CPU engine, bit for bit.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "tests/gpu/aks_constructions.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/sorted_run.h"

namespace sortscope {
namespace {

Network network_of(std::uint32_t n, const ParameterTexts& values) {
  auto made = AksNetwork::build(aks_log2_for(n), aks_parameters(values));
  EXPECT_TRUE(made.ok()) << made.error().text();
  return Network(made.value());
}

// All that a sort leaves.
struct AksRun {
  Sorted sorted;
  std::vector<std::uint32_t> repair_bits;
  std::vector<std::vector<std::uint32_t>> keyframes;
  std::uint32_t repair_rounds = 0;
  std::uint64_t misplaced = 0;
};

class CudaAksTest : public GpuTest {
 protected:
  static Status sort_with(Engine& engine, const Network& network, bool recorded, bool places,
                          bool keyframes, AksRun& run, Progress* progress = nullptr) {
    SortBuffers buffers;
    buffers.key_bits = run.sorted.words64.empty() ? 32 : 64;
    buffers.words32 = run.sorted.words32;
    buffers.words64 = run.sorted.words64;
    if (places) buffers.places = run.sorted.places;
    buffers.real_keys = network.wires() - network.wires() / 5;
    SortOptions options;
    options.repair_bits = &run.repair_bits;
    if (keyframes) options.keyframes = &run.keyframes;
    if (recorded) {
      run.sorted.bits.assign(network.bit_words(), 0xa5a5a5a5);  // to be overwritten whole
      options.bits = run.sorted.bits;
    }
    const auto timing =
        engine.run(*find_algorithm("aks").value(), network, buffers, options, progress);
    if (!timing.ok()) return timing.error();
    run.repair_rounds = timing->repair_rounds;
    run.misplaced = timing->misplaced;
    return {};
  }

  void expect_same_as_cpu(const Network& network, bool wide, bool places, std::uint64_t distinct,
                          bool keyframes = false) {
    AksRun start;
    start.sorted = start_of(network.wires(), wide, distinct, network.depth() + distinct);
    AksRun expected = start;
    ASSERT_TRUE(sort_with(*cpu, network, true, places, keyframes, expected).ok());
    ASSERT_TRUE(std::is_sorted(expected.sorted.words32.begin(), expected.sorted.words32.end()));
    ASSERT_TRUE(std::is_sorted(expected.sorted.words64.begin(), expected.sorted.words64.end()));
    for (const bool recorded : {false, true}) {
      AksRun got = start;
      const Status status = sort_with(cuda(), network, recorded, places, keyframes, got);
      ASSERT_TRUE(status.ok()) << status.error().text();
      const std::string what = std::to_string(network.wires()) + (wide ? " u64" : " u32") +
                               (places ? " places" : "") + (recorded ? " recorded" : "") +
                               " distinct=" + std::to_string(distinct);
      ASSERT_EQ(got.sorted.words32 == expected.sorted.words32, true) << what;
      ASSERT_EQ(got.sorted.words64 == expected.sorted.words64, true) << what;
      ASSERT_EQ(got.sorted.places == expected.sorted.places, true) << what;
      ASSERT_EQ(got.repair_rounds, expected.repair_rounds) << what;
      ASSERT_EQ(got.misplaced, expected.misplaced) << what;
      ASSERT_EQ(got.keyframes == expected.keyframes, true) << what;
      if (!recorded) continue;
      ASSERT_EQ(got.repair_bits == expected.repair_bits, true) << what;
      ASSERT_NO_FATAL_FAILURE(expect_same_bits(network, got.sorted.bits, expected.sorted.bits))
          << what;
    }
  }

  // Names the first stage that differs.
  static void expect_same_bits(const Network& network, const std::vector<std::uint32_t>& got,
                               const std::vector<std::uint32_t>& expected) {
    if (got == expected) return;
    const auto at = static_cast<std::uint64_t>(
        std::mismatch(got.begin(), got.end(), expected.begin()).first - got.begin());
    std::uint32_t layer = 0;
    while (network.first_word(layer + 1) <= at) ++layer;
    const AksNetwork& aks = *network.aks();
    const AksStage& stage = aks.stages()[aks.stage_of(layer)];
    FAIL() << "t=" << stage.t << " level=" << stage.level << " a=" << stage.a
           << " layer=" << stage.layer << " work=" << static_cast<int>(stage.work)
           << " half=" << stage.half << " matching=" << layer - stage.first_layer << " word "
           << at - network.first_word(layer) << ": " << std::hex << got[at] << " is "
           << expected[at];
  }

  std::unique_ptr<Engine> cpu = make_cpu_engine();
};

TEST_F(CudaAksTest, EveryTypeOfKeysEqualsTheCpuEngine) {
  for (const std::uint32_t n : {256U, 4096U}) {
    const Network network = network_of(n, {});
    for (const bool wide : {false, true}) {
      for (const bool places : {false, true}) {
        for (const std::uint64_t distinct : {0, 1, 7}) {
          ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(network, wide, places, distinct));
        }
      }
    }
  }
}

TEST_F(CudaAksTest, EveryConstructionEqualsTheCpuEngine) {
  for (const ParameterTexts& texts : aks_constructions()) {
    SCOPED_TRACE(texts.front().first + "=" + texts.front().second);
    for (const std::uint32_t n : {256U, 4096U}) {
      const Network network = network_of(n, texts);
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(network, false, true, 0, true));
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(network, false, false, 0));
    }
  }
  ASSERT_NO_FATAL_FAILURE(
      expect_same_as_cpu(network_of(256, {{"depth", "custom"}}), true, false, 0));
}

TEST_F(CudaAksTest, EveryMatchingEqualsTheCpuEngine) {
  for (const Matching& matching : matchings()) {
    const std::string id(matching.id);
    SCOPED_TRACE(id);
    for (const std::uint32_t n : {256U, 4096U}) {
      const Network network = network_of(n, {{"matching", id}, {"depth", "5"}});
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(network, false, true, 0, n == 256));
    }
    ASSERT_NO_FATAL_FAILURE(
        expect_same_as_cpu(network_of(256, {{"matching", id}}), false, false, 0));
  }
}

TEST_F(CudaAksTest, SixtyFiveThousandKeysEqualTheCpuEngine) {
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(network_of(65536, {}), false, false, 0));
  const Network shallow = network_of(65536, {{"depth", "4"}});
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(shallow, false, true, 0));
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(shallow, true, false, 5));
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(shallow, true, true, 1000));
  const Network bitonic = network_of(65536, {{"depth", "2"}, {"perfect-halver", "bitonic"}});
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(bitonic, true, true, 0));
}

// Separators that do not fit into shared memory: a thread a sector, halves in blocks.
TEST_F(CudaAksTest, AMillionKeysEqualTheCpuEngine) {
  ASSERT_NO_FATAL_FAILURE(
      expect_same_as_cpu(network_of(1U << 20, {{"depth", "12"}}), false, false, 0));
}

TEST_F(CudaAksTest, RecordingsOfBothEnginesAreTheSame) {
  for (const std::uint32_t n : {1U, 200U, 1000U, 5000U}) {
    for (const KeyType type : {KeyType::kInt32, KeyType::kFloat64}) {
      for (const bool pairs : {false, true}) {
        RunRequest request;
        request.algorithm = "aks";
        request.parameters.set(aks_parameters({{"depth", n == 5000 ? "6" : "perfect"}}));
        request.order = n % 2 == 0 ? Order::kAscending : Order::kDescending;
        request.keys =
            generate_keys("few-distinct", type, n, n, **find_algorithm("aks"), request.order)
                .value();
        const auto by_cpu = record(request, *cpu, pairs);
        const auto by_cuda = record(request, cuda(), pairs);
        ASSERT_TRUE(by_cpu.ok()) << by_cpu.error().text();
        ASSERT_TRUE(by_cuda.ok()) << by_cuda.error().text();
        EXPECT_EQ((*by_cuda)->bits == (*by_cpu)->bits, true) << n;
        EXPECT_TRUE((*by_cuda)->sorted);
        EXPECT_EQ((*by_cuda)->timing.kernel, "separators");
        EXPECT_EQ((*by_cuda)->timing.misplaced, (*by_cpu)->timing.misplaced);
      }
    }
  }
}

// Random words, few distinct ones, zeros and ones, sorted, reversed, runs, and one key out of
// place.
std::vector<std::uint32_t> input_of(std::uint32_t wires, std::uint32_t kind, std::mt19937& random) {
  std::vector<std::uint32_t> words(wires);
  const auto ones = static_cast<std::uint32_t>(random() % (wires + 1));
  for (std::uint32_t i = 0; i < wires; ++i) {
    switch (kind % 6) {
      case 0:
        words[i] = static_cast<std::uint32_t>(random());
        break;
      case 1:
        words[i] = static_cast<std::uint32_t>(random() % 3);
        break;
      case 2:
        words[i] = i < ones ? 1 : 0;
        break;
      case 3:
        words[i] = wires - i;
        break;
      case 4:
        words[i] = i % 64 * wires + i / 64;
        break;
      default:
        words[i] = i == ones ? 0 : i;
    }
  }
  if (kind % 6 == 2 && kind % 12 == 2) std::shuffle(words.begin(), words.end(), random);
  return words;
}

TEST_F(CudaAksTest, RandomAndAdversarialInputsEndSorted) {
  std::mt19937 random(7);
  for (const std::uint32_t n : {256U, 4096U}) {
    const Network network = network_of(n, {});
    for (std::uint32_t i = 0; i < 600; ++i) {
      AksRun run;
      run.sorted.words32 = input_of(n, i, random);
      std::vector<std::uint32_t> expected = run.sorted.words32;
      std::sort(expected.begin(), expected.end());
      const Status status = sort_with(cuda(), network, false, false, false, run);
      ASSERT_TRUE(status.ok()) << status.error().text();
      ASSERT_EQ(run.sorted.words32 == expected, true) << n << ' ' << i;
    }
  }
}

TEST_F(CudaAksTest, SortsSixteenMillionKeys) {
  const Network network = network_of(1U << 24, {});
  AksRun run;
  run.sorted = start_of(1U << 24, false, 0, 1);
  std::vector<std::uint32_t> expected = run.sorted.words32;
  std::sort(expected.begin(), expected.end());
  Progress progress;
  ASSERT_TRUE(sort_with(cuda(), network, false, false, false, run, &progress).ok());
  EXPECT_EQ(run.sorted.words32 == expected, true);
  EXPECT_EQ(progress.fraction(), 1.0);
}

TEST_F(CudaAksTest, OtherKernelsAreRefused) {
  const Network network = network_of(256, {});
  AksRun run;
  run.sorted = start_of(256, false, 0, 1);
  SortBuffers buffers;
  buffers.words32 = run.sorted.words32;
  SortOptions options;
  options.kernel = "hybrid";
  const auto timing =
      cuda().run(*find_algorithm("aks").value(), network, buffers, options, nullptr);
  ASSERT_FALSE(timing.ok());
  EXPECT_EQ(timing.error().code, ErrorCode::kBadUsage);
}

TEST_F(CudaAksTest, ALongSortCanBeStopped) {
  const Network network = network_of(1U << 20, {});
  AksRun run;
  run.sorted = start_of(1U << 20, false, 0, 1);
  Progress progress;
  progress.cancel = true;
  const Status stopped = sort_with(cuda(), network, false, false, false, run, &progress);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace sortscope
