// presets.h: worked examples: keys for an algorithm, and what is opened to see what they show.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/error.h"

namespace sortscope {

/// The heading under which a worked example is listed.
enum class PresetGroup : std::uint8_t { kExamples, kFigures, kTheorems, kAks, kMistakes };
/// "Worked examples", "Figures of the article", "Theorems and algorithms of the article", "The AKS
/// network (thesis)", "Spot the mistake".
std::string_view title_of(PresetGroup group);

/// A worked example. The article is Zachmann 2011, the thesis Fischer 2020 (docs/references.md).
struct Preset {
  std::string_view id;     // "figure-9"
  std::string_view title;  // "Figure 9: the median cuts in two places"
  PresetGroup group;
  std::string_view algorithm;   // id
  std::string_view keys;        // "3,7,4,8,6,2,1,5"
  std::string_view shows;       // what there is to see, a sentence or two
  std::string_view view;        // id of the view that shows it; "": the present ones
  std::string_view commands;    // of the command table, a line each, run once it is recorded
  std::uint32_t generated = 0;  // so many uniform random keys instead of `keys`
  std::span<const std::pair<std::string_view, std::string_view>> parameters = {};  // of `aks`
  std::string_view network = {};  // of `listed`: id of demonstration_network()
};

/// All worked examples, group by group.
std::span<const Preset> presets();

/// The worked example called `id`; the error lists the ids there are.
Result<const Preset*> find_preset(std::string_view id);

}  // namespace sortscope
