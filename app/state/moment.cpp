// moment.cpp: taking down what is shown, and showing it again.
#include "app/state/moment.h"

#include <fmt/format.h>

#include <utility>

#include "app/state/network_desk.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/panes.h"
#include "app/state/parts/look.h"
#include "app/state/quiz.h"
#include "app/state/session_file.h"
#include "core/recordings/recording.h"
#include "core/scenes/race.h"

namespace sortscope {

namespace {

constexpr std::size_t kMostTextKeys = std::size_t{1} << 15;
constexpr std::size_t kMostTextComparators = std::size_t{1} << 15;

std::uint64_t bytes_of(const Recording& recording) {
  return recording_size(*recording.algorithm, recording.real_keys(),
                        bits_of(recording.request.keys.type), recording.request)
      .total_bytes;
}

}  // namespace

Moment::Moment(const ShownParts& shown)
    : recording_(shown.session.shared_recording()),
      engine_note_(shown.next.engine_note),
      options_(shown.session.options),
      measured_(shown.session.measured),
      laid_over_(shown.session.laid_over),
      lines_(picture_lines(shown)),
      editor_(shown.network_desk.editor),
      question_(shown.quiz.opened()),
      waiting_(shown.quiz.waiting(shown.session.generation())) {
  // The lesson comes back by itself; panels are the window's.
  std::erase_if(lines_, [](const std::string& line) {
    return line.starts_with("lesson") || line.starts_with("panels ");
  });
  if (shown.lesson.active()) {
    lesson_ = shown.lesson.shared_lesson();
    place_ = shown.lesson.place();
  }
}

void Moment::show(const SessionParts& parts, PreparedRun prepared) const {
  parts.quiz.leave(parts.session, true);
  adopt(parts, std::move(prepared), Before::kDropped);
  parts.next.engine_note = engine_note_;
  const bool panels = parts.look.panels_shown;
  const Measured now = parts.session.measured;
  const LabPlotOptions plot = parts.session.options.lab_plot;
  reset_picture(parts.session, parts.panes, parts.look);
  parts.look.panels_shown = panels;
  for (const std::string& line : lines_) {
    // What showed this run once fits it still.
    [[maybe_unused]] const Status shown = parts.commands.run(line, {.source = Source::kProgram});
  }
  parts.session.options = options_;
  parts.session.options.lab_plot = plot;
  parts.session.measured = measured_;
  parts.session.measured.lab = now.lab;
  parts.session.measured.lab_before = now.lab_before;
  if (measured_.kernel == nullptr) parts.session.measured.kernel = now.kernel;
  parts.session.laid_over = laid_over_;
  parts.session.laid_over.question.reset();
  parts.session.settle();
  parts.network_desk.editor = editor_;
  // Only here it is known whether findings tell of it.
  say_disorder(parts);
  if (lesson_) {
    parts.player.resume(parts.next, lesson_, place_);
  } else {
    parts.player.leave(parts.panes, parts.notices);
  }
  // Esc has ended the quiz, or left the lesson, that asked it.
  const bool asks = question_ && (question_->lesson.empty() ? parts.quiz.on : lesson_ != nullptr);
  if (asks) parts.quiz.reopen(parts.session, *question_);
  // Who walks on from here still sees its answer.
  if (waiting_) parts.quiz.wait_again(parts.session, *waiting_);
}

std::string Moment::title() const {
  return fmt::format("{} · {} {}", recording_->title(), count_text(recording_->real_keys()),
                     recording_->real_keys() == 1 ? "key" : "keys");
}

std::uint64_t Moment::bytes() const {
  std::uint64_t bytes = bytes_of(*recording_);
  if (measured_.race) {
    for (const RaceLane& lane : measured_.race->lanes) bytes += bytes_of(*lane.recording);
  }
  return bytes;
}

std::string Moment::session_text() const {
  const RunRequest& request = recording_->request;
  if (request.input == "given" && request.keys.size() > kMostTextKeys) return "";
  const ListedNetwork* listed = recording_->network.listed();
  if (listed != nullptr && listed->size() > kMostTextComparators) return "";
  std::string text = "# Sortscope session 1\n";
  for (const std::string& line : run_lines(*recording_)) text += line + "\n";
  text += "record\n";
  for (const std::string& line : lines_) text += line + "\n";
  return text;
}

}  // namespace sortscope
