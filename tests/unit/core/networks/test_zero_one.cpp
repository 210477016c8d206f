// test_zero_one.cpp: the zero-one principle over all inputs (Knuth, TAOCP 3, 5.3.4, theorem Z).
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/keys/keys.h"

namespace sortscope {
namespace {

std::vector<Comparator> comparators_of(const Network& network) {
  std::vector<Comparator> all;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t i = 0; i < network.count(layer); ++i) {
      all.push_back(network.comparator(layer, i));
    }
  }
  return all;
}

// Bit x of wire(i) is bit i of input number 64 * block + x.
std::uint64_t inputs_on_wire(unsigned wire, std::uint64_t block) {
  constexpr std::uint64_t kLow[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                    0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  if (wire < 6) return kLow[wire];
  return (block >> (wire - 6) & 1) != 0 ? ~std::uint64_t{0} : 0;
}

// How many of all 2^n inputs come out of order; wires from n on carry 1, as padding does.
std::uint64_t failures(const std::vector<Comparator>& comparators, unsigned n, unsigned wires) {
  std::uint64_t failed = 0;
  std::vector<std::uint64_t> value(wires);
  const std::uint64_t blocks = n <= 6 ? 1 : std::uint64_t{1} << (n - 6);
  const std::uint64_t counted = n < 6 ? (std::uint64_t{1} << (1u << n)) - 1 : ~std::uint64_t{0};
  for (std::uint64_t block = 0; block < blocks; ++block) {
    for (unsigned wire = 0; wire < wires; ++wire) {
      value[wire] = wire < n ? inputs_on_wire(wire, block) : ~std::uint64_t{0};
    }
    for (const Comparator c : comparators) {
      const std::uint64_t a = value[c.min_wire];
      const std::uint64_t b = value[c.max_wire];
      value[c.min_wire] = a & b;
      value[c.max_wire] = a | b;
    }
    std::uint64_t wrong = 0;
    for (unsigned wire = 1; wire < wires; ++wire) wrong |= value[wire - 1] & ~value[wire];
    failed += static_cast<std::uint64_t>(std::popcount(wrong & counted));
  }
  return failed;
}

TEST(ZeroOne, EverySorterSortsAllInputsUpTo20Keys) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    if (algorithm.needs_bitonic_input) continue;
    for (unsigned n = 1; n <= 20; ++n) {
      const Network network = algorithm.build(n);
      EXPECT_EQ(failures(comparators_of(network), n, network.wires()), 0u)
          << algorithm.id << " n=" << n;
    }
  }
}

// The checker itself: the XOR form with comparators dropped.
TEST(ZeroOne, FindsEveryFailureOfTheXorFormWithComparatorsDropped) {
  const auto dropped = [](unsigned n) {
    std::vector<Comparator> all = comparators_of((*find_algorithm("bitonic"))->build(n));
    std::erase_if(all, [n](const Comparator& c) { return c.upper() >= n; });
    return failures(all, n, n);
  };
  EXPECT_EQ(dropped(3), 2u);
  EXPECT_EQ(dropped(5), 14u);
  EXPECT_EQ(dropped(12), 3194u);
}

TEST(ZeroOne, EveryComparatorOfASmallNetworkIsNeeded) {
  // Batcher's 19 comparators for 8 keys are the known minimum: each one missing must show.
  const std::vector<Comparator> all = comparators_of((*find_algorithm("odd-even-merge"))->build(8));
  ASSERT_EQ(all.size(), 19u);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<Comparator> fewer = all;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_GT(failures(fewer, 8, 8), 0u) << "without comparator " << i;
  }
}

// Bitonic 0-1 sequences: at most two changes, read around the circle.
std::vector<std::vector<std::uint64_t>> bitonic_inputs(unsigned n) {
  std::vector<std::vector<std::uint64_t>> all = {std::vector<std::uint64_t>(n, 0),
                                                 std::vector<std::uint64_t>(n, 1)};
  for (unsigned first = 0; first < n; ++first) {
    for (unsigned ones = 1; ones < n; ++ones) {
      all.emplace_back(n, 0);
      for (unsigned i = 0; i < ones; ++i) all.back()[(first + i) % n] = 1;
    }
  }
  return all;
}

// Padded where n is no power of two; the ones may be the padding's own word.
TEST(ZeroOne, TheMergerSortsAllBitonicInputsUpTo20Keys) {
  const Algorithm& merger = **find_algorithm("bitonic-merger");
  for (unsigned n = 1; n <= 20; ++n) {
    const Network network = merger.build(n);
    const std::vector<Comparator> comparators = comparators_of(network);
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      for (const std::uint64_t one : {std::uint64_t{1}, std::uint64_t{0xffffffff}}) {
        for (const auto& input : bitonic_inputs(n)) {
          Keys keys = make_keys(KeyType::kUint32, n);
          for (unsigned i = 0; i < n; ++i) keys.raw.set(i, input[i] * one);
          PreparedKeys state = prepare_keys(keys, order, network.wires(), true);
          const auto key = [&](Wire w) {
            return std::pair{state.words.at(w), state.places[w] >= state.real_keys};
          };
          for (const Comparator c : comparators) {
            if (key(c.min_wire) <= key(c.max_wire)) continue;
            const std::uint64_t word = state.words.at(c.min_wire);
            state.words.set(c.min_wire, state.words.at(c.max_wire));
            state.words.set(c.max_wire, word);
            std::swap(state.places[c.min_wire], state.places[c.max_wire]);
          }
          for (Wire w = 1; w < network.wires(); ++w) {
            ASSERT_LE(key(w - 1), key(w)) << "n=" << n << " wire " << w;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
