// test_lack.cpp: what a pane offers that has nothing to show.
#include <gtest/gtest.h>

#include "app/state/command_arguments.h"
#include "app/state/parts/remembered.h"
#include "app/views/lack.h"
#include "core/views/lack.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

// After a restart the kernel's network is back, its findings are not: its file is one button away.
TEST(PaneLack, TheKernelOfTheWindowBeforeIsOfferedByItsName) {
  const auto recording = small_recording();
  const Lack none = *lack_of("findings", *recording, {});
  Remembered remembered;
  EXPECT_EQ(with_known_file(none, remembered).command, none.command);
  remembered.add_file("/home/a student/my sort.cu", {});
  remembered.add_file("/home/numbers.txt", {});
  const Lack known = with_known_file(none, remembered);
  EXPECT_EQ(known.button, "Run my sort.cu again");
  EXPECT_EQ(known.why.find("No CUDA file"), std::string::npos);
  const auto words = split_command_line(known.command);
  ASSERT_TRUE(words.ok());
  EXPECT_EQ(*words, (std::vector<std::string>{"kernel-open", "/home/a student/my sort.cu"}));
  // Another view's button is its own.
  const Lack trees = *lack_of("tree", *recording, {});
  EXPECT_EQ(with_known_file(trees, remembered).command, trees.command);
}

}  // namespace
}  // namespace sortscope
