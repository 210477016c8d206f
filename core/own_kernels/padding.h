// padding.h: where padding, which sorts behind all keys, goes in a network.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/networks/lists/listed_network.h"

namespace sortscope {

/// What a comparator does, whatever the keys are.
enum class PaddingFate : std::uint8_t {
  kKeys,   // it compares two keys
  kStays,  // the padding is where the larger one goes, or both are padding
  kMoves,  // key and padding change places
};

struct PaddingPaths {
  std::vector<PaddingFate> fates;  // by comparator
  std::vector<bool> idle;          // by comparator: both are padding
  /// Where the key ends that begins on a wire; of wires that begin with padding: anything.
  std::vector<Wire> ends;
  std::vector<bool> padded;  // by wire, at the end
};

/// `padded`: the wires that begin with padding. O(size).
PaddingPaths follow_padding(const ListedNetwork& network, std::vector<bool> padded);

/// The last wires of a network, from `n` on.
std::vector<bool> last_wires(std::uint32_t wires, std::uint32_t n);

/// The network of the keys alone, on `n` wires that are called by where keys end; null: padding
/// ends before a key.
std::shared_ptr<const ListedNetwork> of_keys_alone(const ListedNetwork& network, std::uint32_t n,
                                                   const std::vector<bool>& padded);

/// The same with the smaller key on the lower wire where both are padding: no input tells which way
/// such a comparator points.
std::shared_ptr<const ListedNetwork> with_idle_ascending(const ListedNetwork& network,
                                                         const std::vector<bool>& padded);

}  // namespace sortscope
