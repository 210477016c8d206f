// test_process.cpp: a child process keeps to what it is given.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "core/base/output_file.h"
#include "core/own_kernels/process.h"

namespace sortscope {
namespace {

Result<ChildEnd> shell(const std::string& line, const ScratchFolder& folder,
                       const Progress& progress, double limit_s = 60) {
  ChildProcess child;
  child.command = {"/bin/sh", "-c", line};
  child.folder = folder.path();
  child.wall_limit_s = limit_s;
  return run_child(child, progress);
}

TEST(OwnKernelProcess, ItEndsAsTheChildEnds) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  const auto end = shell("echo out; echo err >&2; exit 7", *folder, Progress{});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->exit_code, 7);
  EXPECT_EQ(end->output, "out\nerr\n");
}

TEST(OwnKernelProcess, ItIsStoppedInTime) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  const auto end = shell("while :; do :; done", *folder, Progress{}, 0.2);
  ASSERT_TRUE(end.ok());
  EXPECT_TRUE(end->timed_out);
}

// With Landlock in its folder only, without it nowhere; it reads as before.
TEST(OwnKernelProcess, ItWritesNothingOutside) {
  const auto folder = ScratchFolder::create();
  const auto outside = ScratchFolder::create();
  ASSERT_TRUE(folder.ok() && outside.ok());
  const std::filesystem::path other = outside->path();
  const std::string kept = (other / "kept").string();
  ASSERT_TRUE(write_file(kept, "kept\n").ok());
  for (const bool landlock : {true, false}) {
    setenv("SORTSCOPE_LANDLOCK", landlock ? "on" : "off", 1);
    for (const std::string line :
         {"echo x > OTHER/new", "echo x >> OTHER/kept", "exec rm OTHER/kept",
          "exec mkdir OTHER/folder", "exec mv OTHER/kept OTHER/moved", "exec ln -s /tmp OTHER/link",
          "exec ln OTHER/kept OTHER/second", "exec rmdir OTHER", "exec truncate -s 0 OTHER/kept",
          "exec chmod 777 OTHER/kept", "exec touch OTHER/touched"}) {
      std::string command = line;
      for (std::size_t at = 0; (at = command.find("OTHER", at)) != std::string::npos;) {
        command.replace(at, 5, other.string());
      }
      const auto end = shell(command, *folder, Progress{});
      ASSERT_TRUE(end.ok());
      EXPECT_NE(end->exit_code, 0) << landlock << line << end->output;
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(other),
                            std::filesystem::directory_iterator{}),
              1);
    const auto read = shell("exec cat " + kept, *folder, Progress{});
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->output, "kept\n");
  }
  unsetenv("SORTSCOPE_LANDLOCK");
}

TEST(OwnKernelProcess, ItStartsNoOther) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  const auto end = shell("/bin/ls / && echo started; echo $?", *folder, Progress{});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output.find("started"), std::string::npos) << end->output;
}

TEST(OwnKernelProcess, ItSignalsNobody) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  const auto end =
      shell("kill -0 " + std::to_string(getpid()) + " || echo refused", *folder, Progress{});
  ASSERT_TRUE(end.ok());
  EXPECT_NE(end->output.find("refused"), std::string::npos) << end->output;
}

TEST(OwnKernelProcess, ItIsCancelled) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  Progress progress;
  progress.cancel = true;
  const auto end = shell("while :; do :; done", *folder, progress);
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().code, ErrorCode::kCancelled);
}

TEST(OwnKernelProcess, WhatIsNotThereIsSaid) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  ChildProcess child;
  child.command = {"/nowhere/compiler"};
  child.folder = folder->path();
  const auto end = run_child(child, Progress{});
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().code, ErrorCode::kIo);
}

TEST(OwnKernelProcess, TheFolderGoes) {
  std::string path;
  {
    const auto folder = ScratchFolder::create();
    ASSERT_TRUE(folder.ok());
    path = folder->path();
    ASSERT_TRUE(std::filesystem::is_directory(path));
    (void)shell("echo x > file", *folder, Progress{});
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace sortscope
