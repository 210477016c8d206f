// pointer_rest.h: what tooltips know of the pointer and the buttons, from frame to frame.
#pragma once

#include <set>
#include <string>

namespace sortscope {

struct PointerRest {
  // The last widget that was pointed at, and since when.
  float corner_x = -1, corner_y = -1;
  double since_s = 0;
  int frame = -2;
  int shown_frames = 0;  // of its tooltip
  // The button drawn last, until its tooltip follows; ids of those that had none.
  std::string waiting;
  std::set<std::string> unexplained;
};

}  // namespace sortscope
