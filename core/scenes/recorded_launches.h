// recorded_launches.h: what a recording tells of the plan that its kernel followed.
#pragma once

#include <cstdint>

namespace sortscope {

struct Recording;

/// The shared memory that the plan of a recorded run followed: the largest of kSharedLimits with
/// which its kernel takes as many launches as it took; kMostSharedBytes where none does. O(depth).
std::uint32_t recorded_shared_bytes(const Recording& recording);

}  // namespace sortscope
