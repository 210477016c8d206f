// thread_team.h: threads that stay, for work in many short parallel steps.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sortscope {

/// Everyone waits here until all have come. Spins a while, then sleeps: steps are short, but the
/// machine may be busy with other work.
class SpinBarrier {
 public:
  explicit SpinBarrier(unsigned threads);
  void arrive_and_wait();

 private:
  const unsigned threads_;
  const int spins_;
  std::atomic<unsigned> arrived_{0};
  std::atomic<std::uint32_t> generation_{0};
  std::atomic<unsigned> sleepers_{0};
  std::mutex mutex_;
  std::condition_variable passed_;
};

/// Worker threads that sleep between runs.
class ThreadTeam {
 public:
  ThreadTeam() = default;
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// Starts workers until `threads` can run at once, the caller counted. Returns how many there
  /// are: fewer where the system refuses more.
  unsigned grow_to(unsigned threads);
  /// Calls work(0) here and work(1) ... work(threads - 1) on workers, and waits for all of them.
  /// `threads` must not exceed what grow_to() returned.
  void run(unsigned threads, const std::function<void(unsigned)>& work);

 private:
  void serve(unsigned index);

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable finish_;
  std::uint64_t generation_ = 0;
  unsigned wanted_ = 0;   // threads of the current run
  unsigned running_ = 0;  // workers that have not finished it
  bool quit_ = false;
  const std::function<void(unsigned)>* work_ = nullptr;
  std::vector<std::thread> workers_;
};

}  // namespace sortscope
