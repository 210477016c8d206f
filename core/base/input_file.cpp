// input_file.cpp: files, pipes and standard input.
#include "core/base/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
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

constexpr int kLook_ms = 100;  // how often a cancel is looked for where nothing comes

}  // namespace

// O_NONBLOCK: a pipe that nobody writes to is opened all the same, and waited for by poll().
InputFile::InputFile(const std::string& path)
    : descriptor_(path == "-" ? STDIN_FILENO : open_to_read(path)) {}

InputFile::~InputFile() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

bool InputFile::regular() const {
  struct stat info {};
  return ::fstat(descriptor_, &info) == 0 && S_ISREG(info.st_mode);
}

std::uint64_t InputFile::size() const {
  struct stat info {};
  const bool regular = ::fstat(descriptor_, &info) == 0 && S_ISREG(info.st_mode);
  return regular ? static_cast<std::uint64_t>(info.st_size) : 0;
}

ssize_t InputFile::read(char* to, std::size_t bytes, const Progress* progress) const {
  const auto cancelled = [progress] { return progress != nullptr && progress->cancelled(); };
  // Some that the kernel makes up call themselves regular, and would be waited for.
  const bool waits = !regular();
  while (true) {
    pollfd waiting = {descriptor_, POLLIN, 0};
    const int ready = !waits ? 1 : ::poll(&waiting, 1, progress == nullptr ? -1 : kLook_ms);
    if (cancelled()) {
      errno = EINTR;
      return -1;
    }
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(descriptor_, to, bytes);
    if (got >= 0 || (errno != EINTR && (!waits || errno != EAGAIN))) return got;
  }
}

bool is_regular_file(const std::string& path) {
  if (is_held(path)) return true;
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

Result<std::string> read_regular_file(const std::string& path, std::uint64_t most_bytes) {
  const auto refused = [&](std::string_view why, std::string_view hint) {
    return Error{ErrorCode::kBadInput, fmt::format("cannot read {}: {}.", path, why),
                 std::string(hint)};
  };
  const auto failed = [&](int reason) {
    return refused(std::generic_category().message(reason), "Check the name and the permissions.");
  };
  const int descriptor = open_to_read(path);
  if (descriptor < 0) return failed(errno);
  struct stat info {};
  const bool known = ::fstat(descriptor, &info) == 0;
  std::string text;
  ssize_t got = 0;
  if (known && S_ISREG(info.st_mode)) {
    // What grows while it is read, or does not say its size, is held to the limit too.
    constexpr std::size_t kPiece = std::size_t{1} << 18;
    do {
      const std::size_t before = text.size();
      text.resize(before + kPiece);
      got = ::read(descriptor, text.data() + before, kPiece);
      text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    } while ((got > 0 && text.size() <= most_bytes) || (got < 0 && errno == EINTR));
  }
  const int reason = errno;
  ::close(descriptor);
  if (!known || got < 0) return failed(reason);
  if (S_ISDIR(info.st_mode)) return refused("it is a folder", "Name a file.");
  if (!S_ISREG(info.st_mode)) return refused("it is no regular file", "Save it as a file.");
  if (text.size() > most_bytes) {
    return refused(fmt::format("it is larger than {}", bytes_text(most_bytes)), "");
  }
  return text;
}

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
