// log.cpp: commands of the text log: the steps in words.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <memory>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/panes.h"
#include "app/state/parts/beside.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/remembered.h"
#include "app/state/parts/written_file.h"
#include "app/state/session.h"
#include "app/state/text_log.h"
#include "core/base/number_text.h"
#include "core/base/output_file.h"
#include "core/base/progress.h"
#include "core/networks/steps.h"
#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/words/step_log.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;
using Range = std::pair<std::uint32_t, std::uint32_t>;

// Kept in memory until the file is written.
constexpr std::size_t kMostSavedBytes = std::size_t{1} << 30;

bool loaded(const Session& session) { return session.loaded(); }

// "FROM [TO]" as steps, both included.
Result<Range> step_range(Session& session, TextLog& text_log, Arguments arguments) {
  const std::uint32_t steps = text_log.steps(session);
  const auto from = whole_argument("FROM", arguments[0], 0, steps);
  if (!from) return from.error();
  if (arguments.size() < 2) {
    return Range{static_cast<std::uint32_t>(*from), static_cast<std::uint32_t>(*from)};
  }
  const auto to = whole_argument("TO", arguments[1], *from, steps);
  if (!to) return to.error();
  return Range{static_cast<std::uint32_t>(*from), static_cast<std::uint32_t>(*to)};
}

// Beside the picture, or away again.
Status show_log(Panes& panes, Arguments arguments) {
  const auto shown = std::find_if(panes.views.begin(), panes.views.end(),
                                  [](const auto& view) { return view->id() == "log"; });
  const auto on = switch_argument(arguments, shown != panes.views.end());
  if (!on) return on.error();
  if (*on == (shown != panes.views.end())) return {};
  if (*on) {
    if (panes.views.size() < 2) panes.set_count(2);
    return panes.set(panes.views.size() - 1, "log");
  }
  if (panes.views.size() == 2) {
    // One pane is left: the picture.
    if (shown == panes.views.begin()) std::swap(panes.views[0], panes.views[1]);
    panes.set_count(1);
    return {};
  }
  return panes.set(static_cast<std::size_t>(shown - panes.views.begin()), "network");
}

Status log_select(Session& session, TextLog& text_log, Arguments arguments) {
  if (arguments.empty()) {
    text_log.chosen.reset();
    return {};
  }
  const auto range = step_range(session, text_log, arguments);
  if (!range) return range.error();
  text_log.chosen = *range;
  return {};
}

Status log_copy(Session& session, Notices& notices, TextLog& text_log, Arguments arguments) {
  const std::uint32_t now = steps_before(session.recording().network, session.cursor());
  Range range = text_log.chosen.value_or(Range{now, now});
  if (!arguments.empty()) {
    const auto asked = step_range(session, text_log, arguments);
    if (!asked) return asked.error();
    range = *asked;
  }
  const std::uint32_t last = steps_before(session.recording().network, session.furthest());
  if (range.second > last) {
    return Error{ErrorCode::kWorkFailed, "steps behind an open question are not told.",
                 "Answer it first, or let the answer be shown."};
  }
  const std::string text = text_log.text(session, range.first, range.second);
  if (ImGui::GetCurrentContext() != nullptr) ImGui::SetClipboardText(text.c_str());
  notices.notify(range.first == range.second
                     ? fmt::format("Copied step {} in words.", range.first)
                     : fmt::format("Copied steps {} to {} in words.", range.first, range.second));
  return {};
}

// All steps of the run.
Result<std::string> told_steps(const std::shared_ptr<const Recording>& recording,
                               std::uint32_t steps, Progress& progress) {
  StepLog log(recording);
  progress.begin(steps);
  std::string text = run_sentences(*recording) + "\n";
  for (std::uint32_t step = 0; step <= steps; ++step) {
    if (progress.cancelled()) return Error{ErrorCode::kCancelled, "stopped.", ""};
    text += log.step(step) + "\n";
    if (text.size() > kMostSavedBytes) {
      return Error{
          ErrorCode::kBadUsage,
          fmt::format("the run is told in more than {} of words.", bytes_text(kMostSavedBytes)),
          "`sortscope steps --from A --to B` writes a part of it."};
    }
    progress.advance();
  }
  return text;
}

Status log_save(App& app, Session& session, TextLog& text_log, Arguments arguments) {
  if (Status checked = check_written(arguments[0]); !checked) return checked;
  const std::uint32_t steps = text_log.steps(session);
  if (session.furthest() < session.recording().network.end()) {
    return Error{ErrorCode::kWorkFailed, "steps behind an open question are not told.",
                 "Answer it first, or let the answer be shown."};
  }
  return beside(app, "Saving " + arguments[0],
                [name = OutputName(arguments[0]), steps,
                 recording = session.shared_recording()](Progress& progress) -> Result<Afterwards> {
                  auto words = told_steps(recording, steps, progress);
                  if (!words) return words.error();
                  std::string path;
                  if (Status status = write_output(name, *words, &path); !status)
                    return status.error();
                  return Afterwards([path, asked = name.path, steps](App& done) -> Status {
                    part_of<Remembered>(done).opened.add_written(path);
                    part_of<Notices>(done).notify(
                        fmt::format("Saved {} in words: {}.", counted(steps, "step"), path) +
                        (asked == path ? "" : " " + made_meanwhile(asked, path)));
                    return {};
                  });
                });
}

}  // namespace

std::span<const Command> log_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"log",
       "Every step in words, beside the picture",
       "View",
       kShow,
       "Shift+L",
       "[on|off]",
       {shift(GLFW_KEY_L)},
       loaded,
       show_log},
      {"log-copy",
       "Copy the step in words, or those chosen",
       "File and help",
       kOwn,
       "Ctrl+C",
       "[FROM] [TO]",
       {ctrl(GLFW_KEY_C)},
       loaded,
       log_copy},
      {"log-select",
       "Choose steps of the log to copy",
       "File and help",
       kShow,
       "",
       "[FROM] [TO]",
       {},
       loaded,
       log_select},
      {"log-save",
       "Save every step in words",
       "File and help",
       kWrite,
       "",
       "FILE",
       {},
       loaded,
       log_save},
  };
  return kRows;
}

}  // namespace sortscope
