// command_table.h: the one table of everything a person can do; menus, keys, palette, help and
// scripts use it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/parts/command_function.h"
#include "app/state/parts/trust.h"
#include "core/base/error.h"

namespace sortscope {

class App;

/// A key with modifiers. `key` is a GLFW key code, or, where `character` is set, the character that
/// the layout of the keyboard gives ('?', '[', '+'): then `key` is not looked at.
struct KeyChord {
  int key = 0;
  bool ctrl = false;
  bool shift = false;
  char32_t character = 0;
  std::string_view arguments = {};  // what the command is given: "2"
  bool alt = false;
};

struct Command {
  std::string_view id;              // "step-forward"
  std::string_view title;           // "Step forward one layer"
  std::string_view group;           // heading in the help overlay: "Playback", "File", "View" ...
  Effect effect = Effect::kUnsaid;  // what it may do: files run some of them only
  std::string_view key_text;        // "Ctrl+O", "→  PgDn" (two blanks between), "" for none
  std::string_view arguments;       // "LAYER [COMPARATOR]", "LIST...", "[on|off]"; "" for none
  std::vector<KeyChord> keys;
  /// Whether it can run now; null: always.
  CommandTest enabled = nullptr;
  /// Runs it, with a number of arguments that fits `arguments`. Errors are shown to the person
  /// (window) or end the script.
  CommandFunction<Status> run = nullptr;
  bool repeats = false;  // a key that is held down runs it again
  // What `enabled` asks for: "a loop is set"; "" where it is plain; a sentence "Nothing to …." is
  // said as it stands.
  std::string_view when = {};
  /// Where set, the keys count only while it holds, and then before those of other commands.
  CommandTest keys_count = nullptr;
};

/// Every command, in the order of the help overlay.
std::span<const Command> commands();
const Command* find_command(std::string_view id);
/// The id most like a word that is none; "" where none is.
std::string_view nearest_command(std::string_view word);
/// The parts of key_text: "→", "PgDn".
std::vector<std::string_view> key_names(const Command& command);
[[nodiscard]] bool can_run(const Command& command, const App& app);
/// Why nothing more can run now: "'Saving a.h5' is still running."; "" where there is no more to
/// say.
[[nodiscard]] std::string why_not(const App& app);
/// Why `command` cannot run now, in a sentence; "" where it can.
[[nodiscard]] std::string why_not(const Command& command, const App& app);

/// What can_run() and why_not() say of the program as it is, for what is drawn, which does not see
/// it.
class CommandGuide {
 public:
  explicit CommandGuide(const App& app) : app_(app) {}

  [[nodiscard]] bool can_run(const Command& command) const {
    return sortscope::can_run(command, app_);
  }
  /// Why it cannot run now, in a sentence; "" where it can.
  [[nodiscard]] std::string why_not(const Command& command) const {
    return sortscope::why_not(command, app_);
  }
  /// Command::keys_count holds.
  [[nodiscard]] bool keys_count(const Command& command) const {
    return command.keys_count != nullptr && command.keys_count(app_);
  }
  /// Why nothing more can run now.
  [[nodiscard]] std::string why_not() const { return sortscope::why_not(app_); }

 private:
  const App& app_;
};

/// Runs one line, "seek 5": command id and arguments separated by blanks; quotes hold blanks
/// together. Empty lines and lines that start with '#' do nothing. Errors: kBadUsage (unknown
/// command, wrong arguments, a command that the line's source may not run), kWorkFailed (not
/// possible now), and those of the command. The source is that of the command that runs now, a
/// person's where none does.
Status run_command_line(App& app, std::string_view line);
/// The same for a line that comes from `source`.
Status run_command_line(App& app, std::string_view line, const LineSource& source);
/// Whether run_command_line() would know the command, allow it and take that many arguments; runs
/// nothing. Errors: kBadUsage.
Status check_command_line(std::string_view line, Source source);
/// run_command_line() for a person at the window: an error becomes a notice. Not while a frame is
/// drawn: what is drawn asks the CommandQueue.
void act(App& app, std::string_view line);
/// Between frames: does what the frame asked for, and what that asks for.
void run_asked(App& app);

// The rows, one file a group.
std::span<const Command> playback_commands();
std::span<const Command> view_commands();
std::span<const Command> log_commands();
std::span<const Command> appearance_commands();
std::span<const Command> cylinder_commands();
std::span<const Command> run_commands();
std::span<const Command> history_commands();
std::span<const Command> file_commands();
std::span<const Command> kernel_commands();
std::span<const Command> lab_commands();
std::span<const Command> experiment_commands();
std::span<const Command> trace_commands();
std::span<const Command> schedule_commands();
std::span<const Command> aks_commands();
std::span<const Command> tree_commands();
std::span<const Command> memory_commands();
std::span<const Command> race_commands();
std::span<const Command> verify_commands();
std::span<const Command> session_commands();
std::span<const Command> lesson_commands();
std::span<const Command> quiz_commands();
std::span<const Command> presenting_commands();
std::span<const Command> network_commands();

}  // namespace sortscope
