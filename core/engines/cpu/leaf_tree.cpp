// leaf_tree.cpp: algorithm 3 of Zachmann 2011 above buckets of 16 keys.
#include "core/engines/cpu/leaf_tree.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace sortscope {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint32_t kBucketLog2 = 4;
// Blocks of so many keys are counted and asked about as a whole.
constexpr std::uint32_t kCountedLog2 = 12;

// Puts two keys in order, without a branch: outcomes cannot be predicted.
template <bool kDescending, typename Packed>
void order(Packed& a, Packed& b) {
  const bool after = kDescending ? a < b : b < a;
  const Packed first = after ? b : a;
  b = after ? a : b;
  a = first;
}

// The layers of the bitonic merger of 2 * kHalf keys, from distance kHalf down to 1.
template <bool kDescending, std::uint32_t kKeys, std::uint32_t kHalf, typename Packed>
void merge_bitonic(Packed* keys) {
  for (std::uint32_t block = 0; block < kKeys; block += 2 * kHalf) {
    for (std::uint32_t i = block; i < block + kHalf; ++i) {
      order<kDescending>(keys[i], keys[i + kHalf]);
    }
  }
  if constexpr (kHalf > 1) merge_bitonic<kDescending, kKeys, kHalf / 2>(keys);
}

// The comparisons of a whole sort, and of one merge, of 2^log2 keys (Zachmann 2011, counts).
std::uint64_t sort_comparisons(std::uint32_t log2) {
  const std::uint64_t n = std::uint64_t{1} << log2;
  return 2 * n * log2 + log2 + 4 - 4 * n;
}
std::uint64_t merge_comparisons(std::uint32_t log2) {
  return (std::uint64_t{2} << log2) - log2 - 2;
}

// Bucket b has the keys 16 b ... 16 b + 14 and node b the key 16 b + 15. In a merge of 2^g buckets
// from b0 on, the root is node b0 + 2^(g-1) - 1 and node b0 + 2^g - 1 is the extra one; children of
// the lowest nodes are buckets.
template <typename Packed>
class LeafTreeSort {
 public:
  LeafTreeSort(std::uint32_t keys_log2, Progress* progress)
      : log2_(keys_log2),
        progress_(progress),
        keys_(std::size_t{1} << keys_log2),
        next_(std::size_t{1} << keys_log2),
        links_(keys_.size() / kBucketKeys) {}

  // Where the unsorted keys go, and where the sorted ones are.
  std::vector<Packed>& keys() { return keys_; }
  [[nodiscard]] const std::vector<Packed>& sorted() const {
    return (log2_ - kBucketLog2) % 2 == 0 ? keys_ : next_;
  }

  bool run() { return sort_block<false>(log2_, 0); }

 private:
  struct Links {
    std::uint32_t left, right;
  };

  // Buckets are sorted in keys_; each level of merges goes from one array to the other.
  template <bool kDescending>
  bool sort_block(std::uint32_t level, std::uint32_t block) {
    if (level == kBucketLog2) {
      sort_bucket<kDescending>(keys_.data() + std::size_t{block} * kBucketKeys);
      return true;
    }
    if (!sort_block<false>(level - 1, 2 * block) || !sort_block<true>(level - 1, 2 * block + 1)) {
      return false;
    }
    const bool forth = (level - kBucketLog2) % 2 == 1;
    from_ = forth ? keys_.data() : next_.data();
    to_ = (forth ? next_.data() : keys_.data()) + (std::size_t{block} << level);
    merge<kDescending>(level - kBucketLog2, block << (level - kBucketLog2));
    if (progress_ == nullptr || (level < kCountedLog2 && level < log2_)) return true;
    const bool counted_below = level > kCountedLog2;
    progress_->advance(counted_below ? merge_comparisons(level) : sort_comparisons(level));
    return !progress_->cancelled();
  }

  template <bool kDescending>
  static void sort_bucket(Packed* keys) {
    for (std::uint32_t i = 0; i < kBucketKeys; i += 4) {
      order<false>(keys[i], keys[i + 1]);
      order<true>(keys[i + 2], keys[i + 3]);
    }
    for (std::uint32_t i = 0; i < kBucketKeys; i += 8) {
      merge_bitonic<false, 4, 2>(keys + i);
      merge_bitonic<true, 4, 2>(keys + i + 4);
    }
    merge_bitonic<false, 8, 4>(keys);
    merge_bitonic<true, 8, 4>(keys + 8);
    merge_bitonic<kDescending, 16, 8>(keys);
  }

  [[nodiscard]] Packed& key(std::uint32_t node) const {
    return from_[std::size_t{node} * kBucketKeys + kBucketKeys - 1];
  }

  template <bool kDescending>
  void merge(std::uint32_t buckets_log2, std::uint32_t first) {
    const std::uint32_t buckets = std::uint32_t{1} << buckets_log2;
    for (std::uint32_t i = 0; i + 1 < buckets; ++i) {
      const std::uint32_t reach = (~i & (i + 1)) >> 1;  // 0: its children are buckets
      links_[first + i] = {first + i - reach, first + i + (reach == 0 ? 1 : reach)};
    }
    instance<kDescending>(buckets_log2, first + buckets / 2 - 1, first + buckets - 1);
  }

  // L and U of 2^(size_log2) buckets, then of the two halves.
  template <bool kDescending>
  void instance(std::uint32_t size_log2, std::uint32_t root, std::uint32_t extra) {
    Links& children = links_[root];
    {
      const bool exchanged = kDescending ? key(root) < key(extra) : key(extra) < key(root);
      order<kDescending>(key(root), key(extra));
      children = exchanged ? Links{children.right, children.left} : children;
    }
    const Links below = children;
    std::uint32_t p = below.left;
    std::uint32_t q = below.right;
    for (std::uint32_t height = size_log2 - 1; height > 0; --height) {
      const bool exchanged = kDescending ? key(p) < key(q) : key(q) < key(p);
      order<kDescending>(key(p), key(q));
      const Links at_p = links_[p];
      const Links at_q = links_[q];
      links_[p].left = exchanged ? at_q.left : at_p.left;
      links_[q].left = exchanged ? at_p.left : at_q.left;
      p = exchanged ? at_p.right : at_p.left;
      q = exchanged ? at_q.right : at_q.left;
    }
    Packed* const low = from_ + std::size_t{p} * kBucketKeys;
    Packed* const high = from_ + std::size_t{q} * kBucketKeys;
    for (std::uint32_t i = 0; i + 1 < kBucketKeys; ++i) order<kDescending>(low[i], high[i]);
    if (size_log2 == 1) {
      finish<kDescending>(below.left, root);
      finish<kDescending>(below.right, extra);
    } else {
      instance<kDescending>(size_log2 - 1, below.left, root);
      instance<kDescending>(size_log2 - 1, below.right, extra);
    }
  }

  // A bucket and the node after it: 16 keys, which come next in order.
  template <bool kDescending>
  void finish(std::uint32_t bucket, std::uint32_t node) {
    Packed keys[kBucketKeys];
    const Packed* const from = from_ + std::size_t{bucket} * kBucketKeys;
    std::copy(from, from + kBucketKeys - 1, keys);
    keys[kBucketKeys - 1] = key(node);
    merge_bitonic<kDescending, 16, 8>(keys);
    to_ = std::copy(keys, keys + kBucketKeys, to_);
  }

  const std::uint32_t log2_;
  Progress* progress_;
  std::vector<Packed> keys_, next_;
  std::vector<Links> links_;
  Packed* from_ = nullptr;  // of the merge that runs
  Packed* to_ = nullptr;    // its next key
};

template <typename Packed, typename Word>
bool sort_words(std::span<Word> words, std::span<std::uint32_t> places, Progress* progress) {
  const auto log2 = static_cast<std::uint32_t>(std::bit_width(words.size())) - 1;
  LeafTreeSort<Packed> sort(log2, progress);
  for (std::size_t w = 0; w < words.size(); ++w) {
    sort.keys()[w] = Packed{words[w]} << 32 | places[w];
  }
  if (!sort.run()) return false;
  for (std::size_t w = 0; w < words.size(); ++w) {
    const Packed key = sort.sorted()[w];
    words[w] = static_cast<Word>(key >> 32);
    places[w] = static_cast<std::uint32_t>(key);
  }
  return true;
}

}  // namespace

bool sort_in_leaf_trees(std::span<std::uint32_t> words, std::span<std::uint32_t> places,
                        Progress* progress) {
  return sort_words<std::uint64_t>(words, places, progress);
}

bool sort_in_leaf_trees(std::span<std::uint64_t> words, std::span<std::uint32_t> places,
                        Progress* progress) {
  return sort_words<Wide>(words, places, progress);
}

}  // namespace sortscope
