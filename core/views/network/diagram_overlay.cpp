// diagram_overlay.cpp: a CUDA kernel's launches and the chunks of its first block, laid over
// the network diagram (Michalainas and Charisi 2025, section 2.2).
#include <fmt/format.h>

#include <algorithm>

#include "core/recordings/recording.h"
#include "core/views/kernels/launches.h"
#include "core/views/network/diagram_body.h"

namespace sortscope {

void add_kernel_overlay(const Scene& scene, const NetworkGeometry& geometry,
                        const DiagramFrame& frame, std::uint32_t wires, Picture& picture,
                        std::vector<MovableLabel>& labels) {
  const Recording& recording = *scene.recording;
  const LayoutOptions& options = *scene.options;
  if (options.kernel.overlay.empty()) return;
  const auto plan =
      plan_launches(recording.network, recording.algorithm->xor_schedule, options.kernel.overlay,
                    launches_picture::shape_for(recording, options));
  if (!plan) return;  // the kernel does not run this network: there is nothing to lay over it
  const DiagramMap& map = frame.map;
  const float top = map.y(0) - 18;
  const float bottom = map.y(static_cast<float>(wires) - 1) + 18;
  float last_right = -1e9F;
  for (std::uint32_t i = 0; i < plan->launch_count(); ++i) {
    const Launch& launch = plan->launches[i];
    const float left = map.x(geometry.cell_x(launch.first_layer));
    const float right = map.x(geometry.cell_x(launch.first_layer + launch.layer_count));
    // All blocks wait for each other where a launch begins.
    if (i > 0) picture.lines.push_back({left, top, left, bottom, Role::kAccent, 1.2F, true});
    for (const WireRange& chunk : chunks_of(*plan, i, 0)) {
      if (chunk.first >= chunk.last) continue;
      const float y0 = map.y(static_cast<float>(chunk.first) - 0.45F);
      const float y1 = map.y(static_cast<float>(std::min(chunk.last, wires)) - 0.55F);
      picture.boxes.push_back(
          {left + 2, y0, right - left - 4, y1 - y0, Role::kAccentBand, true, 4});
    }
    const std::string name = fmt::format("launch {}", i + 1);
    const float width = 7.0F * static_cast<float>(name.size());
    if (right - left < width + 8 || left + 4 < last_right) continue;
    labels.push_back({{0, 0, name, 11, Face::kSansBold, Anchor::kStart, Role::kAccent},
                      {{left + 6, bottom - 6}, {left + 6, bottom + 6}, {left + 6, top - 6}},
                      false});
    last_right = left + 4 + width;
  }
}

}  // namespace sortscope
