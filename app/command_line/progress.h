// progress.h: a long job at a terminal: its progress line, and Ctrl+C.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "core/base/progress.h"

namespace sortscope {

/// While it lives, Ctrl+C, SIGTERM and SIGHUP set progress().cancel (a second one ends the program
/// as usual), and a stage that takes over a second shows its progress on standard error if that is
/// a terminal. One at a time.
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
  /// Says it in other words: the same stage goes on.
  void rename(const std::string& name);

 private:
  explicit Job(Progress* progress);
  void show();

  Progress own_;
  Progress& progress_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::string name_;
  std::chrono::steady_clock::time_point began_;
  bool done_ = false;
  std::thread thread_;  // only where standard error is a terminal
};

}  // namespace sortscope
