// test_prediction.cpp: what is right is worked out here by hand and by brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/engines/cpu/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/recordings/request.h"
#include "core/words/prediction.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> run(const std::string& algorithm, std::string_view keys,
                                     bool any_input = false) {
  RunRequest request;
  request.algorithm = algorithm;
  request.any_input = any_input;
  request.keys = *read_numbers(keys, "test", KeyType::kInt32, 1024);
  auto recording = record(request, *make_cpu_engine());
  EXPECT_TRUE(recording) << recording.error().text();
  return *recording;
}

// The keys after `layers` layers, by comparing them one after the other.
std::vector<double> keys_after(const Recording& recording, std::uint32_t layers) {
  std::vector<double> keys;
  for (std::uint32_t i = 0; i < recording.network.wires(); ++i) {
    keys.push_back(recording.request.keys.value(recording.start.places[i]));
  }
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    for (std::uint32_t i = 0; i < recording.network.count(layer); ++i) {
      const Comparator c = recording.network.comparator(layer, i);
      if (keys[c.min_wire] > keys[c.max_wire]) std::swap(keys[c.min_wire], keys[c.max_wire]);
    }
  }
  return keys;
}

constexpr const char* kKeys = "3 7 4 8 6 2 1 5";

TEST(Prediction, ExchangesAreThoseOfEveryLayer) {
  for (const char* algorithm : {"bitonic", "odd-even-merge", "pairwise"}) {
    const auto recording = run(algorithm, kKeys);
    for (std::uint32_t layer = 0; layer < recording->network.depth(); ++layer) {
      const auto question = ask_about(recording, {layer, 0}, QuestionKind::kExchanges);
      ASSERT_TRUE(question);
      const std::vector<double> keys = keys_after(*recording, layer);
      for (std::uint32_t i = 0; i < recording->network.count(layer); ++i) {
        const Comparator c = recording->network.comparator(layer, i);
        const bool exchanges = keys[c.min_wire] > keys[c.max_wire];
        if (question->several) {
          EXPECT_EQ(question->right[i], exchanges);
        } else {
          EXPECT_EQ(question->right[0], exchanges);
        }
      }
      EXPECT_EQ(question->plays_to, (Cursor{layer + 1, 0}));
    }
  }
}

TEST(Prediction, AWireLeadsWhereItsKeyGoes) {
  const auto recording = run("bitonic", kKeys);
  const std::uint32_t depth = recording->network.depth();
  for (std::uint32_t layer = 0; layer < depth; ++layer) {
    const std::vector<double> before = keys_after(*recording, layer);
    for (const bool end : {false, true}) {
      const std::vector<double> after = keys_after(*recording, end ? depth : layer + 1);
      for (Wire wire = 0; wire < 8; ++wire) {
        const auto question = ask_about(recording, {layer, 0},
                                        end ? QuestionKind::kWireEnd : QuestionKind::kWire, wire);
        ASSERT_TRUE(question);
        EXPECT_EQ(std::count(question->right.begin(), question->right.end(), true), 1);
        for (Wire to = 0; to < 8; ++to) {
          EXPECT_EQ(question->right[to], after[to] == before[wire]);
        }
      }
    }
  }
}

// For every rotation of a bitonic sequence: L has the four least keys. Where a1 and a3 change
// places the keys at the ends of the halves stay.
TEST(Prediction, SwapsAreDecidedByTheLastKeysOfTheHalves) {
  std::vector<int> keys = {1, 3, 6, 8, 7, 5, 4, 2};
  for (int rotation = 0; rotation < 8; ++rotation) {
    std::string text;
    for (const int key : keys) text += std::to_string(key) + " ";
    for (const char* algorithm : {"adaptive-merger", "bitonic-merger"}) {
      const auto recording = run(algorithm, text);
      const auto question = ask_about(recording, {}, QuestionKind::kSwaps);
      ASSERT_TRUE(question) << question.error().text();
      const bool second = keys[3] > keys[7];
      EXPECT_EQ(question->right[0], !second) << algorithm << " " << text;
      EXPECT_EQ(question->right[1], second) << algorithm << " " << text;
    }
    std::rotate(keys.begin(), keys.begin() + 1, keys.end());
  }
}

// Two keys have no four pieces.
TEST(Prediction, PartsAreAskedAboutFromFourKeysOn) {
  for (const char* algorithm : {"adaptive", "bitonic"}) {
    const auto recording = run(algorithm, kKeys);
    for (std::uint32_t layer = 0; layer < recording->network.depth(); ++layer) {
      const auto question = ask_about(recording, {layer, 0}, QuestionKind::kSwaps);
      if (question) {
        EXPECT_GE(question->stage.size(), 4U) << algorithm << ", layer " << layer;
      }
    }
  }
}

// Where the tree is not in sight, the wires say which comparison is meant.
TEST(Prediction, OneComparisonIsNamedByItsWires) {
  const auto recording = run("adaptive", kKeys);
  int named = 0;
  for (std::uint32_t layer = 0; layer < recording->network.depth(); ++layer) {
    if (recording->network.count(layer) != 1) continue;
    const auto question = ask_about(recording, {layer, 0}, QuestionKind::kExchanges);
    ASSERT_TRUE(question);
    const Comparator c = recording->comparator(layer, 0);
    EXPECT_NE(question->text.find("of wires " + std::to_string(std::min(c.min_wire, c.max_wire)) +
                                  " and " + std::to_string(std::max(c.min_wire, c.max_wire))),
              std::string::npos)
        << question->text;
    ++named;
  }
  EXPECT_GT(named, 0);
}

TEST(Prediction, ACounterexampleIsToldFromAnInputThatSorts) {
  const auto sorted = ask_about(run("bitonic", kKeys), {}, QuestionKind::kSorted);
  ASSERT_TRUE(sorted);
  EXPECT_TRUE(sorted->right[0]);
  // A merger does not sort what is not bitonic.
  const auto not_bitonic = run("bitonic-merger", "5 1 4 2 8 3 7 6", true);
  const auto unsorted = ask_about(not_bitonic, {}, QuestionKind::kSorted);
  ASSERT_TRUE(unsorted);
  const std::vector<double> end = keys_after(*not_bitonic, not_bitonic->network.depth());
  EXPECT_EQ(unsorted->right[0], std::is_sorted(end.begin(), end.end()));
  EXPECT_FALSE(unsorted->right[0]);
}

TEST(Prediction, PartsCountAsShares) {
  Question question;
  question.several = true;
  question.right = {true, true, false, true, false};
  EXPECT_DOUBLE_EQ(share_right(question, {true, true, false, true, false}), 1);
  EXPECT_DOUBLE_EQ(share_right(question, {true, false, false, false, false}), 1.0 / 3);
  EXPECT_DOUBLE_EQ(share_right(question, {true, true, true, true, false}), 2.0 / 3);
  EXPECT_DOUBLE_EQ(share_right(question, {true, true, true, true, true}), 1.0 / 3);
  EXPECT_DOUBLE_EQ(share_right(question, {false, false, true, false, true}), 0);
  question.right = {false, false};
  EXPECT_DOUBLE_EQ(share_right(question, {false, false}), 1);
  EXPECT_DOUBLE_EQ(share_right(question, {true, false}), 0);
}

TEST(Prediction, ChoicesNeedARightAnswer) {
  const auto choice = ask_choice("How many?", {"3", "*6"}, {});
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->answers, (std::vector<std::string>{"3", "6"}));
  EXPECT_EQ(choice->right, (std::vector<bool>{false, true}));
  EXPECT_FALSE(choice->several);
  EXPECT_TRUE(ask_choice("Which?", {"*3", "*6", "x"}, {})->several);
  EXPECT_FALSE(ask_choice("How many?", {"3", "6"}, {}));
  EXPECT_FALSE(ask_choice("How many?", {"*3"}, {}));
  EXPECT_FALSE(ask_choice("How many?", std::vector<std::string>(9, "*x"), {}));
}

TEST(Prediction, WhatCannotBeAskedIsSaid) {
  const auto recording = run("bitonic", kKeys);
  EXPECT_FALSE(ask_about(recording, recording->network.end(), QuestionKind::kExchanges));
  EXPECT_FALSE(ask_about(recording, {}, QuestionKind::kWire, 8));
  EXPECT_FALSE(ask_about(recording, {}, QuestionKind::kChoice));
  EXPECT_FALSE(ask_about(run("odd-even-transposition", kKeys), {}, QuestionKind::kSwaps));
}

TEST(Prediction, ReasonsNameTheKeys) {
  const auto recording = run("bitonic", kKeys);
  const auto question = ask_about(recording, {}, QuestionKind::kExchanges);
  ASSERT_TRUE(question);
  // Wires 0 and 1 have 3 and 7, in order; whoever chose them reads why not.
  std::vector<bool> chosen = question->right;
  chosen[0] = !chosen[0];
  const auto lines = explain(*question, recording, chosen);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("3 and 7"), std::string::npos) << lines[0];
}

// Nobody is asked about comparators that have padding on both wires.
TEST(Prediction, AsksAboutComparatorsWithAKey) {
  const auto recording = run("bitonic", "12 5 9 31 7 44 2 18 23 3 1");
  // Wires 0 to 10 have the keys: of pairs (0, 1) to (14, 15) six have one.
  const auto question = ask_about(recording, {}, QuestionKind::kExchanges);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->options(), 8U);
  EXPECT_NE(question->text.find("6 comparators with a key"), std::string::npos) << question->text;
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(question->leaves_out(i), i >= 6) << i;
    EXPECT_FALSE(question->leaves_out(i) && question->right[i]) << i;
  }
}

// Of every layer of every algorithm, with lengths that are padded and keys that are equal: no
// answer that nobody can choose is right, and choosing what exchanges is worth all.
TEST(Prediction, EveryRightAnswerCanBeChosen) {
  int left_out = 0;
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family == Family::kAks || algorithm.family == Family::kListed) continue;
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      for (std::uint32_t n = 2; n <= 17; ++n) {
        RunRequest request;
        request.algorithm = algorithm.id;
        request.order = order;
        request.any_input = true;
        std::string text;
        for (std::uint32_t i = 0; i < n; ++i) text += std::to_string((i * 7 + 3) % 5) + " ";
        request.keys = *read_numbers(text, "test", KeyType::kInt32, 32);
        const auto made = record(request, *make_cpu_engine());
        if (!made) continue;  // a length that it does not take
        const auto& recording = *made;
        for (std::uint32_t layer = 0; layer < recording->network.depth(); ++layer) {
          const auto question = ask_about(recording, {layer, 0}, QuestionKind::kExchanges);
          if (!question) continue;
          std::vector<bool> chosen;
          for (std::size_t i = 0; i < question->options(); ++i) {
            const bool out = question->leaves_out(i);
            left_out += out ? 1 : 0;
            EXPECT_FALSE(out && question->right[i]) << algorithm.id << " " << n << " " << layer;
            const auto index = static_cast<std::uint32_t>(i);
            chosen.push_back(question->several ? !out && recording->exchanged(layer, index)
                                               : bool{question->right[i]});
          }
          EXPECT_EQ(share_right(*question, chosen), 1) << algorithm.id << " " << n << " " << layer;
        }
      }
    }
  }
  EXPECT_GT(left_out, 1000);
}

// Equal keys: every wire that nobody can tell from the right one is right, alone and wholly.
TEST(Prediction, EqualKeysAreRightAlike) {
  int alike = 0;
  for (const char* algorithm : {"bitonic", "odd-even-merge", "pairwise", "adaptive"}) {
    const auto recording = run(algorithm, "5 2 5 1 2 5 2 1");
    const std::uint32_t depth = recording->network.depth();
    for (std::uint32_t layer = 0; layer < depth; ++layer) {
      Replay before(recording);
      before.seek({layer, 0});
      Replay end(recording);
      end.seek(recording->network.end());
      for (Wire wire = 0; wire < 8; ++wire) {
        const auto question = ask_about(recording, {layer, 0}, QuestionKind::kWireEnd, wire);
        ASSERT_TRUE(question);
        const std::string key = recording->key_text(before.places()[wire]);
        for (Wire to = 0; to < 8; ++to) {
          EXPECT_EQ(question->right[to], recording->key_text(end.places()[to]) == key);
          std::vector<bool> chosen(8);
          chosen[to] = true;
          EXPECT_EQ(share_right(*question, chosen), question->right[to] ? 1 : 0);
        }
        const auto next = ask_about(recording, {layer, 0}, QuestionKind::kWire, wire);
        ASSERT_TRUE(next);
        const auto rights = std::count(next->right.begin(), next->right.end(), true);
        alike += rights > 1 ? 1 : 0;
        EXPECT_GE(rights, 1);
        // Its own place is said, whatever else is right.
        const std::vector<bool> none(8);
        Replay after(recording);
        after.seek({layer + 1, 0});
        const auto at = std::ranges::find(after.places(), before.places()[wire]);
        const auto to = at - after.places().begin();
        std::string said;
        for (const std::string& line : explain(*next, recording, none)) said += line;
        EXPECT_NE(said.find("wire " + std::to_string(to)), std::string::npos) << said;
      }
      // The quiz asks about no wire whose key is there twice.
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto asked = generate_question(recording, {layer, 0}, seed);
        if (!asked) continue;
        EXPECT_TRUE(asked->kind != QuestionKind::kWire && asked->kind != QuestionKind::kWireEnd);
      }
    }
  }
  EXPECT_GT(alike, 4);
  const auto recording = run("bitonic", "5 2 5 1 2 5 2 9");
  std::set<Wire> asked;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto question = generate_question(recording, {}, seed);
    ASSERT_TRUE(question);
    if (question->kind == QuestionKind::kWire) asked.insert(question->wire);
  }
  EXPECT_EQ(asked, (std::set<Wire>{3, 7}));  // keys 1 and 9
}

// Every question about every wire, padding too, in every order: padding is said, and has no value.
TEST(Prediction, ExplainsPaddingAsPadding) {
  int of_padding = 0;
  int in_the_end = 0;
  for (const char* algorithm : {"bitonic", "odd-even-merge", "pairwise", "adaptive", "abisort",
                                "bitonic-merger", "adaptive-merger"}) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      for (const char* keys : {"1 5 9", "2 7 8 6 3"}) {
        RunRequest request;
        request.algorithm = algorithm;
        request.order = order;
        request.any_input = true;
        request.keys = *read_numbers(keys, "test", KeyType::kInt32, 16);
        const auto made = record(request, *make_cpu_engine());
        ASSERT_TRUE(made) << algorithm << " " << made.error().text();
        const std::shared_ptr<const Recording>& recording = *made;
        for (std::uint32_t layer = 0; layer < recording->network.depth(); ++layer) {
          Replay replay(recording);
          replay.seek({layer, 0});
          for (const QuestionKind kind :
               {QuestionKind::kWire, QuestionKind::kWireEnd, QuestionKind::kSwaps,
                QuestionKind::kSorted, QuestionKind::kExchanges}) {
            for (Wire wire = 0; wire < recording->network.wires(); ++wire) {
              const auto question = ask_about(recording, {layer, 0}, kind, wire);
              if (!question) continue;
              const std::vector<bool> none(question->options());
              std::string said;
              for (const std::string& line : explain(*question, recording, none)) said += line;
              EXPECT_EQ(said.find("null"), std::string::npos) << algorithm << ": " << said;
              const bool of_wire = kind == QuestionKind::kWire || kind == QuestionKind::kWireEnd;
              if (!of_wire) continue;
              const bool padding = replay.places()[wire] >= request.keys.size();
              of_padding += padding ? 1 : 0;
              const bool compares = said.find("smaller") != std::string::npos;
              EXPECT_EQ(compares, kind == QuestionKind::kWireEnd && !padding) << said;
              in_the_end += compares ? 1 : 0;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(of_padding, 200);
  EXPECT_GT(in_the_end, 200);
}

TEST(Prediction, EveryLayerOfEveryKindGivesAQuestion) {
  for (const char* algorithm : {"bitonic", "adaptive", "adaptive-overlapped", "adaptive-interval",
                                "abisort", "pairwise", "odd-even-transposition"}) {
    const auto recording = run(algorithm, "9 3 12 7 15 1 4 8 16 6 2 11 5 14 10 13");
    std::set<QuestionKind> kinds;
    for (std::uint32_t layer = 0; layer < recording->network.depth(); ++layer) {
      const auto question = generate_question(recording, {layer, 0}, 7);
      ASSERT_TRUE(question) << algorithm << " " << layer << question.error().text();
      EXPECT_EQ(generate_question(recording, {layer, 0}, 7)->text, question->text);
      kinds.insert(question->kind);
    }
    EXPECT_GE(kinds.size(), 2U) << algorithm;
    EXPECT_FALSE(generate_question(recording, recording->network.end(), 7));
  }
}

}  // namespace
}  // namespace sortscope
