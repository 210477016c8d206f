// number_text.h: numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace sortscope {

/// 1234567 as "1,234,567".
std::string grouped_number(std::uint64_t value);

}  // namespace sortscope
