// streams.cpp: the view `streams`: adaptive bitonic merging as a stream program (Zachmann 2011,
// figure 11): node pairs in, kernel instances, nodes and pairs out, phase below phase.
#include "core/views/adaptive/streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/layout.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kHead = 60;  // the two lines of the caption
constexpr float kMemoryGap = 28;
constexpr float kLeastWidthForMemory = 760;
constexpr std::uint32_t kMaxWires = std::uint32_t{1} << 16;

struct Page {
  StreamArea body;
  StreamArea memory;  // empty: no room for it
};

bool is_local_sort(const Network& network, std::uint32_t layer) {
  return network.fixed(layer) && network.label(layer).level < kFinishLog2;
}

Page page_for(const Network& network, std::uint32_t layer, float width, float height) {
  Page page;
  page.body = {kMargin, kHead, width - kMargin, height - 16};
  if (width < kLeastWidthForMemory || is_local_sort(network, layer)) return page;
  const float memory = std::clamp(width * 0.26F, 236.0F, 360.0F);
  page.memory = {page.body.right - memory, kHead + 4, page.body.right, page.body.bottom};
  page.body.right = page.memory.left - kMemoryGap;
  return page;
}

bool has_trees(const Recording& recording) {
  return recording.algorithm->family == Family::kTree ||
         recording.algorithm->family == Family::kStreams;
}

bool is_stage(const Recording& recording, std::uint32_t layer) {
  return recording.network.in_trees(layer);
}

std::string stage_sentence(const Recording& recording, std::uint32_t layer) {
  const TreeStep& step = recording.network.step(layer);
  const bool streams = recording.algorithm->family == Family::kStreams;
  if (step.first_stage != step.last_stage) {
    return "Several stages run in this step: each instance reads (p, q), compares, and writes the "
           "pair to visit next.";
  }
  if (step.first_phase == 0) {
    return streams ? "Each instance compares root and extra node, writes both in order, and passes "
                     "the root's children on as (p, q)."
                   : "Each instance compares the root and the extra node of its tree, and writes "
                     "the root's children as (p, q).";
  }
  if (step.first_phase + 1 == step.merge - step.first_stage) {
    return streams ? "The last phase: p and q are leaves, both are written, and no pair follows."
                   : "The last phase: p and q are leaves, and no pair follows.";
  }
  if (streams) {
    return "Each instance reads (p, q), swaps values and left links if p > q, and writes both "
           "where their parents now point.";
  }
  return recording.algorithm->rule == TreeRule::kTwoCase
             ? "Each instance reads (p, q), swaps values and left (case 2: right) links if p > q, "
               "and writes the pair to visit next."
             : "Each instance reads (p, q), swaps values and left links if p > q, and writes the "
               "pair to visit next.";
}

std::string sentence(const Recording& recording, std::uint32_t layer) {
  const Network& network = recording.network;
  if (is_stage(recording, layer)) return stage_sentence(recording, layer);
  if (is_local_sort(network, layer)) {
    const bool trees = network.wires() > std::uint32_t{1} << kLocalLog2;
    return fmt::format(
        "Local sort: an instance sorts {} keys in registers by Batcher's "
        "network{}.",
        std::min(network.wires(), std::uint32_t{1} << kLocalLog2),
        trees ? ", odd blocks downwards; then they become trees" : "");
  }
  return "Finish: an instance reads a tree of 16 nodes by its links, merges its keys in registers, "
         "and writes them in order.";
}

// The sentence, and the same without its last parts; what stands in brackets stays together.
std::vector<std::string> shorter_and_shorter(std::string text) {
  std::vector<std::string> texts{text};
  for (std::size_t at = 0; (at = text.find_last_of(",;")) != std::string::npos;) {
    text.resize(at);
    if (std::ranges::count(text, '(') == std::ranges::count(text, ')')) {
      texts.push_back(text + '.');
    }
  }
  return texts;
}

void add_caption(Picture& picture, float y, const std::string& text, Face face) {
  picture.labels.push_back(fitted({kMargin, y, text, 13, face, Anchor::kStart, Role::kMuted},
                                  shorter_and_shorter(text), picture.width - 2 * kMargin));
}

// Why there is nothing to show; empty where there is.
std::string obstacle(const Scene& scene) {
  const Recording& recording = *scene.recording;
  const std::uint32_t wires = recording.network.wires();
  if (!has_trees(recording)) {
    return "Streams of node pairs belong to adaptive bitonic sorting in trees: choose GPU-ABiSort.";
  }
  if (wires > kMaxWires) {
    return fmt::format("The stream view shows up to {} wires; this run has {}.", kMaxWires, wires);
  }
  return scene.elsewhere == nullptr ? "The streams cannot be replayed here." : "";
}

// Large pages show the same picture larger: up to twice its size.
float scale_of(float width, float height) {
  return std::clamp(std::min(width / 1280, height / 720), 1.0F, 2.0F);
}

template <typename Mark>
void scale_boxes(std::vector<Mark>& boxes, float scale) {
  for (Mark& box : boxes) {
    for (float* value : {&box.x, &box.y, &box.w, &box.h, &box.corner, &box.width}) *value *= scale;
  }
}

void scale_picture(Picture& picture, float scale) {
  picture.width *= scale;
  picture.height *= scale;
  scale_boxes(picture.boxes, scale);
  scale_boxes(picture.chips, scale);
  for (Line& line : picture.lines) {
    for (float* value : {&line.x0, &line.y0, &line.x1, &line.y1, &line.width}) *value *= scale;
  }
  for (Dot& dot : picture.dots) {
    for (float* value : {&dot.x, &dot.y, &dot.radius, &dot.width}) *value *= scale;
  }
  for (ArrowHead& arrow : picture.arrows) {
    for (float* value : {&arrow.x, &arrow.y, &arrow.size, &arrow.width}) *value *= scale;
  }
  for (Label& label : picture.labels) {
    for (float* value : {&label.x, &label.y, &label.size}) *value *= scale;
  }
}

Picture layout_at_one(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const Recording& recording = *scene.recording;
  if (const std::string why = obstacle(scene); !why.empty()) {
    add_caption(picture, 24, why, Face::kSans);
    return picture;
  }
  picture.labels.push_back(
      fitted({kMargin, 24, {}, 13, Face::kSansBold, Anchor::kStart, Role::kMuted},
             scene_captions(scene), width - 2 * kMargin));
  const auto layer = layer_in_view(scene);
  if (!layer) return picture;
  add_caption(picture, 44, sentence(recording, *layer), Face::kSans);
  const Page page = page_for(recording.network, *layer, width, height);
  const std::optional<StreamMerge> streams = stream_merge_at(scene, *layer);
  if (!is_stage(recording, *layer)) {
    draw_pass(picture, scene, *layer, streams, page.body);
  } else {
    const StageSize room = stage_room(recording, page.body);
    const StageView view = stage_view(scene, *layer, room);
    draw_stage(picture, scene, view, page.body);
    if (!streams && page.memory.width() > 0) draw_node_memory(picture, scene, view, page.memory);
  }
  if (streams && page.memory.width() > 0) {
    draw_stream_memory(picture, scene, *layer, *streams, page.memory);
  }
  return picture;
}

Picture layout(const Scene& scene, float width, float height) {
  const float scale = scale_of(width, height);
  Picture picture = layout_at_one(scene, width / scale, height / scale);
  if (scale > 1) scale_picture(picture, scale);
  return picture;
}

void natural_size(const Recording& recording, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  const std::uint32_t phases = floor_log2(std::max(recording.network.wires(), 2U));
  width = 1280;
  height = std::clamp(kHead + 112.0F * static_cast<float>(phases) + 40, 480.0F, 900.0F);
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  if (!obstacle(scene).empty()) return {};
  const auto layer = layer_in_view(scene);
  if (!layer) return {};
  const float scale = scale_of(width, height);
  const Page page = page_for(scene.recording->network, *layer, width / scale, height / scale);
  x /= scale;
  y /= scale;
  std::optional<Selection> found;
  if (is_stage(*scene.recording, *layer)) {
    const StageSize room = stage_room(*scene.recording, page.body);
    found = pick_stage(scene, stage_view(scene, *layer, room), page.body, x, y);
  } else {
    found = pick_pass(scene, *layer, page.body, x, y);
  }
  return found.value_or(Selection{});
}

}  // namespace

std::string stream_address(std::uint32_t n_log2, std::uint32_t address) {
  const std::uint32_t size = stream_size(n_log2);
  return fmt::format("{}{}", address < size ? 'A' : 'B', address % size);
}

bool is_chosen_key(const Scene& scene, std::uint32_t place) {
  for (const Selection* selection : {&scene.hover, &scene.selected}) {
    if (selection->place && *selection->place == place) return true;
    if (selection->wire && *selection->wire < scene.places.size() &&
        scene.places[*selection->wire] == place) {
      return true;
    }
  }
  return false;
}

void add_chip(Picture& picture, const Scene& scene, const StreamChip& chip) {
  const Recording& recording = *scene.recording;
  const bool padding = recording.is_padding(chip.place);
  if (padding && scene.options->padding == PaddingStyle::kHidden) return;
  Box box{.x = chip.x - chip.w / 2,
          .y = chip.y - chip.h / 2,
          .w = chip.w,
          .h = chip.h,
          .role = Role::kRank,
          .filled = true,
          .corner = std::min(5.0F, chip.w / 4),
          .rank = rank_fraction(scene, chip.place)};
  if (padding || chip.ghost) {
    box.role = Role::kGround;
    picture.chips.push_back(box);
    box.role = padding ? Role::kGhost : Role::kLine;
    box.filled = false;
    box.dashed = padding;
  }
  picture.chips.push_back(box);
  if (is_chosen_key(scene, chip.place)) {
    box.role = Role::kAccent;
    box.filled = false;
    box.dashed = false;
    box.width = 2;
    picture.chips.push_back(box);
  }
  const std::string text = short_key_text(recording, chip.place);
  if (estimated_width(text, chip.size, Face::kMono) > chip.w) return;
  const bool plain = padding || chip.ghost;
  picture.labels.push_back({chip.x,
                            chip.y,
                            text,
                            chip.size,
                            Face::kMono,
                            Anchor::kMiddle,
                            plain ? Role::kMuted : Role::kText,
                            plain ? -1 : rank_fraction(scene, chip.place),
                            {},
                            true});
}

void add_arrow_head(Picture& picture, float tip_x, float tip_y, float from_x, float from_y,
                    float size, Role role, float width) {
  const float dx = tip_x - from_x;
  const float dy = tip_y - from_y;
  const float length = std::hypot(dx, dy);
  if (length < 0.5F) return;
  const float along_x = dx / length * size;
  const float along_y = dy / length * size;
  for (const float side : {-0.55F, 0.55F}) {
    picture.lines.push_back({tip_x, tip_y, tip_x - along_x + side * along_y,
                             tip_y - along_y - side * along_x, role, width});
  }
}

const Layout kStreamsLayout = {
    "streams",
    "Streams",
    "Adaptive merging as a stream program: node pairs in, kernels, nodes out.",
    kMaxWires,
    natural_size,
    layout,
    pick};

}  // namespace sortscope
