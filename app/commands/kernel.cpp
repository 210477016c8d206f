// kernel.cpp: a person's own CUDA file: opened, run again, its findings shown.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/commands/kernel_work.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lab_desk.h"
#include "app/state/network_desk.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/kernel_desk.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "app/surface/surface.h"
#include "core/base/input_file.h"
#include "core/base/numbered_file.h"
#include "core/base/output_file.h"
#include "core/keys/small_values.h"
#include "core/lab/listed.h"
#include "core/lab/text.h"
#include "core/own_kernels/runtime_texts.h"
#include "core/own_kernels/timing/build.h"
#include "core/own_kernels/timing/lab.h"
#include "core/recordings/recording.h"
#include "core/words/own_kernel.h"

namespace sortscope {

namespace {

namespace fs = std::filesystem;
using Arguments = std::span<const std::string>;

bool idle(const Background& background) { return background.work == nullptr; }
bool waits(const KernelDesk& desk, const Background& background) {
  return desk.waiting().has_value() && idle(background);
}
bool has_file(const KernelDesk& desk, const Background& background) {
  return !desk.file().path.empty() && idle(background);
}
bool has_report_and_file(const Session& session, const KernelDesk& desk,
                         const Background& background) {
  return session.measured.kernel != nullptr && has_file(desk, background);
}
bool has_report(const Session& session) { return session.measured.kernel != nullptr; }
// An input is known that its network does not sort.
bool has_wrong_input(const Session& session, const Background& background) {
  if (!has_report(session) || !idle(background) || !session.loaded()) return false;
  const KernelReport& report = session.measured.kernel->report();
  return report.network != nullptr && report.verdict == KernelVerdict::kNetwork &&
         !report.counterexample.empty() && report.counterexample.size() <= report.network->wires();
}
bool has_intended(const Session& session, const Background& background) {
  return has_report(session) && idle(background) &&
         session.measured.kernel->report().intended != nullptr;
}

Status ask(const OpeningParts& parts, KernelDesk& desk, OverlayState& overlay,
           const std::string& path, std::optional<std::uint32_t> n) {
  std::error_code failure;
  const fs::path whole = fs::weakly_canonical(path, failure);
  if (failure || !fs::is_regular_file(whole, failure)) {
    return Error{ErrorCode::kBadInput, fmt::format("there is no file {}.", quoted_word(path)),
                 "A CUDA file of your own is expected: my_sort.cu"};
  }
  if (desk.ask({whole.string(), n})) return run_own_kernel(parts, desk);
  overlay.open = Overlay::kAskKernel;
  return {};
}

Status open_kernel(const OpeningParts& parts, KernelDesk& desk, OverlayState& overlay,
                   Arguments arguments) {
  std::optional<std::uint32_t> n;
  if (arguments.size() > 1) {
    const auto keys = whole_argument("N", arguments[1], 1, kMostKernelKeys);
    if (!keys) return keys.error();
    n = static_cast<std::uint32_t>(*keys);
  }
  return ask(parts, desk, overlay, arguments[0], n);
}

Status allow_kernel(const OpeningParts& parts, KernelDesk& desk, OverlayState& overlay, Arguments) {
  desk.allow();
  if (overlay.open == Overlay::kAskKernel) overlay.open = Overlay::kNone;
  return run_own_kernel(parts, desk);
}

Status run_again(const OpeningParts& parts, KernelDesk& desk, Arguments) {
  return run_own_kernel(parts, desk);
}

// "v0, v1 ...": what there is to begin with.
std::vector<std::string_view> start_ids() {
  std::vector<std::string_view> ids;
  for (const EmbeddedText& text : own_kernel_texts()) {
    std::string_view name = text.name;
    if (!name.starts_with("starts/") || !name.ends_with(".cu")) continue;
    name.remove_prefix(7);
    name.remove_suffix(3);
    ids.push_back(name);
  }
  return ids;
}

Status new_kernel(const OpeningParts& parts, KernelDesk& desk, OverlayState& overlay,
                  Arguments arguments) {
  const std::vector<std::string_view> ids = start_ids();
  const auto id = choice_argument("START", arguments[0], ids);
  if (!id) return id.error();
  const std::string text(own_kernel_text(fmt::format("starts/{}.cu", ids[*id])));
  std::string path;
  if (arguments.size() > 1) {
    path = arguments[1];
    const auto written = write_new_file(path, text);
    if (!written) return written.error();
    if (!*written) {
      return Error{ErrorCode::kBadUsage, fmt::format("{} is there already.", quoted_word(path)),
                   "Nothing was written. Name another file."};
    }
  } else {
    std::error_code failure;
    const auto written =
        write_numbered_file(fs::absolute("my_sort", failure).string(), ".cu", text);
    if (!written) return written.error();
    path = *written;
  }
  parts.notices.notify(fmt::format("Wrote {}: change it in any editor.", path));
  return ask(parts, desk, overlay, path, {});
}

// The comparator of `layer` that a finding's threads did; else the first.
std::uint32_t comparator_of(const KernelReport& report, const Finding& finding,
                            std::uint32_t layer) {
  const std::size_t first = report.network->first(layer);
  const std::size_t last = std::min(report.network->first(layer + 1), report.origins.size());
  for (std::size_t i = first; i < last; ++i) {
    const ComparatorOrigin& origin = report.origins[i];
    const bool of_thread =
        std::ranges::find(finding.threads, origin.thread) != finding.threads.end();
    if (origin.block == finding.block && of_thread) return static_cast<std::uint32_t>(i - first);
  }
  return 0;
}

// The line is marked as long as the cursor stays; 0: none.
void look_at_line(Session& session, std::uint32_t line) {
  if (line == 0) return;
  auto looked = std::make_shared<OwnKernel>(*session.measured.kernel);
  looked->looked_at = line;
  looked->looked_from = session.cursor();
  session.measured.kernel = std::move(looked);
}

// To a comparator of the file, and the line that is to be looked at there.
void look_at(Session& session, ComparatorId comparator, std::uint32_t line) {
  session.seek({comparator.layer, 0});
  session.selected.comparator = comparator;
  look_at_line(session, line);
}

// To the moment of a finding, the comparator that it is about, and its line.
Status show_finding(Session& session, Panes& panes, Arguments arguments) {
  const auto kernel = session.measured.kernel;
  const KernelReport& report = kernel->report();
  const bool shown = session.loaded() && report.network != nullptr &&
                     session.recording().network.listed() == report.network.get();
  if (arguments[0] == "difference") {
    const auto place = difference_place(report);
    if (!place) {
      return Error{ErrorCode::kBadUsage, "no line is known where this file does something else.",
                   "Say first what it should be: kernel-against bitonic"};
    }
    session.selected = {};
    if (!shown) return panes.show("code");
    session.set_playing(false);
    look_at(session, place->comparator, place->line);
    return {};
  }
  if (report.findings.empty()) {
    return Error{ErrorCode::kBadUsage, "nothing was found in this file.", ""};
  }
  const auto number = whole_argument("NUMBER", arguments[0], 1, report.findings.size());
  if (!number) return number.error();
  const Finding& finding = report.findings[static_cast<std::size_t>(*number) - 1];
  session.selected = {};
  if (!shown) return panes.show("code");
  session.set_playing(false);
  if (const auto layer = layer_of(report, finding)) {
    look_at(session, {*layer, comparator_of(report, finding, *layer)}, finding.line);
  } else {
    look_at_line(session, finding.line);
  }
  return {};
}

// What the file should compare, at the same layer; `back` returns.
Status show_intended(const RecordingParts& parts, Session& session, Arguments) {
  const KernelReport& report = session.measured.kernel->report();
  const std::uint32_t layer =
      report.first_difference ? report.first_difference->layer : session.cursor().layer;
  RunRequest request = session.recording().request;
  request.algorithm = "listed";
  request.kernel.clear();
  if (report.intended->wires() != request.keys.size())
    return open_network(parts, report.intended, "");
  request.parameters.set(ListedChoice{report.intended});
  start_recording(parts, std::move(request), parts.next.engine_id, fmt::format("seek {}", layer));
  parts.notices.offer(fmt::format("This is {}. {}", report.against, difference_text(report)),
                      "Back to your kernel", "back", false);
  return {};
}

// The smallest input that comes out wrong, from its start.
Status play_wrong_input(const RecordingParts& parts, Session& session, Surface& surface,
                        Arguments) {
  const KernelReport& report = session.measured.kernel->report();
  RunRequest request = session.recording().request;
  request.algorithm = "listed";
  request.kernel.clear();
  request.order = Order::kAscending;
  request.input = "given";
  request.source.clear();
  const std::vector<std::int32_t> keys(report.counterexample.begin(), report.counterexample.end());
  request.keys = padded_keys(keys_from<std::int32_t>(std::span<const std::int32_t>(keys)),
                             report.network->wires());
  request.parameters.set(ListedChoice{report.network});
  start_recording(parts, std::move(request), parts.next.engine_id,
                  surface.headless() ? "seek 0\nend" : "seek 0\nplay");
  return {};
}

// Which network it should be: it runs again, and is compared with that.
Status set_against(const OpeningParts& parts, KernelDesk& desk, Arguments arguments) {
  std::string id = arguments[0] == "none" ? std::string() : arguments[0];
  if (!id.empty()) {
    const auto algorithm = find_algorithm(id);
    if (!algorithm) return algorithm.error();
  }
  desk.against = std::move(id);
  return run_own_kernel(parts, desk);
}

// Which function of the file sorts: it runs again.
Status set_entry(const OpeningParts& parts, KernelDesk& desk, Arguments arguments) {
  desk.set_entry(arguments[0] == "none" ? std::string() : arguments[0]);
  return run_own_kernel(parts, desk);
}

// What a lesson asks of the file from here on.
Status set_task(Session& session, KernelDesk& desk, Arguments arguments) {
  const std::string& asked = arguments[0];
  if (asked != "none" && asked != "right" && !can_be_planted(asked)) {
    return Error{ErrorCode::kBadUsage, fmt::format("{} is no mistake.", quoted_word(asked)),
                 "right, none, not-sorted or a kind of finding: race, length, out-of-bounds …"};
  }
  // Back at a stop of a lesson: what was done for it stays done.
  if (desk.task && asked == (desk.task->planted.empty() ? "right" : desk.task->planted)) return {};
  desk.task.reset();
  if (asked != "none") desk.task = KernelTask{asked == "right" ? "" : asked};
  if (has_report(session) && !session.measured.kernel->task.empty()) {
    auto kernel = std::make_shared<OwnKernel>(*session.measured.kernel);
    kernel->task.clear();
    session.measured.kernel = std::move(kernel);
  }
  return {};
}

// Where no kernel can be timed: the network that it is, by our CPU engine.
Status time_network(const OpeningParts& parts, LabDesk& lab, const Error& lack) {
  const KernelReport& report = parts.session.measured.kernel->report();
  // What one input or some blocks compared is no sort to be timed.
  if (report.network == nullptr || report.verdict != KernelVerdict::kNetwork) return lack;
  LabRequest request;
  request.sorters = {std::string(kListedSorter), "cpu-bitonic", "std-sort"};
  request.sizes = {report.network->wires()};
  request.repetitions = 25;
  // Named as what it is.
  const auto named = ListedNetwork::from_words(
      report.network->wires(), report.network->words(),
      fmt::format("{}, its network", fs::path(report.path).filename().string()));
  if (!named) return named.error();
  const Status started = lab.start(request, {.kernel = {}, .network = *named});
  if (!started) return started;
  parts.notices.notify(
      fmt::format("Not your kernel is timed but its network, by our CPU engine: {}", lack.message));
  return {};
}

// Compiled plainly, without recording, beside others; and beside what it was before.
Status time_own_kernel(const OpeningParts& parts, KernelDesk& desk, LabDesk& lab,
                       Arguments arguments) {
  constexpr std::uint64_t kMostSourceBytes = std::uint64_t{1} << 20;
  std::vector<std::uint32_t> sizes = {1U << 10, 1U << 12, 1U << 14, 1U << 16,
                                      1U << 18, 1U << 20, 1U << 22};
  bool alone = false;
  for (const std::string& argument : arguments) {
    if (argument == "none") {
      alone = true;
      continue;
    }
    auto asked = parse_lab_sizes(argument);
    if (!asked) return asked.error();
    sizes = std::move(*asked);
  }
  if (const Status possible = timing_possible(); !possible) {
    return time_network(parts, lab, possible.error());
  }
  OwnVersions versions;
  KernelRequest& now = versions.now;
  now.path = desk.file().path;
  auto text = read_regular_file(now.path, kMostSourceBytes);
  if (!text) return text.error();
  now.text = std::move(*text);
  now.entry = desk.entry();
  const auto keys = own_keys(now);
  if (!keys) return keys.error();
  versions.title = fs::path(now.path).filename().string();
  const KernelVersion* const before = alone ? nullptr : desk.before(now.text);
  if (before != nullptr) {
    versions.before = now;
    versions.before->text = before->text;
  }
  const std::string timed = now.text;
  const LabRequest request =
      own_lab_request(keys->type, keys->host_memory, before != nullptr, std::move(sizes));
  const Status started = lab.start(request, {.kernel = std::move(versions), .network = nullptr});
  if (started) desk.note_timed(timed);
  return started;
}

}  // namespace

std::span<const Command> kernel_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {.id = "kernel-open",
       .title = "Your kernel: compile and run a CUDA file of your own",
       .group = "Your kernel",
       .effect = kStart,
       .key_text = "",
       .arguments = "FILE [N]",
       .keys = {},
       .enabled = idle,
       .run = open_kernel,
       .when = "no other work goes on"},
      {.id = "kernel-allow",
       .title = "Let the file that waits be compiled and run",
       .group = "Your kernel",
       .effect = kStart,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = waits,
       .run = allow_kernel,
       .when = "a file was opened that has not run in this window"},
      {.id = "kernel-new",
       .title = "Write a CUDA file to begin with, and open it",
       .group = "Your kernel",
       .effect = kStart,
       .key_text = "",
       .arguments = "START [FILE]",
       .keys = {},
       .enabled = idle,
       .run = new_kernel,
       .when = "no other work goes on"},
      {.id = "kernel-again",
       .title = "Run your kernel again",
       .group = "Your kernel",
       .effect = kStart,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = has_file,
       .run = run_again,
       .when = "a CUDA file of your own is open"},
      {.id = "kernel-bench",
       .title = "Time your kernel beside ours, CUB and Thrust, and as it was before",
       .group = "Your kernel",
       .effect = kStart,
       .key_text = "Shift+T",
       .arguments = "[SIZES] [none]",
       .keys = {shift(GLFW_KEY_T)},
       .enabled = has_report_and_file,
       .run = time_own_kernel,
       .when = "a CUDA file of your own has run"},
      {.id = "kernel-finding",
       .title = "Go to the moment of a finding in your kernel",
       .group = "Your kernel",
       .effect = kShow,
       .key_text = "",
       .arguments = "NUMBER|difference",
       .keys = {},
       .enabled = has_report,
       .run = show_finding,
       .when = "a CUDA file of your own has run"},
      {.id = "kernel-task",
       .title = "What a lesson asks of your kernel: right, or a mistake to plant and mend",
       .group = "Your kernel",
       .effect = kShow,
       .key_text = "",
       .arguments = "right|not-sorted|KIND|none",
       .keys = {},
       .enabled = nullptr,
       .run = set_task},
      {.id = "kernel-against",
       .title = "Compare your kernel with the network that it should be",
       .group = "Your kernel",
       .effect = kStart,
       .key_text = "",
       .arguments = "ID|none",
       .keys = {},
       .enabled = has_file,
       .run = set_against,
       .when = "a CUDA file of your own is open"},
      {.id = "kernel-entry",
       .title = "Say which function of your kernel's file sorts",
       .group = "Your kernel",
       .effect = kStart,
       .key_text = "",
       .arguments = "NAME|none",
       .keys = {},
       .enabled = has_file,
       .run = set_entry,
       .when = "a CUDA file of your own is open"},
      {.id = "kernel-counterexample",
       .title = "Run an input that your kernel does not sort",
       .group = "Your kernel",
       .effect = kChangeRun,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = has_wrong_input,
       .run = play_wrong_input,
       .when = "an input is known that your kernel's network does not sort"},
      {.id = "kernel-intended",
       .title = "Show the network that your kernel should be",
       .group = "Your kernel",
       .effect = kChangeRun,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = has_intended,
       .run = show_intended,
       .when = "your kernel was compared with a network"},
  };
  return kRows;
}

}  // namespace sortscope
