// held_file.cpp: bytes by name, handed out as files that have no name.
#include "core/base/held_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>

#include "core/base/number_text.h"
#include "core/base/quote.h"

namespace sortscope {

namespace {

struct Held {
  std::mutex guard;
  std::map<std::string, std::shared_ptr<const std::string>> files;
};

Held& held() {
  static Held all;
  return all;
}

std::shared_ptr<const std::string> held_bytes(const std::string& path) {
  const std::lock_guard lock(held().guard);
  const auto found = held().files.find(path);
  return found == held().files.end() ? nullptr : found->second;
}

// Folder by folder, so that none of them can become a link meanwhile.
int open_below(const std::string& folder, const std::string& inner) {
  constexpr int kFolder = O_PATH | O_DIRECTORY | O_CLOEXEC;
  int at = ::open(folder.c_str(), kFolder);
  for (std::size_t begin = 0; at >= 0;) {
    const std::size_t end = std::min(inner.find('/', begin), inner.size());
    const std::string name = inner.substr(begin, end - begin);
    const bool last = end == inner.size();
    const int next = ::openat(
        at, name.c_str(),
        last ? O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY : kFolder | O_NOFOLLOW);
    const int reason = errno;
    ::close(at);
    errno = reason;
    at = next;
    if (last) break;
    begin = end + 1;
  }
  return at;
}

}  // namespace

Status hold_file(const std::string& folder, const std::string& inner, std::uint64_t most_bytes) {
  const std::string path = folder + "/" + inner;
  const auto refused = [&](std::string_view why) {
    return Error{ErrorCode::kBadInput, fmt::format("cannot read {}: {}.", quoted(path, 200), why),
                 "Check the name and the permissions."};
  };
  const int file = open_below(folder, inner);
  if (file < 0) return refused(std::generic_category().message(errno));
  struct stat facts {};
  auto bytes = std::make_shared<std::string>();
  ssize_t got = 0;
  const bool regular = ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
  while (regular && bytes->size() <= most_bytes) {
    constexpr std::size_t kPiece = std::size_t{1} << 18;
    const std::size_t before = bytes->size();
    bytes->resize(before + kPiece);
    got = ::read(file, bytes->data() + before, kPiece);
    bytes->resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0 || (got < 0 && errno != EINTR)) break;
  }
  const int reason = errno;
  ::close(file);
  if (!regular) return refused("it is no regular file");
  if (got < 0) return refused(std::generic_category().message(reason));
  if (bytes->size() > most_bytes) {
    return refused(fmt::format("it is larger than {}", bytes_text(most_bytes)));
  }
  const std::lock_guard lock(held().guard);
  held().files[path] = std::move(bytes);
  return {};
}

bool is_held(const std::string& path) { return held_bytes(path) != nullptr; }

void release_file(const std::string& path) {
  const std::lock_guard lock(held().guard);
  held().files.erase(path);
}

void release_held_files() {
  const std::lock_guard lock(held().guard);
  held().files.clear();
}

int open_to_read(const std::string& path) {
  const auto bytes = held_bytes(path);
  if (bytes == nullptr) return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  const int file = ::memfd_create("sortscope-held", MFD_CLOEXEC);
  if (file < 0) return file;
  for (std::size_t at = 0; at < bytes->size();) {
    const ssize_t done = ::write(file, bytes->data() + at, bytes->size() - at);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      ::close(file);
      return -1;
    }
    at += static_cast<std::size_t>(done);
  }
  (void)::lseek(file, 0, SEEK_SET);
  return file;
}

}  // namespace sortscope
