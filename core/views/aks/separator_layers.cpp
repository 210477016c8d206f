// separator_layers.cpp: the layers of a separator's halvers (Fischer 2020, figure 2.3).
#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/views/aks/separator.h"

namespace sortscope::separator_picture {

namespace {

// Slots [from, to) of the left end, mirrored on side 1.
Area piece_of(const SeparatorMoment& moment, const Page& page, std::uint32_t row,
              std::uint32_t side, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t a = moment.level.a;
  const float top = page.layers_top + page.row * static_cast<float>(row);
  const float left = page.keys.x(side == 0 ? from : a - to);
  const float right = page.keys.x(side == 0 ? to : a - from);
  return {left, top, right, top + page.box};
}

std::string progress_text(const SeparatorLayer& row) {
  switch (row.progress) {
    case Progression::kDone:
      return "done";
    case Progression::kRunning:
      return fmt::format("{} of {} have run", row.done, row.end - row.first);
    case Progression::kToCome:
      break;
  }
  return "to come";
}

void add_texts(Picture& picture, const AksNetwork& aks, const SeparatorMoment& moment,
               const Page& page, std::uint32_t index) {
  const SeparatorLayer& row = moment.rows[index];
  const bool current = moment.current_row() == index;
  const float x = page.side.left;
  const float room = page.width - kMargin - x;
  const float middle = page.layers_top + page.row * static_cast<float>(index) + page.box / 2;
  const bool two = page.row >= 32 && !page.brief;
  const AksStage& stage = row.stage;
  const std::string wires = stage.sides == 2
                                ? fmt::format("2 halvers of {} wires", grouped_number(stage.wires))
                                : fmt::format("halver of {} wires", grouped_number(stage.wires));
  const std::string deep = fmt::format("{} {}", grouped_number(row.depth),
                                       stage.work == AksWork::kSorter ? "layers" : "matchings");
  const std::string ran = progress_text(row);
  std::string first =
      row.planted()
          ? first_fitting({fmt::format("{} errors made on purpose", stage.per_side), "errors"},
                          kText, Face::kSansBold, room)
          : first_fitting({fmt::format("Layer {} · {} · {}", row.stage.layer, wires, ran),
                           fmt::format("Layer {} · {}", row.stage.layer, wires),
                           fmt::format("Layer {} · {} × {}", row.stage.layer, stage.sides,
                                       grouped_number(stage.wires)),
                           fmt::format("Layer {}", row.stage.layer)},
                          kText, Face::kSansBold, room);
  if (page.brief && !row.planted()) {
    const std::string size = fmt::format("{} × {}", stage.sides, grouped_number(stage.wires));
    first = first_fitting({fmt::format("Layer {} · {}", row.stage.layer, size), size}, kBriefText,
                          Face::kSans, room);
  } else if (!two && !row.planted()) {
    first =
        first_fitting({fmt::format("Layer {} · {} · {} · {}", row.stage.layer, wires, deep, ran),
                       fmt::format("Layer {} · {} · {}", row.stage.layer, deep, ran),
                       fmt::format("{} · {}", deep, ran), ran},
                      kText, Face::kSansBold, room);
  }
  const Role role = current ? Role::kText : Role::kMuted;
  const float size = page.brief && !row.planted() ? kBriefText : kText;
  // Of a kind with the others, where bold letters have no room.
  const bool bold = current && estimated_width(first, size, Face::kSansBold) <= room;
  picture.labels.push_back({x, two ? middle - 8 : middle, first, size,
                            bold ? Face::kSansBold : Face::kSans, Anchor::kStart, role});
  if (!two || row.planted()) return;
  const std::string kind = halver_kind(aks, row);
  const std::string ops = grouped_number(row.comparators) + " comparators";
  picture.labels.push_back(
      {x, middle + 8,
       first_fitting({fmt::format("{} · {} · {}", deep, ops, kind),
                      fmt::format("{} · {}", deep, ops), deep + " · " + ran, deep},
                     kText, Face::kSans, room),
       kText, Face::kSans, Anchor::kStart, Role::kMuted});
}

void draw_box(Picture& picture, const SeparatorMoment& moment, const Page& page,
              std::uint32_t index, std::uint32_t side, bool opened) {
  const SeparatorLayer& row = moment.rows[index];
  const HalverBox box = halver_box(moment, page, index, side);
  const float share = static_cast<float>(row.done) / static_cast<float>(row.end - row.first);
  for (const Area& piece : box.pieces) {
    Box mark{.x = piece.left,
             .y = piece.top,
             .w = piece.width(),
             .h = piece.height(),
             .role = Role::kLine,
             .filled = row.progress == Progression::kDone,
             .corner = std::min(3.0F, piece.width() / 4)};
    if (row.progress == Progression::kRunning) {
      // What has run fills the box from the top, as time goes down the figure.
      Box ran = mark;
      ran.filled = true;
      ran.role = Role::kAccentBand;
      ran.h = mark.h;
      picture.boxes.push_back(ran);
      ran.h = std::max(1.0F, mark.h * share);
      ran.role = Role::kAccentBand;
      picture.boxes.push_back(ran);
      mark.role = Role::kAccent;
      mark.width = 1.6F;
    } else if (row.progress == Progression::kToCome) {
      mark.role = Role::kWire;
      mark.dashed = true;
    } else {
      picture.boxes.push_back(mark);
      mark.filled = false;
      mark.role = Role::kKept;
    }
    if (opened) {
      mark.role = Role::kAccent;
      mark.width = 2.4F;
      mark.dashed = false;
    }
    picture.boxes.push_back(mark);
  }
  if (row.planted()) return;
  const Area& first = box.pieces.front();
  const Role line = row.progress == Progression::kToCome ? Role::kWire : Role::kKept;
  picture.lines.push_back({box.half, first.top, box.half, first.bottom, line, 1});
  if (box.pieces.size() == 2) {
    // The two pieces are one halver.
    const Area& second = box.pieces.back();
    const float y = (first.top + first.bottom) / 2;
    const float from = std::min(first.right, second.right);
    const float to = std::max(first.left, second.left);
    picture.lines.push_back({from, y, to, y, line, 1, true});
  }
  const std::string text = grouped_number(row.stage.wires);
  const Area& largest =
      std::max(box.pieces.front(), box.pieces.back(),
               [](const Area& x, const Area& y) { return x.width() < y.width(); });
  // The number stands in the wider part beside the border of the halves.
  Area part = largest;
  if (box.half > part.left && box.half < part.right) {
    (box.half - part.left >= part.right - box.half ? part.right : part.left) = box.half;
  }
  if (page.box >= 14 && estimated_width(text, kText, Face::kMono) + 6 <= part.width()) {
    picture.labels.push_back({(part.left + part.right) / 2, (part.top + part.bottom) / 2, text,
                              kText, Face::kMono, Anchor::kMiddle,
                              row.progress == Progression::kToCome ? Role::kMuted : Role::kText});
  }
}

// From the row above that has these wires, over rows that have not: the long arrows of the figure.
void draw_arrows(Picture& picture, const SeparatorMoment& moment, const Page& page,
                 std::uint32_t index, std::uint32_t side) {
  const SeparatorLayer& row = moment.rows[index];
  for (const Area& piece : halver_box(moment, page, index, side).pieces) {
    const float x = (piece.left + piece.right) / 2;
    float from = page.layers_top + page.box;
    bool longer = index > 1;
    for (std::uint32_t above = index; above-- > 0;) {
      const std::uint32_t sides = moment.rows[above].stage.sides;
      const HalverBox box = halver_box(moment, page, above, sides == 2 ? side : 0);
      const bool has = std::any_of(box.pieces.begin(), box.pieces.end(), [&](const Area& area) {
        return x >= area.left && x <= area.right;
      });
      if (!has) continue;
      from = box.pieces.front().bottom;
      longer = index - above > 1;
      break;
    }
    const Role role = row.progress == Progression::kToCome ? Role::kWire : Role::kMuted;
    picture.lines.push_back({x, from + 1, x, piece.top - 2, role, longer ? 1.6F : 1.0F});
    picture.arrows.push_back({x, piece.top - 1, true, 4, role, 0});
  }
}

}  // namespace

HalverBox halver_box(const SeparatorMoment& moment, const Page& page, std::uint32_t row,
                     std::uint32_t side) {
  const AksStage& stage = moment.rows[row].stage;
  HalverBox box;
  const std::uint32_t first = std::min(stage.wires, stage.keep);
  box.pieces.push_back(piece_of(moment, page, row, side, 0, first));
  if (stage.wires > first) {
    box.pieces.push_back(
        piece_of(moment, page, row, side, 2 * stage.keep, stage.keep + stage.wires));
  }
  const std::uint32_t slot = stage.half < stage.keep ? stage.half : stage.half + stage.keep;
  box.half = page.keys.x(side == 0 ? slot : stage.a - slot);
  return box;
}

std::uint32_t drawn_rows(const Scene& scene, const SeparatorMoment& moment) {
  const auto all = static_cast<std::uint32_t>(moment.rows.size());
  const auto current = moment.current_row();
  return hides_what_comes(scene) && current ? std::min(*current + 1, all) : all;
}

void draw_layers(Picture& picture, const Scene& scene, const SeparatorMoment& moment,
                 const Page& page) {
  const AksNetwork& aks = *scene.recording->network.aks();
  const AksOptions& options = scene.options->aks;
  for (std::uint32_t index = 0; index < drawn_rows(scene, moment); ++index) {
    const AksStage& stage = moment.rows[index].stage;
    for (std::uint32_t side = 0; side < stage.sides; ++side) {
      const bool opened = !options.follow && options.layer == stage.layer && options.side == side &&
                          !moment.rows[index].planted();
      draw_box(picture, moment, page, index, side, opened);
      if (index > 0) draw_arrows(picture, moment, page, index, side);
    }
    add_texts(picture, aks, moment, page, index);
  }
}

}  // namespace sortscope::separator_picture
