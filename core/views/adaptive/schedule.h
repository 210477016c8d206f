// schedule.h: parts of the schedule picture: what is shown, where it stands, the numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/networks/trees/schedule_facts.h"
#include "core/scenes/layout.h"

namespace sortscope::schedule_picture {

inline constexpr float kMargin = 20;
inline constexpr float kLeastText = 12;

/// What the schedule view shows: merge level `merge` of 2^keys_log2 keys.
struct Shown {
  std::uint32_t keys_log2 = 0;
  std::uint32_t first_merge = 1;  // levels of the run: first_merge .. keys_log2
  std::uint32_t merge = 1;
  std::uint32_t cursor_merge = 1;
  std::uint64_t processors = 1;
  bool every_step = false;            // the wrong schedule instead of the overlapped one
  const MergeLevel* level = nullptr;  // of the recording; null: it has no trees of this merge
  bool overlapped_run = false;
  std::optional<std::uint32_t> layer;  // the step in view, where it is of this merge

  [[nodiscard]] std::uint32_t blocks() const { return std::uint32_t{1} << (keys_log2 - merge); }
  [[nodiscard]] Execution second() const {
    return every_step ? Execution::kEveryStep : Execution::kOverlapped;
  }
};
/// Nothing where a single key is sorted.
std::optional<Shown> shown_schedule(const Scene& scene);
/// The layer of phase `i` of stage `k` in the recording.
std::optional<std::uint32_t> layer_of(const Recording& recording, const Shown& shown,
                                      std::uint32_t k, std::uint32_t i);
/// The processors that are taken where none are chosen: the power of two at or below n / log n.
std::uint64_t usual_processors(std::uint32_t keys_log2);

/// A chart of stages (rows) over parallel steps (columns).
struct Chart {
  Execution execution = Execution::kStageByStage;
  float top = 0;  // of the title
};
struct Page {
  float width = 0, height = 0;
  float left = 0;  // of the first column
  float column = 0, row = 0;
  std::array<Chart, 2> charts;
  float side = 0;         // left edge of the numbers; 0: no room for them
  float side_column = 0;  // width of a column of numbers there
  float side_top = 0;
  float magnified = 1;  // the page is laid out smaller and then magnified
  bool axes = true;     // room for the numbers of the steps

  [[nodiscard]] float rows_top(const Chart& chart) const {
    return chart.top + (axes ? 24.0F : 20.0F);
  }
  [[nodiscard]] float x(std::uint32_t step) const {
    return left + column * static_cast<float>(step);
  }
  [[nodiscard]] float y(const Chart& chart, std::uint32_t stage) const {
    return rows_top(chart) + row * static_cast<float>(stage);
  }
};
Page page_for(const Shown& shown, float width, float height);

/// The numbers beside the charts, from page.side_top down; returns where they end.
float draw_table(Picture& picture, const Shown& shown, const Page& page, float top);
/// Total parallel steps against processors, on logarithmic axes.
struct CurvePlace {
  float left = 0, right = 0, top = 0, bottom = 0;
  [[nodiscard]] bool there() const { return bottom > top; }
};
CurvePlace curve_place(const Shown& shown, const Page& page);
void draw_curve(Picture& picture, const Shown& shown, const CurvePlace& place);
/// The number of processors at x of the curve.
std::uint64_t processors_at(const Shown& shown, const CurvePlace& place, float x);

/// "Step 4 of 7: 6 comparisons touch 12 nodes, none twice", and whether all is well.
struct Claim {
  std::string text;
  std::string brief;
  bool good = true;
};
Claim conflict_claim(const Scene& scene, const Shown& shown);
/// The merge in the order of `execution`, on the keys of the run; nothing without them or above
/// kMostTried wires.
inline constexpr std::uint32_t kMostTried = 4096;
std::optional<MergeTrial> trial_of(const Scene& scene, const Shown& shown, Execution execution);

}  // namespace sortscope::schedule_picture
