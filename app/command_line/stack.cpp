// stack.cpp: threads whose stacks the limit of the system's does not shorten.
#include "app/command_line/stack.h"

#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>
#include <exception>
#include <thread>

#include "app/command_line/say.h"

namespace sortscope {

namespace {

constexpr std::size_t kUsual = std::size_t{8} << 20;
constexpr rlim_t kLeast = rlim_t{1} << 20;

// False where the system refuses.
bool give_threads_the_usual() {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  const bool given = pthread_attr_setstacksize(&attributes, kUsual) == 0 &&
                     pthread_setattr_default_np(&attributes) == 0;
  pthread_attr_destroy(&attributes);
  return given;
}

}  // namespace

int with_usual_stack(const std::function<int()>& run) {
  rlimit limit{};
  const bool small = ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < kLeast;
  if (!small || !give_threads_the_usual()) return run();
  int code = 1;
  try {
    // Its memory is mapped like any other: the limit is that of the first thread alone.
    std::thread([&] { code = run(); }).join();
  } catch (const std::exception&) {
    write_message("sortscope: the stack is too small.\n  Raise its limit: ulimit -s 8192.\n");
  }
  return code;
}

}  // namespace sortscope
