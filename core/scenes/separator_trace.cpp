// separator_trace.cpp: what a halver did to its keys, matching by matching.
#include "core/scenes/separator_trace.h"

#include <algorithm>

#include "core/recordings/recording.h"
#include "core/scenes/separator_memory.h"
#include "core/verify/halver_error.h"
#include "core/verify/separator_errors.h"

namespace sortscope {

namespace {

constexpr std::size_t kKept = 8;
// Halvers of so few wires a side have their worst case found at once.
constexpr std::uint32_t kWorstHalf = 12;
constexpr std::uint32_t kWorstDepth = 1024;
constexpr std::uint64_t kWorstMoves = 64;
// Epsilon sorts the keys for a sample: so many keys at most, but at least kLeastSamples.
constexpr std::uint64_t kSampledKeys = std::uint64_t{1} << 19;
constexpr std::uint64_t kLeastSamples = 12;

// Counts the keys on the smaller side that matter: an exchange across the halves changes these.
class SideCount {
 public:
  explicit SideCount(std::span<const std::uint32_t> ranks) : ranks_(ranks), border_(ranks) {}
  void put(std::uint32_t key) {
    small_here_ += border_.is_small(ranks_[key]) ? 1 : 0;
    large_here_ += border_.is_large(ranks_[key]) ? 1 : 0;
  }
  void take(std::uint32_t key) {
    small_here_ -= border_.is_small(ranks_[key]) ? 1 : 0;
    large_here_ -= border_.is_large(ranks_[key]) ? 1 : 0;
  }
  // Of the smaller half of the keys, how many are not here.
  [[nodiscard]] std::uint32_t wrong() const {
    return std::max(border_.small() - small_here_, large_here_);
  }

 private:
  std::span<const std::uint32_t> ranks_;
  HalfBorder border_;
  std::uint32_t small_here_ = 0, large_here_ = 0;
};

std::shared_ptr<const HalverTrace> compute(const Scene& scene, const SeparatorMoment& moment,
                                           const SeparatorLayer& row, std::uint32_t side) {
  auto made = std::make_shared<HalverTrace>();
  const AksStage& stage = row.stage;
  const std::uint32_t wires = stage.wires;
  made->half = stage.half;
  made->first = row.first;
  SeparatorWalk walk(*scene.recording, moment);
  walk.seek(row.first);
  // Keys are numbered by the halver wire that they start on; wire_of: by slot.
  std::vector<std::uint32_t> wire_of(stage.a, wires);
  std::vector<std::uint32_t> key_on(wires);
  std::vector<std::uint32_t> ranks(wires);
  for (std::uint32_t k = 0; k < wires; ++k) {
    const std::uint32_t slot = aks_slot(stage, side, k);
    wire_of[slot] = k;
    key_on[k] = k;
    made->keys.push_back(walk.keys()[slot]);
    ranks[k] = scene.ranks[made->keys.back()];
  }
  // The smaller keys belong on wires k < h on the left side, on the others on the mirrored one.
  std::vector<bool> small_side(wires);
  SideCount count(ranks);
  for (std::uint32_t k = 0; k < wires; ++k) {
    small_side[k] = (k < stage.half) == (side == 0);
    if (small_side[k]) count.put(k);
  }
  const std::uint32_t layers = row.end - row.first;
  const std::uint64_t samples =
      std::max<std::uint64_t>(kSampledKeys / std::max(wires, 1U), kLeastSamples);
  const auto every = static_cast<std::uint32_t>(layers / samples + 1);
  std::vector<std::uint32_t> by_size(wires);  // smaller side first
  const auto sample = [&](std::uint32_t done) {
    for (std::uint32_t k = 0; k < wires; ++k) {
      by_size[side == 0 ? k : wires - 1 - k] = ranks[key_on[k]];
    }
    made->samples.push_back({done, separator_error(by_size, 0, 1, 1).worst_b});
  };
  for (std::uint32_t i = 0; i < layers; ++i) {
    made->wrong.push_back(count.wrong());
    if (i % every == 0) sample(i);
    std::uint32_t exchanges = 0;
    walk.run(row.first + i, [&](std::uint32_t x, std::uint32_t y, bool exchanged) {
      if (!exchanged || wire_of[x] == wires || wire_of[y] == wires) return;
      ++exchanges;
      std::uint32_t& kx = key_on[wire_of[x]];
      std::uint32_t& ky = key_on[wire_of[y]];
      const bool x_small = small_side[wire_of[x]];
      if (x_small != small_side[wire_of[y]]) {
        count.take(x_small ? kx : ky);
        count.put(x_small ? ky : kx);
      }
      std::swap(kx, ky);
    });
    made->exchanges.push_back(exchanges);
  }
  made->wrong.push_back(count.wrong());
  sample(layers);
  if (stage.half <= kWorstHalf && !is_forced(stage.work) && stage.work != AksWork::kSorter &&
      scene.elsewhere != nullptr) {
    // So few vertices have few sets: all are looked at.
    HalverSearch search;
    search.most_moves = kWorstMoves;
    AksStage graph = stage;
    graph.depth = std::min(stage.depth, kWorstDepth);
    const Status found = test_halver(
        scene.elsewhere->shared_recording(), graph, moment.node, side, nullptr,
        [&](const std::shared_ptr<const HalverTest>& grown) { made->worst = grown->points; },
        search);
    if (!found) made->worst.clear();
  }
  return made;
}

}  // namespace

std::shared_ptr<const HalverTrace> halver_trace(const Scene& scene, const SeparatorMoment& moment,
                                                std::uint32_t row, std::uint32_t side) {
  const SeparatorLayer& layer = moment.rows[row];
  if (scene.separators == nullptr) return compute(scene, moment, layer, side);
  auto& kept = scene.separators->traces;
  for (const SeparatorMemory::Trace& one : kept) {
    if (one.first == layer.first && one.node == moment.node && one.side == side) return one.trace;
  }
  if (kept.size() == kKept) kept.pop_front();
  kept.push_back({layer.first, moment.node, side, compute(scene, moment, layer, side)});
  return kept.back().trace;
}

std::uint32_t wrong_side_keys(std::span<const std::uint32_t> ranks,
                              const std::vector<bool>& on_small_side) {
  if (ranks.size() < 2) return 0;
  SideCount count(ranks);
  for (std::uint32_t key = 0; key < ranks.size(); ++key) {
    if (on_small_side[key]) count.put(key);
  }
  return count.wrong();
}

}  // namespace sortscope
