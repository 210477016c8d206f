// label_stride.cpp: doubles as often as there are marks, never as a size asks.
#include "core/pictures/label_stride.h"

namespace sortscope {

std::uint32_t label_stride(float pitch, float room, std::uint32_t count) {
  constexpr std::uint32_t kMost = std::uint32_t{1} << 31U;
  std::uint32_t stride = 1;
  // Written so that a pitch that is no number counts as no room.
  while (stride < count && stride < kMost && !(static_cast<float>(stride) * pitch >= room)) {
    stride *= 2;
  }
  return stride;
}

}  // namespace sortscope
