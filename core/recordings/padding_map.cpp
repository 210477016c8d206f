// padding_map.cpp: follows padding keys through the bits.
#include "core/recordings/padding_map.h"

#include "core/recordings/families.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {

PaddingMap map_padding(const Recording& recording, std::uint32_t max_wires) {
  const Network& network = recording.network;
  const std::uint32_t wires = network.wires();
  PaddingMap map;
  if (wires == recording.real_keys() || wires > max_wires) return map;
  map.words_per_row = (wires + 31) / 32;
  map.bits.assign(std::size_t{map.words_per_row} * (network.depth() + 1), 0);
  if (const auto own = family_of(*recording.algorithm).map_padding; own != nullptr) {
    own(recording, map);
    return map;
  }
  if (network.adaptive()) {
    const std::shared_ptr<const Recording> shared(std::shared_ptr<void>(), &recording);
    Replay replay(shared);
    for (std::uint32_t boundary = 0; boundary <= network.depth(); ++boundary) {
      replay.seek({boundary, 0});
      const std::span<const std::uint32_t> places = replay.places();
      for (Wire wire = 0; wire < wires; ++wire) {
        const std::uint32_t bit = recording.is_padding(places[wire]) ? 1U << (wire % 32) : 0;
        map.bits[std::size_t{boundary} * map.words_per_row + wire / 32] |= bit;
      }
    }
    return map;
  }
  std::vector<Wire> padded;
  for (Wire start = 0; start < wires; ++start) {
    if (recording.is_padding(recording.start.places[start])) padded.push_back(start);
  }
  for (std::uint32_t boundary = 0;; ++boundary) {
    std::uint32_t* const row = map.bits.data() + std::size_t{boundary} * map.words_per_row;
    for (const Wire wire : padded) row[wire / 32] |= 1U << (wire % 32);
    if (boundary == network.depth()) return map;
    const LayerBits bits = recording.layer_bits(boundary);
    for (Wire& wire : padded) {
      const WireUse use = network.use(boundary, wire);
      if (use.compared && (bits.words[use.index / 32] >> (use.index % 32) & 1) != 0) {
        wire = use.comparator.min_wire == wire ? use.comparator.max_wire : use.comparator.min_wire;
      }
    }
  }
}

}  // namespace sortscope
