// kernel_bench.h: `sortscope kernel --bench`.
#pragma once

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// Times the file on a GPU and prints it beside our kernels and CUB. Returns an exit code.
int run_kernel_bench(const KernelArguments& arguments, const KernelRequest& request, Job& job);

}  // namespace sortscope
