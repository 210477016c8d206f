// halver_error.cpp: the worst case of a halver from its graph, trials, and errors of separators.
#include "core/verify/halver_error.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "core/base/random.h"

namespace sortscope {

namespace {

constexpr std::uint64_t kCheckEvery = 1024;  // sets or moves between two looks at `cancelled`

// Beyond this many vertices there are always too many sets.
constexpr std::uint32_t kMostSetHalf = 4096;

bool cancelled(const Progress* progress) { return progress != nullptr && progress->cancelled(); }

// The neighbours of the vertices of one side, and those of the other side, without repetitions.
struct Side {
  std::uint32_t half;
  std::vector<std::vector<std::uint32_t>> lists;  // of a vertex of this side
  std::vector<std::vector<std::uint32_t>> back;   // of a vertex of the other side
};

Side side_of(const HalverGraph& graph, bool right) {
  Side side{graph.half, {}, {}};
  side.lists.resize(graph.half);
  side.back.resize(graph.half);
  for (std::uint32_t m = 0; m < graph.depth; ++m) {
    const std::span<const std::uint32_t> partners = graph.matching(m);
    for (std::uint32_t u = 0; u < graph.half; ++u) {
      side.lists[right ? partners[u] : u].push_back(right ? u : partners[u]);
    }
  }
  for (std::uint32_t v = 0; v < graph.half; ++v) {
    std::vector<std::uint32_t>& list = side.lists[v];
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    for (const std::uint32_t u : list) side.back[u].push_back(v);
  }
  return side;
}

// A set S that grows by the vertex that brings the fewest new neighbours, and shrinks anywhere.
class GrowingSet {
 public:
  GrowingSet(const Side& side, std::vector<std::uint32_t>& best, std::uint64_t seed)
      : side_(side), best_(best), random_(seed), cover_(side.half), gain_(side.half) {
    for (std::uint32_t v = 0; v < side.half; ++v) gain_[v] = degree(v);
    outside_.resize(side.half);
    std::iota(outside_.begin(), outside_.end(), 0U);
  }

  // Grows while errors can still count. Returns the moves that were made.
  std::uint64_t grow() {
    std::uint64_t moves = 0;
    while (!outside_.empty()) {
      add(cheapest());
      ++moves;
      const auto size = static_cast<std::uint32_t>(inside_.size());
      if (size + covered_ > side_.half) break;
      best_[size] = std::min(best_[size], covered_);
    }
    return moves;
  }
  std::uint64_t ruin() {
    const auto size = static_cast<std::uint32_t>(inside_.size());
    const std::uint32_t leaving = 1 + random_.below(size);
    for (std::uint32_t i = 0; i < leaving; ++i) {
      remove(random_.below(static_cast<std::uint32_t>(inside_.size())));
    }
    if (inside_.empty()) {
      add(random_.below(side_.half));
      best_[1] = std::min(best_[1], covered_);
    }
    return leaving;
  }

 private:
  [[nodiscard]] std::uint32_t degree(std::uint32_t v) const {
    return static_cast<std::uint32_t>(side_.lists[v].size());
  }
  // Index in outside_ of a vertex with the fewest new neighbours; any of them.
  std::uint32_t cheapest() {
    std::uint32_t found = 0;
    std::uint32_t equal = 0;
    for (std::uint32_t i = 0; i < outside_.size(); ++i) {
      const std::uint32_t gain = gain_[outside_[i]];
      const std::uint32_t least = gain_[outside_[found]];
      if (gain > least) continue;
      equal = gain < least ? 1 : equal + 1;
      if (gain < least || random_.below(equal) == 0) found = i;
    }
    return found;
  }
  void add(std::uint32_t index) {
    const std::uint32_t v = outside_[index];
    outside_[index] = outside_.back();
    outside_.pop_back();
    inside_.push_back(v);
    for (const std::uint32_t u : side_.lists[v]) {
      if (cover_[u]++ > 0) continue;
      ++covered_;
      for (const std::uint32_t other : side_.back[u]) --gain_[other];
    }
  }
  void remove(std::uint32_t index) {
    const std::uint32_t v = inside_[index];
    inside_[index] = inside_.back();
    inside_.pop_back();
    outside_.push_back(v);
    for (const std::uint32_t u : side_.lists[v]) {
      if (--cover_[u] > 0) continue;
      --covered_;
      for (const std::uint32_t other : side_.back[u]) ++gain_[other];
    }
  }

  const Side& side_;
  std::vector<std::uint32_t>& best_;  // fewest neighbours of s vertices
  SplitMix64 random_;
  std::vector<std::uint32_t> inside_;
  std::vector<std::uint32_t> outside_;
  std::vector<std::uint32_t> cover_;  // edges from S, of a vertex of the other side
  std::vector<std::uint32_t> gain_;   // neighbours that a vertex would add
  std::uint32_t covered_ = 0;
};

// Looks at all sets that could have fewer neighbours than the best of their size.
class AllSets {
 public:
  AllSets(const Side& side, std::vector<std::uint32_t>& best, std::uint64_t most,
          Progress* progress)
      : half_(side.half),
        words_((side.half + 63) / 64),
        best_(best),
        left_(most),
        progress_(progress),
        bits_(std::size_t{half_} * words_),
        unions_(std::size_t{half_ + 1} * words_) {
    for (std::uint32_t v = 0; v < half_; ++v) {
      for (const std::uint32_t u : side.lists[v]) {
        bits_[std::size_t{v} * words_ + u / 64] |= std::uint64_t{1} << (u % 64);
      }
    }
  }
  // False where there are too many, or cancelled.
  bool run() { return extend(0, 0, 0); }

 private:
  // Supersets of the set of `size` vertices with `covered` neighbours, by vertices from `first` on.
  bool extend(std::uint32_t size, std::uint32_t covered, std::uint32_t first) {
    // The largest set that may come of this one and still count. Larger sets have more neighbours.
    const std::uint32_t largest = std::min(half_ - covered, size + half_ - first);
    if (size >= largest || covered >= best_[largest]) return true;
    const std::uint64_t* const here = unions_.data() + std::size_t{size} * words_;
    std::uint64_t* const next = unions_.data() + std::size_t{size + 1} * words_;
    for (std::uint32_t v = first; v < half_; ++v) {
      if (left_ == 0 || (left_ % kCheckEvery == 0 && cancelled(progress_))) return false;
      --left_;
      const std::uint64_t* const more = bits_.data() + std::size_t{v} * words_;
      std::uint32_t count = 0;
      for (std::uint32_t w = 0; w < words_; ++w) {
        next[w] = here[w] | more[w];
        count += static_cast<std::uint32_t>(std::popcount(next[w]));
      }
      if (size + 1 + count > half_) continue;
      // Fewer vertices never need more neighbours than more vertices do.
      for (std::uint32_t s = size + 1; s > 0 && best_[s] > count; --s) best_[s] = count;
      if (!extend(size + 1, count, v + 1)) return false;
    }
    return true;
  }

  std::uint32_t half_;
  std::uint32_t words_;
  std::vector<std::uint32_t>& best_;
  std::uint64_t left_;
  const Progress* progress_;
  std::vector<std::uint64_t> bits_;    // neighbours of a vertex
  std::vector<std::uint64_t> unions_;  // neighbours of the sets on the way here
};

// Fills the fewest neighbours by size of set; true where they are exact.
bool search_side(const Side& side, const HalverSearch& search, std::uint64_t seed,
                 std::vector<std::uint32_t>& best, Progress* progress) {
  best.assign(side.half + 1, side.half);
  best[0] = 0;
  GrowingSet set(side, best, seed);
  std::uint64_t moves = set.grow();
  while (moves < search.most_moves && !cancelled(progress)) {
    const std::uint64_t made = set.ruin() + set.grow();
    moves += made;
    if (progress != nullptr) progress->advance(made);
  }
  for (std::uint32_t s = side.half; s > 1; --s) best[s - 1] = std::min(best[s - 1], best[s]);
  if (search.most_sets == 0 || side.half > kMostSetHalf || cancelled(progress)) return false;
  return AllSets(side, best, search.most_sets, progress).run();
}

std::vector<std::uint32_t> errors_of(const std::vector<std::uint32_t>& neighbours) {
  std::vector<std::uint32_t> errors(neighbours.size());
  const auto half = static_cast<std::uint32_t>(neighbours.size()) - 1;
  for (std::uint32_t s = 1; s <= half; ++s) {
    if (s + neighbours[s] <= half) errors[s + neighbours[s]] = s;
  }
  for (std::uint32_t k = 1; k <= half; ++k) errors[k] = std::max(errors[k], errors[k - 1]);
  return errors;
}

// The largest errors / k of a curve.
double worst_share(std::span<const std::uint32_t> errors, std::uint32_t* worst_k = nullptr) {
  double worst = 0;
  for (std::uint32_t k = 1; k < errors.size(); ++k) {
    const double share = static_cast<double>(errors[k]) / k;
    if (share <= worst) continue;
    worst = share;
    if (worst_k != nullptr) *worst_k = k;
  }
  return worst;
}

}  // namespace

HalverGraph HalverGraph::prefix(std::uint32_t most) const {
  HalverGraph made;
  made.half = half;
  made.depth = std::min(most, depth);
  made.partners.assign(partners.begin(), partners.begin() + std::ptrdiff_t{made.half} * made.depth);
  return made;
}

HalverGraph halver_graph(MatchingKind kind, MatchingKey key, std::uint32_t half,
                         std::uint32_t depth, std::uint32_t distinct) {
  HalverGraph graph;
  graph.half = half;
  graph.depth = depth;
  graph.partners.resize(std::size_t{half} * depth);
  for (std::uint32_t m = 0; m < depth; ++m) {
    key.matching = distinct > 0 ? m % distinct : m;
    fill_partners(kind, key, std::span(graph.partners).subspan(std::size_t{m} * half, half));
  }
  return graph;
}

HalverGraph halver_graph(const AksNetwork& aks, const AksStage& stage, std::uint32_t node,
                         std::uint32_t side) {
  HalverGraph graph;
  graph.half = stage.half;
  graph.depth = stage.depth;
  graph.partners.resize(std::size_t{graph.half} * graph.depth);
  for (std::uint32_t m = 0; m < graph.depth; ++m) {
    const auto into = std::span(graph.partners).subspan(std::size_t{m} * graph.half, graph.half);
    if (stage.work == AksWork::kMatching) {
      aks.partners(stage, m, node, side, into);
    } else {
      for (std::uint32_t u = 0; u < graph.half; ++u) into[u] = (u + m) % graph.half;
    }
  }
  return graph;
}

std::uint32_t HalverError::expansion() const {
  std::uint32_t mu = half;
  for (const auto* const neighbours : {&small_neighbours, &large_neighbours}) {
    for (std::uint32_t s = 1; s <= half; ++s) {
      const std::uint32_t count = (*neighbours)[s];
      if (count > half - s || count == half) continue;
      mu = std::min(mu, count == 0 ? 0 : (count - 1) / s);
    }
  }
  return mu;
}

HalverError halver_error(const HalverGraph& graph, const HalverSearch& search, Progress* progress) {
  if (progress != nullptr) progress->begin(2 * search.most_moves);
  HalverError made;
  made.half = graph.half;
  made.depth = graph.depth;
  made.exact =
      search_side(side_of(graph, true), search, search.seed, made.small_neighbours, progress);
  made.exact &=
      search_side(side_of(graph, false), search, search.seed + 1, made.large_neighbours, progress);
  made.small = errors_of(made.small_neighbours);
  made.large = errors_of(made.large_neighbours);
  std::vector<std::uint32_t> errors(made.small.size());
  for (std::uint32_t k = 0; k < errors.size(); ++k) errors[k] = made.errors(k);
  made.epsilon = worst_share(errors, &made.worst_k);
  return made;
}

HalverError halver_error(MatchingKind kind, const MatchingKey& key, std::uint32_t half,
                         std::uint32_t depth, const HalverSearch& search, Progress* progress) {
  return halver_error(halver_graph(kind, key, half, depth), search, progress);
}

namespace {

// Adds what the keys (a permutation) on the wires of a halver show to a trial's sums.
void add_errors(const std::vector<std::uint32_t>& keys, std::vector<std::uint8_t>& right,
                double& epsilon, double& wrong_share) {
  const auto wires = static_cast<std::uint32_t>(keys.size());
  const std::uint32_t half = wires / 2;
  for (std::uint32_t k = 0; k < wires; ++k) right[keys[k]] = k < half ? 0 : 1;
  std::uint32_t small = 0;
  std::uint32_t large = 0;
  double worst = 0;
  for (std::uint32_t k = 1; k <= half; ++k) {
    small += right[k - 1];
    large += 1U - right[wires - k];
    worst = std::max(worst, static_cast<double>(std::max(small, large)) / k);
  }
  epsilon += worst;
  wrong_share += static_cast<double>(small) / half;
}

}  // namespace

HalverTrial halver_trial(const HalverGraph& graph, std::uint32_t inputs, std::uint64_t seed,
                         Progress* progress) {
  if (progress != nullptr) progress->begin(inputs);
  HalverTrial trial;
  trial.epsilon.resize(graph.depth + 1);
  trial.wrong_share.resize(graph.depth + 1);
  std::vector<std::uint32_t> keys(std::size_t{2} * graph.half);
  std::vector<std::uint8_t> right(keys.size());
  while (trial.inputs < inputs && !cancelled(progress)) {
    SplitMix64 random(mix64(seed) ^ trial.inputs);
    std::iota(keys.begin(), keys.end(), 0U);
    shuffle(keys, random);
    for (std::uint32_t m = 0;; ++m) {
      add_errors(keys, right, trial.epsilon[m], trial.wrong_share[m]);
      if (m == graph.depth) break;
      const std::span<const std::uint32_t> partners = graph.matching(m);
      for (std::uint32_t u = 0; u < graph.half; ++u) {
        std::uint32_t& x = keys[u];
        std::uint32_t& y = keys[graph.half + partners[u]];
        if (x > y) std::swap(x, y);
      }
    }
    ++trial.inputs;
    if (progress != nullptr) progress->advance();
  }
  for (std::uint32_t m = 0; m <= graph.depth && trial.inputs > 0; ++m) {
    trial.epsilon[m] /= trial.inputs;
    trial.wrong_share[m] /= trial.inputs;
  }
  return trial;
}

SeparatorError separator_error(std::span<const std::uint32_t> keys, std::uint32_t up,
                               double epsilon_b, double epsilon_f) {
  const auto a = static_cast<std::uint32_t>(keys.size());
  std::vector<std::uint32_t> slots(a);
  std::iota(slots.begin(), slots.end(), 0U);
  std::stable_sort(slots.begin(), slots.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return keys[x] < keys[y]; });
  // Of the k first keys from one end, those that are not among the `block` slots of that end.
  const auto outside = [&](std::uint32_t block, bool largest) {
    std::vector<std::uint32_t> counts(block + 1);
    for (std::uint32_t k = 1; k <= block; ++k) {
      const std::uint32_t slot = largest ? a - 1 - slots[a - k] : slots[k - 1];
      counts[k] = counts[k - 1] + (slot >= block ? 1 : 0);
    }
    return counts;
  };
  SeparatorError made;
  made.bl = outside(a / 2, false);
  made.br = outside(a / 2, true);
  made.fl = outside(up / 2, false);
  made.fr = outside(up / 2, true);
  made.worst_b = std::max(worst_share(made.bl), worst_share(made.br));
  made.worst_f = std::max(worst_share(made.fl), worst_share(made.fr));
  made.valid = made.worst_b <= epsilon_b && made.worst_f <= epsilon_f;
  return made;
}

}  // namespace sortscope
