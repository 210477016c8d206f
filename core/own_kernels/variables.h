// variables.h: whole numbers that device code of a person's file works with: which there are, and
// the same file with each use of one announced.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope {

/// A local variable or parameter of a device function.
struct KernelVariable {
  std::string name;
  bool is_signed = true;
  std::uint32_t first_line = 0;  // of its function
  std::uint32_t last_line = 0;
};

struct WatchedSource {
  std::string text;                       // as many lines as before, each where it was
  std::vector<KernelVariable> variables;  // the number of one in the text is its index + 1
};

/// Most variables of a file that are watched.
inline constexpr std::size_t kMostVariables = 255;

/// Reads of a variable become SORTSCOPE_SEE(number, name), changes SORTSCOPE_SET(number, name).
/// What is not understood stays as it is. O(bytes).
WatchedSource watch_variables(std::string_view text);

}  // namespace sortscope
