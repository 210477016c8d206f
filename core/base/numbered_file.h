// numbered_file.h: files whose names the program chooses.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace sortscope {

/// Writes `bytes` under the first of the names "STEM.png", "STEM-2.png", "STEM-3.png" ... that
/// nothing has yet, whatever other programs write meanwhile; `ending`: ".png". What it was called.
/// Errors: kIo.
Result<std::string> write_numbered_file(const std::string& stem, std::string_view ending,
                                        std::string_view bytes);

}  // namespace sortscope
