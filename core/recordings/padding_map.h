// padding_map.h: on which wires padding stands, after every layer.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/types.h"

namespace sortscope {

struct Recording;

/// One bit a (layer boundary, wire); row b holds the state after b layers, 0 <= b <= depth.
struct PaddingMap {
  std::uint32_t words_per_row = 0;  // 0: the run is not padded (or too large to map)
  std::vector<std::uint32_t> bits;

  [[nodiscard]] bool empty() const { return words_per_row == 0; }
  [[nodiscard]] bool at(std::uint32_t boundary, Wire wire) const {
    return words_per_row != 0 &&
           (bits[std::size_t{boundary} * words_per_row + wire / 32] >> (wire % 32) & 1) != 0;
  }
};

/// Follows every padding key through the run: O(depth * padding). Empty above `max_wires` wires.
PaddingMap map_padding(const Recording& recording, std::uint32_t max_wires = 4096);

}  // namespace sortscope
