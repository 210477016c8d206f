// halver_edges.cpp: comparators of a halver between its two rows of wires (Fischer 2020, figure
// 2.2).
#include <algorithm>
#include <array>
#include <cmath>

#include "core/recordings/recording.h"
#include "core/views/aks/halver.h"

namespace sortscope::halver_picture {

namespace {

constexpr float kPerEdge = 3.6F;    // pixels a drawn comparator needs
constexpr float kEarlierPitch = 9;  // of wires, at least, for earlier matchings
constexpr std::uint32_t kMostEarlier = 3;
constexpr std::uint32_t kMostNeighbours = 600;
constexpr float kGraphPitch = 40;  // of wires, at least, for the whole graph (figure 2.2)

// Between two wires: straight across, bowed where both stand in the same row.
struct Edge {
  float x0, y0, x1, y1;
  bool bowed;
};
Edge edge_of(const Page& page, const ShownHalver& shown, const AksPair& pair) {
  const std::uint32_t half = shown.row().stage.half;
  const auto y = [&](std::uint32_t k) {
    return k < half ? page.left.bottom() + 2 : page.right.top - 2;
  };
  return {wire_x(page, shown, pair.low), y(pair.low), wire_x(page, shown, pair.high), y(pair.high),
          (pair.low < half) == (pair.high < half)};
}

// The pixels of a bow into the picture.
std::vector<ShapePoint> bow(const Page& page, const Edge& edge) {
  const float room = page.right.top - page.left.bottom();
  const bool above = edge.y0 < page.left.bottom() + room / 2;
  const float depth = std::min(0.45F * room, 12 + 0.5F * std::abs(edge.x1 - edge.x0));
  std::vector<ShapePoint> points;
  constexpr int kPieces = 10;
  for (int i = 0; i <= kPieces; ++i) {
    const float s = static_cast<float>(i) / kPieces;
    const float sag = depth * 4 * s * (1 - s);
    points.push_back({edge.x0 + (edge.x1 - edge.x0) * s, edge.y0 + (above ? sag : -sag)});
  }
  return points;
}

void add_edge(Picture& picture, const Page& page, const Edge& edge, Role role, float width,
              bool dashed, float alpha) {
  if (edge.bowed || alpha < 1) {
    const std::vector<ShapePoint> straight = {{edge.x0, edge.y0}, {edge.x1, edge.y1}};
    picture.add_shape(edge.bowed ? bow(page, edge) : straight,
                      {.role = role, .alpha = alpha, .width = width, .dashed = dashed});
    return;
  }
  picture.lines.push_back({edge.x0, edge.y0, edge.x1, edge.y1, role, width, dashed});
}

AksAt at_of(const Scene& scene, const ShownHalver& shown, std::uint32_t layer, std::uint32_t u) {
  const AksNetwork& aks = *scene.recording->network.aks();
  AksAt at;
  at.stage = aks.stage_of(layer);
  at.matching = layer - aks.stages()[at.stage].first_layer;
  at.node = shown.moment.node;
  at.side = shown.side;
  at.u = u;
  return at;
}

std::uint32_t index_of(const Scene& scene, const ShownHalver& shown, const AksAt& at) {
  const AksStage& stage = scene.recording->network.aks()->stages()[at.stage];
  return (shown.moment.node * stage.sides + shown.side) * stage.per_side + at.u;
}

Role outcome_of(const Scene& scene, const ShownHalver& shown, std::uint32_t layer,
                std::uint32_t index) {
  if (shown.moment.is_live(scene)) return outcome_role(scene, layer, index);
  if (Cursor{layer, index} >= shown.moment.at) return Role::kFuture;
  return scene.recording->exchanged(layer, index) ? Role::kExchanged : Role::kKept;
}

void draw_current(Picture& picture, const Scene& scene, const ShownHalver& shown,
                  const Page& page) {
  const AksNetwork& aks = *scene.recording->network.aks();
  const std::uint32_t layer = shown.layer;
  const std::uint32_t per_side = aks.stages()[aks.stage_of(layer)].per_side;
  const std::uint32_t matching = layer - shown.row().first;
  const std::uint32_t every = drawn_every(page, shown);
  const bool dense = page.left.pitch() < 6;
  // What one has chosen is seen among the others.
  const float apart = dense && scene.selected.wire ? 0.45F : 1.0F;
  for (std::uint32_t u = 0; u < per_side; u += every) {
    const AksAt at = at_of(scene, shown, layer, u);
    const Edge edge = edge_of(page, shown, aks.halver_pair(at));
    const Role outcome = outcome_of(scene, shown, layer, index_of(scene, shown, at));
    const bool exchanged = outcome == Role::kExchanged;
    // A kept one has the colour of its matching; before it runs it is dashed.
    const Role role = exchanged ? Role::kExchanged : matching_role(matching);
    const float width = exchanged ? (dense ? 2.0F : 2.6F) : 1.1F;
    add_edge(picture, page, edge, role, width,
             !dense && (outcome == Role::kFuture || (!exchanged && matching_dashed(matching))),
             apart * (outcome == Role::kFuture ? (dense ? 0.35F : 0.7F)
                      : exchanged              ? 1.0F
                      : dense                  ? 0.6F
                                               : 0.9F));
    if (!dense) {
      const float radius = exchanged ? 3.4F : 2.8F;
      picture.dots.push_back({edge.x0, edge.y0, radius, role, exchanged, 1.2F});
      picture.dots.push_back({edge.x1, edge.y1, radius, role, exchanged, 1.2F});
    }
  }
}

void draw_earlier(Picture& picture, const Scene& scene, const ShownHalver& shown,
                  const Page& page) {
  const AksNetwork& aks = *scene.recording->network.aks();
  const bool whole = shows_whole_graph(page, shown);
  for (std::uint32_t back = earlier_matchings(page, shown); back > 0; --back) {
    const std::uint32_t layer = shown.layer - back;
    const std::uint32_t per_side = aks.stages()[aks.stage_of(layer)].per_side;
    const std::uint32_t matching = layer - shown.row().first;
    for (std::uint32_t u = 0; u < per_side; ++u) {
      add_edge(picture, page, edge_of(page, shown, aks.halver_pair(at_of(scene, shown, layer, u))),
               matching_role(matching), whole ? 1.4F : 1, matching_dashed(matching),
               whole ? 0.9F : 0.42F - 0.1F * static_cast<float>(back));
    }
  }
}

// The wires pointed at: thick to the partner in the matching in view, thin to all neighbours.
void draw_chosen(Picture& picture, const Scene& scene, const ShownHalver& shown, const Page& page) {
  const AksNetwork& aks = *scene.recording->network.aks();
  const SeparatorLayer& row = shown.row();
  const std::uint32_t base = shown.moment.level.base + shown.moment.node * shown.moment.level.a;
  for (const Selection* selection : {&scene.hover, &scene.selected}) {
    if (!selection->wire || *selection->wire >= aks.wires()) continue;
    const std::uint32_t spot = aks.spot_of(shown.moment.t, *selection->wire);
    if (spot < base || spot - base >= shown.moment.level.a) continue;
    const auto wire = halver_wire(row.stage, spot - base);
    if (!wire || wire->side != shown.side) continue;
    const std::uint32_t layers = row.end - row.first;
    const std::uint32_t every = layers / kMostNeighbours + 1;
    const auto partner = [&](std::uint32_t layer) -> std::optional<AksPair> {
      const std::int64_t index = aks.index_of(layer, *selection->wire);
      if (index < 0) return std::nullopt;
      return aks.halver_pair(aks.at(layer, static_cast<std::uint32_t>(index)));
    };
    // Stored permutations take O(h) a question: few of them are asked.
    const bool quick = row.stage.work != AksWork::kMatching ||
                       matching_of(aks.parameters().matching).closed_form || row.stage.half <= 1024;
    for (std::uint32_t i = 0; quick && i < layers; i += every) {
      if (const auto pair = partner(row.first + i)) {
        add_edge(picture, page, edge_of(page, shown, *pair), Role::kAccent, 1.4F, false, 0.85F);
      }
    }
    if (const auto pair = partner(shown.layer)) {
      const Edge edge = edge_of(page, shown, *pair);
      add_edge(picture, page, edge, Role::kAccent, 2.6F, false, 1);
      for (const auto& [x, y] : {std::pair{edge.x0, edge.y0}, std::pair{edge.x1, edge.y1}}) {
        picture.dots.push_back({x, y, 4, Role::kAccent, true});
      }
    }
  }
}

}  // namespace

float wire_x(const Page& page, const ShownHalver& shown, std::uint32_t k) {
  const std::uint32_t half = shown.row().stage.half;
  return k < half ? page.left.middle(k) : page.right.middle(k - half);
}

std::uint32_t drawn_every(const Page& page, const ShownHalver& shown) {
  const float room = (page.left.right - page.left.left) / kPerEdge;
  const auto most = static_cast<std::uint32_t>(std::max(1.0F, room));
  return (shown.row().stage.half + most - 1) / most;
}

Role matching_role(std::uint32_t matching) {
  constexpr std::array kRoles = {Role::kAccent, Role::kPartOdd, Role::kPartEven, Role::kGood};
  return kRoles[matching % kRoles.size()];
}
bool matching_dashed(std::uint32_t matching) { return matching / 4 % 2 == 1; }

std::uint32_t earlier_matchings(const Page& page, const ShownHalver& shown) {
  if (page.left.pitch() < kEarlierPitch) return 0;
  return std::min(kMostEarlier, shown.layer - shown.row().first);
}

bool shows_whole_graph(const Page& page, const ShownHalver& shown) {
  const std::uint32_t matchings = shown.row().end - shown.row().first;
  return page.left.pitch() >= kGraphPitch && matchings <= kMostEarlier + 1;
}

void draw_edges(Picture& picture, const Scene& scene, const ShownHalver& shown, const Page& page) {
  draw_earlier(picture, scene, shown, page);
  draw_current(picture, scene, shown, page);
  draw_chosen(picture, scene, shown, page);
}

}  // namespace sortscope::halver_picture
