// errors.cpp: what the program says where it fails, and its exit code.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/command_line/command_line.h"
#include "app/command_line/say.h"
#include "core/base/quote.h"

namespace sortscope {

int report_error(const Error& error) {
  std::fflush(stdout);
  // Names of files and what files say keep to their line.
  say("sortscope: {}\n", one_line(error.message));
  if (!error.hint.empty()) say("  {}\n", error.hint);
  return error.exit_code();
}

int finish_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
  return report_error({ErrorCode::kIo,
                       fmt::format("cannot write to standard output: {}.", std::strerror(errno)),
                       ""});
}

}  // namespace sortscope
