// test_frame_damage.cpp: a frame of which only what has changed is drawn shows what a whole one
// does.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/state/opening.h"
#include "app/surface/damage.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "tests/gl/drawn_window.h"

namespace sortscope {
namespace {

constexpr int kTile = 32;  // pixels

class DrawnInParts : public DrawnWindow {
 protected:
  struct Frame {
    std::string doing;
    int width = 0;
    std::vector<std::uint64_t> tiles;  // what each shows
  };

  // All frames of a script; `whole`: each drawn anew.
  std::vector<Frame> frames(bool whole) {
    std::vector<Frame> all;
    TearDown();
    auto again = make_headless_surface(1280, 800, 1);
    EXPECT_TRUE(again.ok());
    surface = std::move(*again);
    app = std::make_unique<App>(*surface);
    const auto draw_some = [&](std::string_view doing, int count) {
      for (int i = 0; i < count; ++i) {
        if (whole) FrameDamage::forget_letters();
        draw_one();
        all.push_back({std::string(doing), 0, {}});
        keep(all.back());
      }
    };
    const auto play = [&](std::string_view line, int count) {
      const Status status = run_command_line(*app, line);
      EXPECT_TRUE(status) << line << ": " << (status ? "" : status.error().text());
      app->background.wait(*app);
      draw_some(line, count);
    };
    const auto point = [&](float x, float y) {
      ImGui::GetIO().MousePos = {x, y};
      draw_some("pointer", 3);
    };
    // The same runs, with the same times, in both scripts.
    const auto show = [&](std::size_t run) {
      adopt(*app, prepare_run(runs_.at(run)));
      draw_some("another run", 5);
    };
    draw_some("first screen", 3);
    show(0);
    for (const ViewKind& kind : view_kinds()) play("view " + std::string(kind.id), 3);
    play("view network", 3);
    for (const float step : {0.0F, 40.0F, 80.0F, 300.0F}) point(200 + step, 300 + step / 2);
    for (const std::string_view line : {"step-forward", "step-forward", "step-back", "play"}) {
      play(line, 12);
    }
    for (const std::string_view line :
         {"pause",         "zoom 1.3",     "zoom 1.3",  "pan-right",      "pan-down",
          "fit",           "views 4",      "seek 3",    "step-forward",   "focus-view 2",
          "view cylinder", "step-forward", "views 1",   "help",           "close",
          "palette",       "close",        "new-run",   "close",          "export",
          "close",         "bench",        "close",     "palette-toggle", "step-forward",
          "projector",     "step-forward", "projector", "palette-toggle", "view history"}) {
      play(line, 5);
    }
    show(1);
    for (const std::string_view line : {"view tree", "step-forward", "step-forward"}) play(line, 8);
    show(2);
    for (const std::string_view line : {"view aks-tree", "step-forward", "view bars", "play"}) {
      play(line, 8);
    }
    app->notices.notify("A message over the picture.");
    draw_some("message", 4);
    for (const float x : {5.0F, 100.0F, 400.0F, 700.0F, 1000.0F, 1270.0F}) {
      for (const float y : {5.0F, 60.0F, 400.0F, 700.0F, 790.0F}) point(x, y);
    }
    return all;
  }

 private:
  void SetUp() override {
    auto made = make_headless_surface(1280, 800, 1);
    if (!made) GTEST_SKIP() << made.error().message;
    surface = std::move(*made);
    if (!gl_is_software()) GTEST_SKIP() << "A GPU draws frames whole.";
    for (const char* const id : {"bitonic", "adaptive", "aks"}) {
      RunRequest request;
      request.algorithm = id;
      request.keys = *generate_keys("uniform", KeyType::kInt32, 32, 5, **find_algorithm(id),
                                    Order::kAscending);
      const auto run = record(request, *make_cpu_engine());
      ASSERT_TRUE(run.ok()) << run.error().text();
      runs_.push_back(*run);
    }
  }

  void keep(Frame& frame) const {
    const Result<Image> image = surface->read_pixels();
    ASSERT_TRUE(image.ok());
    const int columns = (image->width + kTile - 1) / kTile;
    frame.width = columns;
    frame.tiles.assign(static_cast<std::size_t>(columns) *
                           static_cast<std::size_t>((image->height + kTile - 1) / kTile),
                       14695981039346656037ULL);
    for (int y = 0; y < image->height; ++y) {
      const std::uint8_t* const row =
          image->rgba.data() +
          static_cast<std::size_t>(y) * static_cast<std::size_t>(image->width) * 4;
      for (int x = 0; x < image->width; ++x) {
        std::uint64_t& tile =
            frame.tiles[static_cast<std::size_t>(y / kTile) * static_cast<std::size_t>(columns) +
                        static_cast<std::size_t>(x / kTile)];
        for (int i = 0; i < 4; ++i) tile = (tile ^ row[x * 4 + i]) * 1099511628211ULL;
      }
    }
  }

  std::vector<std::shared_ptr<const Recording>> runs_;
};

TEST_F(DrawnInParts, EveryFrameIsWhatAWholeOneIs) {
  const std::vector<Frame> parts = frames(false);
  const std::vector<Frame> whole = frames(true);
  ASSERT_EQ(parts.size(), whole.size());
  ASSERT_GT(parts.size(), 300U);
  int shown = 0;
  for (std::size_t i = 0; i < parts.size() && shown < 10; ++i) {
    const auto other =
        std::mismatch(parts[i].tiles.begin(), parts[i].tiles.end(), whole[i].tiles.begin());
    if (other.first == parts[i].tiles.end()) continue;
    ++shown;
    const auto tile = static_cast<int>(other.first - parts[i].tiles.begin());
    ADD_FAILURE() << "frame " << i << " (" << parts[i].doing << ") differs from "
                  << tile % parts[i].width * kTile << ", " << tile / parts[i].width * kTile
                  << " on";
  }
}

// Triangles of a list of one's own, as ImGui's backend gets them.
class Damage : public testing::Test {
 protected:
  Damage() : context(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(context);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {400, 300};
    unsigned char* pixels = nullptr;
    int wide = 0;
    int high = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &wide, &high);
  }
  ~Damage() override { ImGui::DestroyContext(context); }

  template <typename Draw>
  std::vector<PixelRect> of(Draw draw, float ground = 0) {
    ImGui::NewFrame();
    draw(*ImGui::GetForegroundDrawList());
    ImGui::Render();
    const float color[4] = {ground, 0, 0, 1};
    const auto rects = damage.of(*ImGui::GetDrawData(), 400, 300, color);
    return {rects.begin(), rects.end()};
  }

  ImGuiContext* context;
  FrameDamage damage;
  const std::vector<PixelRect> all = {{0, 0, 400, 300}};
};

TEST_F(Damage, IsWhatHasChangedAndNoMore) {
  const auto boxes = [](float x, ImU32 color) {
    return [=](ImDrawList& list) {
      list.AddRectFilled({10, 10}, {30, 30}, 0xFFFFFFFF);
      list.AddRectFilled({x, 100}, {x + 20, 120}, color);
      list.AddRectFilled({300, 200}, {320, 220}, 0xFFFFFFFF);
    };
  };
  EXPECT_EQ(of(boxes(50, 0xFFFFFFFF)), all) << "the first frame";
  EXPECT_TRUE(of(boxes(50, 0xFFFFFFFF)).empty());
  EXPECT_EQ(of(boxes(50, 0xFF0000FF)), (std::vector<PixelRect>{{50, 100, 70, 120}}));
  // Where it was and where it is.
  const auto moved = of(boxes(60, 0xFF0000FF));
  EXPECT_EQ(moved, (std::vector<PixelRect>{{50, 100, 80, 120}}));
  const auto away = of(boxes(200, 0xFF0000FF));
  EXPECT_TRUE(std::ranges::is_permutation(
      away, std::vector<PixelRect>{{60, 100, 80, 120}, {200, 100, 220, 120}}));
  EXPECT_EQ(of(boxes(200, 0xFF0000FF), 0.5F), all) << "another ground";
  damage.forget();
  EXPECT_EQ(of(boxes(200, 0xFF0000FF), 0.5F), all) << "another framebuffer";
  FrameDamage::forget_letters();
  EXPECT_EQ(of(boxes(200, 0xFF0000FF), 0.5F), all) << "other letters";
}

TEST_F(Damage, FindsWhatIsPutInBetween) {
  const auto some = [](bool more) {
    return [=](ImDrawList& list) {
      list.AddRectFilled({10, 10}, {30, 30}, 0xFFFFFFFF);
      if (more) list.AddRectFilled({100, 50}, {110, 60}, 0xFF00FF00);
      list.AddRectFilled({300, 200}, {320, 220}, 0xFFFFFFFF);
    };
  };
  of(some(false));
  EXPECT_EQ(of(some(true)), (std::vector<PixelRect>{{100, 50, 110, 60}}));
  EXPECT_EQ(of(some(false)), (std::vector<PixelRect>{{100, 50, 110, 60}}));
}

TEST_F(Damage, CountsCallbacksAndImagesAsChanged) {
  const auto pictures = [](ImDrawList& list) {
    list.PushClipRect({20, 30}, {120, 90});
    list.AddCallback([](const ImDrawList*, const ImDrawCmd*) {}, nullptr);
    list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
    list.PopClipRect();
    list.PushClipRect({200, 100}, {260, 160});
    list.AddImage(std::bit_cast<ImTextureID>(std::uintptr_t{77}), {210, 110}, {220, 120});
    list.PopClipRect();
  };
  of(pictures);
  EXPECT_TRUE(std::ranges::is_permutation(
      of(pictures), std::vector<PixelRect>{{20, 30, 120, 90}, {200, 100, 260, 160}}));
}

// A callback that says so is not drawn anew, unless something beside it is within its clip.
TEST_F(Damage, LeavesOutCallbacksThatAreTheSame) {
  int data = 0;
  const auto picture = [&](bool same, float box) {
    return [&data, same, box](ImDrawList& list) {
      list.PushClipRect({100, 100}, {200, 200});
      if (same) FrameDamage::say_same(&data);
      list.AddCallback([](const ImDrawList*, const ImDrawCmd*) {}, &data);
      list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
      list.PopClipRect();
      list.AddRectFilled({box, 120}, {box + 10, 130}, 0xFFFFFFFF);
    };
  };
  const std::vector<PixelRect> pane = {{100, 100, 200, 200}};
  of(picture(false, 20));
  EXPECT_EQ(of(picture(false, 20)), pane);
  EXPECT_TRUE(of(picture(true, 20)).empty());
  // Beside it: the box alone.
  EXPECT_TRUE(std::ranges::is_permutation(
      of(picture(true, 40)), std::vector<PixelRect>{{20, 120, 30, 130}, {40, 120, 50, 130}}));
  // Over it, and away again: all of it.
  const auto over = of(picture(true, 150));
  EXPECT_TRUE(std::ranges::is_permutation(
      over, std::vector<PixelRect>{{40, 120, 50, 130}, {100, 100, 200, 200}}));
  EXPECT_TRUE(std::ranges::is_permutation(
      of(picture(true, 40)), std::vector<PixelRect>{{40, 120, 50, 130}, {100, 100, 200, 200}}));
  // What said so once does not go on to say so, nor what was said in a frame that is not looked at.
  EXPECT_EQ(of(picture(false, 40)), pane);
  ImGui::NewFrame();
  picture(true, 40)(*ImGui::GetForegroundDrawList());
  ImGui::Render();
  EXPECT_EQ(of(picture(false, 40)), pane);

  // Parts of a frame: it is called where they have a pixel of it.
  const auto called = [&](const PixelRect& rect) {
    ImGui::NewFrame();
    picture(true, 40)(*ImGui::GetForegroundDrawList());
    ImGui::Render();
    keep_within(*ImGui::GetDrawData(), std::array{rect}, 300);
    int callbacks = 0;
    for (const ImDrawCmd& command : ImGui::GetForegroundDrawList()->CmdBuffer) {
      callbacks += command.UserCallback != nullptr && command.UserCallbackData == &data ? 1 : 0;
    }
    return callbacks;
  };
  EXPECT_EQ(called({0, 0, 100, 300}), 0);
  EXPECT_EQ(called({0, 0, 101, 300}), 1);
  EXPECT_EQ(called({100, 100, 200, 200}), 1);
}

// However many parts change, they are few rectangles with no pixel in common, and cover all.
TEST_F(Damage, IsFewRectanglesApart) {
  std::uint32_t seed = 1;
  const auto random = [&](std::uint32_t most) {
    seed = seed * 1664525U + 1013904223U;
    return static_cast<float>((seed >> 8) % most);
  };
  std::vector<PixelRect> before;
  for (int round = 0; round < 200; ++round) {
    std::vector<PixelRect> boxes;
    for (int i = 0; i < round % 9; ++i) {
      const float x = random(380);
      const float y = random(280);
      boxes.push_back({static_cast<int>(x), static_cast<int>(y),
                       static_cast<int>(x + 5 + random(15)), static_cast<int>(y + 5 + random(15))});
    }
    const auto rects = of([&](ImDrawList& list) {
      for (const PixelRect& box : boxes) {
        list.AddRectFilled({static_cast<float>(box.left), static_cast<float>(box.top)},
                           {static_cast<float>(box.right), static_cast<float>(box.bottom)},
                           0xFFFFFFFF);
      }
    });
    EXPECT_LE(rects.size(), FrameDamage::kMostRects);
    for (std::size_t a = 0; a < rects.size(); ++a) {
      EXPECT_FALSE(rects[a].empty());
      for (std::size_t b = 0; b < a; ++b) EXPECT_TRUE(common(rects[a], rects[b]).empty());
    }
    std::array<std::array<bool, 400>, 300> drawn{};
    for (const PixelRect& rect : rects) {
      for (int y = rect.top; y < rect.bottom; ++y) {
        for (int x = rect.left; x < rect.right; ++x) drawn.at(y).at(x) = true;
      }
    }
    const auto inside = [](const std::vector<PixelRect>& rectangles, int x, int y) {
      return std::ranges::any_of(rectangles, [&](const PixelRect& box) {
        return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
      });
    };
    for (int y = 0; y < 300; ++y) {
      for (int x = 0; x < 400; ++x) {
        if (inside(boxes, x, y) != inside(before, x, y)) {
          ASSERT_TRUE(drawn.at(y).at(x)) << round << ": " << x << ", " << y;
        }
      }
    }
    before = boxes;
  }
}

// What the backend draws of a command, and of its parts, is the same pixels.
TEST_F(Damage, PartsOfACommandAreItsPixels) {
  for (const ImVec4 clip : {ImVec4(10.6F, 20.2F, 50.3F, 80.9F), ImVec4(0, 0, 400, 300),
                            ImVec4(-5.5F, -3.2F, 33.3F, 44.4F), ImVec4(390, 290, 500, 500)}) {
    ImGui::NewFrame();
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.PushClipRect({clip.x, clip.y}, {clip.z, clip.w});
    list.AddRectFilled({-10, -10}, {500, 500}, 0xFFFFFFFF);
    list.PopClipRect();
    ImGui::Render();
    ImDrawData& data = *ImGui::GetDrawData();
    const auto pixels = [&] {
      std::vector<int> count(std::size_t{400} * 300);
      for (int i = 0; i < data.CmdListsCount; ++i) {
        for (const ImDrawCmd& command : data.CmdLists[i]->CmdBuffer) {
          if (command.ElemCount == 0) continue;
          // As imgui_impl_opengl3.cpp does, rows from below.
          const int x = static_cast<int>(command.ClipRect.x);
          const int y = static_cast<int>(300 - command.ClipRect.w);
          const int wide = static_cast<int>(command.ClipRect.z - command.ClipRect.x);
          const int high = static_cast<int>(command.ClipRect.w - command.ClipRect.y);
          for (int row = std::max(y, 0); row < std::min(y + high, 300); ++row) {
            for (int column = std::max(x, 0); column < std::min(x + wide, 400); ++column) {
              ++count[static_cast<std::size_t>(row) * 400 + static_cast<std::size_t>(column)];
            }
          }
        }
      }
      return count;
    };
    const std::vector<int> before = pixels();
    // The frame in four parts.
    keep_within(data,
                std::array<PixelRect, 4>{
                    {{0, 0, 37, 41}, {37, 0, 400, 41}, {0, 41, 37, 300}, {37, 41, 400, 300}}},
                300);
    EXPECT_EQ(pixels(), before) << clip.x << ", " << clip.y;
  }
}

}  // namespace
}  // namespace sortscope
