// background.h: what works beside the window, on a thread of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "app/state/parts/frame_clock.h"
#include "app/state/parts/line_source.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/base/types.h"

namespace sortscope {

class App;
struct ExperimentResult;
struct HalverTest;

/// Work on a thread, with what to do on the main thread once it is done.
struct BackgroundWork {
  std::string title;  // "Recording 1,048,576 keys"
  Progress progress;
  double started_s = 0;
  LineSource source;  // of the command that began it; it holds for the end, too
  std::future<std::function<void(App&)>> result;
};

/// What a measurement on another thread has so far.
template <typename Result>
class LiveResult {
 public:
  void put(std::shared_ptr<const Result> grown) {
    const std::lock_guard lock(mutex_);
    latest_ = std::move(grown);
  }
  [[nodiscard]] std::shared_ptr<const Result> latest() {
    const std::lock_guard lock(mutex_);
    return latest_;
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const Result> latest_;
};
using LiveHalverTest = LiveResult<HalverTest>;
using LiveExperiment = LiveResult<ExperimentResult>;

/// One piece of work at a time; called on the main thread.
class Background {
 public:
  /// `source`: of the command that runs, which the work takes along.
  Background(const FrameClock& clock, LineSource& source);
  ~Background();

  std::unique_ptr<BackgroundWork> work;         // what goes on; null: nothing
  std::uint64_t works_begun = 0;                // so far, `work` too
  std::shared_ptr<LiveHalverTest> halver_test;  // of the last test
  std::shared_ptr<LiveExperiment> experiment;   // of the last one, while it is shown
  std::optional<Cursor> far_target;             // where `work` brings the cursor; nothing: other

  /// Runs `job` on a thread; what it returns runs on the main thread. Errors: kWorkFailed (other
  /// work goes on).
  Status start(std::string title, std::function<std::function<void(App&)>(Progress&)> job);
  /// Runs `job` on a thread once the window has drawn what there is: what nobody waits for, as
  /// another look at what is shown. Where the window is kept busy it begins after so many frames.
  /// Takes the place of the last such job, which is cancelled.
  void look_on(std::function<std::function<void(App&)>(Progress&)> job, int frames = kSoonFrames);
  static constexpr int kSoonFrames = 12;   // what comes into the picture
  static constexpr int kLateFrames = 120;  // what would only slow down what a person does
  /// Such a job is to come, or goes on.
  [[nodiscard]] bool looks_on() const { return further_ != nullptr; }
  /// Once a frame: where the work is done, what it returned.
  void collect(App& app);
  /// Instead of a frame, where nothing moves: a job of look_on() begins. True where one has ended:
  /// what is shown may be another.
  bool rest(App& app);
  /// Waits for the work, and for what it starts (scripts, tests), the job of look_on() too.
  void wait(App& app);
  /// Cancels all of it and waits for its end: nothing of it is shown.
  void stop();

  /// More is opened once the work is over, however short it is: it can be stopped in between.
  bool more_to_come = false;
  bool stop_all = false;  // a person has stopped it; whoever has more to come takes this back

  /// A person looks at frames: what takes long may come later. Scripts have it in order.
  bool watched = false;

 private:
  struct Further;
  void start_further();
  void collect_further(App& app);

  const FrameClock& clock_;
  LineSource& source_;
  std::unique_ptr<Further> further_;  // of look_on()
};

}  // namespace sortscope
