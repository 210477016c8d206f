// tested_matching.cpp: the seeds, as bench/search_seeds printed them.
#include "core/networks/aks/tested_matching.h"

#include <algorithm>
#include <array>

namespace sortscope {

namespace {

constexpr std::array kSeeds = {
    // half, seed, errors, keys, exact
    TestedSeed{2, 1, 0, 0, true},          TestedSeed{3, 1, 0, 0, true},
    TestedSeed{4, 2, 0, 0, true},          TestedSeed{6, 224, 0, 0, true},
    TestedSeed{8, 9, 0, 0, true},          TestedSeed{12, 246, 1, 12, true},
    TestedSeed{15, 51, 1, 14, true},       TestedSeed{16, 287, 1, 14, true},
    TestedSeed{24, 115, 2, 22, true},      TestedSeed{30, 43, 3, 28, true},
    TestedSeed{32, 38, 4, 32, true},       TestedSeed{48, 6, 6, 47, true},
    TestedSeed{60, 345, 8, 60, true},      TestedSeed{63, 53, 8, 62, false},
    TestedSeed{64, 244, 8, 62, false},     TestedSeed{96, 10, 13, 95, false},
    TestedSeed{120, 13, 17, 120, false},   TestedSeed{126, 27, 18, 126, false},
    TestedSeed{128, 10, 18, 127, false},   TestedSeed{192, 37, 27, 191, false},
    TestedSeed{240, 7, 34, 239, false},    TestedSeed{252, 6, 36, 252, false},
    TestedSeed{256, 31, 36, 255, false},   TestedSeed{480, 6, 68, 480, false},
    TestedSeed{504, 11, 71, 503, false},   TestedSeed{512, 21, 72, 511, false},
    TestedSeed{1024, 8, 143, 1023, false}, TestedSeed{2048, 2, 285, 2047, false},
};

}  // namespace

std::span<const TestedSeed> tested_seeds() { return kSeeds; }

const TestedSeed* tested_seed(std::uint32_t half) {
  const auto* const found =
      std::lower_bound(kSeeds.begin(), kSeeds.end(), half,
                       [](const TestedSeed& row, std::uint32_t h) { return row.half < h; });
  return found != kSeeds.end() && found->half == half ? found : nullptr;
}

}  // namespace sortscope
