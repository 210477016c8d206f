// folder.h: what a folder holds.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

/// Names of all that is in `folder`, without "." and "..", in no order. Errors: kIo. Memory that
/// does not suffice is an exception, as everywhere; the C++ library's directory_iterator would end
/// the program.
Result<std::vector<std::string>> names_in(const std::string& folder);

}  // namespace sortscope
