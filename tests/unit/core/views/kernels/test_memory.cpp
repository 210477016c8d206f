// The memory lens's picture: what it says, what can be pressed, every layer of every kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/views/kernels/memory.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

bool says(const Picture& picture, std::string_view text) {
  return std::ranges::any_of(picture.labels, [&](const Label& label) {
    return label.text.find(text) != std::string::npos;
  });
}

std::size_t orange(const Picture& picture) {
  return static_cast<std::size_t>(std::ranges::count_if(
      picture.boxes, [](const Box& box) { return box.role == Role::kExchanged; }));
}

TEST(MemoryLayout, BlockHasNothingOrangeAndAnswersTheSeed) {
  RunView run("bitonic", mixed_keys(256));
  for (std::uint32_t layer = 1; layer <= run.network().depth(); ++layer) {
    Scene scene = run.at({layer, 0});
    run.options.memory.kernel = "block";
    const Picture picture = kMemoryLayout.layout(scene, 1240, 680);
    EXPECT_EQ(orange(picture), 0U) << layer;
    EXPECT_TRUE(says(picture, "Benicio says"));
    EXPECT_TRUE(says(picture, "not measured"));
  }
}

TEST(MemoryLayout, TwoWayConflictsAreOrangeAndCounted) {
  RunView run("bitonic", mixed_keys(1024));
  Scene scene = run.at({12, 0});  // k = 32, j = 8
  run.options.memory.kernel = "v2-shared";
  const Picture picture = kMemoryLayout.layout(scene, 1240, 680);
  // Four requests of 32 lanes, second words in 16 banks; three placements of four rows.
  EXPECT_EQ(orange(picture), 4U * 32 + 16 + 3 * 4);
  EXPECT_TRUE(says(picture, "2 wavefronts"));
  EXPECT_TRUE(says(picture, "32 + 32"));  // a block of 16 warps, two loads and two stores each
}

// 880 points are what is left beside a lesson in a window of 1280.
TEST(MemoryLayout, NothingLiesOverTheTitleOfGlobalMemory) {
  RunView run("bitonic", mixed_keys(1024));
  Scene scene = run.at({37, 0});
  run.options.memory.kernel = "block";
  const auto left_of = [](const Picture& picture, std::string_view text) {
    const auto label = std::ranges::find(picture.labels, text, &Label::text);
    EXPECT_NE(label, picture.labels.end()) << text;
    return label == picture.labels.end() ? 0.0F : label->x;
  };
  for (const float width : {480.0F, 880.0F, 1240.0F}) {
    const Picture picture = kMemoryLayout.layout(scene, width, 640);
    // 13 letters of 13 points are about 95 points wide.
    EXPECT_GE(left_of(picture, "not touched by this layer"), left_of(picture, "Global memory") + 98)
        << width;
  }
}

TEST(MemoryLayout, EveryLayerKernelPlacementAndSize) {
  for (const std::uint32_t n : {2U, 8U, 100U, 1024U, 4096U}) {
    RunView run("bitonic", mixed_keys(n));
    for (const MemoryKernel& kernel : memory_kernels()) {
      for (std::uint32_t layer = 0; layer <= run.network().depth(); layer += n > 100 ? 5 : 1) {
        Scene scene = run.at({layer, 0});
        run.options.memory.kernel = kernel.id;
        run.options.memory.placement = layer % 2 == 0 ? "swizzled" : "";
        run.options.memory.warp = 31;
        run.options.memory.block = 7;
        run.options.memory.request = 70;
        for (const auto& [width, height] : {std::pair(1240.0F, 680.0F), std::pair(480.0F, 320.0F),
                                            std::pair(2400.0F, 1300.0F), std::pair(30.0F, 20.0F)}) {
          EXPECT_FALSE(kMemoryLayout.layout(scene, width, height).labels.empty());
        }
      }
    }
  }
}

TEST(MemoryLayout, SixtyFourBitKeysTakeTwoWavefronts) {
  std::vector<std::int64_t> values(256);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<std::int64_t>(i * 7919 % 256);
  RunView run("bitonic", keys_from<std::int64_t>(std::span<const std::int64_t>(values)));
  Scene scene = run.at({run.network().depth(), 0});
  run.options.memory.kernel = "block";
  const auto shown = memory_picture::shown_access(scene);
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->lens.shape.key_bytes, 8U);
  EXPECT_EQ(orange(kMemoryLayout.layout(scene, 1240, 680)), 0U);
}

TEST(MemoryLayout, WhatIsPressedIsACommand) {
  RunView run("bitonic", mixed_keys(4096));
  Scene scene = run.at({16, 0});  // k = 64, j = 32: V2 goes through shared memory
  const auto shown = memory_picture::shown_access(scene);
  ASSERT_TRUE(shown);
  const auto page = memory_picture::page_for(*shown, 1240, 680);
  std::set<std::string> commands;
  for (float y = 0; y < 680; y += 4) {
    for (float x = 0; x < 1240; x += 4) {
      commands.insert(kMemoryLayout.action(scene, 1240, 680, x, y));
    }
  }
  for (const char* expected :
       {"memory-kernel block", "memory-kernel fast", "memory-placement padded",
        "memory-placement swizzled", "memory-warp 1", "memory-warp 31", "memory-block 1",
        "memory-request 1", "memory-request 8"}) {
    EXPECT_TRUE(commands.contains(expected)) << expected;
  }
  EXPECT_FALSE(page.choices.empty());
  // A layer without shared memory leads to one with it.
  scene = run.at({1, 0});
  const Picture none = kMemoryLayout.layout(scene, 1240, 680);
  EXPECT_TRUE(says(none, "asks nothing of shared memory"));
  EXPECT_TRUE(says(none, "Go to layer 16"));
}

TEST(MemoryLayout, SaysWhyItCannot) {
  RunView adaptive("adaptive", mixed_keys(16));
  Scene scene = adaptive.at({3, 0});
  const Picture picture = kMemoryLayout.layout(scene, 800, 400);
  EXPECT_TRUE(says(picture, "XOR form"));
  EXPECT_TRUE(says(picture, "Record the keys with the algorithm bitonic"));
  RunView large("bitonic", mixed_keys(2048));
  scene = large.at({3, 0});
  large.options.memory.kernel = "block";
  EXPECT_TRUE(says(kMemoryLayout.layout(scene, 800, 400), "at most 1024 keys"));
  large.options.memory.kernel = "no such kernel";
  EXPECT_FALSE(kMemoryLayout.layout(scene, 800, 400).labels.empty());
}

}  // namespace
}  // namespace sortscope
