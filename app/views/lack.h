// lack.h: a pane whose view has nothing to show of the run: why, and one button that changes it.
#pragma once

#include <string_view>

namespace sortscope {

struct Lack;
struct Pane;
struct Remembered;
struct ViewParts;

/// `lack`; where it asks for a CUDA file and one of a window before is known, it offers to run
/// that.
Lack with_known_file(Lack lack, const Remembered& remembered);

/// Draws into the current window, in place of the view called `title`.
void draw_lack(const ViewParts& given, const Pane& pane, std::string_view title, const Lack& lack);

}  // namespace sortscope
