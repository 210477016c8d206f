// launch_chart.cpp: which launch runs which layers, in how many blocks and threads, and who has
// what of the wires in the launch in view.
#include "core/views/kernels/launch_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/number_text.h"
#include "core/engines/plans/kernels.h"
#include "core/engines/plans/sort_launches.h"
#include "core/networks/wording.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/kernels/launch_flow.h"

namespace sortscope::launch_chart {

namespace {

constexpr float kMargin = 20;
constexpr float kLeft = 92;  // of the chart: names of its rows
constexpr float kText = 13;
constexpr float kSmall = 12;
constexpr float kHeadRow = 20;
constexpr float kBarsTop = 78;
constexpr float kBarRow = 30;  // blocks, threads
constexpr float kBarHeight = 22;
constexpr float kStripRow = 20;
constexpr float kTableRow = 20;
constexpr float kTableNames = 290;
constexpr float kTableColumn = 136;
constexpr std::uint32_t kMostBrackets = 64;  // wires whose comparators are drawn one by one
constexpr float kBracketRow = 19;

struct Area {
  float x = 0, y = 0, w = 0, h = 0;
  [[nodiscard]] float right() const { return x + w; }
  [[nodiscard]] float bottom() const { return y + h; }
};

std::string_view chosen_kernel(const Recording& recording, const LayoutOptions& options) {
  const auto kernels = launch_kernels(*recording.algorithm);
  for (const std::string_view wanted :
       {std::string_view(options.kernel.overlay), std::string_view(recording.timing.kernel)}) {
    // The CPU's kernels share names with CUDA's; what counts is who ran.
    if (std::ranges::find(kernels, wanted) != kernels.end()) return wanted;
  }
  return default_cuda_kernel(*recording.algorithm, recording.network);
}

// What the page shows, and where.
struct Page {
  SortLaunches plan;
  std::vector<SortLaunches> others;  // all kernels of the family, the chosen one among them
  std::optional<std::uint32_t> layer;
  std::size_t current = 0;  // of plan.launches
  Area chart;               // launches by layers
  Area strip;               // wires
  float brackets = 0;       // top of the comparators; 0: none
  float flow = 0;           // left edge of the flow beside it; 0: none
  float table = 0;          // top; 0: none

  [[nodiscard]] float column() const {
    return chart.w / static_cast<float>(std::max<std::size_t>(plan.launches.size(), 1));
  }
  [[nodiscard]] float x_of(std::size_t launch) const {
    return chart.x + column() * static_cast<float>(launch);
  }
  [[nodiscard]] float wire_x(float wire, std::uint32_t wires) const {
    return strip.x + strip.w * wire / static_cast<float>(wires);
  }
};

bool has_brackets(const Recording& recording) { return recording.network.wires() <= kMostBrackets; }

Page page_for(const Scene& scene, float width, float height) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  Page page;
  LaunchSizes sizes;
  sizes.key_bits = bits_of(recording.request.keys.type);
  sizes.small = true;
  const std::string_view chosen = chosen_kernel(recording, *scene.options);
  for (const std::string_view kernel : launch_kernels(*recording.algorithm)) {
    auto plan = plan_sort_launches(*recording.algorithm, network, kernel, sizes);
    if (!plan) continue;
    if (kernel == chosen) page.plan = *plan;
    page.others.push_back(std::move(*plan));
  }
  page.layer = layer_in_view(scene);
  const Selection& seen = scene.hover.comparator ? scene.hover : scene.selected;
  if (seen.comparator && seen.comparator->layer < network.depth()) {
    page.layer = seen.comparator->layer;
  }
  page.current = page.layer ? page.plan.launch_of(*page.layer) : 0;
  const bool aks = network.aks() != nullptr;
  const float flow = aks && width >= 980 ? launch_flow::kWidth : 0.0F;
  const float right = width - kMargin - (flow > 0 ? flow + 24 : 0);
  if (flow > 0) page.flow = width - kMargin - flow;
  const float table = kTableRow * 6 + 8;
  const bool tabled = height >= 560;
  if (tabled) page.table = height - kMargin - table;
  const float end = tabled ? page.table - 16 : height - kMargin;
  const bool brackets = has_brackets(recording);
  const float chart_top = kBarsTop + 2 * kBarRow + 6;
  // Half of what is left for the chart, the rest for the wires.
  const float left = end - chart_top;
  const float chart = brackets ? 0.42F * left : std::max(left - 110, 0.5F * left);
  page.chart = {kLeft, chart_top, std::max(right - kLeft, 40.0F), std::max(chart, 24.0F)};
  page.strip = {kLeft, page.chart.bottom() + 50, page.chart.w, 2 * kStripRow};
  if (brackets) page.brackets = page.strip.bottom() + 22;
  return page;
}

void label(Picture& picture, float x, float y, const std::string& text, float size, Face face,
           Anchor anchor, Role role, float room) {
  if (y + size / 2 > picture.height) return;
  Label said = fitted({x, y, text, size, face, anchor, role}, room);
  if (!said.text.empty()) picture.labels.push_back(std::move(said));
}

std::string launches_text(std::size_t count) {
  return fmt::format("{} launch{}", grouped_number(count), count == 1 ? "" : "es");
}

std::string_view title_of(std::string_view kernel) {
  return (*find_cuda_kernel(kernel))->kernel.title;
}

void draw_head(Picture& picture, const Scene& scene, const Page& page, float width) {
  const Recording& recording = *scene.recording;
  const float room = width - 2 * kMargin;
  label(picture, kMargin, 20,
        fmt::format(
            "{} on {}: {}", title_of(page.plan.kernel),
            counted(recording.network.wires(), "wire", grouped_number(recording.network.wires())),
            launches_text(page.plan.launches.size())),
        15, Face::kSansBold, Anchor::kStart, Role::kText, room);
  std::string about = "As on a GPU with 132 multiprocessors and 227 KiB of shared memory a block.";
  if (page.plan.small) {
    LaunchSizes sizes;
    sizes.key_bits = bits_of(recording.request.keys.type);
    const auto real =
        plan_sort_launches(*recording.algorithm, recording.network, page.plan.kernel, sizes);
    about = fmt::format("Shown with small tiles. The GPU takes {} for these {} wires.",
                        launches_text(real ? real->launches.size() : 0),
                        grouped_number(recording.network.wires()));
  }
  label(picture, kMargin, 20 + kHeadRow, about, kText, Face::kSans, Anchor::kStart, Role::kMuted,
        room);
  if (page.current >= page.plan.launches.size()) {
    label(picture, kMargin, 20 + 2 * kHeadRow,
          "The layer in view is of the repair, whose rounds follow from the keys: two launches "
          "each.",
          kText, Face::kSans, Anchor::kStart, Role::kAccent, room);
    return;
  }
  const SortLaunch& now = page.plan.launches[page.current];
  std::string facts = fmt::format("Launch {}: {}: {} of {}", page.current + 1, now.name,
                                  counted(now.blocks, "block"), counted(now.threads, "thread"));
  if (now.block_syncs > 0) facts += fmt::format(", {}", counted(now.block_syncs, "barrier"));
  if (now.shared_bytes > 0) facts += fmt::format(", {} shared", bytes_text(now.shared_bytes));
  label(picture, kMargin, 20 + 2 * kHeadRow, facts, kText, Face::kSansBold, Anchor::kStart,
        Role::kAccent, room);
}

// Blocks, or threads of a block, of every launch: heights as logarithms.
void draw_bars(Picture& picture, const Page& page, float top, std::string_view name,
               std::uint32_t SortLaunch::*count) {
  std::uint32_t most = 1;
  for (const SortLaunch& launch : page.plan.launches) most = std::max(most, launch.*count);
  label(picture, kLeft - 10, top + kBarHeight / 2 - 6, std::string(name), kSmall, Face::kSans,
        Anchor::kEnd, Role::kMuted, kLeft - 14);
  label(picture, kLeft - 10, top + kBarHeight / 2 + 7, fmt::format("to {}", most), kSmall,
        Face::kMono, Anchor::kEnd, Role::kMuted, kLeft - 14);
  const float column = page.column();
  const float scale = std::log2(static_cast<float>(most) + 1);
  float free_from = 0;
  for (std::size_t i = 0; i < page.plan.launches.size(); ++i) {
    const SortLaunch& launch = page.plan.launches[i];
    const float h = kBarHeight * std::log2(static_cast<float>(launch.*count) + 1) / scale;
    const float gap = column >= 6 ? 1.5F : 0.0F;
    const bool current = i == page.current;
    // A number stands on the bar, or on a pale one half of which is behind it.
    const bool behind = h >= kBarHeight / 2 + kSmall / 2;
    const Box bar{page.x_of(i) + gap / 2,
                  top + kBarHeight - h,
                  std::max(column - gap, 0.6F),
                  h,
                  !current ? Role::kLine
                  : behind ? Role::kAccent
                           : Role::kAccentBand,
                  true,
                  1};
    picture.boxes.push_back(bar);
    if (current && !behind) {
      picture.lines.push_back(
          {bar.x, bar.y + bar.h, bar.x + bar.w, bar.y + bar.h, Role::kAccent, 2});
    }
    const std::string text = fmt::to_string(launch.*count);
    const float middle = page.x_of(i) + column / 2;
    const float half = estimated_width(text, kSmall, Face::kMono) / 2 + 2;
    if (2 * half > column && i != page.current) continue;
    if (middle - half < free_from || (2 * half > column)) continue;
    free_from = middle + half;
    picture.labels.push_back({middle, top + kBarHeight / 2, text, kSmall, Face::kMono,
                              Anchor::kMiddle, current && behind ? Role::kGround : Role::kText});
  }
}

void draw_chart(Picture& picture, const Scene& scene, const Page& page) {
  const Network& network = scene.recording->network;
  const auto depth = static_cast<float>(std::max(network.depth(), 1U));
  const Area& chart = page.chart;
  const auto y_of = [&](std::uint32_t layer) {
    return chart.y + chart.h * static_cast<float>(layer) / depth;
  };
  // Beside the chart is no room for "parallel step".
  const std::string_view name = network.adaptive() ? "step" : wording(network).layer;
  label(picture, kLeft - 10, chart.y + 8, fmt::format("{} 1", name), kSmall, Face::kSans,
        Anchor::kEnd, Role::kMuted, kLeft - 14);
  label(picture, kLeft - 10, chart.bottom() - 8, fmt::format("{} {}", name, network.depth()),
        kSmall, Face::kSans, Anchor::kEnd, Role::kMuted, kLeft - 14);
  picture.boxes.push_back({chart.x, chart.y, chart.w, chart.h, Role::kLine, false, 2});
  const float column = page.column();
  const float gap = column >= 6 ? 2.0F : 0.0F;
  for (std::size_t i = 0; i < page.plan.launches.size(); ++i) {
    const SortLaunch& launch = page.plan.launches[i];
    const float x = page.x_of(i) + gap / 2;
    const float w = std::max(column - gap, 0.8F);
    const bool current = i == page.current;
    if (launch.layers.empty()) {
      picture.lines.push_back({x + w / 2, chart.y, x + w / 2, chart.bottom(),
                               launch.role == LaunchRole::kMoves ? Role::kExchanged : Role::kMuted,
                               column >= 3 ? 1.2F : 0.5F, true});
      continue;
    }
    for (const LayerRange& range : launch.layers) {
      const float y = y_of(range.first);
      const float h = std::max(y_of(range.first + range.count) - y, 1.5F);
      const bool shared = launch.shared_bytes > 0;
      const float corner = std::min(2.0F, w / 4);
      const Role role = current ? Role::kAccent : shared ? Role::kAccentBand : Role::kKept;
      picture.boxes.push_back({x, y, w, h, role, true, corner});
      if (shared && w > 3) picture.boxes.push_back({x, y, w, h, Role::kAccent, false, corner});
    }
  }
  if (page.layer) {
    const float y = y_of(*page.layer) + chart.h / depth / 2;
    picture.lines.push_back({chart.x - 6, y, chart.right(), y, Role::kAccent, 1.2F, true});
  }
}

// What the marks of the chart mean, and the numbers of the launches.
void draw_key(Picture& picture, const Page& page) {
  const float y = page.chart.bottom() + 14;
  float x = page.chart.x;
  const auto entry = [&](Role role, bool filled, const std::string& text) {
    const float w = estimated_width(text, kSmall, Face::kSans) + 34;
    if (x + w > page.chart.right()) return;
    if (filled) {
      picture.boxes.push_back({x, y - 6, 14, 12, role, true, 2});
      if (role == Role::kAccentBand) {
        picture.boxes.push_back({x, y - 6, 14, 12, Role::kAccent, false, 2});
      }
    } else {
      picture.lines.push_back({x + 7, y - 7, x + 7, y + 7, role, 1.4F, true});
    }
    picture.labels.push_back({x + 20, y, text, kSmall, Face::kSans, Anchor::kStart, Role::kMuted});
    x += w;
  };
  const auto any = [&](auto holds) { return std::ranges::any_of(page.plan.launches, holds); };
  if (any([](const SortLaunch& l) { return !l.layers.empty() && l.shared_bytes > 0; })) {
    entry(Role::kAccentBand, true, "in shared memory");
  }
  if (any([](const SortLaunch& l) { return !l.layers.empty() && l.shared_bytes == 0; })) {
    entry(Role::kKept, true, "in global memory or registers");
  }
  entry(Role::kAccent, true, "the launch in view");
  if (any([](const SortLaunch& l) { return l.role == LaunchRole::kMoves; })) {
    entry(Role::kExchanged, false, "moves keys");
  }
  if (any([](const SortLaunch& l) { return l.role == LaunchRole::kPrepares; })) {
    entry(Role::kMuted, false, "looks up, or puts in order");
  }
}

float rank_of(std::uint32_t block, std::uint32_t blocks) {
  return 0.2F +
         (blocks <= 1 ? 0.4F : 0.8F * static_cast<float>(block) / static_cast<float>(blocks - 1));
}

// Whose every wire is in the launch in view: blocks above, their threads or pieces below.
void draw_strip(Picture& picture, const Scene& scene, const Page& page) {
  if (page.current >= page.plan.launches.size()) return;
  const SortLaunch& now = page.plan.launches[page.current];
  const std::uint32_t wires = scene.recording->network.wires();
  const Area& strip = page.strip;
  const std::string spots = scene.recording->network.aks() != nullptr ? "spots" : "wires";
  // Where it is too long, the first of its clauses.
  const std::string does(now.does);
  std::string said = first_fitting({does + ".", does.substr(0, does.find(';')) + "."}, kText,
                                   Face::kSans, page.chart.right() - kMargin);
  if (said.empty()) said = does + ".";
  label(picture, kMargin, strip.y - 12, said, kText, Face::kSans, Anchor::kStart, Role::kText,
        page.chart.right() - kMargin);
  label(picture, kLeft - 10, strip.y + kStripRow / 2, "block", kSmall, Face::kSans, Anchor::kEnd,
        Role::kMuted, kLeft - 14);
  const bool threads = !now.shares.empty() && now.shares.front().unit_a_thread;
  label(picture, kLeft - 10, strip.y + 1.5F * kStripRow,
        threads ? "thread"
                : std::string(now.shares.empty() ? std::string_view() : now.shares.front().unit),
        kSmall, Face::kSans, Anchor::kEnd, Role::kMuted, kLeft - 14);
  label(picture, strip.x, strip.bottom() + 10, fmt::format("{} 0", spots), kSmall, Face::kMono,
        Anchor::kStart, Role::kMuted, 90);
  label(picture, strip.right(), strip.bottom() + 10, fmt::to_string(wires - 1), kSmall, Face::kMono,
        Anchor::kEnd, Role::kMuted, 90);
  const auto cell = [&](float x0, float x1, float y, std::uint32_t number, float rank) {
    const float w = x1 - x0;
    picture.chips.push_back({.x = x0 + (w > 4 ? 0.5F : 0.0F),
                             .y = y + 1,
                             .w = std::max(w - (w > 4 ? 1.0F : 0.0F), 0.6F),
                             .h = kStripRow - 2,
                             .role = Role::kRank,
                             .filled = true,
                             .corner = w > 8 ? 3.0F : 0.0F,
                             .rank = rank});
    const std::string text = fmt::to_string(number);
    if (estimated_width(text, kSmall, Face::kMono) + 2 > w || y + kStripRow > picture.height)
      return;
    picture.labels.push_back({(x0 + x1) / 2, y + kStripRow / 2, text, kSmall, Face::kMono,
                              Anchor::kMiddle, Role::kText, rank});
  };
  for (const LaunchShare& share : now.shares) {
    const auto at = [&](std::uint32_t wire) {
      return page.wire_x(static_cast<float>(std::min(wire, wires)), wires);
    };
    const std::uint32_t blocks = (share.units - 1) / share.units_a_block + 1;
    // Where several have a pixel together the first of them stands for all.
    const float block_w = strip.w * static_cast<float>(share.units_a_block) *
                          static_cast<float>(share.unit_wires) / static_cast<float>(wires);
    const auto every = static_cast<std::uint32_t>(std::ceil(1 / std::max(block_w, 1e-3F)));
    for (std::uint32_t b = 0; b < blocks; b += every) {
      const std::uint32_t first = b * share.units_a_block;
      const std::uint32_t last = std::min(first + every * share.units_a_block, share.units);
      cell(at(share.first_wire + first * share.unit_wires),
           at(share.first_wire + last * share.unit_wires), strip.y, share.first_block + b,
           rank_of(share.first_block + b, now.blocks));
    }
    const float unit_w = strip.w * static_cast<float>(share.unit_wires) / static_cast<float>(wires);
    if (unit_w < 2) continue;
    for (std::uint32_t unit = 0; unit < share.units; ++unit) {
      const std::uint32_t block = share.block_of(unit);
      const std::uint32_t number = share.unit_a_thread ? unit % share.units_a_block : unit;
      cell(at(share.first_wire + unit * share.unit_wires),
           at(share.first_wire + (unit + 1) * share.unit_wires), strip.y + kStripRow, number,
           rank_of(block, now.blocks));
    }
  }
}

struct Bracket {
  std::uint32_t index = 0;
  std::uint32_t lower = 0, upper = 0;  // wires, or spots
  std::uint32_t row = 0;
};

// Comparators of a layer, below each other where they would overlap.
std::vector<Bracket> brackets_of(const Scene& scene, std::uint32_t layer) {
  const Network& network = scene.recording->network;
  std::vector<Bracket> all;
  std::vector<std::uint32_t> free;  // of each row, the first free wire
  for (std::uint32_t index = 0; index < network.count(layer); ++index) {
    Bracket made{index};
    if (network.aks() != nullptr) {
      const AksPair spots = network.aks()->spots(layer, index);
      made.lower = std::min(spots.low, spots.high);
      made.upper = std::max(spots.low, spots.high);
    } else if (network.has_splits(layer)) {
      const TreeStep& step = network.step(layer);
      made.lower = index << (step.merge - step.first_stage);
      made.upper = made.lower + (1U << (step.merge - step.first_stage)) - 1;
    } else {
      const Comparator c = network.comparator(layer, index);
      made.lower = c.lower();
      made.upper = c.upper();
    }
    all.push_back(made);
  }
  std::ranges::stable_sort(all, {}, &Bracket::lower);
  for (Bracket& bracket : all) {
    auto row = std::ranges::find_if(free, [&](std::uint32_t at) { return at <= bracket.lower; });
    if (row == free.end()) row = free.insert(free.end(), 0);
    bracket.row = static_cast<std::uint32_t>(row - free.begin());
    *row = bracket.upper + 1;
  }
  return all;
}

float bracket_pitch(const Page& page, const std::vector<Bracket>& all, float height) {
  std::uint32_t rows = 1;
  for (const Bracket& bracket : all) rows = std::max(rows, bracket.row + 1);
  const float end = page.table > 0 ? page.table - 12 : height - kMargin;
  return std::min((end - page.brackets) / static_cast<float>(rows), kBracketRow);
}

void draw_brackets(Picture& picture, const Scene& scene, const Page& page, float height) {
  if (page.brackets == 0 || !page.layer || page.current >= page.plan.launches.size()) return;
  const Network& network = scene.recording->network;
  const SortLaunch& now = page.plan.launches[page.current];
  const auto all = brackets_of(scene, *page.layer);
  const float pitch = bracket_pitch(page, all, height);
  if (pitch < 3) return;
  label(picture, kLeft - 10, page.brackets + kBracketRow / 2, "compares", kSmall, Face::kSans,
        Anchor::kEnd, Role::kMuted, kLeft - 14);
  bool threads = false;
  bool blocks = false;
  std::vector<float> taken;  // of each row, up to here
  for (const Bracket& bracket : all) {
    const float x0 = page.wire_x(static_cast<float>(bracket.lower) + 0.5F, network.wires());
    const float x1 = page.wire_x(static_cast<float>(bracket.upper) + 0.5F, network.wires());
    const float y = page.brackets + pitch * (static_cast<float>(bracket.row) + 0.5F);
    const bool done = progression(scene, *page.layer, bracket.index) != Progression::kToCome;
    const Role role = done ? outcome_role(scene, *page.layer, bracket.index) : Role::kFuture;
    picture.lines.push_back({x0, y, x1, y, role, 1.4F});
    for (const float x : {x0, x1}) picture.dots.push_back({x, y, 2.4F, role, true});
    const LaunchPlace at = place_of(now, network, *page.layer, bracket.index);
    const float rank = rank_of(at.block, now.blocks);
    const std::string text =
        at.known_thread ? fmt::to_string(at.thread) : fmt::format("b{}", at.block);
    const float w = estimated_width(text, kSmall, Face::kMono) + 6;
    // Numbers of short brackets beside each other would stand on one another.
    if (taken.size() <= bracket.row) taken.resize(bracket.row + 1, 0);
    if (pitch < 14 || (x0 + x1 - w) / 2 < taken[bracket.row]) continue;
    taken[bracket.row] = (x0 + x1 + w) / 2;
    (at.known_thread ? threads : blocks) = true;
    const Box chip{.x = (x0 + x1) / 2 - w / 2,
                   .y = y - 7.5F,
                   .w = w,
                   .h = 15,
                   .role = Role::kRank,
                   .filled = true,
                   .corner = 4,
                   .rank = rank};
    picture.chips.push_back(chip);
    picture.labels.push_back(
        {(x0 + x1) / 2, y, text, kSmall, Face::kMono, Anchor::kMiddle, Role::kText, rank});
    const ComparatorId id{*page.layer, bracket.index};
    if (scene.selected.comparator != id && scene.hover.comparator != id) continue;
    Box outline = chip;
    outline.role = Role::kAccent;
    outline.filled = false;
    outline.width = 2;
    picture.chips.push_back(outline);
  }
  if (threads || blocks) {
    const std::string who = !threads ? "in block" : blocks ? "thread or b" : "in thread";
    label(picture, kLeft - 10, page.brackets + 1.4F * kBracketRow + 2, who, kSmall, Face::kSans,
          Anchor::kEnd, Role::kMuted, kLeft - 14);
  }
}

void draw_table(Picture& picture, const Page& page, float width) {
  if (page.table == 0) return;
  const float names = std::min(kTableNames, width * 0.4F);
  const float column = std::min(
      kTableColumn, (width - 2 * kMargin - names) / static_cast<float>(page.others.size()));
  float y = page.table;
  struct Row {
    std::string name;
    std::string (*value)(const SortLaunches&);
  };
  const auto most = [](const SortLaunches& plan, std::uint32_t SortLaunch::*count) {
    std::uint32_t found = 0;
    for (const SortLaunch& launch : plan.launches) found = std::max(found, launch.*count);
    return found;
  };
  static constexpr auto kMost = most;
  const Row rows[] = {
      {"launches", [](const SortLaunches& p) { return grouped_number(p.launches.size()); }},
      {"waits of all blocks for each other",
       [](const SortLaunches& p) {
         return grouped_number(p.launches.empty() ? 0 : p.launches.size() - 1);
       }},
      {"barriers that a block passes, at most",
       [](const SortLaunches& p) { return grouped_number(p.block_syncs()); }},
      {"blocks, at most",
       [](const SortLaunches& p) { return grouped_number(kMost(p, &SortLaunch::blocks)); }},
      {"threads of a block, at most",
       [](const SortLaunches& p) { return grouped_number(kMost(p, &SortLaunch::threads)); }}};
  for (std::size_t i = 0; i < page.others.size(); ++i) {
    const bool chosen = page.others[i].kernel == page.plan.kernel;
    label(picture, kMargin + names + column * static_cast<float>(i + 1), y + kTableRow / 2,
          std::string(page.others[i].kernel), kSmall, Face::kSansBold, Anchor::kEnd,
          chosen ? Role::kAccent : Role::kMuted, column - 4);
  }
  const float right = kMargin + names + column * static_cast<float>(page.others.size());
  picture.lines.push_back({kMargin, y + kTableRow, right, y + kTableRow, Role::kLine, 1});
  y += kTableRow + 2;
  for (const Row& row : rows) {
    label(picture, kMargin, y + kTableRow / 2, row.name, kText, Face::kSans, Anchor::kStart,
          Role::kMuted, names);
    for (std::size_t i = 0; i < page.others.size(); ++i) {
      picture.labels.push_back({kMargin + names + column * static_cast<float>(i + 1),
                                y + kTableRow / 2, row.value(page.others[i]), kText, Face::kMono,
                                Anchor::kEnd, Role::kText});
    }
    y += kTableRow;
  }
}

}  // namespace

bool is_for(const Recording& recording) { return !launch_kernels(*recording.algorithm).empty(); }

void natural_size(const Recording& recording, float& width, float& height) {
  width = recording.network.aks() != nullptr ? 1280 : 1120;
  height = has_brackets(recording) ? 820 : 660;
}

Picture layout(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const Page page = page_for(scene, width, height);
  if (page.plan.launches.empty()) {
    label(picture, kMargin, 24, "One key is sorted: there is nothing to launch.", kText,
          Face::kSans, Anchor::kStart, Role::kMuted, width - 2 * kMargin);
    return picture;
  }
  draw_head(picture, scene, page, width);
  draw_bars(picture, page, kBarsTop, "blocks", &SortLaunch::blocks);
  draw_bars(picture, page, kBarsTop + kBarRow, "threads", &SortLaunch::threads);
  draw_chart(picture, scene, page);
  draw_key(picture, page);
  draw_strip(picture, scene, page);
  draw_brackets(picture, scene, page, height);
  draw_table(picture, page, width);
  if (page.flow > 0) {
    launch_flow::draw(picture, page.flow, kBarsTop, height - kMargin);
  }
  return picture;
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  Selection found;
  const Page page = page_for(scene, width, height);
  const Network& network = scene.recording->network;
  if (page.plan.launches.empty() || x < page.strip.x || x >= page.strip.right()) return found;
  const auto wire =
      static_cast<Wire>((x - page.strip.x) / page.strip.w * static_cast<float>(network.wires()));
  if (y >= page.strip.y && y < page.strip.bottom() && network.aks() == nullptr) {
    found.wire = std::min(wire, network.wires() - 1);
  }
  if (page.brackets == 0 || !page.layer || y < page.brackets) return found;
  const auto all = brackets_of(scene, *page.layer);
  const auto row =
      static_cast<std::uint32_t>((y - page.brackets) / bracket_pitch(page, all, height));
  for (const Bracket& bracket : all) {
    if (bracket.row != row || wire < bracket.lower || wire > bracket.upper) continue;
    found.comparator = ComparatorId{*page.layer, bracket.index};
  }
  return found;
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  const Page page = page_for(scene, width, height);
  const Area& chart = page.chart;
  if (page.plan.launches.empty() || x < chart.x || x >= chart.right() || y < kBarsTop ||
      y >= chart.bottom()) {
    return {};
  }
  const auto launch = std::min(static_cast<std::size_t>((x - chart.x) / page.column()),
                               page.plan.launches.size() - 1);
  const auto& layers = page.plan.launches[launch].layers;
  if (layers.empty() || launch == page.current) return {};
  return fmt::format("seek {}", layers.front().first + 1);
}

}  // namespace sortscope::launch_chart
