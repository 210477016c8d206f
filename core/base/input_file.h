// input_file.h: files, pipes and standard input, read without waiting past a cancel.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/base/progress.h"

namespace sortscope {

/// A file open for reading that closes itself; "-" is standard input, which stays open. A pipe is
/// waited for, its first writer too; what calls itself a regular file is not, as some of /proc
/// would have to be: EAGAIN.
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Else errno says why.
  [[nodiscard]] bool open() const { return descriptor_ >= 0; }
  /// No folder, pipe or device.
  [[nodiscard]] bool regular() const;
  /// Bytes of a regular file, 0 for anything else.
  [[nodiscard]] std::uint64_t size() const;
  /// Bytes read, 0 at the end, or -1 with errno set: EINTR where it was cancelled.
  [[nodiscard]] ssize_t read(char* to, std::size_t bytes, const Progress* progress) const;

 private:
  int descriptor_;
};

/// Neither a folder, a pipe, a device nor absent: it can be looked into without losing anything.
bool is_regular_file(const std::string& path);

/// All of a regular file: folders, pipes and devices are refused, so nothing waits or never ends.
/// Errors: kBadInput, "cannot read PATH: WHY.", also where it has more than `most_bytes`.
Result<std::string> read_regular_file(const std::string& path, std::uint64_t most_bytes);

/// Reads a regular file below `folder` once: `inner` names it from there, without links, "." and
/// "..". From now on open_to_read() of the two joined gives these bytes. Nothing is waited for.
/// Errors: kBadInput (it cannot be read, is no regular file, has more than `most_bytes`).
Status hold_file(const std::string& folder, const std::string& inner, std::uint64_t most_bytes);
[[nodiscard]] bool is_held(const std::string& path);
/// The file is read as it is again; all of them are.
void release_file(const std::string& path);
void release_held_files();

/// A descriptor of `path` for reading, a pipe not waited for; of a held file, of what was read. -1:
/// errno says why.
[[nodiscard]] int open_to_read(const std::string& path);

}  // namespace sortscope
