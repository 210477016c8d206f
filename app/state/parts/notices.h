// notices.h: what the person is told: messages, and what failed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/state/parts/frame_clock.h"
#include "core/base/error.h"

namespace sortscope {

/// A message to the person: shown until it is read, errors longer.
struct Notice {
  std::string text;
  bool error = false;
  double shown_s = 0;
  std::string action = {};   // on its button; "" for none
  std::string command = {};  // of the button
  // The run that it speaks of (Session::generation()); it goes with that run. Empty: of none.
  std::optional<std::uint64_t> run = {};
  bool verdict = false;  // stays until its run goes, or the side panel says the same
  bool passing = false;  // what its button does stands elsewhere too: it goes once it is read
  bool refusal = false;  // of a key just pressed: it waits for nothing that is said after it
};

/// Of a run that is still to be shown.
inline constexpr std::uint64_t kComingRun = ~std::uint64_t{0};

class Notices {
 public:
  explicit Notices(const FrameClock& clock) : clock_(clock) {}

  std::vector<Notice> shown;     // at most 4, the newest last
  std::optional<Error> failure;  // of background work, the last one, for whoever waits for it

  /// What is said already stands there once, as the newest.
  void notify(std::string text, bool error = false);
  /// Why a key does nothing now: it goes with the next message.
  void refuse(std::string text);
  /// A message with a button that runs `command`.
  void offer(std::string text, std::string action, std::string command, bool error = true);
  /// The same where what its button does can be had elsewhere: it goes once it is read.
  void mention(std::string text, std::string action, std::string command);
  /// What was said last speaks of this run, or of kComingRun.
  void of_run(std::uint64_t run);
  /// What was said last is the verdict on this run: it stays.
  void of_verdict(std::uint64_t run);
  /// Another run is shown: what speaks of the one before goes.
  void show_run(std::uint64_t run);
  /// What speaks of a run goes: it would tell the answer to a question about it.
  void forget_runs();
  /// Says what background work failed at, and keeps it in `failure`; a cancel is no failure.
  void fail(const Error& error);

 private:
  const FrameClock& clock_;
};

}  // namespace sortscope
