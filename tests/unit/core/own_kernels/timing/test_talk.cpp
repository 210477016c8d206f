// test_talk.cpp: a program that is asked line by line is believed nothing and waited for no longer
// than is said.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/own_kernels/timing/talk.h"

namespace sortscope {
namespace {

// A shell in place of a person's program: 3 is its line.
class Shell {
 public:
  explicit Shell(const std::string& script, const Progress* progress = nullptr)
      : folder_(std::move(*ScratchFolder::create())) {
    ChildProcess child;
    child.command = {"/bin/sh", "-c", script};
    child.folder = folder_.path();
    child.wall_limit_s = 600;
    child.confined = false;  // the shell starts others
    auto started = Talk::start(std::move(child), progress);
    EXPECT_TRUE(started.ok());
    talk_ = std::move(*started);
  }
  Talk* operator->() { return talk_.get(); }

 private:
  ScratchFolder folder_;
  std::unique_ptr<Talk> talk_;
};

TEST(OwnKernelTalk, LinesGoThereAndBack) {
  Shell shell("while read -r line <&3; do echo \"so $line\" >&3; done");
  for (const char* word : {"one", "two"}) {
    ASSERT_TRUE(shell->ask(word).ok());
    const auto answer = shell->answer(600);
    ASSERT_TRUE(answer.ok()) << answer.error().text();
    EXPECT_EQ(*answer, std::string("so ") + word);
  }
}

TEST(OwnKernelTalk, BytesFollowALine) {
  Shell shell("read -r line <&3; head -c 5 <&3 >&3; echo >&3");
  const std::string bytes = "bytes";
  ASSERT_TRUE(shell->ask("take", std::as_bytes(std::span(bytes))).ok());
  const auto answer = shell->answer(600);
  ASSERT_TRUE(answer.ok()) << answer.error().text();
  EXPECT_EQ(*answer, bytes);
}

TEST(OwnKernelTalk, AnEndIsToldWithWhatItPrinted) {
  Shell shell("echo 'no memory'; exit 3");
  const auto answer = shell->answer(600);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kWorkFailed);
  EXPECT_EQ(answer.error().message, "it ended before it was through; it printed: no memory.");
}

TEST(OwnKernelTalk, ACrashIsTold) {
  Shell shell("kill -SEGV $$");
  const auto answer = shell->answer(600);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().message, "it crashed (Segmentation fault).");
}

TEST(OwnKernelTalk, NoGpuIsUnavailable) {
  Shell shell("echo 'no device'; exit 77");
  const auto answer = shell->answer(600);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kUnavailable);
}

TEST(OwnKernelTalk, WhoSaysNothingIsGivenUp) {
  Shell shell("sleep 600");
  const auto answer = shell->answer(0.2);
  ASSERT_FALSE(answer.ok());
  EXPECT_NE(answer.error().message.find("did not answer"), std::string::npos);
  EXPECT_TRUE(shell->given_up());
}

TEST(OwnKernelTalk, ALineWithoutEndIsRefused) {
  Shell shell("while :; do printf 'time 1 time 1 time 1 time 1 time 1 time 1 ' >&3; done");
  const auto answer = shell->answer(600);
  ASSERT_FALSE(answer.ok());
  EXPECT_NE(answer.error().message.find("line without end"), std::string::npos);
}

TEST(OwnKernelTalk, WhatWasNotAskedIsRefused) {
  Shell shell("echo one >&3; echo two >&3; while read -r line <&3; do :; done");
  ASSERT_TRUE(shell->answer(600).ok());
  // The second line is on its way, or there.
  while (shell->ask("next").ok()) std::this_thread::yield();
  EXPECT_TRUE(shell->given_up());
}

TEST(OwnKernelTalk, CancellingEndsTheWait) {
  Progress progress;
  Shell shell("sleep 600", &progress);
  std::thread person([&] { progress.cancel = true; });
  const auto answer = shell->answer(600);
  person.join();
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace sortscope
