// memory_side.cpp: the three placements side by side, what the whole layer costs, and what
// was said and counted.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/views/kernels/memory.h"

namespace sortscope::memory_picture {

namespace {

constexpr float kNames = 100;
constexpr float kSmallPicture = 96;  // height
constexpr float kRow = 21;

float column_left(const Page& page, std::size_t index) {
  return page.side + kNames + page.side_column * static_cast<float>(index);
}

// A request a row, a lane a column: orange where words of one bank wait for each other.
void draw_small(Picture& picture, const Shown& shown, Placement placement, float x, float y,
                float w, float h) {
  const auto& requests = shown.access.shared;
  if (requests.empty()) return;
  const float row = std::min(h / static_cast<float>(requests.size()), 24.0F);
  const float cell = w / static_cast<float>(kLanes);
  const std::uint32_t bytes = shown.lens.shape.key_bytes;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const BankUse use = count_banks(requests[i], placement, bytes);
    // Lanes of one kind side by side are one box.
    const auto kind = [&](std::uint32_t lane) {
      if (lane >= kLanes || (requests[i].lanes >> lane & 1) == 0) return 0;
      const std::uint32_t bank = word_of(requests[i], lane, placement, bytes) % kBanks;
      return use.words[bank] > 1 ? 2 : 1;
    };
    for (std::uint32_t lane = 0; lane < kLanes;) {
      std::uint32_t end = lane + 1;
      while (end < kLanes && kind(end) == kind(lane)) ++end;
      if (kind(lane) > 0) {
        picture.boxes.push_back({.x = x + cell * static_cast<float>(lane),
                                 .y = y + row * static_cast<float>(i),
                                 .w = cell * static_cast<float>(end - lane),
                                 .h = std::max(row - (row >= 4 ? 1.0F : 0.0F), 1.0F),
                                 .role = kind(lane) == 2 ? Role::kExchanged : Role::kLine,
                                 .filled = true});
      }
      lane = end;
    }
  }
}

// Beside the numbers of the next column, with a gap: closer, or without digits' groups.
std::string conflicts_text(std::uint64_t loads, std::uint64_t stores, float room) {
  std::string text = fmt::format("{} + {}", grouped_number(loads), grouped_number(stores));
  if (estimated_width(text, kText, Face::kMono) <= room) return text;
  text = fmt::format("{}+{}", grouped_number(loads), grouped_number(stores));
  if (estimated_width(text, kText, Face::kMono) <= room) return text;
  return fmt::format("{}+{}", loads, stores);
}

float draw_placements(Picture& picture, const Shown& shown, const Page& page, float y) {
  picture.labels.push_back({page.side, y, "Conflicts by placement", kText, Face::kSansBold,
                            Anchor::kStart, Role::kMuted});
  y += 26;
  const float names = y;
  const std::string_view rows[] = {"", "this warp", "a block", "whole layer", "measured"};
  constexpr std::string_view kMeasured =
      "Counted for one block by NVIDIA's profiler (ncu) on an H200, beside what is worked out here";
  constexpr std::string_view kExplained[] = {"", "Of this warp in this layer",
                                             "Of all warps of one block in this layer",
                                             "Of all blocks in this layer", kMeasured};
  const float table = y + 18 + kSmallPicture + 22;
  for (std::size_t i = 1; i < std::size(rows); ++i) {
    const float at = table + kRow * static_cast<float>(i - 1);
    picture.labels.push_back(
        {page.side, at, std::string(rows[i]), kText, Face::kSans, Anchor::kStart, Role::kMuted});
    picture.labels.back().whole = std::string(kExplained[i]);
    picture.lines.push_back(
        {page.side, at - kRow / 2, page.width - kMargin, at - kRow / 2, Role::kLine, 1});
  }
  picture.labels.push_back(
      {page.side, names + 30, "conflicts:", kSmall, Face::kSans, Anchor::kStart, Role::kMuted});
  picture.labels.push_back(
      {page.side, names + 46, "loads + stores", kSmall, Face::kSans, Anchor::kStart, Role::kMuted});
  for (std::size_t i = picture.labels.size() - 2; i < picture.labels.size(); ++i) {
    picture.labels[i].whole =
        "Wavefronts beyond the least: turns that shared memory needs because lanes meet in a bank";
  }
  bool measured = false;
  for (const PlacementRow& row : placements()) {
    const auto index = static_cast<std::size_t>(row.placement);
    const float x = column_left(page, index);
    const float right = x + page.side_column - 6;
    const bool chosen = row.placement == shown.placement;
    if (chosen) {
      picture.boxes.push_back({x - 2, names - 12, page.side_column - 2,
                               table - names + kRow * 4 + 2, Role::kAccentBand, true, 4});
    }
    picture.labels.push_back({right, names, std::string(row.id), kText, Face::kSansBold,
                              Anchor::kEnd, chosen ? Role::kAccent : Role::kMuted});
    draw_small(picture, shown, row.placement, x + 2, names + 14, page.side_column - 10,
               kSmallPicture);
    std::uint64_t loads = 0;
    std::uint64_t stores = 0;
    for (const WarpRequest& request : shown.access.shared) {
      const std::uint32_t conflicts =
          count_banks(request, row.placement, shown.lens.shape.key_bytes).conflicts();
      (request.store ? stores : loads) += conflicts;
    }
    const AccessTotals totals = totals_of(shown.lens, row.placement);
    const auto value = [&](std::size_t line, const std::string& text, bool bad) {
      picture.labels.push_back({right, table + kRow * static_cast<float>(line), text, kText,
                                Face::kMono, Anchor::kEnd, bad ? Role::kExchanged : Role::kText});
    };
    const float room = page.side_column - 16;
    value(0, conflicts_text(loads, stores, room), loads + stores > 0);
    const std::uint64_t blocks = shown.lens.blocks;
    const bool bad = totals.load_conflicts + totals.store_conflicts > 0;
    value(1, conflicts_text(totals.load_conflicts / blocks, totals.store_conflicts / blocks, room),
          bad);
    value(2, bad ? grouped_number(totals.load_conflicts + totals.store_conflicts) : "0", bad);
    if (const auto checked = checked_conflicts(shown.lens, row.placement)) {
      measured = true;
      value(3,
            conflicts_text(static_cast<std::uint64_t>(std::llround(checked->first)),
                           static_cast<std::uint64_t>(std::llround(checked->second)), room),
            checked->first + checked->second > 0.5);
    }
  }
  if (!measured) {
    const float middle = (column_left(page, 0) + page.width - kMargin) / 2;
    picture.labels.push_back({middle, table + kRow * 3, "not measured", kText, Face::kSans,
                              Anchor::kMiddle, Role::kMuted});
  }
  return table + kRow * 4 + 12;
}

constexpr float kLine = 18;
constexpr float kFoot = 12;  // below the last line

// As many lines as have room; where there are more the last one says so.
float draw_lines(Picture& picture, const Page& page, float y, std::string_view text, Role role) {
  const std::vector<std::string> lines =
      wrapped(text, kText, Face::kSans, 1.06F * (page.width - kMargin - page.side));
  for (std::size_t i = 0; i < lines.size() && y <= page.height - kFoot; ++i, y += kLine) {
    Label line{page.side, y, lines[i], kText, Face::kSans, Anchor::kStart, role};
    if (i + 1 < lines.size() && y + kLine > page.height - kFoot) {
      line.text += " …";
      line.whole = text;
    }
    picture.labels.push_back(std::move(line));
  }
  return y;
}

// A heading, where a line below it has room.
void draw_section(Picture& picture, const Page& page, float& y, std::string_view heading,
                  std::string_view text, Role role) {
  constexpr float kBelowHeading = 20;
  if (y + kBelowHeading > page.height - kFoot) return;
  picture.labels.push_back(
      {page.side, y, std::string(heading), kText, Face::kSansBold, Anchor::kStart, Role::kMuted});
  y = draw_lines(picture, page, y + kBelowHeading, text, role);
}

}  // namespace

void draw_side(Picture& picture, const Shown& shown, const Page& page) {
  float y = draw_placements(picture, shown, page, page.side_top + 2);
  const AccessTotals totals = totals_of(shown.lens, shown.placement);
  picture.labels.push_back(
      {page.side, y, "The whole layer", kText, Face::kSansBold, Anchor::kStart, Role::kMuted});
  y += 20;
  const std::uint64_t requests = totals.loads + totals.stores;
  y = draw_lines(
      picture, page, y,
      requests == 0
          ? "Shared memory: no requests."
          : fmt::format("Shared memory: {} requests, {} wavefronts.", grouped_number(requests),
                        grouped_number(totals.load_wavefronts + totals.store_wavefronts)),
      Role::kText);
  y = draw_lines(
      picture, page, y,
      totals.global_requests == 0
          ? "Global memory: no requests."
          : fmt::format("Global memory: {} requests, {} sectors; {} would do.",
                        grouped_number(totals.global_requests), grouped_number(totals.sectors),
                        grouped_number(totals.least_sectors)),
      Role::kText);
  y += 10;
  if (shown.lens.shape.kernel->id == "block") {
    const SeedClaim& claim = claim_about(shown.lens.distance);
    draw_section(picture, page, y, "Benicio says", claim.quote, Role::kMuted);
    y += 8;
    draw_section(picture, page, y, "Counted", claim.counted, Role::kText);
  } else {
    draw_lines(picture, page, y, shown.lens.shape.kernel->summary, Role::kMuted);
  }
}

std::optional<Placement> placement_at(const Page& page, float x, float y) {
  if (page.side <= 0) return std::nullopt;
  const float top = page.side_top + 14;
  if (y < top || y > top + 30 + kSmallPicture + 22 + 4 * kRow) return std::nullopt;
  for (const PlacementRow& row : placements()) {
    const float left = column_left(page, static_cast<std::size_t>(row.placement));
    if (x >= left - 2 && x < left + page.side_column - 4) return row.placement;
  }
  return std::nullopt;
}

}  // namespace sortscope::memory_picture
