// kernel_bench.h: `sortscope kernel --bench`, and what `sortscope bench --kernel` shares with it.
#pragma once

#include <string>

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "core/own_kernels/report.h"
#include "core/own_kernels/timing/lab.h"

namespace sortscope {

/// Bytes of a CUDA file.
inline constexpr std::size_t kMostSourceBytes = std::size_t{1} << 20;

/// The exit code where a kernel cannot be timed here, or not at all.
inline constexpr int kNotTimed = 2;

/// Times the file on a GPU and prints it beside our kernels, CUB and Thrust. Returns an exit code.
int run_kernel_bench(const KernelArguments& arguments, const KernelRequest& request, Job& job);

/// The file and, where `before` names one, its earlier version, which is taken as the file is.
/// Errors: kBadInput, kIo, kCancelled.
Result<OwnVersions> versions_of(const KernelRequest& now, const std::string& before,
                                const Progress& progress);

/// Says what the compiler said of both.
void say_messages(const OwnLab& lab, const std::string& now, const std::string& before);

}  // namespace sortscope
