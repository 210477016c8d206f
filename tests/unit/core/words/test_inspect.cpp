// test_inspect.cpp: inspector facts, steps in words, the min-max pattern, the current line of code.
#include "core/words/inspect.h"

#include <fmt/format.h>

#include <map>

#include "core/recordings/pattern.h"
#include "core/scenes/scene.h"
#include "core/words/code_state.h"
#include "core/words/step_text.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

std::map<std::string, std::string> facts(const InspectorSection& section) {
  std::map<std::string, std::string> found;
  for (const InspectorRow& row : section.rows) found[row.label] = row.value;
  return found;
}

Scene step_by_comparator(Scene scene) {
  scene.whole_layer = false;
  return scene;
}

// The numbers of the mock-up: wires 8 and 9 in layer 6, key 65.
TEST(Inspect, SaysWhatTheMockSays) {
  RunView run("bitonic", mock_keys());
  const Scene scene = run.at({6, 0});
  Selection selection;
  selection.comparator = ComparatorId{5, 4};
  selection.place = 11;
  const auto sections = inspect(scene, selection);
  ASSERT_EQ(sections.size(), 2U);
  auto comparator = facts(sections[0]);
  EXPECT_EQ(comparator["comparator"], "wires 8 and 9");
  EXPECT_EQ(comparator["binary"], "1000 xor 0001 = 1001");
  EXPECT_EQ(comparator["direction"], "descending (i and 8 = 8)");
  EXPECT_EQ(comparator["keys"], "65 and 75");
  EXPECT_EQ(comparator["outcome"], "exchanged");
  EXPECT_EQ(comparator["maximum"], "to wire 8");
  EXPECT_EQ(comparator["number"], "5 of 8 in the layer, 45 of 80 in all");
  EXPECT_EQ(sections[1].title, "Key 65");
  auto key = facts(sections[1]);
  EXPECT_EQ(key["started"], "at wire 11");
  EXPECT_EQ(key["now"], "at wire 9");
  // By hand: 65 moves in layers 1 (11 to 10), 5 (10 to 8) and 6 (8 to 9); the mock-up says 5.
  EXPECT_EQ(key["so far"], "6 comparisons, 3 exchanges");
}

TEST(Inspect, ComparatorToComeIsNotYetRun) {
  RunView run("bitonic", mock_keys());
  Selection selection;
  selection.comparator = ComparatorId{5, 4};
  EXPECT_EQ(facts(inspect(run.at({5, 4}), selection)[0])["outcome"], "not yet run");
  EXPECT_EQ(facts(inspect(run.at({5, 5}), selection)[0])["outcome"], "exchanged");
}

TEST(Inspect, SaysTheSameOfARunKeptAsKeyframes) {
  for (const char* const id : {"bitonic", "odd-even-transposition", "pairwise"}) {
    RunRequest request;
    request.algorithm = id;
    request.keys = mixed_keys(50);
    RunView whole(request);
    request.keyframes_only = true;
    RunView kept(request);
    ASSERT_TRUE(kept.recording().kept_as_keyframes());
    const Network& network = whole.network();
    for (std::uint32_t i = 0; i < 40; ++i) {
      const Cursor cursor = network.cursor_at(std::uint64_t{i} * 7919 % network.size());
      Selection selection;
      selection.place = i;
      const std::uint32_t layer = i * 31 % network.depth();
      selection.comparator = ComparatorId{layer, i * 17 % network.count(layer)};
      const Scene expected = whole.at(cursor);
      const Scene scene = kept.at(cursor);
      EXPECT_TRUE(inspected_at_once(scene, selection));
      const auto a = inspect(expected, selection);
      const auto b = inspect(scene, selection);
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t s = 0; s < a.size(); ++s) EXPECT_EQ(facts(a[s]), facts(b[s])) << id;
      EXPECT_EQ(code_state(expected).current_line, code_state(scene).current_line);
    }
  }
}

TEST(Inspect, NamesThatDoNotExistAreLeftOut) {
  RunView run("odd-even-merge", mixed_keys(5));
  Selection selection;
  selection.wire = 5;
  selection.place = 99;
  selection.comparator = ComparatorId{99, 0};
  EXPECT_TRUE(inspect(run.at({0, 0}), selection).empty());
  selection.comparator = ComparatorId{0, 99};
  EXPECT_TRUE(inspect(run.at(run.network().end()), selection).empty());
}

TEST(Inspect, WireKnowsItsPartner) {
  RunView run("bitonic", mock_keys());
  Selection selection;
  selection.wire = 9;
  auto wire = facts(inspect(run.at({6, 0}), selection).at(0));
  EXPECT_EQ(wire["key now"], "65");
  EXPECT_EQ(wire["partner"], "wire 8 in layer 6");
  EXPECT_EQ(wire["keeps"], "the minimum");
}

TEST(Inspect, DescendingRunsTurnTheDirection) {
  RunView run("bitonic-ascending", mixed_keys(6), Order::kDescending);
  Selection selection;
  selection.comparator = ComparatorId{0, 0};
  auto comparator = facts(inspect(run.at({0, 0}), selection).at(0));
  EXPECT_EQ(comparator["direction"].rfind("descending", 0), 0U);
  EXPECT_EQ(comparator["maximum"], "to wire 0");
}

// The keys that meet at a comparator, seen from any cursor, are those that a replay finds there.
TEST(Inspect, KeysAtAgreesWithReplayFromEveryCursor) {
  for (const std::string_view algorithm :
       {"bitonic", "bitonic-ascending", "odd-even-merge", "odd-even-transposition", "pairwise"}) {
    RunView run(algorithm, mixed_keys(13));
    const Network& network = run.network();
    std::vector<KeysMet> met;
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      for (std::uint32_t index = 0; index < network.count(layer); ++index) {
        const Scene scene = run.at({layer, index});
        const Comparator c = network.comparator(layer, index);
        met.push_back({scene.places[c.lower()], scene.places[c.upper()]});
      }
    }
    for (std::uint64_t position = 0; position <= network.size(); position += 5) {
      const Scene scene = run.at(network.cursor_at(position));
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        for (std::uint32_t index = 0; index < network.count(layer); ++index) {
          const KeysMet expected = met[network.comparators_before(layer) + index];
          const KeysMet found = keys_at(scene, {layer, index});
          ASSERT_EQ(found.on_lower, expected.on_lower) << algorithm << " from " << position;
          ASSERT_EQ(found.on_upper, expected.on_upper) << algorithm << " from " << position;
        }
      }
    }
  }
}

// Michalainas and Charisi 2025, section 1.2, all six rows.
TEST(MinMaxPattern, IsThatOfMichalainasAndCharisi) {
  RunView run("bitonic", keys_of({3, 7, 4, 8, 6, 2, 1, 5}));
  const std::vector<std::string> rows = {
      "min max max min min max max min", "min min max max max max min min",
      "min max min max max min max min", "min min min min max max max max",
      "min min max max min min max max", "min max min max min max min max"};
  ASSERT_EQ(run.network().depth(), rows.size());
  for (std::uint32_t layer = 0; layer < rows.size(); ++layer) {
    EXPECT_EQ(pattern_text(min_max_pattern(run.recording(), layer)), rows[layer]);
  }
}

TEST(MinMaxPattern, WiresWithoutComparatorAreNeither) {
  RunView run("odd-even-transposition", mixed_keys(4));
  EXPECT_EQ(pattern_text(min_max_pattern(run.recording(), 1)), "– min max –");
}

TEST(StepText, TellsTheMockAndTheSeedExample) {
  RunView mock("bitonic", mock_keys());
  const std::string sixth = step_text(mock.recording(), 5);
  EXPECT_EQ(sixth.substr(0, sixth.find('\n')),
            "Layer 6 of 10, k = 8, j = 1: 8 comparators, 5 exchanged.");
  EXPECT_NE(sixth.find("Wires 8 and 9, descending: 65 and 75 are exchanged: 75 and 65.\n"),
            std::string::npos);

  // Exchanges 3, 2, 2, 2, 2, 2 (Michalainas and Charisi 2025).
  RunView run("bitonic", keys_of({3, 7, 4, 8, 6, 2, 1, 5}));
  EXPECT_EQ(step_text(run.recording(), 0),
            "Layer 1 of 6, k = 2, j = 1: 4 comparators, 3 exchanged.\n"
            "Wires 0 and 1, ascending: 3 and 7 stay.\n"
            "Wires 2 and 3, descending: 4 and 8 are exchanged: 8 and 4.\n"
            "Wires 4 and 5, ascending: 6 and 2 are exchanged: 2 and 6.\n"
            "Wires 6 and 7, descending: 1 and 5 are exchanged: 5 and 1.\n");
}

TEST(StepText, LongLayersAreCut) {
  RunView run("bitonic", mixed_keys(256));
  const std::string text = step_text(run.recording(), 0);
  EXPECT_NE(text.find("… and 64 more comparators.\n"), std::string::npos);
}

TEST(StepText, TellsComparisonsInTrees) {
  RunView run("adaptive", keys_of({3, 7, 4, 8, 6, 2, 1, 5}));
  // Layers of merge 3, stage 0: root 3 and extra node 7 hold 8 and 1; then the pair walks down.
  EXPECT_EQ(
      step_text(run.recording(), 4),
      "Parallel step 5 of 10, j = 3, stage 0, phase 0: 1 comparison, 1 exchanged.\n"
      "Root 3 and extra node 7: 8 and 1 are exchanged; left(3) and right(3) change places.\n");
  EXPECT_EQ(step_text(run.recording(), 8),
            "Parallel step 9 of 10, j = 3, stage 1, phase 1: 2 comparisons, 0 exchanged.\n"
            "Nodes 6 and 2: 2 and 3 stay.\nNodes 4 and 0: 6 and 7 stay.\n");
  RunView two("adaptive-two-case", keys_of({3, 7, 4, 8, 6, 2, 1, 5}));
  EXPECT_NE(step_text(two.recording(), 4).find("8 and 1 are exchanged; case 2.\n"),
            std::string::npos);
}

// Value of the row called `label` of the first section; "" where there is none.
std::string fact(const std::vector<InspectorSection>& sections, std::string_view label) {
  for (const InspectorRow& row : sections.at(0).rows) {
    if (row.label == label) return row.value;
  }
  return "";
}

TEST(Inspect, AComparisonInATree) {
  RunView run("adaptive", keys_of({3, 7, 4, 8, 6, 2, 1, 5}));
  Selection second;
  second.comparator = ComparatorId{5, 0};  // merge 3, stage 0, phase 1
  const auto before = inspect(run.at({5, 0}), second);
  EXPECT_EQ(before.at(0).title, "Comparison");
  EXPECT_EQ(fact(before, "outcome"), "not yet run");
  EXPECT_EQ(fact(before, "links"), "");
  for (const Cursor cursor : {Cursor{6, 0}, Cursor{10, 0}}) {
    const auto facts = inspect(run.at(cursor), second);
    EXPECT_EQ(fact(facts, "nodes"), "p = 5, q = 1");
    EXPECT_EQ(fact(facts, "tree"), "root 3, extra node 7");
    EXPECT_EQ(fact(facts, "keys"), "5 and 4");
    EXPECT_EQ(fact(facts, "outcome"), "exchanged");
    EXPECT_EQ(fact(facts, "links"), "left(5) and left(1) change places");
    EXPECT_EQ(fact(facts, "then"), "to the right children");
    EXPECT_EQ(fact(facts, "wires"), "1 and 5 of the network");
    // L and U of 8 keys: 3 comparisons instead of 4 comparators.
    EXPECT_EQ(fact(facts, "saved"), "1 of 4 comparators, L and U of 8 keys");
    EXPECT_EQ(fact(facts, "parallel step"), "6 of 10");
    EXPECT_EQ(fact(facts, "level"), "j = 3 · stage 0 · phase 1");
  }
}

TEST(Inspect, AWireOfAnAdaptiveRun) {
  RunView run("adaptive-overlapped", keys_of({3, 7, 4, 8, 6, 2, 1, 5}));
  for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
    for (Wire wire = 0; wire < 8; ++wire) {
      Selection selection;
      selection.wire = wire;
      const Scene scene = run.at({layer, 0});
      const auto facts = inspect(scene, selection);
      const auto node = static_cast<std::uint32_t>(std::stoul(fact(facts, "node")));
      EXPECT_EQ(scene.tree->place(node), scene.places[wire]);
    }
  }
}

TEST(Captions, OfAdaptiveRuns) {
  RunView plain("adaptive", mixed_keys(8));
  EXPECT_EQ(scene_caption(plain.at({0, 0})),
            "The input, before parallel step 1 of 10 · j = 1 · stage 0 · phase 0");
  EXPECT_EQ(scene_caption(plain.at({7, 0})),
            "After parallel step 7 of 10 · j = 3 · stage 0 · phase 2");
  EXPECT_EQ(scene_caption(step_by_comparator(plain.at({8, 1}))),
            "Parallel step 9 of 10, comparison 1 of 2 · j = 3 · stage 1 · phase 1");
  RunView overlapped("adaptive-overlapped", mixed_keys(8));
  EXPECT_EQ(layer_name(overlapped.recording(), 6), "j = 3 · step 3 of 5 · stages 0–1");
  EXPECT_EQ(layer_name(overlapped.recording(), 8), "j = 3 · step 5 of 5 · stage 2");
}

TEST(CodeState, FollowsTheCursor) {
  RunView run("bitonic", mock_keys());
  const CodeLines lines = run.recording().algorithm->lines;
  // At rest before a layer, before a comparator, exchanging, keeping, over.
  EXPECT_EQ(code_state(run.at({5, 0})).current_line, lines.layer);
  EXPECT_EQ(code_state(step_by_comparator(run.at({5, 0}))).current_line, lines.compare);
  EXPECT_EQ(code_state(step_by_comparator(run.at({5, 4}, 0.5F))).current_line, lines.exchange);
  EXPECT_EQ(code_state(step_by_comparator(run.at({5, 3}, 0.5F))).current_line, lines.compare);
  EXPECT_EQ(code_state(run.at(run.network().end())).current_line, lines.finished);
  EXPECT_TRUE(code_state(run.at(run.network().end())).variables.empty());
  std::string variables;
  for (const Variable& v : code_state(step_by_comparator(run.at({5, 4}))).variables) {
    variables += v.name + v.value + " ";
  }
  EXPECT_EQ(variables, "k8 j1 i8 p9 ");
}

// Captions tell of the layer that ran; where the code tells of the one that comes, it says so.
TEST(CodeState, SaysWhereItTellsOfWhatComes) {
  RunView run("bitonic", keys_of({3, 7, 4, 8, 6, 2, 1, 5}));
  EXPECT_TRUE(code_state(run.at({0, 0})).next);  // nothing has run
  EXPECT_FALSE(code_state(run.at({3, 0}, 0.5F)).next);
  EXPECT_FALSE(code_state(run.at(run.network().end())).next);
  const Scene after = run.at({4, 0});
  EXPECT_NE(scene_caption(after).find("j = 4"), std::string::npos);
  const CodeState state = code_state(after);
  const auto j = std::ranges::find(state.variables, "j", &Variable::name);
  ASSERT_NE(j, state.variables.end());
  EXPECT_EQ(j->value, "2");
  EXPECT_TRUE(state.next);
  const auto said = [&](const Scene& scene) {
    const Picture picture = (*find_layout("code"))->layout(scene, 500, 400);
    return std::ranges::count(picture.labels, kNextWord, &Label::text);
  };
  EXPECT_EQ(said(run.at({4, 0})), 1);
  EXPECT_EQ(said(run.at({4, 0}, 0.5F)), 0);
}

TEST(CodeState, LinesExistForEveryLayerOfEveryAlgorithm) {
  for (const Algorithm& algorithm : algorithms()) {
    RunView run(algorithm.id, mixed_keys(11));
    const auto count = static_cast<int>(algorithm.pseudocode.size());
    for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
      for (const float fraction : {0.0F, 0.1F, 0.9F}) {
        const CodeState state = code_state(run.at({layer, 0}, fraction));
        EXPECT_GE(state.current_line, 0) << algorithm.id;
        EXPECT_LT(state.current_line, count) << algorithm.id;
        EXPECT_FALSE(state.variables.empty()) << algorithm.id;
      }
    }
  }
}

TEST(CodeState, MirroredLayersHaveTheirOwnLines) {
  RunView run("bitonic-ascending", mixed_keys(8));
  ASSERT_NE(run.network().form(0).mirror, 0U);
  const auto line = code_state(step_by_comparator(run.at({0, 0}))).current_line;
  EXPECT_NE(
      run.recording().algorithm->pseudocode[static_cast<std::size_t>(line - 1)].find("mirrored"),
      std::string_view::npos);
}

// An exchange happens only where keys are strictly out of order: no listing sets a comparison equal
// to a direction, for then equal keys would go where the direction is descending.
TEST(CodeState, NoListingExchangesEqualKeys) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::string_view line : algorithm.pseudocode) {
      const bool compares = line.find("> a[") != std::string_view::npos ||
                            line.find("> v(") != std::string_view::npos;
      if (!compares) continue;
      EXPECT_EQ(line.find(") = "), std::string_view::npos) << algorithm.id << ": " << line;
      EXPECT_EQ(line.find(">="), std::string_view::npos) << algorithm.id << ": " << line;
    }
  }
}

// Equal keys share their places in the order: none of them has one alone.
TEST(Inspect, EqualKeysShareTheirPlacesInTheOrder) {
  const std::string numbers = "7 3 9 1 -4 7 12 0 5 7 3";
  const auto keys = read_numbers(numbers, "test", KeyType::kInt32, 16);
  ASSERT_TRUE(keys);
  RunView run("odd-even-merge", *keys);
  const Scene scene = run.at({0, 0});
  for (std::uint32_t place = 0; place < keys->size(); ++place) {
    int before = 0;
    int equal = 0;
    for (std::uint32_t other = 0; other < keys->size(); ++other) {
      before += keys->value(other) < keys->value(place) ? 1 : 0;
      equal += keys->value(other) == keys->value(place) ? 1 : 0;
    }
    const std::string said = equal == 1 ? fmt::format("{} of 11 in order", before + 1)
                                        : fmt::format("{} to {} of 11 in order (equal keys)",
                                                      before + 1, before + equal);
    EXPECT_EQ(order_text(scene, place), said);
    bool found = false;
    Selection chosen;
    chosen.place = place;
    for (const InspectorSection& section : inspect(scene, chosen)) {
      for (const InspectorRow& row : section.rows) found = found || row.value == said;
    }
    EXPECT_TRUE(found) << said;
  }
}

}  // namespace
}  // namespace sortscope
