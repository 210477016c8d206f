// kernel_work.h: a person's own CUDA file, run in the background and shown.
#pragma once

#include <memory>
#include <string>

#include "core/base/error.h"

namespace sortscope {

class KernelDesk;
struct OpeningParts;
struct OwnKernel;

/// Compiles and runs the desk's file on its keys, or on those that are shown; its network becomes
/// the run that is shown, its report is Measured::kernel. The person has agreed to it. The cursor
/// stays where it is the same file again. Errors: kWorkFailed (other work goes on).
Status run_own_kernel(const OpeningParts& parts, KernelDesk& desk);
/// Runs the file again where it was saved since, as soon as no other work goes on. True where
/// something began. Looks at the file a few times a second.
bool run_saved_kernel(const OpeningParts& parts, KernelDesk& desk);

}  // namespace sortscope
