// test_file_writer.cpp: a file that is written while the sort runs is the one written afterwards.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "core/engines/cpu/engine.h"
#include "core/engines/layer_giver.h"
#include "core/keys/inputs.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/recordings/request.h"

namespace sortscope {
namespace {

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

RunRequest request_for(std::string_view algorithm, KeyType type, std::uint32_t n,
                       std::string_view input = "uniform") {
  RunRequest request;
  request.algorithm = algorithm;
  request.input = input;
  request.seed = 5;
  request.any_input = true;
  request.keys = *generate_keys(input, type, n, 5, **find_algorithm(algorithm), Order::kAscending);
  return request;
}

/// What Engine::run() is given.
struct SortRun {
  const Algorithm& algorithm;
  const Network& network;
  const SortBuffers& buffers;
  const SortOptions& options;
};

/// The CPU engine, and what a test does instead of some of it.
class Between : public Engine, public LayerGiver {
 public:
  using GiveInstead = std::function<Result<SortTiming>(const SortRun&, LayerTaker&)>;
  std::string named;         // default_kernel(); empty: the right one
  GiveInstead give_instead;  // run_giving()
  bool gives_all = false;    // gives_layers()
  int runs = 0;
  int given = 0;

  std::string_view id() const override { return engine_->id(); }
  std::string description() const override { return engine_->description(); }
  std::span<const Kernel> kernels() const override { return engine_->kernels(); }
  std::string_view default_kernel(const Algorithm& algorithm,
                                  const Network& network) const override {
    return named.empty() ? engine_->default_kernel(algorithm, network) : named;
  }
  std::uint64_t sort_bytes(const Algorithm& algorithm, std::uint32_t wires,
                           unsigned key_bits) const override {
    return engine_->sort_bytes(algorithm, wires, key_bits);
  }
  Result<SortTiming> run(const Algorithm& algorithm, const Network& network,
                         const SortBuffers& buffers, const SortOptions& options,
                         Progress* progress) override {
    ++runs;
    return engine_->run(algorithm, network, buffers, options, progress);
  }
  bool gives_layers(const Algorithm& algorithm, std::string_view kernel) const override {
    return gives_all || giver().gives_layers(algorithm, kernel);
  }
  Result<SortTiming> run_giving(const Algorithm& algorithm, const Network& network,
                                const SortBuffers& buffers, const SortOptions& options,
                                LayerTaker& taker, Progress* progress) override {
    ++runs;
    ++given;
    if (give_instead) return give_instead({algorithm, network, buffers, options}, taker);
    return giver().run_giving(algorithm, network, buffers, options, taker, progress);
  }

 private:
  [[nodiscard]] LayerGiver& giver() const { return dynamic_cast<LayerGiver&>(*engine_); }
  std::unique_ptr<Engine> engine_ = make_cpu_engine();
};

class RecordedFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "sortscope-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    path = (folder / "run.h5").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }
  // Recorded into a file, it is byte for byte the one written afterwards, and the run itself.
  void expect_same_file(const RunRequest& request, bool pairs, Engine& engine,
                        RecordingForm form = RecordingForm::kWhole) const {
    const auto made = record_into_file(request, engine, pairs, path, nullptr, form);
    ASSERT_TRUE(made.ok()) << made.error().text();
    const std::string beside = contents(path);
    const std::string after = (folder / "after.h5").string();
    ASSERT_TRUE(write_recording(**made, after, nullptr, form).ok());
    EXPECT_TRUE(beside == contents(after));
    const auto read = read_recording(path);
    ASSERT_TRUE(read.ok()) << read.error().text();
    const auto again = record(request, *make_cpu_engine(), pairs);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ((*read)->bits, (*again)->bits);
    EXPECT_EQ((*read)->request.keys, request.keys);
    EXPECT_EQ((*read)->timing.elapsed_ns, (*made)->timing.elapsed_ns);
    EXPECT_EQ((*read)->timing.kernel, (*made)->timing.kernel);
    EXPECT_EQ(files(), 2U);
  }

  std::filesystem::path folder;
  std::string path;
};

TEST_F(RecordedFile, IsThatWrittenAfterwards) {
  const auto engine = make_cpu_engine();
  for (const char* algorithm :
       {"bitonic", "bitonic-ascending", "odd-even-merge", "adaptive", "adaptive-interval", "aks"}) {
    if (!find_algorithm(algorithm)) continue;
    for (const std::uint32_t n : {1U, 2U, 100U, 3000U}) {
      SCOPED_TRACE(testing::Message() << algorithm << ' ' << n);
      expect_same_file(request_for(algorithm, KeyType::kUint32, n), false, *engine);
      expect_same_file(request_for(algorithm, KeyType::kUint32, n), false, *engine,
                       RecordingForm::kCompact);
    }
  }
}

TEST_F(RecordedFile, IsTheSameWhereChunksEnd) {
  const auto engine = make_cpu_engine();
  // 2^18 keys of 32 bits are a chunk, and 2^17 of 64.
  for (const std::uint32_t n : {(1U << 18) - 1, 1U << 18, (1U << 18) + 1}) {
    SCOPED_TRACE(n);
    expect_same_file(request_for("bitonic", KeyType::kUint32, n), false, *engine);
  }
  for (const std::uint32_t n : {(1U << 17) - 1, 1U << 17, (1U << 17) + 1}) {
    SCOPED_TRACE(n);
    expect_same_file(request_for("bitonic", KeyType::kFloat64, n), true, *engine);
    expect_same_file(request_for("bitonic", KeyType::kInt64, n, "few-distinct"), false, *engine);
  }
  expect_same_file(request_for("bitonic-ascending", KeyType::kInt32, 1U << 18, "sorted"), true,
                   *engine);
}

TEST_F(RecordedFile, AKernelThatWasNotForeseenIsNamed) {
  Between engine;
  engine.named = "another-kernel";
  expect_same_file(request_for("bitonic", KeyType::kUint32, 1U << 17), false, engine);
  EXPECT_EQ((*read_recording(path))->timing.kernel, "layers");
}

// As from a device: any number of words at a time, by any thread.
TEST_F(RecordedFile, OutcomesComeInPiecesFromManyThreads) {
  for (const char* algorithm : {"bitonic", "odd-even-merge", "adaptive", "adaptive-overlapped",
                                "abisort", "adaptive-interval"}) {
    SCOPED_TRACE(algorithm);
    const RunRequest request = request_for(algorithm, KeyType::kUint32, 1U << 17);
    Between engine;
    engine.gives_all = true;
    engine.give_instead = [&](const SortRun& run, LayerTaker& taker) -> Result<SortTiming> {
      auto timing = engine.run(run.algorithm, run.network, run.buffers, run.options, nullptr);
      if (!timing) return timing;
      const std::vector<std::uint32_t> all(run.options.bits.begin(), run.options.bits.end());
      std::ranges::fill(run.options.bits, 0xa5a5a5a5U);
      std::mutex mutex;
      std::size_t there = 0;
      std::mt19937 random(7);
      std::vector<std::jthread> threads;
      for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
          while (true) {
            std::size_t whole = 0;
            {
              const std::lock_guard lock(mutex);
              if (there == all.size()) return;
              const std::size_t from = there;
              there = std::min<std::size_t>(all.size(), from + 1 + random() % 300'000);
              std::copy(all.begin() + static_cast<std::ptrdiff_t>(from),
                        all.begin() + static_cast<std::ptrdiff_t>(there),
                        run.options.bits.begin() + static_cast<std::ptrdiff_t>(from));
              whole = there;
            }
            EXPECT_TRUE(taker.take(whole));
          }
        });
      }
      return timing;
    };
    expect_same_file(request, false, engine);
    EXPECT_EQ(engine.given, 1);
  }
}

TEST_F(RecordedFile, AnErrorOfTheEngineAtAnyLayerLeavesNothing) {
  const RunRequest request = request_for("bitonic", KeyType::kUint32, 1U << 17);
  for (std::uint32_t layer = 0; layer <= 153; layer += 17) {
    std::ofstream(path) << "precious";
    Between engine;
    engine.give_instead = [layer](const SortRun& run, LayerTaker& taker) {
      EXPECT_EQ(run.network.depth(), 153U);
      for (std::uint32_t l = 1; l <= layer; ++l) {
        EXPECT_TRUE(taker.take(run.network.first_word(l)));
      }
      return Error{ErrorCode::kUnavailable, "the device is lost.", ""};
    };
    const auto made = record_into_file(request, engine, false, path);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, ErrorCode::kUnavailable);
    EXPECT_EQ(contents(path), "precious");
    EXPECT_EQ(files(), 1U);
  }
}

TEST_F(RecordedFile, WhatCannotBeWrittenIsNotSorted) {
  Between engine;
  const auto made = record_into_file(request_for("bitonic", KeyType::kUint32, 100), engine, false,
                                     (folder / "none" / "run.h5").string());
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, ErrorCode::kIo);
  EXPECT_EQ(engine.runs, 0);
}

TEST_F(RecordedFile, CancelledAtAnyMomentTheOldFileStays) {
  const RunRequest request = request_for("bitonic", KeyType::kUint32, 300'000);
  std::mt19937 random(11);
  const auto engine = make_cpu_engine();
  for (int i = 0; i < 40; ++i) {
    std::ofstream(path) << "precious";
    Progress progress;
    const auto delay = std::chrono::microseconds(random() % 80'000);
    std::jthread canceller([&] {
      std::this_thread::sleep_for(delay);
      progress.cancel = true;
    });
    const auto made = record_into_file(request, *engine, i % 2 == 0, path, &progress);
    EXPECT_EQ(files(), 1U);
    if (made) {
      EXPECT_TRUE(read_recording(path).ok());
    } else {
      EXPECT_EQ(made.error().code, ErrorCode::kCancelled);
      EXPECT_EQ(contents(path), "precious");
    }
  }
}

}  // namespace
}  // namespace sortscope
