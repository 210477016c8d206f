// layout.h: views lay out their picture in plain numbers; one table lists the layouts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/base/types.h"
#include "core/pictures/picture.h"
#include "core/recordings/padding_map.h"
#include "core/recordings/replay.h"
#include "core/scenes/choices.h"
#include "core/scenes/laid_over.h"
#include "core/scenes/measured.h"

namespace sortscope {

struct Recording;
struct SeparatorMemory;
struct BarMemory;
class RankHistory;
class ExchangeMap;

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

/// What there is where nothing was chosen, measured or laid over.
template <typename Part>
const Part& usual() {
  static const Part kPart;
  return kPart;
}

/// The moment that is shown, what is pointed at, and how a person wants it.
/// `fraction`: how far the step at the cursor has come, for motion.
struct SceneRequest {
  Cursor cursor;
  float fraction = 0;        // 0: at rest; to 1: the keys of the running step are on their way
  bool whole_layer = true;   // the running step is a layer (else one comparator)
  bool whole_level = false;  // ... the last of a merge level that runs as one step from its start
  Selection hover;
  Selection selected;
  // Referred to: they live as long as the scene. Never null.
  const LayoutOptions* options = &usual<LayoutOptions>();
  const Measured* measured = &usual<Measured>();
  const LaidOver* laid_over = &usual<LaidOver>();
  bool waits = true;  // else what takes longer than a frame is left to the next pictures of it
  // Asked in long loops of layouts, whose picture then is not whole; null: never cancelled.
  const Progress* progress = nullptr;
  [[nodiscard]] bool cancelled() const { return progress != nullptr && progress->cancelled(); }
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
  BarMemory* bars = nullptr;               // what bars came to; null: nothing is kept
  RankHistory* history = nullptr;          // of the run; null: each picture makes its own
  const ExchangeMap* exchanges = nullptr;  // of large runs; null: comparators are sampled
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

/// Ids of the views that were made for runs of a family, the first the one that shows most; empty:
/// all views suit it.
std::span<const std::string_view> views_made_for(Family family);
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
extern const Layout kHistoryLayout;
extern const Layout kFindingsLayout;

}  // namespace sortscope
