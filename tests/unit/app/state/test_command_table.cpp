// test_command_table.cpp: the command table as a whole, and what single commands do.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/next_run.h"
#include "core/recordings/recording.h"
#include "core/scenes/bitonic_stage.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(CommandTable, IdsAreUniqueAndScriptable) {
  std::set<std::string_view> ids;
  for (const Command& command : commands()) {
    EXPECT_TRUE(ids.insert(command.id).second) << command.id;
    EXPECT_TRUE(std::all_of(command.id.begin(), command.id.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    })) << command.id;
    EXPECT_EQ(find_command(command.id), &command);
  }
  EXPECT_EQ(find_command("no-such-command"), nullptr);
}

TEST(CommandTable, EveryCommandCanBeExplainedAndRun) {
  for (const Command& command : commands()) {
    EXPECT_FALSE(command.title.empty()) << command.id;
    EXPECT_FALSE(command.group.empty()) << command.id;
    EXPECT_NE(command.run, nullptr) << command.id;
    EXPECT_EQ(command.keys.empty(), command.key_text.empty()) << command.id;
    EXPECT_LE(key_names(command).size(), std::max<std::size_t>(command.keys.size(), 1))
        << command.id;
  }
}

TEST(CommandTable, NoPressMeansTwoThings) {
  std::vector<std::pair<const Command*, KeyChord>> all;
  for (const Command& command : commands()) {
    // Keys that count only at times go before others: which, their own tests say.
    if (command.keys_count != nullptr) continue;
    for (const KeyChord& chord : command.keys) all.emplace_back(&command, chord);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      EXPECT_FALSE(same_press(all[i].second, all[j].second))
          << all[i].first->id << " and " << all[j].first->id;
    }
  }
}

// What other programs that play algorithms have: play, step, scrub, change speed.
TEST(CommandTable, HasWhatPlayersHave) {
  for (const std::string_view id : {"play-pause",
                                    "play",
                                    "pause",
                                    "step-forward",
                                    "step-back",
                                    "step-comparator-forward",
                                    "step-comparator-back",
                                    "step-level-forward",
                                    "step-level-back",
                                    "start",
                                    "end",
                                    "seek",
                                    "slower",
                                    "faster",
                                    "speed",
                                    "play-unit",
                                    "loop-start",
                                    "loop-end",
                                    "loop-clear",
                                    "loop",
                                    "bookmark",
                                    "bookmark-next",
                                    "bookmark-previous",
                                    "fit",
                                    "zoom-in",
                                    "zoom-out",
                                    "pan-left",
                                    "pan-right",
                                    "focus-view-next",
                                    "views",
                                    "view",
                                    "fullscreen",
                                    "scale-up",
                                    "scale-down",
                                    "scale-reset",
                                    "palette",
                                    "projector",
                                    "panels",
                                    "padding",
                                    "min-max-row",
                                    "equal-widths",
                                    "arrows",
                                    "reduced-motion",
                                    "select-wire",
                                    "select-key",
                                    "select-comparator",
                                    "clear-selection",
                                    "algorithm",
                                    "keys",
                                    "input",
                                    "n",
                                    "seed",
                                    "type",
                                    "order",
                                    "engine",
                                    "kernel",
                                    "record",
                                    "preset",
                                    "open",
                                    "save",
                                    "export",
                                    "screenshot",
                                    "help",
                                    "find-command",
                                    "copy-command-line",
                                    "reset-views",
                                    "quit",
                                    "wait",
                                    "settle"}) {
    EXPECT_NE(find_command(id), nullptr) << id;
  }
}

class Commands : public testing::Test {
 protected:
  Commands() : app(surface) { app.session.open(prepare_run(small_recording())); }

  // The error's text, "" where the line ran.
  std::string run(std::string_view line) {
    const Status status = run_command_line(app, line);
    return status ? "" : status.error().text();
  }
  [[nodiscard]] std::pair<unsigned, unsigned> cursor() const {
    return {app.session.cursor().layer, app.session.cursor().comparator};
  }

  QuietSurface surface;
  App app;
};

using At = std::pair<unsigned, unsigned>;

TEST_F(Commands, CommentsAndEmptyLinesDoNothing) {
  EXPECT_EQ(run(""), "");
  EXPECT_EQ(run("  # seek 3"), "");
  EXPECT_EQ(cursor(), At(0, 0));
}

TEST_F(Commands, WrongLinesSayWhatIsWrong) {
  EXPECT_NE(run("step-forwrad").find("Did you mean 'step-forward'"), std::string::npos);
  EXPECT_NE(run("seek").find("LAYER"), std::string::npos);
  EXPECT_NE(run("play now").find("no arguments"), std::string::npos);
  EXPECT_NE(run("seek 7").find("from 0 to 6"), std::string::npos);
  EXPECT_NE(run("palette green").find("dark, light"), std::string::npos);
  EXPECT_NE(run("play-unit day").find("comparator, layer, level"), std::string::npos);
}

TEST_F(Commands, FormerNamesRunAsEver) {
  EXPECT_EQ(run("theme light"), "");
  EXPECT_EQ(app.look.palette->id, "light");
  EXPECT_EQ(run("theme-toggle"), "");
  EXPECT_TRUE(app.look.palette->dark);
  EXPECT_EQ(run("size 64"), "");
  EXPECT_EQ(app.next.run_keys, 64U);
  // Alone, `palette` finds a command, as it did before it chose colours.
  EXPECT_EQ(run("palette"), "");
  EXPECT_EQ(app.overlay.open, Overlay::kPalette);
  EXPECT_NE(run("palette one two").find("palette takes PALETTE"), std::string::npos);
  for (const Command& command : commands()) EXPECT_NE(command.id, "theme");
}

TEST_F(Commands, NothingLoadedIsSaid) {
  App empty(surface);
  const Status status = run_command_line(empty, "seek 0");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kWorkFailed);
}

TEST_F(Commands, StepsAndSeeks) {
  EXPECT_EQ(run("seek 4"), "");
  EXPECT_EQ(cursor(), At(4, 0));
  EXPECT_EQ(run("step-forward"), "");
  EXPECT_EQ(cursor(), At(5, 0));
  EXPECT_EQ(run("step-comparator-forward"), "");
  EXPECT_EQ(cursor(), At(5, 1));
  EXPECT_EQ(run("step-comparator-back"), "");
  EXPECT_EQ(run("step-level-back"), "");
  EXPECT_EQ(cursor(), At(3, 0));  // levels begin at layers 0, 1 and 3
  EXPECT_EQ(run("step-level-forward"), "");
  EXPECT_EQ(cursor(), At(6, 0));
  EXPECT_EQ(run("start"), "");
  EXPECT_EQ(cursor(), At(0, 0));
  EXPECT_EQ(run("end"), "");
  EXPECT_EQ(cursor(), At(6, 0));
  EXPECT_EQ(run("seek 2 3"), "");
  EXPECT_EQ(cursor(), At(2, 3));
  EXPECT_EQ(run("seek 2 4"), "");  // all four comparators of the layer
  EXPECT_EQ(cursor(), At(3, 0));
  EXPECT_NE(run("seek 2 5"), "");
}

TEST_F(Commands, SpeedStaysInItsRange) {
  run("speed 256");
  run("faster");
  EXPECT_FLOAT_EQ(app.session.speed(), 256);
  run("speed 1");
  run("slower");
  EXPECT_FLOAT_EQ(app.session.speed(), 0.5F);
  EXPECT_NE(run("speed 0"), "");
}

TEST_F(Commands, Loops) {
  using Range = std::pair<Cursor, Cursor>;
  run("seek 2");
  run("loop-start");
  EXPECT_EQ(*app.session.loop(), (Range{{2, 0}, {6, 0}}));
  run("seek 4 1");
  run("loop-end");
  EXPECT_EQ(*app.session.loop(), (Range{{2, 0}, {5, 0}}));
  run("seek 1");
  run("loop-end");
  EXPECT_EQ(*app.session.loop(), (Range{{0, 0}, {1, 0}}));
  run("loop-level");
  EXPECT_FALSE(app.session.loop());
  run("seek 4");
  run("loop-level");
  EXPECT_EQ(*app.session.loop(), (Range{{3, 0}, {6, 0}}));
  EXPECT_NE(run("loop 3 3"), "");
  EXPECT_EQ(run("loop 1 3"), "");
  EXPECT_EQ(*app.session.loop(), (Range{{1, 0}, {3, 0}}));
  run("seek 6");
  EXPECT_NE(run("loop-start"), "");
}

TEST_F(Commands, Bookmarks) {
  EXPECT_NE(run("bookmark-next"), "");
  run("seek 2");
  run("bookmark");
  run("seek 5");
  run("bookmark");
  run("start");
  run("bookmark-next");
  EXPECT_EQ(cursor(), At(2, 0));
  run("bookmark-next");
  EXPECT_EQ(cursor(), At(5, 0));
  run("bookmark-previous");
  EXPECT_EQ(cursor(), At(2, 0));
  run("bookmark");
  EXPECT_EQ(app.session.bookmarks().size(), 1U);
}

TEST_F(Commands, ProjectorPutsEverythingBack) {
  run("palette dark");
  run("scale 1.25");
  run("projector");
  EXPECT_FALSE(app.look.palette->dark);
  EXPECT_FLOAT_EQ(app.look.user_scale,
                  720.0F / 540);  // twice the size where the window is 1080 high
  EXPECT_FALSE(app.look.panels_shown);
  run("projector on");
  run("projector off");
  EXPECT_TRUE(app.look.palette->dark);
  EXPECT_FLOAT_EQ(app.look.user_scale, 1.25F);
  EXPECT_TRUE(app.look.panels_shown);
}

TEST_F(Commands, ScaleGoesUpAndDownTheSameSteps) {
  std::vector<float> up;
  run("scale 0.75");
  for (int i = 0; i < 12; ++i) {
    up.push_back(app.look.user_scale);
    run("scale-up");
  }
  EXPECT_FLOAT_EQ(app.look.user_scale, 4);
  std::vector<float> down;
  for (int i = 0; i < 11; ++i) {
    down.push_back(app.look.user_scale);
    run("scale-down");
  }
  up.erase(std::unique(up.begin(), up.end()), up.end());
  std::reverse(down.begin(), down.end());
  EXPECT_EQ(up, down);
  run("scale-reset");
  EXPECT_FLOAT_EQ(app.look.user_scale, 1);
}

TEST_F(Commands, ViewsAndPanes) {
  run("views 4");
  ASSERT_EQ(app.panes.views.size(), 4U);
  EXPECT_EQ(run("view 3 bars"), "");
  EXPECT_EQ(app.panes.views[2]->id(), "bars");
  EXPECT_NE(run("view 5 bars"), "");
  EXPECT_NE(run("view nonsense"), "");
  run("focus-view-previous");
  EXPECT_EQ(app.panes.focused, 3U);
  run("views 2");
  EXPECT_EQ(app.panes.focused, 1U);
  EXPECT_NE(run("views 3"), "");
  run("reset-views");
  ASSERT_EQ(app.panes.views.size(), 1U);
  EXPECT_EQ(app.panes.views[0]->id(), "network");
}

TEST_F(Commands, TheCylinderFollowsItsCommands) {
  const CylinderOptions& cylinder = app.session.options.cylinder;
  EXPECT_EQ(run("cylinder-fold 0.25"), "");
  EXPECT_FLOAT_EQ(cylinder.fold, 0.25F);
  EXPECT_NE(run("cylinder-fold 1.5"), "");
  EXPECT_NE(run("cylinder-fold half"), "");
  EXPECT_EQ(run("cylinder-fold auto"), "");
  EXPECT_LT(cylinder.fold, 0);
  EXPECT_EQ(run("cylinder-fold play"), "");
  EXPECT_FLOAT_EQ(cylinder.fold, 0);
  EXPECT_GE(cylinder.fold_since_s, 0);
  EXPECT_EQ(run("settle"), "");
  EXPECT_FLOAT_EQ(cylinder.fold, 1);
  EXPECT_LT(cylinder.fold_since_s, 0);
  // Without motion it is folded at once.
  run("reduced-motion on");
  EXPECT_EQ(run("cylinder-fold play"), "");
  EXPECT_FLOAT_EQ(cylinder.fold, 1);
  EXPECT_LT(cylinder.fold_since_s, 0);
  EXPECT_EQ(run("cylinder-plane 80"), "");
  EXPECT_FLOAT_EQ(cylinder.percentile, 80);
  EXPECT_NE(run("cylinder-plane 101"), "");
  EXPECT_EQ(run("cylinder-plane"), "");
  EXPECT_FLOAT_EQ(cylinder.percentile, 50);
  // Who places the plane sees it.
  EXPECT_EQ(run("cylinder-marks none"), "");
  EXPECT_EQ(run("cylinder-plane 70"), "");
  EXPECT_EQ(cylinder.marks, CylinderMarks::kPlane);
  EXPECT_EQ(run("cylinder-marks all"), "");
  EXPECT_EQ(run("cylinder-plane 50"), "");
  EXPECT_EQ(cylinder.marks, CylinderMarks::kAll);
  EXPECT_EQ(run("cylinder-rotate -3"), "");
  EXPECT_FLOAT_EQ(cylinder.rotation, -3);
  EXPECT_EQ(run("cylinder-turn 90 30"), "");
  EXPECT_NEAR(cylinder.azimuth, 1.5708F, 1e-4F);
  EXPECT_NE(run("cylinder-turn 0 120"), "");
  EXPECT_EQ(run("cylinder-heights value"), "");
  EXPECT_TRUE(cylinder.by_value);
  EXPECT_EQ(run("cylinder-row off"), "");
  // A reset takes back what was moved, not what was chosen.
  EXPECT_EQ(run("cylinder-marks plane"), "");
  EXPECT_EQ(cylinder.marks, CylinderMarks::kPlane);
  EXPECT_NE(run("cylinder-marks some"), "");
  EXPECT_EQ(run("cylinder-reset"), "");
  EXPECT_EQ(cylinder.marks, CylinderMarks::kAll);
  EXPECT_FLOAT_EQ(cylinder.rotation, 0);
  EXPECT_FLOAT_EQ(cylinder.azimuth, CylinderOptions().azimuth);
  EXPECT_TRUE(cylinder.by_value);
  EXPECT_FALSE(cylinder.row);
}

TEST_F(Commands, FiguresOfTheArticleAreMomentsOfTheLongestSequence) {
  const CylinderOptions& cylinder = app.session.options.cylinder;
  for (const auto& [line, unrolled, fold] :
       {std::tuple("cylinder-figure 2", false, 0.0F), std::tuple("cylinder-figure 6", true, 0.6F),
        std::tuple("cylinder-figure 9", true, 0.0F),
        std::tuple("cylinder-figure 10", true, 1.0F)}) {
    EXPECT_EQ(run(line), "");
    EXPECT_EQ(cylinder.unrolled, unrolled) << line;
    EXPECT_FLOAT_EQ(cylinder.fold, fold) << line;
    EXPECT_EQ(cylinder.fold_cursor, app.session.cursor());
    const auto stage = stage_in_view(app.session.scene());
    ASSERT_TRUE(stage.has_value());
    EXPECT_EQ(stage->size(), app.session.recording().network.wires());
  }
  EXPECT_NE(run("cylinder-figure 7"), "");
}

TEST_F(Commands, SelectionCountsLayersFromOne) {
  EXPECT_EQ(run("select-comparator 2 3"), "");
  EXPECT_EQ(*app.session.selected.comparator, (ComparatorId{1, 3}));
  EXPECT_NE(run("select-comparator 0 0"), "");
  EXPECT_NE(run("select-comparator 6 4"), "");
  EXPECT_EQ(run("select-wire 7"), "");
  EXPECT_FALSE(app.session.selected.comparator);
  EXPECT_NE(run("select-wire 8"), "");
  EXPECT_EQ(run("clear-selection"), "");
  EXPECT_EQ(app.session.selected, Selection{});
}

TEST_F(Commands, NextRunFollowsTheChoices) {
  run("size 2^4");
  run("seed 9");
  run("input reversed");
  auto request = next_run(app.next, app.lines.source);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->keys(), 16U);
  EXPECT_EQ(request->request.seed, 9U);
  run("keys 3,7,4,8");
  request = next_run(app.next, app.lines.source);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->request.input, "given");
  ASSERT_EQ(request->keys(), 4U);
  EXPECT_EQ(request->request.keys.text(3), "8");
  EXPECT_NE(run("keys 3,x"), "");
  EXPECT_EQ(run("type float64"), "");
  EXPECT_EQ(next_run(app.next, app.lines.source)->request.keys.text(1), "7");
  EXPECT_EQ(run("keys -1,2"), "");
  EXPECT_NE(run("type uint32"), "");
  EXPECT_EQ(next_run(app.next, app.lines.source)->request.keys.text(0), "-1");
  run("algorithm bitonic-merger");
  run("size 8");
  EXPECT_EQ(next_run(app.next, app.lines.source)->request.input, "bitonic");
  EXPECT_NE(run("algorithm quicksort"), "");
}

TEST_F(Commands, KeysThatAreNotBitonicAreOfferedToBeSorted) {
  EXPECT_NE(run("sort-instead"), "");  // bitonic sorts anything
  EXPECT_EQ(run("algorithm adaptive-merger"), "");
  EXPECT_EQ(run("keys 1,5,2,6"), "");
  EXPECT_EQ(run("record"), "");
  app.background.wait(app);
  // The recording before stays; the message has the place, the value and a button.
  EXPECT_EQ(app.session.recording().algorithm->id, "bitonic");
  ASSERT_FALSE(app.notices.shown.empty());
  EXPECT_NE(app.notices.shown.back().text.find("key 4 of 4, which is 6"), std::string::npos);
  EXPECT_EQ(app.notices.shown.back().command, "sort-instead");
  EXPECT_EQ(run(app.notices.shown.back().command), "");
  app.background.wait(app);
  EXPECT_EQ(app.session.recording().algorithm->id, "adaptive");
  EXPECT_TRUE(app.session.recording().sorted);
  EXPECT_EQ(app.session.recording().request.keys.text(3), "6");
  run("algorithm adaptive-merger");
  EXPECT_EQ(run("merge-anyway"), "");
  app.background.wait(app);
  EXPECT_EQ(app.session.recording().algorithm->id, "adaptive-merger");
  EXPECT_FALSE(app.session.recording().sorted);
}

TEST_F(Commands, PressesFindTheirCommands) {
  const auto id = [](KeyEvent event) {
    const Binding binding = find_binding(event);
    return binding.command == nullptr ? std::string() : std::string(binding.command->id);
  };
  EXPECT_EQ(id({.key = 262}), "step-forward");
  EXPECT_EQ(id({.key = 262, .ctrl = true}), "step-comparator-forward");
  EXPECT_EQ(id({.key = 262, .shift = true}), "step-level-forward");
  EXPECT_EQ(id({.key = 32}), "play-pause");
  EXPECT_EQ(id({.key = 32, .repeat = true}), "");  // held down it would flicker
  EXPECT_EQ(id({.key = 262, .repeat = true}), "step-forward");
  EXPECT_EQ(id({.key = 0, .character = '?'}), "help");
  EXPECT_EQ(id({.key = 0, .character = '['}), "slower");
  EXPECT_EQ(id({.key = 32, .alt = true}), "");
  const Binding four = find_binding({.key = 0, .character = '4'});
  ASSERT_NE(four.command, nullptr);
  EXPECT_EQ(four.command->id, "views");
  EXPECT_EQ(four.arguments, "4");
}

// With nothing loaded, a network, an adaptive sort, an edited network, work that goes on.
TEST_F(Commands, WhateverIsRefusedHasAReason) {
  const auto expect_reasons = [&](std::string_view when) {
    for (const Command& command : commands()) {
      if (can_run(command, app)) continue;
      const std::string why = why_not(command, app);
      EXPECT_GT(why.size(), 10U) << when << ": " << command.id;
      EXPECT_NE(why, "Not possible now.") << when << ": " << command.id;
    }
  };
  expect_reasons("as it is");
  for (const std::string_view line :
       {"record-with adaptive", "record-with bitonic", "edit-network on"}) {
    EXPECT_EQ(run(line), "");
    app.background.wait(app);
    expect_reasons(line);
  }
  App empty(surface);
  for (const Command& command : commands()) {
    if (can_run(command, empty)) continue;
    EXPECT_NE(why_not(command, empty), "Not possible now.") << command.id;
  }
}

TEST_F(Commands, ACounterexampleSaysToAskFirst) {
  const KeyEvent press{.key = 90, .shift = true};
  handle_keys(app, std::span(&press, 1), false);
  ASSERT_FALSE(app.notices.shown.empty());
  EXPECT_TRUE(app.notices.shown.back().text.ends_with("Ask first whether it sorts: Z."))
      << app.notices.shown.back().text;
}

TEST_F(Commands, KeysOfWhatIsNotPossibleNowSayWhy) {
  app.background.work = std::make_unique<BackgroundWork>();
  app.background.work->title = "Exporting film.mp4";
  const KeyEvent record{.key = 82, .ctrl = true};
  handle_keys(app, std::span(&record, 1), false);
  ASSERT_FALSE(app.notices.shown.empty());
  EXPECT_NE(app.notices.shown.back().text.find("not possible now"), std::string::npos);
  EXPECT_NE(app.notices.shown.back().text.find("Exporting film.mp4"), std::string::npos);
  // A name to save under can be chosen meanwhile; saving waits.
  const KeyEvent save{.key = 83, .ctrl = true};
  handle_keys(app, std::span(&save, 1), false);
  EXPECT_EQ(app.overlay.open, Overlay::kSaveFile);
  EXPECT_NE(run("save a.h5"), "");
  EXPECT_NE(run("open a.h5"), "");
  app.overlay.open = Overlay::kNone;
  app.background.work.reset();
  // Esc with nothing to leave is silent.
  const std::size_t count = app.notices.shown.size();
  const KeyEvent escape{.key = 256};
  handle_keys(app, std::span(&escape, 1), false);
  EXPECT_EQ(app.notices.shown.size(), count);
}

TEST_F(Commands, WhatAFrameAsksForRunsOnceItIsOver) {
  std::vector<std::string> heard;
  app.asked.ask("seek 2");
  app.asked.ask("no-such", [&](const Status& status) { heard.push_back(status.error().message); });
  app.asked.then([&] {
    heard.push_back(fmt::format("layer {}", app.session.cursor().layer));
    app.asked.ask("seek 4", [&](const Status& status) {
      heard.push_back(fmt::format("{}, layer {}", status.ok(), app.session.cursor().layer));
    });
  });
  app.asked.ask("seek 3");
  app.asked.ask("no-such");
  EXPECT_EQ(app.session.cursor().layer, 0U);
  const std::size_t notices = app.notices.shown.size();
  run_asked(app);
  EXPECT_EQ(heard, (std::vector<std::string>{"there is no command 'no-such'.", "layer 2",
                                             "true, layer 4"}));
  EXPECT_EQ(app.notices.shown.size(), notices + 1);
  EXPECT_TRUE(app.asked.empty());
}

TEST_F(Commands, GivenKeysHaveNoNextSeed) {
  EXPECT_NE(run("next-seed").find("given, not generated"), std::string::npos);
  app.next.run.input = "sorted";
  EXPECT_NE(run("next-seed").find("Sorted"), std::string::npos);
}

TEST_F(Commands, TypingIsNotCommanding) {
  const KeyEvent letter{.key = 75};  // K
  const KeyEvent open{.key = 79, .ctrl = true};
  handle_keys(app, std::span(&letter, 1), true);
  EXPECT_FALSE(app.session.playing());
  handle_keys(app, std::span(&letter, 1), false);
  EXPECT_TRUE(app.session.playing());
  handle_keys(app, std::span(&open, 1), true);
  EXPECT_EQ(app.overlay.open, Overlay::kOpenFile);
  handle_keys(app, std::span(&letter, 1), false);
  EXPECT_TRUE(app.session.playing());
  EXPECT_EQ(app.overlay.keys.size(), 1U);
  const KeyEvent escape{.key = 256};
  handle_keys(app, std::span(&escape, 1), true);
  EXPECT_EQ(app.overlay.open, Overlay::kNone);
}

}  // namespace
}  // namespace sortscope
