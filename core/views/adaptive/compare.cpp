// compare.cpp: the bitonic network with the comparators that the adaptive run compares, and
// those that it saves (Zachmann 2011, adaptive bitonic sorting).
#include "core/views/adaptive/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/algorithms/schedules.h"
#include "core/networks/wording.h"
#include "core/pictures/covered_numbers.h"
#include "core/pictures/label_fit.h"
#include "core/pictures/label_stride.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/scene.h"
#include "core/views/kernels/wide_page.h"
#include "core/views/network/own_against.h"

namespace sortscope {

namespace compare_picture {

namespace {

constexpr float kUsualWidth = 1052;
constexpr float kUsualHeight = 614;
constexpr float kMostMagnified = 1.6F;
constexpr float kSideWidth = 312;
constexpr std::uint32_t kMostWholeLog2 = 5;  // wires of a whole sorter that is drawn
constexpr std::uint32_t kMostMergeLog2 = 8;  // and of a single merge
constexpr float kLeastUnitX = 9;             // pixels a sub-column of a whole sorter
constexpr float kMostUnitX = 44;
constexpr float kMostUnitY = 60;
constexpr float kLeastChip = 12;  // pixels a wire that keys with text need
constexpr float kKeysRoom = 48;   // pixels left and right of the layers
constexpr float kNumbersRoom = 28;

}  // namespace

std::uint32_t Diagram::merge_of(std::uint32_t layer) const {
  std::uint32_t merge = first_merge;
  while (layer >= merge) layer -= merge++;
  return merge;
}

std::uint32_t Diagram::stage_of(std::uint32_t layer) const {
  std::uint32_t merge = first_merge;
  while (layer >= merge) layer -= merge++;
  return layer;
}

std::optional<std::uint32_t> Diagram::layer_of(std::uint32_t merge, std::uint32_t stage) const {
  if (merge < first_merge) return std::nullopt;
  std::uint32_t layer = stage;
  for (std::uint32_t j = first_merge; j < merge; ++j) layer += j;
  return layer < network.depth() ? std::optional(layer) : std::nullopt;
}

std::optional<Compared> compared_runs(const Scene& scene, std::string& why) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  Compared compared;
  compared.of_network = is_bitonic_network(recording);
  if (network.depth() == 0) {
    why = "One key is sorted already: there is nothing to compare.";
    return std::nullopt;
  }
  if (!compared.of_network && !is_adaptive_run(recording)) {
    why =
        "This view sets the bitonic network beside adaptive bitonic sorting: run bitonic, "
        "bitonic-merger or an adaptive sort in trees.";
    return std::nullopt;
  }
  compared.adaptive = compared.of_network ? scene.counterpart : &recording;
  if (compared.adaptive == nullptr) {
    why = fmt::format("An adaptive run is made beside the network's for up to {} keys.",
                      kMostCompared);
    return std::nullopt;
  }
  compared.keys_log2 = floor_log2(network.wires());
  compared.merger = recording.algorithm->needs_bitonic_input;
  compared.adaptive_cursor = compared.of_network
                                 ? counterpart_cursor(recording, *compared.adaptive, scene.cursor)
                                 : scene.cursor;
  const std::uint32_t layer = layer_in_view(scene).value_or(0);
  compared.merge = compared.merger ? compared.keys_log2 : network.level_index(layer) + 1;
  return compared;
}

Page page_for(float width, float height) {
  Page page;
  page.magnified =
      std::clamp(std::min(width / kUsualWidth, height / kUsualHeight), 1.0F, kMostMagnified);
  page.width = width / page.magnified;
  page.height = height / page.magnified;
  const bool side = page.width >= 860 && page.height >= 420;
  if (side) page.side = page.width - kMargin - kSideWidth;
  page.left = kMargin + kNumbersRoom + kKeysRoom;
  page.right = (side ? page.side - 24 : page.width - kMargin) - kKeysRoom;
  page.top = page.height >= 420 ? 122 : 102;
  page.bottom = page.height - 40;
  return page;
}

Diagram diagram_for(const Scene& scene, const Compared& compared, const Page& page) {
  Diagram diagram;
  const float width = page.right - page.left;
  const float height = page.bottom - page.top;
  const auto fit = [&] {
    diagram.geometry = NetworkGeometry(diagram.network, false);
    DiagramMap& map = diagram.map;
    map.unit_x = std::min(width / std::max(diagram.geometry.width(), 1.0F), kMostUnitX);
    const auto rows = static_cast<float>(std::max(diagram.network.wires(), 2U) - 1);
    map.unit_y = std::min(height / rows, kMostUnitY);
    map.origin_x = page.left;
    map.origin_y = page.top;
  };
  diagram.first_merge = compared.first_merge();
  if (!compared.merger && compared.keys_log2 <= kMostWholeLog2) {
    diagram.network = build_bitonic(std::uint32_t{1} << compared.keys_log2);
    fit();
    diagram.there = diagram.map.unit_x >= kLeastUnitX;
  }
  if (!diagram.there && compared.merge <= kMostMergeLog2) {
    const std::uint32_t wires = std::uint32_t{1} << compared.merge;
    diagram.network = kBitonicMerger.build(wires);
    diagram.first_merge = compared.merge;
    const Selection& selected = scene.selected;
    if (selected.wire) diagram.block = *selected.wire >> compared.merge;
    if (const auto& id = selected.comparator;
        id && id->layer < scene.recording->network.depth() &&
        id->index < scene.recording->network.count(id->layer)) {
      diagram.block =
          scene.recording->network.comparator(id->layer, id->index).lower() >> compared.merge;
    }
    diagram.block =
        std::min(diagram.block, (scene.recording->network.wires() >> compared.merge) - 1);
    diagram.first_wire = diagram.block << compared.merge;
    fit();
    diagram.there = diagram.map.unit_y >= 1.5F;
  }
  return diagram;
}

namespace {

// A comparator of the diagram: its wires there, where it stands, and what is known of it.
struct Drawn {
  std::uint32_t layer = 0;  // of the diagram
  Comparator wires;         // of the run
  float x = 0, y0 = 0, y1 = 0;
  ComparatorFate fate;
  bool has_run = false;    // its outcome is shown
  bool exchanged = false;  // meaningful once it has run
  ComparatorId id;         // in the run, where the run compares it
  bool pointable = false;
};

std::vector<Drawn> comparators_of(const Scene& scene, const Compared& compared,
                                  const Diagram& diagram) {
  std::vector<Drawn> all;
  const Recording& run = *scene.recording;
  for (std::uint32_t layer = 0; layer < diagram.network.depth(); ++layer) {
    const StageFates fates = stage_fates(*compared.adaptive, diagram.merge_of(layer),
                                         diagram.stage_of(layer), compared.adaptive_cursor);
    std::uint32_t run_layer = 0;  // of the network's run
    if (compared.of_network) {
      run_layer = layer;
      if (!compared.merger && diagram.first_merge > 1) {
        run_layer = run.network.levels()[diagram.first_merge - 1].first_layer + layer;
      }
    }
    for (std::uint32_t index = 0; index < diagram.network.count(layer); ++index) {
      Drawn drawn;
      drawn.layer = layer;
      Comparator c = diagram.network.comparator(layer, index);
      // A block alone is drawn as a merger, which is ascending.
      if (diagram.first_wire > 0 && (diagram.block & 1) != 0) c = {c.max_wire, c.min_wire};
      drawn.x = diagram.map.x(diagram.geometry.column_x(diagram.network, layer, index));
      drawn.y0 = diagram.map.y(static_cast<float>(c.min_wire));
      drawn.y1 = diagram.map.y(static_cast<float>(c.max_wire));
      c.min_wire += diagram.first_wire;
      c.max_wire += diagram.first_wire;
      if (run.request.order == Order::kDescending) {
        std::swap(c.min_wire, c.max_wire);
        std::swap(drawn.y0, drawn.y1);
      }
      drawn.wires = c;
      if (c.lower() < fates.by_lower_wire.size()) drawn.fate = fates.by_lower_wire[c.lower()];
      if (compared.of_network) {
        const WireUse use = run.network.use(run_layer, c.lower());
        drawn.id = {run_layer, use.index};
        drawn.pointable = use.compared;
        drawn.has_run = Cursor{run_layer, use.index} < scene.cursor;
        drawn.exchanged = drawn.has_run && run.exchanged(run_layer, use.index);
      } else {
        drawn.id = drawn.fate.by;
        drawn.pointable = drawn.fate.compared;
        drawn.has_run = drawn.fate.known;
        drawn.exchanged = drawn.fate.exchanged;
      }
      all.push_back(drawn);
    }
  }
  return all;
}

void draw_comparator(Picture& picture, const Diagram& diagram, const Drawn& drawn, bool dots,
                     bool arrows) {
  const bool compared = drawn.fate.compared;
  const bool dashed = drawn.fate.known && !compared;
  const Role role = !drawn.has_run    ? Role::kFuture
                    : drawn.exchanged ? Role::kExchanged
                                      : Role::kKept;
  const float detail =
      std::clamp(std::min(diagram.map.unit_y / 24, diagram.map.unit_x / 11), 0.4F, 1.3F);
  float width = drawn.exchanged && drawn.has_run ? 2.4F * detail : 1.4F * detail;
  if (dashed) width = std::max(1.1F * detail, 0.8F);
  picture.lines.push_back({drawn.x, drawn.y0, drawn.x, drawn.y1,
                           dashed && !drawn.exchanged ? Role::kFuture : role, std::max(width, 0.8F),
                           dashed});
  // Of a layer that is part done it is not known yet what the adaptive run compares.
  if (dashed || !drawn.has_run) return;
  const float radius = 3.4F * detail;
  if (dots) {
    for (const float y : {drawn.y0, drawn.y1}) {
      picture.dots.push_back({drawn.x, y, radius, role, drawn.exchanged, 1.2F * detail});
    }
  }
  if (!arrows) return;
  const bool down = drawn.y1 > drawn.y0;
  const float tip = drawn.y1 + (down ? -1.0F : 1.0F) * (radius + 1);
  picture.arrows.push_back({drawn.x, tip, down, 5 * detail, role, width});
}

// An accent frame about a comparator.
void draw_frame(Picture& picture, const Drawn& drawn, float width) {
  const float top = std::min(drawn.y0, drawn.y1) - 7;
  const float bottom = std::max(drawn.y0, drawn.y1) + 7;
  Box frame{drawn.x - 6, top, 12, bottom - top, Role::kAccent, false, 6};
  frame.width = width;
  picture.chips.push_back(frame);
}

// The comparisons of the layer in view that have run by now.
bool in_step(const Scene& scene, const Compared& compared, const Drawn& drawn) {
  const auto layer = layer_in_view(scene);
  if (!layer || scene.cursor == Cursor{}) return false;
  const bool mine = compared.of_network
                        ? drawn.id.layer == *layer && (drawn.fate.compared || !drawn.fate.known)
                        : drawn.fate.compared && drawn.fate.by.layer == *layer;
  return mine && drawn.has_run;
}

// What the step in view moves with pointer swaps: bars, joined to where their keys go.
void draw_blocks(Picture& picture, const Scene& scene, const Compared& compared,
                 const Diagram& diagram) {
  const Network& network = scene.recording->network;
  const auto layer = layer_in_view(scene);
  if (compared.of_network || !layer || !network.in_trees(*layer)) return;
  const TreeStep& step = network.step(*layer);
  const auto in_diagram = diagram.layer_of(step.merge, step.first_stage);
  if (!in_diagram) return;
  const float x = diagram.map.x(diagram.geometry.cell_x(*in_diagram)) + 0.45F * diagram.map.unit_x;
  const auto y = [&](float wire) {
    return diagram.map.y(wire - static_cast<float>(diagram.first_wire));
  };
  for (const MovedWires& moved : swapped_wires(scene, *layer)) {
    if (moved.first < diagram.first_wire ||
        moved.first - diagram.first_wire >= diagram.network.wires()) {
      continue;
    }
    const auto first = static_cast<float>(moved.first);
    const auto length = static_cast<float>(moved.length);
    picture.boxes.push_back({x - 2.5F, y(first - 0.3F), 5,
                             y(first + length - 0.7F) - y(first - 0.3F), Role::kAccent, true, 2});
    if (moved.by < 0) continue;
    picture.lines.push_back({x, y(first + length - 0.7F), x,
                             y(first + static_cast<float>(moved.by) - 0.3F), Role::kAccent, 1.2F});
  }
}

void draw_wires(Picture& picture, const Scene& scene, const Diagram& diagram) {
  const std::uint32_t wires = diagram.network.wires();
  const float x0 = diagram.map.x(0) - kKeysRoom + 8;
  const float x1 = diagram.map.x(diagram.geometry.width()) + kKeysRoom - 8;
  const std::uint32_t every = label_stride(diagram.map.unit_y, 14, wires);
  for (Wire wire = 0; wire < wires; ++wire) {
    const Wire of_run = wire + diagram.first_wire;
    const float y = diagram.map.y(static_cast<float>(wire));
    const bool selected = scene.selected.wire == of_run;
    const bool lit = selected || scene.hover.wire == of_run;
    picture.lines.push_back({x0, y, x1, y, lit ? Role::kAccent : Role::kWire,
                             selected ? 2.0F
                             : lit    ? 1.4F
                                      : 1.0F});
    if (wire % every != 0) continue;
    picture.labels.push_back({x0 - 8, y, fmt::to_string(of_run), kLeastText, Face::kMono,
                              Anchor::kEnd, lit ? Role::kAccent : Role::kMuted});
  }
}

// Boxes about the merge levels, names above, distances below.
void draw_levels(Picture& picture, const Scene& scene, const Compared& compared,
                 const Diagram& diagram) {
  const DiagramMap& map = diagram.map;
  const auto layer = layer_in_view(scene);
  const float bottom = map.y(static_cast<float>(diagram.network.wires() - 1));
  for (std::uint32_t first = 0, j = diagram.first_merge; first < diagram.network.depth();
       first += j++) {
    const float x0 = map.x(diagram.geometry.cell_x(first)) + 2;
    const float x1 = map.x(diagram.geometry.cell_x(first + j)) - 2;
    picture.boxes.push_back(
        {x0, map.y(0) - 30, x1 - x0, bottom - map.y(0) + 58, Role::kLine, false, 6});
    const std::string name = fmt::format("j = {}", j);
    if (x1 - x0 > estimated_width(name, 13, Face::kSansBold) + 4) {
      picture.labels.push_back({x0 + 8, map.y(0) - 18, name, 13, Face::kSansBold, Anchor::kStart,
                                j == compared.merge ? Role::kText : Role::kMuted});
    }
    for (std::uint32_t k = 0; k < j; ++k) {
      const float left = map.x(diagram.geometry.cell_x(first + k));
      const float right = map.x(diagram.geometry.cell_x(first + k + 1));
      const std::string text = fmt::to_string(std::uint32_t{1} << (j - k - 1));
      if (estimated_width(text, kLeastText, Face::kMono) > right - left) continue;
      bool current = false;
      if (layer && scene.cursor != Cursor{}) {
        const Network& network = scene.recording->network;
        current = compared.of_network
                      ? network.label(*layer).distance == std::uint32_t{1} << (j - k - 1) &&
                            j == compared.merge
                      : network.step(*layer).merge == j && network.step(*layer).first_stage <= k &&
                            k <= network.step(*layer).last_stage;
      }
      if (current) {
        picture.boxes.push_back(
            {left, map.y(0) - 8, right - left, bottom - map.y(0) + 16, Role::kAccentBand, true, 4});
      }
      picture.labels.push_back({(left + right) / 2, bottom + 18, text, kLeastText, Face::kMono,
                                Anchor::kMiddle, current ? Role::kText : Role::kMuted});
    }
  }
}

// `aside`: of its own width, to the right.
void draw_key(Picture& picture, const Scene& scene, std::uint32_t place, float x, float y,
              float unit_y, float aside = 0) {
  const Recording& recording = *scene.recording;
  const bool padding = recording.is_padding(place);
  if (padding && scene.options->padding == PaddingStyle::kHidden) return;
  const float close = std::min(0.8F * unit_y, 12.0F);
  const float size = std::clamp(std::max(0.56F * unit_y, close), 8.0F, 15.0F);
  const std::string text = short_key_text(recording, place);
  const float h = std::clamp(0.85F * unit_y, 10.0F, 24.0F);
  const float w = std::max(0.62F * size * static_cast<float>(display_length(text)) + 10, 22.0F);
  const float rank = rank_fraction(scene, place);
  x += aside * (w + 3);
  picture.chips.push_back(
      {x - w / 2, y - h / 2, w, h, padding ? Role::kGround : Role::kRank, true, 5, rank});
  if (padding)
    picture.chips.push_back({x - w / 2, y - h / 2, w, h, Role::kGhost, false, 5, 0, 1, true});
  if (scene.selected.place == place || scene.hover.place == place) {
    picture.chips.push_back(
        {x - w / 2 - 1, y - h / 2 - 1, w + 2, h + 2, Role::kAccent, false, 6, 0, 2});
  }
  picture.labels.push_back({x, y, text, size, Face::kMono, Anchor::kMiddle,
                            padding ? Role::kMuted : Role::kText, padding ? -1 : rank});
  picture.labels.back().of_key = true;
}

// x of the keys at the cursor: behind the stage in view.
float keys_x(const Scene& scene, const Compared& compared, const Diagram& diagram) {
  const auto layer = layer_in_view(scene);
  if (!layer || scene.cursor == Cursor{}) return diagram.map.x(0) - kKeysRoom / 2 + 4;
  const Network& network = scene.recording->network;
  std::optional<std::uint32_t> in_diagram;
  if (compared.of_network) {
    const std::uint32_t first = network.levels()[network.level_index(*layer)].first_layer;
    in_diagram = diagram.layer_of(compared.merge, *layer - first);
  } else {
    in_diagram = diagram.layer_of(network.step(*layer).merge, network.step(*layer).last_stage);
  }
  if (!in_diagram) return diagram.map.x(0) - kKeysRoom / 2 + 4;
  return *in_diagram + 1 == diagram.network.depth()
             ? diagram.map.x(diagram.geometry.width()) + kKeysRoom / 2 - 4
             : diagram.map.x(diagram.geometry.cell_x(*in_diagram + 1));
}

void draw_keys(Picture& picture, const Scene& scene, const Compared& compared,
               const Diagram& diagram) {
  if (diagram.map.unit_y < kLeastChip) return;
  const float start_x = diagram.map.x(0) - kKeysRoom / 2 + 4;
  const float x = keys_x(scene, compared, diagram);
  const std::vector<Wire> after = wires_after(scene);
  std::vector<std::uint32_t> start = scene.recording->start.places;
  if (!diagram.whole() && !compared.merger && scene.elsewhere != nullptr) {
    const auto layer = layer_in_view(scene);
    const Network& network = scene.recording->network;
    const std::uint32_t first =
        network.levels()[network.level_index(layer.value_or(0))].first_layer;
    scene.elsewhere->seek({first, 0});
    start.assign(scene.elsewhere->places().begin(), scene.elsewhere->places().end());
  }
  for (Wire wire = 0; wire < diagram.network.wires(); ++wire) {
    const Wire of_run = wire + diagram.first_wire;
    const auto y = static_cast<float>(wire);
    if (x > start_x + 1) {
      draw_key(picture, scene, start[of_run], start_x, diagram.map.y(y), diagram.map.unit_y);
    }
    const float to =
        after.empty() ? y
                      : static_cast<float>(after[of_run]) - static_cast<float>(diagram.first_wire);
    const Passing way = to == y ? Passing{} : passing(scene.fraction);
    const float track = passing_track(scene, after, of_run) * way.aside;
    draw_key(picture, scene, scene.places[of_run], x, diagram.map.y(std::lerp(y, to, way.along)),
             diagram.map.unit_y, to > y ? track : -track);
  }
}

void draw_head(Picture& picture, const Scene& scene, const Compared& compared, const Page& page,
               const Diagram& diagram, const std::vector<Drawn>& all) {
  const float room = page.width - 150 - kMargin;
  const std::uint32_t n = std::uint32_t{1} << compared.keys_log2;
  const std::string what =
      diagram.there && !diagram.whole() && !compared.merger
          ? fmt::format("Merge j = {} of the bitonic network{}", compared.merge,
                        n >> compared.merge == 1
                            ? std::string()
                            : fmt::format(", block {} of {}", diagram.block, n >> compared.merge))
      : compared.merger ? fmt::format("Bitonic merger of {} keys", n)
                        : fmt::format("Bitonic network of {} keys", n);
  picture.labels.push_back(
      {kMargin, 24,
       first_fitting({what + (compared.of_network ? ": what an adaptive run would compare"
                                                  : ": what the adaptive run compares"),
                      what},
                     13, Face::kSansBold, room),
       13, Face::kSansBold, Anchor::kStart, Role::kMuted});
  const auto layer = layer_in_view(scene);
  if (!layer || scene.cursor == Cursor{}) {
    picture.labels.push_back(
        fitted({kMargin, 46, {}, 13, Face::kSans, Anchor::kStart, Role::kText},
               {"The input: nothing has been compared yet.", "Nothing compared yet."},
               page.width - 2 * kMargin));
    return;
  }
  const Network& network = scene.recording->network;
  if (compared.of_network) {
    // In the middle of a layer it is not known yet.
    if (scene.cursor.layer == *layer) return;
    const auto of_step = std::count_if(all.begin(), all.end(), [&](const Drawn& drawn) {
      return drawn.id.layer == *layer && drawn.fate.compared;
    });
    if (diagram.there) {
      picture.labels.push_back(
          {kMargin, 46,
           first_fitting(
               {fmt::format("Layer {} compares {} here; the adaptive run compares {} of them.",
                            *layer + 1, counted(diagram.network.wires() / 2, "pair"), of_step)},
               13, Face::kSans, page.width - 2 * kMargin),
           13, Face::kSans, Anchor::kStart, Role::kText});
    }
    return;
  }
  // Every comparison of the step is looked up among the comparators of the network's layer.
  std::uint32_t found = 0;
  for (std::uint32_t index = 0; index < network.count(*layer); ++index) {
    const TreeTask task = network.task(*layer, index);
    const LayerForm form = xor_layer(std::uint32_t{1} << task.merge, task.half());
    const Comparator c = network.comparator(*layer, index);
    const std::uint32_t at = remove_bit(c.lower(), form.chunk_log2);
    found += comparator_of(form, network.wires(), at) == c ? 1 : 0;
  }
  const std::uint32_t all_of_step = network.count(*layer);
  const bool subset = found == all_of_step;
  const float right = page.side > 0 && page.height >= 420 ? page.side - 24 : page.width - kMargin;
  picture.dots.push_back({kMargin + 4, 46, 4, subset ? Role::kGood : Role::kExchanged, true});
  picture.labels.push_back(
      {kMargin + 16, 46,
       first_fitting({fmt::format("{} of {} comparison{} of this step {} of the network", found,
                                  all_of_step, all_of_step == 1 ? "" : "s",
                                  all_of_step == 1 ? "is a comparator" : "are comparators"),
                      fmt::format("{} of {} comparisons are in the network", found, all_of_step)},
                     13, Face::kSans, right - kMargin - 16),
       13, Face::kSans, Anchor::kStart, Role::kText});
  if (page.height < 420) return;
  const std::string moved = moved_blocks_text(scene, *layer);
  picture.labels.push_back(
      fitted({kMargin + 16, 66, moved, 13, Face::kSans, Anchor::kStart, Role::kMuted},
             right - kMargin - 16));
}

bool names(const Selection& selection, const Drawn& drawn) {
  return selection.comparator && drawn.pointable && *selection.comparator == drawn.id;
}

}  // namespace

}  // namespace compare_picture

namespace {

using namespace compare_picture;

Picture layout(const Scene& scene, float width, float height) {
  if (own_against::is_for(scene)) return own_against::layout(scene, width, height);
  Picture picture;
  picture.width = width;
  picture.height = height;
  std::string why;
  const auto compared = compared_runs(scene, why);
  if (!compared) {
    picture.labels.push_back(fitted(
        {kMargin, 24, why, 13, Face::kSans, Anchor::kStart, Role::kMuted}, width - 2 * kMargin));
    return picture;
  }
  const Page page = page_for(width, height);
  picture.width = page.width;
  picture.height = page.height;
  const Diagram diagram = diagram_for(scene, *compared, page);
  const std::vector<Drawn> all =
      diagram.there ? comparators_of(scene, *compared, diagram) : std::vector<Drawn>();
  draw_head(picture, scene, *compared, page, diagram, all);
  if (diagram.there) {
    draw_levels(picture, scene, *compared, diagram);
    draw_wires(picture, scene, diagram);
    const bool dots = diagram.map.unit_y >= 6 && diagram.map.unit_x >= 4;
    const bool arrows =
        scene.options->network.arrows && diagram.map.unit_y >= 10 && diagram.map.unit_x >= 6;
    for (const Drawn& drawn : all) draw_comparator(picture, diagram, drawn, dots, arrows);
    draw_blocks(picture, scene, *compared, diagram);
    for (const Drawn& drawn : all) {
      if (names(scene.selected, drawn)) {
        draw_frame(picture, drawn, 2.4F);
      } else if (names(scene.hover, drawn)) {
        draw_frame(picture, drawn, 1.4F);
      } else if (dots && in_step(scene, *compared, drawn)) {
        draw_frame(picture, drawn, 1.4F);
      }
    }
    draw_keys(picture, scene, *compared, diagram);
    if (scene.fraction > 0) leave_out_covered_numbers(picture);
  } else {
    draw_stages(picture, scene, *compared, page);
  }
  if (page.side > 0) draw_numbers(picture, *compared, page);
  return magnified(std::move(picture), page.magnified);
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  if (!own_against::is_for(scene)) return {};
  return own_against::action(scene, width, height, x, y);
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  if (own_against::is_for(scene)) return own_against::pick(scene, width, height, x, y);
  Selection found;
  std::string why;
  const auto compared = compared_runs(scene, why);
  if (!compared) return found;
  const Page page = page_for(width, height);
  const Diagram diagram = diagram_for(scene, *compared, page);
  if (!diagram.there) return found;
  x /= page.magnified;
  y /= page.magnified;
  float nearest = std::clamp(diagram.map.unit_x / 2, 3.0F, 8.0F);
  for (const Drawn& drawn : comparators_of(scene, *compared, diagram)) {
    const float top = std::min(drawn.y0, drawn.y1) - 4;
    const float bottom = std::max(drawn.y0, drawn.y1) + 4;
    if (!drawn.pointable || y < top || y > bottom || std::abs(x - drawn.x) >= nearest) continue;
    nearest = std::abs(x - drawn.x);
    found.comparator = drawn.id;
  }
  if (found.comparator) return found;
  const float wire = std::round((y - diagram.map.y(0)) / diagram.map.unit_y);
  const bool beside = x < page.left - kKeysRoom || x > page.right + kKeysRoom;
  if (beside || wire < 0 || wire >= static_cast<float>(diagram.network.wires())) return found;
  found.wire = static_cast<Wire>(wire) + diagram.first_wire;
  if (std::abs(x - keys_x(scene, *compared, diagram)) <= 14)
    found.place = scene.places[*found.wire];
  return found;
}

}  // namespace

const Layout kCompareLayout = {
    .id = "compare",
    .title = "Compare",
    .summary = "Bitonic network and adaptive sort: comparators compared and saved.",
    .max_wires = 0,
    .natural_size = wide_page,
    .layout = layout,
    .pick = pick,
    .action = action,
};

}  // namespace sortscope
