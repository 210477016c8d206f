// folder.cpp: reads a folder with the C library.
#include "core/base/folder.h"

#include <dirent.h>
#include <fmt/format.h>

#include <cerrno>
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

}  // namespace sortscope
