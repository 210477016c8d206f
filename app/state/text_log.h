// text_log.h: what the cursor does in words: for the log view, the clipboard, and a file that a
// screen reader reads along.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/words/step_log.h"

namespace sortscope {

class Notices;
class Session;

class TextLog {
 public:
  TextLog();
  ~TextLog();
  TextLog(const TextLog&) = delete;
  TextLog& operator=(const TextLog&) = delete;

  /// Steps chosen to be copied, both included; nothing: the cursor's.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> chosen;

  /// Steps of the session's recording; 0 where nothing is loaded.
  std::uint32_t steps(const Session& session);
  /// The sentences of a step as the view shows them: of long layers only the beginning. Kept. While
  /// a question is open, steps after the cursor are not told.
  const std::string& line(const Session& session, std::uint32_t step);
  /// Steps `from` to `to` in full, a line each. O(their comparators).
  std::string text(const Session& session, std::uint32_t from, std::uint32_t to);

  /// From now on every step that the cursor takes is written to `path`, "-": standard output.
  /// Errors: kIo.
  Status open(const std::string& path);
  /// Writes what has happened since the last call; once a frame. Of a run that opens with a
  /// question the log tells how it ends only at its end. A write that fails ends the log and is
  /// told in a notice.
  void follow(const Session& session, Notices& notices);

 private:
  StepLog& log(const Session& session);
  void write(Notices& notices, const std::string& text);
  [[nodiscard]] std::string news(const Session& session);
  [[nodiscard]] std::string opening(const Session& session);

  std::unique_ptr<StepLog> log_;
  std::uint64_t generation_ = 0;  // of the recording in log_
  std::map<std::uint32_t, std::string> lines_;

  std::FILE* out_ = nullptr;
  std::uint64_t written_generation_ = 0;
  Cursor written_;  // where the cursor was
  bool end_untold_ = false;
};

}  // namespace sortscope
