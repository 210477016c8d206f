// copy_rate.cpp: memcpy on all threads, the best of a few tries.
#include "core/engines/copy_rate.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <vector>

#include "core/base/machine.h"
#include "core/base/thread_team.h"
#include "core/engines/min_max_rate.h"

namespace sortscope {

namespace {

constexpr std::size_t kLargeBytes = std::size_t{128} << 20;  // of all threads together
constexpr std::size_t kSmallBytes = std::size_t{128} << 10;  // of each thread: within its cache
constexpr int kTries = 4;

// Each thread copies its own `bytes`, `times` times over; the best of the tries.
double copy_rate(ThreadTeam& team, unsigned threads, std::size_t bytes, int times) {
  const std::size_t size = bytes * threads;
  std::vector<unsigned char> from(size, 1);
  std::vector<unsigned char> to(size, 2);
  double best_s = 1e9;
  for (int i = 0; i < kTries; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    team.run(threads, [&](unsigned thread) {
      const std::size_t first = bytes * thread;
      for (int t = 0; t < times; ++t) {
        std::memcpy(to.data() + first, from.data() + first, bytes);
        from[first] = static_cast<unsigned char>(t + to[first]);  // the copies are wanted
      }
    });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    best_s = std::min(best_s, took.count());
  }
  return 2.0 * static_cast<double>(size) * times / best_s;
}

DeviceFloors measure() {
  DeviceFloors floors;
  try {
    ThreadTeam team;
    const unsigned threads = std::min(team.grow_to(machine().threads), machine().threads);
    floors.copy_bytes_per_s = copy_rate(team, threads, kLargeBytes / threads, 1);
    floors.cached_bytes_per_s = copy_rate(team, threads, kSmallBytes, 64);
    floors.cache_bytes = machine().l2_bytes * threads;
    floors.min_max_per_s = min_max_rate(team, threads);
  } catch (const std::bad_alloc&) {
    return {};
  }
  return floors;
}

}  // namespace

const DeviceFloors& cpu_floors() {
  static const DeviceFloors kFloors = measure();
  return kFloors;
}

}  // namespace sortscope
