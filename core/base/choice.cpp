// choice.cpp: see choice.h.
#include "core/base/choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace sortscope {

std::string with_commas(std::span<const std::string_view> names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

Error no_such(std::string_view what, std::string_view id, std::string hint) {
  return {ErrorCode::kBadUsage, fmt::format("there is no {} '{}'.", what, id), std::move(hint)};
}

}  // namespace sortscope
