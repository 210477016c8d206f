// aks_stages.cpp: forms of the layers of sorters and of the final repair.
#include "kernels/replay/aks_stages.h"

namespace sortscope {

AksReplayStages aks_replay_stages(const AksNetwork& aks) {
  AksReplayStages all;
  for (const AksStage& stage : aks.stages()) {
    AksReplayStage& made = all.stages.emplace_back();
    made.stage = stage;
    made.first_form = static_cast<std::uint32_t>(all.forms.size());
    const bool sorter = stage.work == AksWork::kSorter || stage.work == AksWork::kBlocks;
    const bool repair = stage.work == AksWork::kRepair;
    if (!sorter && !repair) continue;
    // Merge-splits are the last level of a sorter of two blocks.
    const std::uint32_t first = sorter ? stage.pass : sorter_depth(stage.half);
    for (std::uint32_t layer = 0; layer < stage.depth; ++layer) {
      all.forms.push_back(sorter_form(stage.wires, first + layer));
    }
    made.form_count = stage.depth;
  }
  return all;
}

}  // namespace sortscope
