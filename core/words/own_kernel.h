// own_kernel.h: what a person's own kernel did, in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/words/own_file.h"

namespace sortscope {

/// "Race", "Equal keys are exchanged": a finding as a heading.
std::string_view finding_title(const Finding& finding);
/// The comparator of the file that should be another one, and the line that does it.
struct DifferencePlace {
  ComparatorId comparator;
  std::uint32_t line = 0;  // from 1
};
/// Nothing where networks do not differ, where the file compares nothing there, or its line is not
/// known. O(comparators of a layer).
std::optional<DifferencePlace> difference_place(const KernelReport& report);
/// "Line 27 compares wires 3 and 4 in layer 7; bitonic compares wires 3 and 7."; "" where nothing
/// differs.
std::string difference_text(const KernelReport& report);
/// "line 27 · block 0, threads 0, 1": where a finding is; "" where nothing is known.
std::string place_text(const Finding& finding);
/// "launch 2 · layer · 1 block of 256 threads".
std::string launch_text(const KernelReport& report, std::size_t launch);
/// What a line did, in short: "160 reads · 38 sectors, 20 would do"; "" for none.
std::string line_note(const KernelReport& report, std::uint32_t line);
/// Index of the first finding of `line`; the number of findings where there is none.
std::size_t finding_of(const KernelReport& report, std::uint32_t line);
/// The layer at which a finding is to be seen; nothing where the run does not show it.
std::optional<std::uint32_t> layer_of(const KernelReport& report, const Finding& finding);

/// What a lesson asks of the file: that it is right, or first that a mistake is planted in it.
struct KernelTask {
  std::string planted;  // "not-sorted", or a kind of finding; "": none
  bool seen = false;    // it was there
};
/// Whether `planted` names something that can be planted.
bool can_be_planted(std::string_view planted);
/// "Planted: … Now mend it.", "Right: …", "Still left: Race, line 27." Notes in `task` what was
/// seen.
std::string task_text(KernelTask& task, const KernelReport& report);

/// Values at the comparator that a picture of the file is about (running_origin()).
struct OwnValue {
  std::string_view name;
  std::int64_t value;
};
std::vector<OwnValue> own_values(const ComparatorOrigin& origin);
/// What the file's own variables held there, as far as it is known: those that were declared first
/// come first. The names stand in `report`.
std::vector<OwnValue> variable_values(const KernelReport& report, const ComparatorOrigin& origin);
/// "i = 3   j = 7".
std::string values_text(const std::vector<OwnValue>& values, std::string_view between = "   ");
/// Those that `line` of the file names.
std::vector<OwnValue> values_named(const std::vector<OwnValue>& values, std::string_view line);

}  // namespace sortscope
