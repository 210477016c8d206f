// run_menus.h: the dropdowns of the top bar: algorithm, keys and engine of the run.
#pragma once

#include "app/widgets/widgets.h"

namespace sortscope {

struct PanelParts;

// Each fills the popover of its name, below `pill`, while it is open. What is chosen is recorded at
// once, as far as the run is small.
inline constexpr const char* kAlgorithmMenu = "algorithm-menu";
inline constexpr const char* kKeysMenu = "keys-menu";
inline constexpr const char* kEngineMenu = "engine-menu";
void draw_algorithm_menu(const PanelParts& given, const Area& pill);
void draw_keys_menu(const PanelParts& given, const Area& pill);
void draw_engine_menu(const PanelParts& given, const Area& pill);

}  // namespace sortscope
