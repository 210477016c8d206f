#include "core/own_kernels/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/base/input_file.h"
#include "core/base/output_file.h"
#include "core/own_kernels/gpu_way.h"
#include "core/own_kernels/key_type.h"
#include "core/own_kernels/process.h"
#include "core/own_kernels/source.h"
#include "core/own_kernels/toolchain.h"

namespace sortscope {

namespace {

constexpr std::string_view kSourceName = "your-kernel.cu";
constexpr double kRunLimitS = 120;
constexpr std::uint64_t kMostResultBytes = std::uint64_t{4} << 20;

void read_time(std::istringstream& words, KernelTiming& timing) {
  KernelTime time;
  words >> time.n >> time.launches;
  for (double ms = 0; words >> ms;) time.samples_ms.push_back(ms);
  if (!time.samples_ms.empty()) timing.times.push_back(std::move(time));
}

void read_kernel(std::istringstream& words, KernelTiming& timing) {
  KernelResources k;
  std::uint32_t most_threads = 0;
  words >> k.line >> k.launches >> k.threads >> k.registers >> k.shared_bytes >>
      k.dynamic_shared_bytes >> k.local_bytes >> k.blocks_at_once >> most_threads;
  if (!words) return;
  std::getline(words >> std::ws, k.name);
  if (most_threads > 0) {
    k.occupancy = static_cast<double>(k.blocks_at_once) * k.threads / most_threads;
  }
  timing.kernels.push_back(std::move(k));
}

Status compile(const KernelRequest& request, const KernelSource& source, const std::string& folder,
               KernelTiming& timing, Progress& progress) {
  const auto nvcc = find_nvcc();
  if (!nvcc) return nvcc.error();
  const std::string file = folder + "/kernel.cu";
  const std::string key_type = request.key_type.empty() ? "unsigned" : request.key_type;
  const Status written =
      write_file(file, plain_program(source, kSourceName, key_type, timing.host_memory), false);
  if (!written) return written;
  std::error_code ignored;
  ChildProcess compiler;
  compiler.command =
      nvcc_command(*nvcc, file, folder + "/kernel",
                   std::filesystem::absolute(request.path, ignored).parent_path().string(),
                   gpu_architecture(folder, progress), false);
  compiler.folder = folder;
  compiler.wall_limit_s = 60;
  compiler.memory_bytes = 0;
  compiler.confined = false;
  compiler.writes_only_folder = false;
  const auto end = run_child(compiler, progress);
  if (!end) return end.error();
  timing.compiled = end->exit_code == 0 && end->signal == 0;
  if (timing.compiled) return {};
  timing.messages = compiler_messages(plain_messages(end->output), kSourceName);
  if (timing.messages.empty()) {
    timing.messages.push_back({0, 0, true, end->output.substr(0, 2000)});
  }
  return {};
}

}  // namespace

void read_timing(std::string_view lines, KernelTiming& timing) {
  std::istringstream all{std::string(lines)};
  for (std::string line; std::getline(all, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "card") {
      std::getline(words >> std::ws, timing.card);
    } else if (kind == "time") {
      read_time(words, timing);
    } else if (kind == "failed") {
      KernelTime time;
      words >> time.n;
      std::getline(words >> std::ws, time.problem);
      timing.times.push_back(std::move(time));
    } else if (kind == "kernel") {
      read_kernel(words, timing);
    } else if (kind == "done") {
      timing.complete = true;
    }
  }
}

Result<KernelTiming> time_kernel(const KernelRequest& request, std::span<const std::uint32_t> sizes,
                                 Progress& progress) {
  std::string text = request.text;
  if (!request.key_type.empty()) text = with_key_type(text, request.key_type).text;
  const auto source = rewrite_source(text, request.path, request.entry, KernelWay::kGpu);
  if (!source) return source.error();
  const auto scratch = ScratchFolder::create();
  if (!scratch) return scratch.error();
  const std::string folder = scratch->path();
  KernelTiming timing;
  timing.host_memory = request.host_memory.value_or(source->entry.copies_keys);
  progress.begin(0, "compiling");
  if (const Status done = compile(request, *source, folder, timing, progress); !done) {
    return done.error();
  }
  if (!timing.compiled) return timing;
  progress.begin(0, "running");
  ChildProcess run;
  run.command = {folder + "/kernel"};
  for (const std::uint32_t n : sizes) run.command.push_back(fmt::format("{}", n));
  run.folder = folder;
  run.wall_limit_s = kRunLimitS;
  run.memory_bytes = 0;  // CUDA reserves addresses; the program shuts itself in once CUDA is there
  run.confined = false;
  run.writes_only_folder = false;
  run.environment = gpu_environment();
  const auto end = run_child(run, progress);
  if (!end) return end.error();
  if (end->exit_code == kNoGpuExitCode) {
    return Error{ErrorCode::kUnavailable,
                 fmt::format("no GPU runs the kernel: {}", end->output.substr(0, 300)),
                 "Times are taken on a GPU only."};
  }
  timing.printed = end->output;
  // The program was another's: what stands there in place of its results may be a link to what
  // never ends.
  if (const auto results = read_regular_file(folder + "/results.txt", kMostResultBytes)) {
    read_timing(*results, timing);
  }
  if (!timing.complete) {
    KernelTime rest;
    rest.n = timing.times.size() < sizes.size() ? sizes[timing.times.size()] : 0;
    rest.problem = end->timed_out ? fmt::format("it was stopped after {:.0f} s", kRunLimitS)
                                  : "the program ended before it was through";
    timing.times.push_back(std::move(rest));
  }
  return timing;
}

}  // namespace sortscope
