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
  for (const ShapePoint& point : picture.points) add(point.x, point.y, point.x, point.y);
  for (const auto* boxes : {&picture.chips, &picture.boxes}) {
    for (const Box& box : *boxes) add(box.x, box.y, box.x + box.w, box.y + box.h);
  }
  return {left, top, std::max(right - left, 1.0F), std::max(bottom - top, 1.0F)};
}

}  // namespace

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

void GroupPicture::draw(const Brush& brush, const Area& area, double playing_s) {
  if (!maker_) return;
  const Network& network = recording_->network;
  const std::uint32_t depth = network.depth();
  const auto layer_at = [depth](double share) {
    return Cursor{static_cast<std::uint32_t>(share * depth), 0};
  };
  Cursor cursor = at_ < 1 ? layer_at(at_) : network.end();
  float fraction = 0;
  if (playing_s >= 0 && depth > 0) {
    const double rate = std::max(kLayersASecond, depth / kLongest_s);
    const double at = std::fmod(playing_s * rate, depth + rate);
    if (at < depth) {
      cursor = {static_cast<std::uint32_t>(at), 0};
      fraction = static_cast<float>(at - std::floor(at));
    }
  }
  if (!picture_ || cursor != cursor_ || fraction != fraction_) {
    cursor_ = cursor;
    fraction_ = fraction;
    ViewRequest request;
    request.palette = brush.palette;
    request.view = view_;
    request.cursor = cursor;
    request.fraction = fraction;
    request.options.network.arrows = false;
    request.options.cylinder.marks = CylinderMarks::kNone;
    auto made = maker_->make(request, kPageWidth, kPageHeight);
    if (!made) return;
    picture_ = std::move(*made);
    strip(*picture_, view_ == "network");
  }
  if (extent_.width <= 0) extent_ = extent_of(*picture_);
  const float scale = std::min(area.width / extent_.width, area.height / extent_.height);
  brush.list->PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
  paint_picture(*brush.list, *picture_, *brush.palette, area.mid_x() - scale * extent_.mid_x(),
                area.mid_y() - scale * extent_.mid_y(), scale);
  brush.list->PopClipRect();
}

}  // namespace sortscope
