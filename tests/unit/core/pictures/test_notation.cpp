// test_notation.cpp: powers are raised and indices set, and what is code stays as it is typed.
#include "core/pictures/notation.h"

#include <gtest/gtest.h>

#include <utility>

namespace sortscope {
namespace {

TEST(Notation, RaisesPowers) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"2^20 keys", "2²⁰ keys"},
      {"(2^20)", "(2²⁰)"},
      {"2.6 · 10^35 orders, n^2.", "2.6 · 10³⁵ orders, n²."},
      {"10^-3", "10⁻³"},
      {"depth 2^11,585", "depth 2¹¹⁵⁸⁵"},
      {"2^10, 2^12, 2^16,384", "2¹⁰, 2¹², 2¹⁶³⁸⁴"},
      {"2^10.75 d", "2¹⁰·⁷⁵ d"},
      {"n = 2^d keys, 2^i and 2^b", "n = 2ᵈ keys, 2ⁱ and 2ᵇ"},
      {"d^2, (a + b)^2", "d², (a + b)²"},
      {"from 2^10 to 2^16", "from 2¹⁰ to 2¹⁶"},
  };
  for (const auto& [typed, drawn] : cases) EXPECT_EQ(typeset(typed), drawn);
}

TEST(Notation, LowersIndices) {
  for (const Face face : {Face::kSans, Face::kSansBold}) {
    const auto runs = notation_runs(typeset("ε_B 0.00243, U_a = 1 / epsilon_F", face), face);
    ASSERT_EQ(runs.size(), 6U);
    EXPECT_EQ(runs[0].text + runs[2].text + runs[4].text, "ε 0.00243, U = 1 / ε");
    EXPECT_EQ(runs[1].text + runs[3].text + runs[5].text, "BaF");
    for (const std::size_t i : {1U, 3U, 5U}) {
      EXPECT_LT(runs[i].size, 1) << i;
      EXPECT_LT(runs[i].up, 0) << i;
    }
  }
  const std::string drawn = typeset("ε_B k");
  std::string_view rest = std::string_view(drawn).substr(std::string_view("ε").size());
  EXPECT_EQ(take_lowered(rest), "B");
  EXPECT_EQ(rest, " k");
}

TEST(Notation, LeavesTheRest) {
  for (const std::string_view text :
       {"", "16 keys", "i ^ ((i >> 5) & 31)", "my_network_B.cn", "a ^ b", "^C", "2^", "2^x2",
        "2^wires", "x_1 epsilon_Best", "my_U_a", "U_ab", "MENU_a", "--n=2^"}) {
    EXPECT_EQ(typeset(text), text);
    std::string kept;
    if (text.find_first_of("^_") == std::string_view::npos) {
      EXPECT_EQ(typeset(text, Face::kSans, kept).data(), text.data()) << "copied: " << text;
    }
  }
}

// Pseudocode is code; numbers stand in the same face.
TEST(Notation, RaisesNumbersOnlyWhereTextIsCode) {
  EXPECT_EQ(typeset("in all tiles of 2^t", Face::kMono), "in all tiles of 2^t");
  EXPECT_EQ(typeset("2^15", Face::kMono), "2¹⁵");
}

TEST(Notation, TakesBackWhatItRaised) {
  const std::string drawn = typeset("2^-10.75 d");
  std::string_view rest = std::string_view(drawn).substr(1);
  EXPECT_EQ(take_raised(rest), "-10.75");
  EXPECT_EQ(rest, " d");
  std::string_view dot = "· 10";
  EXPECT_EQ(take_raised(dot), "");
}

TEST(Notation, PartsAreTheTextThatWasTyped) {
  const auto runs = notation_runs(typeset("about 2^10.75 d² · 3"), Face::kMono);
  EXPECT_EQ(notation_runs("d² · 3", Face::kSans).size(), 1U);
  ASSERT_EQ(runs.size(), 5U);
  EXPECT_EQ(runs[0].text, "about 2");
  EXPECT_EQ(runs[1].text, "10.75");
  EXPECT_GT(runs[1].up, 0);
  EXPECT_EQ(runs[2].text, " d");
  EXPECT_EQ(runs[3].text, "2");
  EXPECT_EQ(runs[4].text, " · 3");
  EXPECT_EQ(runs[4].up, 0);
}

}  // namespace
}  // namespace sortscope
