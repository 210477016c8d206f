// settings.h: what is remembered between windows, in the XDG folders; nothing when headless.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

class History;
class LessonPlayer;
class Look;
class Panes;
class Session;
class Surface;
struct OverlayState;
struct Remembered;

/// The parts that are remembered, and the surface whose size is.
struct SettingsParts {
  Session& session;
  Look& look;
  Panes& panes;
  OverlayState& overlay;
  Remembered& remembered;
  History& history;
  LessonPlayer& lesson;
  const Surface& surface;
};

/// $XDG_CONFIG_HOME/sortscope/settings.json and $XDG_STATE_HOME/sortscope/state.json (with the
/// defaults of the XDG specification); "" where person_folder() knows none.
std::string settings_path();
std::string state_path();
/// Beside it: the runs that were shown, as sessions (see History).
std::string runs_path();

/// The size that the window had last time; left as they are where nothing is remembered.
void load_window_size(int& width, int& height);
/// What a window knows of the files.
struct KnownFiles {
  // What it remembered itself as it read or wrote the file last, by path.
  std::map<std::string, std::string> written;
  std::set<std::string> absent;   // paths; nothing was there as the window began
  std::set<std::string> damaged;  // paths; said as the window began
};
/// Reads all three into the parts; missing files are no error, damaged ones are reported, all of
/// them, and left alone. `known`: what the window knows of them then.
Status load_settings(const SettingsParts& parts, KnownFiles* known = nullptr);
/// Takes what the text of one of them says; `source` is named in errors. Errors: kBadInput.
Status parse_settings(const SettingsParts& parts, std::string_view json, const std::string& source);
Status parse_state(const SettingsParts& parts, std::string_view json, const std::string& source);
Status parse_runs(const SettingsParts& parts, std::string_view json, const std::string& source);
/// What is kept of the runs, as that text.
std::string runs_text(const History& history);
/// One of the three files, as it is to be.
struct KeptFile {
  std::string path;
  std::function<std::string()> text;  // on any thread; that of the runs takes O(keys)
};
/// What is to be remembered of now; nothing on a headless surface.
std::vector<KeptFile> kept_files(const SettingsParts& parts);
/// Writes what has changed since it was written last (temporary name, then rename) into each file,
/// beside what other windows have put there (see put_together()); damaged ones are left alone. On
/// any thread; waits for other windows that write. Errors: the first of kIo, or of damage that has
/// not been said.
Status write_kept(const std::vector<KeptFile>& files, KnownFiles& known);
/// Both of now.
Status save_settings(const SettingsParts& parts);

}  // namespace sortscope
