// next_run.cpp: what the next recording will be, from the choices in App.
#include "app/state/next_run.h"

#include <fmt/format.h>

#include <bit>

#include "app/engines/engines.h"
#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "core/algorithms/schedules.h"
#include "core/base/number_text.h"
#include "core/base/parse_number.h"
#include "core/keys/inputs.h"

namespace sortscope {

std::uint32_t next_run_keys(const App& app) {
  const auto& listed = app.run.parameters.of<ListedChoice>().network;
  if (app.run.algorithm == kListed.id && listed && app.run.input != "given") {
    return listed->wires();
  }
  return app.run.input == "given" ? static_cast<std::uint32_t>(app.run.keys.size()) : app.run_keys;
}

Result<RunRequest> next_run(const App& app) {
  const auto algorithm = find_algorithm(app.run.algorithm);
  if (!algorithm) return algorithm.error();
  const std::uint32_t n = next_run_keys(app);
  if (n < 1 || n > (*algorithm)->max_keys) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} takes 1 to {} keys, not {}.", (*algorithm)->title,
                             count_text((*algorithm)->max_keys), count_text(n)),
                 ""};
  }
  if (Status status = check_file_keys(app.source, n); !status) return status.error();
  RunRequest request = app.run;
  if (request.input == "given") return request;
  auto keys =
      generate_keys(request.input, app.run_type, n, request.seed, **algorithm, request.order);
  if (!keys) return keys.error();
  request.keys = std::move(*keys);
  request.source.clear();
  return request;
}

std::vector<std::string_view> next_run_kernels(const App& app) {
  std::vector<std::string_view> ids = {""};
  const auto choice = choose_engine(app.engine_id);
  const auto algorithm = find_algorithm(app.run.algorithm);
  if (!choice || !algorithm) return ids;
  const std::uint32_t wires = wires_for(**algorithm, std::max(next_run_keys(app), 1U));
  for (const Kernel& kernel : choice->engine->kernels()) {
    if (!runs(kernel, **algorithm)) continue;
    if (kernel.max_wires > 0 && wires > kernel.max_wires) continue;
    ids.push_back(kernel.id);
  }
  return ids;
}

std::string next_run_text(const App& app) {
  const auto algorithm = find_algorithm(app.run.algorithm);
  std::string text = algorithm ? std::string((*algorithm)->title) : app.run.algorithm;
  const std::uint32_t n = next_run_keys(app);
  text += fmt::format(" · {} {}", count_text(n), n == 1 ? "key" : "keys");
  if (app.run.input == "given") return text + " · own keys";
  const auto kind = find_input_kind(app.run.input);
  text += fmt::format(" · {}", kind ? std::string((*kind)->title) : app.run.input);
  if (kind && (*kind)->uses_seed) text += fmt::format(" · seed {}", app.run.seed);
  return text;
}

Status set_own_keys(App& app, std::string_view text, std::optional<KeyType> type) {
  const auto algorithm = find_algorithm(app.run.algorithm);
  if (!algorithm) return algorithm.error();
  auto keys = read_numbers(text, "keys", type, (*algorithm)->max_keys);
  if (!keys) return keys.error();
  if (auto note = exactness_note(*keys); !note.empty()) app.notify(note);
  app.run_type = keys->type;
  app.run.keys = std::move(*keys);
  app.run.input = "given";
  app.run.source.clear();
  return {};
}

Status set_key_type(App& app, KeyType type) {
  if (app.run.input == "given") {
    Keys converted = make_keys(type, app.run.keys.size());
    for (std::size_t i = 0; i < converted.size(); ++i) {
      const std::string text = app.run.keys.text(i);
      const auto key = parse_key(type, text);
      if (!key) return key.error();
      if (!keeps_number(type, text, *key)) ++converted.inexact;
      converted.raw.set(i, *key);
    }
    if (auto note = exactness_note(converted); !note.empty()) app.notify(note);
    app.run.keys = std::move(converted);
  }
  app.run_type = type;
  return {};
}

Status set_algorithm(App& app, std::string_view id) {
  const auto algorithm = find_algorithm(id);
  if (!algorithm) return algorithm.error();
  app.run.algorithm = id;
  if ((*algorithm)->needs_bitonic_input && app.run.input != "given") app.run.input = "bitonic";
  // Kernels belong to some schedules only: the engine chooses again.
  app.run.kernel.clear();
  return {};
}

Status record_next_run(App& app, bool confirmed) {
  const auto algorithm = find_algorithm(app.run.algorithm);
  if (!algorithm) return algorithm.error();
  if (app.work) return Error{ErrorCode::kWorkFailed, "other work is still going on.", ""};
  const std::uint32_t n = next_run_keys(app);
  if (n >= 1 && n <= (*algorithm)->max_keys) {
    const RecordingSize size = recording_size(**algorithm, n, bits_of(app.run_type), app.run);
    if (size.total_bytes >= kLargeRecordingBytes && !confirmed && !app.surface.headless()) {
      app.overlay = Overlay::kNewRun;
      return {};
    }
  }
  auto request = next_run(app);
  if (!request) return request.error();
  app.start_recording(std::move(*request), app.engine_id);
  return {};
}

std::string count_text(std::uint64_t count) {
  if (count >= 65536 && std::has_single_bit(count)) {
    return fmt::format("2^{}", std::countr_zero(count));
  }
  return grouped_number(count);
}

}  // namespace sortscope
