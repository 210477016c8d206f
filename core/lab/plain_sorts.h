// plain_sorts.h: merge sort, on one thread and on all, and quicksort, as they are taught: what
// networks are measured beside.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/thread_team.h"

namespace sortscope::plain_sorts {

inline constexpr std::size_t kInsertedKeys = 16;       // sorted by insertion
inline constexpr std::size_t kKeysAThread = 1U << 13;  // fewer are not worth a thread
inline constexpr std::size_t kPiecesAThread = 2;       // threads take them in turn

template <typename Element, typename Less>
void insert(Element* first, Element* last, Less less) {
  for (Element* at = first; at < last; ++at) {
    const Element moved = *at;
    Element* to = at;
    for (; to > first && less(moved, to[-1]); --to) *to = to[-1];
    *to = moved;
  }
}

/// Merges [a, a_end) and [b, b_end) to `out`, equal keys of `a` first: from both ends at a time, so
/// that a step need not wait for the one before, and without a branch on keys, which random ones
/// would make unpredictable.
template <typename Element, typename Less>
void merge(const Element* a, const Element* a_end, const Element* b, const Element* b_end,
           Element* out, Less less) {
  // So many steps from either end stay within both runs.
  const auto steps = static_cast<std::size_t>(std::min(a_end - a, b_end - b));
  const Element* a_last = a_end - 1;
  const Element* b_last = b_end - 1;
  Element* out_last = out + (a_end - a) + (b_end - b) - 1;
  for (std::size_t i = 0; i < steps; ++i) {
    const bool from_b = less(*b, *a);
    *out++ = *(from_b ? b : a);
    b += from_b;
    a += !from_b;
    const bool from_a = less(*b_last, *a_last);
    *out_last-- = *(from_a ? a_last : b_last);
    a_last -= from_a;
    b_last -= !from_a;
  }
  a_end = a_last + 1;
  b_end = b_last + 1;
  while (a < a_end && b < b_end) *out++ = less(*b, *a) ? *b++ : *a++;
  out = std::copy(a, a_end, out);
  std::copy(b, b_end, out);
}

/// Sorts the `n` keys of `keys`; they end there or in `spare`.
template <typename Element, typename Less>
void merge_halves(Element* keys, Element* spare, std::size_t n, bool to_spare, Less less) {
  if (n <= kInsertedKeys) {
    insert(keys, keys + n, less);
    if (to_spare) std::copy(keys, keys + n, spare);
    return;
  }
  const std::size_t half = n / 2;
  merge_halves(keys, spare, half, !to_spare, less);
  merge_halves(keys + half, spare + half, n - half, !to_spare, less);
  const Element* const from = to_spare ? keys : spare;
  merge(from, from + half, from + half, from + n, to_spare ? spare : keys, less);
}

template <typename Element, typename Less>
void merge_sort(Element* first, Element* last, Less less) {
  const auto n = static_cast<std::size_t>(last - first);
  const auto spare = std::make_unique_for_overwrite<Element[]>(n);
  merge_halves(first, spare.get(), n, false, less);
}

/// How many of the first `k` keys of the merge of `a` and `b` are of `a`. O(log k).
template <typename Element, typename Less>
std::size_t merge_split(const Element* a, std::size_t a_count, const Element* b,
                        std::size_t b_count, std::size_t k, Less less) {
  std::size_t low = k > b_count ? k - b_count : 0;
  std::size_t high = std::min(k, a_count);
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    // a[middle] belongs to the first k where no key of b before the rest is smaller.
    if (less(b[k - middle - 1], a[middle])) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/// Pieces are sorted by themselves, then merged pairwise; every merge is cut into parts of equal
/// length, so that all threads work on it.
template <typename Element, typename Less>
void merge_sort_in_parallel(Element* first, Element* last, Less less, ThreadTeam& team,
                            unsigned most_threads) {
  const auto n = static_cast<std::size_t>(last - first);
  const auto wanted =
      static_cast<unsigned>(std::clamp<std::size_t>(n / kKeysAThread, 1, most_threads));
  const unsigned threads = std::min(wanted, team.grow_to(wanted));
  if (threads == 1) return merge_sort(first, last, less);
  const auto spare = std::make_unique_for_overwrite<Element[]>(n);
  const std::size_t pieces = std::bit_ceil(kPiecesAThread * threads);
  const auto rounds = static_cast<unsigned>(std::countr_zero(pieces));
  const auto begin_of = [&](std::size_t piece) { return n * piece / pieces; };
  std::vector<std::atomic<std::size_t>> taken(rounds + 1);
  SpinBarrier barrier(threads);
  // Round 0 sorts pieces; they end where the last round ends in `first`.
  const auto run = [&](unsigned round, std::size_t piece) {
    const std::size_t begin = begin_of(piece);
    const std::size_t end = begin_of(piece + 1);
    if (round == 0) {
      merge_halves(first + begin, spare.get() + begin, end - begin, rounds % 2 == 1, less);
      return;
    }
    const bool from_spare = (rounds - round) % 2 == 0;
    const Element* const from = from_spare ? spare.get() : first;
    Element* const to = from_spare ? first : spare.get();
    const std::size_t run_pieces = std::size_t{1} << round;
    const std::size_t left = begin_of(piece / run_pieces * run_pieces);
    const std::size_t middle = begin_of(piece / run_pieces * run_pieces + run_pieces / 2);
    const std::size_t right = begin_of((piece / run_pieces + 1) * run_pieces);
    const auto of_left = [&](std::size_t k) {
      return merge_split(from + left, middle - left, from + middle, right - middle, k, less);
    };
    const std::size_t a = of_left(begin - left);
    const std::size_t a_end = of_left(end - left);
    const std::size_t b = begin - left - a;
    const std::size_t b_end = end - left - a_end;
    merge(from + left + a, from + left + a_end, from + middle + b, from + middle + b_end,
          to + begin, less);
  };
  team.run(threads, [&](unsigned /*thread*/) {
    for (unsigned round = 0; round <= rounds; ++round) {
      for (std::size_t piece; (piece = taken[round].fetch_add(1)) < pieces;) run(round, piece);
      barrier.arrive_and_wait();
    }
  });
}

/// Splits around the median of three keys at random places: no order of the input is a bad one.
template <typename Element, typename Less>
void quicksort(Element* first, Element* last, Less less) {
  std::uint64_t random = 0x9e3779b97f4a7c15;
  const auto recurse = [&](const auto& self, Element* from, Element* to) -> void {
    while (static_cast<std::size_t>(to - from) > kInsertedKeys) {
      const auto key = [&] {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        return from[random % static_cast<std::uint64_t>(to - from)];
      };
      const Element a = key();
      const Element b = key();
      const Element c = key();
      const Element& small = less(b, a) ? b : a;
      const Element& large = less(b, a) ? a : b;
      const Element pivot = less(c, small) ? small : less(large, c) ? large : c;
      Element* left = from;
      Element* right = to - 1;
      while (left <= right) {
        while (less(*left, pivot)) ++left;
        while (less(pivot, *right)) --right;
        if (left > right) break;
        std::swap(*left++, *right--);
      }
      // The smaller part by recursion: never deeper than log n.
      if (right + 1 - from < to - left) {
        self(self, from, right + 1);
        from = left;
      } else {
        self(self, left, to);
        to = right + 1;
      }
    }
    insert(from, to, less);
  };
  recurse(recurse, first, last);
}

}  // namespace sortscope::plain_sorts
