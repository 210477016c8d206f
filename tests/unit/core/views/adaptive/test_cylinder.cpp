// test_cylinder.cpp: where a fold ends, that what is drawn is what the theorems say, and that text
// has room.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "core/pictures/label_fit.h"
#include "core/scenes/question_marks.h"
#include "core/views/adaptive/cylinder.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr float kTau = 2 * std::numbers::pi_v<float>;

float turns_between(float a, float b) { return std::abs(std::remainder(a - b, kTau)); }

TEST(Fold, RollsTheStripIntoTwoLayersOfHalfTheCircumference) {
  const Ring before{16, 0, 0};
  EXPECT_FLOAT_EQ(before.circumference(), 16);
  for (int slot = 0; slot <= 16; ++slot) {
    const auto s = static_cast<float>(slot);
    EXPECT_FLOAT_EQ(before.at(s).radius, 1);
    EXPECT_NEAR(turns_between(before.at(s).angle, kTau * s / 16), 0, 1e-5F);
  }
  // Rolled: a key lies over the key half a sequence away, at the angle of its place among n/2.
  const Ring rolled{16, 1, 0};
  EXPECT_FLOAT_EQ(rolled.circumference(), 8);
  for (int slot = 0; slot < 8; ++slot) {
    const auto s = static_cast<float>(slot);
    const RingPoint first = rolled.at(s);
    const RingPoint second = rolled.at(s + 8);
    EXPECT_NEAR(turns_between(first.angle, second.angle), 0, 1e-5F);
    EXPECT_NEAR(turns_between(first.angle, kTau * s / 8), 0, 1e-5F);
    EXPECT_GT(second.radius, first.radius);
  }
  // Apart, both have half the radius.
  const Ring apart{16, 1, 1};
  for (int slot = 0; slot < 16; ++slot) {
    EXPECT_FLOAT_EQ(apart.at(static_cast<float>(slot)).radius, 0.5F);
  }
}

TEST(Fold, MomentsFollowEachOther) {
  const FoldMoments start = fold_moments(0);
  EXPECT_EQ(start.roll + start.compare + start.separate, 0);
  const FoldMoments end = fold_moments(1);
  EXPECT_EQ(end.roll + end.compare + end.separate, 3);
  FoldMoments last;
  for (int i = 0; i <= 100; ++i) {
    const FoldMoments now = fold_moments(static_cast<float>(i) / 100);
    EXPECT_GE(now.roll, last.roll);
    EXPECT_GE(now.separate, last.separate);
    // Nothing moves apart before it is rolled up and compared.
    if (now.separate > 0) {
      EXPECT_EQ(now.roll + now.compare, 2);
    }
    last = now;
  }
}

Scene with(RunView& run, Cursor cursor, const CylinderOptions& options, float fraction = 0) {
  run.options.cylinder = options;
  run.options.cylinder.fold_cursor = cursor;
  return run.at(cursor, fraction);
}

// Two moments that follow each other show the same keys in the same places: the end of a fold, and
// the row of cylinders that the next stage begins with.
TEST(Cylinder, TheFoldEndsWithTheNextStagesCylinders) {
  for (const char* algorithm : {"bitonic", "adaptive", "adaptive-two-case"}) {
    RunView run(algorithm, mixed_keys(16));
    std::optional<StageId> first;
    for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
      const StageId id = *stage_of(run.recording(), layer, 0);
      if (id.merge == 4 && !first) first = id;
    }
    const Scene end = run.at({first->first_layer + first->layers, 0});
    const CylinderModel folded = *cylinder_model(end, 1280);
    ASSERT_EQ(folded.stages->size(), 1U);
    ASSERT_EQ(folded.fold, 1);
    const CylinderPage page = cylinder_page(end, folded, 1280, 720);
    const auto bars = cylinder_bars(end, folded, page, 0);

    const Scene next = run.at({first->first_layer + first->layers, 0}, 1e-6F);
    const CylinderModel started = *cylinder_model(next, 1280);
    ASSERT_EQ(started.stages->size(), 2U);
    const CylinderPage next_page = cylinder_page(next, started, 1280, 720);
    std::size_t found = 0;
    for (std::uint32_t instance = 0; instance < 2; ++instance) {
      for (const CylinderBar& bar : cylinder_bars(next, started, next_page, instance)) {
        const auto same = std::find_if(bars.begin(), bars.end(), [&](const CylinderBar& other) {
          return other.place == bar.place;
        });
        ASSERT_NE(same, bars.end());
        for (std::size_t corner = 0; corner < 4; ++corner) {
          EXPECT_NEAR(bar.faces.top[corner].x, same->faces.top[corner].x, 0.6F) << algorithm;
          EXPECT_NEAR(bar.faces.top[corner].y, same->faces.top[corner].y, 0.6F) << algorithm;
        }
        ++found;
      }
    }
    EXPECT_EQ(found, 16U);
  }
}

TEST(Cylinder, ThePlaneStandsBetweenLAndU) {
  RunView run("adaptive", mixed_keys(32));
  for (std::uint32_t layer = 1; layer <= run.network().depth(); ++layer) {
    const Scene scene = run.at({layer, 0});
    const CylinderModel model = *cylinder_model(scene, 1280);
    for (const BitonicStage& stage : *model.stages) {
      const float plane = plane_height(model, stage, stage.half());
      for (const std::uint32_t place : stage.lower) EXPECT_LE(model.height(place), plane);
      for (const std::uint32_t place : stage.upper) EXPECT_GE(model.height(place), plane);
    }
  }
}

// One convention with tree and code, whichever way a run sorts: larger keys have taller bars, and
// the half that is called U has the larger keys.
TEST(Cylinder, OneConventionForWhatFalls) {
  for (const char* algorithm : {"bitonic", "adaptive", "adaptive-merger"}) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      const bool merger = std::string_view(algorithm) == "adaptive-merger";
      RunView run(algorithm,
                  merger ? keys_of({21, 34, 47, 58, 66, 73, 85, 92, 88, 79, 61, 52, 40, 29, 15, 8})
                         : different_keys(16),
                  order);
      const auto value = [&](std::uint32_t place) {
        return run.recording().request.keys.value(place);
      };
      int named = 0;
      for (std::uint32_t layer = 1; layer <= run.network().depth(); ++layer) {
        for (const bool by_value : {false, true}) {
          CylinderOptions options;
          options.fold = 1;
          options.by_value = by_value;
          const Scene scene = with(run, {layer, 0}, options);
          const CylinderModel model = *cylinder_model(scene, 1280);
          const CylinderPage page = cylinder_page(scene, model, 1280, 720);
          const Picture picture = kCylinderLayout.layout(scene, 1280, 720);
          for (std::uint32_t instance = 0; instance < model.stages->size(); ++instance) {
            const auto bars = cylinder_bars(scene, model, page, instance);
            for (const CylinderBar& a : bars) {
              for (const CylinderBar& b : bars) {
                if (value(a.place) < value(b.place)) {
                  EXPECT_LT(a.height, b.height);
                }
              }
            }
            // Under the cylinder that a name stands below.
            std::map<std::string, std::vector<double>> halves;
            for (const Label& label : picture.labels) {
              if (!label.text.starts_with("L ·") && !label.text.starts_with("U ·")) continue;
              for (const CylinderBar& bar : bars) {
                const float x = half_camera(scene, model, page, instance, bar.group).center_x;
                if (std::abs(x - label.x) < 1) {
                  halves[label.text.substr(0, 1)].push_back(value(bar.place));
                }
              }
            }
            if (halves.size() != 2) continue;
            ++named;
            EXPECT_LT(std::ranges::max(halves["L"]), std::ranges::min(halves["U"]))
                << algorithm << " layer " << layer;
          }
        }
      }
      EXPECT_GT(named, 0) << algorithm;
    }
  }
}

TEST(Cylinder, FoldAndPlaneFollowTheirOptions) {
  RunView run("bitonic", mixed_keys(16));
  CylinderOptions options;
  options.fold = 0.25F;
  options.percentile = 75;
  options.rotation = -3;
  const Scene scene = with(run, {7, 0}, options);
  const CylinderModel model = *cylinder_model(scene, 1280);
  EXPECT_FLOAT_EQ(model.fold, 0.25F);
  EXPECT_EQ(model.below, 12U);
  EXPECT_FLOAT_EQ(model.rotation, 13);
  EXPECT_EQ(model.turned().before[0], model.stage().before[13]);
  // At another cursor the fold follows again.
  const Scene later = with(run, {8, 0}, options);
  run.options.cylinder.fold_cursor = {7, 0};
  EXPECT_FLOAT_EQ(cylinder_model(later, 1280)->fold, 1);
}

// Beginners see keys and spokes, then the plane, then q and the four subsequences.
TEST(Cylinder, MarksAreDrawnAsAskedFor) {
  RunView run("bitonic-merger",
              keys_of({21, 34, 47, 58, 66, 73, 85, 92, 88, 79, 61, 52, 40, 29, 15, 8}));
  for (const bool unrolled : {false, true}) {
    for (const auto marks : {CylinderMarks::kNone, CylinderMarks::kPlane, CylinderMarks::kAll}) {
      CylinderOptions options;
      options.unrolled = unrolled;
      options.marks = marks;
      options.fold = 0;
      const Scene scene = with(run, {}, options);
      const Picture picture = cylinder_picture(scene, cylinder_model(scene, 900), 900, 600);
      const auto draws = [&](Role role) {
        const auto has = [role](const auto& marks_of) {
          return std::any_of(marks_of.begin(), marks_of.end(),
                             [role](const auto& mark) { return mark.role == role; });
        };
        return has(picture.labels) || has(picture.lines) || has(picture.dots) ||
               has(picture.boxes) || has(picture.shapes);
      };
      EXPECT_EQ(draws(Role::kAccent), marks != CylinderMarks::kNone);
      EXPECT_EQ(draws(Role::kPartOdd), marks == CylinderMarks::kAll);
      const auto says_q = std::any_of(
          picture.labels.begin(), picture.labels.end(),
          [](const Label& label) { return label.text.find("q = 11") != std::string::npos; });
      EXPECT_EQ(says_q, marks == CylinderMarks::kAll);
      EXPECT_EQ(plane_edge(scene, *cylinder_model(scene, 900), 900, 600).lines.empty(),
                marks == CylinderMarks::kNone);
    }
  }
}

// Who is asked which subsequences change places sees which they are, and no more.
TEST(Cylinder, NamesSubsequencesThatAQuestionIsAbout) {
  RunView run("bitonic-merger",
              keys_of({21, 34, 47, 58, 66, 73, 85, 92, 88, 79, 61, 52, 40, 29, 15, 8}));
  for (const bool unrolled : {false, true}) {
    for (const bool about_parts : {false, true}) {
      auto marks = std::make_shared<QuestionMarks>();
      marks->veiled = true;
      marks->about_parts = about_parts;
      run.laid_over.question = marks;
      CylinderOptions options;
      options.unrolled = unrolled;
      options.marks = CylinderMarks::kPlane;
      options.fold = 0;
      const Scene scene = with(run, {}, options);
      const Picture picture = cylinder_picture(scene, cylinder_model(scene, 900), 900, 600);
      const auto named = [&](std::string_view text) {
        return std::ranges::any_of(picture.labels, [&](const Label& label) {
          return label.text.find(text) != std::string::npos;
        });
      };
      for (const char* name : {"a¹", "a²", "a³", "a⁴"}) {
        EXPECT_EQ(named(name), about_parts) << name << unrolled;
      }
      EXPECT_FALSE(named("change places"));
      EXPECT_FALSE(named("q = "));
    }
  }
}

TEST(Cylinder, AKeyIsFoundWhereItsBarIs) {
  RunView run("bitonic", mixed_keys(16));
  for (const bool unrolled : {false, true}) {
    CylinderOptions options;
    options.unrolled = unrolled;
    const Scene scene = with(run, {6, 0}, options, 0.01F);
    std::set<std::uint32_t> found;
    for (float x = 0; x < 1280; x += 4) {
      for (float y = 0; y < 720; y += 4) {
        const Selection at = kCylinderLayout.pick(scene, 1280, 720, x, y);
        if (!at.place) continue;
        EXPECT_EQ(scene.places[*at.wire], *at.place);
        found.insert(*at.place);
      }
    }
    EXPECT_EQ(found.size(), 16U) << unrolled;
  }
}

// No text leaves the page or lies on other text, and every number is finite.
void expect_drawable(const Picture& picture, const std::string& what, bool apart) {
  std::vector<LabelArea> areas;
  for (const Label& label : picture.labels) {
    const LabelArea area = area_of(label);
    EXPECT_GE(area.left, 0) << what << ": " << label.text;
    EXPECT_LE(area.right, picture.width) << what << ": " << label.text;
    EXPECT_LE(area.bottom, picture.height) << what << ": " << label.text;
    for (std::size_t i = 0; apart && i < areas.size(); ++i) {
      EXPECT_FALSE(overlap(area, areas[i]))
          << what << ": '" << label.text << "' over '" << picture.labels[i].text << "'";
    }
    areas.push_back(area);
  }
  for (const ShapePoint& p : picture.points) {
    ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y)) << what;
  }
}

TEST(Cylinder, EveryMomentCanBeDrawn) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t n : {1U, 2U, 3U, 8U, 11U, 16U, 64U}) {
      RunView run(algorithm.id, mixed_keys(n));
      const std::uint32_t depth = run.network().depth();
      for (const bool unrolled : {false, true}) {
        for (const float fold : {-1.0F, 0.0F, 0.3F, 0.57F, 0.8F, 1.0F}) {
          for (const float rotation : {0.0F, 2.5F}) {
            CylinderOptions options;
            options.unrolled = unrolled;
            options.fold = fold;
            options.rotation = rotation;
            for (const std::uint32_t layer : {0U, depth / 2, depth}) {
              const Scene scene = with(run, {layer, 0}, options);
              expect_drawable(kCylinderLayout.layout(scene, 1280, 720),
                              fmt::format("{} n {} layer {} fold {} j {} flat {}", algorithm.id, n,
                                          layer, fold, rotation, unrolled),
                              !unrolled && rotation == 0);
              if (HasFailure()) return;
            }
          }
        }
      }
    }
  }
}

// The halves have the names that the lessons and the glossary give them; L_a and U_a are trees.
TEST(Cylinder, TheHalvesAreLAndU) {
  for (const bool unrolled : {false, true}) {
    RunView run("bitonic-merger", keys_of({2, 4, 7, 8, 6, 5, 3, 1}));
    std::size_t named = 0;
    for (const float fold : {0.0F, 0.3F, 0.6F, 0.8F, 1.0F, -1.0F}) {
      CylinderOptions options;
      options.unrolled = unrolled;
      // The sentence on a rotation too.
      if (fold < 0) options.rotation = 3;
      options.fold = std::max(fold, 0.0F);
      const Picture picture = kCylinderLayout.layout(with(run, {1, 0}, options), 900, 600);
      for (const Label& label : picture.labels) {
        const std::string first = label.text.substr(0, label.text.find(' '));
        EXPECT_EQ(label.text.find("L_a"), std::string::npos) << label.text;
        EXPECT_EQ(label.text.find("U_a"), std::string::npos) << label.text;
        named += first == "L" || first == "U" ? 1 : 0;
      }
    }
    EXPECT_GE(named, 2U);
  }
}

TEST(Cylinder, ALargeSequenceIsDrawnInFewBars) {
  RunView run("bitonic", mixed_keys(1 << 14));
  CylinderOptions options;
  options.row = false;
  const Scene scene = with(run, run.network().end(), options);
  const std::uint32_t first = run.network().levels().back().first_layer;
  const Scene long_one = with(run, {first + 1, 0}, options);
  EXPECT_LT(kCylinderLayout.layout(long_one, 1280, 720).shapes.size(), 20000U);
  EXPECT_FALSE(kCylinderLayout.layout(scene, 1280, 720).shapes.empty());
}

// Bars and rings are one body: a page changes its size, never its shape.
TEST(Cylinder, KeepsItsProportionsFromEveryHeight) {
  for (const auto& size : {std::pair{1280.0F, 720.0F}, {500.0F, 600.0F}}) {
    const float width = size.first;
    const float height = size.second;
    for (const std::uint32_t n : {8U, 16U, 64U}) {
      RunView run("bitonic", mixed_keys(n));
      for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
        for (const float fold : {0.0F, 0.4F, 1.0F}) {
          CylinderOptions options;
          options.fold = fold;
          const auto shape = [&](float elevation) {
            options.elevation = elevation;
            const Scene scene = with(run, {layer, 0}, options);
            const CylinderPage page =
                cylinder_page(scene, *cylinder_model(scene, width), width, height);
            return page.height / page.full_radius;
          };
          const float usual = shape(CylinderOptions{}.elevation);
          for (const float elevation : {0.1F, 0.2F, 0.35F, 0.8F, 1.2F, 1.45F}) {
            EXPECT_NEAR(shape(elevation) / usual, 1, 1e-3F) << elevation << " layer " << layer;
          }
        }
      }
    }
  }
}

// Names of the cuts lie on no bar, unless a patch of ground is under them.
TEST(Cylinder, NamesOfCutsKeepOffTheBars) {
  int names = 0;
  for (const char* algorithm : {"bitonic", "adaptive"}) {
    RunView run(algorithm, mixed_keys(16));
    for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
      for (const float fold : {0.0F, 0.3F, 0.45F, 0.55F, 1.0F}) {
        for (const auto& [width, height] :
             {std::pair{1280.0F, 720.0F}, {640.0F, 640.0F}, {450.0F, 600.0F}, {520.0F, 330.0F}}) {
          CylinderOptions options;
          options.fold = fold;
          const Scene scene = with(run, {layer, 0}, options);
          const auto model = cylinder_model(scene, width);
          if (!model) continue;
          const Picture picture = cylinder_picture(scene, model, width, height);
          const CylinderPage page = cylinder_page(scene, *model, width, height);
          for (const Label& label : picture.labels) {
            if (label.role != Role::kAccent || !label.text.starts_with('q')) continue;
            ++names;
            const LabelArea area = area_of(label);
            const bool grounded = std::ranges::any_of(picture.chips, [&](const Box& chip) {
              return chip.role == Role::kGround && chip.x <= area.left &&
                     chip.x + chip.w >= area.right;
            });
            if (grounded) continue;
            for (const CylinderBar& bar :
                 cylinder_bars(scene, *model, page, static_cast<std::uint32_t>(model->focus_at))) {
              LabelArea front{1e9F, 1e9F, -1e9F, -1e9F};  // its middle, from foot to top
              for (const auto* face : {&bar.faces.foot, &bar.faces.top}) {
                float x = 0;
                float y = 0;
                for (const auto& corner : *face) {
                  x += corner.x / 4;
                  y += corner.y / 4;
                }
                front = {std::min(front.left, x), std::min(front.top, y), std::max(front.right, x),
                         std::max(front.bottom, y)};
              }
              EXPECT_FALSE(overlap(area, front))
                  << label.text << ", layer " << layer << ", fold " << fold << ", " << width;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(names, 100);
}

// As long as both halves stand on one ring, whoever looks from wherever: each cut has its name.
TEST(Cylinder, EveryPoseNamesTheCuts) {
  int poses = 0;
  for (const std::int32_t n : {8, 16, 32}) {
    RunView run("bitonic-merger", keys_of([&] {
                  std::vector<std::int32_t> hill;
                  for (std::int32_t i = 0; i < n; ++i) {
                    hill.push_back(10 + (i < 5 * n / 8 ? 3 * i : 3 * (n - i) + 4));
                  }
                  return hill;
                }()));
    for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {900.0F, 640.0F}}) {
      for (const float elevation : {0.05F, 0.15F, 0.3F, 0.5F, 0.8F, 1.1F, 1.3F, 1.5F}) {
        for (int turn = 0; turn < 18; ++turn) {
          for (const float fold : {0.0F, 0.1F, 0.2F, 0.3F, 0.4F, 0.5F}) {
            CylinderOptions options;
            options.elevation = elevation;
            options.azimuth = -3.1F + 0.349F * static_cast<float>(turn);
            options.fold = fold;
            const Scene scene = with(run, {}, options);
            const auto model = cylinder_model(scene, width);
            ASSERT_TRUE(model);
            if (model->moments.separate > 0.3F) continue;
            const Picture picture = cylinder_picture(scene, model, width, height);
            const auto named = [&](std::string_view begin) {
              return std::ranges::any_of(picture.labels, [&](const Label& label) {
                return label.role == Role::kAccent && label.text.starts_with(begin);
              });
            };
            ++poses;
            const bool whole = (named("q = ") && named("q + n/2 = ")) || named("q mod n/2 = ");
            EXPECT_TRUE(whole) << n << " keys from " << options.azimuth << ", " << elevation
                               << ", fold " << fold << ", " << width;
          }
        }
      }
    }
  }
  EXPECT_GT(poses, 1500);
}

// By value, bars of negative keys hang from the height of zero, on the cylinder and unrolled.
TEST(Cylinder, BarsOfNegativeValuesHangFromZero) {
  RunView run("bitonic-merger", keys_of({-8, -4, -1, 2, 6, 3, -2, -6}));
  CylinderOptions options;
  options.by_value = true;
  const Scene scene = with(run, {0, 0}, options);
  const auto model = cylinder_model(scene, 1280);
  ASSERT_TRUE(model);
  const CylinderPage page = cylinder_page(scene, *model, 1280, 720);
  // Zero is 8 of 14 above the least.
  EXPECT_NEAR(model->zero, 8.0F / 14, 1e-5F);
  const float zero = model->zero * page.height;
  for (const CylinderBar& bar : cylinder_bars(scene, *model, page, 0)) {
    const double value = run.recording().request.keys.value(bar.place);
    const auto end = static_cast<float>((value + 8) / 14) * page.height;
    EXPECT_NEAR(bar.from, value < 0 ? end : zero, 0.01F) << value;
    EXPECT_NEAR(bar.height, value < 0 ? zero : end, 0.01F) << value;
  }
  options.unrolled = true;
  const Scene flat = with(run, {0, 0}, options);
  const Picture picture = cylinder_picture(flat, cylinder_model(flat, 1280), 1280, 560);
  int bars = 0;
  for (const Shape& shape : picture.shapes) {
    if (shape.role != Role::kRank) continue;
    ++bars;
  }
  EXPECT_EQ(bars, 8);
  EXPECT_TRUE(std::ranges::any_of(picture.lines, [](const Line& line) {
    return line.role == Role::kMuted && line.y0 == line.y1;
  }));
  // Ranks have no zero.
  options = {};
  const Scene ranks = with(run, {0, 0}, options);
  EXPECT_EQ(cylinder_model(ranks, 1280)->zero, 0);
}

}  // namespace
}  // namespace sortscope
