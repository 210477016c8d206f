// test_projector.cpp: projector mode, spotlight, displays, palettes, reduced motion.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <tuple>

#include "app/panels/panels.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_player.h"
#include "app/state/parts/pointer_rest.h"
#include "app/state/quiz.h"
#include "app/surface/desktop_motion.h"
#include "app/views/page_scale.h"
#include "app/widgets/widgets.h"
#include "core/pictures/palette.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class DeskSurface final : public QuietSurface {
 public:
  std::vector<Display> found = {{"eDP-1", 1920, 1200}, {"HDMI-1", 1920, 1080}};
  int chosen = -1;
  std::optional<DesktopArea> place;  // of the window

  int wide = 1280, high = 720;
  float display = 1;

  DeskSurface() : QuietSurface(false) {}
  [[nodiscard]] int width() const override { return wide; }
  [[nodiscard]] int height() const override { return high; }
  [[nodiscard]] float display_scale() const override { return display; }
  [[nodiscard]] std::optional<DesktopArea> stands_at() const override { return place; }
  [[nodiscard]] std::vector<Display> displays() const override { return found; }
  void choose_display(int index) override { chosen = index; }
};

class Projector : public testing::Test {
 protected:
  Projector() : app(surface) { app.session.open(prepare_run(small_recording())); }

  std::string run(std::string_view line) {
    const Status status = run_command_line(app, line);
    return status ? "" : status.error().text();
  }

  DeskSurface surface;
  App app;
};

}  // namespace

TEST_F(Projector, ScaleIsRememberedAndLimitedByTheWindow) {
  EXPECT_EQ(run("projector 1.5"), "");
  EXPECT_TRUE(app.look.projector);
  EXPECT_FLOAT_EQ(app.look.user_scale, 1.5F);
  EXPECT_EQ(run("projector off"), "");
  EXPECT_FLOAT_EQ(app.look.user_scale, 1);
  EXPECT_EQ(run("projector"), "");
  EXPECT_FLOAT_EQ(app.look.user_scale, 1.5F);
  // 1280 x 720 has room for pages of 640 x 360 units: twice.
  EXPECT_EQ(run("projector 3"), "");
  EXPECT_FLOAT_EQ(app.look.user_scale, 2);
  EXPECT_FLOAT_EQ(app.look.projector_scale, 3);
  EXPECT_NE(app.notices.shown.back().text.find("has room for"), std::string::npos);
  EXPECT_NE(run("projector 4"), "");
  EXPECT_NE(run("projector large"), "");
}

// What is normal on a projector is large, and stays so the next time.
TEST_F(Projector, NormalSizeIsThatOfTheProjector) {
  EXPECT_EQ(run("projector"), "");
  const float normal = app.look.user_scale;
  EXPECT_GT(normal, 1);
  EXPECT_EQ(run("scale-up"), "");
  EXPECT_GT(app.look.user_scale, normal);
  EXPECT_EQ(run("scale-reset"), "");
  EXPECT_FLOAT_EQ(app.look.user_scale, normal);
  EXPECT_EQ(run("projector off"), "");
  EXPECT_EQ(run("scale-up"), "");
  EXPECT_EQ(run("scale-reset"), "");
  EXPECT_FLOAT_EQ(app.look.user_scale, 1);
  EXPECT_EQ(run("projector"), "");
  EXPECT_FLOAT_EQ(app.look.user_scale, normal);
}

// Full screen, another display, an edge that is dragged: letters take the same share of the window,
// as if the mode had been switched on there.
TEST_F(Projector, SizeFollowsTheWindow) {
  struct Size {
    int width, height;
    float display;
  };
  const Size sizes[] = {{1280, 720, 1}, {1920, 1080, 1}, {1024, 700, 1}, {3840, 2160, 2}};
  for (const Size& from : sizes) {
    for (const Size& to : sizes) {
      const auto become = [&](const Size& size) {
        std::tie(surface.wide, surface.high, surface.display) =
            std::tie(size.width, size.height, size.display);
      };
      become(to);
      run("projector on");
      const float there = app.look.user_scale;
      run("projector off");
      become(from);
      run("projector on");
      become(to);
      app.look.follow_window();
      EXPECT_FLOAT_EQ(app.look.user_scale, there) << from.height << " to " << to.height;
      run("projector off");
    }
  }
}

TEST_F(Projector, ChosenSizeStaysWhereItHasRoom) {
  surface.wide = 1920;
  surface.high = 1080;
  run("projector on");
  run("scale 1.5");
  surface.wide = 1280;
  surface.high = 720;
  app.look.follow_window();
  EXPECT_FLOAT_EQ(app.look.user_scale, 1.5F);
  run("projector 3");
  EXPECT_FLOAT_EQ(app.look.user_scale, 2);
  surface.wide = 1920;
  surface.high = 1080;
  app.look.follow_window();
  EXPECT_FLOAT_EQ(app.look.user_scale, 3);
  // Nothing follows the window without the mode.
  run("projector off");
  run("scale 0.9");
  surface.high = 720;
  app.look.follow_window();
  EXPECT_FLOAT_EQ(app.look.user_scale, 0.9F);
}

// Of the picture beside the text of a lesson.
TEST_F(Projector, EveryViewFollowsTheSize) {
  run("projector on");
  const Pane pane{.width = 900, .height = 440};
  for (const char* view : {"aks-tree", "race", "schedule", "launches", "network"}) {
    run("projector 1");
    const float before = page_scale(app.look, pane, view);
    run("scale-up");
    run("scale-up");
    run("scale-up");
    EXPECT_GT(page_scale(app.look, pane, view), 1.2F * before) << view;
  }
}

TEST_F(Projector, LeavingPutsEverythingBack) {
  run("palette dark-rg");
  run("scale 1.1");
  run("spotlight-size 90");
  run("projector 2");
  EXPECT_EQ(app.look.palette->id, "light-rg");  // of the same kind
  run("spotlight on");
  run("spotlight-size 300");
  run("panels on");
  run("scale-up");
  run("palette-toggle");
  run("projector off");
  EXPECT_EQ(app.look.palette->id, "dark-rg");
  EXPECT_FLOAT_EQ(app.look.user_scale, 1.1F);
  EXPECT_TRUE(app.look.panels_shown);
  EXPECT_FALSE(app.look.spotlight.on);
  EXPECT_FLOAT_EQ(app.look.spotlight.radius, 90);
}

TEST_F(Projector, SpotlightFollowsItsCommands) {
  EXPECT_EQ(run("spotlight"), "");
  EXPECT_TRUE(app.look.spotlight.on);
  EXPECT_EQ(run("spotlight-size 240"), "");
  EXPECT_FLOAT_EQ(app.look.spotlight.radius, 240);
  EXPECT_NE(run("spotlight-size 2"), "");
  EXPECT_EQ(run("spotlight-at 25 75"), "");
  EXPECT_EQ(app.look.spotlight.place, std::pair(0.25F, 0.75F));
  EXPECT_NE(run("spotlight-at 25 175"), "");
  EXPECT_EQ(run("spotlight off"), "");
  EXPECT_FALSE(app.look.spotlight.on);
}

TEST_F(Projector, FullScreenGoesToTheDisplayThatWasChosen) {
  EXPECT_EQ(run("display HDMI-1"), "");
  EXPECT_EQ(surface.chosen, 1);
  EXPECT_TRUE(surface.fullscreen());
  run("fullscreen off");
  EXPECT_EQ(run("display 1"), "");
  EXPECT_EQ(surface.chosen, 0);
  EXPECT_EQ(run("display HD"), "");  // the beginning of a name
  EXPECT_EQ(surface.chosen, 1);
  run("fullscreen off");
  run("fullscreen");
  EXPECT_EQ(surface.chosen, 1);
  EXPECT_EQ(run("display auto"), "");
  EXPECT_EQ(surface.chosen, -1);
  EXPECT_EQ(run("display"), "");
  EXPECT_NE(app.notices.shown.back().text.find("2 HDMI-1 (1920 × 1080)"), std::string::npos);
}

TEST_F(Projector, ADisplayThatIsNotThereIsNamed) {
  EXPECT_NE(run("display 3").find("HDMI-1"), std::string::npos);
  surface.found.resize(1);
  EXPECT_NE(run("display 2").find("the system has one, 1 eDP-1"), std::string::npos);
  surface.found.clear();
  EXPECT_NE(run("display 1").find("no window"), std::string::npos);
  EXPECT_FALSE(surface.fullscreen());
  // One that was unplugged is no reason to stay small.
  app.look.display = "HDMI-1";
  EXPECT_EQ(run("fullscreen on"), "");
  EXPECT_EQ(surface.chosen, -1);
  EXPECT_TRUE(surface.fullscreen());
}

TEST_F(Projector, NotesAreNotPutOverASlideThatFillsTheOnlyDisplay) {
  ASSERT_EQ(run("lesson 1"), "");
  app.lesson->settle(app);
  const DesktopArea room{0, 0, 1920, 1200};
  surface.found = {{"eDP-1", 1920, 1200, room}};
  surface.place = room;
  run("fullscreen on");
  const std::string said = run("presenter on");
  EXPECT_NE(said.find("the class would read your notes"), std::string::npos) << said;
  EXPECT_NE(said.find("second screen"), std::string::npos) << said;
  EXPECT_EQ(app.lesson->presenter, nullptr);
}

TEST_F(Projector, BAndTheClickersPointMakeTheScreenBlack) {
  const KeyEvent b{.key = 'B'};
  const KeyEvent point{.character = '.'};
  const auto press = [&](const KeyEvent& event) { handle_keys(app, {&event, 1}, false); };
  // Where nobody is taught they mean what they always do.
  press(b);
  EXPECT_FALSE(app.look.blank);
  EXPECT_EQ(app.session.bookmarks().size(), 1U);
  run("projector on");
  for (const KeyEvent& event : {b, point}) {
    press(event);
    EXPECT_TRUE(app.look.blank);
    press(event);
    EXPECT_FALSE(app.look.blank);
  }
  EXPECT_EQ(app.session.bookmarks().size(), 1U);
  EXPECT_EQ(app.session.cursor(), Cursor{});
  run("projector off");
  // In a lesson, too; whoever goes on comes back first, and goes nowhere.
  ASSERT_EQ(run("lesson 1"), "");
  app.lesson->settle(app);
  press(point);
  EXPECT_TRUE(app.look.blank);
  const LessonPlace before = app.lesson->place();
  constexpr int kPageDown = 267;
  constexpr int kEscape = 256;
  for (const int key : {kPageDown, kEscape}) {
    app.look.blank = true;
    press({.key = key});
    EXPECT_FALSE(app.look.blank);
    EXPECT_EQ(app.lesson->place(), before);
    EXPECT_FALSE(app.lesson->away());
  }
}

// An answer in words is chosen by its number; a clicker's keys make the screen black there, too.
TEST_F(Projector, BIsNoAnswer) {
  ASSERT_EQ(run("lesson 1 7"), "");
  app.lesson->settle(app);
  ASSERT_TRUE(app.quiz->asking());
  ASSERT_GE(app.quiz->question().answers.size(), 2U);
  for (const KeyEvent& event : {KeyEvent{.key = 'B'}, KeyEvent{.character = '.'}}) {
    for (const bool black : {true, false}) {
      handle_keys(app, {&event, 1}, false);
      EXPECT_EQ(app.look.blank, black);
    }
  }
  EXPECT_EQ(std::ranges::count(app.quiz->chosen(), true), 0);
  const KeyEvent two{.character = '2'};
  handle_keys(app, {&two, 1}, false);
  EXPECT_TRUE(app.quiz->chosen()[1]);
}

TEST_F(Projector, AKeySendsTooltipsAway) {
  const KeyEvent forward{.key = 262};  // GLFW_KEY_RIGHT
  EXPECT_FALSE(pointer_explains(app.look)) << "before it has moved";
  app.look.pointer_rest->dismissed = false;
  EXPECT_TRUE(pointer_explains(app.look));
  handle_keys(app, {&forward, 1}, false);
  EXPECT_FALSE(pointer_explains(app.look));
}

TEST_F(Projector, LeavesOutWhatAClassHasNoUseFor) {
  EXPECT_GT(panel_sizes(app.look, false).top_bar, 0);
  run("projector on");
  for (const bool in_lesson : {false, true}) {
    EXPECT_EQ(panel_sizes(app.look, in_lesson).top_bar, 0);
  }
  EXPECT_EQ(panel_sizes(app.look, false).side_panel, 0);
}

// A question that the class is to answer can be read.
TEST_F(Projector, AQuestionHasItsPanelWherePanelsAreFolded) {
  const auto panel = [&] {
    return panel_sizes(app.look, words_beside(app.look, *app.lesson, *app.quiz)).side_panel;
  };
  for (const char* fold : {"projector on", "panels off"}) {
    EXPECT_EQ(run(fold), "");
    EXPECT_EQ(panel(), 0) << fold;
    EXPECT_EQ(run("ask exchanges"), "");
    EXPECT_GT(panel(), 200) << fold;
    EXPECT_EQ(run("answer-skip"), "");
    EXPECT_GT(panel(), 200) << fold << ", answered";
    EXPECT_EQ(run("quiz off"), "");
    EXPECT_EQ(panel(), 0) << fold;
    run("projector off");
  }
}

// Text of 12 units, 16 pixels high or more on a projector of 1280 x 720.
TEST_F(Projector, PicturesOfAksKeepTheirLetters) {
  run("projector on");
  for (const char* view : {"aks-tree", "halver", "separator"}) {
    for (const Pane pane : {Pane{.width = 910, .height = 632}, Pane{.width = 640, .height = 550}}) {
      EXPECT_GE(12 * page_scale(app.look, pane, view), 16) << view << " " << pane.width;
    }
  }
}

TEST_F(Projector, EscPutsAnErrorAway) {
  const KeyEvent escape{.key = 256};
  app.notices.notify("foto.csv is a PNG picture, not numbers.", true);
  app.notices.notify("Saved.");
  handle_keys(app, {&escape, 1}, false);
  ASSERT_EQ(app.notices.shown.size(), 1U);
  EXPECT_FALSE(app.notices.shown.front().error);
}

// What the ring and the dot are is said once, and stands in the help.
TEST_F(Projector, SpotlightAndLaserSayWhatTheyAre) {
  const std::pair<std::string, std::string> both[] = {{"spotlight", "ring"}, {"laser", "red dot"}};
  for (const auto& [id, thing] : both) {
    app.notices.shown.clear();
    EXPECT_EQ(run(id + " on"), "");
    ASSERT_EQ(app.notices.shown.size(), 1U) << id;
    EXPECT_NE(app.notices.shown.back().text.find(thing + " is the pointer"), std::string::npos);
    app.notices.shown.clear();
    EXPECT_EQ(run(id + " off"), "");
    EXPECT_EQ(run(id + " on"), "");
    EXPECT_TRUE(app.notices.shown.empty()) << id;
    const Command* row = find_command(id);
    ASSERT_NE(row, nullptr);
    EXPECT_FALSE(row->keys.empty());
    EXPECT_NE(row->title.find(thing), std::string::npos) << row->title;
    EXPECT_NE(row->title.find("pointer"), std::string::npos) << row->title;
  }
}

TEST_F(Projector, TheLaserIsSwitched) {
  EXPECT_EQ(run("laser"), "");
  EXPECT_TRUE(app.look.laser);
  EXPECT_EQ(run("laser off"), "");
  EXPECT_FALSE(app.look.laser);
}

TEST_F(Projector, EveryPaletteCanBeChosen) {
  for (const Palette& palette : palettes()) {
    EXPECT_EQ(run("palette " + std::string(palette.id)), "");
    EXPECT_EQ(app.look.palette, &palette);
    run("palette-toggle");
    EXPECT_EQ(app.look.palette->id, palette.counterpart);
  }
  EXPECT_NE(run("palette pink").find("light-by"), std::string::npos);
}

TEST_F(Projector, ReducedMotionJumps) {
  EXPECT_EQ(run("cylinder-fold play"), "");
  EXPECT_EQ(run("reduced-motion on"), "");
  EXPECT_LT(app.session.options.cylinder.fold_since_s, 0);
  EXPECT_FLOAT_EQ(app.session.options.cylinder.fold, 1);
  run("cylinder-fold play");
  EXPECT_LT(app.session.options.cylinder.fold_since_s, 0);
  for (const std::string_view step :
       {"step-forward", "step-comparator-forward", "step-level-forward", "step-back"}) {
    EXPECT_EQ(run(step), "");
    EXPECT_FALSE(app.session.moving()) << step;
  }
  EXPECT_EQ(app.look.motion_chosen, true);
}

TEST_F(Projector, ReducedMotionFollowsTheDesktop) {
  std::string name = (fs::temp_directory_path() / "sortscope-motion-XXXXXX").string();
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  setenv("XDG_CONFIG_HOME", name.c_str(), 1);
  unsetenv("XDG_CURRENT_DESKTOP");
  EXPECT_FALSE(desktop_reduces_motion());
  fs::create_directories(name + "/gtk-3.0");
  std::ofstream(name + "/gtk-3.0/settings.ini")
      << "[Settings]\ngtk-theme-name = Adwaita\ngtk-enable-animations = false\n";
  EXPECT_TRUE(desktop_reduces_motion());
  EXPECT_EQ(run("reduced-motion auto"), "");
  EXPECT_TRUE(app.session.reduced_motion());
  EXPECT_FALSE(app.look.motion_chosen.has_value());
  std::ofstream(name + "/gtk-3.0/settings.ini") << "[Settings]\ngtk-enable-animations=true\n";
  EXPECT_FALSE(desktop_reduces_motion());
  std::ofstream(name + "/kdeglobals") << "[KDE]\nAnimationDurationFactor=0\n";
  EXPECT_TRUE(desktop_reduces_motion());
  std::ofstream(name + "/kdeglobals") << "[KDE]\nAnimationDurationFactor=0.5\n";
  EXPECT_FALSE(desktop_reduces_motion());
  // What never ends is nobody's setting.
  fs::remove(name + "/kdeglobals");
  fs::create_symlink("/dev/zero", name + "/kdeglobals");
  EXPECT_FALSE(desktop_reduces_motion());
  fs::remove_all(name);
}

// In the dark nothing tells the way out: Esc is it, before it is anything else.
TEST_F(Projector, EscEndsTheSpotlightFirst) {
  const KeyEvent escape{.key = 256};
  const auto press = [&] { handle_keys(app, {&escape, 1}, false); };
  ASSERT_EQ(run("lesson 1"), "");
  app.lesson->settle(app);
  ASSERT_EQ(run("spotlight on"), "");
  press();
  EXPECT_FALSE(app.look.spotlight.on);
  EXPECT_TRUE(app.lesson->active());
  press();
  EXPECT_FALSE(app.lesson->active());
}

}  // namespace sortscope
