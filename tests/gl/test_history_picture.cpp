// test_history_picture.cpp: the history as the window draws it, against replayed states; and no
// picture of a run that is gone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/state/opening.h"
#include "app/surface/view_renderer.h"
#include "app/window/run.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/views/network/history.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> run(std::string_view id, std::uint32_t n, std::uint64_t seed) {
  const Algorithm& algorithm = **find_algorithm(id);
  RunRequest request;
  request.algorithm = id;
  request.keys = *generate_keys("uniform", KeyType::kInt32, n, seed, algorithm, Order::kAscending);
  return *record(request, *make_cpu_engine());
}

int distance(const Image& image, int x, int y, Color color) {
  const auto at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                       static_cast<std::size_t>(x));
  const auto channel = [&](std::size_t i, float value) {
    return std::abs(int{image.rgba[at + i]} - static_cast<int>(std::lround(value * 255)));
  };
  return std::max({channel(0, color.r), channel(1, color.g), channel(2, color.b)});
}

// The middle of every cell that is a few pixels large is exactly its key's colour.
TEST(HistoryPicture, EveryCellHasItsKeysColour) {
  constexpr int kWidth = 900;
  constexpr int kHeight = 600;
  for (const std::string_view id :
       {"bitonic", "odd-even-transposition", "adaptive", "adaptive-interval", "aks"}) {
    const auto recording = run(id, 256, 3);
    const auto ranks = ranks_by_place(*recording);
    auto renderer = make_view_renderer(recording);
    ASSERT_TRUE(renderer.ok()) << renderer.error().text();
    for (const double zoom : {4.0, 9.0, 1e6}) {
      for (const double middle : {0.0, 0.52, 1.0}) {
        ViewRequest request;
        request.view = "history";
        request.palette = &palettes().front();
        request.width = kWidth;
        request.height = kHeight;
        request.camera = clamped(*recording, {zoom, middle, 1 - middle}, kWidth, kHeight);
        // Beside what the cursor marks.
        request.cursor = {middle < 0.5 ? recording->network.depth() : 0, 0};
        const HistoryPage page = history_page(*recording, *request.camera, kWidth, kHeight);
        const auto image = (*renderer)->render(request);
        ASSERT_TRUE(image.ok()) << image.error().text();
        if (page.wire < 3 || page.state < 3) continue;
        Replay replay(recording);
        int checked = 0;
        for (auto layers = static_cast<std::uint32_t>(std::ceil(page.first_state));
             layers + 1 < page.end_state(); ++layers) {
          replay.seek({layers, 0});
          for (auto wire = static_cast<Wire>(std::ceil(page.first_wire));
               wire + 1 < page.end_wire(); ++wire) {
            if (recording->is_padding(replay.places()[wire])) continue;
            const auto rank = static_cast<float>(ranks[replay.places()[wire]]) / 255;
            // Above the letters, where there are some.
            const int x = static_cast<int>(page.x(layers + 0.5));
            const int y = static_cast<int>(page.y(wire + (page.apart() ? 0.14 : 0.5)));
            ASSERT_LE(distance(*image, x, y, request.palette->color(Role::kRank, rank)), 1)
                << id << ' ' << zoom << ' ' << layers << ' ' << wire << " at " << x << ' ' << y;
            ++checked;
          }
        }
        EXPECT_GT(checked, 20) << id << ' ' << zoom;
      }
    }
  }
}

// Frames until nothing is on its way.
void settle_frames(App& app) {
  for (int i = 0; i < 3 || app.panes.moving(); ++i) ASSERT_TRUE(draw_frame(app, 0.01).ok());
}

// Whatever was made for the run before, and was still being made: the pane shows the new one.
TEST(HistoryPicture, NothingIsLeftOfARunThatIsGone) {
  auto surface = make_headless_surface(640, 400, 1);
  ASSERT_TRUE(surface.ok()) << surface.error().text();
  App app(**surface);
  app.background.watched = true;
  const std::shared_ptr<const Recording> runs[] = {run("bitonic", 1U << 13, 1),
                                                   run("bitonic", 1U << 13, 2)};
  const auto show = [&](std::size_t number) {
    adopt(app, prepare_run(runs[number - 1]));
    app.session.set_reduced_motion(true);
  };
  show(1);
  ASSERT_TRUE(run_command_line(app, "views 1").ok());
  ASSERT_TRUE(run_command_line(app, "view history").ok());
  settle_frames(app);
  show(2);
  settle_frames(app);
  const auto expected = (*surface)->read_pixels();
  for (const char* const line : {"fit", "zoom 3", "zoom 1000"}) {
    show(1);
    ASSERT_TRUE(draw_frame(app, 0.01).ok());
    ASSERT_TRUE(run_command_line(app, line).ok());
    ASSERT_TRUE(draw_frame(app, 0.01).ok());
    show(2);
    settle_frames(app);
    ASSERT_TRUE(run_command_line(app, "fit").ok());
    settle_frames(app);
    const auto image = (*surface)->read_pixels();
    ASSERT_TRUE(image.ok() && expected.ok());
    EXPECT_EQ(image->rgba, expected->rgba) << line;
  }
}

}  // namespace
}  // namespace sortscope
