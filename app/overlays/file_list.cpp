// file_list.cpp: folders as the file browser shows them.
#include "app/overlays/file_list.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <utility>

#include "core/base/folder.h"

namespace sortscope {

namespace {

namespace fs = std::filesystem;

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The number that starts at `at`, without leading zeros, and where it ends.
std::string_view number_at(std::string_view text, std::size_t& at) {
  while (at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1])) ++at;
  const std::size_t start = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return text.substr(start, at - start);
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view x = number_at(a, i);
      const std::string_view y = number_at(b, j);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    if (lower(a[i]) != lower(b[j])) return lower(a[i]) < lower(b[j]);
    ++i;
    ++j;
  }
  if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
  return a < b;
}

bool is_data_file(std::string_view name) {
  std::string low(name);
  std::transform(low.begin(), low.end(), low.begin(), lower);
  for (const std::string_view ending :
       {".h5", ".hdf5", ".txt", ".csv", ".tsv", ".dat", ".sscope", ".cu", ".md"}) {
    if (low.ends_with(ending)) return true;
  }
  return false;
}

Result<std::vector<FileEntry>> list_folder(const std::string& folder, bool all) {
  auto names = names_in(folder);
  if (!names) return names.error();
  std::vector<FileEntry> entries;
  for (std::string& name : *names) {
    FileEntry entry;
    entry.name = std::move(name);
    if (entry.name.starts_with('.')) continue;
    struct stat about = {};
    // A link to nothing cannot be opened.
    if (stat((fs::path(folder) / entry.name).c_str(), &about) != 0) continue;
    entry.folder = S_ISDIR(about.st_mode);
    if (!entry.folder && !S_ISREG(about.st_mode)) continue;
    if (!entry.folder && !all && !is_data_file(entry.name)) continue;
    entry.bytes = static_cast<std::uint64_t>(about.st_size);
    entry.modified_s = about.st_mtime;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const FileEntry& a, const FileEntry& b) {
    return a.folder != b.folder ? a.folder : natural_less(a.name, b.name);
  });
  return entries;
}

std::string absolute_path(std::string_view path, const std::string& folder) {
  std::string text(path);
  const char* home = std::getenv("HOME");
  if (home != nullptr && (text == "~" || text.starts_with("~/"))) text = home + text.substr(1);
  std::string whole = (fs::path(folder) / text).lexically_normal().string();
  if (whole.size() > 1 && whole.ends_with('/')) whole.pop_back();
  return whole;
}

std::string completed_path(const std::string& path, const std::string& folder) {
  const std::size_t slash = path.rfind('/');
  const std::string start = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  const auto entries = list_folder(absolute_path(start, folder), true);
  if (!entries) return path;
  std::string common;
  std::size_t matches = 0;
  bool is_folder = false;
  for (const FileEntry& entry : *entries) {
    if (!entry.name.starts_with(name)) continue;
    is_folder = entry.folder;
    if (matches++ == 0) {
      common = entry.name;
      continue;
    }
    const auto differ =
        std::mismatch(common.begin(), common.end(), entry.name.begin(), entry.name.end());
    common.erase(differ.first, common.end());
  }
  if (matches == 0) return path;
  return start + common + (matches == 1 && is_folder ? "/" : "");
}

std::string date_text(std::int64_t modified_s, std::int64_t now_s) {
  const std::time_t modified = modified_s;
  const std::time_t now = now_s;
  std::tm then = {};
  std::tm today = {};
  if (localtime_r(&modified, &then) == nullptr || localtime_r(&now, &today) == nullptr) return "";
  static constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (then.tm_year == today.tm_year && then.tm_yday == today.tm_yday) {
    return fmt::format("today {:02}:{:02}", then.tm_hour, then.tm_min);
  }
  if (then.tm_year == today.tm_year) {
    return fmt::format("{} {}", then.tm_mday, kMonths[then.tm_mon]);
  }
  return fmt::format("{}-{:02}-{:02}", then.tm_year + 1900, then.tm_mon + 1, then.tm_mday);
}

}  // namespace sortscope
