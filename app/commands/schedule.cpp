// schedule.cpp: commands of the schedule view.
#include <array>
#include <limits>
#include <vector>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/session.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool loaded(const Session& session) { return session.loaded(); }

std::uint32_t most_merge(const Session& session) {
  return floor_log2(ceil_pow2(session.recording().network.wires()));
}

Status set_merge(Session& session, Arguments arguments) {
  if (arguments[0] == "cursor") {
    session.options.schedule.merge = 0;
    return {};
  }
  const auto merge = whole_argument("J", arguments[0], 1, std::max(most_merge(session), 1U));
  if (!merge) return merge.error();
  session.options.schedule.merge = static_cast<std::uint32_t>(*merge);
  return {};
}

Status set_processors(Session& session, Arguments arguments) {
  const auto processors = whole_argument("P", arguments[0], 1, session.recording().network.wires());
  if (!processors) return processors.error();
  session.options.schedule.processors = static_cast<std::uint32_t>(*processors);
  return {};
}

Status set_start(Session& session, Arguments arguments) {
  static constexpr std::array<std::string_view, 2> kStarts = {"every-other-step", "every-step"};
  bool& every = session.options.schedule.every_step;
  if (arguments.empty()) {
    every = !every;
    return {};
  }
  const auto chosen = choice_argument("START", arguments[0], kStarts);
  if (!chosen) return chosen.error();
  every = *chosen == 1;
  return {};
}

}  // namespace

std::span<const Command> schedule_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {.id = "schedule-merge",
       .title = "Merge level of the schedule, or that of the cursor",
       .group = "Schedule",
       .effect = kShow,
       .key_text = "",
       .arguments = "J|cursor",
       .keys = {},
       .enabled = loaded,
       .run = set_merge},
      {.id = "schedule-processors",
       .title = "Number of processors of the schedule",
       .group = "Schedule",
       .effect = kShow,
       .key_text = "",
       .arguments = "P",
       .keys = {},
       .enabled = loaded,
       .run = set_processors},
      {.id = "schedule-start",
       .title = "A stage every other step, or (wrong) every step",
       .group = "Schedule",
       .effect = kShow,
       .key_text = "",
       .arguments = "[every-other-step|every-step]",
       .keys = {},
       .enabled = nullptr,
       .run = set_start},
  };
  return kRows;
}

}  // namespace sortscope
