// test_moved_keys.cpp: where keys go in a step, against the replay and the keys themselves.
#include "core/scenes/moved_keys.h"

#include <gtest/gtest.h>

#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr const char* kAlgorithms[] = {"bitonic", "adaptive", "adaptive-two-case",
                                       "adaptive-overlapped"};

TEST(MovedKeys, WiresAfterAStepAreThoseOfTheReplay) {
  for (const char* algorithm : kAlgorithms) {
    RunView view(algorithm, mixed_keys(16));
    for (std::uint64_t at = 0; at < view.network().size(); ++at) {
      const Cursor cursor = view.network().cursor_at(at);
      for (const bool whole : {true, false}) {
        const Cursor next = whole ? Cursor{cursor.layer + 1, 0} : view.network().cursor_at(at + 1);
        const Scene later = view.at(next);
        const std::vector<std::uint32_t> expected(later.places.begin(), later.places.end());
        Scene scene = view.at(cursor, 0.5F);
        scene.whole_layer = whole;
        const std::vector<Wire> after = wires_after(scene);
        ASSERT_EQ(after.size(), 16U);
        for (Wire wire = 0; wire < 16; ++wire) {
          EXPECT_EQ(expected[after[wire]], scene.places[wire]) << algorithm << " at " << at;
        }
      }
    }
    EXPECT_TRUE(wires_after(view.at({3, 0})).empty());
  }
}

TEST(MovedKeys, ComparedWiresHoldTheKeysWhoseOrderTheOutcomeTells) {
  for (const char* algorithm : kAlgorithms) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      RunView view(algorithm, mixed_keys(32), order);
      for (std::uint32_t layer = 0; layer < view.network().depth(); ++layer) {
        const Scene scene = view.at({layer, 0}, 0.5F);
        const std::vector<Comparator> pairs = compared_wires(scene, layer);
        ASSERT_EQ(pairs.size(), view.network().count(layer));
        for (std::uint32_t index = 0; index < pairs.size(); ++index) {
          // Equal keys are told apart by their places.
          const auto key = [&](Wire wire) {
            const std::uint32_t place = scene.places[wire];
            const double value = view.recording().request.keys.value(place);
            return std::pair(value, order == Order::kAscending ? double(place) : -double(place));
          };
          const bool wrong = key(pairs[index].min_wire) > key(pairs[index].max_wire);
          const bool equal = key(pairs[index].min_wire).first == key(pairs[index].max_wire).first;
          if (equal && std::string_view(algorithm) == "bitonic") continue;
          EXPECT_EQ(view.recording().exchanged(layer, index), wrong)
              << algorithm << " layer " << layer << " comparison " << index;
        }
      }
    }
  }
}

TEST(MovedKeys, MovedWiresAreTheRangesThatTheRecordingExchanges) {
  RunView view("adaptive", mixed_keys(32));
  for (std::uint32_t layer = 0; layer < view.network().depth(); ++layer) {
    std::vector<std::int64_t> by(32, 0);
    for (std::uint32_t index = 0; index < view.network().count(layer); ++index) {
      const WireExchange exchange = view.recording().exchange(layer, index);
      for (Wire wire = exchange.first; wire < exchange.first + exchange.length; ++wire) {
        by[wire] = exchange.distance;
        by[wire + exchange.distance] = -std::int64_t{exchange.distance};
      }
    }
    std::vector<std::int64_t> found(32, 0);
    for (const MovedWires& run : moved_wires(view.at({layer, 0}, 0.5F), layer)) {
      ASSERT_NE(run.by, 0);
      for (Wire wire = run.first; wire < run.first + run.length; ++wire) found[wire] = run.by;
    }
    EXPECT_EQ(found, by) << "layer " << layer;
  }
}

}  // namespace
}  // namespace sortscope
