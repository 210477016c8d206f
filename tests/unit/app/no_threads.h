// no_threads.h: while it lives, the system gives no thread: each would have a stack that no machine
// has.
#pragma once

#include <pthread.h>

#include <cstddef>

namespace sortscope {

class NoThreads {
 public:
  NoThreads() {
    pthread_attr_t attributes;
    pthread_getattr_default_np(&attributes);
    pthread_attr_getstacksize(&attributes, &usual_);
    pthread_attr_destroy(&attributes);
    set(std::size_t{1} << 52);
  }
  ~NoThreads() { set(usual_); }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  static void set(std::size_t bytes) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, bytes);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }

  std::size_t usual_ = 0;
};

}  // namespace sortscope
