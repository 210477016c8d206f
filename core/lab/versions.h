// versions.h: two versions of a person's kernel, measured in turns: what became of its time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/lab/files.h"
#include "core/lab/lab.h"

namespace sortscope {

/// Now through before, at one case: below 1 it became faster.
struct LabVersionRatio {
  LabCase what;       // of the version that is measured now
  double median = 1;  // of the ratios of samples that were taken one after the other
  double low = 1;     // their quartiles
  double high = 1;
  double p_value = 1;  // Mann-Whitney, of the times
  LabVerdict verdict = LabVerdict::kSame;
};

/// Cases that both versions were measured in, in their order. Slower or faster: p below 0.01, and
/// both quartiles on one side of 1.
std::vector<LabVersionRatio> version_ratios(const LabResult& result);

/// "0.82 × (0.81 to 0.83)".
std::string ratio_text(const LabVersionRatio& ratio);
/// "faster", "slower", "no difference".
std::string_view word_of(LabVerdict verdict);

}  // namespace sortscope
