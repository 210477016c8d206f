// test_tile_words.cpp: the words of a map say of every tile what the map says of it.
#include "core/recordings/counts/tile_words.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/algorithms/algorithm.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"

namespace sortscope {
namespace {

TEST(TileWords, AreTheMapsTiles) {
  for (const char* const id : {"bitonic", "odd-even-merge", "adaptive", "aks"}) {
    const Algorithm& algorithm = **find_algorithm(id);
    RunRequest request;
    request.algorithm = id;
    request.keys = *generate_keys("uniform", KeyType::kInt32, 300, 5, algorithm, Order::kAscending);
    const auto recording = *record(request, *make_cpu_engine());
    const auto map = ExchangeMap::make(*recording, nullptr, 1 << 12);
    ASSERT_NE(map, nullptr) << id;
    const TileWords packed = tile_words(*map);
    ASSERT_EQ(packed.first.size(), map->levels()) << id;
    std::uint64_t tiles = 0;
    for (unsigned level = 0; level < map->levels(); ++level) {
      for (std::uint32_t layer = 0; layer < map->layers(); ++layer) {
        for (std::uint32_t row = 0; row < map->rows(level); ++row, ++tiles) {
          const std::uint32_t word =
              packed.words.at(packed.first[level] + layer * map->rows(level) + row);
          const TileCount tile = map->at(level, layer, row);
          const double wires = std::ldexp(1.0, static_cast<int>(map->wires_log2(level)));
          EXPECT_EQ(word >> 16 != 0, tile.compared != 0);
          EXPECT_NEAR((word >> 16) / 65535.0, tile.compared / wires, 1.0 / 65535);
          if (tile.compared == 0) continue;
          EXPECT_NEAR((word & 0xFFFFU) / 65535.0, 1.0 * tile.exchanged / tile.compared,
                      1.0 / 65535);
        }
      }
    }
    EXPECT_EQ(packed.words.size(), tiles) << id;
  }
}

}  // namespace
}  // namespace sortscope
