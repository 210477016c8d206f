// sample_gate.cpp: one lock between samples and frames.
#include "app/state/parts/sample_gate.h"

#include <utility>

namespace sortscope {

void SampleGate::before_sample() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !drawing_ && !waiting_; });
  sampling_ = true;
  disturbed_ = false;
}

bool SampleGate::after_sample() {
  const std::lock_guard lock(mutex_);
  sampling_ = false;
  changed_.notify_all();
  return std::exchange(disturbed_, false);
}

bool SampleGate::begin_frame(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  waiting_ = true;
  const bool between = changed_.wait_for(lock, most, [&] { return !sampling_; });
  waiting_ = false;
  drawing_ = true;
  if (!between) disturbed_ = true;
  return between;
}

bool SampleGate::try_begin_frame() {
  const std::lock_guard lock(mutex_);
  if (sampling_) return false;
  drawing_ = true;
  return true;
}

void SampleGate::end_frame() {
  const std::lock_guard lock(mutex_);
  drawing_ = false;
  changed_.notify_all();
}

bool SampleGate::frame_waits() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

}  // namespace sortscope
