// test_transport.cpp: the words below the buttons count what the side panel counts, and say how
// fast.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>

#include "app/painters/theme.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/window/frame.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"
#include "core/scenes/scene.h"
#include "tests/unit/app/drawn_text.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

// Merge levels that are over.
std::uint64_t levels_before(const Network& network, Cursor at) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      network.levels(),
      [&](const MergeLevel& level) { return level.first_layer + level.layer_count <= at.layer; }));
}

class Transport : public ::testing::Test {
 protected:
  Transport() : app(surface) {
    app.next.engine_id = "cpu";
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1280, 1500};  // all of the side panel
    EXPECT_TRUE(add_fonts(*io.Fonts, 1) && io.Fonts->Build());
    apply_theme(*app.look.palette, 1);
  }
  ~Transport() override { ImGui::DestroyContext(); }

  void open(std::string_view algorithm) {
    RunRequest request;
    request.algorithm = algorithm;
    request.keys = *read_numbers("7 6 5 4 3 2 1 0", "test", KeyType::kInt32, 8);
    app.session.open(prepare_run(*record(request, *make_cpu_engine())));
  }

  // All words of the side panel and of the timeline with its buttons.
  std::vector<DrawnText> frame() {
    ImGui::GetIO().DeltaTime = 0.3F;
    ImGui::NewFrame();
    follow_pointer(app.look, false);
    const PanelParts given = panel_parts(app);
    const auto draw = [&](const char* name, const Pane& pane, const auto& panel) {
      ImGui::SetNextWindowPos({pane.x, pane.y});
      ImGui::SetNextWindowSize({pane.width, pane.height});
      ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoDecoration);
      panel(given, pane);
      ImGui::End();
    };
    draw("side", {0, 0, 320, 1390}, draw_side_panel);
    draw("timeline", {0, 1390, 1280, 110}, draw_timeline);
    ImGui::Render();
    return drawn_texts();
  }

  // "8 of 24" behind `name`, in one text or the next.
  static std::optional<std::string> count_after(const std::vector<DrawnText>& texts,
                                                std::string_view name) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::size_t at = texts[i].text.find(name);
      if (at == std::string::npos) continue;
      std::string rest = texts[i].text.substr(at + name.size());
      if (rest.empty() && i + 1 < texts.size()) rest = texts[i + 1].text;
      rest.erase(0, rest.find_first_not_of(' '));
      if (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') return rest;
    }
    return {};
  }

  QuietSurface surface;
  App app;
};

// At rest, between two layers, played on and back: never two counts of one moment.
TEST_F(Transport, CountsWhatTheSidePanelCounts) {
  for (const std::string_view algorithm : {"bitonic", "adaptive"}) {
    open(algorithm);
    const bool trees = algorithm == "adaptive";
    const auto agree = [&](std::string_view when) {
      const auto texts = frame();
      const auto footer = count_after(texts, trees ? "· comparison " : "· comparator ");
      const auto side = count_after(texts, trees ? "comparisons" : "comparators");
      ASSERT_TRUE(footer && side) << when;
      EXPECT_EQ(*footer, *side) << algorithm << ", " << when;
      const Scene scene = app.session.scene();
      const std::uint32_t layer = scene.fraction > 0 || scene.cursor.comparator > 0
                                      ? *layer_in_view(scene) + 1
                                      : scene.cursor.layer;
      const std::string place = fmt::format("{} {} of {}", trees ? "parallel step" : "layer", layer,
                                            app.session.recording().network.depth());
      EXPECT_TRUE(std::ranges::any_of(
          texts, [&](const DrawnText& t) { return t.text.starts_with(place + " ·"); }))
          << algorithm << ", " << when << ": " << place;
    };
    agree("the input");
    app.session.step(StepUnit::kLayer, true);
    agree("a step begins");
    app.session.advance(0.05);
    agree("a step is on its way");
    app.session.settle();
    agree("a step is done");
    app.session.step(StepUnit::kLayer, true);
    app.session.settle();
    app.session.step(StepUnit::kLayer, false);
    app.session.advance(0.05);
    agree("a step back");
    app.session.settle();
    app.session.scrub(0.4);
    agree("held between two");
    app.session.step(StepUnit::kComparator, true);
    app.session.advance(0.01);
    agree("a comparator");
    app.session.settle();
    agree("a comparator is done");
    app.session.seek({});
    app.session.set_playing(true);
    for (int i = 0; i < 12; ++i) {
      app.session.advance(0.13);
      agree("playing");
    }
    app.session.set_playing(false);
  }
}

// The pointer rests on the speed: it says what the number is of.
TEST_F(Transport, TheSpeedSaysOfWhat) {
  const auto says = [&](float speed) {
    app.session.set_speed(speed);
    ImGui::GetIO().MousePos = {400, 200};
    frame();
    const auto texts = frame();
    const std::string shown =
        speed < 1 ? fmt::format("{:.2g}×", speed) : fmt::format("{:.1f}×", speed);
    const auto at = std::ranges::find(texts, shown, &DrawnText::text);
    EXPECT_NE(at, texts.end()) << shown;
    if (at == texts.end()) return std::string();
    ImGui::GetIO().MousePos = {(at->left + at->right) / 2, (at->top + at->bottom) / 2};
    for (int i = 0; i < 6; ++i) frame();
    for (const DrawnText& each : frame()) {
      if (each.text.find(" a second.") != std::string::npos) return each.text;
    }
    return std::string();
  };
  open("bitonic");
  EXPECT_TRUE(says(1).starts_with("1 layer a second.")) << says(1);
  EXPECT_TRUE(says(0.5F).starts_with("0.5 layers a second.")) << says(0.5F);
  app.session.set_play_unit(StepUnit::kComparator);
  EXPECT_TRUE(says(1).starts_with("1 comparator a second.")) << says(1);
  app.session.set_play_unit(StepUnit::kLevel);
  EXPECT_TRUE(says(2).starts_with("2 merge levels a second.")) << says(2);
  open("adaptive");
  app.session.set_play_unit(StepUnit::kLayer);
  EXPECT_TRUE(says(1).starts_with("1 parallel step a second.")) << says(1);
  EXPECT_TRUE(says(4).starts_with("4 parallel steps a second.")) << says(4);
}

// Levels of an AKS network run side by side and are played one after the other: said where both
// numbers stand.
TEST_F(Transport, SaysWhyAksHasMoreLayersThanDepth) {
  RunRequest request;
  request.algorithm = "aks";
  request.input = usual_input(**find_algorithm("aks"));
  ASSERT_TRUE(generate_run_keys(request, **find_algorithm("aks"), KeyType::kInt32, 256));
  app.session.open(prepare_run(*record(request, *make_cpu_engine())));
  std::string all;
  for (const DrawnText& each : frame()) all += each.text + " ";
  EXPECT_NE(all.find("layer 0 of 363"), std::string::npos) << all;
  EXPECT_NE(all.find("depth 343"), std::string::npos) << all;
  EXPECT_NE(all.find("side by side"), std::string::npos) << all;
  EXPECT_NE(all.find("one after the other"), std::string::npos) << all;
  open("bitonic");
  all.clear();
  for (const DrawnText& each : frame()) all += each.text + " ";
  EXPECT_EQ(all.find("one after the other"), std::string::npos) << all;
}

// And so many are played in a second.
TEST_F(Transport, PlaysAsFastAsItSays) {
  constexpr int kFrames = 50;  // a second
  for (const std::string_view algorithm : {"bitonic", "odd-even-merge", "adaptive"}) {
    open(algorithm);
    const Network& network = app.session.recording().network;
    for (const StepUnit unit : {StepUnit::kComparator, StepUnit::kLayer, StepUnit::kLevel}) {
      for (const float speed : {0.5F, 1.0F, 2.0F}) {
        app.session.set_play_unit(unit);
        app.session.set_speed(speed);
        app.session.seek({});
        app.session.set_playing(true);
        constexpr int kSeconds = 2;
        for (int i = 0; i < kSeconds * kFrames; ++i) app.session.advance(1.0 / kFrames);
        app.session.set_playing(false);
        app.session.settle();
        const Cursor at = app.session.cursor();
        const std::uint64_t all = unit == StepUnit::kLayer        ? network.depth()
                                  : unit == StepUnit::kComparator ? network.size()
                                                                  : network.levels().size();
        const auto wanted =
            std::min<std::uint64_t>(static_cast<std::uint64_t>(speed * kSeconds), all);
        // A frame more or less decides whether the next one has begun.
        const std::uint64_t done = unit == StepUnit::kLayer        ? at.layer
                                   : unit == StepUnit::kComparator ? network.position(at)
                                                                   : levels_before(network, at);
        EXPECT_GE(done, wanted) << algorithm << " at " << speed;
        EXPECT_LE(done, wanted + 1) << algorithm << " at " << speed;
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
