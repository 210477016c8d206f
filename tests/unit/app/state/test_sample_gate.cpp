// test_sample_gate.cpp: frames and samples on two threads.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "app/state/parts/sample_gate.h"

namespace sortscope {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
// Longer than a busy machine keeps a thread from running.
constexpr auto kLong = std::chrono::minutes(10);

TEST(SampleGate, ShortSamplesAreNeverDisturbedByFrames) {
  SampleGate gate;
  std::atomic<bool> sampling{false};
  std::atomic<bool> drawing{false};
  std::atomic<int> overlaps{0};
  std::atomic<int> disturbed{0};
  std::atomic<bool> done{false};
  std::atomic<int> frames{0};
  std::thread worker([&] {
    for (int i = 0; i < 400 || frames < 6; ++i) {
      gate.before_sample();
      sampling = true;
      if (drawing) ++overlaps;
      std::this_thread::sleep_for(100us);
      if (drawing) ++overlaps;
      sampling = false;
      if (gate.after_sample()) ++disturbed;
    }
    done = true;
  });
  while (!done) {
    const bool between = gate.begin_frame(kLong);
    EXPECT_TRUE(between);
    drawing = true;
    if (sampling) ++overlaps;
    std::this_thread::sleep_for(200us);
    if (sampling) ++overlaps;
    drawing = false;
    gate.end_frame();
    ++frames;
    std::this_thread::sleep_for(300us);
  }
  worker.join();
  EXPECT_EQ(overlaps, 0);
  EXPECT_EQ(disturbed, 0);
}

TEST(SampleGate, AFrameDoesNotWaitForALongSampleAndSaysSo) {
  SampleGate gate;
  std::atomic<bool> begun{false};
  std::atomic<bool> finish{false};
  std::atomic<bool> disturbed{false};
  std::thread worker([&] {
    gate.before_sample();
    begun = true;
    while (!finish) std::this_thread::sleep_for(1ms);
    disturbed = gate.after_sample();
  });
  while (!begun) std::this_thread::yield();
  EXPECT_FALSE(gate.try_begin_frame());
  const auto from = Clock::now();
  EXPECT_FALSE(gate.begin_frame(50ms));
  const auto waited = Clock::now() - from;
  EXPECT_GE(waited, 45ms);  // and not until the sample ends: that waits for this thread
  gate.end_frame();
  finish = true;
  worker.join();
  EXPECT_TRUE(disturbed);
}

TEST(SampleGate, ASampleWaitsForTheFrameAndStartsClean) {
  SampleGate gate;
  ASSERT_TRUE(gate.try_begin_frame());
  std::atomic<bool> begun{false};
  std::atomic<bool> disturbed{true};
  std::thread worker([&] {
    gate.before_sample();
    begun = true;
    disturbed = gate.after_sample();
  });
  std::this_thread::sleep_for(30ms);
  EXPECT_FALSE(begun);
  gate.end_frame();
  worker.join();
  EXPECT_TRUE(begun);
  EXPECT_FALSE(disturbed);
}

TEST(SampleGate, AFrameThatWaitsGoesBeforeTheNextSample) {
  constexpr int kFrames = 20;
  SampleGate gate;
  std::atomic<int> begun{0};
  std::thread worker([&] {
    for (int i = 0; i < kFrames; ++i) {
      gate.before_sample();
      ++begun;
      while (!gate.frame_waits()) std::this_thread::yield();
      EXPECT_FALSE(gate.after_sample());
    }
  });
  for (int i = 1; i <= kFrames; ++i) {
    while (begun < i) std::this_thread::yield();
    EXPECT_TRUE(gate.begin_frame(kLong));
    std::this_thread::sleep_for(1ms);
    EXPECT_EQ(begun, i);
    gate.end_frame();
  }
  worker.join();
}

}  // namespace
}  // namespace sortscope
