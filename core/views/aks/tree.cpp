// tree.cpp: the tree of the AKS construction over its steps (Fischer 2020, chapter 2): nodes
// with the keys that they hold, flowing up and down.
#include "core/views/aks/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/aks_facts.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/kernels/wide_page.h"

namespace sortscope::aks_tree_picture {

namespace {

constexpr float kUsualWidth = 1060;  // of a page: larger ones are magnified
constexpr float kUsualHeight = 600;
constexpr float kMostMagnified = 1.6F;
constexpr float kTreeTop = 62;
constexpr float kCorner = 180;  // kept free on the right for the pane's buttons
constexpr float kStrip = 26;    // below the tree: the followed key
constexpr float kTableHead = 44;
constexpr float kLeastTree = 170;  // height
constexpr float kLeastWithTable = 640;
constexpr float kNarrowColumn = 248;  // of the table, on a page that is only just wide enough

// The width of a column that has room for every number.
float least_cell(const AksNetwork& aks) {
  constexpr float kBetween = 10;
  float widest = 0;
  for (const AksStep& step : aks.steps()) {
    for (std::uint32_t i = 0; i < step.level_count; ++i) {
      widest = std::max(widest, estimated_width(size_text(step.levels[i].a), kText, Face::kMono));
    }
  }
  return widest + kBetween;
}

// Columns as wide as `cell`, or down to `least` where that shows every step.
SizeTable table_of(std::uint32_t steps, std::uint32_t t, Place place, float cell, float least) {
  SizeTable table;
  table.place = place;
  const float all = place.width / static_cast<float>(steps + 1);
  if (all < cell && all >= least) cell = all;
  table.columns =
      std::min(steps + 1,
               static_cast<std::uint32_t>(std::max(std::floor(place.width / cell + 1e-3F), 0.0F)));
  if (table.columns == 0) return {};
  table.cell = std::min(place.width / static_cast<float>(table.columns), 1.3F * cell);
  table.place.width = table.cell * static_cast<float>(table.columns);
  const std::uint32_t before = table.columns / 2;
  table.first = std::min(t > before ? t - before : 0, steps + 1 - table.columns);
  return table;
}

}  // namespace

AksTreePage aks_tree_page(const Scene& scene, std::uint32_t t, float width, float height) {
  const std::uint32_t d = scene.recording->network.aks()->d();
  const std::uint32_t steps = aks_steps(d);
  AksTreePage page;
  page.magnified =
      std::clamp(std::min(width / kUsualWidth, height / kUsualHeight), 1.0F, kMostMagnified);
  page.width = width / page.magnified;
  page.height = height / page.magnified;
  // Narrower, the table is beside the tree still; the true constants are a line at the foot.
  const bool wide = page.width >= kLeastWithTable && page.height >= 380;
  const bool roomy = wide && page.width >= 800;
  const float cell = d >= 20 ? 52 : 44;
  const float least = least_cell(*scene.recording->network.aks());
  page.gutter = page.width >= 560 && (roomy || !wide) ? 152 : 112;
  const float band = page.height >= 520 ? 148 : page.height >= 340 ? 112 : 0;
  const float names = 30;  // of the table's rows
  // A small table leaves the tree more of a page that is only just wide enough.
  const float narrow =
      std::min(kNarrowColumn, 12 + names + least * static_cast<float>(steps + 1) + kMargin + 1);
  const float right_column = roomy ? std::max(0.34F * page.width, 336.0F) : wide ? narrow : 0;
  float tree_height = page.height - kTreeTop - kStrip - band - (band > 0 ? 0 : 12);
  const std::uint32_t levels = aks_tree_levels(d);
  const float stacked = kTableHead + 16 * static_cast<float>(levels) + 22;
  const bool below = !wide && tree_height - stacked >= kLeastTree;
  if (below) tree_height -= stacked;
  const float left = kMargin + page.gutter;
  page.field = aks_tree_field(d, left, kTreeTop, page.width - left - kMargin - right_column,
                              std::max(tree_height, 40.0F));
  if (wide) {
    const float table_left = page.width - right_column + 12 + names;
    const float top = page.field.y(0) - std::min(16.0F, 0.5F * page.field.level_height);
    Place place{table_left, top, page.width - kMargin - table_left,
                page.field.y(levels - 1) + 12 - top};
    page.table = table_of(steps, t, place, cell, least);
    page.table.beside_tree = true;
  } else if (below) {
    const float top = kTreeTop + tree_height + kStrip + kTableHead;
    page.table = table_of(
        steps, t,
        {kMargin + names, top, page.width - 2 * kMargin - names, 16 * static_cast<float>(levels)},
        cell, least);
    page.table.row = 16;
  }
  if (band > 0) {
    const float top = page.height - band + 40;
    const float plot_right = roomy ? page.width - right_column - 24 : page.width - kMargin - 8;
    const float brief = roomy ? 0.0F : 22.0F;
    page.plot = {kMargin + 44, top, plot_right - kMargin - 44, page.height - 28 - brief - top};
    page.notes = roomy ? Place{page.width - right_column + 16, top, right_column - 16 - kMargin,
                               page.height - 12 - top}
                       : Place{kMargin, page.height - 14, page.width - 2 * kMargin, 14};
  }
  return page;
}

namespace {

// An upright rectangle's outline.
void add_outline(Picture& picture, float left, float top, float right, float bottom, Role role,
                 float alpha, float width) {
  const std::array<ShapePoint, 4> corners = {
      {{left, top}, {right, top}, {right, bottom}, {left, bottom}}};
  Shape outline;
  outline.role = role;
  outline.alpha = alpha;
  outline.width = width;
  outline.closed = true;
  picture.add_shape(corners, outline);
}

// From box to box: keys are drawn where edges are not.
void draw_edges(Picture& picture, const AksTreeField& field, const AksTreeRows& rows) {
  for (std::uint32_t level = 0; level + 1 < field.levels; ++level) {
    const std::uint32_t nodes = std::uint32_t{1} << level;
    const float span = field.width / static_cast<float>(nodes);
    if (span < 12) break;
    const float drop = field.level_height;
    const float from = reach_of(rows, level) / drop;
    const float to = 1 - reach_of(rows, level + 1) / drop;
    if (from >= to) continue;
    for (std::uint32_t child = 0; child < 2 * nodes; ++child) {
      const float x = field.x(level, child / 2);
      const float dx = field.x(level + 1, child) - x;
      const float y = field.y(level);
      picture.lines.push_back(
          {x + from * dx, y + from * drop, x + to * dx, y + to * drop, Role::kWire, 1});
    }
  }
}

// Nodes that rest: small and faint.
void draw_resting(Picture& picture, const AksTreeField& field, const AksTreeRows& now) {
  for (std::uint32_t level = 0; level < field.levels; ++level) {
    const AksStep& step = now.step;
    const bool active = aks_find_level(step, level).level == level;
    if (active) continue;
    const std::uint32_t nodes = std::uint32_t{1} << level;
    const float span = field.width / static_cast<float>(nodes);
    const float y = field.y(level);
    if (span < 6) {
      picture.lines.push_back({field.left, y, field.left + field.width, y, Role::kLine, 1, true});
      continue;
    }
    const float w = std::min(0.5F * span, 22.0F);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      picture.boxes.push_back({field.x(level, node) - w / 2, y - 3, w, 6, Role::kGround, true, 2});
      picture.boxes.push_back({field.x(level, node) - w / 2, y - 3, w, 6, Role::kLine, false, 2});
    }
  }
}

// How a step's boxes are filled: files draw keys as boxes too, so theirs are opaque and below.
struct BoxStyle {
  float alpha = 1;
  bool opaque = true;
  bool filled = true;
  bool ends = true;  // FL and FR are marked
};

void add_fill(Picture& picture, float left, float top, float right, float bottom,
              const BoxStyle& style) {
  if (!style.filled) return;
  if (style.opaque) {
    picture.boxes.push_back({left, top, right - left, bottom - top, Role::kLine, true, 2});
    return;
  }
  Shape fill;
  fill.role = Role::kLine;
  fill.alpha = style.alpha;
  picture.add_shape(
      std::array<ShapePoint, 4>{{{left, top}, {right, top}, {right, bottom}, {left, bottom}}},
      fill);
}

// FL and FR of a node: the outer ends, which go up.
void mark_ends(Picture& picture, const AksTreeRows& rows, const AksTreeRow& row, std::uint32_t node,
               float top) {
  const float x = row.x(node);
  const std::uint32_t last = row.level.base + node * row.level.a + row.level.up / 2 - 1;
  const float inner = x - aks_tree_dot(rows, last).x - row.cell_x / 2;
  for (const float side : {-1.0F, 1.0F}) {
    const float a = x + side * row.half_width();
    const float b = x + side * inner;
    picture.lines.push_back({a, top - 3, b, top - 3, Role::kPartEven, 2});
    if (row.span < 40) continue;
    picture.arrows.push_back({(a + b) / 2, top - 10, false, 5, Role::kPartEven, 1.5F});
  }
}

void draw_boxes(Picture& picture, const AksTreeRows& rows, const BoxStyle& style) {
  for (std::uint32_t i = 0; i < rows.step.level_count; ++i) {
    const AksTreeRow& row = rows.rows[i];
    const float pad = std::min(3.0F, 0.05F * row.span);
    const float w = row.half_width() + pad;
    const float h = row.half_height() + std::max(pad, 1.5F);
    if (row.span < 5) {
      const float right = row.left + row.span * static_cast<float>(row.level.nodes());
      add_fill(picture, row.left, row.y - h, right, row.y + h, style);
      continue;
    }
    for (std::uint32_t node = 0; node < row.level.nodes(); ++node) {
      const float x = row.x(node);
      add_fill(picture, x - w, row.y - h, x + w, row.y + h, style);
      add_outline(picture, x - w, row.y - h, x + w, row.y + h, Role::kWire, style.alpha, 1);
      if (style.ends && row.level.up > 0 && row.span >= 10) {
        mark_ends(picture, rows, row, node, row.y - h);
      }
    }
  }
}

constexpr float kLine = 16;        // of the words on a level
constexpr float kThreeLines = 50;  // pixels of a box beside three of them

void draw_levels(Picture& picture, const Scene& scene, const AksTreePage& page,
                 const AksTreeRows& rows, std::uint32_t t) {
  const AksFacts* facts = scene.recording->aks_facts.get();
  const float left = kMargin;
  for (std::uint32_t i = 0; i < rows.step.level_count; ++i) {
    const AksTreeRow& row = rows.rows[i];
    const float height = 2 * AksTreeField::kReach * page.field.level_height;
    const std::vector<std::uint64_t> orders =
        facts != nullptr ? facts->steps[t][i].of_order : std::vector<std::uint64_t>();
    const std::uint64_t all = orders.empty() ? 0 : orders[0];
    const std::uint64_t further = orders.size() < 2 ? 0 : orders[1];
    const bool two = height >= 30;
    const bool three = two && further > 0 && height >= kThreeLines;
    float y = row.y - (three ? kLine : two ? kLine / 2 : 0.0F);
    picture.labels.push_back({left, y, fmt::format("Level {}", row.level.level), kText,
                              Face::kSansBold, Anchor::kStart, Role::kText});
    const float right = left + page.gutter - 14;
    if (!two && all > 0) {
      // No room for both: strangers are what one looks for.
      picture.labels.push_back(
          {right, y, grouped_number(all), kText, Face::kMono, Anchor::kEnd, Role::kPartOdd});
      add_stranger(picture, left + 62, y, 4.6F, 0.5F);
      continue;
    }
    picture.labels.push_back({right, y,
                              fmt::format("{}×{}", row.level.nodes(), grouped_number(row.level.a)),
                              kText, Face::kMono, Anchor::kEnd, Role::kMuted});
    if (!two || facts == nullptr) continue;
    y += kLine;
    if (all == 0) {
      picture.labels.push_back(
          {left, y, "no strangers", kText, Face::kSans, Anchor::kStart, Role::kMuted});
      continue;
    }
    add_stranger(picture, left + 5, y, 4.6F, 0.5F);
    const float from = left + 15;
    const std::string number = grouped_number(all);
    const std::string more = grouped_number(further);
    const std::string noun = all == 1 ? "stranger" : "strangers";
    const auto add = [&](std::initializer_list<std::string> texts) {
      picture.labels.push_back({from, y, first_fitting(texts, kText, Face::kSans, right - from),
                                kText, Face::kSans, Anchor::kStart, Role::kPartOdd});
    };
    if (three || further == 0) {
      add({fmt::format("{} {}", number, noun), number});
      y += kLine;
      if (three) add({fmt::format("{} of order 2+", more)});
    } else {
      add({fmt::format("{}, order 2+: {}", number, more), fmt::format("{} {}", number, noun),
           number});
    }
  }
}

// Lines of whole clauses, which " · " parts; of words where a clause is too long for a line.
std::vector<std::string> wrapped_clauses(std::string_view text, float room) {
  constexpr std::string_view kBetween = " · ";
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find(kBetween);
    const std::string clause(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + kBetween.size());
    const std::string joined =
        lines.empty() ? clause : fmt::format("{}{}{}", lines.back(), kBetween, clause);
    if (!lines.empty() && estimated_width(joined, kText, Face::kSans) <= room) {
      lines.back() = joined;
      continue;
    }
    for (std::string& line : wrapped(clause, kText, Face::kSans, room)) {
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

// What diamonds and the lines on boxes mean: right of what is said above the tree, else below it.
void draw_legend(Picture& picture, const Scene& scene, const AksTreePage& page,
                 const AksTreeMoment& moment) {
  const AksFacts* facts = scene.recording->aks_facts.get();
  const bool over = moment.t == aks_steps(moment.d);
  if (over && facts != nullptr && facts->strangers(moment.t) == 0) return;
  struct Wording {
    const char* ends;
    float width;
  };
  const float right = page.field.left + page.field.width;
  for (const Wording& words : {Wording{"FL, FR: will go up", 232}, {"FL, FR", 156}}) {
    const float x = right - words.width;
    const float below = page.field.bottom() + 14;
    // Below a tree without a table under it there is a second line.
    for (const float y : {44.0F, below, page.table.beside_tree ? below + 16 : below}) {
      const bool taken = std::ranges::any_of(picture.labels, [&](const Label& label) {
        return std::abs(label.y - y) < 14 && area_of(label).right > x - 12;
      });
      if (taken || x < kMargin) continue;
      add_stranger(picture, x + 5, y, 4.6F, 0.5F);
      picture.labels.push_back(
          {x + 16, y, "stranger", kText, Face::kSans, Anchor::kStart, Role::kMuted});
      picture.lines.push_back({x + 84, y, x + 104, y, Role::kPartEven, 2});
      picture.labels.push_back(
          {x + 112, y, words.ends, kText, Face::kSans, Anchor::kStart, Role::kMuted});
      return;
    }
  }
}

void draw_head(Picture& picture, const Scene& scene, const AksTreePage& page,
               const AksTreeMoment& moment, const AksTreePath* path) {
  const std::string title = step_title(scene, moment.t);
  picture.labels.push_back({kMargin, 22, title, 15, Face::kSansBold, Anchor::kStart, Role::kText});
  // A node or key that is pointed at, else what happens.
  std::string line = step_story(scene, moment);
  Role role = Role::kMuted;
  const AksFacts* facts = scene.recording->aks_facts.get();
  if (moment.t == aks_steps(moment.d) && facts != nullptr &&
      scene.cursor.layer > scene.recording->network.aks()->first_layer(moment.t)) {
    role = facts->misplaced > 0 ? Role::kExchanged : Role::kGood;
  }
  if (scene.hover.place && scene.fraction == 0) {
    const auto& places = moment.places;
    const auto at = std::find(places.begin(), places.end(), *scene.hover.place);
    if (at != places.end()) {
      const AksTreeRows rows =
          aks_tree_rows(page.field, scene.recording->network.aks()->steps()[moment.t]);
      const auto spot_index = static_cast<std::uint32_t>(at - places.begin());
      const AksSpot spot = aks_spot(rows.step, spot_index);
      line = hit_text(scene, moment,
                      {rows.step.levels[spot.index].level, spot.node, *at, spot_index, true});
      role = Role::kText;
    }
  }
  const float after_title = kMargin + 0.98F * estimated_width(title, 15, Face::kSansBold) + 14;
  const bool one_line =
      1.0F * estimated_width(line, 13, Face::kSans) < page.width - kCorner - after_title;
  const float x = one_line ? after_title : kMargin;
  const float y = one_line ? 22 : 43;
  // The table's heading stands as high as a second line.
  const float end = page.table.beside_tree ? page.table.place.left - 38 : page.width - kMargin;
  const float room = one_line ? page.width - kCorner - x : end - x;
  picture.labels.push_back(
      fitted({x, y, line, 13, Face::kSans, Anchor::kStart, role}, 1.1F * room));
  const std::string followed = path != nullptr ? path_text(scene, moment, *path, false)
                                               : "Press a key to follow it through the sort.";
  const float below = 1.08F * (page.field.left + page.field.width - kMargin);
  std::vector<std::string> lines = wrapped_clauses(followed, below);
  if (lines.size() > 2 && path != nullptr) {
    lines = wrapped_clauses(path_text(scene, moment, *path, true), below);
  }
  for (; lines.size() > 2; lines.pop_back()) lines.end()[-2] += ' ' + lines.back();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    picture.labels.push_back(
        fitted({kMargin, page.field.bottom() + 14 + 16 * static_cast<float>(i), lines[i], kText,
                Face::kSans, Anchor::kStart, path != nullptr ? Role::kAccent : Role::kMuted},
               below));
  }
  draw_legend(picture, scene, page, moment);
}

void add_ring(Picture& picture, const AksTreeDot& dot, Role role, float width) {
  std::array<ShapePoint, 24> points{};
  const float r = std::max(dot.radius, 3.0F) + 3;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float angle = 6.2831853F * static_cast<float>(i) / static_cast<float>(points.size());
    points[i] = {dot.x + r * std::cos(angle), dot.y + r * std::sin(angle)};
  }
  Shape ring;
  ring.role = role;
  ring.width = width;
  ring.closed = true;
  picture.add_shape(points, ring);
}

void draw_rings(Picture& picture, const Scene& scene, const AksTreeMoment& moment,
                const AksTreeRows& now, const AksTreeRows& next) {
  const auto ring = [&](std::uint32_t place, Role role, float width) {
    const auto at = std::find(moment.places.begin(), moment.places.end(), place);
    if (at == moment.places.end()) return;
    const auto spot = static_cast<std::uint32_t>(at - moment.places.begin());
    add_ring(picture, dot_at(scene, moment, now, next, spot), role, width);
  };
  if (const auto place = aks_tree_pinned(scene)) ring(*place, Role::kAccent, 2.2F);
  if (scene.hover.place) ring(*scene.hover.place, Role::kText, 1.2F);
}

}  // namespace

Picture draw_aks_tree(const Scene& scene, const AksTreeMoment* moment, float width, float height,
                      AksTreeParts parts, AksTreeMemory* memory) {
  Picture picture;
  if (moment == nullptr) {
    picture.width = width;
    picture.height = height;
    if (!parts.names) return picture;
    picture.labels.push_back({kMargin, 24,
                              "This run has no AKS tree: record the keys with the algorithm aks.",
                              13, Face::kSans, Anchor::kStart, Role::kMuted});
    return picture;
  }
  const AksNetwork& aks = *scene.recording->network.aks();
  const AksTreePage page = aks_tree_page(scene, moment->t, width, height);
  picture.width = page.width;
  picture.height = page.height;
  const std::uint32_t after = std::min(moment->t + 1, aks_steps(moment->d));
  const AksTreeRows now = aks_tree_rows(page.field, aks.steps()[moment->t]);
  const AksTreeRows next = aks_tree_rows(page.field, aks.steps()[after]);
  const float share = moment->move_share(scene.fraction);
  const auto pinned = aks_tree_pinned(scene);
  const auto path = pinned ? aks_tree_path(*scene.recording, *pinned, memory)
                           : std::shared_ptr<const AksTreePath>();
  if (parts.floor) {
    draw_edges(picture, page.field, share < 0.5F ? now : next);
    draw_resting(picture, page.field, share < 0.5F ? now : next);
    const bool early = share < 0.5F;
    draw_boxes(picture, now,
               {.alpha = 1 - share,
                .opaque = parts.keys,
                .filled = !parts.keys || early,
                .ends = share == 0});
    if (share > 0) {
      draw_boxes(
          picture, next,
          {.alpha = share, .opaque = parts.keys, .filled = !parts.keys || !early, .ends = false});
    }
    draw_table(picture, scene, page, share < 0.5F ? moment->t : after, path.get());
    draw_plot(picture, scene, page, moment->t, share);
    draw_notes(picture, scene, page);
  }
  if (parts.keys) draw_keys(picture, scene, *moment, now, next);
  if (parts.names) {
    draw_levels(picture, scene, page, share < 0.5F ? now : next, share < 0.5F ? moment->t : after);
    draw_head(picture, scene, page, *moment, path.get());
    if (path) draw_path(picture, scene, page, share < 0.5F ? now : next, *moment, *path);
    draw_rings(picture, scene, *moment, now, next);
  }
  return magnified(std::move(picture), page.magnified);
}

AksTreeHit aks_tree_hit(const Scene& scene, const AksTreeMoment& moment, float width, float height,
                        float x, float y) {
  AksTreeHit hit;
  const AksTreePage page = aks_tree_page(scene, moment.t, width, height);
  const auto wires = static_cast<std::uint32_t>(moment.places.size());
  const AksTreeRows rows =
      aks_tree_rows(page.field, scene.recording->network.aks()->steps()[moment.t]);
  hit.spot = aks_tree_spot_at(rows, wires, x / page.magnified, y / page.magnified);
  if (hit.spot >= wires) return hit;
  const AksSpot at = aks_spot(rows.step, hit.spot);
  hit.level = rows.step.levels[at.index].level;
  hit.node = at.node;
  hit.place = moment.places[hit.spot];
  hit.found = true;
  return hit;
}

std::string aks_tree_seek(const Scene& scene, std::uint32_t t, float width, float height, float x,
                          float y) {
  const AksNetwork& aks = *scene.recording->network.aks();
  const AksTreePage page = aks_tree_page(scene, t, width, height);
  x /= page.magnified;
  y /= page.magnified;
  const std::uint32_t steps = aks_steps(aks.d());
  const auto seek = [&](float step) {
    const auto to = static_cast<std::uint32_t>(std::clamp(step, 0.0F, static_cast<float>(steps)));
    return fmt::format("seek {}", aks.first_layer(to));
  };
  const SizeTable& table = page.table;
  Place cells = table.place;
  cells.top -= 22;  // with the steps' names
  cells.height += 22;
  if (cells.contains(x, y)) {
    return seek(static_cast<float>(table.first) + (x - cells.left) / table.cell);
  }
  Place plot = page.plot;
  plot.left -= 6;
  plot.width += 12;
  plot.height += 22;
  if (!plot.contains(x, y)) return {};
  return seek((x - page.plot.left) / page.plot.width * static_cast<float>(steps) + 0.5F);
}

}  // namespace sortscope::aks_tree_picture

namespace sortscope {

namespace {

using namespace aks_tree_picture;

Picture layout(const Scene& scene, float width, float height) {
  const auto moment = aks_tree_moment(scene, nullptr);
  return draw_aks_tree(scene, moment.get(), width, height, {}, nullptr);
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  const auto moment = aks_tree_moment(scene, nullptr);
  if (!moment || scene.fraction > 0) return {};
  const AksTreeHit hit = aks_tree_hit(scene, *moment, width, height, x, y);
  if (!hit.found) return {};
  return {scene.aks->wire_of_spot()[hit.spot], hit.place, {}};
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  if (scene.aks == nullptr) return {};
  const std::uint32_t t = scene.aks->t();
  if (std::string seek = aks_tree_seek(scene, t, width, height, x, y); !seek.empty()) return seek;
  const auto moment = aks_tree_moment(scene, nullptr);
  const AksTreeHit hit = aks_tree_hit(scene, *moment, width, height, x, y);
  return hit.found ? fmt::format("aks-open {} {}", hit.level, hit.node) : std::string();
}

}  // namespace

const Layout kAksTreeLayout = {
    .id = "aks-tree",
    .title = "AKS tree",
    .summary =
        "The tree of the AKS network, step by step: keys flow up and down, strangers marked.",
    .max_wires = 0,
    .natural_size = wide_page,
    .layout = layout,
    .pick = pick,
    .action = action};

}  // namespace sortscope
