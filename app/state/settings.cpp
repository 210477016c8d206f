// settings.cpp: what is remembered between windows, as JSON in the XDG folders.
#include "app/state/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/state/history.h"
#include "app/state/kept/folder_lock.h"
#include "app/state/kept/together.h"
#include "app/state/lesson_player.h"
#include "app/state/panes.h"
#include "app/state/parts/look.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/parts/remembered.h"
#include "app/state/session.h"
#include "app/surface/desktop_motion.h"
#include "app/surface/surface.h"
#include "core/base/folder.h"
#include "core/base/input_file.h"
#include "core/base/output_file.h"
#include "core/base/quote.h"
#include "core/pictures/palette.h"

namespace sortscope {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t kMostRecentCommands = 20;
// Sixteen runs with their keys are a tenth of it.
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
constexpr std::string_view kKept =
    "It is kept as it is, and nothing is remembered until it is mended or removed.";

std::string file_in(const std::string& folder, const char* name) {
  return folder.empty() ? "" : folder + "/sortscope/" + name;
}

Error damaged(const std::string& path, const std::string& what) {
  return {ErrorCode::kBadInput, fmt::format("{} cannot be read: {}.", path, what),
          std::string(kKept)};
}

Result<Json> parse_json(std::string_view text, const std::string& path) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) return damaged(path, "it is not a JSON object");
  return json;
}

// Nothing where there is no file.
Result<std::optional<Json>> read_json(const std::string& path) {
  std::error_code failure;
  if (!fs::exists(path, failure)) return std::optional<Json>();
  const auto text = read_regular_file(path, kMostBytes);
  if (!text) {
    return Error{text.error().code, text.error().message, std::string(kKept)};
  }
  auto json = parse_json(*text, path);
  if (!json) return json.error();
  return std::optional<Json>(std::move(*json));
}

std::string file_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// The member `name` where it has the type asked for, else nothing: a file of another version, or
// one edited by hand, loses only what does not fit.
template <typename T>
std::optional<T> member(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) return {};
  if constexpr (std::is_same_v<T, bool>) {
    if (!found->is_boolean()) return {};
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (!found->is_number()) return {};
  } else {
    if (!found->is_string()) return {};
  }
  return found->get<T>();
}

std::vector<std::string> texts(const Json& json, const char* name) {
  std::vector<std::string> list;
  const auto found = json.find(name);
  if (found == json.end() || !found->is_array()) return list;
  for (const Json& entry : *found) {
    if (entry.is_string()) list.push_back(original_bytes(entry.get<std::string>()));
  }
  return list;
}

// Names of files need not be UTF-8.
std::vector<std::string> all_as_utf8(const std::vector<std::string>& texts) {
  std::vector<std::string> list;
  for (const std::string& text : texts) list.push_back(as_utf8(text));
  return list;
}

void take_settings(const SettingsParts& parts, const Json& json) {
  if (const auto id = member<std::string>(json, "theme")) {
    if (const auto palette = find_palette(*id)) parts.look.palette = *palette;
  }
  if (const auto scale = member<float>(json, "scale"))
    parts.look.user_scale = std::clamp(*scale, 0.5F, 4.0F);
  if (const auto on = member<bool>(json, "reduced_motion")) {
    parts.look.motion_chosen = *on;
    parts.session.set_reduced_motion(*on);
  }
  if (const auto scale = member<float>(json, "projector_scale")) {
    parts.look.projector_scale = std::clamp(*scale, 1.0F, 3.0F);
  }
  if (const auto radius = member<float>(json, "spotlight_size")) {
    parts.look.spotlight.radius = std::clamp(*radius, kSpotlightLeast, kSpotlightMost);
  }
  if (const auto name = member<std::string>(json, "display"))
    parts.look.display = original_bytes(*name);
  LayoutOptions& options = parts.session.options;
  if (const auto style = member<std::string>(json, "padding")) {
    options.padding = *style == "hidden" ? PaddingStyle::kHidden : PaddingStyle::kGhost;
  }
  if (const auto name = member<std::string>(json, "contrast")) {
    const auto found = std::find(kFarContrasts.begin(), kFarContrasts.end(), *name);
    if (found != kFarContrasts.end()) {
      options.network.contrast = static_cast<FarContrast>(found - kFarContrasts.begin());
    }
  }
  if (const auto on = member<bool>(json, "min_max_row")) options.network.min_max_row = *on;
  if (const auto on = member<bool>(json, "equal_widths")) options.network.equal_layer_widths = *on;
  if (const auto on = member<bool>(json, "arrows")) options.network.arrows = *on;
  if (const auto on = member<bool>(json, "panels")) parts.look.panels_shown = *on;
  if (const auto on = member<bool>(json, "welcome")) parts.remembered.welcome_at_start = *on;
}

void take_state(const SettingsParts& parts, const Json& json) {
  parts.remembered.recent_files = texts(json, "recent_files");
  if (parts.remembered.recent_files.size() > kMostRecentFiles)
    parts.remembered.recent_files.resize(kMostRecentFiles);
  parts.remembered.recent_commands = texts(json, "recent_commands");
  if (parts.remembered.recent_commands.size() > kMostRecentCommands) {
    parts.remembered.recent_commands.resize(kMostRecentCommands);
  }
  if (const auto last = member<std::string>(json, "folder"))
    parts.overlay.folder = original_bytes(*last);
  if (const auto lessons = json.find("lessons"); lessons != json.end() && lessons->is_object()) {
    for (const auto& [name, seen] : lessons->items()) {
      if (!seen.is_object()) continue;
      parts.remembered.add_stop(name, member<std::size_t>(seen, "stop").value_or(0),
                                member<bool>(seen, "finished").value_or(false));
    }
  }
  if (const auto name = member<std::string>(json, "last_lesson")) {
    parts.lesson.remember_last(*name);
  }
  const std::vector<std::string> views = texts(json, "views");
  if (views.size() != 1 && views.size() != 2 && views.size() != 4) return;
  parts.panes.set_count(views.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    // A view that is gone leaves the pane as it was.
    if (const Status status = parts.panes.set(i, views[i]); !status) continue;
  }
}

// The runs of the window before.
void take_runs(History& history, const Json& json) {
  const auto runs = json.find("runs");
  if (runs == json.end() || !runs->is_array()) return;
  std::vector<KeptText> kept;
  for (const Json& run : *runs) {
    if (!run.is_object()) continue;
    const auto title = member<std::string>(run, "title");
    const auto session = member<std::string>(run, "session");
    if (!title || !session || kept.size() == kMostRunsOfAll) continue;
    kept.push_back({original_bytes(*title), original_bytes(*session),
                    member<bool>(run, "lesson").value_or(false)});
  }
  history.remember(std::move(kept));
}

Json runs_json(const std::vector<KeptText>& texts) {
  Json runs = Json::array();
  for (const KeptText& kept : texts) {
    runs.push_back({{"title", as_utf8(kept.title)},
                    {"session", as_utf8(kept.session)},
                    {"lesson", kept.of_lesson}});
  }
  return {{"runs", std::move(runs)}};
}

}  // namespace

std::string settings_path() {
  return file_in(person_folder("XDG_CONFIG_HOME", "/.config"), "settings.json");
}
std::string state_path() {
  return file_in(person_folder("XDG_STATE_HOME", "/.local/state"), "state.json");
}
std::string runs_path() {
  return file_in(person_folder("XDG_STATE_HOME", "/.local/state"), "runs.json");
}

void load_window_size(int& width, int& height) {
  const auto settings = read_json(settings_path());
  if (!settings || !*settings) return;
  const Json& json = **settings;
  const auto saved_width = member<int>(json, "window_width");
  const auto saved_height = member<int>(json, "window_height");
  if (saved_width && saved_height) {
    width = std::clamp(*saved_width, 640, 16384);
    height = std::clamp(*saved_height, 480, 16384);
  }
}

Status parse_settings(const SettingsParts& parts, std::string_view json,
                      const std::string& source) {
  const auto settings = parse_json(json, source);
  if (!settings) return settings.error();
  take_settings(parts, *settings);
  return {};
}

Status parse_state(const SettingsParts& parts, std::string_view json, const std::string& source) {
  const auto state = parse_json(json, source);
  if (!state) return state.error();
  take_state(parts, *state);
  return {};
}

Status parse_runs(const SettingsParts& parts, std::string_view json, const std::string& source) {
  const auto runs = parse_json(json, source);
  if (!runs) return runs.error();
  take_runs(parts.history, *runs);
  return {};
}

std::string runs_text(const History& history) { return runs_json(history.texts()).dump(); }

Status load_settings(const SettingsParts& parts, KnownFiles* known) {
  parts.session.set_reduced_motion(desktop_reduces_motion());
  Status all;
  const auto read = [&](const std::string& path, const auto& take) {
    const auto json = read_json(path);
    if (json) {
      if (*json) {
        take(**json);
      } else if (known != nullptr) {
        known->absent.insert(path);
      }
      return;
    }
    if (known != nullptr) known->damaged.insert(path);
    Error error = json.error();
    if (!all) error.message = all.error().message + " " + error.message;
    all = std::move(error);
  };
  read(settings_path(), [&](const Json& json) { take_settings(parts, json); });
  read(state_path(), [&](const Json& json) { take_state(parts, json); });
  read(runs_path(), [&](const Json& json) { take_runs(parts.history, json); });
  if (known == nullptr) return all;
  for (const KeptFile& file : kept_files(parts)) known->written[file.path] = file.text();
  return all;
}

std::vector<KeptFile> kept_files(const SettingsParts& parts) {
  if (parts.surface.headless()) return {};
  const bool projecting = parts.look.projector && parts.look.before_projector;
  const Appearance look =
      projecting
          ? *parts.look.before_projector
          : Appearance{parts.look.palette, parts.look.user_scale, parts.look.panels_shown, {}};
  const LayoutOptions& options = parts.session.options;
  Json settings = {
      {"theme", std::string(look.palette->id)},
      {"scale", look.user_scale},
      {"panels", look.panels_shown},
      {"spotlight_size", parts.look.spotlight.radius},
      {"display", as_utf8(parts.look.display)},
      {"padding", options.padding == PaddingStyle::kHidden ? "hidden" : "ghost"},
      {"min_max_row", options.network.min_max_row},
      {"equal_widths", options.network.equal_layer_widths},
      {"arrows", options.network.arrows},
      {"contrast", kFarContrasts[static_cast<std::size_t>(options.network.contrast)]},
      {"welcome", parts.remembered.welcome_at_start},
  };
  // What was not chosen follows the desktop, and the window.
  if (parts.look.motion_chosen) settings["reduced_motion"] = *parts.look.motion_chosen;
  if (parts.look.projector_scale > 0) settings["projector_scale"] = parts.look.projector_scale;
  // The size of the screen is not the size of the window.
  if (!parts.surface.fullscreen()) {
    // In units: a window of so many units has as many pixels as the display's scale asks.
    const float scale = parts.surface.display_scale();
    const auto units = [&](int pixels) { return std::lround(static_cast<float>(pixels) / scale); };
    settings["window_width"] = units(parts.surface.width());
    settings["window_height"] = units(parts.surface.height());
  }
  Json state = {{"recent_files", all_as_utf8(parts.remembered.recent_files)},
                {"recent_commands", all_as_utf8(parts.remembered.recent_commands)},
                {"folder", as_utf8(parts.overlay.folder)},
                {"last_lesson", parts.lesson.last_shipped()}};
  // A lesson's panes go with it.
  state["views"] = parts.lesson.own_views(parts.session, parts.panes, parts.history);
  for (const auto& [name, progress] : parts.remembered.lessons) {
    state["lessons"][name] = {{"stop", progress.stop}, {"finished", progress.finished}};
  }
  return {{settings_path(), [settings] { return file_text(settings); }},
          {state_path(), [state] { return file_text(state); }},
          {runs_path(),
           [texts = parts.history.later_texts()] { return file_text(runs_json(texts())); }}};
}

Status write_kept(const std::vector<KeptFile>& files, KnownFiles& known) {
  Status all;
  for (const KeptFile& file : files) {
    // Without a home nothing is kept.
    if (file.path.empty()) continue;
    std::string text = file.text();
    const auto before = known.written.find(file.path);
    const bool same = before != known.written.end() && before->second == text;
    if (same && !known.absent.contains(file.path)) continue;
    std::error_code failure;
    const fs::path folder = fs::path(file.path).parent_path();
    fs::create_directories(folder, failure);
    const FolderLock lock(folder.string());
    auto there = read_json(file.path);
    if (!there) {
      if (all && !known.damaged.contains(file.path)) all = there.error();
      continue;
    }
    known.damaged.erase(file.path);  // mended: new damage is news
    const Json written = before == known.written.end() ? Json() : Json::parse(before->second);
    const std::string whole =
        *there ? file_text(put_together(written, Json::parse(text), std::move(**there))) : text;
    if (const Status status = write_file(file.path, whole); status) {
      known.written[file.path] = std::move(text);
      known.absent.erase(file.path);
    } else if (all) {
      all = status;
    }
  }
  return all;
}

Status save_settings(const SettingsParts& parts) {
  KnownFiles known;
  known.damaged = {settings_path(), state_path(), runs_path()};
  return write_kept(kept_files(parts), known);
}

}  // namespace sortscope
