// json.h: a report as one line of JSON, for graders.
#pragma once

#include <string>

#include "core/own_kernels/report.h"

namespace sortscope {

/// One object and a line end; the fields of docs/own-kernels.md.
std::string kernel_json(const KernelReport& report);

/// The same in words for a terminal, findings as `file:line: kind: text`.
std::string kernel_text(const KernelReport& report);

}  // namespace sortscope
