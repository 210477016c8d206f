// test_cards.cpp: every control of every card is within reach of the pointer at every size of the
// window, and the export's field says what will be written.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/painters/theme.h"
#include "app/state/command_table.h"
#include "app/state/opening.h"
#include "app/window/frame.h"
#include "core/algorithms/algorithm.h"
#include "tests/unit/app/drawn_text.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

struct Window {
  int width, height;
  float scale;
};

class SizedSurface final : public QuietSurface {
 public:
  Window window{1280, 720, 1};
  [[nodiscard]] int width() const override { return window.width; }
  [[nodiscard]] int height() const override { return window.height; }
  [[nodiscard]] float display_scale() const override { return window.scale; }
};

// A window with a card over it, frame by frame.
class Stage {
 public:
  Stage() : app(surface) { adopt(app, prepare_run(small_recording())); }
  ~Stage() {
    if (context_) ImGui::DestroyContext();
  }
  void resize(const Window& window) {
    if (context_) ImGui::DestroyContext();
    ImGui::CreateContext();
    context_ = true;
    surface.window = window;
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {static_cast<float>(window.width),
                                  static_cast<float>(window.height)};
    EXPECT_TRUE(add_fonts(*ImGui::GetIO().Fonts, app.look.scale()));
    EXPECT_TRUE(ImGui::GetIO().Fonts->Build());
    apply_theme(*app.look.palette, app.look.scale());
  }
  void draw(int frames = 1) {
    for (int i = 0; i < frames; ++i) {
      ImGui::GetIO().DeltaTime = 1.0F / 60;
      ImGui::NewFrame();
      draw_overlays(overlay_parts(app));
      ImGui::EndFrame();
    }
  }
  void press(int key) {
    app.overlay.keys.push_back({.key = key});
    draw(8);
  }
  // Too narrow for the steps of the pointer; the wheel turns what it turns.
  static bool is_scroll_bar(ImGuiID id) {
    return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [&](ImGuiWindow* window) {
      return id == ImGui::GetWindowScrollbarID(window, ImGuiAxis_Y);
    });
  }
  // Controls that the pointer finds, the card's contents turned by the wheel to their end.
  std::set<ImGuiID> in_reach() {
    std::set<ImGuiID> found;
    const float step = 13 * app.look.scale();
    const float width = app.look.width();
    const float height = app.look.height();
    for (int turns = 0; turns < 40; ++turns) {
      const std::size_t before = found.size();
      for (float y = step; y < height; y += step) {
        for (float x = step / 2; x < width; x += 2 * step) {
          ImGui::GetIO().MousePos = {x, y};
          draw();
          const ImGuiID id = ImGui::GetHoveredID();
          if (id != 0 && !is_scroll_bar(id)) found.insert(id);
        }
      }
      if (turns > 0 && found.size() == before) break;
      for (const float side : {-1.0F, 1.0F}) {
        const float out = std::min(0.2F * width, 250 * app.look.scale());
        ImGui::GetIO().MousePos = {width / 2 + side * out, height / 2};
        draw(2);
        ImGui::GetIO().MouseWheel = -3;
        draw(3);
      }
    }
    ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    return found;
  }

  SizedSurface surface;
  App app;

 private:
  bool context_ = false;
};

class Cards : public testing::TestWithParam<std::string_view> {};

TEST_P(Cards, EveryControlIsInReachAtEverySize) {
  Stage stage;
  ASSERT_TRUE(run_command_line(stage.app, GetParam()));
  stage.resize({1920, 1300, 1});
  stage.draw(3);
  ASSERT_NE(stage.app.overlay.open, Overlay::kNone);
  const std::set<ImGuiID> all = stage.in_reach();
  EXPECT_GT(all.size(), 1U);
  for (const Window& window : {Window{1024, 700, 1}, Window{2560, 1440, 1},
                               Window{1536, 1050, 1.5F}, Window{2048, 1400, 2}}) {
    stage.resize(window);
    stage.draw(3);
    const std::set<ImGuiID> found = stage.in_reach();
    std::size_t missing = 0;
    for (const ImGuiID id : all) missing += found.contains(id) ? 0 : 1;
    EXPECT_EQ(missing, 0U) << window.width << " × " << window.height << " at " << window.scale
                           << ": of " << all.size();
  }
}

INSTANTIATE_TEST_SUITE_P(All, Cards,
                         testing::Values("export", "new-run", "bench", "info", "save-session",
                                         "open", "save", "welcome", "help"),
                         [](const auto& each) {
                           std::string name(each.param);
                           std::erase(name, '-');
                           return name;
                         });

// Whoever opens the card sees which algorithm is chosen, wherever it stands in the list.
TEST(NewRunCard, OpensWithTheChosenAlgorithmInSight) {
  int lists = 0;
  for (const Window& window :
       {Window{1024, 700, 1}, Window{1280, 720, 1}, Window{1536, 1050, 1.5F}}) {
    Stage stage;
    stage.resize(window);
    for (const Algorithm& algorithm : algorithms()) {
      stage.app.overlay.open = Overlay::kNone;
      stage.draw(3);
      stage.app.next.run.algorithm = algorithm.id;
      ASSERT_TRUE(run_command_line(stage.app, "new-run"));
      stage.draw(6);
      const auto part = [](std::string_view name) {
        const auto& windows = ImGui::GetCurrentContext()->Windows;
        const auto found = std::ranges::find_if(windows, [&](const ImGuiWindow* each) {
          return each->WasActive &&
                 std::string_view(each->Name).find(name) != std::string_view::npos;
        });
        return found == windows.end() ? nullptr : *found;
      };
      const ImGuiWindow* const form = part("/form_");
      ASSERT_NE(form, nullptr);
      // Where both have room, the list scrolls alone: the keys, which people come for, stay.
      const ImGuiWindow* const beside = part("/list_");
      EXPECT_TRUE(beside == nullptr || form->Scroll.y == 0) << algorithm.id << " " << window.width;
      lists += beside != nullptr ? 1 : 0;
      const ImGuiWindow* const holder = beside != nullptr ? beside : form;
      const auto list = algorithms();
      const auto at = std::ranges::find(list, algorithm.id, &Algorithm::id) - list.begin();
      // Rows of 44 pixels, from below the heading on.
      const float scale = stage.app.look.scale();
      const float top = (40 + 44 * static_cast<float>(at)) * scale - holder->Scroll.y;
      EXPECT_GE(top, 0) << algorithm.id << " at " << window.width;
      EXPECT_LE(top + 44 * scale, holder->Size.y) << algorithm.id << " at " << window.width;
    }
  }
  EXPECT_GT(lists, 0);
}

// What is written is called after view, step and format, as the card says until a name is typed.
TEST(ExportCard, ItsFieldFollowsViewFormatAndSteps) {
  Stage stage;
  stage.resize({1280, 720, 1});
  std::string pattern = testing::TempDir() + "card-XXXXXX";
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  const std::filesystem::path folder = pattern;
  stage.app.overlay.folder = folder.string();
  const auto written = [&] {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      names.insert(entry.path().filename().string());
    }
    for (const std::string& name : names) std::filesystem::remove(folder / name);
    return names;
  };
  const auto write = [&](std::initializer_list<int> keys) {
    EXPECT_TRUE(run_command_line(stage.app, "export"));
    stage.draw(3);
    for (const int key : keys) stage.press(key);
    stage.press(GLFW_KEY_ENTER);
    stage.app.background.wait(stage.app);
    EXPECT_EQ(stage.app.overlay.open, Overlay::kNone) << stage.app.overlay.problem;
    return written();
  };
  using Names = std::set<std::string>;
  ASSERT_TRUE(run_command_line(stage.app, "views 1"));
  ASSERT_TRUE(run_command_line(stage.app, "view network"));
  ASSERT_TRUE(run_command_line(stage.app, "seek 3"));
  stage.app.session.settle();
  EXPECT_EQ(write({}), Names{"bitonic-8-network-step3.png"});
  EXPECT_EQ(write({GLFW_KEY_RIGHT}), Names{"bitonic-8-bars-step3.png"});
  EXPECT_EQ(write({GLFW_KEY_TAB, GLFW_KEY_RIGHT}), Names{"bitonic-8-network-step3.svg"});
  EXPECT_EQ(write({GLFW_KEY_TAB, GLFW_KEY_RIGHT, GLFW_KEY_RIGHT, GLFW_KEY_RIGHT}),
            Names{"bitonic-8-network-step3.tex"});
  ASSERT_TRUE(run_command_line(stage.app, "seek 5"));
  stage.app.session.settle();
  EXPECT_EQ(write({GLFW_KEY_RIGHT, GLFW_KEY_TAB, GLFW_KEY_RIGHT}),
            Names{"bitonic-8-bars-step5.svg"});
  std::filesystem::remove_all(folder);
}

// A film is said to be as long as it is written: 7 steps of a second at 30 frames, of which a GIF
// has 33.33.
TEST(ExportCard, SaysHowLongItsFilmIs) {
  Stage stage;
  stage.resize({1280, 720, 1});
  ASSERT_EQ(stage.app.session.recording().network.depth(), 6U);
  ASSERT_TRUE(run_command_line(stage.app, "export"));
  stage.draw(3);
  stage.press(GLFW_KEY_TAB);
  for (const char* said : {"210 frames · 7 s", "238 frames · 7.14 s at 33.33 fps"}) {
    std::string words;
    for (int format = 0; format < 8 && words.find(said) == std::string::npos; ++format) {
      stage.press(GLFW_KEY_RIGHT);
      stage.draw(2);
      ImGui::Render();
      words.clear();
      for (const DrawnText& text : drawn_texts()) words += text.text + " ";
    }
    EXPECT_NE(words.find(said), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace sortscope
