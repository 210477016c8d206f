// ffmpeg.h: the ffmpeg program, fed with frames through a pipe.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"

namespace sortscope {

/// A running ffmpeg that reads its first input from a pipe. It is in a process group of its own:
/// Ctrl+C reaches us alone. The group is killed by the destructor unless finished.
class Ffmpeg {
 public:
  /// Starts `ffmpeg ARGUMENTS`; "pipe:0" is what write() sends, and "/dev/fd/3" the bytes of
  /// `extra`. Errors: kUnavailable (no ffmpeg), kIo.
  static Result<Ffmpeg> start(const std::vector<std::string>& arguments,
                              std::span<const std::uint8_t> extra = {});
  Ffmpeg(Ffmpeg&& other) noexcept;
  Ffmpeg& operator=(Ffmpeg&&) = delete;
  ~Ffmpeg();

  /// Waits until it is taken, and looks at `progress` every tenth of a second meanwhile; may be
  /// null. Errors: kIo, with what ffmpeg said; kCancelled.
  Status write(std::span<const std::uint8_t> bytes, const Progress* progress = nullptr);
  /// Ends the input and waits in the same way. Errors: kCancelled; kIo, with what ffmpeg said.
  /// ffmpeg calls it a success when only the end of the file could not be written: look at the file
  /// too.
  Status finish(const Progress* progress = nullptr);
  /// The first line that it has written to its standard error; empty: none.
  [[nodiscard]] std::string said() const;

 private:
  Ffmpeg() = default;
  [[nodiscard]] Error failure(const Progress* progress);
  // Waits for its end: its exit status, -1 where a signal ended it; nothing where cancelled.
  std::optional<int> wait(const Progress* progress);

  pid_t process_ = -1;
  int input_ = -1;
  int messages_ = -1;  // its standard error, in memory
};

/// "5.1.6". Errors: kUnavailable, with how to install it, or where it does not answer within
/// `limit_s`; kCancelled.
Result<std::string> ffmpeg_version(const Progress* progress = nullptr, double limit_s = 5);

}  // namespace sortscope
