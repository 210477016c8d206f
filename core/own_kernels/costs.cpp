#include "core/own_kernels/costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace sortscope {

using sortscope_log::kHostThread;
using sortscope_log::Kind;
using sortscope_log::LogEntry;
using sortscope_log::Space;

namespace {

constexpr std::uint32_t kWarp = 32;
constexpr std::uint32_t kBanks = 32;
constexpr std::uint64_t kWordBytes = 4;
constexpr std::uint64_t kSectorBytes = 32;
constexpr std::uint64_t kFewRequests = 8;  // too few to be told of
// As many keys as one warp compares at once: with fewer nothing is slow.
constexpr std::uint32_t kFewKeys = 2 * kWarp;

// One lane of one execution of a line by a warp.
struct Lane {
  std::uint32_t stretch;  // index in Costs::stretches_: the block, and its barriers before
  std::uint64_t request;  // warp, line, what, how often before in that stretch
  std::uint64_t address;
  [[nodiscard]] bool with(const Lane& other) const {
    return stretch == other.stretch && request == other.request;
  }
};

// What a thread read since it last wrote or waited: a compiler keeps it in registers.
struct ThreadReads {
  std::uint64_t thread = ~std::uint64_t{0};
  std::vector<std::uint64_t> addresses;
  std::map<std::uint64_t, std::uint32_t> times;  // by line and what
};

class Costs {
 public:
  Costs(const LogRun& run, KernelReport& report) : run_(run), report_(report) {}

  void find() {
    for (std::size_t l = 0; l < run_.launches.size(); ++l) count(l);
    for (auto& [line, facts] : lines_) report_.lines.push_back(facts);
    place_layers();
    if (run_.n < kFewKeys) return;
    tell_lines();
    if (!run_.complete) return;  // who did nothing is not known
    tell_idle();
    tell_launches();
  }

 private:
  LineFacts& line(std::uint32_t number) {
    LineFacts& facts = lines_[number];
    facts.line = number;
    return facts;
  }

  void count(std::size_t l) {
    const LogLaunch& launch = run_.launches[l];
    KernelLaunch shown;
    shown.kernel = launch.kernel;
    shown.line = launch.line;
    shown.grid = launch.grid;
    shown.block = launch.block;
    shown.shared_bytes = launch.shared_bytes;
    lanes_.clear();
    threads_.clear();
    std::set<std::uint64_t> at_work;
    run_.entries.for_each(launch.first, launch.last, [&](const LogEntry& e, const Unpacker&) {
      if (e.thread == kHostThread) return;
      take_whole(e, [&](const LogEntry& one) { count_entry(one, l, shown, at_work); });
    });
    shown.threads_at_work = static_cast<std::uint32_t>(at_work.size());
    last_worker_ = ~std::uint64_t{0};
    count_requests(launch);
    keep_stretches();
    report_.launches.push_back(std::move(shown));
  }

  // An entry of a thread of launch `l`.
  void count_entry(const LogEntry& e, std::size_t l, KernelLaunch& shown,
                   std::set<std::uint64_t>& at_work) {
    const bool access = e.kind == Kind::kRead || e.kind == Kind::kWrite || e.kind == Kind::kAtomic;
    if (!access && e.kind != Kind::kCompare && e.kind != Kind::kBarrier) return;
    shown.epochs = std::max(shown.epochs, e.epoch + 1);
    const std::uint64_t thread =
        std::uint64_t{e.block} * run_.launches[l].threads_a_block() + e.thread;
    if (e.kind != Kind::kBarrier && thread != last_worker_) {
      at_work.insert(thread);
      last_worker_ = thread;
    }
    if (e.kind == Kind::kCompare) {
      ++shown.comparisons;
      ++line(e.line).comparisons;
      ++stretch(l, e).comparisons;
    } else if (e.kind == Kind::kBarrier) {
      ++line(e.line).barriers;
      stretch(l, e).barrier_line = e.line;
      ThreadReads& reads = reads_of(thread);
      reads.addresses.clear();
      // Lanes that took no part before take part in the same request from here on.
      if (e.flags != static_cast<std::uint8_t>(sortscope_log::Barrier::kWarp)) reads.times.clear();
    } else if ((e.flags & 1) == 0) {
      request(e, thread, l);
    }
  }

  ThreadReads& reads_of(std::uint64_t thread) { return threads_[thread]; }

  void request(const LogEntry& e, std::uint64_t thread, std::size_t launch) {
    if (e.space != Space::kGlobal && e.space != Space::kShared) return;
    ThreadReads& reads = reads_of(thread);
    const bool read = e.kind == Kind::kRead;
    if (read) {
      if (std::find(reads.addresses.begin(), reads.addresses.end(), e.place) !=
          reads.addresses.end()) {
        return;
      }
      if (reads.addresses.size() < kWarp) reads.addresses.push_back(e.place);
    } else {
      reads.addresses.clear();
    }
    const std::uint64_t what = (read ? 0U : 1U) | (e.space == Space::kShared ? 2U : 0U);
    const std::uint64_t site = std::uint64_t{e.line} << 2 | what;
    const std::uint32_t times = reads.times[site]++;
    const KernelStretch& of = stretch(launch, e);
    // 5 bits of the warp, 16 of the line, 2 of what, 21 of how often.
    lanes_.push_back({static_cast<std::uint32_t>(&of - stretches_.data()),
                      std::uint64_t{e.thread / kWarp} << 39 |
                          (std::uint64_t{e.line} & 0xffff) << 23 | what << 21 | (times & 0x1fffff),
                      e.place});
    LineFacts& facts = line(e.line);
    if (e.space == Space::kShared) {
      ++(read ? facts.shared_reads : facts.shared_writes);
    } else {
      ++(read ? facts.global_reads : facts.global_writes);
    }
  }

  void count_requests(const LogLaunch& launch) {
    std::stable_sort(lanes_.begin(), lanes_.end(), [](const Lane& a, const Lane& b) {
      return std::tie(a.stretch, a.request) < std::tie(b.stretch, b.request);
    });
    const std::uint64_t threads = launch.threads_a_block();
    for (std::size_t i = 0; i < lanes_.size();) {
      std::size_t end = i;
      while (end < lanes_.size() && lanes_[end].with(lanes_[i])) ++end;
      const std::uint64_t key = lanes_[i].request;
      LineFacts& facts = line(static_cast<std::uint32_t>(key >> 23 & 0xffff));
      const std::uint64_t warp = key >> 39 & 31;
      const std::uint64_t living = std::min<std::uint64_t>(kWarp, threads - warp * kWarp);
      std::set<std::uint64_t> words;
      for (std::size_t k = i; k < end; ++k) words.insert(lanes_[k].address / kWordBytes);
      if ((key >> 21 & 2) != 0) {
        std::array<std::uint32_t, kBanks> banks{};
        for (const std::uint64_t word : words) ++banks[word % kBanks];
        ++facts.shared_requests;
        const std::uint32_t wavefronts = *std::max_element(banks.begin(), banks.end());
        facts.wavefronts += wavefronts;
        if ((key >> 21 & 1) == 0) {
          ++facts.load_requests;
          facts.load_wavefronts += wavefronts;
        }
      } else {
        std::set<std::uint64_t> sectors;
        for (const std::uint64_t word : words) sectors.insert(word * kWordBytes / kSectorBytes);
        ++facts.global_requests;
        facts.sectors += sectors.size();
        facts.least_sectors += (words.size() * kWordBytes + kSectorBytes - 1) / kSectorBytes;
      }
      KernelStretch& stretch = stretches_[lanes_[i].stretch];
      ++stretch.requests;
      if (end - i < living) {
        ++facts.diverged;
        ++stretch.diverged;
      }
      i = end;
    }
  }

  // The stretch of `launch` that an entry belongs to.
  KernelStretch& stretch(std::size_t launch, const LogEntry& e) {
    const std::uint64_t number = std::uint64_t{e.block} << 32 | e.epoch;
    const auto [at, fresh] =
        stretch_of_.try_emplace(number, static_cast<std::uint32_t>(stretches_.size()));
    if (fresh) {
      KernelStretch made;
      made.launch = static_cast<std::uint32_t>(launch);
      made.block = e.block;
      made.epoch = e.epoch;
      stretches_.push_back(made);
    }
    return stretches_[at->second];
  }
  // The launch is over.
  void keep_stretches() {
    for (const auto& [number, at] : stretch_of_) {
      if (report_.stretches.size() < kMostStretches) report_.stretches.push_back(stretches_[at]);
    }
    stretch_of_.clear();
    stretches_.clear();
  }

  void place_layers() {
    if (report_.network == nullptr) return;
    const ListedNetwork& network = *report_.network;
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const std::size_t first = network.first(layer);
      if (first >= report_.origins.size()) break;
      const std::uint32_t l = report_.origins[first].launch;
      report_.layer_epoch_line.push_back(l < report_.launches.size() ? report_.launches[l].line
                                                                     : 0);
      if (l >= report_.launches.size()) continue;
      KernelLaunch& launch = report_.launches[l];
      if (launch.last_layer == 0) launch.first_layer = layer;
      launch.last_layer = layer + 1;
    }
  }

  void tell_lines() {
    for (const LineFacts& f : report_.lines) {
      if (f.shared_requests >= kFewRequests && f.wavefronts >= 2 * f.shared_requests) {
        Finding& slow = add(FindingKind::kBankConflict, f.line, f.wavefronts - f.shared_requests);
        slow.text = fmt::format(
            "Line {}: lanes of a warp meet in the banks of shared memory: {:.1f} passes a request "
            "instead of 1. Lay the keys out so that lanes touch different banks (a gap after every "
            "32 keys).",
            f.line, static_cast<double>(f.wavefronts) / static_cast<double>(f.shared_requests));
      }
      if (f.global_requests >= kFewRequests && f.sectors > 2 * f.least_sectors) {
        Finding& slow = add(FindingKind::kUncoalesced, f.line, f.sectors - f.least_sectors);
        slow.text = fmt::format(
            "Line {}: the lanes of a warp touch {:.1f} sectors of 32 bytes a request, {:.1f} would "
            "do. Let neighbouring threads touch neighbouring keys.",
            f.line, static_cast<double>(f.sectors) / static_cast<double>(f.global_requests),
            static_cast<double>(f.least_sectors) / static_cast<double>(f.global_requests));
      }
    }
  }

  void tell_idle() {
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> by_line;
    std::map<std::uint32_t, std::uint32_t> first;
    for (std::uint32_t l = 0; l < report_.launches.size(); ++l) {
      const KernelLaunch& k = report_.launches[l];
      const std::uint64_t block = run_.launches[l].threads_a_block();
      const std::uint64_t threads = block * run_.launches[l].blocks();
      if (threads <= 2 * kWarp || k.threads_at_work == 0) continue;
      // One block that is larger than all keys: that they are few is no fault of the file.
      if (threads == block && block > run_.n) continue;
      by_line[k.line].first += k.threads_at_work;
      by_line[k.line].second += threads;
      first.try_emplace(k.line, l);
    }
    for (const auto& [number, work] : by_line) {
      if (2 * work.first > work.second) continue;
      Finding& slow = add(FindingKind::kIdle, number, work.second - work.first);
      slow.launch = first[number];
      slow.text = fmt::format(
          "Line {}: only {} of {} threads of these launches touch a key. Launch as many threads as "
          "there are comparators.",
          number, work.first, work.second);
    }
  }

  // Launches one after the other whose comparators stay within what a block could own.
  void tell_launches() {
    if (report_.network == nullptr || report_.verdict != KernelVerdict::kNetwork) return;
    const ListedNetwork& network = *report_.network;
    std::uint32_t in_a_row = 0;
    std::uint32_t most = 0;
    std::uint32_t last = 0;
    Wire chunk = 0;
    for (std::uint32_t l = 0; l < report_.launches.size(); ++l) {
      const KernelLaunch& launch = report_.launches[l];
      const Wire own = std::min<Wire>(2 * launch.block[0], 2048);
      // Where a block could own all keys, that says only that they are few.
      bool inside =
          launch.first_layer < launch.last_layer && own >= 2 * kWarp && own < network.wires();
      for (std::uint32_t layer = launch.first_layer; inside && layer < launch.last_layer; ++layer) {
        for (const Comparator& c : network.layer(layer)) {
          inside &= c.min_wire / own == c.max_wire / own;
        }
      }
      in_a_row = inside ? in_a_row + 1 : 0;
      if (in_a_row > most) {
        most = in_a_row;
        last = l;
        chunk = own;
      }
    }
    if (most < 3) return;
    std::map<std::uint32_t, std::uint32_t> by_line;
    for (std::uint32_t l = last + 1 - most; l <= last; ++l) ++by_line[report_.launches[l].line];
    const std::uint32_t at =
        std::max_element(by_line.begin(), by_line.end(), [](const auto& a, const auto& b) {
          return a.second < b.second;
        })->first;
    Finding& slow = add(FindingKind::kLaunches, at, most);
    slow.text = fmt::format(
        "Line {}: {} launches one after the other compare keys that lie in the same {} places. One "
        "launch can do them, with __syncthreads() between the layers.",
        at, most, chunk);
  }

  Finding& add(FindingKind kind, std::uint32_t number, std::uint64_t times) {
    Finding f;
    f.kind = kind;
    f.wrong = false;
    f.line = number;
    f.times = times;
    report_.findings.push_back(std::move(f));
    return report_.findings.back();
  }

  const LogRun& run_;
  KernelReport& report_;
  std::map<std::uint32_t, LineFacts> lines_;
  std::vector<Lane> lanes_;
  std::map<std::uint64_t, ThreadReads> threads_;
  std::map<std::uint64_t, std::uint32_t> stretch_of_;  // of this launch, by block and epoch
  std::vector<KernelStretch> stretches_;
  std::uint64_t last_worker_ = ~std::uint64_t{0};
};

}  // namespace

void find_costs(const LogRun& run, KernelReport& report) { Costs(run, report).find(); }

}  // namespace sortscope
