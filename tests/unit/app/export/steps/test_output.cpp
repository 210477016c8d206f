// test_output.cpp: the JSON, CSV and text of `sortscope steps`.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <sstream>

#include "tests/unit/steps_fixture.h"

namespace sortscope {
namespace {

TEST(StepsOutput, WorkedExampleOfTheSeeds) {
  const auto lines = json_steps(run("bitonic", "3,7,4,8,6,2,1,5"));
  // Michalainas and Charisi 2025: keys after each layer, and exchanges in it.
  const std::vector<std::vector<int>> after = {{3, 7, 8, 4, 2, 6, 5, 1}, {3, 4, 8, 7, 5, 6, 2, 1},
                                               {3, 4, 7, 8, 6, 5, 2, 1}, {3, 4, 2, 1, 6, 5, 7, 8},
                                               {2, 1, 3, 4, 6, 5, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8}};
  const std::vector<std::pair<int, int>> labels = {{2, 1}, {4, 2}, {4, 1}, {8, 4}, {8, 2}, {8, 1}};
  const std::vector<int> exchanges = {3, 2, 2, 2, 2, 2};
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[0], Json::parse(R"({"version":1,"algorithm":"bitonic","n":8,"padded_to":8,
      "type":"int32","order":"ascending","parameters":{},"keys":[3,7,4,8,6,2,1,5]})"));
  for (std::size_t s = 1; s <= 6; ++s) {
    EXPECT_EQ(lines[s]["step"], s);
    EXPECT_EQ(lines[s]["level"], labels[s - 1].first);
    EXPECT_EQ(lines[s]["distance"], labels[s - 1].second);
    EXPECT_EQ(lines[s]["keys"].get<std::vector<int>>(), after[s - 1]);
    int exchanged = 0;
    for (const Json& c : lines[s]["comparators"]) exchanged += c[2].get<int>();
    EXPECT_EQ(exchanged, exchanges[s - 1]);
  }
}

// A second sorter: the printed comparators, run on the printed input, give the printed keys.
TEST(StepsOutput, PrintedComparatorsSortThePrintedKeys) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      for (const char* input : {"5,1,4,1,9,-2,6", "4,3,2,1,8,7,6,5,12,11,10,9,16,15,14,13"}) {
        const auto lines = json_steps(run(std::string(algorithm.id), input, order));
        Json keys = lines[0]["keys"];
        for (std::size_t s = 1; s < lines.size(); ++s) {
          std::set<int> wires;
          for (const Json& c : lines[s]["comparators"]) {
            Json& low = keys[c[0].get<std::size_t>()];
            Json& high = keys[c[1].get<std::size_t>()];
            EXPECT_TRUE(wires.insert(c[0].get<int>()).second);
            EXPECT_TRUE(wires.insert(c[1].get<int>()).second);
            if (!low.is_null() && !high.is_null()) {
              EXPECT_EQ(c[2].get<int>(), low.get<int>() > high.get<int>() ? 1 : 0);
            }
            if (c[2] == 1) std::swap(low, high);
          }
          EXPECT_EQ(lines[s]["keys"], keys) << algorithm.id << " step " << s;
        }
      }
    }
  }
}

TEST(StepsOutput, PaddingIsNull) {
  const auto lines = json_steps(run("bitonic", "5,2147483647,3"));
  EXPECT_EQ(lines[0]["n"], 3);
  EXPECT_EQ(lines[0]["padded_to"], 4);
  EXPECT_EQ(lines[0]["keys"], Json::parse("[5,2147483647,3,null]"));
  EXPECT_EQ(lines.back()["keys"], Json::parse("[3,5,2147483647,null]"));
}

TEST(StepsOutput, FloatsThatJsonLacksAreStrings) {
  const auto lines =
      json_steps(run("bitonic", "nan,-0,inf,0,-inf,0.1,1e300,2.5", Order::kAscending));
  EXPECT_EQ(lines[0]["type"], "float64");
  const Json& keys = lines.back()["keys"];
  EXPECT_EQ(keys[0], "-inf");
  EXPECT_TRUE(std::signbit(keys[1].get<double>()));
  EXPECT_FALSE(std::signbit(keys[2].get<double>()));
  EXPECT_EQ(keys[3].get<double>(), 0.1);
  EXPECT_EQ(keys[5].get<double>(), 1e300);
  EXPECT_EQ(keys[6], "inf");
  EXPECT_EQ(keys[7], "nan");
}

TEST(StepsOutput, LongIntegersAreExactAndFloatsShort) {
  const auto integers = json_steps(run("pairwise", "18446744073709551615,9007199254740993",
                                       Order::kAscending, KeyType::kUint64));
  EXPECT_EQ(integers.back()["keys"][0].get<std::uint64_t>(), 9007199254740993ULL);
  EXPECT_EQ(integers.back()["keys"][1].get<std::uint64_t>(), 18446744073709551615ULL);
  const auto recording = run("pairwise", "0.1,0.30000001", Order::kAscending, KeyType::kFloat32);
  EXPECT_NE(steps(recording, {.format = StepsFormat::kJson}).find("\"keys\":[0.1,0.3]"),
            std::string::npos);
}

TEST(StepsOutput, RangesIncludeBothEnds) {
  const auto recording = run("bitonic", "3,7,4,8,6,2,1,5");
  const auto some = json_steps(recording, {.from = 2, .to = 4});
  ASSERT_EQ(some.size(), 4U);
  EXPECT_FALSE(some[0].contains("keys"));
  EXPECT_EQ(some[1]["step"], 2);
  EXPECT_EQ(some[3]["step"], 4);
  EXPECT_EQ(some[3], json_steps(recording)[4]);
  const auto input = json_steps(recording, {.from = 0, .to = 0});
  ASSERT_EQ(input.size(), 2U);
  EXPECT_EQ(input[1]["step"], 0);
  EXPECT_EQ(input[1]["keys"], input[0]["keys"]);
  for (const StepsOptions wrong : {StepsOptions{.from = 3, .to = 2}, StepsOptions{.to = 7},
                                   StepsOptions{.from = 7}, StepsOptions{.from = 7, .to = 7}}) {
    const Status status = write_steps(recording, wrong, stderr);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().exit_code(), 2);
  }
}

TEST(StepsOutput, OneKeyHasNoSteps) {
  const auto lines = json_steps(run("bitonic", "42"));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["keys"], Json::parse("[42]"));
}

TEST(StepsOutput, PairsNameTheOriginalPlaces) {
  const auto lines = json_steps(run("odd-even-merge", "5,5,3,5,1"), {.pairs = true});
  for (const Json& line : lines) {
    for (std::size_t w = 0; w < 5; ++w) {
      EXPECT_EQ(line["keys"][w], lines[0]["keys"][line["places"][w].get<std::size_t>()]);
    }
  }
}

TEST(StepsOutput, CsvHasARowForEveryComparator) {
  const auto recording = run("odd-even-merge", "3,7,4,8,6,2,1,5");
  std::istringstream text(steps(recording, {.format = StepsFormat::kCsv}));
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, "step,level,distance,min_wire,max_wire,exchanged,min_key,max_key");
  int rows = 0;
  int exchanged = 0;
  while (std::getline(text, line)) {
    ++rows;
    int step = 0, level = 0, distance = 0, low = 0, high = 0, bit = 0, small = 0, large = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%d,%d,%d,%d,%d,%d,%d,%d", &step, &level, &distance, &low,
                          &high, &bit, &small, &large),
              8);
    EXPECT_LT(small, large);
    EXPECT_LT(low, high);
    exchanged += bit;
  }
  EXPECT_EQ(rows, 19);  // Batcher's network for 8 keys
  EXPECT_EQ(exchanged, static_cast<int>(recording->exchanged_before.back()));
}

TEST(StepsOutput, TextSaysWhatHappens) {
  const std::string text = steps(run("bitonic", "3,7,4,8,6,2,1,5"), {});
  EXPECT_NE(text.find("Step 0 is the input. The keys are 3, 7, 4, 8, 6, 2, 1, 5.\n"),
            std::string::npos);
  EXPECT_NE(text.find("Step 3 is layer 3 of 6, k equals 4, j equals 1: 4 comparators run and 2 "
                      "exchange. On wires 0 and 1, ascending, 3 and 4 stay. "
                      "On wires 2 and 3, ascending, 8 and 7 are exchanged. "
                      "On wires 4 and 5, descending, 5 and 6 are exchanged. "
                      "On wires 6 and 7, descending, 2 and 1 stay. "
                      "The keys are now 3, 4, 7, 8, 6, 5, 2, 1.\n"),
            std::string::npos);
}

TEST(StepsOutput, FullDiskIsAnError) {
  std::FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  const Status status = write_steps(run("bitonic", "3,7,4,8"), {}, full);
  std::fclose(full);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
}

TEST(StepsOutput, CanBeCancelled) {
  Progress progress;
  progress.cancel = true;
  std::FILE* out = std::fopen("/dev/null", "w");
  const Status status = write_steps(run("bitonic", "3,7,4,8"), {}, out, &progress);
  std::fclose(out);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace sortscope
