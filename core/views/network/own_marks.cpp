// own_marks.cpp: signs of findings, and launches over the diagram.
#include "core/views/network/own_marks.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/pictures/label_board.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/views/network/diagram.h"
#include "core/views/network/diagram_names.h"
#include "core/words/own_kernel.h"

namespace sortscope {

void add_verdict_sign(Picture& picture, float x, float y, bool good) {
  const Role role = good ? Role::kGood : Role::kExchanged;
  // A box: its ring lies below lines, where a dot's ground would cover them.
  picture.boxes.push_back({.x = x - 9,
                           .y = y - 9,
                           .w = 18,
                           .h = 18,
                           .role = role,
                           .filled = false,
                           .corner = 9,
                           .width = 1.6F});
  if (good) {
    picture.lines.push_back({x - 4, y, x - 1, y + 3.5F, role, 2});
    picture.lines.push_back({x - 1, y + 3.5F, x + 4, y - 3.5F, role, 2});
  } else {
    picture.lines.push_back({x - 3.2F, y - 3.2F, x + 3.2F, y + 3.2F, role, 2});
    picture.lines.push_back({x - 3.2F, y + 3.2F, x + 3.2F, y - 3.2F, role, 2});
  }
}

void add_finding_sign(Picture& picture, float x, float y, bool wrong, std::size_t number) {
  const Role role = wrong ? Role::kExchanged : Role::kMuted;
  picture.dots.push_back({x, y, 8.5F, role, wrong, 1.4F});
  picture.labels.push_back({x, y, fmt::to_string(number), 11, Face::kSansBold, Anchor::kMiddle,
                            wrong ? Role::kGround : Role::kText});
}

namespace {

// Where the diagram should have another comparator: as a dashed line, with its words.
void add_first_difference(const Scene& scene, const OwnKernel& kernel,
                          const NetworkGeometry& geometry, const DiagramFrame& frame,
                          Picture& picture, std::vector<MovableLabel>& labels) {
  const auto& difference = kernel.report().first_difference;
  if (!difference || !difference->should || difference->layer >= kernel.report().network->depth()) {
    return;
  }
  const Comparator should = *difference->should;
  const DiagramMap& map = frame.map;
  const float x = map.x(geometry.cell_x(difference->layer + 1) - 0.5F);
  const float top = map.y(static_cast<float>(should.lower()));
  const float bottom = map.y(static_cast<float>(should.upper()));
  picture.lines.push_back({x, top, x, bottom, Role::kAccent, 2, true});
  for (const float y : {top, bottom}) {
    picture.dots.push_back({x, y, 4, Role::kAccent, false, 1.6F});
  }
  const auto& is = difference->is;
  const bool turned = is && is->lower() == should.lower() && is->upper() == should.upper();
  std::string words = turned ? fmt::format("{}: {} and {} the other way", kernel.report().against,
                                           should.lower(), should.upper())
                             : fmt::format("{}: {} and {}", kernel.report().against, should.lower(),
                                           should.upper());
  if (shows_version_before(*scene.measured, *scene.recording)) words += " (last version that ran)";
  labels.push_back({{0, 0, words, 11, Face::kSansBold, Anchor::kStart, Role::kAccent},
                    {{x + 8, (top + bottom) / 2},
                     {x + 8, top - 10},
                     {x + 8, bottom + 10},
                     {x - 4, map.y(0) - 14},
                     {x - 4, map.y(static_cast<float>(frame.wires) - 1) + 10}},
                    true});
}

}  // namespace

void add_own_launches(const Scene& scene, const NetworkGeometry& geometry,
                      const DiagramFrame& frame, std::uint32_t wires, float name_limit,
                      Picture& picture, std::vector<MovableLabel>& labels) {
  const OwnKernel* kernel = own_kernel(scene);
  if (kernel == nullptr) return;
  const DiagramMap& map = frame.map;
  // As the levels of a network that is known: a frame, its name above the first wire.
  const float bottom = std::min(map.y(static_cast<float>(wires) - 1) + 36, picture.height - 4);
  const std::uint32_t depth = scene.recording->network.depth();
  for (std::size_t i = 0; i < kernel->report().launches.size(); ++i) {
    const KernelLaunch& launch = kernel->report().launches[i];
    if (launch.first_layer >= launch.last_layer || launch.last_layer > depth) continue;
    const float left = map.x(geometry.cell_x(launch.first_layer) + NetworkGeometry::kLevelGap / 4);
    const float right = map.x(geometry.cell_x(launch.last_layer) - NetworkGeometry::kLevelGap / 4);
    if (right < 0 || left > picture.width || right - left < 6) continue;
    const std::string number = fmt::to_string(i + 1);
    const float least = estimated_width(number, 12, Face::kSansBold);
    const float from = std::max(left, frame.left - 8) + 2;
    const LevelHead head = level_head(map.y(0), from + least + 8, name_limit);
    picture.boxes.push_back(
        {left, head.top, right - left, bottom - head.top, Role::kLine, false, 6});
    const std::uint32_t blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
    const std::uint32_t threads = launch.block[0] * launch.block[1] * launch.block[2];
    const float to = (head.lowered ? right : std::min(right, name_limit)) - 2;
    if (to - from < least) continue;
    // In a narrow frame the number stands in the middle.
    const bool narrow = to - from < least + 8;
    const float start = narrow ? (from + to - least) / 2 : from + 6;
    const std::string text = first_fitting(
        {fmt::format("launch {} · {} · {} × {} threads", i + 1, launch.kernel, blocks, threads),
         fmt::format("launch {} · {} × {}", i + 1, blocks, threads),
         fmt::format("launch {}", i + 1), number},
        12, Face::kSansBold, narrow ? least : to - start - 2);
    if (text.empty()) continue;
    MovableLabel name{{0, 0, text, 12, Face::kSansBold, Anchor::kStart, Role::kMuted},
                      {{start, head.name_y}},
                      /*masked=*/head.name_y + 8 > map.y(0),
                      /*yields=*/true};
    if (!head.lowered) name.spots.emplace_back(start, std::max(head.top + 8, 9.0F));
    labels.push_back(std::move(name));
  }
  add_first_difference(scene, *kernel, geometry, frame, picture, labels);
}

}  // namespace sortscope
