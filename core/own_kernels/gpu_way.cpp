#include "core/own_kernels/gpu_way.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <mutex>

#include "core/own_kernels/process.h"
#include "core/own_kernels/runtime_texts.h"
#include "core/own_kernels/tokens.h"
#include "core/own_kernels/toolchain.h"

namespace sortscope {

Result<std::string> find_nvcc() {
  if (std::string found = find_program("nvcc"); !found.empty()) return found;
  for (const char* folder : {"/usr/local/cuda/bin", "/opt/cuda/bin", "/usr/lib/cuda/bin"}) {
    std::string candidate = fmt::format("{}/nvcc", folder);
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return Error{ErrorCode::kUnavailable, "nvcc is not there to compile the kernel for the GPU with.",
               "Install the CUDA Toolkit 12.4 or newer, or choose --way cpu."};
}

bool has_gpu_device() {
  std::error_code ignored;
  return std::filesystem::exists("/dev/nvidiactl", ignored) ||
         std::filesystem::exists("/dev/dxg", ignored);
}

namespace {

// A text of the runtime, as it stands in the program.
std::string part_of(std::string_view name) {
  std::string part(own_kernel_text(name));
  for (const std::string_view line : {"#pragma once", "#include \"core/own_kernels/confine.h\"",
                                      "#include \"core/own_kernels/log/entries.h\""}) {
    if (const std::size_t at = part.find(line); at != std::string::npos) {
      part.replace(at, line.size(), "");
    }
  }
  return fmt::format("\n#line 1 \"sortscope-{}\"\n{}", name, part);
}

int uses_groups(const KernelSource& source) {
  return source.text.find("cooperative_groups") != std::string::npos ? 1 : 0;
}

}  // namespace

std::string gpu_program(const KernelSource& source, std::string_view file,
                        sortscope_log::KeyNumbers numbers) {
  std::string text = fmt::format(
      "#define SORTSCOPE_FILE \"{}\"\n#define SORTSCOPE_SPARE {}\n#define SORTSCOPE_GROUPS {}\n"
      "#define SORTSCOPE_KEY_NUMBERS {}\n",
      file, source.entry.key_pointers > 1 ? 1 : 0, uses_groups(source), static_cast<int>(numbers));
  text += source.libraries;
  const auto add = [&](std::string_view name) { text += part_of(name); };
  for (const std::string_view name : {"entries.h", "packed.h", "gpu/world.cuh", "gpu/key.cuh",
                                      "gpu/device.cuh", "gpu/host.cuh", "gpu/launch.cuh"}) {
    add(name);
  }
  if (source.vectors) add("vectors.h");
  text += fmt::format("\n#line 1 \"{}\"\n", file);
  text += source.text;
  add("confine.cpp");
  add("gpu/call.cuh");
  add("gpu/driver.cuh");
  text += fmt::format(
      "\n#line 1 \"sortscope-main\"\n"
      "int main() {{\n"
      "  return ::sortscope_gpu::run_all([](Key* keys, Key* spare, unsigned n) {{\n"
      "    ::sortscope_gpu::call_sort(&::{}, keys, spare, n);\n"
      "  }});\n"
      "}}\n",
      source.entry.name);
  return text;
}

std::string gpu_architecture(const std::string& folder, const Progress& progress) {
  static std::mutex guard;
  static std::string known;
  const std::lock_guard lock(guard);
  if (!known.empty()) return known;
  std::string program = find_program("nvidia-smi");
  if (program.empty()) return "native";
  ChildProcess child;
  child.command = {std::move(program), "--query-gpu=compute_cap", "--format=csv,noheader"};
  child.folder = folder;
  child.memory_bytes = 0;
  child.confined = false;
  child.writes_only_folder = false;
  child.environment = gpu_environment();
  const auto end = run_child(child, progress);
  if (!end || end->exit_code != 0) return "native";
  // "9.0" and a line for each further card: CUDA takes the first.
  std::string digits;
  for (const char c : std::string_view(end->output).substr(0, end->output.find('\n'))) {
    if (c >= '0' && c <= '9') digits += c;
  }
  if (digits.size() < 2 || digits.size() > 3) return "native";
  known = "sm_" + digits;
  return known;
}

std::string plain_program(const KernelSource& source, std::string_view file,
                          std::string_view key_type, bool host_memory) {
  std::string own = source.text;
  constexpr std::string_view kHighest = "Key::highest";
  for (std::size_t at = 0; (at = own.find(kHighest, at)) != std::string::npos;) {
    own.replace(at, kHighest.size(), "::sortscope_gpu::highest_key");
  }
  return fmt::format(
             "{}{}#define SORTSCOPE_KEY {}\n#define SORTSCOPE_HOST {}\n#define SORTSCOPE_GROUPS "
             "{}\n",
             source.libraries, source.vector_libraries,
             source.key_type.empty() ? key_type : source.key_type, host_memory ? 1 : 0,
             uses_groups(source)) +
         part_of("gpu/plain.cuh") + fmt::format("\n#line 1 \"{}\"\n", file) + own +
         part_of("confine.cpp") + part_of("gpu/call.cuh") + part_of("gpu/plain_driver.cuh") +
         fmt::format(
             "\n#line 1 \"sortscope-main\"\n"
             "int main() {{ return ::sortscope_gpu::serve(&::{}); }}\n",
             source.entry.name);
}

NvccBuild recorded_build(std::string_view text) {
  // Headers beside the file, NVIDIA's libraries, macros.
  constexpr std::string_view kMayHaveLambdas[] = {"include \"", "<thrust",  "<cub",  "<cuda/",
                                                  "__device__", "__host__", "LAMBDA"};
  const std::vector<SourceToken> tokens = source_tokens(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const SourceToken& token = tokens[i];
    const std::string_view next = i + 1 < tokens.size() ? tokens[i + 1].text : "";
    const bool may =
        token.kind == TokenKind::kDirective
            ? std::ranges::any_of(kMayHaveLambdas,
                                  [&](std::string_view word) {
                                    return token.text.find(word) != std::string_view::npos;
                                  })
            : token.text == "]" && (next == "__device__" || next == "__host__");
    if (may) return NvccBuild::kRecordedWithLambdas;
  }
  return NvccBuild::kRecorded;
}

std::vector<std::string> nvcc_command(const std::string& nvcc, const std::string& file,
                                      const std::string& program, const std::string& beside,
                                      const std::string& architecture, NvccBuild build) {
  std::vector<std::string> command{nvcc, "-std=c++20", "-arch=" + architecture, "-w",
                                   "--expt-relaxed-constexpr"};  // std::min in device code
  const auto add = [&](std::initializer_list<std::string_view> words) {
    command.insert(command.end(), words.begin(), words.end());
  };
  if (build != NvccBuild::kRecorded) add({"--extended-lambda"});
  if (build == NvccBuild::kPlain) {
    add({"-O3"});
  } else {
    // The host's half is not optimized, and has lines but no variables: half the time of compiling.
    add({"-Xcompiler=-g1,-gdwarf-4,-fno-omit-frame-pointer,-no-pie",
         "-nodlink",          // nothing of the device's stands in another file
         "-maxrregcount=64",  // blocks of 1024 threads can always be launched
         "-Xptxas=-O1", "-lineinfo"});
  }
  add({"-I", beside, "-o", program, file});
  return command;
}

std::vector<std::string> gpu_environment() {
  std::vector<std::string> variables{"CUDA_MODULE_LOADING=EAGER", "CUDA_CACHE_DISABLE=1"};
  for (const char* name : {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_PATH", "CUDA_HOME",
                           "NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES"}) {
    if (const char* value = std::getenv(name))
      variables.push_back(fmt::format("{}={}", name, value));
  }
  return variables;
}

void wake_gpu(const std::string& folder, const Progress& progress) {
  std::error_code ignored;
  if (std::filesystem::exists("/dev/nvidia-uvm", ignored) ||
      !std::filesystem::exists("/dev/nvidiactl", ignored)) {
    return;
  }
  ChildProcess child;
  // It makes them as it begins, and is the system's own.
  child.command = {find_program("nvidia-modprobe"), "-u", "-c=0"};
  if (child.command[0].empty()) return;
  child.folder = folder;
  child.memory_bytes = 0;
  child.confined = false;
  child.writes_only_folder = false;
  (void)run_child(child, progress);
}

std::string plain_messages(std::string_view output) {
  std::string plain;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    std::string line(output.substr(0, end));
    output.remove_prefix(std::min(end + 1, output.size()));
    const std::size_t open = line.find('(');
    const std::size_t close = line.find("): ", open == std::string::npos ? 0 : open);
    if (open != std::string::npos && close != std::string::npos && close > open + 1 &&
        std::isdigit(static_cast<unsigned char>(line[open + 1])) != 0) {
      line = line.substr(0, open) + ":" + line.substr(open + 1, close - open - 1) +
             line.substr(close + 1);
    }
    plain += line + "\n";
  }
  return plain;
}

}  // namespace sortscope
