// free_beside.cpp: the thread that lets go.
#include "app/state/parts/free_beside.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

namespace sortscope {

namespace {

class LettingGo {
 public:
  ~LettingGo() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    come_.notify_one();
    if (thread_.joinable()) thread_.join();
  }
  void add(std::shared_ptr<const void> thing) {
    try {
      const std::lock_guard lock(mutex_);
      if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
      things_.push_back(std::move(thing));
    } catch (const std::system_error&) {
      return;  // no thread is given: it goes here
    }
    come_.notify_one();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      come_.wait(lock, [this] { return ended_ || !things_.empty(); });
      if (things_.empty()) return;
      std::shared_ptr<const void> thing = std::move(things_.front());
      things_.pop_front();
      lock.unlock();
      thing.reset();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable come_;
  std::deque<std::shared_ptr<const void>> things_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace

void free_beside_window(std::shared_ptr<const void> thing) {
  static LettingGo letting_go;
  if (thing != nullptr) letting_go.add(std::move(thing));
}

}  // namespace sortscope
