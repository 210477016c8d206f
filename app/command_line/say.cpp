// say.cpp: standard streams that are closed.
#include "app/command_line/say.h"

#include "core/base/output_file.h"

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

namespace {

// Of a character of UTF-8.
char32_t code_point(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (bytes.size() == 1) return first;
  char32_t code = first & (0x7FU >> bytes.size());
  for (const char byte : bytes.substr(1))
    code = code << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
  return code;
}

}  // namespace

void print_json(std::string_view json) {
  std::string out;
  while (!json.empty()) {
    const std::string_view from = json;
    std::string shown;
    take_printable(json, shown, "\n\t");
    const std::string_view taken = from.substr(0, from.size() - json.size());
    if (shown == taken || character_length(taken) == 0) {
      out += shown;
      continue;
    }
    const char32_t code = code_point(taken);
    if (code < 0x10000) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    } else {
      const unsigned above = static_cast<unsigned>(code) - 0x10000;
      out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF));
    }
  }
  (void)std::fwrite(out.data(), 1, out.size(), stdout);
}

void hold_standard_streams() {
  // In order: open() takes the lowest number that is free.
  for (const auto& [stream, mode] :
       {std::pair{STDIN_FILENO, O_WRONLY}, std::pair{STDOUT_FILENO, O_RDONLY},
        std::pair{STDERR_FILENO, O_WRONLY}}) {
    if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", mode);
  }
}

void say_called(const std::string& asked, const std::string& called) {
  if (asked != called) say("{}\n", made_meanwhile(asked, called));
}

}  // namespace sortscope
