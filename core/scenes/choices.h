// choices.h: what a person has chosen for the views, view by view. It lasts from run to run.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/types.h"

namespace sortscope {

/// How padding is drawn.
enum class PaddingStyle : std::uint8_t { kGhost, kHidden };

/// What the colour of a tile says where comparators stand too close to be drawn: its share of
/// exchanges; how far that is from its layer's; how far from the half that random keys let expect,
/// in standard deviations.
enum class FarContrast : std::uint8_t { kAbsolute, kLayer, kSurprise };
inline constexpr std::array<std::string_view, 3> kFarContrasts = {"absolute", "layer", "surprise"};

/// Choices for the diagram of a network.
struct NetworkOptions {
  FarContrast contrast = FarContrast::kAbsolute;
  bool equal_layer_widths = false;
  bool arrows = true;        // arrows at the maximum's end; else dots only
  bool min_max_row = false;  // the min-max pattern under the diagram (Michalainas and Charisi 2025)
};

/// The kernel whose chunks, threads and launches the diagram and the launches show.
struct KernelOptions {
  std::string_view overlay;         // id of a CUDA kernel; "": none
  std::uint32_t block_threads = 0;  // in pictures; 0: few enough to see several blocks
};

/// Choices for the views of the AKS network.
struct AksOptions {
  bool follow = true;  // the node that the cursor's comparators are in; else the one opened:
  std::uint32_t level = 0;
  std::uint32_t node = 0;
  std::uint32_t layer = 0;  // halver of the node, figure 2.3; meaningful where not `follow`
  std::uint32_t side = 0;   // 0: left
  friend bool operator==(const AksOptions&, const AksOptions&) = default;
};

/// What the lab's plot shows. `ratio_to`: id of the series that others are divided by.
struct LabPlotOptions {
  enum class Quantity : std::uint8_t { kTime, kKeysPerSecond, kBytesPerSecond, kRatio };
  Quantity quantity = Quantity::kTime;
  std::string ratio_to = "cub-merge";
  std::vector<std::string> hidden;  // series switched off in the legend
  double x_from = 0, x_to = 0;      // logarithms to base 2 of n; equal: all
  double y_from = 0, y_to = 0;      // logarithms to base 2 of the value; equal: all
  std::uint32_t slice = 0;          // which of the types, payloads and inputs, see plots/lab.h
  int cell = -1;                    // the one pressed, and its sample; -1: none
  int sample = -1;
  friend bool operator==(const LabPlotOptions&, const LabPlotOptions&) = default;
};

/// What the memory lens looks at: the access of one warp in one layer of a kernel's block.
struct MemoryOptions {
  std::string kernel = "v2";  // id in memory_kernels(): "block", "v2", "fast" ...
  std::string placement;      // of keys in shared memory, id in placements(); "": the kernel's own
  std::uint8_t warp = 0;
  std::uint8_t request = 0;   // of those of the warp in the layer: its banks are drawn
  std::uint16_t threads = 0;  // of a block of "fast"; 0: its own
  std::uint32_t block = 0;
  friend bool operator==(const MemoryOptions&, const MemoryOptions&) = default;
};

/// What is drawn on the cylinder beside its keys: nothing, the plane, or also q and the four
/// subsequences.
enum class CylinderMarks : std::uint8_t { kNone, kPlane, kAll };

/// Choices for the cylinder view.
struct CylinderOptions {
  float azimuth = -0.5F;    // radians, from where the sequence is lowest
  float elevation = 0.56F;  // radians above the floor
  float zoom = 1;
  float fold = -1;           // 0 to 1; below 0 it follows the cursor
  double fold_since_s = -1;  // the fold is played since then, of the window's time; below 0: not
  Cursor fold_cursor;        // where `fold` was set: elsewhere it follows the cursor again
  float percentile = 50;     // of the plane, 0 to 100
  float rotation = 0;        // j of R_j; between whole numbers while it is being turned
  bool unrolled = false;     // the flat drawing
  bool by_value = false;     // heights by value, else by rank
  bool row = true;           // all sequences of the stage, where they fit
  CylinderMarks marks = CylinderMarks::kAll;
  friend bool operator==(const CylinderOptions&, const CylinderOptions&) = default;
};

/// How the memory of a bitonic tree is shown: nodes with links alone, or beside the pointer-less
/// complete tree.
enum class TreeForm : std::uint8_t { kPointers, kComplete };

/// Choices for the view of trees. `compare`: algorithms 1 and 3 side by side.
struct TreeOptions {
  TreeForm form = TreeForm::kPointers;
  bool compare = false;
};

/// Choices for the schedule view.
struct ScheduleOptions {
  std::uint32_t merge = 0;       // merge level; 0: the cursor's
  std::uint32_t processors = 0;  // 0: the power of two at or below n / log n
  bool every_step = false;       // the wrong schedule: a stage starts every step
};

/// Choices for the race.
struct RaceOptions {
  bool by_step = false;  // the lanes in step, not by measured time
};

/// Choices of the person that change layouts, by view. `padding`: of all.
struct LayoutOptions {
  PaddingStyle padding = PaddingStyle::kGhost;
  NetworkOptions network;
  KernelOptions kernel;
  CylinderOptions cylinder;
  TreeOptions tree;
  ScheduleOptions schedule;
  MemoryOptions memory;
  AksOptions aks;
  RaceOptions race;
  LabPlotOptions lab_plot;
};

}  // namespace sortscope
