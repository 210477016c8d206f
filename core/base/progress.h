// progress.h: how long work reports itself, and how it is cancelled, from any thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace sortscope {

/// Shared between the thread that works and the one that shows it. All members are lock-free.
struct Progress {
  std::atomic<std::uint64_t> done{0};
  std::atomic<std::uint64_t> total{0};
  std::atomic<bool> cancel{false};
  /// While set, begin() changes nothing: work that reports itself is a part of longer work.
  std::atomic<bool> part{false};

  /// What is being done now, of static storage: "following the keys"; null: what was asked for.
  std::atomic<const char*> phase{nullptr};

  void begin(std::uint64_t units, const char* what = nullptr) {
    if (part.load(std::memory_order_relaxed)) return;
    done = 0;
    total = units;
    phase = what;
  }
  void advance(std::uint64_t units = 1) { done += units; }
  [[nodiscard]] bool cancelled() const { return cancel.load(std::memory_order_relaxed); }
  /// 0 to 1; 0 where the total is not known yet.
  [[nodiscard]] double fraction() const {
    const auto all = total.load();
    return all == 0 ? 0.0 : static_cast<double>(done.load()) / static_cast<double>(all);
  }
};

}  // namespace sortscope
