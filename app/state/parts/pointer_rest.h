// pointer_rest.h: what tooltips know of the pointer and the buttons, from frame to frame.
#pragma once

#include <cfloat>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace sortscope {

inline constexpr double kLongAgo_s = -1e9;

struct PointerRest {
  // The last widget that was pointed at, and since when.
  float corner_x = -1, corner_y = -1;
  double since_s = 0;
  int frame = -2;
  int shown_frames = 0;  // of its tooltip
  // Where the pointer was last seen to move, and when. Nothing is explained before it has, nor
  // after a key, nor where another page has come under it.
  float x = -FLT_MAX, y = -FLT_MAX;
  double moved_s = 0;
  bool dismissed = true;
  float width = 0, height = 0, scale = 0;  // of the page
  double resized_s = kLongAgo_s;           // when that changed last, and the pointer with it
  bool covered = false;                    // by an overlay
  // A lesson went on under a pointer that nobody has touched since: it points at nothing.
  bool asleep = false;
  std::uint64_t lesson_entries = 0;  // when that was asked last
  // Text under the pointer that had no room, and where it stands; "": none.
  std::string cut;
  float cut_x = 0, cut_y = 0, cut_width = 0, cut_height = 0;
  int tooltip_frame = -2;  // the last in which a tooltip stood
  // The button drawn last, until its tooltip follows; ids of those that had none.
  std::string waiting;
  std::set<std::string> unexplained;
  // What can be pressed in this frame, as far as it is drawn, and in the one before: no tooltip
  // stands over it.
  struct Control {
    float x = 0, y = 0, width = 0, height = 0;
  };
  std::vector<Control> controls, controls_before;
  int controls_frame = -1;
};

}  // namespace sortscope
