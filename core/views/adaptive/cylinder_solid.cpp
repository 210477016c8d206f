// cylinder_solid.cpp: the cylinders with depth: floor, spokes, bars, plane, hulls, labels.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/scene.h"
#include "core/views/adaptive/cylinder.h"
#include "core/views/adaptive/cylinder_depth.h"
#include "core/views/adaptive/cylinder_labels.h"

namespace sortscope {

namespace {

using Projected = CylinderCamera::Projected;

constexpr float kTau = 2 * std::numbers::pi_v<float>;
constexpr float kRim = 1.22F;     // radius of the plane, in radii of its cylinder
constexpr float kBandIn = 1.10F;  // the subsequences' band on the floor
constexpr float kBandOut = 1.18F;
constexpr float kNames = 1.30F;  // their names
constexpr std::uint32_t kMostSpokes = 64;
constexpr float kLargeRadius = 90;  // pixels: room for names around a cylinder

ShapePoint point(const Projected& p) { return {p.x, p.y}; }

std::array<ShapePoint, 72> rim_of(const CylinderCamera& camera, const FoldMoments& moments,
                                  float height) {
  const float radius = plane_radius(moments);
  std::array<ShapePoint, 72> rim;
  for (std::size_t i = 0; i < rim.size(); ++i) {
    const float angle = kTau * static_cast<float>(i) / static_cast<float>(rim.size());
    rim[i] = point(camera.project({radius, angle}, height));
  }
  return rim;
}

// The bars of one sequence that can hide something, back to front.
std::vector<CylinderBar> drawn_bars(const Scene& scene, const CylinderModel& model,
                                    const CylinderPage& page, std::uint32_t instance) {
  std::vector<CylinderBar> bars = cylinder_bars(scene, model, page, instance);
  if (scene.options->padding == PaddingStyle::kHidden) {
    std::erase_if(bars,
                  [&](const CylinderBar& bar) { return scene.recording->is_padding(bar.place); });
  }
  return bars;
}

// A cylinder of one sequence on its page.
class CylinderDrawing {
 public:
  CylinderDrawing(Picture& picture, const Scene& scene, const CylinderModel& model,
                  const CylinderPage& page, std::uint32_t instance, std::vector<LabelArea>& taken,
                  const std::vector<CylinderDepth>& depths)
      : picture_(picture),
        scene_(scene),
        model_(model),
        page_(page),
        stage_((*model.stages)[instance]),
        focused_(instance == model.focus_at),
        instance_(instance),
        n_(stage_.size()),
        ring_{static_cast<float>(n_), model.moments.roll, model.moments.separate},
        rotation_(focused_ ? model.rotation : 0),
        marks_(shown_marks(scene)),
        labels_(picture, taken, depths, instance),
        depths_(depths) {
    for (std::uint32_t group = 0; group < 2; ++group) {
      cameras_[group] = half_camera(scene, model, page, instance, group);
    }
    below_ = keys_below(scene.options->cylinder.percentile, n_);
    plane_ = plane_height(model, stage_, below_) * page.height;
    large_ = page.full_radius >= kLargeRadius;
    step_ = cylinder_bar_step(n_);
    dense_ = kTau * page.full_radius * static_cast<float>(step_) < 3 * static_cast<float>(n_);
  }

  void draw_floor() {
    const float shown = 1 - model_.moments.separate;
    if (shown > 0.02F) draw_spokes(shown);
    const float band = 1 - 2.5F * model_.moments.separate;
    if (stage_.bitonic && band > 0.02F && n_ > 1 && marks_ == CylinderMarks::kAll) draw_band(band);
    if (model_.zero > 0) draw_zero();
  }

  void draw_bars() {
    const auto bars = cylinder_bars(scene_, model_, page_, instance_);
    if (marks_ == CylinderMarks::kNone) {
      for (const CylinderBar& bar : bars) draw_bar(bar, bar.from, bar.height);
      return;
    }
    const auto cut = [&](const CylinderBar& bar) {
      return std::clamp(plane_, bar.from, bar.height);
    };
    for (const CylinderBar& bar : bars) draw_bar(bar, bar.from, cut(bar));
    draw_plane();
    for (const CylinderBar& bar : bars) draw_bar(bar, cut(bar), bar.height);
  }

  void draw_names() {
    if (n_ < 2) return;
    draw_hulls();
    draw_keys();
    if (large_ || (focused_ && page_.full_radius >= 50)) {
      draw_cuts();
      if (model_.moments.roll < 0.25F) draw_part_names();
    }
    draw_half_names();
  }

 private:
  [[nodiscard]] bool moving_key(std::uint32_t place) const {
    return std::find(model_.lit.begin(), model_.lit.end(), place) != model_.lit.end();
  }
  [[nodiscard]] bool held_key(std::uint32_t place) const {
    return std::find(model_.held.begin(), model_.held.end(), place) != model_.held.end();
  }
  // The ring while both halves are on it.
  [[nodiscard]] Projected at(float slot, float radius, float height) const {
    RingPoint p = ring_.at(slot);
    p.radius *= radius;
    return cameras_[0].project(p, height);
  }

  void stroke(const ShapePoint* points, std::size_t count, Role role, float width, float alpha,
              bool dashed = false, bool closed = false) {
    picture_.add_shape(
        std::span(points, count),
        {.role = role, .alpha = alpha, .width = width, .closed = closed, .dashed = dashed});
  }

  // The comparators: fixed spokes between opposite positions.
  void draw_spokes(float shown) {
    const std::uint32_t half = n_ / 2;
    const std::uint32_t step = std::max(half / kMostSpokes, 1U);
    const BitonicStage& turned = focused_ ? model_.turned() : stage_;
    const bool known = model_.fold > 0 || rotation_ > 0;
    for (std::uint32_t i = 0; i < half; i += step) {
      const ShapePoint ends[2] = {point(at(static_cast<float>(i) + 0.5F, 0.93F, 0)),
                                  point(at(static_cast<float>(i + half) + 0.5F, 0.93F, 0))};
      const bool exchanged = turned.in_upper(i) != turned.descending;
      const Role role = !known ? Role::kFuture : exchanged ? Role::kExchanged : Role::kKept;
      const float width = known && exchanged ? 2.0F : 1.1F;
      stroke(ends, 2, role, step > 1 ? 0.8F : width, shown * (step > 1 ? 0.4F : 0.8F));
    }
  }

  // A band around the foot: the four subsequences, filled and hollow in turn.
  void draw_band(float shown) {
    for (std::size_t part = 0; part < 4; ++part) {
      const auto [first, length] = stage_.parts[part];
      if (length == 0) continue;
      draw_arc(part, first, length, shown);
    }
  }

  void draw_arc(std::size_t part, std::uint32_t first, std::uint32_t length, float shown) {
    const auto keys = static_cast<float>(n_);
    const float inset = std::min(0.08F * keys / 16, 0.12F);
    float from = static_cast<float>(first) + inset;
    const float to = static_cast<float>(first + length) - inset;
    // Rotated keys carry their band with them; it is cut where the sequence is.
    const int steps = std::clamp(static_cast<int>(96 * (to - from) / keys), 2, 96);
    const float stride = (to - from) / static_cast<float>(steps);
    std::vector<ShapePoint> outer;
    std::vector<ShapePoint> inner;
    const auto flush = [&] {
      if (outer.size() > 1) {
        for (std::size_t i = 1; part < 2 && i < outer.size(); ++i) {
          const ShapePoint quad[4] = {outer[i - 1], outer[i], inner[i], inner[i - 1]};
          picture_.add_shape(quad, {.role = part_role(part), .alpha = shown});
        }
        std::vector<ShapePoint> border = outer;
        border.insert(border.end(), inner.rbegin(), inner.rend());
        stroke(border.data(), border.size(), part_role(part), 1.2F, shown, false, true);
      }
      outer.clear();
      inner.clear();
    };
    float last = -1;
    for (int i = 0; i <= steps; ++i, from += stride) {
      float slot = std::fmod(from - rotation_ + 2 * keys, keys);
      if (slot < last) {
        // Up to the seam, and on from the other end.
        outer.push_back(point(at(keys, kBandOut, 0)));
        inner.push_back(point(at(keys, kBandIn, 0)));
        flush();
        outer.push_back(point(at(0, kBandOut, 0)));
        inner.push_back(point(at(0, kBandIn, 0)));
      }
      last = slot;
      outer.push_back(point(at(slot, kBandOut, 0)));
      inner.push_back(point(at(slot, kBandIn, 0)));
    }
    flush();
  }

  void face(const Projected& a, const Projected& b, const Projected& c, const Projected& d,
            Shape style) {
    // Faces turned away wind the other way.
    const float winding = (b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x);
    if (winding >= 0) return;
    const ShapePoint corners[4] = {point(d), point(c), point(b), point(a)};
    picture_.add_shape(corners, style);
  }

  // The part of a bar between two heights.
  void draw_bar(const CylinderBar& bar, float from, float to) {
    const bool last = to >= bar.height;
    if (to - from < 0.01F && !(last && from <= bar.from)) return;
    const Recording& recording = *scene_.recording;
    const bool padding = recording.is_padding(bar.place);
    if (padding && scene_.options->padding == PaddingStyle::kHidden) return;
    const auto between = [&](const Projected& foot, const Projected& top, float height) {
      const float whole = bar.height - bar.from;
      const float share = whole > 0 ? (height - bar.from) / whole : 0;
      return Projected{std::lerp(foot.x, top.x, share), std::lerp(foot.y, top.y, share), 0};
    };
    std::array<Projected, 4> low;
    std::array<Projected, 4> high;
    for (std::size_t i = 0; i < 4; ++i) {
      low[i] = between(bar.faces.foot[i], bar.faces.top[i], from);
      high[i] = between(bar.faces.foot[i], bar.faces.top[i], to);
    }
    Shape style;
    style.role = padding ? Role::kGhost : Role::kRank;
    style.rank = padding ? 0 : rank_fraction(scene_, bar.place);
    if (padding) style.alpha = 0.35F;
    const bool held = held_key(bar.place);
    if (held || moving_key(bar.place)) {
      style.role = Role::kAccent;
      style.alpha = 1;
    }
    // Soft light from the upper left, fixed to the reader.
    const auto light = [](float angle) {
      const float facing = -0.5F * std::sin(angle) + 0.8F * std::cos(angle);
      return 0.84F + 0.2F * facing;
    };
    const float normals[4] = {bar.faces.angle, bar.faces.angle + kTau / 4,
                              bar.faces.angle + kTau / 2, bar.faces.angle - kTau / 4};
    // Between bars that touch there are no sides to see, but at the ends of the strip.
    const bool end = bar.position == 0 || bar.position + step_ >= n_;
    for (std::size_t side = 0; side < 4; ++side) {
      if (dense_ && !end && side % 2 == 1) continue;
      const std::size_t next = (side + 1) % 4;
      style.light = light(normals[side]);
      face(low[side], low[next], high[next], high[side], style);
    }
    if (!last) return;
    style.light = 1.16F;
    face(high[0], high[1], high[2], high[3], style);
  }

  // Where bars begin, those of negative values downwards.
  void draw_zero() {
    const bool two = model_.moments.separate > 0;
    for (std::uint32_t group = 0; group < (two ? 2U : 1U); ++group) {
      const auto rim = rim_of(cameras_[group], model_.moments, model_.zero * page_.height);
      stroke(rim.data(), rim.size(), Role::kMuted, 1, 1, false, true);
    }
  }

  void draw_plane() {
    if (below_ == 0 && scene_.options->cylinder.percentile > 0) return;
    const float separate = model_.moments.separate;
    const bool two = separate > 0;
    for (std::uint32_t group = 0; group < (two ? 2U : 1U); ++group) {
      const auto rim = rim_of(cameras_[group], model_.moments, plane_);
      const float alpha = two ? 0.10F + 0.08F * separate : 0.18F;
      picture_.add_shape(rim, {.role = Role::kAccent, .alpha = alpha});
      stroke(rim.data(), rim.size(), Role::kAccent, 1.2F, 0.7F, false, true);
    }
  }

  // The hulls along the tops, once pairs lie on each other.
  void draw_hulls() {
    const float shown = model_.moments.compare;
    if (shown <= 0.02F || n_ < 8 || !stage_.bitonic) return;
    const BitonicStage& stage = focused_ ? model_.turned() : stage_;
    const std::uint32_t half = n_ / 2;
    for (std::uint32_t group = 0; group < 2; ++group) {
      const bool upper = (group == 1) != stage.descending;
      std::vector<ShapePoint> hull;
      const std::uint32_t step = std::max(half / 512, 1U);
      for (std::uint32_t i = 0; i < half; i += step) {
        const std::uint32_t place = upper ? stage.upper[i] : stage.lower[i];
        RingPoint p = ring_.at(static_cast<float>(i) + 0.5F);
        p.radius = ring_.radius();
        hull.push_back(point(cameras_[group].project(p, model_.height(place) * page_.height + 2)));
      }
      stroke(hull.data(), hull.size(), upper ? Role::kText : Role::kMuted, 2, 0.9F * shown, !upper,
             true);
    }
  }

  // Where the number of a bar may stand, the best first: over it, on its top, down its front.
  [[nodiscard]] static std::vector<ShapePoint> number_spots(const CylinderBar& bar, float size) {
    const auto middle = [](const std::array<Projected, 4>& corners) {
      ShapePoint sum{0, 0};
      for (const Projected& corner : corners) sum = {sum.x + corner.x / 4, sum.y + corner.y / 4};
      return sum;
    };
    const auto& top = bar.faces.top;
    const auto [back, front] = std::minmax({top[0].y, top[1].y, top[2].y, top[3].y});
    const ShapePoint head = middle(top);
    const ShapePoint foot = middle(bar.faces.foot);
    std::vector<ShapePoint> spots = {{head.x, back - size / 2 - 3}, head};
    for (float y = front + size / 2 + 3; y + size / 2 < foot.y; y += size) {
      const float down = (y - head.y) / std::max(foot.y - head.y, 1.0F);
      spots.push_back({std::lerp(head.x, foot.x, down), y});
    }
    return spots;
  }

  static constexpr float kUsualNumber = 12;
  // The keys' values at their bars, the nearest first, where there is room and no nearer bar.
  void draw_keys() {
    if (n_ > 32 || page_.full_radius < 24) return;
    // While the strip is on its way the keys pass each other.
    const bool folding = model_.moments.roll > 0.05F && model_.moments.separate < 0.6F;
    if (folding && scene_.fraction > 0) return;
    const auto bars = drawn_bars(scene_, model_, page_, instance_);
    const float size = page_.full_radius >= 240 && n_ <= 16 ? 15.0F : kUsualNumber;
    for (std::size_t i = bars.size(); i-- > 0;) {
      const CylinderBar& bar = bars[i];
      if (scene_.recording->is_padding(bar.place)) continue;
      const std::string text = short_key_text(*scene_.recording, bar.place);
      // Where larger letters have no room, the usual ones may.
      if (!name_bar(bar, i, text, size)) name_bar(bar, i, text, kUsualNumber);
    }
  }
  bool name_bar(const CylinderBar& bar, std::size_t index, const std::string& text, float size) {
    for (const ShapePoint& spot : number_spots(bar, size)) {
      const Label label{spot.x,          spot.y,      text, size, Face::kMono,
                        Anchor::kMiddle, Role::kText, -1,   {},   true};
      const LabelArea area = area_of(label);
      if (own_depth().hides(index, area) || labels_.others_touch(area) ||
          !labels_.place(label, 0)) {
        continue;
      }
      labels_.lay_ground(area);
      return true;
    }
    return false;
  }

  [[nodiscard]] const CylinderDepth& own_depth() const { return depths_[instance_]; }
  // Where the plane cuts the sequence: twice.
  void draw_cuts() {
    if (!stage_.bitonic || model_.moments.separate > 0.3F) return;
    if (marks_ == CylinderMarks::kNone) return;
    auto cuts = plane_cuts(stage_.order, below_);
    const bool median = below_ == n_ / 2;
    // Rolled up, q and q + n/2 are one place.
    const bool rolled = median && model_.moments.roll > 0.95F;
    if (rolled && n_ < 4) return;
    if (rolled && cuts.size() > 1) cuts.pop_back();
    const CylinderDepth& depth = own_depth();
    labels_.keep_off(rim_of(cameras_[0], model_.moments, plane_));
    for (const std::uint32_t cut : cuts) {
      const float slot = slot_of(cut, rotation_, n_);
      const Projected foot = at(slot, 1, 0);
      const Projected mark = at(slot, 1, plane_);
      const Projected rim = at(slot, kRim, plane_);
      // The bars at either side of the cut do not stand before it.
      const float toward = foot.toward + 0.6F * page_.full_radius * kTau / static_cast<float>(n_);
      labels_.add_seen_line(depth, point(foot), point(mark), toward, 1.4F, true);
      labels_.add_seen_line(depth, point(mark), point(rim), toward, 1.6F, false);
      if (!depth.hides(toward, {mark.x - 2, mark.y - 2, mark.x + 2, mark.y + 2})) {
        picture_.dots.push_back({mark.x, mark.y, 4, Role::kAccent, true});
      }
      if (marks_ == CylinderMarks::kPlane) continue;
      const auto turned =
          static_cast<std::uint32_t>(std::lround(slot_of(cut, model_.rotation, n_))) % n_;
      const std::uint32_t number = focused_ ? turned : cut;
      const bool first = focused_ ? number == model_.turned().q : number == stage_.q;
      const std::string text = rolled    ? fmt::format("q mod n/2 = {}", number % (n_ / 2))
                               : !median ? fmt::format("{}", number)
                               : first   ? fmt::format("q = {}", number)
                                         : fmt::format("q + n/2 = {}", number);
      const bool left = rim.x < cameras_[0].center_x;
      const Label label{rim.x + (left ? -8.0F : 8.0F),
                        rim.y,
                        text,
                        large_ ? 15.0F : 12.0F,
                        Face::kSansBold,
                        left ? Anchor::kEnd : Anchor::kStart,
                        Role::kAccent};
      labels_.place_cut(depth, toward, label, point(rim));
    }
  }

  void draw_part_names() {
    if (!stage_.bitonic || !names_parts(scene_)) return;
    const BitonicStage& stage = focused_ ? model_.turned() : stage_;
    const CylinderDepth& depth = own_depth();
    for (std::size_t part = 0; part < 4; ++part) {
      const auto [first, length] = stage.parts[part];
      if (length == 0) continue;
      // Between whole numbers the names travel with the keys.
      const float drift = focused_ ? model_.rotation - std::round(model_.rotation) : 0;
      const float middle = static_cast<float>(first) + 0.5F * static_cast<float>(length) - drift;
      const Projected foot = at(middle, kNames, 0);
      const bool front = foot.toward > -0.25F * page_.full_radius;
      const std::string text =
          large_ ? fmt::format("{} · {} {}", part_name(part), length, length == 1 ? "key" : "keys")
                 : part_name(part);
      Label label{foot.x,
                  foot.y + (front ? 10.0F : 0.0F),
                  text,
                  large_ ? 15.0F : 13.0F,
                  Face::kSansBold,
                  Anchor::kMiddle,
                  part_role(part)};
      if (std::abs(foot.x - cameras_[0].center_x) > 0.7F * page_.full_radius) {
        label.anchor = foot.x < cameras_[0].center_x ? Anchor::kEnd : Anchor::kStart;
      }
      if (!front) {
        // Behind the wall: above it.
        float tallest = 0;
        for (std::uint32_t i = first; i < first + length; ++i) {
          tallest = std::max(tallest, model_.height(stage.before[i]));
        }
        label.y = at(middle, 1, tallest * page_.height).y - 36;
        label.anchor = Anchor::kMiddle;
      }
      label.y = std::clamp(label.y, page_.top + 4, page_.bottom + 10);
      const auto placed = [&] {
        const LabelArea area = area_of(label);
        return !depth.hides(foot.toward, area) && !labels_.others_touch(area) &&
               labels_.place(label);
      };
      for (int tries = 0; tries < 4 && !placed(); ++tries) label.y += front ? 18.0F : -18.0F;
    }
  }

  // "L a · wires 0–7" under the two cylinders.
  void draw_half_names() {
    const float shown = model_.moments.separate;
    if (shown < 0.3F) return;
    for (std::uint32_t group = 0; group < 2; ++group) {
      const bool upper = (group == 1) != stage_.descending;
      const std::uint32_t base = stage_.id.base() + group * n_ / 2;
      const float radius = 0.5F * page_.full_radius;
      const float y =
          page_.foot_y + 1.15F * radius * std::sin(cameras_[group].elevation) * 1.1F + 14;
      std::string text = upper ? "U" : "L";
      if (radius >= 70) {
        text += n_ == 2 ? fmt::format(" · wire {}", base)
                        : fmt::format(" · wires {}–{}", base, base + n_ / 2 - 1);
      }
      labels_.place({cameras_[group].center_x, y, text, radius >= 70 ? 15.0F : 12.0F,
                     Face::kSansBold, Anchor::kMiddle, Role::kText});
    }
  }

  Picture& picture_;
  const Scene& scene_;
  const CylinderModel& model_;
  const CylinderPage& page_;
  const BitonicStage& stage_;
  bool focused_;
  std::uint32_t instance_;
  std::uint32_t n_;
  Ring ring_;
  float rotation_;
  std::array<CylinderCamera, 2> cameras_;
  std::uint32_t below_ = 0;
  float plane_ = 0;
  CylinderMarks marks_;
  bool large_ = false;
  std::uint32_t step_ = 1;  // keys a bar
  bool dense_ = false;      // bars touch
  CylinderLabels labels_;
  const std::vector<CylinderDepth>& depths_;  // by instance, once names are drawn
};

}  // namespace

PlaneEdge plane_edge(const Scene& scene, const CylinderModel& model, float width, float height) {
  if (shown_marks(scene) == CylinderMarks::kNone) return {};
  if (scene.options->cylinder.unrolled) return unrolled_plane_edge(model, width, height);
  const CylinderPage page = cylinder_page(scene, model, width, height);
  PlaneEdge edge;
  edge.rise = page.height * std::cos(page.camera.elevation);
  const float up = plane_height(model, model.stage(), model.below) * page.height;
  for (std::uint32_t group = 0; group < (model.moments.separate > 0 ? 2U : 1U); ++group) {
    const auto instance = static_cast<std::uint32_t>(model.focus_at);
    const auto rim = rim_of(half_camera(scene, model, page, instance, group), model.moments, up);
    edge.lines.emplace_back(rim.begin(), rim.end());
    edge.lines.back().push_back(rim.front());
  }
  return edge;
}

void draw_cylinders(Picture& picture, const Scene& scene, const CylinderModel& model, float width,
                    float height, CylinderParts parts) {
  const CylinderPage page = cylinder_page(scene, model, width, height);
  std::vector<LabelArea> taken;
  for (const Label& label : picture.labels) taken.push_back(area_of(label));
  std::vector<CylinderDepth> depths;
  std::vector<CylinderDrawing> drawings;
  drawings.reserve(model.stages->size());
  for (std::uint32_t instance = 0; instance < model.stages->size(); ++instance) {
    drawings.emplace_back(picture, scene, model, page, instance, taken, depths);
  }
  for (CylinderDrawing& drawing : drawings) {
    if (parts.floor) drawing.draw_floor();
  }
  for (CylinderDrawing& drawing : drawings) {
    if (parts.bars) drawing.draw_bars();
  }
  if (!parts.names) return;
  depths.reserve(drawings.size());
  for (std::uint32_t instance = 0; instance < drawings.size(); ++instance) {
    depths.emplace_back(drawn_bars(scene, model, page, instance));
  }
  for (CylinderDrawing& drawing : drawings) drawing.draw_names();
  if (model.rotation > 0) {
    const float panel = rotation_panel_height(height);
    draw_rotation_network(picture, model, 20, height - 48 - panel, width - 40, panel);
  }
}

}  // namespace sortscope
