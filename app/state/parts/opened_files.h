// opened_files.h: files that this window has opened; a person agrees before one is written over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/output_file.h"

namespace sortscope {

class OpenedFiles {
 public:
  /// The file was read: it is known by its name, and as what it is, whatever name leads to it.
  void add_opened(const std::string& path);
  /// The window has written it, under this name: it may write it again.
  void add_written(const std::string& path);
  /// Writes `bytes` and adds it. What it was called: as in OutputFile::commit_kept(). Errors: kIo.
  Result<std::string> write(const OutputName& name, std::string_view bytes);

  /// Errors: kBadUsage, where `path` names or leads to a file that was opened.
  [[nodiscard]] Status check_kept(const std::string& path) const;
  /// There is a file by that name which the window has not written.
  [[nodiscard]] bool replaces_foreign(const std::string& path) const;

 private:
  std::set<std::string> opened_;                             // absolute, links followed
  std::set<std::pair<std::uint64_t, std::uint64_t>> files_;  // device and inode of those
  std::set<std::string> written_;
};

/// The place of the file among a command's arguments, as the table writes them: 1 of "[VIEW]
/// [FILE]"; npos where it names none.
std::size_t file_argument(std::string_view arguments);

}  // namespace sortscope
