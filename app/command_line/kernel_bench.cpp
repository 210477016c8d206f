// kernel_bench.cpp: `sortscope kernel --bench`: a file of a person's own timed beside our kernels,
// CUB and Thrust.
#include "app/command_line/kernel_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/command_line/command_line.h"
#include "app/command_line/say.h"
#include "app/engines/lab_backends.h"
#include "core/lab/cancel_relay.h"
#include "core/lab/lab.h"
#include "core/lab/listed.h"
#include "core/lab/text.h"
#include "core/networks/formats/format.h"
#include "core/own_kernels/timing/build.h"
#include "core/own_kernels/timing/lab.h"
#include "core/own_kernels/timing/text.h"

namespace sortscope {

namespace {

constexpr std::string_view kUsualSizes = "2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24";

void say_messages(const std::string& file, const OwnLab::Built& built) {
  for (const CompilerMessage& m : built.messages) {
    say("{}:{}: {}: {}\n", file, m.line, m.error ? "error" : "warning", m.text);
  }
}

// Of its cases alone: the others are there for comparison.
bool all_measured(const LabResult& result) {
  return std::ranges::all_of(result.cells, [](const LabCell& cell) {
    return cell.what.sorter != kOwnSorter || cell.state == LabState::kMeasured;
  });
}

}  // namespace

Result<OwnVersions> versions_of(const KernelRequest& now, const std::string& before,
                                const Progress& progress) {
  OwnVersions versions;
  versions.now = now;
  versions.title = std::filesystem::path(now.path).filename().string();
  if (before.empty()) return versions;
  auto text = read_text_file(before, kMostSourceBytes, &progress);
  if (!text) return text.error();
  versions.before = now;
  versions.before->path = before;
  versions.before->text = std::move(*text);
  return versions;
}

void say_messages(const OwnLab& lab, const std::string& now, const std::string& before) {
  say_messages(now, lab.now());
  if (lab.before() != nullptr) say_messages(before, *lab.before());
}

int run_kernel_bench(const KernelArguments& arguments, const KernelRequest& request, Job& job) {
  const std::string sizes_text = !arguments.sizes.empty()
                                     ? arguments.sizes
                                     : arguments.run.n.value_or(std::string(kUsualSizes));
  const auto sizes = parse_lab_sizes(sizes_text);
  if (!sizes) return report_error(sizes.error());
  const auto keys = own_keys(request);
  if (!keys) {
    (void)report_error(keys.error());
    return kNotTimed;
  }
  auto versions = versions_of(request, arguments.before, job.progress());
  if (!versions) return report_error(versions.error());
  job.stage("Compiling " + arguments.file);
  const auto own = make_own_lab(std::move(*versions), job.progress());
  if (!own) return report_error(own.error());
  say_messages(**own, arguments.file, arguments.before);
  if (const Status& problem = (*own)->now().problem; !problem) {
    if (problem.error().code != ErrorCode::kBadInput) (void)report_error(problem.error());
    if (arguments.json) print_json(own_timing_json({}, (*own)->now(), keys->host_memory));
    return kNotTimed;
  }
  job.stage("Measuring");
  const LabRequest asked =
      own_lab_request(keys->type, keys->host_memory, (*own)->before() != nullptr, *sizes);
  LabControl control;
  const CancelRelay relay(&job.progress(), control.progress);
  const LabBackends backends = make_lab_backends(&job.progress());
  std::vector<LabBackend*> all = backends.all();
  all.insert(all.begin(), own->get());
  std::shared_ptr<const LabResult> result;
  const Status measured =
      run_lab(all, asked, nullptr, control,
              [&](std::shared_ptr<const LabResult> grown) { result = std::move(grown); });
  if (!result || (!measured && measured.error().code == ErrorCode::kCancelled)) {
    return report_error(measured.error());
  }
  if (arguments.json) {
    print_json(own_timing_json(*result, (*own)->now(), keys->host_memory));
  } else {
    print_text(own_timing_text(*result, keys->host_memory));
  }
  if (const int done = finish_output(); done != 0) return done;
  return measured && all_measured(*result) ? 0 : 1;
}

}  // namespace sortscope
