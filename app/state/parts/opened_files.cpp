// opened_files.cpp: names and identities of files.
#include "app/state/parts/opened_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>

#include "core/base/quote.h"

namespace sortscope {

namespace {

namespace fs = std::filesystem;

std::string whole_name(const std::string& path) {
  std::error_code failure;
  const fs::path absolute = fs::absolute(path, failure);
  const fs::path whole = fs::weakly_canonical(failure ? fs::path(path) : absolute, failure);
  return failure ? path : whole.string();
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> identity(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return std::pair<std::uint64_t, std::uint64_t>(facts.st_dev, facts.st_ino);
}

}  // namespace

void OpenedFiles::add_opened(const std::string& path) {
  const auto file = identity(path);
  if (!file) return;
  files_.insert(*file);
  opened_.insert(whole_name(path));
}

void OpenedFiles::add_written(const std::string& path) { written_.insert(whole_name(path)); }

Result<std::string> OpenedFiles::write(const OutputName& name, std::string_view bytes) {
  std::string called;
  if (Status status = write_output(name, bytes, &called); !status) return status.error();
  add_written(called);
  return called;
}

Status OpenedFiles::check_kept(const std::string& path) const {
  const auto file = identity(path);
  if (!opened_.contains(whole_name(path)) && !(file && files_.contains(*file))) return {};
  return Error{ErrorCode::kBadUsage,
               fmt::format("{} was opened in this window: it is not written over.",
                           sortscope::quoted(path, 200)),
               "Nothing was written. Name another file."};
}

bool OpenedFiles::replaces_foreign(const std::string& path) const {
  return identity(path) && !written_.contains(whole_name(path));
}

std::size_t file_argument(std::string_view arguments) {
  std::size_t place = 0;
  while (!arguments.empty()) {
    const std::string_view word = arguments.substr(0, arguments.find(' '));
    if (word.find("FILE") != word.npos || word.find("PATH") != word.npos) return place;
    ++place;
    arguments.remove_prefix(std::min(word.size() + 1, arguments.size()));
  }
  return std::string_view::npos;
}

}  // namespace sortscope
