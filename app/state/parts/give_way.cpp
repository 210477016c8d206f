// give_way.cpp: a lower priority for one thread.
#include "app/state/parts/give_way.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace sortscope {

void give_way() {
#ifdef __linux__
  // About a third of what others get: what waits for it, waits not too long.
  constexpr int kNiceness = 5;
  ::setpriority(PRIO_PROCESS, 0, kNiceness);
#endif
}

}  // namespace sortscope
