// output.h: a recording in text, step by step, for people and scripts.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>

#include "core/base/error.h"
#include "core/base/progress.h"

namespace sortscope {

struct Recording;

enum class StepsFormat : std::uint8_t {
  kJson,  // a header object, then one object a step, each on a line
  kCsv,   // column names, then one row a comparator or comparison
  kText,  // words
};

/// Steps as in core/networks/steps.h: layers, or comparisons in trees; step 0 is the input.
struct StepsOptions {
  StepsFormat format = StepsFormat::kText;
  std::uint32_t from = 1;
  std::uint32_t to = UINT32_MAX;  // included; UINT32_MAX: the last
  bool pairs = false;             // add each key's original place
  bool comparators = true;        // of `aks` as JSON; else only levels, moves and the end
  bool moves = false;             // of `aks` as JSON: the wires that change nodes after each t
};

/// Writes the steps of `recording` to `out`, one after another: beside the recording, memory for
/// two texts a key. Errors: kBadUsage (no such steps), kIo, kCancelled.
Status write_steps(const std::shared_ptr<const Recording>& recording, const StepsOptions& options,
                   std::FILE* out, Progress* progress = nullptr);

}  // namespace sortscope
