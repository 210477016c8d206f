// test_remembered.cpp: the files that a person has chosen.
#include "app/state/parts/remembered.h"

#include <gtest/gtest.h>

namespace sortscope {
namespace {

TEST(Remembered, TheLastFileIsFirstAndStandsOnce) {
  Remembered remembered;
  remembered.add_file("/data/a.h5", {});
  remembered.add_file("/data/b.h5", {});
  remembered.add_file("/data/x/../a.h5", {});
  EXPECT_EQ(remembered.recent_files, (std::vector<std::string>{"/data/a.h5", "/data/b.h5"}));
}

TEST(Remembered, TheLastKernelIsTheLastCudaFile) {
  Remembered remembered;
  EXPECT_EQ(remembered.last_kernel(), "");
  remembered.add_file("/data/a.cu", {});
  remembered.add_file("/data/my sort.cu", {});
  remembered.add_file("/data/b.h5", {});
  EXPECT_EQ(remembered.last_kernel(), "/data/my sort.cu");
}

TEST(Remembered, WhatALessonReadsIsNotRemembered) {
  Remembered remembered;
  remembered.add_file("/data/a.h5", {.source = Source::kLesson});
  EXPECT_TRUE(remembered.recent_files.empty());
}

TEST(Remembered, MoreFilesAreForgotten) {
  Remembered remembered;
  for (std::size_t i = 0; i <= kMostRecentFiles; ++i) {
    remembered.add_file("/data/" + std::to_string(i), {});
  }
  EXPECT_EQ(remembered.recent_files.size(), kMostRecentFiles);
  EXPECT_EQ(remembered.recent_files.back(), "/data/1");
}

}  // namespace
}  // namespace sortscope
