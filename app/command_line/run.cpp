// run.cpp: keys from options, files and generators; running them on an engine.
#include "app/command_line/run.h"
#include "app/command_line/say.h"
#include "core/base/output_file.h"

#include <fmt/format.h>

#include <limits>

#include "app/engines/engines.h"
#include "app/state/command_arguments.h"
#include "core/algorithms/schedules.h"
#include "core/base/number_text.h"
#include "core/base/parse_number.h"
#include "core/keys/inputs.h"
#include "core/networks/formats/format.h"
#include "core/networks/wording.h"
#include "core/recordings/families.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

constexpr std::uint64_t kLargeBytes = 1'000'000'000;

Error bad_usage(std::string message, std::string hint = "") {
  return Error{ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

// Sets the parameters of the algorithm's family.
Status read_parameters(const RunArguments& run, const Algorithm& algorithm,
                       RunParameters& parameters) {
  const NamedParameters* named = family_of(algorithm).parameters;
  for (const std::string& parameter : run.parameters) {
    const std::size_t equals = parameter.find('=');
    if (equals == std::string::npos || equals == 0) {
      return bad_usage(fmt::format("--param '{}' is not NAME=VALUE.", parameter));
    }
    if (named != nullptr) {
      const std::string_view text = parameter;
      if (Status set = named->set(parameters, text.substr(0, equals), text.substr(equals + 1));
          !set) {
        return set;
      }
      continue;
    }
    return bad_usage(fmt::format("algorithm '{}' has no parameter '{}'.", algorithm.id,
                                 parameter.substr(0, equals)),
                     "It has no parameters.");
  }
  return named != nullptr ? named->check(parameters) : Status();
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

}  // namespace

// "[(0,1)]" is no file that anyone has.
bool is_network_text(const std::string& source) {
  return source.starts_with("[(") || source.starts_with("(") || source.starts_with("[[") ||
         source.starts_with("{");
}

namespace {

// The network of --network, or of a file that is one, becomes the algorithm.
Status read_network(const RunArguments& run, RunRequest& request, bool& file_is_network,
                    const Progress* progress) {
  file_is_network = !run.network && !run.file.empty() && run.file != "-" &&
                    !names_recording(run.file) && looks_like_network(run.file);
  if (!run.network && !file_is_network) return {};
  const std::string& source = file_is_network ? run.file : *run.network;
  if (run.algorithm && *run.algorithm != kListed.id) {
    return bad_usage(fmt::format("--algorithm {} has a network of its own, but {} gives another.",
                                 *run.algorithm, file_is_network ? source : "--network"),
                     "Leave one of them out.");
  }
  const bool text = !file_is_network && is_network_text(source);
  auto network = text ? parse_network(source, "--network", nullptr, "Your network")
                      : read_network_file(source, nullptr, progress);
  if (!network) return network.error();
  if (file_is_network) {
    say("Taken for a network of {} ({}): {}.\n", counted(network->network->wires(), "wire"),
        network->format->title, source);
  }
  for (const std::string& note : network->notes) say("{}\n", note);
  request.algorithm = kListed.id;
  request.parameters.set(ListedChoice{network->network});
  return {};
}

// Chooses keyframes where all outcome bits do not fit and are not needed at once, and says the size
// of a large run before it begins. Errors: those of check_memory().
Status announce_size(const Algorithm& algorithm, std::uint32_t n, KeyType type, bool needs_all_bits,
                     RunRequest& request) {
  if (!needs_all_bits) {
    const std::string kept =
        choose_keyframes(request, algorithm, n, bits_of(type), available_memory_bytes());
    if (!kept.empty()) say("This run is {}.\n", kept);
  }
  const RecordingSize size = recording_size(algorithm, n, bits_of(type), request);
  if (size.total_bytes < kLargeBytes) return {};
  say("This run takes about {} of memory, {} of it outcome bits.\n", bytes_text(size.total_bytes),
      bytes_text(size.bit_bytes));
  return check_memory(algorithm, n, bits_of(type), available_memory_bytes(), request);
}

void say_exactness(const std::string& source, const Keys& keys) {
  const std::string note = exactness_note(keys);
  if (!note.empty()) say("{}: {}\n", source, note);
}

}  // namespace

Result<std::uint64_t> parse_seed(const std::string& text) {
  if (const auto seed = parse_whole(text)) return *seed;
  return bad_usage(fmt::format("--seed '{}' is not a whole number from 0 to 2^64 - 1.", text));
}

Result<PixelSize> parse_size(const std::string& text) {
  constexpr int kMost = std::numeric_limits<int>::max();
  std::string_view rest = text;
  const auto width = take_whole(rest, kMost);
  if (width && (rest.starts_with('x') || rest.starts_with('X'))) {
    const auto height = parse_whole(rest.substr(1), kMost);
    if (height && *width > 0 && *height > 0) {
      return PixelSize{static_cast<int>(*width), static_cast<int>(*height)};
    }
  }
  return Error{ErrorCode::kBadUsage, fmt::format("--size '{}' is not a size.", text),
               "Give width and height in pixels: --size 1280x720."};
}

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

bool names_recording(const std::string& file) {
  return file.ends_with(".h5") || file.ends_with(".hdf5") ||
         (file != "-" && looks_like_recording(file));
}

Result<RunRequest> read_run_request(const RunArguments& run, bool keys_needed, Progress* progress) {
  RunRequest request;
  if (run.algorithm) request.algorithm = *run.algorithm;
  bool file_is_network = false;
  if (Status status = read_network(run, request, file_is_network, progress); !status) {
    return status.error();
  }
  if (file_is_network) {
    RunArguments rest = run;
    rest.network = run.file;
    rest.file.clear();
    return read_run_request(rest, keys_needed, progress);
  }
  const auto algorithm = find_algorithm(request.algorithm);
  if (!algorithm) return algorithm.error();
  if (Status status = read_parameters(run, **algorithm, request.parameters); !status) {
    return status.error();
  }
  if (Status status = check_one_source(run); !status) return status.error();
  std::optional<KeyType> type;
  if (run.type) {
    const auto named = find_key_type(*run.type);
    if (!named) return named.error();
    type = *named;
  }
  request.order = run.descending ? Order::kDescending : Order::kAscending;
  request.any_input = run.any_input;
  request.keyframes_only = run.keyframes_only;
  if (const FamilyRow& family = family_of(**algorithm);
      run.keyframes_only && !family.keyframes_for_bits()) {
    return bad_usage(fmt::format("'{}' keeps no keyframes instead of outcome bits: {}.",
                                 (*algorithm)->id, family.why_no_keyframes),
                     "Leave --keyframes out.");
  } else if (run.keyframes_only && run.needs_all_bits && !family.stored_keyframes) {
    return bad_usage(
        "a file of outcome bits needs all of them at once, and --keyframes keeps none.",
        "Add --compact: the file keeps what makes the run again.");
  }
  request.kernel = run.kernel.value_or("");
  if (run.keys) {
    auto keys = read_numbers(*run.keys, "--keys", type, (*algorithm)->max_keys);
    if (!keys) return keys.error();
    say_exactness("--keys", *keys);
    request.keys = std::move(*keys);
    return request;
  }
  if (!run.file.empty()) {
    auto keys = read_number_file(run.file, type, (*algorithm)->max_keys, progress);
    if (!keys) return keys.error();
    say_exactness(run.file == "-" ? "standard input" : run.file, *keys);
    request.keys = std::move(*keys);
    if (Status status = announce_size(**algorithm, static_cast<std::uint32_t>(request.keys.size()),
                                      request.keys.type, run.needs_all_bits, request);
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
  const auto& listed = request.parameters.of<ListedChoice>().network;
  std::uint32_t n = listed ? listed->wires() : kUsualKeys;
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
  if (const auto kind = find_input_kind(request.input)) request.input = (*kind)->id;
  const KeyType key_type = type.value_or(kUsualType);
  if (Status status = announce_size(**algorithm, n, key_type, run.needs_all_bits, request);
      !status) {
    return status.error();
  }
  if (Status status = generate_run_keys(request, **algorithm, key_type, n, progress); !status) {
    return status.error();
  }
  return request;
}

namespace {

// Has `record_on` run what `run` asks for.
template <typename RecordOn>
Result<std::shared_ptr<const Recording>> prepare_and_record(const RunArguments& run, Job& job,
                                                            const RecordOn& record_on) {
  job.stage("Preparing");
  auto request = read_run_request(run, true, &job.progress());
  if (!request) return request.error();
  const auto engine = choose_engine(run.engine.value_or("auto"));
  if (!engine) return engine.error();
  if (job.progress().cancelled()) return Error{ErrorCode::kCancelled, "stopped.", ""};
  job.stage("Recording");
  return record_on(*request, *engine->engine);
}

}  // namespace

Result<std::shared_ptr<const Recording>> make_recording(const RunArguments& run, Job& job) {
  return prepare_and_record(run, job, [&](const RunRequest& request, Engine& engine) {
    return record(request, engine, run.pairs, &job.progress());
  });
}

Result<std::shared_ptr<const Recording>> make_recording_file(const RunArguments& run,
                                                             const std::string& out,
                                                             RecordingForm form, Job& job,
                                                             std::string& called) {
  const OutputName name(out);
  return prepare_and_record(run, job, [&](const RunRequest& request, Engine& engine) {
    return record_into_file(request, engine, run.pairs, name, &job.progress(), form, &called);
  });
}

Result<std::shared_ptr<const Recording>> open_or_make_recording(const RunArguments& run, Job& job) {
  if (run.file.empty() || !names_recording(run.file)) return make_recording(run, job);
  if (const std::string option = given_run_option(run); !option.empty()) {
    return bad_usage(fmt::format("'{}' is a recording of a finished run: {} has no effect on it.",
                                 run.file, option),
                     fmt::format("Leave {} out, or leave the recording out.", option));
  }
  job.stage("Reading " + run.file);
  auto read = read_recording(run.file, &job.progress());
  if (read && !(*read)->doubt.empty()) say("{}: {}.\n", run.file, (*read)->doubt);
  return read;
}

}  // namespace sortscope
