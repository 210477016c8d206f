// text.h: how fast a person's kernel is, in words, as tables and as JSON.
#pragma once

#include <string>

#include "core/lab/lab.h"
#include "core/own_kernels/timing/lab.h"

namespace sortscope {

/// Tables: its times with their spread beside others' medians, what became of them since the
/// version before, and its kernels at the most keys.
std::string own_timing_text(const LabResult& result, bool host_memory);
/// {"version":1,"compiled":..,"card":..,"times":[..],"kernels":[..]}
std::string own_timing_json(const LabResult& result, const OwnLab::Built& now, bool host_memory);

/// "2^20 keys: 1.23 ms in 210 launches · 2.1 × CUB merge": a case of it, how many times as long as
/// others; or why it has no time.
std::string own_time_text(const LabResult& result, const LabCell& cell);
/// The case with the most keys that says what it launches; null: none does.
const LabCell* own_cell_with_kernels(const LabResult& result);

}  // namespace sortscope
