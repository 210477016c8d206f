// kernel_work.cpp: from a person's file to the run that is shown.
#include "app/commands/kernel_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "app/engines/engines.h"
#include "app/state/opening.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/kernel_desk.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/remembered.h"
#include "core/base/input_file.h"
#include "core/keys/small_values.h"
#include "core/own_kernels/timing/build.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"
#include "core/words/own_file.h"
#include "core/words/own_kernel.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kOwnKernelKeys = 16;
constexpr std::uint64_t kMostSourceBytes = std::uint64_t{1} << 20;

double now_s() {
  using std::chrono::steady_clock;
  return std::chrono::duration<double>(steady_clock::now().time_since_epoch()).count();
}

// What the file sorted last, with the keys that the person looks at by now, where the picture is of
// the file or of what it should be and as many fit.
RunRequest request_again(const Session& session, RunRequest last) {
  const OwnKernel* kernel = session.measured.kernel.get();
  if (!session.loaded() || kernel == nullptr) return last;
  const Recording& recording = session.recording();
  const ListedNetwork* listed = recording.network.listed();
  const bool intended = listed != nullptr && listed == kernel->report().intended.get();
  if (!intended && !shows_own_kernel(session.measured, recording)) return last;
  const RunRequest& shown = recording.request;
  if (shown.order != last.order || shown.keys.size() < last.keys.size()) return last;
  Keys keys = make_keys(shown.keys.type, last.keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys.raw.set(i, shown.keys.raw.at(i));
  // Wires beyond the keys hold padding.
  const auto wires = static_cast<std::uint32_t>(shown.keys.size());
  if (!(padded_keys(keys, wires) == shown.keys)) return last;
  last.keys = std::move(keys);
  last.input = shown.input;
  last.seed = shown.seed;
  last.source = shown.source;
  return last;
}

// Keys for the file: those of its last run or looked at since, else those that are shown, else
// generated ones.
Result<RunRequest> request_for(const OpeningParts& parts, const KernelDesk& desk) {
  if (desk.request) return request_again(parts.session, *desk.request);
  RunRequest request = parts.next.run;
  request.algorithm = "listed";
  request.order = Order::kAscending;
  request.kernel.clear();
  request.keyframes_only = false;
  request.any_input = false;
  const Session& session = parts.session;
  const bool shown = session.loaded() && session.recording().real_keys() >= 2 &&
                     session.recording().real_keys() <= kMostKernelKeys;
  if (!desk.file().n && shown) {
    const RunRequest& of_shown = session.recording().request;
    request.keys = of_shown.keys;
    request.input = of_shown.input;
    request.seed = of_shown.seed;
    request.source = of_shown.source;
    return request;
  }
  if (request.input == "given") request.input = kUsualInput;
  request.source.clear();
  const std::uint32_t n = desk.file().n.value_or(kOwnKernelKeys);
  const auto listed = find_algorithm("listed");
  if (!listed) return listed.error();
  if (Status status = generate_run_keys(request, **listed, parts.next.run_type, n); !status) {
    return status.error();
  }
  return request;
}

struct Made {
  std::shared_ptr<const OwnKernel> kernel;
  PreparedRun run;  // null: the file has no comparators to show
  std::string text;
};

// On a thread of its own.
Result<Made> make(const std::string& path, const std::string& entry, const std::string& against,
                  RunRequest request, Progress& progress) {
  auto text = read_regular_file(path, kMostSourceBytes);
  if (!text) return text.error();
  KernelRequest asked;
  asked.path = path;
  asked.text = *text;
  asked.keys = small_values(request.keys);
  asked.entry = entry;
  asked.against = against;
  auto report = run_kernel(asked, progress);
  if (!report) return report.error();
  auto kernel = std::make_shared<OwnKernel>();
  kernel->held = std::make_shared<const KernelReport>(std::move(*report));
  kernel->lines = shown_lines(*text);
  if (const Status possible = timing_possible(); !possible) {
    kernel->timing_lack = fmt::format("Not timed here: {}", possible.error().message);
  }
  Made made{kernel, nullptr, *text};
  const auto& network = kernel->report().network;
  if (network == nullptr || network->size() == 0) return made;
  if (network->wires() != request.keys.size()) {
    request.keys = padded_keys(request.keys, network->wires());
    request.input = "given";
  }
  request.parameters.set(ListedChoice{network});
  const auto engine = choose_engine("cpu");
  if (!engine) return engine.error();
  const auto recording = record(request, *engine->engine, false, &progress);
  if (!recording) return recording.error();
  made.run = prepare_run(*recording, &progress);
  if (progress.cancelled()) return Error{ErrorCode::kCancelled, "stopped.", ""};
  return made;
}

bool has_pane(const Panes& panes, std::string_view id) {
  return std::ranges::any_of(panes.views, [&](const auto& view) { return view->id() == id; });
}

// The findings beside the diagram: where there is one pane, or they already have one.
void make_room(const OpeningParts& parts) {
  if (has_pane(parts.panes, "findings")) return;
  if (parts.panes.views.size() == 1) parts.panes.set_count(2);
  const std::size_t beside = parts.panes.views.size() - 1;
  (void)parts.panes.set(beside, "findings");
  if (!has_pane(parts.panes, "network")) (void)parts.panes.set(0, "network");
}

void show(const OpeningParts& parts, Made made, bool again) {
  Session& session = parts.session;
  const bool same =
      again && session.loaded() && shows_own_kernel(session.measured, session.recording());
  if (made.run == nullptr) {
    // What ran before stays in the picture, with its file.
    auto kernel = std::make_shared<OwnKernel>(*made.kernel);
    const auto& last = session.measured.kernel;
    if (again && last) kernel->before = last->before ? last->before : last;
    if (kernel->before && kernel->before->report().network == nullptr) kernel->before = nullptr;
    session.measured.kernel = std::move(kernel);
    if (!again) make_room(parts);
    return;
  }
  session.measured.kernel = made.kernel;
  Cursor cursor = same ? session.cursor() : Cursor{};
  const bool at_end = same && cursor.layer >= session.recording().network.depth();
  parts.next.engine_note = "Compared by a file of your own.";
  adopt(parts, std::move(made.run), same ? Before::kDropped : Before::kKept);
  const std::uint32_t depth = session.recording().network.depth();
  if (at_end || cursor.layer >= depth) cursor = {depth, 0};
  if (cursor.layer < depth &&
      cursor.comparator >= session.recording().network.count(cursor.layer)) {
    cursor.comparator = 0;
  }
  if (same) {
    session.seek(cursor);
    session.settle();
  } else {
    make_room(parts);
  }
}

}  // namespace

Status run_own_kernel(const OpeningParts& parts, KernelDesk& desk) {
  const std::string path = desk.file().path;
  auto request = request_for(parts, desk);
  if (!request) return request.error();
  const bool again = desk.request.has_value();
  // Before it is read: what is saved meanwhile is new.
  desk.note_run();
  const std::string name = std::filesystem::path(path).filename().string();
  const Status started = parts.background.start(
      "Running " + name,
      [parts, path, again, &desk, entry = desk.entry(), against = desk.against,
       request = *request](Progress& progress) -> std::function<void(App&)> {
        auto made = std::make_shared<Result<Made>>(make(path, entry, against, request, progress));
        return [parts, path, again, &desk, made](App&) {
          desk.working = false;
          if (!*made) {
            parts.notices.fail(made->error());
            // Half a file perhaps, as an editor was writing it: once it runs, that is over.
            if (made->error().code != ErrorCode::kCancelled) {
              parts.notices.of_run(parts.session.generation());
            }
            return;
          }
          parts.remembered.add_file(path, parts.source);
          if (desk.file().path == path) desk.note_version((*made)->text);
          if (desk.newest == nullptr || desk.newest->path != path) {
            desk.newest = std::make_shared<OwnText>(OwnText{path, {}});
          }
          desk.newest->lines = (*made)->kernel->lines;
          auto newest = std::make_shared<OwnKernel>(*(*made)->kernel);
          newest->newest = desk.newest;
          (*made)->kernel = std::move(newest);
          const std::string verdict = kernel_verdict((*made)->kernel->report());
          std::string task;
          if (desk.task) {
            task = task_text(*desk.task, (*made)->kernel->report());
            auto checked = std::make_shared<OwnKernel>(*(*made)->kernel);
            checked->task = task;
            (*made)->kernel = std::move(checked);
          }
          show(parts, std::move(**made), again);
          if (!task.empty()) {
            parts.notices.notify("Lesson: " + task);
            parts.notices.of_run(parts.session.generation());
            return;
          }
          if (!has_pane(parts.panes, "findings")) {
            parts.notices.offer(verdict, "Show the findings", "view findings",
                                !(*made)->kernel->report().good());
            parts.notices.of_run(parts.session.generation());
          }
        };
      });
  if (!started) return started;
  desk.request = std::move(*request);
  desk.working = true;
  desk.run_again = false;
  return {};
}

bool run_saved_kernel(const OpeningParts& parts, KernelDesk& desk) {
  if (desk.saved_again(now_s())) {
    desk.run_again = true;
    // What runs is of the file before.
    if (desk.working && parts.background.work) parts.background.work->progress.cancel = true;
  }
  if (!desk.run_again || parts.background.work) return false;
  desk.run_again = false;
  if (const Status status = run_own_kernel(parts, desk); !status) {
    parts.notices.fail(status.error());
  }
  return true;
}

}  // namespace sortscope
