// progress.cpp: the progress line and the signal handler.
#include "app/command_line/progress.h"

#include <fmt/format.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "app/command_line/say.h"
#include "core/base/error.h"
#include "core/base/output_file.h"

namespace sortscope {

namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

constexpr std::chrono::milliseconds kLook{50};         // how often a cancel is looked for
constexpr std::chrono::milliseconds kPatience{300};    // after it, by the clock
constexpr double kProcessorPatience_s = 0.25;          // the same, by processors: many may work
constexpr std::chrono::milliseconds kAfterCancel{10};  // between two looks then
constexpr std::chrono::milliseconds kLine{200};        // between two lines of progress

std::atomic<Progress*> running{nullptr};
static_assert(std::atomic<Progress*>::is_always_lock_free);

void cancel_running(int) {
  if (Progress* progress = running.load()) progress->cancel = true;
}

// Of all threads of this program.
double processor_s() {
  timespec spent{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
  return static_cast<double>(spent.tv_sec) + static_cast<double>(spent.tv_nsec) * 1e-9;
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
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    // nohup stays nohup
    if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
  thread_ = std::thread([this] { show(); });
}

Job::~Job() {
  running = nullptr;
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
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

void Job::end_program(bool shown) {
  if (shown) write_message("\r\033[K");
  write_message("sortscope: stopped.\n");
  remove_unfinished_files();
  ::_exit(Error{ErrorCode::kCancelled, "", ""}.exit_code());
}

void Job::show() {
  using namespace std::chrono_literals;
  using Clock = std::chrono::steady_clock;
  const char* kind = std::getenv("TERM");
  const bool plain = kind != nullptr && (*kind == '\0' || std::string_view(kind) == "dumb");
  const bool terminal = isatty(STDERR_FILENO) != 0 && !plain;  // one that can clear a line
  bool shown = false;
  Clock::time_point phase_began = Clock::now();
  std::uint64_t done_before = 0;
  std::uint64_t total_before = 0;
  Clock::time_point next_line = Clock::now() + kLine;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kLook, [this] { return done_; })) {
    if (progress_.cancelled() && !patient_) {
      const double spent_s = processor_s();
      for (auto waited = 0ms; !done_; waited += kAfterCancel) {
        if (waited >= kPatience || processor_s() - spent_s >= kProcessorPatience_s) {
          end_program(shown);
        }
        wake_.wait_for(lock, kAfterCancel, [this] { return done_; });
      }
    }
    if (done_) break;
    const Clock::time_point now = Clock::now();
    if (!terminal || now < next_line) continue;
    next_line = now + kLine;
    // Each phase of a stage has an estimate of its own.
    const std::uint64_t done = progress_.done;
    const std::uint64_t total = progress_.total;
    if (total != total_before || done < done_before) phase_began = now - kLine;
    done_before = done;
    total_before = total;
    if (now - began_ < 1s || name_.empty()) continue;
    const char* const phase = progress_.phase;
    std::string line = "\r\033[K" + name_;
    if (phase != nullptr) line += fmt::format(", {}", phase);
    if (progress_.cancelled()) {
      line += ": stopping";
    } else if (total > 0 && done >= total) {
      line += ": nearly done";
    } else if (total > 0 && done > 0) {
      const double fraction = static_cast<double>(done) / static_cast<double>(total);
      const std::chrono::duration<double> elapsed = now - std::max(phase_began, began_);
      line += fmt::format(": {} %, about {} left", static_cast<int>(100 * fraction),
                          duration(elapsed.count() * (1 - fraction) / fraction));
    }
    write_message(line);
    shown = true;
  }
  if (shown) write_message("\r\033[K");
}

}  // namespace sortscope
