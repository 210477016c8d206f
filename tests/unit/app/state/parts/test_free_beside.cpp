// What is let go of beside the window goes on another thread, whoever held it last.
#include "app/state/parts/free_beside.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <future>
#include <memory>
#include <thread>

#include "tests/unit/app/no_threads.h"

namespace sortscope {
namespace {

struct Large {
  explicit Large(std::promise<std::thread::id>& gone) : gone_(gone) {}
  ~Large() { gone_.set_value(std::this_thread::get_id()); }
  Large(const Large&) = delete;
  Large& operator=(const Large&) = delete;

 private:
  std::promise<std::thread::id>& gone_;
};

TEST(FreeBeside, GoesOnAnotherThread) {
  std::promise<std::thread::id> one;
  std::promise<std::thread::id> two;
  free_beside(std::make_unique<Large>(one), std::make_shared<Large>(two), std::shared_ptr<Large>());
  const std::thread::id of_one = one.get_future().get();
  EXPECT_NE(of_one, std::this_thread::get_id());
  EXPECT_EQ(two.get_future().get(), of_one);
}

// Where the system gives no thread.
TEST(FreeBesideDeathTest, GoesHereWithoutAThread) {
  EXPECT_EXIT(
      {
        const NoThreads none;
        std::promise<std::thread::id> gone;
        free_beside(std::make_unique<Large>(gone));
        const bool here = gone.get_future().get() == std::this_thread::get_id();
        std::_Exit(here ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

// What somebody else still holds stays.
TEST(FreeBeside, TakesNothingFromOthers) {
  std::promise<std::thread::id> gone;
  auto future = gone.get_future();
  auto kept = std::make_shared<Large>(gone);
  std::promise<std::thread::id> last;
  free_beside(std::shared_ptr<Large>(kept), std::make_unique<Large>(last));
  (void)last.get_future().get();
  EXPECT_EQ(future.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  kept.reset();
  EXPECT_EQ(future.get(), std::this_thread::get_id());
}

}  // namespace
}  // namespace sortscope
