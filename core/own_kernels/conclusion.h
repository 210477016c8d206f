// conclusion.h: from what was logged to what is reported: findings, verdict, proof.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/own_kernels/log/runs.h"
#include "core/own_kernels/process.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// How the program that ran the kernel came to its end.
struct ProgramEnd {
  ChildEnd child;
  bool finished = false;             // all runs ended
  std::vector<std::uint32_t> lines;  // of code_addresses(), 0: not of the file
};

/// Where the code was when it crashed or was stopped, innermost first.
std::vector<std::uint64_t> code_addresses(const KernelLog& log);

/// Lengths of which all inputs can be decided.
inline constexpr std::array<std::uint32_t, 4> kProvedLengths{64, 32, 16, 8};

/// Fills the report. `smaller`: of the same program with fewer keys, where `log` does not hold all;
/// null: none. Errors: kCancelled.
Status conclude(const KernelLog& log, const KernelLog* smaller, const ProgramEnd& end,
                const KernelRequest& request, KernelReport& report, Progress& progress);

/// What is handed the bytes of a log and what was asked for, before they are read.
using LogReceiver = std::function<void(std::span<const std::byte>, std::span<const LogRun>)>;

/// As run_kernel(request, progress) with a way that is not kAuto; `receive` sees the log.
Result<KernelReport> run_kernel(const KernelRequest& request, Progress& progress,
                                const LogReceiver& receive);

}  // namespace sortscope
