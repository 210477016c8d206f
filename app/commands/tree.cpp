// tree.cpp: commands for the tree view.
#include <array>
#include <vector>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/session.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool loaded(const Session& session) { return session.loaded(); }

Status pose(Session& session, Arguments arguments) {
  const auto fraction = number_argument("FRACTION", arguments[0], 0, 1);
  if (!fraction) return fraction.error();
  static constexpr std::string_view kWhat[] = {"layer", "comparator"};
  std::size_t what = 0;
  if (arguments.size() > 1) {
    const auto chosen = choice_argument("WHAT", arguments[1], kWhat);
    if (!chosen) return chosen.error();
    what = *chosen;
  }
  session.pose(session.cursor(), *fraction, what == 0);
  return {};
}

Status tree_form(Session& session, Arguments arguments) {
  static constexpr std::array<std::string_view, 2> kForms = {"pointers", "complete"};
  TreeForm& form = session.options.tree.form;
  if (arguments.empty()) {
    form = form == TreeForm::kPointers ? TreeForm::kComplete : TreeForm::kPointers;
    return {};
  }
  const auto chosen = choice_argument("FORM", arguments[0], kForms);
  if (!chosen) return chosen.error();
  form = *chosen == 0 ? TreeForm::kPointers : TreeForm::kComplete;
  return {};
}

Status tree_compare(Session& session, Arguments arguments) {
  const auto on = switch_argument(arguments, session.options.tree.compare);
  if (!on) return on.error();
  session.options.tree.compare = *on;
  return {};
}

Status tree_record(const RecordingParts& parts, Arguments) {
  RunRequest request = without_keys(parts.session.recording().request);
  request.algorithm = "adaptive";
  request.kernel.clear();
  parts.next.run = request;
  parts.next.shown_keys = keys_of(parts.session.shared_recording());
  start_recording(parts, {std::move(request), parts.next.shown_keys}, parts.next.engine_id);
  return {};
}

}  // namespace

std::span<const Command> tree_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"tree-compare",
       "Algorithms 1 and 3 side by side on the same keys",
       "Tree",
       kShow,
       "",
       "[on|off]",
       {},
       nullptr,
       tree_compare},
      {"tree-form",
       "Memory of the tree: with pointers, or beside the pointer-less form",
       "Tree",
       kShow,
       "",
       "[pointers|complete]",
       {},
       nullptr,
       tree_form},
      {"tree-record",
       "Record these keys with the adaptive sort, which has trees",
       "Tree",
       kChangeRun,
       "",
       "",
       {},
       loaded,
       tree_record},
      {"pose",
       "Stand still part of the way through the next step (scripts)",
       "Scripts",
       kShow,
       "",
       "FRACTION [layer|comparator]",
       {},
       loaded,
       pose},
  };
  return kRows;
}

}  // namespace sortscope
