// contrast_run.cpp: merge sort from the bottom up and quicksort level by level, counted.
#include "core/algorithms/contrast_run.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "core/base/choice.h"

namespace sortscope {

namespace {

constexpr std::array kSorts = {
    ContrastSort{"merge-sort", "Merge sort",
                 "No network: runs of 1, 2, 4 ... keys are merged, one after the other.", "merge",
                 false},
    ContrastSort{"merge-sort-par", "Merge sort, parallel",
                 "No network: the merges of a pass run at the same time, each key after key.",
                 "merge", true},
    ContrastSort{"quicksort", "Quicksort",
                 "No network: parts are split around a pivot, one after the other.", "split",
                 false},
};

using KeyOrder = std::vector<std::uint32_t>;

class Runner {
 public:
  Runner(const ContrastSort& sort, std::span<const std::uint32_t> keys) : keys_(keys) {
    run_.sort = &sort;
    run_.keys = static_cast<std::uint32_t>(keys.size());
    order_.resize(keys.size());
    std::iota(order_.begin(), order_.end(), 0U);
  }

  ContrastRun merge_sort() {
    for (std::uint64_t width = 1; width < run_.keys; width *= 2) {
      begin_pass();
      for (std::uint64_t first = 0; first + width < run_.keys; first += 2 * width) {
        const auto last = std::min<std::uint64_t>(first + 2 * width, run_.keys);
        piece(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last),
              [&](std::uint32_t from, std::uint32_t to) {
                return merge(from, from + static_cast<std::uint32_t>(width), to);
              });
      }
      end_pass();
    }
    return std::move(run_);
  }

  ContrastRun quicksort() {
    std::vector<ContrastPiece> parts;
    if (run_.keys > 1) parts.push_back({0, run_.keys});
    while (!parts.empty()) {
      begin_pass();
      std::vector<ContrastPiece> smaller;
      for (const ContrastPiece& part : parts) {
        piece(part.first, part.last,
              [&](std::uint32_t from, std::uint32_t to) { return split(from, to, smaller); });
      }
      end_pass();
      parts = std::move(smaller);
    }
    return std::move(run_);
  }

 private:
  void begin_pass() { pass_ = {}; }
  void end_pass() {
    pass_.order = order_;
    run_.passes.push_back(std::move(pass_));
  }
  template <typename Work>
  void piece(std::uint32_t first, std::uint32_t last, Work work) {
    const std::uint64_t comparisons = work(first, last);
    pass_.pieces.push_back({first, last});
    pass_.comparisons += comparisons;
    pass_.longest = std::max(pass_.longest, comparisons);
  }

  std::uint64_t merge(std::uint32_t first, std::uint32_t middle, std::uint32_t last) {
    KeyOrder merged;
    merged.reserve(last - first);
    std::uint64_t comparisons = 0;
    std::uint32_t a = first;
    std::uint32_t b = middle;
    while (a < middle && b < last) {
      ++comparisons;
      merged.push_back(keys_[order_[b]] < keys_[order_[a]] ? order_[b++] : order_[a++]);
    }
    merged.insert(merged.end(), order_.begin() + a, order_.begin() + middle);
    merged.insert(merged.end(), order_.begin() + b, order_.begin() + last);
    std::copy(merged.begin(), merged.end(), order_.begin() + first);
    return comparisons;
  }

  // Hoare's: from both ends to the middle. What equals the pivot may come to either side.
  std::uint64_t split(std::uint32_t first, std::uint32_t last, std::vector<ContrastPiece>& parts) {
    const std::uint32_t pivot = keys_[order_[first + (last - first - 1) / 2]];
    std::uint64_t comparisons = 0;
    const auto below = [&](std::uint32_t a, std::uint32_t b) {
      ++comparisons;
      return a < b;
    };
    std::uint32_t left = first;
    std::uint32_t right = last - 1;
    while (true) {
      while (below(keys_[order_[left]], pivot)) ++left;
      while (below(pivot, keys_[order_[right]])) --right;
      if (left >= right) break;
      std::swap(order_[left++], order_[right--]);
    }
    // `right` ends the lower part; where both stopped at the pivot it belongs to either.
    for (const ContrastPiece part : {ContrastPiece{first, right + 1}, {right + 1, last}}) {
      if (part.last - part.first > 1) parts.push_back(part);
    }
    return comparisons;
  }

  std::span<const std::uint32_t> keys_;
  KeyOrder order_;
  ContrastPass pass_;
  ContrastRun run_;
};

}  // namespace

std::span<const ContrastSort> contrast_sorts() { return kSorts; }

const ContrastSort* find_contrast_sort(std::string_view id) { return find_by_id(kSorts, id); }

std::uint64_t ContrastRun::comparisons() const {
  std::uint64_t sum = 0;
  for (const ContrastPass& pass : passes) sum += pass.comparisons;
  return sum;
}

std::uint64_t ContrastRun::chain() const {
  std::uint64_t sum = 0;
  for (const ContrastPass& pass : passes) sum += sort->parallel ? pass.longest : pass.comparisons;
  return sum;
}

std::vector<std::uint32_t> ContrastRun::order_before(std::size_t pass) const {
  if (pass > 0) return passes[pass - 1].order;
  KeyOrder order(keys);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

ContrastRun run_contrast(const ContrastSort& sort, std::span<const std::uint32_t> keys) {
  Runner runner(sort, keys);
  return sort.id == "quicksort" ? runner.quicksort() : runner.merge_sort();
}

}  // namespace sortscope
