// highlight.h: wires or layers that a lesson points out.
#pragma once

#include <cstdint>
#include <string>

namespace sortscope {

/// A band over wires (from 0) or layers (here from 0 too), both ends included, with a few words.
struct Highlight {
  bool layers = false;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::string label;
  friend bool operator==(const Highlight&, const Highlight&) = default;
};

}  // namespace sortscope
