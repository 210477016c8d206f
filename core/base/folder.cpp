// folder.cpp: reads a folder with the C library; asks the environment for the person's.
#include "core/base/folder.h"

#include <dirent.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <system_error>

namespace sortscope {

Result<std::vector<std::string>> names_in(const std::string& folder) {
  const auto failed = [&](int reason) {
    return Error{
        ErrorCode::kIo,
        fmt::format("cannot read {}: {}.", folder, std::generic_category().message(reason)), ""};
  };
  struct Close {
    void operator()(DIR* open) const { ::closedir(open); }
  };
  const std::unique_ptr<DIR, Close> open(::opendir(folder.c_str()));
  if (!open) return failed(errno);
  std::vector<std::string> names;
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(open.get());
    if (entry == nullptr && errno != 0) return failed(errno);
    if (entry == nullptr) return names;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
}

std::string person_folder(const char* variable, const char* below_home) {
  const char* const named = std::getenv(variable);
  // The specification has relative paths ignored.
  if (named != nullptr && named[0] == '/') return named;
  const char* const home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? std::string(home) + below_home : "";
}

}  // namespace sortscope
