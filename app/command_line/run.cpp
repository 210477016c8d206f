// run.cpp: keys from options, files and generators; running them on an engine.
#include "app/command_line/run.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "app/engines/engines.h"
#include "app/state/command_arguments.h"
#include "core/algorithms/schedules.h"
#include "core/keys/inputs.h"
#include "core/networks/formats/format.h"
#include "core/recordings/file.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

constexpr std::uint64_t kLargeBytes = 1'000'000'000;

Error bad_usage(std::string message, std::string hint = "") {
  return Error{ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

Result<std::uint64_t> parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, seed);
  if (read.ec == std::errc{} && read.ptr == end) return seed;
  return bad_usage(fmt::format("--seed '{}' is not a whole number from 0 to 2^64 - 1.", text));
}

// Sets the parameters of `aks`; other algorithms have none.
Status read_parameters(const RunArguments& run, const Algorithm& algorithm, AksParameters& aks) {
  for (const std::string& parameter : run.parameters) {
    const std::size_t equals = parameter.find('=');
    if (equals == std::string::npos || equals == 0) {
      return bad_usage(fmt::format("--param '{}' is not NAME=VALUE.", parameter));
    }
    if (algorithm.family == Family::kAks) {
      const std::string_view text = parameter;
      if (Status set = set_parameter(aks, text.substr(0, equals), text.substr(equals + 1)); !set) {
        return set;
      }
      continue;
    }
    return bad_usage(fmt::format("algorithm '{}' has no parameter '{}'.", algorithm.id,
                                 parameter.substr(0, equals)),
                     "It has no parameters.");
  }
  if (algorithm.family != Family::kAks) return {};
  const auto all = resolved(aks);
  return all ? Status() : Status(all.error());
}

// Exactly one source of keys: typed, a file, or generated.
Status check_one_source(const RunArguments& run) {
  const bool file = !run.file.empty();
  if (file && run.keys) return bad_usage("a file and --keys both give keys.", "Give one of them.");
  for (const auto& [option, given] :
       {std::pair{"--n", run.n.has_value()}, std::pair{"--input", run.input.has_value()},
        std::pair{"--seed", run.seed.has_value()}}) {
    if (given && (file || run.keys)) {
      return bad_usage(fmt::format("{} is for generated keys, but {} gives the keys.", option,
                                   file ? fmt::format("'{}'", run.file) : "--keys"),
                       "Leave one of them out.");
    }
  }
  return {};
}

// The network of --network, or of a file that is one, becomes the algorithm.
Status read_network(const RunArguments& run, RunRequest& request, bool& file_is_network) {
  file_is_network = !run.network && !run.file.empty() && run.file != "-" &&
                    !names_recording(run.file) && looks_like_network(run.file);
  if (!run.network && !file_is_network) return {};
  const std::string& source = file_is_network ? run.file : *run.network;
  if (run.algorithm && *run.algorithm != kListed.id) {
    return bad_usage(fmt::format("--algorithm {} has a network of its own, but {} gives another.",
                                 *run.algorithm, file_is_network ? source : "--network"),
                     "Leave one of them out.");
  }
  // "[(0,1)]" is no file that anyone has.
  const bool text = !file_is_network && (source.starts_with("[(") || source.starts_with("(") ||
                                         source.starts_with("[[") || source.starts_with("{"));
  auto network = text ? parse_network(source, "--network", nullptr, "Your network")
                      : read_network_file(source);
  if (!network) return network.error();
  if (file_is_network) {
    fmt::print(stderr, "Taken for a network of {} wires ({}): {}.\n", network->network->wires(),
               network->format->title, source);
  }
  for (const std::string& note : network->notes) fmt::print(stderr, "{}\n", note);
  request.algorithm = kListed.id;
  request.listed = network->network;
  return {};
}

// Says the size of a large run before it begins. Errors: those of check_memory().
Status announce_size(const Algorithm& algorithm, std::uint32_t n, KeyType type,
                     const AksParameters& aks, bool keyframes_only) {
  const RecordingSize size = recording_size(algorithm, n, bits_of(type), aks, keyframes_only);
  if (size.total_bytes < kLargeBytes) return {};
  fmt::print(stderr, "This run takes about {} of memory, {} of it outcome bits.\n",
             bytes_text(size.total_bytes), bytes_text(size.bit_bytes));
  return check_memory(algorithm, n, bits_of(type), available_memory_bytes(), aks, keyframes_only);
}

}  // namespace

std::string given_run_option(const RunArguments& run) {
  if (run.algorithm) return "--algorithm";
  if (run.network) return "--network";
  if (run.keys) return "--keys";
  if (run.n) return "--n";
  if (run.input) return "--input";
  if (run.seed) return "--seed";
  if (run.type) return "--type";
  if (run.descending) return "--descending";
  if (run.any_input) return "--any-input";
  if (run.keyframes_only) return "--keyframes";
  if (!run.parameters.empty()) return "--param";
  if (run.kernel) return "--kernel";
  if (run.engine) return "--engine";
  return "";
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < std::size(kUnits)) {
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, kUnits[unit]);
}

bool names_recording(const std::string& file) {
  return file.ends_with(".h5") || file.ends_with(".hdf5") ||
         (file != "-" && looks_like_recording(file));
}

Result<RunRequest> read_run_request(const RunArguments& run, bool keys_needed, Progress* progress) {
  RunRequest request;
  if (run.algorithm) request.algorithm = *run.algorithm;
  bool file_is_network = false;
  if (Status status = read_network(run, request, file_is_network); !status) return status.error();
  if (file_is_network) {
    RunArguments rest = run;
    rest.network = run.file;
    rest.file.clear();
    return read_run_request(rest, keys_needed, progress);
  }
  const auto algorithm = find_algorithm(request.algorithm);
  if (!algorithm) return algorithm.error();
  if (Status status = read_parameters(run, **algorithm, request.aks); !status) {
    return status.error();
  }
  if (Status status = check_one_source(run); !status) return status.error();
  std::optional<KeyType> type;
  if (run.type) {
    type = key_type_of(*run.type);
    if (!type) {
      return bad_usage(fmt::format("there is no key type '{}'.", *run.type),
                       "Choose one of: int32, uint32, int64, uint64, float32, float64.");
    }
  }
  request.order = run.descending ? Order::kDescending : Order::kAscending;
  request.any_input = run.any_input;
  request.keyframes_only = run.keyframes_only;
  if (run.keyframes_only && (*algorithm)->family != Family::kAks) {
    return bad_usage(
        fmt::format("'{}' has no keyframes to keep instead of outcome bits.", (*algorithm)->id),
        "--keyframes is for --algorithm aks.");
  }
  request.kernel = run.kernel.value_or("");
  if (run.keys) {
    auto keys = read_numbers(*run.keys, "--keys", type, (*algorithm)->max_keys);
    if (!keys) return keys.error();
    request.keys = std::move(*keys);
    return request;
  }
  if (!run.file.empty()) {
    auto keys = read_number_file(run.file, type, (*algorithm)->max_keys, progress);
    if (!keys) return keys.error();
    request.keys = std::move(*keys);
    if (Status status = announce_size(**algorithm, static_cast<std::uint32_t>(request.keys.size()),
                                      request.keys.type, request.aks, request.keyframes_only);
        !status) {
      return status.error();
    }
    request.source = run.file == "-" ? "standard input" : run.file;
    return request;
  }
  if (!keys_needed && !run.n && !run.input && !run.seed && !run.algorithm && !run.type &&
      !run.network) {
    return request;
  }
  std::uint32_t n = request.listed ? request.listed->wires() : kUsualKeys;
  if (run.n) {
    const auto count = parse_count("--n", *run.n);
    if (!count) return count.error();
    n = *count;
  }
  if (n > (*algorithm)->max_keys) {
    return bad_usage(fmt::format("algorithm '{}' takes at most {} keys, not {}.", (*algorithm)->id,
                                 (*algorithm)->max_keys, n));
  }
  request.seed = kUsualSeed;
  if (run.seed) {
    const auto seed = parse_seed(*run.seed);
    if (!seed) return seed.error();
    request.seed = *seed;
  }
  request.input = run.input.value_or(std::string(usual_input(**algorithm)));
  const KeyType key_type = type.value_or(kUsualType);
  if (Status status = announce_size(**algorithm, n, key_type, request.aks, request.keyframes_only);
      !status)
    return status.error();
  if (Status status = generate_run_keys(request, **algorithm, key_type, n); !status) {
    return status.error();
  }
  return request;
}

Result<std::shared_ptr<const Recording>> make_recording(const RunArguments& run, Job& job) {
  job.stage("Reading the keys");
  auto request = read_run_request(run, true, &job.progress());
  if (!request) return request.error();
  const auto engine = choose_engine(run.engine.value_or("auto"));
  if (!engine) return engine.error();
  if (job.progress().cancelled()) return Error{ErrorCode::kCancelled, "stopped.", ""};
  job.stage("Recording");
  return record(*request, *engine->engine, run.pairs, &job.progress());
}

Result<std::shared_ptr<const Recording>> open_or_make_recording(const RunArguments& run, Job& job) {
  if (run.file.empty() || !names_recording(run.file)) return make_recording(run, job);
  if (const std::string option = given_run_option(run); !option.empty()) {
    return bad_usage(fmt::format("'{}' is a recording of a finished run: {} has no effect on it.",
                                 run.file, option),
                     fmt::format("Leave {} out, or leave the recording out.", option));
  }
  job.stage("Reading " + run.file);
  return read_recording(run.file, &job.progress());
}

}  // namespace sortscope
