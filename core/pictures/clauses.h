// clauses.h: sentences that lose their last clauses where there is no room for all of them.
#pragma once

#include <string>

#include "core/pictures/picture.h"

namespace sortscope {

/// `text` without as many of its last clauses (behind ". ", "; ", ": " or " · ") as make it wider
/// than `room`; its first clause where even that is.
std::string clauses_within(std::string text, float size, Face face, float room);

}  // namespace sortscope
