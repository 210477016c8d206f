// aks_follow.cpp: one key on its way through an AKS network, and where padding stands.
#include "core/recordings/aks_follow.h"

#include <algorithm>

#include "core/networks/aks/network.h"
#include "core/networks/network.h"
#include "core/recordings/recording.h"

namespace sortscope {

KeyHistory follow_in_aks(const Recording& recording, Wire first_wire, Cursor cursor) {
  const Network& network = recording.network;
  const AksNetwork& aks = *network.aks();
  KeyHistory history;
  history.first_wire = first_wire;
  history.wire = first_wire;
  history.wire_after.reserve(network.depth() + std::size_t{1});
  history.wire_after.push_back(first_wire);
  Wire wire = first_wire;
  std::uint32_t t = 0;
  std::uint32_t spot = aks.spot_of(0, wire);
  for (const AksStage& stage : aks.stages()) {
    for (; t < stage.t; ++t) spot = aks_move(aks.steps()[t], aks.steps()[t + 1], spot);
    for (std::uint32_t matching = 0; matching < stage.depth; ++matching) {
      const std::uint32_t layer = stage.first_layer + matching;
      const std::int64_t found = aks.index_at(stage, matching, spot);
      if (found >= 0) {
        const auto index = static_cast<std::uint32_t>(found);
        const bool exchanged = recording.exchanged(layer, index);
        if (exchanged) {
          const AksPair pair = aks.spots(layer, index);
          spot = pair.low == spot ? pair.high : pair.low;
          wire = aks.wire_at(t, spot);
        }
        if (Cursor{layer, index} < cursor) {
          ++history.comparisons;
          history.exchanges += exchanged ? 1 : 0;
          history.wire = wire;
        }
      }
      history.wire_after.push_back(wire);
    }
  }
  return history;
}

void map_aks_padding(const Recording& recording, PaddingMap& map) {
  const Network& network = recording.network;
  const AksNetwork& aks = *network.aks();
  const std::size_t words = map.words_per_row;
  for (Wire wire = 0; wire < network.wires(); ++wire) {
    if (recording.is_padding(recording.start.places[wire]))
      map.bits[wire / 32] |= 1U << (wire % 32);
  }
  std::uint32_t t = 0;
  std::vector<Wire> wires = aks.wires_at(0);
  std::vector<Wire> moved(wires.size());
  for (const AksStage& stage : aks.stages()) {
    for (; t < stage.t; ++t) {
      for (std::uint32_t spot = 0; spot < wires.size(); ++spot) {
        moved[aks_move(aks.steps()[t], aks.steps()[t + 1], spot)] = wires[spot];
      }
      wires.swap(moved);
    }
    for (std::uint32_t matching = 0; matching < stage.depth; ++matching) {
      const std::uint32_t layer = stage.first_layer + matching;
      std::uint32_t* row = map.bits.data() + (std::size_t{layer} + 1) * words;
      std::copy(row - words, row, row);
      aks.for_each(
          layer, 0, stage.count(), [&](std::uint32_t index, std::uint32_t x, std::uint32_t y) {
            if (!recording.exchanged(layer, index)) return;
            const Wire a = wires[x];
            const Wire b = wires[y];
            const std::uint32_t differ = (row[a / 32] >> (a % 32) ^ row[b / 32] >> (b % 32)) & 1U;
            row[a / 32] ^= differ << (a % 32);
            row[b / 32] ^= differ << (b % 32);
          });
    }
  }
}

}  // namespace sortscope
