// json_aks.h: the JSON lines of a run of the AKS network.
#pragma once

#include "app/export/steps/form.h"

namespace sortscope {

/// Writes steps options.from to options.to (whole: `to` is a number) of a run of the AKS network,
/// without header and input: for each t a line a level, then its layers, then its moves where they
/// are asked for. A separator is numbered 2^level + its place in the level: its children are twice
/// that, and one more. False where it was cancelled or the sink failed.
bool write_aks_json(const Recording& recording, Replay& replay, StepsSink& sink,
                    const StepsOptions& options, Progress* progress);

}  // namespace sortscope
