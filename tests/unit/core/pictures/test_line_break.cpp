// test_line_break.cpp: no line ends within a formula or the name of a key, wherever words are set.
#include "core/pictures/line_break.h"

#include <gtest/gtest.h>

#include <string>

#include "core/pictures/label_fit.h"
#include "core/pictures/rich_text.h"

namespace sortscope {
namespace {

TEST(LineBreak, FormulasAndKeysStayTogether) {
  EXPECT_TRUE(stays_together("so µ", "= 411: many"));
  EXPECT_TRUE(stays_together("so µ =", "411: many"));
  EXPECT_TRUE(stays_together("looked at: 1.0", "· 10⁵⁹⁷ years"));
  EXPECT_TRUE(stays_together("looked at: 1.0 ·", "10⁵⁹⁷ years"));
  EXPECT_TRUE(stays_together("matchings in Ctrl", "N and compare"));
  EXPECT_TRUE(stays_together("idle 12", "% of"));
  EXPECT_TRUE(stays_together("takes 105", "log n keys"));
  EXPECT_TRUE(stays_together("takes 105 log", "n keys"));
  EXPECT_TRUE(stays_together("than log²", "n steps"));
  EXPECT_TRUE(stays_together("than (log", "n)(log n + 1)"));
  EXPECT_TRUE(stays_together("than (log n)(log", "n + 1)"));
  EXPECT_TRUE(stays_together("about 105", "d + 1,038"));
  EXPECT_TRUE(stays_together("where (i", "and k) = 0"));
  EXPECT_TRUE(stays_together("where (i and", "k) = 0"));
  EXPECT_FALSE(stays_together("p", "and q"));
  EXPECT_FALSE(stays_together("at step 5", "a key"));
  EXPECT_FALSE(stays_together("of log(n),", "n keys"));
  EXPECT_TRUE(stays_together("more than μ", "· s wires"));
  EXPECT_TRUE(stays_together("more than μ ·", "s wires"));
  EXPECT_TRUE(stays_together("is i", "xor j"));
  EXPECT_TRUE(stays_together("door w mod", "32 is"));
  EXPECT_FALSE(stays_together("k = 8 ·", "j = 1"));
  EXPECT_FALSE(stays_together("layer 6", "more"));
  EXPECT_FALSE(stays_together("the log", "that follows"));
  EXPECT_FALSE(stays_together("every logical", "n"));
  EXPECT_FALSE(stays_together("Odd–even mergesort", "· own keys"));
  EXPECT_FALSE(stays_together("Odd–even mergesort ·", "own keys"));
  EXPECT_FALSE(stays_together("a plain", "word"));
  EXPECT_FALSE(stays_together("", "word"));
}

// Every width: what is held is in one line, as long as a line has room for it.
TEST(LineBreak, EveryWidthHoldsThem) {
  const std::string text =
      "Permitted in each halver: ε = 0.00243, so µ = 411. To check, 2¹²⁸ sets are looked at: 1.1 · "
      "10¹⁹ years at 10¹² sets a second; press Ctrl N and go on with 50 % of them.";
  for (float room = 130; room < 700; room += 7) {
    std::string all;
    for (const std::string& line : wrapped(text, 12, Face::kSans, room)) {
      for (const std::string_view sign : {"=", "·", "%"}) {
        EXPECT_FALSE(line.starts_with(sign)) << room << ": " << line;
        EXPECT_FALSE(sign != "%" && line.ends_with(sign)) << room << ": " << line;
      }
      EXPECT_FALSE(line.ends_with("Ctrl")) << room << ": " << line;
      EXPECT_LE(estimated_width(line, 12, Face::kSans), room + 0.1F) << line;
      all += (all.empty() ? "" : " ") + line;
    }
    EXPECT_EQ(all, text);
  }
  const auto measure = [](std::string_view words, float size, Face face) {
    return estimated_width(std::string(words), size, face);
  };
  for (float room = 130; room < 700; room += 7) {
    const RichLayout set = layout_rich_text(
        parse_rich_text("With *p* = 4 and **Ctrl N** it needs ε = 0.00243 or less; "
                        "log² n = 400 steps, and 50 % of them wait."),
        room, 16, measure);
    float y = -1;
    for (const RichRun& run : set.runs) {
      const bool begins = run.y > y + 1;
      y = run.y;
      EXPECT_FALSE(begins && (run.text.starts_with("=") || run.text.starts_with("%") ||
                              run.text.starts_with("N")))
          << room << ": " << run.text;
    }
  }
}

// Formulas as lessons write them, in their words, answers and explanations.
TEST(LineBreak, FormulasOfLessonsAreWhole) {
  const std::string text =
      "It takes about 105 log n + 1,038 of them, no more than μ · s wires; at least log² n layers "
      "in n log n time, behind door w mod 32.";
  const std::string_view formulas[] = {"105 log n + 1,038", "μ · s", "log² n", "n log n",
                                       "w mod 32"};
  const auto measure = [](std::string_view words, float size, Face face) {
    return estimated_width(std::string(words), size, face);
  };
  for (float room = 160; room < 700; room += 7) {
    std::string lines;
    for (const std::string& line : wrapped(text, 12, Face::kSans, room)) lines += line + "\n";
    std::string set;
    float y = -1;
    for (const RichRun& run : layout_rich_text(parse_rich_text(text), room, 12, measure).runs) {
      if (y >= 0) set += run.y > y + 1 ? "\n" : " ";
      y = run.y;
      set += run.text;
    }
    for (const std::string_view formula : formulas) {
      EXPECT_NE(lines.find(formula), std::string::npos) << room << ": " << formula << "\n" << lines;
      EXPECT_NE(set.find(formula), std::string::npos) << room << ": " << formula << "\n" << set;
    }
  }
}

// A formula that no line has room for is broken, not lost.
TEST(LineBreak, LongFormulasBreak) {
  const auto lines = wrapped("a + b + c + d + e + f + g + h", 12, Face::kSans, 60);
  EXPECT_GT(lines.size(), 1U);
  for (const std::string& line : lines) EXPECT_LE(estimated_width(line, 12, Face::kSans), 60.1F);
}

}  // namespace
}  // namespace sortscope
