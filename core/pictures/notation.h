// notation.h: powers and indices as they are drawn, from how they are typed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/pictures/picture.h"

namespace sortscope {

/// `text` as it is drawn: "2^20" with a raised 20, "10^-3", "2^10.75", "2^d" too; "ε_B" and "U_a"
/// with a lowered letter. Where there is nothing to do it is `text` itself, else it stands in
/// `kept`. Letters are raised outside of the monospaced face only: that is code, and stays as it is
/// typed. O(text).
std::string_view typeset(std::string_view text, Face face, std::string& kept);
std::string typeset(std::string_view text, Face face = Face::kSans);

/// A part of drawn text in one size: letters as they are typed.
struct NotationRun {
  std::string text;
  float size = 1;  // of the others
  float up = 0;    // in the others' size
};
/// The parts in which to draw it. Lowered letters are parts, as no font has them all; so are raised
/// ones of the monospaced face: its raised characters are too small to read on an axis.
std::vector<NotationRun> notation_runs(std::string_view drawn, Face face);
/// There is one part, `drawn` itself. O(text).
bool is_plain(std::string_view drawn, Face face);

/// The raised characters at the start of `text`, as they are typed ("20"); moves behind them. Empty
/// where there are none.
std::string take_raised(std::string_view& text);
/// The same of lowered letters.
std::string take_lowered(std::string_view& text);

}  // namespace sortscope
