// test_ffmpeg.cpp: an ffmpeg that does not go on can be left, and is ended with all it has started.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "app/export/ffmpeg.h"
#include "core/base/progress.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class StuckFfmpeg : public testing::Test {
 protected:
  StuckFfmpeg() : path_variable(std::getenv("PATH")) {
    std::string name = testing::TempDir() + "ffmpeg-XXXXXX";
    folder = ::mkdtemp(name.data());
    ::setenv("PATH", (folder.string() + ":" + path_variable).c_str(), 1);
  }
  ~StuckFfmpeg() override {
    ::setenv("PATH", path_variable.c_str(), 1);
    fs::remove_all(folder);
  }
  Result<Ffmpeg> start(const std::string& does) {
    write_script(does);
    return Ffmpeg::start({});
  }
  // A wrapper that starts another program, which it names in a file, then `does` something.
  void write_script(const std::string& does) const {
    const fs::path script = folder / "ffmpeg";
    std::ofstream(script) << "#!/bin/sh\nsleep 1000 &\necho $! > " << (folder / "part").string()
                          << "\nmv " << (folder / "part").string() << " " << started().string()
                          << "\n"
                          << does << "\n";
    ::chmod(script.c_str(), 0700);
  }
  [[nodiscard]] fs::path started() const { return folder / "started"; }
  [[nodiscard]] pid_t inner() const {
    while (!fs::exists(started())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    pid_t process = 0;
    std::ifstream(started()) >> process;
    return process;
  }
  // Ended, though perhaps not collected by whoever has it now.
  static bool ended(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    return text.empty() || text.find(") Z") != std::string::npos;
  }
  // Who is killed takes a moment to end.
  static bool ends(pid_t process) {
    for (int look = 0; look < 5000 && !ended(process); ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return ended(process);
  }

  std::string path_variable;
  fs::path folder;
};

// One that is asked for its version and stands still, or never ends.
TEST_F(StuckFfmpeg, ThatDoesNotSayItsVersionIsLeft) {
  for (const char* does : {"kill -STOP $$", "trap '' TERM; while true; do sleep 1000; done"}) {
    for (const bool cancelled : {false, true}) {
      fs::remove(started());
      write_script(does);
      Progress progress;
      progress.cancel = cancelled;
      const auto version = ffmpeg_version(&progress, cancelled ? 1e6 : 0.3);
      ASSERT_FALSE(version);
      EXPECT_EQ(version.error().code, cancelled ? ErrorCode::kCancelled : ErrorCode::kUnavailable);
      if (cancelled) continue;  // perhaps before it had begun
      EXPECT_NE(version.error().message.find("within 0.3 s"), std::string::npos);
      EXPECT_TRUE(ends(inner()));
    }
  }
}

TEST_F(StuckFfmpeg, IsLeftAndEndedWithWhatItStarted) {
  for (const bool writes : {true, false}) {
    fs::remove(started());
    pid_t process = 0;
    {
      auto ffmpeg = start("kill -STOP $$");
      ASSERT_TRUE(ffmpeg) << ffmpeg.error().text();
      process = inner();
      Progress progress;
      std::jthread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        progress.cancel = true;
      });
      // More than a pipe holds.
      const std::vector<std::uint8_t> bytes(std::size_t{4} << 20);
      const Status status = writes ? ffmpeg->write(bytes, &progress) : ffmpeg->finish(&progress);
      ASSERT_FALSE(status);
      EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
    }
    EXPECT_TRUE(ends(process));
    if (!ended(process)) ::kill(process, SIGKILL);
  }
}

// One that only goes slowly is waited for.
TEST_F(StuckFfmpeg, ASlowOneGetsAllOfIt) {
  auto ffmpeg = start("kill $!; sleep 0.2; wc -c > " + (folder / "count").string());
  ASSERT_TRUE(ffmpeg);
  Progress progress;
  ASSERT_TRUE(ffmpeg->write(std::vector<std::uint8_t>(std::size_t{1} << 20), &progress));
  ASSERT_TRUE(ffmpeg->finish(&progress));
  std::size_t count = 0;
  std::ifstream(folder / "count") >> count;
  EXPECT_EQ(count, std::size_t{1} << 20);
}

}  // namespace
}  // namespace sortscope
