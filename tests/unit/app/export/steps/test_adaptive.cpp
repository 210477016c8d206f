// test_adaptive.cpp: what `sortscope steps` prints of adaptive runs, replayed by a second,
// plain implementation of the article's algorithms 1 and 3.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

#include "core/algorithms/schedules.h"
#include "core/networks/steps.h"
#include "tests/unit/steps_fixture.h"

namespace sortscope {
namespace {

// Nodes with a value and two links, built by halving.
struct PlainTree {
  std::vector<Json> value;
  std::vector<std::array<int, 2>> link;

  explicit PlainTree(const Json& keys) : value(keys.begin(), keys.end()), link(keys.size()) {
    for (auto& links : link) links = {-1, -1};
    build(0, static_cast<int>(keys.size()) - 1);
  }
  // The nodes [first, last) make a tree: its root.
  int build(int first, int last) {
    if (first >= last) return -1;
    const int root = (first + last) / 2;
    const int left = build(first, root);
    const int right = build(root + 1, last);
    link[static_cast<std::size_t>(root)] = {left, right};
    return root;
  }
  void walk(int node, std::vector<Json>& out) const {
    if (node < 0) return;
    walk(link[static_cast<std::size_t>(node)][0], out);
    out.push_back(value[static_cast<std::size_t>(node)]);
    walk(link[static_cast<std::size_t>(node)][1], out);
  }
  // The keys in order when blocks of `block` keys are trees of their own.
  [[nodiscard]] Json in_order(int block) const {
    std::vector<Json> out;
    for (int first = 0; first < static_cast<int>(value.size()); first += block) {
      walk(first + block / 2 - 1, out);
      out.push_back(value[static_cast<std::size_t>(first + block - 1)]);
    }
    return out;
  }
};

// null (padding) comes last.
bool after(const Json& a, const Json& b) {
  if (a.is_null() || b.is_null()) return a.is_null() && !b.is_null();
  return a.get<int>() > b.get<int>();
}

using Instance = std::tuple<int, int, int>;  // merge, stage, instance
struct Ends {
  int first = 0, second = 0;
  bool second_case = false;
};

// Replays `lines` (the header first) and checks every field.
void check(const std::vector<Json>& lines, bool two_cases, bool overlapped, bool descending) {
  PlainTree tree(lines[0]["keys"]);
  const int n = lines[0]["padded_to"];
  std::map<Instance, Ends> roots;   // root and extra node, told by the stage above
  std::map<Instance, Ends> coming;  // the pair of the next phase
  std::tuple<int, int, int, int, int> before{};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Json& line = lines[i];
    SCOPED_TRACE(line.dump());
    const int merge = line["merge"], stage = line["stage"], time = line["time"];
    const int block = line["block"], instance = line["instance"], phase = line["phase"];
    const int p = line["p"], q = line["q"];
    const bool exchanged = line["exchanged"] == 1;
    const Instance id{merge, stage, instance};
    EXPECT_EQ(line["step"], i);
    EXPECT_EQ(instance >> stage, block);
    const std::tuple now{merge, time, block, stage, instance};
    EXPECT_LT(before, now);
    before = now;
    if (overlapped) {
      EXPECT_EQ(time, 2 * stage + phase);
    } else {
      EXPECT_EQ(time, stage * merge - stage * (stage - 1) / 2 + phase);
    }
    if (stage == 0)
      roots[id] = {block * (1 << merge) + (1 << (merge - 1)) - 1, (block + 1) * (1 << merge) - 1};
    EXPECT_EQ(line["root"], roots.at(id).first);
    EXPECT_EQ(line["extra"], roots.at(id).second);
    const Ends pair = phase == 0 ? roots.at(id) : coming.at(id);
    EXPECT_EQ(p, pair.first);
    EXPECT_EQ(q, pair.second);
    Json& value_p = tree.value[static_cast<std::size_t>(p)];
    Json& value_q = tree.value[static_cast<std::size_t>(q)];
    const bool down = (block % 2 == 1) != descending;
    if (value_p != value_q) {
      const bool wrong = value_p.is_null() || value_q.is_null()
                             ? after(value_p, value_q) != (block % 2 == 1)
                             : after(value_p, value_q) != down;
      EXPECT_EQ(exchanged, wrong);
    }
    if (exchanged) std::swap(value_p, value_q);
    const bool second = two_cases && (phase == 0 ? exchanged : pair.second_case);
    EXPECT_EQ(line["case"], second ? 2 : 1);
    // Algorithm 3 swaps left(r), right(r) in phase 0; then left(p), left(q), in case 2 the right
    // ones. Leaves have none.
    Json pointers = Json::array();
    if (exchanged && phase < merge - stage - 1) {
      if (phase > 0) {
        const char* side = second ? "right" : "left";
        pointers.push_back({side, p, side, q});
      } else if (!two_cases) {
        pointers.push_back({"left", p, "right", p});
      }
    }
    EXPECT_EQ(line["pointers"], pointers);
    for (const Json& swap : line["pointers"]) {
      const auto link = [&](const Json& side, const Json& node) -> int& {
        return tree.link[node.get<std::size_t>()][side == "left" ? 0 : 1];
      };
      std::swap(link(swap[0], swap[1]), link(swap[2], swap[3]));
    }
    const auto& links_p = tree.link[static_cast<std::size_t>(p)];
    const auto& links_q = tree.link[static_cast<std::size_t>(q)];
    if (phase == 0) {
      coming[id] = {links_p[0], links_p[1], second};
      roots[{merge, stage + 1, 2 * instance}] = {links_p[0], p};
      roots[{merge, stage + 1, 2 * instance + 1}] = {links_p[1], q};
    } else {
      const std::size_t side = exchanged != second ? 1 : 0;
      coming[id] = {links_p[side], links_q[side], second};
    }
    // Its comparator is one of the network's stage (merge, stage), in the direction of its block.
    const int half = 1 << (merge - stage - 1);
    const int to_min = line["comparator"][0], to_max = line["comparator"][1];
    const int low = std::min(to_min, to_max);
    EXPECT_EQ(std::abs(to_min - to_max), half);
    EXPECT_EQ(low / (2 * half), instance);
    EXPECT_EQ(to_min > low, down);
    // Keys after each stage; overlapped after each merge.
    const bool last_of_stage = phase == merge - stage - 1 && instance + 1 == n >> merge << stage;
    const bool shown = last_of_stage && (!overlapped || stage + 1 == merge);
    EXPECT_EQ(line.contains("keys"), shown);
    if (shown) {
      EXPECT_EQ(line["keys"], tree.in_order(1 << merge));
    }
    if (::testing::Test::HasFailure()) return;
  }
}

std::string random_text(std::uint32_t n, std::uint32_t values, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string text;
  for (std::uint32_t i = 0; i < n; ++i) {
    text += (i > 0 ? "," : "") + std::to_string(random() % values);
  }
  return text;
}

TEST(StepsAdaptive, PrintedComparisonsExplainThePrintedKeys) {
  for (const std::string algorithm : {"adaptive", "adaptive-two-case", "adaptive-overlapped"}) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      for (const std::uint32_t n : {2U, 4U, 8U, 13U, 64U}) {
        for (const std::uint32_t values : {4U, 1000000U}) {
          const auto lines = json_steps(run(algorithm, random_text(n, values, n), order));
          SCOPED_TRACE(algorithm + " of " + std::to_string(n));
          check(lines, algorithm == "adaptive-two-case", algorithm == "adaptive-overlapped",
                order == Order::kDescending);
          if (HasFailure()) return;
          // Zachmann 2011: 2nm - 4n + m + 4 comparisons.
          const std::size_t wires = lines[0]["padded_to"];
          const auto m = static_cast<std::size_t>(std::countr_zero(wires));
          EXPECT_EQ(lines.size() - 1, 2 * wires * m + m + 4 - 4 * wires);
          const Json& keys = lines.back()["keys"];
          for (std::size_t i = 1; i < n; ++i) {
            const int a = keys[i - 1], b = keys[i];
            EXPECT_TRUE(order == Order::kAscending ? a <= b : a >= b);
          }
        }
      }
    }
  }
}

TEST(StepsAdaptive, TheMergerPrintsOneMerge) {
  const auto lines = json_steps(run("adaptive-merger", "1,4,6,9,8,7,3,2"));
  // 2n - log n - 2 = 11; keys after each of the three stages.
  ASSERT_EQ(lines.size(), 12U);
  check(lines, false, false, false);
  EXPECT_EQ(lines.back()["keys"], Json::parse("[1,2,3,4,6,7,8,9]"));
}

TEST(StepsAdaptive, StepsAreComparisons) {
  const auto recording = run("adaptive-overlapped", random_text(16, 90, 1));
  const Network& network = recording->network;
  EXPECT_EQ(step_count(network), 72U);
  std::vector<Json> all = json_steps(recording);
  const auto some = json_steps(recording, {.from = 10, .to = 40});
  ASSERT_EQ(some.size(), 32U);
  for (std::size_t i = 1; i < some.size(); ++i) EXPECT_EQ(some[i], all[i + 9]);
  EXPECT_EQ(json_steps(recording, {.from = 0, .to = 0})[1],
            Json({{"step", 0}, {"keys", all[0]["keys"]}}));
  for (std::uint32_t step = 0; step <= 72; ++step) {
    const Cursor cursor = cursor_of_step(network, step);
    EXPECT_EQ(network.position(cursor), step);
    EXPECT_EQ(steps_before(network, cursor), step);
  }
  EXPECT_EQ(cursor_of_step(network, 72), network.end());
  const Network layers = find_algorithm("bitonic").value()->build(16);
  EXPECT_EQ(step_count(layers), layers.depth());
  EXPECT_EQ(cursor_of_step(layers, 4), (Cursor{4, 0}));
}

TEST(StepsAdaptive, PairsAddPlaces) {
  const auto lines = json_steps(run("adaptive", "5,5,3,5,1"), {.pairs = true});
  std::size_t states = 0;
  for (const Json& line : lines) {
    if (!line.contains("keys")) continue;
    ++states;
    for (std::size_t w = 0; w < 8; ++w) {
      const Json& place = line["places"][w];
      EXPECT_EQ(line["keys"][w],
                place.is_null() ? Json() : lines[0]["keys"][place.get<std::size_t>()]);
    }
  }
  EXPECT_EQ(states, 1U + 6);  // the input, and 1 + 2 + 3 stages
}

TEST(StepsAdaptive, CsvHasARowForEveryComparison) {
  const auto recording = run("adaptive-two-case", random_text(16, 90, 2));
  std::istringstream text(steps(recording, {.format = StepsFormat::kCsv}));
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line,
            "step,merge,stage,block,instance,case,time,phase,root,extra,p,q,pointers,min_wire,"
            "max_wire,exchanged,min_key,max_key");
  const auto columns = std::count(line.begin(), line.end(), ',');
  const auto json = json_steps(recording);
  std::size_t row = 0;
  while (std::getline(text, line)) {
    const Json& same = json[++row];
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), columns);
    std::vector<std::string> fields;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) fields.push_back(cell);
    EXPECT_EQ(fields[5], same["case"].dump());
    EXPECT_EQ(fields[10], same["p"].dump());
    EXPECT_EQ(fields[13], same["comparator"][0].dump());
    EXPECT_LE(std::stoi(fields[16]), std::stoi(fields[17]));
    EXPECT_EQ(fields[12].empty(), same["pointers"].empty());
  }
  EXPECT_EQ(row, 72U);
}

TEST(StepsAdaptive, TextSaysWhatHappens) {
  const std::string text = steps(run("adaptive", "3,7,4,8,6,2,1,5"), {});
  EXPECT_NE(text.find("It sorts 8 keys of type int32 into ascending order, with 23 comparisons in "
                      "10 parallel steps. "),
            std::string::npos);
  EXPECT_NE(text.find("Step 14 is phase 1 of stage 0 in merge 3, instance 0. In node 5 and node 1, "
                      "ascending, 5 and 4 are exchanged. The left links of nodes 5 and 1 change "
                      "places.\n"),
            std::string::npos);
  EXPECT_NE(text.find("Step 6 is phase 0 of stage 0 in merge 2, instance 1. In root 5 and extra "
                      "node 7, descending, 6 and 1 stay.\n"),
            std::string::npos);
}

// A run of several kinds of layers, made by hand: networks sort the halves, the rest merges.
struct MixedRun {
  Algorithm algorithm = **find_algorithm("adaptive");
  Recording recording;

  // Layers of the bitonic sorter for k = 2 and 4, and their bits.
  explicit MixedRun(const std::string& keys) {
    plain_run = run("bitonic", keys);
    adaptive_run = run("adaptive", keys);
    recording.request = plain_run->request;
    recording.start = plain_run->start;
    for (const std::uint32_t k : {2U, 4U}) {
      builder.begin_level(k, "k = " + std::to_string(k));
      for (std::uint32_t j = k / 2; j > 0; j /= 2) builder.add(xor_layer(k, j), j);
    }
    recording.bits.assign(plain_run->bits.begin(), plain_run->bits.begin() + 3);
  }
  std::shared_ptr<const Recording> finish() {
    recording.algorithm = &algorithm;
    recording.network = builder.finish();
    recording.network.resolve(algorithm.rule, recording.bits);
    recording.exchanged_before.assign(recording.network.depth() + 1, 0);
    return {std::shared_ptr<void>(), &recording};
  }

  ScheduleBuilder builder{8};
  std::shared_ptr<const Recording> plain_run, adaptive_run;
};

TEST(StepsAdaptive, NetworksThenTrees) {
  MixedRun mixed("3,7,4,8,6,2,1,5");
  add_merge(mixed.builder, 3, false);
  // Layers 4 to 9 of the adaptive sort do merge 3.
  mixed.recording.bits.insert(mixed.recording.bits.end(), mixed.adaptive_run->bits.begin() + 4,
                              mixed.adaptive_run->bits.end());
  const auto recording = mixed.finish();
  const auto lines = json_steps(recording);
  ASSERT_EQ(lines.size(), 1U + 3 + 11);
  EXPECT_EQ(step_count(recording->network), 14U);
  EXPECT_EQ(cursor_of_step(recording->network, 5), (Cursor{5, 0}));
  EXPECT_EQ(cursor_of_step(recording->network, 7), (Cursor{6, 1}));
  EXPECT_EQ(lines[3], json_steps(mixed.plain_run)[3]);
  // The trees are built of what the networks left.
  std::vector<Json> merge = {{{"padded_to", 8}, {"keys", lines[3]["keys"]}}};
  for (std::size_t i = 4; i < lines.size(); ++i) {
    merge.push_back(lines[i]);
    merge.back()["step"] = i - 3;
  }
  check(merge, false, false, false);
  EXPECT_EQ(lines.back()["keys"], Json::parse("[1,2,3,4,5,6,7,8]"));
  const auto some = json_steps(recording, {.from = 3, .to = 5});
  for (std::size_t i = 1; i < some.size(); ++i) EXPECT_EQ(some[i], lines[i + 2]);
  const std::string csv = steps(recording, {.format = StepsFormat::kCsv});
  std::istringstream rows(csv);
  std::set<std::ptrdiff_t> commas;
  for (std::string row; std::getline(rows, row);) {
    commas.insert(std::count(row.begin(), row.end(), ','));
  }
  EXPECT_EQ(commas.size(), 1U);
}

TEST(StepsAdaptive, NetworksThenSplits) {
  MixedRun mixed("3,7,4,8,6,2,1,5");
  for (std::uint32_t stage = 0; stage < 3; ++stage) mixed.builder.add_splits(3, stage);
  // By theorem 3, from the network's layers of k = 8.
  std::vector<Json> expected;
  const auto plain = json_steps(mixed.plain_run);
  for (std::uint32_t stage = 0; stage < 3; ++stage) {
    const Json& keys = plain[3 + stage]["keys"];
    const std::uint32_t n = 8U >> stage;
    Json splits = Json::array();
    for (std::uint32_t x = 0; x < 8 / n; ++x) {
      std::uint32_t exchanged = 0;
      for (std::uint32_t i = 0; i < n / 2; ++i) {
        exchanged += keys[x * n + i] > keys[x * n + i + n / 2] ? 1U : 0U;
      }
      const bool first_case = keys[x * n + n / 2 - 1] < keys[x * n + n - 1];
      mixed.recording.bits.push_back(
          Split{first_case ? exchanged : n / 2 - exchanged, !first_case}.word());
      const std::uint32_t q = first_case ? exchanged : (n - exchanged) % n;
      splits.push_back({0, x, q, first_case ? 1 : 2});
    }
    expected.push_back(
        {{"step", 4 + stage}, {"pass", 1}, {"merge", 3}, {"stage", stage}, {"splits", splits}});
  }
  const auto recording = mixed.finish();
  const auto lines = json_steps(recording);
  ASSERT_EQ(lines.size(), 1U + 3 + 3);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(lines[4 + i], expected[i]);
  const std::string text = steps(recording, {});
  EXPECT_NE(text.find("keys are now 1, 2, 3, 4, 5, 6, 7, 8.\n"), std::string::npos);
  std::istringstream rows(steps(recording, {.format = StepsFormat::kCsv}));
  std::set<std::ptrdiff_t> commas;
  for (std::string row; std::getline(rows, row);) {
    commas.insert(std::count(row.begin(), row.end(), ','));
  }
  EXPECT_EQ(commas.size(), 1U);
}

}  // namespace
}  // namespace sortscope
