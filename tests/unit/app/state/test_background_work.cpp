// test_background_work.cpp: work on a thread of its own that runs out of memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#ifdef __linux__
#include <sys/resource.h>
#endif

#include <new>
#include <stdexcept>

#include "app/state/app.h"
#include "core/base/machine.h"
#include "core/base/number_text.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

using testing::HasSubstr;

class BackgroundWorkTest : public ::testing::Test {
 protected:
  // What is said after `job`.
  Error after(const std::function<std::function<void(App&)>(Progress&)>& job) {
    App app(surface_);
    EXPECT_TRUE(app.background.start("Reading keys.txt", job).ok());
    app.background.wait(app);
    EXPECT_EQ(app.background.work, nullptr);
    return app.notices.failure.value_or(Error{ErrorCode::kCancelled, "", ""});
  }

 private:
  QuietSurface surface_{true};
};

TEST_F(BackgroundWorkTest, ThatLacksMemoryIsAFailureWithTheBytesThatAreFree) {
  const Error error = after([](Progress&) -> std::function<void(App&)> { throw std::bad_alloc(); });
  EXPECT_EQ(error.code, ErrorCode::kOutOfMemory);
  EXPECT_THAT(error.message, HasSubstr("'Reading keys.txt'"));
  EXPECT_THAT(error.message, HasSubstr(bytes_text(free_memory_bytes())));
}

TEST_F(BackgroundWorkTest, ThatAsksForMoreThanThereCanBeTooAndTheNextRuns) {
  const Error error = after([](Progress&) -> std::function<void(App&)> {
    throw std::length_error("vector::_M_default_append");
  });
  EXPECT_EQ(error.code, ErrorCode::kOutOfMemory);
  bool ran = false;
  after([&](Progress&) { return [&](App&) { ran = true; }; });
  EXPECT_TRUE(ran);
}

#ifdef __linux__
// Frames do not wait for what nobody asked for: that thread is less urgent, the window's stays.
TEST(FurtherWork, GivesWayToTheWindow) {
  QuietSurface surface(true);
  App app(surface);
  const auto niceness = [] { return ::getpriority(PRIO_PROCESS, 0); };
  const int before = niceness();
  int found = before;
  app.background.look_on([&](Progress&) -> std::function<void(App&)> {
    found = niceness();
    return {};
  });
  app.background.wait(app);
  EXPECT_TRUE(found > before || before >= 5) << found;
  EXPECT_EQ(niceness(), before);
}
#endif

}  // namespace
}  // namespace sortscope
