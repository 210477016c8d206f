// export_file.h: files that are whole or not there.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"

namespace sortscope {

/// A new empty file beside `path`, under a temporary name; gone with this object unless committed.
/// Where `path` is a device or a pipe, there is no temporary name: it is written directly.
class NewFile {
 public:
  /// Errors: kIo (no such folder, no permission), naming `path` and the system's reason.
  static Result<NewFile> beside(const std::string& path);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  /// Where to write until commit().
  [[nodiscard]] const std::string& temporary_path() const { return temporary_; }
  /// Makes it `path`, in one step.
  Status commit();

 private:
  NewFile(std::string path, std::string temporary, bool direct)
      : path_(std::move(path)), temporary_(std::move(temporary)), direct_(direct) {}

  std::string path_;
  std::string temporary_;  // empty: committed or moved from
  bool direct_ = false;
};

/// Writes `bytes` to `path` through a NewFile. Errors: kIo.
Status write_file(const std::string& path, std::string_view bytes);

/// "cannot write 'path': reason." as a kIo error, from an errno value.
Error write_error(const std::string& path, int error_number);

}  // namespace sortscope
