// test_places_source.cpp: replays that go by what is found elsewhere, against replays that walk.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "core/keys/inputs.h"
#include "core/networks/lists/listed_network.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/scenes/maker.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> recorded(RunRequest request, std::uint32_t n) {
  request.any_input = true;
  const auto algorithm = find_algorithm(request.algorithm);
  EXPECT_TRUE(algorithm.ok());
  request.keys = *generate_keys("uniform", KeyType::kUint32, n, 3, **algorithm, request.order);
  const auto made = record(request, *make_cpu_engine());
  EXPECT_TRUE(made.ok()) << made.error().text();
  return made.ok() ? *made : nullptr;
}

std::shared_ptr<const Recording> bitonic(std::uint32_t n) {
  RunRequest request;
  request.algorithm = "bitonic";
  return recorded(std::move(request), n);
}

std::shared_ptr<const Recording> list(std::uint32_t wires) {
  std::mt19937_64 random(wires);
  std::vector<Comparator> flat;
  while (flat.size() < std::size_t{20} * wires) {
    const auto a = static_cast<Wire>(random() % wires);
    const auto b = static_cast<Wire>(random() % wires);
    if (a != b) flat.push_back({a, b});
  }
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{*ListedNetwork::leveled(wires, flat)});
  return recorded(std::move(request), wires);
}

// Exchanges one comparator after the other, from the start.
std::vector<std::uint32_t> places_at(const Recording& run, Cursor cursor) {
  std::vector<std::uint32_t> places = run.start.places;
  for (std::uint32_t layer = 0; layer < run.network.depth() && layer <= cursor.layer; ++layer) {
    const std::uint32_t count = layer < cursor.layer ? run.network.count(layer) : cursor.comparator;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!run.exchanged(layer, i)) continue;
      const Comparator c = run.network.comparator(layer, i);
      std::swap(places[c.lower()], places[c.upper()]);
    }
  }
  return places;
}

// A GPU that does as it is told.
class Planted final : public PlacesSource {
 public:
  explicit Planted(std::shared_ptr<const Recording> run) : run_(std::move(run)) {}

  [[nodiscard]] std::uint64_t places_ns(Cursor /*cursor*/) const override { return ns; }
  Status places(Cursor cursor, std::span<std::uint32_t> to, Progress* progress) override {
    ++asked;
    if (cancels) progress->cancel = true;
    if (cancels || fails) {
      std::fill(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(to.size() / 2), 0U);
      return Error{cancels ? ErrorCode::kCancelled : ErrorCode::kWorkFailed, "the GPU is gone.",
                   ""};
    }
    const auto there = places_at(*run_, cursor);
    std::copy(there.begin(), there.end(), to.begin());
    return {};
  }

  std::atomic<int> asked{0};
  std::uint64_t ns = 0;
  bool fails = false;
  bool cancels = false;

 private:
  std::shared_ptr<const Recording> run_;
};

bool same(std::span<const std::uint32_t> a, const std::vector<std::uint32_t>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

TEST(PlacesSource, GivesTheStatesOfTheRun) {
  for (const auto& run : {bitonic(300), list(50)}) {
    ASSERT_NE(run, nullptr);
    const auto source = std::make_shared<Planted>(run);
    Replay replay(run);
    replay.use(source);
    std::mt19937_64 random(9);
    Cursor before = replay.cursor();
    int moved = 0;
    for (int i = 0; i < 40; ++i) {
      const Cursor cursor = run->network.cursor_at(random() % (run->network.size() + 1));
      // Now and then it is the processor that is quicker.
      source->ns = i % 3 == 2 ? ~std::uint64_t{0} : 0;
      if (i % 3 != 2 && cursor != before) ++moved;
      before = cursor;
      ASSERT_TRUE(replay.seek(cursor));
      EXPECT_TRUE(same(replay.places(), places_at(*run, cursor)))
          << run->request.algorithm << " at " << cursor.layer << ", " << cursor.comparator;
    }
    EXPECT_EQ(source->asked, moved);
  }
}

TEST(PlacesSource, IsAskedWhereItIsQuicker) {
  const auto run = bitonic(300);
  const auto source = std::make_shared<Planted>(run);
  Replay replay(run);
  const Cursor end = run->network.end();
  const std::uint64_t walk_ns = replay.seek_ns(end);
  ASSERT_GT(walk_ns, 10U);
  replay.use(source);
  source->ns = walk_ns / 10;
  EXPECT_EQ(replay.seek_ns(end), walk_ns / 10);
  source->ns = walk_ns * 10;
  EXPECT_EQ(replay.seek_ns(end), walk_ns);
  ASSERT_TRUE(replay.seek(end));
  EXPECT_EQ(source->asked, 0);
}

TEST(PlacesSource, IsLeftWhereItFails) {
  const auto run = bitonic(300);
  const auto source = std::make_shared<Planted>(run);
  Replay replay(run);
  replay.use(source);
  const Cursor middle{run->network.depth() / 2, 5};
  ASSERT_TRUE(replay.seek(middle));
  ASSERT_EQ(source->asked, 1);
  source->fails = true;
  for (const Cursor cursor : {Cursor{3, 1}, run->network.end(), Cursor{}, middle}) {
    ASSERT_TRUE(replay.seek(cursor));
    EXPECT_TRUE(same(replay.places(), places_at(*run, cursor))) << cursor.layer;
  }
  EXPECT_EQ(source->asked, 2);
}

TEST(PlacesSource, ThatIsCancelledStopsTheSeek) {
  const auto run = bitonic(300);
  const auto source = std::make_shared<Planted>(run);
  source->cancels = true;
  Replay replay(run);
  replay.use(source);
  Progress progress;
  EXPECT_FALSE(replay.seek(run->network.end(), &progress));
}

// A far seek after the other takes no fresh memory: what the last one left is the next one's.
TEST(PlacesSource, CopiesTakeTurnsInTheSameMemory) {
  const auto run = bitonic(300);
  const auto source = std::make_shared<Planted>(run);
  auto shown = std::make_unique<Replay>(run);
  shown->use(source);
  std::set<const std::uint32_t*> memory;
  std::mt19937_64 random(4);
  for (int i = 0; i < 10; ++i) {
    const Cursor cursor = run->network.cursor_at(random() % run->network.size());
    auto copy = std::make_unique<Replay>(shown->copy());
    ASSERT_TRUE(copy->seek(cursor));
    EXPECT_NE(copy->places().data(), shown->places().data());
    EXPECT_TRUE(same(copy->places(), places_at(*run, cursor)));
    shown = std::move(copy);
    memory.insert(shown->places().data());
  }
  EXPECT_LE(memory.size(), 3U);
}

// The copy moves, the one that is shown keeps its state, and both ask the same source.
TEST(PlacesSource, ServesCopiesAndFarSeeks) {
  const auto run = bitonic(300);
  const auto source = std::make_shared<Planted>(run);
  SceneMaker scenes(run);
  scenes.use(source);
  EXPECT_EQ(scenes.places_source(), source);
  SceneRequest wanted;
  wanted.cursor = {2, 0};
  const LayoutOptions options;
  wanted.options = &options;
  (void)scenes.make(wanted);
  const Cursor target{run->network.depth() - 1, 3};
  FarSeek seek = scenes.set_out(target);
  Progress progress;
  bool there = false;
  std::thread beside([&] { there = seek.run(progress); });
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(same(scenes.make(wanted).places, places_at(*run, {2, 0})));
  }
  beside.join();
  ASSERT_TRUE(there);
  EXPECT_GE(source->asked, 2);
  scenes.arrive(std::move(seek));
  wanted.cursor = target;
  const int asked = source->asked;
  EXPECT_TRUE(same(scenes.make(wanted).places, places_at(*run, target)));
  EXPECT_EQ(source->asked, asked);
}

}  // namespace
}  // namespace sortscope
