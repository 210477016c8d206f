// expander_check.cpp: 2^n sets, counted in logarithms.
#include "core/networks/aks/expander_check.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/base/number_text.h"

namespace sortscope {

namespace {

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr double kDay = 86400;
constexpr std::array kUnits = {Unit{"years", 365.25 * kDay}, Unit{"days", kDay},
                               Unit{"hours", 3600}, Unit{"minutes", 60}, Unit{"seconds", 1}};
constexpr double kPowersFrom = 6;  // log10 of years, from which they are a power of ten

}  // namespace

double log10_check_seconds(std::uint32_t n) {
  return static_cast<double>(n) * std::log10(2.0) - std::log10(kSetsPerSecond);
}

std::string check_time(std::uint32_t n) {
  const double seconds = log10_check_seconds(n);
  if (seconds < 0) return "less than a second";
  for (const Unit& unit : kUnits) {
    const double count = seconds - std::log10(unit.seconds);
    if (count < std::log10(2.0) && unit.seconds > 1) continue;
    if (count < kPowersFrom) {
      const double shown = std::pow(10.0, count);
      return count < 3 ? fmt::format("{:.1f} {}", shown, unit.name)
                       : fmt::format("{} {}",
                                     grouped_number(static_cast<std::uint64_t>(std::lround(shown))),
                                     unit.name);
    }
    const double power = std::floor(count);
    return fmt::format("{:.1f} · 10^{:.0f} {}", std::pow(10.0, count - power), power, unit.name);
  }
  return {};
}

}  // namespace sortscope
