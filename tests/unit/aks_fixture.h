// aks_fixture.h: runs of the AKS network and their scenes, for tests of its views.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/keys/inputs.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/families.h"
#include "core/recordings/replay.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {

inline constexpr std::pair<float, float> kPageSizes[] = {
    {1052, 614}, {526, 614}, {526, 307}, {320, 200}, {2331, 1334}};

/// A recorded run of the AKS network on uniform keys.
class AksRun : public RunView {
 public:
  AksRun(std::uint32_t n,
         std::initializer_list<std::pair<std::string_view, std::string_view>> parameters)
      : RunView(request_of(n, parameters)), elsewhere_(shared()) {}
  /// For states at other cursors; not the scenes' own.
  [[nodiscard]] Replay& elsewhere() { return elsewhere_; }

  /// The scene at a cursor; valid until the next call.
  Scene at(Cursor cursor, float fraction = 0) {
    return RunView::at(cursor, cursor.layer < network().depth() ? fraction : 0);
  }

 private:
  static RunRequest request_of(
      std::uint32_t n,
      std::initializer_list<std::pair<std::string_view, std::string_view>> parameters) {
    RunRequest request;
    request.algorithm = "aks";
    for (const auto& [name, value] : parameters) {
      const NamedParameters& named = *family_row(Family::kAks).parameters;
      EXPECT_TRUE(named.set(request.parameters, name, value).ok()) << name;
    }
    request.keys =
        generate_keys("uniform", KeyType::kInt32, n, 7, **find_algorithm("aks"), Order::kAscending)
            .value();
    return request;
  }

  Replay elsewhere_;
};

/// Every mark of the picture is on its page, texts by their estimated widths.
inline void expect_inside(const Picture& picture, float width, float height) {
  constexpr float kSlack = 1.5F;
  const auto inside = [&](float x, float y, const char* what) {
    EXPECT_GE(x, -kSlack) << what;
    EXPECT_LE(x, width + kSlack) << what;
    EXPECT_GE(y, -kSlack) << what;
    EXPECT_LE(y, height + kSlack) << what;
  };
  EXPECT_NEAR(picture.width, width, 0.1F);
  EXPECT_NEAR(picture.height, height, 0.1F);
  for (const auto* boxes : {&picture.boxes, &picture.chips}) {
    for (const Box& box : *boxes) {
      inside(box.x, box.y, "box");
      inside(box.x + box.w, box.y + box.h, "box");
    }
  }
  for (const Line& line : picture.lines) {
    inside(line.x0, line.y0, "line");
    inside(line.x1, line.y1, "line");
  }
  for (const ShapePoint& point : picture.points) inside(point.x, point.y, "shape");
  for (const Dot& dot : picture.dots) inside(dot.x, dot.y, "dot");
  for (const Label& label : picture.labels) {
    // The estimate is an upper one.
    const float room = 0.9F * estimated_width(label.text, label.size, label.face);
    const float left = label.anchor == Anchor::kStart    ? label.x
                       : label.anchor == Anchor::kMiddle ? label.x - room / 2
                                                         : label.x - room;
    inside(left, label.y - label.size / 2, label.text.c_str());
    inside(left + room, label.y + label.size / 2, label.text.c_str());
  }
}

}  // namespace sortscope
