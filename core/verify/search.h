// search.h: the three-valued search. A state says of every wire that it carries 0, 1, or is
// free: either, whatever the others carry. Comparators run in turn; only where one meets two free
// wires there are two cases: minimum 0 and maximum free, or both 1. So one state stands for many
// inputs (Kuroda's search, O(size x 1.62^n) cases on good networks). States that were met before at
// the same place are not followed again: an exact cache, which leaves few of those cases.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/progress.h"
#include "core/networks/lists/listed_network.h"
#include "core/verify/verify.h"

namespace sortscope {

/// Wires that can be 1, and wires that can be 0: free ones are in both.
struct FreeState {
  std::uint64_t one = 0;
  std::uint64_t zero = 0;

  friend bool operator==(const FreeState&, const FreeState&) = default;
};

/// Every input of the state is in order: no wire that can be 1 above one that can be 0.
constexpr bool in_order(FreeState state) {
  return state.one == 0 || state.zero == 0 ||
         63 - std::countl_zero(state.zero) <= std::countr_zero(state.one);
}

/// The comparators of a network in the order in which they are searched: those on wires already
/// met come first, so that parts of the network are finished before others begin.
struct SearchOrder {
  struct Step {
    std::uint64_t min_bit = 0;
    std::uint64_t max_bit = 0;
    std::uint32_t index = 0;  // in comparators()
  };
  std::uint32_t wires = 0;
  std::vector<Step> steps;
  std::vector<std::uint32_t> stops;  // ascending, the last is steps.size(): where states are looked
                                     // up
  std::uint32_t ascending_from = 0;  // from this step on all comparators ascend
};
/// O(size^2) up to some thousand comparators, then the network's own order. At most 64 wires.
SearchOrder search_order(const ListedNetwork& network);

/// Where the search is: `choices` has a bit for each pair of cases met, the first lowest, 1 for
/// "both 1".
struct SearchNode {
  FreeState state;
  std::uint32_t step = 0;
  std::uint32_t stop = 0;  // index in stops of the next one
  std::uint32_t cases = 0;
  std::uint64_t choices = 0;
};

/// What is searched for.
enum class SearchGoal : std::uint8_t {
  kOutOfOrder,  // an input that comes out unsorted: the search ends there
  kExchanges,   // which comparators exchange: it ends once all have
  kHalver,      // errors of a halver
};

struct SearchRequest {
  SearchGoal goal = SearchGoal::kOutOfOrder;
  /// A step that is left out: only inputs are followed on which it would exchange.
  std::optional<std::uint32_t> without = std::nullopt;
  std::uint64_t most_states = ~std::uint64_t{0};
  unsigned threads = 1;
  const Progress* until = nullptr;  // given up where it is cancelled; nothing is reported there
};

/// Of the k smallest, and largest, the most that end on the wrong side.
struct HalverErrors {
  std::vector<std::uint32_t> small;  // k = 0 .. n/2
  std::vector<std::uint32_t> large;
  std::uint32_t k = 0;  // the worst ratio, the first that was found
  std::uint32_t errors = 0;
  bool largest = false;
};

struct SearchResult {
  bool complete = false;  // else most_states were not enough, or it was cancelled
  std::uint64_t states = 0;
  std::vector<std::uint8_t> exchanges;             // by step; complete or all 1: exact
  std::optional<std::vector<std::uint8_t>> found;  // an input: unsorted, or the worst of the halver
  HalverErrors halver;
};

/// A search in parts, in its own order, and what exchanged on the way to them (by step).
struct SearchParts {
  std::vector<SearchNode> nodes;
  std::vector<std::uint8_t> exchanges;
};
/// At least `enough` parts where there are so many cases. O(enough x size).
SearchParts search_parts(const SearchOrder& order, std::optional<std::uint32_t> without,
                         std::size_t enough);

/// Deterministic but for `states`. O(states x stops).
SearchResult search(const SearchOrder& order, const SearchRequest& request,
                    Progress* progress = nullptr);

}  // namespace sortscope
