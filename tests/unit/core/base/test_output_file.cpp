// test_output_file.cpp: files appear whole or not at all, with the mode that they had, and harm no
// other program's.
#include "core/base/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class Outputs : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "sortscope-output-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }
  static std::string read(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static unsigned mode(const std::string& path) {
    struct stat info {};
    EXPECT_EQ(::stat(path.c_str(), &info), 0);
    return info.st_mode & 07777;
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
  // A process that has ended.
  static pid_t dead() {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    ::waitpid(child, nullptr, 0);
    return child;
  }

  fs::path folder;
};

TEST_F(Outputs, KeepTheModeOfWhatTheyReplace) {
  for (const unsigned kept : {0600U, 0640U, 0644U, 0755U}) {
    std::ofstream(path("a")) << "old";
    ASSERT_EQ(::chmod(path("a").c_str(), kept), 0);
    ASSERT_TRUE(write_file(path("a"), "new"));
    EXPECT_EQ(read(path("a")), "new");
    EXPECT_EQ(mode(path("a")), kept);
  }
  ASSERT_EQ(::chmod(path("a").c_str(), 0600), 0);
  const auto file = OutputFile::create(path("a"));
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(mode(file->temporary_path()), 0600U);
}

// What another program makes between the look at the name and the end of the work stays.
TEST_F(Outputs, WhatIsMadeMeanwhileIsKept) {
  const OutputName name(path("a.mp4"));
  auto first = OutputFile::create(name);
  ASSERT_TRUE(first.ok());
  std::ofstream(path("a.mp4")) << "another's";
  std::ofstream(path("a-2.mp4")) << "another's, too";
  auto second = OutputFile::create(name);  // also where it is there as the file is begun
  ASSERT_TRUE(second.ok());
  std::string called;
  ASSERT_TRUE(first->commit_kept(&called));
  EXPECT_EQ(called, path("a-3.mp4"));
  ASSERT_TRUE(second->commit_kept(&called));
  EXPECT_EQ(called, path("a-4.mp4"));
  ASSERT_TRUE(write_output(name, "b", &called));
  EXPECT_EQ(called, path("a-5.mp4"));
  EXPECT_EQ(read(path("a-5.mp4")), "b");
  EXPECT_NE(made_meanwhile(name.path, called).find("a-5.mp4"), std::string::npos);
  EXPECT_EQ(read(path("a.mp4")), "another's");
  EXPECT_EQ(read(path("a-2.mp4")), "another's, too");
  // What was there is replaced, and what nobody took is called as it was to be.
  ASSERT_TRUE(write_output(path("a.mp4"), "mine", &called));
  EXPECT_EQ(called, path("a.mp4"));
  EXPECT_EQ(read(called), "mine");
  ASSERT_TRUE(write_output(path("new"), "mine", &called));
  EXPECT_EQ(called, path("new"));
  EXPECT_EQ(files(), 6U);
}

TEST_F(Outputs, ALinkOfSomebodyElseInASharedFolderIsNotFollowed) {
  std::ofstream(path("mine")) << "mine";
  fs::create_directory(path("shared"));
  ASSERT_EQ(::chmod(path("shared").c_str(), 01777), 0);
  fs::create_symlink("../mine", path("shared/run"));
  ASSERT_TRUE(write_file(path("shared/run"), "one's own link", false));
  EXPECT_EQ(read(path("mine")), "one's own link");
  if (::geteuid() != 0) GTEST_SKIP() << "links of somebody else are made by root";
  ASSERT_EQ(::lchown(path("shared/run").c_str(), 65534, 65534), 0);
  fs::create_symlink("shared/run", path("through"));
  for (const char* name : {"shared/run", "through"}) {
    const Status written = write_file(path(name), "new", false);
    ASSERT_FALSE(written) << name;
    EXPECT_NE(written.error().message.find("somebody else"), std::string::npos);
    EXPECT_EQ(read(path("mine")), "one's own link");
  }
  // Whoever owns the folder may put links there, and nobody else writes to other folders.
  ASSERT_EQ(::chown(path("shared").c_str(), 65534, 65534), 0);
  EXPECT_TRUE(write_file(path("shared/run"), "the folder's owner", false));
  ASSERT_EQ(::chown(path("shared").c_str(), 0, 0), 0);
  ASSERT_EQ(::chmod(path("shared").c_str(), 0755), 0);
  EXPECT_TRUE(write_file(path("through"), "no shared folder", false));
  EXPECT_EQ(read(path("mine")), "no shared folder");
}

TEST_F(Outputs, APlantedLinkIsNotFollowed) {
  std::ofstream(path("mine")) << "mine";
  for (int trial = 0; trial < 3; ++trial) {
    fs::create_symlink("mine", path("state.sortscope-part-" + std::to_string(::getpid()) + "-" +
                                    std::to_string(trial)));
  }
  ASSERT_TRUE(write_file(path("state"), "new", false));
  EXPECT_EQ(read(path("mine")), "mine");
  EXPECT_EQ(read(path("state")), "new");
}

TEST_F(Outputs, ANewFileNeverReplacesOne) {
  const auto first = write_new_file(path("a"), "1");
  ASSERT_TRUE(first.ok() && *first);
  const auto second = write_new_file(path("a"), "2");
  ASSERT_TRUE(second.ok());
  EXPECT_FALSE(*second);
  EXPECT_EQ(read(path("a")), "1");
  EXPECT_EQ(files(), 1U);
  EXPECT_FALSE(write_new_file(path("none/a"), "1").ok());
}

TEST_F(Outputs, ManyWritersTakeManyNames) {
  std::vector<std::thread> writers;
  for (int w = 0; w < 8; ++w) {
    writers.emplace_back([this, w] {
      for (int i = 0; i < 10; ++i) {
        for (int name = 0;; ++name) {
          const auto done = write_new_file(path(std::to_string(name)), std::to_string(w));
          ASSERT_TRUE(done.ok()) << done.error().text();
          if (*done) break;
        }
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(files(), 80U);
}

TEST_F(Outputs, FilesOfKilledWritersAreRemovedAndOthersAreNot) {
  const std::string mark = ".sortscope-part-";
  const std::string left = "run.h5" + mark + std::to_string(dead()) + "-0";
  const std::string alive = "run.h5" + mark + std::to_string(::getppid()) + "-0";
  const std::string locked = "film.mp4" + mark + std::to_string(dead()) + "-1";
  for (const std::string& name : {left, alive, locked, std::string("part-1-0"), "a" + mark + "x-1",
                                  "a" + mark + "1", std::string("numbers.txt")}) {
    std::ofstream(path(name)) << "bytes";
  }
  // In another container the process has another number: its lock is seen.
  const int lock = ::open(path(locked).c_str(), O_RDONLY);
  ASSERT_EQ(::flock(lock, LOCK_EX | LOCK_NB), 0);
  EXPECT_EQ(left_behind(folder.string()), (std::vector<std::string>{path(left)}));
  ASSERT_TRUE(write_file(path("b.txt"), "b"));
  EXPECT_FALSE(fs::exists(path(left)));
  EXPECT_EQ(files(), 7U);
  ::close(lock);
  // One's own file is never taken for one that was left.
  const auto file = OutputFile::create(path("c.txt"));
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(fs::exists(file->temporary_path()));
}

}  // namespace
}  // namespace sortscope
