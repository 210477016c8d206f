// test_kernel_desk.cpp: a person's code runs after their word only, once for each file.
#include "app/state/parts/kernel_desk.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace sortscope {
namespace {

namespace fs = std::filesystem;

TEST(KernelDesk, AFileWaitsForThePersonsWordOnce) {
  KernelDesk desk;
  EXPECT_FALSE(desk.ask({"/a/one.cu", 8}));
  ASSERT_TRUE(desk.waiting());
  EXPECT_EQ(desk.waiting()->path, "/a/one.cu");
  EXPECT_TRUE(desk.file().path.empty());
  desk.allow();
  EXPECT_FALSE(desk.waiting());
  EXPECT_EQ(desk.file().path, "/a/one.cu");
  EXPECT_EQ(desk.file().n, 8U);
  EXPECT_TRUE(desk.ask({"/a/one.cu", {}}));
}

TEST(KernelDesk, AnotherFileIsAskedForAnew) {
  KernelDesk desk;
  desk.ask({"/a/one.cu", {}});
  desk.allow();
  EXPECT_FALSE(desk.ask({"/a/other.cu", {}}));
  // The one that may run stays until the other may.
  EXPECT_EQ(desk.file().path, "/a/one.cu");
  desk.refuse();
  EXPECT_FALSE(desk.waiting());
  EXPECT_FALSE(desk.allowed("/a/other.cu"));
  // A word that nothing waits for allows nothing.
  desk.allow();
  EXPECT_FALSE(desk.allowed("/a/other.cu"));
}

TEST(KernelDesk, KeysStayWhileTheFileDoes) {
  KernelDesk desk;
  desk.ask({"/a/one.cu", {}});
  desk.allow();
  desk.request = RunRequest();
  EXPECT_TRUE(desk.ask({"/a/one.cu", {}}));
  EXPECT_TRUE(desk.request.has_value());
  EXPECT_TRUE(desk.ask({"/a/one.cu", 32}));
  EXPECT_FALSE(desk.request.has_value());
}

TEST(KernelDesk, SavingIsSeenOnceAndOnlySoOften) {
  std::string folder = testing::TempDir() + "desk-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const fs::path path = fs::path(folder) / "my sort \"2\".cu";
  std::ofstream(path) << "one";
  KernelDesk desk;
  EXPECT_FALSE(desk.saved_again(1));
  desk.ask({path.string(), {}});
  EXPECT_FALSE(desk.saved_again(2));
  desk.allow();
  desk.note_run();
  EXPECT_FALSE(desk.saved_again(3));
  std::ofstream(path) << "longer";
  // A look a moment later is not taken.
  EXPECT_FALSE(desk.saved_again(3.05));
  EXPECT_TRUE(desk.saved_again(4));
  EXPECT_FALSE(desk.saved_again(5));
  // An editor takes the file away for a moment.
  fs::remove(path);
  EXPECT_FALSE(desk.saved_again(6));
  std::ofstream(path) << "again and longer";
  EXPECT_TRUE(desk.saved_again(7));
  fs::remove_all(folder);
}

TEST(KernelDesk, AVersionIsComparedWithTheOneThatWasTimedElseTheLast) {
  KernelDesk desk;
  EXPECT_EQ(desk.before("a"), nullptr);
  desk.note_version("a");
  desk.note_version("a");
  EXPECT_EQ(desk.versions().size(), 1U);
  EXPECT_EQ(desk.before("a"), nullptr);
  desk.note_version("b");
  ASSERT_NE(desk.before("c"), nullptr);
  EXPECT_EQ(desk.before("c")->text, "b");
  EXPECT_EQ(desk.before("b")->text, "a");
  desk.note_timed("b");
  desk.note_version("c");
  EXPECT_EQ(desk.before("d")->text, "b");
  desk.note_timed("d");
  EXPECT_EQ(desk.before("e")->text, "d");
}

TEST(KernelDesk, FewVersionsAreKeptAndTheTimedOneAmongThem) {
  KernelDesk desk;
  desk.note_timed("timed");
  for (int i = 0; i < 100; ++i) desk.note_version("text " + std::to_string(i));
  EXPECT_EQ(desk.versions().size(), kMostKernelVersions);
  EXPECT_EQ(desk.before("text 99")->text, "timed");
  EXPECT_EQ(desk.versions().back().text, "text 99");
}

TEST(KernelDesk, AnotherFileHasItsOwnVersions) {
  KernelDesk desk;
  desk.ask({"/tmp/one.cu", {}});
  desk.allow();
  desk.note_version("one");
  desk.ask({"/tmp/two.cu", {}});
  desk.allow();
  EXPECT_TRUE(desk.versions().empty());
}

}  // namespace
}  // namespace sortscope
