#include "core/own_kernels/timing/build.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <utility>

#include "core/base/machine.h"
#include "core/base/output_file.h"
#include "core/own_kernels/gpu_way.h"
#include "core/own_kernels/key_type.h"
#include "core/own_kernels/source.h"
#include "core/own_kernels/timing/answers.h"
#include "core/own_kernels/toolchain.h"

namespace sortscope {

namespace {

constexpr std::string_view kSourceName = "your-kernel.cu";
constexpr double kCompileLimitS = 120;

std::string type_said(const KernelRequest& request) {
  return request.key_type.empty() ? found_key_type(request.text) : request.key_type;
}

Result<KernelSource> source_of(const KernelRequest& request) {
  std::string text = request.text;
  if (const std::string type = type_said(request); !type.empty()) {
    text = with_key_type(text, type).text;
  }
  return rewrite_source(text, request.path, request.entry, KernelWay::kGpu);
}

std::string cpp_type(const KernelRequest& request, const KernelSource& source) {
  if (!source.key_type.empty()) return source.key_type;
  const std::string said = type_said(request);
  return said.empty() ? "unsigned" : plain_key_type(request.text, said);
}

bool copies(const KernelRequest& request, const KernelSource& source) {
  return request.host_memory.value_or(source.entry.copies_keys);
}

// As people write them in "using Key = ..".
constexpr std::array<std::pair<std::string_view, KeyType>, 20> kTypes{{
    {"unsigned", KeyType::kUint32},
    {"uint", KeyType::kUint32},
    {"unsigned int", KeyType::kUint32},
    {"uint32_t", KeyType::kUint32},
    {"std::uint32_t", KeyType::kUint32},
    {"int", KeyType::kInt32},
    {"int32_t", KeyType::kInt32},
    {"std::int32_t", KeyType::kInt32},
    {"float", KeyType::kFloat32},
    {"double", KeyType::kFloat64},
    {"long", KeyType::kInt64},
    {"long long", KeyType::kInt64},
    {"long long int", KeyType::kInt64},
    {"int64_t", KeyType::kInt64},
    {"std::int64_t", KeyType::kInt64},
    {"unsigned long", KeyType::kUint64},
    {"unsigned long long", KeyType::kUint64},
    {"unsigned long long int", KeyType::kUint64},
    {"uint64_t", KeyType::kUint64},
    {"std::uint64_t", KeyType::kUint64},
}};

}  // namespace

Result<OwnKeys> own_keys(const KernelRequest& request) {
  const auto source = source_of(request);
  if (!source) return source.error();
  const std::string type = cpp_type(request, *source);
  for (const auto& [name, key_type] : kTypes) {
    if (name == type) return OwnKeys{key_type, copies(request, *source)};
  }
  return Error{ErrorCode::kBadInput, fmt::format("keys of type {} are not timed.", shortened(type)),
               "Times are taken of integers and floats of 32 or 64 bits."};
}

Status timing_possible() {
  const std::string& planted = machine().cuda;
  const bool no_gpu = planted.empty() ? !has_gpu_device() : !planted.starts_with("NVIDIA");
  if (no_gpu) {
    return Error{ErrorCode::kUnavailable, "this machine has no NVIDIA GPU to time a kernel on.",
                 "On a machine with one, and nvcc, the same file is timed as it is."};
  }
  if (const auto nvcc = find_nvcc(); !nvcc) {
    return Error{ErrorCode::kUnavailable, "nvcc is not there to compile the kernel with.",
                 "Install the CUDA Toolkit 12.4 or newer."};
  }
  return {};
}

Result<PlainBuild> build_plainly(const KernelRequest& request, const Progress& progress) {
  const auto source = source_of(request);
  if (!source) return source.error();
  const auto nvcc = find_nvcc();
  if (!nvcc) return nvcc.error();
  auto scratch = ScratchFolder::create();
  if (!scratch) return scratch.error();
  PlainBuild build;
  build.folder = std::make_unique<ScratchFolder>(std::move(*scratch));
  const std::string& folder = build.folder->path();
  const std::string file = folder + "/kernel.cu";
  const Status written = write_file(
      file,
      plain_program(*source, kSourceName, cpp_type(request, *source), copies(request, *source)),
      false);
  if (!written) return written.error();
  std::error_code ignored;
  ChildProcess compiler;
  compiler.command =
      nvcc_command(*nvcc, file, folder + "/kernel",
                   std::filesystem::absolute(request.path, ignored).parent_path().string(),
                   gpu_architecture(folder, progress), NvccBuild::kPlain);
  compiler.folder = folder;
  compiler.wall_limit_s = kCompileLimitS;
  compiler.memory_bytes = 0;
  compiler.confined = false;
  compiler.writes_only_folder = false;
  const auto end = run_child(compiler, progress);
  if (!end) return end.error();
  build.messages = compiler_messages(plain_messages(end->output), kSourceName);
  if (end->exit_code == 0 && end->signal == 0) {
    build.program = folder + "/kernel";
  } else if (build.messages.empty()) {
    build.messages.push_back({0, 0, true, end->output.substr(0, 2000)});
  }
  return build;
}

}  // namespace sortscope
