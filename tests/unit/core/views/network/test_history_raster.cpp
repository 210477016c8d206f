// test_history_raster.cpp: the pixels of the history against replayed states, near and far, for
// every algorithm.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/recordings/families.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/usual_run.h"
#include "core/views/network/history.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

using Pointer = std::shared_ptr<const Recording>;

Pointer recorded(const Algorithm& algorithm, std::uint32_t n, bool keyframes = false) {
  RunRequest request;
  request.algorithm = algorithm.id;
  request.input = usual_input(algorithm);
  request.seed = 5;
  request.keyframes_only = keyframes;
  EXPECT_TRUE(generate_run_keys(request, algorithm, KeyType::kInt32, n)) << algorithm.id;
  const std::shared_ptr<Engine> engine = make_cpu_engine();
  const auto made = record(request, *engine);
  EXPECT_TRUE(made.ok()) << algorithm.id;
  return made.ok() ? *made : nullptr;
}

// States of a run by a replay of its own: shares of the ranks by wire, below 0 for padding.
class States {
 public:
  explicit States(const Pointer& run) : run_(run), ranks_(ranks_by_place(*run)), replay_(run) {}

  const std::vector<double>& at(std::uint32_t layers) {
    auto& state = states_[layers];
    if (!state.empty()) return state;
    replay_.seek({layers, 0});
    const double last = std::max(1.0, run_->real_keys() - 1.0);
    for (const std::uint32_t place : replay_.places()) {
      state.push_back(run_->is_padding(place) ? -1 : ranks_[place] / last);
    }
    return state;
  }
  // Of all keys on the wires of [first, end), parts of wires by their share of groups.
  double mean(std::uint32_t layers, double first, double end, double group) {
    const std::vector<double>& state = at(layers);
    double sum = 0;
    double weights = 0;
    for (double g = std::floor(first / group); g * group < end; g += 1) {
      const double overlap = std::min(end, (g + 1) * group) - std::max(first, g * group);
      double keys = 0;
      double total = 0;
      const auto end_wire = std::min(static_cast<std::size_t>((g + 1) * group), state.size());
      for (auto w = static_cast<std::size_t>(g * group); w < end_wire; ++w) {
        if (state[w] < 0) continue;
        total += state[w];
        keys += 1;
      }
      if (keys == 0 || overlap < 1e-9) continue;
      sum += overlap * total / keys;
      weights += overlap;
    }
    return weights > 0 ? sum / weights : -1;
  }

 private:
  Pointer run_;
  std::vector<std::uint32_t> ranks_;
  Replay replay_;
  std::map<std::uint32_t, std::vector<double>> states_;
};

std::array<int, 3> bytes_of(const Color& color) {
  return {static_cast<int>(std::lround(color.r * 255)),
          static_cast<int>(std::lround(color.g * 255)),
          static_cast<int>(std::lround(color.b * 255))};
}

struct Look {
  float width, height, scale;
};

std::shared_ptr<RankHistory> history_of(const Pointer& run) {
  return std::make_shared<RankHistory>(
      run, std::make_shared<const std::vector<std::uint32_t>>(ranks_by_place(*run)));
}

// Every pixel of the page is the colour of what stands there.
void expect_pixels(States& states, RankHistory& history, const HistoryCamera& camera,
                   const Look& look, const Palette& palette) {
  const Recording& run = *history.recording();
  const HistoryPage page = history_page(run, camera, look.width, look.height);
  ASSERT_FALSE(page.empty());
  const HistoryRaster raster = raster_of(page, history.far(), look.scale, palette);
  ASSERT_TRUE(history.make_now(raster.sight));
  const auto pixels = pixels_of(history, raster);
  ASSERT_EQ(pixels.size(), std::size_t{4} * raster.sight.columns * raster.rows);
  // All that is in sight is covered, and nothing is finer than the pixels ask for.
  ASSERT_LE(raster.first_state(), page.first_state + 1e-6);
  ASSERT_GE(raster.end_state(), page.end_state() - 1e-6);
  ASSERT_LE(raster.first_wire, page.first_wire + 1e-6);
  ASSERT_GE(raster.end_wire(), page.end_wire() - 1e-3);
  ASSERT_LE(raster.sight.columns, (page.right - page.left) * look.scale + 2);
  ASSERT_LE(raster.rows, (page.foot - page.top) * look.scale + 2);

  std::uint64_t stride = 1;
  while (page.state * look.scale * static_cast<double>(stride) < 1 && stride <= page.depth) {
    stride *= 2;
  }
  const bool wires_apart = page.wire * look.scale >= 1;
  const double group = static_cast<double>(std::uint64_t{1} << raster.sight.wires_log2);
  ASSERT_TRUE(wires_apart ? group == 1 : group * page.wire * look.scale <= 1);
  const auto columns = static_cast<int>((page.right - page.left) * look.scale);
  const auto rows = static_cast<int>((page.foot - page.top) * look.scale);
  for (int px = 0; px < columns; px += 1 + columns / 90) {
    const double state = page.first_state + (px + 0.5) / look.scale / page.state;
    const auto column = static_cast<std::uint64_t>(state) / stride;
    const auto layers = static_cast<std::uint32_t>(
        (column + 1) * stride > page.depth ? page.depth : column * stride);
    const auto texel_x = static_cast<std::size_t>(column - raster.sight.first_column);
    for (int py = 0; py < rows; py += 1 + rows / 70) {
      const double wire = page.first_wire + (py + 0.5) / look.scale / page.wire;
      const auto texel_y =
          static_cast<std::size_t>((wire - raster.first_wire) / raster.wires_a_row);
      ASSERT_LT(texel_y, raster.rows);
      const double first = raster.first_wire + static_cast<double>(texel_y) * raster.wires_a_row;
      const double rank =
          wires_apart
              ? states.at(layers)[static_cast<std::size_t>(wire)]
              : states.mean(layers, first, std::min<double>(first + raster.wires_a_row, page.wires),
                            group);
      const auto expected =
          bytes_of(rank < 0 ? palette.color(Role::kGround)
                            : palette.color(Role::kRank, static_cast<float>(rank)));
      const std::uint8_t* const pixel = &pixels[4 * (texel_y * raster.sight.columns + texel_x)];
      for (std::size_t i = 0; i < 3; ++i) {
        // One byte for the rounding of means; none where a cell is one key.
        ASSERT_NEAR(pixel[i], expected[i], wires_apart ? 0 : 1)
            << "zoom " << camera.zoom << " at " << px << ' ' << py << ", layer " << layers;
      }
      ASSERT_EQ(pixel[3], 255);
    }
  }
}

double most_zoom(const Recording& run, const Look& look) {
  return clamped(run, {1e12, 0.5, 0.5}, look.width, look.height).zoom;
}

void expect_all_pixels(const Pointer& run) {
  States states(run);
  const auto history = history_of(run);
  for (const Look& look : {Look{960, 540, 1}, Look{150, 60, 1}, Look{420, 220, 1.5F}}) {
    const double most = most_zoom(*run, look);
    for (const double zoom : {1.0, std::min(1.9, most), std::sqrt(most), most}) {
      for (const auto& [x, y] : {std::pair{0.0, 0.0}, {0.37, 0.61}, {1.0, 1.0}}) {
        const HistoryCamera camera = clamped(*run, {zoom, x, y}, look.width, look.height);
        ASSERT_NO_FATAL_FAILURE(
            expect_pixels(states, *history, camera, look, **find_palette("dark")));
      }
    }
  }
}

TEST(HistoryRaster, IsWhatAReplayShowsForEveryAlgorithm) {
  std::set<Family> seen;
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t n : {1U, 11U, 256U}) {
      if (n > algorithm.max_keys || (n == 256 && algorithm.max_keys < 256)) continue;
      SCOPED_TRACE(testing::Message() << algorithm.id << ' ' << n);
      const Pointer run = recorded(algorithm, n);
      ASSERT_NE(run, nullptr);
      seen.insert(algorithm.family);
      ASSERT_NO_FATAL_FAILURE(expect_all_pixels(run));
    }
  }
  EXPECT_EQ(seen.size(), families().size());
}

TEST(HistoryRaster, IsTheSameOfARunKeptAsKeyframes) {
  const Algorithm& algorithm = **find_algorithm("bitonic");
  const Pointer kept = recorded(algorithm, 256, true);
  ASSERT_TRUE(kept->ranges);
  expect_all_pixels(kept);
}

// Rows of more wires than the far view has, and of less.
TEST(HistoryRaster, LargeRunsAreMeansOfTheirWires) {
  const Pointer run = recorded(**find_algorithm("odd-even-merge"), 5000);
  ASSERT_GT(RankHistory(run, nullptr).far().wires_log2, 0U);
  expect_all_pixels(run);
}

TEST(HistoryRaster, DeepRunsShowEverySoManyLayers) {
  const Pointer run = recorded(**find_algorithm("odd-even-transposition"), 1500);
  ASSERT_GT(RankHistory(run, nullptr).far().layers_log2, 0U);
  States states(run);
  const auto history = history_of(run);
  const Look look{300, 200, 1};
  for (const double zoom : {1.0, 3.0, most_zoom(*run, look)}) {
    const HistoryCamera camera = clamped(*run, {zoom, 0.4, 0.7}, look.width, look.height);
    ASSERT_NO_FATAL_FAILURE(expect_pixels(states, *history, camera, look, **find_palette("light")));
  }
}

// Zoomed all the way in, a cell of the picture has exactly its key's colour and letters.
TEST(HistoryRaster, NearCellsAreTheirKeys) {
  for (const Algorithm& algorithm : algorithms()) {
    const std::uint32_t n = std::min(200U, algorithm.max_keys);
    const Pointer run = recorded(algorithm, n);
    ASSERT_NE(run, nullptr) << algorithm.id;
    States states(run);
    SceneMaker scenes(run);
    const Scene scene = scenes.make({});
    const Look look{700, 400, 1};
    for (const double x : {0.0, 0.5, 1.0}) {
      scene.history->camera =
          clamped(*run, {most_zoom(*run, look), x, 0.3}, look.width, look.height);
      const HistoryPage page = history_page(*run, scene.history->camera, look.width, look.height);
      ASSERT_TRUE(page.apart()) << algorithm.id;
      const Picture picture = kHistoryLayout.layout(scene, look.width, look.height);
      std::size_t cells = 0;
      for (const Box& box : picture.boxes) {
        if (box.role != Role::kRank) continue;
        ++cells;
        const auto layers = page.layers_under(box.x + box.w / 2);
        const auto wire = page.wire_under(box.y + box.h / 2);
        ASSERT_TRUE(layers && wire) << algorithm.id;
        const double rank = states.at(*layers)[*wire];
        const Palette& palette = palettes().front();
        EXPECT_EQ(bytes_of(palette.color(Role::kRank, box.rank)),
                  bytes_of(palette.color(Role::kRank, static_cast<float>(rank))))
            << algorithm.id << ' ' << *layers << ' ' << *wire;
        const Selection found = kHistoryLayout.pick(scene, look.width, look.height,
                                                    box.x + box.w / 2, box.y + box.h / 2);
        ASSERT_TRUE(found.place.has_value()) << algorithm.id;
        EXPECT_NEAR(scene.history->rank_of(*found.place), rank, 1e-6) << algorithm.id;
      }
      EXPECT_GT(cells, 0U) << algorithm.id;
      EXPECT_TRUE(std::ranges::any_of(picture.labels, [](const Label& label) {
        return label.on_rank >= 0;
      })) << algorithm.id;
    }
  }
}

// What is under the pointer stays there, from all of a run to its cells and back.
TEST(HistoryPage, ZoomsAboutThePointer) {
  const Pointer run = recorded(**find_algorithm("bitonic"), 1U << 12);
  const float width = 1280;
  const float height = 720;
  HistoryCamera camera;
  const float x = 700;
  const float y = 300;
  const HistoryPage whole = history_page(*run, camera, width, height);
  EXPECT_TRUE(whole.whole());
  const double state = whole.first_state + (x - whole.left) / whole.state;
  const double wire = whole.first_wire + (y - whole.top) / whole.wire;
  for (int i = 0; i < 100; ++i) {
    camera = zoomed(*run, camera, 1.2F, x, y, width, height);
    const HistoryPage page = history_page(*run, camera, width, height);
    EXPECT_NEAR(page.first_state + (x - page.left) / page.state, state, 1e-6) << i;
    EXPECT_NEAR(page.first_wire + (y - page.top) / page.wire, wire, 1e-4) << i;
  }
  EXPECT_TRUE(history_page(*run, camera, width, height).apart());
  for (int i = 0; i < 100; ++i) camera = zoomed(*run, camera, 1 / 1.2F, x, y, width, height);
  EXPECT_EQ(camera, HistoryCamera{});
}

// No mark of a part leaves its page, wherever one looks.
TEST(HistoryPage, PartsStayOnTheirPage) {
  const Pointer run = recorded(**find_algorithm("bitonic"), 64);
  SceneMaker scenes(run);
  for (const double zoom : {1.0, 2.5, 40.0}) {
    for (const double middle : {0.0, 0.45, 1.0}) {
      SceneRequest wanted;
      wanted.cursor = {9, 0};
      wanted.selected.place = 5;
      const Scene scene = scenes.make(wanted);
      scene.history->camera = clamped(*run, {zoom, middle, 1 - middle}, 640, 400);
      const HistoryPage page = history_page(*run, scene.history->camera, 640, 400);
      const Picture picture = kHistoryLayout.layout(scene, 640, 400);
      for (const Box& box : picture.boxes) {
        EXPECT_GE(box.x, page.left - 0.01F);
        EXPECT_LE(box.x + box.w, page.right + 0.01F);
        EXPECT_GE(box.y, page.top - 0.01F);
        EXPECT_LE(box.y + box.h, page.foot + 0.01F);
      }
      for (const ShapePoint& point : picture.points) {
        EXPECT_GE(point.x, page.left - 3);
        EXPECT_LE(point.x, page.right + 3);
        EXPECT_GE(point.y, page.top - 4);
        EXPECT_LE(point.y, page.foot + 3);
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
