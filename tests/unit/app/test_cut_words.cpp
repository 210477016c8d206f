// test_cut_words.cpp: whatever a card, a panel or the strip of an edited network cuts is said in
// full where one points at it, at every size of the window and of the letters.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/painters/theme.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/state/lab_desk.h"
#include "app/state/network_desk.h"
#include "app/state/opening.h"
#include "app/state/text_log.h"
#include "app/views/network_canvas.h"
#include "app/views/parts.h"
#include "app/widgets/widgets.h"
#include "app/window/frame.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"
#include "tests/unit/app/drawn_text.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class SizedSurface final : public QuietSurface {
 public:
  int wide = 1280, high = 720;
  [[nodiscard]] int width() const override { return wide; }
  [[nodiscard]] int height() const override { return high; }
};

constexpr std::array kSizes = {std::pair{1024, 700}, std::pair{1280, 720}, std::pair{1920, 1080},
                               std::pair{2560, 1440}};
constexpr std::array kScales = {1.0F, 2.0F, 3.0F};

class CutWords : public testing::Test {
 protected:
  CutWords() : app(surface) { app.next.engine_id = "cpu"; }
  ~CutWords() override {
    if (ImGui::GetCurrentContext() != nullptr) ImGui::DestroyContext();
  }

  void run(const std::string& line) {
    const Status status = run_command_line(app, line);
    ASSERT_TRUE(status) << line << ": " << status.error().text();
    app.background.wait(app);
  }
  void open(std::string_view algorithm, std::uint32_t keys) {
    RunRequest request;
    request.algorithm = algorithm;
    request.input = usual_input(**find_algorithm(algorithm));
    ASSERT_TRUE(generate_run_keys(request, **find_algorithm(algorithm), KeyType::kInt32, keys));
    adopt(app, prepare_run(*record(request, *make_cpu_engine())));
  }
  void use(float scale) {
    if (ImGui::GetCurrentContext() != nullptr) ImGui::DestroyContext();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    app.look.user_scale = scale;
    ASSERT_TRUE(add_fonts(*ImGui::GetIO().Fonts, app.look.scale()));
    ASSERT_TRUE(ImGui::GetIO().Fonts->Build());
    apply_theme(*app.look.palette, app.look.scale());
  }
  // A frame of `draw`, the pointer at (x, y).
  template <typename Draw>
  void frame(float x, float y, Draw draw) {
    ImGui::GetIO().DisplaySize = {static_cast<float>(surface.wide),
                                  static_cast<float>(surface.high)};
    ImGui::GetIO().DeltaTime = 0.2F;
    ImGui::GetIO().MousePos = {x, y};
    ImGui::NewFrame();
    follow_pointer(app.look, app.overlay.open != Overlay::kNone);
    draw();
    explain_cut_text(app.look);
    ImGui::Render();
  }
  template <typename Draw>
  void expect_said(const std::string& where, Draw draw) {
    for (int i = 0; i < 3; ++i) frame(1, 1, draw);
    for (const DrawnText& text : drawn_texts()) {
      if (!text.cut() || !seen.insert(text.text).second) continue;
      ++cut;
      const float x = (text.left + text.right) / 2;
      const float y = (text.top + text.bottom) / 2;
      for (int i = 0; i < 8; ++i) frame(x + (i == 0 ? 1.0F : 0.0F), y, draw);
      EXPECT_EQ(app.look.pointer_rest->tooltip_frame, ImGui::GetFrameCount())
          << where << ": '" << text.text << "' is nowhere said in full";
    }
  }

  SizedSurface surface;
  App app;
  std::set<std::string> seen;
  int cut = 0;
};

TEST_F(CutWords, AreReadAsDrawn) {
  use(1);
  frame(1, 1, [&] {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({900, 600});
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
    const Brush brush = Brush::of(app.look);
    draw_text(brush, 100, 100, "Two words", kSizeText, Face::kSans, Role::kText);
    draw_fitted(brush, 100, 140, 60, "a long name of a lesson", kSizeText, Face::kSans,
                Role::kText);
    ImGui::End();
  });
  const std::vector<DrawnText> read = drawn_texts();
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].text, "Two words");
  EXPECT_FALSE(read[0].cut());
  EXPECT_TRUE(read[1].cut()) << read[1].text;
}

TEST_F(CutWords, OfCardsAreSaidInFull) {
  open("adaptive-two-case", 64);
  for (const float scale : kScales) {
    use(scale);
    for (const std::string_view card : {"export", "new-run", "bench", "info", "save-session",
                                        "open", "save", "welcome", "help", "find-command"}) {
      app.overlay.open = Overlay::kNone;
      run(std::string(card));
      for (const auto& [wide, high] : kSizes) {
        surface.wide = wide;
        surface.high = high;
        seen.clear();
        expect_said(fmt::format("{}, {} × {} at {}", card, wide, high, scale),
                    [&] { draw_overlays(overlay_parts(app)); });
      }
    }
  }
  EXPECT_GT(cut, 20);
}

// Keys are learnt from here: each with a name that is read at once.
TEST_F(CutWords, TheKeysHaveWholeNames) {
  open("bitonic", 16);
  use(1);
  run("help");
  for (const auto& [wide, high] : kSizes) {
    surface.wide = wide;
    surface.high = std::max(high, 1400);  // all groups at once
    for (int i = 0; i < 3; ++i) frame(1, 1, [&] { draw_overlays(overlay_parts(app)); });
    const auto texts = drawn_texts();
    EXPECT_GT(texts.size(), 100U);
    for (const DrawnText& text : texts) EXPECT_FALSE(text.cut()) << wide << ": " << text.text;
  }
}

TEST_F(CutWords, OfPanelsAreSaidInFull) {
  struct Panel {
    std::string_view name;
    void (*draw)(const PanelParts& given, const Pane& pane);
  };
  static constexpr std::array kPanels = {Panel{"top bar", draw_top_bar},
                                         Panel{"side panel", draw_side_panel},
                                         Panel{"timeline", draw_timeline}};
  for (const auto& [algorithm, keys] :
       {std::pair{"bitonic", 16U}, std::pair{"adaptive-overlapped", 32U}, std::pair{"aks", 64U}}) {
    open(algorithm, keys);
    const std::uint32_t depth = app.session.recording().network.depth();
    for (const float scale : kScales) {
      use(scale);
      for (const std::uint32_t layer : {0U, depth / 2, depth}) {
        app.session.seek({layer, 0});
        for (const auto& [wide, high] : kSizes) {
          surface.wide = wide;
          surface.high = high;
          const PanelSizes sizes = panel_sizes(app.look, false);
          const float width = app.look.width();
          const float height = app.look.height();
          const std::array<Pane, 3> panes = {
              Pane{0, 0, width, sizes.top_bar},
              Pane{0, sizes.top_bar, sizes.side_panel, height - sizes.top_bar - sizes.timeline},
              Pane{0, height - sizes.timeline, width, sizes.timeline}};
          for (std::size_t i = 0; i < panes.size(); ++i) {
            if (panes[i].width <= 0 || panes[i].height <= 0) continue;
            seen.clear();
            expect_said(fmt::format("{} of {}, layer {}, {} × {} at {}", kPanels[i].name, algorithm,
                                    layer, wide, high, scale),
                        [&] {
                          ImGui::SetNextWindowPos({panes[i].x, panes[i].y});
                          ImGui::SetNextWindowSize({panes[i].width, panes[i].height});
                          ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
                          ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
                          ImGui::PopStyleVar();
                          kPanels[i].draw(panel_parts(app), panes[i]);
                          ImGui::End();
                        });
          }
        }
      }
    }
  }
  EXPECT_GT(cut, 10);
}

// Under an edited network: whole sentences, or none of them.
TEST_F(CutWords, UnderAnEditedNetworkAreSentences) {
  run("new-network 4");
  ASSERT_TRUE(app.network_desk->editor);
  NetworkCanvas canvas;
  const NetworkGeometry geometry(app.session.recording().network, false);
  int whole = 0;
  for (const float scale : kScales) {
    use(scale);
    for (const float width : {280.0F, 420.0F, 600.0F, 900.0F, 1600.0F}) {
      for (const float height : {200.0F, 330.0F, 600.0F, 1000.0F}) {
        surface.wide = static_cast<int>(width * scale);
        surface.high = static_cast<int>(height * scale);
        const Pane pane{.width = width * scale, .height = height * scale};
        Pane above = pane;
        const ViewParts given = view_parts(app);
        const std::string where = fmt::format("{} × {} at {}", width, height, scale);
        for (int i = 0; i < 2; ++i) {
          frame(1, 1, [&] {
            ImGui::SetNextWindowPos({0, 0});
            ImGui::SetNextWindowSize({pane.width, pane.height});
            ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
            ImGui::Begin("pane", nullptr, ImGuiWindowFlags_NoDecoration);
            ImGui::PopStyleVar();
            above.height = pane.height - canvas.strip_height(given, pane);
            const DiagramFrame diagram =
                frame_diagram(app.session.recording(), geometry, app.session.options, Camera{},
                              above.width / scale, above.height / scale, false, 0);
            canvas.draw(given, *ImGui::GetWindowDrawList(), {&geometry, &diagram, above, scale},
                        pane);
            ImGui::End();
          });
        }
        std::string all;
        for (const DrawnText& text : drawn_texts()) {
          EXPECT_FALSE(text.cut()) << where << ": '" << text.text << "'";
          EXPECT_LE(text.bottom, pane.height + 1) << where << ": '" << text.text << "'";
          all += text.text + " ";
        }
        // The verdict above all.
        EXPECT_NE(all.find("order."), std::string::npos) << where << ": " << all;
        // "The help ends with what ends it."
        const bool begins = all.find("Drag from") != std::string::npos;
        const bool ends = all.find("Esc ends.") != std::string::npos;
        EXPECT_EQ(begins, ends) << where << ": " << all;
        whole += begins ? 1 : 0;
      }
    }
  }
  EXPECT_GT(whole, 20);
}

}  // namespace
}  // namespace sortscope
