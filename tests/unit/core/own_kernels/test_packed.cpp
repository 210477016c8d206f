// test_packed.cpp: what is packed is what is read again, in few bytes, and no bytes do harm.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>

#include "core/own_kernels/log/runs.h"

namespace sortscope {
namespace {

using namespace sortscope_log;

constexpr Bases kBases{{0x7f0000010000, 0x4c0000}};

bool same(const LogEntry& x, const LogEntry& y) {
  return x.kind == y.kind && x.space == y.space && x.space_b == y.space_b && x.flags == y.flags &&
         x.line == y.line && x.block == y.block && x.thread == y.thread &&
         x.warp_epoch == y.warp_epoch && x.epoch == y.epoch && x.grid_epoch == y.grid_epoch &&
         x.key == y.key && x.key_b == y.key_b && x.place == y.place && x.place_b == y.place_b;
}

std::vector<LogEntry> unpacked(std::span<const std::byte> bytes) {
  std::vector<LogEntry> entries;
  LogStretch{bytes, kBases}.for_each([&](const LogEntry& e) { entries.push_back(e); });
  return entries;
}

// Numbers of all lengths, and the special ones.
struct Numbers {
  std::mt19937_64 random{7};
  std::uint64_t below(std::uint64_t end) { return random() % end; }
  std::uint64_t any(unsigned bits) {
    const std::uint64_t length = below(bits + 1);
    return length == 0 ? 0 : random() >> (64 - length);
  }
  std::uint32_t key() {
    const std::uint32_t special[] = {kNoKey, kMadeKeys, kMadeNumbers + 3, 0};
    const std::uint64_t which = below(8);
    return which < 4 ? special[which] : static_cast<std::uint32_t>(below(4096));
  }
  void place(Space& space, std::uint64_t& at) {
    space = static_cast<Space>(below(5));
    at = kBases.of[space == Space::kShared ? 1 : 0] + 4 * below(64);
    if (below(8) == 0) at = any(64);
    if (space == Space::kNone) at = kNoPlace;
  }
};

// An entry as a writer makes it: what its kind does not tell is nowhere, and 0.
LogEntry any_entry(Numbers& n) {
  LogEntry e{};
  constexpr Kind kKinds[] = {Kind::kRead,        Kind::kWrite,   Kind::kAtomic,    Kind::kCompare,
                             Kind::kLook,        Kind::kShuffle, Kind::kBarrier,   Kind::kValues,
                             Kind::kSharedArray, Kind::kFault,   Kind::kThreadEnd, Kind::kNumber};
  e.kind = kKinds[n.below(std::size(kKinds))];
  e.line = n.below(4) == 0 ? static_cast<std::uint32_t>(n.any(32)) : 7;
  const bool host = n.below(16) == 0;
  e.block = host ? 0 : static_cast<std::uint32_t>(n.any(n.below(9) == 0 ? 32 : 2));
  e.thread = host ? kHostThread : static_cast<std::uint16_t>(n.below(n.below(9) == 0 ? 1024 : 4));
  e.epoch = static_cast<std::uint32_t>(n.below(3));
  e.grid_epoch = static_cast<std::uint32_t>(n.below(8) / 7);
  e.warp_epoch = static_cast<std::uint16_t>(n.below(8) / 6);
  if (!is_packed_tightly(e.kind)) {
    e.flags = static_cast<std::uint8_t>(n.any(8));
    e.place = n.any(64);
    e.key = n.key();
    return e;
  }
  e.place = e.place_b = kNoPlace;
  if (e.kind == Kind::kValues) {
    const std::uint64_t count = n.below(7);
    e.line = 0;
    e.place = e.place_b = 0;
    for (unsigned i = 0; i < std::min<std::uint64_t>(count, 4); ++i) e.line |= (i + 1) << (8 * i);
    if (count > 4) e.space = static_cast<Space>(200);
    if (count > 5) e.space_b = static_cast<Space>(255);
    if (count > 0) e.key = static_cast<std::uint32_t>(n.any(32));
    if (count > 1) e.key_b = ~std::uint32_t{0};
    if (count > 2) e.place = static_cast<std::uint32_t>(n.any(32));
    if (count > 3) e.place |= n.any(32) << 32;
    if (count > 4) e.place_b = static_cast<std::uint32_t>(n.any(32));
    if (count > 5) e.place_b |= n.any(32) << 32;
    return e;
  }
  e.flags = static_cast<std::uint8_t>(n.below(64));
  if (has_operands(e.kind)) e.key = n.key();
  if (has_places(e.kind)) n.place(e.space, e.place);
  if (has_places(e.kind) && e.kind != Kind::kRead) {
    e.key_b = n.key();
    n.place(e.space_b, e.place_b);
  }
  if (e.kind == Kind::kShuffle) e.key_b = static_cast<std::uint32_t>(n.below(1024));
  return e;
}

TEST(OwnKernelPacked, WhatIsPackedIsReadAgain) {
  Numbers n;
  for (int round = 0; round < 40; ++round) {
    std::vector<LogEntry> entries;
    for (int i = 0; i < 500; ++i) entries.push_back(any_entry(n));
    Packer packer(kBases);
    for (const LogEntry& e : entries) packer.add(e);
    const std::vector<LogEntry> again = unpacked(packer.take());
    ASSERT_EQ(again.size(), entries.size()) << round;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      ASSERT_TRUE(same(entries[i], again[i]))
          << "round " << round << ", entry " << i << " of kind " << int(entries[i].kind);
    }
  }
}

// As a GPU writes: each thread by itself, who it is in every entry, and gaps where one never wrote.
TEST(OwnKernelPacked, ThreadsMayWriteByTurns) {
  Numbers n;
  std::vector<LogEntry> entries;
  std::vector<std::byte> bytes;
  std::map<std::uint64_t, Before> before;
  for (int i = 0; i < 5000; ++i) {
    LogEntry e = any_entry(n);
    entries.push_back(e);
    std::uint8_t packed[kMostPacked];
    Before& b = before[std::uint64_t{e.block} << 16 | e.thread];
    const unsigned count = pack(e, &b, nullptr, kBases, packed);
    ASSERT_LE(count, kMostPacked);
    const auto* first = reinterpret_cast<const std::byte*>(packed);
    bytes.insert(bytes.end(), first, first + count);
    bytes.insert(bytes.end(), n.below(3), std::byte{0});
  }
  const std::vector<LogEntry> again = unpacked(bytes);
  ASSERT_EQ(again.size(), entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    ASSERT_TRUE(same(entries[i], again[i])) << i << " of kind " << int(entries[i].kind);
  }
}

// No field may need more than the writers keep for an entry.
TEST(OwnKernelPacked, TheLongestEntryHasRoom) {
  LogEntry e{};
  std::memset(&e, 0xff, sizeof e);
  e.thread = 1023;
  e.flags = kMostFlags;
  for (unsigned kind = 1; kind <= static_cast<unsigned>(Kind::kValues); ++kind) {
    e.kind = static_cast<Kind>(kind);
    e.space = Space::kGlobal;
    e.space_b = Space::kShared;
    e.place = 0x8000000000000001;
    e.place_b = 0x7fffffffffffffff;
    e.key = e.key_b = 0xfffffffe;
    std::uint8_t packed[2 * kMostPacked];
    Before before{};
    EXPECT_LE(pack(e, &before, nullptr, kBases, packed), kMostPacked) << kind;
    EXPECT_LE(pack(e, nullptr, nullptr, kBases, packed), kMostPacked) << kind;
  }
}

// An exchange by a thread among many of many blocks, of 4,096 keys, nothing of it known before.
TEST(OwnKernelPacked, ComparisonsAndAccessesHaveFewBytes) {
  for (const bool by_turns : {false, true}) {
    std::size_t all = 0;
    std::size_t entries = 0;
    std::vector<Before> before(2048);
    LastWho last{};
    for (std::uint32_t t = 0; t < 2048; ++t) {
      const std::uint32_t i = 2 * t - (t & 511);
      const std::uint32_t j = i + 512;
      LogEntry compare{};
      compare.kind = Kind::kCompare;
      compare.line = 12;
      compare.block = t / 256;
      compare.thread = static_cast<std::uint16_t>(t % 256);
      compare.flags = kFirstRead | kSecondRead;
      compare.space = compare.space_b = Space::kGlobal;
      compare.place = kBases.of[0] + 4 * std::uint64_t{i};
      compare.place_b = kBases.of[0] + 4 * std::uint64_t{j};
      compare.key = i * 37 % 4096;
      compare.key_b = j * 37 % 4096;
      LogEntry write = compare;
      write.kind = Kind::kWrite;
      write.line = 14;
      write.flags = 0;
      std::swap(write.key, write.key_b);
      std::swap(write.space, write.space_b);
      write.place = compare.place;
      write.place_b = compare.place_b;
      for (const LogEntry& e : {compare, write}) {
        std::uint8_t packed[kMostPacked];
        const unsigned bytes = pack(e, &before[t], by_turns ? nullptr : &last, kBases, packed);
        EXPECT_LE(bytes, 15U) << t;
        all += bytes;
        ++entries;
      }
    }
    EXPECT_LE(all, entries * (by_turns ? 12 : 9));
  }
}

// A person's program may have written anything.
TEST(OwnKernelPacked, AnyBytesEnd) {
  Numbers n;
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::byte> bytes(n.below(200));
    for (std::byte& b : bytes) b = static_cast<std::byte>(n.below(n.below(2) == 0 ? 256 : 40));
    Unpacker from(bytes, kBases);
    LogEntry e;
    std::size_t before = 0;
    while (from.next(e)) {
      ASSERT_GT(from.at(), before);
      ASSERT_LE(from.at(), bytes.size());
      before = from.at();
    }
    EXPECT_FALSE(from.next(e));
  }
}

// What ends within an entry ends before it.
TEST(OwnKernelPacked, ACutEntryIsNone) {
  Numbers n;
  for (int round = 0; round < 400; ++round) {
    Packer packer(kBases);
    packer.add(any_entry(n));
    const std::vector<std::byte> bytes = packer.take();
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
      EXPECT_TRUE(unpacked(std::span(bytes).first(cut)).empty());
    }
  }
}

TEST(OwnKernelPacked, ANameHasItsText) {
  Packer packer(kBases);
  LogEntry name{};
  name.kind = Kind::kName;
  name.key = 4;
  packer.add_name(name, "bitonic");
  const std::vector<std::byte> bytes = packer.take();
  Unpacker from(bytes, kBases);
  LogEntry e;
  ASSERT_TRUE(from.next(e));
  EXPECT_EQ(from.text(), "bitonic");
  EXPECT_FALSE(from.next(e));
  EXPECT_TRUE(unpacked(std::span(bytes).first(bytes.size() - 1)).empty());
}

}  // namespace
}  // namespace sortscope
