// test_largest_runs.cpp: every kernel with as many keys as it and its algorithm allow, up to 2^28,
// and with some that are no power of two: in order, and the same keys (by a sum that does not look
// at their order) on the same places.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "core/algorithms/schedules.h"
#include "core/base/machine.h"
#include "core/base/number_text.h"
#include "core/engines/plans/kernels.h"
#include "core/networks/lists/listed_network.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

constexpr std::uint32_t kMost = 1U << 28;
constexpr std::uint32_t kFewer = 4099;  // where n is no power of two
constexpr std::uint32_t kThousand = 1000;

// SplitMix64's finalizer.
constexpr std::uint64_t mixed(std::uint64_t word) {
  word += 0x9e3779b97f4a7c15U;
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9U;
  word = (word ^ word >> 27) * 0x94d049bb133111ebU;
  return word ^ word >> 31;
}

struct Case {
  std::string_view algorithm;
  std::string_view kernel;
};

// One sort's keys. Words of `distinct` values (0: any), which differ in their upper bits.
template <typename Word>
struct Keyed {
  Keyed(std::uint32_t wires, std::uint32_t n, bool placed, std::uint64_t distinct)
      : words(wires, static_cast<Word>(~Word{0})), places(placed ? wires : 0) {
    for (std::uint32_t i = 0; i < n; ++i) {
      std::uint64_t word = mixed(i);
      if (distinct > 0) word = word % distinct << (sizeof(Word) * 8 - 12);
      words[i] = static_cast<Word>(word);
    }
    std::iota(places.begin(), places.end(), 0U);
  }
  // The same for every order of the first n keys.
  [[nodiscard]] std::uint64_t sum(std::uint32_t n) const {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      sum += mixed(mixed(words[i]) ^ (places.empty() ? 0 : places[i]));
    }
    return sum;
  }
  std::vector<Word> words;
  std::vector<std::uint32_t> places;
};

class LargestRuns : public GpuTest, public ::testing::WithParamInterface<Case> {
 protected:
  template <typename Word>
  void expect_sorted(const Algorithm& algorithm, const Network& network, std::uint32_t n,
                     bool placed, std::uint64_t distinct) {
    const std::uint32_t wires = network.wires();
    const std::uint64_t bytes = std::uint64_t{wires} * (sizeof(Word) + (placed ? 4 : 0));
    // The buffers, the engine's copy of them, and what it takes itself.
    const std::uint64_t needed =
        2 * bytes + cuda().sort_bytes(algorithm, wires, sizeof(Word) * 8) + (1U << 30);
    if (free_memory_bytes() < needed) {
      GTEST_SKIP() << bytes_text(needed) << " of memory are needed for " << n << " keys.";
    }
    Keyed<Word> run(wires, n, placed, distinct);
    const std::uint64_t sum = run.sum(n);
    SortBuffers buffers;
    buffers.key_bits = sizeof(Word) * 8;
    if constexpr (sizeof(Word) == 4) {
      buffers.words32 = run.words;
    } else {
      buffers.words64 = run.words;
    }
    buffers.places = run.places;
    buffers.real_keys = n;
    SortOptions options;
    options.kernel = GetParam().kernel;
    const auto timing = cuda().run(algorithm, network, buffers, options, nullptr);
    if (!timing.ok() && timing.error().code == ErrorCode::kOutOfMemory) {
      GTEST_SKIP() << timing.error().text();
    }
    ASSERT_TRUE(timing.ok()) << timing.error().text();
    EXPECT_EQ(timing->kernel, GetParam().kernel);
    EXPECT_EQ(run.sum(n), sum) << "other keys than before";
    // By word, then place: a strict order where the sort promises it.
    const bool strict = placed && !fixed_schedule(algorithm.family);
    std::uint64_t wrong = 0;
    for (std::uint32_t i = 1; i < n; ++i) {
      const bool falls = run.words[i - 1] > run.words[i];
      const bool back =
          strict && run.words[i - 1] == run.words[i] && run.places[i - 1] >= run.places[i];
      wrong += falls || back ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0U) << "pairs of neighbours out of order";
    for (std::uint32_t i = n; i < wires; ++i) {
      ASSERT_EQ(run.words[i], static_cast<Word>(~Word{0})) << i;
      if (placed) {
        ASSERT_GE(run.places[i], n) << "padding among the keys";
      }
    }
    std::printf("%s, %s: %u keys of %zu bits in %.3f s\n", GetParam().algorithm.data(),
                GetParam().kernel.data(), n, sizeof(Word) * 8,
                static_cast<double>(timing->elapsed_ns) * 1e-9);
  }
};

TEST_P(LargestRuns, AreInOrderAndLoseNoKey) {
  const Algorithm& algorithm = *find_algorithm(GetParam().algorithm).value();
  const Kernel& kernel = (*find_cuda_kernel(GetParam().kernel))->kernel;
  const std::uint32_t most =
      std::min({algorithm.max_keys, kMost, kernel.max_wires == 0 ? kMost : kernel.max_wires});
  const bool must_have_places = !fixed_schedule(algorithm.family);
  const Network network = algorithm.build(most);
  ASSERT_EQ(network.wires(), most);
  ASSERT_NO_FATAL_FAILURE(
      expect_sorted<std::uint32_t>(algorithm, network, most, must_have_places, 0));
  if (IsSkipped()) return;
  const std::uint32_t fewer = most - std::min(kFewer, most / 3);
  ASSERT_NO_FATAL_FAILURE(expect_sorted<std::uint64_t>(algorithm, network, fewer, true, kThousand));
}

std::vector<Case> cases() {
  std::vector<Case> found;
  for (const std::string_view id :
       {"bitonic", "odd-even-merge", "pairwise", "adaptive", "adaptive-two-case",
        "adaptive-overlapped", "abisort", "adaptive-interval", "aks"}) {
    const Algorithm& algorithm = *find_algorithm(id).value();
    for (const Kernel& kernel : cuda_kernels()) {
      if (runs(kernel, algorithm)) found.push_back({id, kernel.id});
    }
  }
  return found;
}

INSTANTIATE_TEST_SUITE_P(All, LargestRuns, ::testing::ValuesIn(cases()), [](const auto& each) {
  std::string name = std::string(each.param.algorithm) + "_" + std::string(each.param.kernel);
  std::ranges::replace(name, '-', '_');
  return name;
});

// A network from a list has 65,536 wires at most; on fewer, its comparators beyond them are left
// out: the keys there would be the largest, and stay.
class LargestLists : public GpuTest {};

TEST_F(LargestLists, AreInOrderAndLoseNoKey) {
  const Algorithm& listed = *find_algorithm("listed").value();
  const Network whole = find_algorithm("odd-even-merge").value()->build(kMostListedWires);
  for (const std::uint32_t wires : {kMostListedWires, kMostListedWires - kFewer}) {
    std::vector<Comparator> flat;
    for (std::uint32_t layer = 0; layer < whole.depth(); ++layer) {
      for (std::uint32_t i = 0; i < whole.count(layer); ++i) {
        const Comparator comparator = whole.comparator(layer, i);
        if (comparator.upper() < wires) flat.push_back(comparator);
      }
    }
    const auto list = ListedNetwork::leveled(wires, flat);
    ASSERT_TRUE(list.ok()) << list.error().text();
    const Network network(*list);
    Keyed<std::uint64_t> run(wires, wires, true, kThousand);
    const std::uint64_t sum = run.sum(wires);
    SortBuffers buffers;
    buffers.key_bits = 64;
    buffers.words64 = run.words;
    buffers.places = run.places;
    buffers.real_keys = wires;
    const auto timing = cuda().run(listed, network, buffers, {}, nullptr);
    ASSERT_TRUE(timing.ok()) << timing.error().text();
    EXPECT_TRUE(std::ranges::is_sorted(run.words));
    EXPECT_EQ(run.sum(wires), sum);
  }
}

}  // namespace
}  // namespace sortscope
