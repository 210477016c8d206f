// order.cpp: the entries of a launch by thread.
#include "core/own_kernels/log/runs.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

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

std::vector<Turn> turns_of(const std::vector<LogEntry>& entries) {
  std::vector<Turn> turns;
  std::unordered_map<std::uint64_t, Steps> steps;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const LogEntry& e = entries[i];
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

// False: they are in order.
bool order(std::vector<LogEntry>& entries) {
  std::vector<Turn> turns = turns_of(entries);
  if (std::is_sorted(turns.begin(), turns.end())) return false;
  std::vector<std::size_t> places;
  places.reserve(turns.size());
  for (const Turn& turn : turns) places.push_back(turn.at);
  std::sort(turns.begin(), turns.end());
  const std::vector<LogEntry> before = entries;
  for (std::size_t i = 0; i < turns.size(); ++i) entries[places[i]] = before[turns[i].at];
  return true;
}

// A run with the entries of its launches in order.
class Ordered {
 public:
  explicit Ordered(const LogRun& run) : run_(run), packer_(run.entries.bases) {}

  // False: they were.
  bool order_all() {
    const auto from = [this](const LogEntry& e, const Unpacker& at) { take(e, at); };
    run_.entries.for_each(0, run_.entries.bytes.size(), from);
    finish_launch();
    return changed_;
  }
  std::vector<LogLaunch> launches() {
    std::vector<LogLaunch> all = run_.launches;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i >= ends_.size()) continue;
      all[i].first = ends_[i].first;
      all[i].last = ends_[i].second;
    }
    return all;
  }
  std::vector<std::byte> bytes() { return packer_.take(); }

 private:
  void take(const LogEntry& e, const Unpacker& at) {
    const std::size_t begin = at.began();
    const std::vector<LogLaunch>& launches = run_.launches;
    if (in_launch_ && begin >= launches[ends_.size()].last) finish_launch();
    if (!in_launch_ && ends_.size() < launches.size() && launches[ends_.size()].first <= begin) {
      in_launch_ = true;
    }
    if (e.kind == Kind::kName) {
      // No name stands between the entries of threads.
      packer_.add_name(e, at.text());
    } else if (in_launch_ && begin < launches[ends_.size()].last) {
      launch_.push_back(e);
    } else {
      packer_.add(e);
    }
  }
  void finish_launch() {
    if (!in_launch_) return;
    in_launch_ = false;
    changed_ |= order(launch_);
    const std::size_t first = packer_.size();
    for (const LogEntry& e : launch_) packer_.add(e);
    launch_.clear();
    ends_.emplace_back(first, packer_.size());
  }

  const LogRun& run_;
  Packer packer_;
  std::vector<LogEntry> launch_;
  std::vector<std::pair<std::size_t, std::size_t>> ends_;
  bool in_launch_ = false;
  bool changed_ = false;
};

}  // namespace

void order_by_thread(KernelLog& log) {
  log.ordered.resize(log.runs.size());
  for (std::size_t r = 0; r < log.runs.size(); ++r) {
    LogRun& run = log.runs[r];
    Ordered ordered(run);
    if (!ordered.order_all()) continue;
    run.launches = ordered.launches();
    log.ordered[r] = ordered.bytes();
    run.entries.bytes = log.ordered[r];
  }
}

}  // namespace sortscope
