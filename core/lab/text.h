// text.h: requests of the lab from text, and its results as text: tables, CSV.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/lab/lab.h"

namespace sortscope {

/// "2^8..2^20" (the powers of two between, both ends included), "1000", "2^16", with commas
/// between; rising, each once. Errors: kBadUsage.
Result<std::vector<std::uint32_t>> parse_lab_sizes(std::string_view text);
/// "uint32,float32" (or "u32,f32"); "all". Errors: kBadUsage.
Result<std::vector<KeyType>> parse_lab_types(std::string_view text);
/// Ids of lab_sorters() with commas; "gpu", "cpu", "ours", "peers", "all". Errors: kBadUsage.
Result<std::vector<std::string>> parse_lab_sorters(std::string_view text);
/// Ids of input_kinds() with commas; "all". Errors: kBadUsage.
Result<std::vector<std::string>> parse_lab_inputs(std::string_view text);

/// "2^20", "1000".
std::string lab_size_text(std::uint32_t n);
/// Digits of a time in the lab: for time_text().
inline constexpr int kLabTimeDigits = 4;
/// "fast", "fast, recorded".
std::string lab_series_text(const LabCase& what);
/// "line 12 · layer: 210 launches of 256 threads · 18 registers · 2.0 kB shared · 100 % occupancy".
std::string lab_kernel_text(const LabKernel& kernel);
/// "uint32 pairs, uniform, with transfers": what all cases of one table have in common.
std::string lab_keys_text(const LabCase& what);

/// The cell with the same keys, size, transfers and cache that `sorter` measured, recording off;
/// null where there is none, or no sample of it.
const LabCell* lab_reference(const LabResult& result, const LabCase& what, std::string_view sorter);
/// How many times as fast as `reference` the cell is: median of the reference through its own.
double lab_ratio(const LabCell& cell, const LabCell& reference);

/// What is shorter is near what the clock tells apart: on the CPU a reading takes some tens of
/// nanoseconds, on a GPU events are half a microsecond apart at least.
inline constexpr double kClockLimitNs = 1000;
/// "2 of 12 cases took less than 1 µs: …", of medians; "" where none did.
std::string lab_clock_note(const LabResult& result);

/// Everything as aligned tables, one for each kind of keys: medians, quartiles, rates; rows that
/// were skipped or failed with their reasons. `ratio_to`: a sorter, "" for none.
std::string lab_tables(const LabResult& result, std::string_view ratio_to);
/// A row a sample ("measured"), or one of a cell that has none.
std::string lab_csv(const LabResult& result);

}  // namespace sortscope
