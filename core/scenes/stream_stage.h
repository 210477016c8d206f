// stream_stage.h: one stage of an adaptive merge as the view `streams` shows it: its phases as
// rows, kernel instances as columns, and the node memory beside them (Zachmann 2011, figure 11).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/recordings/abisort_streams.h"
#include "core/scenes/scene.h"

namespace sortscope {

/// A kernel instance in one phase. Addresses are those of the streams in `abisort`; elsewhere nodes
/// stay where they are, and an address is a node's number.
struct StageCell {
  ComparatorId id;
  TreeTask task;
  Progression progress = Progression::kToCome;
  bool known = false;  // its pair is known at the cursor; else only the three above and, in
                       // streams, `writes` are set
  bool exchanged = false;
  bool second_case = false;               // case 2 of algorithm 1
  bool links_swapped = false;             // links changed places with the exchange
  std::array<std::uint32_t, 2> reads{};   // p, q
  std::array<std::uint32_t, 2> writes{};  // the same as `reads` where nodes stay
  std::array<std::uint32_t, 2> before{};  // places of their keys
  std::array<std::uint32_t, 2> after{};
  std::optional<StreamPair> next;  // the pair of the next phase
  Side down = Side::kLeft;         // which children those are; in phase 0 the root's two
  std::vector<StreamLink> links;   // child links that change: in streams, that name new addresses
};

/// A phase, or where stages overlap a parallel step.
struct StageRow {
  std::uint32_t layer = 0;
  StreamRange range;  // what it writes; count 0 where nodes stay
};

struct StageColumn {
  std::uint32_t stage = 0;
  std::uint32_t block = 0;
  std::uint32_t instance = 0;  // in its block
};

/// What is shown of a merge: a window of its phases and instances around the cursor.
struct StageView {
  std::uint32_t merge = 0;
  bool streams = false;     // nodes move through streams
  bool overlapped = false;  // rows are steps, columns of several stages
  std::vector<StageRow> rows;
  std::vector<StageColumn> columns;
  std::uint32_t current_row = 0;
  std::uint32_t all_rows = 0;                   // of the stage (overlapped: of the merge)
  std::uint32_t all_columns = 0;                // of the stages shown
  std::vector<std::optional<StageCell>> cells;  // row by row; none where the stage does not run

  [[nodiscard]] const std::optional<StageCell>& cell(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }
};

/// How many rows and columns there is room for.
struct StageSize {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
};

/// The stage at the cursor, `layer` (in trees) in view, at most so many rows and columns.
/// scene.elsewhere must be there. O(n + comparisons of the merge).
StageView stage_view(const Scene& scene, std::uint32_t layer, const StageSize& most);

/// The merge of `abisort` that `layer` belongs to, run to the cursor; none in the local sort.
std::optional<StreamMerge> stream_merge_at(const Scene& scene, std::uint32_t layer);

}  // namespace sortscope
