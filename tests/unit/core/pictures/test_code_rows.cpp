// test_code_rows.cpp: lines of pseudocode that are longer than their page.
#include "core/pictures/code_rows.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/algorithms/algorithm.h"

namespace sortscope {
namespace {

using Rows = std::vector<std::string>;

TEST(CodeRows, AreBrokenBetweenClauses) {
  EXPECT_EQ(code_rows("if i + d < n and a[i] > a[i + d]", 40, 40),
            Rows{"if i + d < n and a[i] > a[i + d]"});
  EXPECT_EQ(code_rows("if i + d < n and a[i] > a[i + d]", 28, 28),
            (Rows{"if i + d < n", "and a[i] > a[i + d]"}));
  EXPECT_EQ(code_rows("else: pair (i, i + d), bit d of i set,", 27, 27),
            (Rows{"else: pair (i, i + d),", "bit d of i set,"}));
  EXPECT_EQ(code_rows("if d = p: pair (i, i + p), bit p of i clear", 27, 27),
            (Rows{"if d = p: pair (i, i + p),", "bit p of i clear"}));
  EXPECT_EQ(code_rows("for p = 1, 2, 4 … while p < n", 26, 24),
            (Rows{"for p = 1, 2, 4 …", "while p < n"}));
  EXPECT_EQ(code_rows("exchange left[u], right[π(u)]", 18, 18),
            (Rows{"exchange left[u],", "right[π(u)]"}));
}

// No character is lost, no row is too long unless it is one word, and none is broken in brackets
// where another place has room.
TEST(CodeRows, OfEveryAlgorithmKeepExpressionsTogether) {
  std::set<std::string> inside;
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::string_view whole : algorithm.pseudocode) {
      const std::size_t start = std::min(whole.find_first_not_of(' '), whole.size());
      const std::string_view code = whole.substr(start, whole.find("  ", start) - start);
      for (const int columns : {18, 22, 26, 34, 44}) {
        const auto most = static_cast<float>(columns);
        const Rows rows = code_rows(code, most, most - 2);
        std::string again;
        for (std::size_t i = 0; i < rows.size(); ++i) {
          const float room = i == 0 ? most : most - 2;
          EXPECT_TRUE(characters(rows[i]) <= room || rows[i].find(' ') == std::string::npos ||
                      rows[i].find(" …") != std::string::npos)
              << rows[i] << " of " << code;
          again += (i > 0 ? " " : "") + rows[i];
          const auto open =
              std::ranges::count_if(rows[i], [](char c) { return c == '(' || c == '['; });
          const auto shut =
              std::ranges::count_if(rows[i], [](char c) { return c == ')' || c == ']'; });
          if (open != shut && columns >= 34) inside.insert(fmt::format("{}: {}", columns, rows[i]));
        }
        EXPECT_EQ(again, code);
      }
    }
  }
  for (const std::string& each : inside) ADD_FAILURE() << each;
}

}  // namespace
}  // namespace sortscope
