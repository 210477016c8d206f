// call.cuh: how a person's sort function is called, and how its process is shut in before.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cstdio>
#include <type_traits>

namespace sortscope_gpu {

inline constexpr rlim_t kMostMoreBytes = rlim_t{4} << 30;  // of the host's memory

/// No other process, no network, no file but in its own folder: once CUDA has opened what it needs.
inline void shut_in() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_NPROC, &none);
  // CUDA reserves more addresses than any limit: what is written to is what counts.
  unsigned long pages[6] = {};
  if (FILE* sizes = std::fopen("/proc/self/statm", "r")) {
    const int read = std::fscanf(sizes, "%lu %lu %lu %lu %lu %lu", pages, pages + 1, pages + 2,
                                 pages + 3, pages + 4, pages + 5);
    std::fclose(sizes);
    const rlim_t most = pages[5] * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + kMostMoreBytes;
    const rlimit memory{most, most};
    if (read == 6) setrlimit(RLIMIT_DATA, &memory);
  }
  const int folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    (void)sortscope::write_only_below(folder);
    close(folder);
  }
  (void)sortscope::stay_alone();
}

// The sort function takes keys, maybe a spare array, and a number, in any order.
template <typename P, typename T>
P argument(T** next, unsigned n) {
  if constexpr (std::is_pointer_v<P>) {
    static_assert(std::is_same_v<std::remove_cv_t<std::remove_pointer_t<P>>, T>,
                  "the sort function's pointers are Key*");
    return *next;
  } else {
    static_assert(std::is_integral_v<P>, "the sort function takes Key*, maybe Key*, and a number");
    return static_cast<P>(n);
  }
}
template <typename T, typename R, typename... P>
void call_sort(R (*sort)(P...), T* keys, T* spare, unsigned n) {
  static_assert((static_cast<int>(std::is_pointer_v<P>) + ... + 0) >= 1,
                "the sort function takes Key* keys");
  static_assert((static_cast<int>(std::is_pointer_v<P>) + ... + 0) <= 2,
                "the sort function takes one or two Key*");
  T* pointers[] = {keys, spare};
  int at = -1;
  const auto next = [&](bool pointer) { return &pointers[pointer ? ++at : 0]; };
  // Braces: the arguments are made from left to right.
  struct Call {
    Call(R (*f)(P...), P... arguments) { (void)f(arguments...); }
  } call{sort, argument<P>(next(std::is_pointer_v<P>), n)...};
  (void)call;
}

}  // namespace sortscope_gpu
