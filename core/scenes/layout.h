// layout.h: views lay out their picture in plain numbers; one table lists the layouts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/types.h"
#include "core/pictures/picture.h"
#include "core/recordings/padding_map.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/scenes/highlight.h"

namespace sortscope {

struct SeparatorMemory;

/// One comparator of a recording.
struct ComparatorId {
  std::uint32_t layer = 0;
  std::uint32_t index = 0;
  friend constexpr bool operator==(const ComparatorId&, const ComparatorId&) = default;
};

/// What is under the pointer, or selected: shared by all views.
struct Selection {
  std::optional<Wire> wire;
  std::optional<std::uint32_t> place;  // a key, named by its original place
  std::optional<ComparatorId> comparator;
  friend bool operator==(const Selection&, const Selection&) = default;
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

/// How padding is drawn.
enum class PaddingStyle : std::uint8_t { kGhost, kHidden };

/// Choices for the cylinder view.
/// What is drawn on the cylinder beside its keys: nothing, the plane, or also q and the four
/// subsequences.
enum class CylinderMarks : std::uint8_t { kNone, kPlane, kAll };

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

/// Choices of the person that change layouts.
struct LayoutOptions {
  PaddingStyle padding = PaddingStyle::kGhost;
  bool equal_layer_widths = false;
  bool arrows = true;               // arrows at the maximum's end; else dots only
  bool min_max_row = false;         // the min-max pattern under the diagram (seed 003)
  std::string_view kernel_overlay;  // "", "v1", "v2": chunks, threads, launches of that kernel
  std::shared_ptr<const struct HalverTest> halver_test;  // of the last one tested; or null
  std::shared_ptr<const struct ExperimentResult>
      experiment;  // shown by the plots in place of the article's table; null: none
  std::uint32_t block_threads =
      0;  // of that kernel in pictures; 0: few enough to see several blocks
  std::shared_ptr<const struct LabResult> lab;         // measured so far, or opened; null: none
  std::shared_ptr<const struct LabBefore> lab_before;  // that it is compared with; null: none
  LabPlotOptions lab_plot;
  std::shared_ptr<const struct SortTrace> trace;       // of the pass strip; null: not measured
  std::shared_ptr<const struct Race> race;             // the runs of the race view; null: none
  std::shared_ptr<const struct ShownVerdict> verdict;  // marks of the last verification; null: none
  MemoryOptions memory;
  CylinderOptions cylinder;
  AksOptions aks;
  std::uint32_t schedule_merge = 0;       // merge level of the schedule view; 0: the cursor's
  std::uint32_t schedule_processors = 0;  // 0: the power of two at or below n / log n
  bool schedule_every_step = false;       // the wrong schedule: a stage starts every step
  TreeForm tree_form = TreeForm::kPointers;
  bool tree_compare = false;          // algorithms 1 and 3 side by side
  bool race_by_step = false;          // the lanes of the race in step, not by measured time
  std::vector<Highlight> highlights;  // bands of a lesson, in the order in which they were set
  std::shared_ptr<const struct QuestionMarks> question;  // of a prediction; null: none is asked
};

/// The moment that is shown, what is pointed at, and how a person wants it.
/// `fraction`: how far the step at the cursor has come, for motion.
struct SceneRequest {
  Cursor cursor;
  float fraction = 0;        // 0: at rest; to 1: the keys of the running step are on their way
  bool whole_layer = true;   // the running step is a layer (else one comparator)
  bool whole_level = false;  // ... the last of a merge level that runs as one step from its start
  Selection hover;
  Selection selected;
  LayoutOptions options;
};

/// Everything a layout depends on. `places[w]`: place of the key on wire w at the cursor;
/// `ranks[p]`: rank of place p; `tree`: the bitonic trees at the cursor, of merge level `merge`.
/// A SceneMaker makes it.
struct Scene : SceneRequest {
  const Recording* recording = nullptr;
  std::span<const std::uint32_t> places;
  std::span<const std::uint32_t> ranks;
  const PaddingMap* padding = nullptr;     // null: the run is not padded
  const BitonicTree* tree = nullptr;       // null: the keys are not in trees
  std::uint32_t merge = 0;                 // meaningful with `tree`
  const AksReplay* aks = nullptr;          // keys by spot; null: no AKS network
  Replay* elsewhere = nullptr;             // of the same recording, for states at other cursors
  const Scene* beside = nullptr;           // the other of algorithms 1 and 3 on the same keys
  const Recording* counterpart = nullptr;  // adaptive run of a bitonic network's keys, if there is
  SeparatorMemory* separators = nullptr;   // what was found of them; null: nothing is kept
};

/// A layout: an id, what it needs, and the function that makes the picture for a page of
/// width x height pixels at scale 1. Pictures for files are complete: every comparator is a mark.
struct Layout {
  std::string_view id;  // "network"
  std::string_view title;
  std::string_view summary;  // a sentence
  std::uint32_t max_wires;   // 0: any
  /// Width and height that suit the recording, for files when no size is asked for.
  void (*natural_size)(const Recording& recording, const LayoutOptions& options, float& width,
                       float& height);
  Picture (*layout)(const Scene& scene, float width, float height);
  /// What is at (x, y) of the page: comparator, wire, key; null where nothing can be pointed at.
  Selection (*pick)(const Scene& scene, float width, float height, float x, float y) = nullptr;
  /// The command line that pressing (or dragging over) (x, y) runs, "" where there is none; null:
  /// nowhere. It goes before selecting.
  std::string (*action)(const Scene& scene, float width, float height, float x, float y) = nullptr;
};

std::span<const Layout> layouts();
Result<const Layout*> find_layout(std::string_view id);

// One layout, one file: layout_<id>.cpp.
extern const Layout kNetworkLayout;
extern const Layout kBarsLayout;
extern const Layout kHypercubeLayout;
extern const Layout kLaunchesLayout;
extern const Layout kTreeLayout;
extern const Layout kStreamsLayout;
extern const Layout kCylinderLayout;
extern const Layout kScheduleLayout;
extern const Layout kCompareLayout;
extern const Layout kAksTreeLayout;
extern const Layout kCodeLayout;
extern const Layout kPlotsLayout;
extern const Layout kSeparatorLayout;
extern const Layout kHalverLayout;
extern const Layout kMemoryLayout;
extern const Layout kRaceLayout;

}  // namespace sortscope
