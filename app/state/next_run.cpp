// next_run.cpp: what the next recording will be, from the choices.
#include "app/state/next_run.h"

#include <fmt/format.h>

#include <bit>

#include "app/engines/engines.h"
#include "app/state/command_arguments.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/trust.h"
#include "core/algorithms/run_title.h"
#include "core/algorithms/schedules.h"
#include "core/base/number_text.h"
#include "core/base/parse_number.h"
#include "core/keys/inputs.h"
#include "core/networks/aks/parameters.h"
#include "core/networks/lists/listed_network.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

std::shared_ptr<const Keys> keys_of(std::shared_ptr<const Recording> recording) {
  const Keys* keys = &recording->request.keys;
  return {std::move(recording), keys};
}

std::uint32_t next_run_keys(const NextRun& next) {
  const auto& listed = next.run.parameters.of<ListedChoice>().network;
  if (next.run.algorithm == kListed.id && listed && next.run.input != "given") {
    return listed->wires();
  }
  return next.run.input == "given" ? static_cast<std::uint32_t>(next.keys().size()) : next.run_keys;
}

Result<PlannedRun> plan_keys(RunRequest request, const Algorithm& algorithm, KeyType type,
                             std::uint32_t n) {
  if (Status status = check_generation(request.input, n, algorithm); !status) {
    return status.error();
  }
  request.source.clear();
  request.keys = make_keys(type, 0);
  PlannedRun planned(std::move(request));
  planned.keys_to_make = n;
  return planned;
}

Status make_planned_keys(PlannedRun& run, Progress* progress) {
  if (run.kept != nullptr) run.request.keys = *std::exchange(run.kept, nullptr);
  if (run.keys_to_make == 0) return {};
  const auto algorithm = find_algorithm(run.request.algorithm);
  if (!algorithm) return algorithm.error();
  Status made = generate_run_keys(run.request, **algorithm, run.request.keys.type, run.keys_to_make,
                                  progress);
  if (made) run.keys_to_make = 0;
  return made;
}

Result<PlannedRun> next_run(const NextRun& next, const LineSource& source) {
  const auto algorithm = find_algorithm(next.run.algorithm);
  if (!algorithm) return algorithm.error();
  const std::uint32_t n = next_run_keys(next);
  if (n < 1 || n > (*algorithm)->max_keys) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} takes 1 to {} keys, not {}.", (*algorithm)->title,
                             count_text((*algorithm)->max_keys), count_text(n)),
                 ""};
  }
  if (Status status = check_file_keys(source, n); !status) return status.error();
  if (next.run.input == "given") {
    const bool others = next.run.keys.size() > 0;
    return others ? PlannedRun(next.run) : PlannedRun(next.run, next.shown_keys);
  }
  return plan_keys(next.run, **algorithm, next.run_type, n);
}

std::vector<std::string_view> next_run_kernels(const NextRun& next) {
  std::vector<std::string_view> ids = {""};
  const auto choice = choose_engine(next.engine_id);
  const auto algorithm = find_algorithm(next.run.algorithm);
  if (!choice || !algorithm) return ids;
  const std::uint32_t wires = wires_for(**algorithm, std::max(next_run_keys(next), 1U));
  for (const Kernel& kernel : choice->engine->kernels()) {
    if (!runs(kernel, **algorithm)) continue;
    if (kernel.max_wires > 0 && wires > kernel.max_wires) continue;
    ids.push_back(kernel.id);
  }
  return ids;
}

std::string next_run_title(const NextRun& next) {
  const auto algorithm = find_algorithm(next.run.algorithm);
  if (!algorithm) return next.run.algorithm;
  const auto& listed = next.run.parameters.of<ListedChoice>().network;
  const bool from_list = (*algorithm)->family == Family::kListed && listed;
  const bool planted =
      (*algorithm)->family == Family::kAks && next.run.parameters.of<AksParameters>().planted > 0;
  return run_title(**algorithm, from_list ? std::string_view(listed->name()) : "", planted);
}

std::string next_run_text(const NextRun& next) {
  std::string text = next_run_title(next);
  const std::uint32_t n = next_run_keys(next);
  text += fmt::format(" · {} {}", count_text(n), n == 1 ? "key" : "keys");
  if (next.run.input == "given") return text + " · own keys";
  const auto kind = find_input_kind(next.run.input);
  text += fmt::format(" · {}", kind ? std::string((*kind)->title) : next.run.input);
  if (kind && (*kind)->uses_seed) text += fmt::format(" · seed {}", next.run.seed);
  return text;
}

namespace {

// "keys:1:5: 'abc' is not a number." is about a file; what was typed has characters.
Error in_a_field(Error error) {
  constexpr std::string_view kFirstLine = "keys:1:";
  const std::size_t end = error.message.find(": ");
  if (!error.message.starts_with(kFirstLine) || end == std::string::npos) return error;
  error.message = fmt::format("your keys, character {}{}",
                              error.message.substr(kFirstLine.size(), end - kFirstLine.size()),
                              error.message.substr(end));
  return error;
}

}  // namespace

void say_exactness(Notices& notices, const Keys& keys) {
  const std::string note = exactness_note(keys);
  if (note.empty()) return;
  notices.notify(note);
  notices.of_run(kComingRun);
}

Status set_own_keys(NextRun& next, Notices& notices, std::string_view text,
                    std::optional<KeyType> type) {
  const auto algorithm = find_algorithm(next.run.algorithm);
  if (!algorithm) return algorithm.error();
  auto keys = read_numbers(text, "keys", type, (*algorithm)->max_keys);
  if (!keys) return in_a_field(keys.error());
  say_exactness(notices, *keys);
  next.run_type = keys->type;
  next.run.keys = std::move(*keys);
  next.run.input = "given";
  next.run.source.clear();
  return {};
}

Status set_key_type(NextRun& next, Notices& notices, KeyType type) {
  if (next.run.input == "given") {
    Keys converted = make_keys(type, next.keys().size());
    for (std::size_t i = 0; i < converted.size(); ++i) {
      const std::string text = next.keys().text(i);
      const auto key = parse_key(type, text);
      if (!key) return key.error();
      if (!keeps_number(type, text, *key)) ++converted.inexact;
      converted.raw.set(i, *key);
    }
    say_exactness(notices, converted);
    next.run.keys = std::move(converted);
  }
  next.run_type = type;
  return {};
}

Status set_algorithm(NextRun& next, std::string_view id) {
  const auto algorithm = find_algorithm(id);
  if (!algorithm) return algorithm.error();
  next.run.algorithm = id;
  if ((*algorithm)->needs_bitonic_input && next.run.input != "given") {
    next.run.input = usual_input(**algorithm);
  }
  // Kernels belong to some schedules only: the engine chooses again.
  next.run.kernel.clear();
  return {};
}

std::uint32_t keys_without_padding(const Algorithm& algorithm, std::uint32_t n) {
  constexpr std::uint32_t kFewWires = 64;
  const std::uint32_t wires = wires_for(algorithm, n);
  return wires <= kFewWires || wires / 3 < n ? n : wires;
}

std::string count_text(std::uint64_t count) {
  if (count >= 65536 && std::has_single_bit(count)) {
    return fmt::format("2^{}", std::countr_zero(count));
  }
  return grouped_number(count);
}

}  // namespace sortscope
