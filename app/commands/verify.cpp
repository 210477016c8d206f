// verify.cpp: does the network on the screen sort? The verdict, and a counterexample run.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "app/engines/verify_run.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/parts/background.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/notices.h"
#include "app/state/session.h"
#include "app/surface/surface.h"
#include "core/base/progress.h"
#include "core/networks/network.h"
#include "core/recordings/recording.h"
#include "core/verify/text.h"
#include "core/verify/verdict_marks.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool can_verify(const Session& session, const Background& background) {
  return session.loaded() && background.work == nullptr && !session.recording().network.adaptive();
}

// The verdict on the network that is shown, if it was asked for.
const ShownVerdict* verdict_of(const Session& session) {
  const auto& shown = session.measured.verdict;
  return session.loaded() && shown && is_of(*shown, session.recording()) ? shown.get() : nullptr;
}

bool has_counterexample(const Session& session, const Background& background) {
  const ShownVerdict* shown = verdict_of(session);
  return background.work == nullptr && shown != nullptr &&
         shown->verdict.counterexample.has_value();
}

bool has_verdict(const Session& session) { return session.measured.verdict != nullptr; }

void tell(Notices& notices, const ShownVerdict& shown, std::uint64_t run) {
  const Verdict& verdict = shown.verdict;
  std::string text = verdict_sentence(verdict) + " " + verdict_reason(verdict);
  if (const std::string redundant = redundant_sentence(verdict); !redundant.empty()) {
    text += " " + redundant;
  }
  std::erase_if(notices.shown, [](const Notice& each) { return each.verdict; });
  if (verdict.counterexample) {
    notices.offer(text, "Show a counterexample", "counterexample");
  } else {
    notices.notify(text);
  }
  notices.of_verdict(run);
}

Status verify_shown(Session& session, Background& background, Arguments arguments) {
  const Recording& recording = session.recording();
  VerifyQuestion question;
  question.property =
      recording.algorithm->needs_bitonic_input ? Property::kMergesBitonic : Property::kSorts;
  if (!arguments.empty()) {
    const auto chosen = find_verify_role(arguments[0]);
    if (!chosen) return chosen.error();
    question.property = *chosen;
    if (question.property == Property::kHalves) question.epsilon = 0;
  }
  auto listed = list_comparators(recording.network, recording.title());
  if (!listed) return listed.error();
  return background.start(
      fmt::format("Verifying {}", recording.title()),
      [network = *listed, question](Progress& progress) -> std::function<void(App&)> {
        auto verdict = run_verify("auto", *network, question, &progress);
        return [verdict = std::move(verdict), network](App& shown_in) {
          if (!verdict) {
            part_of<Notices>(shown_in).fail(verdict.error());
            return;
          }
          auto shown = std::make_shared<ShownVerdict>(ShownVerdict{*verdict, network});
          part_of<Session>(shown_in).measured.verdict = shown;
          tell(part_of<Notices>(shown_in), *shown, part_of<Session>(shown_in).generation());
        };
      });
}

// Runs the counterexample from the input on; the key that ends on the first wrong output is
// selected.
Status run_counterexample(const RecordingParts& parts, Session& session, Notices& notices,
                          NextRun& next, Surface& surface, Arguments arguments) {
  constexpr std::array<std::string_view, 2> kForms = {"keys", "zero-one"};
  std::size_t form = 0;
  if (!arguments.empty()) {
    const auto chosen = choice_argument("FORM", arguments[0], kForms);
    if (!chosen) return chosen.error();
    form = *chosen;
  }
  const Counterexample& found = *verdict_of(session)->verdict.counterexample;
  RunRequest request = session.recording().request;
  request.order = Order::kAscending;
  request.input = "given";
  request.source.clear();
  request.any_input = true;
  std::vector<std::int32_t> keys;
  std::string commands = "seek 0";
  if (form == 0) {
    keys.assign(found.keys.begin(), found.keys.end());
    const std::uint32_t key = found.keys_output[found.keys_wrong.front()];
    const auto place = std::ranges::find(found.keys, key) - found.keys.begin();
    commands += fmt::format("\nselect-key {}", place);
  } else {
    keys.assign(found.input.begin(), found.input.end());
  }
  commands += surface.headless() ? "\nend" : "\nplay";
  // They would cover what is to be seen.
  notices.shown.clear();
  request.keys = keys_from<std::int32_t>(std::span<const std::int32_t>(keys));
  start_recording(parts, std::move(request), next.engine_id, commands);
  return {};
}

Status clear_verdict(Session& session, Notices& notices, Arguments) {
  session.measured.verdict = nullptr;
  std::erase_if(notices.shown, [](const Notice& each) { return each.verdict; });
  return {};
}

// "3,7,12" as numbers below `limit`.
Result<std::vector<std::uint32_t>> numbers_of(const std::string& text, std::uint64_t limit) {
  std::vector<std::uint32_t> numbers;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto number = whole_argument("MARKS", part, 0, limit - 1);
    if (!number) return number.error();
    numbers.push_back(static_cast<std::uint32_t>(*number));
  }
  return numbers;
}

// The marks of a verdict from before, as a session has them.
Status show_verdict(Session& session, Arguments arguments) {
  const Recording& recording = session.recording();
  constexpr std::array kProperties = {Property::kSorts, Property::kMerges, Property::kMergesBitonic,
                                      Property::kHalves};
  std::array<std::string_view, kProperties.size()> ids;
  std::ranges::transform(kProperties, ids.begin(), property_id);
  const auto property = choice_argument("PROPERTY", arguments[0], ids);
  if (!property) return property.error();
  SavedVerdict saved;
  saved.property = kProperties[*property];
  for (std::size_t i = 1; i + 1 < arguments.size(); i += 2) {
    constexpr std::array<std::string_view, 3> kMarks = {"wrong", "idle", "spare"};
    const auto mark = choice_argument("MARKS", arguments[i], kMarks);
    if (!mark) return mark.error();
    if (*mark == 0) {
      for (const char c : arguments[i + 1]) saved.wrong.push_back(c == '1' ? 1 : 0);
      continue;
    }
    auto numbers =
        numbers_of(arguments[i + 1], std::max(recording.network.size(), std::uint64_t{1}));
    if (!numbers) return numbers.error();
    (*mark == 1 ? saved.idle : saved.removable) = std::move(*numbers);
  }
  auto shown = shown_again(saved, recording);
  if (!shown) return shown.error();
  session.measured.verdict = std::make_shared<ShownVerdict>(std::move(*shown));
  return {};
}

bool has_network(const Session& session) {
  return session.loaded() && !session.recording().network.adaptive();
}

constexpr bool kOnce = false;

}  // namespace

std::span<const Command> verify_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"verify",
       "Does the network sort every input?",
       "Network",
       kMeasure,
       "Z",
       "[sorter|merger|bitonic-merger|halver]",
       {key(GLFW_KEY_Z)},
       can_verify,
       verify_shown,
       kOnce,
       "a network is shown: what an adaptive sort compares depends on the keys"},
      {"counterexample",
       "Run an input that comes out wrong",
       "Network",
       kChangeRun,
       "Shift+Z",
       "[keys|zero-one]",
       {shift(GLFW_KEY_Z)},
       has_counterexample,
       run_counterexample,
       kOnce,
       "an input is known that comes out wrong. Ask first whether it sorts: Z"},
      {"verdict",
       "Show the marks of a verdict from before, where they are true of the run",
       "Network",
       kShow,
       "",
       "PROPERTY [MARKS...]",
       {},
       has_network,
       show_verdict,
       kOnce,
       "a network is shown: what an adaptive sort compares depends on the keys"},
      {"verdict-clear",
       "Take the marks of the verdict away",
       "Network",
       kShow,
       "",
       "",
       {},
       has_verdict,
       clear_verdict,
       kOnce,
       "a verdict is shown. Ask first whether it sorts: Z"},
  };
  return kRows;
}

}  // namespace sortscope
