// trace_run.cpp: a trace and the floors of its passes.
#include "app/engines/trace_run.h"

#include "core/engines/copy_rate.h"
#include "core/engines/tracing.h"
#include "kernels/lab_cuda.h"

namespace sortscope {

namespace {

// Of the lab, measured once; without rates where that fails: the bars are then not filled.
const DeviceFloors& gpu_floors() {
  static const DeviceFloors kFloors = [] {
    const auto lab = make_cuda_lab();
    if (!lab) return DeviceFloors{};
    const auto floors = (*lab)->floors();
    return floors ? *floors : DeviceFloors{};
  }();
  return kFloors;
}

}  // namespace

Result<SortTrace> run_trace(Engine& engine, const Algorithm& algorithm, const Network& network,
                            const PreparedKeys& start, const TraceChoice& choice,
                            Progress* progress) {
  auto trace = trace_sort(
      engine, {algorithm, network, start, choice.kernel, choice.recorded, choice.runs}, progress);
  if (trace) set_floors(*trace, engine.id() == "cpu" ? cpu_floors() : gpu_floors());
  return trace;
}

}  // namespace sortscope
