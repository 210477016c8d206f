// environment.cpp: fontconfig's files, looked at before fontconfig does.
#include "app/command_line/environment.h"

#include <sys/stat.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/say.h"

namespace sortscope {

namespace {

constexpr off_t kMostBytes = off_t{16} << 20;

// It is there, and reading it would not end, or not soon.
bool is_endless(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0 || S_ISDIR(facts.st_mode)) return false;
  return !S_ISREG(facts.st_mode) || facts.st_size > kMostBytes;
}

std::vector<std::string> folders_of(std::string_view list) {
  std::vector<std::string> folders;
  while (!list.empty()) {
    const std::string_view folder = list.substr(0, list.find(':'));
    folders.emplace_back(folder);
    list.remove_prefix(folder.size());
    if (!list.empty()) list.remove_prefix(1);
  }
  return folders;
}

void leave_out(const char* name, const std::string& leads_to) {
  ::unsetenv(name);
  say("sortscope: {} leads to {}, which is no file of moderate size: it is left out.\n", name,
      quoted(leads_to, 200));
}

}  // namespace

void leave_out_endless_fonts() {
  const char* path = std::getenv("FONTCONFIG_PATH");
  const char* file = std::getenv("FONTCONFIG_FILE");
  const std::string name = file != nullptr ? file : "fonts.conf";
  const bool absolute = name.starts_with('/');
  // A name that is not absolute is looked for in each folder.
  for (const std::string& folder : folders_of(path != nullptr ? path : "")) {
    const std::string whole = absolute ? folder + "/fonts.conf" : folder + "/" + name;
    if (!is_endless(folder) && !is_endless(whole)) continue;
    leave_out("FONTCONFIG_PATH", is_endless(folder) ? folder : whole);
    break;
  }
  if (file == nullptr) return;
  const char* home = std::getenv("HOME");
  const std::string at = name.starts_with('~') && home != nullptr ? home + name.substr(1) : name;
  if (is_endless(at)) leave_out("FONTCONFIG_FILE", at);
}

}  // namespace sortscope
