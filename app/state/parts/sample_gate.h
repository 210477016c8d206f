// sample_gate.h: keeps frames and samples apart: frames are drawn between samples.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace sortscope {

/// Between a thread that measures and one that draws. A sample does not begin while a frame is
/// drawn or waits; a frame waits for the sample that runs, but not long: then it is drawn all the
/// same, and the sample knows.
class SampleGate {
 public:
  /// The thread that measures: waits until no frame is drawn. A sample has begun.
  void before_sample();
  /// The sample has ended. True: a frame was drawn while it ran.
  bool after_sample();

  /// The thread that draws: waits at most `most` for the sample that runs. False: it still runs,
  /// and from now on is disturbed. Ends with end_frame().
  bool begin_frame(std::chrono::milliseconds most);
  /// Nothing where a sample runs: false; else as begin_frame().
  bool try_begin_frame();
  void end_frame();
  /// Whether a frame waits for the sample that runs.
  [[nodiscard]] bool frame_waits() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool sampling_ = false;
  bool disturbed_ = false;
  bool waiting_ = false;  // a frame, for the sample
  bool drawing_ = false;
};

/// A frame for the time of a scope, where there is a gate.
class GatedFrame {
 public:
  explicit GatedFrame(SampleGate* entered) : gate_(entered) {}
  ~GatedFrame() {
    if (gate_ != nullptr) gate_->end_frame();
  }
  GatedFrame(const GatedFrame&) = delete;
  GatedFrame& operator=(const GatedFrame&) = delete;

 private:
  SampleGate* gate_;
};

}  // namespace sortscope
