// test_dense.cpp: comparators that stand closer than pixels, against a cell at a time; and what a
// large page takes.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "core/views/network/diagram_dense.h"

namespace sortscope {
namespace {

using Cells = std::set<std::pair<int, int>>;  // column, row

constexpr std::array kRoles = {Role::kGhost, Role::kFuture, Role::kKept, Role::kExchanged};

// From few lines a column to more than its cells have words.
TEST(DenseComparatorsTest, CoverTheCellsOfTheirLinesOnce) {
  std::mt19937 random(3);
  for (const int lines : {1, 40, 400, 4000, 40'000}) {
    const int width = 1 + static_cast<int>(random() % 40);
    const int height = 1 + static_cast<int>(random() % 700);
    DenseComparators dense(static_cast<float>(width), static_cast<float>(height));
    std::array<Cells, kRoles.size()> expected;
    for (int i = 0; i < lines; ++i) {
      const int x = static_cast<int>(random() % 50) - 5;
      const int y0 = static_cast<int>(random() % 900) - 100;
      const int y1 = lines > 1000 ? y0 + static_cast<int>(random() % 3)
                                  : static_cast<int>(random() % 900) - 100;
      const std::size_t role = random() % kRoles.size();
      dense.add(static_cast<float>(x) + 0.25F, static_cast<float>(y0) + 0.5F,
                static_cast<float>(y1) + 0.5F, kRoles[role]);
      if (x < 0 || x >= width) continue;
      for (int y = std::max(std::min(y0, y1), 0); y <= std::min(std::max(y0, y1), height - 1);
           ++y) {
        expected[role].insert({x, y});
      }
    }
    Picture picture;
    dense.draw(picture);
    std::array<Cells, kRoles.size()> drawn;
    std::size_t last_role = 0;
    for (const Line& line : picture.lines) {
      const auto role = static_cast<std::size_t>(
          std::find(kRoles.begin(), kRoles.end(), line.role) - kRoles.begin());
      ASSERT_LT(role, kRoles.size());
      EXPECT_GE(role, last_role) << "exchanged ones are on top";
      last_role = role;
      EXPECT_EQ(line.x0, line.x1);
      const int x = static_cast<int>(line.x0);
      for (int y = static_cast<int>(line.y0); y < static_cast<int>(line.y1); ++y) {
        EXPECT_TRUE(drawn[role].insert({x, y}).second) << "twice: " << x << ", " << y;
      }
      // It ends where cells end that are covered.
      EXPECT_FALSE(expected[role].contains({x, static_cast<int>(line.y0) - 1}));
      EXPECT_FALSE(expected[role].contains({x, static_cast<int>(line.y1)}));
    }
    EXPECT_EQ(drawn, expected) << lines << " lines on " << width << " x " << height;
  }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// A page of 4,096 keys, a pixel a unit, has four billion cells.
TEST(DenseComparatorsTest, TakeMemoryForWhatTheyCover) {
  const auto in_use = [] {
    const auto books = ::mallinfo2();
    return books.uordblks + books.hblkhd;
  };
  const std::size_t before = in_use();
  DenseComparators dense(31'000, 144'000);
  for (int i = 0; i < 160'000; ++i) {
    const auto x = static_cast<float>(i % 3000 * 10);
    const auto y = static_cast<float>(i % 4096 * 35);
    dense.add(x, y, y + 35, Role::kKept);
  }
  EXPECT_LT(in_use() - before, std::size_t{32} << 20);
}
#endif

}  // namespace
}  // namespace sortscope
