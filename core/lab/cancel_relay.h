// cancel_relay.h: cancels a part of the lab's work soon after the lab is cancelled.
#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

#include "core/base/progress.h"

namespace sortscope {

/// Shorter work is not cancelled: a thread of its own would take as long.
inline constexpr std::uint32_t kLongLabRun = 1U << 17;  // keys

/// As long as it lives, `to` is cancelled within 50 ms of `from`; null: it never is. Progress
/// itself is not handed on: the lab counts nanoseconds.
class CancelRelay {
 public:
  CancelRelay(const Progress* from, Progress& to) {
    if (from == nullptr) return;
    to.cancel = from->cancelled();
    thread_ = std::jthread([from, &to](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        if (from->cancelled()) to.cancel = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    });
  }

 private:
  std::jthread thread_;
};

}  // namespace sortscope
