// thread_team.cpp: threads that stay, and their barrier.
#include "core/base/thread_team.h"

#include <system_error>

#include "core/base/machine.h"

namespace sortscope {

namespace {

// A few microseconds: longer than a balanced step's wait, shorter than a scheduler's time slice.
constexpr int kSpins = 500;

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

// More threads than processors: whoever spins keeps the others from coming.
SpinBarrier::SpinBarrier(unsigned threads)
    : threads_(threads), spins_(threads <= processors_here() ? kSpins : 0) {}

void SpinBarrier::arrive_and_wait() {
  if (threads_ <= 1) return;
  const std::uint32_t generation = generation_.load(std::memory_order_acquire);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
    arrived_.store(0, std::memory_order_relaxed);
    generation_.fetch_add(1);
    if (sleepers_.load() == 0) return;
    // Who counted as a sleeper and has not slept yet holds the lock.
    { const std::lock_guard lock(mutex_); }
    passed_.notify_all();
    return;
  }
  for (int spin = 0; spin < spins_; ++spin) {
    if (generation_.load(std::memory_order_acquire) != generation) return;
    relax();
  }
  // std::atomic::wait() gives the processor away four times first: beside eight busy programs that
  // is a tenth of a second a step.
  std::unique_lock lock(mutex_);
  sleepers_.fetch_add(1);
  passed_.wait(lock, [&] { return generation_.load() != generation; });
  sleepers_.fetch_sub(1);
}

ThreadTeam::~ThreadTeam() {
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

unsigned ThreadTeam::grow_to(unsigned threads) {
  while (workers_.size() + 1 < threads) {
    try {
      const auto index = static_cast<unsigned>(workers_.size()) + 1;
      workers_.emplace_back([this, index] { serve(index); });
    } catch (const std::system_error&) {
      break;
    }
  }
  return static_cast<unsigned>(workers_.size()) + 1;
}

void ThreadTeam::run(unsigned threads, const std::function<void(unsigned)>& work) {
  if (threads <= 1) {
    work(0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    wanted_ = threads;
    running_ = threads - 1;
    ++generation_;
  }
  start_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  finish_.wait(lock, [this] { return running_ == 0; });
  wanted_ = 0;
}

void ThreadTeam::serve(unsigned index) {
  std::uint64_t served = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    start_.wait(lock, [&] { return quit_ || (generation_ != served && index < wanted_); });
    if (quit_) return;
    served = generation_;
    const std::function<void(unsigned)>& work = *work_;
    lock.unlock();
    work(index);
    lock.lock();
    if (--running_ == 0) finish_.notify_one();
  }
}

}  // namespace sortscope
