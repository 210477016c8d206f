// test_outcome_window.cpp: pictures whose outcomes are brought in part by part equal those of all
// outcomes at once, pixel for pixel.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/painters/draw_buffers.h"
#include "app/painters/network.h"
#include "app/surface/surface.h"
#include "core/keys/inputs.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/recordings/request.h"
#include "core/scenes/maker.h"
#include "core/views/network/diagram_body.h"

namespace sortscope {
namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 360;
constexpr std::uint64_t kWindowBytes = std::uint64_t{64} << 10;
constexpr std::uint64_t kMostFrameBytes = std::uint64_t{12} << 20;
constexpr std::uint64_t kEverything = std::uint64_t{1} << 30;

using Pixels = std::vector<std::uint8_t>;

/// One run, drawn with outcome buffers of different sizes.
class Stage {
 public:
  Stage(std::string_view id, std::uint32_t n, bool keyframes = false) {
    const Algorithm& algorithm = **find_algorithm(id);
    RunRequest request;
    request.algorithm = id;
    request.keyframes_only = keyframes;
    const char* kind = algorithm.needs_bitonic_input ? "bitonic" : "uniform";
    request.keys = *generate_keys(kind, KeyType::kInt32, n, 3, algorithm, Order::kAscending);
    const std::shared_ptr<Engine> engine = make_cpu_engine();
    recording = *record(request, *engine);
    scenes = std::make_unique<SceneMaker>(recording);
    geometry = NetworkGeometry(recording->network, false);
    EXPECT_TRUE(renew_all(texture_, framebuffer_).ok());
    glTextureStorage2D(texture_.name(), 1, GL_RGBA8, kWidth, kHeight);
    glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, texture_.name(), 0);
  }

  [[nodiscard]] std::unique_ptr<DrawBuffers> buffers(std::uint64_t bytes) const {
    return std::make_unique<DrawBuffers>(recording, scenes->ranks(), scenes->padding(), false,
                                         nullptr, bytes);
  }

  Pixels draw(DrawBuffers& buffers, Camera camera, Cursor cursor, bool waits = true) {
    SceneRequest wanted;
    wanted.cursor = cursor;
    wanted.options = &options;
    NetworkFrame frame;
    frame.scene = scenes->make(wanted);
    const DiagramFrame diagram =
        frame_diagram(*recording, geometry, options, camera, kWidth, kHeight);
    frame.pane_width = kWidth;
    frame.pane_height = kHeight;
    frame.clip[2] = kWidth;
    frame.clip[3] = kHeight;
    frame.map = diagram.map;
    frame.ends = diagram.ends;
    frame.strip = diagram.map.unit_y < 3;
    frame.rows = rows;
    frame.palette = &palettes()[0];
    frame.buffers = &buffers;
    frame.waits = waits;
    frame.geometry = &geometry;
    frame.waits = waits;
    buffers.take_tiles(frame.scene);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    glViewport(0, 0, kWidth, kHeight);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    complete_ = painter_.draw(frame, kHeight);
    EXPECT_EQ(painter_.error(), "");
    Pixels pixels(std::size_t{kWidth} * kHeight * 4);
    glGetTextureImage(texture_.name(), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                      static_cast<GLsizei>(pixels.size()), pixels.data());
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    return pixels;
  }

  NetworkPainter& painter() { return painter_; }
  // All of it was in the last frame.
  [[nodiscard]] bool complete() const { return complete_; }

  std::shared_ptr<const Recording> recording;
  std::unique_ptr<SceneMaker> scenes;
  NetworkGeometry geometry;
  LayoutOptions options;
  DrawnRows rows;  // of any run

 private:
  GlTexture texture_;
  GlFramebuffer framebuffer_;
  NetworkPainter painter_;
  bool complete_ = false;
};

std::size_t differing(const Pixels& a, const Pixels& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

// How many colours a picture has: one that tells nothing has few.
std::size_t colours(const Pixels& pixels) {
  std::vector<std::uint32_t> all;
  for (std::size_t i = 0; i < pixels.size(); i += 4) {
    all.push_back(pixels[i] << 16U | pixels[i + 1] << 8U | pixels[i + 2]);
  }
  std::sort(all.begin(), all.end());
  return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

struct Case {
  std::string_view algorithm;
  std::uint32_t n;
};

class OutcomeWindowPicture : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    auto made = make_headless_surface(kWidth, kHeight, 1);
    ASSERT_TRUE(made.ok()) << made.error().text();
    surface_ = std::move(*made);
  }

 private:
  std::unique_ptr<Surface> surface_;
};

TEST_P(OutcomeWindowPicture, EqualsThatOfAllOutcomesAtOnce) {
  Stage stage(GetParam().algorithm, GetParam().n);
  const Network& network = stage.recording->network;
  const auto all = stage.buffers(kEverything);
  const auto windowed = stage.buffers(kWindowBytes);
  const auto smaller = stage.buffers(kWindowBytes / 8);
  ASSERT_TRUE(all->outcomes().whole());
  ASSERT_FALSE(windowed->outcomes().whole());
  for (const double zoom : {1.0, 2.6, 9.0, 40.0, 170.0, 700.0, 2000.0}) {
    for (const auto& [x, y] : {std::pair{0.5, 0.5}, std::pair{0.86, 0.3}, std::pair{0.97, 0.981}}) {
      if (zoom == 1 && x != 0.5) continue;
      const Cursor cursor =
          x == 0.5 ? network.cursor_at(network.size() * 2 / 3 + 5) : network.end();
      const Camera camera{zoom, x, y};
      const Pixels expected = stage.draw(*all, camera, cursor);
      for (DrawBuffers* const buffers : {windowed.get(), smaller.get()}) {
        const std::uint64_t before = buffers->outcomes().brought_in();
        const Pixels found = stage.draw(*buffers, camera, cursor);
        EXPECT_EQ(differing(expected, found), 0U)
            << "zoom " << zoom << " at " << x << ", " << y << " with "
            << buffers->outcomes().bytes() << " bytes";
        EXPECT_LE(buffers->outcomes().brought_in() - before, kMostFrameBytes) << "zoom " << zoom;
        EXPECT_LE(buffers->outcomes().bytes(), kWindowBytes);
      }
      EXPECT_GT(colours(expected), zoom < 3 ? 20U : 0U) << zoom;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Networks, OutcomeWindowPicture,
    testing::Values(Case{"bitonic", 1 << 18}, Case{"bitonic", 100000},
                    Case{"bitonic-ascending", 40000}, Case{"bitonic-recursive", 1 << 15},
                    Case{"bitonic-merger", 1 << 18}, Case{"odd-even-merge", 50000},
                    Case{"odd-even-transposition", 2000}, Case{"pairwise", 1 << 16},
                    Case{"pairwise", 50000}, Case{"adaptive", 1 << 15},
                    Case{"adaptive-two-case", 1 << 14}, Case{"adaptive-overlapped", 1 << 15},
                    Case{"adaptive-merger", 1 << 15}, Case{"adaptive-interval", 1 << 15},
                    Case{"abisort", 1 << 14}),
    [](const auto& each) {
      std::string name(each.param.algorithm);
      std::replace(name.begin(), name.end(), '-', '_');
      return name + "_" + std::to_string(each.param.n);
    });

class OutcomeWindowFrames : public OutcomeWindowPicture {};
INSTANTIATE_TEST_SUITE_P(One, OutcomeWindowFrames, testing::Values(Case{"bitonic", 1 << 18}));

// What stays in sight stays in the window; far away no bits are needed.
TEST_P(OutcomeWindowFrames, BringInOnlyWhatIsNew) {
  Stage stage(GetParam().algorithm, GetParam().n);
  const auto windowed = stage.buffers(std::uint64_t{2} << 20);
  OutcomeWindow& outcomes = windowed->outcomes();
  ASSERT_FALSE(outcomes.whole());
  const Cursor end = stage.recording->network.end();
  (void)stage.draw(*windowed, {300, 0.8, 0.4}, end);
  const std::uint64_t first = outcomes.brought_in();
  EXPECT_GT(first, 0U);
  (void)stage.draw(*windowed, {300, 0.8, 0.4}, end);
  EXPECT_EQ(outcomes.brought_in(), first);
  (void)stage.draw(*windowed, {300, 0.8, 0.4001}, end);
  EXPECT_LE(outcomes.brought_in(), first + first / 2);
}

// Frames that do not wait end with the picture of those that do, and say when.
TEST_P(OutcomeWindowFrames, FillInWhatTookTooLong) {
  Stage patient(GetParam().algorithm, GetParam().n);
  Stage quick(GetParam().algorithm, GetParam().n);
  const auto patient_buffers = patient.buffers(kEverything);
  const auto quick_buffers = quick.buffers(kEverything);
  const Cursor end = patient.recording->network.end();
  for (const double zoom : {1.0, 30.0, 20000.0}) {
    const Camera camera{zoom, 0.9, 0.3};
    const Pixels expected = patient.draw(*patient_buffers, camera, end);
    EXPECT_TRUE(patient.complete());
    Pixels found = quick.draw(*quick_buffers, camera, end, false);
    // The far view has layers of several kinds, a program each.
    EXPECT_TRUE(zoom > 1 || !quick.complete());
    for (int i = 0; i < 6 && !quick.complete(); ++i) {
      found = quick.draw(*quick_buffers, camera, end, false);
    }
    EXPECT_TRUE(quick.complete()) << zoom;
    EXPECT_EQ(differing(expected, found), 0U) << zoom;
  }
}

TEST_P(OutcomeWindowFrames, ReadOutcomesOnceAllAreThere) {
  for (const char* const id : {"bitonic", "adaptive"}) {
    Stage stage(id, 1U << 14);
    const auto slowly = stage.buffers(kEverything);
    const auto at_once = stage.buffers(kEverything);
    OutcomeWindow& outcomes = slowly->outcomes();
    const std::uint64_t words =
        stage.recording->bits.size() + stage.recording->network.lower_wires().size();
    const std::uint64_t step = words / 5 + 1;
    // The first makes the buffer.
    for (int i = 0; i < 5; ++i) {
      EXPECT_FALSE(outcomes.available());
      EXPECT_FALSE(outcomes.pour(step));
    }
    EXPECT_TRUE(outcomes.pour(step));
    EXPECT_TRUE(outcomes.available());
    const Cursor end = stage.recording->network.end();
    for (const double zoom : {1.0, 60.0}) {
      EXPECT_EQ(differing(stage.draw(*slowly, {zoom, 0.8, 0.4}, end),
                          stage.draw(*at_once, {zoom, 0.8, 0.4}, end)),
                0U)
          << id << " " << zoom;
    }
  }
}

// OpenGL as it is with little memory: it gives no buffer of more than these bytes.
GLsizeiptr most_granted = 0;
bool refused = false;
PFNGLNAMEDBUFFERDATAPROC real_buffer_data = nullptr;
PFNGLGETERRORPROC real_error = nullptr;

void GLAD_API_PTR grant(GLuint buffer, GLsizeiptr bytes, const void* data, GLenum usage) {
  refused = bytes > most_granted;
  if (!refused) real_buffer_data(buffer, bytes, data, usage);
}
GLenum GLAD_API_PTR error_of_little_memory() {
  if (!std::exchange(refused, false)) return real_error();
  return GL_OUT_OF_MEMORY;
}

TEST_P(OutcomeWindowFrames, TakeASmallerWindowWhereMemoryIsShort) {
  Stage stage(GetParam().algorithm, GetParam().n);
  const auto all = stage.buffers(kEverything);
  real_buffer_data = std::exchange(glad_glNamedBufferData, grant);
  real_error = std::exchange(glad_glGetError, error_of_little_memory);
  most_granted = GLsizeiptr{1} << 20;
  const auto short_of = stage.buffers(kEverything);
  EXPECT_TRUE(short_of->outcomes().pour(kEverything));
  glad_glNamedBufferData = real_buffer_data;
  glad_glGetError = real_error;
  EXPECT_FALSE(short_of->outcomes().whole());
  EXPECT_GE(short_of->outcomes().bytes(), 500000U);
  EXPECT_LE(short_of->outcomes().bytes(), std::uint64_t{1} << 20);
  const Cursor end = stage.recording->network.end();
  for (const double zoom : {1.0, 30.0, 900.0}) {
    EXPECT_EQ(differing(stage.draw(*all, {zoom, 0.9, 0.3}, end),
                        stage.draw(*short_of, {zoom, 0.9, 0.3}, end)),
              0U)
        << zoom;
  }
}

int links = 0;
PFNGLLINKPROGRAMPROC real_link = nullptr;
void GLAD_API_PTR count_link(GLuint program) {
  ++links;
  real_link(program);
}

// All buffers that are made or written while this lives, in bytes.
std::uint64_t bytes_given = 0;
PFNGLMAPNAMEDBUFFERRANGEPROC real_map = nullptr;

void GLAD_API_PTR count_data(GLuint buffer, GLsizeiptr bytes, const void* data, GLenum usage) {
  bytes_given += static_cast<std::uint64_t>(bytes);
  real_buffer_data(buffer, bytes, data, usage);
}
void* GLAD_API_PTR count_map(GLuint buffer, GLintptr offset, GLsizeiptr bytes, GLbitfield access) {
  bytes_given += static_cast<std::uint64_t>(bytes);
  return real_map(buffer, offset, bytes, access);
}

// Frames take as long with many keys as with few: a run that opens, and then a seek, hand OpenGL
// no more in one frame than some of the outcomes.
TEST_P(OutcomeWindowFrames, HandOverLittleAtATime) {
  Stage stage(GetParam().algorithm, 1U << 20);
  const Cursor end = stage.recording->network.end();
  real_buffer_data = std::exchange(glad_glNamedBufferData, count_data);
  real_map = std::exchange(glad_glMapNamedBufferRange, count_map);
  const auto buffers = stage.buffers(kEverything);
  EXPECT_LT(std::exchange(bytes_given, 0), 1U << 20) << "a run opens";
  const std::uint64_t all = stage.recording->bits.size() * 4;
  int large = 0;
  for (int i = 0; i < 60; ++i) {
    (void)stage.draw(*buffers, {1, 0.5, 0.5}, end, false);
    const std::uint64_t given = std::exchange(bytes_given, 0);
    if (i == 0) {
      EXPECT_LT(given, std::uint64_t{8} << 20) << "the first frame: tiles of the map";
    }
    large += given >= all ? 1 : 0;
    if (given < all) {
      EXPECT_LT(given, std::uint64_t{20} << 20) << i;
    }
    if (stage.complete()) break;
  }
  EXPECT_TRUE(stage.complete());
  EXPECT_EQ(large, 1);
  for (const std::uint32_t layer : {5U, 100U, 6U}) {
    (void)stage.draw(*buffers, {1, 0.5, 0.5}, {layer, 0}, false);
    EXPECT_LT(std::exchange(bytes_given, 0), 1U << 18) << layer;
  }
  glad_glNamedBufferData = real_buffer_data;
  glad_glMapNamedBufferRange = real_map;
}

// Of more wires than a strip has pixels, each pixel has the colour of a key that is near: in order
// at the end, the strip runs through all colours evenly.
TEST_P(OutcomeWindowFrames, ShowKeysInOrderAsARamp) {
  Stage stage(GetParam().algorithm, GetParam().n);
  const auto buffers = stage.buffers(kEverything);
  const Network& network = stage.recording->network;
  const Pixels pixels = stage.draw(*buffers, {1, 0.5, 0.5}, network.end());
  const DiagramFrame frame = frame_diagram(*stage.recording, stage.geometry, stage.options,
                                           {1, 0.5, 0.5}, kWidth, kHeight);
  const float x = frame.map.x(0);
  int rows = 0;
  for (int row = 0; row < kHeight; ++row) {
    const float wire = frame.map.inverse_y(static_cast<float>(row) + 0.5F);
    const float share = wire / static_cast<float>(network.wires() - 1);
    if (share < 0.01F || share > 0.99F) continue;
    const Color expected = palettes()[0].rank_color(share);
    // OpenGL counts rows from below.
    const std::size_t line = std::size_t{kWidth} * static_cast<std::size_t>(kHeight - 1 - row);
    int nearest = 255;
    for (int dx = -12; dx <= 12; ++dx) {
      const auto at =
          4 *
          (line + static_cast<std::size_t>(std::clamp(static_cast<int>(x) + dx, 0, kWidth - 1)));
      const auto off = [&](std::size_t i, float value) {
        return std::abs(int{pixels[at + i]} - static_cast<int>(std::lround(value * 255)));
      };
      nearest =
          std::min(nearest, std::max({off(0, expected.r), off(1, expected.g), off(2, expected.b)}));
    }
    EXPECT_LE(nearest, 3) << row;
    ++rows;
  }
  EXPECT_GT(rows, kHeight / 2);
}

// What was made ready draws the same, and no frame links a program after it.
TEST_P(OutcomeWindowFrames, WaitForNoProgramThatWasMadeReady) {
  for (const char* const id : {"bitonic", "adaptive"}) {
    for (const std::uint32_t n : {1U << 14, 3000U}) {
      Stage stage(id, n);
      Stage prepared(id, n);
      const bool padded = !stage.scenes->padding().empty();
      prepared.rows = drawn_rows(stage.recording->network, padded);
      int made = 0;
      while (prepared.painter().make_ready(prepared.rows)) ++made;
      // Five kinds of rows, seven of trees: each is begun, looked at until it is linked, then
      // draws.
      EXPECT_GE(made, stage.recording->network.in_trees(1) ? 21 : 15) << id;
      const auto buffers = stage.buffers(kEverything);
      const auto others = prepared.buffers(kEverything);
      const Cursor end = stage.recording->network.end();
      EXPECT_TRUE(prepared.buffers(kEverything)->outcomes().pour(kEverything));
      (void)prepared.draw(*others, {1, 0.5, 0.5}, end, true);
      real_link = std::exchange(glad_glLinkProgram, count_link);
      links = 0;
      for (const double zoom : {1.0, 8.0, 60.0, 2000.0}) {
        const Pixels found = prepared.draw(*others, {zoom, 0.8, 0.4}, end, false);
        EXPECT_TRUE(prepared.complete()) << id << " " << zoom;
        EXPECT_EQ(links, 0) << id << " " << n << " " << zoom;
        const Pixels expected = stage.draw(*buffers, {zoom, 0.8, 0.4}, end);
        EXPECT_EQ(differing(expected, found), 0U) << id << " " << zoom;
        links = 0;
      }
      glad_glLinkProgram = real_link;
    }
  }
}

// Programs that know only the forms of a run's layers draw what those draw that know all.
TEST_P(OutcomeWindowFrames, AreTheSameByProgramsForTheRunAlone) {
  int plain = 0;
  int at_blocks = 0;
  int mirrored = 0;
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t n : {64U, 48U, 1024U}) {
      if (n > algorithm.max_keys) continue;
      Stage stage(algorithm.id, n);
      if (!stage.recording->network.closed_form()) continue;
      const DrawnRows own = drawn_rows(stage.recording->network, false);
      (own.mirrored ? mirrored : own.in_blocks ? at_blocks : plain)++;
      const auto buffers = stage.buffers(kEverything);
      const Cursor end = stage.recording->network.end();
      for (const FarContrast contrast : {FarContrast::kAbsolute, FarContrast::kSurprise}) {
        stage.options.network.contrast = contrast;
        for (const double zoom : {1.0, 5.0, 40.0}) {
          stage.rows = {};
          const Pixels expected = stage.draw(*buffers, {zoom, 0.7, 0.4}, end);
          stage.rows = own;
          const Pixels found = stage.draw(*buffers, {zoom, 0.7, 0.4}, end);
          EXPECT_EQ(differing(expected, found), 0U) << algorithm.id << " " << n << " " << zoom;
        }
      }
    }
  }
  // All three were there.
  EXPECT_GT(plain, 0);
  EXPECT_GT(at_blocks, 0);
  EXPECT_GT(mirrored, 0);
}

class KeptAsKeyframes : public OutcomeWindowPicture {};
INSTANTIATE_TEST_SUITE_P(Networks, KeptAsKeyframes,
                         testing::Values(Case{"bitonic", 1 << 14}, Case{"bitonic", 3000},
                                         Case{"odd-even-merge", 5000},
                                         Case{"odd-even-transposition", 700},
                                         Case{"pairwise", 1 << 12}));

// What is recorded again is drawn as what was kept.
TEST_P(KeptAsKeyframes, LooksLikeARunOfAllOutcomes) {
  Stage whole(GetParam().algorithm, GetParam().n);
  Stage kept(GetParam().algorithm, GetParam().n, true);
  ASSERT_TRUE(kept.recording->ranges);
  kept.recording->ranges->keep_ranges(1);
  const auto all = whole.buffers(kEverything);
  const auto again = kept.buffers(kEverything);
  ASSERT_FALSE(again->outcomes().whole());
  const Network& network = whole.recording->network;
  for (const double zoom : {1.0, 2.6, 9.0, 40.0, 170.0, 700.0}) {
    for (const auto& [x, y] : {std::pair{0.5, 0.5}, std::pair{0.97, 0.981}}) {
      if (zoom == 1 && x != 0.5) continue;
      const Cursor cursor = network.cursor_at(network.size() * 2 / 3 + 5);
      EXPECT_EQ(differing(whole.draw(*all, {zoom, x, y}, cursor),
                          kept.draw(*again, {zoom, x, y}, cursor)),
                0U)
          << "zoom " << zoom << " at " << x << ", " << y;
    }
  }
}

class KeptAsKeyframesLarge : public OutcomeWindowPicture {};
INSTANTIATE_TEST_SUITE_P(One, KeptAsKeyframesLarge, testing::Values(Case{"bitonic", 1 << 20}));

// Who does not wait sees tiles until the layers are there, and far away nothing is run.
TEST_P(KeptAsKeyframesLarge, RunsNothingWithinAFrame) {
  Stage whole(GetParam().algorithm, GetParam().n);
  Stage kept(GetParam().algorithm, GetParam().n, true);
  const LayerRanges& ranges = *kept.recording->ranges;
  const auto all = whole.buffers(kEverything);
  const auto again = kept.buffers(kEverything);
  const Cursor cursor = whole.recording->network.end();
  for (int i = 0; i < 8 && !kept.complete(); ++i) {
    (void)kept.draw(*again, {1, 0.5, 0.5}, cursor, false);
  }
  const std::uint64_t made = ranges.ranges_made();
  const Pixels far = kept.draw(*again, {1, 0.5, 0.5}, cursor, false);
  EXPECT_GT(colours(far), 20U);
  EXPECT_EQ(ranges.take_wanted(), std::nullopt);
  const Camera near{20000, 0.5, 0.3};
  const Pixels meanwhile = kept.draw(*again, near, cursor, false);
  EXPECT_EQ(ranges.ranges_made(), made);
  const Pixels expected = whole.draw(*all, near, cursor);
  EXPECT_NE(meanwhile, expected);
  // Layer by layer, as the window has them made beside.
  for (int frames = 0; frames < 8; ++frames) {
    const auto wanted = ranges.take_wanted();
    if (!wanted) break;
    EXPECT_NE(ranges.range_of(*kept.recording, *wanted), nullptr);
    (void)kept.draw(*again, near, cursor, false);
  }
  EXPECT_EQ(differing(kept.draw(*again, near, cursor, false), expected), 0U);
}

}  // namespace
}  // namespace sortscope
