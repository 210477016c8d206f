// formulas.h: the view of the AKS construction's formulas.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/scenes/layout.h"

namespace sortscope {

extern const Layout kAksFormulasLayout;

namespace formulas_picture {

/// A row of equations (2.1) to (2.3): the level, and for which d and t.
struct LevelFormula {
  std::string_view level;
  std::string_view when;
  bool (*holds)(std::uint32_t d, std::uint32_t t);
};
/// Rows of alpha and of omega; the first that holds counts.
std::span<const LevelFormula> alpha_formulas();
std::span<const LevelFormula> omega_formulas();

/// A row of table 2.2: wires of a node, sent up, sent to each child; for which level i.
struct NodeFormula {
  std::string_view when;
  std::string_view brief;  // the same in few characters
  std::string_view wires;
  std::string_view up;
  std::string_view down;
  bool (*holds)(std::uint32_t d, std::uint32_t t, std::uint32_t i);
};
/// The first row that holds counts.
std::span<const NodeFormula> node_formulas();

}  // namespace formulas_picture
}  // namespace sortscope
