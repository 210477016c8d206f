// ffmpeg.h: the ffmpeg program, fed with frames through a pipe.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

/// A running ffmpeg that reads its first input from a pipe. It is in a process group of its own:
/// Ctrl+C reaches us alone. Killed by the destructor unless finished.
class Ffmpeg {
 public:
  /// Starts `ffmpeg ARGUMENTS`; "pipe:0" is what write() sends, and "/dev/fd/3" the bytes of
  /// `extra`. Errors: kUnavailable (no ffmpeg), kIo.
  static Result<Ffmpeg> start(const std::vector<std::string>& arguments,
                              std::span<const std::uint8_t> extra = {});
  Ffmpeg(Ffmpeg&& other) noexcept;
  Ffmpeg& operator=(Ffmpeg&&) = delete;
  ~Ffmpeg();

  /// Blocks until taken. Errors: kIo, with what ffmpeg said.
  Status write(std::span<const std::uint8_t> bytes);
  /// Ends the input and waits. Errors: kIo, with what ffmpeg said. ffmpeg calls it a success when
  /// only the end of the file could not be written: look at the file too.
  Status finish();
  /// The first line that it has written to its standard error; empty: none.
  [[nodiscard]] std::string said() const;

 private:
  Ffmpeg() = default;
  [[nodiscard]] Error failure();

  pid_t process_ = -1;
  int input_ = -1;
  int messages_ = -1;  // its standard error, in memory
};

/// "5.1.6". Errors: kUnavailable, with how to install it.
Result<std::string> ffmpeg_version();

}  // namespace sortscope
