#include "core/own_kernels/log/runs.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace sortscope {

using sortscope_log::Kind;
using sortscope_log::LogEntry;
using sortscope_log::LogHead;

namespace {

class Cutter {
 public:
  Cutter(std::span<const LogEntry> entries, std::span<const LogRun> asked)
      : entries_(entries), asked_(asked) {}

  std::vector<LogRun> cut() {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const LogEntry& e = entries_[i];
      if (e.kind == Kind::kRun) {
        close(i);
        if (runs_.size() == asked_.size()) break;
        runs_.push_back(asked_[runs_.size()]);
        first_ = i;
        runs_.back().complete = !full_;
        open_ = true;
      }
      if (!open_) continue;
      i += take(runs_.back(), e, i);
    }
    close(entries_.size());
    std::erase_if(runs_, [](const LogRun& run) { return run.left_out; });
    return std::move(runs_);
  }

 private:
  void close(std::size_t end) {
    if (!open_) return;
    LogRun& run = runs_.back();
    if (!run.launches.empty() && run.launches.back().last == 0)
      run.launches.back().last = end - first_;
    run.entries = entries_.subspan(first_, end - first_);
    if (!run.returned) run.output.clear();
    open_ = false;
  }

  // Entries beyond this one that belong to it.
  std::size_t take(LogRun& run, const LogEntry& e, std::size_t at) {
    switch (e.kind) {
      case Kind::kName: {
        const std::size_t pieces = std::min<std::size_t>(e.key_b, entries_.size() - at - 1);
        const char* text = reinterpret_cast<const char*>(entries_.data() + at + 1);
        names_[e.key] = std::string(text, strnlen(text, pieces * sizeof(LogEntry)));
        return pieces;
      }
      case Kind::kAllocate:
        run.arrays.push_back(
            {e.space, static_cast<sortscope_log::Array>(e.flags), e.place, e.place_b});
        return 0;
      case Kind::kLaunch: {
        LogLaunch launch;
        launch.kernel = names_.contains(e.key_b) ? names_[e.key_b] : "kernel";
        launch.line = e.line;
        launch.grid = {static_cast<std::uint32_t>(e.place),
                       static_cast<std::uint32_t>(e.place >> 32), e.block};
        launch.block = {static_cast<std::uint32_t>(e.place_b & 0xffff),
                        static_cast<std::uint32_t>(e.place_b >> 16 & 0xffff),
                        static_cast<std::uint32_t>(e.place_b >> 32)};
        launch.shared_bytes = e.key;
        launch.first = at - first_ + 1;
        run.launches.push_back(std::move(launch));
        return 0;
      }
      case Kind::kLaunchEnd:
        if (!run.launches.empty()) run.launches.back().last = at - first_;
        return 0;
      case Kind::kFault:
        if (static_cast<sortscope_log::Fault>(e.flags) == sortscope_log::Fault::kLogFull) {
          full_ = true;
          run.complete = false;
        }
        return 0;
      case Kind::kNumber:
        if (e.key - sortscope_log::kMadeNumbers == run.numbers.size()) {
          run.numbers.push_back(e.place);
        }
        return 0;
      case Kind::kOutput:
        run.output.push_back(e.key);
        return 0;
      case Kind::kRunEnd:
        run.returned = e.key == 1 && run.output.size() == run.n;
        run.left_out = e.key == 2;
        return 0;
      default:
        return 0;
    }
  }

  std::span<const LogEntry> entries_;
  std::span<const LogRun> asked_;
  std::vector<LogRun> runs_;
  std::map<std::uint32_t, std::string> names_;
  std::size_t first_ = 0;
  bool open_ = false;
  bool full_ = false;
};

}  // namespace

Result<KernelLog> read_log(std::span<const std::byte> bytes, std::span<const LogRun> asked) {
  LogHead head{};
  if (bytes.size() < sizeof head) return Error{ErrorCode::kWorkFailed, "the log is empty.", ""};
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.magic != sortscope_log::kMagic || head.version != sortscope_log::kVersion) {
    return Error{ErrorCode::kWorkFailed, "the program ended before the sort began.", ""};
  }
  const std::uint64_t room = (bytes.size() - sizeof head) / sizeof(LogEntry);
  KernelLog log;
  log.complete = head.entries <= room && head.full == 0;
  log.key_bytes = head.key_bytes == 8 ? 8 : 4;
  log.last_line = head.line;
  log.stride = std::max<std::uint64_t>(head.stride, 1);
  const auto* first = reinterpret_cast<const LogEntry*>(bytes.data() + sizeof head);
  log.runs = Cutter({first, static_cast<std::size_t>(std::min(head.entries, room))}, asked).cut();
  return log;
}

}  // namespace sortscope
