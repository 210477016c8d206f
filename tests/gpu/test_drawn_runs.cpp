// test_drawn_runs.cpp: on a GPU that CUDA and OpenGL share, runs of every algorithm are drawn from
// its memory: nothing is copied, and the status bar says so.
#include <glad/gl.h>

#include <memory>
#include <string>
#include <vector>

#include "app/painters/draw_buffers.h"
#include "app/surface/surface.h"
#include "core/base/machine.h"
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

// Outcomes of which one shader buffer does not take all come in by windows; the keys are moved on
// the GPU as before. (ctest plants such a buffer: SORTSCOPE_MACHINE.)
TEST_F(DrawnRuns, BeyondOneShaderBufferAreReplayedThereToo) {
  RunRequest request;
  request.algorithm = "bitonic";
  constexpr std::uint32_t kKeys = 1u << 13;
  request.keys = *generate_keys("uniform", KeyType::kInt32, kKeys, 3,
                                **find_algorithm(request.algorithm), Order::kAscending);
  const auto made = record(request, cuda());
  ASSERT_TRUE(made.ok());
  const Recording& run = **made;
  SceneMaker scenes(*made);
  DrawBuffers buffers(*made, scenes.ranks(), scenes.padding(), true);
  const std::uint64_t most = machine().shader_bytes.value_or(~std::uint64_t{0});
  EXPECT_EQ(buffers.outcomes().whole(), run.network.bit_words() * 4 <= most);
  SceneRequest wanted;
  const LayoutOptions options;
  wanted.options = &options;
  for (const std::uint32_t layer : {run.network.depth(), 3u, 40u, 0u}) {
    wanted.cursor = {layer, 0};
    const Scene scene = scenes.make(wanted);
    buffers.show(scene);
    EXPECT_EQ(buffers.label(), "zero-copy") << buffers.note();
    std::vector<std::uint32_t> shown(kKeys);
    glGetNamedBufferSubData(buffers.ranks(), 0, kKeys * 4, shown.data());
    std::vector<std::uint32_t> expected;
    for (const std::uint32_t place : scene.places) expected.push_back(scene.ranks[place]);
    EXPECT_EQ(shown, expected) << layer;
  }
}

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
