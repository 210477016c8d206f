// bench.cpp: `sortscope bench`: the benchmark lab without a window.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include "app/command_line/command_line.h"
#include "app/command_line/kernel_bench.h"
#include "app/command_line/progress.h"
#include "app/command_line/run.h"
#include "app/command_line/say.h"
#include "app/engines/lab_backends.h"
#include "app/surface/revision.h"
#include "core/base/host_name.h"
#include "core/base/output_file.h"
#include "core/lab/files.h"
#include "core/lab/limits.h"
#include "core/lab/listed.h"
#include "core/lab/presets.h"
#include "core/lab/text.h"
#include "core/networks/formats/format.h"
#include "core/own_kernels/timing/build.h"
#include "core/own_kernels/timing/lab.h"

namespace sortscope {

namespace {

std::vector<bool> switch_of(const std::string& text) {
  if (text == "both") return {false, true};
  return {text == "on"};
}

// The network of --network; null: none was named.
Result<std::shared_ptr<const ListedNetwork>> network_of(const BenchArguments& arguments) {
  if (arguments.network.empty()) return std::shared_ptr<const ListedNetwork>();
  auto read = read_network_file(arguments.network, nullptr);
  if (!read) return read.error();
  for (const std::string& note : read->notes) say("{}\n", note);
  return std::move(read->network);
}

// The network is measured where it is named, and only there.
Status add_network(const BenchArguments& arguments, const ListedNetwork* network,
                   LabRequest& request) {
  if (network != nullptr && !arguments.algorithms) {
    request.sorters = {std::string(kListedSorter), "std-sort"};
  }
  const bool asked = std::ranges::find(request.sorters, kListedSorter) != request.sorters.end();
  if (network == nullptr && asked) {
    return Error{ErrorCode::kBadUsage, "'listed' is a network from a file, and none is named.",
                 "Name it: --network FILE."};
  }
  if (network != nullptr && !asked) {
    return Error{ErrorCode::kBadUsage, "--network has no effect without 'listed'.",
                 "Add it: --algorithms listed,.."};
  }
  if (network != nullptr && !arguments.sizes) request.sizes = {network->wires()};
  return {};
}

// The CUDA file of --kernel, and what it sorts; none: none was named.
struct OwnFile {
  OwnVersions versions;
  OwnKeys keys;
};
Result<std::optional<OwnFile>> own_file_of(const BenchArguments& arguments) {
  if (arguments.kernel.empty() && arguments.before.empty()) return std::optional<OwnFile>();
  if (arguments.kernel.empty()) {
    return Error{ErrorCode::kBadUsage, "--before has no effect without --kernel.",
                 "Name the file as it is now: --kernel FILE.cu"};
  }
  const Progress progress;
  KernelRequest request;
  request.path = arguments.kernel;
  auto text = read_text_file(arguments.kernel, kMostSourceBytes, &progress);
  if (!text) return text.error();
  request.text = std::move(*text);
  auto keys = own_keys(request);
  // A file that says int where keys are is taken so where --type says it too.
  if (!keys && arguments.types) {
    const auto type = key_type_of(*arguments.types);
    if (type == KeyType::kInt32) request.key_type = "int";
    if (type == KeyType::kUint32) request.key_type = "unsigned";
    if (type == KeyType::kFloat32) request.key_type = "float";
    if (!request.key_type.empty()) keys = own_keys(request);
  }
  if (!keys) return keys.error();
  auto versions = versions_of(request, arguments.before, progress);
  if (!versions) return versions.error();
  return std::optional<OwnFile>({std::move(*versions), *keys});
}

// The kernel is measured where it is named, and only there.
Status add_kernel(const BenchArguments& arguments, const OwnFile* own, LabRequest& request) {
  if (own != nullptr && !arguments.algorithms) {
    const LabRequest usual =
        own_lab_request(own->keys.type, own->keys.host_memory, own->versions.before.has_value(),
                        {1U << 10, 1U << 14, 1U << 18, 1U << 20, 1U << 22});
    request.sorters = usual.sorters;
    if (!arguments.sizes) request.sizes = usual.sizes;
  }
  if (own != nullptr && !arguments.types) request.types = {own->keys.type};
  if (own != nullptr && own->keys.host_memory) request.transfers = true;
  const auto asked = [&](std::string_view id) {
    return std::ranges::find(request.sorters, id) != request.sorters.end();
  };
  const bool before = own != nullptr && own->versions.before.has_value();
  if ((asked(kOwnSorter) && own == nullptr) || (asked(kBeforeSorter) && !before)) {
    return Error{ErrorCode::kBadUsage, "'own' is a CUDA file, and none is named.",
                 "Name it: --kernel FILE.cu, and 'own-before': --before OLD.cu."};
  }
  if (own != nullptr && !asked(kOwnSorter)) {
    return Error{ErrorCode::kBadUsage, "--kernel has no effect without 'own'.",
                 "Add it: --algorithms own,.."};
  }
  return {};
}

Result<LabRequest> request_of(const BenchArguments& arguments, const ListedNetwork* network,
                              const OwnFile* own) {
  const auto preset = arguments.preset ? find_lab_preset(*arguments.preset)
                                       : Result<const LabPreset*>(&lab_presets().front());
  if (!preset) return preset.error();
  LabRequest request = (*preset)->request();
  request.preset = arguments.preset ? (*preset)->id : "";
  const auto take = [](const auto& text, auto parse, auto& value) -> Status {
    if (!text) return {};
    auto parsed = parse(*text);
    if (!parsed) return parsed.error();
    value = std::move(parsed.value());
    return {};
  };
  for (Status status : {take(arguments.algorithms, parse_lab_sorters, request.sorters),
                        take(arguments.sizes, parse_lab_sizes, request.sizes),
                        take(arguments.types, parse_lab_types, request.types),
                        take(arguments.inputs, parse_lab_inputs, request.inputs),
                        take(arguments.seed, parse_seed, request.seed)}) {
    if (!status) return status.error();
  }
  if (Status status = add_network(arguments, network, request); !status) return status.error();
  if (Status status = add_kernel(arguments, own, request); !status) return status.error();
  if (!arguments.pairs.empty()) request.pairs = switch_of(arguments.pairs);
  if (!arguments.recording.empty()) request.recording = switch_of(arguments.recording);
  request.transfers = request.transfers || arguments.transfers;
  request.warm = request.warm || arguments.warm;
  request.repetitions = arguments.repetitions.value_or(request.repetitions);
  request.budget_s = arguments.budget_s.value_or(request.budget_s);
  if (!arguments.ratio_to.empty()) {
    if (known_lab_sorter(arguments.ratio_to) == nullptr) {
      return find_lab_sorter(arguments.ratio_to).error();
    }
    if (std::find(request.sorters.begin(), request.sorters.end(), arguments.ratio_to) ==
        request.sorters.end()) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("--ratio-to {} is not among the algorithms that are measured.",
                               arguments.ratio_to),
                   fmt::format("Add it: --algorithms {},..", arguments.ratio_to)};
    }
  }
  return request;
}

std::string results_folder(const BenchArguments& arguments) {
  return arguments.results.empty() ? lab_results_folder() : arguments.results;
}

int list_choices(const std::string& folder) {
  const LabBackends backends = make_lab_backends();
  std::string text = "Algorithms (--algorithms)\n";
  for (const LabSorter& sorter : lab_sorters()) {
    text += fmt::format("  {:<21}  {}, {}. {}: {}\n", sorter.id,
                        sorter.place == LabPlace::kGpu ? "GPU" : "CPU",
                        sorter.peer ? "peer" : "ours", sorter.title, sorter.summary);
  }
  text +=
      fmt::format("  {:<21}  CPU, ours. A network from a file: --network FILE.\n", kListedSorter);
  text += fmt::format("  {:<21}  GPU, yours. A CUDA file: --kernel FILE.cu.\n", kOwnSorter);
  text +=
      fmt::format("  {:<21}  GPU, yours. Its earlier version: --before OLD.cu.\n", kBeforeSorter);
  if (!backends.has_gpu) {
    const auto none = backends.gpu->prepare({}, 1);
    text += fmt::format("  GPU: {}\n", none.error().message);
  }
  text += "\nPresets (--preset)\n";
  for (const LabPreset& preset : lab_presets()) {
    text += fmt::format("  {:<21}  {}: {}{}\n", preset.id, preset.title, preset.summary,
                        preset.source.empty() ? "" : fmt::format(" {}.", preset.source));
  }
  text += fmt::format("\nKept results in {}\n", folder.empty() ? "no folder" : folder);
  const std::vector<LabFile> files = lab_files(folder);
  for (const LabFile& file : files) {
    text += file.problem.empty()
                ? fmt::format("  {}  {} case{}, {}: {}\n", file.started_at, file.cases,
                              file.cases == 1 ? "" : "s", file.machine, file.path)
                : fmt::format("  damaged: {}\n", file.problem);
  }
  if (files.empty()) text += "  none\n";
  print_text(text);
  return finish_output();
}

// What to compare with; read before anything is measured.
Result<std::optional<LabResult>> earlier_result(const BenchArguments& arguments) {
  if (arguments.compare.empty()) return std::optional<LabResult>();
  std::string path = arguments.compare;
  if (path == "last") {
    path.clear();
    for (const LabFile& file : lab_files(results_folder(arguments))) {
      if (!file.problem.empty()) {
        say("sortscope: passed over: {}\n", file.problem);
      } else if (path.empty() && file.measured > 0) {
        path = file.path;
      }
    }
    if (path.empty()) {
      return Error{ErrorCode::kBadInput,
                   results_folder(arguments).empty()
                       ? "there is no result: HOME names no folder."
                       : fmt::format("there is no result in {}.", results_folder(arguments)),
                   "Measure once without --compare, or name a file."};
    }
  }
  auto result = read_lab_result(path);
  if (!result) return result.error();
  return std::optional<LabResult>(std::move(result.value()));
}

// Nothing is asked for that this machine could measure beside a kernel.
bool is_gpu_alone(const LabRequest& request) {
  return std::ranges::all_of(request.sorters, [](const std::string& id) {
    const LabSorter* const sorter = known_lab_sorter(id);
    return sorter != nullptr && sorter->place == LabPlace::kGpu;
  });
}

std::size_t measured(const LabResult& result) {
  return static_cast<std::size_t>(
      std::count_if(result.cells.begin(), result.cells.end(),
                    [](const LabCell& cell) { return cell.state == LabState::kMeasured; }));
}

// Every file that was asked for, whatever becomes of the others, then the table: its reader may be
// gone, which ends the program. Errors: the first.
Status hand_over(const LabResult& result, const std::optional<LabResult>& earlier,
                 const BenchArguments& arguments, const std::array<OutputName, 3>& files) {
  Status first;
  if (!arguments.no_keep && results_folder(arguments).empty()) {
    say("sortscope: not kept: HOME names no folder; --results DIR names one.\n");
  } else if (!arguments.no_keep && measured(result) > 0) {
    const auto kept = keep_lab_result(result, results_folder(arguments));
    if (kept) {
      say("sortscope: kept as {}\n", *kept);
    } else {
      first = kept.error();
    }
  }
  constexpr std::array kTexts{lab_json, lab_csv, google_benchmark_json};
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].path.empty()) continue;
    std::string called;
    if (Status status = write_output(files[i], kTexts[i](result), &called); status) {
      say_called(files[i].path, called);
    } else if (first) {
      first = status;
    }
  }
  print_text(lab_tables(result, arguments.ratio_to));
  if (earlier) print_text(comparison_text(compare_lab_results(*earlier, result), *earlier));
  return first;
}

}  // namespace

int run_bench_command(const BenchArguments& arguments) {
  const std::array<OutputName, 3> files{arguments.json, arguments.csv, arguments.gbench};
  if (arguments.list) return list_choices(results_folder(arguments));
  const auto network = network_of(arguments);
  if (!network) return report_error(network.error());
  auto own = own_file_of(arguments);
  if (!own) return report_error(own.error());
  const auto request = request_of(arguments, network->get(), *own ? &**own : nullptr);
  if (!request) return report_error(request.error());
  if (*own && is_gpu_alone(*request)) {
    if (const Status possible = timing_possible(); !possible) {
      (void)report_error(possible.error());
      return kNotTimed;
    }
  }

  const auto earlier = earlier_result(arguments);
  if (!earlier) return report_error(earlier.error());
  const std::size_t cases = lab_cases(*request).size();
  if (Status status = check_lab_cases(cases); !status) return report_error(status.error());
  if (cases > 0) {
    if (const std::string note = lab_limit_note(cases, request->repetitions); !note.empty()) {
      say("sortscope: {}\n", note);
    }
  }
  // Other work on the machine shows in CPU times.
  if (std::string busy = busy_note(); !busy.empty()) {
    busy[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(busy[0])));
    say("sortscope: {}\n", busy);
  }

  LabControl control;
  std::optional<Job> job(std::in_place, control.progress);
  job->stage("Measuring");
  job->keep_what_there_is();
  const LabBackends backends = make_lab_backends(&control.progress, *network);
  control.before_sample = [&job](const LabCase& what, double) {
    job->rename(fmt::format("Measuring {}, {} keys", lab_series_text(what), lab_size_text(what.n)));
  };
  std::unique_ptr<OwnLab> own_lab;
  if (*own) {
    job->stage("Compiling " + arguments.kernel);
    auto made = make_own_lab(std::move((*own)->versions), control.progress);
    if (!made) return report_error(made.error());
    own_lab = std::move(*made);
    say_messages(*own_lab, arguments.kernel, arguments.before);
    job->stage("Measuring");
  }
  LabResult start;
  start.revision = kRevision;
  start.host = host_name();
  start.arguments = arguments.as_typed;
  std::shared_ptr<const LabResult> result;
  std::vector<LabBackend*> all = backends.all();
  if (own_lab) all.insert(all.begin(), own_lab.get());
  const Status status =
      run_lab(all, *request, &start, control,
              [&](std::shared_ptr<const LabResult> grown) { result = std::move(grown); });
  control.before_sample = nullptr;
  job.reset();  // its line is taken off before the table is written
  if (!result) return report_error(status.error());
  if (const Status done = hand_over(*result, *earlier, arguments, files); !done) {
    return report_error(done.error());
  }
  if (!status) return report_error(status.error());
  const auto any = [&](LabState state) {
    return std::any_of(result->cells.begin(), result->cells.end(),
                       [state](const LabCell& cell) { return cell.state == state; });
  };
  if (const int written = finish_output(); written != 0) return written;
  if (any(LabState::kFailed) || !result->complete) return 1;
  if (any(LabState::kMeasured)) return 0;
  return report_error({ErrorCode::kUnavailable, "nothing of this can be measured here.",
                       "`sortscope bench --list` says what there is."});
}

}  // namespace sortscope
