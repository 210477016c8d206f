// picture.h: a drawing in plain numbers, with roles instead of colours: drawn by OpenGL on screen
// and by cairo and TikZ in files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sortscope {

/// What a mark means. A palette maps it to colour, width and dash (core/palette.h).
enum class Role : std::uint8_t {
  kGround,
  kPanel,
  kLine,   // hairlines, brackets, boxes
  kWire,   // a wire
  kGhost,  // padding: dashed
  kText,
  kMuted,
  kExchanged,   // thick, filled dots
  kKept,        // thin, hollow dots
  kFuture,      // not yet run: faint
  kAccent,      // selection, cursor
  kAccentBand,  // translucent band behind the current layer
  kGood,
  kBoxFirst,  // nested boxes, alternating
  kBoxSecond,
  kRank,  // filled by rank: `rank` of the mark, 0 to 1
};

enum class Anchor : std::uint8_t { kStart, kMiddle, kEnd };
enum class Face : std::uint8_t { kSans, kSansBold, kMono };

struct Line {
  float x0, y0, x1, y1;
  Role role;
  float width;  // in layout units at scale 1 (pixels)
  bool dashed = false;
};
struct Dot {
  float x, y, radius;
  Role role;
  bool filled;  // hollow: ground inside, stroke `width`
  float width = 1.2f;
};
struct Box {
  float x, y, w, h;
  Role role;
  bool filled;
  float corner = 0;
  float rank = 0;   // where role is kRank
  float width = 1;  // stroke where not filled
  bool dashed = false;
};
/// A filled arrow head (or an open chevron where `width` > 0) with its tip at (x, y).
struct ArrowHead {
  float x, y;
  bool down;  // points to larger y
  float size;
  Role role;
  float width;
};
struct Label {
  float x, y;  // anchor point, vertically centred on the text
  std::string text;
  float size;  // pixels at scale 1
  Face face;
  Anchor anchor;
  Role role;
  float on_rank = -1;  // >= 0: text on a kRank fill of that rank: black or white by contrast
};

/// Marks are drawn in the order boxes (filled first), lines, arrows, dots, chips (boxes with
/// kRank), labels. Units are pixels at scale 1, y down, origin top left.
struct Picture {
  float width = 0;
  float height = 0;
  std::vector<Box> boxes;
  std::vector<Line> lines;
  std::vector<ArrowHead> arrows;
  std::vector<Dot> dots;
  std::vector<Box> chips;
  std::vector<Label> labels;
};

}  // namespace sortscope
