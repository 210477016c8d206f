// test_quote.cpp: foreign text in messages and files.
#include "core/base/quote.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sortscope {
namespace {

TEST(Quote, TextThatIsUtf8StaysAsItIs) {
  for (const char* text : {"", "keys.txt", "größe", "ключи", "数", "\xf0\x9f\x99\x82"}) {
    EXPECT_EQ(as_utf8(text), text);
    EXPECT_EQ(original_bytes(text), text);
  }
}

TEST(Quote, OtherBytesBecomeCharacters) {
  EXPECT_EQ(as_utf8("gr\xf6n"), "gr\xee\xbf\xb6n");  // U+EFF6
  EXPECT_EQ(as_utf8("\x80"), "\xee\xbe\x80");        // U+EF80
}

TEST(Quote, EveryTextComesBack) {
  std::mt19937 engine(1);
  const auto random = [&] { return static_cast<unsigned>(engine()); };
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    // Bytes that are often parts of those characters.
    const char bytes[] = {'\xee', '\xbe', '\xbf', '\x80', 'a'};
    for (unsigned length = random() % 12; length > 0; --length) {
      text += random() % 2 == 0 ? bytes[random() % 5] : static_cast<char>(random() % 256);
    }
    const std::string utf8 = as_utf8(text);
    EXPECT_EQ(original_bytes(utf8), text);
    EXPECT_EQ(quoted(utf8, 100).find("\\x8"), std::string::npos);  // it is UTF-8
  }
}

}  // namespace
}  // namespace sortscope
