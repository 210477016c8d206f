// aks_follow.h: one key on its way through an AKS network, and where padding stands.
#pragma once

#include "core/recordings/padding_map.h"
#include "core/recordings/replay.h"

namespace sortscope {

/// follow_key() for a run of an AKS network. O(layers); where matchings are stored, O(half) more a
/// layer.
KeyHistory follow_in_aks(const Recording& recording, Wire first_wire, Cursor cursor);

/// map_padding() for a run of an AKS network, `words_per_row` set. O(comparators).
void map_aks_padding(const Recording& recording, PaddingMap& map);

}  // namespace sortscope
