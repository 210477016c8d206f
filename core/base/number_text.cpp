// number_text.cpp: numbers as people read them.
#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace sortscope {

namespace {

// A value of at least 0 in the largest of the units, 1000 apart, in which it is printed as at least
// 1: with so many significant digits, but no whole digit left out; whole in the first unit.
std::string with_unit(double value, std::span<const std::string_view> units, int digits) {
  double scale = 1;
  std::size_t unit = 0;
  double most = 999.5;
  for (; value / scale >= most && unit + 1 < units.size(); ++unit) {
    scale *= 1000;
    most = 1000 - 0.5 * std::pow(10.0, std::min(0, 3 - digits));
  }
  value /= scale;
  int decimals = unit == 0 ? 0 : digits - 1;
  while (decimals > 0 &&
         value >= std::pow(10.0, digits - decimals) - 0.5 * std::pow(10.0, -decimals)) {
    --decimals;
  }
  return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

}  // namespace

std::string grouped_number(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

std::string time_text(double elapsed_ns, int digits) {
  constexpr std::array<std::string_view, 4> kUnits = {"ns", "µs", "ms", "s"};
  return with_unit(elapsed_ns, kUnits, digits);
}

std::string duration_text(double seconds) {
  if (!(seconds >= 1)) return "less than a second";
  const auto whole = static_cast<std::uint64_t>(std::min(std::round(seconds), 1e12));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string bytes_text(std::uint64_t bytes, int digits) {
  constexpr std::array<std::string_view, 5> kUnits = {"bytes", "kB", "MB", "GB", "TB"};
  return with_unit(static_cast<double>(bytes), kUnits, digits);
}

}  // namespace sortscope
