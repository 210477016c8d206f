// test_theme.cpp: the letters that names of files need are there.
#include "app/painters/theme.h"

#include <gtest/gtest.h>
#include <imgui.h>

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
