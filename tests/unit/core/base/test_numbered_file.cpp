// test_numbered_file.cpp: names that nothing has yet, in their order.
#include "core/base/numbered_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>
#include <vector>

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class NumberedFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "sortscope-numbered-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }
  [[nodiscard]] std::string path(const char* name) const { return (folder / name).string(); }

  fs::path folder;
};

TEST_F(NumberedFile, NothingIsReplaced) {
  std::ofstream(path("a.png")) << "old";
  fs::create_directory(path("a-2.png"));
  fs::create_symlink("nowhere", path("a-3.png"));
  EXPECT_EQ(*write_numbered_file(path("a"), ".png", "new"), path("a-4.png"));
  EXPECT_EQ(*write_numbered_file(path("a"), ".png", "newer"), path("a-5.png"));
  EXPECT_EQ(*write_numbered_file(path("b"), ".png", "other"), path("b.png"));
  std::ifstream file(path("a.png"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "old");
  EXPECT_FALSE(fs::exists(path("nowhere")));
}

TEST_F(NumberedFile, AFolderThatIsNotThereIsAnError) {
  EXPECT_FALSE(write_numbered_file(path("none/a"), ".png", "x").ok());
}

TEST_F(NumberedFile, WritersAtOnceGetNamesOfTheirOwn) {
  std::vector<std::thread> writers;
  std::vector<std::string> names(40);
  for (std::size_t w = 0; w < 8; ++w) {
    writers.emplace_back([&, w] {
      for (std::size_t i = 0; i < 5; ++i) {
        const auto written = write_numbered_file(path("a"), ".txt", "x");
        if (written) names[5 * w + i] = *written;
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 40U);
  EXPECT_TRUE(fs::exists(path("a-40.txt")));
}

}  // namespace
}  // namespace sortscope
