// give_way.h: work that the window does not wait for.
#pragma once

namespace sortscope {

/// This thread, and those that it starts, get less of a processor that others want as well.
void give_way();

}  // namespace sortscope
