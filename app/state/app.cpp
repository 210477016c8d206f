// app.cpp: opening, recording and background work.
#include "app/state/app.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "app/engines/engines.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/next_run.h"
#include "app/state/quiz.h"
#include "app/state/session_file.h"
#include "app/state/settings.h"
#include "app/state/text_log.h"
#include "core/base/machine.h"
#include "core/base/number_text.h"
#include "core/lab/files.h"
#include "core/networks/formats/format.h"
#include "core/recordings/file.h"
#include "core/verify/verdict_marks.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

App::App(Surface& to)
    : surface(to),
      palette(&palettes()[0]),
      lab(std::make_unique<LabDesk>()),
      lesson(std::make_unique<LessonPlayer>()),
      quiz(std::make_unique<Quiz>()),
      network_desk(std::make_unique<NetworkDesk>()),
      text_log(std::make_unique<TextLog>()) {
  if (!surface.headless()) lab->folder = lab_results_folder();
  set_view_count(2);
}

App::~App() {
  if (work) {
    work->progress.cancel = true;
    lab->cancel();
    work->result.wait();
  }
}

float App::scale() const { return std::clamp(surface.display_scale() * user_scale, 0.5F, 6.0F); }

void App::notify(std::string text, bool error) {
  if (!notices.empty() && notices.back().text == text) notices.pop_back();
  notices.push_back({std::move(text), error, time_s});
  if (notices.size() > 4) notices.erase(notices.begin());
}

void App::fail(const Error& error) {
  const bool cancelled = error.code == ErrorCode::kCancelled;
  notify(error.text(), !cancelled);
  if (!cancelled) failure = error;
}

void App::offer(std::string text, std::string action, std::string command) {
  notify(std::move(text), true);
  notices.back().action = std::move(action);
  notices.back().command = std::move(command);
}

void App::adopt(PreparedRun prepared) {
  // The buffers belong to the old recording: they go first.
  buffers.reset();
  session.open(std::move(prepared));
  const Recording& opened = session.recording();
  // Another run than that of the edited network: one no longer edits.
  const auto& editor = network_desk->editor;
  if (editor && opened.network.listed() != editor->network().get()) end_editing(*this);
  run = opened.request;
  run_keys = opened.real_keys();
  run_type = opened.request.keys.type;
  if (surface.draws()) {
    buffers = std::make_unique<DrawBuffers>(opened, session.ranks(), session.padding(),
                                            cuda_status().available && !gpu_lost_);
  }
  surface.set_title(fmt::format("{} · {} keys – Sortscope", opened.title(), opened.real_keys()));
  // A lesson means to show it.
  const auto& verdict = session.measured.verdict;
  const bool shown_wrong = verdict && runs_counterexample(*verdict, opened);
  if (!opened.sorted && !editor && !shown_wrong && !lesson->runs_lines()) {
    notify(opened.algorithm->needs_bitonic_input
               ? "The output is not in order: a merger sorts only bitonic inputs."
               : "The output is not in order.",
           true);
  }
}

void App::drop_gpu() {
  gpu_lost_ = true;
  if (!buffers || !session.loaded()) return;
  buffers.reset();
  buffers =
      std::make_unique<DrawBuffers>(session.recording(), session.ranks(), session.padding(), false);
}

namespace {

// What memory does not suffice for is said as any other failure. Asked once all that the work took
// is free again.
std::function<void(App&)> out_of_memory(const std::string& title) {
  return [title, free = free_memory_bytes()](App& app) {
    app.fail(
        {ErrorCode::kOutOfMemory,
         fmt::format("'{}' needs more memory than the {} that are free.", title, bytes_text(free)),
         "Take fewer keys, or close other programs."});
  };
}

}  // namespace

Status App::start_work(std::string title, std::function<std::function<void(App&)>(Progress&)> job) {
  if (work) {
    return Error{ErrorCode::kWorkFailed, "'" + work->title + "' is still running.",
                 "Wait for it or cancel it."};
  }
  work = std::make_unique<BackgroundWork>();
  work->title = std::move(title);
  work->started_s = time_s;
  work->source = source;
  Progress& progress = work->progress;
  work->result = std::async(
      std::launch::async,
      [&progress, name = work->title, job = std::move(job)]() -> std::function<void(App&)> {
        try {
          return job(progress);
        } catch (const std::bad_alloc&) {
          return out_of_memory(name);
        } catch (const std::length_error&) {  // a vector of more than there can be
          return out_of_memory(name);
        }
      });
  return {};
}

void App::collect_work() {
  if (!work || work->result.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  const auto finished = std::move(work);
  const auto act = finished->result.get();
  const SourceScope scope(*this, finished->source);
  if (act) act(*this);
}

void App::wait_for_work() {
  while (work) {
    work->result.wait();
    collect_work();
  }
}

namespace {

// On the worker's thread: prepares what was made; on the main thread: says what is wrong, or shows
// it.
std::function<void(App&)> shown(Result<std::shared_ptr<const Recording>> made,
                                std::function<void(App&)> before, std::string commands = {}) {
  if (!made) {
    return [error = made.error()](App& app) { app.fail(error); };
  }
  auto run = std::make_shared<PreparedRun>(prepare_run(*made));
  return [run, before = std::move(before), commands = std::move(commands)](App& app) {
    before(app);
    app.adopt(std::move(*run));
    std::istringstream lines(commands);
    for (std::string line; std::getline(lines, line);) {
      const Status status = run_command_line(app, line, {.source = Source::kProgram});
      if (!status) app.notify(status.error().text(), true);
    }
  };
}

// On the worker's thread: reads a network; on the main thread: says what is wrong, or records it.
std::function<void(App&)> opened_network(const std::string& path) {
  return [path, read = read_network_file(path)](App& app) {
    if (!read) {
      app.fail(read.error());
      return;
    }
    remember_file(app, path);
    const Status status = open_network(app, read->network, opened_text(*read));
    if (!status) app.fail(status.error());
  };
}

}  // namespace

void App::start_recording(RunRequest request, std::string wanted, std::string commands) {
  auto choice = choose_engine(wanted);
  const Status small = choice ? check_file_run(source, request) : Status(choice.error());
  if (!small) {
    fail(small.error());
    return;
  }
  engine_id = std::move(wanted);
  const std::string title = fmt::format("Recording {} keys", count_text(request.keys.size()));
  const Status started = start_work(
      title,
      [choice = *choice, request = std::move(request),
       commands = std::move(commands)](Progress& progress) -> std::function<void(App&)> {
        auto made = record(request, *choice.engine, false, &progress);
        if (!made && made.error().code == ErrorCode::kNotBitonic) {
          return [request, text = made.error().message](App& app) {
            app.run = request;
            app.run_type = request.keys.type;
            app.offer(text, "Sort them instead", "sort-instead");
          };
        }
        return shown(
            std::move(made), [choice](App& app) { app.engine_note = choice.reason; }, commands);
      });
  if (!started) notify(started.error().text(), true);
}

Status App::open_path(const std::string& path, bool large) {
  const bool is_session = path != "-" && looks_like_session(path);
  if (from_file(source) && (is_session || path.ends_with(".md"))) {
    return Error{ErrorCode::kBadUsage, "a lesson opens no session and no other lesson.",
                 "It may open a recording, a network or numbers."};
  }
  if (is_session) {
    const auto saved = read_session(path);
    if (!saved) return saved.error();
    if (Status status = open_session(*this, *saved, large); !status) return status;
    remember_file(*this, path);
    return {};
  }
  if (path.ends_with(".md")) return run_command_line(*this, "lesson " + quoted_word(path));
  if (path != "-" && looks_like_recording(path)) {
    const std::uint64_t most = from_file(source) ? kMostFileBytes : ~std::uint64_t{0};
    return start_work("Opening " + path,
                      [path, most](Progress& progress) -> std::function<void(App&)> {
                        return shown(read_recording(path, &progress, most), [path](App& app) {
                          remember_file(app, path);
                          app.engine_note = "Opened from a file.";
                        });
                      });
  }
  const auto algorithm = find_algorithm(run.algorithm);
  std::uint32_t most = algorithm ? (*algorithm)->max_keys : 1;
  if (from_file(source)) most = std::min(most, kMostFileKeys);
  return start_work("Reading " + path,
                    [path, most, request = run](Progress& progress) -> std::function<void(App&)> {
                      if (path != "-" && looks_like_network(path)) return opened_network(path);
                      auto keys = read_number_file(path, std::nullopt, most, &progress);
                      return [keys = std::move(keys), path, request](App& app) mutable {
                        if (!keys) {
                          app.fail(keys.error());
                          return;
                        }
                        if (path != "-") remember_file(app, path);
                        request.keys = std::move(*keys);
                        request.input = "given";
                        request.source = path;
                        request.seed = 0;
                        app.start_recording(std::move(request), app.engine_id);
                      };
                    });
}

void App::set_view_count(std::size_t count) {
  count = std::clamp<std::size_t>(count, 1, 4);
  while (views.size() > count) {
    retired_views_.push_back(std::move(views.back()));
    views.pop_back();
  }
  pointer_owner = nullptr;
  // The first kind that is not shown yet: of those made for the run, then of the table.
  std::vector<std::string_view> ids;
  if (session.loaded()) {
    const auto made_for = views_made_for(session.recording().algorithm->family);
    ids.assign(made_for.begin(), made_for.end());
  }
  for (const ViewKind& kind : view_kinds()) ids.push_back(kind.id);
  for (const std::string_view id : ids) {
    if (views.size() >= count) break;
    const bool shown =
        std::any_of(views.begin(), views.end(), [&](const auto& view) { return view->id() == id; });
    if (!shown) views.push_back(find_view_kind(id)->make());
  }
  focused_view = std::min(focused_view, views.size() - 1);
}

Status App::set_view(std::size_t pane, std::string_view id) {
  const ViewKind* kind = find_view_kind(id);
  if (kind == nullptr || pane >= views.size()) {
    std::string known;
    for (const ViewKind& each : view_kinds()) {
      known += (known.empty() ? "" : ", ") + std::string(each.id);
    }
    return Error{ErrorCode::kBadUsage,
                 kind == nullptr ? fmt::format("there is no view '{}'.", id)
                                 : fmt::format("there is no pane {}.", pane + 1),
                 "Views are: " + known + "."};
  }
  pointer_owner = nullptr;
  retired_views_.push_back(std::exchange(views[pane], kind->make()));
  return {};
}

Status App::show_view(std::string_view id) {
  const bool shown =
      std::any_of(views.begin(), views.end(), [&](const auto& view) { return view->id() == id; });
  return shown ? Status() : set_view(focused_view, id);
}

}  // namespace sortscope
