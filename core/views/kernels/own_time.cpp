// own_time.cpp: a column for each stretch between barriers, a row for each block.
#include "core/views/kernels/own_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>
#include <vector>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/scenes/scene.h"
#include "core/words/own_kernel.h"

namespace sortscope::own_time {

namespace {

constexpr float kUsualWidth = 760;  // of a page: larger ones are magnified
constexpr float kUsualHeight = 480;
constexpr float kMostMagnified = 2;
constexpr float kMargin = 20;
constexpr float kLeft = 96;  // names of blocks
constexpr float kTop = 122;
constexpr float kFoot = 104;
constexpr float kGap = 10;  // between launches
constexpr float kLeastColumn = 12;
constexpr float kMostColumn = 56;
constexpr float kLeastRow = 14;
constexpr float kMostRow = 44;

struct Column {
  std::uint32_t launch = 0;
  std::uint32_t epoch = 0;
  float x = 0;
};

struct Page {
  const OwnKernel* kernel = nullptr;
  const ComparatorOrigin* origin = nullptr;  // of what runs; null: the run is over
  std::vector<Column> columns;
  float column = 0;  // width
  std::size_t hidden_before = 0, hidden_behind = 0;
  std::uint32_t blocks = 1;  // of the largest launch
  std::uint32_t first_block = 0;
  std::uint32_t rows = 0;
  float row = 0;  // height

  [[nodiscard]] float bottom() const { return kTop + row * static_cast<float>(rows); }
};

float magnified_by(float width, float height) {
  return std::clamp(std::min(width / kUsualWidth, height / kUsualHeight), 1.0F, kMostMagnified);
}

std::uint32_t blocks_of(const KernelLaunch& l) { return l.grid[0] * l.grid[1] * l.grid[2]; }

// Those of a launch that did something, by block and epoch; null: it did nothing.
const KernelStretch* stretch_of(const KernelReport& report, std::uint32_t launch,
                                std::uint32_t block, std::uint32_t epoch) {
  const auto key = std::tuple(launch, block, epoch);
  const auto found = std::ranges::lower_bound(
      report.stretches, key, {},
      [](const KernelStretch& s) { return std::tuple(s.launch, s.block, s.epoch); });
  if (found == report.stretches.end() ||
      std::tuple(found->launch, found->block, found->epoch) != key) {
    return nullptr;
  }
  return &*found;
}

Page page_for(const Scene& scene, float width, float height) {
  Page page;
  page.kernel = own_kernel(scene);
  page.origin = running_origin(scene);
  // What is pointed at moves nothing.
  Scene rest = scene;
  rest.hover = {};
  const ComparatorOrigin* centre = running_origin(rest);
  const KernelReport& report = page.kernel->report();
  std::vector<Column> all;
  std::size_t current = 0;
  for (std::uint32_t l = 0; l < report.launches.size(); ++l) {
    page.blocks = std::max(page.blocks, blocks_of(report.launches[l]));
    for (std::uint32_t epoch = 0; epoch < report.launches[l].epochs; ++epoch) {
      if (centre != nullptr && centre->launch == l && centre->epoch == epoch) {
        current = all.size();
      }
      all.push_back({l, epoch, 0});
    }
  }
  if (centre == nullptr && scene.cursor.layer > 0) current = all.empty() ? 0 : all.size() - 1;
  // As many columns around the running one as have room.
  const float room = width - kLeft - kMargin;
  const auto fits = [&](std::size_t first, std::size_t last, float column) {
    const auto gaps = static_cast<float>(all[last - 1].launch - all[first].launch);
    return column * static_cast<float>(last - first) + kGap * gaps <= room;
  };
  if (!all.empty()) {
    std::size_t first = 0;
    std::size_t last = all.size();
    page.column = kMostColumn;
    while (page.column > kLeastColumn && !fits(first, last, page.column)) page.column -= 1;
    if (!fits(first, last, page.column)) {
      first = last = current;
      for (bool grows = true; grows;) {
        grows = false;
        if (last < all.size() && fits(first, last + 1, page.column)) {
          ++last;
          grows = true;
        }
        if (first > 0 && last > first && fits(first - 1, last, page.column)) {
          --first;
          grows = true;
        }
      }
    }
    page.hidden_before = first;
    page.hidden_behind = all.size() - last;
    float x = kLeft;
    for (std::size_t i = first; i < last; ++i) {
      if (i > first && all[i].launch != all[i - 1].launch) x += kGap;
      all[i].x = x;
      x += page.column;
      page.columns.push_back(all[i]);
    }
  }
  const float tall = std::max(height - kTop - kFoot, kLeastRow);
  page.row = std::clamp(tall / static_cast<float>(page.blocks), kLeastRow, kMostRow);
  page.rows = std::min(page.blocks, std::max(static_cast<std::uint32_t>(tall / page.row), 1U));
  const std::uint32_t block = centre != nullptr ? centre->block : 0;
  const std::uint32_t before = block > page.rows / 2 ? block - page.rows / 2 : 0;
  page.first_block = std::min(before, page.blocks - page.rows);
  return page;
}

bool runs_here(const Page& page, const Column& column, std::uint32_t block) {
  return page.origin != nullptr && page.origin->launch == column.launch &&
         page.origin->epoch == column.epoch && page.origin->block == block;
}

void draw_stretch(const Page& page, const Column& column, std::uint32_t block, Picture& picture) {
  const KernelReport& report = page.kernel->report();
  if (block >= blocks_of(report.launches[column.launch])) return;
  const float y = kTop + page.row * static_cast<float>(block - page.first_block) + 1.5F;
  const float h = page.row - 3;
  const float w = page.column - 2;
  const KernelStretch* stretch = stretch_of(report, column.launch, block, column.epoch);
  const float x = column.x + 1;
  if (stretch != nullptr && stretch->requests > 0) {
    const float part =
        static_cast<float>(stretch->diverged) / static_cast<float>(stretch->requests);
    const float top = h * part;
    if (part > 0) picture.boxes.push_back({x, y, w, top, Role::kFuture, true, 2});
    if (part < 1) picture.boxes.push_back({x, y + top, w, h - top, Role::kAccentBand, true, 2});
  }
  const bool here = runs_here(page, column, block);
  picture.boxes.push_back({.x = x,
                           .y = y,
                           .w = w,
                           .h = h,
                           .role = here ? Role::kAccent : Role::kLine,
                           .filled = false,
                           .corner = 2,
                           .width = here ? 2.4F : 1.0F});
}

void draw_launches(const Page& page, Picture& picture) {
  const KernelReport& report = page.kernel->report();
  float free_from = 0;
  for (std::size_t i = 0; i < page.columns.size(); ++i) {
    const Column& column = page.columns[i];
    const bool first = i == 0 || page.columns[i - 1].launch != column.launch;
    if (!first) {
      // Its line stands below where it has room.
      const float x = column.x;
      picture.lines.push_back({x, kTop - 5, x, page.bottom() + 5, Role::kMuted, 1.2F, true});
      continue;
    }
    std::size_t last = i;
    while (last + 1 < page.columns.size() && page.columns[last + 1].launch == column.launch) ++last;
    const float left = column.x;
    const float right = page.columns[last].x + page.column;
    const bool current = page.origin != nullptr && page.origin->launch == column.launch;
    picture.lines.push_back(
        {left + 1, kTop - 8, right - 1, kTop - 8, current ? Role::kAccent : Role::kMuted, 2});
    const KernelLaunch& launch = report.launches[column.launch];
    const bool last_shown = last + 1 == page.columns.size();
    const float end = last_shown ? right : page.columns[last + 1].x - 3;
    const float room = end - std::max(left, free_from);
    const std::string text = first_fitting(
        {fmt::format("launch {} · {} · line {}", column.launch + 1, launch.kernel, launch.line),
         fmt::format("launch {} · line {}", column.launch + 1, launch.line),
         fmt::format("launch {}", column.launch + 1), fmt::to_string(column.launch + 1)},
        12, Face::kSansBold, room);
    if (text.empty()) continue;
    picture.labels.push_back({std::max(left, free_from), kTop - 20, text, 12, Face::kSansBold,
                              Anchor::kStart, current ? Role::kAccent : Role::kMuted});
    free_from = area_of(picture.labels.back()).right + 4;
  }
}

void draw_blocks(const Page& page, Picture& picture) {
  const auto every = static_cast<std::uint32_t>(16 / page.row) + 1;
  for (std::uint32_t r = 0; r < page.rows; ++r) {
    const std::uint32_t block = page.first_block + r;
    if (r % every != 0) continue;
    const bool current = page.origin != nullptr && page.origin->block == block;
    picture.labels.push_back(fitted({kLeft - 10, kTop + page.row * (static_cast<float>(r) + 0.5F),
                                     fmt::format("block {}", block), 12, Face::kSans, Anchor::kEnd,
                                     current ? Role::kAccent : Role::kMuted},
                                    kLeft - 14));
  }
}

// Of all requests, and what is not to be seen.
std::vector<std::string> summary(const Page& page) {
  const KernelReport& report = page.kernel->report();
  std::uint64_t requests = 0;
  std::uint64_t diverged = 0;
  std::uint64_t barriers = 0;
  for (const KernelStretch& s : report.stretches) {
    requests += s.requests;
    diverged += s.diverged;
  }
  for (const KernelLaunch& l : report.launches) barriers += l.epochs - 1;
  const std::string counts = fmt::format(
      "{} launch{}, {} barrier{}", grouped_number(report.launches.size()),
      report.launches.size() == 1 ? "" : "es", grouped_number(barriers), barriers == 1 ? "" : "s");
  const std::string parts = fmt::format("{} of {} requests of warps in part",
                                        grouped_number(diverged), grouped_number(requests));
  return {fmt::format("{} in time: {}; {}", std::filesystem::path(report.path).filename().string(),
                      counts, parts),
          fmt::format("{}; {}", counts, parts), counts};
}

std::string hidden_text(const Page& page) {
  std::string text;
  if (page.hidden_before + page.hidden_behind > 0) {
    text = fmt::format("{} stretches before and {} behind have no room. ",
                       grouped_number(page.hidden_before), grouped_number(page.hidden_behind));
  }
  if (page.rows < page.blocks) {
    text += fmt::format("Blocks {} to {} of {}.", page.first_block,
                        page.first_block + page.rows - 1, grouped_number(page.blocks));
  }
  return text;
}

void draw_legend(const Page& page, float width, Picture& picture) {
  float x = kMargin;
  const auto entry = [&](Role role, const std::string& text) {
    const float w = estimated_width(text, 12, Face::kSans);
    if (x + 20 + w > width - kMargin) return;
    picture.boxes.push_back({x, 44, 12, 12, role, true, 2});
    picture.labels.push_back({x + 18, 50, text, 12, Face::kSans, Anchor::kStart, Role::kMuted});
    x += 18 + w + 18;
  };
  entry(Role::kAccentBand, "warps whole");
  entry(Role::kFuture, "in part: lanes that take no part wait");
  const std::string barrier = "a barrier";
  if (x + 20 + estimated_width(barrier, 12, Face::kSans) < width - kMargin) {
    picture.lines.push_back({x + 6, 42, x + 6, 58, Role::kMuted, 1.2F, true});
    picture.labels.push_back({x + 18, 50, barrier, 12, Face::kSans, Anchor::kStart, Role::kMuted});
  }
  if (const std::string text = hidden_text(page); !text.empty()) {
    picture.labels.push_back(fitted(
        {kMargin, 74, text, 12, Face::kSans, Anchor::kStart, Role::kMuted}, width - 2 * kMargin));
  }
}

// The stretch that runs, and its line of the file.
void draw_running(const Page& page, float width, float y, Picture& picture) {
  const float room = width - 2 * kMargin;
  const auto row = [&](const std::string& text, Face face, Role role) {
    if (text.empty()) return;
    picture.labels.push_back(fitted({kMargin, y, text, 13, face, Anchor::kStart, role}, room));
    y += 20;
  };
  if (page.origin == nullptr) return row("The run is over.", Face::kSans, Role::kMuted);
  const KernelReport& report = page.kernel->report();
  const ComparatorOrigin& at = *page.origin;
  row(launch_text(report, at.launch), Face::kSansBold, Role::kText);
  if (const KernelStretch* s = stretch_of(report, at.launch, at.block, at.epoch)) {
    row(fmt::format("block {}, thread {} · {}", at.block, at.thread,
                    at.epoch == 0 ? std::string("before the first barrier")
                                  : fmt::format("after barrier {}", at.epoch)),
        Face::kSans, Role::kMuted);
    std::string text = fmt::format("{} comparison{} · {} of {} requests in part", s->comparisons,
                                   s->comparisons == 1 ? "" : "s", s->diverged, s->requests);
    if (s->barrier_line > 0) {
      text += fmt::format(" · the barrier in line {} ends it", s->barrier_line);
    }
    row(text, Face::kSans, Role::kMuted);
  }
  if (at.line > 0 && at.line <= page.kernel->lines.size()) {
    const std::string& line = page.kernel->lines[at.line - 1];
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    row(fmt::format("{}  {}", at.line, line.substr(indent)), Face::kMono, Role::kAccent);
  }
}

// Column and block at (x, y).
std::optional<std::pair<Column, std::uint32_t>> at(const Page& page, float x, float y) {
  if (y < kTop || y >= page.bottom()) return std::nullopt;
  const auto block = page.first_block + static_cast<std::uint32_t>((y - kTop) / page.row);
  for (const Column& column : page.columns) {
    if (x >= column.x && x < column.x + page.column) return std::pair(column, block);
  }
  return std::nullopt;
}

// The first comparator of a stretch; of its launch where the block compares nothing there.
std::optional<ComparatorId> comparator_of(const KernelReport& report, const Column& column,
                                          std::uint32_t block) {
  const auto same = [&](const ComparatorOrigin& o, bool of_block) {
    return o.launch == column.launch && o.epoch == column.epoch && (!of_block || o.block == block);
  };
  for (const bool of_block : {true, false}) {
    const auto found = std::ranges::find_if(
        report.origins, [&](const ComparatorOrigin& o) { return same(o, of_block); });
    if (found == report.origins.end()) continue;
    const auto index = static_cast<std::size_t>(found - report.origins.begin());
    for (std::uint32_t layer = 0; layer < report.network->depth(); ++layer) {
      if (index < report.network->first(layer + 1)) {
        return ComparatorId{layer,
                            static_cast<std::uint32_t>(index - report.network->first(layer))};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

bool is_for(const Scene& scene) {
  const OwnKernel* kernel = own_kernel(scene);
  return kernel != nullptr && !kernel->report().stretches.empty();
}

Picture layout(const Scene& scene, float width, float height) {
  const float by = magnified_by(width, height);
  width /= by;
  height /= by;
  Picture picture;
  picture.width = width;
  picture.height = height;
  const Page page = page_for(scene, width, height);
  picture.labels.push_back(
      fitted({kMargin, 24, "", 13, Face::kSansBold, Anchor::kStart, Role::kMuted}, summary(page),
             width - 2 * kMargin - 110));
  draw_legend(page, width, picture);
  for (std::uint32_t r = 0; r < page.rows; ++r) {
    for (const Column& column : page.columns) {
      draw_stretch(page, column, page.first_block + r, picture);
    }
  }
  draw_launches(page, picture);
  draw_blocks(page, picture);
  const float below = std::min(page.bottom() + 28, height - 76);
  if (below >= page.bottom() + 16) draw_running(page, width, below, picture);
  return magnified(std::move(picture), by);
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  const float by = magnified_by(width, height);
  const Page page = page_for(scene, width / by, height / by);
  Selection found;
  if (const auto where = at(page, x / by, y / by)) {
    found.comparator = comparator_of(page.kernel->report(), where->first, where->second);
  }
  return found;
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  const float by = magnified_by(width, height);
  const Page page = page_for(scene, width / by, height / by);
  const auto where = at(page, x / by, y / by);
  if (!where) return {};
  const auto id = comparator_of(page.kernel->report(), where->first, where->second);
  return id ? fmt::format("seek {}", id->layer) : std::string();
}

}  // namespace sortscope::own_time
