// test_command_arguments.cpp: words of a command line and their values.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/state/command_arguments.h"
#include "core/base/quote.h"

namespace sortscope {
namespace {

using Words = std::vector<std::string>;

TEST(CommandLine, SplitsAtBlanks) {
  EXPECT_EQ(*split_command_line("seek 5"), (Words{"seek", "5"}));
  EXPECT_EQ(*split_command_line("  seek \t 5  3\r\n"), (Words{"seek", "5", "3"}));
  EXPECT_EQ(*split_command_line(""), Words{});
}

TEST(CommandLine, QuotesHoldBlanksTogether) {
  EXPECT_EQ(*split_command_line("open 'my file.h5'"), (Words{"open", "my file.h5"}));
  EXPECT_EQ(*split_command_line("open \"a \\\"b\\\" \\\\ c\""), (Words{"open", "a \"b\" \\ c"}));
  EXPECT_EQ(*split_command_line("a''b \"\""), (Words{"ab", ""}));
  EXPECT_EQ(*split_command_line("open C:\\x"), (Words{"open", "C:\\x"}));
}

TEST(CommandLine, NamesTheQuoteThatIsNotClosed) {
  const auto words = split_command_line("open 'my file");
  ASSERT_FALSE(words);
  EXPECT_EQ(words.error().code, ErrorCode::kBadUsage);
  EXPECT_NE(words.error().message.find("column 6"), std::string::npos);
}

TEST(CommandLine, QuotedWordsReadBack) {
  for (const std::string word : {"plain", "two words", "it's", "say \"hi\" \\ now", "", "\t",
                                 "/home/ü/Ω.h5", "back\\slash", "'\""}) {
    EXPECT_EQ(*split_command_line("x " + quoted_word(word)), (Words{"x", word})) << word;
  }
}

TEST(Arguments, CountFromTheUsage) {
  const auto counts = [](std::string_view usage) {
    const ArgumentCount count = argument_count(usage);
    return std::pair(count.least, count.most);
  };
  const std::size_t any = static_cast<std::size_t>(-1);
  EXPECT_EQ(counts(""), std::pair(std::size_t{0}, std::size_t{0}));
  EXPECT_EQ(counts("LAYER"), std::pair(std::size_t{1}, std::size_t{1}));
  EXPECT_EQ(counts("LAYER [COMPARATOR]"), std::pair(std::size_t{1}, std::size_t{2}));
  EXPECT_EQ(counts("[PANE] ID"), std::pair(std::size_t{1}, std::size_t{2}));
  EXPECT_EQ(counts("[on|off]"), std::pair(std::size_t{0}, std::size_t{1}));
  EXPECT_EQ(counts("LIST..."), std::pair(std::size_t{1}, any));
}

TEST(Arguments, WholeNumbersAndPowers) {
  EXPECT_EQ(*whole_argument("N", "2^20", 1, 1U << 30), 1048576U);
  EXPECT_EQ(*whole_argument("N", "0", 0, 9), 0U);
  EXPECT_EQ(*whole_argument("N", "18446744073709551615", 0, ~std::uint64_t{0}), ~std::uint64_t{0});
  for (const std::string text :
       {"", "-1", "1.5", "2^", "2^64", "10", "1 ", "x", "0x5", "18446744073709551616"}) {
    EXPECT_FALSE(whole_argument("N", text, 0, 9)) << text;
  }
}

TEST(Arguments, NumbersWithAPoint) {
  EXPECT_FLOAT_EQ(*number_argument("SPEED", "0.25", 0, 1), 0.25F);
  for (const std::string text : {"", "nan", "inf", "2", "-0.1", "0,5", "0.5x"}) {
    EXPECT_FALSE(number_argument("SPEED", text, 0, 1)) << text;
  }
}

TEST(Arguments, SwitchesTurnAroundWithoutAWord) {
  EXPECT_TRUE(*switch_argument({}, false));
  EXPECT_FALSE(*switch_argument({}, true));
  EXPECT_TRUE(*switch_argument(Words{"on"}, true));
  EXPECT_FALSE(*switch_argument(Words{"off"}, true));
  EXPECT_FALSE(switch_argument(Words{"yes"}, true));
}

TEST(CommandArguments, AnyTextIsAWordOnOneLine) {
  for (const std::string& word :
       {std::string("two\nlines"), std::string("\r"), std::string("a\0b", 3),
        std::string("C:\\new"), std::string("\\n"), std::string("\"'\\"), std::string("n"),
        std::string()}) {
    const std::string line = quoted_word(word);
    EXPECT_EQ(line.find_first_of(std::string_view("\n\r\0", 3)), std::string::npos);
    const auto words = split_command_line("network x " + line);
    ASSERT_TRUE(words.ok());
    EXPECT_EQ(words->back(), word);
  }
}

// Whatever a file may be called, and what stands for it.
std::vector<std::string> hostile_names() {
  std::vector<std::string> names = {"a\x1b[31mb",
                                    ("\xc2\x9b"
                                     "31m"),
                                    ("\xe2\x80\xae"
                                     "txt.exe"),
                                    ("a\xe2\x80\x8b"
                                     "b"),
                                    ("\xef\xbb\xbf"
                                     "x"),
                                    "\xf3\xa0\x81\x81",
                                    "\xff\xfe",
                                    "\xc3",
                                    "\xed\xa0\x80",
                                    "two\nrecord\nquit",
                                    "\\x1b",
                                    "a\\",
                                    "a b\\x41",
                                    "\\",
                                    "\"x41",
                                    ("gr\xc3\xbc\xc3\x9f"
                                     "e.csv")};
  for (int byte = 0; byte < 256; ++byte) names.emplace_back(3, static_cast<char>(byte));
  return names;
}

TEST(CommandArguments, WhatNobodySeesIsWrittenByteByByteAndComesBack) {
  for (const std::string& name : hostile_names()) {
    const std::string line = "keys-from " + quoted_word(name);
    // Nothing in it is a command to a terminal, breaks the line, hides or is no UTF-8.
    EXPECT_EQ(one_line(line), line) << line;
    const auto words = split_command_line(line);
    ASSERT_TRUE(words.ok()) << line;
    EXPECT_EQ(*words, (Words{"keys-from", name})) << line;
  }
  EXPECT_EQ(quoted_word("a\x1b"
                        "b"),
            "\"a\\x1bb\"");
  EXPECT_EQ(quoted_word("gr\xc3\xbc\xc3\x9f"
                        "e.csv"),
            "gr\xc3\xbc\xc3\x9f"
            "e.csv");
}

}  // namespace
}  // namespace sortscope
