// pieces.cpp: threads that take pieces until there are none.
#include "core/base/pieces.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/machine.h"

namespace sortscope {

namespace {

constexpr std::size_t kMostThreads = 64;

}  // namespace

bool run_pieces(std::size_t count, const std::function<void(std::size_t)>& work,
                const Progress* progress) {
  std::atomic<std::size_t> next{0};
  const auto take = [&] {
    while (progress == nullptr || !progress->cancelled()) {
      const std::size_t piece = next++;
      if (piece >= count) break;
      work(piece);
    }
  };
  const std::size_t threads = std::min<std::size_t>({count, processors_here(), kMostThreads});
  std::vector<std::jthread> others;
  try {
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(take);
  } catch (const std::system_error&) {
    // No more threads to be had: those that are there do it all.
  } catch (const std::bad_alloc&) {
    // The same.
  }
  take();
  others.clear();
  return progress == nullptr || !progress->cancelled();
}

std::size_t even_pieces(std::size_t count, std::size_t least) {
  const std::size_t threads = std::min<std::size_t>(processors_here(), kMostThreads);
  return std::clamp<std::size_t>(count / least, 1, std::max<std::size_t>(threads, 1));
}

}  // namespace sortscope
