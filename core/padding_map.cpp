// padding_map.cpp: follows padding keys through the bits.
#include "core/padding_map.h"

namespace sortscope {

PaddingMap map_padding(const Recording& recording, std::uint32_t max_wires) {
  const Network& network = recording.network;
  const std::uint32_t wires = network.wires();
  PaddingMap map;
  if (wires == recording.real_keys() || wires > max_wires) return map;
  map.words_per_row = (wires + 31) / 32;
  map.bits.assign(std::size_t{map.words_per_row} * (network.depth() + 1), 0);
  for (Wire start = 0; start < wires; ++start) {
    if (!recording.is_padding(recording.start.places[start])) continue;
    Wire wire = start;
    for (std::uint32_t boundary = 0;; ++boundary) {
      map.bits[std::size_t{boundary} * map.words_per_row + wire / 32] |= 1U << (wire % 32);
      if (boundary == network.depth()) break;
      const WireUse use = network.use(boundary, wire);
      if (use.compared && recording.exchanged(boundary, use.index)) {
        wire = use.comparator.min_wire == wire ? use.comparator.max_wire : use.comparator.min_wire;
      }
    }
  }
  return map;
}

}  // namespace sortscope
