// pieces.cpp: threads that take pieces until there are none.
#include "core/base/pieces.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

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

void make_pages(void* begin, std::size_t bytes, const Progress* progress) {
#ifdef __linux__
  constexpr std::uintptr_t kPage = 4096;
  constexpr std::uintptr_t kLargePage = std::uintptr_t{1} << 21;
  constexpr std::uintptr_t kPiece = 4 * kLargePage;
  constexpr int kPopulateWrite = 23;  // MADV_POPULATE_WRITE, which older headers do not have
  const auto at = reinterpret_cast<std::uintptr_t>(begin);
  // Whole pages only: what lies beside them is not ours.
  const std::uintptr_t first = (at + kPage - 1) / kPage * kPage;
  const std::uintptr_t end = (at + bytes) / kPage * kPage;
  if (end < first + 2 * kLargePage) return;
  // Advice: where it is not taken, the pages come when they are written.
  auto* const memory = static_cast<unsigned char*>(begin);
  ::madvise(memory + (first - at), end - first, MADV_HUGEPAGE);
  const std::uintptr_t front = first / kPiece * kPiece;
  run_pieces((end - front + kPiece - 1) / kPiece,
             [&](std::size_t piece) {
               const std::uintptr_t from = std::max(first, front + piece * kPiece);
               const std::uintptr_t to = std::min(end, front + (piece + 1) * kPiece);
               ::madvise(memory + (from - at), to - from, kPopulateWrite);
             },
             progress);
#else
  (void)begin, (void)bytes, (void)progress;
#endif
}

std::size_t even_pieces(std::size_t count, std::size_t least) {
  const std::size_t threads = std::min<std::size_t>(processors_here(), kMostThreads);
  return std::clamp<std::size_t>(count / least, 1, std::max<std::size_t>(threads, 1));
}

}  // namespace sortscope
