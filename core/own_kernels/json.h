// json.h: a report as one line of JSON, for graders.
#pragma once

#include <string>

#include "core/own_kernels/report.h"

namespace sortscope {

/// One sentence: "It sorts all inputs of 16 keys: proved.", "It does not sort: 3 1 2
/// comes out wrong.", "It does not compile: line 7 is the first error."
std::string kernel_verdict(const KernelReport& report);
/// One object and a line end; the fields of docs/own-kernels.md.
std::string kernel_json(const KernelReport& report);

/// The same in words for a terminal, findings as `file:line: kind: text`.
std::string kernel_text(const KernelReport& report);

}  // namespace sortscope
