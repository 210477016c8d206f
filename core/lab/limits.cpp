// limits.cpp: limits of a result in words.
#include "core/lab/limits.h"

#include <fmt/format.h>

#include "core/base/machine.h"
#include "core/base/number_text.h"

namespace sortscope {

Status check_lab_cases(std::size_t cases) {
  if (cases <= kMostLabCells) return {};
  return Error{ErrorCode::kBadUsage,
               fmt::format("{} cases are more than the {} that a result holds.",
                           grouped_number(cases), grouped_number(kMostLabCells)),
               "Choose fewer algorithms, sizes, types or inputs, or measure them one after the "
               "other."};
}

std::string busy_note() {
  const unsigned threads = machine().threads;
  const double load = machine_load().value_or(0);
  if (load < 0.5 * threads) return {};
  return fmt::format(
      "This machine is busy (load {:.1f} on {} threads): times on the CPU will scatter.", load,
      threads);
}

std::string lab_limit_note(std::size_t cases, std::uint32_t repetitions) {
  const std::size_t each = kMostLabSamples / cases;
  if (repetitions <= each) return "";
  return fmt::format("A result holds {} samples: each of {} cases ends with at most {}.",
                     grouped_number(kMostLabSamples), grouped_number(cases), grouped_number(each));
}

}  // namespace sortscope
