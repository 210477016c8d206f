// label_stride.h: how many of a row of marks get a label.
#pragma once

#include <cstdint>

namespace sortscope {

/// Of `count` marks that stand `pitch` pixels apart, every 1st, 2nd, 4th ... gets a label: the
/// least such number whose labels have `room` pixels each. Where there is no room at all, as on a
/// page without width, it is `count` or more: the first mark alone.
std::uint32_t label_stride(float pitch, float room, std::uint32_t count);

}  // namespace sortscope
