// desktop_motion.cpp: reads what desktops keep about animation.
#include "app/surface/desktop_motion.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace sortscope {

namespace {

// The value of `key` in a file of lines "key=value"; "" where it is not there.
std::string value_in(const std::string& path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
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
      "timeout 1 gsettings get org.gnome.desktop.interface enable-animations 2>/dev/null", "re");
  if (pipe == nullptr) return false;
  std::array<char, 16> text{};
  const bool read = std::fgets(text.data(), text.size(), pipe) != nullptr;
  pclose(pipe);
  return read && std::string_view(text.data()).starts_with("false");
}

}  // namespace

bool desktop_reduces_motion() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  std::string folder = config != nullptr && config[0] == '/' ? config : "";
  if (folder.empty()) folder = std::string(home != nullptr ? home : "") + "/.config";
  for (const char* file : {"/gtk-4.0/settings.ini", "/gtk-3.0/settings.ini"}) {
    const std::string value = value_in(folder + file, "gtk-enable-animations");
    if (value == "false" || value == "0") return true;
  }
  const std::string factor = value_in(folder + "/kdeglobals", "AnimationDurationFactor");
  if (!factor.empty() && std::strtod(factor.c_str(), nullptr) == 0) return true;
  return gnome_reduces_motion();
}

}  // namespace sortscope
