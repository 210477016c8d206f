// run.cpp: commands that choose the next run and record it.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <array>

#include "app/engines/engines.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_player.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/parts/background.h"
#include "app/state/parts/line_source.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/parts/trust.h"
#include "app/state/session.h"
#include "app/surface/surface.h"
#include "core/algorithms/demonstrations.h"
#include "core/keys/inputs.h"
#include "core/lessons/presets.h"
#include "core/recordings/families.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

constexpr std::uint64_t kPresetSeed = 7;  // of generated keys: the command line's default

bool idle(const Background& background) { return background.work == nullptr; }

Status open_new_run(OverlayState& overlay, Arguments) {
  overlay.open = Overlay::kNewRun;
  return {};
}

Status record(const RecordingParts& parts, OverlayState& overlay, Arguments arguments) {
  static constexpr std::array<std::string_view, 2> kHow = {"confirmed", "usual-views"};
  if (arguments.empty()) return record_next_run(parts, overlay, false);
  const auto how = choice_argument("argument", arguments[0], kHow);
  if (!how) return how.error();
  const bool confirmed = kHow[*how] == "confirmed";
  return record_next_run(parts, overlay, confirmed, confirmed ? "" : "views usual");
}

bool has_sorter(const NextRun& next, const Background& background) {
  const auto algorithm = find_algorithm(next.run.algorithm);
  return idle(background) && algorithm.ok() && !(*algorithm)->sorter.empty();
}

Status sort_instead(const RecordingParts& parts, NextRun& next, OverlayState& overlay, Arguments) {
  const auto algorithm = find_algorithm(next.run.algorithm);
  if (!algorithm) return algorithm.error();
  if (Status status = set_algorithm(next, (*algorithm)->sorter); !status) return status;
  return record_next_run(parts, overlay, false);
}

Status merge_anyway(const RecordingParts& parts, NextRun& next, CommandLines& lines, Arguments) {
  auto request = next_run(next, lines.source);
  if (!request) return request.error();
  request->request.any_input = true;
  start_recording(parts, std::move(*request), next.engine_id);
  return {};
}

bool loaded_and_idle(const Session& session, const Background& background) {
  return session.loaded() && idle(background);
}

Status record_with(const RecordingParts& parts, Session& session, NextRun& next,
                   CommandLines& lines, Arguments arguments) {
  const auto algorithm = find_algorithm(arguments[0]);
  if (!algorithm) return algorithm.error();
  std::uint64_t keys = session.recording().real_keys();
  if (arguments.size() > 1) {
    const auto n = whole_argument("N", arguments[1], 1, (*algorithm)->max_keys);
    if (!n) return n.error();
    keys = *n;
  }
  // Before any key is made or copied.
  if (Status status = check_file_keys(lines.source, keys); !status) return status;
  RunRequest request = without_keys(session.recording().request);
  request.algorithm = arguments[0];
  request.kernel.clear();
  request.any_input = false;
  request.keyframes_only = false;
  if (arguments.size() > 1) {
    if (request.input == "given") request.seed = kUsualSeed;
    request.input = usual_input(**algorithm);
    const KeyType type = request.keys.type;
    auto planned =
        plan_keys(std::move(request), **algorithm, type, static_cast<std::uint32_t>(keys));
    if (!planned) return planned.error();
    start_recording(parts, std::move(*planned), next.engine_id);
    return {};
  }
  start_recording(parts, {std::move(request), keys_of(session.shared_recording())}, next.engine_id);
  return {};
}

Status next_seed(const RecordingParts& parts, NextRun& next, OverlayState& overlay, Arguments) {
  if (next.run.input == "given") {
    constexpr std::string_view kGiven = "these keys were given, not generated.";
    if (!parts.surface.headless()) {
      auto n = static_cast<std::uint32_t>(next.keys().size());
      if (const auto algorithm = find_algorithm(next.run.algorithm)) {
        n = keys_without_padding(**algorithm, n);
      }
      parts.notices.offer("These keys were given, not generated.",
                          fmt::format("Sort {} random keys", n),
                          fmt::format("record-with {} {}", next.run.algorithm, n), false);
      parts.notices.of_run(parts.session.generation());
      return {};
    }
    return Error{ErrorCode::kWorkFailed, std::string(kGiven),
                 "Choose a kind of input first (Ctrl+N)."};
  }
  const auto kind = find_input_kind(next.run.input);
  if (!kind) return kind.error();
  if (!(*kind)->uses_seed) {
    return Error{ErrorCode::kWorkFailed,
                 fmt::format("keys of the kind '{}' are the same for every seed.", (*kind)->title),
                 "Choose another kind of input first (Ctrl+N)."};
  }
  ++next.run.seed;
  return record_next_run(parts, overlay, false);
}

Status choose_algorithm(NextRun& next, Arguments arguments) {
  return set_algorithm(next, arguments[0]);
}

Status set_run_parameter(NextRun& next, Arguments arguments) {
  return family_row(Family::kAks).parameters->set(next.run.parameters, arguments[0], arguments[1]);
}

Status set_keys(NextRun& next, Notices& notices, Arguments arguments) {
  return set_own_keys(next, notices, fmt::format("{}", fmt::join(arguments, " ")));
}

Status set_input(NextRun& next, Arguments arguments) {
  const auto kind = find_input_kind(arguments[0]);
  if (!kind) return kind.error();
  next.run.input = (*kind)->id;
  return {};
}

Status set_size(NextRun& next, Arguments arguments) {
  const auto algorithm = find_algorithm(next.run.algorithm);
  if (!algorithm) return algorithm.error();
  const auto n = whole_argument("N", arguments[0], 1, (*algorithm)->max_keys);
  if (!n) return n.error();
  next.run_keys = static_cast<std::uint32_t>(*n);
  // A number of keys means generated ones.
  if (next.run.input == "given") {
    next.run.input = usual_input(**algorithm);
  }
  return {};
}

Status set_seed(NextRun& next, Arguments arguments) {
  const auto seed = whole_argument("SEED", arguments[0], 0, ~std::uint64_t{0});
  if (!seed) return seed.error();
  next.run.seed = *seed;
  return {};
}

Status set_type(NextRun& next, Notices& notices, Arguments arguments) {
  const auto type = find_key_type(arguments[0]);
  if (!type) return type.error();
  return set_key_type(next, notices, *type);
}

Status set_order(NextRun& next, Arguments arguments) {
  static constexpr std::array<std::string_view, 2> kOrders = {"ascending", "descending"};
  const auto order = choice_argument("ORDER", arguments[0], kOrders);
  if (!order) return order.error();
  next.run.order = *order == 0 ? Order::kAscending : Order::kDescending;
  return {};
}

Status set_engine(NextRun& next, Arguments arguments) {
  static constexpr std::array<std::string_view, 3> kEngines = {"auto", "cpu", "cuda"};
  const auto engine = choice_argument("ENGINE", arguments[0], kEngines);
  if (!engine) return engine.error();
  if (const auto choice = choose_engine(arguments[0]); !choice) return choice.error();
  next.engine_id = arguments[0];
  next.run.kernel.clear();
  return {};
}

Status set_kernel(NextRun& next, Arguments arguments) {
  if (arguments[0] == "auto") {
    next.run.kernel.clear();
    return {};
  }
  const auto choice = choose_engine(next.engine_id);
  if (!choice) return choice.error();
  std::vector<std::string_view> ids = {"auto"};
  for (const Kernel& kernel : choice->engine->kernels()) ids.push_back(kernel.id);
  const auto kernel = choice_argument("KERNEL", arguments[0], ids);
  if (!kernel) return kernel.error();
  next.run.kernel = arguments[0];
  return {};
}

Status run_preset(const RecordingParts& parts, NextRun& next, Notices& notices, CommandLines& lines,
                  Arguments arguments) {
  const auto found = find_preset(arguments[0]);
  if (!found) return found.error();
  const Preset& preset = **found;
  if (Status status = set_algorithm(next, preset.algorithm); !status) return status;
  next.run.parameters.set(AksParameters{});
  for (const auto& [name, value] : preset.parameters) {
    const Status status =
        family_row(Family::kAks).parameters->set(next.run.parameters, name, value);
    if (!status) return status;
  }
  if (!preset.network.empty()) {
    auto network = demonstration_network(preset.network);
    if (!network) return network.error();
    next.run.parameters.set(ListedChoice{std::move(*network)});
  }
  if (preset.generated > 0) {
    next.run.input = kUsualInput;
    next.run_keys = preset.generated;
    next.run.seed = kPresetSeed;
  } else if (Status status = set_own_keys(next, notices, preset.keys); !status) {
    return status;
  }
  next.run.order = Order::kAscending;
  auto request = next_run(next, lines.source);
  if (!request) return request.error();
  start_recording(parts, std::move(*request), next.engine_id, std::string(preset.commands));
  return {};
}

Status wait(App& app, Background& background, Arguments) {
  background.wait(app);
  return {};
}

Status cancel(Background& background, LessonPlayer& lesson, Notices& notices, Arguments) {
  background.stop_all = background.more_to_come;
  if (background.work) {
    background.work->progress.cancel = true;
  } else if (!background.more_to_come) {
    lesson.stop(notices);
  }
  return {};
}

bool working(const Background& background, const LessonPlayer& lesson) {
  return background.work != nullptr || background.more_to_come || lesson.goes_on();
}

}  // namespace

std::span<const Command> run_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"new-run",
       "New run: algorithm, keys, engine",
       "Run",
       kOwn,
       "Ctrl+N",
       "",
       {ctrl(GLFW_KEY_N)},
       nullptr,
       open_new_run},
      {"record",
       "Record with the present choices",
       "Run",
       kChangeRun,
       "Ctrl+R",
       "[confirmed|usual-views]",
       {ctrl(GLFW_KEY_R)},
       idle,
       record},
      {"next-seed",
       "Record other keys: the next seed",
       "Run",
       kChangeRun,
       "N",
       "",
       {key(GLFW_KEY_N)},
       idle,
       next_seed},
      {"sort-instead",
       "Sort the keys of the next run, whose algorithm only merges",
       "Run",
       kChangeRun,
       "",
       "",
       {},
       has_sorter,
       sort_instead,
       false,
       "the next run's algorithm only merges"},
      {"merge-anyway",
       "Merge the next run's keys though they are not bitonic",
       "Run",
       kChangeRun,
       "",
       "",
       {},
       has_sorter,
       merge_anyway,
       false,
       "the next run's algorithm only merges"},
      {"record-with",
       "Sort these keys with another algorithm, or N other ones",
       "Run",
       kChangeRun,
       "",
       "ALGORITHM [N]",
       {},
       loaded_and_idle,
       record_with},
      {"preset",
       "Open a worked example or a figure of the article",
       "Run",
       kChangeRun,
       "",
       "PRESET",
       {},
       idle,
       run_preset},
      {"algorithm",
       "Algorithm of the next run",
       "Next run",
       kChangeRun,
       "",
       "ID",
       {},
       nullptr,
       choose_algorithm},
      {"keys",
       "Own keys for the next run",
       "Next run",
       kChangeRun,
       "",
       "LIST...",
       {},
       nullptr,
       set_keys},
      {"param",
       "Parameter of the AKS network of the next run",
       "Next run",
       kChangeRun,
       "",
       "NAME VALUE",
       {},
       nullptr,
       set_run_parameter},
      {"input",
       "Kind of generated keys",
       "Next run",
       kChangeRun,
       "",
       "KIND",
       {},
       nullptr,
       set_input},
      {"n",
       "How many keys to generate: 16, 2^20",
       "Next run",
       kChangeRun,
       "",
       "N",
       {},
       nullptr,
       set_size},
      {"seed",
       "Seed of the generated keys",
       "Next run",
       kChangeRun,
       "",
       "SEED",
       {},
       nullptr,
       set_seed},
      {"type", "Type of the keys", "Next run", kChangeRun, "", "TYPE", {}, nullptr, set_type},
      {"order",
       "Order to sort into",
       "Next run",
       kChangeRun,
       "",
       "ascending|descending",
       {},
       nullptr,
       set_order},
      {"engine",
       "Engine: auto, cpu or cuda",
       "Next run",
       kChangeRun,
       "",
       "ENGINE",
       {},
       nullptr,
       set_engine},
      {"kernel",
       "Version of the engine's sort, or auto",
       "Next run",
       kChangeRun,
       "",
       "KERNEL",
       {},
       nullptr,
       set_kernel},
      {"cancel",
       "Stop the work that is going on",
       "Run",
       kOwn,
       "Ctrl+.",
       "",
       {ctrl(GLFW_KEY_PERIOD)},
       working,
       cancel,
       false,
       "something is being worked on"},
      {"wait", "Wait for work to be done (scripts)", "Scripts", kShow, "", "", {}, nullptr, wait},
  };
  return kRows;
}

}  // namespace sortscope
