// talk.h: a program of a person's own that is asked and answers, line by line.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/own_kernels/process.h"

namespace sortscope {

/// A child process with a line of its own to us: its file number kTalkFile. What it says is bounded
/// and waited for no longer than is said; it is ended with this. Not for several threads.
class Talk {
 public:
  static constexpr int kTalkFile = 3;

  /// Starts `child`. `progress`: who cancels it cancels all waiting; null: nobody does. Errors:
  /// kIo.
  static Result<std::unique_ptr<Talk>> start(ChildProcess child, const Progress* progress);
  ~Talk();
  Talk(const Talk&) = delete;
  Talk& operator=(const Talk&) = delete;

  /// Sends a line, and then `more` bytes. Errors: kWorkFailed (it ended, does not listen, or has
  /// answered what it was not asked), kCancelled.
  Status ask(std::string_view line, std::span<const std::byte> more = {});
  /// Its next line as one_line(), without the end. Errors: kWorkFailed (it ended or said nothing
  /// for `limit_s`, or a line without end), kUnavailable (it ended and said that there is no GPU),
  /// kCancelled.
  Result<std::string> answer(double limit_s);
  /// It said nothing in time, or what no line can be: nothing more is to be asked of it.
  [[nodiscard]] bool given_up() const { return given_up_; }

 private:
  Talk(ChildProcess child, const Progress* progress, int ours, int theirs);
  [[nodiscard]] bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }
  // Waits a little for `events` of its line; false: nothing yet.
  [[nodiscard]] bool ready(short events) const;
  bool read_some();
  Error ended() const;
  Error refuse(std::string why);

  ChildProcess child_;
  const Progress* progress_;
  Progress stop_;
  int ours_;
  int theirs_;
  std::string heard_;
  bool given_up_ = false;
  std::atomic<bool> over_{false};
  std::optional<Result<ChildEnd>> end_;  // once it is over
  std::thread runner_;
};

}  // namespace sortscope
