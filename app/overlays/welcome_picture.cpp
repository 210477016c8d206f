// welcome_picture.cpp: from a page of a layout to a picture of a few marks.
#include "app/overlays/welcome_picture.h"

#include <algorithm>
#include <cmath>

#include "app/overlays/welcome_groups.h"
#include "app/painters/theme.h"
#include "core/engines/engine.h"
#include "core/networks/network.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

constexpr std::uint64_t kSeed = 7;
constexpr double kLayersASecond = 3;
constexpr double kLongest_s = 8;  // a long run is played in as much
// Of the page that the layout fills; only its marks are shown.
constexpr float kPageWidth = 400;
constexpr float kPageHeight = 260;
constexpr std::uint32_t kMostLooks =
    400;  // at layers of the film, for the part of the page it takes

// At this size only marks can be told apart, and no words be read.
void strip(Picture& picture, bool network) {
  picture.labels.clear();
  // The ground behind words that are gone.
  for (auto* boxes : {&picture.boxes, &picture.chips}) {
    std::erase_if(*boxes, [](const Box& box) { return box.role == Role::kGround; });
  }
  if (network) picture.boxes.clear();
  for (Line& line : picture.lines) line.width *= 1.8F;
  for (Dot& dot : picture.dots) dot.radius *= 1.3F;
}

// The smallest that holds both.
Area united(const Area& a, const Area& b) {
  if (a.width <= 0) return b;
  const float x = std::min(a.x, b.x);
  const float y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

// Of the AKS tree the nodes, and what is in and on them: the rest explains it.
void keep_nodes(Picture& picture) {
  constexpr float kAbove = 16;  // marks of the wires that go up
  Area nodes;
  for (const Box& box : picture.boxes) nodes = united(nodes, {box.x, box.y, box.w, box.h});
  const auto outside = [&](float x, float y) {
    return x < nodes.x - 2 || x > nodes.right() + 2 || y < nodes.y - kAbove ||
           y > nodes.bottom() + 2;
  };
  std::erase_if(picture.shapes, [&](const Shape& shape) {
    const auto points = picture.points_of(shape);
    return std::ranges::any_of(points, [&](ShapePoint p) { return outside(p.x, p.y); });
  });
  std::erase_if(picture.lines, [&](const Line& line) {
    return outside(line.x0, line.y0) || outside(line.x1, line.y1);
  });
  std::erase_if(picture.arrows, [&](const ArrowHead& arrow) { return outside(arrow.x, arrow.y); });
  std::erase_if(picture.dots, [&](const Dot& dot) { return outside(dot.x, dot.y); });
}

}  // namespace

Area extent_of(const Picture& picture) {
  float left = kPageWidth;
  float top = kPageHeight;
  float right = 0;
  float bottom = 0;
  const auto add = [&](float x0, float y0, float x1, float y1) {
    left = std::min(left, std::min(x0, x1));
    right = std::max(right, std::max(x0, x1));
    top = std::min(top, std::min(y0, y1));
    bottom = std::max(bottom, std::max(y0, y1));
  };
  for (const Line& line : picture.lines) add(line.x0, line.y0, line.x1, line.y1);
  for (const Dot& dot : picture.dots) {
    add(dot.x - dot.radius, dot.y - dot.radius, dot.x + dot.radius, dot.y + dot.radius);
  }
  for (const Shape& shape : picture.shapes) {
    for (const ShapePoint& p : picture.points_of(shape)) add(p.x, p.y, p.x, p.y);
  }
  for (const ArrowHead& arrow : picture.arrows) {
    add(arrow.x - arrow.size, arrow.y - arrow.size, arrow.x + arrow.size, arrow.y + arrow.size);
  }
  for (const auto* boxes : {&picture.chips, &picture.boxes}) {
    for (const Box& box : *boxes) add(box.x, box.y, box.x + box.w, box.y + box.h);
  }
  return {left, top, std::max(right - left, 1.0F), std::max(bottom - top, 1.0F)};
}

GroupPicture::GroupPicture(const AlgorithmGroup& group) : view_(group.view), at_(group.at) {
  const auto algorithm = find_algorithm(group.pictured);
  if (!algorithm) return;
  RunRequest request;
  request.algorithm = group.pictured;
  request.input = usual_input(**algorithm);
  request.seed = kSeed;
  if (!generate_run_keys(request, **algorithm, kUsualType, group.keys)) return;
  auto made = record(request, *make_cpu_engine());
  if (!made) return;
  recording_ = *made;
  maker_ = std::make_unique<PictureMaker>(recording_);
}

std::optional<Picture> GroupPicture::picture_at(const Palette& palette, Cursor cursor,
                                                float fraction) const {
  if (!maker_) return std::nullopt;
  ViewRequest request;
  request.palette = &palette;
  request.view = view_;
  request.cursor = cursor;
  request.fraction = fraction;
  request.options.network.arrows = false;
  request.options.cylinder.marks = CylinderMarks::kNone;
  auto made = maker_->make(request, kPageWidth, kPageHeight);
  if (!made) return std::nullopt;
  strip(*made, view_ == "network");
  if (view_ == "aks-tree") keep_nodes(*made);
  return std::move(*made);
}

Area GroupPicture::extent(const Palette& palette) const {
  Area all;
  const std::uint32_t step = depth() / kMostLooks + 1;
  for (std::uint32_t layer = 0; layer <= depth(); layer += step) {
    // At rest, and where keys that change places are far from their wires.
    for (const float fraction : {0.0F, 0.25F, 0.5F, 0.75F}) {
      if (const auto picture = picture_at(palette, {layer, 0}, fraction)) {
        all = united(all, extent_of(*picture));
      }
    }
  }
  return all;
}

std::uint32_t GroupPicture::depth() const {
  return recording_ == nullptr ? 0 : recording_->network.depth();
}

void GroupPicture::draw(const Brush& brush, const Area& area, double playing_s) {
  if (!maker_) return;
  const Network& network = recording_->network;
  const auto layer_at = [depth = depth()](double share) {
    return Cursor{static_cast<std::uint32_t>(share * depth), 0};
  };
  Cursor cursor = at_ < 1 ? layer_at(at_) : network.end();
  float fraction = 0;
  if (playing_s >= 0 && depth() > 0) {
    const double rate = std::max(kLayersASecond, depth() / kLongest_s);
    const double at = std::fmod(playing_s * rate, depth() + rate);
    if (at < depth()) {
      cursor = {static_cast<std::uint32_t>(at), 0};
      fraction = static_cast<float>(at - std::floor(at));
    }
  }
  if (!picture_ || cursor != cursor_ || fraction != fraction_) {
    cursor_ = cursor;
    fraction_ = fraction;
    picture_ = picture_at(*brush.palette, cursor, fraction);
    if (!picture_) return;
  }
  // A film keeps its size from its first moment on; the picture that stands fills the card.
  if (playing_s >= 0 && film_.width <= 0) film_ = extent(*brush.palette);
  if (playing_s >= 0) film_ = united(film_, extent_of(*picture_));
  const Area shown = playing_s >= 0 ? film_ : extent_of(*picture_);
  const float scale = std::min(area.width / shown.width, area.height / shown.height);
  brush.list->PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
  paint_picture(*brush.list, *picture_, *brush.palette, area.mid_x() - scale * shown.mid_x(),
                area.mid_y() - scale * shown.mid_y(), scale);
  brush.list->PopClipRect();
}

}  // namespace sortscope
