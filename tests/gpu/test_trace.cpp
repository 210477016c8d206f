// test_trace.cpp: time stamps that the kernels write themselves: in order, of every pass, and near
// what events around the sort say.
#include <algorithm>

#include "core/engines/tracing.h"
#include "core/keys/inputs.h"
#include "kernels/cuda_engine.h"
#include "kernels/trace_cuda.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/headless_gl.h"

namespace sortscope {
namespace {

class TraceTest : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    auto made = make_cuda_engine();
    ASSERT_TRUE(made.ok());
    engine = std::move(*made);
  }

  Result<SortTrace> trace(std::string_view id, std::uint32_t n, std::string kernel, bool recorded,
                          KeyType type = KeyType::kUint32) {
    const Algorithm& algorithm = **find_algorithm(id);
    const Keys keys = *generate_keys("uniform", type, n, 5, algorithm, Order::kAscending);
    const Network network = algorithm.build(n);
    const PreparedKeys start = prepare_keys(keys, Order::kAscending, network.wires(), false);
    return trace_sort(*engine, {algorithm, network, start, std::move(kernel), recorded, 5},
                      nullptr);
  }

  std::unique_ptr<Engine> engine;
};

// Stamps tick in steps: the end of a pass may read as the begin of the next one, not later.
void expect_in_order(const SortTrace& trace) {
  ASSERT_TRUE(trace.stamped);
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < trace.passes.size(); ++i) {
    const TracePass& pass = trace.passes[i];
    EXPECT_GE(pass.begin_ns, before) << "pass " << i;
    EXPECT_GT(pass.end_ns + 64, pass.begin_ns) << "pass " << i;
    before = std::max(pass.begin_ns, pass.end_ns);
  }
  EXPECT_LE(summarize(trace).passes_ns, trace.elapsed_ns);
  EXPECT_LE(before, trace.elapsed_ns + 2000);
}

TEST_F(TraceTest, EveryKernelStampsEveryPassInOrder) {
  for (const bool recorded : {false, true}) {
    for (const KeyType type : {KeyType::kUint32, KeyType::kUint64}) {
      for (const Kernel& kernel : engine->kernels()) {
        if (kernel.family != Family::kNetwork) continue;
        const std::uint32_t n = kernel.max_wires != 0 ? kernel.max_wires : 1U << 16;
        const auto traced = trace("bitonic", n, std::string(kernel.id), recorded, type);
        ASSERT_TRUE(traced.ok()) << kernel.id << ": " << traced.error().text();
        SCOPED_TRACE(traced->title);
        expect_in_order(*traced);
        std::uint32_t layer = 0;
        for (const TracePass& pass : traced->passes) {
          EXPECT_EQ(pass.first_layer, layer);
          layer += pass.layer_count;
        }
        EXPECT_EQ(layer, traced->layers);
      }
    }
  }
}

TEST_F(TraceTest, OtherFamiliesStampTheirLaunches) {
  for (const char* id : {"adaptive", "adaptive-overlapped", "abisort", "adaptive-interval"}) {
    for (const bool recorded : {false, true}) {
      const auto traced = trace(id, 1U << 14, "", recorded);
      ASSERT_TRUE(traced.ok()) << id << ": " << traced.error().text();
      SCOPED_TRACE(traced->title);
      expect_in_order(*traced);
    }
  }
  const auto aks = trace("aks", 256, "", false);
  ASSERT_TRUE(aks.ok());
  EXPECT_FALSE(aks->stamped);
  EXPECT_EQ(aks->passes.size(), 1U);
}

// A long sort: what lies between the first stamp and the last one is nearly all that events see.
TEST_F(TraceTest, StampedTimeIsNearTheEvents) {
  for (const char* kernel : {"v0", "hybrid"}) {
    const auto traced = trace("bitonic", 1U << 22, kernel, false);
    ASSERT_TRUE(traced.ok());
    const auto stamped = static_cast<double>(traced->passes.back().end_ns);
    const auto events = static_cast<double>(traced->elapsed_ns);
    EXPECT_GT(stamped, 0.95 * events - 10e3) << kernel;
    EXPECT_LE(stamped, events + 2e3) << kernel;
    // Half of the time at least is inside of passes.
    EXPECT_GT(static_cast<double>(summarize(*traced).passes_ns), 0.5 * events) << kernel;
  }
}

TEST_F(TraceTest, StampsGoRoundThroughGlBuffers) {
  const HeadlessGl gl(true);
  if (!gl.why_not().empty()) GTEST_SKIP() << gl.why_not();
  const Algorithm& algorithm = **find_algorithm("bitonic");
  const Keys keys =
      *generate_keys("uniform", KeyType::kUint32, 1U << 16, 5, algorithm, Order::kAscending);
  const Network network = algorithm.build(1U << 16);
  const PreparedKeys start = prepare_keys(keys, Order::kAscending, network.wires(), false);
  const auto once = trace("bitonic", 1U << 16, "hybrid", false);
  ASSERT_TRUE(once.ok());
  const std::size_t passes = once->passes.size();
  const GlBuffer buffers[] = {GlBuffer(4 * passes), GlBuffer(4 * passes), GlBuffer(4 * passes)};
  const unsigned ids[] = {buffers[0].id(), buffers[1].id(), buffers[2].id()};
  const LiveTraceRequest request{algorithm, network, start, "hybrid", false};
  EXPECT_FALSE(make_live_trace(request, ids, passes + 1).ok());
  auto live = make_live_trace(request, ids, passes);
  ASSERT_TRUE(live.ok()) << live.error().text();
  int shown = -1;
  int turns = 0;
  std::uint64_t last_begin = 0;
  for (int call = 0; call < 2'000'000 && turns < 12; ++call) {
    const auto newest = (*live)->turn();
    ASSERT_TRUE(newest.ok()) << newest.error().text();
    if (*newest < 0 || *newest == shown) continue;
    EXPECT_EQ(*newest, shown < 0 ? 1 : (shown + 1) % 3);
    shown = *newest;
    ++turns;
    const auto words = buffers[shown].read(4 * passes);
    std::uint64_t before = last_begin;
    for (std::size_t i = 0; i < passes; ++i) {
      const std::uint64_t begin = words[4 * i] | std::uint64_t{words[4 * i + 1]} << 32;
      const std::uint64_t end = words[4 * i + 2] | std::uint64_t{words[4 * i + 3]} << 32;
      EXPECT_GE(begin, before) << "turn " << turns << " pass " << i;
      EXPECT_GT(end + 64, begin) << "turn " << turns << " pass " << i;
      before = std::max(begin, end);
    }
    last_begin = before;
  }
  EXPECT_EQ(turns, 12);
}

}  // namespace
}  // namespace sortscope
