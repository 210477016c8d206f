// test_lesson.cpp: lesson files, captions, and the nearest word.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/nearest_word.h"
#include "core/lessons/lesson.h"
#include "core/pictures/rich_text.h"

namespace sortscope {
namespace {

constexpr std::string_view kLesson =
    "# A title\n"
    "Minutes: 7\n"
    "Summary: One sentence\n"
    "on two lines.\n"
    "\n"
    "## First stop\n"
    "```sortscope\n"
    "algorithm bitonic\n"
    "  # a remark\n"
    "\n"
    "record\n"
    "```\n"
    "A **caption**.\n"
    "\n"
    "> A note.\n"
    "> Its second line.\n"
    "\n"
    "```sortscope\n"
    "play-to 1\n"
    "```\n"
    "Then this.\n"
    "## Second stop\n"
    "Only words.\n";

TEST(Lesson, StopsBuildsCaptionsNotesAndLineNumbers) {
  const auto lesson = parse_lesson(kLesson, "folder/2-name.md");
  ASSERT_TRUE(lesson) << lesson.error().text();
  EXPECT_EQ(lesson->name, "2-name");
  EXPECT_EQ(lesson->title, "A title");
  EXPECT_EQ(lesson->minutes, 7U);
  EXPECT_EQ(lesson->summary, "One sentence on two lines.");
  ASSERT_EQ(lesson->stops.size(), 2U);
  const LessonStop& first = lesson->stops[0];
  EXPECT_EQ(first.title, "First stop");
  EXPECT_EQ(first.line, 6U);
  ASSERT_EQ(first.builds.size(), 2U);
  ASSERT_EQ(first.builds[0].lines.size(), 2U);
  EXPECT_EQ(first.builds[0].lines[0].text, "algorithm bitonic");
  EXPECT_EQ(first.builds[0].lines[0].number, 8U);
  EXPECT_EQ(first.builds[0].lines[1].text, "record");
  EXPECT_EQ(first.builds[0].lines[1].number, 11U);
  EXPECT_EQ(first.builds[0].caption, "A **caption**.");
  EXPECT_EQ(first.builds[0].notes, "A note.\nIts second line.");
  EXPECT_EQ(first.builds[1].lines[0].number, 19U);
  EXPECT_EQ(first.builds[1].caption, "Then this.");
  ASSERT_EQ(lesson->stops[1].builds.size(), 1U);
  EXPECT_TRUE(lesson->stops[1].builds[0].lines.empty());
}

TEST(Lesson, WindowsLinesAndAByteOrderMarkAreTaken) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : kLesson) text += c == '\n' ? "\r\n" : std::string(1, c);
  const auto lesson = parse_lesson(text, "a.md");
  ASSERT_TRUE(lesson) << lesson.error().text();
  EXPECT_EQ(lesson->stops[0].builds[0].lines[0].text, "algorithm bitonic");
  EXPECT_EQ(lesson->stops[0].builds[0].caption, "A **caption**.");
}

struct Wrong {
  const char* text;
  const char* place;  // FILE:LINE:
  const char* says;
};

TEST(Lesson, ErrorsNameFileAndLine) {
  const Wrong cases[] = {
      {"", "a.md:1:", "title"},
      {"\n\nNo title\n", "a.md:3:", "# "},
      {"# T\nMinutes: many\n## S\n", "a.md:2:", "minutes"},
      {"# T\nMinutes: 0\n", "a.md:2:", "1 to 600"},
      {"# T\nMinute: 7\n", "a.md:2:", "Minutes:"},
      {"# T\n", "a.md:1:", "no stop"},
      {"# T\n##  \n", "a.md:2:", "heading"},
      {"# T\n### S\n", "a.md:2:", "heading"},
      {"# T\n## S\n\n```sortscope\nrecord\n", "a.md:4:", "not closed"},
      {"# T\n## S\n```sortscope\nrecord\n## Next\n", "a.md:3:", "not closed"},
      {"# T\n## S\n```sortscop\nrecord\n```\n", "a.md:3:", "sortscop"},
      {"# T\n## S\n# Another\n", "a.md:3:", "one title"},
      {"# T\n## S\nb\xFF\n", "a.md:3:", "column 2"},
      {"# T\n## S\n\xC3", "a.md:3:", "UTF-8"},
      {"# T\n## S\na\x01", "a.md:3:", "column 2"},
  };
  for (const Wrong& wrong : cases) {
    const auto lesson = parse_lesson(wrong.text, "a.md");
    ASSERT_FALSE(lesson) << wrong.text;
    EXPECT_EQ(lesson.error().code, ErrorCode::kBadInput);
    EXPECT_TRUE(lesson.error().message.starts_with(wrong.place)) << lesson.error().message;
    EXPECT_NE(lesson.error().text().find(wrong.says), std::string::npos) << lesson.error().text();
  }
}

// Every beginning of a lesson is read or refused, and nothing else happens.
TEST(Lesson, TruncatedFilesNeverCrash) {
  for (std::size_t length = 0; length <= kLesson.size(); ++length) {
    const auto lesson = parse_lesson(kLesson.substr(0, length), "a.md");
    if (lesson) {
      EXPECT_FALSE(lesson->stops.empty());
    }
  }
}

TEST(Lesson, GiganticFilesAreRefused) {
  EXPECT_FALSE(parse_lesson("# T\n## S\n" + std::string(std::size_t{5} << 20, 'a'), "a.md"));
}

TEST(Lesson, AFileThatIsNotThereIsSaid) {
  const auto lesson = read_lesson("/nowhere/at-all.md");
  ASSERT_FALSE(lesson);
  EXPECT_EQ(lesson.error().code, ErrorCode::kBadInput);
  EXPECT_FALSE(read_lesson("/tmp"));
}

TEST(Lesson, EveryShippedOneCanBeParsedAndIsFoundByNameAndNumber) {
  EXPECT_EQ(shipped_lessons().size(), shipped_lesson_texts().size());
  for (const auto& [file, text] : shipped_lesson_texts()) {
    const auto lesson = parse_lesson(text, file);
    ASSERT_TRUE(lesson) << lesson.error().text();
    EXPECT_GE(lesson->minutes, 1U) << file;
    EXPECT_FALSE(lesson->summary.empty()) << file;
  }
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(find_lesson(lesson.name));
    EXPECT_EQ(*find_lesson(lesson.name), &lesson);
    EXPECT_EQ(*find_lesson(lesson.name.substr(0, lesson.name.find('-'))), &lesson);
  }
  EXPECT_FALSE(find_lesson("no-such-lesson"));
  EXPECT_FALSE(find_lesson(""));
}

TEST(NearestWord, EditDistances) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("forwrad", "forward"), 1U);
  EXPECT_EQ(edit_distance("same", "same"), 0U);
}

TEST(NearestWord, FindsWhatWasMeant) {
  constexpr std::string_view kWords[] = {"highlight", "record", "seek", "play-to"};
  EXPECT_EQ(nearest_word("hilight", kWords), "highlight");
  EXPECT_EQ(nearest_word("recrod", kWords), "record");
  EXPECT_EQ(nearest_word("high", kWords), "highlight");
  EXPECT_EQ(nearest_word("banana", kWords), "");
  EXPECT_EQ(nearest_word("", kWords), "");
  EXPECT_EQ(nearest_word(std::string(100000, 'x'), kWords), "");
}

std::string marked(std::string_view markdown) {
  std::string text;
  for (const RichBlock& block : parse_rich_text(markdown)) {
    text += block.kind == RichBlockKind::kItem ? block.marker + " " : "";
    for (const RichSpan& span : block.spans) {
      if (span.bold) text += "<b>";
      if (span.italic) text += "<i>";
      text += span.code ? "{" + span.text + "}" : span.text;
      if (span.italic) text += "</i>";
      if (span.bold) text += "</b>";
    }
    text += "|";
  }
  return text;
}

TEST(RichText, BlocksAndSpans) {
  EXPECT_EQ(marked("one\ntwo\n\nthree"), "one two|three|");
  EXPECT_EQ(marked("a **b** *c* `d*e`"), "a <b>b</b> <i>c</i> {d*e}|");
  EXPECT_EQ(marked("- one\n- two\n  more\n3. three"), "• one|• two more|3. three|");
  EXPECT_EQ(marked("n * m and 2*3, **open"), "n * m and 2*3, **open|");
  EXPECT_EQ(marked("see [the spec](http://x)"), "see the spec|");
  EXPECT_EQ(marked("***both***"), "<b><i>both</i></b>|");
  EXPECT_EQ(marked(""), "");
}

// With letters of half their size, no line is wider than the column, and nothing is lost.
TEST(RichText, LinesStayInTheColumn) {
  const auto measure = [](std::string_view text, float size, Face) {
    std::size_t letters = 0;
    for (const char c : text) letters += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
    return static_cast<float>(letters) * size / 2;
  };
  const auto blocks = parse_rich_text(
      "Some words, `code`, and averyveryverylongwordthatfitsnowhere – then\n\n- an item that goes "
      "on "
      "and on\n  - deeper");
  for (const float width : {60.0F, 100.0F, 333.0F}) {
    const RichLayout set = layout_rich_text(blocks, width, 10, measure);
    std::string all;
    for (const RichRun& run : set.runs) {
      EXPECT_LE(run.x + run.width, width + 0.01F) << run.text;
      EXPECT_LT(run.y, set.height);
      all += run.text;
    }
    std::string words = plain_text(blocks);
    std::erase(words, ' ');
    std::erase(words, '\n');
    EXPECT_EQ(all, words);
  }
}

// "1 2 3 4" is one thing: it is not broken where a line has room for it.
TEST(RichText, RowsOfNumbersStayOnALine) {
  const auto measure = [](std::string_view text, float size, Face) {
    return static_cast<float>(text.size()) * size / 2;
  };
  const auto blocks =
      parse_rich_text("The keys are 8 6 5 **3** 1, and then distance 9: 1 2 3 4. Eight, or 7 x.");
  for (float width = 60; width < 400; width += 7) {
    const RichLayout set = layout_rich_text(blocks, width, 10, measure);
    for (const auto& [first, count] : {std::pair{"8", 5U}, {"1", 4U}}) {
      const auto at = std::ranges::find(set.runs, first, &RichRun::text) - set.runs.begin();
      for (std::size_t i = 1; i < count; ++i) {
        EXPECT_EQ(set.runs[at + i].y, set.runs[at].y) << first << " on " << width;
      }
    }
    // Where no line has room, they are broken as words are.
    for (const RichRun& run : layout_rich_text(blocks, 24, 10, measure).runs) {
      EXPECT_LE(run.x + run.width, 24.01F) << run.text;
    }
  }
}

TEST(LessonLimits, AreSaidWithTheLine) {
  const std::string head = "# T\n\n## S\n```sortscope\nkeys 2 1\nrecord\n```\n";
  const auto repeated = [](std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  const std::string step = "```sortscope\nseek 1\n```\n";
  struct Case {
    std::string good;
    std::string bad;
    std::string_view says;
  };
  const Case cases[] = {
      {head + std::string(9'999, 'x') + "\n", head + std::string(10'000, 'x') + "\n",
       "l.md:8: 10,001 bytes of a paragraph"},
      {head + repeated("word word\n", 1'000), head + repeated("word word\n", 1'001),
       "l.md:1008: 10,010 bytes of a paragraph"},
      {head + repeated("> a\n>\n", 1'000), head + repeated("> a\n>\n", 1'001), "lines of a stop"},
      {head + "```\n" + repeated("y\n\n", 990) + "```\n",
       head + "```\n" + repeated("y\n\n", 1'000) + "```\n", "lines of a stop"},
      {head + repeated(std::string(190, 'x') + "\n\n", 990),
       head + repeated(std::string(400, 'x') + "\n\n", 990), "bytes of a stop"},
      {head + repeated(step, 199), head + repeated(step, 200), "201 steps of a stop"},
      {head + repeated("## S\n", 999), head + repeated("## S\n", 1'000), "1,001 stops"},
      {"# " + std::string(1'000, 't') + "\n## S\n", "# " + std::string(1'001, 't') + "\n## S\n",
       "l.md:1: 1,001 bytes of a title"},
      {"# T\n## " + std::string(1'000, 't') + "\n", "# T\n## " + std::string(1'001, 't') + "\n",
       "l.md:2: 1,001 bytes of a heading"},
      {"# T\nSummary: " + std::string(10'000, 's') + "\n## S\n",
       "# T\nSummary: " + std::string(10'001, 's') + "\n## S\n",
       "l.md:2: 10,001 bytes of a summary"},
  };
  for (const Case& each : cases) {
    const auto good = parse_lesson(each.good, "l.md");
    EXPECT_TRUE(good) << each.says << ": " << (good ? "" : good.error().text());
    const auto bad = parse_lesson(each.bad, "l.md");
    ASSERT_FALSE(bad) << each.says;
    EXPECT_NE(bad.error().message.find(each.says), std::string::npos) << bad.error().message;
  }
  // Keys of a person's own are as many as a lesson may have.
  EXPECT_TRUE(parse_lesson(
      "# T\n## S\n```sortscope\nkeys" + repeated(" 1234567890", 65'536) + "\nrecord\n```\n",
      "l.md"));
}

TEST(LessonLimits, OnlyRealCharactersAreText) {
  // A surrogate, overlong forms, beyond U+10FFFF, a byte alone.
  for (const std::string_view bytes :
       {"\xed\xa0\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xf0\x80\x80\xaf", "\xf4\x90\x80\x80",
        "\xf8\x88\x80\x80\x80", "\x80", "\xff"}) {
    const auto read = parse_lesson("# T\n## S\nab" + std::string(bytes) + "\n", "l.md");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, "l.md:3: the byte in column 3 is no UTF-8 text.");
  }
  EXPECT_TRUE(
      parse_lesson("# T\n## S\n\xed\x9f\xbf \xee\x80\x80 \xf4\x8f\xbf\xbf \xc2\x80\n", "l.md"));
}

}  // namespace
}  // namespace sortscope
