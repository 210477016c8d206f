// pieces.h: work that falls into pieces, on as many threads as there are, and long loops in
// stretches: after each they report themselves and may be cancelled.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "core/base/progress.h"

namespace sortscope {

/// Calls work(0) ... work(count - 1), each once, from this thread and others, which are started for
/// it: a piece is to take a tenth of a millisecond or more. No further pieces begin where
/// `progress` is cancelled; false then. `work` must not throw.
bool run_pieces(std::size_t count, const std::function<void(std::size_t)>& work,
                const Progress* progress = nullptr);

/// In how many pieces, at most, to divide `count` things of which a piece has `least` or more: one
/// a thread. At least 1.
std::size_t even_pieces(std::size_t count, std::size_t least);

/// So many things are done between two looks at a cancel, by each thread.
inline constexpr std::uint64_t kStretch = std::uint64_t{1} << 17;

/// Says that `units` more are done, unless longer work counts its own. False where it is cancelled.
inline bool goes_on(Progress* progress, std::uint64_t units) {
  if (progress == nullptr) return true;
  if (!progress->part.load(std::memory_order_relaxed)) progress->advance(units);
  return !progress->cancelled();
}

/// Calls work(first, end) for one stretch of 0 to count - 1 after the other. False where it was
/// cancelled: the rest is not done.
template <typename Work>
bool in_stretches(std::uint64_t count, Progress* progress, const Work& work) {
  for (std::uint64_t first = 0; first < count; first += kStretch) {
    if (!goes_on(progress, 0)) return false;
    const std::uint64_t end = std::min(count, first + kStretch);
    work(first, end);
    if (!goes_on(progress, end - first)) return false;
  }
  return goes_on(progress, 0);
}

/// The same on all threads, in any order.
template <typename Work>
bool in_stretches_at_once(std::uint64_t count, Progress* progress, const Work& work) {
  const std::uint64_t pieces = (count + kStretch - 1) / kStretch;
  return run_pieces(
      pieces,
      [&](std::size_t piece) {
        const std::uint64_t first = piece * kStretch;
        const std::uint64_t end = std::min(count, first + kStretch);
        work(first, end);
        goes_on(progress, end - first);
      },
      progress);
}

/// Has the system make fresh memory that will all be written, on all threads and in large pages
/// where it has them: otherwise every 4 KB interrupt the one that writes first. Some MB or nothing.
void make_pages(void* begin, std::size_t bytes, const Progress* progress = nullptr);

/// Leaves numbers that a vector makes without a value as the memory is: all of them are written
/// soon, by several threads, and one that fills gigabytes with zeros before is waited for.
template <typename T>
struct Unwritten : std::allocator<T> {
  template <typename U>
  void construct(U* at) noexcept {
    ::new (static_cast<void*>(at)) U;
  }
  template <typename U, typename... Values>
  void construct(U* at, Values&&... values) {
    ::new (static_cast<void*>(at)) U(std::forward<Values>(values)...);
  }
};

/// Room for `size` elements of values, made at once.
template <typename T, typename Memory>
void reserve_at_once(std::vector<T, Memory>& values, std::size_t size,
                     const Progress* progress = nullptr) {
  if (values.capacity() >= size) return;
  values.reserve(size);
  make_pages(values.data(), size * sizeof(T), progress);
}

/// `values` get `size` elements, those that come anew as resize() makes them. False where it was
/// cancelled.
template <typename T, typename Memory>
bool grow_in_stretches(std::vector<T, Memory>& values, std::size_t size, Progress* progress) {
  reserve_at_once(values, size, progress);
  const std::size_t before = values.size();
  return in_stretches(size - before, progress, [&](std::uint64_t /*first*/, std::uint64_t end) {
    values.resize(before + end);
  });
}

/// While it lives, what reports itself to `progress` is a part of longer work.
class PartOfLonger {
 public:
  explicit PartOfLonger(Progress* progress)
      : progress_(progress), before_(progress != nullptr && progress->part.exchange(true)) {}
  ~PartOfLonger() {
    if (progress_ != nullptr) progress_->part = before_;
  }
  PartOfLonger(const PartOfLonger&) = delete;
  PartOfLonger& operator=(const PartOfLonger&) = delete;

 private:
  Progress* progress_;
  bool before_;
};

}  // namespace sortscope
