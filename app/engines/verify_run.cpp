// verify_run.cpp: the choice of an engine for a verification.
#include "app/engines/verify_run.h"

#include <fmt/format.h>

namespace sortscope {

Result<Verdict> run_verify(std::string_view engine, const ListedNetwork& network,
                           const VerifyQuestion& question, Progress* progress) {
  if (engine == "cuda") {
    return Error{ErrorCode::kUnavailable, "the CUDA engine does not verify yet.",
                 "Use --engine cpu."};
  }
  if (engine != "auto" && engine != "cpu") {
    return Error{ErrorCode::kBadUsage, fmt::format("there is no engine '{}'.", engine),
                 "Engines: auto, cpu, cuda."};
  }
  return verify(network, question, progress);
}

}  // namespace sortscope
