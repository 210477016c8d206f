// streams_memory.cpp: the node streams as cells: live, stale, read and written.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/views/adaptive/streams.h"

namespace sortscope {

namespace {

constexpr float kText = 12;
constexpr float kTitle = 24;
constexpr float kLegend = 44;
constexpr float kTickWidth = 34;

struct MemoryCell {
  std::uint32_t place = kNoNode;  // kNoNode: nothing was written
  bool stale = false;
  bool read = false;
  bool written = false;  // by the layer in view
};

// How cells are laid out: `per_row` in a row.
struct CellGrid {
  std::uint32_t per_row = 8;
  float pitch_x = 0, pitch_y = 0;
  std::uint32_t rows = 0;  // shown
};

// The roomiest grid that holds `count` cells in `height`; rows are left out where none does.
CellGrid cell_grid(std::uint32_t count, float width, float height) {
  CellGrid grid;
  for (const std::uint32_t per_row : {8U, 16U, 32U, 64U}) {
    grid.per_row = per_row;
    grid.pitch_x = (width - kTickWidth) / static_cast<float>(per_row);
    grid.rows = (count + per_row - 1) / per_row;
    const float least = std::min(grid.pitch_x, 19.0F);
    grid.pitch_y =
        std::clamp(height / static_cast<float>(grid.rows), least, std::min(grid.pitch_x, 24.0F));
    if (static_cast<float>(grid.rows) * grid.pitch_y <= height) return grid;
  }
  grid.rows = static_cast<std::uint32_t>(std::max(height / grid.pitch_y, 1.0F));
  return grid;
}

class MemoryPainter {
 public:
  MemoryPainter(Picture& picture, const Scene& scene) : picture_(picture), scene_(scene) {}

  // Cells from (left, top) on; `focus`: a cell that must be seen; `next`: where the next node goes.
  // Returns the y of its lower edge.
  float cells(const StreamArea& area, const std::vector<MemoryCell>& cells, const CellGrid& grid,
              std::uint32_t focus, std::optional<std::uint32_t> next) {
    const auto count = static_cast<std::uint32_t>(cells.size());
    const std::uint32_t all = (count + grid.per_row - 1) / grid.per_row;
    const std::uint32_t wanted = focus / grid.per_row;
    const std::uint32_t half = grid.rows / 2;
    const std::uint32_t first =
        all <= grid.rows ? 0 : std::min(wanted > half ? wanted - half : 0, all - grid.rows);
    for (std::uint32_t row = first; row < std::min(first + grid.rows, all); ++row) {
      const float y = area.top + static_cast<float>(row - first) * grid.pitch_y;
      if (grid.pitch_y >= 11 || row % 4 == 0) {
        picture_.labels.push_back({area.left + kTickWidth - 8, y + grid.pitch_y / 2,
                                   fmt::to_string(row * grid.per_row), kText, Face::kMono,
                                   Anchor::kEnd, Role::kMuted});
      }
      for (std::uint32_t i = 0; i < grid.per_row && row * grid.per_row + i < count; ++i) {
        const float x = area.left + kTickWidth + static_cast<float>(i) * grid.pitch_x;
        const std::uint32_t at = row * grid.per_row + i;
        cell(x, y, grid, cells[at]);
        if (next == at) {
          picture_.arrows.push_back({x + grid.pitch_x / 2, y + grid.pitch_y * 0.62F, true,
                                     grid.pitch_y * 0.3F, Role::kAccent, 0});
        }
      }
    }
    return area.top + static_cast<float>(std::min(grid.rows, all)) * grid.pitch_y;
  }

  void title(float x, float y, const std::string& name, const std::string& what, float room) {
    picture_.labels.push_back({x, y, name, 13, Face::kSansBold, Anchor::kStart, Role::kText});
    const float used = estimated_width(name, 13, Face::kSansBold) + 8;
    picture_.labels.push_back(
        fitted({x + used, y, what, kText, Face::kSans, Anchor::kStart, Role::kMuted}, room - used));
  }

  void legend(float x, float y, float width, bool streams, bool phase) {
    const CellGrid grid{.per_row = 1, .pitch_x = 18, .pitch_y = 16, .rows = 1};
    const MemoryCell live{.place = 0};
    MemoryCell stale = live;
    stale.stale = true;
    MemoryCell read = stale;
    read.read = true;
    MemoryCell written = live;
    written.written = true;
    if (!streams) read.stale = false;
    const float half = std::max(width / 2, 176.0F);
    if (phase) entry(x, y, grid, read, "read in this phase");
    if (!streams) return;
    if (phase) entry(x, y + 20, grid, written, "written in this phase");
    entry(phase ? x + half : x, y, grid, live, "live");
    entry(x + half, phase ? y + 20 : y, grid, stale, "stale");
  }

 private:
  void entry(float x, float y, const CellGrid& grid, const MemoryCell& sample,
             const std::string& text) {
    plain(x, y - grid.pitch_y / 2, grid, sample, 0.5F, false);
    picture_.labels.push_back({x + 26, y, text, kText, Face::kSans, Anchor::kStart, Role::kMuted});
  }

  void cell(float x, float y, const CellGrid& grid, const MemoryCell& cell) {
    const bool padding = cell.place != kNoNode && scene_.recording->is_padding(cell.place);
    const float rank = cell.place == kNoNode || padding ? 1.0F : rank_fraction(scene_, cell.place);
    plain(x, y, grid, cell, rank, padding);
    const bool live = cell.place != kNoNode && !cell.stale;
    if (live && is_chosen_key(scene_, cell.place)) {
      picture_.chips.push_back({.x = x,
                                .y = y,
                                .w = grid.pitch_x - 1,
                                .h = grid.pitch_y - 1,
                                .role = Role::kAccent,
                                .filled = false,
                                .corner = 3,
                                .width = 2});
    }
    if (!live || grid.pitch_y < 18) return;
    const std::string text = short_key_text(*scene_.recording, cell.place);
    if (estimated_width(text, kText, Face::kMono) > grid.pitch_x - 4) return;
    picture_.labels.push_back({x + grid.pitch_x / 2 - 0.5F,
                               y + grid.pitch_y / 2 - 0.5F,
                               text,
                               kText,
                               Face::kMono,
                               Anchor::kMiddle,
                               Role::kText,
                               rank,
                               {},
                               true});
  }

  void plain(float x, float y, const CellGrid& grid, const MemoryCell& cell, float rank,
             bool padding) {
    if (cell.place == kNoNode && grid.pitch_x < 8) return;
    const float gap = std::min(3.0F, grid.pitch_x * 0.2F);
    Box box{.x = x + gap / 2,
            .y = y + gap / 2,
            .w = grid.pitch_x - gap,
            .h = grid.pitch_y - gap,
            .role = Role::kLine,
            .filled = cell.place != kNoNode,
            .corner = std::min(3.0F, grid.pitch_x / 5),
            .rank = rank};
    if (cell.place != kNoNode && !cell.stale) {
      box.role = padding ? Role::kGhost : Role::kRank;
      box.dashed = padding;
      box.filled = !padding;
    }
    picture_.chips.push_back(box);
    if (!cell.read && !cell.written) return;
    box.filled = false;
    box.role = cell.written ? Role::kExchanged : Role::kText;
    box.width = grid.pitch_x >= 12 ? 2.0F : 1.2F;
    box.dashed = !cell.written;
    picture_.chips.push_back(box);
  }

  Picture& picture_;
  const Scene& scene_;
};

// Every address of both streams, and what the layer in view does to it.
class StreamCells {
 public:
  StreamCells(const Scene& scene, std::uint32_t layer, const StreamMerge& streams)
      : scene_(scene),
        network_(scene.recording->network),
        streams_(streams),
        n_log2_(floor_log2(network_.wires())),
        cells_(std::size_t{2} * stream_size(n_log2_)) {
    fill_base();
    const std::uint32_t shown = std::min(streams.layer(), streams.end_layer());
    for (std::uint32_t at = streams.first_layer(); at < shown; ++at) phase(at, at == layer);
    const bool tree = network_.in_trees(layer);
    if (tree && shown == layer) part(layer);
    if (!tree) finish();
  }

  [[nodiscard]] std::vector<MemoryCell> of(std::uint32_t stream) const {
    const std::uint32_t size = stream_size(n_log2_);
    const auto first = cells_.begin() + stream * static_cast<std::ptrdiff_t>(size);
    return {first, first + size};
  }
  // Where the next node goes; none in the finish and after it.
  [[nodiscard]] std::optional<std::uint32_t> next() const {
    const Cursor cursor = scene_.cursor;
    if (cursor.layer < streams_.first_layer() || cursor.layer >= streams_.end_layer()) return {};
    return streams_.range(cursor.layer).first + 2 * cursor.comparator;
  }

 private:
  void fill_base() {
    const std::uint32_t base = base_address(n_log2_, streams_.merge());
    for (std::uint32_t wire = 0; wire < network_.wires(); ++wire) {
      cells_[base + wire].place = streams_.node(base + wire).place;
    }
  }
  void write(std::uint32_t address, std::uint32_t place, bool marked) {
    cells_[address].place = place;
    cells_[address].written = marked;
  }
  void apply(const StreamInstance& now, bool marked) {
    for (unsigned which = 0; which < 2; ++which) {
      cells_[now.reads[which]].stale = true;
      cells_[now.reads[which]].read = marked;
      write(now.writes[which], now.after[which].place, marked);
    }
  }
  void phase(std::uint32_t layer, bool marked) {
    for (std::uint32_t index = 0; index < network_.count(layer); ++index) {
      apply(streams_.look(layer, index), marked);
    }
  }
  // The layer of the cursor: what has run is written, what is to run reads.
  void part(std::uint32_t layer) {
    for (std::uint32_t index = 0; index < network_.count(layer); ++index) {
      const StreamInstance now = streams_.look(layer, index);
      if (index < scene_.cursor.comparator) {
        apply(now, true);
      } else if (scene_.fraction > 0) {
        cells_[now.reads[0]].read = cells_[now.reads[1]].read = true;
      }
    }
  }
  void finish() {
    const bool over = scene_.cursor.layer >= streams_.end_layer() + kFinishLog2;
    const std::uint32_t base = base_address(n_log2_, streams_.merge() + 1);
    for (MemoryCell& cell : cells_) {
      if (cell.place != kNoNode) cell.stale = cell.stale || over;
    }
    for (std::uint32_t wire = 0; over && wire < network_.wires(); ++wire) {
      cells_[base + wire] = {.place = scene_.places[wire]};
    }
  }

  const Scene& scene_;
  const Network& network_;
  const StreamMerge& streams_;
  std::uint32_t n_log2_;
  std::vector<MemoryCell> cells_;
};

}  // namespace

void draw_stream_memory(Picture& picture, const Scene& scene, std::uint32_t layer,
                        const StreamMerge& streams, const StreamArea& area) {
  const StreamCells cells(scene, layer, streams);
  const std::uint32_t n_log2 = floor_log2(scene.recording->network.wires());
  const std::uint32_t size = stream_size(n_log2);
  const float room = (area.height() - kLegend) / 2 - kTitle - 12;
  if (room < 24) return;
  const CellGrid grid = cell_grid(size, area.width(), room);
  const bool tree = scene.recording->network.in_trees(layer);
  const std::uint32_t out =
      tree ? streams.range(layer).first : base_address(n_log2, streams.merge() + 1);
  const auto next = cells.next();
  MemoryPainter painter(picture, scene);
  float y = area.top;
  for (std::uint32_t stream = 0; stream < 2; ++stream) {
    const bool began = base_stream(streams.merge()) == stream;
    painter.title(area.left, y + 8, stream == 0 ? "Stream A" : "Stream B",
                  out / size == stream ? "· output"
                  : tree               ? "· input"
                  : began              ? "· input"
                                       : "· input and output",
                  area.width());
    StreamArea part = area;
    part.top = y + kTitle;
    // Of the input, what the phase before has written.
    const std::uint32_t before =
        tree && layer > streams.first_layer() ? streams.range(layer - 1).first : 0;
    const std::uint32_t seen = out / size == stream ? out : before;
    const std::uint32_t focus = seen / size == stream ? seen % size : 0;
    const bool here = next && *next / size == stream;
    y = painter.cells(part, cells.of(stream), grid, focus,
                      here ? std::optional(*next % size) : std::nullopt) +
        14;
  }
  painter.legend(area.left, y + 8, area.width(), true, tree);
}

void draw_node_memory(Picture& picture, const Scene& scene, const StageView& view,
                      const StreamArea& area) {
  if (scene.tree == nullptr) return;
  std::vector<MemoryCell> cells(scene.tree->size());
  for (std::uint32_t node = 0; node < scene.tree->size(); ++node) {
    cells[node].place = scene.tree->place(node);
  }
  std::uint32_t focus = 0;
  for (std::size_t column = 0; column < view.columns.size(); ++column) {
    const auto& cell = view.cell(view.current_row, column);
    if (!cell || !cell->known) continue;
    for (const std::uint32_t node : cell->reads) cells[node].read = true;
    focus = cell->reads[0];
  }
  MemoryPainter painter(picture, scene);
  painter.title(area.left, area.top + 8, "Nodes", "· stay, and change in place", area.width());
  StreamArea part = area;
  part.top += kTitle;
  const CellGrid grid =
      cell_grid(scene.tree->size(), area.width(), area.height() - kTitle - kLegend);
  const float y = painter.cells(part, cells, grid, focus, std::nullopt);
  painter.legend(area.left, y + 20, area.width(), false, true);
}

}  // namespace sortscope
