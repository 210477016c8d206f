// bars.cpp: the keys at the cursor as bars, heights by value, colours by rank.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/pieces.h"
#include "core/keys/value_range.h"
#include "core/pictures/caption_note.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/layout.h"
#include "core/scenes/maker.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/scene.h"
#include "core/views/network/diagram.h"
#include "core/views/network/highlights.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kLeastText = 12;
constexpr float kCorner = 130;   // at the right of the caption: the list of views
constexpr float kLeastSlot = 2;  // pixels a bar: below, neighbouring wires share a column
constexpr float kWidestSlot = 144;
constexpr float kLanePitch = 8;  // between the brackets of compared pairs, where there is room
constexpr float kLeastLanePitch = 3;
constexpr float kLaneShare = 0.2F;  // of the height at most
constexpr const char* kSwapsNote = " · thick line: pointer swap";
constexpr float kLeastNoted = 100;    // lower panes have bars alone
constexpr float kHalo = 2;            // of ground around a bar that passes others
constexpr float kOverValue = 10;      // between the ends of two bars, so that both values are read
constexpr float kAroundValue = 8.5F;  // in its bar, at least
constexpr float kLowestBar = 0.12F;   // height of the least key, of the room

ValueLevels levels_of(const Scene& scene) {
  return {scene.bars != nullptr ? scene.bars->range : range_of(scene.recording->request.keys)};
}

// Where everything stands on the page.
struct BarsPage {
  std::uint32_t wires;           // that have a place
  float left, right, top, foot;  // of the bars: foot is their lower edge
  float slot;                    // width a wire
  float bar;                     // width of a bar
  bool caption, indices;
  bool note;         // a low pane says what heights mean, and no more
  float value_size;  // of the text in the bars; 0: no room
  float index_size;
  float lowest;      // share of the room that the least key's bar takes
  float headroom;    // above top, for a bar that is lifted
  float lane_pitch;  // 0: no room for the brackets of compared pairs

  [[nodiscard]] float center(float wire) const { return left + (wire + 0.5F) * slot; }
};

std::uint32_t most_sub_columns(const Network& network) {
  std::uint32_t most = 0;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    most = std::max(most, network.sub_columns(layer));
  }
  return most;
}

BarsPage page_for(const Scene& scene, float width, float height) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  BarsPage page{};
  page.wires = shown_wires(scene);
  const auto wires = static_cast<float>(page.wires);
  const float bars_width = std::min(width - 2 * kMargin, wires * kWidestSlot);
  page.left = (width - bars_width) / 2;
  page.right = page.left + bars_width;
  page.slot = bars_width / wires;
  const float gap = page.slot < 4 ? 0 : std::clamp(page.slot * 0.12F, 1.0F, 8.0F);
  page.bar = page.slot - gap;
  page.top = 12;
  page.foot = height - 12;

  page.caption = height >= 160;
  page.note = !page.caption && height >= kLeastNoted;
  page.headroom = page.caption ? 8.0F : 2.0F;
  page.top += page.caption ? 28.0F : page.note ? 12.0F : 0.0F;
  const float largest_text = height >= 400 ? 24.0F : height >= 100 ? 16.0F : 13.0F;
  const auto fits = [&](float size, float text_length) {
    return page.bar >= 0.6F * size * text_length + 4;
  };
  if (page.slot >= 16) {
    const auto length = static_cast<float>(longest_key_text(recording));
    for (const float size : {24.0F, 20.0F, 18.0F, 16.0F, 15.0F, 13.0F, 12.0F}) {
      if (size > largest_text || page.value_size > 0) continue;
      if (fits(size, length)) page.value_size = size;
    }
  }
  const auto digits = static_cast<float>(std::to_string(page.wires - 1).size());
  page.index_size = page.value_size >= 18 && fits(15, digits) ? 15.0F : kLeastText;
  // In a low pane the keys stay, the wires' numbers go.
  page.indices = height >= 120 && fits(page.index_size, digits);
  if (page.indices) page.foot -= page.index_size + 8;

  const auto lanes = static_cast<float>(most_sub_columns(network));
  const float room = kLaneShare * height - 8;
  if (lanes > 0 && page.slot >= 8 && height >= 200 && room / lanes >= kLeastLanePitch) {
    page.lane_pitch = std::min(kLanePitch, std::floor(room / lanes));
    page.foot -= page.lane_pitch * lanes + 8;
  }
  const float bars_room = std::max(page.foot - page.top, 1.0F);
  page.lowest = std::min(std::max(kLowestBar, (page.value_size + kAroundValue) / bars_room), 0.5F);
  if (page.value_size + 8 > 0.5F * bars_room) page.value_size = 0;
  return page;
}

// A key on its way: where it stands, and how far it is lifted, 0 to 1.
struct Standing {
  float wire;
  float lift;
  bool moving;
};

// It is lifted, goes along, and is set down.
Standing standing(const Scene& scene, std::span<const Wire> after, Wire wire) {
  constexpr float kUp = 0.2F;  // of the time
  const auto from = static_cast<float>(wire);
  if (after.empty() || after[wire] == wire) return {from, 0, false};
  const float t = scene.fraction;
  return {std::lerp(from, static_cast<float>(after[wire]),
                    ease(std::clamp((t - kUp) / (1 - 2 * kUp), 0.0F, 1.0F))),
          ease(std::clamp(std::min(t, 1 - t) / kUp, 0.0F, 1.0F)), true};
}

// A bar with what is drawn on it.
struct Bar {
  Box box;
  bool hangs;  // from the line of zero
  bool moving;
  bool outlined;  // no finite value
  float reach;    // from the line of zero to its end, with what it is lifted
  bool hovered, selected;
  std::string text;
};

void draw_bar(Picture& picture, const Bar& bar, float halo) {
  // Its sides and its end are clear of what it passes.
  if (bar.moving && halo > 0) {
    picture.chips.push_back({.x = bar.box.x - halo,
                             .y = bar.box.y - (bar.hangs ? 0 : halo),
                             .w = bar.box.w + 2 * halo,
                             .h = bar.box.h + halo,
                             .role = Role::kGround,
                             .filled = true,
                             .corner = bar.box.corner + halo});
  }
  picture.chips.push_back(bar.box);
  Box outline = bar.box;
  outline.filled = false;
  if (bar.outlined && bar.box.w >= 8) {
    outline.role = Role::kMuted;
    outline.width = 1.5F;
    outline.dashed = true;
    picture.chips.push_back(outline);
  }
  if (bar.selected || bar.hovered) {
    outline.role = Role::kAccent;
    outline.width = bar.selected ? 2.4F : 1.4F;
    outline.dashed = false;
    picture.chips.push_back(outline);
  }
}

// The value stands in the bar's end; of a short one beyond it, or beyond the line of zero where the
// page ends.
float value_y(const BarsPage& page, const Bar& bar) {
  const float half = page.value_size / 2;
  const float head = bar.box.y;
  const float foot = bar.box.y + bar.box.h;
  if (bar.box.h >= page.value_size + 8) return bar.hangs ? foot - half - 5 : head + half + 5;
  const bool above = bar.hangs ? foot + 2 * half + 3 > page.foot : head - 2 * half - 3 > page.top;
  return above ? head - half - 3 : foot + half + 3;
}

// Of two that pass each other the longer one goes behind, lifted off the line of zero: so far that
// its end stands clear of the other's value, as far as the page goes. `other`: signed heights, as
// `own`; 0: of nobody.
float lift_of(const BarsPage& page, float own, float other, float zero_y) {
  constexpr float kLeastLift = 6;
  if (page.value_size <= 0 || std::abs(own) <= std::abs(other) || own * other < 0) return 0;
  const float wanted =
      std::max(page.value_size + kOverValue - (std::abs(own) - std::abs(other)), kLeastLift);
  const float end_y = zero_y - own;
  const float room = own < 0 ? page.foot - end_y : end_y - (page.top - page.headroom);
  return std::clamp(wanted, 0.0F, std::max(room, 0.0F));
}

// Of each wire's key the height from the line of zero, below it negative; 0: padding.
std::vector<float> signed_heights(const Scene& scene, const BarsPage& page) {
  const Recording& recording = *scene.recording;
  const ValueLevels levels = levels_of(scene);
  const float zero = levels.zero();
  std::vector<float> heights(page.wires);
  for (Wire wire = 0; wire < page.wires; ++wire) {
    const std::uint32_t place = scene.places[wire];
    if (recording.is_padding(place)) continue;
    const float level = levels.level(recording.request.keys.value(place), page.lowest);
    const float h = std::max((page.foot - page.top) * std::abs(level - zero), 1.0F);
    heights[wire] = level < zero ? -h : h;
  }
  return heights;
}

void draw_bars(Picture& picture, const Scene& scene, const BarsPage& page) {
  const Recording& recording = *scene.recording;
  const float zero_y = page.foot - (page.foot - page.top) * levels_of(scene).zero();
  const std::vector<float> heights = signed_heights(scene, page);
  const std::vector<Wire> after = wires_after(scene);
  const float room = page.foot - page.top;
  std::vector<Bar> bars;
  bars.reserve(page.wires);
  for (Wire wire = 0; wire < page.wires; ++wire) {
    const std::uint32_t place = scene.places[wire];
    const Standing at = standing(scene, after, wire);
    const float x = page.center(at.wire) - page.bar / 2;
    const float corner = std::min(3.0F, page.bar / 4);
    if (recording.is_padding(place)) {
      if (scene.options->padding == PaddingStyle::kGhost && page.slot >= 6) {
        picture.boxes.push_back(
            {x, page.top, page.bar, room, Role::kGhost, false, corner, 0, 1, true});
      }
      continue;
    }
    const double value = recording.request.keys.value(place);
    const bool hangs = heights[wire] < 0;
    const float h = std::abs(heights[wire]);
    // Padding's room beyond the page's wires belongs to nobody.
    const bool met = at.moving && after[wire] < page.wires;
    const float lift =
        met ? at.lift * lift_of(page, heights[wire], heights[after[wire]], zero_y) : 0;
    const Box box{.x = x,
                  .y = hangs ? zero_y + lift : zero_y - h - lift,
                  .w = page.bar,
                  .h = h,
                  .role = Role::kRank,
                  .filled = true,
                  .corner = corner,
                  .rank = rank_fraction(scene, place)};
    bars.push_back({box, hangs, at.moving, !std::isfinite(value), h + lift, is_hovered(scene, wire),
                    is_selected(scene, wire),
                    page.value_size > 0 ? short_key_text(recording, place) : std::string()});
  }
  // Passing bars go in front, the shorter before the taller, so that every end is seen.
  std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) {
    if (a.moving != b.moving) return b.moving;
    return a.moving && a.reach > b.reach;
  });
  const float halo = page.slot >= 8 ? kHalo : 0;
  for (const Bar& bar : bars) draw_bar(picture, bar, halo);
  if (page.value_size <= 0) return;
  // Values stand in their bars; one that a passing bar covers waits until it has gone by.
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Box& box = bars[i].box;
    const bool within = box.h >= page.value_size + 8;
    Label label{box.x + box.w / 2, value_y(page, bars[i]), bars[i].text, page.value_size,
                Face::kMono,       Anchor::kMiddle,        Role::kText,  within ? box.rank : -1.0F};
    label.of_key = true;
    const LabelArea area = area_of(label);
    const bool covered = std::any_of(
        bars.begin() + static_cast<std::ptrdiff_t>(i) + 1, bars.end(), [&](const Bar& other) {
          const Box& b = other.box;
          return other.moving && overlap(area, {b.x, b.y, b.x + b.w, b.y + b.h});
        });
    if (!covered) picture.labels.push_back(label);
  }
}

void draw_indices(Picture& picture, const Scene& scene, const BarsPage& page) {
  for (Wire wire = 0; wire < page.wires; ++wire) {
    const bool chosen = is_selected(scene, wire) || is_hovered(scene, wire);
    picture.labels.push_back({page.center(static_cast<float>(wire)),
                              page.foot + 4 + page.index_size / 2, std::to_string(wire),
                              page.index_size, Face::kMono, Anchor::kMiddle,
                              chosen ? Role::kAccent : Role::kMuted});
  }
}

// Brackets under the bars join the pairs that the layer in view compares; an arrow points up to the
// place of the maximum.
void draw_pairs(Picture& picture, const Scene& scene, const BarsPage& page) {
  const Recording& recording = *scene.recording;
  const auto layer = layer_in_view(scene);
  if (!layer || page.lane_pitch <= 0) return;
  const float top = page.foot + (page.indices ? page.index_size + 8 : 0) + 4;
  const std::vector<Comparator> pairs = compared_wires(scene, *layer);
  for (std::uint32_t index = 0; index < pairs.size(); ++index) {
    const Comparator comparator = pairs[index];
    const Role role = outcome_role(scene, *layer, index);
    if (is_hidden(scene, *layer, comparator)) continue;
    const float line_width = role == Role::kExchanged ? 2.2F : 1.2F;
    const auto lane = static_cast<float>(recording.network.sub_column(*layer, index));
    const float y = top + (lane + 1) * page.lane_pitch - 1;
    const float min_x = page.center(static_cast<float>(comparator.min_wire));
    const float max_x = page.center(static_cast<float>(comparator.max_wire));
    picture.lines.push_back({min_x, top, min_x, y, role, line_width});
    picture.lines.push_back({min_x, y, max_x, y, role, line_width});
    picture.lines.push_back({max_x, top, max_x, y, role, line_width});
    picture.arrows.push_back({max_x, top - 2, false, 4.5F, role, line_width});
    picture.dots.push_back({min_x, top, 2.6F, role, role == Role::kExchanged, 1.2F});
  }
}

// In an adaptive run, a thick line under each run of wires whose keys change places together: in
// trees those that a link takes along.
void draw_moved(Picture& picture, const Scene& scene, const BarsPage& page) {
  const auto layer = layer_in_view(scene);
  if (!layer || !scene.recording->network.adaptive()) return;
  const bool in_trees = scene.recording->network.in_trees(*layer);
  for (const MovedWires& run :
       in_trees ? swapped_wires(scene, *layer) : moved_wires(scene, *layer)) {
    const float left = page.center(static_cast<float>(run.first)) - page.bar / 2;
    if (run.first >= page.wires) continue;
    const Wire last = std::min(run.first + run.length, page.wires) - 1;
    const float right = page.center(static_cast<float>(last)) + page.bar / 2;
    picture.lines.push_back({left, page.foot + 1.5F, right, page.foot + 1.5F, Role::kExchanged, 3});
  }
}

// `zero`: the level where bars begin.
void draw_column(Picture& picture, const BarsPage& page, const BarMemory::Column& sum, float x,
                 float width, float rank, float zero) {
  const float room = page.foot - page.top;
  const float mean = room * static_cast<float>(sum.heights / sum.keys);
  picture.boxes.push_back({.x = x,
                           .y = page.foot - room * sum.high,
                           .w = width,
                           .h = room * (sum.high - sum.low),
                           .role = Role::kLine,
                           .filled = true});
  // As far from zero as all its keys are.
  const float solid = std::max(sum.low, std::min(sum.high, zero));
  Box chip{.x = x,
           .y = page.foot - room * std::max(solid, zero),
           .w = width,
           .h = room * std::abs(solid - zero),
           .role = Role::kRank,
           .filled = true,
           .rank = rank};
  picture.chips.push_back(chip);
  chip.y = page.foot - mean - 1.5F;
  chip.h = 3;
  picture.chips.push_back(chip);
}

// So many keys are looked at in a tenth of a millisecond.
constexpr std::uint32_t kKeysAtOnce = std::uint32_t{1} << 14;
// A picture that does not wait looks at so many keys of all columns, and at all of some columns.
constexpr std::uint64_t kKeysAtFirst = std::uint64_t{1} << 16;
constexpr std::uint64_t kKeysAPicture = std::uint64_t{1} << 19;

/// The columns of a page.
struct Columns {
  std::uint64_t wires;
  std::size_t count;
  float lowest;
};

// Adds the next `more` columns, each of every `stride`-th of its keys. O(their wires / stride).
void sum_columns(const Scene& scene, const Columns& page, std::uint32_t stride, std::size_t more,
                 std::vector<BarMemory::Column>& columns) {
  const Recording& recording = *scene.recording;
  const LevelScale scale(levels_of(scene), page.lowest);
  const std::size_t begin = columns.size();
  columns.resize(begin + more);
  const std::size_t at_once =
      std::max<std::size_t>(page.count * kKeysAtOnce * stride / page.wires, 1);
  with_values(recording.request.keys, [&](auto value_of) {
    run_pieces((more + at_once - 1) / at_once, [&](std::size_t piece) {
      const std::size_t end = std::min(begin + (piece + 1) * at_once, columns.size());
      for (std::size_t column = begin + piece * at_once; column < end; ++column) {
        const std::uint64_t first = column * page.wires / page.count;
        const std::uint64_t last = (column + 1) * page.wires / page.count;
        BarMemory::Column sum;
        for (std::uint64_t wire = first; wire < last; wire += stride) {
          const std::uint32_t place = scene.places[wire];
          if (recording.is_padding(place)) continue;
          const float h = scale.level(value_of(place));
          sum.low = std::min(sum.low, h);
          sum.high = std::max(sum.high, h);
          sum.heights += h;
          sum.ranks += scene.ranks[place];
          ++sum.keys;
        }
        columns[column] = sum;
      }
    });
  });
}

// Begins with all keys, or with some of each column.
BarMemory::Page begin_page(const Scene& scene, const Columns& page, bool at_once) {
  BarMemory::Page made;
  made.at = scene.cursor;
  made.wires = static_cast<std::uint32_t>(page.wires);
  made.lowest = page.lowest;
  made.finished = at_once;
  // Odd: wires of even distances have much in common.
  const auto stride = at_once ? 1 : static_cast<std::uint32_t>(page.wires / kKeysAtFirst) | 1U;
  sum_columns(scene, page, stride, page.count, made.columns);
  return made;
}

// The same, kept for the pages and cursors that are shown by turns.
const BarMemory::Page& known_page(const Scene& scene, BarMemory& memory, const Columns& page) {
  constexpr std::size_t kPages = 4;
  const bool at_once = scene.waits || page.wires <= kKeysAPicture;
  const auto known = std::ranges::find_if(memory.pages, [&](const BarMemory::Page& each) {
    return each.columns.size() == page.count && each.wires == page.wires &&
           each.at == scene.cursor && each.lowest == page.lowest;
  });
  if (known == memory.pages.end()) {
    if (memory.pages.size() == kPages) memory.pages.pop_back();
    memory.pages.insert(memory.pages.begin(), begin_page(scene, page, at_once));
    return memory.pages.front();
  }
  std::rotate(memory.pages.begin(), known, known + 1);
  BarMemory::Page& found = memory.pages.front();
  if (found.finished) return found;
  const std::size_t left = page.count - found.exact.size();
  const std::size_t more =
      at_once ? left : std::max<std::size_t>(page.count * kKeysAPicture / page.wires, 1);
  sum_columns(scene, page, 1, std::min(left, more), found.exact);
  found.finished = found.exact.size() == page.count;
  if (found.finished) found.columns = std::exchange(found.exact, {});
  return found;
}

// Columns of neighbouring wires: solid up to the least key, coloured by the mean rank, a ribbon at
// the mean, the spread behind.
void draw_columns(Picture& picture, const Scene& scene, const BarsPage& page) {
  const Recording& recording = *scene.recording;
  const std::uint32_t wires = page.wires;
  const auto columns =
      static_cast<std::uint32_t>(std::max(1.0F, std::floor((page.right - page.left) / kLeastSlot)));
  const float column_width = (page.right - page.left) / static_cast<float>(columns);
  const float left = page.left;
  BarMemory own;
  BarMemory& memory = scene.bars != nullptr ? *scene.bars : own;
  const BarMemory::Page& shown = known_page(scene, memory, {wires, columns, page.lowest});
  const auto& sums = shown.columns;
  picture.unfinished = !shown.finished;
  const float zero = levels_of(scene).zero();
  for (std::uint32_t column = 0; column < columns; ++column) {
    const BarMemory::Column& sum = sums[column];
    if (sum.keys == 0) continue;
    const auto mean_rank = static_cast<std::uint32_t>(sum.ranks / sum.keys);
    draw_column(picture, page, sum, left + static_cast<float>(column) * column_width, column_width,
                rank_fraction(recording, mean_rank), zero);
  }
  for (const Wire wire : chosen_wires(scene)) {
    if (wire >= wires) continue;
    const auto column =
        static_cast<std::uint32_t>(((std::uint64_t{wire} + 1) * columns - 1) / wires);
    picture.chips.push_back({left + static_cast<float>(column) * column_width, page.top,
                             column_width, page.foot - page.top, Role::kAccent, true});
  }
}

void draw_highlights(Picture& picture, const Scene& scene, const BarsPage& page,
                     std::vector<MovableLabel>& labels) {
  const std::uint32_t wires = page.wires;
  for (const Highlight& band : scene.laid_over->highlights) {
    if (!holds(band, scene.cursor, scene.fraction == 0)) continue;
    if (band.layers || band.first >= wires) continue;
    const auto first = static_cast<float>(band.first);
    const auto last = static_cast<float>(std::min(band.last, wires - 1));
    auto words =
        add_band(picture, page.center(first - 0.5F), page.top - 4, page.center(last + 0.5F),
                 page.foot + (page.indices ? page.index_size + 6 : 2), band.label, true);
    if (words) labels.push_back(std::move(*words));
  }
}

// Answers that are wires: frames around their bars.
void draw_question(Picture& picture, const Scene& scene, const BarsPage& page,
                   std::vector<MovableLabel>& labels) {
  if (scene.laid_over->question == nullptr) return;
  for (const auto& [wire, mark] : scene.laid_over->question->wires) {
    if (!marks_wires(scene, mark) || wire >= page.wires) continue;
    const float x = page.center(static_cast<float>(wire));
    // Above stands the caption.
    auto words =
        add_answer_mark(picture, x - page.slot / 2 + 1, page.top, x + page.slot / 2 - 1, page.foot,
                        mark, page.caption || page.note ? SignPlace::kWithin : SignPlace::kAbove);
    if (words) labels.push_back(std::move(*words));
  }
}

// What heights mean, and the lines under bars that `swaps` moved; shorter and shorter.
std::vector<std::string> heights_texts(const Scene& scene, bool swaps) {
  const ValueLevels levels = levels_of(scene);
  if (!levels.any || !(levels.least < levels.greatest)) {
    return texts_with({"Height: the key's value, here one height"}, swaps ? kSwapsNote : "");
  }
  const auto number = [](double value) {
    const double size = std::abs(value);
    if (size < 1e4 || size > 1e15 || size != std::floor(size)) return fmt::format("{:g}", value);
    return (value < 0 ? "-" : "") + grouped_number(static_cast<std::uint64_t>(size));
  };
  const std::string range = fmt::format("{} to {}", number(levels.least), number(levels.greatest));
  // The least key has a bar as well, unless bars begin where zero is.
  const std::string from = levels.both_signs() ? "from 0"
                           : levels.least == 0 ? "0 as a low bar"
                                               : "not from 0";
  std::vector<std::string> texts = {fmt::format("Height: the key's value, {}, {}", range, from),
                                    fmt::format("Height: {}, {}", range, from),
                                    "Height: the key's value", "Height: value"};
  if (swaps) texts = texts_with(std::move(texts), kSwapsNote);
  return texts;
}

// The line where bars begin: at the foot, or where zero is.
void draw_zero(Picture& picture, const Scene& scene, const BarsPage& page) {
  const ValueLevels levels = levels_of(scene);
  const float y = page.foot - (page.foot - page.top) * levels.zero();
  picture.lines.push_back({page.left, y + 0.5F, page.right, y + 0.5F, Role::kMuted, 1});
  if (page.value_size <= 0 || !levels.both_signs()) return;
  picture.labels.push_back(
      {page.left - 4, y, "0", kLeastText, Face::kMono, Anchor::kEnd, Role::kMuted});
}

void natural_size(const Recording& recording, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  const auto wires = static_cast<float>(recording.network.wires());
  width = std::clamp(wires * 48 + 2 * kMargin, 480.0F, 1280.0F);
  height = 480;
}

Picture layout(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const BarsPage page = page_for(scene, width, height);
  if (page.right <= page.left || page.foot <= page.top) return picture;
  if (page.caption) {
    picture.labels.push_back(
        fitted({kMargin, 24, {}, 13, Face::kSansBold, Anchor::kStart, Role::kMuted},
               scene_captions(scene), width - 2 * kMargin));
  }
  const auto layer = layer_in_view(scene);
  const bool swaps = layer && page.slot >= kLeastSlot && !swapped_wires(scene, *layer).empty();
  if (page.caption) {
    add_caption_note(picture, picture.labels.size() - 1, heights_texts(scene, swaps),
                     width - kCorner);
  } else if (page.note) {
    picture.labels.push_back(
        fitted({kMargin, 11, {}, kLeastText, Face::kSans, Anchor::kStart, Role::kMuted},
               heights_texts(scene, swaps), width - 2 * kMargin));
  }
  draw_zero(picture, scene, page);
  std::vector<MovableLabel> labels;
  draw_highlights(picture, scene, page, labels);
  const std::size_t bands = labels.size();
  if (page.slot < kLeastSlot) {
    draw_columns(picture, scene, page);
    on_one_height(picture, labels);
    add_movable_labels(picture, labels);
    return picture;
  }
  draw_bars(picture, scene, page);
  draw_moved(picture, scene, page);
  if (page.indices) draw_indices(picture, scene, page);
  draw_pairs(picture, scene, page);
  draw_question(picture, scene, page, labels);
  on_one_height(picture, std::span(labels).first(bands));
  add_movable_labels(picture, labels);
  return picture;
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  const Recording& recording = *scene.recording;
  const BarsPage page = page_for(scene, width, height);
  Selection found;
  if (x < page.left || x >= page.right || y < 0 || y > height || page.slot <= 0) return found;
  const auto wire = static_cast<Wire>((x - page.left) / page.slot);
  if (wire >= page.wires || is_hidden(scene, scene.cursor.layer, wire)) return found;
  found.wire = wire;
  if (y <= page.foot && !recording.is_padding(scene.places[wire])) found.place = scene.places[wire];
  return found;
}

}  // namespace

const Layout kBarsLayout = {
    "bars", "Bars", "The keys at the cursor, wire by wire.", 0, natural_size, layout, pick};

}  // namespace sortscope
