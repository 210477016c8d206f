// opening.cpp: recording, reading files, and showing what came of it.
#include "app/state/opening.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "app/engines/engines.h"
#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/next_run.h"
#include "app/state/session_file.h"
#include "app/state/settings.h"
#include "core/base/progress.h"
#include "core/keys/inputs.h"
#include "core/networks/formats/format.h"
#include "core/recordings/file.h"
#include "core/verify/verdict_marks.h"

namespace sortscope {

void adopt(App& app, PreparedRun prepared, Before before) {
  const bool of_lesson = app.lesson->works();
  if (before == Before::kKept && !of_lesson) app.history->push(app);
  const bool asked = app.lines.source.source == Source::kPerson && !of_lesson;
  const bool own = asked && before == Before::kKept;
  const bool after_lesson = own && app.lesson->make_way(app);
  std::optional<Family> family_before;
  if (app.session.loaded()) family_before = app.session.recording().algorithm->family;
  // The buffers belong to the old recording: they go first.
  app.drawn.buffers.reset();
  app.session.open(std::move(prepared));
  if (of_lesson) app.history->note_lesson_run(app.session.generation());
  const Recording& opened = app.session.recording();
  // Another run than that of the edited network: one no longer edits.
  const auto& editor = app.network_desk->editor;
  if (editor && opened.network.listed() != editor->network().get()) end_editing(app);
  app.panes.suit(!family_before);
  if (own && (after_lesson || family_before != opened.algorithm->family)) app.panes.explain();
  app.next.run = opened.request;
  app.next.run_keys = opened.real_keys();
  app.next.run_type = opened.request.keys.type;
  if (app.surface.draws()) {
    app.drawn.show(app.session.shared_recording(), app.session.ranks(), app.session.padding());
  }
  app.surface.set_title(
      fmt::format("{} · {} keys – Sortscope", opened.title(), opened.real_keys()));
  // A lesson means to show it.
  const auto& verdict = app.session.measured.verdict;
  const bool shown_wrong = verdict && runs_counterexample(*verdict, opened);
  if (!opened.sorted && !editor && !shown_wrong && !app.lesson->runs_lines()) {
    app.notices.notify(opened.algorithm->needs_bitonic_input
                           ? "The output is not in order: a merger sorts only bitonic inputs."
                           : "The output is not in order.",
                       true);
  }
}

namespace {

// On the worker's thread: prepares what was made; on the main thread: says what is wrong, or shows
// it.
std::function<void(App&)> shown(Result<std::shared_ptr<const Recording>> made,
                                std::function<void(App&)> before, std::string commands = {}) {
  if (!made) {
    return [error = made.error()](App& app) { app.notices.fail(error); };
  }
  auto run = std::make_shared<PreparedRun>(prepare_run(*made));
  return [run, before = std::move(before), commands = std::move(commands)](App& app) {
    before(app);
    adopt(app, std::move(*run));
    std::istringstream lines(commands);
    for (std::string line; std::getline(lines, line);) {
      const Status status = run_command_line(app, line, {.source = Source::kProgram});
      if (!status) app.notices.notify(status.error().text(), true);
    }
  };
}

// On the worker's thread: reads a network; on the main thread: says what is wrong, or records it.
std::function<void(App&)> opened_network(const std::string& path) {
  return [path, read = read_network_file(path)](App& app) {
    if (!read) {
      app.notices.fail(read.error());
      return;
    }
    app.remembered.add_file(path, app.lines.source);
    const Status status = open_network(app, read->network, opened_text(*read));
    if (!status) app.notices.fail(status.error());
  };
}

}  // namespace

void start_recording(App& app, RunRequest request, std::string wanted, std::string commands) {
  auto choice = choose_engine(wanted);
  const Status small = choice ? check_file_run(app.lines.source, request) : Status(choice.error());
  if (!small) {
    app.notices.fail(small.error());
    return;
  }
  app.next.engine_id = std::move(wanted);
  const std::string title = fmt::format("Recording {} keys", count_text(request.keys.size()));
  const Status started = app.background.start(
      title,
      [choice = *choice, request = std::move(request),
       commands = std::move(commands)](Progress& progress) -> std::function<void(App&)> {
        auto made = record(request, *choice.engine, false, &progress);
        if (!made && made.error().code == ErrorCode::kNotBitonic) {
          return [request, text = made.error().message](App& of) {
            of.next.run = request;
            of.next.run_type = request.keys.type;
            of.notices.offer(text, "Sort them instead", "sort-instead");
          };
        }
        return shown(
            std::move(made), [choice](App& of) { of.next.engine_note = choice.reason; }, commands);
      });
  if (!started) app.notices.notify(started.error().text(), true);
}

Status record_next_run(App& app, bool confirmed) {
  const auto algorithm = find_algorithm(app.next.run.algorithm);
  if (!algorithm) return algorithm.error();
  if (app.background.work)
    return Error{ErrorCode::kWorkFailed, "other work is still going on.", ""};
  const std::uint32_t n = next_run_keys(app.next);
  if (n >= 1 && n <= (*algorithm)->max_keys) {
    const RecordingSize size =
        recording_size(**algorithm, n, bits_of(app.next.run_type), app.next.run);
    if (size.total_bytes >= kLargeRecordingBytes && !confirmed && !app.surface.headless()) {
      app.overlay.open = Overlay::kNewRun;
      return {};
    }
  }
  auto request = next_run(app.next, app.lines.source);
  if (!request) return request.error();
  start_recording(app, std::move(*request), app.next.engine_id);
  return {};
}

Status open_path(App& app, const std::string& path, bool large) {
  const bool is_session = path != "-" && looks_like_session(path);
  if (from_file(app.lines.source) && (is_session || path.ends_with(".md"))) {
    return Error{ErrorCode::kBadUsage, "a lesson opens no session and no other lesson.",
                 "It may open a recording, a network or numbers."};
  }
  if (is_session) {
    const auto saved = read_session(path);
    if (!saved) return saved.error();
    if (Status status = open_session(app, *saved, large); !status) return status;
    app.remembered.add_file(path, app.lines.source);
    return {};
  }
  if (path.ends_with(".md")) return run_command_line(app, "lesson " + quoted_word(path));
  if (path != "-" && looks_like_recording(path)) {
    const std::uint64_t most = from_file(app.lines.source) ? kMostFileBytes : ~std::uint64_t{0};
    return app.background.start("Opening " + path,
                                [path, most](Progress& progress) -> std::function<void(App&)> {
                                  auto read = read_recording(path, &progress, most);
                                  const std::string doubt = read ? (*read)->doubt : "";
                                  return shown(std::move(read), [path, doubt](App& of) {
                                    of.remembered.add_file(path, of.lines.source);
                                    of.next.engine_note = "Opened from a file.";
                                    if (!doubt.empty())
                                      of.notices.notify(fmt::format("{}: {}.", path, doubt), true);
                                  });
                                });
  }
  const auto algorithm = find_algorithm(app.next.run.algorithm);
  std::uint32_t most = algorithm ? (*algorithm)->max_keys : 1;
  if (from_file(app.lines.source)) most = std::min(most, kMostFileKeys);
  return app.background.start(
      "Reading " + path,
      [path, most, request = app.next.run](Progress& progress) -> std::function<void(App&)> {
        if (path != "-" && looks_like_network(path)) return opened_network(path);
        auto keys = read_number_file(path, std::nullopt, most, &progress);
        return [keys = std::move(keys), path, request](App& of) mutable {
          if (!keys) {
            of.notices.fail(keys.error());
            return;
          }
          if (path != "-") of.remembered.add_file(path, of.lines.source);
          if (auto note = exactness_note(*keys); !note.empty()) of.notices.notify(note);
          request.keys = std::move(*keys);
          request.input = "given";
          request.source = path;
          request.seed = 0;
          start_recording(of, std::move(request), of.next.engine_id);
        };
      });
}

}  // namespace sortscope
