// folder_lock.cpp: flock on a file beside what is kept.
#include "app/state/kept/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace sortscope {

namespace {
// Counted, not timed: clocks jump.
constexpr int kTrials = 500;
constexpr std::chrono::milliseconds kPause{10};
}  // namespace

FolderLock::FolderLock(const std::string& folder)
    : file_(::open((folder + "/.lock").c_str(),
                   O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600)) {
  struct stat info {};
  if (file_ < 0 || ::fstat(file_, &info) != 0 || !S_ISREG(info.st_mode)) return;
  for (int trial = 0; trial < kTrials; ++trial) {
    held_ = ::flock(file_, LOCK_EX | LOCK_NB) == 0;
    if (held_ || (errno != EWOULDBLOCK && errno != EINTR)) return;
    std::this_thread::sleep_for(kPause);
  }
}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace sortscope
