// playback.cpp: commands that move the one cursor.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>
#include <cmath>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_player.h"
#include "app/state/panes.h"
#include "app/state/parts/nothing_chosen.h"
#include "app/state/parts/notices.h"
#include "app/state/quiz.h"
#include "app/state/session.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

constexpr float kMostScrubbed = 1 << 24;

constexpr std::array<std::string_view, 3> kUnits = {"comparator", "layer", "level"};

bool loaded(const Session& session) { return session.loaded(); }
bool has_loop(const Session& session) { return loaded(session) && session.loop().has_value(); }
bool has_bookmarks(const Session& session) {
  return loaded(session) && !session.bookmarks().empty();
}

// A question holds the step: a new one is asked, and one that is open comes into sight and stays.
bool holds(Session& session, Panes& panes, LessonPlayer& lesson, Notices& notices, Quiz& quiz) {
  const bool asked_before = quiz.asking();
  if (!quiz.holds_step(session, lesson.active(), !lesson.runs_lines())) return false;
  if (!asked_before) {
    panes.show_one_of(quiz.answered_in(session.recording()));
  } else if (!lesson.turn_to_question()) {
    notices.refuse(std::string(kQuestionHolds));
  }
  return true;
}

// A jump that an open question has ended says why, and the question comes into sight.
void tell_held(Session& session, LessonPlayer& lesson, Notices& notices, Cursor wanted) {
  if (wanted <= session.furthest()) return;
  lesson.turn_to_question();
  notices.refuse(std::string(kQuestionHolds));
}

Status toggle_play(Session& session, Panes& panes, LessonPlayer& lesson, Notices& notices,
                   Quiz& quiz, Arguments) {
  if (!session.playing() && holds(session, panes, lesson, notices, quiz)) return {};
  session.set_playing(!session.playing());
  return {};
}

Status play(Session& session, Panes& panes, LessonPlayer& lesson, Notices& notices, Quiz& quiz,
            Arguments) {
  if (holds(session, panes, lesson, notices, quiz)) return {};
  session.set_playing(true);
  return {};
}

Status pause(Session& session, Arguments) {
  session.set_playing(false);
  return {};
}

// A step by hand takes over from playback.
template <StepUnit unit, bool forward>
Status step(Session& session, Panes& panes, LessonPlayer& lesson, Notices& notices, Quiz& quiz,
            Arguments) {
  if (forward && holds(session, panes, lesson, notices, quiz)) return {};
  session.set_playing(false);
  session.step(unit, forward);
  return {};
}

Status go_to_start(Session& session, Arguments) {
  session.set_playing(false);
  session.seek({});
  return {};
}

Status go_to_end(Session& session, LessonPlayer& lesson, Notices& notices, Arguments) {
  session.set_playing(false);
  const Cursor end = session.recording().network.end();
  tell_held(session, lesson, notices, end);
  session.seek(end);
  return {};
}

Status seek(Session& session, LessonPlayer& lesson, Notices& notices, Arguments arguments) {
  const Network& network = session.recording().network;
  const auto layer = whole_argument("LAYER", arguments[0], 0, network.depth());
  if (!layer) return layer.error();
  Cursor cursor{static_cast<std::uint32_t>(*layer), 0};
  if (arguments.size() > 1) {
    const std::uint32_t count = cursor.layer < network.depth() ? network.count(cursor.layer) : 0;
    const auto comparator = whole_argument("COMPARATOR", arguments[1], 0, count);
    if (!comparator) return comparator.error();
    // A whole layer is the start of the next.
    if (*comparator == count && count > 0) {
      ++cursor.layer;
    } else {
      cursor.comparator = static_cast<std::uint32_t>(*comparator);
    }
  }
  tell_held(session, lesson, notices, cursor);
  session.seek(cursor);
  return {};
}

// A hand that slips shows no answer: scrubbing ends at an open question.
Status scrub(Session& session, Panes& panes, LessonPlayer& lesson, Notices& notices, Quiz& quiz,
             Arguments arguments) {
  const auto layers = number_argument("LAYERS", arguments[0], -kMostScrubbed, kMostScrubbed);
  if (!layers) return layers.error();
  if (*layers > 0 && !quiz.asking() && holds(session, panes, lesson, notices, quiz)) return {};
  const double most = session.furthest().layer;
  const bool held = quiz.asking() && session.layer_position() + *layers > most;
  if (held) tell_held(session, lesson, notices, session.recording().network.end());
  session.scrub(double{*layers});
  return {};
}

Status slower(Session& session, Arguments) {
  session.set_speed(session.speed() / 2);
  return {};
}

// Upwards from the least speed, too, it goes by powers of two.
Status faster(Session& session, Arguments) {
  constexpr float kLeastPower = 1.0F / 16;
  session.set_speed(session.speed() < kLeastPower ? kLeastPower : session.speed() * 2);
  return {};
}

Status set_speed(Session& session, Arguments arguments) {
  const auto speed = number_argument("SPEED", arguments[0], kLeastSpeed, kMostSpeed);
  if (!speed) return speed.error();
  session.set_speed(*speed);
  return {};
}

Status set_play_unit(Session& session, Arguments arguments) {
  auto unit = (static_cast<std::size_t>(session.play_unit()) + 1) % kUnits.size();
  if (!arguments.empty()) {
    const auto chosen = choice_argument("UNIT", arguments[0], kUnits);
    if (!chosen) return chosen.error();
    unit = *chosen;
  }
  session.set_play_unit(static_cast<StepUnit>(unit));
  return {};
}

// Loops run over whole layers.
Cursor whole_layers(const Session& session, Cursor cursor, bool up) {
  if (cursor.comparator > 0 && up) ++cursor.layer;
  return {std::min(cursor.layer, session.recording().network.depth()), 0};
}

Status loop_start(Session& session, Arguments) {
  const Cursor start = whole_layers(session, session.cursor(), false);
  Cursor end = session.loop() ? session.loop()->second : Cursor{};
  if (end <= start) end = session.recording().network.end();
  if (end <= start) return Error{ErrorCode::kWorkFailed, "a loop cannot start at the end.", ""};
  session.set_loop(std::pair{start, end});
  return {};
}

Status loop_end(Session& session, Arguments) {
  const Cursor end = whole_layers(session, session.cursor(), true);
  Cursor start = session.loop() ? session.loop()->first : Cursor{};
  if (start >= end) start = {};
  if (start >= end) return Error{ErrorCode::kWorkFailed, "a loop cannot end at the start.", ""};
  session.set_loop(std::pair{start, end});
  return {};
}

Status loop_clear(Session& session, Arguments) {
  session.set_loop(std::nullopt);
  return {};
}

Status loop_level(Session& session, Arguments) {
  if (session.loop()) return loop_clear(session, {});
  const Network& network = session.recording().network;
  if (network.depth() == 0) return {};
  const std::uint32_t layer = std::min(session.cursor().layer, network.depth() - 1);
  const MergeLevel& level = network.levels()[network.level_index(layer)];
  session.set_loop(
      std::pair{Cursor{level.first_layer, 0}, Cursor{level.first_layer + level.layer_count, 0}});
  return {};
}

Status loop_range(Session& session, Arguments arguments) {
  const std::uint32_t depth = session.recording().network.depth();
  if (depth == 0) return Error{ErrorCode::kWorkFailed, "this run has no layers to loop.", ""};
  const auto first = whole_argument("FROM", arguments[0], 0, depth - 1);
  if (!first) return first.error();
  const auto last = whole_argument("TO", arguments[1], *first + 1, depth);
  if (!last) return last.error();
  session.set_loop(std::pair{Cursor{static_cast<std::uint32_t>(*first), 0},
                             Cursor{static_cast<std::uint32_t>(*last), 0}});
  return {};
}

Status bookmark(Session& session, Arguments) {
  session.toggle_bookmark();
  return {};
}

template <bool forward>
Status go_to_bookmark(Session& session, LessonPlayer& lesson, Notices& notices, Arguments) {
  const auto next = session.bookmarks().upper_bound(session.cursor());
  if (forward && next != session.bookmarks().end()) tell_held(session, lesson, notices, *next);
  if (!session.go_to_bookmark(forward)) {
    notices.notify(forward ? "No bookmark after this step." : "No bookmark before this step.");
    notices.of_run(session.generation());
  }
  return {};
}

Status advance(Session& session, Arguments arguments) {
  const auto seconds = number_argument("SECONDS", arguments[0], 0, 3600);
  if (!seconds) return seconds.error();
  session.advance(*seconds);
  return {};
}

Status settle(Session& session, Arguments) {
  session.settle();
  return {};
}

constexpr bool kRepeats = true;

}  // namespace

std::span<const Command> playback_commands() {
  using enum Effect;
  using enum StepUnit;
  static const std::vector<Command> kRows = {
      {"play-pause",
       "Play or pause",
       "Playback",
       kShow,
       "Space  K",
       "",
       {key(GLFW_KEY_SPACE), key(GLFW_KEY_K)},
       loaded,
       toggle_play},
      {"play", "Play", "Playback", kShow, "", "", {}, loaded, play},
      {"pause", "Pause", "Playback", kShow, "", "", {}, loaded, pause},
      {"step-forward",
       "Step forward one layer",
       "Playback",
       kShow,
       "→",
       "",
       {key(GLFW_KEY_RIGHT), key(GLFW_KEY_PAGE_DOWN)},
       loaded,
       step<kLayer, true>,
       kRepeats},
      {"step-back",
       "Step back one layer",
       "Playback",
       kShow,
       "←",
       "",
       {key(GLFW_KEY_LEFT), key(GLFW_KEY_PAGE_UP)},
       loaded,
       step<kLayer, false>,
       kRepeats},
      {"step-comparator-forward",
       "Step forward one comparator",
       "Playback",
       kShow,
       ".  Ctrl+→",
       "",
       {typed('.'), ctrl(GLFW_KEY_RIGHT)},
       loaded,
       step<kComparator, true>,
       kRepeats},
      {"step-comparator-back",
       "Step back one comparator",
       "Playback",
       kShow,
       ",  Ctrl+←",
       "",
       {typed(','), ctrl(GLFW_KEY_LEFT)},
       loaded,
       step<kComparator, false>,
       kRepeats},
      {"step-level-forward",
       "To the end of the merge level",
       "Playback",
       kShow,
       "Shift+→",
       "",
       {shift(GLFW_KEY_RIGHT)},
       loaded,
       step<kLevel, true>,
       kRepeats},
      {"step-level-back",
       "To the start of the merge level",
       "Playback",
       kShow,
       "Shift+←",
       "",
       {shift(GLFW_KEY_LEFT)},
       loaded,
       step<kLevel, false>,
       kRepeats},
      {"start",
       "To the input",
       "Playback",
       kShow,
       "Home",
       "",
       {key(GLFW_KEY_HOME)},
       loaded,
       go_to_start},
      {"end",
       "To the output",
       "Playback",
       kShow,
       "End",
       "",
       {key(GLFW_KEY_END)},
       loaded,
       go_to_end},
      {"seek",
       "Go to a layer (0 is the input)",
       "Playback",
       kShow,
       "",
       "LAYER [COMPARATOR]",
       {},
       loaded,
       seek},
      {"scrub",
       "Forward by a part of a layer, below 0 back (or Alt and the wheel)",
       "Playback",
       kShow,
       "",
       "LAYERS",
       {},
       loaded,
       scrub},
      {"slower",
       "Slower",
       "Playback",
       kShow,
       "[  −",
       "",
       {typed('['), typed('-')},
       loaded,
       slower,
       kRepeats},
      {"faster",
       "Faster",
       "Playback",
       kShow,
       "]  +",
       "",
       {typed(']'), typed('+'), typed('=')},
       loaded,
       faster,
       kRepeats},
      {"speed",
       "Steps a second, 0.05 to 256",
       "Playback",
       kShow,
       "",
       "SPEED",
       {},
       loaded,
       set_speed},
      {"play-unit",
       "Play by comparator, layer or merge level: the next of the three",
       "Playback",
       kShow,
       "U",
       "[comparator|layer|level]",
       {key(GLFW_KEY_U)},
       loaded,
       set_play_unit},
      {"loop-start",
       "Start the loop here",
       "Loop and bookmarks",
       kShow,
       "I",
       "",
       {key(GLFW_KEY_I)},
       loaded,
       loop_start},
      {"loop-end",
       "End the loop here",
       "Loop and bookmarks",
       kShow,
       "O",
       "",
       {key(GLFW_KEY_O)},
       loaded,
       loop_end},
      {"loop-level",
       "Loop this merge level, or stop looping",
       "Loop and bookmarks",
       kShow,
       "L",
       "",
       {key(GLFW_KEY_L)},
       loaded,
       loop_level},
      {"loop-clear",
       "Stop looping",
       "Loop and bookmarks",
       kShow,
       "",
       "",
       {},
       has_loop,
       loop_clear,
       false,
       "a loop is set"},
      {"loop",
       "Loop from one layer to another",
       "Loop and bookmarks",
       kShow,
       "",
       "FROM TO",
       {},
       loaded,
       loop_range},
      {"bookmark",
       "Set or remove a bookmark here",
       "Loop and bookmarks",
       kShow,
       "B",
       "",
       {key(GLFW_KEY_B)},
       loaded,
       bookmark},
      {"bookmark-next",
       "To the next bookmark",
       "Loop and bookmarks",
       kShow,
       "Ctrl+B",
       "",
       {ctrl(GLFW_KEY_B)},
       has_bookmarks,
       go_to_bookmark<true>,
       kRepeats,
       "there is a bookmark"},
      {"bookmark-previous",
       "To the previous bookmark",
       "Loop and bookmarks",
       kShow,
       "Ctrl+Shift+B",
       "",
       {ctrl_shift(GLFW_KEY_B)},
       has_bookmarks,
       go_to_bookmark<false>,
       kRepeats,
       "there is a bookmark"},
      {"advance", "Let time pass (scripts)", "Scripts", kShow, "", "SECONDS", {}, loaded, advance},
      {"settle", "End motion at once (scripts)", "Scripts", kShow, "", "", {}, nullptr, settle},
  };
  return kRows;
}

}  // namespace sortscope
