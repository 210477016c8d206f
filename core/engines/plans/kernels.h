// kernels.h: the table of CUDA kernels. All lists of them (the engine's, the planner's, the lab's,
// those of views) follow from it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/curve_look.h"
#include "core/base/error.h"
#include "core/engines/engine.h"

namespace sortscope {

struct LaunchScheme;  // schemes.h

/// A kernel as the benchmark lab measures it, with one algorithm.
struct MeasuredSort {
  std::string_view id;  // stands in files of results; "": none
  std::string_view title;
  std::string_view summary;    // a sentence
  std::string_view algorithm;  // its id
  CurveLook look;
};

/// A row of the table.
struct CudaKernel {
  Kernel kernel;
  const LaunchScheme* scheme = nullptr;  // null: its family has a plan of its own
  std::string_view short_title = {};     // "V2": beside its launches; "" where none are planned
  bool compared = false;                 // stands in every picture of launches
  bool leads_family = false;  // taken where none is named (Family::kNetwork: by the network's size)
  std::array<MeasuredSort, 2> measured = {};
};

/// In the order in which people see them.
std::span<const CudaKernel> cuda_kernel_table();

/// The same as the engine's list.
std::span<const Kernel> cuda_kernels();

/// Ids of those that plan_launches() plans.
std::span<const std::string_view> planned_kernels();

/// Errors: kBadUsage with all ids.
Result<const CudaKernel*> find_cuda_kernel(std::string_view id);

/// The kernel taken where none is named.
std::string_view default_cuda_kernel(const Algorithm& algorithm, const Network& network);

}  // namespace sortscope
