// test_drawn_runs.cpp: on a GPU that CUDA and OpenGL share, runs of every algorithm are drawn from
// its memory: nothing is copied, and the status bar says so.
#include <memory>
#include <string>
#include <vector>

#include "app/painters/draw_buffers.h"
#include "app/surface/surface.h"
#include "core/keys/inputs.h"
#include "core/networks/lists/listed_network.h"
#include "core/recordings/recording.h"
#include "core/scenes/maker.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

class DrawnRuns : public GpuTest {
 protected:
  void SetUp() override {
    auto made = make_headless_surface(64, 64, 1);
    if (!made) GTEST_SKIP() << made.error().text();
    surface_ = std::move(*made);
    prefer_drawing_gpu();  // as the window does, before anything asks
    GpuTest::SetUp();
    if (IsSkipped()) return;
    if (gl_is_software()) GTEST_SKIP() << "OpenGL draws in software here.";
  }

 private:
  std::unique_ptr<Surface> surface_;
};

TEST_F(DrawnRuns, OfEveryAlgorithmAreNotCopied) {
  const std::shared_ptr<Engine> cpu = make_cpu_engine();
  for (const Algorithm& algorithm : algorithms()) {
    for (Engine* const made_by : {&cuda(), cpu.get()}) {
      RunRequest request;
      request.algorithm = algorithm.id;
      if (algorithm.family == Family::kListed) {
        const std::vector<Comparator> flat = {{0, 1}, {2, 3}, {1, 2}};
        request.parameters.set(ListedChoice{*ListedNetwork::leveled(4, flat)});
      }
      const std::uint32_t n = algorithm.family == Family::kListed ? 4 : 256;
      const char* const kind = algorithm.needs_bitonic_input ? "bitonic" : "uniform";
      request.keys = *generate_keys(kind, KeyType::kInt32, n, 3, algorithm, Order::kAscending);
      request.any_input = true;
      const auto recording = record(request, *made_by);
      ASSERT_TRUE(recording.ok()) << algorithm.id << ": " << recording.error().text();
      SceneMaker scenes(*recording);
      DrawBuffers buffers(*recording, scenes.ranks(), scenes.padding(), true);
      SceneRequest wanted;
      wanted.cursor = (*recording)->network.end();
      const LayoutOptions options;
      wanted.options = &options;
      buffers.show(scenes.make(wanted));
      EXPECT_EQ(buffers.label(), "zero-copy")
          << algorithm.id << " by " << made_by->id() << ": " << buffers.note();
    }
  }
}

}  // namespace
}  // namespace sortscope
