// launches.cpp: launches, blocks and threads of kernels V0, V1 and V2 over the layers of a
// network, and what they cost, side by side; other families: launch_chart.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/number_text.h"
#include "core/engines/plans/kernels.h"
#include "core/engines/plans/launches.h"
#include "core/networks/wording.h"
#include "core/pictures/label_fit.h"
#include "core/pictures/label_stride.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "core/scenes/recorded_launches.h"
#include "core/scenes/scene.h"
#include "core/views/kernels/launch_chart.h"
#include "core/views/kernels/launches.h"
#include "core/views/kernels/own_time.h"

namespace sortscope::launches_picture {

BlockShape shape_for(const Recording& recording, const LayoutOptions& options) {
  const std::uint32_t threads = options.kernel.block_threads != 0
                                    ? options.kernel.block_threads
                                    : demonstration_threads(recording.network.wires());
  // In a small picture no warp hides a barrier.
  BlockShape shape;
  if (threads != 0) shape = {threads, 1};
  shape.shared_bytes = recorded_shared_bytes(recording);
  return shape;
}

}  // namespace sortscope::launches_picture

namespace sortscope {

namespace {

using namespace launches_picture;

constexpr float kDiagramLeft = 84;
constexpr float kTracksTop = 64;
constexpr float kTrackHeight = 24;
constexpr float kTrackPitch = 32;
constexpr float kGapShare = 0.13F;  // of the width, between layers
constexpr std::uint32_t kMostDrawnWires = 64;
constexpr float kLeastMark = 4;  // narrower, a launch or layer has no mark of its own

// Of marks that lie closer than pixels those that are seen: a deep network has many thousands.
class Thinned {
 public:
  // Whether one at x is drawn; they come from left to right.
  bool takes(float x) {
    if (x < free_from_) return false;
    free_from_ = x + 2;
    return true;
  }

 private:
  float free_from_ = 0;
};

std::string title_of(std::string_view kernel) {
  return std::string((*find_cuda_kernel(kernel))->short_title);
}

std::string_view chosen_kernel(const Recording& recording, const LayoutOptions& options) {
  const auto known = [](std::string_view id) {
    return std::ranges::find(planned_kernels(), id) != planned_kernels().end();
  };
  if (!recording.algorithm->xor_schedule) return "v0";
  if (known(options.kernel.overlay)) return options.kernel.overlay;
  return "v1";
}

std::vector<Track> tracks_for(const Recording& recording, const LayoutOptions& options) {
  std::vector<std::string_view> kernels;
  for (const CudaKernel& row : cuda_kernel_table()) {
    const bool fits = recording.algorithm->xor_schedule || !row.kernel.xor_schedule_only;
    if (row.compared && fits) kernels.push_back(row.kernel.id);
  }
  const std::string_view chosen = chosen_kernel(recording, options);
  if (std::ranges::find(kernels, chosen) == kernels.end()) kernels.push_back(chosen);
  // A network of a person's own has no other size.
  const Algorithm& algorithm = *recording.algorithm;
  std::optional<Network> quoted;
  if (algorithm.family != Family::kListed && algorithm.max_keys >= 1U << kQuotedLog2) {
    quoted = algorithm.build(1U << kQuotedLog2);
  }
  std::vector<Track> tracks;
  for (const std::string_view kernel : kernels) {
    const bool xor_schedule = algorithm.xor_schedule;
    auto plan =
        plan_launches(recording.network, xor_schedule, kernel, shape_for(recording, options));
    if (!plan) continue;
    Track track{title_of(kernel), std::move(plan.value()), 0};
    if (quoted) {
      if (const auto full = plan_launches(*quoted, xor_schedule, kernel)) {
        track.quoted_launches = full->launch_count();
      }
    }
    tracks.push_back(std::move(track));
  }
  return tracks;
}

float end_of_tracks(std::size_t tracks) {
  return kTracksTop + kTrackPitch * static_cast<float>(tracks);
}
// Rows of the table that a page has room for; 0: for none.
std::size_t table_rows(std::size_t tracks, float height) {
  const float room = height - end_of_tracks(tracks);
  return room >= 320 ? kTableRows : room >= 260 ? kBriefRows : 0;
}

Diagram diagram_for(const Recording& recording, std::size_t tracks, float width, float height) {
  const float top = end_of_tracks(tracks) + 56;
  const std::size_t rows = table_rows(tracks, height);
  const float bottom = height - (rows > 0 ? table_height(rows) + kMargin + 20 : kMargin);
  const Network& network = recording.network;
  const std::uint32_t depth = network.depth();
  Diagram diagram;
  diagram.network = &network;
  const bool columns = network.wires() <= kMostDrawnWires;
  float total = 0;
  for (std::uint32_t layer = 0; layer < depth; ++layer) {
    total += columns ? static_cast<float>(network.sub_columns(layer)) : 1.0F;
  }
  const float area = std::max(width - kDiagramLeft - kMargin, 40.0F);
  const float gap = std::min(16.0F, kGapShare * area / static_cast<float>(depth));
  const float unit =
      std::min((area - gap * static_cast<float>(depth)) / std::max(total, 1.0F), 96.0F);
  float x = kDiagramLeft;
  for (std::uint32_t layer = 0; layer < depth; ++layer) {
    diagram.cell.push_back(x);
    x += gap + unit * (columns ? static_cast<float>(network.sub_columns(layer)) : 1.0F);
  }
  diagram.cell.push_back(x);
  diagram.column = columns ? unit : 0;
  diagram.top = top;
  const auto spaces = static_cast<float>(std::max<std::uint32_t>(network.wires(), 2) - 1);
  diagram.pitch = std::min(std::max(bottom - top, 20.0F) / spaces, 40.0F);
  diagram.bottom = diagram.y(network.wires() - 1);
  return diagram;
}

std::string launch_text(const LaunchPlan& plan, std::uint32_t index, float room) {
  const Launch& launch = plan.launches[index];
  const std::string number = fmt::to_string(index + 1);
  const std::string_view where = launch.shared_bytes > 0 ? ", shared" : "";
  std::vector<std::string> choices;
  if (launch.layer_count > 1) {
    choices.push_back(fmt::format("launch {}: {} layers{}", number, launch.layer_count, where));
    choices.push_back(fmt::format("launch {}", number));
  }
  choices.push_back(number);
  for (const std::string& text : choices) {
    if (estimated_width(text, 12, Face::kSans) + 4 <= room) return text;
  }
  return {};
}

void draw_track(Picture& picture, const Scene& scene, const Diagram& diagram, const Track& track,
                float y, bool chosen) {
  picture.labels.push_back({kDiagramLeft - 16, y + kTrackHeight / 2, track.title, 13,
                            Face::kSansBold, Anchor::kEnd, chosen ? Role::kAccent : Role::kMuted});
  const auto layer = layer_in_view(scene);
  Thinned narrow;
  for (std::uint32_t index = 0; index < track.plan.launch_count(); ++index) {
    const Launch& launch = track.plan.launches[index];
    const std::uint32_t end = launch.first_layer + launch.layer_count;
    const bool current = layer && *layer >= launch.first_layer && *layer < end;
    float x0 = diagram.cell[launch.first_layer];
    float x1 = diagram.cell[end];
    if (x1 - x0 >= kLeastMark) {
      x0 += 1.5F;
      x1 -= 1.5F;
    } else if (!narrow.takes(x0) && !current) {
      continue;
    } else {
      x1 = x0 + 1;
    }
    Box box{.x = x0,
            .y = y,
            .w = x1 - x0,
            .h = kTrackHeight,
            .role = launch.local ? Role::kAccentBand : Role::kPanel,
            .filled = true,
            .corner = 4};
    picture.boxes.push_back(box);
    box.filled = false;
    box.role = current && chosen ? Role::kAccent : Role::kLine;
    box.width = current && chosen ? 2.0F : 1.0F;
    picture.boxes.push_back(box);
    if (launch.block_syncs > 0) {
      for (std::uint32_t at = launch.first_layer + 1; at < end; ++at) {
        constexpr float kTick = 4;  // clear of the name
        for (const float edge : {y, y + kTrackHeight - kTick}) {
          picture.lines.push_back(
              {diagram.cell[at], edge, diagram.cell[at], edge + kTick, Role::kMuted, 1});
        }
      }
    }
    const std::string text = launch_text(track.plan, index, box.w);
    if (text.empty()) continue;
    picture.labels.push_back({(x0 + x1) / 2, y + kTrackHeight / 2, text, 12, Face::kSans,
                              Anchor::kMiddle, current && chosen ? Role::kText : Role::kMuted});
  }
}

void draw_layer_names(Picture& picture, const Scene& scene, const Diagram& diagram, float y) {
  const Network& network = scene.recording->network;
  const auto current = layer_in_view(scene);
  float free_from = 0;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const MergeLevel& level = network.levels()[network.level_index(layer)];
    const float x = (diagram.cell[layer] + diagram.cell[layer + 1]) / 2;
    if (x < free_from && layer != level.first_layer) continue;
    Label label{x,
                y,
                fmt::to_string(network.label(layer).distance),
                12,
                Face::kMono,
                Anchor::kMiddle,
                layer == current ? Role::kText : Role::kMuted};
    if (area_of(label).left >= free_from) {
      picture.labels.push_back(label);
      free_from = area_of(label).right + 3;
    }
    if (layer != level.first_layer) continue;
    const float left = diagram.cell[layer];
    const float right = diagram.cell[layer + level.layer_count];
    picture.lines.push_back({left + 2, y - 10, right - 2, y - 10, Role::kLine, 1});
    if (estimated_width(level.name, 12, Face::kSansBold) > right - left - 4) continue;
    picture.labels.push_back(
        {left + 2, y - 20, level.name, 12, Face::kSansBold, Anchor::kStart, Role::kMuted});
  }
}

// The block the person looks at, else the first.
std::uint32_t chosen_block(const Scene& scene, const LaunchPlan& plan) {
  const Network& network = scene.recording->network;
  for (const Selection* selection : {&scene.hover, &scene.selected}) {
    if (selection->comparator && selection->comparator->layer < network.depth() &&
        selection->comparator->index < network.count(selection->comparator->layer)) {
      const ComparatorId id = *selection->comparator;
      return thread_of(plan, network, plan.launch_of(id.layer), id.layer, id.index).block;
    }
    if (!selection->wire || plan.launches.empty()) continue;
    for (std::uint32_t block = 0; block < plan.launches[0].blocks; ++block) {
      for (const WireRange& range : chunks_of(plan, 0, block)) {
        if (*selection->wire >= range.first && *selection->wire < range.last) return block;
      }
    }
  }
  return 0;
}

float block_rank(std::uint32_t block, std::uint32_t blocks) {
  // The darkest colours would be lost on a dark ground.
  return 0.2F +
         (blocks <= 1 ? 0.0F : 0.8F * static_cast<float>(block) / static_cast<float>(blocks - 1));
}

float below(const Diagram& diagram, Wire wire) { return diagram.y(wire) - diagram.pitch / 2; }

// The chunks of one block behind its local launches, and whose each chunk is at the left.
void draw_chunks(Picture& picture, const Diagram& diagram, const LaunchPlan& plan,
                 std::uint32_t block) {
  for (std::uint32_t index = 0; index < plan.launch_count(); ++index) {
    const Launch& launch = plan.launches[index];
    for (const WireRange& range : chunks_of(plan, index, block)) {
      const float x0 = diagram.cell[launch.first_layer] + 1.5F;
      const float x1 = diagram.cell[launch.first_layer + launch.layer_count] - 1.5F;
      const float y0 = below(diagram, range.first);
      picture.boxes.push_back({.x = x0,
                               .y = y0,
                               .w = x1 - x0,
                               .h = below(diagram, range.last) - y0,
                               .role = Role::kAccentBand,
                               .filled = true,
                               .corner = 4});
    }
  }
  const auto local = std::ranges::find_if(plan.launches, &Launch::local);
  if (local == plan.launches.end() || local->blocks > 256) return;
  const auto first = static_cast<std::uint32_t>(local - plan.launches.begin());
  for (std::uint32_t owner = 0; owner < local->blocks; ++owner) {
    for (const WireRange& range : chunks_of(plan, first, owner)) {
      const float y0 = below(diagram, range.first) + 1;
      const float h = std::max(below(diagram, range.last) - y0 - 1, 1.0F);
      const float rank = block_rank(owner, local->blocks);
      picture.chips.push_back({.x = kDiagramLeft - 24,
                               .y = y0,
                               .w = 18,
                               .h = h,
                               .role = Role::kRank,
                               .filled = true,
                               .corner = 3,
                               .rank = rank});
      const std::string number = fmt::to_string(owner);
      if (h < 14 || estimated_width(number, 12, Face::kMono) > 17) continue;
      picture.labels.push_back({kDiagramLeft - 15, y0 + h / 2, number, 12, Face::kMono,
                                Anchor::kMiddle, Role::kText, rank});
    }
  }
}

void draw_wires(Picture& picture, const Scene& scene, const Diagram& diagram) {
  const std::uint32_t wires = scene.recording->network.wires();
  const std::uint32_t every = label_stride(diagram.pitch, 14, wires);
  // Of many wires only those with a number.
  const std::uint64_t step = wires <= kMostDrawnWires ? 1 : every;
  for (std::uint64_t next = 0; next < wires; next += step) {
    const auto wire = static_cast<Wire>(next);
    const bool lit = is_selected(scene, wire) || is_hovered(scene, wire);
    if (wires <= kMostDrawnWires) {
      picture.lines.push_back({kDiagramLeft - 4, diagram.y(wire), diagram.cell.back(),
                               diagram.y(wire), lit ? Role::kAccent : Role::kWire,
                               lit ? 1.4F : 1.0F});
    }
    if (wire % every != 0 || estimated_width(fmt::to_string(wire), 12, Face::kMono) > 46) continue;
    picture.labels.push_back({kDiagramLeft - 30, diagram.y(wire), fmt::to_string(wire), 12,
                              Face::kMono, Anchor::kEnd, lit ? Role::kAccent : Role::kMuted});
  }
}

// Every comparator with its thread: the number where there is room, the block as colour.
void draw_threads(Picture& picture, const Scene& scene, const Diagram& diagram,
                  const LaunchPlan& plan) {
  const Network& network = scene.recording->network;
  const std::string widest = fmt::to_string(network.wires() - 1);
  const float chip_w = std::max(estimated_width(widest, 12, Face::kMono) + 3,
                                std::min(0.4F * diagram.column, 24.0F));
  const bool numbers = diagram.column >= chip_w + 0.4F && 2 * diagram.pitch >= 17;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const std::uint32_t launch = plan.launch_of(layer);
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      const Comparator comparator = network.comparator(layer, index);
      const ThreadPlace at = thread_of(plan, network, launch, layer, index);
      const float rank = block_rank(at.block, plan.launches[launch].blocks);
      const float x = diagram.x(layer, index);
      const float y0 = diagram.y(comparator.lower());
      const float y1 = diagram.y(comparator.upper());
      const bool to_come = progression(scene, layer, index) == Progression::kToCome;
      picture.lines.push_back({x, y0, x, y1, to_come ? Role::kFuture : Role::kKept, 1.2F});
      const float radius = std::min(2.4F, diagram.column * 0.3F);
      picture.dots.push_back({x, y0, radius, Role::kKept, true});
      picture.dots.push_back({x, y1, radius, Role::kKept, true});
      const float w = numbers ? chip_w : std::clamp(diagram.column * 0.6F, 2.0F, 6.0F);
      const float h = numbers ? 15.0F : std::max(0.5F * (y1 - y0), 2.0F);
      const Box chip{.x = x - w / 2,
                     .y = (y0 + y1) / 2 - h / 2,
                     .w = w,
                     .h = h,
                     .role = Role::kRank,
                     .filled = true,
                     .corner = numbers ? 4.0F : 1.0F,
                     .rank = rank};
      picture.chips.push_back(chip);
      const ComparatorId id{layer, index};
      if (scene.selected.comparator == id || scene.hover.comparator == id) {
        Box outline = chip;
        outline.role = Role::kAccent;
        outline.filled = false;
        outline.width = 2;
        picture.chips.push_back(outline);
      }
      if (numbers) {
        picture.labels.push_back({x, (y0 + y1) / 2, fmt::to_string(at.thread), 12, Face::kMono,
                                  Anchor::kMiddle, Role::kText, rank});
      }
    }
  }
}

// Above kMostDrawnWires: in each layer, the groups of 2 x distance neighbouring wires that it
// mixes.
void draw_reach(Picture& picture, const Scene& scene, const Diagram& diagram) {
  const Network& network = scene.recording->network;
  Thinned narrow;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const float pitch = diagram.cell[layer + 1] - diagram.cell[layer];
    if (pitch < 2 && !narrow.takes(diagram.cell[layer])) continue;
    const float x = diagram.cell[layer] + 2;
    const float w = std::max(pitch - 4, 1.0F);
    const bool to_come = progression(scene, layer, 0) == Progression::kToCome;
    const std::uint32_t group = 2 * network.label(layer).distance;
    if (static_cast<float>(group) * diagram.pitch < 5) {
      picture.boxes.push_back({.x = x + w / 2 - 1,
                               .y = below(diagram, 0),
                               .w = 2,
                               .h = diagram.pitch * static_cast<float>(network.wires()),
                               .role = to_come ? Role::kFuture : Role::kKept,
                               .filled = true});
      continue;
    }
    for (std::uint32_t first = 0; first < network.wires(); first += group) {
      const float y0 = below(diagram, first);
      const float y1 = below(diagram, std::min(first + group, network.wires()));
      picture.boxes.push_back({.x = x,
                               .y = y0 + 1,
                               .w = w,
                               .h = y1 - y0 - 2,
                               .role = to_come ? Role::kFuture : Role::kKept,
                               .filled = false,
                               .corner = std::min({4.0F, w / 3, (y1 - y0) / 4})});
    }
  }
}

void draw_syncs(Picture& picture, const Diagram& diagram, const LaunchPlan& plan, float top) {
  const float bottom = diagram.bottom + 8;
  Thinned seen;
  for (std::uint32_t index = 0; index < plan.launch_count(); ++index) {
    const Launch& launch = plan.launches[index];
    if (index > 0 && seen.takes(diagram.cell[launch.first_layer])) {
      const float x = diagram.cell[launch.first_layer];
      picture.lines.push_back({x, top, x, bottom, Role::kAccent, 1.4F, true});
    }
    if (launch.block_syncs == 0 || diagram.column <= 0) continue;
    for (std::uint32_t layer = launch.first_layer + 1;
         layer < launch.first_layer + launch.layer_count; ++layer) {
      const float x = diagram.cell[layer];
      picture.lines.push_back({x, top, x, bottom, Role::kMuted, 0.8F, true});
    }
  }
}

void natural_size(const Recording& recording, const LayoutOptions& options, float& width,
                  float& height) {
  if (launch_chart::is_for(recording)) return launch_chart::natural_size(recording, width, height);
  const Network& network = recording.network;
  float columns = 0;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    columns +=
        network.wires() <= kMostDrawnWires ? static_cast<float>(network.sub_columns(layer)) : 1.0F;
  }
  width =
      std::clamp(kDiagramLeft + kMargin + 24 * columns + 16 * static_cast<float>(network.depth()),
                 960.0F, 2560.0F);
  const float tracks = recording.algorithm->xor_schedule ? 4.0F : 2.0F;
  (void)options;
  height =
      std::clamp(kTracksTop + tracks * kTrackPitch + 240 + 24 * static_cast<float>(network.wires()),
                 480.0F, 1280.0F);
}

Picture layout(const Scene& scene, float width, float height) {
  if (own_time::is_for(scene)) return own_time::layout(scene, width, height);
  if (launch_chart::is_for(*scene.recording)) return launch_chart::layout(scene, width, height);
  Picture picture;
  picture.width = width;
  picture.height = height;
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  const auto caption = [&](float y, const std::string& text, Face face) {
    picture.labels.push_back(
        fitted({kMargin, y, text, 13, face, Anchor::kStart, Role::kMuted}, width - 2 * kMargin));
  };
  const std::vector<Track> tracks = tracks_for(recording, *scene.options);
  if (network.depth() == 0 || tracks.empty()) {
    caption(24, "One key is sorted: there is nothing to launch.", Face::kSans);
    return picture;
  }
  std::string_view chosen = chosen_kernel(recording, *scene.options);
  auto shown =
      std::ranges::find_if(tracks, [&](const Track& t) { return t.plan.kernel == chosen; });
  const bool refused = shown == tracks.end();
  if (refused) shown = tracks.begin();
  chosen = shown->plan.kernel;
  const LaunchPlan& plan = shown->plan;

  caption(24,
          fmt::format("{} on {}: {}", shown->title,
                      counted(network.wires(), "wire", grouped_number(network.wires())),
                      counted(plan.launch_count(), "launch")),
          Face::kSansBold);
  const BlockShape shape = shape_for(recording, *scene.options);
  const auto real = plan_launches(network, recording.algorithm->xor_schedule, chosen,
                                  {.shared_bytes = shape.shared_bytes});
  if (refused) {
    caption(44,
            fmt::format("{} cannot run {} wires.",
                        title_of(chosen_kernel(recording, *scene.options)), network.wires()),
            Face::kSans);
  } else if (!recording.algorithm->xor_schedule) {
    caption(44, "V1, V2 and the others run only the XOR form's schedule; V0 runs every network.",
            Face::kSans);
  } else if (shape.threads != 0 && real && plan.threads == shape.threads) {
    caption(44,
            fmt::format(
                "Shown with blocks of {} threads. The GPU uses {}: {} launch{} for these {} wires.",
                plan.threads, real->threads, real->launch_count(),
                real->launch_count() == 1 ? "" : "es", network.wires()),
            Face::kSans);
  } else {
    caption(44, fmt::format("Blocks of {} threads, as on the GPU.", plan.launches[0].threads),
            Face::kSans);
  }

  const float tracks_end = end_of_tracks(tracks.size());
  const std::size_t rows = table_rows(tracks.size(), height);
  const Diagram diagram = diagram_for(recording, tracks.size(), width, height);
  float y = kTracksTop;
  for (const Track& track : tracks) {
    draw_track(picture, scene, diagram, track, y, track.plan.kernel == chosen);
    y += kTrackPitch;
  }
  draw_layer_names(picture, scene, diagram, tracks_end + 28);
  const std::uint32_t block = chosen_block(scene, plan);
  draw_chunks(picture, diagram, plan, block);
  draw_wires(picture, scene, diagram);
  draw_syncs(picture, diagram, plan, tracks_end + 40);
  if (network.wires() <= kMostDrawnWires) {
    draw_threads(picture, scene, diagram, plan);
  } else {
    draw_reach(picture, scene, diagram);
  }
  if (rows == 0) return picture;
  const float table_top = height - kMargin - table_height(rows);
  draw_table(picture, tracks, chosen, table_top, width, rows);
  const float table_right = kMargin + std::min(kTableNames, width * 0.5F) +
                            kTableColumn * static_cast<float>(tracks.size());
  if (rows == kTableRows && width - table_right > 260) {
    draw_legend(picture, *shown, diagram, block, table_right + 64, table_top, width - kMargin);
  }
  return picture;
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  if (own_time::is_for(scene)) return own_time::pick(scene, width, height, x, y);
  if (launch_chart::is_for(recording)) return launch_chart::pick(scene, width, height, x, y);
  Selection found;
  const std::vector<Track> tracks = tracks_for(recording, *scene.options);
  if (network.depth() == 0 || tracks.empty()) return found;
  const Diagram diagram = diagram_for(recording, tracks.size(), width, height);
  if (y < below(diagram, 0) || y >= below(diagram, network.wires())) return found;
  const auto wire = static_cast<Wire>((y - below(diagram, 0)) / diagram.pitch);
  found.wire = std::min(wire, network.wires() - 1);
  if (diagram.column <= 0) return found;
  const auto cell = std::upper_bound(diagram.cell.begin(), diagram.cell.end(), x);
  if (cell == diagram.cell.begin() || cell == diagram.cell.end()) return found;
  const auto layer = static_cast<std::uint32_t>(cell - diagram.cell.begin()) - 1;
  float nearest = std::max(diagram.column / 2, 6.0F);
  for (std::uint32_t index = 0; index < network.count(layer); ++index) {
    const Comparator comparator = network.comparator(layer, index);
    if (y < diagram.y(comparator.lower()) - 4 || y > diagram.y(comparator.upper()) + 4) continue;
    const float distance = std::abs(x - diagram.x(layer, index));
    if (distance >= nearest) continue;
    nearest = distance;
    found.comparator = ComparatorId{layer, index};
  }
  return found;
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  if (own_time::is_for(scene)) return own_time::action(scene, width, height, x, y);
  if (!launch_chart::is_for(*scene.recording)) return {};
  return launch_chart::action(scene, width, height, x, y);
}

}  // namespace

const Layout kLaunchesLayout = {
    .id = "launches",
    .title = "Launches",
    .summary = "What a GPU kernel launches, and which thread compares or moves what.",
    .max_wires = 0,
    .natural_size = natural_size,
    .layout = layout,
    .pick = pick,
    .action = action};

}  // namespace sortscope
