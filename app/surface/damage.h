// damage.h: which parts of a frame are others than in the frame before, for renderers whose time is
// in the pixels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

struct ImDrawData;
struct ImDrawList;
struct ImDrawCmd;

namespace sortscope {

/// Pixels [left, right) x [top, bottom), rows from the top.
struct PixelRect {
  int left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] bool empty() const { return left >= right || top >= bottom; }
  [[nodiscard]] std::int64_t area() const {
    return empty() ? 0 : std::int64_t{right - left} * (bottom - top);
  }
  friend bool operator==(const PixelRect&, const PixelRect&) = default;
};
PixelRect common(const PixelRect& a, const PixelRect& b);
PixelRect around(const PixelRect& a, const PixelRect& b);

/// Remembers the triangles of one frame, and finds what the next one changes. What callbacks draw
/// counts as changed unless they say otherwise, images that are no letters always do.
class FrameDamage {
 public:
  /// Rectangles of a frame, at most kMostRects, of which no two have a pixel in common: elsewhere
  /// it shows what the last frame did. `ground`: the colour below all of it. O(triangles).
  std::span<const PixelRect> of(const ImDrawData& data, int width, int height,
                                const float ground[4]);
  /// The next frame is new everywhere: the framebuffer is another.
  void forget() { known_ = false; }
  /// The same for all: the texture of the letters has been made anew.
  static void forget_letters();
  /// The callback with this data would draw, in the frame that is composed, what it drew in the one
  /// before: all within its clip rectangle, which is drawn anew only with something over it.
  static void say_same(const void* callback_data);

  static constexpr std::size_t kMostRects = 4;

 private:
  struct Corner {
    float x, y, u, v;
    std::uint32_t color;
    friend bool operator==(const Corner&, const Corner&) = default;
  };
  /// Triangles that are drawn with one clip rectangle and texture.
  struct Command {
    PixelRect clip;
    std::uintptr_t texture = 0;
    const void* callback = nullptr;  // its data; null: no callback, or one without
    bool changes = false;            // whatever is known of it
    bool same = false;               // unless it said so
    std::size_t first = 0, end = 0;  // of corners
  };
  struct Frame {
    std::vector<Corner> corners;
    std::vector<Command> commands;
    // By window: [first, end) of commands, in the order that they are drawn.
    std::vector<std::pair<std::string, std::pair<std::size_t, std::size_t>>> lists;
  };

  void read(const ImDrawData& data);
  void compare_lists(std::pair<std::size_t, std::size_t> was,
                     std::pair<std::size_t, std::size_t> is);
  void compare(const Command& was, const Command& is);
  void add(const Frame& frame, const Command& command, std::size_t first, std::size_t end);
  void add(PixelRect rect);
  void separate();
  // Whole callbacks, where anything of them is drawn anew.
  void complete();

  Frame was_, is_;
  PixelRect whole_;
  std::array<float, 4> ground_{};
  std::uint64_t letters_ = 0;
  bool known_ = false;
  std::vector<PixelRect> rects_;
};

/// Pixels that ImGui's OpenGL backend draws a command into, in a frame of `height` rows.
PixelRect clip_of(const ImDrawCmd& command, const ImDrawData& data, int height);
/// Draws a frame only within `rects`, of which no two have a pixel in common. Callbacks draw all
/// they do where they have a pixel in common with one, else nothing.
void keep_within(ImDrawData& data, std::span<const PixelRect> rects, int height);

}  // namespace sortscope
