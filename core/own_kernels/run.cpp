// run.cpp: a person's file from its text to the report.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <optional>

#include "core/base/number_text.h"
#include "core/base/output_file.h"
#include "core/base/random.h"
#include "core/own_kernels/conclusion.h"
#include "core/own_kernels/gpu_marks.h"
#include "core/own_kernels/gpu_way.h"
#include "core/own_kernels/key_type.h"
#include "core/own_kernels/log/runs.h"
#include "core/own_kernels/process.h"
#include "core/own_kernels/report.h"
#include "core/own_kernels/runtime_texts.h"
#include "core/own_kernels/source.h"
#include "core/own_kernels/toolchain.h"
#include "core/own_kernels/variables.h"

namespace sortscope {

namespace {

using sortscope_log::RunKind;
using Clock = std::chrono::steady_clock;

// Reading takes some hundred bytes of each: what it can hold bounds a log, not the log's own
// memory.
constexpr std::size_t kMostEntries = 5'300'000;
constexpr std::size_t kMostEntriesOfSmaller = 1'300'000;
constexpr std::size_t kEntryBytes = 15;                          // as many as hold, on an average
constexpr std::uint64_t kRunAddresses = std::uint64_t{6} << 30;  // the runtime reserves most of it
constexpr std::uint64_t kCompilerAddresses = std::uint64_t{4} << 30;
constexpr double kCompilerLimitS = 60;
constexpr std::string_view kSourceName = "your-kernel.cu";  // in what the compiler says
constexpr double kSampledShare = 0.75;                      // of the log, for the first run
constexpr int kLogFile = 3;
constexpr int kInputFile = 4;
constexpr const char* kIncludesEntries = "#include \"core/own_kernels/log/entries.h\"";

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

LogRun run_of(RunKind kind, std::vector<std::uint32_t> keys) {
  LogRun run;
  run.kind = kind;
  run.n = static_cast<std::uint32_t>(keys.size());
  run.keys = std::move(keys);
  return run;
}

std::vector<std::uint32_t> shuffled(std::uint32_t n, std::uint64_t seed) {
  std::vector<std::uint32_t> keys(n);
  std::iota(keys.begin(), keys.end(), 0U);
  SplitMix64 random(seed);
  shuffle(keys, random);
  return keys;
}

std::vector<std::uint32_t> falling(std::uint32_t n) {
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = n - 1 - i;
  return keys;
}

// The inputs that are tried, the asked one first. What decides most comes first: a log that is full
// ends the rest.
// `most`: the largest value that a key may have; padding may have it.
std::vector<LogRun> inputs_for(const KernelRequest& request, std::uint32_t most) {
  const auto n = static_cast<std::uint32_t>(request.keys.size());
  std::vector<LogRun> runs;
  runs.push_back(run_of(RunKind::kAsked, request.keys));
  if (n > 1) {
    runs.push_back(run_of(RunKind::kShuffled, shuffled(n, n)));
    runs.push_back(run_of(RunKind::kReversed, falling(n)));
    std::vector<std::uint32_t> keys = shuffled(n, 3);
    for (std::uint32_t& key : keys) key %= 3;
    runs.push_back(run_of(RunKind::kEqual, keys));
    keys = shuffled(n, 4);
    for (std::uint32_t& key : keys) key = most - 1 - key;
    runs.push_back(run_of(RunKind::kHighest, keys));
    std::iota(keys.begin(), keys.end(), 0U);
    if (n <= 1024) runs.push_back(run_of(RunKind::kSorted, keys));
  }
  if (request.other_lengths) {
    for (const std::uint32_t other : {64U, 32U, 16U, 8U}) {
      if (other >= n) continue;
      runs.push_back(run_of(RunKind::kShuffled, shuffled(other, other)));
      runs.push_back(run_of(RunKind::kReversed, falling(other)));
    }
    for (const std::uint32_t other : {100U, 1U, 2U, 3U, 7U, 13U, 33U, 65U, 128U, 250U}) {
      if (other != n) runs.push_back(run_of(RunKind::kShuffled, shuffled(other, other)));
    }
  }
  return runs;
}

// Fewer keys, where those asked for do more than can be written down.
std::vector<LogRun> smaller_inputs(std::uint32_t n) {
  std::vector<LogRun> runs;
  for (const std::uint32_t fewer : kProvedLengths) {
    if (fewer >= n) continue;
    std::vector<std::uint32_t> keys = shuffled(fewer, fewer);
    runs.push_back(run_of(RunKind::kShuffled, keys));
    runs.push_back(run_of(RunKind::kReversed, falling(fewer)));
    for (std::uint32_t& key : keys) key %= 3;
    runs.push_back(run_of(RunKind::kEqual, keys));
    std::iota(keys.begin(), keys.end(), 0U);
    runs.push_back(run_of(RunKind::kSorted, keys));
  }
  return runs;
}

std::vector<std::uint32_t> input_words(const std::vector<LogRun>& runs, std::uint32_t what,
                                       double limit_s) {
  std::vector<std::uint32_t> words{what, static_cast<std::uint32_t>(runs.size()),
                                   static_cast<std::uint32_t>(limit_s * 1000)};
  for (const LogRun& run : runs) {
    words.push_back(static_cast<std::uint32_t>(run.kind));
    words.push_back(run.n);
    words.insert(words.end(), run.keys.begin(), run.keys.end());
  }
  return words;
}

std::string whole_program(const KernelSource& source, sortscope_log::KeyNumbers numbers) {
  std::string text = fmt::format(
      "#define SORTSCOPE_FILE \"{}\"\n#define SORTSCOPE_SPARE {}\n#define SORTSCOPE_KEY_NUMBERS "
      "{}\n",
      kSourceName, source.entry.key_pointers > 1 ? 1 : 0, static_cast<int>(numbers));
  for (const std::string_view part : {"entries.h", "packed.h"}) {
    std::string log(own_kernel_text(part));
    for (const std::string_view line : {"#pragma once", kIncludesEntries}) {
      if (const std::size_t at = log.find(line); at != std::string::npos) {
        log.replace(at, line.size(), "");
      }
    }
    text += log;
  }
  for (const std::string_view part : {"fibers", "key", "device", "api", "driver"}) {
    text += fmt::format("\n#line 1 \"sortscope-{}\"\n", part);
    text += own_kernel_text(fmt::format("cpu/{}.h", part));
  }
  if (source.vectors) {
    text += "\n#line 1 \"sortscope-vectors\"\n";
    text += own_kernel_text("vectors.h");
  }
  text += fmt::format("\n#line 1 \"{}\"\n", kSourceName);
  text += source.text;
  text += fmt::format(
      "\n#line 1 \"sortscope-main\"\n"
      "int main() {{\n"
      "  return ::sortscope_cpu::run_all([](Key* keys, Key* spare, unsigned n) {{\n"
      "    ::sortscope_cpu::call_sort(&::{}, keys, spare, n);\n"
      "  }});\n"
      "}}\n",
      source.entry.name);
  return text;
}

std::span<const std::byte> bytes_of(const SharedMemory& memory) {
  return {static_cast<const std::byte*>(memory.data()), memory.bytes()};
}

sortscope_log::LogHead head_of(std::span<const std::byte> bytes) {
  sortscope_log::LogHead head{};
  std::memcpy(&head, bytes.data(), sizeof head);
  return head;
}

// The first run does not fit, and would without values of variables.
bool fits_without_values(std::span<const std::byte> bytes, const Progress& progress) {
  const auto head = head_of(bytes);
  if (head.full < 2 || head.runs > 1) return false;
  const std::size_t room = bytes.size() - sizeof head;
  const LogStretch entries{
      bytes.subspan(sizeof head,
                    static_cast<std::size_t>(std::min<std::uint64_t>(head.bytes, room))),
      bases_of(head), &progress};
  double values = 0;
  double bytes_of_values = 0;
  double all = 0;
  entries.for_each(0, entries.bytes.size(),
                   [&](const sortscope_log::LogEntry& e, const Unpacker& from) {
                     ++all;
                     if (e.kind != sortscope_log::Kind::kValues) return;
                     ++values;
                     bytes_of_values += static_cast<double>(from.at() - from.began());
                   });
  if (all == 0) return false;
  const auto written = static_cast<double>(entries.bytes.size());
  const double spared = std::min(values / all, bytes_of_values / written);
  return (written + static_cast<double>(head.full)) * (1 - spared) < written * kSampledShare;
}

// One in how many blocks is to be followed, so that the first run fits; 1: all, or it is no use.
std::uint64_t stride_wanted(std::span<const std::byte> bytes, const std::vector<LogRun>& asked,
                            const Progress& progress) {
  const auto head = head_of(bytes);
  if (head.full < 2) return 1;
  const auto log = read_log(bytes, asked, &progress);
  if (!log || log->runs.empty() || log->runs[0].complete) return 1;
  std::uint64_t blocks = 1;
  for (const LogLaunch& launch : log->runs[0].launches) blocks = std::max(blocks, launch.blocks());
  // It is full with what is written.
  const auto written = static_cast<double>(std::clamp<std::uint64_t>(head.bytes, 1, bytes.size()));
  const auto stride = static_cast<std::uint64_t>(
      std::ceil((written + static_cast<double>(head.full)) / (written * kSampledShare)));
  return std::min(stride, blocks);
}

class KernelRun {
 public:
  KernelRun(const KernelRequest& request, KernelWay way, Progress& progress,
            LogReceiver receive = {})
      : request_(request), way_(way), progress_(progress), receive_(std::move(receive)) {}

  Result<KernelReport> run() {
    if (request_.keys.empty() || request_.keys.size() > kMostKernelKeys) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("a kernel is followed with 1 to {} keys, not {}.", kMostKernelKeys,
                               request_.keys.size()),
                   "Give a smaller --n."};
    }
    std::string text = request_.text;
    // A mark of byte order is a sign of C++ nowhere but at a file's beginning.
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    const std::string said = request_.key_type.empty() ? found_key_type(text) : request_.key_type;
    if (!said.empty()) {
      KeyTyped typed = with_key_type(text, said);
      text = std::move(typed.text);
      report_.notes.push_back(fmt::format("'{}' was read as Key in line{} {}.", said,
                                          typed.lines.size() == 1 ? "" : "s",
                                          fmt::join(typed.lines, ", ")));
    }
    WatchedSource watched = watch_variables(text);
    auto source =
        rewrite_source(way_ == KernelWay::kGpu ? mark_for_gpu(watched.text) : watched.text,
                       request_.path, request_.entry, way_);
    if (!source) return source.error();
    auto scratch = ScratchFolder::create();
    if (!scratch) return scratch.error();
    folder_ = scratch->path();
    report_.path = request_.path;
    report_.n = static_cast<std::uint32_t>(request_.keys.size());
    report_.entry = source->entry.name;
    report_.way = way_;
    report_.notes.insert(report_.notes.end(), source->notes.begin(), source->notes.end());
    report_.input = request_.keys;
    numbers_ = key_numbers(said.empty() ? plain_key_type(request_.text, source->key_type)
                                        : plain_key_type(request_.text, said));
    if (const Status compiled = compile(*source, recorded_build(text)); !compiled) {
      return compiled.error();
    }
    if (!report_.compiled && (way_ == KernelWay::kGpu || !watched.variables.empty())) {
      // What stands around its variables, or in its loops, may be what does not compile.
      watched.variables.clear();
      report_.messages.clear();
      source = rewrite_source(text, request_.path, request_.entry, way_);
      if (!source) return source.error();
      if (const Status compiled = compile(*source, NvccBuild::kRecordedWithLambdas); !compiled) {
        return compiled.error();
      }
    }
    if (!report_.compiled) return std::move(report_);
    report_.variables = std::move(watched.variables);
    second_keys_ = source->entry.second_keys;
    return run_and_read(request_.host_memory.value_or(source->entry.copies_keys));
  }

 private:
  [[nodiscard]] std::string program() const { return folder_ + "/kernel"; }

  [[nodiscard]] std::vector<std::string> cpp_command(const std::string& compiler,
                                                     const std::string& file,
                                                     const std::string& beside) const {
    return {compiler, "-std=gnu++20",
            // -O1 compiles twice as long, and what it makes is hardly faster.
            "-Og", "-g1", "-gdwarf-4", "-fno-omit-frame-pointer",
            // Some distributions check jumps between stacks, which fibers are.
            "-U_FORTIFY_SOURCE", "-no-pie", "-w", "-fdiagnostics-color=never",
            "-fno-diagnostics-show-caret", "-I", beside, "-o", program(), file};
  }

  // `build`: of the GPU way.
  Status compile(const KernelSource& source, NvccBuild build) {
    progress_.begin(0, "compiling");
    const auto begin = Clock::now();
    const bool gpu = way_ == KernelWay::kGpu;
    const auto compiler = gpu ? find_nvcc() : find_cpp_compiler();
    if (!compiler) return compiler.error();
    const std::string file = folder_ + (gpu ? "/kernel.cu" : "/kernel.cpp");
    const std::string text =
        gpu ? gpu_program(source, kSourceName, numbers_) : whole_program(source, numbers_);
    if (const Status written = write_file(file, text, false); !written) return written;
    std::error_code ignored;
    const std::string beside =
        std::filesystem::absolute(request_.path, ignored).parent_path().string();
    ChildProcess child;
    child.command = gpu ? nvcc_command(*compiler, file, program(), beside,
                                       gpu_architecture(folder_, progress_), build)
                        : cpp_command(*compiler, file, beside);
    child.folder = folder_;
    // Who gives the run much time has a busy machine.
    child.wall_limit_s = std::max(kCompilerLimitS, request_.wall_limit_s);
    // nvcc may have to ask the driver which card there is, and the driver reserves addresses.
    child.memory_bytes = gpu ? 0 : kCompilerAddresses;
    child.writes_only_folder = !gpu;
    child.confined = false;
    const auto end = run_child(child, progress_);
    if (!end) return end.error();
    report_.compile_s += seconds_since(begin);
    report_.compiler = std::filesystem::path(*compiler).filename().string();
    report_.compiled = end->exit_code == 0 && end->signal == 0;
    if (report_.compiled) return {};
    report_.messages =
        compiler_messages(gpu ? plain_messages(end->output) : end->output, kSourceName);
    if (end->timed_out) {
      report_.messages.push_back(
          {0, 0, true,
           fmt::format("the compiler did not end within {:.0f} s", child.wall_limit_s)});
    } else if (report_.messages.empty()) {
      report_.messages.push_back({0, 0, true, end->output.substr(0, 2000)});
    }
    return {};
  }

  // Runs the program of `child` on these inputs; `what`: kInHostMemory, kWithoutValues.
  Result<ChildEnd> run_on(const std::vector<LogRun>& asked, std::uint32_t what,
                          const SharedMemory& log, ChildProcess& child) {
    const std::vector<std::uint32_t> words = input_words(asked, what, request_.wall_limit_s);
    auto input = SharedMemory::create(words.size() * sizeof(std::uint32_t));
    if (!input) return input.error();
    std::memcpy(input->data(), words.data(), words.size() * sizeof(std::uint32_t));
    child.files = {{log.file(), kLogFile}, {input->file(), kInputFile}};
    return run_child(child, progress_);
  }

  Result<KernelReport> run_and_read(bool host_memory) {
    progress_.begin(0, "running");
    const auto begin = Clock::now();
    const std::vector<LogRun> asked = inputs_for(request_, sortscope_log::largest_value(numbers_));
    ChildProcess child;
    child.command = {program()};
    child.folder = folder_;
    child.wall_limit_s = request_.wall_limit_s;
    child.memory_bytes = kRunAddresses;
    child.folder_bytes = kMostWrittenBytes;
    if (way_ == KernelWay::kGpu) {
      // CUDA reserves addresses, opens the card and starts threads; the program then shuts itself
      // in.
      child.memory_bytes = 0;
      child.confined = false;
      child.of_cuda = true;
      child.writes_only_folder = false;
      child.environment = gpu_environment();
      wake_gpu(folder_, progress_);
    }
    // What does not fit is followed in some blocks only: how many, the first try says.
    std::optional<SharedMemory> log;
    Result<ChildEnd> end = ChildEnd{};
    std::uint32_t what = host_memory ? sortscope_log::kInHostMemory : 0;
    for (std::uint64_t stride = 1;;) {
      auto memory = SharedMemory::create(kMostEntries * kEntryBytes);
      if (!memory) return memory.error();
      log.emplace(std::move(*memory));
      static_cast<sortscope_log::LogHead*>(log->data())->stride = stride;
      static_cast<sortscope_log::LogHead*>(log->data())->most = kMostEntries;
      end = run_on(asked, what, *log, child);
      if (!end) return end.error();
      if (end->timed_out || stride > 1) break;
      if ((what & sortscope_log::kWithoutValues) == 0 &&
          fits_without_values(bytes_of(*log), progress_)) {
        what |= sortscope_log::kWithoutValues;
        continue;
      }
      const std::uint64_t wanted = stride_wanted(bytes_of(*log), asked, progress_);
      if (wanted < 2) break;
      stride = wanted;
    }
    report_.run_s = seconds_since(begin);
    if (way_ == KernelWay::kGpu && end->exit_code == kNoGpuExitCode) {
      // It says of itself who it is, and ends its line.
      std::string_view why = std::string_view(end->output).substr(0, 300);
      if (constexpr std::string_view kWho = "sortscope: "; why.starts_with(kWho)) {
        why.remove_prefix(kWho.size());
      }
      why = why.substr(0, why.find('\n'));
      return Error{ErrorCode::kUnavailable, fmt::format("no GPU runs the kernel: {}", why),
                   "--way cpu runs it without one."};
    }
    if (way_ == KernelWay::kCpu && end->exit_code == sortscope_log::kNoMemoryExitCode &&
        head_of(bytes_of(*log)).bytes == 0) {
      return Error{
          ErrorCode::kOutOfMemory,
          fmt::format("the kernel's threads find no room: {} of addresses are reserved for "
                      "them, of which few are used.",
                      bytes_text(kRunAddresses)),
          "Raise the limits: ulimit -v unlimited, ulimit -d unlimited. Where the system "
          "reserves nothing that it does not have: vm.overcommit_memory=0."};
    }
    progress_.begin(0, "reading");
    const auto reading = Clock::now();
    report_.printed = end->output;
    const std::span<const std::byte> bytes = bytes_of(*log);
    if (receive_) receive_(bytes, asked);
    auto read = read_log(bytes, asked, &progress_);
    if (!read) return read.error();
    // The CPU's threads run one after the other: theirs is in order.
    if (way_ == KernelWay::kGpu) order_by_thread(*read);
    ProgramEnd how;
    how.child = std::move(*end);
    how.finished = head_of(bytes).done == 1;
    std::vector<std::uint64_t> frames = code_addresses(*read);
    auto lines = lines_of_code(program(), kSourceName, frames, folder_, progress_);
    if (!lines) return lines.error();
    how.lines = std::move(*lines);
    if ((what & sortscope_log::kWithoutValues) != 0) {
      report_.notes.push_back(
          "What variables held is left out: with it, not all would fit that the kernel does.");
    }
    if (read->stride > 1) {
      // What other blocks did is not known: nothing is said of all of them.
      for (LogRun& run : read->runs) run.complete = false;
      report_.notes.push_back(fmt::format(
          "A launch does more than can be written down: of its blocks one in {} was followed.",
          read->stride));
    }
    std::optional<SharedMemory> smaller_log;
    std::optional<KernelLog> smaller;
    if (!read->runs.empty() && read->runs[0].returned && !read->runs[0].complete) {
      auto memory = SharedMemory::create(kMostEntriesOfSmaller * kEntryBytes);
      if (!memory) return memory.error();
      smaller_log.emplace(std::move(*memory));
      static_cast<sortscope_log::LogHead*>(smaller_log->data())->most = kMostEntriesOfSmaller;
      const std::vector<LogRun> fewer = smaller_inputs(report_.n);
      const auto ended = run_on(fewer, what, *smaller_log, child);
      if (!ended) return ended.error();
      auto of_fewer = read_log(bytes_of(*smaller_log), fewer, &progress_);
      if (of_fewer) smaller = std::move(*of_fewer);
      if (smaller && way_ == KernelWay::kGpu) order_by_thread(*smaller);
    }
    if (const Status concluded =
            conclude(*read, smaller ? &*smaller : nullptr, how, request_, report_, progress_);
        !concluded) {
      return concluded.error();
    }
    const bool unwritten = std::ranges::any_of(
        report_.findings, [](const Finding& f) { return f.kind == FindingKind::kUninitialized; });
    if (unwritten && !second_keys_.empty()) {
      report_.notes.push_back(fmt::format(
          "'{}' is taken for memory of as many keys to work in. If it holds values that move with "
          "the keys: they are not followed, give it Key* alone.",
          second_keys_));
    }
    report_.read_s = seconds_since(reading);
    return std::move(report_);
  }

  const KernelRequest& request_;
  KernelWay way_;
  Progress& progress_;
  LogReceiver receive_;
  KernelReport report_;
  std::string folder_;
  std::string second_keys_;  // the parameter that is taken for scratch memory; empty: none
  sortscope_log::KeyNumbers numbers_ = sortscope_log::KeyNumbers::kUnsigned;
};

}  // namespace

Result<KernelReport> run_kernel(const KernelRequest& request, Progress& progress) {
  if (request.way != KernelWay::kAuto) return KernelRun(request, request.way, progress).run();
  std::string why;
  if (has_gpu_device() && find_nvcc()) {
    auto report = KernelRun(request, KernelWay::kGpu, progress).run();
    if (report && report->compiled) return report;
    if (!report && report.error().code != ErrorCode::kUnavailable) return report;
    why = !report ? report.error().message
                  : fmt::format("it does not compile for the GPU: {}",
                                report->messages.empty() ? "" : report->messages[0].text);
  }
  auto report = KernelRun(request, KernelWay::kCpu, progress).run();
  if (report && !why.empty()) report->notes.push_back("It ran on the CPU: " + why);
  return report;
}

Result<KernelReport> run_kernel(const KernelRequest& request, Progress& progress,
                                const LogReceiver& receive) {
  return KernelRun(request, request.way, progress, receive).run();
}

}  // namespace sortscope
