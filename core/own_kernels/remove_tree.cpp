// remove_tree.cpp: without recursion, and with three open folders at most.
#include "core/own_kernels/remove_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sortscope {

namespace {

constexpr int kOpened = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// The names in a folder: all at once, for entries come and go while it is emptied.
std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  const int own = openat(folder, ".", kOpened);
  DIR* entries = own < 0 ? nullptr : fdopendir(own);
  if (entries == nullptr) {
    if (own >= 0) close(own);
    return names;
  }
  while (const dirent* entry = readdir(entries)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  closedir(entries);
  return names;
}

// A folder of the person's own, opened, though it may have no permissions; -1: it is none.
int open_own(int parent, const std::string& name) {
  struct stat facts {};
  if (fstatat(parent, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) return -1;
  if (!S_ISDIR(facts.st_mode) || facts.st_uid != geteuid()) return -1;
  if ((facts.st_mode & S_IRWXU) != S_IRWXU) (void)fchmodat(parent, name.c_str(), S_IRWXU, 0);
  return openat(parent, name.c_str(), kOpened);
}

}  // namespace

void remove_tree(const std::string& path) {
  const int top = open_own(AT_FDCWD, path);
  if (top < 0) return;
  // What lies in a folder of the top comes up into the top, so no folder is ever deep.
  // Their names there are none that a program could have taken before.
  auto moved =
      static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  std::vector<std::string> waiting = names_in(top);
  while (!waiting.empty()) {
    const std::string name = std::move(waiting.back());
    waiting.pop_back();
    if (unlinkat(top, name.c_str(), 0) == 0) continue;
    const int folder = open_own(top, name);
    if (folder < 0) continue;
    for (const std::string& below : names_in(folder)) {
      if (unlinkat(folder, below.c_str(), 0) == 0) continue;
      if (unlinkat(folder, below.c_str(), AT_REMOVEDIR) == 0) continue;
      // To move a folder, it has to be writable itself.
      const int opened = open_own(folder, below);
      if (opened >= 0) close(opened);
      std::string up = fmt::format("sortscope-moved-{}", moved++);
      if (renameat(folder, below.c_str(), top, up.c_str()) == 0) waiting.push_back(std::move(up));
    }
    close(folder);
    (void)unlinkat(top, name.c_str(), AT_REMOVEDIR);
  }
  close(top);
  (void)unlinkat(AT_FDCWD, path.c_str(), AT_REMOVEDIR);
}

}  // namespace sortscope
