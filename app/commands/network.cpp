// network.cpp: commands for networks of one's own: paste, edit, undo, save, copy.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/key_bindings.h"
#include "app/state/network_desk.h"
#include "app/state/opening.h"
#include "app/state/parts/background.h"
#include "app/state/parts/beside.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/line_source.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/remembered.h"
#include "app/state/parts/written_file.h"
#include "app/state/session.h"
#include "core/base/output_file.h"
#include "core/networks/wording.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool idle(const Background& background) { return background.work == nullptr; }
bool loaded(const Session& session) { return session.loaded(); }
bool editing(const NetworkDesk& network_desk) { return network_desk.editor.has_value(); }
bool comparator_chosen(const NetworkDesk& network_desk) {
  return editing(network_desk) && network_desk.editor->selected().has_value();
}
// The network that was edited before another run was chosen: only a person gets it back.
bool gave_way(const NetworkDesk& network_desk, const History& history, const CommandLines& lines) {
  return !editing(network_desk) && history.back_is_edited() &&
         lines.source.source == Source::kPerson;
}
bool can_undo(const NetworkDesk& network_desk, const History& history, const CommandLines& lines,
              const Background& background) {
  if (gave_way(network_desk, history, lines)) return idle(background);
  return editing(network_desk) && network_desk.editor->can_undo();
}
bool can_redo(const NetworkDesk& network_desk) {
  return editing(network_desk) && network_desk.editor->can_redo();
}

NetworkEditor& editor_of(NetworkDesk& network_desk) { return *network_desk.editor; }

// The layer that the cursor is at: what the keyboard works on; behind the last one at the end.
std::uint32_t layer_at_cursor(const Session& session) {
  return session.loaded() ? session.cursor().layer : 0;
}

Result<Wire> wire_argument(const NetworkDesk& network_desk, std::string_view name,
                           const std::string& text) {
  const auto wire = whole_argument(name, text, 0, network_desk.editor->network()->wires() - 1);
  if (!wire) return wire.error();
  return static_cast<Wire>(*wire);
}

// "I J [LAYER]": layers count from 1, 0 is before all.
struct EndsAndLayer {
  Comparator ends;
  std::optional<std::uint32_t> layer;
};
Result<EndsAndLayer> ends_arguments(const NetworkDesk& network_desk, Arguments arguments) {
  const auto minimum = wire_argument(network_desk, "I", arguments[0]);
  if (!minimum) return minimum.error();
  const auto maximum = wire_argument(network_desk, "J", arguments[1]);
  if (!maximum) return maximum.error();
  EndsAndLayer result{{*minimum, *maximum}, std::nullopt};
  if (arguments.size() > 2) {
    const auto layer =
        whole_argument("LAYER", arguments[2], 0, network_desk.editor->network()->depth() + 1);
    if (!layer) return layer.error();
    result.layer = *layer == 0 ? kBeforeAll : static_cast<std::uint32_t>(*layer - 1);
  }
  return result;
}

Status after(const StageParts& stage, NetworkDesk& network_desk, const Status& edited) {
  if (!edited) return edited;
  network_desk.first_end.reset();
  return show_edited(stage);
}

Status add_comparator(const StageParts& stage, NetworkDesk& network_desk, Arguments arguments) {
  const auto wanted = ends_arguments(network_desk, arguments);
  if (!wanted) return wanted.error();
  return after(stage, network_desk, editor_of(network_desk).add(wanted->ends, wanted->layer));
}

Status move_comparator(const StageParts& stage, NetworkDesk& network_desk, Arguments arguments) {
  const auto wanted = ends_arguments(network_desk, arguments);
  if (!wanted) return wanted.error();
  NetworkEditor& editor = editor_of(network_desk);
  return after(stage, network_desk, editor.move(*editor.selected(), wanted->ends, wanted->layer));
}

// The comparator of "LAYER WIRE", or the selected one.
Result<ListedPlace> chosen_place(NetworkDesk& network_desk, Arguments arguments) {
  const NetworkEditor& editor = editor_of(network_desk);
  if (arguments.empty()) {
    if (editor.selected()) return *editor.selected();
    return Error{ErrorCode::kBadUsage, "no comparator is selected.",
                 "Click one, or name a layer and a wire."};
  }
  if (arguments.size() == 1) {
    return Error{ErrorCode::kBadUsage, "a layer and a wire name a comparator.", ""};
  }
  const auto layer =
      whole_argument("LAYER", arguments[0], 1, std::max(editor.network()->depth(), 1U));
  if (!layer) return layer.error();
  const auto wire = wire_argument(network_desk, "WIRE", arguments[1]);
  if (!wire) return wire.error();
  const auto at = static_cast<std::uint32_t>(*layer - 1);
  const bool there = at < editor.network()->depth();
  const WireUse use = there ? editor.network()->use(at, *wire) : WireUse{};
  if (!use.compared) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("no comparator of layer {} is on wire {}.", *layer, *wire), ""};
  }
  return ListedPlace{at, use.index};
}

Status choose_comparator(const StageParts& stage, NetworkDesk& network_desk, Arguments arguments) {
  const auto place = chosen_place(network_desk, arguments);
  if (!place) return place.error();
  if (Status status = editor_of(network_desk).select(*place); !status) return status;
  return show_edited(stage);
}

Status delete_comparator(const StageParts& stage, NetworkDesk& network_desk, Arguments arguments) {
  const auto place = chosen_place(network_desk, arguments);
  if (!place) return place.error();
  return after(stage, network_desk, editor_of(network_desk).remove(*place));
}

Status flip_comparator(const StageParts& stage, NetworkDesk& network_desk, Arguments arguments) {
  const auto place = chosen_place(network_desk, arguments);
  if (!place) return place.error();
  return after(stage, network_desk, editor_of(network_desk).flip(*place));
}

Status set_layers(const StageParts& stage, NetworkDesk& network_desk, Arguments arguments) {
  static constexpr std::array<std::string_view, 2> kRules = {"asap", "kept"};
  NetworkEditor& editor = editor_of(network_desk);
  std::size_t rule = editor.rule() == LayerRule::kAsap ? 1 : 0;
  if (!arguments.empty()) {
    const auto chosen = choice_argument("RULE", arguments[0], kRules);
    if (!chosen) return chosen.error();
    rule = *chosen;
  }
  editor.set_rule(rule == 0 ? LayerRule::kAsap : LayerRule::kKept);
  return after(stage, network_desk, {});
}

Status set_wires(const StageParts& stage, NetworkDesk& network_desk, Arguments arguments) {
  const auto wires = whole_argument("N", arguments[0], 1, kMostEditedWires);
  if (!wires) return wires.error();
  return after(stage, network_desk,
               editor_of(network_desk).set_wires(static_cast<std::uint32_t>(*wires)));
}

Status untangle(const StageParts& stage, NetworkDesk& network_desk, Arguments) {
  NetworkEditor& editor = editor_of(network_desk);
  return after(stage, network_desk, editor.replace(untangled(*editor.network()), "Untangle"));
}

Status undo(const SessionParts& parts, Notices& notices, NetworkDesk& network_desk,
            History& history, CommandLines& lines, Arguments) {
  if (gave_way(network_desk, history, lines)) {
    if (Status status = history.back(parts); !status) return status;
    notices.notify("Undone: another run. The network is edited again.");
    return {};
  }
  const std::string edit = editor_of(network_desk).last_edit();
  editor_of(network_desk).undo();
  notices.notify("Undone: " + edit + ".");
  return after(parts, network_desk, {});
}

Status redo(const StageParts& stage, Notices& notices, NetworkDesk& network_desk, Arguments) {
  notices.notify("Done again: " + editor_of(network_desk).next_edit() + ".");
  editor_of(network_desk).redo();
  return after(stage, network_desk, {});
}

Status edit_network(const StageParts& stage, Session& session, NetworkDesk& network_desk,
                    Arguments arguments) {
  const auto on = switch_argument(arguments, editing(network_desk));
  if (!on) return on.error();
  if (!*on) {
    end_editing(network_desk);
    return {};
  }
  if (editing(network_desk)) return {};
  auto network = network_of(session.recording());
  if (!network) return network.error();
  return begin_editing(stage, std::move(*network));
}

Status new_network(const StageParts& stage, Arguments arguments) {
  const auto wires = whole_argument("N", arguments[0], 1, kMostEditedWires);
  if (!wires) return wires.error();
  auto network =
      ListedNetwork::build(static_cast<std::uint32_t>(*wires),
                           std::vector<std::vector<Comparator>>(), std::string(kDrawnByHand));
  if (!network) return network.error();
  return begin_editing(stage, std::move(*network), Drawn::kAnew);
}

// The keyboard's wire, and the comparator of the cursor's layer on it.
Status move_marker(const StageParts& stage, Session& session, NetworkDesk& network_desk, int by) {
  NetworkDesk& desk = network_desk;
  const ListedNetwork& network = *desk.editor->network();
  if (desk.marker_shown) {
    const int last = static_cast<int>(network.wires()) - 1;
    desk.marker = static_cast<Wire>(std::clamp(static_cast<int>(desk.marker) + by, 0, last));
  }
  desk.marker_shown = true;
  if (desk.first_end || network.depth() == 0) return {};
  const std::uint32_t layer = std::min(layer_at_cursor(session), network.depth() - 1);
  const WireUse use = network.use(layer, desk.marker);
  const auto place = use.compared ? std::optional(ListedPlace{layer, use.index}) : std::nullopt;
  if (Status status = desk.editor->select(place); !status) return status;
  return show_edited(stage);
}
Status marker_up(const StageParts& stage, Session& session, NetworkDesk& network_desk, Arguments) {
  return move_marker(stage, session, network_desk, -1);
}
Status marker_down(const StageParts& stage, Session& session, NetworkDesk& network_desk,
                   Arguments) {
  return move_marker(stage, session, network_desk, 1);
}

// The first press chooses the end of the minimum, the second one adds the comparator.
Status mark_end(const StageParts& stage, Session& session, NetworkDesk& network_desk, Arguments) {
  NetworkDesk& desk = network_desk;
  desk.marker_shown = true;
  if (!desk.first_end) {
    desk.first_end = desk.marker;
    return {};
  }
  const Wire minimum = *desk.first_end;
  desk.first_end.reset();
  if (minimum == desk.marker) return {};
  return after(stage, network_desk,
               desk.editor->add({minimum, desk.marker}, layer_at_cursor(session)));
}

// What is edited, or else what is shown.
Result<std::shared_ptr<const ListedNetwork>> present_network(const Session& session,
                                                             const NetworkDesk& network_desk) {
  if (editing(network_desk)) return network_desk.editor->network();
  return network_of(session.recording());
}

Status save_network(App& app, Session& session, NetworkDesk& network_desk, Arguments arguments) {
  const NetworkFormat* format = network_format_of_path(arguments[0]);
  if (arguments.size() > 1) {
    const auto found = find_network_format(arguments[1]);
    if (!found) return found.error();
    format = *found;
  }
  if (format == nullptr) {
    return Error{ErrorCode::kBadUsage, "the file's name does not say in which format to write.",
                 "Name one, for example: save-network net.txt bracket"};
  }
  if (Status checked = check_written(arguments[0]); !checked) return checked;
  const auto network = present_network(session, network_desk);
  if (!network) return network.error();
  return beside(app, "Saving " + arguments[0],
                [name = OutputName(arguments[0]), network = *network,
                 format](Progress&) -> Result<Afterwards> {
                  const auto written = write_network(*network, *format);
                  if (!written) return written.error();
                  std::string called;
                  if (Status status = write_output(name, written->text, &called); !status)
                    return status.error();
                  std::string message = fmt::format("Saved {} ({}).", called, format->title);
                  if (called != name.path) message += " " + made_meanwhile(name.path, called);
                  for (const std::string& note : written->notes) message += " " + note;
                  return Afterwards([message = std::move(message), called](App& done) -> Status {
                    part_of<Remembered>(done).opened.add_written(called);
                    part_of<Notices>(done).notify(message);
                    return {};
                  });
                });
}

Status copy_network(Session& session, Notices& notices, NetworkDesk& network_desk,
                    Arguments arguments) {
  const auto format = find_network_format(arguments.empty() ? "bracket" : arguments[0]);
  if (!format) return format.error();
  const auto network = present_network(session, network_desk);
  if (!network) return network.error();
  const auto written = write_network(**network, **format);
  if (!written) return written.error();
  ImGui::SetClipboardText(written->text.c_str());
  std::string message =
      fmt::format("Copied {} ({}).", counted((*network)->size(), "comparator"), (*format)->title);
  for (const std::string& note : written->notes) message += " " + note;
  notices.notify(message);
  return {};
}

Status paste_clipboard(const RecordingParts& parts, OverlayState& overlay, Arguments) {
  const char* text = ImGui::GetClipboardText();
  return paste(parts, overlay, text == nullptr ? "" : text);
}

constexpr bool kOnce = false;
constexpr bool kRepeats = true;
constexpr std::string_view kWhileEditing = "a network is edited (Ctrl+D)";

}  // namespace

std::span<const Command> network_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"edit-network",
       "Edit the network on the canvas, or end it",
       "Network",
       kChangeRun,
       "Ctrl+D",
       "[on|off]",
       {ctrl(GLFW_KEY_D)},
       loaded,
       edit_network},
      {"new-network",
       "Draw a network of N wires",
       "Network",
       kChangeRun,
       "",
       "N",
       {},
       nullptr,
       new_network},
      {"undo",
       "Undo",
       "Network",
       kChangeRun,
       "Ctrl+Z",
       "",
       {ctrl(GLFW_KEY_Z)},
       can_undo,
       undo,
       kRepeats,
       "there is something to undo"},
      {"redo",
       "Redo",
       "Network",
       kChangeRun,
       "Ctrl+Shift+Z  Ctrl+Y",
       "",
       {ctrl_shift(GLFW_KEY_Z), ctrl(GLFW_KEY_Y)},
       can_redo,
       redo,
       kRepeats,
       "something was undone"},
      {"edit-wire-up",
       "Go to the wire above (editing)",
       "Network",
       kChangeRun,
       "Ctrl+↑",
       "",
       {ctrl(GLFW_KEY_UP)},
       editing,
       marker_up,
       kRepeats,
       kWhileEditing,
       editing},
      {"edit-wire-down",
       "Go to the wire below (editing)",
       "Network",
       kChangeRun,
       "Ctrl+↓",
       "",
       {ctrl(GLFW_KEY_DOWN)},
       editing,
       marker_down,
       kRepeats,
       kWhileEditing,
       editing},
      {"edit-end",
       "End of a comparator here: first the smaller key's, then the larger one's",
       "Network",
       kChangeRun,
       "Enter",
       "",
       {key(GLFW_KEY_ENTER)},
       editing,
       mark_end,
       kOnce,
       kWhileEditing,
       editing},
      {"delete-comparator",
       "Delete the selected comparator",
       "Network",
       kChangeRun,
       "Del  Backspace",
       "[LAYER] [WIRE]",
       {key(GLFW_KEY_DELETE), key(GLFW_KEY_BACKSPACE)},
       editing,
       delete_comparator,
       kOnce,
       kWhileEditing,
       editing},
      {"flip-comparator",
       "Turn the selected comparator round",
       "Network",
       kChangeRun,
       "C",
       "[LAYER] [WIRE]",
       {key(GLFW_KEY_C)},
       editing,
       flip_comparator,
       kOnce,
       kWhileEditing,
       editing},
      {"choose-comparator",
       "Choose the comparator on a wire of a layer",
       "Network",
       kChangeRun,
       "",
       "LAYER WIRE",
       {},
       editing,
       choose_comparator,
       kOnce,
       kWhileEditing},
      {"add-comparator",
       "Add a comparator: minimum to wire I, maximum to J",
       "Network",
       kChangeRun,
       "",
       "I J [LAYER]",
       {},
       editing,
       add_comparator,
       kOnce,
       kWhileEditing},
      {"move-comparator",
       "Move the selected comparator to wires I and J",
       "Network",
       kChangeRun,
       "",
       "I J [LAYER]",
       {},
       comparator_chosen,
       move_comparator,
       kOnce,
       "a comparator is selected"},
      {"layers",
       "Layers as early as possible, or kept as drawn",
       "Network",
       kChangeRun,
       "",
       "[asap|kept]",
       {},
       editing,
       set_layers,
       kOnce,
       kWhileEditing},
      {"wires",
       "Number of wires of the edited network",
       "Network",
       kChangeRun,
       "",
       "N",
       {},
       editing,
       set_wires,
       kOnce,
       kWhileEditing},
      {"untangle",
       "Rename wires so that every minimum goes up",
       "Network",
       kChangeRun,
       "",
       "",
       {},
       editing,
       untangle,
       kOnce,
       kWhileEditing},
      {"save-network",
       "Save the network in a format of `list formats`",
       "Network",
       kWrite,
       "",
       "FILE [FORMAT]",
       {},
       loaded,
       save_network},
      {"copy-network",
       "Copy the network as text",
       "Network",
       kOwn,
       "",
       "[FORMAT]",
       {},
       loaded,
       copy_network},
      {"paste",
       "Paste a network or numbers",
       "Network",
       kOwn,
       "Ctrl+V",
       "",
       {ctrl(GLFW_KEY_V)},
       idle,
       paste_clipboard},
  };
  return kRows;
}

}  // namespace sortscope
