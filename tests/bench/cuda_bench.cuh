// cuda_bench.cuh: what the CUDA benchmarks share: calls that must succeed, lists of numbers.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

/// Ends the program where a call has failed: a benchmark has nothing to go on with.
inline void must(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
  std::exit(1);
}
inline void must(const Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.error().text().c_str());
  std::exit(1);
}

/// "16,20,24" as numbers, up to the first word that is none.
inline std::vector<unsigned> numbers(const char* text) {
  std::vector<unsigned> values;
  for (char* at = nullptr; *text != '\0'; text = *at == ',' ? at + 1 : at) {
    values.push_back(static_cast<unsigned>(std::strtoul(text, &at, 10)));
    if (at == text) break;
  }
  return values;
}

}  // namespace sortscope
