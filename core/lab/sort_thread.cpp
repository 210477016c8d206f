// sort_thread.cpp: a thread that works, and one that waits or leaves.
#include "core/lab/sort_thread.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

namespace sortscope {

namespace {

constexpr std::chrono::milliseconds kLook{50};  // how often a cancel is looked for

std::atomic<unsigned> left_behind{0};

}  // namespace

struct SortThread::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::function<void()> work;  // empty: none is to be done
  std::exception_ptr thrown;
  bool done = false;
  bool left = false;   // nobody waits for the work
  bool ended = false;  // nothing more will come

  void serve() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return ended || work; });
      if (!work) return;
      auto now = std::exchange(work, nullptr);
      lock.unlock();
      std::exception_ptr failure;
      try {
        now();
      } catch (...) {
        failure = std::current_exception();
      }
      now = nullptr;  // what it owns goes first
      lock.lock();
      if (left) {
        --left_behind;
        return;
      }
      thrown = failure;
      done = true;
      changed.notify_all();
    }
  }
};

void SortThread::start() {
  auto made = std::make_shared<Shared>();
  thread_ = std::thread([made] { made->serve(); });
  shared_ = std::move(made);
}

SortThread::~SortThread() {
  if (!shared_) return;
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->ended = true;
  }
  shared_->changed.notify_all();
  thread_.join();
}

bool SortThread::run(std::function<void()> work, const Progress& progress) {
  if (!shared_) start();
  const std::shared_ptr<Shared> shared = shared_;
  std::unique_lock lock(shared->mutex);
  shared->done = false;
  shared->work = std::move(work);
  shared->changed.notify_all();
  while (!shared->changed.wait_for(lock, kLook, [&] { return shared->done; })) {
    if (!progress.cancelled()) continue;
    shared->left = true;
    ++left_behind;
    shared_.reset();
    thread_.detach();
    return false;
  }
  if (auto thrown = std::exchange(shared->thrown, nullptr)) std::rethrow_exception(thrown);
  return true;
}

unsigned sorts_left_behind() { return left_behind; }

}  // namespace sortscope
