// versions.cpp: ratios of samples that were taken one after the other.
#include "core/lab/versions.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/statistics.h"
#include "core/lab/listed.h"

namespace sortscope {

namespace {

const LabCell* before_of(const LabResult& result, const LabCell& cell) {
  LabCase what = cell.what;
  what.sorter = kBeforeSorter;
  const auto found = std::ranges::find(result.cells, what, &LabCell::what);
  if (found == result.cells.end() || found->state != LabState::kMeasured) return nullptr;
  return &*found;
}

}  // namespace

std::vector<LabVersionRatio> version_ratios(const LabResult& result) {
  std::vector<LabVersionRatio> ratios;
  for (const LabCell& now : result.cells) {
    if (now.what.sorter != kOwnSorter || now.state != LabState::kMeasured) continue;
    const LabCell* const before = before_of(result, now);
    if (before == nullptr) continue;
    Samples pairs;
    const std::size_t both = std::min(now.samples.size(), before->samples.size());
    for (std::size_t i = 0; i < both; ++i) {
      const LabSample& is = now.samples[i];
      const LabSample& was = before->samples[i];
      if (is.disturbed || was.disturbed || was.elapsed_ns <= 0) continue;
      pairs.values.push_back(is.elapsed_ns / was.elapsed_ns);
    }
    if (pairs.empty()) continue;
    LabVersionRatio ratio;
    ratio.what = now.what;
    ratio.median = pairs.median();
    ratio.low = pairs.quantile(0.25);
    ratio.high = pairs.quantile(0.75);
    ratio.p_value = mann_whitney(now.elapsed_ms().values, before->elapsed_ms().values).p_value;
    if (ratio.p_value < 0.01 && (ratio.high < 1 || ratio.low > 1)) {
      ratio.verdict = ratio.high < 1 ? LabVerdict::kFaster : LabVerdict::kSlower;
    }
    ratios.push_back(std::move(ratio));
  }
  return ratios;
}

std::string ratio_text(const LabVersionRatio& ratio) {
  return fmt::format("{:.3g} × ({:.3g} to {:.3g})", ratio.median, ratio.low, ratio.high);
}

std::string_view word_of(LabVerdict verdict) {
  switch (verdict) {
    case LabVerdict::kFaster:
      return "faster";
    case LabVerdict::kSlower:
      return "slower";
    case LabVerdict::kSame:
      break;
  }
  return "no difference";
}

}  // namespace sortscope
