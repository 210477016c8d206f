// sort_thread.h: a thread for sorts that nobody can stop.
#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "core/base/progress.h"

namespace sortscope {

/// The sorts of libraries look at no cancel. They run on a thread of their own, which is left
/// behind where one does not want to wait for it. Used by one thread.
class SortThread {
 public:
  SortThread() = default;
  ~SortThread();
  SortThread(const SortThread&) = delete;
  SortThread& operator=(const SortThread&) = delete;

  /// Runs `work` and waits for its end: true. False within 50 ms of a cancel: `work` goes on by
  /// itself and has to own all that it uses; the next one gets another thread. What `work` throws
  /// is thrown here.
  bool run(std::function<void()> work, const Progress& progress);

 private:
  struct Shared;
  void start();
  std::shared_ptr<Shared> shared_;  // null: no thread is there
  std::thread thread_;
};

/// Works that were left behind and have not ended. While there is one, the program must end without
/// taking away what they may use (`_exit`), and times would tell of them too.
unsigned sorts_left_behind();

}  // namespace sortscope
