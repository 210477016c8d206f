// combined_states.h: sets of 0-1 states of some wires, and what comparators make of several sets in
// every combination, a bit each, 512 combinations at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/thread_team.h"
#include "core/base/types.h"
#include "core/networks/closed_form/layer_form.h"

namespace sortscope {

/// States of wires, a row of whole 64-bit words each: wire w is bit w of its row.
struct StateRows {
  std::uint32_t wires = 1;
  std::vector<std::uint64_t> words;

  [[nodiscard]] std::size_t row_words() const { return (wires + 63) / 64; }
  [[nodiscard]] std::size_t size() const { return words.size() / row_words(); }
  [[nodiscard]] std::span<const std::uint64_t> row(std::size_t index) const {
    return std::span(words).subspan(index * row_words(), row_words());
  }
  [[nodiscard]] bool get(std::size_t index, Wire wire) const {
    return (words[index * row_words() + wire / 64] >> (wire % 64) & 1) != 0;
  }
  void add_row() { words.resize(words.size() + row_words()); }
  /// In the last row.
  void set(Wire wire) {
    words[words.size() - row_words() + wire / 64] |= std::uint64_t{1} << (wire % 64);
  }
};

/// Every state of one part with every state of the others: combination number p has the states
/// whose digits make p, that of the last part counting 1.
struct Combination {
  std::vector<const StateRows*> parts;
  /// In the order in which they run. Wires are counted through the parts.
  std::vector<Comparator> comparators;
  std::vector<Wire> order;                 // wire i of what comes out is this one
  std::span<const std::uint64_t> allowed;  // a bit a combination; empty: all are
};
/// The most that combine() takes.
inline constexpr double kMostCombinations = 0x1p52;

/// As a double: it may be beyond 2^64.
double combinations(const Combination& combination);
/// Comparators on 512 combinations: what combine() costs.
double combine_work(const Combination& combination);

enum class CombineGoal : std::uint8_t {
  kStates,   // which states come out
  kAscends,  // whether all of them ascend
};

struct Combined {
  bool complete = false;    // else there were more states than asked for, or it was cancelled
  std::uint64_t tried = 0;  // combinations
  std::vector<std::uint8_t> exchanges;  // by comparator; where complete: whether any exchanges
  // kStates: different ones, by the smallest number that gives them.
  StateRows states;
  std::vector<std::uint64_t> numbers;
  // kAscends: the smallest number that does not; its search ends there, and is complete.
  std::optional<std::uint64_t> descends;
};

/// How, and for how long.
struct CombineMeans {
  ThreadTeam* team = nullptr;  // null: this thread
  unsigned threads = 1;
  std::size_t most_states = ~std::size_t{0};
  Progress* progress = nullptr;  // advanced by the number of comparators in all, looked at each 512
};

/// Deterministic on any number of threads. O(combinations x (comparators + wires) / 512) where
/// there are few different states.
Combined combine(const Combination& combination, CombineGoal goal, const CombineMeans& means);

}  // namespace sortscope
