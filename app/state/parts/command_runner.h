// command_runner.h: runs command lines for units that do not see the program.
#pragma once

#include <string>
#include <string_view>

#include "app/state/parts/line_source.h"
#include "core/base/error.h"

namespace sortscope {

class App;

/// Holds as long as the program does; command_table.cpp says what it does.
class CommandRunner {
 public:
  explicit CommandRunner(App& app) : app_(app) {}

  /// As run_command_line().
  [[nodiscard]] Status run(std::string_view line) const;
  [[nodiscard]] Status run(std::string_view line, const LineSource& source) const;
  /// Waits for the work that a line has begun, and for what that starts.
  void wait() const;
  /// The same where the work is done already; else nothing.
  void collect() const;
  /// Why nothing more can run now: "'Saving a.h5' is still running."; "" where there is no more to
  /// say.
  [[nodiscard]] std::string why_not() const;

 private:
  App& app_;
};

}  // namespace sortscope
