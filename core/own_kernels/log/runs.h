// runs.h: a log cut into its runs and launches; what a person's program may have spoilt is left
// out.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/own_kernels/log/unpack.h"

namespace sortscope {

/// A stretch of memory that the file was given or asked for.
struct LogArray {
  sortscope_log::Space space = sortscope_log::Space::kGlobal;
  sortscope_log::Array kind = sortscope_log::Array::kOwn;
  std::uint64_t place = 0;
  std::uint64_t bytes = 0;
};

struct LogLaunch {
  std::string kernel;
  std::uint32_t line = 0;
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::uint32_t shared_bytes = 0;
  std::size_t first = 0;                // byte of its entries
  std::size_t last = 0;                 // behind them
  std::vector<LogArray> shared_arrays;  // that its blocks announced, each place once
  /// At most kMostThreads: no GPU has more, whatever a log says.
  [[nodiscard]] std::uint64_t threads_a_block() const {
    constexpr std::uint64_t kMostThreads = 1024;
    const std::uint64_t slice = std::min(std::uint64_t{block[0]} * block[1], kMostThreads);
    return std::min(slice * block[2], kMostThreads);
  }
  [[nodiscard]] std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
};

/// Packed entries, read from the first on; of cancelled work no more are read, and what follows
/// from them is no result.
struct LogStretch {
  std::span<const std::byte> bytes;
  sortscope_log::Bases bases{};
  const Progress* progress = nullptr;  // null: not to be cancelled
  [[nodiscard]] bool cancelled() const { return progress != nullptr && progress->cancelled(); }
  /// `take(entry, unpacker)` of those from byte `first` on that begin before `last`.
  template <typename Take>
  void for_each(std::size_t first, std::size_t last, const Take& take) const {
    Unpacker from(bytes.first(std::min(last, bytes.size())), bases, std::min(first, last));
    sortscope_log::LogEntry entry;
    while (!cancelled() && from.next(entry)) {
      take(std::as_const(entry), std::as_const(from));
    }
  }
  /// `take(entry)` of all.
  template <typename Take>
  void for_each(const Take& take) const {
    for_each(0, bytes.size(),
             [&](const sortscope_log::LogEntry& e, const Unpacker& /*from*/) { take(e); });
  }
};

/// What the keys of one run went through.
struct LogRun {
  sortscope_log::RunKind kind = sortscope_log::RunKind::kAsked;
  std::uint32_t n = 0;
  std::vector<std::uint32_t> keys;     // by identity: their values
  std::vector<std::uint64_t> numbers;  // of keys that the code made of them, from kMadeNumbers on
  LogStretch entries;
  std::vector<sortscope_log::LogEntry> faults;
  std::vector<LogLaunch> launches;
  std::vector<LogArray> arrays;       // all that there were, in order
  std::vector<std::uint32_t> output;  // identities by index; empty where it did not return
  bool returned = false;
  bool complete = true;  // else not all of it was written down
  bool left_out = false;
};

/// `take(entry)`; of a comparison that tells of reads, those first.
template <typename Take>
void take_whole(const sortscope_log::LogEntry& entry, const Take& take) {
  using namespace sortscope_log;
  if (entry.kind != Kind::kCompare || (entry.flags & (kFirstRead | kSecondRead)) == 0) {
    take(entry);
    return;
  }
  LogEntry read = entry;
  read.kind = Kind::kRead;
  read.flags = 0;
  read.key_b = 0;
  read.space_b = Space::kNone;
  read.place_b = kNoPlace;
  if ((entry.flags & kFirstRead) != 0) take(read);
  read.key = entry.key_b;
  read.space = entry.space_b;
  read.place = entry.place_b;
  if ((entry.flags & kSecondRead) != 0) take(read);
  LogEntry compare = entry;
  compare.flags = static_cast<std::uint8_t>(entry.flags & ~(kFirstRead | kSecondRead));
  take(compare);
}

/// The entries of a run in order: `begin(i)` before the first one of launch i, then `take(entry)`.
/// O(entries).
template <typename Begin, typename Take>
void for_each_entry(const LogRun& run, const Begin& begin, const Take& take) {
  std::size_t next_launch = 0;
  run.entries.for_each(0, run.entries.bytes.size(),
                       [&](const sortscope_log::LogEntry& entry, const Unpacker& from) {
                         while (next_launch < run.launches.size() &&
                                run.launches[next_launch].first <= from.began()) {
                           begin(next_launch++);
                         }
                         take_whole(entry, take);
                       });
}

struct KernelLog {
  std::vector<LogRun> runs;
  bool complete = true;      // else the log was full
  std::uint64_t stride = 1;  // of the blocks of some launch one in so many was followed
  std::uint32_t key_bytes = 4;
  std::uint32_t last_line = 0;
  /// Entries of runs that are read in another order than they were written in; else empty.
  std::vector<std::vector<std::byte>> ordered;
};

/// What places of a log are counted from.
sortscope_log::Bases bases_of(const sortscope_log::LogHead& head);

/// Cuts `bytes` of a log. `runs`: what was asked for, in order. Errors: kWorkFailed where it is no
/// log (the program did not come so far), kCancelled. `progress` must outlive the log. O(entries).
Result<KernelLog> read_log(std::span<const std::byte> bytes, std::span<const LogRun> asked,
                           const Progress* progress = nullptr);

/// Threads of a GPU write as they come: puts a log in the order in which threads that run one after
/// the other write it. Within a launch: by grid barrier, block, block barrier, warp, what the warp
/// did together (shuffles, __syncwarp()), thread; each thread's own order stays.
/// O(entries log entries), a copy of them packed, and one of a launch, where they are not in order.
void order_by_thread(KernelLog& log);

}  // namespace sortscope
