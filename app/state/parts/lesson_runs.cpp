// lesson_runs.cpp: which runs of a lesson are kept.
#include "app/state/parts/lesson_runs.h"

#include <algorithm>
#include <utility>

#include "core/recordings/recording.h"
#include "core/recordings/request.h"

namespace sortscope {

void LessonRuns::drop(std::map<std::uint32_t, Kept>::iterator kept) {
  bytes_ -= kept->second.bytes;
  runs_.erase(kept);
}

void LessonRuns::keep(std::uint32_t line, std::shared_ptr<const Recording> run) {
  if (const auto before = runs_.find(line); before != runs_.end()) drop(before);
  const std::uint64_t bytes = recording_size(*run->algorithm, run->real_keys(),
                                             bits_of(run->request.keys.type), run->request)
                                  .total_bytes;
  if (bytes > most_bytes_) return;
  while (bytes_ + bytes > most_bytes_) {
    drop(std::ranges::min_element(runs_, {}, [](const auto& each) { return each.second.used; }));
  }
  bytes_ += bytes;
  runs_[line] = {std::move(run), bytes, ++uses_};
}

std::shared_ptr<const Recording> LessonRuns::find(std::uint32_t line) {
  const auto kept = runs_.find(line);
  if (kept == runs_.end()) return nullptr;
  kept->second.used = ++uses_;
  return kept->second.run;
}

void LessonRuns::clear() {
  runs_.clear();
  bytes_ = 0;
}

}  // namespace sortscope
