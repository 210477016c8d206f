// diagram_map.h: the map of exchanges: tiles where comparators stand closer than pixels, and what
// their colours mean.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/pictures/label_board.h"
#include "core/recordings/counts/exchange_map.h"
#include "core/scenes/layout.h"
#include "core/views/network/diagram.h"

namespace sortscope {

/// From so many wires or comparators on, a diagram from far is a map in files too.
inline constexpr std::uint32_t kMostSingleWires = 4096;
inline constexpr std::uint64_t kMostDrawnComparators = 1'000'000;

/// Whether single comparators of `layer` cannot be told apart under `map`. O(1).
bool drawn_from_far(const Network& network, const NetworkGeometry& geometry, std::uint32_t layer,
                    const DiagramMap& map);

/// Whether a layout draws `layer` as tiles of the map, not as comparators. The shader decides for
/// itself. O(1).
bool drawn_as_tiles(const Scene& scene, const NetworkGeometry& geometry, const DiagramMap& map,
                    std::uint32_t layer);

/// The comparators of a layer and those of them that exchange, each counted on both its wires: all,
/// of the cursor's layer those that have run. O(comparators) within a layer, else O(1).
TileCount shown_outcomes(const Scene& scene, std::uint32_t layer);

/// Adds the tiles of all layers in sight that drawn_as_tiles() names. At most some ten thousand
/// marks, however large the network, and fewer in a `file`. O(tiles of the level drawn).
void add_exchange_tiles(const Scene& scene, const NetworkGeometry& geometry,
                        const DiagramFrame& frame, bool file, Picture& picture);

/// The wires of a map as one surface, and the keys at the cursor as a strip of their ranks: a mark
/// a pixel at most.
void add_wire_surface(const NetworkGeometry& geometry, const DiagramFrame& frame,
                      std::uint32_t wires, Picture& picture);
void add_key_strip(const Scene& scene, float x, const DiagramFrame& frame, Picture& picture);

/// So much of the page is drawn from far that its colours need a legend. O(layers).
bool has_map_legend(const Network& network, const NetworkGeometry& geometry, const DiagramMap& map,
                    float width);

/// What the colours mean, in a line below the frames (frame.legend): a bar from few exchanges to
/// many with words at its ends. Returns what it covers.
std::optional<LabelArea> add_map_legend(const Scene& scene, const DiagramFrame& frame,
                                        Picture& picture);

/// Takes the spots on `legend` from `names`.
void keep_off_legend(const LabelArea& legend, std::vector<MovableLabel>& names);

}  // namespace sortscope
