// curve_look.h: by what a curve of a plot is told apart from others.
#pragma once

#include <cstdint>

namespace sortscope {

/// The shape of a curve's points: with the colour it is the curve's alone.
enum class PlotMark : std::uint8_t {
  kDisc,
  kRing,
  kSquare,
  kDiamond,
  kUp,
  kDown,
  kPlus,
};

struct CurveLook {
  std::uint8_t colour = 8;  // 1 to 8: Role::kSeries1 to kSeries8
  PlotMark mark = PlotMark::kDisc;
};

}  // namespace sortscope
