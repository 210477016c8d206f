// kernel.cpp: `sortscope kernel`: what a CUDA file of a person's own does.
#include <fmt/format.h>

#include "app/command_line/command_line.h"
#include "app/command_line/kernel_bench.h"
#include "app/command_line/progress.h"
#include "app/command_line/run.h"
#include "app/command_line/say.h"
#include "app/engines/engines.h"
#include "core/base/output_file.h"
#include "core/keys/small_values.h"
#include "core/networks/formats/format.h"
#include "core/own_kernels/json.h"
#include "core/own_kernels/report.h"
#include "core/own_kernels/runtime_texts.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

constexpr std::string_view kUsualKernelKeys = "64";
constexpr int kNotRun = 2;  // exit codes
constexpr int kNotDecided = 3;

int print_start(const std::string& id) {
  const std::string_view text = own_kernel_text(fmt::format("starts/{}.cu", id));
  if (text.empty()) {
    std::string names;
    for (const EmbeddedText& t : own_kernel_texts()) {
      if (!t.name.starts_with("starts/")) continue;
      const std::string_view name = t.name.substr(7);
      names += fmt::format("{}{}", names.empty() ? "" : ", ", name.substr(0, name.rfind('.')));
    }
    return report_error({ErrorCode::kBadUsage, fmt::format("there is no start '{}'.", id),
                         fmt::format("There are {}.", names)});
  }
  print_text(text);
  return finish_output();
}

// As a network file where the ending says in which format, else as a recording. What it was called.
Result<std::string> write_network_of(const KernelReport& report, const RunRequest& asked,
                                     const OutputName& name, Job& job) {
  const std::string& out = name.path;
  std::string called;
  if (report.network == nullptr) {
    return Error{ErrorCode::kWorkFailed, "no comparators are known: nothing was written.", ""};
  }
  if (const NetworkFormat* format = network_format_of_path(out); format != nullptr) {
    const auto text = write_network(*report.network, *format);
    if (!text) return text.error();
    for (const std::string& note : text->notes) say("{}\n", note);
    if (Status status = write_output(name, text->text, &called); !status) return status.error();
    say_called(out, called);
    return called;
  }
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{report.network});
  request.keys = padded_keys(asked.keys, report.network->wires());
  request.input = "given";
  const auto engine = choose_engine("cpu");
  if (!engine) return engine.error();
  const auto recording = record(request, *engine->engine, false, &job.progress());
  if (!recording) return recording.error();
  if (Status status =
          write_recording(**recording, name, &job.progress(), RecordingForm::kWhole, &called);
      !status) {
    return status.error();
  }
  say_called(out, called);
  return called;
}

Result<KernelRequest> request_of(const KernelArguments& arguments, const RunRequest& run,
                                 Job& job) {
  KernelRequest request;
  request.path = arguments.file;
  auto text = read_text_file(arguments.file, kMostSourceBytes, &job.progress());
  if (!text) return text.error();
  request.text = std::move(*text);
  request.keys = small_values(run.keys);
  request.entry = arguments.entry;
  request.against = arguments.against;
  request.key_type = arguments.key_type;
  request.way = arguments.way == "gpu"   ? KernelWay::kGpu
                : arguments.way == "cpu" ? KernelWay::kCpu
                                         : KernelWay::kAuto;
  if (!arguments.memory.empty()) request.host_memory = arguments.memory == "host";
  request.wall_limit_s = arguments.limit_s;
  return request;
}

// What could not be run has an object of its own, so that a loop over files finds one for each.
int refuse(const KernelArguments& arguments, const Error& error) {
  (void)report_error(error);
  if (error.code == ErrorCode::kCancelled) return 1;
  if (arguments.json && !arguments.bench) {
    KernelReport none;
    none.path = arguments.file;
    none.messages = {{0, 0, true, error.text()}};
    print_json(kernel_json(none));
    if (const int failed = finish_output(); failed != 0) return failed;
  }
  return kNotRun;
}

}  // namespace

int run_kernel_command(const KernelArguments& arguments) {
  if (!arguments.start.empty()) return print_start(arguments.start);
  if (arguments.file.empty()) {
    return report_error({ErrorCode::kBadUsage, "a CUDA file is expected.",
                         "`sortscope kernel --new v0 > my_sort.cu` writes one to begin with."});
  }
  const OutputName out(arguments.out);  // what is made there while the kernel runs is kept
  Job job;
  RunArguments run = arguments.run;
  // --bench times other numbers of keys than those that can be followed.
  if (arguments.bench || (!run.n && !run.keys)) run.n = std::string(kUsualKernelKeys);
  if (run.keys && run.n) {
    return report_error({ErrorCode::kBadUsage, "--n is for generated keys, but --keys gives them.",
                         "Leave one of them out."});
  }
  const auto asked = read_run_request(run, true, &job.progress());
  if (!asked) return report_error(asked.error());
  const auto request = request_of(arguments, *asked, job);
  if (!request) return refuse(arguments, request.error());
  if (arguments.bench) return run_kernel_bench(arguments, *request, job);
  job.stage("Running " + arguments.file);
  const auto report = run_kernel(*request, job.progress());
  if (!report) return refuse(arguments, report.error());
  if (arguments.json) {
    print_json(kernel_json(*report));
  } else {
    print_text(kernel_text(*report));
  }
  if (const int failed = finish_output(); failed != 0) return failed;
  if (!report->compiled) return kNotRun;
  if (!arguments.out.empty()) {
    job.stage("Writing " + arguments.out);
    const auto called = write_network_of(*report, *asked, out, job);
    if (!called) return report_error(called.error());
    say("Wrote {}.\n", *called);
  }
  if (!report->good()) return 1;
  return report->undecided().empty() ? 0 : kNotDecided;
}

}  // namespace sortscope
