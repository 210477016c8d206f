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

// As a network file where the ending says in which format, else as a recording; `called` so.
Status write_network_of(const KernelReport& report, const RunRequest& asked, const OutputName& name,
                        std::string& called, Job& job) {
  const std::string& out = name.path;
  if (report.network == nullptr) {
    return Error{ErrorCode::kWorkFailed, "no comparators are known: nothing was written.", ""};
  }
  if (const NetworkFormat* format = network_format_of_path(out); format != nullptr) {
    const auto text = write_network(*report.network, *format);
    if (!text) return text.error();
    for (const std::string& note : text->notes) say("{}\n", note);
    return write_output(name, text->text, &called);
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
  return write_recording(**recording, name, &job.progress(), RecordingForm::kWhole, &called);
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
  Job job;
  const OutputName out(arguments.out);
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
  if (!out.path.empty()) {
    job.stage("Writing " + out.path);
    std::string called;
    if (const Status written = write_network_of(*report, *asked, out, called, job); !written) {
      return report_error(written.error());
    }
    say_called(out.path, called);
    say("Wrote {}.\n", called);
  }
  if (!report->good()) return 1;
  return report->undecided().empty() ? 0 : kNotDecided;
}

}  // namespace sortscope
