// streams_stage.cpp: the phases of a stage, one below the other, kernel instances in a row.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/views/adaptive/streams.h"

namespace sortscope {

namespace {

constexpr float kLeastColumn = 132;
constexpr float kLeastRow = 96;
constexpr float kMostRow = 132;
constexpr float kWidestColumn = 520;
constexpr float kHeader = 22;
constexpr float kText = 12;

float gutter_of(const StreamArea& area) { return area.width() >= 420 ? 104.0F : 0.0F; }

// Where things stand: y are offsets from the row's top, x from the column's left edge.
struct Grid {
  float left = 0, top = 0;
  float gutter = 0;
  float column = kLeastColumn, row = kLeastRow;
  float strip_h = 18;
  float box_top = 0, box_h = 0;
  float chip_w = 44, chip_h = 18;
  float key_size = kText;
  float above = 0, below = 0;  // y of the keys read and of those written
  float note = 0;              // y of the line under the box

  [[nodiscard]] float x_of(std::size_t column_index) const {
    return left + column * static_cast<float>(column_index);
  }
  [[nodiscard]] float y_of(std::size_t row_index) const {
    return top + row * static_cast<float>(row_index);
  }
  // The middle of p (0) and of q (1).
  [[nodiscard]] float side(unsigned which) const { return column * (which == 0 ? 0.27F : 0.73F); }
};

// Width that the keys of the run ask for.
float chip_width(const Recording& recording, float key_size) {
  const std::size_t longest = std::max<std::size_t>(longest_key_text(recording), 2);
  return std::max(0.6F * key_size * static_cast<float>(longest) + 14, 34.0F);
}

// p and q stand 0.46 of a column apart, with the sign of the comparison between them.
float least_column(const Recording& recording) {
  return std::max(kLeastColumn, (chip_width(recording, kText) + 26) / 0.46F);
}

Grid grid_for(const Scene& scene, const StageView& view, const StreamArea& area) {
  Grid grid;
  grid.gutter = gutter_of(area);
  grid.left = area.left + grid.gutter;
  grid.top = area.top + kHeader;
  const auto columns = static_cast<float>(view.columns.size());
  const auto rows = static_cast<float>(view.rows.size());
  grid.column = std::min((area.width() - grid.gutter) / columns, kWidestColumn);
  grid.row = std::clamp((area.height() - kHeader) / rows, kLeastRow, kMostRow);
  const float t = (grid.row - kLeastRow) / (kMostRow - kLeastRow);
  grid.strip_h = std::lerp(17.0F, 21.0F, t);
  grid.box_top = grid.strip_h + std::lerp(3.0F, 6.0F, t);
  grid.chip_h = std::lerp(18.0F, 23.0F, t);
  const float pad = std::lerp(4.0F, 7.0F, t);
  grid.box_h = 2 * grid.chip_h + 2 * pad + std::lerp(13.0F, 20.0F, t);
  grid.above = grid.box_top + pad + grid.chip_h / 2;
  grid.below = grid.box_top + grid.box_h - pad - grid.chip_h / 2;
  grid.note = grid.box_top + grid.box_h + 10;
  grid.key_size = grid.chip_h >= 21 ? 15.0F : grid.chip_h >= 20 ? 13.0F : kText;
  grid.chip_w = chip_width(*scene.recording, grid.key_size);
  if (grid.chip_w > 0.46F * grid.column - 26) {
    grid.key_size = kText;
    grid.chip_w = std::min(chip_width(*scene.recording, kText), 0.46F * grid.column - 26);
  }
  return grid;
}

std::string address_text(const StageView& view, const Scene& scene, std::uint32_t address) {
  if (!view.streams) return fmt::to_string(address);
  return stream_address(floor_log2(scene.recording->network.wires()), address);
}

// The widest of `texts` that fits into `room`; empty where none does.
std::string widest_that_fits(std::initializer_list<std::string> texts, Face face, float room) {
  for (const std::string& text : texts) {
    if (estimated_width(text, kText, face) <= room) return text;
  }
  return {};
}

class StagePainter {
 public:
  StagePainter(Picture& picture, const Scene& scene, const StageView& view, const StreamArea& area)
      : picture_(picture),
        scene_(scene),
        view_(view),
        area_(area),
        grid_(grid_for(scene, view, area)) {}

  void draw() {
    headers();
    for (std::size_t row = 0; row < view_.rows.size(); ++row) {
      if (row == view_.current_row) band(row);
      row_label(row);
      for (std::size_t column = 0; column < view_.columns.size(); ++column) {
        if (const auto& cell = view_.cell(row, column)) instance(row, column, *cell);
      }
    }
    // What a key on its way covers waits until it has gone by.
    std::erase_if(picture_.labels, [&](const Label& each) {
      return each.on_rank < 0 && std::ranges::any_of(passing_, [&](const LabelArea& area) {
               return overlap(area_of(each), area);
             });
    });
  }

 private:
  [[nodiscard]] bool done(const StageCell& cell) const {
    return cell.known && cell.progress == Progression::kDone;
  }
  [[nodiscard]] bool running(const StageCell& cell) const {
    return cell.known && cell.progress == Progression::kRunning;
  }
  void label(float x, float y, std::string text, Face face, Anchor anchor, Role role,
             float size = kText) {
    if (text.empty()) return;
    picture_.labels.push_back({x, y, std::move(text), size, face, anchor, role});
  }

  void headers() {
    const float y = area_.top + kHeader / 2 - 2;
    for (std::size_t i = 0; i < view_.columns.size(); ++i) {
      const StageColumn& column = view_.columns[i];
      const std::uint32_t number = (column.block << column.stage) + column.instance;
      const std::string name =
          fmt::format("instance {}", view_.overlapped ? column.instance : number);
      const bool odd = (column.block & 1) != 0;
      const std::string stage =
          view_.overlapped ? fmt::format("stage {}, {}", column.stage, column.instance) : name;
      label(grid_.x_of(i) + grid_.column / 2, y,
            widest_that_fits({(view_.overlapped ? stage : name) + (odd ? " · descending" : ""),
                              view_.overlapped ? stage : name, fmt::to_string(number)},
                             Face::kSans, grid_.column - 12),
            Face::kSans, Anchor::kMiddle, Role::kMuted);
    }
    if (grid_.gutter == 0 || view_.all_columns <= view_.columns.size()) return;
    const StageColumn& first = view_.columns.front();
    const std::uint32_t from = (first.block << first.stage) + first.instance;
    label(area_.left, y,
          view_.overlapped ? fmt::format("{} of {}", view_.columns.size(), view_.all_columns)
                           : fmt::format("{}–{} of {}", from, from + view_.columns.size() - 1,
                                         view_.all_columns),
          Face::kSans, Anchor::kStart, Role::kMuted);
  }

  void band(std::size_t row) {
    picture_.boxes.push_back({.x = area_.left - 8,
                              .y = grid_.y_of(row) - 5,
                              .w = grid_.x_of(view_.columns.size()) - area_.left + 12,
                              .h = grid_.row - 2,
                              .role = Role::kAccentBand,
                              .filled = true,
                              .corner = 6});
  }

  void row_label(std::size_t row) {
    if (grid_.gutter == 0) return;
    const StageRow& shown = view_.rows[row];
    const TreeStep& step = scene_.recording->network.step(shown.layer);
    const bool current = row == view_.current_row;
    const float y = grid_.y_of(row) + grid_.strip_h / 2;
    label(area_.left, y,
          view_.overlapped ? fmt::format("step {}", step.time)
                           : fmt::format("phase {}", step.first_phase),
          Face::kSansBold, Anchor::kStart, current ? Role::kText : Role::kMuted, 13);
    if (view_.overlapped) return;
    const std::uint32_t phase = step.first_phase;
    const bool last = phase + 1 == step.merge - step.first_stage;
    const char nodes = shown.range.stream == 0 ? 'A' : 'B';
    float at = grid_.y_of(row) + grid_.above;
    const auto say = [&](std::string text) {
      label(area_.left, at, std::move(text), Face::kSans, Anchor::kStart, Role::kMuted);
      at += 16;
    };
    say(phase == 0 ? "reads trees" : fmt::format("reads pairs {}", phase % 2));
    if (!last) say(fmt::format("writes pairs {}", (phase + 1) % 2));
    if (view_.streams) say(fmt::format("{} nodes {}", last ? "writes" : "and", nodes));
    if (last && !view_.streams) say("writes no pair");
  }

  // The pair in the input stream: two cells above the keys that they lead to.
  void strip(std::size_t row, std::size_t column, const StageCell& cell) {
    const float x = grid_.x_of(column);
    const float y = grid_.y_of(row);
    const bool phase0 = cell.task.phase == 0;
    const float half = grid_.column / 2 - 10;
    for (unsigned which = 0; which < 2; ++which) {
      const float left = x + (which == 0 ? 8.0F : grid_.column / 2 + 2);
      Box box{.x = left,
              .y = y,
              .w = half,
              .h = grid_.strip_h,
              .role = stream_tint(cell.task.phase % 2),
              .filled = true,
              .corner = 3};
      if (!phase0 && cell.known) picture_.boxes.push_back(box);
      box.role = cell.known ? Role::kWire : Role::kLine;
      box.filled = false;
      box.dashed = phase0;
      picture_.boxes.push_back(box);
      if (!cell.known) continue;
      const char* name = phase0 ? (which == 0 ? "r" : "e") : (which == 0 ? "p" : "q");
      const std::string address = address_text(view_, scene_, cell.reads[which]);
      label(
          left + half / 2, y + grid_.strip_h / 2,
          widest_that_fits({fmt::format("{} = {}", name, address), address}, Face::kMono, half - 4),
          Face::kMono, Anchor::kMiddle, Role::kText);
    }
  }

  void key(float x, float y, std::uint32_t place, bool ghost) {
    add_chip(picture_, scene_,
             {.x = x,
              .y = y,
              .w = grid_.chip_w,
              .h = grid_.chip_h,
              .place = place,
              .ghost = ghost,
              .size = grid_.key_size});
  }
  // Where a key will be written.
  void slot(float x, float y) {
    picture_.boxes.push_back({.x = x - grid_.chip_w / 2,
                              .y = y - grid_.chip_h / 2,
                              .w = grid_.chip_w,
                              .h = grid_.chip_h,
                              .role = Role::kLine,
                              .filled = false,
                              .corner = 5});
  }

  void instance(std::size_t row, std::size_t column, const StageCell& cell) {
    const float x = grid_.x_of(column);
    const float y = grid_.y_of(row);
    strip(row, column, cell);
    Box box{.x = x + 8,
            .y = y + grid_.box_top,
            .w = grid_.column - 16,
            .h = grid_.box_h,
            .role = Role::kPanel,
            .filled = true,
            .corner = 6};
    picture_.boxes.push_back(box);
    box.filled = false;
    box.role = Role::kLine;
    if (scene_.hover.comparator == cell.id || scene_.selected.comparator == cell.id) {
      box.role = Role::kAccent;
      box.width = scene_.selected.comparator == cell.id ? 2.4F : 1.4F;
    }
    picture_.boxes.push_back(box);
    const bool ran = done(cell) || running(cell);
    if (ran) paths(x, y, cell);
    for (unsigned which = 0; which < 2; ++which) {
      const float at = x + grid_.side(which);
      if (cell.known) {
        key(at, y + grid_.above, cell.before[which], ran);
      } else {
        slot(at, y + grid_.above);
      }
      if (done(cell)) {
        key(at, y + grid_.below, cell.after[which], false);
      } else {
        slot(at, y + grid_.below);
      }
    }
    if (running(cell)) travel(x, y, cell);
    words(x, y, cell, ran);
    notes(x, y, cell);
    if (done(cell) && view_.streams) arrows(row, column, cell);
  }

  // From the keys read to the keys written.
  void paths(float x, float y, const StageCell& cell) {
    const Role role = cell.exchanged ? Role::kExchanged : Role::kKept;
    const float width = cell.exchanged ? 2.6F : 1.4F;
    const float from_y = y + grid_.above + grid_.chip_h / 2 + 3;
    const float to_y = y + grid_.below - grid_.chip_h / 2 - 3;
    for (unsigned which = 0; which < 2; ++which) {
      const float from = x + grid_.side(which);
      const float to = x + grid_.side(cell.exchanged ? 1 - which : which);
      picture_.lines.push_back({from, from_y, to, to_y, role, width});
      picture_.dots.push_back({from, from_y, 2.6F, role, cell.exchanged, 1.2F});
      picture_.dots.push_back({to, to_y, 2.6F, role, cell.exchanged, 1.2F});
    }
  }

  // Keys that exchange keep clear of each other: the first goes down and then across, the second
  // across and then down.
  void travel(float x, float y, const StageCell& cell) {
    const auto part = [&](float from, float to) {
      return ease(std::clamp((scene_.fraction - from) / (to - from), 0.0F, 1.0F));
    };
    for (unsigned which = 0; which < 2; ++which) {
      const unsigned to = cell.exchanged ? 1 - which : which;
      const float across = which == 0 ? part(0.4F, 0.85F) : part(0.2F, 0.65F);
      const float down = !cell.exchanged ? part(0, 1) : which == 0 ? part(0, 0.35F) : part(0.7F, 1);
      key(x + std::lerp(grid_.side(which), grid_.side(to), across),
          y + std::lerp(grid_.above, grid_.below, down), cell.before[which], false);
      const Box& chip = picture_.chips.back();
      passing_.push_back({chip.x, chip.y, chip.x + chip.w, chip.y + chip.h});
    }
  }

  // The comparison, and which links change places.
  void words(float x, float y, const StageCell& cell, bool ran) {
    const float middle = x + grid_.column / 2;
    std::string sign = "?";
    Role role = Role::kMuted;
    if (ran) {
      // p > q is what exchanges them in an ascending block; equal keys compare by their places.
      const bool greater = cell.exchanged != cell.task.descending();
      sign = greater ? ">" : "<";
      if (same_key(cell)) sign = "=";
      role = cell.exchanged ? Role::kExchanged : Role::kText;
    }
    if (cell.known) {
      label(middle, y + grid_.above, sign, Face::kMono, Anchor::kMiddle, role, 15);
    }
    // Keys on their way pass there.
    if (!done(cell) || !cell.links_swapped) return;
    const float room = grid_.side(1) - grid_.side(0) - grid_.chip_w - 8;
    const char* one = cell.task.phase == 0 ? "left" : cell.second_case ? "right" : "left";
    const char* other = cell.task.phase == 0 ? "right" : one;
    label(middle, y + grid_.below,
          widest_that_fits({fmt::format("{} ↔ {}", one, other), "↔"}, Face::kSans, room),
          Face::kSans, Anchor::kMiddle, Role::kExchanged);
  }

  [[nodiscard]] bool same_key(const StageCell& cell) const {
    const Recording& recording = *scene_.recording;
    return recording.is_padding(cell.before[0]) == recording.is_padding(cell.before[1]) &&
           (recording.is_padding(cell.before[0]) ||
            recording.request.keys.raw.at(cell.before[0]) ==
                recording.request.keys.raw.at(cell.before[1]));
  }

  // Under the box: where each node is written, and its links that change.
  void notes(float x, float y, const StageCell& cell) {
    const float room = grid_.column / 2 - 10;
    for (unsigned which = 0; which < 2; ++which) {
      const std::string own =
          view_.streams ? address_text(view_, scene_, cell.writes[which]) : std::string();
      std::string full;
      std::string brief;
      for (const StreamLink& link : cell.links) {
        if (!done(cell) || link.parent != cell.writes[which]) continue;
        const std::string child = address_text(view_, scene_, link.child);
        full += fmt::format("{}{} → {}", full.empty() ? "" : ", ",
                            link.side == Side::kLeft ? "left" : "right", child);
        brief += fmt::format("{}{}", brief.empty() ? "→ " : ", ", child);
      }
      const std::string gap = own.empty() || full.empty() ? "" : "  ";
      label(x + grid_.side(which), y + grid_.note,
            widest_that_fits({own + gap + full, own + (own.empty() ? "" : " ") + brief, brief, own},
                             Face::kMono, room),
            Face::kMono, Anchor::kMiddle, done(cell) ? Role::kText : Role::kMuted);
    }
  }

  // Links to where the next phase writes: known before the children are there.
  void arrows(std::size_t row, std::size_t column, const StageCell& cell) {
    if (row + 1 >= view_.rows.size()) return;
    const auto& below = view_.cell(row + 1, column);
    if (!below) return;
    for (const StreamLink& link : cell.links) {
      const unsigned parent = link.parent == cell.writes[0] ? 0 : 1;
      if (link.child != below->writes[0] && link.child != below->writes[1]) continue;
      const unsigned child = link.child == below->writes[0] ? 0 : 1;
      link_arrow(row, column, parent, child);
    }
  }

  void link_arrow(std::size_t row, std::size_t column, unsigned parent, unsigned child) {
    const bool current = row == view_.current_row;
    const Role role = current ? Role::kText : Role::kMuted;
    const float width = current ? 1.6F : 1.1F;
    const float x = grid_.x_of(column);
    const float out = child == 0 ? -1.0F : 1.0F;
    const float margin = child == 0 ? x + 3 : x + grid_.column - 3;
    const float to_y = grid_.y_of(row + 1) + grid_.below - 3;
    const float to_x = x + grid_.side(child) + out * (grid_.chip_w / 2 + 3);
    float from_y = grid_.y_of(row) + grid_.below + 3;
    const auto line = [&](float x0, float y0, float x1, float y1) {
      picture_.lines.push_back({x0, y0, x1, y1, role, width});
    };
    if (parent == child) {
      line(x + grid_.side(parent) + out * (grid_.chip_w / 2 + 1), from_y, margin, from_y);
    } else {
      // The root's other child: along the lower edge of the box.
      const float bottom = grid_.y_of(row) + grid_.box_top + grid_.box_h + 2;
      line(x + grid_.side(parent), from_y + grid_.chip_h / 2 - 3, x + grid_.side(parent), bottom);
      line(x + grid_.side(parent), bottom, margin, bottom);
      from_y = bottom;
    }
    line(margin, from_y, margin, to_y);
    line(margin, to_y, to_x, to_y);
    add_arrow_head(picture_, to_x, to_y, margin, to_y, 6, role, width);
  }

  Picture& picture_;
  const Scene& scene_;
  const StageView& view_;
  const StreamArea& area_;
  const Grid grid_;
  std::vector<LabelArea> passing_;  // keys on their way
};

}  // namespace

StageSize stage_room(const Recording& recording, const StreamArea& area) {
  const float columns = (area.width() - gutter_of(area)) / least_column(recording);
  const float rows = (area.height() - kHeader) / kLeastRow;
  return {static_cast<std::uint32_t>(std::max(rows, 1.0F)),
          static_cast<std::uint32_t>(std::max(columns, 1.0F))};
}

void draw_stage(Picture& picture, const Scene& scene, const StageView& view,
                const StreamArea& area) {
  if (!view.columns.empty()) StagePainter(picture, scene, view, area).draw();
}

std::optional<Selection> pick_stage(const Scene& scene, const StageView& view,
                                    const StreamArea& area, float x, float y) {
  if (view.columns.empty()) return std::nullopt;
  const Grid grid = grid_for(scene, view, area);
  if (x < grid.left || y < grid.top) return std::nullopt;
  const auto column = static_cast<std::size_t>((x - grid.left) / grid.column);
  const auto row = static_cast<std::size_t>((y - grid.top) / grid.row);
  if (column >= view.columns.size() || row >= view.rows.size()) return std::nullopt;
  const auto& cell = view.cell(row, column);
  if (!cell) return std::nullopt;
  const float in_x = x - grid.x_of(column);
  const float in_y = y - grid.y_of(row);
  Selection found;
  for (unsigned which = 0; which < 2; ++which) {
    if (std::abs(in_x - grid.side(which)) > grid.chip_w / 2) continue;
    const bool read = std::abs(in_y - grid.above) <= grid.chip_h / 2;
    const bool written = std::abs(in_y - grid.below) <= grid.chip_h / 2;
    if (cell->known && read) found.place = cell->before[which];
    if (cell->known && written && cell->progress == Progression::kDone) {
      found.place = cell->after[which];
    }
  }
  if (found.place && scene.recording->is_padding(*found.place)) found.place.reset();
  if (found.place) return found;
  if (in_y > grid.note + 8) return std::nullopt;
  found.comparator = cell->id;
  return found;
}

}  // namespace sortscope
