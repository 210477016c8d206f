// test_device_replay.cpp: the replay on the GPU into GL buffers, against the replay on the CPU.
// Headless: EGL on the device that CUDA uses.
#include <algorithm>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/base/progress.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/recordings/request.h"
#include "kernels/device_replay.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/headless_gl.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> recorded(Engine& engine, RunRequest request, std::uint32_t n) {
  const Algorithm& algorithm = *find_algorithm(request.algorithm).value();
  auto keys = generate_keys("uniform", KeyType::kInt32, n, 7, algorithm, Order::kAscending);
  EXPECT_TRUE(keys.ok());
  request.keys = std::move(keys.value());
  request.any_input = true;
  auto recording = record(request, engine);
  EXPECT_TRUE(recording.ok()) << recording.error().text();
  return recording.ok() ? recording.value() : nullptr;
}

std::shared_ptr<const Recording> recorded(Engine& engine, const std::string& algorithm_id,
                                          std::uint32_t n) {
  RunRequest request;
  request.algorithm = algorithm_id;
  return recorded(engine, std::move(request), n);
}

// Comparators of neighbours and of wires far apart, in both directions.
std::shared_ptr<const Recording> recorded_list(Engine& engine, std::uint32_t wires) {
  std::vector<Comparator> flat;
  for (std::uint32_t i = 0; i < 8 * wires; ++i) {
    const Wire a = i % wires;
    const Wire b = (a + 1 + i / wires * 5 % (wires - 1)) % wires;
    if (a != b) flat.push_back({a, b});
  }
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{*ListedNetwork::leveled(wires, flat)});
  return recorded(engine, std::move(request), wires);
}

std::vector<std::uint32_t> ranks_on_wires(const Recording& recording,
                                          std::span<const std::uint32_t> ranks,
                                          std::span<const std::uint32_t> places) {
  std::vector<std::uint32_t> values;
  for (const std::uint32_t place : places) {
    values.push_back(recording.is_padding(place) ? 0xFFFFFFFFu : ranks[place]);
  }
  return values;
}

class DeviceReplayTest : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    gl_ = std::make_unique<HeadlessGl>(true);
    if (!gl_->why_not().empty()) GTEST_SKIP() << gl_->why_not();
  }

  // Random cursors, neighbours of them, and both ends.
  // `shaders_read_bits`: where they read any; else the bits stand in the replay's memory alone.
  static void expect_same_as_cpu(const std::shared_ptr<const Recording>& recording, int cursors,
                                 bool shaders_read_bits = true) {
    const Network& network = recording->network;
    const std::vector<std::uint32_t> ranks = ranks_by_place(*recording);
    const GlBuffer gl_bits(network.bit_words());
    const GlBuffer gl_ranks(network.wires());
    const bool drawn = shaders_read_bits && replay_bits(*recording) == ReplayBits::kDrawn;
    ASSERT_NE(replay_bits(*recording), ReplayBits::kNone);
    auto made = make_device_replay(*recording, make_replay_start(*recording, ranks),
                                   drawn ? gl_bits.id() : 0, gl_ranks.id());
    ASSERT_TRUE(made.ok()) << made.error().text();
    DeviceReplay& replay = *made.value();
    if (drawn) {
      EXPECT_TRUE(std::ranges::equal(gl_bits.read(network.bit_words()), recording->bits));
    }
    Replay expected(recording);
    std::mt19937_64 random(11);
    Cursor cursor = network.end();
    for (int i = 0; i < cursors; ++i) {
      expected.seek(cursor);
      if (i % 4 == 3) {
        ASSERT_TRUE(replay.take(cursor, expected.places()).ok());
      } else {
        ASSERT_TRUE(replay.seek(cursor).ok());
      }
      ASSERT_EQ(gl_ranks.read(network.wires()),
                ranks_on_wires(*recording, ranks, expected.places()))
          << recording->request.algorithm << " n=" << recording->real_keys() << " at "
          << cursor.layer << ", " << cursor.comparator;
      const std::uint64_t here = network.position(cursor);
      const std::uint64_t all = network.size();
      const std::uint64_t next[] = {
          here + 1, here == 0 ? 0 : here - 1, random() % (all + 1), random() % (all + 1), 0, all};
      cursor = network.cursor_at(std::min(next[random() % 6], all));
    }
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }

  static void time_seeks(const std::shared_ptr<const Recording>& recording) {
    const Network& network = recording->network;
    const std::vector<std::uint32_t> ranks = ranks_by_place(*recording);
    const GlBuffer gl_bits(network.bit_words());
    const GlBuffer gl_ranks(network.wires());
    const bool drawn = replay_bits(*recording) == ReplayBits::kDrawn;
    auto made = make_device_replay(*recording, make_replay_start(*recording, ranks),
                                   drawn ? gl_bits.id() : 0, gl_ranks.id());
    ASSERT_TRUE(made.ok()) << made.error().text();
    std::mt19937_64 random(3);
    std::vector<std::uint64_t> seek_ns;
    for (int i = 0; i < 200; ++i) {
      const Cursor cursor = network.cursor_at(i == 0 ? network.size() : random() % network.size());
      ASSERT_TRUE((*made)->seek(cursor).ok());
      seek_ns.push_back((*made)->last_seek_ns());
    }
    const double first = static_cast<double>(seek_ns.front()) / 1e6;
    std::sort(seek_ns.begin() + 1, seek_ns.end());
    const double median = static_cast<double>(seek_ns[seek_ns.size() / 2]) / 1e6;
    const double worst = static_cast<double>(seek_ns.back()) / 1e6;
    RecordProperty(recording->request.algorithm + "_median_seek_us",
                   static_cast<int>(median * 1000));
    RecordProperty(recording->request.algorithm + "_worst_seek_us", static_cast<int>(worst * 1000));
    std::printf(
        "seek, %s, %u wires, with OpenGL: to the end %.3f ms, then median %.3f ms, worst %.3f ms\n",
        recording->request.algorithm.c_str(), network.wires(), first, median, worst);
  }

 private:
  std::unique_ptr<HeadlessGl> gl_;
};

TEST_F(DeviceReplayTest, SmallRecordingsReplayAsOnTheCpu) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {1u, 2u, 13u, 64u, 1000u}) {
      const auto recording = recorded(cuda(), std::string(algorithm.id), n);
      ASSERT_NE(recording, nullptr);
      if (recording->network.depth() == 0) {
        EXPECT_EQ(replay_bits(*recording), ReplayBits::kNone) << algorithm.id;
        continue;
      }
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 60));
    }
  }
}

TEST_F(DeviceReplayTest, LargeRecordingsReplayAsOnTheCpu) {
  for (const char* algorithm : {"bitonic", "odd-even-merge", "bitonic-ascending"}) {
    const auto recording = recorded(cuda(), algorithm, 20001);
    ASSERT_NE(recording, nullptr);
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 40));
  }
}

TEST_F(DeviceReplayTest, BitsThatNoShaderReadsReplayAsOnTheCpu) {
  for (const char* algorithm : {"bitonic", "odd-even-merge"}) {
    for (const std::uint32_t n : {2u, 1000u, 20001u}) {
      const auto recording = recorded(cuda(), algorithm, n);
      ASSERT_NE(recording, nullptr);
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 20, false));
    }
  }
}

// Whoever seeks beside the window, and the one that is shown, share a walk.
TEST_F(DeviceReplayTest, FindsPlacesForReplaysOnTheCpuMeanwhile) {
  constexpr std::uint32_t kWires = 1u << 20;
  for (const auto& recording :
       {recorded(cuda(), "bitonic", kWires), recorded(cuda(), "odd-even-merge", kWires - 5)}) {
    ASSERT_NE(recording, nullptr);
    const Network& network = recording->network;
    const std::vector<std::uint32_t> ranks = ranks_by_place(*recording);
    const auto start = make_replay_start(*recording, ranks);
    ASSERT_NE(start, nullptr);
    const auto source = start->places_source();
    ASSERT_NE(source, nullptr) << recording->request.algorithm;
    const GlBuffer gl_ranks(network.wires());
    auto made = make_device_replay(*recording, start, 0, gl_ranks.id());
    ASSERT_TRUE(made.ok()) << made.error().text();
    std::thread beside([&] {
      Replay expected(recording);
      std::vector<std::uint32_t> places(network.wires());
      std::mt19937_64 random(5);
      Cursor cursor = network.end();
      for (int i = 0; i < 8; ++i) {
        ASSERT_TRUE(source->places(cursor, places, nullptr).ok());
        expected.seek(cursor);
        ASSERT_TRUE(std::ranges::equal(places, expected.places()))
            << recording->request.algorithm << " at " << cursor.layer << ", " << cursor.comparator;
        cursor = network.cursor_at(random() % network.size());
      }
    });
    Replay expected(recording);
    std::mt19937_64 random(7);
    for (int i = 0; i < 8; ++i) {
      const Cursor cursor = network.cursor_at(random() % network.size());
      EXPECT_TRUE(made.value()->seek(cursor).ok());
      expected.seek(cursor);
      EXPECT_EQ(gl_ranks.read(network.wires()),
                ranks_on_wires(*recording, ranks, expected.places()));
    }
    beside.join();
    Progress cancelled;
    cancelled.cancel = true;
    std::vector<std::uint32_t> places(network.wires());
    const Status stopped = source->places({1, 0}, places, &cancelled);
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
  }
  // Few keys, as those of lists, are replayed as soon on this processor; trees have more to their
  // states than places.
  for (const auto& other :
       {recorded(cuda(), "bitonic", 4096), recorded(cuda(), "adaptive", 8192)}) {
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(make_replay_start(*other, ranks_by_place(*other))->places_source(), nullptr);
  }
}

TEST_F(DeviceReplayTest, ListsReplayAsOnTheCpu) {
  for (const std::uint32_t wires : {13u, 1000u, 20001u}) {
    const auto recording = recorded_list(cuda(), wires);
    ASSERT_NE(recording, nullptr);
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 40));
  }
}

TEST_F(DeviceReplayTest, AksReplaysAsOnTheCpu) {
  for (const std::uint32_t n : {200u, 4096u}) {
    const auto recording = recorded(cuda(), "aks", n);
    ASSERT_NE(recording, nullptr);
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 20));
  }
}

TEST_F(DeviceReplayTest, AdaptiveSortsReplayAsOnTheCpu) {
  for (const Algorithm& algorithm : algorithms()) {
    if (fixed_schedule(algorithm.family)) continue;
    for (const std::uint32_t n : {64u, 5000u}) {
      const auto recording = recorded(cuda(), std::string(algorithm.id), n);
      ASSERT_NE(recording, nullptr);
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 20));
    }
  }
}

TEST_F(DeviceReplayTest, ARecordingOfTheCpuReplaysToo) {
  const auto cpu = make_cpu_engine();
  for (const char* const id : {"aks", "adaptive", "adaptive-interval"}) {
    const auto recording = recorded(*cpu, id, 3000);
    ASSERT_NE(recording, nullptr);
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 10));
  }
  const auto recording = recorded(*cpu, "pairwise", 3000);
  ASSERT_NE(recording, nullptr);
  // Recorded last on the GPU: its bits must not be taken for these.
  ASSERT_NE(recorded(cuda(), "pairwise", 3000), nullptr);
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 20));
}

TEST_F(DeviceReplayTest, AMillionKeysSeekAnywhere) {
  const auto recording = recorded(cuda(), "bitonic", 1u << 20);
  ASSERT_NE(recording, nullptr);
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 10));
  ASSERT_NO_FATAL_FAILURE(time_seeks(recording));
}

TEST_F(DeviceReplayTest, AMillionKeysOfAdaptiveSortsSeekAnywhere) {
  for (const char* const id : {"adaptive", "abisort", "adaptive-interval"}) {
    const auto recording = recorded(cuda(), id, 1u << 20);
    ASSERT_NE(recording, nullptr);
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 5));
    ASSERT_NO_FATAL_FAILURE(time_seeks(recording));
  }
}

TEST_F(DeviceReplayTest, LargeAksAndListsSeekAnywhere) {
  for (const auto& recording : {recorded(cuda(), "aks", 1u << 16), recorded_list(cuda(), 65536)}) {
    ASSERT_NE(recording, nullptr);
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recording, 5));
    ASSERT_NO_FATAL_FAILURE(time_seeks(recording));
  }
}

TEST_F(DeviceReplayTest, StartsWithBitsOnTheGpuWhereverTheRunWasRecorded) {
  for (const char* const id : {"bitonic", "adaptive"}) {
    const auto here = recorded(*make_cpu_engine(), id, 4096);
    const auto there = recorded(cuda(), id, 4096);
    ASSERT_NE(here, nullptr);
    ASSERT_NE(there, nullptr);
    const std::vector<std::uint32_t> ranks = ranks_by_place(*here);
    const auto start = make_replay_start(*here, ranks);
    ASSERT_NE(start, nullptr) << id;
    EXPECT_TRUE(start->ready()) << id;
    EXPECT_TRUE(start->brought_bits()) << id;
    // The engine left its own.
    const auto left = make_replay_start(*there, ranks);
    ASSERT_NE(left, nullptr) << id;
    EXPECT_FALSE(left->brought_bits()) << id;
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(here, 20));
  }
}

TEST_F(DeviceReplayTest, BuffersThatAreTooSmallAreAnError) {
  const auto recording = recorded(cuda(), "bitonic", 4096);
  ASSERT_NE(recording, nullptr);
  const std::vector<std::uint32_t> ranks = ranks_by_place(*recording);
  const GlBuffer gl_bits(recording->network.bit_words());
  const GlBuffer gl_ranks(recording->network.wires() / 2);
  EXPECT_FALSE(make_device_replay(*recording, make_replay_start(*recording, ranks), gl_bits.id(),
                                  gl_ranks.id())
                   .ok());
}

class OtherDeviceTest : public GpuTest {};

TEST_F(OtherDeviceTest, SoftwareOpenGlIsAnErrorThatSaysSo) {
  const HeadlessGl gl(false);
  if (!gl.why_not().empty()) GTEST_SKIP() << gl.why_not();
  const auto recording = recorded(cuda(), "bitonic", 64);
  ASSERT_NE(recording, nullptr);
  const std::vector<std::uint32_t> ranks = ranks_by_place(*recording);
  const GlBuffer gl_bits(recording->network.bit_words());
  const GlBuffer gl_ranks(recording->network.wires());
  const auto made = make_device_replay(*recording, make_replay_start(*recording, ranks),
                                       gl_bits.id(), gl_ranks.id());
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace sortscope
