// session.cpp: commands for session files, and what a session needs to be exact.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <limits>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/next_run.h"
#include "app/state/panes.h"
#include "app/state/parts/line_source.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/parts/remembered.h"
#include "app/state/parts/written_file.h"
#include "app/state/session.h"
#include "app/state/session_file.h"
#include "core/algorithms/schedules.h"
#include "core/base/output_file.h"
#include "core/base/parse_number.h"
#include "core/networks/lists/listed_network.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool loaded(const Session& session) { return session.loaded(); }

Status save_session(const PictureParts& picture, const LessonPlayer& lesson, OverlayState& overlay,
                    Notices& notices, Remembered& remembered, CommandLines& lines,
                    Arguments arguments) {
  if (arguments.empty()) {
    overlay.open = Overlay::kSaveSession;
    return {};
  }
  bool appearance = false;
  if (arguments.size() > 1) {
    static constexpr std::array<std::string_view, 1> kWhat = {"appearance"};
    const auto choice = choice_argument("WHAT", arguments[1], kWhat);
    if (!choice) return choice.error();
    appearance = true;
  }
  if (Status checked = check_written(arguments[0], {".sscope"}); !checked) return checked;
  const OutputName name(arguments[0]);
  const std::string folder = std::filesystem::path(arguments[0]).parent_path().string();
  const std::string text = session_text(picture, appearance, folder);
  const auto called = remembered.opened.write(name, text);
  if (!called) return called.error();
  remembered.add_written(*called, lines.source);
  if (*called != name.path) notices.notify(made_meanwhile(name.path, *called));
  const std::string left_out = lesson_left_out(lesson, folder);
  notices.notify(left_out.empty()
                     ? fmt::format("Saved {}.", *called)
                     : fmt::format("Saved {} without its lesson: {} is not in that folder.",
                                   *called, left_out));
  return {};
}

Status camera(Panes& panes, Arguments arguments) {
  std::size_t pane = panes.focused;
  if (arguments.size() > 3) {
    const auto chosen = whole_argument("PANE", arguments[3], 1, panes.views.size());
    if (!chosen) return chosen.error();
    pane = *chosen - 1;
  }
  std::array<double, 3> values{};
  static constexpr std::array<std::string_view, 3> kNames = {"ZOOM", "X", "Y"};
  static constexpr double kLeastZoom = 0.25;
  static constexpr double kMostZoom = 1e7;
  static constexpr double kFar = 1e4;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = precise_argument(kNames[i], arguments[i], i == 0 ? kLeastZoom : -kFar,
                                        i == 0 ? kMostZoom : kFar);
    if (!value) return value.error();
    values[i] = *value;
  }
  panes.views[pane]->set_camera({values[0], values[1], values[2]});
  return {};
}

Status focus_view(Panes& panes, Arguments arguments) {
  const auto pane = whole_argument("PANE", arguments[0], 1, panes.views.size());
  if (!pane) return pane.error();
  panes.focused = *pane - 1;
  return {};
}

// Layers count from 1, as in select-comparator.
Result<ComparatorId> comparator_arguments(const Network& network, const std::string& layer,
                                          const std::string& index) {
  if (network.depth() == 0) {
    return Error{ErrorCode::kWorkFailed, "this run has no comparators.", ""};
  }
  const auto number = whole_argument("LAYER", layer, 1, network.depth());
  if (!number) return number.error();
  const auto at = static_cast<std::uint32_t>(*number - 1);
  const auto which = whole_argument("INDEX", index, 0, network.count(at) - 1);
  if (!which) return which.error();
  return ComparatorId{at, static_cast<std::uint32_t>(*which)};
}

// "wire 3 key 5 comparator 2 0", any of them.
Status select(Session& session, Arguments arguments) {
  static constexpr std::array<std::string_view, 3> kKinds = {"wire", "key", "comparator"};
  const Network& network = session.recording().network;
  Selection selection;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const auto kind = choice_argument("WHAT", arguments[i], kKinds);
    if (!kind) return kind.error();
    const std::size_t values = *kind == 2 ? 2 : 1;
    if (i + values >= arguments.size()) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("after '{}' a number is missing.", arguments[i]),
                   "For example: selection wire 3, selection comparator 2 0."};
    }
    if (*kind == 2) {
      const auto comparator = comparator_arguments(network, arguments[i + 1], arguments[i + 2]);
      if (!comparator) return comparator.error();
      selection.comparator = *comparator;
      ++i;
      continue;
    }
    const auto number =
        whole_argument(*kind == 0 ? "WIRE" : "PLACE", arguments[i + 1], 0, network.wires() - 1);
    if (!number) return number.error();
    if (*kind == 0) {
      selection.wire = static_cast<Wire>(*number);
    } else {
      selection.place = static_cast<std::uint32_t>(*number);
    }
  }
  session.selected = selection;
  return {};
}

Status bookmark_at(Session& session, Arguments arguments) {
  const Network& network = session.recording().network;
  const auto layer = whole_argument("LAYER", arguments[0], 0, network.depth());
  if (!layer) return layer.error();
  Cursor cursor{static_cast<std::uint32_t>(*layer), 0};
  if (arguments.size() > 1) {
    const std::uint32_t count = cursor.layer < network.depth() ? network.count(cursor.layer) : 1;
    const auto comparator = whole_argument("COMPARATOR", arguments[1], 0, count - 1);
    if (!comparator) return comparator.error();
    cursor.comparator = static_cast<std::uint32_t>(*comparator);
  }
  session.add_bookmark(cursor);
  return {};
}

Status keys_as(NextRun& next, Notices& notices, Arguments arguments) {
  const auto type = find_key_type(arguments[0]);
  if (!type) return type.error();
  return set_own_keys(next, notices, fmt::format("{}", fmt::join(arguments.subspan(1), " ")),
                      *type);
}

Status name_own_keys(NextRun& next, Arguments arguments) {
  next.run.source = arguments[0];
  return {};
}

// "0:1,2:3;0:2,1:3"; "-" for no comparators at all.
Result<std::vector<std::vector<Comparator>>> parse_layers(std::string_view text) {
  std::vector<std::vector<Comparator>> layers(1);
  if (text == "-") return layers;
  std::string_view rest = text;
  const auto wrong = [&](std::string_view expected) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("in the list of comparators, character {}: {} is expected.",
                             text.size() - rest.size() + 1, expected),
                 "Write it as 0:1,2:3;0:2,1:3 with the wire of the minimum first."};
  };
  const auto take_wire = [&rest](Wire& wire) {
    const auto number = take_whole(rest, std::numeric_limits<Wire>::max());
    if (number) wire = static_cast<Wire>(*number);
    return number.has_value();
  };
  while (true) {
    Comparator comparator;
    if (!take_wire(comparator.min_wire)) return wrong("a wire");
    if (!rest.starts_with(':')) return wrong("':'");
    rest.remove_prefix(1);
    if (!take_wire(comparator.max_wire)) return wrong("a wire");
    layers.back().push_back(comparator);
    if (rest.empty()) return layers;
    if (rest[0] != ',' && rest[0] != ';') return wrong("',' or ';'");
    if (rest[0] == ';') layers.emplace_back();
    rest.remove_prefix(1);
  }
}

Status listed_network(NextRun& next, Arguments arguments) {
  const auto wires = whole_argument("WIRES", arguments[0], 1, kMostListedWires);
  if (!wires) return wires.error();
  const auto layers = parse_layers(arguments[1]);
  if (!layers) return layers.error();
  auto network = ListedNetwork::build(static_cast<std::uint32_t>(*wires), *layers,
                                      arguments.size() > 2 ? arguments[2] : "");
  if (!network) return network.error();
  next.run.parameters.set(ListedChoice{std::move(*network)});
  return set_algorithm(next, kListed.id);
}

Status set(bool& option, Arguments arguments) {
  const auto on = switch_argument(arguments, option);
  if (!on) return on.error();
  option = *on;
  return {};
}

Status set_any_input(NextRun& next, Arguments arguments) {
  return set(next.run.any_input, arguments);
}

Status set_keyframes(NextRun& next, Arguments arguments) {
  return set(next.run.keyframes_only, arguments);
}

Status toggle_welcome(OverlayState& overlay, Arguments) {
  overlay.open = overlay.open == Overlay::kWelcome ? Overlay::kNone : Overlay::kWelcome;
  return {};
}

Status welcome_at_start(Remembered& remembered, Arguments arguments) {
  const auto on = switch_argument(arguments, remembered.welcome_at_start);
  if (!on) return on.error();
  remembered.welcome_at_start = *on;
  return {};
}

Status toggle_command_line(OverlayState& overlay, Arguments) {
  overlay.open = overlay.open == Overlay::kCommandLine ? Overlay::kNone : Overlay::kCommandLine;
  return {};
}

}  // namespace

std::span<const Command> session_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"save-session",
       "Save the session: opens to exactly this picture",
       "File and help",
       kWrite,
       "Ctrl+Shift+S",
       "[PATH] [appearance]",
       {ctrl_shift(GLFW_KEY_S)},
       loaded,
       save_session},
      {"command-line",
       "Show the command line of this picture",
       "File and help",
       kOwn,
       "Ctrl+L",
       "",
       {ctrl(GLFW_KEY_L)},
       loaded,
       toggle_command_line},
      {"welcome",
       "Lessons, algorithms, recent files: the first screen",
       "File and help",
       kOwn,
       "Ctrl+H",
       "",
       {ctrl(GLFW_KEY_H)},
       nullptr,
       toggle_welcome},
      {"welcome-at-start",
       "Show the first screen when Sortscope starts",
       "File and help",
       kOwn,
       "",
       "[on|off]",
       {},
       nullptr,
       welcome_at_start},
      {"camera",
       "Look at a place: magnification, and what is in the middle",
       "View",
       kShow,
       "",
       "ZOOM X Y [PANE]",
       {},
       nullptr,
       camera},
      {"focus-view", "Go to pane 1 to 4", "View", kShow, "", "PANE", {}, nullptr, focus_view},
      {"selection",
       "Select one or several: wires, keys, comparators",
       "Diagram",
       kShow,
       "",
       "WHAT...",
       {},
       loaded,
       select},
      {"bookmark-at",
       "Set a bookmark at a layer",
       "Loop and bookmarks",
       kShow,
       "",
       "LAYER [COMPARATOR]",
       {},
       loaded,
       bookmark_at},
      {"keys-as",
       "Own keys of a type for the next run",
       "Next run",
       kChangeRun,
       "",
       "TYPE LIST...",
       {},
       nullptr,
       keys_as},
      {"keys-from",
       "Name of the file that the next run's own keys are of",
       "Next run",
       kChangeRun,
       "",
       "NAME",
       {},
       nullptr,
       name_own_keys},
      {"listed-network",
       "A network of your own for the next run: wires, comparators, name",
       "Next run",
       kChangeRun,
       "",
       "WIRES COMPARATORS [NAME]",
       {},
       nullptr,
       listed_network},
      {"any-input",
       "A merger runs on keys that are not bitonic, too",
       "Next run",
       kChangeRun,
       "",
       "[on|off]",
       {},
       nullptr,
       set_any_input},
      {"keyframes",
       "Keep keys now and then instead of outcome bits: networks, AKS",
       "Next run",
       kChangeRun,
       "",
       "[on|off]",
       {},
       nullptr,
       set_keyframes},
  };
  return kRows;
}

}  // namespace sortscope
