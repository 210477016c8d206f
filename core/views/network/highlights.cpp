// highlights.cpp: bands over wires and layers of the network diagram.
#include "core/views/network/highlights.h"

#include <algorithm>

#include "core/pictures/label_fit.h"
#include "core/views/network/diagram_body.h"

namespace sortscope {

namespace {

constexpr float kLabelSize = 13;
constexpr float kReach = 20;  // of wires, beyond the keys

}  // namespace

void add_band(Picture& picture, float left, float top, float right, float bottom,
              const std::string& label, bool centred) {
  const float width = std::max(right - left, 2.0F);
  const float height = std::max(bottom - top, 2.0F);
  picture.boxes.push_back({left, top, width, height, Role::kAccentBand, true, 6});
  picture.boxes.push_back({left, top, width, height, Role::kAccent, false, 6, 0, 1.2F, true});
  if (label.empty()) return;
  const std::string text =
      shortened(label, kLabelSize, Face::kSansBold, std::max(picture.width - 24, 20.0F));
  const float wide = estimated_width(text, kLabelSize, Face::kSansBold) + 12;
  const float start = centred ? (left + right - wide) / 2 : left + 10;
  const float x = std::clamp(start, 4.0F, std::max(picture.width - wide - 4, 4.0F));
  const float y = std::max(top, 12.0F);
  picture.chips.push_back({x, y - 10, wide, 20, Role::kGround, true, 4});
  picture.labels.push_back(
      {x + wide / 2, y, text, kLabelSize, Face::kSansBold, Anchor::kMiddle, Role::kAccent});
}

void add_highlights(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                    std::uint32_t wires, Picture& picture) {
  const Network& network = scene.recording->network;
  const DiagramMap& map = frame.map;
  for (const Highlight& band : scene.laid_over->highlights) {
    if (band.layers) {
      if (band.first >= network.depth()) continue;
      const std::uint32_t last = std::min(band.last, network.depth() - 1);
      add_band(picture, map.x(geometry.cell_x(band.first)), map.y(0) - 20,
               map.x(geometry.cell_x(last + 1)), map.y(static_cast<float>(wires) - 1) + 20,
               band.label, true);
    } else {
      if (band.first >= wires) continue;
      const std::uint32_t last = std::min(band.last, wires - 1);
      const float half = std::min(0.5F * map.unit_y, 22.0F);
      add_band(picture, map.x(-frame.ends) - kReach, map.y(static_cast<float>(band.first)) - half,
               map.x(geometry.width() + frame.ends) + kReach,
               map.y(static_cast<float>(last)) + half, band.label, false);
    }
  }
}

}  // namespace sortscope
