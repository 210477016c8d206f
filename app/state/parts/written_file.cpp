#include "app/state/parts/written_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "core/base/quote.h"
#include "core/recordings/file.h"

namespace sortscope {

namespace {

constexpr std::array<std::string_view, 12> kOthers{
    ".cu", ".cuh", ".h", ".hpp", ".c", ".cc", ".cpp", ".py", ".md", ".h5", ".hdf5", ".sscope"};

std::string ending_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

// Of a plain file, or of nothing yet.
bool is_plain(const std::string& path, std::uintmax_t& bytes) {
  struct stat info {};
  bytes = 0;
  if (::stat(path.c_str(), &info) != 0) return true;
  bytes = static_cast<std::uintmax_t>(info.st_size);
  return S_ISREG(info.st_mode);
}

}  // namespace

Status check_written(const std::string& path, std::initializer_list<std::string_view> own) {
  std::uintmax_t bytes = 0;
  if (!is_plain(path, bytes)) return {};
  std::error_code ignored;
  for (const std::filesystem::path& name :
       {std::filesystem::path(path), std::filesystem::weakly_canonical(path, ignored)}) {
    const std::string ending = ending_of(name);
    if (std::ranges::find(kOthers, ending) == kOthers.end() ||
        std::find(own.begin(), own.end(), ending) != own.end()) {
      continue;
    }
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} ends in {}, as files do that hold something else.",
                             sortscope::quoted(path), ending),
                 "Nothing was written. Name another file."};
  }
  return {};
}

Status check_regular(const std::string& path) {
  std::uintmax_t bytes = 0;
  if (is_plain(path, bytes)) return {};
  return Error{ErrorCode::kBadUsage,
               fmt::format("{} is no regular file, and a window writes no other.",
                           sortscope::quoted(path, 200)),
               "Nothing was written. Name a file."};
}

Status check_recording_name(const std::string& path) {
  std::uintmax_t bytes = 0;
  if (!is_plain(path, bytes)) return {};
  const std::string ending = ending_of(path);
  if (ending == ".h5" || ending == ".hdf5") return {};
  return Error{ErrorCode::kBadUsage,
               fmt::format("{} is no name of a recording.", sortscope::quoted(path)),
               "Name a file that ends in .h5 or .hdf5."};
}

Status check_written_recording(const std::string& path) {
  if (Status named = check_recording_name(path); !named) return named;
  std::uintmax_t bytes = 0;
  if (!is_plain(path, bytes) || bytes == 0 || looks_like_recording(path)) return {};
  return Error{ErrorCode::kBadUsage,
               fmt::format("{} is there already, and is no recording.", sortscope::quoted(path)),
               "Nothing was written. Name another file, or remove that one."};
}

}  // namespace sortscope
