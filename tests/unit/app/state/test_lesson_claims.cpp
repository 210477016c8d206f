// test_lesson_claims.cpp: what the lessons say of V1's blocks, of equal keys and of planted
// errors, worked out anew.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>

#include "app/state/command_arguments.h"
#include "core/engines/engine.h"
#include "core/engines/plans/launches.h"
#include "core/keys/inputs.h"
#include "core/lessons/lesson.h"
#include "core/networks/aks/complexity.h"
#include "core/recordings/aks_facts.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/recordings/usual_run.h"

namespace sortscope {
namespace {

const LessonStop& stop_of(std::string_view lesson, std::string_view title) {
  const auto found = find_lesson(lesson);
  EXPECT_TRUE(found);
  for (const LessonStop& stop : (*found)->stops) {
    if (stop.title == title) return stop;
  }
  ADD_FAILURE() << lesson << " has no stop " << title;
  return (*found)->stops.front();
}

// The words behind the command, of the first line of the block that begins so; none: empty.
std::vector<std::string> words_of(const LessonBuild& build, std::string_view command) {
  for (const LessonLine& line : build.lines) {
    auto words = split_command_line(line.text);
    if (words && words->front() == command) return {words->begin() + 1, words->end()};
  }
  return {};
}

// --- Up and down are what arrows do; what sorts is ascending or descending ---

TEST(LessonClaims, OnlyArrowsGoUpAndDown) {
  for (const Lesson& lesson : shipped_lessons()) {
    for (const LessonStop& stop : lesson.stops) {
      for (const LessonBuild& build : stop.builds) {
        for (const std::string_view text : {build.caption, build.notes}) {
          for (const std::string_view words : {"upwards", "downwards", "up, down", "sorts up"}) {
            // Where keys go, they do go up and down.
            if (lesson.name.starts_with("8-")) continue;
            EXPECT_EQ(text.find(words), std::string_view::npos) << lesson.name << ": " << text;
          }
        }
      }
    }
  }
}

TEST(LessonClaims, TheFirstLayerSortsAsItsArrowsShow) {
  const LessonBuild& build = stop_of("3-bitonic-sorter", "Merge level 2").builds.front();
  const auto bitonic = find_algorithm("bitonic");
  ASSERT_TRUE(bitonic);
  const Network network = (*bitonic)->build(8);
  std::string says;
  for (std::uint32_t i = 0; i < network.count(0); ++i) {
    const Comparator comparator = network.comparator(0, i);
    // The arrow's head is on the wire of the larger key.
    const bool down = comparator.max_wire > comparator.min_wire;
    says += fmt::format("{}{}", i == 0 ? "" : ", ", down ? "ascending" : "descending");
    if (i < 2) says += down ? " (arrow down)" : " (arrow up)";
  }
  EXPECT_NE(build.caption.find(says + "."), std::string::npos) << says << "\n" << build.caption;
}

// --- A question is asked once: where the program words it, the lesson's words leave it to it ---

TEST(LessonClaims, AQuestionIsNotAskedTwice) {
  int asked = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    for (const LessonStop& stop : lesson.stops) {
      for (const LessonBuild& build : stop.builds) {
        const auto ask = words_of(build, "ask");
        if (ask.empty() || ask.front() == "choice") continue;
        ++asked;
        EXPECT_EQ(build.caption.find('?'), std::string::npos)
            << lesson.name << ", " << stop.title << ": " << build.caption;
      }
    }
  }
  EXPECT_GT(asked, 5);
}

// --- Who has to find a wire's partner does not see it ---

TEST(LessonClaims, NoPictureShowsThePartnerThatIsAskedFor) {
  int asked = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    for (const LessonStop& stop : lesson.stops) {
      for (const LessonBuild& build : stop.builds) {
        const std::vector<std::string> ask = words_of(build, "ask");
        if (ask.size() < 3) continue;
        constexpr std::string_view kAsked = "partner of wire ";
        const std::size_t at = ask[1].find(kAsked);
        if (at == std::string::npos) continue;
        const int wire = std::stoi(ask[1].substr(at + kAsked.size()));
        const auto right = std::ranges::find_if(
            ask, [](const std::string& answer) { return answer.starts_with("*Wire "); });
        ASSERT_NE(right, ask.end()) << ask[1];
        const int partner = std::stoi(right->substr(6));
        // As it is asked: of a bitonic network with so many wires.
        const auto distance = ask[1].find("j = ");
        ASSERT_NE(distance, std::string::npos) << ask[1];
        EXPECT_EQ(partner, wire ^ std::stoi(ask[1].substr(distance + 4))) << ask[1];
        const auto keys = words_of(build, "keys").size();
        ASSERT_GT(keys, 0U) << ask[1];
        EXPECT_TRUE(wire >= int(keys) || partner >= int(keys)) << ask[1] << " is drawn";
        ++asked;
      }
    }
  }
  EXPECT_GT(asked, 0);
}

// --- Which kernel a stop is about: its words and its picture ---

TEST(LessonClaims, AStopShowsTheKernelThatItsWordsAreAbout) {
  int checked = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    for (const LessonStop& stop : lesson.stops) {
      for (const LessonBuild& build : stop.builds) {
        const std::vector<std::string> shown = words_of(build, "kernel-overlay");
        if (shown.empty()) continue;
        const std::string number = shown.front().substr(1);
        const std::string where = lesson.name + ", " + stop.title;
        // "V1: many layers in a launch"; "**V1** puts neighbouring layers ...".
        if (stop.title.starts_with('V')) {
          EXPECT_EQ(stop.title.substr(1, number.size() + 1), number + ":") << where;
          ++checked;
        }
        bool named = false;
        bool is_shown = false;
        for (const char other : {'0', '1', '2'}) {
          const bool said = build.caption.find(fmt::format("**V{}**", other)) != std::string::npos;
          named = named || said;
          is_shown = is_shown || (said && number == std::string(1, other));
        }
        EXPECT_TRUE(!named || is_shown) << where << " shows V" << number;
      }
    }
  }
  EXPECT_GE(checked, 3);
}

// --- Lesson 6: which distances does a block of V1 need others for? ---

constexpr std::uint32_t kWires = 16;
constexpr std::uint32_t kThreads = 4;  // of a block

// V1's blocks own two aligned chunks of as many wires as they have threads, n/2 apart.
std::uint32_t owner(std::uint32_t wire) { return wire % (kWires / 2) / kThreads; }

TEST(LessonClaims, DistancesThatABlockCannotDoAlone) {
  const std::vector<std::string> asked =
      words_of(stop_of("6-kernels", "A block can wait for itself").builds.front(), "ask");
  ASSERT_GT(asked.size(), 2U);
  ASSERT_EQ(asked[0], "choice");
  std::set<std::uint32_t> offered;
  std::set<std::uint32_t> marked;
  for (std::size_t i = 2; i < asked.size(); ++i) {
    const bool right = asked[i].starts_with('*');
    const std::string text = asked[i].substr(right ? 1 : 0);
    ASSERT_TRUE(text.starts_with("distance ")) << text;
    std::size_t end = 0;
    const auto distance = static_cast<std::uint32_t>(std::stoul(text.substr(9), &end));
    ASSERT_EQ(9 + end, text.size()) << text << ": one distance an answer";
    offered.insert(distance);
    if (right) marked.insert(distance);
  }
  std::set<std::uint32_t> needs_others;
  for (std::uint32_t distance = 1; distance < kWires; distance *= 2) {
    EXPECT_TRUE(offered.contains(distance)) << distance;
    for (std::uint32_t wire = 0; wire < kWires; ++wire) {
      if (owner(wire) != owner(wire ^ distance)) needs_others.insert(distance);
    }
  }
  EXPECT_EQ(marked, needs_others);
  EXPECT_EQ(needs_others, std::set<std::uint32_t>{4});
}

TEST(LessonClaims, TheShadedWiresAreThoseOfTheQuestion) {
  const auto algorithm = find_algorithm("bitonic");
  ASSERT_TRUE(algorithm);
  const auto plan =
      plan_launches((*algorithm)->build(kWires), true, "v1", {.threads = kThreads, .warp = 2});
  ASSERT_TRUE(plan);
  std::set<std::uint32_t> shaded;
  for (const WireRange& chunk : chunks_of(*plan, 0, 0)) {
    for (Wire wire = chunk.first; wire < chunk.last; ++wire) shaded.insert(wire);
  }
  std::set<std::uint32_t> owned;
  for (std::uint32_t wire = 0; wire < kWires; ++wire) {
    if (owner(wire) == 0) owned.insert(wire);
  }
  EXPECT_EQ(shaded, owned);
}

// --- Lesson 4: equal keys, by the article's algorithm 3 written down once more ---

struct Key {
  int value = 0;
  int number = 0;  // what tells equal keys apart
  friend auto operator<=>(const Key&, const Key&) = default;
};

// A bitonic tree in its arrays: node p stands at place p of the in-order, the last is the extra.
class Merger {
 public:
  explicit Merger(std::vector<Key> keys)
      : keys_(std::move(keys)), left_(keys_.size()), right_(keys_.size()) {
    for (std::size_t p = 0; p + 1 < keys_.size(); ++p) {
      const std::size_t half = (std::size_t{1} << std::countr_zero(p + 1)) / 2;
      left_[p] = p - half;
      right_[p] = p + half;
    }
  }
  std::vector<Key> run() {
    merge(keys_.size() / 2 - 1, keys_.size() - 1, keys_.size());
    std::vector<Key> sorted;
    walk(keys_.size() / 2 - 1, keys_.size(), sorted);
    sorted.push_back(keys_.back());
    return sorted;
  }

 private:
  void merge(std::size_t root, std::size_t extra, std::size_t n) {
    if (keys_[root] > keys_[extra]) {
      std::swap(keys_[root], keys_[extra]);
      if (n > 2) std::swap(left_[root], right_[root]);
    }
    if (n == 2) return;
    std::size_t p = left_[root];
    std::size_t q = right_[root];
    for (std::size_t m = n / 2; m > 1; m /= 2) {
      const bool exchanged = keys_[p] > keys_[q];
      if (exchanged) {
        std::swap(keys_[p], keys_[q]);
        if (m > 2) std::swap(left_[p], left_[q]);
      }
      if (m == 2) break;
      p = exchanged ? right_[p] : left_[p];
      q = exchanged ? right_[q] : left_[q];
    }
    merge(left_[root], root, n / 2);
    merge(right_[root], extra, n / 2);
  }
  void walk(std::size_t root, std::size_t n, std::vector<Key>& to) const {
    if (n > 2) walk(left_[root], n / 2, to);
    to.push_back(keys_[root]);
    if (n > 2) walk(right_[root], n / 2, to);
  }

  std::vector<Key> keys_;
  std::vector<std::size_t> left_;
  std::vector<std::size_t> right_;
};

std::vector<int> values(const std::vector<Key>& keys) {
  std::vector<int> out;
  for (const Key& key : keys) out.push_back(key.value);
  return out;
}

// All sequences of zeros and ones whose ones are neighbours around the circle.
std::vector<std::vector<int>> bitonic_inputs(std::size_t n) {
  std::vector<std::vector<int>> all;
  for (unsigned bits = 0; bits < 1U << n; ++bits) {
    std::size_t changes = 0;
    std::vector<int> input;
    for (std::size_t i = 0; i < n; ++i) {
      input.push_back(static_cast<int>(bits >> i & 1U));
      changes += (bits >> i & 1U) != (bits >> ((i + 1) % n) & 1U) ? 1 : 0;
    }
    if (changes <= 2) all.push_back(input);
  }
  return all;
}

std::vector<Key> with_places(const std::vector<int>& input) {
  std::vector<Key> keys;
  for (std::size_t i = 0; i < input.size(); ++i) keys.push_back({input[i], static_cast<int>(i)});
  return keys;
}

// Numbers that rise up to the last largest key and fall behind it, beginning at a lowest key that
// follows a larger one.
std::vector<Key> with_bitonic_numbers(const std::vector<int>& input) {
  const std::size_t n = input.size();
  std::size_t start = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (input[i] < input[(i + n - 1) % n]) start = i;
  }
  std::size_t top = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (input[(start + i) % n] >= input[(start + top) % n]) top = i;
  }
  std::vector<Key> keys(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t number = i <= top ? i : top + n - i;
    keys[(start + i) % n] = {input[(start + i) % n], static_cast<int>(number)};
  }
  return keys;
}

using Number = std::vector<Key> (*)(const std::vector<int>&);
std::vector<std::vector<int>> failures(std::size_t n, Number number) {
  std::vector<std::vector<int>> failed;
  for (const std::vector<int>& input : bitonic_inputs(n)) {
    const std::vector<int> out = values(Merger(number(input)).run());
    if (!std::is_sorted(out.begin(), out.end())) failed.push_back(input);
  }
  return failed;
}

std::vector<Key> without_numbers(const std::vector<int>& input) {
  std::vector<Key> keys;
  keys.reserve(input.size());
  for (const int value : input) keys.push_back({value, 0});
  return keys;
}

constexpr int kTrap[] = {0, 0, 1, 0, 0, 0, 0, 0};

TEST(LessonClaims, PlacesAloneDoNotCureEqualKeys) {
  EXPECT_EQ(bitonic_inputs(8).size(), 58U);
  const std::vector<int> trap(std::begin(kTrap), std::end(kTrap));
  for (const Number number : {without_numbers, with_places}) {
    const auto failed = failures(8, number);
    EXPECT_EQ(failed.size(), 2U);
    EXPECT_TRUE(std::ranges::find(failed, trap) != failed.end());
    EXPECT_EQ(values(Merger(number(trap)).run()), (std::vector<int>{0, 0, 0, 1, 0, 0, 0, 0}));
    EXPECT_TRUE(failures(4, number).empty());
  }
  for (const std::size_t n : {2, 4, 8, 16}) {
    EXPECT_TRUE(failures(n, with_bitonic_numbers).empty()) << n;
  }
}

// The key's digit in front, its place behind it: 12 is the 1 of place 2.
std::vector<int> numbers_in(const std::vector<std::string>& words) {
  std::vector<int> numbers;
  for (const std::string& word : words) numbers.push_back(std::stoi(word));
  return numbers;
}

std::vector<int> merged(const std::vector<int>& input) {
  std::string text;
  for (const int key : input) text += std::to_string(key) + " ";
  RunRequest request;
  request.algorithm = "adaptive-merger";
  request.any_input = true;
  request.keys = *read_numbers(text, "test", KeyType::kInt32, 8);
  const auto recording = record(request, *make_cpu_engine());
  EXPECT_TRUE(recording);
  Replay replay(*recording);
  replay.seek((*recording)->network.end());
  std::vector<int> out;
  for (const std::uint32_t place : replay.places()) out.push_back(input[place]);
  return out;
}

TEST(LessonClaims, TheRunsOfTheTrapAreThoseOfItsWords) {
  const LessonStop& stop = stop_of("4-adaptive-merging", "Equal keys");
  ASSERT_EQ(stop.builds.size(), 2U);
  const std::vector<int> trap(std::begin(kTrap), std::end(kTrap));
  ASSERT_EQ(numbers_in(words_of(stop.builds[0], "keys")), trap);

  std::vector<int> places;
  for (const Key& key : with_places(trap)) places.push_back(10 * key.value + key.number);
  EXPECT_EQ(numbers_in(words_of(stop.builds[1], "keys")), places);
  const std::vector<int> wrong = merged(places);
  EXPECT_EQ(wrong[3], 12);
  std::vector<int> expected;
  for (const Key& key : Merger(with_places(trap)).run()) {
    expected.push_back(10 * key.value + key.number);
  }
  EXPECT_EQ(wrong, expected);

  const std::vector<int> cured = numbers_in(
      words_of(stop_of("4-adaptive-merging", "Numbers that stay bitonic").builds.front(), "keys"));
  ASSERT_EQ(cured.size(), trap.size());
  for (std::size_t i = 0; i < trap.size(); ++i) EXPECT_EQ(cured[i] / 10, trap[i]) << i;
  const std::vector<int> right = merged(cured);
  EXPECT_TRUE(std::is_sorted(right.begin(), right.end()));
  EXPECT_EQ(right.back(), 12);
}

// --- Lesson 8: what AKS costs a key, and from how many keys on the formula holds ---

TEST(LessonClaims, WhatAksCostsAKey) {
  const LessonBuild& build = stop_of("8-aks", "When it would pay off").builds.front();
  const auto cost = [](std::uint32_t d) { return aks_cost(d, {})->per_wire; };
  const auto formula = [](std::uint32_t d) { return 105.0 * d + 1038; };
  for (const std::string_view words :
       {"about 2^20 keys on", "105 log n + 1,038", "the 256 here only 155"}) {
    EXPECT_NE(build.caption.find(words), std::string::npos) << words;
  }
  EXPECT_NE(build.notes.find("4,096 keys take 1,525"), std::string::npos);
  for (const std::uint32_t d : {20U, 24U, 28U, 32U, 64U, 432U}) {
    EXPECT_NEAR(cost(d), formula(d), 0.001 * formula(d)) << d;
  }
  EXPECT_EQ(std::lround(cost(8)), 155);
  EXPECT_EQ(std::lround(cost(12)), 1525);
  for (const std::uint32_t d : {8U, 12U}) EXPECT_LT(cost(d), 0.7 * formula(d)) << d;
}

// --- Lesson 8: what planted errors make, and what is there without them ---

AksFacts facts_of(double planted, std::shared_ptr<const Recording>& run) {
  AksParameters parameters;
  parameters.depth_rule = DepthRule::kIdeal;
  parameters.planted = planted;
  RunRequest request = usual_run();
  request.algorithm = "aks";
  request.seed = kUsualSeed;
  request.parameters.set(parameters);
  EXPECT_TRUE(generate_run_keys(request, **find_algorithm("aks"), kUsualType, 4096));
  const auto engine = make_cpu_engine();
  run = record(request, *engine).value();
  return find_aks_facts(*run);
}

TEST(LessonClaims, PlantedErrorsMakeTheStrangersThatTheLessonCounts) {
  const LessonStop& stop = stop_of("8-aks", "Every permitted error, on purpose");
  std::shared_ptr<const Recording> run;
  const AksFacts without = facts_of(0, run);
  const AksFacts with = facts_of(1, run);
  const AksNetwork& aks = *run->network.aks();
  const auto t_at = [&](const std::string& layer) {
    const auto at = static_cast<std::uint32_t>(std::stoul(layer));
    const std::uint32_t t = aks.stages()[aks.stage_of(at)].t;
    EXPECT_EQ(aks.first_layer(t), at) << "before its separators";
    return t;
  };
  const std::uint32_t asked = t_at(words_of(stop.builds[0], "seek").at(0));
  const std::string said = fmt::format("At *t* = {} **{}**", asked, with.strangers(asked));
  EXPECT_NE(stop.builds[0].caption.find(said), std::string::npos) << said;
  EXPECT_EQ(without.strangers(asked), 0U);
  const std::uint32_t caught = t_at(words_of(stop.builds[1], "play-to").at(0));
  EXPECT_EQ(with.strangers(caught), 0U);
  EXPECT_EQ(with.misplaced, 0U);
  for (const std::uint32_t t : {3U, 6U, 9U, 12U}) EXPECT_EQ(without.strangers(t), 128U) << t;
  std::uint64_t exchanges = 0;
  for (const AksStage& stage : aks.stages()) {
    if (stage.work == AksWork::kPlanted) exchanges += stage.count();
  }
  EXPECT_NE(stop.builds[0].notes.find(fmt::format("only {} exchanges", exchanges)),
            std::string::npos);
  // Of what the lesson says of more errors: with twice as many, and how many the network forgives.
  std::shared_ptr<const Recording> other;
  facts_of(2, other);
  std::uint64_t of_twice = 0;
  for (const AksStage& stage : other->network.aks()->stages()) {
    if (stage.work == AksWork::kPlanted) of_twice += stage.count();
  }
  EXPECT_NE(stop.builds[0].notes.find(fmt::format("with twice the errors it is {}.", of_twice)),
            std::string::npos)
      << of_twice;
  std::uint32_t forgiven = 0;
  for (const double planted : {2.0, 4.0, 8.0, 12.0, 16.0}) {
    if (facts_of(planted, other).misplaced > 0) break;
    forgiven = static_cast<std::uint32_t>(planted);
  }
  EXPECT_EQ(forgiven, 12U) << "the lesson says twelve times";
  bool said_twelve = false;
  for (const LessonBuild& build : stop.builds) {
    said_twelve =
        said_twelve || build.caption.find("twelve times as many errors") != std::string::npos;
  }
  EXPECT_TRUE(said_twelve);
}

}  // namespace
}  // namespace sortscope
