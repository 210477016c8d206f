#include "core/own_kernels/log/runs.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace sortscope {

using sortscope_log::Kind;
using sortscope_log::LogEntry;
using sortscope_log::LogHead;

namespace {

constexpr std::size_t kMostSharedArrays = 256;

class Cutter {
 public:
  Cutter(std::span<const std::byte> bytes, const sortscope_log::Bases& bases,
         std::span<const LogRun> asked, const Progress* progress)
      : bytes_(bytes), bases_(bases), asked_(asked), progress_(progress) {}

  std::vector<LogRun> cut() {
    Unpacker from(bytes_, bases_);
    LogEntry e;
    while ((progress_ == nullptr || !progress_->cancelled()) && from.next(e)) {
      if (e.kind == Kind::kRun) {
        close(from.began());
        if (runs_.size() == asked_.size()) break;
        runs_.push_back(asked_[runs_.size()]);
        first_ = from.began();
        runs_.back().complete = !full_;
        open_ = true;
      }
      if (open_) take(runs_.back(), e, from);
    }
    close(from.at());
    std::erase_if(runs_, [](const LogRun& run) { return run.left_out; });
    return std::move(runs_);
  }

 private:
  void close(std::size_t end) {
    if (!open_) return;
    LogRun& run = runs_.back();
    if (!run.launches.empty() && run.launches.back().last == 0)
      run.launches.back().last = end - first_;
    run.entries = {bytes_.subspan(first_, end - first_), bases_, progress_};
    if (!run.returned) run.output.clear();
    open_ = false;
  }

  void begin_launch(LogRun& run, const LogEntry& e, std::size_t first) {
    LogLaunch launch;
    launch.kernel = names_.contains(e.key_b) ? names_[e.key_b] : "kernel";
    launch.line = e.line;
    launch.grid = {static_cast<std::uint32_t>(e.place), static_cast<std::uint32_t>(e.place >> 32),
                   e.block};
    launch.block = {static_cast<std::uint32_t>(e.place_b & 0xffff),
                    static_cast<std::uint32_t>(e.place_b >> 16 & 0xffff),
                    static_cast<std::uint32_t>(e.place_b >> 32)};
    launch.shared_bytes = e.key;
    launch.first = first;
    run.launches.push_back(std::move(launch));
  }

  static void announce(LogRun& run, const LogEntry& e) {
    if (run.launches.empty() || run.launches.back().last != 0) return;
    std::vector<LogArray>& arrays = run.launches.back().shared_arrays;
    if (arrays.size() < kMostSharedArrays &&
        std::ranges::find(arrays, e.place, &LogArray::place) == arrays.end()) {
      arrays.push_back(
          {sortscope_log::Space::kShared, sortscope_log::Array::kOwn, e.place, e.place_b});
    }
  }

  void take(LogRun& run, const LogEntry& e, const Unpacker& from) {
    switch (e.kind) {
      case Kind::kName:
        names_[e.key] = std::string(from.text());
        return;
      case Kind::kAllocate:
        run.arrays.push_back(
            {e.space, static_cast<sortscope_log::Array>(e.flags), e.place, e.place_b});
        return;
      case Kind::kLaunch:
        return begin_launch(run, e, from.at() - first_);
      case Kind::kLaunchEnd:
        if (!run.launches.empty()) run.launches.back().last = from.began() - first_;
        return;
      case Kind::kSharedArray:
        return announce(run, e);
      case Kind::kFault:
        run.faults.push_back(e);
        if (static_cast<sortscope_log::Fault>(e.flags) == sortscope_log::Fault::kLogFull) {
          full_ = true;
          run.complete = false;
        }
        return;
      case Kind::kNumber:
        if (e.key - sortscope_log::kMadeNumbers == run.numbers.size()) {
          run.numbers.push_back(e.place);
        }
        return;
      case Kind::kOutput:
        run.output.push_back(e.key);
        return;
      case Kind::kRunEnd:
        run.returned = e.key == 1 && run.output.size() == run.n;
        run.left_out = e.key == 2;
        return;
      default:
        return;
    }
  }

  std::span<const std::byte> bytes_;
  sortscope_log::Bases bases_;
  std::span<const LogRun> asked_;
  const Progress* progress_;
  std::vector<LogRun> runs_;
  std::map<std::uint32_t, std::string> names_;
  std::size_t first_ = 0;
  bool open_ = false;
  bool full_ = false;
};

}  // namespace

sortscope_log::Bases bases_of(const LogHead& head) { return {{head.base[0], head.base[1]}}; }

Result<KernelLog> read_log(std::span<const std::byte> bytes, std::span<const LogRun> asked,
                           const Progress* progress) {
  LogHead head{};
  if (bytes.size() < sizeof head) return Error{ErrorCode::kWorkFailed, "the log is empty.", ""};
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.magic != sortscope_log::kMagic || head.version != sortscope_log::kVersion) {
    return Error{ErrorCode::kWorkFailed, "the program ended before the sort began.", ""};
  }
  const std::uint64_t room = bytes.size() - sizeof head;
  KernelLog log;
  log.complete = head.bytes <= room && head.full == 0;
  log.key_bytes = head.key_bytes == 8 ? 8 : 4;
  log.last_line = head.line;
  log.stride = std::max<std::uint64_t>(head.stride, 1);
  const auto written = static_cast<std::size_t>(std::min(head.bytes, room));
  log.runs = Cutter(bytes.subspan(sizeof head, written), bases_of(head), asked, progress).cut();
  if (progress != nullptr && progress->cancelled())
    return Error{ErrorCode::kCancelled, "cancelled.", ""};
  return log;
}

}  // namespace sortscope
