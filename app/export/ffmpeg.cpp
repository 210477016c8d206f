// ffmpeg.cpp: starting ffmpeg, feeding it, and reading what it has to say.
#include "app/export/ffmpeg.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "app/export/marks.h"
#include "core/base/output_file.h"

extern char** environ;  // NOLINT: its name is POSIX's

namespace sortscope {

namespace {

Error missing() {
  return {ErrorCode::kUnavailable, "films need the program ffmpeg, which is not installed.",
          "Install it with: sudo apt-get install ffmpeg"};
}

Error system_error(const char* what) {
  return {ErrorCode::kIo, fmt::format("ffmpeg: {}: {}.", what, std::strerror(errno)), ""};
}

// Runs ffmpeg with these as its standard input, output and error (and 3); -1: /dev/null.
Result<pid_t> spawn(const std::vector<std::string>& arguments, int input, int output, int messages,
                    int extra) {
  std::vector<char*> argv = {const_cast<char*>("ffmpeg")};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const auto connect = [&actions](int from, int to, int mode) {
    if (from < 0) {
      posix_spawn_file_actions_addopen(&actions, to, "/dev/null", mode, 0);
    } else {
      posix_spawn_file_actions_adddup2(&actions, from, to);
    }
  };
  connect(input, STDIN_FILENO, O_RDONLY);
  connect(output, STDOUT_FILENO, O_WRONLY);
  connect(messages, STDERR_FILENO, O_WRONLY);
  if (extra >= 0) posix_spawn_file_actions_adddup2(&actions, extra, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t process = -1;
  const int error = posix_spawnp(&process, "ffmpeg", &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return missing();
  if (error != 0) {
    errno = error;
    return system_error("it could not be started");
  }
  note_writer(process);
  return process;
}

// Waits for the process; its exit status, or -1 where a signal ended it.
int wait_for(pid_t process) {
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOWAIT) != 0 &&
         errno == EINTR) {
  }
  forget_writer(process);
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// 0, or -1 with errno set.
int write_all(int file, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return -1;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

Error stopped() { return {ErrorCode::kCancelled, "stopped; no film was written.", ""}; }

// Waits for the process: its exit status, -1 where a signal ended it; nothing where it is cancelled
// or takes longer.
std::optional<int> wait_for(pid_t process, const Progress* progress,
                            std::chrono::duration<double> limit) {
  constexpr int kLongest_ms = 20;
  const auto begun = std::chrono::steady_clock::now();
  for (int pause_ms = 1;; pause_ms = std::min(2 * pause_ms, kLongest_ms)) {
    siginfo_t info{};
    const int looked =
        waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT);
    const bool lives = looked == 0 ? info.si_pid == 0 : errno == EINTR;
    if (!lives) return wait_for(process);
    if (is_cancelled(progress) || std::chrono::steady_clock::now() - begun > limit) {
      return std::nullopt;
    }
    (void)poll(nullptr, 0, pause_ms);
  }
}

// And with it what it has started: a wrapper has the real one beside it.
void end(pid_t process) {
  kill(-process, SIGKILL);
  wait_for(process);
}

std::string content(int memory_file) {
  std::string text(16384, '\0');
  const ssize_t size = pread(memory_file, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

}  // namespace

Result<Ffmpeg> Ffmpeg::start(const std::vector<std::string>& arguments,
                             std::span<const std::uint8_t> extra) {
  // A reader that has gone is an error of write(), not the end of this program.
  signal(SIGPIPE, SIG_IGN);
  Ffmpeg ffmpeg;
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return system_error("no pipe");
  ffmpeg.input_ = ends[1];
  (void)fcntl(ends[1], F_SETFL, O_NONBLOCK);  // one that does not read can be left
  ffmpeg.messages_ = memfd_create("ffmpeg-messages", MFD_CLOEXEC);
  int memory = -1;
  if (!extra.empty()) {
    memory = memfd_create("ffmpeg-extra", MFD_CLOEXEC);
    if (write_all(memory, extra) != 0 || lseek(memory, 0, SEEK_SET) != 0) {
      close(ends[0]);
      close(memory);
      return system_error("no memory for its palette");
    }
  }
  const auto process = spawn(arguments, ends[0], -1, ffmpeg.messages_, memory);
  close(ends[0]);
  if (memory >= 0) close(memory);
  if (!process) return process.error();
  ffmpeg.process_ = *process;
  return ffmpeg;
}

Ffmpeg::Ffmpeg(Ffmpeg&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      input_(std::exchange(other.input_, -1)),
      messages_(std::exchange(other.messages_, -1)) {}

Ffmpeg::~Ffmpeg() {
  if (input_ >= 0) close(input_);
  if (process_ > 0) {
    end(process_);
  }
  if (messages_ >= 0) close(messages_);
}

std::optional<int> Ffmpeg::wait(const Progress* progress) {
  const auto status = wait_for(process_, progress, std::chrono::duration<double>::max());
  if (status) process_ = -1;
  return status;
}

Error Ffmpeg::failure(const Progress* progress) {
  if (input_ >= 0) close(std::exchange(input_, -1));
  if (process_ > 0 && !wait(progress)) return stopped();
  const std::string why = said();
  return {ErrorCode::kIo,
          why.empty() ? "ffmpeg stopped early." : fmt::format("ffmpeg stopped: {}.", why), ""};
}

std::string Ffmpeg::said() const {
  const std::string all = content(messages_);
  return all.substr(0, all.find('\n'));  // what follows repeats it
}

Status Ffmpeg::write(std::span<const std::uint8_t> bytes, const Progress* progress) {
  constexpr int kLook_ms = 100;
  while (!bytes.empty()) {
    if (is_cancelled(progress)) return stopped();
    const ssize_t written = ::write(input_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd pipe{input_, POLLOUT, 0};
      (void)poll(&pipe, 1, kLook_ms);
    } else if (errno != EINTR) {
      return failure(progress);
    }
  }
  return {};
}

Status Ffmpeg::finish(const Progress* progress) {
  if (close(std::exchange(input_, -1)) != 0) return system_error("the pipe broke");
  const auto status = wait(progress);
  if (!status) return stopped();
  return *status == 0 ? Status() : Status(failure(progress));
}

Result<std::string> ffmpeg_version(const Progress* progress, double limit_s) {
  const int output = memfd_create("ffmpeg-version", MFD_CLOEXEC);
  const auto process = spawn({"-version"}, -1, output, -1, -1);
  if (!process) {
    close(output);
    return process.error();
  }
  const auto status = wait_for(*process, progress, std::chrono::duration<double>(limit_s));
  if (!status) end(*process);
  std::string text = content(output);
  close(output);
  if (!status && is_cancelled(progress)) return Error{ErrorCode::kCancelled, "stopped.", ""};
  if (!status) {
    return Error{ErrorCode::kUnavailable,
                 fmt::format("ffmpeg does not say its version within {:.3g} s.", limit_s),
                 "See what `ffmpeg -version` does; `which ffmpeg` names the file."};
  }
  if (*status != 0) return missing();
  constexpr std::string_view kBefore = "ffmpeg version ";
  if (text.starts_with(kBefore)) text.erase(0, kBefore.size());
  return text.substr(0, text.find_first_of(" \n"));
}

}  // namespace sortscope
