// scene.h: what every layout asks of a scene: the running step, the layer in view, ranks, outcomes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/scenes/layout.h"

namespace sortscope {

/// The comparators on their way at the cursor: [first, last) of `layer`; empty at rest.
struct RunningStep {
  std::uint32_t layer = 0;
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  [[nodiscard]] bool contains(std::uint32_t of_layer, std::uint32_t index) const {
    return of_layer == layer && index >= first && index < last;
  }
};
/// A whole-layer step runs what is left of the layer, else one comparator. Empty where
/// scene.fraction is 0 or the run is over.
RunningStep running_step(const Scene& scene);

/// The layer a still picture is about: the one that is running or part done, else the one that ran
/// last, else (at the input) the first. Nothing where there are no layers.
std::optional<std::uint32_t> layer_in_view(const Scene& scene);

enum class Progression : std::uint8_t { kDone, kRunning, kToCome };
/// How far comparator `index` of `layer` is at the cursor.
Progression progression(const Scene& scene, std::uint32_t layer, std::uint32_t index);
/// kExchanged or kKept once it runs, kFuture before.
Role outcome_role(const Scene& scene, std::uint32_t layer, std::uint32_t index);

/// A question is open: nothing of what comes after the cursor is shown.
bool hides_what_comes(const Scene& scene);

/// So is how many layers there are: an open question in words may ask for that.
bool hides_depth(const Scene& scene);

/// Rank of a key, 0 (first in order) to 1, for cividis.
float rank_fraction(const Scene& scene, std::uint32_t place);

/// The person points at this wire or key, or has chosen it (a comparator names both its wires).
bool is_hovered(const Scene& scene, Wire wire);
bool is_selected(const Scene& scene, Wire wire);
/// All wires that are pointed at or chosen, in no order, some perhaps twice. O(wires) at most.
std::vector<Wire> chosen_wires(const Scene& scene);

/// Eased motion: 0 to 1 with no speed at either end.
float ease(float fraction);

/// "After layer 6 of 10 · k = 8 · j = 1", "The input", "Layer 7 of 10, comparator 3 of 8 · ...".
std::string scene_caption(const Scene& scene);
/// The same, and in fewer words: "After layer 6 of 10 · k = 8 · j = 1", "After layer 6 of 10",
/// "layer 6 of 10", "6 of 10"; without "of 10" where hides_depth().
std::vector<std::string> scene_captions(const Scene& scene);
/// The level's name and, where the name does not say it all, the distance: "k = 8 · j = 1". Of
/// trees "j = 3 · stage 1 · phase 0", overlapped "j = 3 · step 4 of 5 · stages 1–2"; of splits "j =
/// 3 · stage 1 · splits".
std::string layer_name(const Recording& recording, std::uint32_t layer);

}  // namespace sortscope
