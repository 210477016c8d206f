// say.cpp: standard streams that are closed.
#include "app/command_line/say.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <ctime>

namespace sortscope {

void write_message(std::string_view text) {
  // A reader that has gone would end the program, and its results with it.
  sigset_t pipe;
  sigset_t before;
  sigset_t waiting;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&waiting);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
  constexpr timespec kNow{};
  if (sigismember(&waiting, SIGPIPE) == 0) sigtimedwait(&pipe, nullptr, &kNow);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void hold_standard_streams() {
  // In order: open() takes the lowest number that is free.
  for (const auto& [stream, mode] :
       {std::pair{STDIN_FILENO, O_WRONLY}, std::pair{STDOUT_FILENO, O_RDONLY},
        std::pair{STDERR_FILENO, O_WRONLY}}) {
    if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", mode);
  }
}

}  // namespace sortscope
