// separator_plots.cpp: errors of a separator for every k, against what is permitted.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/verify/separator_errors.h"
#include "core/views/aks/separator.h"

namespace sortscope::separator_picture {

namespace {

constexpr float kAxis = 30;  // for the numbers of the axis, left of the curves
constexpr float kHead = 42;  // title and verdict
constexpr float kFoot = 20;  // numbers of k
constexpr float kStep = 2;   // pixels of the curve

// log2(1 + errors): no errors and one error are apart, thousands fit.
double lift(double errors) { return std::log2(1 + errors); }

struct Scale {
  Area area;
  double most = 1;       // lifted
  std::uint32_t ks = 1;  // k of either end

  [[nodiscard]] float y(double errors) const {
    return area.bottom - area.height() * static_cast<float>(lift(errors) / most);
  }
  // The k-th smallest from the left, the k-th largest from the right.
  [[nodiscard]] float x(double k, bool largest) const {
    const auto half = static_cast<float>(k / static_cast<double>(2 * std::uint64_t{ks}));
    return largest ? area.right - area.width() * half : area.left + area.width() * half;
  }
};

void draw_axes(Picture& picture, const Scale& scale) {
  const Area& area = scale.area;
  picture.lines.push_back({area.left, area.bottom, area.right, area.bottom, Role::kWire, 1});
  float last = area.bottom + 100;
  for (std::uint64_t tick = 0, next = 1; lift(static_cast<double>(tick)) <= scale.most;
       tick = next, next = next % 3 == 0 ? next / 3 * 10 : next * 3) {
    const float y = scale.y(static_cast<double>(tick));
    if (last - y < 14) continue;
    last = y;
    if (tick > 0) picture.lines.push_back({area.left, y, area.right, y, Role::kLine, 1});
    picture.labels.push_back(
        {area.left - 6, y, grouped_number(tick), kText, Face::kMono, Anchor::kEnd, Role::kMuted});
  }
  const float middle = (area.left + area.right) / 2;
  picture.lines.push_back({middle, area.top, middle, area.bottom, Role::kLine, 1});
}

void draw_end(Picture& picture, const Scale& scale, std::span<const std::uint32_t> errors,
              double permitted, bool largest) {
  // A stretch of the curve a few pixels wide shows its largest error.
  const std::uint32_t ks = scale.ks;
  const auto columns = std::max(
      1U, std::min(ks, static_cast<std::uint32_t>(std::max(scale.area.width() / 2 / kStep, 0.0F))));
  float last_y = scale.y(0);
  for (std::uint32_t column = 0; column < columns; ++column) {
    const auto from = static_cast<std::uint32_t>(std::uint64_t{ks} * column / columns) + 1;
    const auto to = static_cast<std::uint32_t>(std::uint64_t{ks} * (column + 1) / columns);
    std::uint32_t most = 0;
    bool too_many = false;
    for (std::uint32_t k = from; k <= to; ++k) {
      most = std::max(most, errors[k]);
      too_many = too_many || errors[k] > permitted * k + 1e-9;
    }
    const float x0 = scale.x(from - 1, largest);
    const float x1 = scale.x(to, largest);
    const float y = scale.y(most);
    const Role role = too_many ? Role::kExchanged : Role::kGood;
    const float width = too_many ? 2.4F : 1.6F;
    if (too_many) {
      const float floor = scale.y(permitted * to);
      picture.boxes.push_back({std::min(x0, x1), y, std::abs(x1 - x0), std::max(floor - y, 0.0F),
                               Role::kBoxSecond, true});
    }
    if (std::abs(last_y - y) > 0.2F) picture.lines.push_back({x0, last_y, x0, y, role, width});
    picture.lines.push_back({x0, y, x1, y, role, width});
    last_y = y;
  }
}

void draw_permitted(Picture& picture, const Scale& scale, double permitted) {
  constexpr int kPieces = 48;
  for (const bool largest : {false, true}) {
    std::vector<ShapePoint> points;
    for (int i = 0; i <= kPieces; ++i) {
      const double k = static_cast<double>(scale.ks) * i / kPieces;
      points.push_back({scale.x(k, largest), scale.y(permitted * k)});
    }
    picture.add_shape(points, {.role = Role::kAccent, .width = 1.4F, .dashed = true});
  }
}

}  // namespace

std::string verdict(std::uint32_t excess) {
  if (excess == 0) return "valid";
  return fmt::format("{} error{} more than permitted", grouped_number(excess),
                     excess == 1 ? "" : "s");
}

void draw_errors(Picture& picture, const ErrorCurves& curves, const Area& area) {
  if (curves.small.size() < 2 || area.height() < kHead + kFoot + 24) return;
  const std::uint32_t excess = std::max(excess_errors(curves.small, curves.permitted),
                                        excess_errors(curves.large, curves.permitted));
  const std::string judged =
      first_fitting({verdict(excess), fmt::format("{} too many", grouped_number(excess))}, kText,
                    Face::kSansBold, area.width() - 6);
  // Names and what is permitted, then the verdict.
  const std::string line = fmt::format("permitted: {} k, {} = {}", curves.epsilon, curves.epsilon,
                                       short_number(curves.permitted));
  const std::string title =
      first_fitting({curves.title, curves.brief}, kText, Face::kSansBold, area.width() - 60);
  picture.labels.push_back(
      {area.left, area.top + 8, title, kText, Face::kSansBold, Anchor::kStart, Role::kText});
  const Role role = excess == 0 ? Role::kGood : Role::kExchanged;
  const float y = area.top + 26;
  picture.dots.push_back({area.left + 4, y, 3.5F, role, excess == 0, 1.6F});
  picture.labels.push_back(
      {area.left + 14, y, judged, kText, Face::kSansBold, Anchor::kStart, role});
  const float right = area.right;
  const float used = 0.9F * estimated_width(title, kText, Face::kSansBold) + 16;
  const bool beside = used + estimated_width(line, kText, Face::kSans) < area.width();
  const std::string permitted = beside
                                    ? line
                                    : first_fitting({line, short_number(curves.permitted) + " k"},
                                                    kText, Face::kSans, area.width() - used);
  picture.labels.push_back(
      {right, area.top + 8, permitted, kText, Face::kSans, Anchor::kEnd, Role::kAccent});

  Scale scale;
  scale.area = {area.left, area.top + kHead + 4, area.right, area.bottom - kFoot};
  scale.ks = static_cast<std::uint32_t>(curves.small.size() - 1);
  std::uint32_t most = 1;
  for (const auto& errors : {curves.small, curves.large}) {
    most = std::max(most, *std::max_element(errors.begin(), errors.end()));
  }
  scale.most = lift(std::max<double>(most, curves.permitted * scale.ks)) * 1.08;
  draw_axes(picture, scale);
  draw_end(picture, scale, curves.small, curves.permitted, false);
  draw_end(picture, scale, curves.large, curves.permitted, true);
  draw_permitted(picture, scale, curves.permitted);

  const float foot_y = area.bottom - 8;
  const auto foot = [&](float x, const std::string& text, Anchor anchor) {
    picture.labels.push_back({x, foot_y, text, kText, Face::kSans, anchor, Role::kMuted});
  };
  const std::string ks = grouped_number(scale.ks);
  if (area.width() >= 420) {
    foot(area.left, "k smallest keys →", Anchor::kStart);
    foot(area.right, "← k largest keys", Anchor::kEnd);
  } else {
    foot(area.left, "smallest →", Anchor::kStart);
    if (area.width() >= 124) foot(area.right, "← largest", Anchor::kEnd);
  }
  if (area.width() >= 190) {
    foot((area.left + area.right) / 2, area.width() >= 240 ? "k = " + ks : ks, Anchor::kMiddle);
  }
}

}  // namespace sortscope::separator_picture
