// presenter_place.cpp: free displays and free strips.
#include "app/surface/presenter_place.h"

#include <algorithm>
#include <array>

namespace sortscope {

namespace {

// The page is made for 960 x 600 and can be read at half of that.
constexpr int kWide = 960, kHigh = 600;
constexpr int kLeastWide = 440, kLeastHigh = 280;
// The system draws a title above a window and an edge around it.
constexpr int kTitle = 40, kEdge = 8;
constexpr double kFilled = 0.85;  // of a display; a title and a bar of the system leave so much

std::int64_t common(const DesktopArea& a, const DesktopArea& b) {
  const std::int64_t wide = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const std::int64_t high = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

// The window in the middle of `room`, with its title and edges.
std::optional<DesktopArea> fitted(const DesktopArea& room) {
  const int wide = std::min(room.width - 2 * kEdge, std::max(kWide, room.width * 7 / 10));
  const int high = std::min(room.height - kTitle - kEdge, std::max(kHigh, room.height * 7 / 10));
  if (wide < kLeastWide || high < kLeastHigh) return {};
  return DesktopArea{room.x + (room.width - wide) / 2,
                     room.y + kTitle + (room.height - kTitle - kEdge - high) / 2, wide, high};
}

const Display* display_of(std::span<const Display> displays, const DesktopArea& slide) {
  const auto most = std::ranges::max_element(
      displays, {}, [&](const Display& one) { return common(one.room, slide); });
  return most == displays.end() ? nullptr : &*most;
}

}  // namespace

bool overlap(const DesktopArea& a, const DesktopArea& b) { return common(a, b) > 0; }

std::optional<DesktopArea> presenter_place(std::span<const Display> displays,
                                           const DesktopArea& slide) {
  for (const Display& display : displays) {
    if (overlap(display.room, slide)) continue;
    if (const auto place = fitted(display.room)) return place;
  }
  std::optional<DesktopArea> best;
  for (const Display& display : displays) {
    const DesktopArea& room = display.room;
    const int right = slide.x + slide.width + kEdge;
    const int low = slide.y + slide.height + kEdge;
    const std::array strips = {DesktopArea{right, room.y, room.x + room.width - right, room.height},
                               DesktopArea{room.x, room.y, slide.x - kEdge - room.x, room.height},
                               DesktopArea{room.x, low, room.width, room.y + room.height - low},
                               DesktopArea{room.x, room.y, room.width, slide.y - kTitle - room.y}};
    for (const DesktopArea& strip : strips) {
      const auto place = fitted(strip);
      const bool free = place && std::ranges::none_of(displays, [&](const Display& other) {
                          return &other != &display && overlap(*place, other.room);
                        });
      if (!free || overlap(*place, slide)) continue;
      if (!best || place->width * place->height > best->width * best->height) best = place;
    }
  }
  return best;
}

bool fills_display(std::span<const Display> displays, const DesktopArea& slide) {
  const Display* display = display_of(displays, slide);
  if (display == nullptr) return false;
  const double whole = static_cast<double>(display->room.width) * display->room.height;
  return static_cast<double>(common(display->room, slide)) >= kFilled * whole;
}

std::optional<DesktopArea> presenter_corner(std::span<const Display> displays,
                                            const DesktopArea& slide) {
  const Display* display = display_of(displays, slide);
  if (display == nullptr) return {};
  const DesktopArea& room = display->room;
  // A third of the display: notes that cannot be read are of no use.
  const int wide = std::min(std::max(kLeastWide, room.width / 3), room.width - 2 * kEdge);
  const int high =
      std::min(std::max(kLeastHigh, room.height * 2 / 5), room.height - kTitle - 2 * kEdge);
  const int left = room.x + kEdge;
  const int top = room.y + kTitle;
  const int right = room.x + room.width - wide - kEdge;
  // Some systems place the title where the window was asked for, and the window below.
  const int low = room.y + room.height - high - kTitle - kEdge;
  const std::array corners = {DesktopArea{right, low, wide, high},
                              DesktopArea{left, low, wide, high},
                              DesktopArea{right, top, wide, high}};
  return *std::ranges::min_element(
      corners, {}, [&](const DesktopArea& corner) { return common(corner, slide); });
}

}  // namespace sortscope
