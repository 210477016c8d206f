// compare.cpp: what became slower or faster between two results of the lab.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/statistics.h"
#include "core/lab/files.h"
#include "core/lab/text.h"

namespace sortscope {

namespace {

const LabCell* measured_in(const LabResult& result, const LabCase& what) {
  for (const LabCell& cell : result.cells) {
    if (cell.what == what && cell.state == LabState::kMeasured && !cell.samples.empty()) {
      return &cell;
    }
  }
  return nullptr;
}

std::size_t missing(const LabResult& from, const LabResult& in) {
  return static_cast<std::size_t>(
      std::count_if(from.cells.begin(), from.cells.end(), [&](const LabCell& cell) {
        return measured_in(from, cell.what) != nullptr && measured_in(in, cell.what) == nullptr;
      }));
}

std::string busy_text(const LabResult& before, const LabResult& now) {
  if (before.busy.empty() && now.busy.empty()) return "";
  const std::string_view which = before.busy.empty() ? "This one was"
                                 : now.busy.empty()  ? "The earlier one was"
                                                     : "Both were";
  return fmt::format("{} measured beside other work: what changed on the CPU may be that work.",
                     which);
}

}  // namespace

LabComparison compare_lab_results(const LabResult& before, const LabResult& now, double level,
                                  double share) {
  LabComparison comparison;
  comparison.level = level;
  comparison.share = share;
  comparison.same_machine = before.cpu == now.cpu && before.gpu == now.gpu;
  comparison.busy = busy_text(before, now);
  for (const LabCell& cell : now.cells) {
    const LabCell* const old = measured_in(before, cell.what);
    if (old == nullptr || measured_in(now, cell.what) == nullptr) continue;
    const Samples was = old->elapsed_ms();
    const Samples is = cell.elapsed_ms();
    LabChange change;
    change.what = cell.what;
    change.before_ms = was.median();
    change.now_ms = is.median();
    change.p_value = mann_whitney(is.values, was.values).p_value;
    const double difference = change.now_ms - change.before_ms;
    if (change.p_value < level && std::abs(difference) > share * change.before_ms) {
      change.verdict = difference > 0 ? LabVerdict::kSlower : LabVerdict::kFaster;
    }
    comparison.changes.push_back(std::move(change));
  }
  comparison.only_before = missing(before, now);
  comparison.only_now = missing(now, before);
  return comparison;
}

std::string comparison_text(const LabComparison& comparison, const LabResult& before) {
  std::string text = fmt::format(
      "Compared with {}{}{}: slower or faster where p < {} (Mann-Whitney) and medians differ by "
      "more than {:.0f} %\n",
      before.path.empty() ? "an earlier result" : before.path,
      before.started_at.empty() ? "" : " of " + before.started_at,
      before.revision.empty() ? "" : ", revision " + before.revision, comparison.level,
      100 * comparison.share);
  if (!comparison.same_machine) text += "It was measured on another machine.\n";
  if (!comparison.busy.empty()) text += comparison.busy + "\n";
  std::size_t width = 9;
  std::size_t counts[3] = {};
  for (const LabChange& change : comparison.changes) {
    width = std::max(width, lab_series_text(change.what).size());
    ++counts[static_cast<std::size_t>(change.verdict)];
  }
  for (const LabChange& change : comparison.changes) {
    constexpr const char* kMarks[] = {"", "SLOWER", "faster"};
    std::string line = fmt::format(
        "{:>10}  {:<{}}  {:>9} → {:<9}  {:>+7.1f} %  p {:<7.2g}  {:<6}  {}",
        lab_size_text(change.what.n), lab_series_text(change.what), width,
        time_text(change.before_ms * 1e6, kLabTimeDigits),
        time_text(change.now_ms * 1e6, kLabTimeDigits),
        change.before_ms > 0 ? 100 * (change.now_ms / change.before_ms - 1) : 0.0, change.p_value,
        kMarks[static_cast<std::size_t>(change.verdict)], lab_keys_text(change.what));
    text += line + "\n";
  }
  text += fmt::format("{} slower, {} faster, {} as before", counts[1], counts[2], counts[0]);
  if (comparison.only_before > 0) text += fmt::format("; {} only before", comparison.only_before);
  if (comparison.only_now > 0) text += fmt::format("; {} only now", comparison.only_now);
  return text + "\n";
}

}  // namespace sortscope
