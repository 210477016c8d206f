// aks_halver.cpp: halvers of the AKS network in portable code, one comparator at a time.
#include "core/engines/cpu/aks_halver.h"

#include <utility>

namespace sortscope {

namespace {

bool out_of_order(std::uint32_t x, std::uint32_t y, std::uint64_t /*compared_bits*/) {
  return x > y;
}
bool out_of_order(std::uint64_t x, std::uint64_t y, std::uint64_t compared_bits) {
  return static_cast<std::int64_t>(x & compared_bits) >
         static_cast<std::int64_t>(y & compared_bits);
}
bool out_of_order(const PlacedWord& x, const PlacedWord& y, std::uint64_t /*compared_bits*/) {
  if (x.word != y.word) {
    return static_cast<std::int64_t>(x.word) > static_cast<std::int64_t>(y.word);
  }
  return x.place >> 63 > y.place >> 63;
}

// Comparators [first, last) of a matching given by a function.
template <typename Cell, typename Partner>
void run_matching(const HalverCells<Cell>& cells, std::uint32_t first, std::uint32_t last,
                  std::uint8_t* row, std::uint32_t bit, Partner partner) {
  for (std::uint32_t u = first; u < last;) {
    const std::uint32_t end = last - u < 64 ? last : u + 64;
    std::uint64_t outcome = 0;
    for (std::uint32_t i = 0; u < end; ++u, ++i) {
      Cell& x = cells.left[u];
      Cell& y = cells.right[partner(u)];
      if (!out_of_order(x, y, cells.compared_bits)) continue;
      std::swap(x, y);
      outcome |= std::uint64_t{1} << i;
    }
    if (row == nullptr) continue;
    const std::uint32_t count = (end - first) % 64 == 0 ? 64 : (end - first) % 64;
    put_bits(row, std::uint64_t{bit} + end - first - count, outcome, count);
  }
}

template <typename Cell>
void cyclic(const HalverCells<Cell>& cells, const HalverBits& bits) {
  const std::uint32_t half = cells.half;
  for (std::uint32_t m = 0; m < half; ++m) {
    run_matching(cells, 0, half, bits.rows == nullptr ? nullptr : bits.rows + m * bits.stride,
                 bits.bit, [=](std::uint32_t u) { return u + m < half ? u + m : u + m - half; });
  }
}
template <typename Cell>
void hashed(const HalverCells<Cell>& cells, const HashMatching& matching, std::uint32_t first,
            std::uint32_t last, const HalverBits& bits) {
  run_matching(cells, first, last, bits.rows, bits.bit,
               [&](std::uint32_t u) { return hash_partner(matching, u); });
}
template <typename Cell>
void listed(const HalverCells<Cell>& cells, const std::uint32_t* partners, std::uint32_t first,
            std::uint32_t last, const HalverBits& bits) {
  run_matching(cells, first, last, bits.rows, bits.bit,
               [=](std::uint32_t u) { return partners[u]; });
}

template <typename Cell>
Cell flipped(const Cell& cell, std::uint64_t flip) {
  if constexpr (sizeof(Cell) == 16) {
    // The place is only turned round, where all of the word is: its top bit is no sign.
    const std::uint64_t place_flip = (flip & 1) != 0 ? ~std::uint64_t{0} : 0;
    return {cell.word ^ flip, cell.place ^ place_flip};
  } else {
    return cell ^ static_cast<Cell>(flip);
  }
}
template <typename Cell>
void copy(Cell* into, const Cell* from, std::uint32_t count, bool mirrored, std::uint64_t flip) {
  for (std::uint32_t i = 0; i < count; ++i) {
    into[i] = flipped(from[mirrored ? count - 1 - i : i], flip);
  }
}

template <typename Cell>
constexpr HalverKernels<Cell> kPortable = {cyclic<Cell>, hashed<Cell>, listed<Cell>, copy<Cell>};

}  // namespace

void put_bits(std::uint8_t* row, std::uint64_t bit, std::uint64_t outcome, unsigned count) {
  const auto shift = static_cast<unsigned>(bit % 8);
  row += bit / 8;
  const auto low = static_cast<std::uint8_t>((1U << shift) - 1);
  const auto first = static_cast<std::uint8_t>(outcome << shift);
  row[0] = static_cast<std::uint8_t>((shift == 0 ? 0 : row[0] & low) | first);
  outcome >>= 8 - shift;
  for (unsigned done = 8 - shift; done < count; done += 8) {
    *++row = static_cast<std::uint8_t>(outcome);
    outcome >>= 8;
  }
}

const HalverCode& portable_halvers() {
  static constexpr HalverCode kCode = {kPortable<std::uint32_t>, kPortable<std::uint64_t>,
                                       kPortable<PlacedWord>};
  return kCode;
}

}  // namespace sortscope
