// timeline_scale.h: the arithmetic of the timeline: layers to pixels and back, cells, labels that
// fit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/types.h"
#include "core/networks/network.h"

namespace sortscope {

/// The layers that a timeline shows, as real numbers: the boundary after layer 3 is 3.
struct LayerRange {
  double first = 0;
  double last = 0;

  [[nodiscard]] double span() const { return last - first; }
  friend bool operator==(const LayerRange&, const LayerRange&) = default;
};

/// All layers of a run.
LayerRange whole_run(std::uint32_t depth);
/// `range` magnified by `factor` about `layer`, which stays where it is as long as the ends of the
/// run allow; at least `min_span` layers (or all there are) stay in view.
LayerRange zoomed(LayerRange range, double factor, double layer, std::uint32_t depth,
                  double min_span = 4);
/// Moved by `layers`, stopping at the ends of the run.
LayerRange moved(LayerRange range, double layers, std::uint32_t depth);
/// Moved as little as needed for `layer` to be in view, with a margin of a tenth where there is
/// room.
LayerRange showing(LayerRange range, double layer, std::uint32_t depth);

/// Maps layers to pixels.
struct TimelineScale {
  LayerRange range;
  float x = 0;      // of range.first
  float width = 0;  // pixels of the whole range

  [[nodiscard]] float layer_width() const;
  [[nodiscard]] float x_of(double layer) const;
  /// Clamped to the range.
  [[nodiscard]] double layer_at(float pixel) const;
};

/// The cursor as a real number of layers.
double layer_of(const Network& network, Cursor cursor);
/// The layer boundary nearest to `layer`; `fine`: the comparator at it. Clamped to the run.
Cursor cursor_near(const Network& network, double layer, bool fine);

/// One or more whole layers, drawn as one bar.
struct TimelineCell {
  std::uint32_t first_layer = 0;
  std::uint32_t layer_count = 0;
  double share = 0;  // of the comparators in these layers that exchanged, 0 to 1
};
/// The cells that the scale shows: one a layer, or as many layers together (the same number in
/// each, counted from layer 0) as make `min_width` pixels. `exchanged_before` as in Recording.
/// O(cells).
std::vector<TimelineCell> timeline_cells(const Network& network,
                                         std::span<const std::uint64_t> exchanged_before,
                                         const TimelineScale& scale, float min_width);

/// A label that would like to stand at [left, left + width].
struct LabelWish {
  float left = 0;
  float width = 0;
  int priority = 0;  // higher goes first; equal: from the left
};
/// Which of the labels stand: none closer than `gap` to another, none beyond [low, high].
std::vector<bool> fitting_labels(std::span<const LabelWish> wishes, float gap, float low,
                                 float high);

/// The smallest of 1, 2, 5, 10, 20 ... layers that is at least `pixels` wide.
std::uint32_t tick_step(float layer_width, float pixels);

/// "63 %"; "0 %" of nothing.
std::string share_text(std::uint64_t part, std::uint64_t all);

}  // namespace sortscope
