// inspect.h: facts about a comparator, a wire or a key, in words, for the inspector.
#pragma once

#include <string>
#include <vector>

#include "core/scenes/layout.h"

namespace sortscope {

/// One fact: "outcome", "exchanged", in the colour of its role.
struct InspectorRow {
  std::string label;
  std::string value;
  Role role = Role::kText;
};
/// Facts about one thing: "Comparator", "Wire 9", "Key 65".
struct InspectorSection {
  std::string title;
  std::vector<InspectorRow> rows;
};

/// All there is to say about what `selection` names: its comparator, else its wire; and its key.
/// Names that do not exist in the recording are left out. O(depth).
std::vector<InspectorSection> inspect(const Scene& scene, const Selection& selection);

/// inspect() takes no longer than a pointer may wait that passes by: it does not record much again.
bool inspected_at_once(const Scene& scene, const Selection& selection);

/// The keys that enter a comparator, by their places; in a tree those of p and q.
struct KeysMet {
  std::uint32_t on_lower = 0;
  std::uint32_t on_upper = 0;
};
/// The keys that meet at `id`, in any layer: found by following the bits from scene.cursor.
/// O(depth).
KeysMet keys_at(const Scene& scene, ComparatorId id);

/// "6 of 9 in order" of the key that began at `place`; "6 to 7 of 9 in order (equal keys)" where
/// others equal it, which up to 2^22 keys are counted. O(n).
std::string order_text(const Scene& scene, std::uint32_t place);

/// "1000 xor 0001 = 1001".
std::string xor_text(Wire wire, Wire partner, std::uint32_t wires);

}  // namespace sortscope
