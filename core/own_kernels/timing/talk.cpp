#include "core/own_kernels/timing/talk.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "core/base/quote.h"
#include "core/own_kernels/gpu_way.h"

namespace sortscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMs = 20;
constexpr double kListenS = 20;               // for taking what it is sent
constexpr std::size_t kMostLine = 4096;       // bytes
constexpr std::size_t kMostHeard = 64 << 10;  // that were not asked for yet

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Error stopped() { return {ErrorCode::kCancelled, "the measurement was stopped.", ""}; }

}  // namespace

Result<std::unique_ptr<Talk>> Talk::start(ChildProcess child, const Progress* progress) {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return Error{ErrorCode::kIo, fmt::format("no line to the program: {}.", std::strerror(errno)),
                 ""};
  }
  return std::unique_ptr<Talk>(new Talk(std::move(child), progress, ends[0], ends[1]));
}

Talk::Talk(ChildProcess child, const Progress* progress, int ours, int theirs)
    : child_(std::move(child)), progress_(progress), ours_(ours), theirs_(theirs) {
  child_.files.emplace_back(theirs_, kTalkFile);
  runner_ = std::thread([this] {
    end_ = run_child(child_, stop_);
    over_ = true;
  });
}

Talk::~Talk() {
  stop_.cancel = true;
  runner_.join();
  close(ours_);
  close(theirs_);
}

bool Talk::ready(short events) const {
  pollfd wait{ours_, events, 0};
  return poll(&wait, 1, kPollMs) > 0;
}

// False where there is nothing now.
bool Talk::read_some() {
  std::array<char, 16384> buffer{};
  const ssize_t got = recv(ours_, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (got <= 0) return false;
  heard_.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

Error Talk::refuse(std::string why) {
  given_up_ = true;
  stop_.cancel = true;
  return {ErrorCode::kWorkFailed, std::move(why), ""};
}

Error Talk::ended() const {
  const Result<ChildEnd>& end = *end_;
  if (!end) return end.error();
  std::string said = end->output.substr(0, 300);
  while (!said.empty() && said.back() == '\n') said.pop_back();
  if (end->exit_code == kNoGpuExitCode) {
    return {ErrorCode::kUnavailable, fmt::format("no GPU runs it here: {}", one_line(said)), ""};
  }
  std::string why = end->printed_too_much ? "it printed without end"
                    : end->wrote_too_much ? "it wrote without end"
                    : end->signal != 0    ? fmt::format("it crashed ({})", strsignal(end->signal))
                                          : "it ended before it was through";
  if (!said.empty()) why += fmt::format("; it printed: {}", one_line(said));
  return {ErrorCode::kWorkFailed, why + ".", ""};
}

Status Talk::ask(std::string_view line, std::span<const std::byte> more) {
  while (read_some() && heard_.size() <= kMostHeard) {
  }
  if (!heard_.empty()) return refuse("it answers what it was not asked.");
  const std::string head = std::string(line) + "\n";
  const std::array<std::pair<const void*, std::size_t>, 2> parts{
      std::pair{static_cast<const void*>(head.data()), head.size()},
      std::pair{static_cast<const void*>(more.data()), more.size()}};
  for (auto [from, bytes] : parts) {
    auto last = Clock::now();
    while (bytes > 0) {
      if (cancelled()) return stopped();
      if (over_) return ended();
      const ssize_t done = send(ours_, from, bytes, MSG_DONTWAIT | MSG_NOSIGNAL);
      if (done > 0) {
        from = static_cast<const char*>(from) + done;
        bytes -= static_cast<std::size_t>(done);
        last = Clock::now();
      } else if (seconds_since(last) > kListenS) {
        return refuse("it does not listen.");
      } else {
        (void)ready(POLLOUT);
      }
    }
  }
  return {};
}

Result<std::string> Talk::answer(double limit_s) {
  const auto begin = Clock::now();
  for (;;) {
    if (const std::size_t end = heard_.find('\n'); end != std::string::npos) {
      std::string line = heard_.substr(0, end);
      heard_.erase(0, end + 1);
      if (line.size() > kMostLine) return refuse("it answers with a line without end.");
      return one_line(line);
    }
    if (heard_.size() > kMostLine) return refuse("it answers with a line without end.");
    if (cancelled()) return stopped();
    const bool over = over_;
    if (read_some()) continue;
    if (over) return ended();
    if (seconds_since(begin) > limit_s) {
      return refuse(fmt::format("it did not answer within {:.0f} s.", limit_s));
    }
    (void)ready(POLLIN);
  }
}

}  // namespace sortscope
