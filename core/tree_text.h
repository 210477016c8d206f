// tree_text.h: comparisons in bitonic trees in words.
#pragma once

#include <string>
#include <string_view>

#include "core/tree_moment.h"

namespace sortscope {

/// The outcome that exchanges, as keys are written: ">" in an ascending block of an ascending run,
/// "<" where one of the two is descending.
std::string_view exchange_sign(const Recording& recording, const TreeTask& task);

/// "12 > 7", "5 = 5, place 9 after 3", "padding after 7": how the two keys stand.
std::string relation_text(const Recording& recording, const TreeMeeting& meeting);

/// "Phase 1: v(p) = 12 > v(q) = 7: keys and left links change places, on to the right children."
std::string meeting_text(const Recording& recording, const TreeMeeting& meeting);

/// "Phase 2: is v(p) = 12 > v(q) = 7?"
std::string question_text(const Recording& recording, const TreeMeeting& meeting);

/// What phase 0 of an instance decided: "case 1", "case 2", "no root swap", "root swap".
std::string case_text(TreeRule rule, bool exchanged);

/// "Merge j = 3 · stage k = 0 · phase i = 1 · block 0 · instance 0".
std::string task_text(const Network& network, const TreeTask& task);

}  // namespace sortscope
