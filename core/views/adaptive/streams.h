// streams.h: what the files of the view `streams` share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/pictures/picture.h"
#include "core/recordings/abisort_streams.h"
#include "core/scenes/scene.h"
#include "core/scenes/stream_stage.h"

namespace sortscope {

/// A rectangle of the page.
struct StreamArea {
  float left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] float width() const { return right - left; }
  [[nodiscard]] float height() const { return bottom - top; }
};

/// "A12": the stream and the position in it of an address.
std::string stream_address(std::uint32_t n_log2, std::uint32_t address);
/// The tint of stream or pair stream 0 and 1: whatever is written to it has it behind.
constexpr Role stream_tint(std::uint32_t stream) {
  return stream == 0 ? Role::kBoxFirst : Role::kBoxSecond;
}

/// A key as a chip centred at (x, y): filled by its rank, or an outline where it is only `ghost`.
struct StreamChip {
  float x = 0, y = 0, w = 0, h = 0;
  std::uint32_t place = 0;
  bool ghost = false;
  float size = 12;
};
void add_chip(Picture& picture, const Scene& scene, const StreamChip& chip);
/// The person points at this key or has chosen it, by itself, its wire or its comparator.
bool is_chosen_key(const Scene& scene, std::uint32_t place);
/// An open arrow head at `tip`, coming from (from_x, from_y).
void add_arrow_head(Picture& picture, float tip_x, float tip_y, float from_x, float from_y,
                    float size, Role role, float width);

/// Phases of a stage, one below the other: input pairs, kernel instances, output.
void draw_stage(Picture& picture, const Scene& scene, const StageView& view,
                const StreamArea& area);
std::optional<Selection> pick_stage(const Scene& scene, const StageView& view,
                                    const StreamArea& area, float x, float y);
/// How many rows and columns fit on it, so that they can be read.
StageSize stage_room(const Recording& recording, const StreamArea& area);

/// Local sort and finish: a small network in each kernel instance.
void draw_pass(Picture& picture, const Scene& scene, std::uint32_t layer,
               const std::optional<StreamMerge>& streams, const StreamArea& area);
std::optional<Selection> pick_pass(const Scene& scene, std::uint32_t layer, const StreamArea& area,
                                   float x, float y);

/// The two node streams, a cell a node: live, stale, read and written in the layer in view.
void draw_stream_memory(Picture& picture, const Scene& scene, std::uint32_t layer,
                        const StreamMerge& streams, const StreamArea& area);
/// The nodes of trees that stay where they are.
void draw_node_memory(Picture& picture, const Scene& scene, const StageView& view,
                      const StreamArea& area);

}  // namespace sortscope
