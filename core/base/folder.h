// folder.h: what a folder holds, and which are the person's own.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

/// Names of all that is in `folder`, without "." and "..", in no order. Errors: kIo. Memory that
/// does not suffice is an exception, as everywhere; the C++ library's directory_iterator would end
/// the program.
Result<std::vector<std::string>> names_in(const std::string& folder);

/// The person's folder that an environment variable of the XDG specification names, else
/// `below_home` in HOME. "" where neither is a path from the root: nothing is kept then, since any
/// other place could be another person's.
std::string person_folder(const char* variable, const char* below_home);

}  // namespace sortscope
