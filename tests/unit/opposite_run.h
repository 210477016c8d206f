// opposite_run.h: the same run up to a cursor, the opposite behind it, to see who tells what comes.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>

#include "core/recordings/recording.h"
#include "core/recordings/rerun.h"

namespace sortscope {

/// As if every comparator from `from` on came out the other way, and every split.
inline std::shared_ptr<const Recording> opposite_from(const Recording& recording, Cursor from) {
  Recording other;
  other.request = recording.request;
  other.bits = recording.bits;
  other.engine = recording.engine;
  other.engine_description = recording.engine_description;
  other.timing = recording.timing;
  other.created_utc = recording.created_utc;
  const Network& network = recording.network;
  for (std::uint32_t layer = from.layer; layer < network.depth(); ++layer) {
    const std::uint32_t first = layer == from.layer ? from.comparator : 0;
    for (std::uint32_t index = first; index < network.count(layer); ++index) {
      if (network.has_splits(layer)) {
        Split at = recording.split(layer, index);
        at.length = network.form(layer).distance - at.length;
        at.second_case = !at.second_case;
        other.bits[network.first_word(layer) + index] = at.word();
      } else {
        other.bits[network.first_word(layer) + index / 32] ^= std::uint32_t{1} << (index % 32);
      }
    }
  }
  auto made = assemble_undoubted(std::move(other));
  if (!made) throw std::runtime_error(made.error().message);
  if (recording.aks_facts && (*made)->aks_facts) {
    // Where a key belongs its value says, not what comes: only counts of later steps differ.
    auto facts = std::make_shared<AksFacts>(*(*made)->aks_facts);
    facts->final_wire = recording.aks_facts->final_wire;
    const AksNetwork& aks = *network.aks();
    for (std::uint32_t t = 0; t < facts->steps.size(); ++t) {
      if (aks.first_layer(t) <= from.layer) facts->steps[t] = recording.aks_facts->steps[t];
    }
    std::const_pointer_cast<Recording>(*made)->aks_facts = facts;
  }
  return *made;
}

}  // namespace sortscope
