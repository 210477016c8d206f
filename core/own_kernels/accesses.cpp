#include "core/own_kernels/accesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

#include "core/own_kernels/log/place_table.h"

namespace sortscope {

using sortscope_log::Barrier;
using sortscope_log::Fault;
using sortscope_log::kHostThread;
using sortscope_log::Kind;
using sortscope_log::kNoKey;
using sortscope_log::kNoPlace;
using sortscope_log::LogEntry;
using sortscope_log::Space;

namespace {

constexpr std::size_t kMostThreadsNamed = 8;
constexpr std::uint64_t kNullPage = 65536;
constexpr std::uint64_t kFarBytes = std::uint64_t{1} << 34;  // of no array in particular

struct Access {
  bool set = false;
  bool atomic = false;
  std::uint16_t thread = 0;
  std::uint16_t warp_epoch = 0;
  std::uint32_t block = 0;
  std::uint32_t epoch = 0;
  std::uint32_t grid_epoch = 0;
  std::uint32_t line = 0;
};

// A thread at a barrier.
struct Arrival {
  std::uint32_t line;
  std::uint32_t block;
  std::uint32_t epoch;
  std::uint32_t grid_epoch;
  std::uint16_t thread;
  std::uint8_t flags;
};

// What threads did to one word, as far as a later access may conflict with it.
struct Word {
  std::uint32_t launch = ~0u;
  Access write;
  std::array<Access, 2> reads;         // of two threads, in one epoch
  std::array<Access, 2> block_writes;  // of two blocks, between two grid barriers
  std::array<Access, 2> block_reads;
};

bool conflict(const Access& a, const Access& b) {
  if (!a.set || (a.atomic && b.atomic)) return false;
  if (a.block != b.block) return a.grid_epoch == b.grid_epoch;
  if (a.thread == b.thread || a.epoch != b.epoch) return false;
  return a.thread / 32 != b.thread / 32 || a.warp_epoch == b.warp_epoch;
}

std::string thread_ranges(std::vector<std::uint32_t> threads) {
  std::sort(threads.begin(), threads.end());
  std::string text;
  std::size_t parts = 0;
  for (std::size_t i = 0; i < threads.size();) {
    std::size_t end = i + 1;
    while (end < threads.size() && threads[end] == threads[end - 1] + 1) ++end;
    if (++parts > 3) return text + " …";
    text += text.empty() ? "" : ", ";
    text += end - i > 1 ? fmt::format("{}–{}", threads[i], threads[end - 1])
                        : fmt::format("{}", threads[i]);
    i = end;
  }
  return text;
}

class Mistakes {
 public:
  explicit Mistakes(const LogRun& run) : run_(run) {}

  std::vector<Finding> find() {
    for_each_entry(
        run_, [this](std::size_t launch) { begin_launch(launch); },
        [this](const LogEntry& e) { take(e); });
    if (run_.returned && !cut_) check_barriers();
    std::vector<Finding> all;
    for (auto& [key, finding] : found_) all.push_back(std::move(finding));
    return all;
  }

 private:
  void begin_launch(std::size_t launch) {
    if (launch > 0) check_barriers();
    barriers_.clear();
    launch_ = static_cast<std::uint32_t>(launch);
    shared_.clear();
    // One thread of a block tells of an array: others may be at work in it before.
    shared_arrays_ = run_.launches[launch].shared_arrays;
  }

  void take(const LogEntry& e) {
    switch (e.kind) {
      case Kind::kAllocate:
        arrays_.push_back({e.space, sortscope_log::Array::kOwn, e.place, e.place_b});
        return;
      case Kind::kFree:
        std::erase_if(arrays_, [&](const LogArray& a) { return a.place == e.place; });
        return;
      case Kind::kRead:
      case Kind::kWrite:
      case Kind::kAtomic:
        return access(e);
      case Kind::kCompare:
        if ((e.key == kNoKey && e.place == kNoPlace) ||
            (e.key_b == kNoKey && e.place_b == kNoPlace)) {
          unwritten(e, "compares a key that was never written");
        }
        return;
      case Kind::kBarrier:
        barriers_.push_back({e.line, e.block, e.epoch, e.grid_epoch, e.thread, e.flags});
        return;
      case Kind::kFault:
        return fault(e);
      default:
        return;
    }
  }

  template <typename Event>  // a LogEntry or an Arrival
  Finding& add(FindingKind kind, std::uint32_t line, std::uint32_t extra, const Event& e,
               bool& fresh) {
    const auto [at, made] = found_.try_emplace(std::tuple(kind, line, extra));
    fresh = made;
    Finding& f = at->second;
    if (!made) {
      ++f.times;
      const std::uint32_t t = e.thread;
      if (e.thread != kHostThread && f.block == e.block && f.threads.size() < kMostThreadsNamed &&
          std::find(f.threads.begin(), f.threads.end(), t) == f.threads.end()) {
        f.threads.push_back(t);
      }
      return f;
    }
    f.kind = kind;
    f.line = e.line;
    f.block = e.block;
    f.launch = launch_;
    f.epoch = e.epoch;
    if (e.thread != kHostThread) f.threads.push_back(e.thread);
    return f;
  }

  [[nodiscard]] const LogArray* array_of(const LogEntry& e) const {
    for (const LogArray& a : e.space == Space::kShared ? shared_arrays_ : arrays_) {
      if (e.place >= a.place && e.place + 4 <= a.place + a.bytes) return &a;
    }
    return nullptr;
  }

  void access(const LogEntry& e) {
    const bool outside =
        (e.flags & 1) != 0 ||
        ((e.space == Space::kGlobal || e.space == Space::kShared) && array_of(e) == nullptr);
    if (outside) return out_of_bounds(e);
    if (e.kind == Kind::kRead && e.key == kNoKey && e.space != Space::kHost) {
      const LogArray* a = array_of(e);
      unwritten(e, fmt::format("reads place {} of {} keys of {} memory before anything was written "
                               "there",
                               a != nullptr ? (e.place - a->place) / 4 : 0,
                               a != nullptr ? a->bytes / 4 : 0, space_name(e.space)));
    }
    if (e.thread == kHostThread || (e.space != Space::kGlobal && e.space != Space::kShared)) return;
    check_race(e);
  }

  static std::string_view space_name(Space space) {
    return space == Space::kShared ? "shared" : space == Space::kGlobal ? "global" : "host";
  }

  void out_of_bounds(const LogEntry& e) {
    bool fresh = false;
    Finding& f = add(FindingKind::kOutOfBounds, e.line, 0, e, fresh);
    if (!fresh) return;
    const std::string_view does = e.kind == Kind::kRead ? "reads" : "writes";
    const std::string who = e.thread == kHostThread
                                ? std::string("the host")
                                : fmt::format("thread {} of block {}", e.thread, e.block);
    if (e.space == Space::kHost) {
      f.text = fmt::format("Line {}: {} {} host memory. Copy it to an array of cudaMalloc() first.",
                           e.line, who, does);
      return;
    }
    if (e.place < kNullPage) {
      f.text = fmt::format(
          "Line {}: {} {} through a null pointer. Was the array allocated, and did cudaMalloc() "
          "succeed?",
          e.line, who, does);
      return;
    }
    const LogArray* nearest = nullptr;
    std::uint64_t best = ~std::uint64_t{0};
    for (const LogArray& a : e.space == Space::kShared ? shared_arrays_ : arrays_) {
      const std::uint64_t gap =
          e.place < a.place ? a.place - e.place : e.place - std::min(e.place, a.place + a.bytes);
      if (gap < best) {
        best = gap;
        nearest = &a;
      }
    }
    if (nearest == nullptr || best > kFarBytes) {
      f.text = fmt::format("Line {}: {} {} outside of all arrays.", e.line, who, does);
      return;
    }
    const std::int64_t index =
        (static_cast<std::int64_t>(e.place) - static_cast<std::int64_t>(nearest->place)) / 4;
    if (e.thread == kHostThread && e.place >= nearest->place &&
        e.place - nearest->place < nearest->bytes) {  // the place exists, but not for the host
      f.text = fmt::format(
          "Line {}: the host {} place {} of an array in device memory, which only kernels can. "
          "Copy "
          "it with cudaMemcpy().",
          e.line, does, index);
      return;
    }
    f.text = fmt::format(
        "Line {}: {} {} place {} of an array of {} keys in {} memory. Check the index before it is "
        "used.",
        e.line, who, does, index, nearest->bytes / 4, space_name(e.space));
  }

  void unwritten(const LogEntry& e, const std::string& what) {
    bool fresh = false;
    Finding& f = add(FindingKind::kUninitialized, e.line, 0, e, fresh);
    if (!fresh) return;
    f.text = fmt::format("Line {}: thread {} of block {} {}.", e.line, e.thread, e.block, what);
  }

  void check_race(const LogEntry& e) {
    Access now;
    now.set = true;
    now.atomic = e.kind == Kind::kAtomic;
    now.thread = e.thread;
    now.warp_epoch = e.warp_epoch;
    now.block = e.block;
    now.epoch = e.epoch;
    now.grid_epoch = e.grid_epoch;
    now.line = e.line;
    const bool shared = e.space == Space::kShared;
    Word& w = (shared ? shared_ : global_)[place_number(shared, e.block, e.place)];
    if (w.launch != launch_) {
      w = Word{};
      w.launch = launch_;
    }
    const bool writes = e.kind != Kind::kRead;
    const auto against = [&](const Access& other, bool other_writes) {
      if (conflict(other, now)) race(e, other, other_writes, writes);
    };
    against(w.write, true);
    for (const Access& other : w.block_writes) {
      if (other.block != now.block) against(other, true);
    }
    if (writes) {
      for (const Access& other : w.reads) against(other, false);
      for (const Access& other : w.block_reads) {
        if (other.block != now.block) against(other, false);
      }
      w.write = now;
      keep_block(w.block_writes, now);
    } else {
      keep_read(w.reads, now);
      keep_block(w.block_reads, now);
    }
  }
  static void keep_read(std::array<Access, 2>& reads, const Access& now) {
    if (!reads[0].set || reads[0].block != now.block || reads[0].epoch != now.epoch) {
      reads = {now, Access{}};
    } else if (reads[0].thread == now.thread) {
      reads[0] = now;
    } else {
      reads[1] = now;
    }
  }
  static void keep_block(std::array<Access, 2>& blocks, const Access& now) {
    if (!blocks[0].set || blocks[0].grid_epoch != now.grid_epoch) {
      blocks = {now, Access{}};
    } else if (blocks[0].block != now.block && !blocks[1].set) {
      blocks[1] = now;
    }
  }

  void race(const LogEntry& e, const Access& other, bool other_writes, bool writes) {
    if (launch_ >= run_.launches.size()) return;  // no threads yet, whatever a log says
    // One lost barrier makes many pairs of lines: a kernel and its memory are one finding.
    const LogLaunch& launch = run_.launches[launch_];
    const bool across = other.block != e.block;
    bool fresh = false;
    Finding& f = add(FindingKind::kRace, launch.line,
                     (e.space == Space::kShared ? 1U : 0U) + (across ? 2U : 0U), e, fresh);
    if (!fresh) return;
    f.other_line = other.line;
    const LogArray* a = array_of(e);
    const std::uint64_t index = a != nullptr ? (e.place - a->place) / 4 : 0;
    const auto verb = [](bool w) { return w ? "writes" : "reads"; };
    if (!across) f.threads = {other.thread, e.thread};
    f.text =
        across
            ? fmt::format(
                  "Blocks {} and {} touch place {} of global memory in one launch: line {} {} it, "
                  "line {} {} it. Blocks do not wait for each other: end the launch between them.",
                  other.block, e.block, index, other.line, verb(other_writes), e.line, verb(writes))
            : fmt::format(
                  "Threads {} and {} of block {} touch place {} of {} memory with no barrier "
                  "between: line {} {} it, line {} {} it. Put __syncthreads() between them, where "
                  "all threads pass: in a loop, at the end of a round.",
                  other.thread, e.thread, e.block, index, space_name(e.space), other.line,
                  verb(other_writes), e.line, verb(writes));
  }

  void check_barriers() {
    if (barriers_.empty() || launch_ >= run_.launches.size()) return;
    const LogLaunch& launch = run_.launches[launch_];
    std::map<std::tuple<std::uint8_t, std::uint32_t, std::uint32_t>, std::vector<const Arrival*>>
        groups;
    for (const Arrival& e : barriers_) {
      const auto kind = static_cast<Barrier>(e.flags);
      if (kind == Barrier::kWarp || e.thread == kHostThread) continue;
      const bool grid = kind == Barrier::kGrid;
      groups[{e.flags, grid ? 0 : e.block, grid ? e.grid_epoch : e.epoch}].push_back(&e);
    }
    for (const auto& [key, arrivals] : groups) {
      const bool grid = std::get<0>(key) == static_cast<std::uint8_t>(Barrier::kGrid);
      const std::uint64_t all = launch.threads_a_block() * (grid ? launch.blocks() : 1);
      const Arrival& first = *arrivals.front();
      const auto other = std::find_if(arrivals.begin(), arrivals.end(),
                                      [&](const Arrival* e) { return e->line != first.line; });
      if (other != arrivals.end()) return two_barriers(first, **other);
      if (arrivals.size() < all) return missing(arrivals, launch, grid);
    }
  }

  void two_barriers(const Arrival& one, const Arrival& other) {
    bool fresh = false;
    Finding& f = add(FindingKind::kBarrier, std::min(one.line, other.line), 0, one, fresh);
    if (!fresh) return;
    f.line = std::min(one.line, other.line);
    f.other_line = std::max(one.line, other.line);
    f.threads = {one.thread, other.thread};
    f.text = fmt::format(
        "In block {}, thread {} waits at the barrier in line {} and thread {} at the one in line "
        "{}. All threads of a block have to come to the same barrier.",
        one.block, one.thread, one.line, other.thread, other.line);
  }

  void missing(const std::vector<const Arrival*>& arrivals, const LogLaunch& launch, bool grid) {
    const Arrival& first = *arrivals.front();
    bool fresh = false;
    Finding& f = add(FindingKind::kBarrier, first.line, 0, first, fresh);
    if (!fresh) return;
    if (grid) {
      f.text = fmt::format(
          "Line {}: only {} of {} threads of the grid come to this barrier. All of them have to, "
          "or "
          "the others wait for ever.",
          first.line, arrivals.size(), launch.threads_a_block() * launch.blocks());
      return;
    }
    std::vector<bool> there(launch.threads_a_block(), false);
    std::vector<std::uint32_t> came;
    for (const Arrival* e : arrivals) {
      if (e->thread < there.size()) there[e->thread] = true;
      came.push_back(e->thread);
    }
    std::vector<std::uint32_t> absent;
    for (std::uint32_t t = 0; t < there.size(); ++t) {
      if (!there[t]) absent.push_back(t);
    }
    f.threads.assign(absent.begin(), absent.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                          absent.size(), kMostThreadsNamed)));
    f.text = fmt::format(
        "Line {}: thread{} {} of block {} wait{} at this barrier, thread{} {} never come{}. Every "
        "thread of a block has to pass it: move it out of the branch or the loop that some leave.",
        first.line, came.size() == 1 ? "" : "s", thread_ranges(came), first.block,
        came.size() == 1 ? "s" : "", absent.size() == 1 ? "" : "s", thread_ranges(absent),
        absent.size() == 1 ? "s" : "");
  }

  void fault(const LogEntry& e) {
    bool fresh = false;
    switch (static_cast<Fault>(e.flags)) {
      case Fault::kLaunchRefused: {
        Finding& f = add(FindingKind::kLaunch, e.line, 0, e, fresh);
        if (!fresh) return;
        f.text = fmt::format(
            "Line {}: this launch fails, the kernel does not run: {}. Ask "
            "cudaGetLastError() after a launch.",
            e.line, refusal(e));
        return;
      }
      case Fault::kDeadlock: {
        Finding& f = add(FindingKind::kBarrier, e.line, 0, e, fresh);
        if (!fresh) return;
        f.text = fmt::format(
            "Line {}: thread {} of block {} waits for threads that never come: on a GPU it waits "
            "for ever.",
            e.line, e.thread, e.block);
        return;
      }
      case Fault::kHostTouchesDevice: {
        Finding& f = add(FindingKind::kOutOfBounds, e.line, 1, e, fresh);
        if (!fresh) return;
        f.text = fmt::format(
            "Line {}: the host touches a key in device memory, which only kernels can. Copy it "
            "with "
            "cudaMemcpy().",
            e.line);
        return;
      }
      case Fault::kApiError: {
        Finding& f = add(FindingKind::kLaunch, e.line, 1, e, fresh);
        if (!fresh) return;
        f.text = fmt::format("Line {}: this call fails: {}.", e.line, error_text(e.key));
        return;
      }
      case Fault::kLogFull:
        cut_ = true;
        return;
      default:
        return;
    }
  }

  static std::string error_text(std::uint32_t error) {
    switch (error) {
      case 1:
        return "an argument is not valid (a size, or the direction of a copy)";
      case 2:
        return "there is no memory left";
      default:
        return fmt::format("CUDA error {}", error);
    }
  }
  static std::string refusal(const LogEntry& e) {
    if (e.place == 0) return "its block has no threads";
    if (e.key_b == 0) return "its grid has no blocks";
    if (e.place > 1024) return fmt::format("{} threads a block, 1024 are the most", e.place);
    if (e.key == 720) return "a cooperative launch of more blocks than run at once";
    if (e.place_b > 48 * 1024) {
      return fmt::format(
          "{} bytes of shared memory, 49152 are the most without cudaFuncSetAttribute()",
          e.place_b);
    }
    return "its sizes are not possible";
  }

  const LogRun& run_;
  std::map<std::tuple<FindingKind, std::uint32_t, std::uint32_t>, Finding> found_;
  std::vector<LogArray> arrays_;
  std::vector<LogArray> shared_arrays_;
  std::vector<Arrival> barriers_;
  PlaceTable<Word> global_;
  PlaceTable<Word> shared_;
  std::uint32_t launch_ = 0;
  bool cut_ = false;  // the log was full: of the last launch not all is known
};

}  // namespace

std::vector<Finding> find_mistakes(const LogRun& run) { return Mistakes(run).find(); }

}  // namespace sortscope
