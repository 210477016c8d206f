// tree_text.h: comparisons in bitonic trees in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/scenes/tree_moment.h"
#include "core/scenes/tree_motion.h"

namespace sortscope {

/// The outcome that exchanges, as keys are written: ">" in an ascending block of an ascending run,
/// "<" where one of the two is descending.
std::string_view exchange_sign(const Recording& recording, const TreeTask& task);

/// "12 > 7", "5 = 5", "12 before –": how the two keys stand, in few characters.
std::string relation_text(const Recording& recording, const TreeMeeting& meeting);

/// "Phase 1: v(p) = 12 > v(q) = 7: keys and left links change places, on to the right children."
std::string meeting_text(const Recording& recording, const TreeMeeting& meeting);

/// As much of it as has happened while the comparison runs: first the question, then what moves,
/// last where the pair goes on.
std::string running_text(const Recording& recording, const TreeMeeting& meeting, TreePart part);

/// "Next, phase 2: is v(p) = 12 > v(q) = 7?"
std::string question_text(const Recording& recording, const TreeMeeting& meeting);
/// "12 > 7?"
std::string short_question_text(const Recording& recording, const TreeMeeting& meeting);

/// What phase 0 of an instance decided: "case 1", "case 2", "no root swap", "root swap".
std::string case_text(TreeRule rule, bool exchanged);

/// "131,054".
std::string grouped_digits(std::uint64_t number);

/// "Algorithm 1" (two cases) or "Algorithm 3".
std::string_view rule_name(TreeRule rule);

/// "Algorithm 3 · merge j = 3 · stage k = 1 · phase i = 1 · block 0 of 2 · instance 0 of 2".
std::string task_text(const Recording& recording, const TreeTask& task);
/// "Alg. 3 · j = 3 · k = 1 · i = 1".
std::string short_task_text(const Recording& recording, const TreeTask& task);

}  // namespace sortscope
