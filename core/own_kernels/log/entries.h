// entries.h: what a kernel did, entry by entry: what the runtimes of both ways write and one reader
// reads. It also travels as text in front of a person's file: plain C++, device code too.
//
// How a runtime fills it. A log is a LogHead, then `bytes` bytes of entries as packed.h lays them
// down, in the order in which they happened as far as that is said there: kRun, then kAllocate,
// kLaunch … kLaunchEnd, kFree as they come, kOutput for each key of the result, kRunEnd; then the
// next run. Threads write only between kLaunch and kLaunchEnd.
//  - A key has an identity for life, `key`: key i of the input is i, and nothing but a copy has it
//    again. Keys that the code makes have fresh ones: Key::highest() from kMadeKeys on, other
//    numbers from kMadeNumbers on (each with a kNumber); one that is written to memory straight
//    from where it was made gets another fresh one, as many places may be given the same. kNoKey:
//    nobody wrote it yet.
//  - A place is a byte address and its space: kGlobal as allocated, kShared from the block's first
//    byte (or any address, the same for all blocks, inside a kShared array).
//  - A key in a register has a home: the place that it was read from. min() takes the lower home of
//    its two keys and max() the higher one, whichever key is meant. Assignment from register to
//    register keeps the home of the left side where the same thread compared the two homes lately
//    (a ring of the last kRecentPairs), and takes that of the right side elsewhere. A shuffle hands
//    over key and home.
//  - kRead: `key` was read at `place`. kWrite: `key`, whose home is `place_b`, was written to
//    `place`; `key_b` is what was there before. kCompare: `key` at home `place` with `key_b` at
//    home `place_b`; a comparison of memory operands is two kRead before it, or says by its flags
//    that they were read. min and max of the same two are a kCompare each; of equal keys min takes
//    the one of the smaller identity, max the other. kAtomic: as kWrite, but no race with others of
//    its kind.
//  - kBarrier: each thread that arrives, before `epoch` counts on. Counters start at 0 with a
//    block: `epoch` counts block barriers, `warp_epoch` __syncwarp(), `grid_epoch` grid barriers.
//  - Bounds are the reader's: it knows them from kAllocate and kSharedArray. A runtime that sees an
//    access outside does not do it, and logs it all the same.
//  - kValues: right behind a kCompare of the same thread, in the first run: whole numbers that the
//    file's variables had when the thread read them last. Up to kMostValues: their variables'
//    numbers (from 1; 0: none) are the bytes of `line`, then `space` and `space_b`; their values
//    `key`, `key_b`, and the halves of `place` and `place_b`, the low one first.
//  - Of the blocks of a launch that are not followed (LogHead::stride) only faults are written.
//  - Where the log is nearly full: Fault::kLogFull, and from there kRun, kOutput, kRunEnd and
//    faults only. Later runs of long ones may leave kRead out.
#pragma once

#include <cstdint>
#include <type_traits>

namespace sortscope_log {

constexpr std::uint32_t kVersion = 2;
constexpr std::uint64_t kMagic = 0x31676f6c74726f73ULL;  // "sortlog1"

constexpr std::uint32_t kMadeKeys = 0x80000000u;
constexpr std::uint32_t kMadeNumbers = 0xc0000000u;
constexpr std::uint32_t kNoKey = 0xffffffffu;
/// Values of keys that are no numbers of 32 bits: Key::highest(), and a NaN, which no comparison
/// holds for.
constexpr std::uint64_t kHighestValue = 0x7fffffffffffffffULL;
constexpr std::uint64_t kNotANumber = 0xffffffffffffffffULL;
constexpr std::uint64_t kNoPlace = 0xffffffffffffffffULL;
constexpr unsigned kRecentPairs = 8;
constexpr unsigned kMostValues = 6;
/// `thread` of what the host does.
constexpr std::uint16_t kHostThread = 0xffffu;
/// Exit code of a program that finds no memory for the runtime, before the file's code runs.
constexpr int kNoMemoryExitCode = 78;

enum class Space : std::uint8_t {
  kNone = 0,
  kGlobal,
  kShared,
  kHost,   // memory of the host's own; a kernel that touches it is wrong
  kOther,  // a variable of the device that was not announced
};

enum class Kind : std::uint8_t {
  kNone = 0,
  // of the host
  kRun,        // key: n; key_b: RunKind
  kRunEnd,     // key: 1 where sort() returned; 2: it was not run, there was no time left
  kAllocate,   // place, place_b: bytes; flags: Array
  kFree,       // place
  kLaunch,     // line, place: grid x | y << 32; place_b: block x | y << 16 | z << 32; key: dynamic
               // shared bytes; block: grid z; key_b: number of the kernel's name (kName)
  kLaunchEnd,  // flags: 1 where the launch was cooperative
  kName,       // key: number; key_b: bytes of the name
  kFault,      // flags: Fault; line; key, place as the fault has them
  kOutput,     // key: identity; place: index
  kNumber,     // key: identity of a number that the code made a key of; place: its value
  // of threads
  kSharedArray = 32,  // place, place_b: bytes; line; key: number of the name; key_b: bytes of an
                      // element; flags: 1 dynamic; once a block, by any of its threads
  kRead,              // of accesses flags: 1 where it was outside, and not done
  kWrite,
  kAtomic,
  kCompare,    // flags: Comparison, kFirstRead, kSecondRead
  kLook,       // `key` was turned into a number: what follows may depend on it
  kShuffle,    // `key` came from the lane whose thread is `key_b`
  kBarrier,    // flags: Barrier
  kThreadEnd,  // the thread returned
  kValues      // of variables, at the kCompare before it
};

enum class Comparison : std::uint8_t {
  kLess = 0,
  kGreater,
  kLessEqual,
  kGreaterEqual,
  kMin,
  kMax,
  kEqual
};
/// Of a kCompare: its operand was read from memory for it, and no kRead tells of that.
constexpr std::uint8_t kFirstRead = 0x10;
constexpr std::uint8_t kSecondRead = 0x20;
/// The first word of what a program is given.
constexpr std::uint32_t kInHostMemory = 1;
constexpr std::uint32_t kWithoutValues = 2;  // no kValues
enum class Barrier : std::uint8_t { kBlock = 0, kWarp, kGrid };
/// What an allocation is: the keys themselves, the scratch keys, or what the file asked for.
enum class Array : std::uint8_t { kKeys = 0, kSpare, kOwn };
/// What was put in (LogEntry::key_b of kRun).
enum class RunKind : std::uint32_t {
  kAsked = 0,  // the keys that were asked for
  kShuffled,   // different keys, another order
  kSorted,
  kReversed,
  kZeroOne,
  kEqual,    // few different keys
  kHighest,  // the largest value is among them
};
enum class Fault : std::uint8_t {
  kLaunchRefused = 1,  // key: cudaError; place: threads a block; place_b: shared bytes
  kDeadlock,           // thread, block, line: who waits where
  kCrash,              // key: signal; place: code address
  kTimeout,            // place: code address
  kHostTouchesDevice,
  kDeviceTouchesHost,
  kLogFull,
  kApiError,  // key: cudaError of a call that failed
  kFrame,     // place: a return address of the stack, innermost first, after kCrash or kTimeout
};

/// What the file's own type of keys makes of a number. Keys themselves are whole, from 0 on.
enum class KeyNumbers : std::uint8_t {
  kUnsigned = 0,
  kSigned,
  kFloat,
  kUnsigned64,
  kSigned64,
  kDouble
};
constexpr std::uint64_t kLargeFloats = 0x80000000ULL;    // values of floats from 2^31 on, in order
constexpr std::uint32_t kFirstLargeFloat = 0x4f000000u;  // the bits of 2^31
/// The value of the float with these bits, in the order of floats: negative ones are 0.
constexpr std::uint64_t value_of_float(std::uint32_t bits) {
  if ((bits & 0x7fffffffu) > 0x7f800000u) return kNotANumber;
  if (bits >> 31 != 0 || bits < 0x3f800000u) return 0;
  if (bits == 0x7f800000u) return kHighestValue;
  if (bits >= kFirstLargeFloat) return kLargeFloats + (bits - kFirstLargeFloat);
  const std::uint32_t exponent = (bits >> 23) - 127;
  const std::uint64_t mantissa = (bits & 0x7fffffu) | 0x800000u;
  return exponent >= 23 ? mantissa << (exponent - 23) : mantissa >> (23 - exponent);
}
/// The value of a word that bytes were put into, as by cudaMemset().
constexpr std::uint64_t value_of_word(std::uint32_t word, KeyNumbers type) {
  switch (type) {
    case KeyNumbers::kUnsigned:
    case KeyNumbers::kUnsigned64:
      return word == 0xffffffffu ? kHighestValue : word;
    case KeyNumbers::kSigned:
    case KeyNumbers::kSigned64:
      return word >> 31 != 0 ? 0 : word;
    case KeyNumbers::kFloat:
      return value_of_float(word);
    case KeyNumbers::kDouble:
      if ((word & 0x7fffffffu) > 0x7ff00000u) return kNotANumber;
      return word >> 31 != 0 ? 0 : word;
  }
  return word;
}
/// The value of a number of the code beside keys. `assigned`: turned to their type, as where it is
/// made a key; else compared with one.
template <KeyNumbers kType, typename N>
constexpr std::uint64_t value_of_number(N number, bool assigned) {
  if constexpr (kType == KeyNumbers::kFloat) {
    return value_of_float(__builtin_bit_cast(std::uint32_t, static_cast<float>(number)));
  } else {
    if constexpr (std::is_integral_v<N>) {
      if (kType == KeyNumbers::kUnsigned && (assigned || sizeof(N) <= 4)) {
        return static_cast<std::uint32_t>(number);
      }
      if (kType == KeyNumbers::kSigned && assigned) {
        const auto turned = static_cast<int>(number);
        return turned < 0 ? 0 : static_cast<std::uint64_t>(turned);
      }
    } else if (!(number < 0) && !(number >= 0)) {
      return kNotANumber;
    }
    if (number < 0) return 0;
    constexpr double kMost = 9.2e18;
    return static_cast<double>(number) > kMost ? kHighestValue : static_cast<std::uint64_t>(number);
  }
}
/// The largest value that a key of the type may have, of those that fit 32 bits.
constexpr std::uint32_t largest_value(KeyNumbers type) {
  return type == KeyNumbers::kSigned  ? 0x7fffffffu
         : type == KeyNumbers::kFloat ? static_cast<std::uint32_t>(value_of_float(0x7f7fffffu))
                                      : 0xffffffffu;
}
/// -1, 0, 1, or 2 where one of them is not a number.
constexpr int order_of_values(std::uint64_t a, std::uint64_t b) {
  if (a == kNotANumber || b == kNotANumber) return 2;
  return a < b ? -1 : a > b ? 1 : 0;
}

/// An entry as it is made and read; in the log it is packed.
struct LogEntry {
  Kind kind;
  Space space;    // of place
  Space space_b;  // of place_b
  std::uint8_t flags;
  std::uint32_t line;    // of the person's file, from 1; 0: not known
  std::uint32_t block;   // x + grid.x * (y + grid.y * z)
  std::uint16_t thread;  // the same in the block
  std::uint16_t warp_epoch;
  std::uint32_t epoch;
  std::uint32_t grid_epoch;
  std::uint32_t key;
  std::uint32_t key_b;
  std::uint64_t place;
  std::uint64_t place_b;
};

/// The first bytes of a log; 88 bytes.
struct LogHead {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t done;       // 1: all runs ended
  std::uint64_t bytes;      // of entries, written
  std::uint64_t room;       // bytes that fit
  std::uint32_t line;       // where the file is now
  std::uint32_t key_bytes;  // of a key in memory
  std::uint32_t runs;       // ended
  std::uint32_t full;       // bytes that were not written any more, as far as they were counted
  std::uint64_t code_base;  // the program's load address: `place` of faults less this
  std::uint64_t stride;     // of the blocks every stride-th is followed; 0, 1: all
  std::uint64_t most;       // entries that who reads has memory for
  std::uint64_t base[2];    // what places are counted from; of shared memory the second
};
static_assert(sizeof(LogHead) == 88, "both runtimes and the reader agree on it");

}  // namespace sortscope_log
