// test_quote.cpp: foreign text in messages and on terminals.
#include "core/base/quote.h"

#include <gtest/gtest.h>

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

TEST(Quote, CellsAreNoFormulas) {
  for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1"}) {
    EXPECT_EQ(inert_cell(text), std::string("'") + text);
  }
  EXPECT_EQ(inert_cell("a=1"), "a=1");
  EXPECT_EQ(inert_cell(""), "");
}

}  // namespace
}  // namespace sortscope
