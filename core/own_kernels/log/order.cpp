// order.cpp: the entries of a launch by thread.
#include "core/own_kernels/log/runs.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace sortscope {

using sortscope_log::Barrier;
using sortscope_log::kHostThread;
using sortscope_log::Kind;
using sortscope_log::LogEntry;

namespace {

constexpr std::uint32_t kWarp = 32;

// Where an entry of a thread belongs.
struct Turn {
  std::uint32_t grid_epoch;
  std::uint32_t block;
  std::uint32_t epoch;
  std::uint32_t warp;
  std::uint32_t together;  // shuffles and warp barriers since the block's last barrier
  std::uint32_t thread;
  std::size_t at;

  friend bool operator<(const Turn& x, const Turn& y) {
    return std::tie(x.grid_epoch, x.block, x.epoch, x.warp, x.together, x.thread, x.at) <
           std::tie(y.grid_epoch, y.block, y.epoch, y.warp, y.together, y.thread, y.at);
  }
};

// What a thread did with its warp since its last block barrier.
struct Steps {
  std::uint32_t epoch = 0;
  std::uint32_t together = 0;
};

std::vector<Turn> turns_of(std::span<const LogEntry> entries, const LogLaunch& launch) {
  std::vector<Turn> turns;
  std::unordered_map<std::uint64_t, Steps> steps;
  const std::size_t last = std::min(launch.last, entries.size());
  for (std::size_t i = launch.first; i < last; ++i) {
    const LogEntry& e = entries[i];
    if (e.kind == Kind::kName) {
      i += e.key_b;
      continue;
    }
    // What the host and the hardware say stays where it is.
    if (e.kind < Kind::kSharedArray || e.thread == kHostThread) continue;
    Steps& s = steps[std::uint64_t{e.block} << 16 | e.thread];
    if (s.epoch != e.epoch) s = {e.epoch, 0};
    // A shuffle is told once the key is there, a barrier before it is passed.
    if (e.kind == Kind::kShuffle) ++s.together;
    turns.push_back({e.grid_epoch, e.block, e.epoch, e.thread / kWarp, s.together, e.thread, i});
    if (e.kind == Kind::kBarrier && e.flags == static_cast<std::uint8_t>(Barrier::kWarp))
      ++s.together;
  }
  return turns;
}

void order(LogRun& run, std::vector<LogEntry>& ordered) {
  for (const LogLaunch& launch : run.launches) {
    std::vector<Turn> turns = turns_of(run.entries, launch);
    if (std::is_sorted(turns.begin(), turns.end())) continue;
    if (ordered.empty()) ordered.assign(run.entries.begin(), run.entries.end());
    std::vector<std::size_t> places;
    places.reserve(turns.size());
    for (const Turn& turn : turns) places.push_back(turn.at);
    std::sort(turns.begin(), turns.end());
    for (std::size_t i = 0; i < turns.size(); ++i) {
      ordered[places[i]] = run.entries[turns[i].at];
    }
  }
  if (!ordered.empty()) run.entries = ordered;
}

}  // namespace

void order_by_thread(KernelLog& log) {
  log.ordered.resize(log.runs.size());
  for (std::size_t r = 0; r < log.runs.size(); ++r) order(log.runs[r], log.ordered[r]);
}

}  // namespace sortscope
