// file.cpp: commands for files, the clipboard, help and leaving.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <filesystem>
#include <system_error>

#include "app/commands/export_work.h"
#include "app/commands/screen_command_line.h"
#include "app/export/view.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/line_source.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/parts/remembered.h"
#include "app/state/parts/written_file.h"
#include "app/state/session.h"
#include "app/state/session_file.h"
#include "core/base/output_file.h"
#include "core/base/progress.h"
#include "core/base/quote.h"
#include "core/recordings/file.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool loaded(const Session& session) { return session.loaded(); }
bool idle(const Background& background) { return background.work == nullptr; }
bool loaded_and_idle(const Session& session, const Background& background) {
  return loaded(session) && idle(background);
}

Status open(const OpeningParts& parts, OverlayState& overlay, Arguments arguments) {
  if (arguments.empty()) {
    overlay.open = Overlay::kOpenFile;
    return {};
  }
  if (!idle(parts.background)) {
    return Error{ErrorCode::kWorkFailed, "open is not possible now.", parts.commands.why_not()};
  }
  static constexpr std::array<std::string_view, 1> kLarge = {"large"};
  if (arguments.size() > 1) {
    const auto choice = choice_argument("SIZE", arguments[1], kLarge);
    if (!choice) return choice.error();
  }
  return open_path(parts, arguments[0], arguments.size() > 1);
}

Status save(Session& session, OverlayState& overlay, Background& background, Arguments arguments) {
  if (arguments.empty()) {
    overlay.open = Overlay::kSaveFile;
    return {};
  }
  if (Status checked = check_recording_name(arguments[0]); !checked) return checked;
  return background.start(
      "Saving " + arguments[0],
      [recording = session.shared_recording(),
       name = OutputName(arguments[0])](Progress& progress) -> std::function<void(App&)> {
        std::string called;
        const Status status =
            write_recording(*recording, name, &progress, RecordingForm::kWhole, &called);
        return [status, asked = name.path, path = called](App& done) {
          if (!status) {
            part_of<Notices>(done).fail(status.error());
            return;
          }
          part_of<Remembered>(done).add_written(path, part_of<CommandLines>(done).source);
          part_of<Remembered>(done).opened.add_written(path);
          part_of<Notices>(done).notify(asked == path ? "Saved " + path + "."
                                                      : made_meanwhile(asked, path));
        };
      });
}

Status export_file(Session& session, Look& look, OverlayState& overlay, Background& background,
                   Arguments arguments) {
  if (arguments.empty()) {
    overlay.open = Overlay::kExport;
    return {};
  }
  if (arguments.size() < 2) {
    return Error{ErrorCode::kBadUsage, "export takes a view and a file, or nothing.",
                 "For example: export network picture.svg"};
  }
  return start_export(session, background,
                      present_export(session, look, arguments[0], arguments[1]));
}

Status export_sheet_file(Session& session, Look& look, Panes& panes, Background& background,
                         Arguments arguments) {
  std::uint64_t columns = 2;
  if (arguments.size() > 2) {
    const auto wanted = whole_argument("COLUMNS", arguments[2], 1, 20);
    if (!wanted) return wanted.error();
    columns = *wanted;
  }
  const std::string steps = arguments.size() > 1 && arguments[1] != "levels" ? arguments[1] : "";
  return start_sheet(session, look, background, std::string(panes.views[panes.focused]->id()),
                     arguments[0], steps, static_cast<std::uint32_t>(columns));
}

Status screenshot(Look& look, Arguments arguments) {
  if (!arguments.empty()) {
    const auto format = export_format(arguments[0]);
    if (!format || *format != ExportFormat::kPng) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("{} is no name of a picture of the window.",
                               sortscope::quoted(arguments[0], 200)),
                   "Name a file that ends in .png."};
    }
  }
  look.screenshots.push_back(arguments.empty() ? "" : arguments[0]);
  return {};
}

Status copy_path(Notices& notices, Arguments arguments) {
  std::error_code failure;
  const auto path = std::filesystem::absolute(arguments[0], failure);
  if (failure) {
    return Error{
        ErrorCode::kIo,
        fmt::format("where {} is cannot be told: {}.", sortscope::quoted(arguments[0], 200),
                    failure.message()),
        "Name it by its whole path: the folder that Sortscope was started in may be gone."};
  }
  ImGui::SetClipboardText(path.string().c_str());
  notices.notify("Copied the path.");
  return {};
}

Status copy_command_line(const PictureParts& picture, NextRun& next, Notices& notices, Arguments) {
  const auto line = screen_command_line(picture, next.engine_id);
  if (!line) return line.error();
  ImGui::SetClipboardText(line->c_str());
  notices.notify("Copied: " + *line);
  return {};
}

template <Overlay overlay>
Status toggle_overlay(OverlayState& card, Arguments) {
  card.open = card.open == overlay ? Overlay::kNone : overlay;
  return {};
}

Status close_overlay(OverlayState& overlay, Arguments) {
  overlay.open = Overlay::kNone;
  return {};
}

Status quit(CommandLines& lines, Arguments) {
  lines.quit = true;
  return {};
}

}  // namespace

std::span<const Command> file_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"open",
       "Open a recording, session, network, numbers or CUDA file",
       "File and help",
       kReadData,
       "Ctrl+O",
       "[PATH] [large]",
       {ctrl(GLFW_KEY_O)},
       nullptr,
       open},
      {"save",
       "Save the recording",
       "File and help",
       kWrite,
       "Ctrl+S",
       "[PATH]",
       {ctrl(GLFW_KEY_S)},
       loaded,
       save},
      {"export",
       "Export a view as picture or film",
       "File and help",
       kWrite,
       "Ctrl+E",
       "[VIEW] [FILE]",
       {ctrl(GLFW_KEY_E)},
       loaded_and_idle,
       export_file},
      {"sheet",
       "Figure sheet of this view: steps in a grid with captions",
       "File and help",
       kWrite,
       "",
       "FILE [STEPS|levels] [COLUMNS]",
       {},
       loaded_and_idle,
       export_sheet_file},
      {"screenshot",
       "Picture of the window as PNG",
       "File and help",
       kWrite,
       "F12",
       "[PATH]",
       {key(GLFW_KEY_F12)},
       nullptr,
       screenshot},
      {"copy-command-line",
       "Copy the command line of this picture",
       "File and help",
       kOwn,
       "Ctrl+Shift+C",
       "",
       {ctrl_shift(GLFW_KEY_C)},
       loaded,
       copy_command_line},
      {"copy-path",
       "Copy where a file is",
       "File and help",
       kOwn,
       "",
       "FILE",
       {},
       nullptr,
       copy_path},
      {"help",
       "Keys and commands",
       "File and help",
       kOwn,
       "?  F1",
       "",
       {typed('?'), key(GLFW_KEY_F1)},
       nullptr,
       toggle_overlay<Overlay::kHelp>},
      {"find-command",
       "Find a command",
       "File and help",
       kOwn,
       "Ctrl+Shift+P  Ctrl+P",
       "",
       {ctrl_shift(GLFW_KEY_P), ctrl(GLFW_KEY_P)},
       nullptr,
       toggle_overlay<Overlay::kPalette>},
      {"info",
       "Versions, engine and timing",
       "File and help",
       kOwn,
       "Ctrl+I",
       "",
       {ctrl(GLFW_KEY_I)},
       nullptr,
       toggle_overlay<Overlay::kInfo>},
      {"close",
       "Close the overlay (or Esc)",
       "File and help",
       kOwn,
       "",
       "",
       {},
       nullptr,
       close_overlay},
      {"quit", "Leave", "File and help", kOwn, "Ctrl+Q", "", {ctrl(GLFW_KEY_Q)}, nullptr, quit},
  };
  return kRows;
}

}  // namespace sortscope
