// verify_run.h: which engine verifies, for the command line and the window.
#pragma once

#include <string_view>

#include "core/verify/verify.h"

namespace sortscope {

/// verify() on the engine `id`: "auto", "cpu" or "cuda". Errors: those of verify(); kBadUsage
/// (unknown engine); kUnavailable ("cuda" where it cannot).
Result<Verdict> run_verify(std::string_view engine, const ListedNetwork& network,
                           const VerifyQuestion& question, Progress* progress);

}  // namespace sortscope
