// gpu_way.h: what the GPU way needs besides the CPU's: nvcc, a program around the file, a card.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/own_kernels/source.h"

namespace sortscope {

/// What the recorded program says with its exit code where no GPU can be used.
inline constexpr int kNoGpuExitCode = 77;

/// The path of nvcc: along PATH, else where the CUDA Toolkit lies. Errors: kUnavailable.
Result<std::string> find_nvcc();

/// A driver of NVIDIA's is there, so a GPU may be.
bool has_gpu_device();

/// What nvcc calls this machine's GPU: "sm_90"; "native" where the driver's own program does not
/// say. Asked once.
std::string gpu_architecture(const std::string& folder, const Progress& progress);

/// The file between the runtime of the GPU way and a main. `numbers`: of the type of its keys.
std::string gpu_program(const KernelSource& source, std::string_view file,
                        sortscope_log::KeyNumbers numbers);

/// kRecorded: as fast as nvcc compiles. kRecordedWithLambdas: takes lambdas with __device__, for
/// which it reads a third more of the standard library. kPlain: for timing.
enum class NvccBuild : std::uint8_t { kRecorded, kRecordedWithLambdas, kPlain };

/// The recorded build that a file needs, from its text: headers beside it may have anything.
NvccBuild recorded_build(std::string_view text);

/// Compiles `file` for the GPU of this machine. `beside`: the folder of the person's headers.
std::vector<std::string> nvcc_command(const std::string& nvcc, const std::string& file,
                                      const std::string& program, const std::string& beside,
                                      const std::string& architecture, NvccBuild build);

/// The file between what times it and a main: not recorded. `key_type`: "unsigned", "float" …
std::string plain_program(const KernelSource& source, std::string_view file,
                          std::string_view key_type, bool host_memory);

/// Variables that CUDA reads: "NAME=value".
std::vector<std::string> gpu_environment();
/// Has the system make the devices that CUDA opens, where they are not there yet: a program that is
/// shut in cannot. Runs in `folder`.
void wake_gpu(const std::string& folder, const Progress& progress);

/// nvcc's messages, "file(12): error: text", as other compilers write them: "file:12: error: text".
std::string plain_messages(std::string_view output);

}  // namespace sortscope
