// diagram_aks.cpp: comparators of an AKS network in the network diagram: single ones where
// there is room.
#include <algorithm>

#include <fmt/format.h>

#include "core/algorithms/schedules.h"
#include "core/base/number_text.h"
#include "core/networks/wording.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/views/network/diagram_body.h"
#include "core/views/network/diagram_map.h"

namespace sortscope {

namespace {

constexpr float kLeastStage = 12;  // pixels of a stage whose separators are framed
constexpr float kLeastNode = 6;

class AksBody {
 public:
  AksBody(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
          Picture& picture)
      : scene_(scene),
        recording_(*scene.recording),
        network_(recording_.network),
        aks_(*network_.aks()),
        geometry_(geometry),
        frame_(frame),
        map_(frame.map),
        picture_(picture),
        top_(map_.y(-0.4F)),
        bottom_(map_.y(static_cast<float>(network_.wires()) - 0.6F)) {}

  void add() {
    const std::uint32_t first = geometry_.layer_at(map_.inverse_x(0));
    const std::uint32_t last = geometry_.layer_at(map_.inverse_x(picture_.width));
    for (std::uint32_t layer = first; layer <= last; ++layer) {
      if (!drawn_as_tiles(scene_, geometry_, map_, layer)) add_comparators(layer);
    }
    add_exchange_tiles(scene_, geometry_, frame_, false, picture_);
    add_frames(first, last);
  }

 private:
  void add_comparators(std::uint32_t layer) {
    const DiagramStrokes strokes = strokes_for(map_, std::min(geometry_.column_pitch(layer), 1.0F));
    const std::uint32_t columns = network_.sub_columns(layer);
    for (std::uint32_t index = 0; index < network_.count(layer); ++index) {
      const float x = map_.x(geometry_.first_column(layer) +
                             geometry_.column_pitch(layer) * static_cast<float>(index % columns));
      if (x < -8 || x > picture_.width + 8) continue;
      const Comparator c = recording_.comparator(layer, index);
      const float y_min = map_.y(static_cast<float>(c.min_wire));
      const float y_max = map_.y(static_cast<float>(c.max_wire));
      if (std::max(y_min, y_max) < 0 || std::min(y_min, y_max) > picture_.height) continue;
      const bool run = has_run(scene_, geometry_, layer, index);
      const bool exchanged = run && recording_.exchanged(layer, index);
      const bool ghost = scene_.padding != nullptr && (scene_.padding->at(layer, c.lower()) ||
                                                       scene_.padding->at(layer, c.upper()));
      if (is_hidden(scene_, layer, c)) continue;
      const Role role = !run        ? Role::kFuture
                        : exchanged ? Role::kExchanged
                        : ghost     ? Role::kGhost
                                    : Role::kKept;
      const float width = exchanged ? strokes.exchanged_width : strokes.kept_width;
      picture_.lines.push_back({x, y_min, x, y_max, role, width, ghost});
      if (!strokes.dots) continue;
      for (const float y : {y_min, y_max}) {
        picture_.dots.push_back({x, y, strokes.dot_radius, role, exchanged, strokes.kept_width});
      }
      if (!scene_.options->network.arrows) continue;
      const bool down = y_max > y_min;
      const float tip = y_max + (down ? -1.0F : 1.0F) * (strokes.dot_radius + 1);
      picture_.arrows.push_back({x, tip, down, strokes.arrow_size, role, width});
    }
  }

  // Each separator of a stage as a frame over the wires that its subtree ends on.
  void add_frames(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t s = aks_.stage_of(first); s <= aks_.stage_of(last);) {
      const AksStage& stage = aks_.stages()[s];
      std::uint32_t end = s + 1;
      while (end < aks_.stages().size() && aks_.stages()[end].t == stage.t &&
             aks_.stages()[end].level == stage.level &&
             aks_.stages()[end].work != AksWork::kRepair) {
        ++end;
      }
      const AksStage& back = aks_.stages()[end - 1];
      const float left = map_.x(geometry_.cell_x(stage.first_layer));
      const float right = map_.x(geometry_.cell_x(back.first_layer + back.depth));
      s = end;
      const std::uint32_t nodes = 1U << stage.level;
      const float height = (bottom_ - top_) / static_cast<float>(nodes);
      if (right - left < kLeastStage || height < kLeastNode || stage.work == AksWork::kRepair) {
        continue;
      }
      const float x0 = std::max(left + 1, -20.0F);
      const float x1 = std::min(right - 1, picture_.width + 20);
      for (std::uint32_t node = 0; node < nodes && x1 > x0; ++node) {
        picture_.boxes.push_back({x0, top_ + height * static_cast<float>(node) + 1, x1 - x0,
                                  height - 2, Role::kLine, false, 4});
      }
    }
  }

  const Scene& scene_;
  const Recording& recording_;
  const Network& network_;
  const AksNetwork& aks_;
  const NetworkGeometry& geometry_;
  const DiagramFrame& frame_;
  const DiagramMap& map_;
  Picture& picture_;
  float top_;
  float bottom_;
};

std::string counts_text(std::string_view name, std::uint64_t size, std::uint64_t depth) {
  return fmt::format("{} {} comparators, depth {}", name, grouped_number(size),
                     grouped_number(depth));
}

}  // namespace

void add_aks_costs(const Scene& scene, const DiagramFrame& frame, Picture& picture) {
  constexpr float kLeastHeight = 90;  // lower, the layers' numbers stand there
  if (picture.height < kLeastHeight) return;
  const Network& network = scene.recording->network;
  const AksSize& size = network.aks()->size();
  const Network bitonic = kBitonic.build(network.wires());
  const Network odd_even = kOddEvenMerge.build(network.wires());
  // Beside so many layers the depth looks wrong.
  const std::string played = network.depth() == size.depth
                                 ? std::string()
                                 : fmt::format(", played in {} layers: level after level",
                                               grouped_number(network.depth()));
  const std::string text = counts_text("AKS:", size.comparators, size.depth);
  const std::string peers =
      fmt::format(" · {} · {}", counts_text("bitonic:", bitonic.size(), bitonic.depth()),
                  counts_text("odd–even mergesort:", odd_even.size(), odd_even.depth()));
  const std::string bitonic_brief =
      fmt::format(" · bitonic: {}, {}", grouped_number(bitonic.size()), bitonic.depth());
  const std::string brief = fmt::format("{}{} · odd–even mergesort: {}, {}", text, bitonic_brief,
                                        grouped_number(odd_even.size()), odd_even.depth());
  const std::string least = fmt::format("AKS: {}, depth {}{}", grouped_number(size.comparators),
                                        grouped_number(size.depth), bitonic_brief);
  constexpr float kLeft = 12;
  constexpr float kEstimate = 6.3F;  // pixels a letter
  const auto room_for = [&](const std::string& words) {
    return kEstimate * static_cast<float>(words.size()) < picture.width - frame.left;
  };
  const std::string full = text + played + peers;
  const std::string first = room_for(full) ? full : text + played + bitonic_brief;
  Label costs =
      room_for(first)
          ? Label{frame.left,  picture.height - 14, first,       12,
                  Face::kSans, Anchor::kStart,      Role::kMuted}
          : fitted({kLeft, picture.height - 14, {}, 12, Face::kSans, Anchor::kStart, Role::kMuted},
                   {first, brief, text + bitonic_brief, least}, picture.width - 2 * kLeft);
  if (network.depth() != size.depth) {
    costs.whole = fmt::format("{}{}. Played in {} layers: {}", text, peers,
                              grouped_number(network.depth()), kLayersBeyondDepth);
  }
  picture.labels.push_back(std::move(costs));
}

void add_aks_body(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                  Picture& picture) {
  AksBody(scene, geometry, frame, picture).add();
}

}  // namespace sortscope
