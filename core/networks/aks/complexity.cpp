// complexity.cpp: the cost of the AKS network without the network.
#include "core/networks/aks/complexity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/networks/aks/network.h"

namespace sortscope {

namespace {

constexpr double kLeastEpsilon = 1e-5;
constexpr std::uint32_t kBlock = 1U << kAksBlockLog2;
// A level this far above the lowest one holds less than 2^-72 of the wires.
constexpr std::uint32_t kLevelsThatCount = 26;
constexpr int kNothingLog2 = -80;

struct SeparatorCost {
  std::uint64_t depth = 0;
  long double comparators = 0;  // exact below 2^64
};

SeparatorCost sorter_cost(std::uint32_t wires) {
  SeparatorCost cost;
  cost.depth = sorter_depth(wires);
  for (std::uint32_t layer = 0; layer < cost.depth; ++layer) {
    cost.comparators += sorter_form(wires, layer).count;
  }
  return cost;
}

// Halvers of a separator, one side deep and both sides wide.
SeparatorCost separator_cost(const AksParameters& parameters, std::uint32_t a, std::uint32_t up) {
  SeparatorCost cost;
  if (up == a && parameters.skip_whole) return cost;
  const std::uint32_t layers = aks_separator_layers(a, up);
  for (std::uint32_t layer = 0; layer <= layers; ++layer) {
    const std::uint32_t wires = aks_halver_wires(a, up, layer);
    const std::uint32_t half = wires / 2;
    const int sides = layer == 0 ? 1 : 2;
    SeparatorCost halver;
    if (!halver_is_perfect(parameters, a, up, layer)) {
      halver.depth = halver_depth(parameters, a, up);
      halver.comparators = static_cast<long double>(halver.depth) * half;
    } else if (parameters.perfect == PerfectHalver::kBitonic) {
      halver = sorter_cost(wires);
    } else {
      halver.depth = half;
      halver.comparators = static_cast<long double>(half) * half;
    }
    cost.depth += halver.depth;
    cost.comparators += halver.comparators * sides;
  }
  return cost;
}

// Costs by shape; all c of at least 2^steady() behave alike.
class Costs {
 public:
  explicit Costs(const AksParameters& parameters) : parameters_(parameters) {
    // Neither a rule for small sizes nor one for sizes up to mu holds for 3 c / 64 wires or more.
    const double least = std::min(parameters.epsilon_b, parameters.epsilon_f / 6);
    const double bound =
        std::max({100.0, 2 / parameters.epsilon_b, 2 / parameters.epsilon_f, 2 / least + 2});
    steady_ = static_cast<std::uint32_t>(std::ceil(std::log2(bound * 64 / 3))) + 1;
    known_.resize(std::size_t{steady_ + 1} * kRows);
  }
  [[nodiscard]] std::uint32_t steady() const { return steady_; }

  // Comparators per wire, and depth.
  const std::pair<long double, std::uint64_t>& of(const AksShape& shape) {
    const std::uint32_t k = std::min(shape.k, steady_);
    // Sizes 64 (with and without wires that go up), 63, 15 and 3.
    const std::size_t row = shape.size == 64   ? shape.up / 4
                            : shape.size == 63 ? 2
                            : shape.size == 15 ? 3
                                               : 4;
    std::pair<long double, std::uint64_t>& known = known_[std::size_t{k} * kRows + row];
    if (known.second == 0) {
      const auto a = static_cast<std::uint32_t>(std::uint64_t{shape.size} << k >> 6);
      const auto up = static_cast<std::uint32_t>(std::uint64_t{shape.up} << k >> 6);
      const SeparatorCost cost = separator_cost(parameters_, a, up);
      known = {cost.comparators / a, cost.depth};
    }
    return known;
  }

 private:
  static constexpr std::size_t kRows = 5;

  const AksParameters& parameters_;
  std::uint32_t steady_ = 0;
  // Depth 0 where not known yet; a separator that is skipped is counted every time.
  std::vector<std::pair<long double, std::uint64_t>> known_;
};

AksCost count(std::uint32_t d, Costs& costs) {
  const SeparatorCost blocks = sorter_cost(kBlock);
  AksCost cost;
  cost.depth = blocks.depth;
  long double per_wire = blocks.comparators / kBlock;
  const std::uint32_t steps = aks_steps(d);
  for (std::uint32_t t = 0; t < steps; ++t) {
    const std::uint32_t alpha = aks_alpha(d, t);
    const std::uint32_t omega = aks_omega(t);
    std::uint64_t deepest = 0;
    for (std::uint32_t level = alpha + (alpha + t) % 2; level <= omega; level += 2) {
      const AksShape shape = aks_shape(d, t, level);
      const auto& [comparators, depth] = costs.of(shape);
      deepest = std::max(deepest, depth);
      const int log2 = static_cast<int>(level + shape.k) - static_cast<int>(d);
      if (log2 > kNothingLog2) per_wire += std::ldexp(comparators * shape.size / 64, log2);
      // Inner levels from here on cost the same per wire and hold next to nothing.
      if (level > alpha && shape.k >= costs.steady() && level + kLevelsThatCount < omega) {
        level = omega - kLevelsThatCount - (omega + t) % 2;
      }
    }
    cost.depth += deepest;
  }
  cost.per_wire = static_cast<double>(per_wire);
  const long double all = std::ldexp(per_wire, static_cast<int>(d));
  if (all < 0x1p63L) cost.comparators = static_cast<std::uint64_t>(std::llround(all));
  return cost;
}

Result<AksParameters> counted(const AksParameters& parameters) {
  auto all = resolved(parameters);
  if (!all) return all;
  if (all->depth_rule == DepthRule::kIdeal) {
    return Error{ErrorCode::kBadUsage, "separators that sort are no construction to count.",
                 "Choose depth=perfect, custom, union, chvatal or a number."};
  }
  if (std::min(all->epsilon_b, all->epsilon_f) < kLeastEpsilon) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("errors below {} are not counted: epsilon-b = {:.3g}, epsilon-f = "
                             "{:.3g}.",
                             kLeastEpsilon, all->epsilon_b, all->epsilon_f),
                 "Give larger ones; the thesis has epsilon-b = 0.00243."};
  }
  return all;
}

// The least multiple of 4 from which on `ours` is below `bitonic`: ours is close to a line, which
// tells where to look.
template <typename Ours, typename Bitonic>
std::optional<std::uint32_t> least_below(Ours ours, Bitonic bitonic) {
  const auto below = [&](std::uint32_t d) { return ours(d) < bitonic(d); };
  constexpr std::uint32_t kFirst = 512;
  constexpr std::uint32_t kSecond = 1024;
  const double at_second = ours(kSecond);
  const double slope = (at_second - ours(kFirst)) / (kSecond - kFirst);
  std::uint32_t guess = kAksLeastLog2;
  while (guess < kCostMostLog2 &&
         at_second + slope * (static_cast<double>(guess) - kSecond) >= bitonic(guess)) {
    guess += 4;
  }
  std::uint32_t high = guess;
  while (!below(high)) {
    if (high == kCostMostLog2) return std::nullopt;
    high = std::min(high * 2, kCostMostLog2);
  }
  std::uint32_t low = high - 4;
  if (low < kAksLeastLog2 || !below(low)) return high;
  low = kAksLeastLog2;
  while (high - low > 4) {
    const std::uint32_t middle = (low + high) / 2 / 4 * 4;
    (below(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

AksShape aks_shape(std::uint32_t d, std::uint32_t t, std::uint32_t level) {
  if (t == 0) return {d, 64, 0};
  AksShape shape;
  shape.k = d + 2 * level - t - 2;
  if (level == aks_alpha(d, t)) {
    const bool up = (t + 7 <= d && t % 2 == 1) || (t + 4 >= d && t % 4 == 0);
    shape.up = up ? 4 : 0;
    return shape;
  }
  shape.up = 3;
  shape.size = level != aks_omega(t) || t % 3 == 1 ? 63 : t % 3 == 2 ? 15 : 3;
  return shape;
}

Result<AksCost> aks_cost(std::uint32_t d, const AksParameters& parameters) {
  if (d < kAksLeastLog2 || d > kCostMostLog2 || d % 4 != 0) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("d = {} is not counted: it must be a multiple of 4, from {} to {}.", d,
                             kAksLeastLog2, kCostMostLog2),
                 fmt::format("The nearest is d = {}.",
                             std::clamp((d + 2) / 4 * 4, kAksLeastLog2, kCostMostLog2))};
  }
  const auto all = counted(parameters);
  if (!all) return all.error();
  Costs costs(*all);
  return count(d, costs);
}

double bitonic_per_wire(std::uint32_t d, BitonicCount count) {
  const double x = d;
  return count == BitonicCount::kThesis ? x * x : x * (x + 1) / 4;
}
double bitonic_depth(std::uint32_t d, BitonicCount count) {
  const double x = d;
  return count == BitonicCount::kThesis ? x * x : x * (x + 1) / 2;
}

Result<AksCrossover> aks_crossover(const AksParameters& parameters, BitonicCount bitonic) {
  const auto all = counted(parameters);
  if (!all) return all.error();
  Costs costs(*all);
  AksCrossover found;
  found.comparators = least_below([&](std::uint32_t d) { return count(d, costs).per_wire; },
                                  [&](std::uint32_t d) { return bitonic_per_wire(d, bitonic); });
  found.depth =
      least_below([&](std::uint32_t d) { return static_cast<double>(count(d, costs).depth); },
                  [&](std::uint32_t d) { return bitonic_depth(d, bitonic); });
  return found;
}

}  // namespace sortscope
