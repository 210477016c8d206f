// progress.cpp: the progress line and the signal handler.
#include "app/command_line/progress.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>

#include "app/command_line/say.h"

namespace sortscope {

namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

std::atomic<Progress*> running{nullptr};
static_assert(std::atomic<Progress*>::is_always_lock_free);

void cancel_running(int) {
  if (Progress* progress = running.load()) progress->cancel = true;
}

std::string duration(double seconds) {
  const int whole = static_cast<int>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  return fmt::format("{} min {} s", whole / 60, whole % 60);
}

}  // namespace

Job::Job(Progress* progress)
    : progress_(progress != nullptr ? *progress : own_), began_(std::chrono::steady_clock::now()) {
  running = &progress_;
  struct sigaction action = {};
  action.sa_handler = cancel_running;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : kSignals) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup stays nohup
  }
  if (isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { show(); });
}

Job::~Job() {
  running = nullptr;
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Job::stage(const std::string& name) {
  const std::lock_guard lock(mutex_);
  name_ = printable(name);
  began_ = std::chrono::steady_clock::now();
  progress_.begin(0);
}

void Job::rename(const std::string& name) {
  const std::lock_guard lock(mutex_);
  name_ = printable(name);
}

void Job::show() {
  using namespace std::chrono_literals;
  bool shown = false;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, 200ms, [this] { return done_; })) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began_;
    if (elapsed < 1s || name_.empty()) continue;
    const double fraction = progress_.fraction();
    std::string line = fmt::format("\r\033[K{}", name_);
    if (progress_.cancelled()) {
      line += ": stopping";
    } else if (fraction > 0) {
      line += fmt::format(": {:.0f} %, about {} left", 100 * fraction,
                          duration(elapsed.count() * (1 - fraction) / fraction));
    }
    write_message(line);
    shown = true;
  }
  if (shown) write_message("\r\033[K");
}

}  // namespace sortscope
