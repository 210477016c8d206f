// screen_command_line.cpp: the `sortscope …` line that opens what is on screen.
#include "app/commands/screen_command_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/state/panes.h"
#include "app/state/session.h"
#include "app/state/session_file.h"
#include "core/networks/steps.h"
#include "core/recordings/families.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Linux takes 128 KiB an argument.
constexpr std::size_t kMostKeyBytes = 100'000;

// What options cannot say comes through a pipe.
Result<std::string> piped_session(const PictureParts& picture) {
  const std::string text = session_text(picture, false);
  if (text.size() > kMostKeyBytes) {
    return Error{ErrorCode::kWorkFailed, "this network is too large for a command line.",
                 "Save a session instead (Ctrl+Shift+S): it holds all of it."};
  }
  return "printf %s " + shell_word(text) + " | sortscope --session -";
}

}  // namespace

std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=+^@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += R"('\'')";
    } else {
      text += c;
    }
  }
  return text + "'";
}

Result<std::string> run_options(const Recording& recording, std::string_view engine_id) {
  const RunRequest& request = recording.request;
  std::string line = "--algorithm " + shell_word(request.algorithm);
  if (request.input != "given") {
    line += fmt::format(" --n {} --input {} --seed {}", recording.real_keys(),
                        shell_word(request.input), request.seed);
  } else {
    std::string keys;
    for (std::size_t i = 0; i < request.keys.size() && keys.size() <= kMostKeyBytes; ++i) {
      keys += (i > 0 ? "," : "") + request.keys.text(i);
    }
    if (keys.size() > kMostKeyBytes) {
      return Error{ErrorCode::kWorkFailed,
                   fmt::format("{} own keys are too many for a command line.", request.keys.size()),
                   "Save a session instead (Ctrl+Shift+S): it holds them all."};
    }
    line += " --keys=" + shell_word(keys);
  }
  // The type of own keys would be chosen again.
  if (request.keys.type != KeyType::kInt32 || request.input == "given") {
    line += fmt::format(" --type {}", name_of(request.keys.type));
  }
  if (request.order == Order::kDescending) line += " --descending";
  if (request.any_input) line += " --any-input";
  if (recording.kept_as_keyframes()) line += " --keyframes";
  if (const auto* named = family_of(*recording.algorithm).parameters; named != nullptr) {
    for (const auto& [name, value] : named->texts(request.parameters, false)) {
      line += " --param " + shell_word(fmt::format("{}={}", name, value));
    }
  }
  if (engine_id != "auto") line += " --engine " + shell_word(engine_id);
  if (!request.kernel.empty()) line += " --kernel " + shell_word(request.kernel);
  return line;
}

Result<std::string> screen_command_line(const PictureParts& picture, std::string_view engine_id) {
  const Session& session = picture.session;
  if (session.recording().request.parameters.of<ListedChoice>().network)
    return piped_session(picture);
  const auto run = run_options(session.recording(), engine_id);
  if (!run) return run.error();
  std::string line = "sortscope " + *run;
  for (const auto& view : picture.panes.views) line += fmt::format(" --view {}", view->id());
  const Cursor cursor = session.cursor();
  // As the command line counts: in trees a step is a comparison, elsewhere comparators follow it.
  const Network& network = session.recording().network;
  const std::uint32_t step = steps_before(network, cursor);
  const Cursor whole = cursor_of_step(network, step);
  line += fmt::format(" --step {}", step);
  if (cursor.layer == whole.layer && cursor.comparator > whole.comparator) {
    line += fmt::format(":{}", cursor.comparator - whole.comparator);
  }
  for (const std::string& each : picture_lines(picture)) {
    const std::string id = each.substr(0, each.find(' '));
    if (id == "views" || id == "view" || id == "seek") continue;
    line += " --do " + shell_word(each);
  }
  return line;
}

}  // namespace sortscope
