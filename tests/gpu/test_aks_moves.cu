// test_aks_moves.cu: movements of wires in a GL buffer, against core's closed form and against what
// a test sort on the GPU, which carries its wires with it, writes directly.
#include <cuda_runtime.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "core/engines/plans/aks.h"
#include "core/networks/aks/network.h"
#include "kernels/aks_moves.h"
#include "kernels/device/cuda_call.cuh"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/headless_gl.h"

namespace sortscope {
namespace {

struct StepWays {
  AksStep step;
  AksMoveTo ways[kAksMostLevels];  // of the sort's own launches
};

// One block, a thread a spot: exact separators rank their keys by counting, then every thread takes
// its key and its wire to the next step and says so.
__global__ void test_sort(const StepWays* steps, std::uint32_t step_count, std::uint32_t* keys,
                          std::uint32_t* wires, uint2* events) {
  extern __shared__ std::uint32_t shared[];
  std::uint32_t* const now = shared;
  std::uint32_t* const names = shared + blockDim.x;
  const std::uint32_t spot = threadIdx.x;
  now[spot] = keys[spot];
  names[spot] = wires[spot];
  for (std::uint32_t t = 0; t <= step_count; ++t) {
    __syncthreads();
    const AksStep& step = steps[t].step;
    const AksSpot at = aks_spot(step, spot);
    const AksLevel& level = step.levels[at.index];
    const std::uint32_t first = spot - at.slot;
    std::uint32_t rank = 0;
    for (std::uint32_t i = 0; i < level.a; ++i) {
      const std::uint32_t other = now[first + i];
      rank += other < now[spot] || (other == now[spot] && i < at.slot) ? 1 : 0;
    }
    const std::uint32_t key = now[spot];
    __syncthreads();
    now[first + rank] = key;
    __syncthreads();
    if (t == step_count) break;
    const std::uint32_t to = steps[t].ways[at.index].spot(at.node, at.slot);
    events[t * blockDim.x + spot] = make_uint2(to, names[spot]);
    const std::uint32_t moving = now[spot];
    const std::uint32_t name = names[spot];
    __syncthreads();
    now[to] = moving;
    names[to] = name;
  }
  keys[spot] = now[spot];
  wires[spot] = names[spot];
}

class AksMovesTest : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    gl_ = std::make_unique<HeadlessGl>(true);
    if (!gl_->why_not().empty()) GTEST_SKIP() << gl_->why_not();
  }

  static void must(cudaError_t result) { ASSERT_EQ(result, cudaSuccess); }

 private:
  std::unique_ptr<HeadlessGl> gl_;
};

TEST_F(AksMovesTest, AreTheClosedForm) {
  for (const std::uint32_t d : {8U, 12U, 16U}) {
    const auto aks = AksNetwork::build(d, {}).value();
    const GlBuffer buffer(std::uint64_t{2} << d);
    const auto moves = make_aks_moves(d, buffer.id());
    ASSERT_TRUE(moves.ok()) << moves.error().text();
    for (std::uint32_t t = 0; t < aks_steps(d); ++t) {
      ASSERT_TRUE((*moves)->write(t).ok());
      const std::vector<std::uint32_t> got = buffer.read(std::uint64_t{2} << d);
      const std::vector<Wire> wires = aks->wires_at(t);
      for (std::uint32_t spot = 0; spot < aks->wires(); ++spot) {
        ASSERT_EQ(got[2 * spot], aks_move(aks->steps()[t], aks->steps()[t + 1], spot));
        ASSERT_EQ(got[2 * spot + 1], wires[spot]);
      }
    }
    EXPECT_FALSE((*moves)->write(aks_steps(d)).ok());
  }
}

TEST_F(AksMovesTest, AreWhatATestSortWrites) {
  constexpr std::uint32_t kLog2 = 8;
  constexpr std::uint32_t kWires = 1U << kLog2;
  const auto aks = AksNetwork::build(kLog2, {}).value();
  const std::uint32_t steps = aks_steps(kLog2);
  std::vector<StepWays> ways(steps + 1);
  for (std::uint32_t t = 0; t <= steps; ++t) {
    ways[t].step = aks->steps()[t];
    for (std::uint32_t i = 0; t < steps && i < ways[t].step.level_count; ++i) {
      ways[t].ways[i] = aks_move_to(aks->steps()[t + 1], ways[t].step.levels[i]);
    }
  }
  std::vector<std::uint32_t> keys(kWires);
  std::iota(keys.begin(), keys.end(), 0U);
  std::shuffle(keys.begin(), keys.end(), std::mt19937(5));
  std::vector<std::uint32_t> wires = aks->wires_at(0);
  device::DeviceBuffer<StepWays> device_ways;
  device::DeviceBuffer<std::uint32_t> device_keys;
  device::DeviceBuffer<std::uint32_t> device_wires;
  device::DeviceBuffer<uint2> events;
  ASSERT_TRUE(device_ways.allocate(ways.size()).ok());
  ASSERT_TRUE(device_keys.allocate(kWires).ok());
  ASSERT_TRUE(device_wires.allocate(kWires).ok());
  ASSERT_TRUE(events.allocate(std::uint64_t{steps} * kWires).ok());
  must(cudaMemcpy(device_ways.data(), ways.data(), ways.size() * sizeof(StepWays),
                  cudaMemcpyHostToDevice));
  must(cudaMemcpy(device_keys.data(), keys.data(), kWires * 4, cudaMemcpyHostToDevice));
  must(cudaMemcpy(device_wires.data(), wires.data(), kWires * 4, cudaMemcpyHostToDevice));
  test_sort<<<1, kWires, 8 * kWires>>>(device_ways.data(), steps, device_keys.data(),
                                       device_wires.data(), events.data());
  must(cudaGetLastError());
  must(cudaMemcpy(keys.data(), device_keys.data(), kWires * 4, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(wires.data(), device_wires.data(), kWires * 4, cudaMemcpyDeviceToHost));
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
  // At the end wire w stands on spot w.
  EXPECT_TRUE(std::is_sorted(wires.begin(), wires.end()));
  std::vector<std::uint32_t> written(std::size_t{2} * steps * kWires);
  must(cudaMemcpy(written.data(), events.data(), written.size() * 4, cudaMemcpyDeviceToHost));

  const GlBuffer buffer(2 * kWires);
  const auto moves = make_aks_moves(kLog2, buffer.id());
  ASSERT_TRUE(moves.ok()) << moves.error().text();
  for (std::uint32_t t = 0; t < steps; ++t) {
    ASSERT_TRUE((*moves)->write(t).ok());
    const std::vector<std::uint32_t> got = buffer.read(2 * kWires);
    ASSERT_TRUE(std::equal(got.begin(), got.end(), written.begin() + 2 * t * kWires)) << t;
  }
}

TEST_F(AksMovesTest, BadUseIsAnError) {
  const GlBuffer small(256);
  EXPECT_FALSE(make_aks_moves(10, small.id()).ok());
  const auto moves = make_aks_moves(8, small.id());
  ASSERT_TRUE(moves.ok());
  EXPECT_FALSE((*moves)->write(0).ok());
}

}  // namespace
}  // namespace sortscope
