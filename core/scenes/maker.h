// maker.h: scenes of one recording, at any cursor.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/keys/value_range.h"
#include "core/recordings/counts/exchange_map.h"
#include "core/recordings/counts/tile_words.h"
#include "core/recordings/padding_map.h"
#include "core/recordings/replay.h"
#include "core/scenes/layout.h"
#include "core/scenes/separator_memory.h"

namespace sortscope {

struct Recording;
class ReplayStart;

/// A far cursor that is gone to beside the window, with replays of its own.
struct FarSeek {
  Cursor target;
  Replay replay;
  std::unique_ptr<Replay> elsewhere;  // once it is there
  bool by_source = false;             // which goes elsewhere as soon as it is wanted

  /// Goes there. False where it was cancelled: then it is to be thrown away.
  bool run(Progress& progress);
};

/// What the bars of a run come to: its keys have one range, and where neighbouring wires share a
/// column, the columns cost a look at every key. Without it, each picture finds them again.
struct BarMemory {
  /// What is under one column: heights as shares of the room, the sum of the ranks.
  struct Column {
    float low = 1;
    float high = 0;
    double heights = 0;
    std::uint64_t ranks = 0;
    std::uint32_t keys = 0;
  };
  /// The columns of a page at a cursor.
  struct Page {
    Cursor at;
    std::uint32_t wires = 0;      // that have a place in them
    float lowest = 0;             // share of the room that the least key's bar takes
    std::vector<Column> columns;  // as they are shown
    std::vector<Column> exact;    // those that were made of all their keys so far ...
    bool finished = true;         // ... where not all columns are
  };
  KeyRange range;
  std::vector<Page> pages;  // the last ones, the newest first
};

/// Owns what the scenes of a recording need: replays, ranks, padding, the runs beside it.
class SceneMaker {
 public:
  /// `recording` is not null. Ranks, padding, exchange counts of a large run and the adaptive run
  /// of a bitonic network's keys are made here: O(n log n), the run only up to kMostCompared keys.
  /// Where `progress` is cancelled they are not whole: it is to be thrown away.
  explicit SceneMaker(std::shared_ptr<const Recording> recording,
                      const Progress* progress = nullptr);
  SceneMaker(const SceneMaker&) = delete;
  SceneMaker& operator=(const SceneMaker&) = delete;

  [[nodiscard]] const std::shared_ptr<const Recording>& recording() const { return own_.recording; }
  /// By place.
  [[nodiscard]] std::span<const std::uint32_t> ranks() const { return *ranks_; }
  [[nodiscard]] const PaddingMap& padding() const { return padding_; }
  [[nodiscard]] RankHistory& history() { return *history_; }
  /// Null: of a run that is drawn without.
  [[nodiscard]] const ExchangeMap* exchanges() const { return exchanges_.get(); }

  /// What a replay on a device begins with, made beside the window; whose it is knows more of it.
  std::shared_ptr<ReplayStart> replay_start;
  /// The map of exchanges for shaders, made beside the window as well.
  std::unique_ptr<TileWords> tile_words;

  /// The scene of `request`, whose cursor is in normal form. It refers to what is kept here and
  /// holds until the next call. A neighbouring cursor costs one layer; the first one with two trees
  /// side by side a run of the other construction. For one thread at a time.
  Scene make(const SceneRequest& request);

  /// About how long the next scene takes if it is at `cursor`.
  [[nodiscard]] std::uint64_t seek_ns(Cursor cursor) const { return own_.replay.seek_ns(cursor); }
  /// Scenes are made of what `source` finds of this recording, wherever that is quicker.
  void use(const std::shared_ptr<PlacesSource>& source);
  /// Null: none.
  [[nodiscard]] const std::shared_ptr<PlacesSource>& places_source() const { return source_; }
  /// What goes to `cursor` on another thread, while scenes are made here. O(state).
  [[nodiscard]] FarSeek set_out(Cursor cursor) const {
    return {cursor, own_.replay.copy(), nullptr, source_ != nullptr};
  }
  /// The next scenes are made from there.
  void arrive(FarSeek seek);

 private:
  struct Run {
    explicit Run(std::shared_ptr<const Recording> of);
    // The run at the scene's cursor.
    void show(Scene& scene);

    std::shared_ptr<const Recording> recording;
    Replay replay;
    Replay elsewhere;
  };

  Run own_;
  std::shared_ptr<PlacesSource> source_;
  std::shared_ptr<const Recording> counterpart_;
  std::shared_ptr<const std::vector<std::uint32_t>> ranks_;
  PaddingMap padding_;
  SeparatorMemory separators_;
  BarMemory bars_;
  std::shared_ptr<RankHistory> history_;
  std::unique_ptr<const ExchangeMap> exchanges_;
  std::unique_ptr<Run> partner_;  // once it is asked for
  bool partner_sought_ = false;
  Scene beside_;  // the partner's
};

}  // namespace sortscope
