// test_input_file.cpp: whole files are read, and nothing else is waited for.
#include "core/base/input_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace sortscope {
namespace {

TEST(RegularFile, IsReadUpToItsLimitAndNothingElseIs) {
  std::string pattern = (std::filesystem::temp_directory_path() / "sortscope-XXXXXX").string();
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  const std::filesystem::path folder = pattern;
  const std::string file = (folder / "file").string();
  const std::string text(1'000'000, 'x');
  std::ofstream(file) << text;
  const auto whole = read_regular_file(file, text.size());
  ASSERT_TRUE(whole);
  EXPECT_EQ(*whole, text);
  const auto larger = read_regular_file(file, text.size() - 1);
  ASSERT_FALSE(larger);
  EXPECT_NE(larger.error().message.find("larger"), std::string::npos) << larger.error().message;
  const std::string pipe = (folder / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string link = (folder / "link").string();
  std::filesystem::create_symlink("/dev/zero", link);
  for (const std::string& path :
       {pipe, link, std::string("/dev/zero"), folder.string(), (folder / "absent").string()}) {
    const auto read = read_regular_file(path, 1000);
    ASSERT_FALSE(read) << path;
    EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
    EXPECT_TRUE(read.error().message.starts_with("cannot read " + path)) << read.error().message;
  }
  std::filesystem::remove_all(folder);
}

// The kernel's messages call themselves a regular file, and the next one is waited for.
TEST(RegularFile, ThatTheKernelMakesUpIsNotWaitedFor) {
  const InputFile file("/proc/kmsg");
  if (!file.open()) GTEST_SKIP() << "they may not be read here";
  ASSERT_TRUE(file.regular());
  std::string piece(1 << 16, '\0');
  ssize_t got = 0;
  do {
    got = file.read(piece.data(), piece.size(), nullptr);
  } while (got > 0);
  EXPECT_EQ(got, -1);
  EXPECT_EQ(errno, EAGAIN);
  EXPECT_FALSE(read_regular_file("/proc/kmsg", 1 << 20));
}

}  // namespace
}  // namespace sortscope
