// test_engine.cpp: the CPU engine against a plain loop over Network::comparator().
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/engines/cpu/engine.h"
#include "tests/sanitizers/watched.h"

namespace sortscope {
namespace {

// Of a network that is gone through comparator by comparator, many times.
constexpr std::uint64_t kMostComparators = 5'000'000;

// A run by definition: comparators one after the other, keys compared as (word, padding).
struct Sorted {
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> places;
  std::vector<std::uint32_t> bits;
  friend bool operator==(const Sorted&, const Sorted&) = default;
};

Sorted start_of(std::uint32_t wires, std::uint64_t seed, std::uint64_t distinct, bool wide) {
  std::mt19937_64 random(seed);
  Sorted run;
  run.words.resize(wires);
  // Small alphabets make ties; the largest value stands beside padding.
  const std::uint64_t top = wide ? ~std::uint64_t{0} : 0xffffffffu;
  for (auto& word : run.words) {
    word = distinct == 0 ? random() & top : (random() % distinct == 0 ? top : random() % distinct);
    if (wide && distinct != 0 && word % 2 == 1) word |= std::uint64_t{1} << 63;
  }
  run.places.resize(wires);
  for (std::uint32_t i = 0; i < wires; ++i) run.places[i] = i;
  std::shuffle(run.places.begin(), run.places.end(), random);
  return run;
}

Sorted by_definition(const Network& network, Sorted run, bool placed, std::uint32_t real_keys) {
  run.bits.assign(network.bit_words(), 0);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t i = 0; i < network.count(layer); ++i) {
      const Comparator c = network.comparator(layer, i);
      const auto key = [&](Wire w) {
        return std::pair{run.words[w], placed && run.places[w] >= real_keys};
      };
      if (key(c.min_wire) <= key(c.max_wire)) continue;
      std::swap(run.words[c.min_wire], run.words[c.max_wire]);
      if (placed) std::swap(run.places[c.min_wire], run.places[c.max_wire]);
      run.bits[network.first_word(layer) + i / 32] |= std::uint32_t{1} << (i % 32);
    }
  }
  return run;
}

struct Way {
  bool wide;
  bool placed;
  bool recorded;
  unsigned threads;
  std::string_view kernel = {};
};

Sorted by_engine(Engine& engine, const Algorithm& algorithm, const Network& network, Sorted run,
                 const Way& way, std::uint32_t real_keys) {
  std::vector<std::uint32_t> words32;
  SortBuffers buffers;
  if (way.wide) {
    buffers.key_bits = 64;
    buffers.words64 = run.words;
  } else {
    words32.resize(run.words.size());
    for (std::size_t i = 0; i < words32.size(); ++i) {
      words32[i] = static_cast<std::uint32_t>(run.words[i]);
    }
    buffers.words32 = words32;
  }
  if (way.placed) buffers.places = run.places;
  buffers.real_keys = real_keys;
  run.bits.assign(network.bit_words(), 0xa5a5a5a5);  // must be overwritten whole
  SortOptions options;
  options.threads = way.threads;
  options.kernel = way.kernel;
  if (way.recorded) options.bits = run.bits;
  const Result<SortTiming> timing = engine.run(algorithm, network, buffers, options, nullptr);
  EXPECT_TRUE(timing.ok());
  if (timing.ok()) {
    EXPECT_EQ(timing->kernel, way.kernel.empty() ? "layers" : way.kernel);
  }
  if (!way.wide) std::copy(words32.begin(), words32.end(), run.words.begin());
  return run;
}

std::vector<const CpuLayers*> instruction_sets() {
  std::vector<const CpuLayers*> sets = {&portable_layers()};
  if (&best_layers() != sets[0]) sets.push_back(&best_layers());
  return sets;
}

void expect_definition(Engine& engine, const Algorithm& algorithm, std::uint32_t n, const Way& way,
                       std::uint64_t distinct) {
  const Network network = algorithm.build(n);
  const std::uint32_t real_keys = network.wires() - network.wires() / 3;
  const Sorted start = start_of(network.wires(), n * 31 + distinct, distinct, way.wide);
  Sorted expected = by_definition(network, start, way.placed, real_keys);
  Sorted got = by_engine(engine, algorithm, network, start, way, real_keys);
  if (!way.recorded) got.bits = expected.bits;
  ASSERT_TRUE(got.words == expected.words && got.places == expected.places &&
              got.bits == expected.bits)
      << algorithm.id << " n=" << n << (way.wide ? " u64" : " u32") << (way.placed ? " placed" : "")
      << " threads=" << way.threads << " distinct=" << distinct << ", " << engine.description()
      << (got.words == expected.words ? "" : ": words")
      << (got.places == expected.places ? "" : ": places")
      << (got.bits == expected.bits ? "" : ": bits");
}

// Threads wait for each other in every layer.
constexpr std::uint32_t kMostLayers = 4000;

bool too_large(const Algorithm& algorithm, std::uint32_t n) {
  if (n > algorithm.max_keys) return true;
  const Network network = algorithm.build(n);
  return network.size() > kMostComparators || network.depth() > kMostLayers;
}

TEST(CpuEngine, EveryFormEverySmallLengthEqualsTheDefinition) {
  // Every seventh length is with two, three and four threads too.
  constexpr std::uint32_t kStep = kThreadSanitizer ? 7 : 1;
  for (const CpuLayers* layers : instruction_sets()) {
    const auto engine = make_cpu_engine(*layers);
    for (const Algorithm& algorithm : algorithms()) {
      if (algorithm.family != Family::kNetwork) continue;
      for (std::uint32_t n = 1; n <= 72; n += kStep) {
        for (const bool wide : {false, true}) {
          for (const bool placed : {false, true}) {
            for (const std::uint64_t distinct : {0, 3}) {
              // Every count of threads meets every algorithm, every length most of them.
              for (const unsigned threads : {1u, 2 + n % 3}) {
                ASSERT_NO_FATAL_FAILURE(expect_definition(*engine, algorithm, n,
                                                          {wide, placed, true, threads}, distinct));
              }
            }
          }
        }
      }
    }
  }
}

TEST(CpuEngine, LargeLengthsEqualTheDefinition) {
  for (const CpuLayers* layers : instruction_sets()) {
    const auto engine = make_cpu_engine(*layers);
    for (const Algorithm& algorithm : algorithms()) {
      if (algorithm.family != Family::kNetwork) continue;
      for (const std::uint32_t n : {257U, 1201U, 4099U, 40001U}) {
        if (too_large(algorithm, n)) continue;
        for (const bool wide : {false, true}) {
          for (const bool placed : {false, true}) {
            for (const unsigned threads : {1u, 3u}) {
              ASSERT_NO_FATAL_FAILURE(expect_definition(
                  *engine, algorithm, n, {wide, placed, true, threads}, placed ? 5 : 0));
            }
          }
        }
      }
    }
  }
}

// One thread, all threads, with and without vectors: the same outcomes, however they share the
// work.
TEST(CpuEngine, EveryKernelEqualsTheDefinition) {
  const auto engine = make_cpu_engine();
  std::map<std::string_view, std::size_t> kernels_of;
  for (const Kernel& kernel : engine->kernels()) {
    for (const Algorithm& algorithm : algorithms()) {
      if (algorithm.family != Family::kNetwork || !runs(kernel, algorithm)) continue;
      ++kernels_of[algorithm.id];
      for (const std::uint32_t n : {1U, 2U, 3U, 8U, 33U, 64U, 100U, 257U, 9000U}) {
        if (too_large(algorithm, n)) continue;
        for (const bool wide : {false, true}) {
          for (const bool placed : {false, true}) {
            for (const bool recorded : {false, true}) {
              ASSERT_NO_FATAL_FAILURE(expect_definition(
                  *engine, algorithm, n, {wide, placed, recorded, 3, kernel.id}, placed ? 5 : 0));
            }
          }
        }
      }
    }
  }
  // Every network is run by a kernel, and the XOR form by one that runs no other.
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    EXPECT_GE(kernels_of[algorithm.id], algorithm.xor_schedule ? 2U : 1U) << algorithm.id;
  }
}

TEST(CpuEngine, TheRecursiveKernelRunsOnlyTheXorForm) {
  const auto engine = make_cpu_engine();
  const Algorithm& algorithm = **find_algorithm("pairwise");
  const Network network = algorithm.build(8);
  std::vector<std::uint32_t> words(8);
  SortBuffers buffers;
  buffers.words32 = words;
  SortOptions options;
  options.kernel = "recursive";
  const auto refused = engine->run(algorithm, network, buffers, options, nullptr);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().hint.find("one-thread"), std::string::npos);
}

TEST(CpuEngine, RecordingOffSortsTheSame) {
  for (const CpuLayers* layers : instruction_sets()) {
    const auto engine = make_cpu_engine(*layers);
    for (const Algorithm& algorithm : algorithms()) {
      if (algorithm.family != Family::kNetwork) continue;
      for (const std::uint32_t n : {1u, 2u, 37u, 1000u}) {
        for (const bool wide : {false, true}) {
          ASSERT_NO_FATAL_FAILURE(
              expect_definition(*engine, algorithm, n, {wide, false, false, 2}, 0));
        }
      }
    }
  }
}

// A form that no algorithm of the table has: blocks with directions and an odd start.
TEST(CpuEngine, FormsOutsideTheTable) {
  std::vector<LayerForm> forms;
  for (const std::uint32_t chunk_log2 : {0u, 1u, 2u, 3u, 4u}) {
    for (const std::uint32_t start : {0u, 1u, 5u, 16u}) {
      for (const std::uint32_t direction_bit : {0u, 1u, 4u, 8u, 64u}) {
        for (const std::uint32_t multiple : {1u, 3u}) {
          LayerForm form;
          form.chunk_log2 = chunk_log2;
          form.start = start;
          form.distance = multiple << chunk_log2;
          form.direction_bit = direction_bit;
          for (const std::uint32_t block_log2 : {31u, 7u}) {
            form.block_log2 = block_log2;
            form.block_count = 0;
            form.block_count = block_log2 == 7 ? count_comparators(form, 128) : 0;
            form.count = count_comparators(form, 1000);
            forms.push_back(form);
          }
        }
      }
    }
  }
  const auto depth = static_cast<std::uint32_t>(forms.size());
  const Network network(1000, forms, std::vector<LayerLabel>(depth), {{0, depth, 1, "all"}});
  const Sorted start = start_of(1000, 9, 0, false);
  const Sorted expected = by_definition(network, start, false, 1000);
  for (const CpuLayers* layers : instruction_sets()) {
    for (unsigned threads = 1; threads <= 4; ++threads) {
      const auto engine = make_cpu_engine(*layers);
      const Sorted got =
          by_engine(*engine, algorithms()[0], network, start, {false, false, true, threads}, 1000);
      for (std::uint32_t layer = 0; layer < depth; ++layer) {
        for (std::uint64_t w = network.first_word(layer); w < network.first_word(layer + 1); ++w) {
          ASSERT_EQ(got.bits[w], expected.bits[w]) << "layer " << layer << ", " << layers->name;
        }
      }
      EXPECT_EQ(got.words, expected.words);
    }
  }
}

TEST(CpuEngine, CancelsAndReportsProgress) {
  const auto engine = make_cpu_engine();
  const Algorithm& algorithm = algorithms()[0];
  const Network network = algorithm.build(1 << 16);
  std::vector<std::uint32_t> words(network.wires(), 7);
  SortBuffers buffers;
  buffers.words32 = words;
  Progress progress;
  ASSERT_TRUE(engine->run(algorithm, network, buffers, {}, &progress).ok());
  EXPECT_EQ(progress.total.load(), network.size());
  EXPECT_EQ(progress.done.load(), network.size());
  progress.cancel = true;
  const auto stopped = engine->run(algorithm, network, buffers, {}, &progress);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

TEST(CpuEngine, RunsThatComeTogetherWaitForEachOther) {
  const auto engine = make_cpu_engine();
  const Algorithm& algorithm = algorithms()[0];
  const Network network = algorithm.build(1 << 14);
  std::vector<std::vector<std::uint32_t>> words(4);
  std::vector<std::thread> callers;
  for (unsigned t = 0; t < 4; ++t) {
    words[t].resize(network.wires());
    for (std::uint32_t i = 0; i < network.wires(); ++i) words[t][i] = (i * 2654435761u) >> t;
    callers.emplace_back([&, t] {
      SortBuffers buffers;
      buffers.words32 = words[t];
      SortOptions options;
      options.threads = 2;
      EXPECT_TRUE(engine->run(algorithm, network, buffers, options, nullptr).ok());
    });
  }
  for (std::thread& caller : callers) caller.join();
  for (const auto& sorted : words) EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
}

TEST(CpuEngine, RefusesWhatDoesNotFit) {
  const auto engine = make_cpu_engine();
  const Algorithm& algorithm = algorithms()[0];
  const Network network = algorithm.build(8);
  std::vector<std::uint32_t> words(8);
  std::vector<std::uint32_t> bits(network.bit_words());
  SortBuffers buffers;
  buffers.words32 = words;
  const auto code = [&](const SortBuffers& b, const SortOptions& options) {
    const auto result = engine->run(algorithm, network, b, options, nullptr);
    return result.ok() ? "ok" : result.error().code == ErrorCode::kBadUsage ? "usage" : "other";
  };
  SortOptions options;
  options.bits = bits;
  EXPECT_STREQ(code(buffers, options), "ok");
  options.kernel = "v2";
  EXPECT_STREQ(code(buffers, options), "usage");
  options.kernel = "layers";
  options.bits = std::span(bits).first(bits.size() - 1);
  EXPECT_STREQ(code(buffers, options), "usage");
  options.bits = bits;
  buffers.words32 = std::span(words).first(7);
  EXPECT_STREQ(code(buffers, options), "usage");
  buffers.words32 = words;
  buffers.key_bits = 64;
  EXPECT_STREQ(code(buffers, options), "usage");
}

}  // namespace
}  // namespace sortscope
