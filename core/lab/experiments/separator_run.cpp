// separator_run.cpp: the layers of one separator.
#include "core/lab/experiments/separator_run.h"

#include <utility>

#include "core/networks/aks/network.h"

namespace sortscope {

namespace {

// Keeps the permutation's random numbers apart from those of the matchings.
constexpr std::uint32_t kInputKey = 1U << 17;

}  // namespace

std::vector<std::uint32_t> random_permutation(std::uint32_t n, std::uint64_t seed) {
  MatchingKey key;
  key.seed = seed;
  key.t = kInputKey;
  std::vector<std::uint32_t> permutation(n);
  fill_partners(MatchingKind::kXoroshiro, key, permutation);
  return permutation;
}

std::vector<std::uint32_t> run_separator(const SeparatorTrial& trial) {
  std::vector<std::uint32_t> keys = random_permutation(trial.a, trial.seed);
  std::vector<std::uint32_t> partners;
  AksStage stage;
  stage.a = trial.a;
  stage.up = trial.up;
  const std::uint32_t layers = aks_separator_layers(trial.a, trial.up);
  for (stage.layer = 0; stage.layer <= layers; ++stage.layer) {
    stage.sides = stage.layer == 0 ? 1 : 2;
    stage.wires = aks_halver_wires(trial.a, trial.up, stage.layer);
    stage.half = stage.wires / 2;
    stage.keep = stage.layer < 2 ? stage.wires : aks_halver_wires(trial.a, trial.up, 1) / 2;
    partners.resize(stage.half);
    for (std::uint32_t matching = 0; matching < trial.depth; ++matching) {
      for (std::uint32_t side = 0; side < stage.sides; ++side) {
        const std::uint32_t graph = trial.distinct == 0 ? matching : matching % trial.distinct;
        fill_partners(trial.matching, {trial.seed, 0, 0, 0, stage.layer, side, graph}, partners);
        for (std::uint32_t u = 0; u < stage.half; ++u) {
          std::uint32_t& low = keys[aks_slot(stage, side, u)];
          std::uint32_t& high = keys[aks_slot(stage, side, stage.half + partners[u])];
          if (side == 0 ? low > high : low < high) std::swap(low, high);
        }
      }
    }
  }
  return keys;
}

}  // namespace sortscope
