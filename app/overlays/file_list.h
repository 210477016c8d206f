// file_list.h: folders as the file browser shows them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

struct FileEntry {
  std::string name;
  bool folder = false;
  std::uint64_t bytes = 0;
  std::int64_t modified_s = 0;  // since 1970
};

/// Folders first, each in the order of their names (letters alike in both cases, numbers by value).
/// Hidden files are left out. `all`: also files that are neither recordings, sessions nor numbers.
/// Errors: kIo.
Result<std::vector<FileEntry>> list_folder(const std::string& folder, bool all);

/// True for names that end in .h5, .hdf5, .txt, .csv, .tsv, .dat, .sscope.
bool is_data_file(std::string_view name);
/// `path` with "~" replaced, taken from `folder` where it is relative, without "." and "..".
std::string absolute_path(std::string_view path, const std::string& folder);
/// The longest text that every entry of the folder that continues `path` agrees on; a folder that
/// is the only one gets its '/'.
std::string completed_path(const std::string& path, const std::string& folder);
/// "today 13:05", "3 May", "2024-05-03", in local time.
std::string date_text(std::int64_t modified_s, std::int64_t now_s);
bool natural_less(std::string_view a, std::string_view b);

}  // namespace sortscope
