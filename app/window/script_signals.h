// script_signals.h: a signal ends a script at once, and nothing half-written stays.
#pragma once

#include <semaphore.h>
#include <signal.h>

#include <array>
#include <atomic>
#include <thread>

namespace sortscope {

/// While it lives, Ctrl+C, SIGTERM and SIGHUP end the program by that signal, as they would without
/// it, but first remove the files that are being written and end the programs that write them. One
/// at a time.
class ScriptSignals {
 public:
  ScriptSignals();
  ~ScriptSignals();
  ScriptSignals(const ScriptSignals&) = delete;
  ScriptSignals& operator=(const ScriptSignals&) = delete;

 private:
  void wait();

  std::array<struct sigaction, 3> before_{};  // what the signals did
  std::thread thread_;
};

}  // namespace sortscope
