// test_quote.cpp: foreign text in messages and on terminals, and names of files as UTF-8.
#include "core/base/quote.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sortscope {
namespace {

TEST(Quote, WritesControlCharactersAsText) {
  EXPECT_EQ(quoted("a\x1b[2Jb\n"), "'a\\x1b[2Jb\\x0a'");
  EXPECT_EQ(quoted("\xc2\x9b"
                   "31m"),
            "'\\x9b31m'");
}

TEST(Quote, PrintableTextCommandsNoTerminal) {
  EXPECT_EQ(printable("a\tb\nGr\xc3\xb6\xc3\x9f"
                      "e \xe2\x89\xa4 1"),
            "a\tb\nGr\xc3\xb6\xc3\x9f"
            "e \xe2\x89\xa4 1");
  EXPECT_EQ(printable("\x1b]0;title\x07\r\x7f"), "\\x1b]0;title\\x07\\x0d\\x7f");
  // U+009B is one character; alone its byte is none.
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J \x9b"
                      "2J \xc2\xa0"),
            "\\x9b2J \\x9b2J \xc2\xa0");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
  for (int byte = 0; byte < 256; ++byte) {
    for (const char c : printable(std::string(3, static_cast<char>(byte)))) {
      EXPECT_TRUE((c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t') << byte;
    }
  }
}

// Two names that look alike are not written alike.
TEST(Quote, WhatNobodySeesIsWrittenAsText) {
  for (const char* unseen :
       {"\u00ad", "\u034f", "\u061c", "\u180e",     "\u200b",     "\u200e",    "\u200f",
        "\u2028", "\u2029", "\u202a", "\u202e",     "\u2060",     "\u2064",    "\u2066",
        "\u2069", "\ufeff", "\ufff9", "\U000e0001", "\U000e0041", "\U000e007f"}) {
    const std::string name = std::string("a") + unseen + "b";
    for (const std::string& text : {printable(name), one_line(name), sortscope::quoted(name)}) {
      EXPECT_NE(text.find("a\\x"), std::string::npos) << text;
      for (const char c : text) EXPECT_TRUE(c >= 0x20 && c < 0x7f) << text;
    }
  }
  // Letters, accents, signs and what joins letters stay.
  for (const char* seen : {"größe", "e\u0301", "数", "\u0645\u200c\u06cc", "\u2010", "\u2030",
                           "\ufefe", "\U0001f468\u200d\U0001f469", "\U0001f642"}) {
    EXPECT_EQ(printable(seen), seen);
  }
}

TEST(Quote, CellsAreNoFormulas) {
  for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1"}) {
    EXPECT_EQ(inert_cell(text), std::string("'") + text);
  }
  EXPECT_EQ(inert_cell("a=1"), "a=1");
  EXPECT_EQ(inert_cell(""), "");
}

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
    // It is UTF-8: quoted() writes no byte of it but U+0080 to U+009F, and what nobody sees.
    std::string shown = utf8;
    for (std::size_t at = 0; at + 1 < shown.size();) {
      const std::string_view two = std::string_view(shown).substr(at, 2);
      const bool c1 = shown[at] == '\xc2' && static_cast<unsigned char>(shown[at + 1]) < 0xa0;
      if (c1 || two == "\u00ad" || two == "\u034f" || two == "\u061c") {
        shown.erase(at, 2);
      } else {
        ++at;
      }
    }
    for (const char* byte : {"\\x8", "\\x9", "\\xa", "\\xb", "\\xc", "\\xd", "\\xe", "\\xf"}) {
      EXPECT_EQ(quoted(shown, 100).find(byte), std::string::npos);
    }
  }
}

TEST(Quote, ValuesOfFilesKeepToOneLineInTheOrderTheyAreIn) {
  EXPECT_EQ(one_line("a\nSorted\tyes\r"), "a\\x0aSorted\\x09yes\\x0d");
  EXPECT_EQ(one_line("größe ≤ 1 😀"), "größe ≤ 1 😀");
  // U+202A to U+202E, U+2066 to U+2069, U+2028, U+2029 in UTF-8, and their neighbours.
  for (const int last : {0xa8, 0xa9, 0xaa, 0xab, 0xac, 0xad, 0xae}) {
    const std::string mark = {'\xe2', '\x80', static_cast<char>(last)};
    EXPECT_EQ(one_line(mark).find(mark), std::string::npos) << last;
    EXPECT_EQ(printable(mark).substr(0, 8), "\\xe2\\x80") << last;
    EXPECT_EQ(sortscope::quoted(mark).find(mark), std::string::npos) << last;
  }
  for (const int last : {0xa6, 0xa7, 0xa8, 0xa9}) {
    const std::string mark = {'\xe2', '\x81', static_cast<char>(last)};
    EXPECT_EQ(printable(mark).substr(0, 8), "\\xe2\\x81") << last;
  }
  EXPECT_EQ(one_line("\xe2\x80\xa6 \xe2\x80\xaf \xe2\x81\x9e \xe2\x81\xb0"),
            "\xe2\x80\xa6 \xe2\x80\xaf \xe2\x81\x9e \xe2\x81\xb0");
}

}  // namespace
}  // namespace sortscope
