// remembered.cpp: the files that a person has chosen.
#include "app/state/parts/remembered.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace sortscope {

void Remembered::add_file(const std::string& path, const LineSource& source) {
  opened.add_opened(path);
  add_written(path, source);
}

void Remembered::add_written(const std::string& path, const LineSource& source) {
  if (source.source != Source::kPerson) return;
  std::error_code failure;
  const std::filesystem::path absolute = std::filesystem::absolute(path, failure);
  const std::string text = failure ? path : absolute.lexically_normal().string();
  std::erase(recent_files, text);
  recent_files.insert(recent_files.begin(), text);
  if (recent_files.size() > kMostRecentFiles) recent_files.resize(kMostRecentFiles);
}

std::string_view Remembered::last_kernel() const {
  const auto found = std::ranges::find_if(
      recent_files, [](const std::string& path) { return path.ends_with(".cu"); });
  return found == recent_files.end() ? std::string_view() : *found;
}

void Remembered::add_stop(const std::string& lesson, std::size_t stop, bool last) {
  LessonProgress& now = lessons[lesson];
  now.stop = std::max(now.stop, stop);
  now.finished = now.finished || last;
}

LessonProgress Remembered::progress(std::string_view lesson) const {
  const auto known = lessons.find(lesson);
  return known == lessons.end() ? LessonProgress{} : known->second;
}

}  // namespace sortscope
