// test_theme.cpp: the letters that names of files need are there.
#include "app/painters/theme.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "app/surface/letters.h"

namespace sortscope {
namespace {

TEST(Theme, SmallTextHasTheLettersOfNames) {
  ImFontAtlas atlas;
  ASSERT_TRUE(add_fonts(atlas, 1));
  ASSERT_TRUE(atlas.Build());
  // ł, ř, ğ, Ж, ї, ґ, and what was there before.
  for (const unsigned letter :
       {0x0142U, 0x0159U, 0x011FU, 0x0416U, 0x0457U, 0x0491U, 0x00DFU, 0x03B5U, 0x2192U}) {
    for (const Face face : {Face::kSans, Face::kSansBold, Face::kMono}) {
      ImFont* const font = Fonts::nearest(face, 13);
      EXPECT_NE(font->FindGlyphNoFallback(static_cast<ImWchar>(letter)), nullptr) << letter;
    }
  }
}

std::string utf8(unsigned letter) {
  if (letter < 0x800) {
    return {static_cast<char>(0xC0 | letter >> 6), static_cast<char>(0x80 | (letter & 0x3F))};
  }
  return {static_cast<char>(0xE0 | letter >> 12), static_cast<char>(0x80 | (letter >> 6 & 0x3F)),
          static_cast<char>(0x80 | (letter & 0x3F))};
}

// DejaVu has Georgian and Armenian, Inter Vietnamese; what none has is said, with its code.
TEST(Theme, LettersOfOtherScriptsComeFromOtherFonts) {
  ImFontAtlas atlas;
  ASSERT_TRUE(add_fonts(atlas, 1));
  ASSERT_TRUE(atlas.Build());
  (void)take_lacking_letters();
  constexpr unsigned kUnassigned = 0x0378;
  const std::string name = "net-" + utf8(0x10D0) + utf8(0x0531) + utf8(0x1EA1) + utf8(0x65E5) +
                           utf8(kUnassigned) + "\xF0\x9F\x98\x80\xFF.cn";
  for (const Face face : {Face::kSans, Face::kSansBold, Face::kMono}) {
    const ImFont* const font = Fonts::nearest(face, 13);
    EXPECT_EQ(font->FindGlyphNoFallback(0x10D0), nullptr);
    want_letters(font, name);
    EXPECT_TRUE(letters_pending());
  }
  const std::string lacking = take_lacking_letters();
  EXPECT_NE(lacking.find("U+0378"), std::string::npos) << lacking;
  EXPECT_NE(lacking.find("U+1F600"), std::string::npos) << lacking;
  // Chinese where a font here has it.
  EXPECT_EQ(lacking.find("U+65E5") == std::string::npos, !font_with(0x65E5).path.empty());
  EXPECT_EQ(take_lacking_letters(), "");
  ASSERT_TRUE(add_fonts(atlas, 1));
  ASSERT_TRUE(atlas.Build());
  for (const Face face : {Face::kSans, Face::kSansBold, Face::kMono}) {
    const ImFont* const font = Fonts::nearest(face, 13);
    for (const ImWchar letter : std::initializer_list<ImWchar>{0x10D0, 0x0531, 0x1EA1}) {
      EXPECT_NE(font->FindGlyphNoFallback(letter), nullptr) << letter;
    }
    EXPECT_EQ(font->FindGlyphNoFallback(0x65E5) != nullptr, !font_with(0x65E5).path.empty());
    // The box in place of what is not there.
    EXPECT_EQ(font->FallbackChar, 0xFFFD);
    want_letters(font, name);
  }
  EXPECT_EQ(take_lacking_letters(), "");
}

TEST(Theme, ExportedTextIsDividedAmongTheFontsThatHaveIt) {
  const std::vector<LetterRun> runs = letter_runs("ab" + utf8(0x10D0) + "c\xFF", Face::kSans);
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].text, "ab");
  EXPECT_EQ(runs[0].family, "");
  EXPECT_EQ(runs[1].text, utf8(0x10D0));
  EXPECT_EQ(runs[1].family, "DejaVu Sans");
  EXPECT_EQ(runs[2].text, "c\xFF");
  EXPECT_EQ(letter_runs("plain 2³ → ε", Face::kSans).size(), 1U);
}

// Whatever a file is called: the atlas stays one that every GPU takes.
TEST(Theme, FurtherLettersAreBounded) {
  ImFontAtlas atlas;
  ASSERT_TRUE(add_fonts(atlas, 2));
  ASSERT_TRUE(atlas.Build());
  for (unsigned letter = 0x100; letter < 0xD800; ++letter) {
    for (const Face face : {Face::kSans, Face::kSansBold, Face::kMono}) {
      want_letters(Fonts::nearest(face, 48), utf8(letter));
    }
  }
  ASSERT_TRUE(add_fonts(atlas, 2));
  ASSERT_TRUE(atlas.Build());
  EXPECT_LE(atlas.TexHeight, 16384);
  std::size_t glyphs = 0;
  for (const ImFont* font : atlas.Fonts) glyphs += static_cast<std::size_t>(font->Glyphs.Size);
  EXPECT_LE(glyphs, 4096U + 15 * 2000);
}

// No GPU takes textures of more than 16384 pixels for granted.
TEST(Theme, FontsOfTheLargestScaleFitIntoATexture) {
  ImFontAtlas atlas;
  ASSERT_TRUE(add_fonts(atlas, 4));
  ASSERT_TRUE(atlas.Build());
  EXPECT_LE(atlas.TexWidth, 16384);
  EXPECT_LE(atlas.TexHeight, 16384);
}

}  // namespace
}  // namespace sortscope
