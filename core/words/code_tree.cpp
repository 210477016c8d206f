// code_tree.cpp: which line of adaptive bitonic sorting runs at the cursor.
#include "core/words/code_tree.h"

#include <fmt/format.h>

#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/tree_moment.h"
#include "core/scenes/tree_motion.h"
#include "core/words/tree_text.h"

namespace sortscope {

namespace {

// Before the step.
int line_at_rest(const Scene& scene, const TreeCodeLines& lines, const TreeTask& task) {
  const bool begins = scene.whole_layer && scene.cursor.comparator == 0;
  if (task.phase > 0) return begins ? lines.loop : lines.compare;
  if (!begins) return lines.compare_root;
  if (task.stage == 0) return lines.begin_merge;
  return task.instance % 2 == 0 ? lines.recurse_left : lines.recurse_right;
}

int line_on_the_way(TreePart part, const TreeCodeLines& lines, const TreeEvent& event) {
  const bool first = event.task.phase == 0;
  switch (part) {
    case TreePart::kCompare:
      return first ? lines.compare_root : lines.compare;
    case TreePart::kKeys:
      return first ? lines.swap_root : lines.swap_keys;
    case TreePart::kLinks:
      if (first) return lines.swap_root_links;
      return event.second_case ? lines.swap_right : lines.swap_left;
    case TreePart::kWalk:
      break;
  }
  if (first) return lines.children;
  if (event.task.last_phase()) return event.exchanged ? lines.swap_keys : lines.compare;
  return goes_right(event.second_case, event.exchanged) ? lines.go_right : lines.go_left;
}

}  // namespace

CodeState tree_code_state(const Scene& scene) {
  const Recording& recording = *scene.recording;
  const auto moment = tree_moment(scene);
  const TreeMeeting* meeting = moment ? moment->focused() : nullptr;
  if (meeting == nullptr) return {};
  const TreeEvent& event = meeting->event;
  const TreeCodeLines& lines = *recording.algorithm->tree_lines;
  const TreeMotion motion = tree_motion(*moment, scene.fraction);
  CodeState state;
  state.current_line = moment->running ? line_on_the_way(tree_part(motion, event), lines, event)
                                       : line_at_rest(scene, lines, event.task);
  state.turned = exchange_sign(recording, event.task) == "<";
  state.variables =
      recording.algorithm->variables(recording.network, meeting->id.layer, meeting->id.index);
  const auto add = [&](std::string name, std::string value) {
    state.variables.push_back({std::move(name), std::move(value)});
  };
  const bool first = event.task.phase == 0;
  const bool swapped = event.exchanged && motion.keys >= 1;
  add("r", fmt::to_string(event.root));
  add("e", fmt::to_string(event.extra));
  if (!first) {
    add("p", fmt::to_string(event.p));
    add("q", fmt::to_string(event.q));
  }
  add(first ? "v(r)" : "v(p)", short_key_text(recording, swapped ? meeting->on_q : meeting->on_p));
  add(first ? "v(e)" : "v(q)", short_key_text(recording, swapped ? meeting->on_p : meeting->on_q));
  const bool case_known = !first || motion.compared > 0;
  if (recording.algorithm->rule == TreeRule::kTwoCase && case_known) {
    add("case", event.second_case ? "2" : "1");
  }
  return state;
}

}  // namespace sortscope
