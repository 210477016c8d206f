// test_file_list.cpp: what the file browser shows and completes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/overlays/file_list.h"
#include "app/overlays/overlay.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    path = fs::temp_directory_path() / "sortscope-file-list-XXXXXX";
    std::string name = path.string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    path = name;
    fs::create_directory(path / "runs");
    for (const char* file : {"run10.h5", "run9.h5", "Keys.csv", "notes.pdf", ".hidden.h5"}) {
      std::ofstream(path / file) << "12345";
    }
    fs::create_symlink(path / "gone", path / "broken.h5");
  }
  void TearDown() override { fs::remove_all(path); }

  [[nodiscard]] std::vector<std::string> names(bool all) const {
    std::vector<std::string> list;
    const auto listed = list_folder(path.string(), all);
    if (!listed) return {listed.error().text()};
    for (const FileEntry& entry : *listed) list.push_back(entry.name);
    return list;
  }

  fs::path path;
};

using Names = std::vector<std::string>;

TEST_F(Folder, FoldersFirstAndNumbersByValue) {
  EXPECT_EQ(names(false), (Names{"runs", "Keys.csv", "run9.h5", "run10.h5"}));
  EXPECT_EQ(names(true), (Names{"runs", "Keys.csv", "notes.pdf", "run9.h5", "run10.h5"}));
  EXPECT_EQ((*list_folder(path.string(), false))[2].bytes, 5U);
  EXPECT_FALSE(list_folder((path / "none").string(), true));
}

TEST_F(Folder, CompletesAsFarAsAllAgree) {
  EXPECT_EQ(completed_path("ru", path.string()), "run");
  EXPECT_EQ(completed_path("runs", path.string()), "runs/");
  EXPECT_EQ(completed_path("run1", path.string()), "run10.h5");
  EXPECT_EQ(completed_path("x", path.string()), "x");
  EXPECT_EQ(completed_path((path / "Ke").string(), "/"), (path / "Keys.csv").string());
}

TEST(Paths, AreMadeAbsolute) {
  setenv("HOME", "/home/someone", 1);
  EXPECT_EQ(absolute_path("a.h5", "/data"), "/data/a.h5");
  EXPECT_EQ(absolute_path("../a.h5", "/data/x"), "/data/a.h5");
  EXPECT_EQ(absolute_path("/b/", "/data"), "/b");
  EXPECT_EQ(absolute_path("/", "/data"), "/");
  EXPECT_EQ(absolute_path("~/c.h5", "/data"), "/home/someone/c.h5");
}

TEST(Paths, NaturalOrderIsStrict) {
  const std::vector<std::string> ordered = {"a",    "a1", "a2", "a02", "a10",
                                            "a10b", "ab", "B",  "c",   "C"};
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    EXPECT_FALSE(natural_less(ordered[i], ordered[i])) << ordered[i];
    for (std::size_t j = i + 1; j < ordered.size(); ++j) {
      EXPECT_FALSE(natural_less(ordered[i], ordered[j]) && natural_less(ordered[j], ordered[i]));
    }
  }
  EXPECT_TRUE(natural_less("run9.h5", "run10.h5"));
  EXPECT_TRUE(natural_less("alpha", "Beta"));
}

TEST(Paths, DatesAreShort) {
  setenv("TZ", "UTC", 1);
  const std::int64_t noon = 1'714'737'600;  // 2024-05-03 12:00 UTC
  EXPECT_EQ(date_text(noon, noon + 3600), "today 12:00");
  EXPECT_EQ(date_text(noon, noon + 20 * 86400), "3 May");
  EXPECT_EQ(date_text(noon, noon + 400 * 86400), "2024-05-03");
}

TEST(FuzzyScore, PrefersBeginningsAndRuns) {
  EXPECT_EQ(fuzzy_score("xyz", "step-forward"), 0);
  EXPECT_GT(fuzzy_score("sf", "step-forward"), 0);
  EXPECT_GT(fuzzy_score("ste", "step-forward"), fuzzy_score("for", "step-forward"));
  EXPECT_GT(fuzzy_score("save", "save"), fuzzy_score("save", "slow and vague"));
  EXPECT_GT(fuzzy_score("sf", "step-forward"), fuzzy_score("sf", "is often"));
}

}  // namespace
}  // namespace sortscope
