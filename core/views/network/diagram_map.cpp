// diagram_map.cpp: the map of exchanges as marks, with a legend.
#include "core/views/network/diagram_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/recordings/counts/exchange_map.h"
#include "core/recordings/counts/mapped_networks.h"
#include "core/recordings/padding_map.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/views/network/diagram_body.h"
#include "core/views/network/diagram_family.h"

namespace sortscope {

namespace {

constexpr float kLeastPitch = 2;  // pixels between sub-columns that can be told apart
constexpr float kLeastHeight = 1.5F;
constexpr float kShortReach = 4;       // pixels: longer comparators are lines in a small network
constexpr float kLeastTile = 2;        // pixels
constexpr double kMostCells = 48'000;  // on screen
constexpr double kMostFileCells = 12'000;
constexpr float kShades = 16;
constexpr float kOpacity = 0.85F;  // as shaders/network.frag has it
constexpr float kPaddingOpacity = 0.22F;
constexpr float kLeastSpread = 1.0F / 256;
constexpr float kLegendText = 12;
constexpr float kLegendBar = 96;
constexpr float kShortLegendBar = 48;  // where there is no title
constexpr float kLegendGap = 8;
constexpr float kLegendAbove = 11;     // from its middle to what stands below
constexpr float kLegendShare = 0.25F;  // of the page that is drawn from far, at least
constexpr float kLegendPad = 4;
constexpr int kLegendSteps = 24;

float share_of(const TileCount& tile) {
  return static_cast<float>(tile.exchanged) / static_cast<float>(tile.compared);
}

// Rectangles on whole pixels: neighbours meet without a seam.
void add_rectangle(Picture& picture, float x0, float y0, float x1, float y1, Role role,
                   float alpha) {
  const std::array<ShapePoint, 4> corners = {ShapePoint{x0, y0}, ShapePoint{x1, y0},
                                             ShapePoint{x1, y1}, ShapePoint{x0, y1}};
  Shape shape;
  shape.role = role;
  shape.alpha = alpha;
  picture.add_shape(corners, shape);
}

// Between the colours of kept and exchanged ones, at the map's opacity: one over the other.
void add_tone(Picture& picture, float x0, float y0, float x1, float y1, float tone) {
  const float kept = kOpacity * (1 - tone);
  if (tone > 0)
    add_rectangle(picture, x0, y0, x1, y1, Role::kExchanged, kOpacity * tone / (1 - kept));
  if (kept > 0) add_rectangle(picture, x0, y0, x1, y1, Role::kKept, kept);
}

// In a deep network few exchange late: the square root shows them still, up to a half.
bool shows_few(const Scene& scene) {
  return scene.options->network.contrast == FarContrast::kAbsolute &&
         diagram_family(*scene.recording).deep;
}

/// Layers that share a column of tiles, and the counts of its rows.
class TileColumns {
 public:
  TileColumns(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
              bool file, Picture& picture)
      : scene_(scene),
        network_(scene.recording->network),
        geometry_(geometry),
        map_(frame.map),
        most_cells_(file ? kMostFileCells : kMostCells),
        picture_(picture) {}

  void add() {
    find_columns();
    choose_rows();
    for (const Column& column : columns_) {
      if (scene_.cancelled()) return;
      add(column);
    }
  }

 private:
  struct Column {
    std::uint32_t first = 0, last = 0;  // layers [first, last)
    float left = 0, right = 0;
  };

  // As many layers as fill a pixel.
  void find_columns() {
    if (network_.depth() == 0) return;
    const std::uint32_t end = geometry_.layer_at(map_.inverse_x(picture_.width)) + 1;
    const std::uint32_t cursor = scene_.cursor.layer;
    for (std::uint32_t layer = geometry_.layer_at(map_.inverse_x(0)); layer < end;) {
      const std::uint32_t first = layer++;
      if (!drawn_as_tiles(scene_, geometry_, map_, first)) continue;
      const float left = std::round(map_.x(geometry_.cell_x(first)));
      while (layer < end && std::round(map_.x(geometry_.cell_x(layer))) <= left &&
             (layer < cursor) == (first < cursor) &&
             drawn_as_tiles(scene_, geometry_, map_, layer)) {
        ++layer;
      }
      const float right = std::round(map_.x(geometry_.cell_x(layer)));
      const bool apart =
          scene_.options->network.contrast == FarContrast::kAbsolute && right - left > 6;
      columns_.push_back({first, layer, left + (apart ? 1.0F : 0.0F),
                          std::max(right - (apart ? 1.0F : 0.0F), left + 1)});
    }
  }

  void choose_rows() {
    const ExchangeMap* const map = scene_.exchanges;
    if (map == nullptr) return;
    const double seen =
        std::min({static_cast<double>(network_.wires()) * map_.unit_y, double{picture_.height}});
    const double least =
        std::max(double{kLeastTile}, seen * static_cast<double>(columns_.size()) / most_cells_);
    while (level_ + 1 < map->levels() &&
           std::ldexp(map_.unit_y, static_cast<int>(map->wires_log2(level_))) < least) {
      ++level_;
    }
    wires_log2_ = map->wires_log2(level_);
    rows_ = map->rows(level_);
  }

  // Where counts by tile were not kept, all wires are one.
  [[nodiscard]] TileCount count(std::uint32_t layer, std::uint32_t row) const {
    if (scene_.exchanges != nullptr) return scene_.exchanges->at(level_, layer, row);
    return shown_outcomes(scene_, layer);
  }

  // 0 to 1, from fewer exchanges to more.
  [[nodiscard]] float tone_of(const TileCount& tile, const TileCount& all, float spread) const {
    const float share = share_of(tile);
    switch (scene_.options->network.contrast) {
      case FarContrast::kLayer:
        return 0.5F + 0.5F * (share - share_of(all)) / std::max(spread, kLeastSpread);
      case FarContrast::kSurprise:
        return 0.5F + (share - 0.5F) * std::sqrt(static_cast<float>(tile.compared) / 2) / 4;
      case FarContrast::kAbsolute:
        break;
    }
    return shows_few(scene_) ? std::sqrt(2 * share) : share;
  }

  void add(const Column& column) {
    counts_.assign(rows_, {});
    TileCount all;
    for (std::uint32_t layer = column.first; layer < column.last; ++layer) {
      for (std::uint32_t row = 0; row < rows_; ++row) {
        const TileCount tile = count(layer, row);
        counts_[row].compared += tile.compared;
        counts_[row].exchanged += tile.exchanged;
        all.compared += tile.compared;
        all.exchanged += tile.exchanged;
      }
    }
    float spread = 0;
    for (const TileCount& tile : counts_) {
      if (tile.compared > 0) spread = std::max(spread, std::abs(share_of(tile) - share_of(all)));
    }
    constexpr float kNone = -2;
    constexpr float kFuture = -1;
    constexpr float kPadding = -3;
    float shade = kNone;
    std::uint32_t from = 0;
    for (std::uint32_t row = 0; row <= rows_; ++row) {
      float next = kNone;
      if (row < rows_ && counts_[row].compared > 0) {
        next =
            !ran(column.first, row) ? kFuture
            : padded(column.first, row)
                ? kPadding
                : std::round(std::clamp(tone_of(counts_[row], all, spread), 0.0F, 1.0F) * kShades);
      }
      if (next == shade && row < rows_) continue;
      const float top = top_of(from);
      const float bottom = top_of(row);
      if (shade != kNone && bottom > 0 && top < picture_.height && bottom > top) {
        if (shade == kFuture) {
          add_rectangle(picture_, column.left, top, column.right, bottom, Role::kFuture, kOpacity);
        } else if (shade == kPadding) {
          add_rectangle(picture_, column.left, top, column.right, bottom, Role::kKept,
                        kPaddingOpacity);
        } else {
          add_tone(picture_, column.left, top, column.right, bottom, shade / kShades);
        }
      }
      from = row;
      shade = next;
    }
  }

  [[nodiscard]] float top_of(std::uint32_t row) const {
    const auto wire = static_cast<float>(
        std::min<std::uint64_t>(std::uint64_t{row} << wires_log2_, network_.wires()));
    return std::round(map_.y(wire - 0.5F));
  }

  // Only padding is compared there, as far as its ends tell: that says nothing of the keys.
  [[nodiscard]] bool padded(std::uint32_t layer, std::uint32_t row) const {
    if (scene_.padding == nullptr || scene_.exchanges == nullptr || counts_[row].exchanged > 0) {
      return false;
    }
    const std::uint64_t first = std::uint64_t{row} << wires_log2_;
    const std::uint64_t end =
        std::min<std::uint64_t>(first + (std::uint64_t{1} << wires_log2_), network_.wires());
    return scene_.padding->at(layer, static_cast<Wire>(first)) &&
           scene_.padding->at(layer, static_cast<Wire>(end - 1));
  }

  // The comparators of a layer run from the first wire to the last.
  [[nodiscard]] bool ran(std::uint32_t layer, std::uint32_t row) const {
    if (layer != scene_.cursor.layer) return layer < scene_.cursor.layer;
    if (scene_.exchanges == nullptr) return has_run(scene_, geometry_, layer, 0);
    // A tile that shows outcomes has none that are still to come. Matchings have any order.
    const bool running = scene_.fraction > 0 && scene_.whole_layer;
    if (network_.aks() != nullptr && !running) return false;
    const std::uint64_t wire =
        std::min<std::uint64_t>(std::uint64_t{row + std::uint64_t{1}} << wires_log2_,
                                network_.wires()) -
        1;
    const std::uint64_t count = network_.count(layer);
    const std::uint64_t index = std::min(wire * count / network_.wires(), count - std::uint64_t{1});
    return has_run(scene_, geometry_, layer, static_cast<std::uint32_t>(index));
  }

  const Scene& scene_;
  const Network& network_;
  const NetworkGeometry& geometry_;
  const DiagramMap& map_;
  const double most_cells_;
  Picture& picture_;
  std::vector<Column> columns_;
  std::vector<TileCount> counts_;  // of a column
  unsigned level_ = 0;
  unsigned wires_log2_ = 31;
  std::uint32_t rows_ = 1;
};

struct LegendWords {
  std::string title, few, many;
};

std::array<LegendWords, 3> legend_words(const Scene& scene) {
  switch (scene.options->network.contrast) {
    case FarContrast::kLayer:
      return {{{"Exchanges, compared with the layer's share:", "fewer", "more"},
               {"Compared with the layer:", "fewer", "more"},
               {"", "below the layer", "above"}}};
    case FarContrast::kSurprise:
      return {{{"Exchanges, compared with the half expected:", "4 σ fewer", "4 σ more"},
               {"Compared with half:", "4 σ fewer", "4 σ more"},
               {"", "below half", "above"}}};
    case FarContrast::kAbsolute:
      break;
  }
  const std::string most = shows_few(scene) ? "half or more" : "all";
  return {{{"Share of comparators that exchange:", "none", most},
           {"They exchange:", "none", most},
           {"", "keep", "exchange"}}};
}

float bar_of(const LegendWords& words) {
  return words.title.empty() ? kShortLegendBar : kLegendBar;
}

float width_of(const LegendWords& words) {
  const auto width = [](const std::string& text) {
    return text.empty() ? 0 : estimated_width(text, kLegendText, Face::kSans) + kLegendGap;
  };
  return width(words.title) + width(words.few) + bar_of(words) + width(words.many);
}

}  // namespace

TileCount shown_outcomes(const Scene& scene, std::uint32_t layer) {
  const Recording& recording = *scene.recording;
  const std::uint32_t count = recording.network.count(layer);
  const bool running = scene.fraction > 0;
  const std::uint32_t shown = scene.cursor.comparator + (running ? 1 : 0);
  const bool whole = layer != scene.cursor.layer || shown == 0 || (running && scene.whole_layer);
  if (whole || recording.network.has_splits(layer)) {
    return {2 * count, static_cast<std::uint32_t>(2 * (recording.exchanged_before[layer + 1] -
                                                       recording.exchanged_before[layer]))};
  }
  std::uint32_t exchanged = 0;
  for (std::uint32_t index = 0; index < shown; ++index) {
    exchanged += recording.exchanged(layer, index) ? 1 : 0;
  }
  return {2 * shown, 2 * exchanged};
}

bool drawn_from_far(const Network& network, const NetworkGeometry& geometry, std::uint32_t layer,
                    const DiagramMap& map) {
  // A network of a few columns a layer has few layers; lists and AKS networks have thousands.
  const bool columns = network.sub_columns(layer) > 1 || !network.closed_form();
  return (columns && geometry.column_pitch(layer) * map.unit_x < kLeastPitch) ||
         map.unit_y < kLeastHeight;
}

bool has_map_legend(const Network& network, const NetworkGeometry& geometry, const DiagramMap& map,
                    float width) {
  if (network.depth() == 0 || !(has_exchange_map(network) || network.aks() != nullptr))
    return false;
  float mixed = 0;
  float all = 0;
  const std::uint32_t last = geometry.layer_at(map.inverse_x(width));
  for (std::uint32_t layer = geometry.layer_at(map.inverse_x(0)); layer <= last; ++layer) {
    const float wide = std::min(map.x(geometry.cell_x(layer + 1)), width) -
                       std::max(map.x(geometry.cell_x(layer)), 0.0F);
    all += wide;
    // Layers in trees show nothing before they run.
    if (network.has_splits(layer) || drawn_as_marks(network, layer)) continue;
    if (drawn_from_far(network, geometry, layer, map)) mixed += wide;
  }
  return mixed > kLegendShare * all;
}

bool drawn_as_tiles(const Scene& scene, const NetworkGeometry& geometry, const DiagramMap& map,
                    std::uint32_t layer) {
  const Network& network = scene.recording->network;
  if (network.has_splits(layer) || drawn_as_marks(network, layer) ||
      !drawn_from_far(network, geometry, layer, map)) {
    return false;
  }
  if (network.aks() != nullptr) return true;
  if (scene.exchanges == nullptr) return false;
  if (!network.fixed(layer) && layer > scene.cursor.layer) return false;
  if (!network.closed_form() || scene.options->network.contrast != FarContrast::kAbsolute ||
      network.wires() > kMostSingleWires || network.size() > kMostDrawnComparators) {
    return true;
  }
  const LayerForm& form = network.form(layer);
  return network.fixed(layer) && form.mirror == 0 &&
         static_cast<float>(form.distance) * map.unit_y < kShortReach;
}

void add_exchange_tiles(const Scene& scene, const NetworkGeometry& geometry,
                        const DiagramFrame& frame, bool file, Picture& picture) {
  TileColumns(scene, geometry, frame, file, picture).add();
}

void add_wire_surface(const NetworkGeometry& geometry, const DiagramFrame& frame,
                      std::uint32_t wires, Picture& picture) {
  const DiagramMap& map = frame.map;
  add_rectangle(picture, map.x(-frame.ends), std::max(map.y(-0.5F), 0.0F),
                map.x(geometry.width() + frame.ends),
                std::min(map.y(static_cast<float>(wires) - 0.5F), picture.height), Role::kWire,
                0.3F);
}

void add_key_strip(const Scene& scene, float x, const DiagramFrame& frame, Picture& picture) {
  constexpr float kHalfWidth = 4;
  const Recording& recording = *scene.recording;
  const auto wires = static_cast<double>(scene.places.size());
  const DiagramMap& map = frame.map;
  const float top = std::max(std::floor(map.y(-0.5F)), 0.0F);
  const float bottom = std::min(std::ceil(map.y(static_cast<float>(wires) - 0.5F)), picture.height);
  const float step = std::max(map.unit_y, 1.0F);
  for (float y = top; y < bottom; y += step) {
    const double wire =
        std::clamp(std::round((y + step / 2 - map.origin_y) / map.unit_y), 0.0, wires - 1);
    const std::uint32_t place = scene.places[static_cast<std::size_t>(wire)];
    if (recording.is_padding(place)) continue;
    const float rank = rank_fraction(recording, scene.ranks[place]);
    picture.chips.push_back({x - kHalfWidth, y, 2 * kHalfWidth, std::min(step, bottom - y),
                             Role::kRank, true, 0, rank});
  }
}

std::optional<LabelArea> add_map_legend(const Scene& scene, const DiagramFrame& frame,
                                        Picture& picture) {
  const bool mapped = scene.exchanges != nullptr || scene.recording->network.aks() != nullptr;
  if (!mapped || !frame.legend) return std::nullopt;
  // Above the family's own line, if there is one.
  const float y = picture.height - diagram_family(*scene.recording).footer_height - kLegendAbove;
  const float half = kLegendText / 2;
  LabelArea area{frame.left - kLegendPad, y - half - 1, picture.width - kLegendPad, y + half + 1};
  const auto choices = legend_words(scene);
  const float room = area.right - kLegendPad - frame.left;
  const auto words = std::ranges::find_if(
      choices, [&](const LegendWords& each) { return width_of(each) <= room; });
  if (words == choices.end()) return std::nullopt;
  area.right = frame.left + width_of(*words) + kLegendPad;
  std::erase_if(picture.labels, [&](const Label& label) { return overlap(area_of(label), area); });
  add_rectangle(picture, area.left, area.top, area.right, area.bottom, Role::kGround, 1);
  float x = frame.left;
  const auto write = [&](const std::string& text, Role role) {
    if (text.empty()) return;
    const float width = estimated_width(text, kLegendText, Face::kSans);
    // Lines that cross the legend do not strike its words.
    picture.chips.push_back({.x = x - kLegendPad,
                             .y = area.top,
                             .w = width + 2 * kLegendPad,
                             .h = area.bottom - area.top,
                             .role = Role::kGround,
                             .filled = true});
    picture.labels.push_back({x, y, text, kLegendText, Face::kSans, Anchor::kStart, role});
    x += width + kLegendGap;
  };
  write(words->title, Role::kMuted);
  write(words->few, Role::kText);
  const float left = std::round(x);
  const float bar = bar_of(*words);
  const float length = bar / kLegendSteps;
  for (int step = 0; step < kLegendSteps; ++step) {
    const float from = left + length * static_cast<float>(step);
    add_tone(picture, from, y - half, from + length, y + half,
             static_cast<float>(step) / (kLegendSteps - 1));
  }
  if (scene.options->network.contrast != FarContrast::kAbsolute) {
    const float middle = left + bar / 2;
    picture.lines.push_back({middle, y - half, middle, y + half, Role::kText, 1});
  }
  x += bar + kLegendGap;
  write(words->many, Role::kText);
  return area;
}

void keep_off_legend(const LabelArea& legend, std::vector<MovableLabel>& names) {
  for (MovableLabel& name : names) {
    std::erase_if(name.spots, [&](const std::pair<float, float>& spot) {
      Label label = name.label;
      std::tie(label.x, label.y) = spot;
      return overlap(area_of(label), legend);
    });
  }
}

}  // namespace sortscope
