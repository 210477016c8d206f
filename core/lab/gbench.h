// gbench.h: Google Benchmark's JSON, read.
#pragma once

#include <string_view>

#include "core/base/error.h"
#include "core/lab/lab.h"

namespace sortscope {

/// A result of what Google Benchmark, or google_benchmark_json(), wrote: every iteration is a
/// sample, or the median where there are aggregates alone. Names that are not ours are sorters, and
/// the last number in them is n. Errors: kBadInput, with the field alone as its message.
Result<LabResult> lab_result_from_google(std::string_view json);

}  // namespace sortscope
