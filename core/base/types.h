// types.h: the words every part of the program shares.
#pragma once

#include <compare>
#include <cstdint>

namespace sortscope {

/// A position in a network; 0 is the topmost wire.
using Wire = std::uint32_t;

/// Directed: after it, `min_wire` carries the smaller key and `max_wire` the larger.
struct Comparator {
  Wire min_wire = 0;
  Wire max_wire = 0;

  [[nodiscard]] constexpr Wire lower() const { return min_wire < max_wire ? min_wire : max_wire; }
  [[nodiscard]] constexpr Wire upper() const { return min_wire < max_wire ? max_wire : min_wire; }
  [[nodiscard]] constexpr bool ascending() const { return min_wire < max_wire; }
  friend constexpr bool operator==(const Comparator&, const Comparator&) = default;
};

/// A place in a recording: `layer` whole layers have run, and the first `comparator` comparators of
/// the next one. Normal form: `comparator` is below that layer's count (0 where layer == depth).
struct Cursor {
  std::uint32_t layer = 0;
  std::uint32_t comparator = 0;

  friend constexpr auto operator<=>(const Cursor&, const Cursor&) = default;
};

enum class KeyType : std::uint8_t { kInt32, kUint32, kInt64, kUint64, kFloat32, kFloat64 };
enum class Order : std::uint8_t { kAscending, kDescending };

}  // namespace sortscope
