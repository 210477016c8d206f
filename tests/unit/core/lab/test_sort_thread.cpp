// test_sort_thread.cpp: sorts that nobody can stop are left behind, with all that they use.
#include "core/lab/sort_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/lab/lab.h"

namespace sortscope {
namespace {

void wait_for_those_left() {
  while (sorts_left_behind() > 0) std::this_thread::yield();
}

TEST(SortThread, RunsWorkToItsEndAndHandsOnWhatItThrows) {
  SortThread thread;
  Progress progress;
  int sum = 0;
  for (int i = 1; i <= 100; ++i) {
    EXPECT_TRUE(thread.run([&sum, i] { sum += i; }, progress));
  }
  EXPECT_EQ(sum, 5050);
  EXPECT_THROW((void)thread.run([] { throw std::runtime_error("planted"); }, progress),
               std::runtime_error);
  EXPECT_TRUE(thread.run([&sum] { sum = 0; }, progress));
  EXPECT_EQ(sum, 0);
  EXPECT_EQ(sorts_left_behind(), 0U);
}

TEST(SortThread, LeavesWorkBehindThatKeepsWhatItUses) {
  Progress progress;
  std::promise<void> begun;
  std::promise<void> may_end;
  auto owned = std::make_shared<std::vector<int>>(1000, 7);
  const std::weak_ptr<std::vector<int>> seen = owned;
  std::atomic<int> result = 0;
  {
    SortThread thread;
    std::thread person([&] {
      begun.get_future().wait();
      progress.cancel = true;
    });
    const bool done = thread.run(
        [&begun, &result, keys = std::move(owned), end = may_end.get_future().share()] {
          begun.set_value();
          end.wait();
          result = (*keys)[999];
        },
        progress);
    person.join();
    // It has not ended: it waits for what comes below.
    EXPECT_FALSE(done);
    EXPECT_EQ(sorts_left_behind(), 1U);
    // Others do not wait for it.
    progress.cancel = false;
    int sum = 0;
    EXPECT_TRUE(thread.run([&sum] { sum = 1; }, progress));
    EXPECT_EQ(sum, 1);
  }
  EXPECT_FALSE(seen.expired());
  may_end.set_value();
  wait_for_those_left();
  EXPECT_EQ(result, 7);
  EXPECT_TRUE(seen.expired());
}

LabRequest request_for(std::string sorter, std::uint32_t n) {
  LabRequest request;
  request.sorters = {std::move(sorter)};
  request.sizes = {n};
  request.repetitions = 3;
  return request;
}

// Cancelled when the first sample begins. The last result.
std::shared_ptr<const LabResult> stopped_at_its_first_sample(const LabRequest& request) {
  LabControl control;
  const auto lab = make_cpu_lab(&control.progress);
  control.before_sample = [&](const LabCase&, double) { control.progress.cancel = true; };
  std::shared_ptr<const LabResult> result;
  LabBackend* const all[] = {lab.get()};
  const Status status =
      run_lab(all, request, nullptr, control,
              [&](std::shared_ptr<const LabResult> grown) { result = std::move(grown); });
  EXPECT_TRUE(!status && status.error().code == ErrorCode::kCancelled);
  return result;
}

TEST(SortsOfLibraries, AreLeftBehindWhereTheMeasurementIsStopped) {
  const auto result = stopped_at_its_first_sample(request_for("std-sort", 1U << 24));
  // 16 million keys are not sorted in the 50 ms after which a cancel is seen at the latest.
  EXPECT_EQ(sorts_left_behind(), 1U);
  ASSERT_NE(result, nullptr);
  EXPECT_FALSE(result->complete);
  EXPECT_TRUE(result->cells.at(0).samples.empty());
  // What is measured next waits for it: their times would be each other's.
  LabControl control;
  const auto lab = make_cpu_lab(&control.progress);
  control.before_sample = [&](const LabCase&, double) { EXPECT_EQ(sorts_left_behind(), 0U); };
  std::shared_ptr<const LabResult> next;
  LabBackend* const all[] = {lab.get()};
  const Status status =
      run_lab(all, request_for("std-sort", 1U << 18), nullptr, control,
              [&](std::shared_ptr<const LabResult> grown) { next = std::move(grown); });
  EXPECT_TRUE(status);
  EXPECT_TRUE(next->complete);
  EXPECT_EQ(next->cells.at(0).state, LabState::kMeasured);
  EXPECT_GE(next->cells.at(0).samples.size(), 3U);
}

TEST(SortsOfLibraries, EndWithTheMeasurementWhicheverRuns) {
  for (const LabSorter& sorter : lab_sorters()) {
    if (sorter.place != LabPlace::kCpu || !sorter.peer) continue;
    const auto result = stopped_at_its_first_sample(request_for(std::string(sorter.id), 1U << 20));
    ASSERT_NE(result, nullptr) << sorter.id;
    EXPECT_FALSE(result->complete) << sorter.id;
    EXPECT_NE(result->cells.at(0).state, LabState::kFailed) << sorter.id;
    wait_for_those_left();
  }
}

}  // namespace
}  // namespace sortscope
