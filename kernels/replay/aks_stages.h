// aks_stages.h: the stages of an AKS network as their replay takes them. Plain C++, for kernels
// too.
#pragma once

#include <cstdint>
#include <vector>

#include "core/networks/aks/network.h"
#include "core/networks/closed_form/layer_form.h"

namespace sortscope {

/// A stage, and the forms of its layers where those are layers of a sorter.
struct AksReplayStage {
  AksStage stage;
  std::uint32_t first_form = 0;
  std::uint32_t form_count = 0;  // 0: it needs none
};

struct AksReplayStages {
  std::vector<AksReplayStage> stages;  // as AksNetwork::stages()
  std::vector<LayerForm> forms;
};
/// O(layers).
AksReplayStages aks_replay_stages(const AksNetwork& aks);

}  // namespace sortscope
