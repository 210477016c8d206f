// progress.h: a long job at a terminal: its progress line, and Ctrl+C.
#pragma once

#include <signal.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "core/base/progress.h"

namespace sortscope {

/// While it lives, Ctrl+C, SIGTERM and SIGHUP set progress().cancel (a second one ends the program
/// as usual), and a stage that takes over a second shows its progress on standard error if that is
/// a terminal. Work that has not ended 0.3 s after that is ended with the program: exit code 1, and
/// no file half-written. One at a time.
class Job {
 public:
  Job() : Job(nullptr) {}
  /// Of work that reports itself in `progress`, which outlives the job.
  explicit Job(Progress& progress) : Job(&progress) {}
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  [[nodiscard]] Progress& progress() { return progress_; }
  /// Names what is being done from now on: "Recording", "Writing run.h5".
  void stage(const std::string& name);
  /// Work whose results until a cancel are handed over: it is waited for.
  void keep_what_there_is() { patient_ = true; }
  /// Says it in other words: the same stage goes on.
  void rename(const std::string& name);

 private:
  explicit Job(Progress* progress);
  void show();
  [[noreturn]] void end_program(bool shown);

  Progress own_;
  Progress& progress_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::string name_;
  std::chrono::steady_clock::time_point began_;
  bool done_ = false;
  std::atomic<bool> patient_{false};
  std::array<struct sigaction, 3> before_{};  // what the signals did
  std::thread thread_;
};

}  // namespace sortscope
