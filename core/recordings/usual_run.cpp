// usual_run.cpp: defaults of a run.
#include "core/recordings/usual_run.h"

#include <utility>

#include "core/keys/inputs.h"

namespace sortscope {

RunRequest usual_run() {
  RunRequest run;
  run.input = kUsualInput;
  run.seed = kUsualSeed;
  return run;
}

std::string_view usual_input(const Algorithm& algorithm) {
  return algorithm.needs_bitonic_input ? "bitonic" : kUsualInput;
}

Status generate_run_keys(RunRequest& request, const Algorithm& algorithm, KeyType type,
                         std::uint32_t n, Progress* progress) {
  auto keys =
      generate_keys(request.input, type, n, request.seed, algorithm, request.order, progress);
  if (!keys) return keys.error();
  request.keys = std::move(*keys);
  return {};
}

}  // namespace sortscope
