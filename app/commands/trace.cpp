// trace.cpp: tracing the sort that is shown, pass by pass; traces as files.
#include <fmt/format.h>

#include "app/engines/engines.h"
#include "app/engines/trace_run.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/next_run.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/beside.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/remembered.h"
#include "app/state/parts/written_file.h"
#include "app/state/session.h"
#include "core/base/output_file.h"
#include "core/base/progress.h"
#include "core/engines/sort_trace_json.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool loaded_and_idle(const Session& session, const Background& background) {
  return session.loaded() && background.work == nullptr;
}
bool idle(const Background& background) { return background.work == nullptr; }
bool has_trace(const Session& session) { return session.measured.trace != nullptr; }

// The engine and kernel that made the recording; where it is not here, the one for new runs.
Result<EngineChoice> engine_for(const Session& session, const NextRun& next, std::string& kernel) {
  const Recording& recording = session.recording();
  kernel = recording.timing.kernel;
  if (auto same = choose_engine(recording.engine); same) return same;
  kernel.clear();
  return choose_engine(next.engine_id);
}

Status trace(Session& session, Panes& panes, NextRun& next, Background& background,
             Arguments arguments) {
  TraceChoice choice;
  for (const std::string& argument : arguments) {
    // "recorded": its name of before.
    if (argument == "recording" || argument == "recorded" || argument == "plain") {
      choice.recorded = argument != "plain";
      continue;
    }
    const auto runs = whole_argument("RUNS", argument, 1, 999);
    if (!runs) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("'{}' is neither plain, recording nor a number of runs.", argument),
                   "For example: trace recording 25"};
    }
    choice.runs = static_cast<std::uint32_t>(*runs);
  }
  const auto engine = engine_for(session, next, choice.kernel);
  if (!engine) return engine.error();
  const Status started = background.start(
      fmt::format("Tracing {}", session.recording().title()),
      [engine = engine->engine, recording = session.shared_recording(),
       choice](Progress& progress) {
        auto made = run_trace(*engine, *recording->algorithm, recording->network, recording->start,
                              choice, &progress);
        return std::function<void(App&)>([made = std::move(made)](App& done) {
          if (!made) {
            part_of<Notices>(done).fail(made.error());
            return;
          }
          part_of<Session>(done).measured.trace = std::make_shared<const SortTrace>(*made);
        });
      });
  if (!started) return started;
  return panes.show("passes");
}

Status save_trace(Session& session, Notices& notices, Remembered& remembered, Arguments arguments) {
  const OutputName name(arguments[0]);
  if (Status checked = check_written(name.path); !checked) return checked;
  const auto called = remembered.opened.write(name, trace_json(*session.measured.trace));
  if (!called) return called.error();
  notices.notify(
      said_written(fmt::format("Wrote {}: ui.perfetto.dev and chrome://tracing open it.", *called),
                   name.path, *called));
  return {};
}

// Read beside the window: up to 67 MB.
Status open_trace(App& app, Arguments arguments) {
  return beside(
      app, "Reading " + arguments[0],
      [path = arguments[0]](Progress& progress) -> Result<Afterwards> {
        auto read = read_trace_file(path, &progress);
        if (!read) return read.error();
        return Afterwards([made = std::make_shared<const SortTrace>(std::move(*read))](App& done) {
          part_of<Session>(done).measured.trace = made;
          return part_of<Panes>(done).show("passes");
        });
      });
}

Status repeat_trace(Session& session, Panes& panes, DrawnRun& drawn, Arguments arguments) {
  const auto on = switch_argument(arguments, drawn.trace_live);
  if (!on) return on.error();
  if (*on && !session.measured.trace->stamped) {
    return Error{ErrorCode::kUnavailable,
                 "only a sort whose kernels write time stamps on the GPU can be repeated live.",
                 "Trace a recording that a CUDA kernel made."};
  }
  drawn.trace_live = *on;
  return panes.show("passes");
}

}  // namespace

std::span<const Command> trace_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {.id = "trace",
       .title = "Trace the sort shown, pass by pass",
       .group = "Measure",
       .effect = kMeasure,
       .key_text = "",
       .arguments = "[plain|recording] [RUNS]",
       .keys = {},
       .enabled = loaded_and_idle,
       .run = trace},
      {.id = "trace-live",
       .title = "Repeat the traced sort and watch its passes",
       .group = "Measure",
       .effect = kMeasure,
       .key_text = "",
       .arguments = "[on|off]",
       .keys = {},
       .enabled = has_trace,
       .run = repeat_trace,
       .when = "the sort was traced, or a trace was opened"},
      {.id = "trace-save",
       .title = "Save the trace for Perfetto",
       .group = "Measure",
       .effect = kWrite,
       .key_text = "",
       .arguments = "FILE.json",
       .keys = {},
       .enabled = has_trace,
       .run = save_trace,
       .when = "the sort was traced, or a trace was opened"},
      {.id = "trace-open",
       .title = "Open a saved trace",
       .group = "Measure",
       .effect = kReadData,
       .key_text = "",
       .arguments = "FILE.json",
       .keys = {},
       .enabled = idle,
       .run = open_trace},
  };
  return kRows;
}

}  // namespace sortscope
