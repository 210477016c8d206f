// output_file.cpp: files that appear whole or not at all.
#include "core/base/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/folder.h"
#include "core/base/parse_number.h"
#include "core/base/quote.h"

namespace sortscope {

namespace {

constexpr int kNameTrials = 100;
constexpr int kMostLinks = 40;  // one after the other, as Linux follows them
constexpr std::string_view kMark = ".sortscope-part-";  // then the process and a number

// The process that a temporary file's name names; 0: it is no such name.
pid_t writer_of(std::string_view name) {
  const std::size_t mark = name.rfind(kMark);
  if (mark == std::string_view::npos) return 0;
  std::string_view rest = name.substr(mark + kMark.size());
  const auto process = take_whole(rest, std::numeric_limits<pid_t>::max());
  if (!process || !rest.starts_with('-') || !parse_whole(rest.substr(1))) return 0;
  return static_cast<pid_t>(*process);
}

// Neither its process nor its lock is there: a process in another container or on another machine
// has the lock alone.
bool is_left_behind(const std::string& path, pid_t writer) {
  if (::kill(writer, 0) == 0 || errno != ESRCH) return false;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return false;
  struct stat info {};
  const bool left = ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) &&
                    ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
  return left;
}

// Of this process, not committed yet.
struct Unfinished {
  std::mutex mutex;
  std::set<std::string> paths;
  std::set<pid_t> writers;
};
Unfinished& unfinished() {
  static Unfinished all;
  return all;
}
void forget(const std::string& path) {
  const std::lock_guard lock(unfinished().mutex);
  unfinished().paths.erase(path);
}

// Once a process and folder.
void sweep(const std::string& folder) {
  static std::mutex mutex;
  static std::set<std::string> swept;
  {
    const std::lock_guard lock(mutex);
    if (!swept.insert(folder).second) return;
  }
  for (const std::string& path : left_behind(folder)) ::unlink(path.c_str());
}

std::string folder_of(const std::string& target) {
  const std::filesystem::path folder = std::filesystem::path(target).parent_path();
  return folder.empty() ? "." : folder.string();
}

// A link that somebody else put into a folder that all may write to, as /tmp: where it leads, what
// is one's own would be replaced. Opening it is refused by Linux itself (protected_symlinks).
bool is_planted(std::filesystem::path path) {
  for (int link = 0; link < kMostLinks; ++link) {
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return false;
    const std::filesystem::path folder = folder_of(path.string());
    struct stat around {};
    if (::stat(folder.c_str(), &around) != 0) return false;
    const bool shared = (around.st_mode & S_ISVTX) != 0 && (around.st_mode & S_IWOTH) != 0;
    if (shared && info.st_uid != ::geteuid() && info.st_uid != around.st_uid) return true;
    std::error_code failure;
    path = folder / std::filesystem::read_symlink(path, failure);
    if (failure) return false;
  }
  return false;
}

}  // namespace

void note_writer(int process) {
  const std::lock_guard lock(unfinished().mutex);
  unfinished().writers.insert(process);
}

void forget_writer(int process) {
  const std::lock_guard lock(unfinished().mutex);
  unfinished().writers.erase(process);
}

void remove_unfinished_files() {
  const std::lock_guard lock(unfinished().mutex);
  for (const pid_t writer : unfinished().writers) {
    if (::kill(-writer, SIGKILL) != 0) ::kill(writer, SIGKILL);  // its group: it may be a wrapper
    // Whoever started it collects it: its number stays its own until then.
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(writer), &info, WEXITED | WNOWAIT) != 0 &&
           errno == EINTR) {
    }
  }
  for (const std::string& path : unfinished().paths) ::unlink(path.c_str());
}

std::vector<std::string> left_behind(const std::string& folder) {
  std::vector<std::string> files;
  const auto names = names_in(folder);
  if (!names) return files;  // what cannot be looked into has nothing for us
  for (const std::string& name : *names) {
    const pid_t writer = writer_of(name);
    const std::string path = (std::filesystem::path(folder) / name).string();
    if (writer > 0 && is_left_behind(path, writer)) files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

Error cannot_write(const std::string& path, int reason) {
  std::string hint;
  switch (reason) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      hint = "Free some space or choose another place.";
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      hint = "Choose a place where you may write.";
      break;
    case ENOENT:
      hint = "Make the folder first.";
      break;
    case EMFILE:
    case ENFILE:
      hint = "Raise the limit of open files: ulimit -n 256.";
      break;
    default:
      hint = "Choose another name.";
      break;
  }
  return {ErrorCode::kIo,
          fmt::format("cannot write {}: {}.", path, std::generic_category().message(reason)),
          std::move(hint)};
}

OutputName::OutputName(std::string name) : path(std::move(name)) {
  struct stat info {};
  was_there = ::lstat(path.c_str(), &info) == 0;
}

OutputFile::OutputFile(std::string path, std::string target, bool was_there)
    : path_(std::move(path)), target_(std::move(target)), was_there_(was_there) {}

OutputFile::~OutputFile() { remove(); }

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      was_there_(other.was_there_),
      temporary_path_(std::exchange(other.temporary_path_, {})),
      lock_(std::exchange(other.lock_, -1)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = std::move(other.path_);
    target_ = std::move(other.target_);
    was_there_ = other.was_there_;
    temporary_path_ = std::exchange(other.temporary_path_, {});
    lock_ = std::exchange(other.lock_, -1);
  }
  return *this;
}

void OutputFile::remove() {
  if (!temporary_path_.empty() && temporary_path_ != target_) {
    ::unlink(temporary_path_.c_str());
    forget(temporary_path_);
  }
  temporary_path_.clear();
  if (lock_ >= 0) ::close(std::exchange(lock_, -1));
}

Status check_written_at_once(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISFIFO(info.st_mode)) return {};
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor >= 0) {
    ::close(descriptor);
    return {};
  }
  if (errno != ENXIO) return cannot_write(path, errno);
  return Error{ErrorCode::kIo, fmt::format("cannot write {}: nobody reads this pipe.", path),
               "Begin to read it first, or name a file."};
}

Result<OutputFile> OutputFile::create(const OutputName& name, bool devices) {
  const std::string& path = name.path;
  if (path.empty()) {
    return Error{ErrorCode::kBadUsage, "the name of the file to write is empty.", "Give a name."};
  }
  if (is_planted(path)) {
    return Error{ErrorCode::kIo,
                 fmt::format("cannot write {}: it is a link that somebody else made.", path),
                 "Choose another name."};
  }
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(path, ignored);
  // What was made since it was looked at is no part of this: it is kept.
  const std::string target = ignored || !name.was_there ? path : real.string();
  struct stat info {};
  const bool replaces = name.was_there && ::stat(target.c_str(), &info) == 0;
  if (replaces) {
    if (S_ISDIR(info.st_mode)) return cannot_write(path, EISDIR);
    if (!S_ISREG(info.st_mode)) {
      if (devices) {
        if (Status ready = check_written_at_once(path); !ready) return ready.error();
        OutputFile device(path, target, true);
        device.temporary_path_ = target;
        return device;
      }
      return Error{ErrorCode::kIo, fmt::format("cannot write {}: it is not a regular file.", path),
                   "Choose another name."};
    }
    if (::access(target.c_str(), W_OK) != 0) return cannot_write(path, errno);
  }
  sweep(folder_of(target));
  // All memory is taken before the file is there: what fails then leaves none behind.
  OutputFile made(path, target, name.was_there);
  for (int trial = 0; trial < kNameTrials; ++trial) {
    std::string temporary = fmt::format("{}{}{}-{}", target, kMark, ::getpid(), trial);
    {
      const std::lock_guard lock(unfinished().mutex);
      if (!unfinished().paths.insert(temporary).second) continue;  // another thread's
    }
    // Never wider than what it will be.
    const mode_t mode = replaces ? info.st_mode & 0600 : 0666;
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor >= 0) {
      made.temporary_path_ = std::move(temporary);
      made.lock_ = descriptor;
      (void)::flock(descriptor, LOCK_EX | LOCK_NB);
      if (replaces) {
        // The owner first: it takes bits of the mode away.
        const bool given = ::fchown(descriptor, info.st_uid, info.st_gid) == 0;
        const mode_t kept = info.st_mode & (given ? 07777 : 0777);
        (void)::fchmod(descriptor, kept | S_IWUSR);
      }
      return made;
    }
    const int reason = errno;
    forget(temporary);
    if (reason != EEXIST) return cannot_write(path, reason);
  }
  return cannot_write(path, EEXIST);
}

int OutputFile::sync() const {
  const int descriptor = ::open(temporary_path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int reason = ::fsync(descriptor) == 0 ? 0 : errno;
  return ::close(descriptor) != 0 && reason == 0 ? errno : reason;
}

Status OutputFile::commit(bool durable) {
  if (temporary_path_ == target_) {
    temporary_path_.clear();
    return {};
  }
  int reason = durable ? sync() : 0;
  if (reason == 0 && ::rename(temporary_path_.c_str(), target_.c_str()) != 0) reason = errno;
  if (reason == 0) {
    forget(temporary_path_);
    temporary_path_.clear();
  }
  remove();
  return reason == 0 ? Status() : Status(cannot_write(path_, reason));
}

int OutputFile::rename_new() {
  int reason = 0;
  if (::renameat2(AT_FDCWD, temporary_path_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE) !=
      0) {
    reason = errno;
  }
  if (reason == EINVAL || reason == ENOSYS) {
    // A file system that cannot: the name is taken first, which is as exclusive.
    const int taken = ::open(target_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    reason = taken < 0 ? errno : 0;
    if (taken >= 0) ::close(taken);
    if (reason == 0 && ::rename(temporary_path_.c_str(), target_.c_str()) != 0) reason = errno;
  }
  if (reason == 0) {
    forget(temporary_path_);
    temporary_path_.clear();
  }
  return reason;
}

Result<bool> OutputFile::commit_new() {
  int reason = sync();
  if (reason == 0) reason = rename_new();
  remove();
  if (reason == EEXIST) return false;
  if (reason != 0) return cannot_write(path_, reason);
  return true;
}

Status OutputFile::commit_kept(std::string* called) {
  if (called != nullptr) *called = path_;
  if (was_there_) return commit();
  int reason = sync();
  if (reason == 0) {
    const std::string asked = path_;
    while ((reason = rename_new()) == EEXIST) target_ = path_ = fresh_name(asked);
  }
  remove();
  if (called != nullptr) *called = path_;
  return reason == 0 ? Status() : Status(cannot_write(path_, reason));
}

std::string fresh_name(const std::string& path) {
  const std::filesystem::path given(path);
  for (std::uint32_t number = 2;; ++number) {
    const std::filesystem::path name =
        given.parent_path() /
        fmt::format("{}-{}{}", given.stem().string(), number, given.extension().string());
    struct stat info {};
    if (::lstat(name.c_str(), &info) != 0) return name.string();
  }
}

std::string made_meanwhile(const std::string& asked, const std::string& called) {
  if (asked == called) return "";
  return fmt::format("Another program has made {} meanwhile: it is kept, and {} is written.",
                     one_line(asked), one_line(called));
}

std::string said_written(const std::string& said, const std::string& asked,
                         const std::string& called) {
  const std::string other = made_meanwhile(asked, called);
  return other.empty() ? said : said + " " + other;
}

namespace {

Status write_bytes(const OutputFile& file, const std::string& path, std::string_view bytes) {
  const int descriptor = ::open(file.temporary_path().c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (descriptor < 0) return cannot_write(path, errno);
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int reason = errno;
      ::close(descriptor);
      return cannot_write(path, reason);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::close(descriptor) != 0) return cannot_write(path, errno);
  return {};
}

}  // namespace

Status write_file(const std::string& path, std::string_view bytes, bool durable) {
  auto file = OutputFile::create(path, true);
  if (!file) return file.error();
  if (Status status = write_bytes(*file, path, bytes); !status) return status;
  return file->commit(durable);
}

Status write_output(const OutputName& name, std::string_view bytes, std::string* called) {
  auto file = OutputFile::create(name, true);
  if (!file) return file.error();
  if (Status status = write_bytes(*file, name.path, bytes); !status) return status;
  return file->commit_kept(called);
}

Result<bool> write_new_file(const std::string& path, std::string_view bytes) {
  auto file = OutputFile::create(path);
  if (!file) return file.error();
  if (Status status = write_bytes(*file, path, bytes); !status) return status.error();
  return file->commit_new();
}

}  // namespace sortscope
