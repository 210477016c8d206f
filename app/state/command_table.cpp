// command_table.cpp: the one table of commands, and running a line.
#include "app/state/command_table.h"

#include <fmt/format.h>

#include <sstream>
#include <utility>

#include "app/state/command_arguments.h"
#include "app/state/lesson_player.h"
#include "app/state/parts/background.h"
#include "app/state/parts/command_queue.h"
#include "app/state/parts/command_runner.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/remembered.h"
#include "app/state/parts/written_file.h"
#include "app/state/session.h"
#include "core/base/choice.h"
#include "core/base/input_file.h"
#include "core/base/nearest_word.h"
#include "core/base/output_file.h"
#include "core/base/quote.h"
#include "core/lessons/presets.h"

namespace sortscope {

namespace {

Error wrong_arguments(const Command& command, std::size_t given) {
  if (command.arguments.empty()) {
    return {ErrorCode::kBadUsage, fmt::format("{} takes no arguments.", command.id),
            fmt::format("{} were given.", given)};
  }
  return {ErrorCode::kBadUsage,
          fmt::format("{} takes {}, but {} argument{} given.", command.id, command.arguments,
                      given == 0 ? "no" : std::to_string(given), given == 1 ? " was" : "s were"),
          ""};
}

}  // namespace

std::span<const Command> commands() {
  static const std::vector<Command> kTable = [] {
    std::vector<Command> table;
    for (const auto group :
         {playback_commands(),   lab_commands(),        view_commands(),    log_commands(),
          appearance_commands(), cylinder_commands(),   run_commands(),     history_commands(),
          tree_commands(),       schedule_commands(),   aks_commands(),     memory_commands(),
          race_commands(),       experiment_commands(), trace_commands(),   network_commands(),
          verify_commands(),     kernel_commands(),     session_commands(), lesson_commands(),
          quiz_commands(),       presenting_commands(), file_commands()}) {
      table.insert(table.end(), group.begin(), group.end());
    }
    return table;
  }();
  return kTable;
}

namespace {

// Sessions, scripts and lessons may say a name of before.
constexpr FormerId kRenamed[] = {{"theme", "palette"},
                                 {"theme-toggle", "palette-toggle"},
                                 {"palette", "find-command"},
                                 {"size", "n"}};

bool takes(const Command& command, std::size_t given) {
  const ArgumentCount count = argument_count(command.arguments);
  return given >= count.least && given <= count.most;
}

// The command that is called `id`; where it takes another number of arguments, or there is none,
// the one that was.
const Command* find_command(std::string_view id, std::size_t given) {
  const Command* now = find_by_id(commands(), id);
  const Command* before = find_by_id(commands(), present_id(kRenamed, id));
  if (now == nullptr) return before;
  return takes(*now, given) || !takes(*before, given) ? now : before;
}

}  // namespace

const Command* find_command(std::string_view id) {
  const Command* now = find_by_id(commands(), id);
  return now != nullptr ? now : find_by_id(commands(), present_id(kRenamed, id));
}

std::string_view nearest_command(std::string_view word) {
  std::vector<std::string_view> ids;
  for (const Command& command : commands()) ids.push_back(command.id);
  return nearest_word(word, ids);
}

std::vector<std::string_view> key_names(const Command& command) {
  std::vector<std::string_view> names;
  std::string_view rest = command.key_text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find("  "), rest.size());
    names.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return names;
}

bool can_run(const Command& command, const App& app) {
  return command.enabled == nullptr || command.enabled(app);
}

std::string why_not(const App& app) {
  const Background& background = part_of<Background>(app);
  if (background.work) return fmt::format("'{}' is still running.", background.work->title);
  return part_of<Session>(app).loaded() ? "" : "Nothing is recorded yet.";
}

std::string why_not(const Command& command, const App& app) {
  if (can_run(command, app)) return "";
  if (part_of<Background>(app).work) return why_not(app);
  if (command.when.starts_with("Nothing ")) return std::string(command.when);
  if (!command.when.empty()) return fmt::format("Possible when {}.", command.when);
  const std::string why = why_not(app);
  return why.empty() ? "Not possible now." : why;
}

namespace {

// A line as read: which command, and what it is given.
struct CommandLine {
  const Command* command = nullptr;  // null: an empty line
  std::vector<std::string> words;
};

Result<CommandLine> read_command_line(std::string_view line) {
  if (const auto start = line.find_first_not_of(" \t\r\n");
      start == std::string_view::npos || line[start] == '#') {
    return CommandLine{};
  }
  auto words = split_command_line(line);
  if (!words) return words.error();
  const std::size_t given = words->size() - 1;
  const Command* command = find_command((*words)[0], given);
  if (command == nullptr) {
    const std::string_view nearest = nearest_command((*words)[0]);
    return Error{ErrorCode::kBadUsage, fmt::format("there is no command {}.", quoted((*words)[0])),
                 nearest.empty() ? "" : fmt::format("Did you mean '{}'?", nearest)};
  }
  if (!takes(*command, given)) return wrong_arguments(*command, given);
  return CommandLine{command, std::move(*words)};
}

// The file that a line of a file names, in the place of its name.
Status find_named_file(const Command& command, const LineSource& source,
                       std::vector<std::string>& words) {
  if (command.effect != Effect::kReadData && command.effect != Effect::kReadLesson) return {};
  if (words.size() < 2) {
    return Error{ErrorCode::kBadUsage, fmt::format("{} names a file here.", command.id), ""};
  }
  std::string& name = words[1];
  const bool shipped =
      command.effect == Effect::kReadLesson && !name.ends_with(".md") && find_lesson(name).ok();
  if (shipped) return {};
  auto path = command.effect == Effect::kReadData ? data_beside(source.folder, name)
                                                  : path_beside(source.folder, name);
  if (!path) return path.error();
  name = std::move(*path);
  return {};
}

// A worked example does no more for a file than the file's own lines may do.
Status check_example(const std::vector<std::string>& words, Source source) {
  const auto preset = find_preset(words[1]);
  if (!preset) return {};  // the command says so
  std::istringstream lines{std::string((*preset)->commands)};
  for (std::string line; std::getline(lines, line);) {
    Status status = check_command_line(line, source);
    if (status) continue;
    Error error = status.error();
    error.hint = fmt::format("The worked example {} does. {}", (*preset)->id, error.hint);
    return error;
  }
  return {};
}

Status check_line(const CommandLine& line, Source source) {
  Status status = check_allowed(line.command->id, line.command->effect, source);
  if (status && line.command->id == "preset") status = check_example(line.words, source);
  return status;
}

// Before a line writes: no file that the window has opened; and where a person looks on, who was
// not asked, none that is there and is not the window's own.
Status keep_files(const Command& command, const CommandLines& lines, bool watched,
                  Remembered& remembered, Notices& notices, std::vector<std::string>& words) {
  const std::size_t place = file_argument(command.arguments) + 1;
  if (command.effect != Effect::kWrite || words.size() <= place) return {};
  std::string& path = words[place];
  if (watched) {
    if (Status regular = check_regular(path); !regular) return regular;
  }
  if (!lines.agreed) {
    if (Status status = remembered.opened.check_kept(path); !status) return status;
  }
  if (lines.keeps_files && remembered.opened.replaces_foreign(path)) {
    const std::string fresh = fresh_name(path);
    notices.notify(
        fmt::format("{} is there already: {} is written.", one_line(path), one_line(fresh)));
    path = fresh;
  }
  return {};
}

// What does not change what a lesson shows: looks, files, help, and the lesson itself.
bool keeps_lesson(const Command& command) {
  return command.group == "Appearance" || command.group == "File and help" ||
         command.group == "Lesson" || command.group == "Quiz" || command.group == "Scripts";
}

}  // namespace

Status check_command_line(std::string_view line, Source source) {
  const auto read = read_command_line(line);
  if (!read) return read.error();
  if (read->command == nullptr) return {};
  return check_line(*read, source);
}

Status run_command_line(App& app, std::string_view line, const LineSource& source) {
  const SourceScope scope(part_of<CommandLines>(app).source, source);
  return run_command_line(app, line);
}

Status run_command_line(App& app, std::string_view line) {
  auto read = read_command_line(line);
  if (!read) return read.error();
  const Command* command = read->command;
  if (command == nullptr) return {};
  CommandLines& lines = part_of<CommandLines>(app);
  LessonPlayer& lesson = part_of<LessonPlayer>(app);
  if (Status status = check_line(*read, lines.source.source); !status) return status;
  if (!from_file(lines.source) && command->effect == Effect::kReadData && read->words.size() > 1) {
    release_file(read->words[1]);  // a person sees the file as it is
  }
  if (from_file(lines.source)) {
    if (Status status = find_named_file(*command, lines.source, read->words); !status)
      return status;
  }
  lines.last_command = line;
  if (!can_run(*command, app)) {
    return Error{ErrorCode::kWorkFailed, fmt::format("{} is not possible now.", command->id),
                 why_not(*command, app)};
  }
  Remembered& remembered = part_of<Remembered>(app);
  if (Status kept = keep_files(*command, lines, part_of<Background>(app).watched, remembered,
                               part_of<Notices>(app), read->words);
      !kept) {
    return kept;
  }
  if (!lesson.runs_lines() && !keeps_lesson(*command)) lesson.touch();
  Status status = command->run(app, std::span(read->words).subspan(1));
  if (status && command->effect == Effect::kReadData && read->words.size() > 1) {
    remembered.opened.add_opened(read->words[1]);
  }
  return status;
}

Status CommandRunner::run(std::string_view line) const { return run_command_line(app_, line); }

Status CommandRunner::run(std::string_view line, const LineSource& source) const {
  return run_command_line(app_, line, source);
}

void CommandRunner::wait() const { part_of<Background>(app_).wait(app_); }
void CommandRunner::collect() const { part_of<Background>(app_).collect(app_); }

std::string CommandRunner::why_not() const { return sortscope::why_not(app_); }

namespace {

// For a person who sees what comes of it.
Status run_seen(App& app, std::string_view line, bool replaces) {
  CommandLines& lines = part_of<CommandLines>(app);
  const bool kept_before = std::exchange(lines.keeps_files, !replaces);
  const bool agreed_before = std::exchange(lines.agreed, replaces);
  Status status = run_command_line(app, line);
  lines.keeps_files = kept_before;
  lines.agreed = agreed_before;
  return status;
}

void act(App& app, std::string_view line, bool replaces) {
  if (const Status status = run_seen(app, line, replaces); !status) {
    part_of<Notices>(app).notify(status.error().text(), true);
  }
}

}  // namespace

void act(App& app, std::string_view line) { act(app, line, false); }

void run_asked(App& app) {
  CommandQueue& queue = part_of<CommandQueue>(app);
  while (!queue.empty()) {
    for (const CommandQueue::Asked& asked : queue.take()) {
      if (asked.work) {
        asked.work();
      } else if (asked.told) {
        asked.told(run_seen(app, asked.line, asked.replaces));
      } else {
        act(app, asked.line, asked.replaces);
      }
    }
  }
}

}  // namespace sortscope
