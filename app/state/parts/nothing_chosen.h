// nothing_chosen.h: that nothing is chosen is said while it is asked, no longer.
#pragma once

namespace sortscope {

class Notices;
class Quiz;

/// Takes back that nothing is chosen, once the question is answered or left.
void forget_nothing_chosen(const Quiz& quiz, Notices& notices);

}  // namespace sortscope
