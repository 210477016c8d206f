// agenda.cpp: opens and shows, one thing after the other.
#include "app/window/agenda.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "app/state/command_arguments.h"
#include "app/state/history.h"
#include "app/state/lesson_player.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/parts/remembered.h"
#include "app/state/session_file.h"
#include "app/widgets/widgets.h"
#include "app/window/run.h"
#include "core/base/input_file.h"
#include "core/base/number_text.h"
#include "core/base/parse_number.h"
#include "core/keys/inputs.h"
#include "core/networks/steps.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

// The run that the window opens with where nothing else is asked for. Errors: kBadUsage.
Result<RunRequest> usual_request(RunRequest run) {
  const auto algorithm = find_algorithm(run.algorithm);
  if (!algorithm) return algorithm.error();
  run.input = usual_input(**algorithm);
  run.seed = kUsualSeed;
  if (Status status = generate_run_keys(run, **algorithm, kUsualType, kUsualKeys); !status) {
    return status.error();
  }
  return run;
}

Status begin_run(const AgendaParts& parts, const WindowRequest& request) {
  parts.next.engine_id = request.engine;
  if (!request.preset.empty()) return parts.commands.run("preset " + request.preset);
  auto run =
      request.run.keys.size() == 0 ? usual_request(request.run) : Result<RunRequest>(request.run);
  if (!run) return run.error();
  parts.next.run = *run;
  parts.next.run_keys = static_cast<std::uint32_t>(run->keys.size());
  parts.next.run_type = run->keys.type;
  start_recording(parts, std::move(*run), request.engine);
  return {};
}

Status check_run(const AgendaParts& parts) {
  if (parts.session.loaded()) {
    parts.notices.failure.reset();
    return {};
  }
  const std::string why =
      parts.notices.shown.empty() ? "no recording could be made." : parts.notices.shown.back().text;
  return Error{ErrorCode::kWorkFailed, why, ""};
}

// To a step as all subcommands count them, "6", or "6:3": and three comparators.
Status go_to_step(Session& session, const std::string& text) {
  const auto bad = [&](const std::string& why) {
    return Error{ErrorCode::kBadUsage, fmt::format("--step {}: {}", text, why), ""};
  };
  std::string_view rest = text;
  const auto step = take_whole(rest, std::numeric_limits<std::uint32_t>::max());
  const auto more =
      rest.starts_with(':') ? parse_whole(rest.substr(1)) : std::optional<std::uint64_t>(0);
  const Network& network = session.recording().network;
  const std::uint32_t steps = step_count(network);
  if (!step || *step > steps) return bad(fmt::format("this run has steps 0 to {}.", steps));
  Cursor cursor = cursor_of_step(network, static_cast<std::uint32_t>(*step));
  const std::uint64_t left =
      cursor.layer < network.depth() ? network.count(cursor.layer) - cursor.comparator : 0;
  if (!more || *more > left) return bad(fmt::format("{} comparators follow in that layer.", left));
  cursor.comparator += static_cast<std::uint32_t>(*more);
  if (left > 0 && *more == left) cursor = {cursor.layer + 1, 0};
  session.seek(cursor);
  return {};
}

// The lines of a script, each when it is asked for: a pipe may be written to while they run. What
// never ends, as a device, is refused at its first zero byte or where it becomes too long.
class ScriptLines {
 public:
  explicit ScriptLines(const std::string& path) : path_(path), file_(path) {}

  /// Nothing at the end. Errors: kBadInput.
  Result<std::optional<std::string>> next() {
    if (!file_.open()) return unreadable(errno);
    while (true) {
      const std::size_t end = text_.find('\n', looked_at_);
      if (end != std::string::npos || (ended_ && handed_out_ < text_.size())) {
        std::optional<std::string> line = text_.substr(handed_out_, end - handed_out_);
        looked_at_ = handed_out_ = end == std::string::npos ? text_.size() : end + 1;
        ++number_;
        return line;
      }
      if (ended_) return std::optional<std::string>();
      text_.erase(0, std::exchange(handed_out_, 0));
      looked_at_ = text_.size();
      if (read_ > kMostBytes) {
        return refused(fmt::format("the script is longer than {}", bytes_text(kMostBytes)));
      }
      text_.resize(looked_at_ + kPieceBytes);
      const ssize_t got = file_.read(text_.data() + looked_at_, kPieceBytes, nullptr);
      const int reason = errno;
      text_.resize(looked_at_ + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
      if (got < 0) return unreadable(reason);
      read_ += static_cast<std::size_t>(got);
      ended_ = got == 0;
      if (text_.find('\0', looked_at_) != std::string::npos) {
        return refused("there is a zero byte: this is no text");
      }
    }
  }

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{1} << 16;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 26;

  [[nodiscard]] Error unreadable(int reason) const {
    return {ErrorCode::kBadInput,
            fmt::format("cannot read the script {}: {}.", path_,
                        std::generic_category().message(reason)),
            "Check the path and its permissions."};
  }
  [[nodiscard]] Error refused(std::string_view why) const {
    return {ErrorCode::kBadInput, fmt::format("{}:{}: {}.", path_, number_ + 1, why),
            "A script has a command a line."};
  }

  std::string path_;
  InputFile file_;
  std::string text_;            // read; its end is not handed out
  std::size_t handed_out_ = 0;  // bytes of it
  std::size_t looked_at_ = 0;   // bytes of it in which no further line ends
  std::size_t read_ = 0;        // bytes of the script
  int number_ = 0;              // of lines handed out
  bool ended_ = false;
};

Status run_script(const AgendaParts& parts, const std::string& path) {
  ScriptLines lines(path);
  const auto run = [&](const std::string& line) -> Status {
    parts.notices.failure.reset();
    if (Status status = parts.commands.run(line); !status) return status;
    parts.commands.wait();
    return take_failure(parts.notices);
  };
  for (int number = 1;; ++number) {
    const auto line = lines.next();
    if (!line) return line.error();
    if (!*line) break;
    const std::size_t first = (*line)->find_first_not_of(" \t\r");
    if (first == std::string::npos || (**line)[first] == '#') continue;
    Status status = run(**line);
    const bool drawn = status.ok() && !parts.lines.quit;
    // Pictures of the window are written with its frames.
    if (drawn) status = parts.settle();
    if (drawn && status) status = take_failure(parts.notices);
    if (!status) {
      Error error = status.error();
      error.message = fmt::format("{}:{}: {}", path, number, error.message);
      return error;
    }
    if (parts.lines.quit) break;
  }
  return {};
}

void plan_line(Agenda& agenda, const std::string& line) {
  const auto named = [line](const Status& status) -> Status {
    if (status) return {};
    Error error = status.error();
    error.message = fmt::format("'{}': {}", line, error.message);
    return error;
  };
  agenda.add(
      [line, named](const AgendaParts& parts) {
        parts.notices.failure.reset();
        return named(parts.commands.run(line));
      },
      Agenda::Begin::kWithLesson);
  agenda.add([named](const AgendaParts& parts) { return named(take_failure(parts.notices)); });
}

LessonParts lesson_parts(const AgendaParts& parts) { return {parts, parts.quiz, parts.remembered}; }

// What failed in the item before.
Status check_failure(const AgendaParts& parts) { return take_failure(parts.notices); }

// Files and session of the command line: what is wrong with one ends a program without a window.
void plan_opening(Agenda& agenda, const WindowRequest& request) {
  if (!request.headless) {
    plan_files(agenda, request.files);
  } else {
    for (const std::string& file : request.files) {
      agenda.add([file](const AgendaParts& parts) { return open_path(parts, file); });
      agenda.add(check_failure);
    }
  }
  if (!request.session) return;
  agenda.add([&request](const AgendaParts& parts) {
    parts.notices.failure.reset();
    return open_session(parts, *request.session);
  });
  agenda.add(check_failure);
}

}  // namespace

Status take_failure(Notices& notices) {
  const std::optional<Error> failure = std::exchange(notices.failure, std::nullopt);
  return failure ? Status(*failure) : Status();
}

bool Agenda::awaits_lesson() const {
  return !items_.empty() && items_.front().begin == Begin::kWithLesson && parts_.player.waiting();
}

Status Agenda::go_on() {
  Status status = begin_items();
  parts_.background.more_to_come = !items_.empty();
  return status;
}

void Agenda::drop_items() {
  const auto left =
      std::count_if(items_.begin(), items_.end(), [](const Entry& entry) { return entry.opens; });
  items_.clear();
  if (left == 0) return;
  parts_.notices.notify(left == 1 ? std::string("Stopped: one more file was not opened.")
                                  : fmt::format("Stopped: {} more files were not opened.",
                                                grouped_number(static_cast<std::uint64_t>(left))));
}

Status Agenda::begin_items() {
  while (true) {
    cancelled_ = std::exchange(parts_.background.stop_all, false) || cancelled_;
    if (parts_.background.work) {
      cancelled_ = cancelled_ || (working_ && parts_.background.work->progress.cancelled());
      return {};
    }
    working_ = false;
    if (awaits_lesson()) parts_.player.attend(lesson_parts(parts_));
    if (awaits_lesson() || parts_.background.work) {
      working_ = parts_.background.work != nullptr;
      return {};
    }
    if (std::exchange(cancelled_, false)) {
      drop_items();
      if (!parts_.session.loaded()) {
        auto usual = usual_request({});
        if (!usual) return usual.error();
        parts_.notices.notify(fmt::format("A run of {} keys is shown in its place.", kUsualKeys));
        start_recording(parts_, std::move(*usual), "auto");
      }
    }
    if (items_.empty()) return {};
    const Item item = std::move(items_.front().item);
    items_.pop_front();
    parts_.background.more_to_come = false;  // a line may cancel what went on before it
    if (Status status = item(parts_); !status) return status;
    working_ = parts_.background.work != nullptr;
  }
}

Status Agenda::go_on_until(std::chrono::steady_clock::time_point end) {
  while (true) {
    if (Status status = go_on(); !status) return status;
    if (!parts_.background.work) return {};
    if (parts_.background.work->result.wait_until(end) != std::future_status::ready) return {};
    parts_.commands.collect();
  }
}

Status Agenda::finish() {
  while (true) {
    if (Status status = go_on(); !status) return status;
    if (awaits_lesson()) {
      parts_.player.settle(lesson_parts(parts_));
      continue;
    }
    if (!parts_.background.work) return {};
    parts_.commands.wait();
  }
}

void plan_files(Agenda& agenda, const std::vector<std::string>& files) {
  const auto opened = std::make_shared<std::size_t>(0);
  for (const std::string& file : files) {
    agenda.add_file([file](const AgendaParts& parts) -> Status {
      parts.notices.failure.reset();
      if (const Status status = open_path(parts, file); !status) parts.notices.fail(status.error());
      return {};
    });
    agenda.add([opened](const AgendaParts& parts) -> Status {
      if (take_failure(parts.notices)) ++*opened;
      return {};
    });
  }
  if (files.size() < 2) return;
  agenda.add([opened, count = files.size()](const AgendaParts& parts) -> Status {
    if (*opened < 2) return {};
    const std::string kept =
        *opened - 1 > kMostKeptRuns ? fmt::format("the {} before it", kMostKeptRuns) : "the others";
    parts.notices.notify(
        fmt::format("{} of {} files were opened, one after the other. The last one is shown; "
                    "{} goes back to {}.",
                    grouped_number(*opened), grouped_number(count), key_for("back"), kept));
    return {};
  });
}

void plan_start(Agenda& agenda, const WindowRequest& request) {
  agenda.add([&request](const AgendaParts& parts) { return begin_run(parts, request); });
  agenda.add(
      [own = request.preset.empty() && request.run.keys.size() == 0](const AgendaParts& parts) {
        const Status status = check_run(parts);
        if (status && own) parts.history.note_own_run(parts.session.generation());
        return status;
      });
  plan_opening(agenda, request);
  if (request.fresh) {
    agenda.add([](const AgendaParts& parts) -> Status {
      reset_picture(parts.session, parts.panes, parts.look);
      return {};
    });
  }
  if (!request.lesson.empty()) {
    agenda.add([&request](const AgendaParts& parts) {
      return parts.commands.run(
          fmt::format("lesson {} {}", quoted_word(request.lesson), request.stop));
    });
  }
  for (std::size_t i = 0; i <= request.lines.size(); ++i) {
    if (i == request.step_before && !request.step.empty()) {
      agenda.add(
          [&request](const AgendaParts& parts) { return go_to_step(parts.session, request.step); },
          Agenda::Begin::kWithLesson);
    }
    if (i < request.lines.size()) plan_line(agenda, request.lines[i]);
  }
  if (request.welcome) {
    agenda.add([](const AgendaParts& parts) -> Status {
      if (parts.remembered.welcome_at_start && parts.overlay.open == Overlay::kNone) {
        parts.overlay.open = Overlay::kWelcome;
      }
      return {};
    });
  }
  if (!request.script.empty()) {
    agenda.add([&request](const AgendaParts& parts) { return run_script(parts, request.script); },
               Agenda::Begin::kWithLesson);
  }
}

}  // namespace sortscope
