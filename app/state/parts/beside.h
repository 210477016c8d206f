// beside.h: what a command works at longer than a frame may wait.
#pragma once

#include <functional>
#include <string>

#include "core/base/error.h"

namespace sortscope {

class App;
struct Progress;

/// Done on the main thread, with what the work has made.
using Afterwards = std::function<Status(App&)>;

/// In a window that a person watches, `work` runs on a thread, can be cancelled, and a notice says
/// what went wrong; what it returns runs on the main thread. Without one (scripts, tests) both run
/// here, and their error is returned. Errors also: kWorkFailed (other work goes on).
Status beside(App& app, std::string title, std::function<Result<Afterwards>(Progress&)> work);

}  // namespace sortscope
