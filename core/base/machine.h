// machine.h: what the program knows of the machine that it runs on. Tests plant another one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace sortscope {

/// Everything of a machine that a picture or a text can show, or that what is shown can follow
/// from.
struct Machine {
  unsigned threads = 1;           // that run side by side; at least 1
  std::string processor = "CPU";  // "AMD EPYC 9654 96-Core Processor"
  std::string vectors;            // "AVX2"; "" where there are none that are used
  std::uint64_t l2_bytes = 0;     // of one core; 0: not known
  std::uint64_t l3_bytes = 0;     // 0: not known
  // Only where planted: asked of the system each time otherwise.
  std::optional<std::uint64_t> free_bytes;
  std::optional<double> load;
  std::optional<std::uint64_t> shader_bytes;  // that one shader buffer may hold, at most
  std::string cuda;     // "no-driver" and so on: planted_cuda() in kernels/cuda_reasons.h
  std::string planted;  // the file that it was read from; "" for the machine that is here
};

/// The machine that is here: looks each time, ten microseconds or so.
Machine real_machine();

/// A machine from text: lines "threads 64", "processor NAME", "vectors AVX2", "l2 1 MiB",
/// "l3 32 MiB", "memory 16 GiB" (free), "shader-buffer 64 KiB", "load 0.5", "cuda no-driver"; "#"
/// begins a comment. What is not named is as on the machine that is here. Errors: kBadUsage with
/// file and line.
Result<Machine> planted_machine(std::string_view text, const std::string& file);

/// The machine of the file that the environment variable SORTSCOPE_MACHINE names, else the one that
/// is here. Looks once.
const Machine& machine();
/// Errors: what is wrong with the file of SORTSCOPE_MACHINE; machine() is the real one then.
Status machine_planting();

/// Bytes of memory that are free to be taken, within the limits of a container too. Linux grants
/// more than there is and ends the process when it is used: ask first.
std::uint64_t free_memory_bytes();
/// Processes that wanted to run during the last minute; nothing where the system does not say.
std::optional<double> machine_load();

/// Of the machine that is here, whatever is planted: for choices of speed that nothing shows.
unsigned processors_here();
bool avx2_here();

}  // namespace sortscope
