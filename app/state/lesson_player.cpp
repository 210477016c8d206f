// lesson_player.cpp: entering a place of a lesson: which lines run, when, and what they may keep.
#include "app/state/lesson_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>

#include "app/state/history.h"
#include "app/state/lesson_check.h"
#include "app/state/next_run.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/parts/remembered.h"
#include "app/state/quiz.h"
#include "app/surface/surface.h"
#include "core/base/input_file.h"
#include "core/base/number_text.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

// Commands that put a run on the screen which does not depend on what was there: their block starts
// afresh.
constexpr std::array<std::string_view, 5> kRunCommands = {"counterexample", "record", "preset",
                                                          "open", "new-network"};

// Lets lines work for longer.
constexpr const char* kGoOn = "lesson-go-on";

// Recordings with more keys are made again instead of kept.
constexpr std::uint32_t kMostKeptKeys = 1U << 16;

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string_view first_word(std::string_view line) { return line.substr(0, line.find(' ')); }

bool records(const LessonBuild& block) {
  return std::any_of(block.lines.begin(), block.lines.end(), [](const LessonLine& line) {
    return std::find(kRunCommands.begin(), kRunCommands.end(), first_word(line.text)) !=
           kRunCommands.end();
  });
}

std::vector<std::string> ids_of(const Panes& panes) {
  std::vector<std::string> ids;
  for (const auto& view : panes.views) ids.emplace_back(view->id());
  return ids;
}

// What was said before a line of the lesson is shown again, without what spoke of a run that the
// line has replaced.
void show_again(Notices& notices, std::vector<Notice> before, const Session& session,
                std::uint64_t generation) {
  notices.shown = std::move(before);
  if (session.generation() != generation) notices.show_run(session.generation());
}

// The line's work, if it goes on, is no longer waited for.
template <typename Pending>
void drop(std::optional<Pending>& pending, const Session& session, Notices& notices) {
  if (pending) show_again(notices, std::move(pending->notices), session, pending->generation);
  pending.reset();
}

// When the file was written last; 0: there is none.
std::int64_t time_of(const std::string& path) {
  std::error_code failure;
  const auto time = std::filesystem::last_write_time(path, failure);
  return failure ? 0 : static_cast<std::int64_t>(time.time_since_epoch().count());
}

}  // namespace

const LessonBuild& LessonPlayer::block(LessonPlace place) const {
  return lesson_->stops[place.stop].builds[place.build];
}

std::optional<LessonPlace> LessonPlayer::after(LessonPlace place) const {
  if (place.build + 1 < lesson_->stops[place.stop].builds.size()) {
    return LessonPlace{place.stop, place.build + 1};
  }
  if (place.stop + 1 < lesson_->stops.size()) return LessonPlace{place.stop + 1, 0};
  return std::nullopt;
}

void LessonPlayer::limit(std::optional<LessonBudget> budget) {
  budget_ = budget;
  compared_ = 0;
  limited_s_ = now_s();
  gave_up_ = false;
}

bool LessonPlayer::spent() const {
  return budget_ && (compared_ > budget_->comparators || now_s() - limited_s_ > budget_->seconds);
}

bool LessonPlayer::unasked(const Surface& surface) const {
  // Without a window nobody could answer.
  if (surface.headless() || settles_ || may_go_on_ || budget_ || !from_file(source_)) return false;
  const double now_more_s = pending_ ? now_s() - pending_->begun_s : 0;
  return worked_s_ + now_more_s > unasked_s;
}

void LessonPlayer::ask(Notices& notices, const std::string& why) {
  asks_ = true;
  notices.offer(why + ": the rest of this step waits.", "Go on", kGoOn, false);
}

std::string LessonPlayer::too_long() const {
  return fmt::format("The lesson has worked for {:.0f} seconds", unasked_s);
}

void LessonPlayer::stop(Notices& notices) {
  if (!goes_on()) return;
  goes_on_ = false;
  ask(notices, "The lesson was stopped");
}

void LessonPlayer::ask_no_more(Notices& notices) {
  if (!std::exchange(asks_, false)) return;
  std::erase_if(notices.shown, [](const Notice& each) { return each.command == kGoOn; });
}

void LessonPlayer::go_on(const LessonParts& parts) {
  if (!asks_) return;
  ask_no_more(parts.notices);
  may_go_on_ = true;
  run_tasks(parts);
}

double LessonPlayer::elapsed_s() const { return now_s() - started_s_; }

bool LessonPlayer::at_end() const { return !after(place_); }

void LessonPlayer::take(const NextRun& next, std::shared_ptr<const Lesson> lesson) {
  if (lesson_ == nullptr) engine_ = next.engine_id;
  lesson_ = std::move(lesson);
  runs_.clear();
  release_held_files();
  started_s_ = now_s();
  source_ = source_of(*lesson_);
  // A file with a shipped lesson's name is not that lesson.
  std::error_code failure;
  from_file_ = from_file(source_) && std::filesystem::exists(lesson_->file, failure);
  if (from_file_) written_ = time_of(lesson_->file);
}

void LessonPlayer::start(const LessonParts& parts, std::shared_ptr<const Lesson> lesson,
                         std::size_t stop) {
  keep_own_run(parts);
  take(parts.next, std::move(lesson));
  go_to(parts, {stop, 0});
}

void LessonPlayer::resume(const NextRun& next, std::shared_ptr<const Lesson> lesson,
                          LessonPlace place) {
  if (lesson_ != lesson) take(next, std::move(lesson));
  tasks_.clear();
  error_text_.clear();
  away_ = false;
  place_ = place;
  touched_ = true;
  ++entries_;
}

void LessonPlayer::next(const LessonParts& parts) {
  if (away_) return come_back(parts);
  if (const auto place = after(place_)) enter(parts, *place, true);
}

void LessonPlayer::back(const LessonParts& parts) {
  if (away_) return come_back(parts);
  if (place_.build > 0) {
    enter(parts, {place_.stop, place_.build - 1}, false);
  } else if (place_.stop > 0) {
    enter(parts, {place_.stop - 1, lesson_->stops[place_.stop - 1].builds.size() - 1}, false);
  }
}

void LessonPlayer::go_to(const LessonParts& parts, LessonPlace place) {
  keep_own_run(parts);
  place.stop = std::min(place.stop, lesson_->stops.size() - 1);
  place.build = std::min(place.build, lesson_->stops[place.stop].builds.size() - 1);
  away_ = false;
  enter(parts, place, false);
}

bool LessonPlayer::turn_page(int by) {
  const std::size_t wanted = pages.shown + static_cast<std::size_t>(by);
  if (wanted >= pages.count) return false;  // also before the first
  pages.shown = wanted;
  return true;
}

bool LessonPlayer::turn_to_question() {
  if (!active() || pages.shown >= pages.question) return false;
  pages.shown = pages.question;
  return true;
}

void LessonPlayer::leave(const Panes& panes, Notices& notices) {
  if (lesson_ == nullptr) return;
  if (!away_) left_views_ = ids_of(panes);
  away_ = true;
  ask_no_more(notices);
  tasks_.clear();
}

bool LessonPlayer::make_way(const Session& session, Panes& panes, const History& history,
                            Notices& notices) {
  const bool in_lesson = active();
  leave(panes, notices);
  const bool its_run = in_lesson || history.shows_lesson_run(session.generation());
  if (own_views_.empty() || !its_run) return false;
  // Panes that the person has chosen since stay.
  if (ids_of(panes) != left_views_) return false;
  panes.set_count(own_views_.size());
  panes.focused = 0;
  for (std::size_t i = 0; i < panes.views.size(); ++i) {
    // They were shown before.
    if (panes.views[i]->id() != own_views_[i]) (void)panes.set(i, own_views_[i]);
  }
  return true;
}

std::vector<std::string> LessonPlayer::own_views(const Session& session, const Panes& panes,
                                                 const History& history) const {
  std::vector<std::string> shown = ids_of(panes);
  const bool its_run = session.loaded() && history.shows_lesson_run(session.generation());
  const bool of_lesson = active() || (its_run && shown == left_views_);
  return of_lesson && !own_views_.empty() ? own_views_ : shown;
}

void LessonPlayer::come_back(const LessonParts& parts) { go_to(parts, place_); }

void LessonPlayer::close(Session& session, Quiz& quiz, NextRun& next, Notices& notices,
                         const Panes& panes) {
  drop(pending_, session, notices);
  release_held_files();
  ask_no_more(notices);
  session.laid_over.highlights.clear();
  quiz.leave(session, true);
  next.engine_id = engine_;
  if (!away_) left_views_ = ids_of(panes);
  LessonPlayer closed;
  closed.errors_ = std::move(errors_);
  closed.gave_up_ = gave_up_;
  closed.unasked_s = unasked_s;
  closed.last_shipped_ = std::move(last_shipped_);
  // The lesson's run and its panes stay on the screen.
  closed.own_views_ = std::move(own_views_);
  closed.left_views_ = std::move(left_views_);
  *this = std::move(closed);
}

void LessonPlayer::add_block(LessonPlace place, bool settled) {
  if (place.build == 0) tasks_.push_back({Task::Kind::kStop});
  for (const LessonLine& line : block(place).lines) {
    tasks_.push_back({Task::Kind::kLine, &line, settled});
  }
}

void LessonPlayer::enter(const LessonParts& parts, LessonPlace place, bool forwards) {
  const bool goes_on = forwards && !touched_ && error_text_.empty() && !records(block(place));
  ask_no_more(parts.notices);
  // A file that changes, or its lines, asks for nothing in a person's name.
  if (!reloads_ && !running_) {
    worked_s_ = 0;
    may_go_on_ = false;
  }
  if (goes_on) {
    // What still moves in the step before is over.
    for (Task& task : tasks_) task.settled = true;
    tasks_.push_back({Task::Kind::kPass});
    add_block(place, false);
  } else {
    parts.quiz.leave(parts.session, true);
    tasks_.clear();
    drop(pending_, parts.session, parts.notices);
    error_text_.clear();
    keep_own_run(parts);
    LessonPlace base;
    bool found = false;
    for (std::optional<LessonPlace> at = LessonPlace{}; at && *at <= place; at = after(*at)) {
      if (!records(block(*at))) continue;
      base = *at;
      found = true;
    }
    tasks_.push_back({Task::Kind::kAfresh});
    if (!found) tasks_.push_back({Task::Kind::kRecord});
    for (LessonPlace at = base; at < place; at = *after(at)) {
      add_block(at, true);
      tasks_.push_back({Task::Kind::kPass});
    }
    add_block(place, !forwards);
  }
  place_ = place;
  touched_ = false;
  ++entries_;
  if (is_shipped(*lesson_)) {
    parts.remembered.add_stop(lesson_->name, place.stop + 1, at_end());
    last_shipped_ = lesson_->name;
  }
  if (!parts.session.playing_to() || goes_on) parts.session.settle();
  run_tasks(parts);
}

void LessonPlayer::keep_own_run(const LessonParts& parts) {
  const bool loaded = parts.session.loaded();
  const bool its_run = loaded && parts.history.shows_lesson_run(parts.session.generation());
  // A lesson's run is shown as the lesson shows it, until one has chosen other panes.
  const std::vector<std::string> views = ids_of(parts.panes);
  if (!active() && (!its_run || views != left_views_)) own_views_ = views;
  if (!loaded || its_run) return;
  const bool kept = parts.history.push();
  // From here on it is the lesson's to replace.
  parts.history.note_lesson_run(parts.session.generation());
  if (!kept) return;
  // The arrow in the bar goes there too.
  parts.notices.mention("Your run is kept.", "Back to my run", "back");
}

void LessonPlayer::start_afresh(const LessonParts& parts) const {
  parts.session.set_playing(false);
  parts.session.set_loop(std::nullopt);
  parts.session.set_speed(1);
  parts.session.set_play_unit(StepUnit::kLayer);
  parts.session.hover = parts.session.selected = {};
  parts.session.options = {};
  Measured kept;
  kept.lab = parts.session.measured.lab;
  kept.lab_before = parts.session.measured.lab_before;
  kept.kernel = parts.session.measured.kernel;
  parts.session.measured = std::move(kept);
  parts.session.laid_over = {};
  parts.background.halver_test.reset();
  parts.background.experiment.reset();
  parts.drawn.trace_live = false;
  parts.next.run = usual_run();
  parts.next.run_keys = kUsualKeys;
  parts.next.run_type = kUsualType;
  parts.next.engine_id = engine_;
  parts.panes.set_count(1);
  parts.panes.focused = 0;
  if (parts.panes.views[0]->id() != "network") (void)parts.panes.set(0, "network");
  parts.panes.views[0]->fit();
}

void LessonPlayer::run_tasks(const LessonParts& parts) {
  if (running_) return;
  running_ = true;
  goes_on_ = false;
  const double begun_s = now_s();
  std::size_t ran = 0;
  while (!parts.background.work) {
    if (pending_) finish_pending(parts);
    if (tasks_.empty() || asks_) break;
    if (unasked(parts.surface)) {
      ask(parts.notices, too_long());
      break;
    }
    // What a person presses meanwhile is not kept waiting.
    goes_on_ = parts.background.watched && !settles_ && ran > 0 && now_s() - begun_s > slice_s;
    if (goes_on_) break;
    const Task task = tasks_.front();
    if (parts.session.playing_to()) {
      if (!task.settled) break;
      parts.session.settle();
    }
    tasks_.pop_front();
    run(parts, task);
    ++ran;
  }
  running_ = false;
}

void LessonPlayer::run(const LessonParts& parts, const Task& task) {
  switch (task.kind) {
    case Task::Kind::kAfresh:
      return start_afresh(parts);
    case Task::Kind::kRecord: {
      static const LessonLine kRecord{"record", 1};
      return run_line(parts, kRecord);
    }
    case Task::Kind::kStop:
      parts.session.laid_over.highlights.clear();
      parts.quiz.leave(parts.session, false);
      return;
    case Task::Kind::kPass:
      return parts.quiz.pass(parts.session);
    case Task::Kind::kLine:
      run_line(parts, *task.line);
      if (task.settled && !parts.background.work) parts.session.settle();
      return;
  }
}

void LessonPlayer::run_line(const LessonParts& parts, const LessonLine& line) {
  Pending pending{&line, line.text == "record", parts.session.generation(), {}, now_s()};
  if (const auto kept = pending.records ? runs_.find(line.number) : nullptr) {
    adopt(parts, prepare_run(kept));
    return;
  }
  if (spent()) {
    gave_up_ = true;
    return fail(line.number,
                {ErrorCode::kBadInput,
                 fmt::format("the lesson's runs take too long to be checked: more than {} "
                             "comparisons, or {} seconds.",
                             grouped_number(budget_->comparators), budget_->seconds),
                 "Record fewer keys, or divide the lesson."});
  }
  pending.notices = std::exchange(parts.notices.shown, {});
  pending_ = std::move(pending);
  cut_ = false;
  line_ = line.number;
  if (const Status status = parts.commands.run(line.text, source_); !status) {
    drop(pending_, parts.session, parts.notices);
    fail(line.number, status.error());
  }
}

void LessonPlayer::finish_pending(const LessonParts& parts) {
  Pending pending = std::move(*pending_);
  pending_.reset();
  const std::vector<Notice> said = std::move(parts.notices.shown);
  show_again(parts.notices, std::move(pending.notices), parts.session, pending.generation);
  const bool opened = parts.session.generation() != pending.generation;
  worked_s_ += now_s() - pending.begun_s;
  if (std::exchange(cut_, false) && !opened) {
    tasks_.push_front({Task::Kind::kLine, pending.line});
    return ask(parts.notices, too_long());
  }
  // A run whose output is not in order is what a lesson may want to show.
  const auto error =
      std::find_if(said.begin(), said.end(), [](const Notice& n) { return n.error; });
  if (!opened && error != said.end()) {
    fail(pending.line->number, {ErrorCode::kWorkFailed, error->text, ""});
    return;
  }
  if (!opened) return;
  compared_ += parts.session.recording().network.size();
  if (pending.records && parts.session.recording().real_keys() <= kMostKeptKeys) {
    runs_.keep(pending.line->number, parts.session.shared_recording());
  }
}

void LessonPlayer::fail(std::uint32_t line, const Error& error) {
  errors_.push_back(at_line(*lesson_, line, error));
  error_text_ = errors_.back().text();
  tasks_.clear();
}

void LessonPlayer::attend(const LessonParts& parts) {
  if (lesson_ == nullptr) return;
  if (pending_ && parts.background.work && !cut_ && unasked(parts.surface)) {
    cut_ = true;
    parts.background.work->progress.cancel = true;
  }
  run_tasks(parts);
}

void LessonPlayer::settle(const LessonParts& parts) {
  if (lesson_ == nullptr) return;
  for (Task& task : tasks_) task.settled = true;
  ask_no_more(parts.notices);
  settles_ = true;
  do {
    parts.commands.wait();
    run_tasks(parts);
  } while (parts.background.work);
  settles_ = false;
  parts.session.settle();
}

bool LessonPlayer::reload_if_changed(const LessonParts& parts) {
  constexpr double kLookEvery_s = 0.25;
  if (lesson_ == nullptr || !from_file_) return false;
  if (now_s() - looked_s_ < kLookEvery_s) return false;
  looked_s_ = now_s();
  const auto written = time_of(lesson_->file);
  // An editor that replaces the file leaves a moment without one.
  if (written == written_ || written == 0) return false;
  written_ = written;
  auto read = read_lesson(lesson_->file);
  if (!read) {
    error_text_ = read.error().text();
    return true;
  }
  if (const auto errors = check_command_lines(*read); !errors.empty()) {
    error_text_ = errors.front().text();
    return true;
  }
  // Tasks point into the lesson that goes.
  tasks_.clear();
  drop(pending_, parts.session, parts.notices);
  runs_.clear();
  release_held_files();
  const bool away = away_;
  lesson_ = std::make_shared<const Lesson>(std::move(*read));
  error_text_.clear();
  if (away) {
    place_.stop = std::min(place_.stop, lesson_->stops.size() - 1);
    place_.build = std::min(place_.build, lesson_->stops[place_.stop].builds.size() - 1);
  } else {
    reloads_ = true;
    go_to(parts, place_);
    reloads_ = false;
  }
  return true;
}

}  // namespace sortscope
