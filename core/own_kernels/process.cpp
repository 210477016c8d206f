#include "core/own_kernels/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/own_kernels/confine.h"

namespace sortscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMs = 10;
constexpr double kGraceS = 3;  // to say where it is; a busy machine takes its time
constexpr std::size_t kOutputFactor = 256;
constexpr int kAbove = 200;  // number from which on the child's files stand on their way
constexpr std::uint64_t kOpenFiles = 256;
constexpr std::uint64_t kStackBytes = std::uint64_t{8} << 20;  // as compilers expect

Error system_error(const std::string& what) {
  const int reason = errno;
  std::string hint;
  if (reason == EMFILE || reason == ENFILE) {
    hint = "Raise the limit of open files: ulimit -n 256.";
  } else if (reason == ENOMEM || reason == EAGAIN) {
    hint = "Close other programs, or raise the limits of memory and processes.";
  }
  return {ErrorCode::kIo, fmt::format("{}: {}.", what, std::strerror(reason)), std::move(hint)};
}

void limit(int resource, std::uint64_t most) {
  const rlimit l{static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
  setrlimit(static_cast<__rlimit_resource>(resource), &l);
}

// To `least`, or as far as the system lets it.
void raise_to(int resource, std::uint64_t least) {
  rlimit l{};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &l) != 0 || l.rlim_cur >= least) return;
  l.rlim_cur = std::min<rlim_t>(least, l.rlim_max);
  setrlimit(static_cast<__rlimit_resource>(resource), &l);
}

// What the child needs, made before fork(): behind it only the system is called.
struct Prepared {
  std::vector<char*> arguments;
  std::vector<char*> environment;
  std::vector<std::string> environment_texts;
  int folder = -1;
  int output = -1;
  int failed = -1;
  pid_t parent = -1;
  bool landlock = true;
};

// exec closes where it is said; before, that is open under its high number.
[[noreturn]] void fail_late() {
  const int reason = errno;
  (void)!write(kAbove + 1, &reason, sizeof reason);
  _exit(127);
}

[[noreturn]] void become(const ChildProcess& child, const Prepared& prepared) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != prepared.parent) _exit(127);  // who started it has ended meanwhile
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGUSR1}) {
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, nullptr);
  }
  const auto fail = [&] {
    const int reason = errno;
    (void)!write(prepared.failed, &reason, sizeof reason);
    _exit(127);
  };
  raise_to(RLIMIT_NOFILE, kOpenFiles);
  raise_to(RLIMIT_STACK, kStackBytes);
  // Numbers that are wanted below may be in use: all go up first.
  if (dup2(prepared.output, kAbove) < 0 || dup2(prepared.failed, kAbove + 1) < 0 ||
      dup2(prepared.folder, kAbove + 2) < 0) {
    fail();
  }
  fcntl(kAbove + 1, F_SETFD, FD_CLOEXEC);
  int next = kAbove + 3;
  for (const auto& [ours, theirs] : child.files) {
    (void)theirs;
    if (dup2(ours, next++) < 0) fail();
  }
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  dup2(kAbove, 1);
  dup2(kAbove, 2);
  next = kAbove + 3;
  int last = 2;
  for (const auto& [ours, theirs] : child.files) {
    (void)ours;
    dup2(next++, theirs);
    last = theirs > last ? theirs : last;
  }
  syscall(SYS_close_range, static_cast<unsigned>(last + 1), static_cast<unsigned>(kAbove), 0U);
  syscall(SYS_close_range, static_cast<unsigned>(kAbove + 3), ~0U, 0U);
  fcntl(kAbove + 2, F_SETFD, FD_CLOEXEC);
  if (fchdir(kAbove + 2) != 0) fail();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(std::ceil(child.wall_limit_s)) * 2 + 2);
  limit(RLIMIT_FSIZE, child.file_bytes);
  limit(RLIMIT_NOFILE, kOpenFiles);
  if (child.memory_bytes > 0) limit(RLIMIT_AS, child.memory_bytes);
  const bool kept = child.writes_only_folder && prepared.landlock && write_only_below(kAbove + 2);
  errno = 0;
  if (child.confined) {
    limit(RLIMIT_NPROC, 0);
    if (child.writes_only_folder && !kept) (void)write_nowhere();
    if (!call_only_what_is_listed() && errno != 0) fail_late();
  } else if (child.of_cuda) {
    if (prepared.landlock) (void)write_only_below_and_to_devices(kAbove + 2);
    if (!leave_others_alone() && errno != 0) fail_late();
  }
  execve(prepared.arguments[0], prepared.arguments.data(), prepared.environment.data());
  fail_late();
}

// Folders of programs that were killed: their process is no more.
void remove_left(const std::filesystem::path& base) {
  constexpr std::string_view kBegin = "sortscope-kernel-";
  std::error_code ignored;
  for (std::filesystem::directory_iterator at(base, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(kBegin)) continue;
    const int process = std::atoi(name.c_str() + kBegin.size());
    if (process <= 0 || kill(process, 0) == 0 || errno != ESRCH) continue;
    remove_tree(at->path().string());
  }
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// How much more lies in a folder than at the start. Its kernel makes no folders in it.
class FolderUse {
 public:
  explicit FolderUse(int folder) {
    const int own = folder < 0 ? -1 : openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (own < 0) return;
    entries_ = fdopendir(own);
    if (entries_ == nullptr) {
      close(own);
    } else {
      at_start_ = bytes();
    }
  }
  ~FolderUse() {
    if (entries_ != nullptr) closedir(entries_);
  }
  FolderUse(const FolderUse&) = delete;
  FolderUse& operator=(const FolderUse&) = delete;

  /// Too many files are more than any number of bytes.
  [[nodiscard]] std::uint64_t grown_by() const {
    const std::uint64_t now = entries_ == nullptr ? 0 : bytes();
    return now > at_start_ ? now - at_start_ : 0;
  }

 private:
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t all = 0;
    std::uint64_t files = 0;
    rewinddir(entries_);
    while (const dirent* entry = readdir(entries_)) {
      if (++files > kMostFiles) return std::numeric_limits<std::uint64_t>::max();
      struct stat facts {};
      if (fstatat(dirfd(entries_), entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0) continue;
      if (S_ISREG(facts.st_mode)) all += static_cast<std::uint64_t>(facts.st_blocks) * 512;
    }
    return all;
  }

  DIR* entries_ = nullptr;
  std::uint64_t at_start_ = 0;
};

// Waits for its end; reads what it prints meanwhile.
class Watcher {
 public:
  Watcher(pid_t pid, int output, int folder, const ChildProcess& child, const Progress& progress)
      : pid_(pid), output_(output), child_(child), progress_(progress), files_(folder) {}

  Result<ChildEnd> watch() {
    const auto begin = Clock::now();
    double asked_at = -1;
    bool cancelled = false;
    for (;;) {
      read_output();
      int status = 0;
      const pid_t ended = waitpid(pid_, &status, WNOHANG);
      if (ended == pid_ || (ended < 0 && errno == ECHILD)) {
        end_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        end_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        break;
      }
      const double now = seconds_since(begin);
      const std::uint64_t most = child_.folder_bytes;
      const std::uint64_t written = most > 0 ? files_.grown_by() : 0;
      if (progress_.cancelled()) {
        cancelled = true;
        kill(-pid_, SIGKILL);
      } else if (printed_ > child_.most_output * kOutputFactor && !end_.printed_too_much) {
        end_.printed_too_much = true;
        asked_at = now;
        kill(pid_, SIGUSR1);
      } else if (written > most && !end_.wrote_too_much) {
        end_.wrote_too_much = true;
        asked_at = now;
        kill(pid_, SIGUSR1);
      } else if (written > 2 * most) {
        kill(-pid_, SIGKILL);
      } else if (asked_at < 0 && now > child_.wall_limit_s) {
        end_.timed_out = true;
        asked_at = now;
        kill(pid_, SIGUSR1);
      } else if (asked_at >= 0 && now > asked_at + kGraceS) {
        kill(-pid_, SIGKILL);
      }
      pollfd wait{output_, POLLIN, 0};
      if (open_) {
        poll(&wait, 1, kPollMs);
      } else {
        poll(nullptr, 0, kPollMs);
      }
    }
    kill(-pid_, SIGKILL);  // what is left of its group
    read_output();
    end_.seconds = seconds_since(begin);
    if (cancelled) return Error{ErrorCode::kCancelled, "cancelled.", ""};
    return std::move(end_);
  }

 private:
  void read_output() {
    std::array<char, 65536> buffer{};
    for (int i = 0; i < 64 && open_; ++i) {
      const ssize_t got = read(output_, buffer.data(), buffer.size());
      if (got < 0) return;
      if (got == 0) {
        open_ = false;
        return;
      }
      printed_ += static_cast<std::size_t>(got);
      const std::size_t room = child_.most_output - end_.output.size();
      end_.output.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
    }
  }

  pid_t pid_;
  int output_;
  const ChildProcess& child_;
  const Progress& progress_;
  bool open_ = true;
  std::size_t printed_ = 0;
  ChildEnd end_;
  FolderUse files_;
};

}  // namespace

Result<ChildEnd> run_child(const ChildProcess& child, const Progress& progress) {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_max < kOpenFiles) {
    return Error{ErrorCode::kIo,
                 fmt::format("cannot start {}: a program may have {} files open here, of which {} "
                             "are needed.",
                             child.command[0], files.rlim_max, kOpenFiles),
                 fmt::format("Raise the limit: ulimit -n {}.", kOpenFiles)};
  }
  Prepared prepared;
  for (const std::string& argument : child.command) {
    prepared.arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  prepared.arguments.push_back(nullptr);
  const char* path = std::getenv("PATH");
  prepared.environment_texts = {fmt::format("PATH={}", path != nullptr ? path : "/usr/bin:/bin"),
                                "LC_ALL=C", "TMPDIR=" + child.folder, "HOME=" + child.folder};
  prepared.environment_texts.insert(prepared.environment_texts.end(), child.environment.begin(),
                                    child.environment.end());
  for (std::string& text : prepared.environment_texts) {
    prepared.environment.push_back(text.data());
  }
  prepared.environment.push_back(nullptr);
  std::array<int, 2> output{-1, -1};
  std::array<int, 2> failed{-1, -1};
  if (pipe2(output.data(), O_CLOEXEC) != 0) return system_error("no pipe");
  if (pipe2(failed.data(), O_CLOEXEC) != 0) {
    close(output[0]);
    close(output[1]);
    return system_error("no pipe");
  }
  const char* landlock = std::getenv("SORTSCOPE_LANDLOCK");
  prepared.landlock = landlock == nullptr || std::string_view(landlock) != "off";
  prepared.folder = open(child.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  prepared.parent = getpid();
  prepared.output = output[1];
  prepared.failed = failed[1];
  const pid_t pid = prepared.folder < 0 ? -1 : fork();
  if (pid == 0) become(child, prepared);
  const int fork_error = errno;
  close(output[1]);
  close(failed[1]);
  Result<ChildEnd> end = Error{};
  if (pid < 0) {
    errno = fork_error;
    end = system_error("cannot start " + child.command[0]);
  } else {
    fcntl(output[0], F_SETFL, O_NONBLOCK);
    int reason = 0;
    const ssize_t got = read(failed[0], &reason, sizeof reason);
    end = Watcher(pid, output[0], prepared.folder, child, progress).watch();
    if (got == sizeof reason) {
      errno = reason;
      end = system_error("cannot start " + child.command[0]);
    }
  }
  if (prepared.folder >= 0) close(prepared.folder);
  close(output[0]);
  close(failed[0]);
  return end;
}

Result<ScratchFolder> ScratchFolder::create() {
  std::error_code ignored;
  std::filesystem::path base = std::filesystem::temp_directory_path(ignored);
  if (base.empty()) base = "/tmp";
  remove_left(base);
  std::string path = (base / fmt::format("sortscope-kernel-{}-XXXXXX", getpid())).string();
  if (mkdtemp(path.data()) == nullptr) {
    Error error = system_error("cannot make a folder in " + base.string());
    error.hint = "Name a folder that you may write to: TMPDIR=FOLDER.";
    return error;
  }
  return ScratchFolder(std::move(path));
}

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  remove_tree(path_);
}

Result<SharedMemory> SharedMemory::create(std::size_t bytes) {
  SharedMemory memory;
  memory.file_ = memfd_create("sortscope-kernel", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  // Who shares it can neither cut it, which would end whoever reads it, nor let it grow.
  if (memory.file_ < 0 || ftruncate(memory.file_, static_cast<off_t>(bytes)) != 0 ||
      fcntl(memory.file_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return system_error("no shared memory");
  }
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.file_, 0);
  if (data == MAP_FAILED) return system_error("no shared memory");
  memory.data_ = data;
  memory.bytes_ = bytes;
  return memory;
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) munmap(data_, bytes_);
  if (file_ >= 0) close(file_);
}

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
