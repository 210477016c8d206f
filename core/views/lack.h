// lack.h: what a view lacks to show a run, and the one command that gives it that.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/scenes/measured.h"

namespace sortscope {

struct Recording;

/// Why a view has nothing to show of a run, and what a person can do about it.
struct Lack {
  std::string why;          // "Pairwise sorting network has no trees.": a sentence
  std::string button;       // "Sort with Adaptive bitonic"
  std::string command;      // of the button: a line of the command table
  std::string algorithm;    // that the command records; "": the run's own
  bool measurable = false;  // the run suits the view: something only has to be measured
  bool asks = false;        // the command asks for something first: a file
};

/// What `view` lacks to show `recording`; nothing where it shows it. O(1).
std::optional<Lack> lack_of(std::string_view view, const Recording& recording,
                            const Measured& measured);

}  // namespace sortscope
