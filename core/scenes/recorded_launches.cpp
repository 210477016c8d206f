// recorded_launches.cpp: the plan of a recorded run, found by its launches.
#include "core/scenes/recorded_launches.h"

#include "core/engines/plans/launches.h"
#include "core/recordings/recording.h"

namespace sortscope {

std::uint32_t recorded_shared_bytes(const Recording& recording) {
  if (recording.timing.kernel != "fast") return kMostSharedBytes;
  const std::uint32_t word_bytes = bits_of(recording.request.keys.type) / 8;
  for (auto bytes = kSharedLimits.rbegin(); bytes != kSharedLimits.rend(); ++bytes) {
    const auto plan =
        plan_launches(recording.network, true, "fast", {.shared_bytes = *bytes}, {word_bytes});
    if (plan && plan->launch_count() == recording.timing.launches) return *bytes;
  }
  return kMostSharedBytes;
}

}  // namespace sortscope
