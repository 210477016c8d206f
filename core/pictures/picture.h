// picture.h: a drawing in plain numbers, with roles instead of colours: drawn by OpenGL on screen
// and by cairo and TikZ in files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sortscope {

/// What a mark means. A palette maps it to colour, width and dash (core/pictures/palette.h).
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
  kPartOdd,   // subsequences a1 and a3 of a bitonic sequence
  kPartEven,  // a2 and a4
  kSeries1,   // curves of a plot, told apart by their marks too
  kSeries2,
  kSeries3,
  kSeries4,
  kSeries5,
  kSeries6,
  kSeries7,
  kSeries8,
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
  std::string whole =
      {};  // what was shortened to `text`: said where one points at it; "": nothing was
  bool of_key = false;  // the number of a key, or the sign in its stead
};

/// A point of a shape.
struct ShapePoint {
  float x, y;
};
/// A filled convex polygon, or a line through points: `count` points of Picture::points from
/// `first` on.
struct Shape {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  Role role = Role::kLine;
  float rank = 0;       // where role is kRank
  float light = 1;      // below 1 towards black, above 1 towards white
  float alpha = 1;      // times the role's own
  float width = 0;      // 0: filled, else of the stroke
  bool closed = false;  // of a stroke: back to the first point
  bool dashed = false;  // of a stroke
};

/// Marks are drawn in the order boxes (filled first), shapes, lines, arrows, dots, chips (boxes
/// with kRank), labels; shapes in the order in which they stand, for views with depth. Units are
/// pixels at scale 1, y down, origin top left.
struct Picture {
  float width = 0;
  float height = 0;
  bool unfinished = false;  // there is more of it the next time that it is laid out
  std::vector<Box> boxes;
  std::vector<Shape> shapes;
  std::vector<ShapePoint> points;  // of the shapes
  std::vector<Line> lines;
  std::vector<ArrowHead> arrows;
  std::vector<Dot> dots;
  std::vector<Box> chips;
  std::vector<Label> labels;

  /// Appends a shape through `corners`; what `style` says of first and count does not matter.
  void add_shape(std::span<const ShapePoint> corners, Shape style) {
    style.first = static_cast<std::uint32_t>(points.size());
    style.count = static_cast<std::uint32_t>(corners.size());
    points.insert(points.end(), corners.begin(), corners.end());
    shapes.push_back(style);
  }
  [[nodiscard]] std::span<const ShapePoint> points_of(const Shape& shape) const {
    return std::span(points).subspan(shape.first, shape.count);
  }
};

/// The same picture on a page `by` times as large, text and strokes included: for layouts whose
/// text would be small on a large page. O(marks).
Picture magnified(Picture picture, float by);

}  // namespace sortscope
