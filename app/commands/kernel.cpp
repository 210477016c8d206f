// kernel.cpp: a person's own CUDA file: opened, run again, its findings shown.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/commands/kernel_work.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/network_desk.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/kernel_desk.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "core/base/numbered_file.h"
#include "core/base/output_file.h"
#include "core/own_kernels/runtime_texts.h"
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
bool has_report(const Session& session) { return session.measured.kernel != nullptr; }
bool has_intended(const Session& session, const Background& background) {
  return has_report(session) && idle(background) &&
         session.measured.kernel->report.intended != nullptr;
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
    std::error_code failure;
    if (fs::exists(path, failure)) {
      return Error{ErrorCode::kBadUsage, fmt::format("{} is there already.", quoted_word(path)),
                   "Nothing was written. Name another file."};
    }
    if (Status status = write_file(path, text); !status) return status;
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

// To the moment of a finding, and to the comparator that it is about.
Status show_finding(Session& session, Panes& panes, Arguments arguments) {
  const OwnKernel& kernel = *session.measured.kernel;
  const KernelReport& report = kernel.report;
  const auto number =
      whole_argument("NUMBER", arguments[0], 1, std::max<std::size_t>(report.findings.size(), 1));
  if (!number) return number.error();
  if (report.findings.empty()) {
    return Error{ErrorCode::kBadUsage, "nothing was found in this file.", ""};
  }
  const Finding& finding = report.findings[static_cast<std::size_t>(*number) - 1];
  session.selected = {};
  if (const auto layer = layer_of(report, finding);
      layer && session.loaded() && session.recording().network.listed() == report.network.get()) {
    session.set_playing(false);
    session.seek({*layer, 0});
    const std::size_t first = report.network->first(*layer);
    const std::size_t last = report.network->first(*layer + 1);
    std::size_t at = first;
    for (std::size_t i = first; i < std::min(last, report.origins.size()); ++i) {
      const ComparatorOrigin& origin = report.origins[i];
      if (origin.block == finding.block &&
          std::ranges::find(finding.threads, origin.thread) != finding.threads.end()) {
        at = i;
        break;
      }
    }
    session.selected.comparator = ComparatorId{*layer, static_cast<std::uint32_t>(at - first)};
  }
  return panes.show("code");
}

// What the file should compare, at the same layer; `back` returns.
Status show_intended(const RecordingParts& parts, Session& session, Arguments) {
  const KernelReport& report = session.measured.kernel->report;
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
      {.id = "kernel-finding",
       .title = "Go to the moment of a finding in your kernel",
       .group = "Your kernel",
       .effect = kShow,
       .key_text = "",
       .arguments = "NUMBER",
       .keys = {},
       .enabled = has_report,
       .run = show_finding,
       .when = "a CUDA file of your own has run"},
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
