// script_signals.cpp: a handler may only wake a thread, which does the rest.
#include "app/window/script_signals.h"

#include <unistd.h>

#include <cerrno>

#include "core/base/output_file.h"

namespace sortscope {

namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

sem_t woken;
std::atomic<int> received{0};
static_assert(std::atomic<int>::is_always_lock_free);

void wake(int signal) {
  const int kept = errno;
  received = signal;
  ::sem_post(&woken);
  errno = kept;
}

}  // namespace

ScriptSignals::ScriptSignals() {
  received = 0;
  ::sem_init(&woken, 0, 0);
  thread_ = std::thread([this] { wait(); });
  struct sigaction action = {};
  action.sa_handler = wake;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    // nohup stays nohup
    if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

ScriptSignals::~ScriptSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  ::sem_post(&woken);
  thread_.join();
  ::sem_destroy(&woken);
}

void ScriptSignals::wait() {
  while (::sem_wait(&woken) != 0) {
  }
  const int signal = received;
  if (signal == 0) return;  // the script is done
  remove_unfinished_files();
  struct sigaction usual = {};
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, nullptr);
  ::kill(::getpid(), signal);
}

}  // namespace sortscope
