// label_fit.h: how wide text is, near enough to lay it out without a font.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/pictures/picture.h"

namespace sortscope {

/// Width in pixels of UTF-8 `text`: 0.6 of the size a character in the monospaced and bold faces,
/// 0.56 in the plain one. An upper estimate for ordinary words and numbers.
float estimated_width(std::string_view text, float size, Face face);

/// The rectangle that a label covers: its estimated width, its size as height.
struct LabelArea {
  float left, top, right, bottom;
};
LabelArea area_of(const Label& label);
bool overlap(const LabelArea& a, const LabelArea& b);

/// `label` with the first of `texts` that is no wider than `room`, else the last one shortened with
/// an ellipsis, empty where nothing fits; what was cut stands in Label::whole.
Label fitted(Label label, const std::vector<std::string>& texts, float room);
/// The same with the label's own text.
Label fitted(Label label, float room);

/// The first of `texts` that is no wider than `room`; empty where none is.
std::string first_fitting(std::initializer_list<std::string> texts, float size, Face face,
                          float room);

/// The words of `text` in lines no wider than `room`, as far as single words are not.
std::vector<std::string> wrapped(std::string_view text, float size, Face face, float room);

/// The largest of the type sizes 24, 18, 15, 13, 12 that is at most `at_most`, 12 at least.
float type_size(float at_most);

}  // namespace sortscope
