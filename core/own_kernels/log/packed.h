// packed.h: an entry as bytes. It travels as text in front of a person's file, behind entries.h:
// both runtimes write with pack(), a thread of a GPU as well as the host; the reader's counterpart
// is unpack.h.
//
// A packed log is packed entries one behind the other, with zero bytes where a thread claimed
// memory and never wrote. Each says who wrote it, so that no memory waits for a thread; what a
// thread has said before is not said again (Before).
//
// The order that is kept: entries stand in the order in which their memory was claimed. That is the
// order in which things happened for the threads of the CPU way, which run one after the other; on
// a GPU it is each thread's own order, and host before launch before host: who was first of two
// threads within an epoch is not known there, and no reader asks (order_by_thread()).
//
// An entry: a byte of code (5 bits), Who (2 bits) and "the line is told" (1 bit). Numbers are 7
// bits a byte, the low ones first, the highest bit set where more follow; signed ones have their
// sign in the lowest bit. Then
//  - of accesses, comparisons, kLook, kShuffle and kBarrier: flags (6 bits) and Epochs (2 bits);
//    who, line, epochs as far as told; a byte of Choice of place, key, place_b, key_b (2 bits each,
//    from the lowest), as far as the kind has them, and those that are told. kRead tells place and
//    key, kLook key, kShuffle key and key_b as a number, kBarrier none.
//  - kValues: how many (3 bits) beside Epochs; of each the variable's number and a signed value.
//  - all else: its kind, two bytes of which fields are not 0 (as in LogEntry, from the lowest bit),
//    and these as numbers. Behind kName follow key_b bytes of text. They tell nothing of who comes
//    next.
// All that is known of threads is forgotten at kRun and kLaunch.
#pragma once

#include "core/own_kernels/log/entries.h"

#ifdef __CUDACC__
#define SORTSCOPE_LOG_CODE __host__ __device__
#else
#define SORTSCOPE_LOG_CODE
#endif

namespace sortscope_log {

/// No entry has more bytes; a name's text comes on top.
constexpr unsigned kMostPacked = 72;
constexpr unsigned kOtherCode = 31;    // "all else"
constexpr unsigned kThreadCodes = 11;  // of kSharedArray; the host's kinds are their own codes
constexpr unsigned kMostFlags = 0x3f;
constexpr unsigned kThreadBits = 10;

enum class Who : std::uint8_t {
  kSame = 0,  // as the entry before
  kNext,      // its block's next thread
  kTold,      // 0: the host; else 1 + (block << kThreadBits | thread)
};
enum class Epochs : std::uint8_t { kSame = 0, kBlock, kWarp, kTold };  // kBlock, kWarp: one more
/// Of a place, kTold: words from the last one that was told, in the space that was; kElse: kNone,
/// or its space and bytes from the last one. Of a key, kTold: its number, turned by two bits;
/// kElse: kNoKey.
enum class Choice : std::uint8_t { kTold = 0, kFirst, kSecond, kElse };
constexpr std::uint8_t kNowhereByte = 7;

struct Operand {
  std::uint64_t place;
  std::uint32_t key;
  Space space;
};
/// What is known of a thread when its next entry is written; zeros where a launch begins.
struct Before {
  Operand operand[2];          // of its last comparison, or what it read last
  std::uint64_t reference[2];  // last place that was told, of shared memory the second; less base
  std::uint32_t line;
  std::uint32_t epoch;
  std::uint32_t grid_epoch;
  std::uint16_t warp_epoch;
  Space space;
};
/// Who wrote the entry before; `known`: somebody.
struct LastWho {
  std::uint32_t block;
  std::uint16_t thread;
  bool known;
};
/// Where places are counted from: LogHead::base.
struct Bases {
  std::uint64_t of[2];
};

SORTSCOPE_LOG_CODE constexpr bool is_packed_tightly(Kind kind) {
  return kind >= Kind::kRead && kind != Kind::kThreadEnd && kind <= Kind::kValues;
}
SORTSCOPE_LOG_CODE constexpr bool has_operands(Kind kind) {
  return kind >= Kind::kRead && kind <= Kind::kShuffle;
}
SORTSCOPE_LOG_CODE constexpr bool has_places(Kind kind) {
  return kind >= Kind::kRead && kind <= Kind::kCompare;
}

/// The next bytes.
struct Packing {
  std::uint8_t* next;
  SORTSCOPE_LOG_CODE void byte(unsigned value) { *next++ = static_cast<std::uint8_t>(value); }
  SORTSCOPE_LOG_CODE void number(std::uint64_t value) {
    for (; value > 0x7f; value >>= 7) byte(static_cast<unsigned>(value & 0x7f) | 0x80);
    byte(static_cast<unsigned>(value));
  }
  SORTSCOPE_LOG_CODE void number_unless_0(std::uint64_t value) {
    if (value != 0) number(value);
  }
  SORTSCOPE_LOG_CODE void difference(std::uint64_t value) {
    number(value << 1 ^ (0 - (value >> 63)));
  }
};

SORTSCOPE_LOG_CODE inline bool same_place(const Operand& o, Space space, std::uint64_t place) {
  return o.place == place && o.space == space && space != Space::kNone;
}
SORTSCOPE_LOG_CODE inline unsigned pack_place(Packing& to, Before& b, const Bases& bases,
                                              Space space, std::uint64_t place) {
  if (same_place(b.operand[0], space, place)) return static_cast<unsigned>(Choice::kFirst);
  if (same_place(b.operand[1], space, place)) return static_cast<unsigned>(Choice::kSecond);
  if (space == Space::kNone && place == kNoPlace) {
    to.byte(kNowhereByte);
    return static_cast<unsigned>(Choice::kElse);
  }
  const unsigned shared = space == Space::kShared ? 1 : 0;
  const std::uint64_t at = place - bases.of[shared];
  const std::uint64_t from = at - b.reference[shared];
  const Space usual = b.space == Space::kNone ? Space::kGlobal : b.space;
  b.reference[shared] = at;
  if (space == usual && from % 4 == 0) {
    to.difference(from >> 2 | (0 - (from >> 63)) << 62);
    return static_cast<unsigned>(Choice::kTold);
  }
  to.byte(static_cast<unsigned>(space));
  to.difference(from);
  b.space = space;
  return static_cast<unsigned>(Choice::kElse);
}
SORTSCOPE_LOG_CODE inline unsigned pack_key(Packing& to, const Before& b, std::uint32_t key) {
  if (key == kNoKey) return static_cast<unsigned>(Choice::kElse);
  if (b.operand[0].key == key) return static_cast<unsigned>(Choice::kFirst);
  if (b.operand[1].key == key) return static_cast<unsigned>(Choice::kSecond);
  to.number(key << 2 | key >> 30);
  return static_cast<unsigned>(Choice::kTold);
}

/// What a thread knows once it wrote `e`; of what it read the last two are kept.
SORTSCOPE_LOG_CODE inline void keep_operands(Before& b, const LogEntry& e) {
  if (e.kind == Kind::kCompare) {
    b.operand[0] = {e.place, e.key, e.space};
    b.operand[1] = {e.place_b, e.key_b, e.space_b};
  } else if (e.kind == Kind::kRead) {
    if (same_place(b.operand[0], e.space, e.place)) {
      b.operand[0].key = e.key;
      return;
    }
    if (!same_place(b.operand[1], e.space, e.place)) b.operand[0] = b.operand[1];
    b.operand[1] = {e.place, e.key, e.space};
  }
}

SORTSCOPE_LOG_CODE inline unsigned pack_who(Packing& to, const LogEntry& e, LastWho* last) {
  Who who = Who::kTold;
  if (last != nullptr) {
    if (last->known && last->block == e.block) {
      if (last->thread == e.thread) who = Who::kSame;
      if (last->thread + 1U == e.thread && e.thread != kHostThread) who = Who::kNext;
    }
    *last = {e.block, e.thread, true};
  }
  if (who == Who::kTold) {
    to.number(e.thread == kHostThread ? 0 : (std::uint64_t{e.block} << kThreadBits | e.thread) + 1);
  }
  return static_cast<unsigned>(who);
}
SORTSCOPE_LOG_CODE inline unsigned pack_epochs(Packing& to, const LogEntry& e, Before& b) {
  Epochs epochs = Epochs::kTold;
  if (e.grid_epoch == b.grid_epoch) {
    const bool same_block = e.epoch == b.epoch;
    const bool same_warp = e.warp_epoch == b.warp_epoch;
    if (same_block && same_warp) epochs = Epochs::kSame;
    if (!same_block && e.epoch == b.epoch + 1 && same_warp) epochs = Epochs::kBlock;
    if (same_block && e.warp_epoch == b.warp_epoch + 1) epochs = Epochs::kWarp;
  }
  if (epochs == Epochs::kTold) {
    to.number(e.epoch);
    to.number(e.grid_epoch);
    to.number(e.warp_epoch);
  }
  b.epoch = e.epoch;
  b.grid_epoch = e.grid_epoch;
  b.warp_epoch = e.warp_epoch;
  return static_cast<unsigned>(epochs) << 6;
}

/// Whatever it holds.
SORTSCOPE_LOG_CODE inline unsigned pack_all(const LogEntry& e, std::uint8_t* bytes) {
  Packing to{bytes};
  to.byte(kOtherCode);
  to.byte(static_cast<unsigned>(e.kind));
  const std::uint64_t fields[] = {static_cast<std::uint8_t>(e.space),
                                  static_cast<std::uint8_t>(e.space_b),
                                  e.flags,
                                  e.line,
                                  e.block,
                                  e.thread,
                                  e.warp_epoch,
                                  e.epoch,
                                  e.grid_epoch,
                                  e.key,
                                  e.key_b,
                                  e.place,
                                  e.place_b};
  unsigned told = 0;
  unsigned bit = 1;
  for (const std::uint64_t field : fields) {
    if (field != 0) told |= bit;
    bit <<= 1;
  }
  to.byte(told & 0xff);
  to.byte(told >> 8);
  for (const std::uint64_t field : fields) to.number_unless_0(field);
  return static_cast<unsigned>(to.next - bytes);
}

SORTSCOPE_LOG_CODE inline void pack_values(Packing& to, const LogEntry& e, unsigned count) {
  const std::uint32_t values[kMostValues] = {e.key,
                                             e.key_b,
                                             static_cast<std::uint32_t>(e.place),
                                             static_cast<std::uint32_t>(e.place >> 32),
                                             static_cast<std::uint32_t>(e.place_b),
                                             static_cast<std::uint32_t>(e.place_b >> 32)};
  for (unsigned i = 0; i < count; ++i) {
    to.byte(i < 4 ? e.line >> (8 * i) & 0xff : static_cast<unsigned>(i == 4 ? e.space : e.space_b));
    const std::uint64_t sign = 0 - std::uint64_t{values[i] >> 31};
    to.difference(values[i] | sign << 32);
  }
}
SORTSCOPE_LOG_CODE inline unsigned count_of_values(const LogEntry& e) {
  unsigned count = 0;
  while (count < 4 && (e.line >> (8 * count) & 0xff) != 0) ++count;
  if (count == 4 && e.space != Space::kNone) ++count;
  if (count == 5 && e.space_b != Space::kNone) ++count;
  return count;
}

/// The bytes of `e` (at most kMostPacked) to `bytes`; how many. `before`: of its thread, and
/// changed; `last`: null where others may write between.
SORTSCOPE_LOG_CODE inline unsigned pack(const LogEntry& e, Before* before, LastWho* last,
                                        const Bases& bases, std::uint8_t* bytes) {
  const bool host = e.thread == kHostThread;
  if (before == nullptr || !is_packed_tightly(e.kind) || e.flags > kMostFlags ||
      (host ? e.block != 0 : e.thread >> kThreadBits != 0)) {
    if (last != nullptr) last->known = false;
    return pack_all(e, bytes);
  }
  Before& b = *before;
  Packing to{bytes + 2};
  const bool values = e.kind == Kind::kValues;
  unsigned code =
      static_cast<unsigned>(e.kind) - static_cast<unsigned>(Kind::kSharedArray) + kThreadCodes;
  unsigned flags = values ? count_of_values(e) : e.flags;
  code |= pack_who(to, e, last) << 5;
  if (!values && e.line != b.line) {
    code |= 0x80;
    to.number(e.line);
    b.line = e.line;
  }
  flags |= pack_epochs(to, e, b);
  bytes[0] = static_cast<std::uint8_t>(code);
  bytes[1] = static_cast<std::uint8_t>(flags);
  if (values) pack_values(to, e, flags & kMostFlags);
  if (has_operands(e.kind)) {
    std::uint8_t* choices = to.next;
    to.byte(0);
    unsigned chosen = 0;
    const bool places = has_places(e.kind);
    const bool both = places && e.kind != Kind::kRead;
    if (places) chosen |= pack_place(to, b, bases, e.space, e.place);
    chosen |= pack_key(to, b, e.key) << 2;
    if (both) {
      chosen |= pack_place(to, b, bases, e.space_b, e.place_b) << 4;
      chosen |= pack_key(to, b, e.key_b) << 6;
    }
    *choices = static_cast<std::uint8_t>(chosen);
    if (e.kind == Kind::kShuffle) to.number(e.key_b);
    keep_operands(b, e);
  }
  return static_cast<unsigned>(to.next - bytes);
}

}  // namespace sortscope_log
