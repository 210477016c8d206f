// test_cylinder_numbers.cpp: the keys' numbers at the bars of a cylinder: where they stand, and
// when.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/pictures/label_fit.h"
#include "core/views/adaptive/cylinder.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

Scene with(RunView& run, Cursor cursor, const CylinderOptions& options, float fraction = 0) {
  run.options.cylinder = options;
  run.options.cylinder.fold_cursor = cursor;
  return run.at(cursor, fraction);
}

// Whether a point of a face of the bar lies in the rectangle: faces are walked point by point.
bool covers(const CylinderBar& bar, const LabelArea& area) {
  using Corner = CylinderCamera::Projected;
  const auto walk = [&](const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
    for (int i = 0; i <= 12; ++i) {
      for (int k = 0; k <= 120; ++k) {
        const float u = static_cast<float>(i) / 12;
        const float v = static_cast<float>(k) / 120;
        const float x = std::lerp(std::lerp(a.x, b.x, u), std::lerp(d.x, c.x, u), v);
        const float y = std::lerp(std::lerp(a.y, b.y, u), std::lerp(d.y, c.y, u), v);
        if (x > area.left + 0.5F && x < area.right - 0.5F && y > area.top + 0.5F &&
            y < area.bottom - 0.5F) {
          return true;
        }
      }
    }
    return false;
  };
  const auto& [foot, top, angle] = bar.faces;
  for (std::size_t side = 0; side < 4; ++side) {
    const std::size_t next = (side + 1) % 4;
    if (walk(foot[side], foot[next], top[next], top[side])) return true;
  }
  return walk(top[0], top[1], top[2], top[3]);
}

LabelArea bounds_of(const CylinderBar& bar) {
  LabelArea area{1e9F, 1e9F, -1e9F, -1e9F};
  for (const auto* face : {&bar.faces.foot, &bar.faces.top}) {
    for (const auto& corner : *face) {
      area = {std::min(area.left, corner.x), std::min(area.top, corner.y),
              std::max(area.right, corner.x), std::max(area.bottom, corner.y)};
    }
  }
  return area;
}

// Flat: the curves of L and U, whole and dashed, run beside the numbers of the keys.
TEST(Cylinder, NoCurveRunsThroughANumber) {
  std::size_t numbers = 0;
  std::size_t curves = 0;
  for (const char* algorithm : {"bitonic", "adaptive", "adaptive-merger"}) {
    for (const std::int32_t n : {8, 16}) {
      std::vector<std::int32_t> values;
      for (std::int32_t i = 0; i < n; ++i)
        values.push_back(110 + 7 * (i < n / 2 ? 2 * i : 2 * (n - i) - 1));
      RunView run(algorithm, keys_of(values));
      for (std::uint32_t layer = 1; layer <= run.network().depth(); ++layer) {
        for (const float fold : {0.6F, 0.8F, 1.0F}) {
          CylinderOptions options;
          options.unrolled = true;
          options.fold = fold;
          for (const auto& [width, height] :
               {std::pair{682.0F, 474.0F}, {960.0F, 474.0F}, {1052.0F, 614.0F}}) {
            const Scene scene = with(run, {layer, 0}, options);
            const Picture picture = kCylinderLayout.layout(scene, width, height);
            for (const Label& label : picture.labels) {
              if (label.face != Face::kMono || label.role != Role::kText || label.text.size() != 3)
                continue;
              ++numbers;
              const LabelArea area = area_of(label);
              for (const Shape& shape : picture.shapes) {
                if (shape.width != 2.2F || shape.closed) continue;
                ++curves;
                const auto points = picture.points_of(shape);
                for (std::size_t i = 1; i < points.size(); ++i) {
                  for (int k = 0; k <= 60; ++k) {
                    const float at = static_cast<float>(k) / 60;
                    const float x = std::lerp(points[i - 1].x, points[i].x, at);
                    const float y = std::lerp(points[i - 1].y, points[i].y, at);
                    ASSERT_FALSE(x > area.left && x < area.right && y > area.top && y < area.bottom)
                        << algorithm << " of " << n << ", layer " << layer << ", " << label.text
                        << " at " << fold << ", " << width;
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  EXPECT_GT(numbers, 500U);
  EXPECT_GT(curves, 500U);
}

// In a row of cylinders and in halves of a window too: those of other sequences stand beside it.
TEST(Cylinder, NoNumberStandsOnABarInFrontOfItsOwn) {
  std::size_t numbers = 0;
  std::size_t in_rows = 0;
  const auto look = [&](RunView& run, std::uint32_t layer, const CylinderOptions& options,
                        float width, float height) {
    const Scene scene = with(run, {layer, 0}, options);
    const CylinderModel model = *cylinder_model(scene, width);
    const CylinderPage page = cylinder_page(scene, model, width, height);
    const Picture picture = kCylinderLayout.layout(scene, width, height);
    std::map<std::string, const CylinderBar*> bar_of;
    std::vector<CylinderBar> bars;
    for (std::uint32_t instance = 0; instance < model.stages->size(); ++instance) {
      const auto some = cylinder_bars(scene, model, page, instance);
      bars.insert(bars.end(), some.begin(), some.end());
    }
    for (const CylinderBar& bar : bars) bar_of[run.recording().key_text(bar.place)] = &bar;
    const auto toward = [](const CylinderBar& bar) {
      return bar.faces.foot[0].toward + bar.faces.foot[2].toward;
    };
    for (const Label& label : picture.labels) {
      if (label.face != Face::kMono || !bar_of.contains(label.text)) continue;
      const CylinderBar& own = *bar_of[label.text];
      const LabelArea area = area_of(label);
      ++numbers;
      if (model.stages->size() > 1) ++in_rows;
      for (const CylinderBar& other : bars) {
        if (other.instance == own.instance && toward(other) <= toward(own)) continue;
        if (!overlap(area, bounds_of(other))) continue;
        EXPECT_FALSE(covers(other, area))
            << label.text << " over " << run.recording().key_text(other.place) << " at "
            << options.elevation << ", " << options.azimuth << ", layer " << layer << ", " << width
            << " x " << height;
      }
    }
  };
  for (const char* algorithm : {"bitonic", "adaptive"}) {
    for (const std::int32_t n : {8, 16, 64}) {
      std::vector<std::int32_t> values;
      for (std::int32_t i = 0; i < n; ++i) values.push_back(10 + i * 37 % 89);
      RunView run(algorithm, keys_of(values));
      for (std::uint32_t layer = 1; layer <= run.network().depth(); layer += n == 64 ? 5 : 3) {
        for (const float elevation : {0.1F, 0.2F, 0.4F, 0.56F, 1.0F, 1.45F}) {
          for (const float azimuth : {-2.8F, -1.4F, -0.5F, 0.4F, 1.3F, 2.6F}) {
            for (const float fold : {0.0F, 0.3F, 0.5F, 0.7F, 1.0F}) {
              CylinderOptions options;
              options.elevation = elevation;
              options.azimuth = azimuth;
              options.fold = fold;
              look(run, layer, options, 1280, 720);
              look(run, layer, options, 640, 720);
              if (n != 64) look(run, layer, options, 1280, 360);
            }
          }
        }
      }
    }
  }
  EXPECT_GT(numbers, 5000U);
  EXPECT_GT(in_rows, 1000U);
}

// Wherever a fold stands still, a key over whose bar nothing nearer stands has its number.
TEST(Cylinder, KeysHaveTheirNumbersInEveryRestingPose) {
  std::size_t half_folded = 0;
  for (const char* algorithm : {"bitonic", "adaptive", "adaptive-two-case"}) {
    RunView run(algorithm, different_keys(16));
    for (std::uint32_t layer = 0; layer <= run.network().depth(); ++layer) {
      for (const auto& [width, height] :
           {std::pair{1280.0F, 720.0F}, {1200.0F, 800.0F}, {640.0F, 480.0F}}) {
        const Scene scene = with(run, {layer, 0}, {});
        const auto model = cylinder_model(scene, width);
        if (!model) continue;
        const CylinderPage page = cylinder_page(scene, *model, width, height);
        const Picture picture = kCylinderLayout.layout(scene, width, height);
        const FoldMoments& moments = model->moments;
        if (moments.roll > 0.05F && moments.separate < 0.6F) ++half_folded;
        int missing = 0;
        for (std::uint32_t instance = 0; instance < model->stages->size(); ++instance) {
          const auto bars = cylinder_bars(scene, *model, page, instance);
          for (std::size_t i = 0; i < bars.size(); ++i) {
            const std::string text = run.recording().key_text(bars[i].place);
            float x = 0;
            float y = 1e9F;
            for (const auto& corner : bars[i].faces.top) {
              x += corner.x / 4;
              y = std::min(y, corner.y);
            }
            const LabelArea over{x - 12, y - 20, x + 12, y};
            const bool hidden =
                std::any_of(bars.begin() + static_cast<std::ptrdiff_t>(i) + 1, bars.end(),
                            [&](const CylinderBar& nearer) { return covers(nearer, over); });
            const bool named = std::ranges::any_of(picture.labels, [&](const Label& label) {
              return label.face == Face::kMono && label.text == text;
            });
            missing += hidden || named ? 0 : 1;
          }
        }
        // In a small pane the numbers of two bars may want the same place.
        EXPECT_LE(missing, width < 1000 ? 1 : 0)
            << algorithm << ", layer " << layer << ", " << width;
      }
    }
  }
  EXPECT_GT(half_folded, 10U);
}

// An equation's number alone says nothing: pointing at it names the article.
TEST(Cylinder, EquationsNameTheirArticle) {
  RunView run("adaptive", different_keys(16));
  int named = 0;
  for (std::uint32_t layer = 0; layer <= run.network().depth(); ++layer) {
    for (const float width : {1280.0F, 480.0F}) {
      const Scene scene = with(run, {layer, 0}, {});
      for (const Label& label : kCylinderLayout.layout(scene, width, 600).labels) {
        if (label.text.find("equation") == std::string::npos) continue;
        EXPECT_NE(label.whole.find("Zachmann"), std::string::npos) << label.text;
        ++named;
      }
    }
  }
  EXPECT_GT(named, 10);
}

// While it moves, keys pass each other too fast to be read.
TEST(Cylinder, KeysHaveNoNumbersWhileTheStripRolls) {
  RunView run("adaptive", different_keys(16));
  const std::uint32_t last = run.network().levels().back().first_layer;
  for (const float fraction : {0.0F, 0.5F}) {
    const Scene scene = with(run, {last + 1, 0}, {}, fraction);
    ASSERT_GT(cylinder_model(scene, 1280)->moments.roll, 0.05F);
    const Picture picture = kCylinderLayout.layout(scene, 1280, 720);
    const auto numbers = std::ranges::count(picture.labels, Face::kMono, &Label::face);
    EXPECT_EQ(numbers > 0, fraction == 0) << fraction;
  }
}

}  // namespace
}  // namespace sortscope
