// sorted_run.h: what the CUDA tests of adaptive sorts start from, and what a sort leaves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace sortscope {

/// One of the two kinds of words, places and, where recorded, outcome bits.
struct Sorted {
  std::vector<std::uint32_t> words32;
  std::vector<std::uint64_t> words64;
  std::vector<std::uint32_t> places;
  std::vector<std::uint32_t> bits;
  friend bool operator==(const Sorted&, const Sorted&) = default;
};

/// Random words on shuffled places. `distinct` 0: any word; else so many words, which differ in
/// their upper bits only.
inline Sorted start_of(std::uint32_t wires, bool wide, std::uint64_t distinct, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Sorted run;
  for (std::uint32_t i = 0; i < wires; ++i) {
    std::uint64_t word = random();
    if (distinct > 0) word = word % distinct << (wide ? 40 : 24);
    if (wide) {
      run.words64.push_back(word);
    } else {
      run.words32.push_back(static_cast<std::uint32_t>(word));
    }
  }
  run.places.resize(wires);
  std::iota(run.places.begin(), run.places.end(), 0U);
  std::shuffle(run.places.begin(), run.places.end(), random);
  return run;
}

}  // namespace sortscope
