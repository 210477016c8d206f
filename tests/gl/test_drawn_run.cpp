// test_drawn_run.cpp: what is made ready while a run is made is of that run, not of the one before.
#include "app/state/parts/drawn_run.h"

#include <gtest/gtest.h>

#include <string_view>

#include "app/painters/network.h"
#include "app/surface/surface.h"
#include "core/algorithms/algorithm.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/scenes/maker.h"

namespace sortscope {
namespace {

void show(DrawnRun& drawn, std::string_view id, std::uint32_t n) {
  const Algorithm& algorithm = **find_algorithm(id);
  RunRequest request;
  request.algorithm = id;
  request.keys = *generate_keys("uniform", KeyType::kInt32, n, 3, algorithm, Order::kAscending);
  const auto recording = *record(request, *make_cpu_engine());
  const SceneMaker scenes(recording);
  drawn.show(recording, scenes.ranks(), scenes.padding());
}

int made_ready(DrawnRun& drawn, std::uint64_t work) {
  int made = 0;
  while (drawn.make_ready(work)) ++made;
  return made;
}

TEST(DrawnRun, MakesReadyWhatTheComingRunNeeds) {
  const auto surface = make_headless_surface(64, 64, 1);
  ASSERT_TRUE(surface.ok()) << surface.error().text();
  struct Run {
    const char* id;
    std::uint32_t n;
  };
  const Run runs[] = {{"bitonic", 64}, {"bitonic", 50}, {"adaptive", 50}, {"abisort", 64}};
  for (const Run& coming : runs) {
    DrawnRun drawn;
    show(drawn, "bitonic", 64);
    (void)made_ready(drawn, 0);
    drawn.expect(7, **find_algorithm(coming.id), coming.n);
    // Other work than that tells nothing of it.
    EXPECT_EQ(made_ready(drawn, 0), 0);
    EXPECT_EQ(made_ready(drawn, 6), 0);
    const int more = made_ready(drawn, 7);
    show(drawn, coming.id, coming.n);
    EXPECT_EQ(made_ready(drawn, 0), 0) << coming.id << " " << coming.n;
    // Of another kind of run there was something to make: each kind of rows is linked, then drawn.
    const bool same = coming.n == 64 && std::string_view(coming.id) == "bitonic";
    EXPECT_EQ(more > 0, !same) << coming.id << " " << coming.n;
  }
}

}  // namespace
}  // namespace sortscope
