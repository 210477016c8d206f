// host_name.h: what this machine is called.
#pragma once

#include <string>

namespace sortscope {

/// As the system names this machine; "" where it does not. Defined in machine.cpp.
std::string host_name();

}  // namespace sortscope
