// test_memory_limit.cpp: limits of control groups, planted as folders.
#include "core/base/memory_limit.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace sortscope {
namespace {

class MemoryLimitTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ =
        std::filesystem::path(::testing::TempDir()) /
        ("groups-" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(root_);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  void write(const std::string& file, const std::string& text) {
    const std::filesystem::path path = root_ / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text << "\n";
  }
  std::optional<std::uint64_t> left(const std::string& groups) {
    return group_free_bytes(groups, root_.string());
  }

 private:
  std::filesystem::path root_;
};

TEST_F(MemoryLimitTest, WithoutLimitsThereIsNone) {
  EXPECT_FALSE(left("").has_value());
  EXPECT_FALSE(left("0::/user.slice\n").has_value());
  write("user.slice/memory.max", "max");
  write("memory/memory.limit_in_bytes", "9223372036854771712");
  EXPECT_FALSE(left("4:memory:/\n0::/user.slice\n").has_value());
  EXPECT_FALSE(left("nonsense\n:\n::\n0::a\n0::..\n").has_value());
}

TEST_F(MemoryLimitTest, OfAServiceAndTheSliceAboveTheLesserCounts) {
  write("a.slice/memory.max", "3000");
  write("a.slice/memory.current", "1000");
  write("a.slice/b.service/memory.max", "5000");
  write("a.slice/b.service/memory.current", "1000");
  EXPECT_EQ(left("0::/a.slice/b.service\n"), 2000U);
  write("a.slice/b.service/memory.high", "1500");
  EXPECT_EQ(left("0::/a.slice/b.service\n"), 500U);
}

TEST_F(MemoryLimitTest, FilesThatCanBeDroppedAreFree) {
  write("memory.max", "4000");
  write("memory.current", "3500");
  write("memory.stat", "anon 1000\nfile 2500\ninactive_file 2000\nactive_file 500");
  EXPECT_EQ(left("0::/\n"), 2500U);
  write("memory.current", "9000");  // above it for a moment
  EXPECT_EQ(left("0::/\n"), 0U);
}

TEST_F(MemoryLimitTest, TheFirstVersionInAContainer) {
  // The path is the host's; the container's own group is the root.
  write("memory/memory.limit_in_bytes", "8000");
  write("memory/memory.usage_in_bytes", "3000");
  write("memory/memory.stat", "inactive_file 1\ntotal_inactive_file 500");
  EXPECT_EQ(left("9:name=systemd:/x\n4:cpu,memory:/docker/3b85\n0::/\n"), 5500U);
}

}  // namespace
}  // namespace sortscope
