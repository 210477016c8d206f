// desktop_motion.cpp: reads what desktops keep about animation.
#include "app/surface/desktop_motion.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include "core/base/folder.h"
#include "core/base/input_file.h"

namespace sortscope {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;  // of another program's settings

// The value of `key` in a file of lines "key=value"; "" where it is not there.
std::string value_in(const std::string& path, std::string_view key) {
  const auto text = read_regular_file(path, kMostBytes);
  if (!text) return "";
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    std::erase(line, ' ');
    if (line.starts_with(std::string(key) + "=")) return line.substr(key.size() + 1);
  }
  return "";
}

bool gnome_reduces_motion() {
  const char* desktop = std::getenv("XDG_CURRENT_DESKTOP");
  if (desktop == nullptr || std::string_view(desktop).find("GNOME") == std::string_view::npos) {
    return false;
  }
  std::FILE* pipe = popen(
      "timeout -s KILL 1 gsettings get org.gnome.desktop.interface enable-animations 2>/dev/null",
      "re");
  if (pipe == nullptr) return false;
  std::array<char, 16> text{};
  const bool read = std::fgets(text.data(), text.size(), pipe) != nullptr;
  pclose(pipe);
  return read && std::string_view(text.data()).starts_with("false");
}

}  // namespace

bool desktop_reduces_motion() {
  const std::string folder = person_folder("XDG_CONFIG_HOME", "/.config");
  for (const char* file : {"/gtk-4.0/settings.ini", "/gtk-3.0/settings.ini"}) {
    const std::string value = value_in(folder + file, "gtk-enable-animations");
    if (value == "false" || value == "0") return true;
  }
  const std::string factor = value_in(folder + "/kdeglobals", "AnimationDurationFactor");
  if (!factor.empty() && std::strtod(factor.c_str(), nullptr) == 0) return true;
  return gnome_reduces_motion();
}

}  // namespace sortscope
