// autosave.h: what a window remembers is written some seconds after it has changed, beside the
// window.
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/state/settings.h"
#include "core/base/error.h"

namespace sortscope {

class Notices;

/// Seconds from a change to the files.
inline constexpr double kSaveAfter_s = 5;
/// The same where only the moment of a run that plays has changed.
inline constexpr double kSavePlaying_s = 60;

/// Times are a clock's of any beginning; on the main thread.
class Autosave {
 public:
  /// `known`: the files as the window began.
  explicit Autosave(KnownFiles known = {}) : known_(std::move(known)) {}
  /// Something has happened that may change what is remembered.
  void touch(double now_s);
  /// Once a look for input: begins to write where it is time, and says what failed, once.
  void attend(const SettingsParts& parts, Notices& notices, double now_s);
  /// Waits for what is being written, and writes what is there now.
  Status finish(const SettingsParts& parts);

 private:
  KnownFiles known_;  // the thread's while it writes
  std::future<Status> writes_;
  std::optional<double> touched_s_;  // first change that is not written
  std::uint64_t run_ = 0;            // generation of the run that was written last
  std::string told_;                 // what failed last
};

}  // namespace sortscope
