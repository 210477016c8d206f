// lab_backends.h: what the benchmark lab can run on here.
#pragma once

#include <memory>
#include <vector>

#include "core/lab/lab.h"
#include "core/networks/lists/listed_network.h"

namespace sortscope {

/// The CPU, and the GPU or what says why there is none.
struct LabBackends {
  std::unique_ptr<LabBackend> cpu;
  std::unique_ptr<LabBackend> gpu;
  bool has_gpu = false;
  [[nodiscard]] std::vector<LabBackend*> all() const { return {gpu.get(), cpu.get()}; }
};

/// `progress`: whose cancelling ends making keys and long runs of the CPU engine; null: none does.
/// `network`: one's own, which the CPU offers too; null: none.
LabBackends make_lab_backends(const Progress* progress = nullptr,
                              std::shared_ptr<const ListedNetwork> network = nullptr);

}  // namespace sortscope
