// leaf_tree.h: adaptive bitonic sorting without a recording: trees whose leaves are buckets.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/progress.h"

namespace sortscope {

/// Keys of one bucket, a leaf: 15 in its subtree, and the next node's key.
inline constexpr std::uint32_t kBucketKeys = 16;

/// Sorts words.size() keys, a power of two >= 2 * kBucketKeys, by (word, place), a strict total
/// order; places move with their words. Algorithm 3 of Zachmann 2011, stage after stage, on the
/// nodes above the buckets: their keys and links are exchanged. Where a walk arrives at two buckets
/// they are compared key by key, which exchanges the same keys as the rest of the walk, and merges
/// of 16 keys are finished by the bitonic merger, as GPU-ABiSort does it. Every merge writes its
/// keys in order, so that the next begins with buckets that lie side by side. Counts the
/// comparisons of the whole tree in `progress`. False where cancelled. O(n log n); twice the keys
/// in memory. Throws std::bad_alloc.
bool sort_in_leaf_trees(std::span<std::uint32_t> words, std::span<std::uint32_t> places,
                        Progress* progress);
bool sort_in_leaf_trees(std::span<std::uint64_t> words, std::span<std::uint32_t> places,
                        Progress* progress);

}  // namespace sortscope
