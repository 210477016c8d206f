// test_read_numbers.cpp: numbers from text and files, and the place of every mistake.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/printf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "core/keys/inputs.h"

namespace sortscope {
namespace {

constexpr std::uint32_t kMany = 1U << 30;

// The keys as "type: a b c", or the error's text.
std::string read(std::string_view text, std::optional<KeyType> type = std::nullopt,
                 std::uint32_t max_keys = kMany) {
  const auto keys = read_numbers(text, "input.csv", type, max_keys);
  if (!keys) {
    EXPECT_EQ(keys.error().code, ErrorCode::kBadInput);
    return keys.error().message;
  }
  std::string out(name_of(keys->type));
  out += ":";
  for (std::size_t i = 0; i < keys->size(); ++i) out += " " + keys->text(i);
  return out;
}

TEST(ReadNumbers, TakesAnyMixtureOfSeparatorsAndComments) {
  EXPECT_EQ(read("3,7,4,8"), "int32: 3 7 4 8");
  EXPECT_EQ(read("3 7\t4\r\n8;1,\n\n 2 ; 5"), "int32: 3 7 4 8 1 2 5");
  EXPECT_EQ(read("# 1 2 3\n4 # five 5\n6#7\n#8"), "int32: 4 6");
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "1;2"),
            "int32: 1 2");
  EXPECT_EQ(read("5"), "int32: 5");
  EXPECT_EQ(read("#old\r1\r2 #mac\r3"), "int32: 1 2 3");
}

TEST(ReadNumbers, TakesTheNarrowestTypeThatHoldsAll) {
  EXPECT_EQ(read("1 -2147483648 2147483647"), "int32: 1 -2147483648 2147483647");
  EXPECT_EQ(read("-1 2147483648"), "int64: -1 2147483648");
  EXPECT_EQ(read("1 9223372036854775807"), "int64: 1 9223372036854775807");
  EXPECT_EQ(read("1 9223372036854775808"), "uint64: 1 9223372036854775808");
  EXPECT_EQ(read("18446744073709551615 -1"), "float64: 1.8446744073709552e+19 -1");
  EXPECT_EQ(read("-1 9223372036854775808"), "float64: -1 9.223372036854776e+18");
  EXPECT_EQ(read("1 18446744073709551616"), "float64: 1 1.8446744073709552e+19");
  EXPECT_EQ(read("3 -0 1.5 nan -inf"), "float64: 3 -0 1.5 nan -inf");
  EXPECT_EQ(read("3 -0"), "int32: 3 0");
  EXPECT_EQ(read("9007199254740993 0.5"), "float64: 9007199254740992 0.5");
}

TEST(ReadNumbers, KeepsTheTypeThatWasAskedFor) {
  EXPECT_EQ(read("1 2", KeyType::kFloat32), "float32: 1 2");
  EXPECT_EQ(read("1 4294967295", KeyType::kUint32), "uint32: 1 4294967295");
  EXPECT_EQ(read("1\n-1", KeyType::kUint32),
            "input.csv:2:1: '-1' is out of range for uint32 (0 to 4294967295).");
  EXPECT_EQ(read("1 2.5", KeyType::kInt64),
            "input.csv:1:3: '2.5' is not an integer, but keys of type int64 are.");
}

TEST(ReadNumbers, SkipsALineOfColumnNamesOnlyAboveNumbers) {
  EXPECT_EQ(read("time,key [ms],\"a b\"\n1,2,3\n"), "int32: 1 2 3");
  EXPECT_EQ(read("# comment\n\nGröße\n1\n"), "int32: 1");
  EXPECT_EQ(read("x y z\r\n1 2 3\r\n"), "int32: 1 2 3");
  EXPECT_EQ(read("x;y\r1;2\r"), "int32: 1 2");
  EXPECT_EQ(read("x y 3\n1\n"), "input.csv:1:1: 'x' is not a number.");
  EXPECT_EQ(read("hello world\n"), "input.csv:1:1: 'hello' is not a number.");
  EXPECT_EQ(read("a,b\nc,d\n1"), "input.csv:1:1: 'a' is not a number.");
  EXPECT_EQ(read("1\nname\n2"), "input.csv:2:1: 'name' is not a number.");
  EXPECT_EQ(read("3x,4y\n1"), "input.csv:1:1: '3x' is not a number.");
  EXPECT_EQ(read("nan,inf\n1"), "float64: nan inf 1");
}

TEST(ReadNumbers, NamesLineAndColumnOfTheFirstMistake) {
  EXPECT_EQ(read("1\n2\n3,4,  abc,def"), "input.csv:3:7: 'abc' is not a number.");
  EXPECT_EQ(read("1\r\n2 x"), "input.csv:2:3: 'x' is not a number.");
  EXPECT_EQ(read("1 #ä\n2 #öü\n 3 ü"), "input.csv:3:4: 'ü' is not a number.");
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "1 ?"),
            "input.csv:1:3: '?' is not a number.");
  EXPECT_EQ(read("1 1e999").substr(0, 41), "input.csv:1:3: '1e999' is out of range fo");
  EXPECT_EQ(read("1 0x10"), "input.csv:1:3: '0x10' is not a number.");
}

TEST(ReadNumbers, AMissingNumberIsAMistake) {
  EXPECT_EQ(read("1,,2"), "input.csv:1:3: there is no number before this ','.");
  EXPECT_EQ(read("1, ;2"), "input.csv:1:4: there is no number before this ';'.");
  EXPECT_EQ(read("1,\n ,2"), "input.csv:2:2: there is no number before this ','.");
  EXPECT_EQ(read(",;"), "input.csv:1:1: there is no number before this ','.");
  EXPECT_EQ(read("a,b\n1,\n2 , 3,\r\n"), "int32: 1 2 3");
}

TEST(ReadNumbers, CountsWhatItsTypeDoesNotHold) {
  const auto note = [](std::string_view text, std::optional<KeyType> type = std::nullopt) {
    const auto keys = read_numbers(text, "input.csv", type, kMany);
    return keys ? exactness_note(*keys) : keys.error().message;
  };
  EXPECT_EQ(note("1 99999999999999999999999 3"),
            "Kept as float64, 1 of 3 numbers not exactly: different ones may become equal.");
  EXPECT_EQ(note("9007199254740993 9007199254740992 0.5").substr(0, 42),
            "Kept as float64, 1 of 3 numbers not exactl");
  EXPECT_EQ(note("0.5 9007199254740993 9007199254740992").substr(0, 42),
            "Kept as float64, 1 of 3 numbers not exactl");
  EXPECT_EQ(note("18446744073709551615 -1").substr(0, 41),
            "Kept as float64, 1 of 2 numbers not exact");
  EXPECT_EQ(note("16777217 1", KeyType::kFloat32).substr(0, 32),
            "Kept as float32, 1 of 2 numbers ");
  EXPECT_EQ(note("0.30000000000000004 0.3000000000000000400001 1e-400").substr(0, 32),
            "Kept as float64, 2 of 3 numbers ");
  EXPECT_EQ(note("18446744073709551615 0 9007199254740993"), "");
  EXPECT_EQ(note("0.1 1e23 -2.50 inf nan 1e-300 9223372036854775808 100000000000000000000.0 -0"),
            "");
  // The shortest text of any key is its own.
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    const std::vector<double> key = {std::bit_cast<double>(random())};
    const std::string text = fmt::format("{}", key[0]);
    EXPECT_EQ(note(text, KeyType::kFloat64), "") << text;
    const auto single =
        fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    EXPECT_EQ(note(single, KeyType::kFloat32), "") << single;
  }
}

TEST(ReadNumbers, EmptyAndBinaryInputsAreErrors) {
  EXPECT_EQ(read(""), "input.csv has no numbers.");
  EXPECT_EQ(read(" \n# only a comment\n"), "input.csv has no numbers.");
  EXPECT_EQ(read("\xef\xbb\xbf"), "input.csv has no numbers.");
  EXPECT_EQ(read(std::string_view("1\0", 2)), "input.csv:1:1: '1\\x00' is not a number.");
  EXPECT_EQ(read("\x89HDF\r\n\x1a\n"), "input.csv:1:1: '\\x89HDF' is not a number.");
  EXPECT_EQ(read(std::string_view("\xff\xfe"
                                  "1\0",
                                  4)),
            "input.csv is UTF-16 text.");
  const std::string long_token = "1 " + std::string(100000, '7') + "x";
  EXPECT_EQ(read(long_token), "input.csv:1:3: '" + std::string(40, '7') + "…' is not a number.");
}

// Files that a person opens by mistake, by their first bytes.
TEST(ReadNumbers, SaysWhatIsNoText) {
  EXPECT_EQ(read("\x89PNG\r\n\x1a\n"), "input.csv is a PNG picture, not numbers.");
  EXPECT_EQ(read("\xff\xd8\xff\xe0"), "input.csv is a JPEG picture, not numbers.");
  EXPECT_EQ(read("%PDF-1.5\n%"), "input.csv is a PDF document, not numbers.");
  EXPECT_EQ(read("PK\x03\x04"), "input.csv is a ZIP archive or an office document, not numbers.");
}

TEST(ReadNumbers, StopsAtTheLargestNumberOfKeys) {
  EXPECT_EQ(read("1 2 3", std::nullopt, 3), "int32: 1 2 3");
  EXPECT_EQ(read("1 2\n 3 4", std::nullopt, 3), "input.csv:2:4: there are more than 3 numbers.");
}

// Long inputs cross many chunks: the values, and the place of a mistake behind them, must not
// change.
TEST(ReadNumbers, ChunksDoNotShow) {
  std::mt19937_64 random(3);
  std::string text;
  std::vector<std::int64_t> values;
  std::uint64_t line = 1;
  std::size_t line_start = 0;
  while (text.size() < 13'000'000) {
    values.push_back(static_cast<std::int32_t>(random() >> (random() % 20 + 32)));
    text += fmt::format("{}", values.back());
    if (random() % 1000 == 0) text += " # a comment with 1 2 3 in it, long enough to cross a chunk";
    const bool newline = text.find('#', line_start) != std::string::npos || random() % 9 == 0;
    text += newline ? "\n" : ", ";
    if (newline) {
      ++line;
      line_start = text.size();
    }
  }
  const auto keys = read_numbers(text, "big", std::nullopt, kMany);
  ASSERT_TRUE(keys.ok()) << keys.error().text();
  ASSERT_EQ(keys->size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(keys->value(i), static_cast<double>(values[i])) << i;
  }
  const std::uint64_t column = text.size() - line_start + 1;
  EXPECT_EQ(read(text + "oops"),
            fmt::format("input.csv:{}:{}: 'oops' is not a number.", line, column));
}

TEST(ReadNumbers, ReportsProgressAndStopsWhenCancelled) {
  std::string text;
  while (text.size() < 9'000'000) text += "12345 ";
  Progress progress;
  ASSERT_TRUE(read_numbers(text, "big", std::nullopt, kMany, &progress).ok());
  EXPECT_EQ(progress.total, text.size());
  EXPECT_EQ(progress.done, text.size());
  progress.cancel = true;
  const auto stopped = read_numbers(text, "big", std::nullopt, kMany, &progress);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

class ReadNumberFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "sortscope-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  [[nodiscard]] std::string path(const char* name) const { return (folder / name).string(); }
  static std::string message(const std::string& path) {
    const auto keys = read_number_file(path, std::nullopt, kMany);
    EXPECT_FALSE(keys.ok());
    if (keys.ok()) return {};
    EXPECT_EQ(keys.error().exit_code(), 2);
    return keys.error().message;
  }

  std::filesystem::path folder;
};

TEST_F(ReadNumberFile, ReadsAFile) {
  std::ofstream(path("a.csv")) << "key\n3\n7\n4\n";
  const auto keys = read_number_file(path("a.csv"), KeyType::kInt64, kMany);
  ASSERT_TRUE(keys.ok());
  EXPECT_EQ(keys->size(), 3U);
  EXPECT_EQ(keys->text(1), "7");
}

TEST_F(ReadNumberFile, NamesTheFileInMistakes) {
  std::ofstream(path("a.csv")) << "1\n2,z\n";
  EXPECT_EQ(message(path("a.csv")), path("a.csv") + ":2:3: 'z' is not a number.");
  std::ofstream(path("empty"));
  EXPECT_EQ(message(path("empty")), path("empty") + " has no numbers.");
}

TEST_F(ReadNumberFile, GivesTheSystemsReason) {
  EXPECT_EQ(message(path("absent")),
            "cannot read " + path("absent") + ": No such file or directory.");
  EXPECT_EQ(message(folder.string()), "cannot read " + folder.string() + ": Is a directory.");
  if (::geteuid() != 0) {
    std::ofstream(path("secret")) << "1";
    ::chmod(path("secret").c_str(), 0);
    EXPECT_EQ(message(path("secret")), "cannot read " + path("secret") + ": Permission denied.");
  }
}

TEST_F(ReadNumberFile, GivesUpOnEndlessGarbageAtOnce) {
  EXPECT_NE(message("/dev/zero").find("is not a number"), std::string::npos);
  EXPECT_NE(message("/dev/urandom").find("/dev/urandom:"), std::string::npos);
}

TEST_F(ReadNumberFile, GivesUpWhereNoNumberComes) {
  // A regular file without end or content: it takes no room on the disk.
  std::ofstream(path("remarks")) << "1 2 3\n#";
  std::filesystem::resize_file(path("remarks"), std::uint64_t{1} << 40);
  EXPECT_NE(message(path("remarks")).find("has no number in"), std::string::npos);
}

// What the C library reads of texts of all lengths, in every way to write numbers.
TEST(ReadNumbers, AreThoseOfTheCLibrary) {
  std::mt19937_64 random(7);
  const char* const between[] = {"\n", " ", ",", ";", "\r\n", ", ", "\t", " # remark\n"};
  for (const KeyType type : {KeyType::kInt32, KeyType::kUint32, KeyType::kInt64, KeyType::kUint64,
                             KeyType::kFloat32, KeyType::kFloat64}) {
    const bool floats = type == KeyType::kFloat32 || type == KeyType::kFloat64;
    const bool is_signed = type != KeyType::kUint32 && type != KeyType::kUint64;
    std::vector<std::string> texts;
    for (int i = 0; i < 20'000; ++i) {
      const unsigned most = bits_of(type);
      const std::uint64_t size = random() >> (64 - most + (is_signed ? 1 : 0)) >> random() % most;
      std::string text = std::to_string(size);
      if (random() % 8 == 0) text.insert(0, random() % 12, '0');
      if (floats) {
        const std::size_t point = random() % (text.size() + 1);
        if (random() % 2 == 0) text.insert(point, ".");
        if (text == ".") text = "0";
        if (random() % 16 == 0) text += "e" + std::to_string(static_cast<int>(random() % 60) - 30);
      }
      if (is_signed && random() % 2 == 0) text.insert(0, "-");
      texts.push_back(text);
    }
    std::string all;
    for (const std::string& text : texts) all += text + between[random() % std::size(between)];
    // What a separator that ends the text leaves empty is no number.
    all += texts[0];
    texts.push_back(texts[0]);
    const auto keys = read_numbers(all, "x", type, kMany);
    ASSERT_TRUE(keys.ok()) << name_of(type) << ": " << keys.error().text();
    ASSERT_EQ(keys->size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const char* const text = texts[i].c_str();
      std::uint64_t expected = 0;
      if (type == KeyType::kFloat32) {
        expected = std::bit_cast<std::uint32_t>(std::strtof(text, nullptr));
      } else if (type == KeyType::kFloat64) {
        expected = std::bit_cast<std::uint64_t>(std::strtod(text, nullptr));
      } else if (is_signed) {
        expected = static_cast<std::uint64_t>(std::strtoll(text, nullptr, 10));
      } else {
        expected = std::strtoull(text, nullptr, 10);
      }
      if (bits_of(type) == 32) expected &= 0xffffffffU;
      ASSERT_EQ(keys->raw.at(i), expected) << name_of(type) << " " << text;
    }
  }
}

// By the C library's printf: the text with the fewest digits that reads back.
TEST(ReadNumbers, CountWhatIsNotTheShortestTextOfItsKey) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 20'000; ++i) {
    const double value =
        std::ldexp(static_cast<double>(random() >> 11), -static_cast<int>(random() % 80));
    if (value == 0) continue;
    std::string fewest;
    for (int digits = 1; digits <= 17; ++digits) {
      fewest = fmt::sprintf("%.*e", digits - 1, value);
      if (std::strtod(fewest.c_str(), nullptr) == value) break;
    }
    const std::string longer = fmt::sprintf("%.17e", value);
    const auto short_keys = read_numbers(fewest, "x", KeyType::kFloat64, 1);
    const auto long_keys = read_numbers(longer, "x", KeyType::kFloat64, 1);
    ASSERT_TRUE(short_keys.ok() && long_keys.ok());
    EXPECT_EQ(short_keys->inexact, 0U) << fewest;
    EXPECT_EQ(long_keys->raw, short_keys->raw);
    const auto mantissa = [](const std::string& text) {
      const std::size_t e = text.find('e');
      std::string digits = text.substr(0, e);
      std::erase(digits, '.');
      digits.erase(digits.find_last_not_of('0') + 1);
      return digits + text.substr(e);
    };
    EXPECT_EQ(long_keys->inexact, mantissa(longer) == mantissa(fewest) ? 0U : 1U) << longer;
  }
}

TEST_F(ReadNumberFile, ReadsStandardInputThroughAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "5 6\n7", 5), 5);
  ::close(ends[1]);
  const int saved = ::dup(STDIN_FILENO);
  ::dup2(ends[0], STDIN_FILENO);
  const auto keys = read_number_file("-", std::nullopt, kMany);
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ::close(ends[0]);
  ASSERT_TRUE(keys.ok());
  EXPECT_EQ(keys->size(), 3U);
  EXPECT_EQ(keys->text(2), "7");
}

TEST_F(ReadNumberFile, WaitsForThePipesWriterAndStopsAtOnceWhenCancelled) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  Progress progress;
  std::atomic<bool> done = false;
  std::thread reader([&] {
    const auto keys = read_number_file(path("pipe"), std::nullopt, kMany, &progress);
    EXPECT_TRUE(!keys.ok() && keys.error().code == ErrorCode::kCancelled);
    done = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(done);
  progress.cancel = true;
  reader.join();
  progress.cancel = false;
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    std::ofstream(path("pipe")) << "5 6 7\n";
  });
  const auto keys = read_number_file(path("pipe"), std::nullopt, kMany, &progress);
  writer.join();
  ASSERT_TRUE(keys.ok()) << keys.error().text();
  EXPECT_EQ(keys->size(), 3U);
}

}  // namespace
}  // namespace sortscope
