// engines.h: which engine a run gets, and why.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/engines/engine.h"

namespace sortscope {

struct EngineChoice {
  std::shared_ptr<Engine> engine;
  std::string reason;  // one sentence: "NVIDIA H200 found", "no NVIDIA driver: using the CPU"
};

/// "auto" takes CUDA where a device works, else the CPU; "cpu", "cuda" as said. Engines are made
/// once and shared. Errors: kBadUsage (unknown id), kUnavailable ("cuda" where there is none).
Result<EngineChoice> choose_engine(std::string_view id);

}  // namespace sortscope
