// session_file.cpp: reading session files and opening what they say.
#include "app/state/session_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>

#include "app/engines/engines.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/moment.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/surface/surface.h"
#include "core/base/input_file.h"
#include "core/base/number_text.h"
#include "core/base/progress.h"
#include "core/base/quote.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

constexpr std::string_view kFirstLine = "# Sortscope session";
constexpr std::string_view kVersion = "1";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kStandardInput = "standard input";
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

// The part before `record` makes the next run; what comes behind shows it.
bool is_about_run(const Command& command) {
  return command.effect == Effect::kChangeRun && command.group == "Next run";
}
bool is_about_picture(const Command& command) {
  return command.effect == Effect::kShow || command.effect == Effect::kReadLesson;
}

Error bad_line(std::string_view name, int line, std::size_t column, const std::string& what,
               std::string hint) {
  return {ErrorCode::kBadInput, fmt::format("{}:{}:{}: {}", name, line, column, what),
          std::move(hint)};
}

// Whether the line could run, as far as that can be told without a window.
Status check_line(std::string_view name, const SessionLine& line, bool in_run) {
  const std::size_t column = line.text.find_first_not_of(" \t") + 1;
  const auto words = split_command_line(line.text);
  if (!words) {
    return bad_line(name, line.number, column, words.error().message, words.error().hint);
  }
  const std::string& id = (*words)[0];
  const Command* command = find_command(id);
  if (command == nullptr) {
    const std::string_view nearest = nearest_command(id);
    return bad_line(name, line.number, column,
                    fmt::format("there is no command {}.", sortscope::quoted(id)),
                    nearest.empty() ? "" : fmt::format("Did you mean '{}'?", nearest));
  }
  if (Status status = check_allowed(id, command->effect, Source::kSession); !status) {
    return bad_line(name, line.number, column, status.error().message, status.error().hint);
  }
  const bool of_run = is_about_run(*command);
  const bool of_picture = is_about_picture(*command);
  if (!of_run && !of_picture) {
    return bad_line(name, line.number, column, fmt::format("'{}' is no line of a session.", id),
                    "A session has one run, which its line 'record' makes.");
  }
  if (in_run && !of_run) {
    return bad_line(name, line.number, column,
                    fmt::format("'{}' is about the picture, and stands before 'record'.", id),
                    "The run comes first, then a line 'record', then the picture.");
  }
  if (!in_run && !of_picture) {
    return bad_line(name, line.number, column,
                    fmt::format("'{}' is about the run, and stands after 'record'.", id),
                    "The run comes first, then a line 'record', then the picture.");
  }
  const ArgumentCount count = argument_count(command->arguments);
  const std::size_t given = words->size() - 1;
  if (given < count.least || given > count.most) {
    return bad_line(
        name, line.number, column + id.size(),
        fmt::format("'{}' takes {}, and here {} word{} given.", id,
                    command->arguments.empty() ? "nothing" : command->arguments,
                    given == 0 ? "no" : std::to_string(given), given == 1 ? " is" : "s are"),
        "");
  }
  return {};
}

// Chooses again what was chosen before; which engine ran stays told.
void put_back(NextRun& next, const NextRun& before) {
  std::string note = std::move(next.engine_note);
  next = before;
  next.engine_note = std::move(note);
}

// The run that the lines describe, and on what it is to run.
struct SessionRun {
  PlannedRun planned;
  EngineChoice engine;
  std::string note;              // where another engine or kernel has to do
  std::optional<Error> refused;  // it is too large to be recorded without asking
};

LineSource source_of(const SessionFile& session, bool large) {
  return {.source = Source::kSession, .folder = session.folder, .large = large};
}

// Whether a run of a window before, which its person records again, is asked about. O(depth).
Status check_own_run(const PlannedRun& planned) {
  const auto algorithm = find_algorithm(planned.request.algorithm);
  if (!algorithm) return algorithm.error();
  const RecordingSize size = recording_size(**algorithm, planned.keys(),
                                            bits_of(planned.request.keys.type), planned.request);
  if (size.total_bytes < kLargeRecordingBytes) return {};
  return Error{
      ErrorCode::kBadUsage,
      fmt::format("recording it again takes about {} of memory.", bytes_text(size.total_bytes)),
      "Do the same once more to record it."};
}

// Leaves the window's next run as it was. No key is made here.
Result<SessionRun> session_run(NextRun& next, const CommandRunner& commands,
                               const SessionFile& session, SessionSize size) {
  const NextRun before = next;
  const LineSource source = source_of(session, true);
  next.run = usual_run();
  next.run.seed = 0;  // the lines name it where it counts
  next.run_keys = kUsualKeys;
  next.run_type = kUsualType;
  std::string engine = "auto";
  std::string kernel;
  std::size_t bytes = 0;
  for (const SessionLine& line : session.run) bytes += line.text.size();
  if (size == SessionSize::kOfFile && bytes > kMostRunBytes) {
    put_back(next, before);
    SessionRun large;
    large.refused =
        Error{ErrorCode::kBadUsage,
              fmt::format("its keys or comparators are {} of text, and at most {} are read without "
                          "asking.",
                          bytes_text(bytes), bytes_text(kMostRunBytes)),
              "Open it all the same: `open FILE large`."};
    return large;
  }
  for (const SessionLine& line : session.run) {
    const auto words = split_command_line(line.text);
    if (words && (*words)[0] == "engine") {
      engine = (*words)[1];
      continue;
    }
    if (words && (*words)[0] == "kernel") {
      kernel = (*words)[1] == "auto" ? "" : (*words)[1];
      continue;
    }
    if (const Status status = commands.run(line.text, source); !status) {
      put_back(next, before);
      const Error& error = status.error();
      return bad_line(session.name, line.number, 1, error.message, error.hint);
    }
  }
  SessionRun run;
  const LineSource asking = source_of(session, size != SessionSize::kOfFile);
  if (Status status = check_file_keys(asking, next_run_keys(next)); !status) {
    put_back(next, before);
    run.refused = status.error();
    return run;
  }
  auto planned = next_run(next, source);
  put_back(next, before);
  if (!planned) {
    Error error = planned.error();
    error.message = fmt::format("{}: {}", session.name, error.message);
    return error;
  }
  if (Status status = check_file_run(asking, planned->request, planned->keys()); !status) {
    run.refused = status.error();
  } else if (size == SessionSize::kOwn) {
    if (Status own = check_own_run(*planned); !own) run.refused = own.error();
  }
  run.planned = std::move(*planned);
  auto choice = choose_engine(engine);
  if (!choice) {
    run.note = fmt::format("The session was recorded on '{}', which is not here: {}", engine,
                           choice.error().message);
    choice = choose_engine("auto");
    if (!choice) return choice.error();
  }
  run.engine = *choice;
  const auto& kernels = run.engine.engine->kernels();
  if (std::ranges::find(kernels, kernel, &Kernel::id) != kernels.end())
    run.planned.request.kernel = kernel;
  return run;
}

// The window before a session is shown, to put it back.
class WindowBefore {
 public:
  explicit WindowBefore(const SessionParts& parts) : next_(parts.next) {
    if (parts.session.loaded()) {
      shown_.emplace(ShownParts{{parts.session, parts.panes, parts.look, parts.lesson},
                                parts.next,
                                parts.network_desk,
                                parts.quiz});
    }
    palette_ = parts.look.palette;
    scale_ = parts.look.user_scale;
    reduced_motion_ = parts.session.reduced_motion();
    panels_ = parts.look.panels_shown;
  }

  void put_back(const SessionParts& parts) const {
    if (shown_) shown_->show(parts, prepare_run(shown_->recording()));
    parts.session.set_reduced_motion(reduced_motion_);
    parts.look.palette = palette_;
    parts.look.user_scale = scale_;
    parts.look.panels_shown = panels_;
    parts.next = next_;
  }

 private:
  NextRun next_;
  std::optional<Moment> shown_;
  const Palette* palette_ = nullptr;
  float scale_ = 1;
  bool reduced_motion_ = false;
  bool panels_ = true;
};

// That this thread has used.
double processor_s() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

void show_session(const SessionParts& parts, PreparedRun run, const SessionFile& session,
                  const SessionOpening& opening) {
  const WindowBefore before(parts);
  if (opening.before_shown) opening.before_shown();
  if (parts.player.open())
    parts.player.close(parts.session, parts.quiz, parts.next, parts.notices, parts.panes);
  adopt(parts, std::move(run), opening.before_shown ? Before::kDropped : Before::kKept);
  reset_picture(parts.session, parts.panes, parts.look);
  const double begun_s = processor_s();
  for (const SessionLine& line : session.picture) {
    Status status = parts.commands.run(line.text, source_of(session, false));
    // No key is looked at meanwhile.
    if (status && opening.size == SessionSize::kOfFile &&
        processor_s() - begun_s > kMostShowing_s) {
      status = Error{ErrorCode::kBadInput,
                     fmt::format("what the session shows takes longer than {:.0f} s of the "
                                 "processor.",
                                 kMostShowing_s),
                     "Leave out lines, or record fewer keys."};
    }
    if (!status) {
      before.put_back(parts);
      parts.notices.fail(
          bad_line(session.name, line.number, 1, status.error().message, status.error().hint));
      return;
    }
  }
  parts.session.settle();
  if (opening.when_shown) opening.when_shown();
}

}  // namespace

bool is_session(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text.starts_with(kFirstLine);
}

bool looks_like_session(const std::string& path) {
  if (!is_regular_file(path)) return false;  // a pipe once opened and closed loses its writer
  const InputFile file(path);
  if (!file.open() || !file.regular()) return false;
  std::string start(kByteOrderMark.size() + kFirstLine.size(), '\0');
  const ssize_t got = file.read(start.data(), start.size(), nullptr);
  start.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return is_session(start);
}

Result<SessionFile> parse_session(std::string_view text, std::string_view name,
                                  const Progress* progress) {
  SessionFile session;
  session.name = name;
  session.folder = std::filesystem::path(name).parent_path().string();
  if (!is_session(text)) {
    return bad_line(name, 1, 1, "this is no session file.",
                    fmt::format("Its first line is '{} {}'.", kFirstLine, kVersion));
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  bool in_run = true;
  int number = 0;
  while (!text.empty()) {
    if (progress != nullptr && progress->cancelled()) {
      return Error{ErrorCode::kCancelled, "stopped.", ""};
    }
    const std::size_t end = std::min(text.find('\n'), text.size());
    SessionLine line{++number, std::string(text.substr(0, end))};
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.text.ends_with('\r')) line.text.pop_back();
    if (const std::size_t zero = line.text.find('\0'); zero != std::string::npos) {
      return bad_line(name, number, zero + 1, "there is a zero byte: this is no UTF-8 text.",
                      "Save it as UTF-8.");
    }
    if (number == 1) {
      std::string version = line.text.substr(kFirstLine.size());
      version.erase(0, version.find_first_not_of(' '));
      version.erase(std::min(version.find_last_not_of(" \t") + 1, version.size()));
      if (version == kVersion) continue;
      return bad_line(
          name, 1, kFirstLine.size() + 2,
          fmt::format("version {} of session files is not known.", sortscope::quoted(version)),
          fmt::format("This program reads version {}; a newer one may read this file.", kVersion));
    }
    const std::size_t start = line.text.find_first_not_of(" \t");
    if (start == std::string::npos || line.text[start] == '#') continue;
    if (line.text.substr(start, line.text.find_last_not_of(" \t") + 1 - start) == "record") {
      if (!in_run) {
        return bad_line(name, number, start + 1,
                        "a session has one run, and this is a second 'record'.", "Leave it out.");
      }
      in_run = false;
      continue;
    }
    if (Status status = check_line(name, line, in_run); !status) return status.error();
    if (!in_run && session.picture.size() == kMostPictureLines) {
      return bad_line(name, number, 1,
                      fmt::format("more than {} lines stand after 'record'.",
                                  grouped_number(kMostPictureLines)),
                      "Leave out those that show nothing new.");
    }
    (in_run ? session.run : session.picture).push_back(std::move(line));
  }
  if (in_run) {
    return bad_line(name, number + 1, 1, "a line 'record' is expected, and the file ends.",
                    "The file may have been cut off: save the session again.");
  }
  return session;
}

Result<SessionFile> read_session(const std::string& path, const Progress* progress) {
  if (path == "-") {
    // Only as much as is looked at: a pipe may never end.
    std::string text;
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    while (std::cin && text.size() <= kMostBytes) {
      const std::size_t before = text.size();
      text.resize(before + kPiece);
      std::cin.read(text.data() + before, kPiece);
      text.resize(before + static_cast<std::size_t>(std::cin.gcount()));
      if (before == 0 && !is_session(text)) break;
    }
    if (text.size() > kMostBytes) {
      return Error{ErrorCode::kBadInput,
                   fmt::format("{}: it is larger than {}.", kStandardInput, bytes_text(kMostBytes)),
                   "Save the run as a recording (.h5)."};
    }
    return parse_session(text, kStandardInput);
  }
  if (is_regular_file(path) && !looks_like_session(path)) return parse_session("", path);
  const auto text = read_regular_file(path, kMostBytes);
  if (!text) return text.error();
  return parse_session(*text, path, progress);
}

Status open_session(const SessionParts& parts, const SessionFile& session, SessionOpening opening) {
  if (parts.background.work) {
    return Error{ErrorCode::kWorkFailed, "a session cannot be opened now.",
                 parts.commands.why_not()};
  }
  auto run = session_run(parts.next, parts.commands, session, opening.size);
  if (!run) return run.error();
  if (run->refused) {
    Error error = *run->refused;
    error.message = fmt::format("{}: {}", session.name, error.message);
    // What is no file cannot be offered by its name.
    const bool nameless = session.name == kStandardInput && opening.again.empty();
    if (parts.surface.headless() || nameless) return error;
    if (opening.again.empty()) {
      parts.notices.offer(error.message, "Open it all the same",
                          fmt::format("open {} large", quoted_word(session.name)));
    } else {
      parts.notices.offer(error.message, "Record it again", opening.again, false);
    }
    return {};
  }
  return parts.background.start(
      "Opening " + session.name,
      [parts, run = std::move(*run), session,
       opening = std::move(opening)](Progress& progress) mutable -> std::function<void(App&)> {
        if (const Status keys = make_planned_keys(run.planned, &progress); !keys) {
          return [parts, error = keys.error()](App&) { parts.notices.fail(error); };
        }
        const std::string kept = choose_keyframes(run.planned.request, run.engine.engine.get());
        auto made = record(run.planned.request, *run.engine.engine, false, &progress);
        if (!made) {
          return [parts, error = made.error()](App&) { parts.notices.fail(error); };
        }
        auto prepared = std::make_shared<PreparedRun>(prepare_run(*made, &progress));
        if (progress.cancelled()) {
          return [parts](App&) { parts.notices.fail({ErrorCode::kCancelled, "stopped.", ""}); };
        }
        return [parts, prepared, reason = run.engine.reason, note = run.note, kept, session,
                opening](App&) {
          parts.next.engine_note = reason;
          show_session(parts, std::move(*prepared), session, opening);
          if (!note.empty()) parts.notices.notify(note);
          if (!kept.empty()) parts.notices.notify(kept);
        };
      });
}

}  // namespace sortscope
