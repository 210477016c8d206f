// input_file.cpp: files, pipes and standard input.
#include "core/base/input_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace sortscope {

namespace {

constexpr int kLook_ms = 100;  // how often a cancel is looked for where nothing comes

}  // namespace

// O_NONBLOCK: a pipe that nobody writes to is opened all the same, and waited for by poll().
InputFile::InputFile(const std::string& path)
    : descriptor_(path == "-" ? STDIN_FILENO
                              : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}

InputFile::~InputFile() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

std::uint64_t InputFile::size() const {
  struct stat info {};
  const bool regular = ::fstat(descriptor_, &info) == 0 && S_ISREG(info.st_mode);
  return regular ? static_cast<std::uint64_t>(info.st_size) : 0;
}

ssize_t InputFile::read(char* to, std::size_t bytes, const Progress* progress) const {
  const auto cancelled = [progress] { return progress != nullptr && progress->cancelled(); };
  while (true) {
    pollfd waiting = {descriptor_, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, progress == nullptr ? -1 : kLook_ms);
    if (cancelled()) {
      errno = EINTR;
      return -1;
    }
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(descriptor_, to, bytes);
    if (got >= 0 || (errno != EINTR && errno != EAGAIN)) return got;
  }
}

bool is_regular_file(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

}  // namespace sortscope
