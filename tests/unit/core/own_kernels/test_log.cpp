// test_log.cpp: from entries of a log, made by hand, to comparators and mistakes.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/progress.h"
#include "core/own_kernels/accesses.h"
#include "core/own_kernels/log/trace.h"
#include "core/own_kernels/network.h"
#include "core/own_kernels/report.h"

namespace sortscope {
namespace {

using namespace sortscope_log;

constexpr std::uint64_t kKeys = 0x10000;  // beyond what counts as null

// One run of one launch of a block.
struct Log {
  explicit Log(std::vector<std::uint32_t> keys, std::uint32_t threads = 2) {
    run.n = static_cast<std::uint32_t>(keys.size());
    run.keys = std::move(keys);
    run.arrays.push_back({Space::kGlobal, Array::kKeys, kKeys, 4 * std::uint64_t{run.n}});
    LogEntry e{};
    e.kind = Kind::kAllocate;
    e.space = Space::kGlobal;
    e.place = kKeys;
    e.place_b = 4 * std::uint64_t{run.n};
    entries.push_back(e);
    LogLaunch launch;
    launch.line = 30;
    launch.block = {threads, 1, 1};
    run.launches.push_back(launch);
    run.returned = true;
  }
  LogEntry& add(Kind kind, std::uint16_t thread, std::uint32_t line) {
    LogEntry e{};
    e.kind = kind;
    e.space = Space::kGlobal;
    e.space_b = Space::kGlobal;
    e.thread = thread;
    e.line = line;
    e.epoch = epoch;
    entries.push_back(e);
    return entries.back();
  }
  void read(std::uint16_t thread, std::uint32_t index, std::uint32_t key, std::uint32_t line = 5) {
    LogEntry& e = add(Kind::kRead, thread, line);
    e.place = kKeys + 4 * std::uint64_t{index};
    e.key = key;
  }
  void write(std::uint16_t thread, std::uint32_t index, std::uint32_t key, std::uint32_t home,
             std::uint32_t line = 6) {
    LogEntry& e = add(Kind::kWrite, thread, line);
    e.place = kKeys + 4 * std::uint64_t{index};
    e.key = key;
    e.place_b = kKeys + 4 * std::uint64_t{home};
  }
  void compare(std::uint16_t thread, std::uint32_t a, std::uint32_t key_a, std::uint32_t b,
               std::uint32_t key_b, Comparison what = Comparison::kGreater) {
    LogEntry& e = add(Kind::kCompare, thread, 5);
    e.flags = static_cast<std::uint8_t>(what);
    e.key = key_a;
    e.key_b = key_b;
    e.place = kKeys + 4 * std::uint64_t{a};
    e.place_b = kKeys + 4 * std::uint64_t{b};
  }
  void barrier(std::uint16_t thread, std::uint32_t line) { add(Kind::kBarrier, thread, line); }
  const LogRun& done(std::vector<std::uint32_t> output = {}) {
    run.output = output.empty() ? std::vector<std::uint32_t>(run.n, 0) : std::move(output);
    Packer packer(run.entries.bases);
    for (const LogEntry& e : entries) {
      packer.add(e);
      if (&e == &entries.front()) run.launches.back().first = packer.size();
    }
    run.launches.back().last = packer.size();
    bytes = packer.take();
    run.entries.bytes = bytes;
    return run;
  }
  std::uint32_t epoch = 0;
  LogRun run;
  std::vector<LogEntry> entries;
  std::vector<std::byte> bytes;
};

std::vector<FindingKind> kinds(const LogRun& run) {
  std::vector<FindingKind> all;
  for (const Finding& f : find_mistakes(run)) all.push_back(f.kind);
  return all;
}

TEST(OwnKernelTrace, AnExchangeIsOneComparator) {
  Log log({7, 3});
  log.compare(0, 0, 0, 1, 1);
  log.write(0, 0, 1, 1);
  log.write(0, 1, 0, 0);
  const TracedRun traced = trace_run(log.done({1, 0}));
  ASSERT_EQ(traced.comparators.size(), 1U);
  EXPECT_TRUE(traced.comparators[0].exchanged());
  EXPECT_EQ(traced.depth, 1U);
}

// An array of the file's own beside the keys.
constexpr std::uint64_t kOwn = 0x9000;
void add_own_array(Log& log) {
  log.run.arrays.push_back({Space::kGlobal, Array::kOwn, kOwn, 4 * std::uint64_t{8}});
}

// cudaMemset(): nobody wrote these keys one by one, and each is read where it lies.
TEST(OwnKernelTrace, KeysThatAByteMadeStandWhereTheyLie) {
  Log log({7, 3});
  add_own_array(log);
  LogEntry& read = log.add(Kind::kRead, 0, 5);
  read.place = kOwn + 4 * 3;
  read.key = kMadeKeys;
  LogEntry& e = log.add(Kind::kCompare, 0, 5);
  e.key = 0;
  e.place = kKeys;
  e.key_b = kMadeKeys;
  e.place_b = kOwn + 4 * 3;
  const TracedRun traced = trace_run(log.done({0, 1}));
  EXPECT_EQ(traced.unfollowed, 0U);
  ASSERT_EQ(traced.comparators.size(), 1U);
  EXPECT_EQ(traced.comparators[0].a, 0U);
  EXPECT_EQ(traced.comparators[0].b, 3U);
}

// It is told that it cannot be followed, and nothing worse happens.
TEST(OwnKernelTrace, AKeyOfAnUnknownPlaceMayBeWrittenAnywhere) {
  for (const bool other_side : {false, true}) {
    Log log({7, 3});
    add_own_array(log);
    LogEntry& e = log.add(Kind::kCompare, 0, 5);
    (other_side ? e.key_b : e.key) = 0;
    (other_side ? e.place_b : e.place) = kKeys;
    (other_side ? e.key : e.key_b) = kMadeKeys;
    (other_side ? e.place : e.place_b) = kOwn + 4 * 6;
    LogEntry& write = log.add(Kind::kWrite, 0, 6);
    write.key = 0;
    write.place = kOwn + 4 * 5;
    write.place_b = kKeys;
    const TracedRun traced = trace_run(log.done({0, 1}));
    EXPECT_EQ(traced.unfollowed, 1U);
    EXPECT_EQ(traced.wires, 2U);
  }
}

TEST(OwnKernelTrace, MinAndMaxOfTwoKeysAreOneComparator) {
  Log log({7, 3});
  log.compare(0, 0, 0, 1, 1, Comparison::kMin);
  log.compare(0, 0, 0, 1, 1, Comparison::kMax);
  log.write(0, 0, 1, 0);
  log.write(0, 1, 0, 1);
  EXPECT_EQ(trace_run(log.done({1, 0})).comparators.size(), 1U);
}

TEST(OwnKernelTrace, BothThreadsOfAPairAreOneComparator) {
  Log log({7, 3});
  log.compare(0, 0, 0, 1, 1);
  log.compare(1, 1, 1, 0, 0);
  log.write(0, 0, 1, 0);
  log.write(1, 1, 0, 1);
  EXPECT_EQ(trace_run(log.done({1, 0})).comparators.size(), 1U);
}

TEST(OwnKernelTrace, TheSameComparatorsAreANetwork) {
  Log first({7, 3});
  first.compare(0, 0, 0, 1, 1);
  first.write(0, 0, 1, 1);
  first.write(0, 1, 0, 0);
  Log second({1, 2});
  second.compare(0, 0, 0, 1, 1);
  const std::vector<const LogRun*> runs{&first.done({1, 0}), &second.done({0, 1})};
  const std::vector<TracedRun> traces{trace_run(*runs[0]), trace_run(*runs[1])};
  const CommonNetwork common = common_network(runs, traces, "two");
  ASSERT_EQ(common.verdict, KernelVerdict::kNetwork) << common.text;
  EXPECT_EQ(common.network->comparators()[0], (Comparator{0, 1}));
}

TEST(OwnKernelTrace, OtherComparatorsAreAdaptive) {
  Log first({7, 3, 1});
  first.compare(0, 0, 0, 1, 1);
  Log second({1, 2, 3});
  second.compare(0, 1, 1, 2, 2);
  const std::vector<const LogRun*> runs{&first.done({0, 1, 2}), &second.done({0, 1, 2})};
  const std::vector<TracedRun> traces{trace_run(*runs[0]), trace_run(*runs[1])};
  const CommonNetwork common = common_network(runs, traces, "three");
  EXPECT_EQ(common.verdict, KernelVerdict::kAdaptive);
  EXPECT_NE(common.text.find("Line 5 compares places 0 and 1"), std::string::npos) << common.text;
}

TEST(OwnKernelMistakes, TwoThreadsInOneEpochRace) {
  Log log({7, 3});
  log.write(0, 0, 1, 1);
  log.read(1, 0, 1);
  EXPECT_EQ(kinds(log.done()), std::vector{FindingKind::kRace});
  Log apart({7, 3});
  apart.write(0, 0, 1, 1);
  apart.epoch = 1;
  apart.read(1, 0, 1);
  EXPECT_TRUE(kinds(apart.done()).empty());
  Log own({7, 3});
  own.write(0, 0, 1, 1);
  own.read(0, 0, 1);
  EXPECT_TRUE(kinds(own.done()).empty());
}

TEST(OwnKernelMistakes, AWarpIsOrderedBySyncwarpOnly) {
  Log log({7, 3});
  log.write(0, 0, 1, 1);
  log.read(1, 0, 1);
  log.entries.back().warp_epoch = 1;
  EXPECT_TRUE(kinds(log.done()).empty());
  Log warps({7, 3}, 64);
  warps.write(0, 0, 1, 1);
  warps.read(40, 0, 1);
  warps.entries.back().warp_epoch = 1;
  EXPECT_EQ(kinds(warps.done()), std::vector{FindingKind::kRace});
}

TEST(OwnKernelMistakes, BlocksOfALaunchRaceWhateverTheirEpochs) {
  Log log({7, 3});
  log.write(0, 0, 1, 1);
  log.read(0, 0, 1);
  log.entries.back().block = 1;
  log.entries.back().epoch = 3;
  EXPECT_EQ(kinds(log.done()), std::vector{FindingKind::kRace});
  log.entries.back().grid_epoch = 1;
  EXPECT_TRUE(kinds(log.done()).empty());
}

TEST(OwnKernelMistakes, OutsideAndUnwritten) {
  Log log({7, 3});
  log.read(0, 2, kNoKey, 9);
  const auto found = find_mistakes(log.done());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, FindingKind::kOutOfBounds);
  EXPECT_EQ(found[0].line, 9U);
  Log unwritten({7, 3});
  unwritten.read(0, 1, kNoKey);
  EXPECT_EQ(kinds(unwritten.done()), std::vector{FindingKind::kUninitialized});
}

// A place that exists is no wrong index: the host may touch none of device memory.
TEST(OwnKernelMistakes, TheHostMayNotTouchDeviceMemory) {
  for (const bool writes : {false, true}) {
    for (std::uint32_t index = 0; index < 4; ++index) {
      Log log({7, 3});
      if (writes) {
        log.write(kHostThread, index, 7, 0, 9);
      } else {
        log.read(kHostThread, index, kNoKey, 9);
      }
      log.entries.back().flags = 1;  // it was refused
      const auto found = find_mistakes(log.done());
      ASSERT_EQ(found.size(), 1U);
      EXPECT_EQ(found[0].kind, FindingKind::kOutOfBounds);
      const bool exists = index < 2;
      EXPECT_EQ(found[0].text.find("only kernels can") != std::string::npos, exists) << index;
      EXPECT_EQ(found[0].text.find("Check the index") != std::string::npos, !exists) << index;
    }
  }
}

TEST(OwnKernelMistakes, ABarrierIsForAll) {
  Log log({7, 3});
  log.barrier(0, 12);
  const auto found = find_mistakes(log.done());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, FindingKind::kBarrier);
  EXPECT_EQ(found[0].line, 12U);
  EXPECT_EQ(found[0].threads, std::vector<std::uint32_t>{1});
  log.barrier(1, 12);
  EXPECT_TRUE(find_mistakes(log.done()).empty());
  log.entries.back().line = 14;
  ASSERT_EQ(find_mistakes(log.done()).size(), 1U);
  EXPECT_EQ(find_mistakes(log.done())[0].other_line, 14U);
}

TEST(OwnKernelTrace, OfCancelledWorkNoMoreIsRead) {
  Log log({7, 3});
  for (int i = 0; i < 100; ++i) log.compare(0, 0, 0, 1, 1);
  LogRun run = log.done({1, 0});
  Progress progress;
  run.entries.progress = &progress;
  int taken = 0;
  run.entries.for_each([&](const LogEntry&) {
    if (++taken == 10) progress.cancel = true;
  });
  EXPECT_EQ(taken, 10);
  EXPECT_TRUE(trace_run(run).comparators.empty());
  EXPECT_TRUE(find_mistakes(run).empty());
}

TEST(OwnKernelReport, ACancelledRunSaysSo) {
  KernelRequest request;
  request.path = "my.cu";
  request.text = "void sort(Key* keys, unsigned n) {}";
  request.keys = {2, 1};
  Progress progress;
  progress.cancel = true;
  const auto report = run_kernel(request, progress);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, ErrorCode::kCancelled);
}

// Of the other thread nothing was written down any more.
TEST(OwnKernelMistakes, ABarrierAtWhichTheLogEndsIsReached) {
  for (const bool full : {false, true}) {
    Log log({7, 3});
    log.barrier(0, 9);
    if (full) {
      LogEntry& e = log.add(Kind::kFault, kHostThread, 0);
      e.flags = static_cast<std::uint8_t>(Fault::kLogFull);
    }
    EXPECT_EQ(kinds(log.done({0, 1})),
              full ? std::vector<FindingKind>{} : std::vector{FindingKind::kBarrier});
  }
}

}  // namespace
}  // namespace sortscope
