// launches_table.cpp: counts of launches and barriers side by side, and what the marks mean.
#include <fmt/format.h>

#include <algorithm>

#include "core/pictures/label_fit.h"
#include "core/views/kernels/launches.h"

namespace sortscope::launches_picture {

namespace {

constexpr float kLegendLine = 16;

struct Row {
  std::string name;
  std::vector<std::string> values;
};

std::string range_text(const std::vector<WireRange>& ranges) {
  std::string text;
  for (const WireRange& range : ranges) {
    text += fmt::format("{}{}–{}", text.empty() ? "" : " and ", range.first, range.last - 1);
  }
  return text;
}

}  // namespace

void draw_table(Picture& picture, const std::vector<Track>& tracks, std::string_view chosen,
                float y, float width, std::size_t row_count) {
  // What is most spoken of comes first: a low page has only that.
  std::vector<Row> rows = {{"launches", {}},
                           {"passes over global memory", {}},
                           {"waits of all blocks for each other", {}},
                           {"barriers that a block passes", {}},
                           {fmt::format("launches for 2^{} keys on the GPU", kQuotedLog2), {}}};
  const float names = std::min(kTableNames, width * 0.5F);
  const float column =
      std::min(kTableColumn, (width - 2 * kMargin - names) / static_cast<float>(tracks.size()));
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const LaunchPlan& plan = tracks[i].plan;
    rows[0].values.push_back(fmt::to_string(plan.launch_count()));
    rows[1].values.push_back(fmt::to_string(plan.memory_passes()));
    rows[2].values.push_back(fmt::to_string(plan.device_syncs()));
    rows[3].values.push_back(fmt::to_string(plan.block_syncs()));
    const std::uint32_t quoted = tracks[i].quoted_launches;
    rows[4].values.push_back(quoted == 0 ? "–" : fmt::to_string(quoted));
    const float x = kMargin + names + column * static_cast<float>(i + 1);
    const bool bold = plan.kernel == chosen;
    picture.labels.push_back(
        fitted({x, y + kTableRow / 2, std::string(tracks[i].title), 13, Face::kSansBold,
                Anchor::kEnd, bold ? Role::kAccent : Role::kMuted},
               column - 4));
  }
  const float right = kMargin + names + column * static_cast<float>(tracks.size());
  picture.lines.push_back({kMargin, y + kTableRow, right, y + kTableRow, Role::kLine, 1});
  y += kTableRow + 2;
  rows.resize(std::min(rows.size(), row_count));
  for (const Row& row : rows) {
    picture.labels.push_back(fitted(
        {kMargin, y + kTableRow / 2, row.name, 13, Face::kSans, Anchor::kStart, Role::kMuted},
        names));
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      const float x = kMargin + names + column * static_cast<float>(i + 1);
      picture.labels.push_back(
          {x, y + kTableRow / 2, row.values[i], 13, Face::kMono, Anchor::kEnd, Role::kText});
    }
    y += kTableRow;
  }
}

void draw_legend(Picture& picture, const Track& track, const Diagram& diagram, std::uint32_t block,
                 float x, float y, float right) {
  const LaunchPlan& plan = track.plan;
  y += kTableRow / 2;
  const auto entry = [&](const std::string& text) {
    for (const std::string& line : wrapped(text, 13, Face::kSans, right - x - 36)) {
      picture.labels.push_back(
          fitted({x + 36, y, line, 13, Face::kSans, Anchor::kStart, Role::kMuted}, right - x - 36));
      y += kLegendLine;
    }
    y += kTableRow + 2 - kLegendLine;
  };
  if (diagram.column > 0) {
    picture.chips.push_back({.x = x + 2,
                             .y = y - 8,
                             .w = 20,
                             .h = 16,
                             .role = Role::kRank,
                             .filled = true,
                             .corner = 4,
                             .rank = 0.25F});
    picture.labels.push_back(
        {x + 12, y, "t", 12, Face::kMono, Anchor::kMiddle, Role::kText, 0.25F});
    entry("thread t; the colour is its block");
  } else {
    picture.boxes.push_back({.x = x + 6,
                             .y = y - 8,
                             .w = 12,
                             .h = 16,
                             .role = Role::kKept,
                             .filled = false,
                             .corner = 3});
    entry("neighbouring wires that a layer mixes");
  }
  const auto local = std::ranges::find_if(plan.launches, &Launch::local);
  if (local != plan.launches.end()) {
    const auto index = static_cast<std::uint32_t>(local - plan.launches.begin());
    picture.boxes.push_back({.x = x,
                             .y = y - 8,
                             .w = 24,
                             .h = 16,
                             .role = Role::kAccentBand,
                             .filled = true,
                             .corner = 4});
    entry(fmt::format("wires of block {}: {}", block, range_text(chunks_of(plan, index, block))));
  }
  picture.lines.push_back({x + 12, y - 9, x + 12, y + 9, Role::kAccent, 1.4F, true});
  entry("next launch: all blocks wait");
  if (plan.block_syncs() > 0 && diagram.column > 0) {
    picture.lines.push_back({x + 12, y - 9, x + 12, y + 9, Role::kMuted, 0.8F, true});
    entry("barrier: the threads of a block wait");
  }
}

}  // namespace sortscope::launches_picture
