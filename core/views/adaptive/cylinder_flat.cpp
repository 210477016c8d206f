// cylinder_flat.cpp: the sequence unrolled for print (Zachmann 2011, figures 1, 6, 9, 10), and
// the network that rotates it (figure 4).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/pictures/label_stride.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/scene.h"
#include "core/views/adaptive/cylinder.h"

namespace sortscope {

namespace {

constexpr float kMargin = 64;
constexpr float kTop = 88;
constexpr float kControls = 48;  // room at the page's foot for the view's controls
constexpr float kFoot = 52;      // below the bars: positions, subsequences
constexpr std::uint32_t kMostWiresDrawn = 64;
constexpr std::uint32_t kMostColumns = 1024;

// One strip of n positions on the page.
struct Strip {
  float left, right, top, foot;
  std::uint32_t n;

  [[nodiscard]] float pitch() const { return (right - left) / static_cast<float>(n); }
  [[nodiscard]] float edge(float slot) const { return left + slot * pitch(); }
  [[nodiscard]] float y(float height) const { return foot - height * (foot - top); }
};

// The strips of a page: the sequence, and beneath it what becomes of it once it folds.
struct FlatPage {
  Strip sequence;
  Strip outcome;
  bool both = false;
};

FlatPage flat_page(const CylinderModel& model, float width, float height) {
  const std::uint32_t n = model.stage().size();
  const float bottom =
      height - kControls - (model.rotation > 0 ? rotation_panel_height(height) + 16 : 0);
  FlatPage page;
  page.both = model.fold > 0;
  const float middle = page.both ? (kTop + bottom) / 2 : bottom;
  page.sequence = {kMargin, width - kMargin, kTop, middle - kFoot, n};
  page.outcome = {kMargin, width - kMargin, middle + 36, bottom - kFoot, n};
  return page;
}

class FlatDrawing {
 public:
  FlatDrawing(Picture& picture, const Scene& scene, const CylinderModel& model)
      : picture_(picture),
        scene_(scene),
        model_(model),
        stage_(model.turned()),
        n_(stage_.size()),
        marks_(shown_marks(scene)) {
    plane_ = plane_height(model, stage_, model.below);
    step_ = std::max(n_ / kMostColumns, 1U);
  }

  void sequence(const Strip& strip) {
    const float drift = model_.rotation - std::round(model_.rotation);
    for (std::uint32_t i = 0; i < n_; i += step_) {
      const float slot = slot_of(i, drift, n_);
      bar(strip, stage_.before[i], slot, 1, false);
    }
    floor(strip, n_);
    plane(strip);
    if (!stage_.bitonic) return;
    cuts(strip);
    positions(strip, stage_.id.base());
    for (std::size_t part = 0; names_parts(scene_) && part < 4; ++part) {
      const auto [first, length] = stage_.parts[part];
      bracket(strip, part, static_cast<float>(first), length);
    }
  }

  // The second half slides over the first one; the hulls move apart.
  void outcome(const Strip& strip) {
    const std::uint32_t half = n_ / 2;
    const float roll = model_.moments.roll;
    const float separate = model_.moments.separate;
    const auto slot_at = [&](std::uint32_t i, bool upper) {
      const auto folded = static_cast<float>(i % half);
      const float start = static_cast<float>(i);
      const float rolled = std::lerp(start, folded, roll);
      const bool right = upper != stage_.descending;
      return rolled + (right ? separate * static_cast<float>(half) : 0.0F);
    };
    // Where the second half came from.
    for (std::uint32_t i = half; roll > 0 && separate < 0.5F && i < n_; i += step_) {
      const float left = strip.edge(static_cast<float>(i));
      const float right = left + strip.pitch() * static_cast<float>(step_);
      const float y = strip.y(model_.height(stage_.before[i]));
      picture_.lines.push_back({left, y, right, y, Role::kFuture, 1.2F});
    }
    const float shown = stage_.bitonic ? model_.moments.compare : 0;
    hulls_.clear();
    for (const bool upper : {true, false}) {
      std::vector<ShapePoint>& hull = hulls_.emplace_back();
      const float from = (upper != stage_.descending ? separate : 0.0F) * static_cast<float>(half);
      for (std::uint32_t i = 0; i < half && shown > 0.02F; i += step_) {
        const std::uint32_t place = upper ? stage_.upper[i] : stage_.lower[i];
        hull.push_back(
            {strip.edge(from + static_cast<float>(i) + 0.5F), strip.y(model_.height(place)) - 3});
      }
    }
    // The larger of a pair is behind the smaller one.
    for (const bool upper : {true, false}) {
      for (std::uint32_t i = 0; i < n_; i += step_) {
        if (stage_.in_upper(i) != upper) continue;
        bar(strip, stage_.before[i], slot_at(i, upper), 1, upper && roll > 0.5F && separate < 0.5F);
      }
    }
    floor(strip, n_);
    plane(strip);
    if (!stage_.bitonic) return;
    for (const bool upper : {true, false}) {
      const std::vector<ShapePoint>& hull = hulls_[upper ? 0 : 1];
      if (hull.size() > 1) {
        picture_.add_shape(hull, {.role = upper ? Role::kText : Role::kMuted,
                                  .alpha = shown,
                                  .width = 2.2F,
                                  .dashed = !upper});
      }
      const float from = (upper != stage_.descending ? separate : 0.0F) * static_cast<float>(half);
      if (shown > 0.5F) name_hull(strip, upper, from, half, separate);
    }
    if (separate > 0.95F) {
      for (std::size_t part = 0; marks_ == CylinderMarks::kAll && part < 4; ++part) {
        const auto [first, length] = stage_.parts[part];
        if (length == 0) continue;
        bracket(strip, part, slot_at(first, stage_.in_upper(first)), length);
      }
      positions(strip, stage_.id.base());
    }
  }

 private:
  static constexpr float kClear = 3;  // between a number and a curve

  // Least and greatest y of a curve between two x; nothing where it does not go.
  static std::optional<std::pair<float, float>> heights_over(const std::vector<ShapePoint>& curve,
                                                             float left, float right) {
    std::optional<std::pair<float, float>> span;
    for (std::size_t i = 1; i < curve.size(); ++i) {
      const ShapePoint a = curve[i - 1];
      const ShapePoint b = curve[i];
      if (b.x < left || a.x > right) continue;
      for (const float x : {std::max(a.x, left), std::min(b.x, right)}) {
        const float y = std::lerp(a.y, b.y, b.x > a.x ? (x - a.x) / (b.x - a.x) : 0.0F);
        span =
            span ? std::pair(std::min(span->first, y), std::max(span->second, y)) : std::pair(y, y);
      }
    }
    return span;
  }

  void bar(const Strip& strip, std::uint32_t place, float slot, float alpha, bool behind) {
    const Recording& recording = *scene_.recording;
    const bool padding = recording.is_padding(place);
    if (padding && scene_.options->padding == PaddingStyle::kHidden) return;
    const float pitch = strip.pitch() * static_cast<float>(step_);
    const float gap = pitch < 4 ? 0 : std::clamp(0.14F * pitch, 1.0F, 8.0F);
    float left = strip.edge(slot) + gap / 2;
    float right = left + pitch - gap;
    if (gap <= 0) {
      // Whole units: neighbours meet without a seam.
      right = std::floor(right);
      left = std::floor(left);
      if (right <= left) return;
    }
    const auto [low, high] = std::minmax({model_.zero, model_.height(place)});
    const float top = strip.y(high);
    const float foot = strip.y(low);
    const ShapePoint corners[4] = {{left, top}, {right, top}, {right, foot}, {left, foot}};
    const auto has = [&](const std::vector<std::uint32_t>& places) {
      return std::find(places.begin(), places.end(), place) != places.end();
    };
    Shape style{.role = padding ? Role::kGhost : Role::kRank,
                .rank = padding ? 0 : rank_fraction(scene_, place),
                .alpha = alpha * (behind ? 0.55F : 1.0F)};
    if (padding) {
      style.width = 1;
      style.closed = true;
      style.dashed = true;
    }
    picture_.add_shape(corners, style);
    if (has(model_.held) || has(model_.lit)) {
      picture_.add_shape(
          corners,
          {.role = Role::kAccent, .width = has(model_.held) ? 2.4F : 1.4F, .closed = true});
    }
    if (padding || behind) return;
    // In the bar where it has room, else above it.
    const std::string text = short_key_text(recording, place);
    const float size = pitch >= 64 ? 15.0F : 12.0F;
    if (estimated_width(text, size, Face::kMono) + 4 > right - left) return;
    const bool within = foot - top >= size + 10;
    float y = within ? top + size / 2 + 6 : top - size / 2 - 5;
    // The plane's line does not strike it through.
    const float line = strip.y(plane_);
    if (within && std::abs(y - line) < size / 2 + 2 && line + 1.5F * size < foot) {
      y = line + size / 2 + 5;
    }
    // Nor does a curve: above the bar it goes over that, in the bar below it, where there is room.
    const float half = estimated_width(text, size, Face::kMono) / 2;
    for (const std::vector<ShapePoint>& hull : hulls_) {
      const auto span = heights_over(hull, (left + right) / 2 - half, (left + right) / 2 + half);
      if (!span || y + size / 2 + kClear < span->first || y - size / 2 - kClear > span->second) {
        continue;
      }
      const float below = span->second + size / 2 + kClear;
      if (!within) {
        y = span->first - size / 2 - kClear;
      } else if (below + size / 2 < foot) {
        y = below;
      }
    }
    const Label label{
        (left + right) / 2,          y,  text, size, Face::kMono, Anchor::kMiddle, Role::kText,
        within ? style.rank : -1.0F, {}, true};
    // Keys that pass each other have one number at a place.
    const LabelArea area = area_of(label);
    const auto meets = [&](const LabelArea& other) { return overlap(area, other); };
    if (std::ranges::any_of(numbers_, meets)) return;
    numbers_.push_back(area);
    picture_.labels.push_back(label);
  }

  void floor(const Strip& strip, std::uint32_t keys) {
    picture_.lines.push_back(
        {strip.left, strip.foot, strip.edge(static_cast<float>(keys)), strip.foot, Role::kLine, 1});
    if (model_.zero > 0) {
      const float zero = strip.y(model_.zero);
      picture_.lines.push_back(
          {strip.left, zero, strip.edge(static_cast<float>(keys)), zero, Role::kMuted, 1});
    }
    const std::uint32_t middle = n_ / 2;
    const float half = strip.edge(static_cast<float>(middle));
    picture_.lines.push_back({half, strip.top, half, strip.foot + 6, Role::kLine, 1, true});
  }

  void plane(const Strip& strip) {
    if (marks_ == CylinderMarks::kNone) return;
    const float y = strip.y(plane_);
    picture_.lines.push_back({strip.left - 12, y, strip.right + 12, y, Role::kAccent, 1.6F});
    const float percentile = scene_.options->cylinder.percentile;
    const bool median = model_.below * 2 == n_;
    picture_.labels.push_back({strip.left - 16, y,
                               median ? std::string("m") : fmt::format("{:.0f} %", percentile), 13,
                               Face::kSansBold, Anchor::kEnd, Role::kAccent});
  }

  void cuts(const Strip& strip) {
    if (marks_ == CylinderMarks::kNone) return;
    const bool median = model_.below * 2 == n_;
    for (const std::uint32_t cut : plane_cuts(stage_.order, model_.below)) {
      const float x = strip.edge(static_cast<float>(cut));
      const float y = strip.y(plane_);
      picture_.lines.push_back({x, strip.top - 4, x, strip.foot + 4, Role::kAccent, 1.4F, true});
      picture_.dots.push_back({x, y, 4, Role::kAccent, true});
      if (marks_ == CylinderMarks::kPlane) continue;
      const std::string text = !median           ? fmt::format("{}", cut)
                               : cut == stage_.q ? fmt::format("q = {}", cut)
                                                 : fmt::format("q + n/2 = {}", cut);
      const Anchor anchor = cut == 0 ? Anchor::kStart : Anchor::kMiddle;
      picture_.labels.push_back(
          {x, strip.top - 14, text, 13, Face::kSansBold, anchor, Role::kAccent});
    }
  }

  // A bar under the positions of a subsequence: filled for a1 and a2, hollow for a3 and a4.
  void bracket(const Strip& strip, std::size_t part, float from, std::uint32_t length) {
    if (length == 0) return;
    const float inset = std::min(2.0F, 0.2F * strip.pitch());
    const float left = strip.edge(from) + inset;
    const float right = strip.edge(from + static_cast<float>(length)) - inset;
    const float y = strip.foot + 22;
    picture_.boxes.push_back({.x = left,
                              .y = y,
                              .w = right - left,
                              .h = 6,
                              .role = part_role(part),
                              .filled = part < 2,
                              .corner = 2,
                              .width = 1.4F});
    std::string text =
        fmt::format("{} · {} {}", part_name(part), length, length == 1 ? "key" : "keys");
    if (estimated_width(text, 13, Face::kSansBold) > right - left) text = part_name(part);
    if (estimated_width(text, 13, Face::kSansBold) > right - left + 8) return;
    picture_.labels.push_back(
        {(left + right) / 2, y + 17, text, 13, Face::kSansBold, Anchor::kMiddle, part_role(part)});
  }

  void positions(const Strip& strip, std::uint32_t) {
    const float room = estimated_width(std::to_string(n_ - 1), 12, Face::kMono) + 6;
    const std::uint32_t step = label_stride(strip.pitch(), room, n_);
    for (std::uint32_t i = 0; i < n_; i += step) {
      picture_.labels.push_back({strip.edge(static_cast<float>(i) + 0.5F), strip.foot + 11,
                                 std::to_string(i), 12, Face::kMono, Anchor::kMiddle,
                                 Role::kMuted});
    }
  }

  void name_hull(const Strip& strip, bool upper, float from, std::uint32_t half, float separate) {
    const char* name = upper ? "U" : "L";
    float x = strip.edge(from + 0.5F * static_cast<float>(half));
    float y = strip.top - 18;
    if (separate < 0.5F) {
      // Both hulls lie over the same positions: their names stand beside them.
      const std::uint32_t place = upper ? stage_.upper[half - 1] : stage_.lower[half - 1];
      x = strip.edge(from + static_cast<float>(half)) + 22;
      y = strip.y(model_.height(place));
    }
    picture_.labels.push_back(
        {x, y, name, 15, Face::kSansBold, Anchor::kMiddle, upper ? Role::kText : Role::kMuted});
  }

  Picture& picture_;
  const Scene& scene_;
  const CylinderModel& model_;
  const BitonicStage& stage_;
  std::uint32_t n_;
  CylinderMarks marks_;
  std::uint32_t step_ = 1;
  float plane_ = 0;
  std::vector<LabelArea> numbers_;              // where keys are named
  std::vector<std::vector<ShapePoint>> hulls_;  // of U and of L, where they are shown
};

}  // namespace

float rotation_panel_height(float page_height) {
  return std::clamp(0.2F * page_height, 96.0F, 200.0F);
}

void draw_rotation_network(Picture& picture, const CylinderModel& model, float x, float y, float w,
                           float h) {
  const std::uint32_t n = model.stage().size();
  const auto keys = static_cast<float>(n);
  const float left = x + 48;
  const float pitch = (w - 96) / keys;
  const float top = y + 14;
  const float bottom = y + h - 14;
  const float rotation = model.rotation;
  picture.labels.push_back({left - 16, top, "a", 13, Face::kSansBold, Anchor::kEnd, Role::kText});
  const auto j = static_cast<std::uint32_t>(std::lround(rotation)) % n;
  picture.labels.back().whole = "a: the keys of this merge, in the order of their wires";
  picture.labels.push_back({left - 16, bottom, "R" + subscript(j) + " a", 13, Face::kSansBold,
                            Anchor::kEnd, Role::kText});
  picture.labels.back().whole =
      fmt::format("R{} a: the same keys, begun at place {} of the circle", subscript(j), j);
  if (n > kMostWiresDrawn) {
    // Two bands of wires that cross.
    const auto band = [&](float from, float to, float shift, Role role) {
      const ShapePoint corners[4] = {{left + from * pitch, top},
                                     {left + to * pitch, top},
                                     {left + (to + shift) * pitch, bottom},
                                     {left + (from + shift) * pitch, bottom}};
      picture.add_shape(corners, {.role = role, .alpha = 0.35F});
      picture.add_shape(corners, {.role = role, .width = 1.4F, .closed = true});
    };
    band(rotation, keys, -rotation, Role::kKept);
    band(0, rotation, keys - rotation, Role::kExchanged);
    return;
  }
  const float size = pitch >= 20 ? 12.0F : 0.0F;
  for (std::uint32_t i = 0; i < n; ++i) {
    const float from = left + (static_cast<float>(i) + 0.5F) * pitch;
    const float to = left + (slot_of(i, rotation, n) + 0.5F) * pitch;
    // Wires that pass the seam cross all the others.
    const bool wraps = static_cast<float>(i) < rotation;
    picture.lines.push_back({from, top + 10, to, bottom - 10,
                             wraps ? Role::kExchanged : Role::kKept, wraps ? 2.0F : 1.2F});
    if (size <= 0) continue;
    picture.labels.push_back(
        {from, top, std::to_string(i), size, Face::kMono, Anchor::kMiddle, Role::kMuted});
    if (rotation != std::round(rotation)) continue;
    picture.labels.push_back({to, bottom, std::to_string(i), size, Face::kMono, Anchor::kMiddle,
                              wraps ? Role::kExchanged : Role::kMuted});
  }
}

void draw_unrolled(Picture& picture, const Scene& scene, const CylinderModel& model, float width,
                   float height) {
  const FlatPage page = flat_page(model, width, height);
  FlatDrawing drawing(picture, scene, model);
  drawing.sequence(page.sequence);
  if (page.both) drawing.outcome(page.outcome);
  if (model.rotation > 0) {
    const float panel = rotation_panel_height(height);
    draw_rotation_network(picture, model, kMargin - 48, height - kControls - panel,
                          width - 2 * kMargin + 96, panel);
  }
}

PlaneEdge unrolled_plane_edge(const CylinderModel& model, float width, float height) {
  const FlatPage page = flat_page(model, width, height);
  const Strip& strip = page.sequence;
  const float y = strip.y(plane_height(model, model.stage(), model.below));
  return {{{{strip.left - 12, y}, {strip.right + 12, y}}}, strip.foot - strip.top};
}

std::optional<std::uint32_t> pick_unrolled(const Scene& /*scene*/, const CylinderModel& model,
                                           float width, float height, float x, float y) {
  const FlatPage page = flat_page(model, width, height);
  const Strip& strip = page.sequence;
  if (x < strip.left || x >= strip.right || y < strip.top || y > strip.foot) return std::nullopt;
  const auto slot = static_cast<std::uint32_t>((x - strip.left) / strip.pitch());
  const std::uint32_t place = model.turned().before[std::min(slot, strip.n - 1)];
  const auto [low, high] = std::minmax({model.zero, model.height(place)});
  if (y < strip.y(high) || y > strip.y(low)) return std::nullopt;
  return place;
}

}  // namespace sortscope
