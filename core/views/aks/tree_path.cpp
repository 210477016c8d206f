// tree_path.cpp: a followed key's way through the tree of the AKS construction.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/aks/tree.h"

namespace sortscope::aks_tree_picture {

namespace {

constexpr float kBeside = 3;  // of an edge: ways down run left of it, ways up right of it

struct Node {
  std::uint32_t level = 0, node = 0;
};

Node node_of(const AksStep& step, std::uint32_t spot) {
  const AksSpot at = aks_spot(step, spot);
  return {step.levels[at.index].level, at.node};
}

// The part of the edge between two nodes that no box covers, from `a` to `b`.
std::array<ShapePoint, 2> edge_between(const AksTreeField& field, const AksTreeRows& rows, Node a,
                                       Node b) {
  const ShapePoint from{field.x(a.level, a.node), field.y(a.level)};
  const ShapePoint to{field.x(b.level, b.node), field.y(b.level)};
  const bool down = to.y > from.y;
  const float drop = std::max(std::abs(to.y - from.y), 1.0F);
  const float leave = std::min(reach_of(rows, a.level) / drop, 0.5F);
  const float enter = std::min(reach_of(rows, b.level) / drop, 0.5F);
  const float aside = down ? -kBeside : kBeside;
  const auto at = [&](float share) {
    return ShapePoint{from.x + share * (to.x - from.x) + aside, from.y + share * (to.y - from.y)};
  };
  return {at(leave), at(1 - enter)};
}

}  // namespace

float reach_of(const AksTreeRows& rows, std::uint32_t level) {
  for (std::uint32_t i = 0; i < rows.step.level_count; ++i) {
    if (rows.rows[i].level.level == level) return rows.rows[i].half_height() + 2;
  }
  return 3;
}

void draw_path(Picture& picture, const Scene& scene, const AksTreePage& page,
               const AksTreeRows& rows, const AksTreeMoment& moment, const AksTreePath& path) {
  const AksNetwork& aks = *scene.recording->network.aks();
  const auto line = [&](ShapePoint a, ShapePoint b, bool done) {
    Shape leg;
    leg.role = Role::kAccent;
    leg.alpha = done ? 0.75F : 0.5F;
    leg.width = done ? 1.8F : 1.2F;
    leg.dashed = !done;
    picture.add_shape(std::array<ShapePoint, 2>{a, b}, leg);
  };
  std::optional<ShapePoint> arrived;
  // Where it has come; without a question also where it goes, dashed.
  const std::size_t told =
      hides_what_comes(scene) ? std::min<std::size_t>(moment.t, path.spots.size()) : SIZE_MAX;
  for (std::uint32_t t = 0; t < path.spots.size(); ++t) {
    std::optional<std::array<ShapePoint, 2>> leg;
    if (t + 1 < path.spots.size()) {
      leg = edge_between(page.field, rows, node_of(aks.steps()[t], path.spots[t]),
                         node_of(aks.steps()[t + 1], path.spots[t + 1]));
    }
    if (t == moment.t && scene.fraction == 0) {
      // Into the node to the key, and out again.
      const auto at = std::find(moment.places.begin(), moment.places.end(), path.place);
      const bool found = at != moment.places.end();
      const AksTreeDot dot = aks_tree_dot(
          rows, found ? static_cast<std::uint32_t>(at - moment.places.begin()) : path.spots[t]);
      if (arrived) line(*arrived, {dot.x, dot.y}, true);
      if (leg && t < told) line({dot.x, dot.y}, (*leg)[0], false);
    } else if (arrived && leg) {
      line(*arrived, (*leg)[0], t < moment.t);
    }
    if (!leg || t >= told) break;
    line((*leg)[0], (*leg)[1], t < moment.t);
    arrived = (*leg)[1];
  }
}

}  // namespace sortscope::aks_tree_picture
