// search_seeds.cpp: searches the seeds that core/networks/aks/tested_matching.cpp stores, and
// prints them.
//
// Usage: search_seeds [TRIES] [HALF ...]. Without sizes: all halvers of d = 8 and d = 12. Of TRIES
// seeds (fewer for large halvers) it takes the one with the smallest worst-case error at depth 30;
// of equal ones, that with the smallest at depth 10.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>
#include <vector>

#include "core/engines/cpu/graph_store.h"
#include "core/networks/aks/tested_matching.h"
#include "core/verify/halver_error.h"

namespace sortscope {
namespace {

constexpr std::uint32_t kShallow = 10;

std::vector<std::uint32_t> all_halves() {
  std::set<std::uint32_t> halves;
  AksParameters parameters;
  parameters.depth_rule = DepthRule::kCustom;
  for (const std::uint32_t d : {8U, 12U}) {
    const auto graphs = graph_uses(d, parameters);
    if (!graphs.ok()) continue;
    for (const GraphUse& graph : *graphs) halves.insert(graph.half);
  }
  return {halves.begin(), halves.end()};
}

struct Found {
  std::uint32_t seed = 0;
  HalverError error;
  double shallow = 1;
};

Found best_seed(std::uint32_t half, std::uint32_t tries) {
  Found best;
  for (std::uint32_t seed = 1; seed <= tries; ++seed) {
    const HalverGraph graph =
        halver_graph(MatchingKind::kHash, tested_key(seed, 0), half, kTestedDepth);
    Found found{seed, halver_error(graph), 1};
    if (best.seed != 0 && found.error.epsilon > best.error.epsilon) continue;
    found.shallow = halver_error(graph.prefix(kShallow)).epsilon;
    if (best.seed != 0 && found.error.epsilon == best.error.epsilon &&
        found.shallow >= best.shallow) {
      continue;
    }
    best = found;
  }
  return best;
}

}  // namespace
}  // namespace sortscope

int main(int count, char** values) {
  using namespace sortscope;
  const auto number = [&](int i) {
    return static_cast<std::uint32_t>(std::strtoul(values[i], nullptr, 10));
  };
  const std::uint32_t tries = count > 1 ? std::max(1U, number(1)) : 400;
  std::vector<std::uint32_t> halves;
  for (int i = 2; i < count; ++i) halves.push_back(number(i));
  if (halves.empty()) halves = all_halves();
  for (const std::uint32_t half : halves) {
    const Found found = best_seed(half, half <= 64 ? tries : std::max(8U, tries * 32 / half));
    const std::uint32_t keys = found.error.worst_k;
    fmt::print("    {{{}, {}, {}, {}, {}}},  // epsilon {:.4f}; at depth {}: {:.4f}\n", half,
               found.seed, found.error.errors(keys), keys, found.error.exact, found.error.epsilon,
               kShallow, found.shallow);
    std::fflush(stdout);
  }
  return 0;
}
