// test_recording.cpp: worked examples, padded lengths, and what a recording refuses.
#include "core/recordings/recording.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/recordings/replay.h"

namespace sortscope {
namespace {

template <typename T>
Keys keys_of(const std::vector<T>& values) {
  return keys_from<T>(std::span<const T>(values));
}

RunRequest request_of(std::string algorithm, Keys keys, Order order = Order::kAscending) {
  RunRequest request;
  request.algorithm = std::move(algorithm);
  request.order = order;
  request.keys = std::move(keys);
  request.any_input = true;
  return request;
}

std::shared_ptr<const Recording> recorded(const RunRequest& request, bool pairs = false) {
  const auto engine = make_cpu_engine();
  auto result = record(request, *engine, pairs);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().text());
  return result.ok() ? *result : nullptr;
}

// "3 7 8 4": the keys on the wires after `layer` layers, as text.
std::string keys_after(const std::shared_ptr<const Recording>& recording, std::uint32_t layer) {
  Replay replay(recording);
  replay.seek({layer, 0});
  std::string text;
  for (const std::uint32_t place : replay.places()) {
    text += (text.empty() ? "" : " ") + recording->key_text(place);
  }
  return text;
}

// "0011": outcome bits in order of the comparators.
std::string bits_of_layer(const Recording& recording, std::uint32_t layer) {
  std::string text;
  for (std::uint32_t i = 0; i < recording.network.count(layer); ++i) {
    text += recording.exchanged(layer, i) ? '1' : '0';
  }
  return text;
}

// ---- Worked examples (the SYCL tutorial, Benicio 2025, Michalainas and Charisi 2025, corrected)

TEST(WorkedExample, BitonicSortOfEightKeys) {
  for (const char* id : {"bitonic", "bitonic-recursive"}) {
    const auto run = recorded(request_of(id, keys_of<std::int32_t>({3, 7, 4, 8, 6, 2, 1, 5})));
    ASSERT_NE(run, nullptr);
    ASSERT_EQ(run->network.depth(), 6u);
    EXPECT_EQ(keys_after(run, 0), "3 7 4 8 6 2 1 5");
    EXPECT_EQ(keys_after(run, 1), "3 7 8 4 2 6 5 1");
    EXPECT_EQ(keys_after(run, 2), "3 4 8 7 5 6 2 1");
    EXPECT_EQ(keys_after(run, 3), "3 4 7 8 6 5 2 1");
    EXPECT_EQ(keys_after(run, 4), "3 4 2 1 6 5 7 8");
    EXPECT_EQ(keys_after(run, 5), "2 1 3 4 6 5 7 8");
    EXPECT_EQ(keys_after(run, 6), "1 2 3 4 5 6 7 8");
    EXPECT_EQ(run->exchanged_before, (std::vector<std::uint64_t>{0, 3, 5, 7, 9, 11, 13}));
    EXPECT_TRUE(run->sorted);
  }
}

TEST(WorkedExample, MergeOfTwoHalves) {
  const auto run =
      recorded(request_of("bitonic-merger", keys_of<std::int32_t>({3, 4, 7, 8, 6, 5, 2, 1})));
  ASSERT_NE(run, nullptr);
  ASSERT_EQ(run->network.depth(), 3u);
  EXPECT_EQ(bits_of_layer(*run, 0), "0011");
  EXPECT_EQ(bits_of_layer(*run, 1), "1100");
  EXPECT_EQ(bits_of_layer(*run, 2), "1010");
  // Least significant bit first, a word a layer.
  EXPECT_EQ(run->bits, (OutcomeWords{0b1100, 0b0011, 0b0101}));
  EXPECT_TRUE(run->sorted);
}

TEST(WorkedExample, DescendingTurnsEveryComparator) {
  const auto run = recorded(
      request_of("bitonic", keys_of<std::int32_t>({3, 7, 4, 8, 6, 2, 1, 5}), Order::kDescending));
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(keys_after(run, 6), "8 7 6 5 4 3 2 1");
  EXPECT_EQ(run->network.comparator(0, 0), (Comparator{0, 1}));
  EXPECT_EQ(run->comparator(0, 0), (Comparator{1, 0}));
  EXPECT_EQ(keys_after(run, 1), "7 3 4 8 6 2 1 5");
}

// ---- Payloads

void expect_places_follow_keys(const RunRequest& request, bool pairs) {
  const auto run = recorded(request, pairs);
  ASSERT_NE(run, nullptr);
  ASSERT_TRUE(run->sorted);
  const auto n = static_cast<std::uint32_t>(request.keys.size());
  Replay replay(run);
  replay.seek(run->network.end());
  const auto places = replay.places();
  ASSERT_EQ(places.size(), run->network.wires());
  std::set<std::uint32_t> seen(places.begin(), places.end());
  ASSERT_EQ(seen.size(), places.size()) << "a place was lost";
  for (std::uint32_t wire = 0; wire < places.size(); ++wire) {
    ASSERT_EQ(places[wire] >= n, wire >= n) << "padding must end last";
  }
  for (std::uint32_t wire = 1; wire < n; ++wire) {
    const auto word = [&](std::uint32_t w) {
      return ordered_word(request.keys.type, request.order, request.keys.raw.at(places[w]));
    };
    ASSERT_LE(word(wire - 1), word(wire)) << "wire " << wire;
  }
}

template <typename T>
void expect_padded_lengths_keep_keys(const std::vector<T>& alphabet) {
  std::mt19937_64 random(7);
  for (const Algorithm& algorithm : algorithms()) {
    for (std::uint32_t n = 1; n <= 35; ++n) {
      std::vector<T> values(n);
      for (T& value : values) value = alphabet[random() % alphabet.size()];
      if (algorithm.needs_bitonic_input) {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(random() % n);
        std::sort(values.begin(), middle);
        std::sort(middle, values.end(), std::greater<>());
      }
      for (const Order order : {Order::kAscending, Order::kDescending}) {
        for (const bool pairs : {false, true}) {
          ASSERT_NO_FATAL_FAILURE(expect_places_follow_keys(
              request_of(std::string(algorithm.id), keys_of(values), order), pairs))
              << algorithm.id << " n=" << n;
        }
      }
    }
  }
}

TEST(Padding, KeysEqualToTheLargestValueStayBeforeIt) {
  expect_padded_lengths_keep_keys<std::uint32_t>({0, 5, 0xfffffffe, 0xffffffff});
  expect_padded_lengths_keep_keys<std::int32_t>(
      {std::numeric_limits<std::int32_t>::min(), 3, std::numeric_limits<std::int32_t>::max()});
  expect_padded_lengths_keep_keys<std::uint64_t>({0, 1, ~std::uint64_t{0}});
  expect_padded_lengths_keep_keys<std::int64_t>(
      {std::numeric_limits<std::int64_t>::min(), -1, std::numeric_limits<std::int64_t>::max()});
}

TEST(Padding, EveryKeyTheLargest) {
  expect_padded_lengths_keep_keys<std::uint32_t>({0xffffffff});
  expect_padded_lengths_keep_keys<std::int64_t>({std::numeric_limits<std::int64_t>::max()});
}

TEST(Recording, PairsRecordTheSameBits) {
  std::mt19937_64 random(3);
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t n : {1u, 2u, 21u, 64u, 500u}) {
      std::vector<std::int32_t> values(n);
      for (auto& value : values) value = static_cast<std::int32_t>(random() % 40);
      const auto request = request_of(std::string(algorithm.id), keys_of(values));
      const auto plain = recorded(request, false);
      const auto paired = recorded(request, true);
      ASSERT_TRUE(plain != nullptr && paired != nullptr);
      EXPECT_EQ(plain->bits, paired->bits) << algorithm.id << ' ' << n;
    }
  }
}

TEST(Recording, SaysWhenTheOutputIsNotInOrder) {
  const auto run =
      recorded(request_of("bitonic-merger", keys_of<std::int32_t>({1, 9, 2, 8, 3, 7, 4, 6})));
  ASSERT_NE(run, nullptr);
  EXPECT_FALSE(run->sorted);
}

TEST(Recording, MemoryIsCheckedBeforehand) {
  for (const char* id : {"bitonic", "adaptive", "adaptive-two-case", "abisort"}) {
    const Algorithm& algorithm = **find_algorithm(id);
    const std::uint64_t bytes = recording_size(algorithm, 3000, 32).total_bytes;
    EXPECT_TRUE(check_memory(algorithm, 3000, 32, bytes).ok()) << id;
    const Status status = check_memory(algorithm, 3000, 32, bytes - 1);
    ASSERT_FALSE(status.ok()) << id;
    EXPECT_EQ(status.error().code, ErrorCode::kOutOfMemory);
    // The n of the hint fits, and not one key more.
    const std::uint32_t most = most_keys_within(algorithm, 3000, 32, bytes - 1);
    EXPECT_NE(status.error().hint.find(std::to_string(most) + " keys"), std::string::npos);
    EXPECT_LE(recording_size(algorithm, most, 32).total_bytes, bytes - 1);
    EXPECT_GT(recording_size(algorithm, most + 1, 32).total_bytes, bytes - 1);
    EXPECT_EQ(most_keys_within(algorithm, 3000, 32, 8), 0U);
  }
  // Trees take more than the network's outcome bits.
  EXPECT_GT(recording_size(**find_algorithm("adaptive"), 1 << 16, 32).total_bytes,
            recording_size(**find_algorithm("bitonic"), 1 << 16, 32).total_bytes);
}

TEST(Recording, FillsInWhatTheRunWas) {
  const auto run = recorded(request_of("pairwise", keys_of<std::int32_t>({4, 1, 3})));
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->engine, "cpu");
  EXPECT_EQ(run->timing.kernel, "layers");
  EXPECT_EQ(run->timing.transfer_ns, 0u);
  EXPECT_TRUE(std::regex_match(run->created_utc, std::regex(R"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ)")))
      << run->created_utc;
  std::uint64_t ones = 0;
  for (std::uint32_t layer = 0; layer < run->network.depth(); ++layer) {
    EXPECT_EQ(run->exchanged_before[layer], ones);
    for (std::uint32_t i = 0; i < run->network.count(layer); ++i) {
      ones += run->exchanged(layer, i) ? 1 : 0;
    }
  }
  EXPECT_EQ(run->exchanged_before.back(), ones);
}

TEST(Recording, OneKeyIsARunWithoutLayers) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const bool pairs : {false, true}) {
      const auto run = recorded(
          request_of(std::string(algorithm.id), keys_of<std::uint32_t>({0xffffffff})), pairs);
      ASSERT_NE(run, nullptr);
      if (algorithm.family == Family::kAks) {  // 256 wires at least
        EXPECT_TRUE(run->sorted);
        continue;
      }
      EXPECT_EQ(run->network.depth(), 0u);
      EXPECT_TRUE(run->bits.empty());
      EXPECT_TRUE(run->sorted);
      EXPECT_EQ(run->exchanged_before, std::vector<std::uint64_t>{0});
    }
  }
}

TEST(Recording, SizeIsSaidBeforeStarting) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t n : {1u, 3u, 100u, 1024u}) {
      const RecordingSize size = recording_size(algorithm, n, 64);
      const Network network = algorithm.build(n);
      EXPECT_EQ(size.bit_bytes, network.bit_words() * 4);
      EXPECT_GE(size.total_bytes, size.bit_bytes + n * 8 + network.wires() * 12);
    }
  }
  // 10^8 keys pad to 2^27 wires, 3.2 GB of bits.
  EXPECT_NEAR(static_cast<double>(recording_size(algorithms()[0], 100'000'000, 32).bit_bytes),
              3.2e9, 0.1e9);
}

// ---- What is refused

ErrorCode code_of(const Result<std::shared_ptr<const Recording>>& result) {
  EXPECT_FALSE(result.ok());
  if (result.ok()) return ErrorCode::kWorkFailed;
  EXPECT_FALSE(result.error().message.empty());
  return result.error().code;
}

TEST(RecordingErrors, BadRequests) {
  const auto engine = make_cpu_engine();
  const Keys keys = keys_of<std::int32_t>({2, 1});
  EXPECT_EQ(code_of(record(request_of("quicksort", keys), *engine)), ErrorCode::kBadUsage);
  EXPECT_EQ(code_of(record(request_of("bitonic", {}), *engine)), ErrorCode::kBadUsage);
  RunRequest request = request_of("bitonic", keys);
  request.kernel = "v2";
  EXPECT_EQ(code_of(record(request, *engine)), ErrorCode::kBadUsage);
  const Keys many = make_keys(KeyType::kInt32, (1u << 16) + 1);
  EXPECT_EQ(code_of(record(request_of("odd-even-transposition", many), *engine)),
            ErrorCode::kBadUsage);
}

constexpr std::uint64_t kOddBytes = 12345;

// Sorts as the CPU engine does, after `Before` has had its way.
template <typename Before>
class OddEngine : public Engine {
 public:
  std::string_view id() const override { return "odd"; }
  std::string description() const override { return "odd"; }
  std::span<const Kernel> kernels() const override { return {}; }
  std::string_view default_kernel(const Algorithm&, const Network&) const override { return "x"; }
  std::uint64_t sort_bytes(const Algorithm&, std::uint32_t, unsigned) const override {
    return kOddBytes;
  }
  Result<SortTiming> run(const Algorithm& algorithm, const Network& network,
                         const SortBuffers& buffers, const SortOptions& options,
                         Progress* progress) override {
    return make_cpu_engine()->run(algorithm, network, buffers, Before::changed(options), progress);
  }
};

struct WithoutMemory {
  static SortOptions changed(const SortOptions&) { throw std::bad_alloc(); }
};

struct Unchanged {
  static SortOptions changed(const SortOptions& options) { return options; }
};

TEST(RecordingSizes, TheEngineThatRunsSaysWhatItsSortTakes) {
  const OddEngine<Unchanged> odd;
  const auto cpu = make_cpu_engine();
  for (const Algorithm& algorithm : algorithms()) {
    const std::uint32_t n = 256;
    const std::uint64_t reference = recording_size(algorithm, n, 32).total_bytes;
    EXPECT_EQ(recording_size(algorithm, n, 32, {}, cpu.get()).total_bytes, reference);
    EXPECT_EQ(recording_size(algorithm, n, 32, {}, &odd).total_bytes,
              reference - cpu->sort_bytes(algorithm, n, 32) + kOddBytes)
        << algorithm.id;
  }
  EXPECT_GT(cpu->sort_bytes(**find_algorithm("abisort"), 256, 32), 0U);
  EXPECT_EQ(cpu->sort_bytes(**find_algorithm("bitonic"), 256, 32), 0U);
}

TEST(RecordingErrors, TooLittleMemoryNamesTheSize) {
  OddEngine<WithoutMemory> engine;
  const auto result = record(request_of("bitonic", make_keys(KeyType::kInt32, 1u << 16)), engine);
  EXPECT_EQ(code_of(result), ErrorCode::kOutOfMemory);
  // 136 layers of 32768 bits: 557,056 bytes.
  EXPECT_NE(result.error().hint.find("557 kB of it outcome bits"), std::string::npos)
      << result.error().text();
}

TEST(RecordingErrors, Cancelled) {
  const auto engine = make_cpu_engine();
  Progress progress;
  progress.cancel = true;
  const auto result =
      record(request_of("bitonic", make_keys(KeyType::kInt32, 1000)), *engine, false, &progress);
  EXPECT_EQ(code_of(result), ErrorCode::kCancelled);
}

// Sorts, but writes no bits: the replay must not believe it.
struct Forgetful {
  static SortOptions changed(const SortOptions& options) {
    std::fill(options.bits.begin(), options.bits.end(), 0u);
    return {};
  }
};

TEST(RecordingErrors, PairsCatchAnEngineWhoseBitsAreWrong) {
  OddEngine<Forgetful> engine;
  const auto request = request_of("bitonic", keys_of<std::int32_t>({2, 1, 4, 3}));
  EXPECT_EQ(code_of(record(request, engine, true)), ErrorCode::kWorkFailed);
}

struct BitsThere final : DeviceBits {};

// Leaves bits on its device, as the CUDA engine does.
class LeavingEngine final : public OddEngine<Forgetful> {
 public:
  Result<SortTiming> run(const Algorithm& algorithm, const Network& network,
                         const SortBuffers& buffers, const SortOptions& options,
                         Progress* progress) override {
    auto timing = make_cpu_engine()->run(algorithm, network, buffers, options, progress);
    timing->device_bits = std::make_shared<BitsThere>();
    left = timing->device_bits;
    return timing;
  }
  std::weak_ptr<DeviceBits> left;
};

TEST(Recording, HoldsTheBitsThatItsEngineLeftOnADevice) {
  LeavingEngine engine;
  auto run = record(request_of("bitonic", keys_of<std::int32_t>({2, 1, 4, 3})), engine);
  ASSERT_TRUE(run.ok());
  EXPECT_EQ((*run)->timing.device_bits, engine.left.lock());
  EXPECT_FALSE(engine.left.expired());
  // They go with the recording.
  run->reset();
  EXPECT_TRUE(engine.left.expired());
}

// ---- Assembling from a file's parts

Recording parts_of(const Recording& run) {
  Recording parts;
  parts.request = run.request;
  parts.bits = run.bits;
  parts.engine = run.engine;
  parts.engine_description = run.engine_description;
  parts.timing = run.timing;
  parts.created_utc = run.created_utc;
  return parts;
}

TEST(AssembleRecording, RebuildsWhatFollowsFromTheBits) {
  for (const Algorithm& algorithm : algorithms()) {
    const auto run = recorded(
        request_of(std::string(algorithm.id), keys_of<std::int32_t>({1, 5, 9, 8, 8, 2, 1})));
    ASSERT_NE(run, nullptr);
    const auto again = assemble_recording(parts_of(*run));
    ASSERT_TRUE(again.ok());
    const Recording& r = **again;
    EXPECT_EQ(r.algorithm, run->algorithm);
    EXPECT_EQ(r.network.size(), run->network.size());
    EXPECT_EQ(r.start.words, run->start.words);
    EXPECT_EQ(r.start.places, run->start.places);
    EXPECT_EQ(r.exchanged_before, run->exchanged_before);
    EXPECT_EQ(r.sorted, run->sorted);
    EXPECT_EQ(r.doubt, "") << algorithm.id;
    EXPECT_EQ(r.created_utc, run->created_utc);
    EXPECT_EQ(r.engine, "cpu");
  }
}

TEST(AssembleRecording, DoubtsNoRunThatWasRecorded) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      RunRequest request =
          request_of(std::string(algorithm.id), keys_of<std::int32_t>({1, 5, 9, 8, 8, 2, 1}));
      request.order = order;
      request.any_input = true;
      const auto run = recorded(request);
      ASSERT_NE(run, nullptr);
      const auto again = assemble_recording(parts_of(*run));
      ASSERT_TRUE(again.ok());
      EXPECT_EQ((*again)->doubt, "") << algorithm.id << ' ' << name_of(order);
    }
  }
}

TEST(AssembleRecording, RefusesBitsThatDoNotFit) {
  const auto run = recorded(request_of("bitonic", keys_of<std::int32_t>({3, 7, 4, 8, 6, 2, 1, 5})));
  ASSERT_NE(run, nullptr);
  Recording parts = parts_of(*run);
  parts.bits.pop_back();
  EXPECT_EQ(code_of(assemble_recording(parts)), ErrorCode::kBadInput);
  parts = parts_of(*run);
  parts.bits[2] |= 1u << 4;  // a layer has four comparators
  EXPECT_EQ(code_of(assemble_recording(parts)), ErrorCode::kBadInput);
  parts = parts_of(*run);
  parts.request.algorithm = "unknown";
  EXPECT_EQ(code_of(assemble_recording(parts)), ErrorCode::kBadInput);
  parts = parts_of(*run);
  parts.request.keys = {};
  EXPECT_EQ(code_of(assemble_recording(parts)), ErrorCode::kBadInput);
  // Another outcome is a recording, of a run that does not sort.
  parts = parts_of(*run);
  parts.bits[5] ^= 1;
  const auto wrong = assemble_recording(parts);
  ASSERT_TRUE(wrong.ok());
  EXPECT_FALSE((*wrong)->sorted);
}

TEST(AssembleRecording, DoubtsBitsThatAreNotOfTheKeys) {
  const auto run = recorded(request_of("bitonic", keys_of<std::int32_t>({3, 7, 4, 8, 6, 2, 1, 5})));
  ASSERT_NE(run, nullptr);
  Recording parts = parts_of(*run);
  parts.bits[0] ^= 1U << 1;
  auto opened = assemble_recording(parts);
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ((*opened)->doubt.find("its outcome bits are not those of its keys: comparator 2 of "
                                  "layer 1 "),
            0U);
  // The first that is wrong is named, with what it does, whatever comes after it.
  const std::uint32_t last = run->network.depth() - 1;
  for (const std::uint32_t index : {0U, 3U}) {
    parts = parts_of(*run);
    const bool exchanged = run->exchanged(last, index);
    parts.bits[run->network.first_word(last)] ^= 1U << index;
    opened = assemble_recording(parts);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->doubt, "its outcome bits are not those of its keys: comparator " +
                                    std::to_string(index + 1) + " of layer 6 " +
                                    (exchanged ? "keeps keys that are out of order"
                                               : "exchanges keys that are in order"));
  }
}

TEST(AssembleRecording, DoubtsEveryChangedOutcomeOfEveryAlgorithm) {
  std::vector<std::int32_t> keys = {1, 5, 9, 9, 8, 7, 7, 6, 5, 4, 4, 3, 2, 2, 1, 0};
  for (const Algorithm& algorithm : algorithms()) {
    const auto run = recorded(request_of(std::string(algorithm.id), keys_of<std::int32_t>(keys)));
    ASSERT_NE(run, nullptr);
    ASSERT_EQ((*assemble_recording(parts_of(*run)))->doubt, "") << algorithm.id;
    std::size_t doubted = 0;
    for (std::uint32_t layer = 0; layer < run->network.depth(); ++layer) {
      // The last outcome of the layer, or where its last split is.
      const std::uint32_t last = run->network.count(layer) - 1;
      const bool splits = run->network.has_splits(layer);
      Recording parts = parts_of(*run);
      parts.bits[run->network.first_word(layer) + (splits ? last : last / 32)] ^=
          splits ? 1U : 1U << (last % 32);
      const auto opened = assemble_recording(std::move(parts));
      if (!opened) {
        EXPECT_TRUE(splits) << algorithm.id;  // beyond its sequence
        continue;
      }
      EXPECT_NE((*opened)->doubt, "") << algorithm.id << ", layer " << layer;
      ++doubted;
    }
    EXPECT_GT(doubted, 0U) << algorithm.id;
  }
}

TEST(AssembleRecording, DoubtsKeyframesThatAreNotOfTheKeys) {
  RunRequest request = request_of("aks", keys_of<std::int32_t>({3, 7, 4, 8, 6, 2, 1, 5}));
  request.keyframes_only = true;
  const auto run = recorded(request);
  ASSERT_NE(run, nullptr);
  Recording parts = parts_of(*run);
  parts.windows = run->windows;
  EXPECT_EQ((*assemble_recording(parts))->doubt, "");
  auto keyframes = run->windows->keyframes();
  std::swap(keyframes.back()[0], keyframes.back()[1]);
  parts.windows = std::make_shared<const AksWindows>(std::move(keyframes));
  const auto opened = assemble_recording(std::move(parts));
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ((*opened)->doubt.find("its keyframes are not those of its keys: step "), 0U)
      << (*opened)->doubt;
}

TEST(AssembleRecording, StopsWhereItIsCancelled) {
  for (const char* algorithm : {"bitonic", "adaptive", "aks"}) {
    const auto run =
        recorded(request_of(algorithm, keys_of<std::int32_t>({3, 7, 4, 8, 6, 2, 1, 5})));
    ASSERT_NE(run, nullptr);
    Progress progress;
    progress.cancel = true;
    EXPECT_EQ(code_of(assemble_recording(parts_of(*run), &progress)), ErrorCode::kCancelled);
  }
}

}  // namespace
}  // namespace sortscope
