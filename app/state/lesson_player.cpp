// lesson_player.cpp: entering a place of a lesson: which lines run, when, and what they may keep.
#include "app/state/lesson_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/lesson_check.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/quiz.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

// Commands that put a run on the screen which does not depend on what was there: their block starts
// afresh.
constexpr std::array<std::string_view, 5> kRunCommands = {"counterexample", "record", "preset",
                                                          "open", "new-network"};

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

double LessonPlayer::elapsed_s() const { return now_s() - started_s_; }

bool LessonPlayer::at_end() const { return !after(place_); }

void LessonPlayer::take(App& app, std::shared_ptr<const Lesson> lesson) {
  if (lesson_ == nullptr) engine_ = app.next.engine_id;
  lesson_ = std::move(lesson);
  recordings_.clear();
  started_s_ = now_s();
  source_ = source_of(*lesson_);
  // A file with a shipped lesson's name is not that lesson.
  from_file_ = from_file(source_) && std::filesystem::exists(lesson_->file);
  if (from_file_) written_ = time_of(lesson_->file);
}

void LessonPlayer::start(App& app, std::shared_ptr<const Lesson> lesson, std::size_t stop) {
  keep_own_run(app);
  take(app, std::move(lesson));
  go_to(app, {stop, 0});
}

void LessonPlayer::resume(App& app, std::shared_ptr<const Lesson> lesson, LessonPlace place) {
  if (lesson_ != lesson) take(app, std::move(lesson));
  tasks_.clear();
  error_text_.clear();
  away_ = false;
  place_ = place;
  touched_ = true;
  ++entries_;
}

void LessonPlayer::next(App& app) {
  if (away_) return come_back(app);
  if (const auto place = after(place_)) enter(app, *place, true);
}

void LessonPlayer::back(App& app) {
  if (away_) return come_back(app);
  if (place_.build > 0) {
    enter(app, {place_.stop, place_.build - 1}, false);
  } else if (place_.stop > 0) {
    enter(app, {place_.stop - 1, lesson_->stops[place_.stop - 1].builds.size() - 1}, false);
  }
}

void LessonPlayer::go_to(App& app, LessonPlace place) {
  keep_own_run(app);
  place.stop = std::min(place.stop, lesson_->stops.size() - 1);
  place.build = std::min(place.build, lesson_->stops[place.stop].builds.size() - 1);
  away_ = false;
  enter(app, place, false);
}

bool LessonPlayer::turn_page(int by) {
  const std::size_t wanted = pages.shown + static_cast<std::size_t>(by);
  if (wanted >= pages.count) return false;  // also before the first
  pages.shown = wanted;
  return true;
}

void LessonPlayer::leave(const App& app) {
  if (lesson_ == nullptr) return;
  if (!away_) left_views_ = ids_of(app.panes);
  away_ = true;
  tasks_.clear();
}

bool LessonPlayer::make_way(App& app) {
  const bool in_lesson = active();
  leave(app);
  const bool its_run = in_lesson || app.history->shows_lesson_run(app.session.generation());
  if (own_views_.empty() || !its_run) return false;
  // Panes that the person has chosen since stay.
  if (ids_of(app.panes) != left_views_) return false;
  app.panes.set_count(own_views_.size());
  app.panes.focused = 0;
  for (std::size_t i = 0; i < app.panes.views.size(); ++i) {
    // They were shown before.
    if (app.panes.views[i]->id() != own_views_[i]) (void)app.panes.set(i, own_views_[i]);
  }
  return true;
}

void LessonPlayer::come_back(App& app) { go_to(app, place_); }

void LessonPlayer::close(App& app) {
  if (pending_) app.notices.shown = std::move(pending_->notices);
  app.session.laid_over.highlights.clear();
  app.quiz->leave(app.session, true);
  app.next.engine_id = engine_;
  if (!away_) left_views_ = ids_of(app.panes);
  LessonPlayer closed;
  closed.errors_ = std::move(errors_);
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

void LessonPlayer::enter(App& app, LessonPlace place, bool forwards) {
  const bool goes_on = forwards && !touched_ && error_text_.empty() && !records(block(place));
  if (goes_on) {
    // What still moves in the step before is over.
    for (Task& task : tasks_) task.settled = true;
    tasks_.push_back({Task::Kind::kPass});
    add_block(place, false);
  } else {
    app.quiz->leave(app.session, true);
    tasks_.clear();
    if (pending_) app.notices.shown = std::move(pending_->notices);
    pending_.reset();
    error_text_.clear();
    keep_own_run(app);
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
    app.remembered.add_stop(lesson_->name, place.stop + 1, at_end());
    last_shipped_ = lesson_->name;
  }
  if (!app.session.playing_to() || goes_on) app.session.settle();
  run_tasks(app);
}

void LessonPlayer::keep_own_run(App& app) {
  if (!app.session.loaded() || app.history->shows_lesson_run(app.session.generation())) return;
  // A lesson's run that was edited is shown as the lesson shows it.
  if (!active()) own_views_ = ids_of(app.panes);
  const bool kept = app.history->push(app);
  // From here on it is the lesson's to replace.
  app.history->note_lesson_run(app.session.generation());
  if (!kept) return;
  app.notices.offer("Your run is kept.", "Back to my run", "back", false);
}

void LessonPlayer::start_afresh(App& app) const {
  app.session.set_playing(false);
  app.session.set_loop(std::nullopt);
  app.session.set_speed(1);
  app.session.set_play_unit(StepUnit::kLayer);
  app.session.hover = app.session.selected = {};
  app.session.options = {};
  Measured kept;
  kept.lab = app.session.measured.lab;
  kept.lab_before = app.session.measured.lab_before;
  app.session.measured = std::move(kept);
  app.session.laid_over = {};
  app.background.halver_test.reset();
  app.background.experiment.reset();
  app.drawn.trace_live = false;
  app.next.run = usual_run();
  app.next.run_keys = kUsualKeys;
  app.next.run_type = kUsualType;
  app.next.engine_id = engine_;
  app.panes.set_count(1);
  app.panes.focused = 0;
  if (app.panes.views[0]->id() != "network") (void)app.panes.set(0, "network");
  app.panes.views[0]->fit();
}

void LessonPlayer::run_tasks(App& app) {
  if (running_) return;
  running_ = true;
  while (!app.background.work) {
    if (pending_) finish_pending(app);
    if (tasks_.empty()) break;
    const Task task = tasks_.front();
    if (app.session.playing_to()) {
      if (!task.settled) break;
      app.session.settle();
    }
    tasks_.pop_front();
    run(app, task);
  }
  running_ = false;
}

void LessonPlayer::run(App& app, const Task& task) {
  switch (task.kind) {
    case Task::Kind::kAfresh:
      return start_afresh(app);
    case Task::Kind::kRecord: {
      static const LessonLine kRecord{"record", 1};
      return run_line(app, kRecord);
    }
    case Task::Kind::kStop:
      app.session.laid_over.highlights.clear();
      app.quiz->leave(app.session, false);
      return;
    case Task::Kind::kPass:
      return app.quiz->pass(app.session);
    case Task::Kind::kLine:
      run_line(app, *task.line);
      if (task.settled && !app.background.work) app.session.settle();
      return;
  }
}

void LessonPlayer::run_line(App& app, const LessonLine& line) {
  Pending pending{&line, line.text == "record", app.session.generation(), {}};
  if (const auto kept = recordings_.find(line.number);
      pending.records && kept != recordings_.end()) {
    adopt(app, prepare_run(kept->second));
    return;
  }
  pending.notices = std::exchange(app.notices.shown, {});
  pending_ = std::move(pending);
  line_ = line.number;
  if (const Status status = run_command_line(app, line.text, source_); !status) {
    app.notices.shown = std::move(pending_->notices);
    pending_.reset();
    fail(line.number, status.error());
  }
}

void LessonPlayer::finish_pending(App& app) {
  Pending pending = std::move(*pending_);
  pending_.reset();
  const std::vector<Notice> said = std::exchange(app.notices.shown, std::move(pending.notices));
  const bool opened = app.session.generation() != pending.generation;
  // A run whose output is not in order is what a lesson may want to show.
  const auto error =
      std::find_if(said.begin(), said.end(), [](const Notice& n) { return n.error; });
  if (!opened && error != said.end()) {
    fail(pending.line->number, {ErrorCode::kWorkFailed, error->text, ""});
    return;
  }
  if (pending.records && opened && app.session.recording().real_keys() <= kMostKeptKeys) {
    recordings_[pending.line->number] = app.session.shared_recording();
  }
}

void LessonPlayer::fail(std::uint32_t line, const Error& error) {
  errors_.push_back(at_line(*lesson_, line, error));
  error_text_ = errors_.back().text();
  tasks_.clear();
}

void LessonPlayer::attend(App& app) {
  if (lesson_ != nullptr) run_tasks(app);
}

void LessonPlayer::settle(App& app) {
  if (lesson_ == nullptr) return;
  for (Task& task : tasks_) task.settled = true;
  do {
    app.background.wait(app);
    run_tasks(app);
  } while (app.background.work);
  app.session.settle();
}

bool LessonPlayer::reload_if_changed(App& app) {
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
  if (pending_) app.notices.shown = std::move(pending_->notices);
  pending_.reset();
  recordings_.clear();
  const bool away = away_;
  lesson_ = std::make_shared<const Lesson>(std::move(*read));
  error_text_.clear();
  if (away) {
    place_.stop = std::min(place_.stop, lesson_->stops.size() - 1);
    place_.build = std::min(place_.build, lesson_->stops[place_.stop].builds.size() - 1);
  } else {
    go_to(app, place_);
  }
  return true;
}

}  // namespace sortscope
