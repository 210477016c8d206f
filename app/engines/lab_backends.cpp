// lab_backends.cpp: what the benchmark lab can run on here.
#include "app/engines/lab_backends.h"

#include <utility>

#include "core/lab/listed.h"
#include "kernels/lab_cuda.h"

namespace sortscope {

LabBackends make_lab_backends(const Progress* progress,
                              std::shared_ptr<const ListedNetwork> network) {
  LabBackends backends;
  backends.cpu = make_cpu_lab(progress, std::move(network));
  auto gpu = make_cuda_lab(progress);
  backends.has_gpu = gpu.ok();
  backends.gpu =
      gpu ? std::move(gpu.value()) : make_absent_lab(LabPlace::kGpu, gpu.error().message);
  return backends;
}

}  // namespace sortscope
