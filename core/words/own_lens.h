// own_lens.h: what a person's own kernel asks of memory, as counted, beside what is predicted for a
// kernel of the same shape.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/engines/plans/memory_lens.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// Loads from shared memory, which no outcome decides, and requests to global memory.
struct MemoryCount {
  std::uint64_t loads = 0;
  std::uint64_t wavefronts = 0;
  friend bool operator==(const MemoryCount&, const MemoryCount&) = default;
};

struct LensPrediction {
  const MemoryKernel* kernel = nullptr;  // of whose shape the file is
  MemoryCount predicted;
};

/// Of all lines of the file.
MemoryCount counted_loads(const KernelReport& report);

/// The file has the comparators, launches, blocks and threads of a kernel that the lens knows;
/// nothing: of none. O(keys of a block × layers).
std::optional<LensPrediction> lens_prediction(const KernelReport& report);

/// "The shape of kernel Block: 320 shared loads in 320 wavefronts are predicted, and counted."
std::string prediction_text(const KernelReport& report);

}  // namespace sortscope
