// xor_layer.h: layers whose partners differ in one bit of their number.
#pragma once

#include <cstdint>

#include "core/networks/closed_form/layer_form.h"

namespace sortscope {

/// The layer compares each wire w with w xor 2^chunk_log2.
inline bool is_xor_layer(const LayerForm& form, std::uint32_t wires) {
  return form.count == wires / 2 && form.start == 0 && form.block_count == 0 && form.mirror == 0 &&
         form.distance == std::uint32_t{1} << form.chunk_log2 && wires % (2 * form.distance) == 0;
}

}  // namespace sortscope
