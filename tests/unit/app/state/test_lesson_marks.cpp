// test_lesson_marks.cpp: marks and words of lessons are true of every picture beside them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/state/command_arguments.h"
#include "core/keys/inputs.h"
#include "core/lessons/lesson.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {
namespace {

// The words of each line of the block that begins with the command, without it.
std::vector<std::vector<std::string>> lines_of(const LessonBuild& build, std::string_view command) {
  std::vector<std::vector<std::string>> found;
  for (const LessonLine& line : build.lines) {
    const auto words = split_command_line(line.text);
    if (words && words->front() == command) found.emplace_back(words->begin() + 1, words->end());
  }
  return found;
}

std::vector<int> numbers_of(const std::vector<std::string>& words) {
  std::vector<int> numbers;
  for (const std::string& word : words) numbers.push_back(std::stoi(word));
  return numbers;
}

// What stands above in the network stands to the left among the bars.
TEST(LessonMarks, SayNoSideWherePanesHaveOthers) {
  int marks = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    for (const LessonStop& stop : lesson.stops) {
      bool bars = false;
      for (const LessonBuild& build : stop.builds) {
        for (const auto& view : lines_of(build, "view")) bars = bars || view.back() == "bars";
      }
      for (const LessonBuild& build : stop.builds) {
        for (const auto& mark : lines_of(build, "highlight")) {
          if (mark.size() < 3) continue;
          ++marks;
          for (const std::string_view side : {"above", "below", "left", "right", "under", "over"}) {
            EXPECT_TRUE(!bars || mark[2].find(side) == std::string::npos)
                << lesson.name << ", " << stop.title << ": " << mark[2];
          }
        }
      }
    }
  }
  EXPECT_GT(marks, 8);
}

// "On every wire there is always the bit of the key that stands there", though not every exchange
// of keys is one of bits: the two runs of the stop before.
TEST(LessonMarks, BitsStandWhereTheirKeysStand) {
  const auto lesson = find_lesson("1-comparators");
  ASSERT_TRUE(lesson);
  const auto stop = std::ranges::find((*lesson)->stops, "A network that fails", &LessonStop::title);
  ASSERT_NE(stop, (*lesson)->stops.end());
  ASSERT_EQ(stop->builds.size(), 2U);
  std::vector<std::shared_ptr<const Recording>> runs;
  for (const LessonBuild& build : stop->builds) {
    std::string text;
    const auto numbers = lines_of(build, "keys");
    ASSERT_EQ(numbers.size(), 1U);
    for (const std::string& word : numbers[0]) text += word + " ";
    RunRequest request;
    request.algorithm = "bitonic-merger";
    request.keys = *read_numbers(text, "test", KeyType::kInt32, 8);
    request.any_input = true;
    runs.push_back(*record(request, *make_cpu_engine()));
  }
  Replay keys(runs[0]);
  Replay bits(runs[1]);
  int unlike = 0;
  for (std::uint32_t layer = 0; layer <= runs[0]->network.depth(); ++layer) {
    keys.seek({layer, 0});
    bits.seek({layer, 0});
    for (Wire wire = 0; wire < 8; ++wire) {
      const double key = runs[0]->request.keys.value(keys.places()[wire]);
      const double bit = runs[1]->request.keys.value(bits.places()[wire]);
      EXPECT_EQ(bit, key >= 5 ? 1 : 0) << "layer " << layer << ", wire " << wire;
    }
    if (layer == runs[0]->network.depth()) break;
    for (std::uint32_t i = 0; i < runs[0]->network.count(layer); ++i) {
      if (runs[0]->exchanged(layer, i) != runs[1]->exchanged(layer, i)) ++unlike;
    }
  }
  EXPECT_GT(unlike, 0);
}

// Who is asked which of a1 to a4 change places reads what they are.
TEST(LessonMarks, PiecesThatAreAskedForAreNamed) {
  constexpr const char* kNames[] = {"a¹", "a²", "a³", "a⁴"};
  int asked = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    for (const LessonStop& stop : lesson.stops) {
      for (const LessonBuild& build : stop.builds) {
        const auto ask = lines_of(build, "ask");
        if (ask.empty() || ask[0][0] != "swaps") continue;
        const auto given = lines_of(build, "keys");
        ASSERT_EQ(given.size(), 1U);
        const std::vector<int> keys = numbers_of(given[0]);
        std::vector<int> sorted = keys;
        std::ranges::sort(sorted);
        const std::size_t half = keys.size() / 2;
        const int median = sorted[half];
        // From cut to cut, and from the middle.
        std::vector<std::vector<int>> pieces = {{}};
        for (std::size_t i = 0; i < keys.size(); ++i) {
          const bool cut = i > 0 && (keys[i] < median) != (keys[i - 1] < median);
          if (cut || i == half) pieces.emplace_back();
          pieces.back().push_back(keys[i]);
        }
        ASSERT_EQ(pieces.size(), 4U) << lesson.name << ", " << stop.title;
        for (std::size_t piece = 0; piece < 4; ++piece) {
          std::string all;
          for (const int key : pieces[piece]) all += fmt::format(" {}", key);
          const std::string ends =
              fmt::format(" {} … {}", pieces[piece].front(), pieces[piece].back());
          const std::string is = fmt::format("{} =", kNames[piece]);
          EXPECT_TRUE(build.caption.find(is + all) != std::string::npos ||
                      build.caption.find(is + ends) != std::string::npos)
              << lesson.name << ", " << stop.title << ": " << is << all;
        }
        ++asked;
      }
    }
  }
  EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace sortscope
