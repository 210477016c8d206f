// test_device_walk.cu: walks of recordings in device memory, without OpenGL, against the replay on
// the CPU.
#include <cuda_runtime.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "kernels/device_replay.h"
#include "kernels/replay/walk.cuh"
#include "tests/gpu/aks_constructions.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

using device::DeviceBuffer;
using device::DeviceWalk;

RunRequest request_for(std::string_view algorithm) {
  RunRequest request;
  request.algorithm = algorithm;
  request.any_input = true;
  return request;
}

RunRequest aks_request(const ParameterTexts& texts) {
  RunRequest request = request_for("aks");
  request.parameters.set(aks_parameters(texts));
  return request;
}

RunRequest list_request(std::uint32_t wires, std::size_t size) {
  std::mt19937_64 random(wires);
  std::vector<Comparator> flat;
  while (wires > 1 && flat.size() < size) {
    const auto a = static_cast<Wire>(random() % wires);
    const auto b = static_cast<Wire>(random() % wires);
    if (a != b) flat.push_back({a, b});
  }
  RunRequest request = request_for("listed");
  request.parameters.set(ListedChoice{*ListedNetwork::leveled(wires, flat)});
  return request;
}

class DeviceWalkTest : public GpuTest {
 protected:
  static std::shared_ptr<const Recording> recorded(RunRequest request, std::uint32_t n,
                                                   Engine& engine = cuda()) {
    const Algorithm& algorithm = **find_algorithm(request.algorithm);
    request.keys = *generate_keys("few-distinct", KeyType::kInt32, n, 7, algorithm, request.order);
    auto made = record(request, engine);
    EXPECT_TRUE(made.ok()) << made.error().text();
    EXPECT_TRUE(!made.ok() || replay_bits(**made) != ReplayBits::kNone);
    return made.ok() ? *made : nullptr;
  }

  // The places on the wires, as both have them.
  class Pair {
   public:
    explicit Pair(std::shared_ptr<const Recording> run) : run_(std::move(run)), replay_(run_) {
      const Network& network = run_->network;
      walk_ = device::make_walk(replay_row(run_->algorithm->family).walk);
      got_.resize(network.wires());
      ok(stream_.create());
      ok(bits_.allocate(run_->bits.size()));
      ok(out_.allocate(network.wires()));
      ok(device::upload(bits_.data(), run_->bits.data(), run_->bits.size() * 4, stream_.get(),
                        "copying bits"));
      ok(walk_->create(network, run_->algorithm->rule, run_->start.places, stream_.get()));
    }

    // Its state comes from outside.
    void take_at(std::uint64_t position) {
      const Cursor cursor = run_->network.cursor_at(position);
      replay_.seek(cursor);
      ok(walk_->take(cursor, replay_.places()));
      ASSERT_NO_FATAL_FAILURE(expect_same_at(position));
    }

    void expect_same_at(std::uint64_t position) {
      const Network& network = run_->network;
      const Cursor cursor = network.cursor_at(position);
      ok(walk_->seek(cursor, bits_.data()));
      ok(walk_->write(out_.data()));
      ASSERT_EQ(cudaMemcpyAsync(got_.data(), out_.data(), got_.size() * 4, cudaMemcpyDeviceToHost,
                                stream_.get()),
                cudaSuccess);
      ASSERT_EQ(cudaStreamSynchronize(stream_.get()), cudaSuccess);
      replay_.seek(cursor);
      const auto expected = replay_.places();
      const auto wrong = std::mismatch(got_.begin(), got_.end(), expected.begin());
      ASSERT_TRUE(wrong.first == got_.end())
          << run_->request.algorithm << " n=" << run_->real_keys() << " at layer " << cursor.layer
          << " of " << network.depth() << ", comparator " << cursor.comparator << ": wire "
          << wrong.first - got_.begin() << " has " << *wrong.first << ", not " << *wrong.second;
    }

   private:
    static void ok(const Status& status) { ASSERT_TRUE(status.ok()) << status.error().text(); }

    std::shared_ptr<const Recording> run_;
    Replay replay_;
    device::Stream stream_;
    DeviceBuffer<std::uint32_t> bits_;
    DeviceBuffer<std::uint32_t> out_;
    std::unique_ptr<DeviceWalk> walk_;
    std::vector<std::uint32_t> got_;
  };

  static void expect_every_cursor(const std::shared_ptr<const Recording>& run) {
    ASSERT_NE(run, nullptr);
    if (run->network.depth() == 0) return;
    Pair pair(run);
    const std::uint64_t size = run->network.size();
    for (std::uint64_t i = 0; i <= size; ++i) ASSERT_NO_FATAL_FAILURE(pair.expect_same_at(i));
    for (std::uint64_t i = size; i-- > 0;) ASSERT_NO_FATAL_FAILURE(pair.expect_same_at(i));
    ASSERT_NO_FATAL_FAILURE(expect_random_cursors(pair, run->network, 30));
  }

  static void expect_random_cursors(const std::shared_ptr<const Recording>& run, int cursors) {
    ASSERT_NE(run, nullptr);
    Pair pair(run);
    expect_random_cursors(pair, run->network, cursors);
  }

  // Any, with neighbours before and behind, beginnings of layers, and both ends.
  static void expect_random_cursors(Pair& pair, const Network& network, int cursors) {
    std::mt19937_64 random(11);
    const std::uint64_t size = network.size();
    ASSERT_NO_FATAL_FAILURE(pair.expect_same_at(size));
    for (int i = 0; i < cursors; ++i) {
      const std::uint64_t any = random() % (size + 1);
      const auto layer = static_cast<std::uint32_t>(random() % network.depth());
      for (const std::uint64_t position : {any, std::min(any + 1, size), any - (any > 0 ? 1 : 0),
                                           network.comparators_before(layer)}) {
        ASSERT_NO_FATAL_FAILURE(pair.expect_same_at(position));
      }
      if (i % 3 == 2) {
        ASSERT_NO_FATAL_FAILURE(pair.take_at(random() % (size + 1)));
      }
    }
    ASSERT_NO_FATAL_FAILURE(pair.expect_same_at(0));
    ASSERT_NO_FATAL_FAILURE(pair.expect_same_at(size));
  }
};

// Every kind of walk on few wires: tests/gpu/sanitize runs these.
class SmallWalkTest : public DeviceWalkTest,
                      public testing::WithParamInterface<const Algorithm*> {};

TEST_P(SmallWalkTest, IsTheCpus) {
  const Algorithm& algorithm = *GetParam();
  const bool listed = algorithm.family == Family::kListed;
  for (const std::uint32_t n : {2U, 16U, 64U, 200U}) {
    const auto run = recorded(listed ? list_request(n, 500) : request_for(algorithm.id), n);
    ASSERT_NO_FATAL_FAILURE(expect_random_cursors(run, 3));
  }
}

std::vector<const Algorithm*> all_algorithms() {
  std::vector<const Algorithm*> all;
  for (const Algorithm& algorithm : algorithms()) all.push_back(&algorithm);
  return all;
}

std::string name_of_algorithm(const testing::TestParamInfo<const Algorithm*>& info) {
  std::string name(info.param->id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, SmallWalkTest, testing::ValuesIn(all_algorithms()),
                         name_of_algorithm);

TEST_F(DeviceWalkTest, ListsReplayAtEveryCursor) {
  for (const std::uint32_t wires : {2U, 3U, 31U, 33U, 100U}) {
    ASSERT_NO_FATAL_FAILURE(
        expect_every_cursor(recorded(list_request(wires, std::size_t{6} * wires), wires)));
  }
}

TEST_F(DeviceWalkTest, LargeListsReplay) {
  // In one block, and a launch a layer.
  for (const std::uint32_t wires : {5000U, 8192U, 8193U, 65536U}) {
    ASSERT_NO_FATAL_FAILURE(
        expect_random_cursors(recorded(list_request(wires, std::size_t{20} * wires), wires), 20));
  }
}

TEST_F(DeviceWalkTest, AksReplaysAtEveryCursorOfSomeLayers) {
  const auto run = recorded(aks_request({{"depth", "3"}}), 200);
  ASSERT_NE(run, nullptr);
  const Network& network = run->network;
  Pair pair(run);
  // All of every step's beginning and end, and a layer between.
  const AksNetwork& aks = *network.aks();
  for (const AksStage& stage : aks.stages()) {
    for (const std::uint32_t layer : {stage.first_layer, stage.first_layer + stage.depth / 2,
                                      stage.first_layer + stage.depth - 1}) {
      const std::uint64_t first = network.comparators_before(layer);
      for (std::uint64_t i = 0; i <= network.count(layer); ++i) {
        ASSERT_NO_FATAL_FAILURE(pair.expect_same_at(first + i));
      }
      for (std::uint64_t i = network.count(layer); i-- > 0;) {
        ASSERT_NO_FATAL_FAILURE(pair.expect_same_at(first + i));
      }
    }
  }
}

TEST_F(DeviceWalkTest, EveryConstructionOfAksReplays) {
  std::vector<ParameterTexts> constructions = aks_constructions();
  constructions.emplace_back();  // as it is
  for (const ParameterTexts& texts : constructions) {
    SCOPED_TRACE(texts.empty() ? "" : texts.front().first + "=" + texts.front().second);
    for (const std::uint32_t n : {256U, 3000U}) {
      ASSERT_NO_FATAL_FAILURE(expect_random_cursors(recorded(aks_request(texts), n), 15));
    }
  }
}

TEST_F(DeviceWalkTest, LargeAksReplays) {
  // Halvers of more wires than a block takes.
  ASSERT_NO_FATAL_FAILURE(expect_random_cursors(recorded(aks_request({}), 65536), 6));
}

TEST_F(DeviceWalkTest, AdaptiveSortsReplayAtEveryCursor) {
  for (const Algorithm& algorithm : algorithms()) {
    if (fixed_schedule(algorithm.family)) continue;
    for (const std::uint32_t n : {2U, 7U, 16U, 64U}) {
      ASSERT_NO_FATAL_FAILURE(expect_every_cursor(recorded(request_for(algorithm.id), n)));
    }
  }
}

TEST_F(DeviceWalkTest, LargeAdaptiveSortsReplay) {
  for (const Algorithm& algorithm : algorithms()) {
    if (fixed_schedule(algorithm.family)) continue;
    for (const std::uint32_t n : {1000U, 16384U, 100000U}) {
      ASSERT_NO_FATAL_FAILURE(expect_random_cursors(recorded(request_for(algorithm.id), n), 8));
    }
  }
}

// Many layers a launch: tiles, and distances above them, from one to all of a group.
TEST_F(DeviceWalkTest, XorLayersOfManyTilesReplay) {
  for (const std::uint32_t n : {1U << 14, 1U << 17, 150000U, 1U << 20}) {
    ASSERT_NO_FATAL_FAILURE(expect_random_cursors(recorded(request_for("bitonic"), n), 20));
  }
  for (const char* const id : {"odd-even-merge", "adaptive-interval", "bitonic-ascending"}) {
    if (!find_algorithm(id)) continue;
    ASSERT_NO_FATAL_FAILURE(expect_random_cursors(recorded(request_for(id), 1U << 15), 20));
  }
}

TEST_F(DeviceWalkTest, ComparatorsInClosedFormReplay) {
  for (const std::uint32_t n : {33U, 8192U, 20001U}) {
    for (const char* const id : {"bitonic", "odd-even-merge", "pairwise"}) {
      ASSERT_NO_FATAL_FAILURE(expect_random_cursors(recorded(request_for(id), n), 20));
    }
  }
}

}  // namespace
}  // namespace sortscope
