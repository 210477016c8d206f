// lesson_runs.h: the runs that a lesson's lines recorded, kept within bounds.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

namespace sortscope {

struct Recording;

/// Runs by the line that recorded them, so that going back does not record them again. Where they
/// take more memory than allowed, those used longest ago go.
class LessonRuns {
 public:
  explicit LessonRuns(std::uint64_t most_bytes = 512'000'000) : most_bytes_(most_bytes) {}

  /// A run that takes more than is allowed in all is not kept. O(runs).
  void keep(std::uint32_t line, std::shared_ptr<const Recording> run);
  /// Null where it has to be recorded.
  std::shared_ptr<const Recording> find(std::uint32_t line);
  void clear();

  [[nodiscard]] std::size_t kept() const { return runs_.size(); }
  /// Memory that they take.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  struct Kept {
    std::shared_ptr<const Recording> run;
    std::uint64_t bytes = 0;
    std::uint64_t used = 0;  // grows with every use of any
  };
  void drop(std::map<std::uint32_t, Kept>::iterator kept);

  std::map<std::uint32_t, Kept> runs_;
  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace sortscope
