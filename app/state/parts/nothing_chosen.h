// nothing_chosen.h: what is said only while a question is open.
#pragma once

#include <string_view>

namespace sortscope {

class Notices;
class Quiz;

/// Why a jump went no further than the open question.
inline constexpr std::string_view kQuestionHolds =
    "A question stands before that step: answer it, or let the answer be shown.";

/// Takes that back, and that nothing is chosen, once the question is answered or left.
void forget_nothing_chosen(const Quiz& quiz, Notices& notices);

}  // namespace sortscope
