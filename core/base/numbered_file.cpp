// numbered_file.cpp: tries one name after the other.
#include "core/base/numbered_file.h"

#include <filesystem>
#include <system_error>

#include "core/base/output_file.h"

namespace sortscope {

namespace fs = std::filesystem;

Result<std::string> write_numbered_file(const std::string& stem, std::string_view ending,
                                        std::string_view bytes) {
  std::string path = stem + std::string(ending);
  for (int number = 2;; ++number) {
    // Folders and links to nowhere are something too.
    std::error_code failure;
    if (!fs::exists(fs::symlink_status(path, failure))) {
      const auto written = write_new_file(path, bytes);
      if (!written) return written.error();
      if (*written) return path;
    }
    path = stem + "-" + std::to_string(number) + std::string(ending);
  }
}

}  // namespace sortscope
