// test_cylinder_picture.cpp: the shader's cylinder against the one that core lays out, and the same
// picture from the keys before the stage, after it and uploaded.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cmath>

#include "app/painters/cylinder.h"
#include "app/surface/surface.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/request.h"
#include "core/scenes/maker.h"

namespace sortscope {
namespace {

constexpr int kWidth = 480;
constexpr int kHeight = 400;

class CylinderPicture : public testing::Test {
 protected:
  void SetUp() override {
    auto made = make_headless_surface(kWidth, kHeight, 1);
    ASSERT_TRUE(made.ok()) << made.error().text();
    surface = std::move(*made);
  }

  void open(const char* id, std::uint32_t n, Order order) {
    const Algorithm& algorithm = **find_algorithm(id);
    RunRequest request;
    request.algorithm = id;
    request.order = order;
    request.keys = *generate_keys("uniform", KeyType::kInt32, n, 3, algorithm, order);
    recording = *record(request, *make_cpu_engine());
    scenes = std::make_unique<SceneMaker>(recording);
    buffers = std::make_unique<DrawBuffers>(recording, scenes->ranks(), scenes->padding(), false);
  }

  Scene scene_at(Cursor cursor, const CylinderOptions& options) {
    SceneRequest wanted;
    wanted.cursor = cursor;
    // A little on its way, so that the stage in view is the one that begins here.
    wanted.fraction = cursor == stage_end() ? 0 : 1e-4F;
    shown.cylinder = options;
    shown.cylinder.fold_cursor = cursor;
    wanted.options = &shown;
    return scenes->make(wanted);
  }

  // The first stage of the last merge.
  [[nodiscard]] StageId stage() const {
    const std::uint32_t first = recording->network.levels().back().first_layer;
    return *stage_of(*recording, first, 0);
  }
  [[nodiscard]] Cursor stage_end() const { return {stage().first_layer + stage().layers, 0}; }

  std::vector<std::uint8_t> pixels(CylinderPainter& painter, const Scene& scene,
                                   const CylinderModel& model) {
    const unsigned texture =
        painter.draw({&scene, &model, kWidth, kHeight, 1, &palettes()[0], buffers.get()});
    EXPECT_NE(texture, 0U) << painter.error();
    std::vector<std::uint8_t> rgba(std::size_t{kWidth} * kHeight * 4);
    glGetTextureImage(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(rgba.size()),
                      rgba.data());
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    return rgba;
  }

  std::unique_ptr<Surface> surface;
  std::shared_ptr<const Recording> recording;
  std::unique_ptr<SceneMaker> scenes;
  LayoutOptions shown;
  std::unique_ptr<DrawBuffers> buffers;
};

double mean_difference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(int{a[i]} - int{b[i]});
  return sum / static_cast<double>(a.size());
}

TEST_F(CylinderPicture, TheSameFromTheKeysBeforeAndAfterTheStage) {
  // Padded; of 65,536 keys several share a bar.
  for (const auto& [id, keys, wires] : {std::tuple{"bitonic", 2000U, 2048U},
                                        {"adaptive", 2000U, 2048U},
                                        {"bitonic", 40000U, 65536U}}) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      open(id, keys, order);
      for (const float fold : {0.3F, 0.8F}) {
        CylinderOptions options;
        options.fold = fold;
        options.rotation = 5;
        const Scene before = scene_at({stage().first_layer, 0}, options);
        const CylinderModel model = *cylinder_model(before, kWidth);
        ASSERT_EQ(model.focus.size(), wires);
        CylinderPainter painter;
        const auto expected = pixels(painter, before, model);
        EXPECT_TRUE(painter.shared());
        const Scene after = scene_at(stage_end(), options);
        const auto found = pixels(painter, after, *cylinder_model(after, kWidth));
        EXPECT_TRUE(painter.shared());
        EXPECT_LT(mean_difference(expected, found), 0.02) << id << " fold " << fold;
        if (std::string_view(id) != "adaptive") continue;
        // In the middle of the stage the ranks are uploaded.
        const Scene middle = scene_at({stage().first_layer + 3, 0}, options);
        const auto uploaded = pixels(painter, middle, *cylinder_model(middle, kWidth));
        EXPECT_FALSE(painter.shared());
        EXPECT_LT(mean_difference(expected, uploaded), 0.02) << id << " fold " << fold;
      }
    }
  }
}

// The bars nearest to the reader stand where core puts them, in the colour of their rank.
TEST_F(CylinderPicture, BarsStandWhereCoreLaysThemOut) {
  open("bitonic", 1024, Order::kAscending);  // a bar a key in both
  const Palette& palette = palettes()[0];
  for (const float fold : {0.0F, 1.0F}) {
    CylinderOptions options;
    options.fold = fold;
    options.percentile = 0;
    options.row = false;
    const Scene scene = scene_at({stage().first_layer, 0}, options);
    const CylinderModel model = *cylinder_model(scene, kWidth);
    CylinderPainter painter;
    const auto rgba = pixels(painter, scene, model);
    const CylinderPage page = cylinder_page(scene, model, kWidth, kHeight);
    const auto bars = cylinder_bars(scene, model, page, 0);
    int checked = 0;
    for (std::size_t i = bars.size() - 12; i < bars.size(); ++i) {
      const CylinderBar& bar = bars[i];
      const auto& foot = bar.faces.foot;
      const auto& top = bar.faces.top;
      const float x = (foot[0].x + foot[1].x + top[0].x + top[1].x) / 4;
      const float y = (foot[0].y + foot[1].y + top[0].y + top[1].y) / 4;
      const auto column = static_cast<std::size_t>(x);
      const auto row = static_cast<std::size_t>(kHeight - 1 - static_cast<int>(y));
      const std::size_t at = (row * kWidth + column) * 4;
      const Color own =
          palette.color(Shape{.role = Role::kRank,
                              .rank = static_cast<float>(scenes->ranks()[bar.place]) / 1023,
                              .light = 0.84F + 0.2F * (-0.5F * std::sin(bar.faces.angle) +
                                                       0.8F * std::cos(bar.faces.angle))});
      EXPECT_NEAR(rgba[at], own.r * 255, 8) << fold << " bar " << bar.position;
      EXPECT_NEAR(rgba[at + 1], own.g * 255, 8) << fold;
      EXPECT_NEAR(rgba[at + 2], own.b * 255, 8) << fold;
      EXPECT_EQ(rgba[at + 3], 255);
      ++checked;
    }
    EXPECT_EQ(checked, 12);
    EXPECT_EQ(rgba[3], 0) << "the corner of the page is empty";
  }
}

}  // namespace
}  // namespace sortscope
