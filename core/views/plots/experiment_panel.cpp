// experiment_panel.cpp: one diagram of an experiment.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/pictures/label_fit.h"
#include "core/views/plots/experiment.h"

namespace sortscope {

namespace {

constexpr float kText = 12;
constexpr float kNamePitch = kText + 3;
constexpr Role kRoles[] = {Role::kSeries1, Role::kSeries2, Role::kSeries3, Role::kSeries4,
                           Role::kSeries5, Role::kSeries6, Role::kSeries7, Role::kSeries8};

// One axis: values to pixels, and where its ticks are.
class Axis {
 public:
  Axis(AxisScale scale, float first, float last) : scale_(scale), first_(first), last_(last) {}

  void take(double value) {
    if (scale_ != AxisScale::kLinear && value <= 0) {
      zero_ = true;
      return;
    }
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
  }
  // After the last take(). `whole`: the ends are ticks. A linear axis with `from_zero` starts at 0.
  void settle(bool whole, bool from_zero) {
    if (least_ > most_) {
      least_ = 1;
      most_ = 10;
    }
    if (scale_ == AxisScale::kLinear) {
      if (from_zero && least_ >= 0 && least_ < most_ / 5) least_ = 0;
      if (least_ == most_) most_ = least_ + (least_ == 0 ? 1 : std::abs(least_));
      step_ = nice_step((most_ - least_) / 5);
      if (whole) {
        least_ = std::floor(least_ / step_ + 1e-9) * step_;
        most_ = std::ceil(most_ / step_ - 1e-9) * step_;
      }
    } else if (whole) {
      if (zero_) least_ /= 10;
      least_ = std::pow(10, std::floor(std::log10(least_) + 1e-9));
      most_ = std::pow(10, std::ceil(std::log10(most_) - 1e-9));
      if (least_ == most_) most_ *= 10;
    } else if (least_ == most_) {
      least_ /= 2;
      most_ *= 2;
    }
  }
  [[nodiscard]] float at(double value) const {
    double share = 0;
    if (scale_ == AxisScale::kLinear) {
      share = (value - least_) / (most_ - least_);
    } else {
      share = std::log(std::max(value, least_) / least_) / std::log(most_ / least_);
    }
    return first_ + (last_ - first_) * static_cast<float>(share);
  }
  // Ticks, first those that matter most where not all fit.
  [[nodiscard]] std::vector<double> ticks() const {
    std::vector<double> all;
    if (scale_ == AxisScale::kLinear) {
      // Counted: where values are large, a step added to one may be lost.
      const double first = std::ceil(least_ / step_ - 1e-9);
      for (std::size_t i = 0; i < kMostTicks; ++i) {
        const double v = (first + static_cast<double>(i)) * step_;
        if (!(v <= most_ + step_ * 1e-6)) break;
        all.push_back(std::abs(v) < step_ * 1e-6 ? 0 : v);
      }
    } else if (scale_ == AxisScale::kLog2) {
      for (double v = std::exp2(std::ceil(std::log2(least_) - 1e-9));
           v <= most_ * 1.0001 && all.size() < kMostTicks; v *= 2) {
        all.push_back(v);
      }
    } else {
      const double first = std::pow(10, std::floor(std::log10(least_) + 1e-9));
      for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor > 1 && most_ / least_ > 1000) break;
        for (double v = first * factor; v <= most_ * 1.0001 && all.size() < kMostTicks; v *= 10) {
          if (v >= least_ * 0.9999) all.push_back(v);
        }
      }
    }
    return all;
  }
  [[nodiscard]] bool shows_zero() const { return zero_; }
  [[nodiscard]] double least() const { return least_; }

 private:
  static double nice_step(double rough) {
    const double ten = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor * ten >= rough * 0.999) return factor * ten;
    }
    return 10 * ten;
  }

  static constexpr std::size_t kMostTicks = 2100;  // as many powers of two as there are

  AxisScale scale_;
  float first_, last_;
  double least_ = std::numeric_limits<double>::max();
  double most_ = std::numeric_limits<double>::lowest();
  double step_ = 1;
  bool zero_ = false;
};

// A series with its colour: the thesis's values have that of ours.
struct Curve {
  const ExperimentSeries* series;
  Role role;
  bool hollow = false;  // its dots: an earlier one has the colour
};

std::vector<Curve> curves_of(const ExperimentPanel& panel) {
  std::vector<Curve> curves;
  std::size_t next = 0;
  for (const ExperimentSeries& series : panel.series) {
    if (series.origin == Origin::kPublished) continue;
    curves.push_back({&series, kRoles[next % std::size(kRoles)], next >= std::size(kRoles)});
    ++next;
  }
  const std::size_t ours = curves.size();
  for (const ExperimentSeries& series : panel.series) {
    if (series.origin != Origin::kPublished) continue;
    const auto of = std::find_if(curves.begin(), curves.begin() + static_cast<long>(ours),
                                 [&](const Curve& one) { return one.series->id == series.of; });
    curves.push_back(
        {&series, of != curves.begin() + static_cast<long>(ours) ? of->role : Role::kText});
  }
  std::erase_if(curves, [](const Curve& curve) { return curve.series->points.empty(); });
  return curves;
}

void draw_diamond(Picture& picture, float x, float y, Role role) {
  constexpr float kReach = 4.5F;
  const ShapePoint corners[] = {{x, y - kReach}, {x + kReach, y}, {x, y + kReach}, {x - kReach, y}};
  Shape inside;
  inside.role = Role::kGround;
  picture.add_shape(corners, inside);
  Shape outline;
  outline.role = role;
  outline.width = 1.4F;
  outline.closed = true;
  picture.add_shape(corners, outline);
}

void draw_curve(Picture& picture, const Curve& curve, const Axis& x, const Axis& y) {
  const std::vector<ExperimentPoint>& points = curve.series->points;
  const bool published = curve.series->origin == Origin::kPublished;
  // Many computed points are a line; published lines through many points too.
  const bool marks = points.size() <= 24;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ExperimentPoint& a = points[i - 1];
    const ExperimentPoint& b = points[i];
    const float x0 = x.at(a.x);
    const float x1 = x.at(b.x);
    if (a.y.values.size() > 1 || b.y.values.size() > 1) {
      const ShapePoint band[] = {{x0, y.at(a.y.quantile(0.25))},
                                 {x1, y.at(b.y.quantile(0.25))},
                                 {x1, y.at(b.y.quantile(0.75))},
                                 {x0, y.at(a.y.quantile(0.75))}};
      Shape style;
      style.role = curve.role;
      style.alpha = 0.2F;
      picture.add_shape(band, style);
    }
    picture.lines.push_back({x0, y.at(a.y.median()), x1, y.at(b.y.median()), curve.role,
                             published ? 1.2F : 2, published});
  }
  if (!marks) return;
  for (const ExperimentPoint& point : points) {
    const float px = x.at(point.x);
    const float py = y.at(point.y.median());
    if (published) {
      if (points.size() <= kMostDiamonds) draw_diamond(picture, px, py, curve.role);
      continue;
    }
    const float low = y.at(point.y.quantile(0.25));
    const float high = y.at(point.y.quantile(0.75));
    if (low - high > 8) picture.lines.push_back({px, low, px, high, curve.role, 4});
    picture.dots.push_back({px, py, 3, curve.role, !curve.hollow});
  }
}

// Names right of the diagram, moved apart, a hairline from each to the end of its curve.
void draw_names(Picture& picture, const std::vector<Curve>& curves, const Axis& x, const Axis& y,
                float left, float top, float bottom, float room) {
  struct End {
    float x, y, at;
    const Curve* curve;
  };
  std::vector<End> ends;
  for (const Curve& curve : curves) {
    const ExperimentPoint& last = curve.series->points.back();
    const float end = y.at(last.y.median());
    ends.push_back({x.at(last.x), end, end, &curve});
  }
  std::stable_sort(ends.begin(), ends.end(),
                   [](const End& a, const End& b) { return a.at < b.at; });
  const float pitch =
      std::min(kNamePitch, (bottom - top) / std::max(1.0F, static_cast<float>(ends.size()) - 1));
  float least = top;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const float below = pitch * static_cast<float>(ends.size() - 1 - i);
    ends[i].at = std::clamp(ends[i].at, least, std::max(least, bottom - below));
    least = ends[i].at + pitch;
  }
  if (pitch < kText - 1) return;
  for (const End& end : ends) {
    const bool published = end.curve->series->origin == Origin::kPublished;
    picture.lines.push_back({end.x + 5, end.y, left - 4, end.at, Role::kLine, 1});
    picture.lines.push_back(
        {left - 2, end.at, left + 10, end.at, end.curve->role, published ? 1.2F : 2, published});
    if (end.curve->hollow) picture.dots.push_back({left + 4, end.at, 3, end.curve->role, false});
    picture.labels.push_back(
        fitted({left + 15, end.at, end.curve->series->title, kText, Face::kSans, Anchor::kStart,
                published ? Role::kMuted : Role::kText},
               room - 15));
  }
}

// Labels of ticks, those left out that would touch one already there.
void draw_axes(Picture& picture, const ExperimentPanel& panel, const Axis& x, const Axis& y,
               float left, float top, float right, float bottom) {
  std::vector<LabelArea> taken;
  const auto put = [&](Label label, float space) {
    LabelArea area = area_of(label);
    area.left -= space;
    area.right += space;
    for (const LabelArea& other : taken) {
      if (overlap(area, other)) return false;
    }
    taken.push_back(area);
    picture.labels.push_back(std::move(label));
    return true;
  };
  for (const double tick : y.ticks()) {
    std::string text = axis_text(panel.y, tick);
    if (y.shows_zero() && tick <= y.least() * 1.0001) text = "0";
    if (put({left - 8, y.at(tick), text, kText, Face::kMono, Anchor::kEnd, Role::kMuted}, 0)) {
      picture.lines.push_back({left, y.at(tick), right, y.at(tick), Role::kLine, 1});
    }
  }
  picture.lines.push_back({left, bottom, right, bottom, Role::kLine, 1});
  for (const double tick : x.ticks()) {
    const bool shown = put({x.at(tick), bottom + 14, axis_text(panel.x, tick), kText, Face::kMono,
                            Anchor::kMiddle, Role::kMuted},
                           5);
    picture.lines.push_back(
        {x.at(tick), bottom, x.at(tick), bottom + (shown ? 5.0F : 3.0F), Role::kLine, 1});
  }
  picture.labels.push_back(
      fitted({right, bottom + 30, panel.x.title, kText, Face::kSans, Anchor::kEnd, Role::kMuted},
             right - left));
  picture.labels.push_back(
      {left, top - 12, panel.y.title, kText, Face::kSans, Anchor::kStart, Role::kMuted});
}

}  // namespace

void draw_panel(Picture& picture, const ExperimentPanel& panel, float left, float top, float width,
                float height) {
  const std::vector<Curve> curves = curves_of(panel);
  float names = 0;
  for (const Curve& curve : curves) {
    names = std::max(names, estimated_width(curve.series->title, kText, Face::kSans) + 16);
  }
  names = std::min(names, width * 0.45F);
  const float x0 = left + 52;
  const float x1 = left + width - names - 22;
  const float y0 = top + 42;
  const float y1 = top + height - 40;
  picture.labels.push_back(fitted(
      {left, top + 8, panel.title, 13, Face::kSansBold, Anchor::kStart, Role::kText}, width));
  if (x1 - x0 < 60 || y1 - y0 < 40) return;
  Axis x(panel.x.scale, x0, x1);
  Axis y(panel.y.scale, y1, y0);
  for (const Curve& curve : curves) {
    for (const ExperimentPoint& point : curve.series->points) {
      x.take(point.x);
      y.take(point.y.quantile(0.25));
      y.take(point.y.quantile(0.75));
      y.take(point.y.median());
    }
  }
  x.settle(false, false);
  y.settle(true, true);
  draw_axes(picture, panel, x, y, x0, y0, x1, y1);
  for (const Curve& curve : curves) draw_curve(picture, curve, x, y);
  draw_names(picture, curves, x, y, x1 + 18, y0, y1, names);
}

}  // namespace sortscope
