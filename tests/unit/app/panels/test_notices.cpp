// test_notices.cpp: messages and progress cover neither the timeline, nor keys and marks of the
// step, nor a lesson's words; what speaks of a run goes with it.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/painters/theme.h"
#include "app/panels/message_place.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/quiz.h"
#include "app/views/in_sight.h"
#include "app/views/network_canvas.h"
#include "app/views/pane_places.h"
#include "app/views/parts.h"
#include "app/widgets/widgets.h"
#include "app/window/frame.h"
#include "core/lessons/lesson.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/drawn_text.h"
#include "tests/unit/app/pane_pictures.h"

namespace sortscope {
namespace {

// 1 2 0 comes out as 1 0 2.
std::shared_ptr<const Recording> unsorted_by_two_comparators() {
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{*ListedNetwork::build(
      3, std::vector<std::vector<Comparator>>{{{0, 1}}, {{1, 2}}}, "Two comparators")});
  request.keys = *read_numbers("1 2 0", "test", KeyType::kInt32, 3);
  return *record(request, *make_cpu_engine());
}

enum class Beside { kSidePanel, kProjector, kLesson, kProjectedLesson, kNothing };

class Messages : public testing::TestWithParam<std::tuple<std::pair<int, int>, Beside>> {
 protected:
  Messages() : app(surface) {
    std::tie(surface.wide, surface.high) = std::get<0>(GetParam());
    const Beside beside = std::get<1>(GetParam());
    app.session.open(prepare_run(small_recording()));
    if (beside == Beside::kProjector || beside == Beside::kProjectedLesson) {
      EXPECT_TRUE(run_command_line(app, "projector on"));
    }
    if (beside == Beside::kNothing) {
      EXPECT_TRUE(run_command_line(app, "panels off"));
    }
    if (beside == Beside::kLesson || beside == Beside::kProjectedLesson) {
      EXPECT_TRUE(run_command_line(app, "lesson 1"));
      app.lesson->settle(app);
    }
    app.notices.shown.clear();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {app.look.width(), app.look.height()};
    EXPECT_TRUE(add_fonts(*ImGui::GetIO().Fonts, app.look.scale()));
    EXPECT_TRUE(ImGui::GetIO().Fonts->Build());
    apply_theme(*app.look.palette, app.look.scale());
  }
  ~Messages() override { ImGui::DestroyContext(); }

  // What floats after a frame, the picture's place and what is in it.
  void draw() {
    ImGui::GetIO().DeltaTime = 0.1F;
    ImGui::NewFrame();
    const PanelParts given = panel_parts(app);
    given.memory.floating.clear();
    const auto [top, side, timeline] =
        panel_sizes(app.look, words_beside(app.look, *app.lesson, *app.quiz));
    const float foot = app.look.height() - timeline;
    picture = {side, top, app.look.width() - side, foot - top};
    low = {0, foot, app.look.width(), timeline};
    look_at_views();
    draw_notices(given, picture);
    ImGui::Render();
  }
  // As frames of the window do; keys and the band of the step once more, for the test.
  void look_at_views() {
    kept.clear();
    const Pane whole{picture.x, picture.y, picture.width, picture.height};
    std::vector<bool> low_views;
    for (const auto& view : app.panes.views) {
      view->in_sight.clear();
      low_views.push_back(view->id() == "bars");
    }
    const std::vector<PlacedPane> places =
        projects_one_view(app.look, app.lesson->active())
            ? std::vector<PlacedPane>{{app.panes.focused, whole}}
            : shown_panes(low_views, app.panes.focused, whole, 1, app.look.scale());
    for (const auto& [index, placed] : places) {
      View& view = *app.panes.views[index];
      Pane pane = placed;
      if (app.network_desk->editor && view.id() == "network") {
        const float strip = NetworkCanvas().strip_height(view_parts(app), pane);
        pane.height -= strip;
        view.in_sight.push_back(
            {pane.x, pane.y + pane.height, pane.x + pane.width, pane.y + pane.height + strip});
      }
      const auto drawn = picture_of(app, view.id(), pane.width, pane.height);
      if (!drawn) continue;
      const float unit = unit_of(app, view.id(), pane.width, pane.height);
      keep_in_sight(view.in_sight, *drawn, pane.x, pane.y, unit);
      for (const std::vector<Box>* boxes : {&drawn->chips, &drawn->boxes}) {
        for (const Box& box : *boxes) {
          if (box.role != Role::kRank && box.role != Role::kAccentBand) continue;
          kept.push_back(
              {pane.x + unit * box.x, pane.y + unit * box.y, unit * box.w, unit * box.h});
        }
      }
    }
  }
  // The words of a button stand within its message.
  void expect_whole(const std::string& action) {
    for (const DrawnText& text : drawn_texts()) {
      if (text.text != action) continue;
      EXPECT_TRUE(std::ranges::any_of(app.panel_memory->floating, [&](const Area& area) {
        return text.left > area.x + 8 && text.right < area.right() - 8;
      })) << action;
      return;
    }
    ADD_FAILURE() << action << " is not drawn whole";
  }
  void expect_clear(const std::string& what) {
    draw();
    const auto& floating = app.panel_memory->floating;
    ASSERT_FALSE(floating.empty()) << what;
    std::vector<Area> covered = kept;
    covered.push_back(low);
    // Beside the picture, or over it.
    if (!app.panel_memory->message_at) covered.push_back(picture);
    for (const Area& area : floating) {
      for (const Area& other : covered) {
        const float across = std::min(area.right(), other.right()) - std::max(area.x, other.x);
        const float down = std::min(area.bottom(), other.bottom()) - std::max(area.y, other.y);
        EXPECT_FALSE(across > 0.5F && down > 0.5F) << what;
      }
      EXPECT_GE(area.x, 0) << what;
      EXPECT_LE(area.right(), app.look.width()) << what;
      EXPECT_LE(area.bottom(), app.look.height()) << what;
      if (app.lesson->active()) {
        EXPECT_GE(area.x, picture.x - 0.5F) << what << ": over the lesson's words";
      }
    }
  }

  SizedSurface surface;
  App app;
  Area picture, low;
  std::vector<Area> kept;  // keys, and the band of the step
};

TEST_P(Messages, CoverNothing) {
  const std::string some = "A message of some words that says what came of what was done, ";
  std::string text;
  while (text.size() < 600) text += some;
  for (std::size_t length = 6; length <= 600; length += length < 120 ? 6 : 60) {
    for (const bool error : {false, true}) {
      app.notices.shown.clear();
      app.notices.notify(text.substr(0, length), error);
      expect_clear(fmt::format("{} characters", length));
      app.notices.shown.clear();
      // As long as any that is offered.
      for (const char* action : {"Back to my run", "Record 256 random keys"}) {
        app.notices.shown.clear();
        app.notices.offer(text.substr(0, length), action, "back", error);
        expect_clear(fmt::format("{} characters and a button", length));
        expect_whole(action);
      }
    }
  }
  app.notices.shown.clear();
  draw();
  EXPECT_TRUE(app.panel_memory->floating.empty());
}

// Several wait for each other where one is seen at a time, and none is lost; what failed comes
// first.
TEST_P(Messages, EachHasItsTime) {
  app.notices.notify("The first.");
  app.notices.notify("It failed.", true);
  app.notices.notify("The last.");
  double shown_until = 0;
  for (int frame = 0; frame < 600 && !app.notices.shown.empty(); ++frame) {
    draw();
    if (!app.notices.shown.empty()) shown_until = app.clock.time_s;
    app.clock.time_s += 0.1;
  }
  EXPECT_TRUE(app.notices.shown.empty());
  EXPECT_GT(shown_until, 11);
}

// What its button does is in the bar as well: it goes once it is read, before a stop or two of a
// lesson.
TEST_P(Messages, WhatStandsElsewhereTooIsShort) {
  app.notices.mention("Your run is kept.", "Back to my run", "back");
  double seen_s = 0;
  for (int frame = 0; frame < 300 && !app.notices.shown.empty(); ++frame) {
    draw();
    if (!app.notices.shown.empty()) seen_s += 0.1;
    app.clock.time_s += 0.1;
  }
  EXPECT_GT(seen_s, 5);
  EXPECT_LT(seen_s, 8);
}

// It stays for one who points at it, and goes once the pointer has left.
TEST_P(Messages, StayUnderThePointer) {
  for (const bool mentioned : {true, false}) {
    app.notices.shown.clear();
    if (mentioned) {
      app.notices.mention("Your run is kept.", "Back to my run", "back");
    } else {
      app.notices.notify("Saved.");
    }
    draw();
    ASSERT_FALSE(app.panel_memory->floating.empty());
    const Area area = app.panel_memory->floating.front();
    const auto pass = [&](double seconds) {
      for (double s = 0; s < seconds; s += 0.5) {
        app.clock.time_s += 0.5;
        draw();
      }
      return !app.notices.shown.empty();
    };
    ImGui::GetIO().MousePos = {area.x + 20, area.mid_y()};
    EXPECT_TRUE(pass(90));
    ImGui::GetIO().MousePos = {area.mid_x(), area.y - 60};
    EXPECT_FALSE(pass(8));
  }
}

// Wherever the cursor is, in every view of a lecture; and it lies still as long as it can.
TEST_P(Messages, CoverNoKeyOfAnyView) {
  app.next.engine_id = "cpu";
  for (const std::string_view algorithm : {"bitonic", "adaptive", "abisort"}) {
    ASSERT_TRUE(run_command_line(app, fmt::format("record-with {} 16", algorithm)));
    app.background.wait(app);
    for (const ViewKind& kind : view_kinds()) {
      app.panes.set_count(1);
      ASSERT_TRUE(app.panes.set(0, kind.id));
      // Every cell of it is a key.
      if (kind.id == "history") continue;
      const std::uint32_t depth = app.session.recording().network.depth();
      for (const std::uint32_t layer : {0U, depth / 2, depth}) {
        app.session.seek({layer, 0});
        app.notices.shown.clear();
        app.notices.offer("Your run is kept.", "Back to my run", "back", false);
        expect_clear(fmt::format("{} in {} at {}", algorithm, kind.id, layer));
        const auto at = app.panel_memory->floating.front();
        draw();
        EXPECT_EQ(app.panel_memory->floating.front().x, at.x);
        EXPECT_EQ(app.panel_memory->floating.front().y, at.y);
      }
    }
  }
}

// A verdict is read after the picture, however long that takes.
TEST_P(Messages, AVerdictStays) {
  app.next.engine_id = "cpu";
  // Two layers of a sorter of three wires.
  app.session.open(prepare_run(unsorted_by_two_comparators()));
  app.notices.shown.clear();
  const auto shown = [&] {
    return std::ranges::any_of(app.notices.shown, [](const Notice& notice) {
      return notice.text.starts_with("It does not sort.") && notice.command == "counterexample";
    });
  };
  ASSERT_TRUE(run_command_line(app, "verify"));
  app.background.wait(app);
  app.clock.time_s += 3600;
  draw();
  EXPECT_TRUE(shown());
  // Where the side panel says it, it is not said twice.
  app.panel_memory->verdict_seen = true;
  draw();
  EXPECT_FALSE(shown());
  app.panel_memory->verdict_seen = false;
  ASSERT_TRUE(run_command_line(app, "verify"));
  app.background.wait(app);
  ASSERT_TRUE(shown());
  ASSERT_TRUE(run_command_line(app, "record-with pairwise 4"));
  app.background.wait(app);
  EXPECT_FALSE(shown());
}

// In whole sentences, while a network is edited and after; all of what goes wrong where a pane of a
// window that is not small has room beside few wires.
TEST_P(Messages, AVerdictOnADrawnNetworkIsWhole) {
  app.next.engine_id = "cpu";
  using Layer = std::vector<Comparator>;
  struct Drawn {
    std::uint32_t wires;
    std::vector<Layer> layers;
  };
  const std::vector<Drawn> drawn = {
      {3, {Layer{{0, 1}}}},
      {3, {Layer{{0, 1}}, Layer{{1, 2}}}},
      {4, {Layer{{0, 1}, {2, 3}}, Layer{{0, 2}, {1, 3}}}},
      {5, {Layer{{0, 1}, {2, 3}}, Layer{{1, 4}}}},
      {6, {Layer{{0, 1}}, Layer{{1, 2}}}},
      {6, {Layer{{0, 3}, {1, 4}, {2, 5}}}},
      {8, {Layer{{0, 1}}}},
  };
  const auto verify = [&](const Drawn& network, int panes, bool edited) {
    EXPECT_TRUE(run_command_line(app, fmt::format("new-network {}", network.wires)));
    app.background.wait(app);
    EXPECT_TRUE(run_command_line(app, fmt::format("views {}", panes)));
    const auto listed = ListedNetwork::build(network.wires, network.layers, "Drawn by hand");
    EXPECT_TRUE(begin_editing(app, *listed));
    EXPECT_TRUE(run_command_line(app, "end"));
    if (!edited) {
      EXPECT_TRUE(run_command_line(app, "edit-network off"));
    }
    app.notices.shown.clear();
    app.session.measured.verdict.reset();
    EXPECT_TRUE(run_command_line(app, "verify"));
    app.background.wait(app);
    if (app.panel_memory) app.panel_memory->message_at.reset();
  };
  for (const Drawn& network : drawn) {
    for (const int panes : {1, 2}) {
      for (const bool edited : {true, false}) {
        verify(network, panes, edited);
        ASSERT_EQ(app.notices.shown.size(), 1U);
        const std::string said = app.notices.shown.front().text;
        draw();
        std::string words;
        for (const DrawnText& text : drawn_texts()) words += text.text + " ";
        const std::string wrong = said.substr(0, said.find('.', said.find(": wrong on")) + 1);
        const bool roomy = surface.wide > 1024 && !app.look.projector;
        EXPECT_NE(words.find(roomy ? wrong : "It does not sort."), std::string::npos)
            << fmt::format("{} wires, {} layers, {} panes{}: {}", network.wires,
                           network.layers.size(), panes, edited ? ", edited" : "", words);
        EXPECT_NE(words.find("Show a counterexample"), std::string::npos);
        for (const DrawnText& text : drawn_texts()) EXPECT_FALSE(text.cut()) << text.text;
      }
    }
  }
}

// In one place: in the side panel where it has room for all of it, else in the strip below the
// picture, where it hides nothing that the panel says.
TEST_P(Messages, TheSidePanelTellsAVerdict) {
  if (std::get<1>(GetParam()) != Beside::kSidePanel) return;
  app.next.engine_id = "cpu";
  app.session.open(prepare_run(unsorted_by_two_comparators()));
  const auto draw_side = [&] {
    ImGui::GetIO().DeltaTime = 0.1F;
    ImGui::NewFrame();
    const auto [top, side, timeline] = panel_sizes(app.look, false);
    ImGui::SetNextWindowPos({0, top});
    ImGui::SetNextWindowSize({side, app.look.height() - top - timeline});
    ImGui::Begin("side", nullptr, ImGuiWindowFlags_NoDecoration);
    draw_side_panel(panel_parts(app), {0, top, side, app.look.height() - top - timeline});
    ImGui::End();
    ImGui::Render();
    return app.panel_memory->verdict_seen;
  };
  EXPECT_FALSE(draw_side());
  ASSERT_TRUE(run_command_line(app, "verify"));
  app.background.wait(app);
  const bool told = draw_side();
  EXPECT_EQ(told, surface.wide >= 1920);
  draw();
  EXPECT_EQ(app.panel_memory->message_at.has_value(), !told);
  // Another network has another verdict.
  ASSERT_TRUE(run_command_line(app, "record-with pairwise 4"));
  app.background.wait(app);
  EXPECT_FALSE(draw_side());
}

// A question's panel has room below it: the picture that it is about stays whole.
TEST_P(Messages, StandBelowAnOpenQuestion) {
  if (app.lesson->active()) GTEST_SKIP() << "a lesson's foot has its buttons";
  ASSERT_TRUE(run_command_line(app, "ask exchanges"));
  app.quiz->attend(app.session);
  ASSERT_TRUE(app.quiz->open());
  app.notices.shown.clear();
  draw();
  const float scale = app.look.scale();
  for (const bool room : {true, false}) {
    app.notices.notify("Quiz: every step forward first asks what it will do. Esc ends it.");
    const Area free{0, 100, 280 * scale, (room ? 200.0F : 20.0F) * scale};
    app.panel_memory->below_question = free;
    draw();
    ASSERT_EQ(app.panel_memory->floating.size(), 1U);
    const Area& at = app.panel_memory->floating.front();
    const bool inside = at.x >= free.x && at.right() <= free.right() && at.y >= free.y &&
                        at.bottom() <= free.bottom();
    EXPECT_EQ(inside, room);
    EXPECT_EQ(app.panel_memory->message_at.has_value(), !room);
    app.notices.shown.clear();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Windows, Messages,
    testing::Combine(testing::Values(std::pair{1280, 720}, std::pair{1920, 1080},
                                     std::pair{1024, 700}),
                     testing::Values(Beside::kSidePanel, Beside::kProjector, Beside::kLesson,
                                     Beside::kProjectedLesson, Beside::kNothing)));

// Whatever is said of a run is not said beside another.
// Windows have any size, and what stands in them may have none.
TEST(MessagePlace, IsInsideHoweverSmallThePictureIs) {
  const float none = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Sight> sights = {{0, 0, 5, 5}, {none, none, none, none}, {-1e30F, 3, 1e30F, 4}};
  for (const float width : {-40.0F, -0.5F, 0.0F, 1.0F, 3.0F, 300.0F}) {
    for (const float height : {-40.0F, -0.5F, 0.0F, 1.0F, 3.0F, 300.0F}) {
      for (const ImVec2 size : {ImVec2(120, 30), ImVec2(-7, 30), ImVec2(0, 0)}) {
        const Area found = message_place(sights, {2, 2, width, height}, std::vector{size}, 8, {});
        EXPECT_GE(found.width, 0) << width << " x " << height;
        EXPECT_GE(found.height, 0) << width << " x " << height;
        EXPECT_LE(found.width, std::max(width, 0.0F)) << width << " x " << height;
        EXPECT_LE(found.height, std::max(height, 0.0F)) << width << " x " << height;
        EXPECT_GE(found.x, 2) << width << " x " << height;
        EXPECT_LE(found.right(), 2 + std::max(width, 0.0F)) << width << " x " << height;
      }
    }
  }
}

TEST(MessagesOfARun, GoWithIt) {
  struct Case {
    std::vector<std::string_view> lines;
    std::string_view said;
  };
  const std::vector<Case> cases = {
      {{"algorithm bitonic-merger", "keys 1 4 2 3", "merge-anyway"}, "not in order"},
      {{"algorithm bitonic-merger", "keys 1 4 2 3", "record"}, "bitonic"},
      {{"keys 9 4 7 1 8 2", "record", "record-with aks"}, "are padding"},
      {{"keys 3 1 2 4", "record", "verify sorter"}, ""},
      {{"algorithm bitonic-merger", "keys 1 2 4 3", "record", "verify sorter"}, ""},
      {{"keys 1 99999999999999999999999 3 2", "record"}, "exactly"},
  };
  for (const Case& each : cases) {
    QuietSurface surface;
    App app(surface);
    app.next.engine_id = "cpu";
    app.session.open(prepare_run(small_recording()));
    for (const std::string_view line : each.lines) {
      (void)run_command_line(app, line);
      app.background.wait(app);
    }
    const auto of_a_run = [](const Notice& notice) { return notice.run.has_value(); };
    const auto said = std::ranges::find_if(app.notices.shown, of_a_run);
    ASSERT_NE(said, app.notices.shown.end()) << each.lines.back();
    EXPECT_NE(said->text.find(each.said), std::string::npos) << said->text;
    const std::string text = said->text;
    ASSERT_TRUE(run_command_line(app, "record-with pairwise 4"));
    app.background.wait(app);
    for (const Notice& notice : app.notices.shown) EXPECT_NE(notice.text, text);
  }
}

// Also where a lesson shows the other run: a verdict stays, and beside a lesson's picture it would
// speak of that.
TEST(MessagesOfARun, GoWithItInLessonsToo) {
  QuietSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  const auto say = [&] {
    app.notices.shown.clear();
    app.notices.offer("It does not sort.", "Show a counterexample", "counterexample");
    app.notices.of_verdict(app.session.generation());
    return app.session.generation();
  };
  const auto said = [&] {
    return std::ranges::any_of(app.notices.shown, [](const Notice& each) { return each.verdict; });
  };
  std::size_t gone = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    app.session.open(prepare_run(small_recording()));
    say();
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    app.lesson->settle(app);
    EXPECT_FALSE(said()) << lesson.name;
    for (std::size_t stop = 1; stop < lesson.stops.size(); ++stop) {
      const std::uint64_t before = say();
      app.lesson->next(app);
      app.lesson->settle(app);
      const bool another = app.session.generation() != before;
      EXPECT_EQ(said(), !another) << lesson.name << ", before stop " << stop + 1;
      gone += another ? 1 : 0;
      // From far away, past runs that are only passed.
      say();
      app.lesson->go_to(app, {stop, 0});
      app.lesson->settle(app);
      EXPECT_FALSE(said()) << lesson.name << ", at stop " << stop + 1;
    }
    ASSERT_TRUE(run_command_line(app, "lesson-close"));
  }
  EXPECT_GT(gone, 10U);
}

// Words of the picture are covered where nothing is free, and then as few as can be; never a key
// for them.
TEST(MessagePlace, WordsGiveWayLast) {
  const Area picture{0, 0, 400, 200};
  const ImVec2 size{100, 40};
  const auto over = [](const Area& area, const Sight& sight) {
    return std::min(area.right(), sight.right) > std::max(area.x, sight.left) + 4 &&
           std::min(area.bottom(), sight.bottom) > std::max(area.y, sight.top) + 4;
  };
  // The lower half has words: there is room above.
  const Sight low{0, 100, 400, 200, true};
  EXPECT_FALSE(over(message_place(std::vector{low}, picture, std::vector{size}, 8, {}), low));
  // Above are keys.
  const Sight keys{0, 0, 400, 100};
  EXPECT_FALSE(
      over(message_place(std::vector{low, keys}, picture, std::vector{size}, 8, {}), keys));
  // The better size goes over words, the other one over none.
  const std::vector<Sight> narrow = {keys, {0, 100, 340, 200, true}};
  const std::vector<ImVec2> sizes = {size, {56, 80}};
  const Area found = message_place(narrow, picture, sizes, 4, {});
  EXPECT_FALSE(over(found, narrow[0]) || over(found, narrow[1]));
  // It stays where it lay as long as no place covers fewer words.
  const Area last{8, 120, size.x, size.y};
  const Area again = message_place(std::vector{low, keys}, picture, std::vector{size}, 8, last);
  EXPECT_EQ(again.x, last.x);
  EXPECT_EQ(again.y, last.y);
}

}  // namespace
}  // namespace sortscope
