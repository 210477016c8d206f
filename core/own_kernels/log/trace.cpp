#include "core/own_kernels/log/trace.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "core/own_kernels/log/place_table.h"

namespace sortscope {

using sortscope_log::Kind;
using sortscope_log::kNoKey;
using sortscope_log::kNoPlace;
using sortscope_log::LogEntry;
using sortscope_log::Space;

namespace {

constexpr std::uint32_t kNoWire = ~std::uint32_t{0};
constexpr std::uint32_t kNone = ~std::uint32_t{0};

// A wire at a place, and where it came there.
struct Label {
  std::uint32_t wire = kNoWire;
};

// What a thread compared lately.
struct Compared {
  std::uint32_t wire[2] = {kNoWire, kNoWire};
  std::uint32_t key[2] = {kNone, kNone};
  std::uint64_t place[2] = {kNoPlace, kNoPlace};
};
struct ThreadState {
  std::array<Compared, sortscope_log::kRecentPairs> ring;
  std::uint32_t count = 0;
  std::uint32_t launch = kNone;
};

// A write whose wire is one of two, or none that is known: settled when the block's epoch ends.
struct Deferred {
  std::uint64_t place;
  std::uint32_t key;
  Compared compared;  // wire[0] == kNoWire: a made key
  bool shared;
};

class Tracer {
 public:
  explicit Tracer(const LogRun& run) : run_(run), next_wire_(run.n) {
    last_on_wire_.assign(run.n, kNone);
    result_.final_keys.resize(run.n);
    for (std::uint32_t i = 0; i < run.n; ++i) result_.final_keys[i] = i;
    result_.first_keys = result_.final_keys;
    for (const LogArray& array : run.arrays) {
      if (array.kind != sortscope_log::Array::kKeys) continue;
      for (std::uint32_t i = 0; i < run.n; ++i) global_[array.place + 4 * i].wire = i;
      keys_ = array.place;
    }
  }

  TracedRun trace() {
    for_each_entry(
        run_, [this](std::size_t launch) { begin_launch(launch); },
        [this](const LogEntry& e) { take(e); });
    settle_all();
    finish();
    return std::move(result_);
  }

 private:
  void begin_launch(std::size_t launch) {
    settle_all();
    launch_ = static_cast<std::uint32_t>(launch);
    shared_.clear();
    epochs_.clear();
    next_wire_ = std::max(run_.n, array_wires_);
    const LogLaunch& l = run_.launches[launch];
    threads_ = static_cast<std::uint32_t>(l.threads_a_block());
    const std::uint64_t all = l.blocks() * threads_;
    if (states_.size() < all && all < (std::uint64_t{1} << 22)) states_.resize(all);
  }

  ThreadState& state(const LogEntry& e) {
    if (e.thread == sortscope_log::kHostThread) return host_;
    const std::uint64_t at = std::uint64_t{e.block} * threads_ + e.thread;
    if (at >= states_.size()) return host_;
    ThreadState& s = states_[at];
    if (s.launch != launch_) {
      s.launch = launch_;
      s.count = 0;
      s.ring = {};
    }
    return s;
  }

  PlaceTable<Label>& table(Space space) { return space == Space::kShared ? shared_ : global_; }

  std::uint32_t wire_at(Space space, std::uint32_t block, std::uint64_t place) {
    // A variable or parameter of the device is no place of a wire.
    if (space == Space::kNone || space == Space::kOther || place == kNoPlace) return kNoWire;
    const std::uint64_t number = place_number(space == Space::kShared, block, place);
    const Label* label = table(space).get(number);
    if (label != nullptr && label->wire != kNoWire) return label->wire;
    if (deferred_.contains(block)) {
      settle(block);
      label = table(space).get(number);
    }
    return label != nullptr ? label->wire : kNoWire;
  }

  void take(const LogEntry& e) {
    switch (e.kind) {
      case Kind::kCompare:
        return compare(e);
      case Kind::kValues:
        return values(e);
      case Kind::kWrite:
      case Kind::kAtomic:
        return write(e);
      case Kind::kLook:
        ++result_.looks;
        if (result_.look_line == 0) result_.look_line = e.line;
        return;
      case Kind::kRead:
        new_epoch(e);
        return find_made(e);
      case Kind::kBarrier:
        return new_epoch(e);
      default:
        return;
    }
  }

  void new_epoch(const LogEntry& e) {
    const auto [at, fresh] = epochs_.try_emplace(e.block, e.epoch);
    if (fresh || at->second == e.epoch) return;
    at->second = e.epoch;
    settle(e.block);
  }

  // A key that nobody wrote key by key: the array was filled with a byte. Its wire is the place.
  void find_made(const LogEntry& e) {
    if (e.space != Space::kGlobal || e.key < sortscope_log::kMadeKeys || e.key == kNoKey) return;
    Label& label = global_[e.place];
    if (label.wire != kNoWire || deferred_.contains(e.block)) return;
    defer(e, e.place, {});
  }

  // Right behind its comparison.
  void values(const LogEntry& e) {
    if (compared_ == kNone) return;
    TracedComparator& c = result_.comparators[compared_];
    if (c.block == e.block && c.thread == e.thread) {
      result_.values.push_back(e);
      c.values = static_cast<std::uint32_t>(result_.values.size());
    }
    compared_ = kNone;
  }

  void compare(const LogEntry& e) {
    ++result_.comparisons;
    compared_ = kNone;
    std::uint32_t wa = wire_at(e.space, e.block, e.place);
    std::uint32_t wb = wire_at(e.space_b, e.block, e.place_b);
    Compared c;
    c.key[0] = e.key;
    c.key[1] = e.key_b;
    c.place[0] = e.place;
    c.place[1] = e.place_b;
    if (wa == kNoWire) wa = wire_of_key(e.key);
    if (wb == kNoWire) wb = wire_of_key(e.key_b);
    c.wire[0] = wa;
    c.wire[1] = wb;
    ThreadState& s = state(e);
    s.ring[s.count++ % s.ring.size()] = c;
    // Lanes without a key of their own: padding with padding says nothing.
    const auto in_register = [](std::uint32_t key, std::uint64_t place) {
      return key >= sortscope_log::kMadeKeys && key < sortscope_log::kMadeNumbers &&
             place == kNoPlace;
    };
    const bool pad_a = in_register(e.key, e.place);
    const bool pad_b = in_register(e.key_b, e.place_b);
    if (pad_a && pad_b) return;
    // The largest key meets one of the wires: what comes out does not depend on the keys.
    if ((pad_a && wa == kNoWire && wb != kNoWire) || (pad_b && wb == kNoWire && wa != kNoWire)) {
      if (padded_line_ == 0) padded_line_ = e.line;
      return;
    }
    if (wa == kNoWire || wb == kNoWire || wa == wb) {
      if (e.key != e.key_b || wa != wb) {
        ++result_.unfollowed;
        if (result_.unfollowed_line == 0) result_.unfollowed_line = e.line;
      }
      return;
    }
    const bool turned = wa > wb;
    TracedComparator t;
    t.a = turned ? wb : wa;
    t.b = turned ? wa : wb;
    t.key_a = turned ? e.key_b : e.key;
    t.key_b = turned ? e.key : e.key_b;
    t.line = e.line;
    t.turned = turned;
    const std::uint8_t asked = e.flags & ~(sortscope_log::kFirstRead | sortscope_log::kSecondRead);
    t.strict = asked == static_cast<std::uint8_t>(sortscope_log::Comparison::kLess) ||
               asked == static_cast<std::uint8_t>(sortscope_log::Comparison::kGreater);
    t.chosen = e.flags == static_cast<std::uint8_t>(sortscope_log::Comparison::kMin) ||
               e.flags == static_cast<std::uint8_t>(sortscope_log::Comparison::kMax);
    t.launch = launch_;
    t.block = e.block;
    t.thread = e.thread;
    t.epoch = e.epoch;
    t.grid_epoch = e.grid_epoch;
    need_wire(std::max(wa, wb));
    t.warp_epoch = e.warp_epoch;
    for (const std::uint32_t last : {last_on_wire_[wa], last_on_wire_[wb]}) {
      if (last != kNone && again(result_.comparators[last], t)) return;
    }
    see(wa, e.key);
    see(wb, e.key_b);
    last_on_wire_[wa] = last_on_wire_[wb] = static_cast<std::uint32_t>(result_.comparators.size());
    compared_ = static_cast<std::uint32_t>(result_.comparators.size());
    result_.comparators.push_back(t);
  }

  // min and max, or both threads of a pair, of two blocks perhaps: one comparator. Notes in it what
  // that tells.
  bool again(TracedComparator& before, const TracedComparator& t) {
    if (before.a != t.a || before.b != t.b || before.launch != t.launch) return false;
    const bool same = (before.key_a == t.key_a && before.key_b == t.key_b) ||
                      (before.key_a == t.key_b && before.key_b == t.key_a);
    const bool at_once =
        before.block == t.block ? before.epoch == t.epoch : before.grid_epoch == t.grid_epoch;
    if (!same || !at_once) return false;
    const bool one_thread = before.block == t.block && before.thread == t.thread;
    if (last_on_wire_[t.a] != last_on_wire_[t.b]) {
      // A lane that got its key by a shuffle asks after others have gone on.
      return !one_thread && before.block == t.block && before.warp_epoch == t.warp_epoch;
    }
    if (one_thread && before.turned != t.turned) before.both_ways = true;
    return true;
  }

  // `key` stands on `wire` now: what the last comparator there left.
  void see(std::uint32_t wire, std::uint32_t key) {
    need_wire(wire);
    const std::uint32_t last = last_on_wire_[wire];
    result_.final_keys[wire] = key;
    if (last == kNone) return;
    TracedComparator& c = result_.comparators[last];
    if (key != c.key_a && key != c.key_b) return;
    std::uint32_t& then = wire == c.a ? c.then_a : c.then_b;
    if (then == kNone) then = key;
  }
  // A write tells more than a look: the other thread of a pair may look before.
  void leave(std::uint32_t wire, std::uint32_t key) {
    need_wire(wire);
    key_wire_[key] = wire;
    if (result_.first_keys[wire] == kNone) result_.first_keys[wire] = key;
    const std::uint32_t last = last_on_wire_[wire];
    result_.final_keys[wire] = key;
    if (last == kNone) return;
    TracedComparator& c = result_.comparators[last];
    if (key != c.key_a && key != c.key_b) return;
    (wire == c.a ? c.then_a : c.then_b) = key;
  }
  void need_wire(std::uint32_t wire) {
    if (wire < last_on_wire_.size()) return;
    last_on_wire_.resize(wire + 1, kNone);
    result_.first_keys.resize(wire + 1, kNone);
    result_.final_keys.resize(wire + 1, kNone);
  }
  std::uint32_t wire_of_key(std::uint32_t key) const {
    const auto found = key_wire_.find(key);
    if (found != key_wire_.end()) return found->second;
    return key < run_.n ? key : kNoWire;
  }

  void write(const LogEntry& e) {
    new_epoch(e);
    if (e.space == Space::kNone || e.space == Space::kOther) return;
    const std::uint64_t number = place_number(e.space == Space::kShared, e.block, e.place);
    Label& label = table(e.space)[number];
    const std::uint32_t before = label.wire;
    const std::uint32_t home = wire_at(e.space_b, e.block, e.place_b);
    if (e.key == kNoKey) return;
    if (home == kNoWire) {
      if (before != kNoWire) {
        // A key of the wires was there: it went to a lane of the padding.
        if (before < run_.n && e.key >= sortscope_log::kMadeKeys) lose_by_padding();
        leave(before, e.key);
      } else {
        defer(e, number, {});
      }
      return;
    }
    const Compared* last = nullptr;
    ThreadState& s = state(e);
    const std::uint32_t have = std::min(s.count, sortscope_log::kRecentPairs);
    for (std::uint32_t k = 1; k <= have; ++k) {
      const Compared& c = s.ring[(s.count - k) % s.ring.size()];
      const bool of_home = c.wire[0] == home || c.wire[1] == home;
      if (!of_home) continue;
      if (before != kNoWire && (c.wire[0] == before || c.wire[1] == before)) {
        return leave(before, e.key);
      }
      if (last == nullptr && (c.key[0] == e.key || c.key[1] == e.key)) last = &c;
    }
    // Out of a register, back to where it was read.
    if (last == nullptr && before == home) return leave(home, e.key);
    if (last == nullptr) {  // copied as it was: nothing is decided by that
      if (before != kNoWire && before != home) {
        result_.moved = true;
        lose_by_padding();
      }
      table(e.space)[number].wire = home;
      key_wire_[e.key] = home;
      return;
    }
    if (home == before) return leave(home, e.key);
    if (e.space != Space::kShared) {
      const std::uint32_t index = index_of(e);
      if (index != kNoWire && (last->wire[0] == index || last->wire[1] == index)) {
        table(e.space)[number].wire = index;
        leave(index, e.key);
        return;
      }
    }
    Compared compared = *last;
    if (compared.wire[0] == kNoWire) {
      std::swap(compared.wire[0], compared.wire[1]);
      std::swap(compared.key[0], compared.key[1]);
      std::swap(compared.place[0], compared.place[1]);
    }
    defer(e, number, compared);
  }

  // Padding in registers exchanged places with keys: which wires they stand on is not followed.
  void lose_by_padding() {
    if (padded_line_ == 0) return;
    ++result_.unfollowed;
    if (result_.unfollowed_line == 0) result_.unfollowed_line = padded_line_;
  }

  // Its index in the array that it is written to.
  [[nodiscard]] std::uint32_t index_of(const LogEntry& e) const {
    for (const LogArray& array : run_.arrays) {
      if (e.place >= array.place && e.place < array.place + array.bytes) {
        return static_cast<std::uint32_t>((e.place - array.place) / 4);
      }
    }
    return kNoWire;
  }

  void defer(const LogEntry& e, std::uint64_t number, const Compared& compared) {
    if (compared.wire[0] == kNoWire && e.space != Space::kShared) {
      // A made key in an array of the file's own: the wire is the place, beyond the keys.
      const std::uint32_t index = index_of(e);
      if (index == kNoWire || index >= (std::uint32_t{1} << 24)) return;
      global_[number].wire = index;
      array_wires_ = std::max(array_wires_, index + 1);
      next_wire_ = std::max(next_wire_, array_wires_);
      leave(index, e.key);
      return;
    }
    deferred_[e.block].push_back({number, e.key, compared, e.space == Space::kShared});
  }

  // Places that a block wrote to without a wire of their own, once its epoch is over: they lie as
  // the places that the keys were read from, shifted; made keys take the wires beyond.
  void settle(std::uint32_t block) {
    const auto found = deferred_.find(block);
    if (found == deferred_.end()) return;
    std::vector<Deferred> list = std::move(found->second);
    deferred_.erase(found);
    std::map<std::int64_t, std::uint32_t> shifts;
    const auto shift_of = [](const Deferred& d, int side) {
      constexpr std::uint64_t kAddress = (std::uint64_t{1} << 40) - 1;
      return static_cast<std::int64_t>(d.place & kAddress) -
             static_cast<std::int64_t>(d.compared.place[side] & kAddress);
    };
    for (const Deferred& d : list) {
      if (d.compared.wire[0] == kNoWire) continue;
      ++shifts[shift_of(d, 0)];
      ++shifts[shift_of(d, 1)];
    }
    const auto best =
        std::max_element(shifts.begin(), shifts.end(),
                         [](const auto& x, const auto& y) { return x.second < y.second; });
    std::sort(list.begin(), list.end(),
              [](const Deferred& x, const Deferred& y) { return x.place < y.place; });
    for (const Deferred& d : list) {
      PlaceTable<Label>& labels = d.shared ? shared_ : global_;
      std::uint32_t wire = kNoWire;
      if (d.compared.wire[0] == kNoWire) {
        if (labels[d.place].wire != kNoWire) continue;
        wire = next_wire_++;
      } else {
        const int side = shift_of(d, 0) == best->first ? 0 : 1;
        wire = d.compared.wire[side];
        if (wire == kNoWire) wire = d.compared.wire[1 - side];
      }
      labels[d.place].wire = wire;
      leave(wire, d.key);
    }
  }
  void settle_all() {
    while (!deferred_.empty()) settle(deferred_.begin()->first);
  }

  void finish() {
    result_.wires = static_cast<std::uint32_t>(last_on_wire_.size());
    result_.wire_of_output.assign(run_.n, kNoWire);
    for (std::uint32_t i = 0; i < run_.n && i < run_.output.size(); ++i) {
      const Label* label = global_.get(keys_ + 4 * i);
      result_.wire_of_output[i] = label != nullptr ? label->wire : kNoWire;
      if (label != nullptr && label->wire != kNoWire) see_output(label->wire, run_.output[i]);
    }
    // What nobody saw again stayed where it was, as far as the other wire does not say otherwise.
    for (TracedComparator& c : result_.comparators) {
      if (c.then_a == kNone && c.then_b != kNone)
        c.then_a = c.then_b == c.key_a ? c.key_b : c.key_a;
      if (c.then_b == kNone && c.then_a != kNone)
        c.then_b = c.then_a == c.key_a ? c.key_b : c.key_a;
    }
    level();
  }
  void see_output(std::uint32_t wire, std::uint32_t key) {
    const std::uint32_t last = last_on_wire_[wire];
    if (last == kNone) return;
    TracedComparator& c = result_.comparators[last];
    std::uint32_t& then = wire == c.a ? c.then_a : c.then_b;
    if (then == kNone && (key == c.key_a || key == c.key_b)) then = key;
  }

  // A layer begins at each barrier and launch; between them as early as wires allow.
  void level() {
    std::vector<TracedComparator>& all = result_.comparators;
    std::stable_sort(all.begin(), all.end(),
                     [](const TracedComparator& x, const TracedComparator& y) {
                       return std::tie(x.launch, x.epoch) < std::tie(y.launch, y.epoch);
                     });
    std::vector<std::uint32_t> free_from(result_.wires, 0);
    std::uint32_t base = 0;
    std::uint32_t depth = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      TracedComparator& c = all[i];
      if (i > 0 && (c.launch != all[i - 1].launch || c.epoch != all[i - 1].epoch)) base = depth;
      c.layer = std::max({base, free_from[c.a], free_from[c.b]});
      free_from[c.a] = free_from[c.b] = c.layer + 1;
      depth = std::max(depth, c.layer + 1);
    }
    result_.depth = depth;
    std::stable_sort(all.begin(), all.end(),
                     [](const TracedComparator& x, const TracedComparator& y) {
                       return std::tie(x.layer, x.a) < std::tie(y.layer, y.a);
                     });
  }

  const LogRun& run_;
  TracedRun result_;
  PlaceTable<Label> global_;
  PlaceTable<Label> shared_;
  std::vector<ThreadState> states_;
  ThreadState host_;
  std::map<std::uint32_t, std::vector<Deferred>> deferred_;
  std::map<std::uint32_t, std::uint32_t> epochs_;
  std::map<std::uint32_t, std::uint32_t> key_wire_;
  std::vector<std::uint32_t> last_on_wire_;  // index of its last comparator
  std::uint64_t keys_ = 0;
  std::uint32_t compared_ = kNone;  // comparator of the last comparison; kNone: it made none
  std::uint32_t launch_ = 0;
  std::uint32_t threads_ = 1;
  std::uint32_t next_wire_ = 0;
  std::uint32_t array_wires_ = 0;
  std::uint32_t padded_line_ = 0;  // where padding in registers met a wire; 0: nowhere
};

}  // namespace

std::uint64_t key_value(const LogRun& run, std::uint32_t key) {
  if (key < run.keys.size()) return run.keys[key];
  const std::uint32_t number = key - sortscope_log::kMadeNumbers;
  return number < run.numbers.size() ? run.numbers[number] : ~std::uint64_t{0};
}

TracedRun trace_run(const LogRun& run) { return Tracer(run).trace(); }

}  // namespace sortscope
