// highlights.h: bands over what a lesson points out, marks of answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/pictures/label_board.h"
#include "core/pictures/picture.h"
#include "core/scenes/layout.h"
#include "core/scenes/question_marks.h"

namespace sortscope {

/// A translucent band with a dashed outline. Its words go on clear ground: on the upper edge, from
/// the left end or (`centred`) the middle on, else on the lower edge, else inside; not beyond its
/// left and right ends, unless they may stray (layers). `title`: a height above it that comes
/// first. Nothing where it has none.
std::optional<MovableLabel> add_band(Picture& picture, float left, float top, float right,
                                     float bottom, const std::string& label, bool centred,
                                     bool strays = false, std::optional<float> title = {});

/// Words of bands side by side stand on one height, the first of their spots that is free for all;
/// they stay as they are where there is none. O(bands * spots * labels).
void on_one_height(const Picture& picture, std::span<MovableLabel> bands);

/// Where the sign of an answer stands: above its frame, within where the page ends there; beside
/// it, where others stand above; or within, where words do.
enum class SignPlace : std::uint8_t { kAbove, kBeside, kWithin };

/// Answers that are wires are marked where their keys stand, until these go on.
bool marks_wires(const Scene& scene, AnswerMark mark);

/// What is said of a comparator, chosen, right or wrong, where a question is open.
std::optional<AnswerMark> answer_of(const Scene& scene, ComparatorId id);

/// A frame that says what `mark` says, by colour, dash and sign; of the key that is asked about
/// also "?", beside the frame.
std::optional<MovableLabel> add_answer_mark(Picture& picture, float left, float top, float right,
                                            float bottom, AnswerMark mark,
                                            SignPlace sign = SignPlace::kAbove);

}  // namespace sortscope
