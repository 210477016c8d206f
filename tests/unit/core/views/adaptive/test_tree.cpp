// test_tree.cpp: the tree view: nodes stand at their in-order positions, links are the tree's,
// motion ends where the next step begins, La and Ua hold the right keys.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "core/pictures/label_fit.h"
#include "core/scenes/scene.h"
#include "core/scenes/tree_moment.h"
#include "core/scenes/tree_partner.h"
#include "core/views/adaptive/tree_picture.h"
#include "core/words/code_state.h"
#include "core/words/tree_text.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr float kWidth = 1280;
constexpr float kHeight = 720;
// The merge whose trees a cursor shows, from the schedule alone.
std::uint32_t merge_shown(const Network& network, Cursor cursor) {
  return network.step(std::min(cursor.layer, network.depth() - 1)).merge;
}

// Centres of the filled chips of the nodes' size, by their rank.
std::map<float, TreePoint> node_chips(const Picture& picture, const TreePage& page) {
  std::map<float, TreePoint> found;
  for (const Box& chip : picture.chips) {
    if (chip.role != Role::kRank || chip.w != page.chip_w || chip.h != page.chip_h) continue;
    found[chip.rank] = {chip.x + chip.w / 2, chip.y + chip.h / 2};
  }
  return found;
}

TEST(TreeView, ARunThatComesOutWrongIsNotCalledSorted) {
  const auto words = [](const Keys& keys, Cursor cursor) {
    RunView run("adaptive-merger", keys);
    std::string all;
    const bool end = cursor.layer > 0;
    const Scene scene = run.at(end ? run.network().end() : cursor);
    for (const Label& label : kTreeLayout.layout(scene, kWidth, kHeight).labels) {
      all += label.text + "|";
    }
    return all;
  };
  const Keys wrong = keys_of(std::vector<std::int32_t>{0, 1, 12, 3, 4, 5, 6, 7});
  EXPECT_NE(words(wrong, {1, 0}).find("is not sorted."), std::string::npos);
  EXPECT_NE(words(wrong, {1, 0}).find("8 unsorted keys"), std::string::npos);
  EXPECT_EQ(words(wrong, {0, 0}).find("bitonic keys"), std::string::npos);
  const Keys right = keys_of(std::vector<std::int32_t>{0, 1, 12, 7, 6, 5, 4, 3});
  EXPECT_NE(words(right, {1, 0}).find("in-order, is sorted."), std::string::npos);
  EXPECT_NE(words(right, {1, 0}).find("8 sorted keys"), std::string::npos);
  EXPECT_NE(words(right, {0, 0}).find("8 bitonic keys"), std::string::npos);
  EXPECT_EQ(words(right, {1, 0}).find("padding"), std::string::npos);
  // As many keys as a person gave.
  for (const std::int32_t keys : {3, 5, 6, 7}) {
    std::vector<std::int32_t> given;
    for (std::int32_t i = 0; i < keys; ++i) given.push_back(i);
    const std::string said = words(keys_of(given), {1, 0});
    EXPECT_NE(said.find(std::to_string(keys) + " sorted keys and padding"), std::string::npos)
        << said;
  }
}

TEST(TreeView, NodesStandAtTheirInOrderPositions) {
  for (const std::string_view id : kTreeAlgorithms) {
    RunView run(id, different_keys(16));
    for (std::uint32_t layer = 0; layer <= run.network().depth(); ++layer) {
      const Scene scene = run.at({layer, 0});
      const TreePage page =
          tree_page(run.recording(), merge_shown(run.network(), {layer, 0}), kWidth, kHeight);
      const auto chips = node_chips(kTreeLayout.layout(scene, kWidth, kHeight), page);
      ASSERT_EQ(chips.size(), 16U) << id << layer;
      for (Wire wire = 0; wire < 16; ++wire) {
        const auto chip = chips.find(rank_fraction(scene, scene.places[wire]));
        ASSERT_NE(chip, chips.end());
        EXPECT_NEAR(chip->second.x, page.x(wire), 0.01F) << id << layer;
        EXPECT_NEAR(chip->second.y, page.y(wire), 0.01F) << id << layer;
      }
    }
  }
}

TEST(TreeView, DepthFollowsTheTrailingOnes) {
  // In-order positions of a complete tree of 7 and its extra node.
  const std::uint32_t depths[] = {2, 1, 2, 0, 2, 1, 2, 0};
  for (Wire wire = 0; wire < 16; ++wire) EXPECT_EQ(tree_depth(3, wire), depths[wire % 8]);
  EXPECT_EQ(tree_depth(1, 0), 0U);
  EXPECT_EQ(tree_depth(1, 1), 0U);
}

TEST(TreeView, LinksDrawnAreThoseOfACompleteTree) {
  RunView run("adaptive", different_keys(16));
  for (std::uint32_t layer = 0; layer <= run.network().depth(); ++layer) {
    const std::uint32_t merge = merge_shown(run.network(), {layer, 0});
    const TreePage page = tree_page(run.recording(), merge, kWidth, kHeight);
    const Picture picture = kTreeLayout.layout(run.at({layer, 0}), kWidth, kHeight);
    std::uint32_t expected = 0;
    for (Wire wire = 0; wire < 16; ++wire) {
      const std::uint32_t in_block = wire & ((1U << merge) - 1);
      const int height = std::countr_one(in_block);
      if (height == 0 || in_block == (1U << merge) - 1) continue;
      for (const int side : {-1, 1}) {
        const auto child = static_cast<Wire>(static_cast<int>(wire) + side * (1 << (height - 1)));
        const auto drawn =
            std::count_if(picture.lines.begin(), picture.lines.end(), [&](const Line& line) {
              return std::hypot(line.x0 - page.x(wire), line.y0 - page.y(wire)) < 0.01F &&
                     std::hypot(line.x1 - page.x(child), line.y1 - page.y(child)) < 0.01F;
            });
        EXPECT_EQ(drawn, 1) << "layer " << layer << ": " << wire << " to " << child;
        ++expected;
      }
    }
    EXPECT_EQ(expected, 16 - 2 * (16U >> merge));
  }
}

TEST(TreeView, MotionEndsWhereTheNextStepBegins) {
  for (const std::string_view id : kTreeAlgorithms) {
    RunView run(id, different_keys(16));
    for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
      const TreePage page =
          tree_page(run.recording(), merge_shown(run.network(), {layer, 0}), kWidth, kHeight);
      const TreePage next =
          tree_page(run.recording(), merge_shown(run.network(), {layer + 1, 0}), kWidth, kHeight);
      const auto moving =
          node_chips(kTreeLayout.layout(run.at({layer, 0}, 0.9999F), kWidth, kHeight), page);
      const auto still =
          node_chips(kTreeLayout.layout(run.at({layer + 1, 0}), kWidth, kHeight), next);
      ASSERT_EQ(moving.size(), 16U);
      ASSERT_EQ(still.size(), 16U);
      for (const auto& [rank, at] : moving) {
        EXPECT_NEAR(at.x, still.at(rank).x, 0.5F) << id << " layer " << layer;
        EXPECT_NEAR(at.y, still.at(rank).y, 0.5F) << id << " layer " << layer;
      }
    }
  }
}

TEST(TreeView, ExchangedKeysAreBothOnTheWayHalfThrough) {
  RunView run("adaptive", keys_of({3, 7, 8, 4}));
  // Merge 2, stage 0, phase 0: v(r) = 7 > v(e) = 4: the keys of nodes 1 and 3.
  const Scene scene = run.at({1, 0}, 0.3F);
  ASSERT_TRUE(run.recording().exchanged(1, 0));
  const TreePage page = tree_page(run.recording(), 2, kWidth, kHeight);
  const auto chips = node_chips(kTreeLayout.layout(scene, kWidth, kHeight), page);
  const auto x_of = [&](float rank) { return chips.at(rank).x; };
  EXPECT_GT(x_of(2.0F / 3), page.x(1) + 10);  // 7 goes right
  EXPECT_LT(x_of(1.0F / 3), page.x(3) - 10);  // 4 goes left
}

std::vector<int> numbers_after(const Picture& picture, const std::string& start) {
  std::vector<int> numbers;
  for (const Label& label : picture.labels) {
    if (!label.text.starts_with(start)) continue;
    std::istringstream rest(label.text.substr(start.size()));
    for (int value = 0; rest >> value;) numbers.push_back(value);
    break;
  }
  return numbers;
}

TEST(TreeView, BracketsHoldLowerAndUpperHalf) {
  for (const std::string_view id : {"adaptive", "adaptive-two-case"}) {
    RunView run(id, different_keys(16));
    const Network& network = run.network();
    // Stage 0 of the last merge has 4 phases.
    const MergeLevel& last = network.levels().back();
    const Scene before = run.at({last.first_layer, 0});
    std::vector<int> lower;
    std::vector<int> upper;
    for (Wire i = 0; i < 8; ++i) {
      const int a = std::stoi(run.recording().key_text(before.places[i]));
      const int b = std::stoi(run.recording().key_text(before.places[i + 8]));
      lower.push_back(std::min(a, b));  // definition 3
      upper.push_back(std::max(a, b));
    }
    const Picture picture = kTreeLayout.layout(run.at({last.first_layer + 4, 0}), kWidth, kHeight);
    EXPECT_EQ(numbers_after(picture, "L_a = left subtree and root:"), lower);
    EXPECT_EQ(numbers_after(picture, "U_a = right subtree and extra node:"), upper);
  }
}

// Every moment of every stage: what is said to be La and Ua are the smaller and the larger half of
// the keys in that subtree; before that, they are only to become it.
TEST(TreeView, OnlyFinishedHalvesAreSaidToBeThem) {
  std::size_t named = 0;
  std::size_t becoming = 0;
  for (const std::string_view id :
       {"adaptive", "adaptive-two-case", "adaptive-merger", "abisort"}) {
    for (unsigned seed = 0; seed < 4; ++seed) {
      std::vector<std::int32_t> keys(16);
      for (std::size_t i = 0; i < 16; ++i)
        keys[i] = static_cast<std::int32_t>(7 * i * (seed + 1) % 17);
      if (id == "adaptive-merger") {
        std::ranges::sort(keys.begin(), keys.begin() + 9);
        std::ranges::sort(keys.begin() + 9, keys.end(), std::greater());
      }
      RunView run(id, keys_of(keys));
      const Network& network = run.network();
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        if (!network.in_trees(layer)) continue;
        for (std::uint32_t index = 0; index < network.count(layer); ++index) {
          const Picture picture = kTreeLayout.layout(run.at({layer, index}), 1600, kHeight);
          std::vector<std::pair<float, std::pair<bool, std::vector<int>>>> halves;
          for (const Label& label : picture.labels) {
            becoming += label.text.starts_with("becomes ") ? 1 : 0;
            const bool lower = label.text.starts_with("L_a = ");
            if (!lower && !label.text.starts_with("U_a = ")) continue;
            if (label.text.find(':') == std::string::npos) continue;
            std::istringstream words(label.text.substr(label.text.find(':') + 1));
            std::vector<int> values;
            for (int key = 0; words >> key;) values.push_back(key);
            halves.push_back({label.x, {lower, values}});
          }
          std::ranges::sort(halves);
          ASSERT_EQ(halves.size() % 2, 0U);
          for (std::size_t i = 0; i < halves.size(); i += 2) {
            const auto& [first_lower, first] = halves[i].second;
            const auto& [second_lower, second] = halves[i + 1].second;
            ASSERT_NE(first_lower, second_lower);
            const auto& low = first_lower ? first : second;
            const auto& high = first_lower ? second : first;
            EXPECT_LE(std::ranges::max(low), std::ranges::min(high))
                << id << ", layer " << layer << ", comparison " << index;
            ++named;
          }
        }
      }
    }
  }
  EXPECT_GT(named, 20U);
  EXPECT_GT(becoming, 50U);
}

// Whichever way a block or a run falls: La has the smaller keys, by the bracket, the sentence and
// the cylinder; the larger key has the taller bar; the code asks what the tree asks.
TEST(TreeView, OneConventionForWhatFalls) {
  for (const std::string_view id : {"adaptive", "adaptive-two-case", "adaptive-merger"}) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      const bool merger = id == "adaptive-merger";
      RunView run(id, merger ? keys_of({21, 34, 55, 92, 77, 58, 13, 8}) : different_keys(16),
                  order);
      const Network& network = run.network();
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        const Scene scene = run.at({layer, 0});
        const auto moment = tree_moment(scene);
        const TreeMeeting& meeting = *moment->focused();
        // The question of the tree and the code's.
        const std::string question = question_text(run.recording(), meeting);
        const bool less = question.find(" < ") != std::string::npos;
        const CodeState state = code_state(scene);
        const Listing listing = listing_of(run.recording());
        std::string code;
        for (std::size_t i = 0; i < listing.pseudocode.size(); ++i) {
          code += code_line(listing, state, i) + "\n";
        }
        EXPECT_NE(code.find(less ? "v(p) < v(q)" : "v(p) > v(q)"), std::string::npos) << code;
        EXPECT_EQ(code.find(less ? "v(p) > v(q)" : "v(p) < v(q)"), std::string::npos) << code;
        // In all blocks by their values, once a stage has run.
        const Picture picture = kTreeLayout.layout(scene, kWidth, kHeight);
        for (const Label& label : picture.labels) {
          if (!label.text.starts_with("L_a = ") && !label.text.starts_with("U_a = ")) continue;
          if (!moment->stage_done || label.text.find(':') == std::string::npos) continue;
          std::istringstream words(label.text.substr(label.text.find(':') + 1));
          std::vector<int> keys;
          for (int key = 0; words >> key;) keys.push_back(key);
          // Its neighbour has the other half.
          const std::string other = label.text.starts_with("L_a") ? "U_a = " : "L_a = ";
          float nearest = 1e9F;
          std::vector<int> beside;
          for (const Label& second : picture.labels) {
            if (!second.text.starts_with(other) || std::abs(second.x - label.x) >= nearest)
              continue;
            if (second.text.find(':') == std::string::npos) continue;
            // Of the same block and instance.
            const auto instance = [&](const Label& of) {
              const TreePage page = tree_page(run.recording(), moment->merge, kWidth, kHeight);
              Wire wire = 0;
              while (page.x(wire) < of.x) ++wire;
              return wire >> (moment->merge - moment->stage);
            };
            if (instance(second) != instance(label)) continue;
            nearest = std::abs(second.x - label.x);
            std::istringstream rest(second.text.substr(second.text.find(':') + 1));
            beside.clear();
            for (int key = 0; rest >> key;) beside.push_back(key);
          }
          if (beside.empty()) continue;
          const int most = *std::max_element(keys.begin(), keys.end());
          const int least = *std::min_element(keys.begin(), keys.end());
          if (label.text.starts_with("L_a")) {
            EXPECT_LE(most, *std::min_element(beside.begin(), beside.end())) << label.text;
          } else {
            EXPECT_GE(least, *std::max_element(beside.begin(), beside.end())) << label.text;
          }
        }
        // Bars: as tall as their keys are large.
        const TreePage page = tree_page(run.recording(), moment->merge, kWidth, kHeight);
        std::map<int, float> tall;
        for (const Box& chip : picture.chips) {
          if (chip.role != Role::kRank || chip.y < page.bars_top - 0.5F) continue;
          for (std::uint32_t place = 0; place < run.recording().real_keys(); ++place) {
            if (rank_fraction(scene, place) != chip.rank) continue;
            tall[std::stoi(run.recording().key_text(place))] = chip.h;
          }
        }
        float last = 0;
        for (const auto& [key, height] : tall) {
          EXPECT_GE(height, last) << id << " key " << key;
          last = height;
        }
        EXPECT_EQ(tall.size(), run.recording().real_keys());
      }
    }
  }
}

TEST(TreeView, CountsTheComparisonsOfAMerge) {
  for (const std::string_view id : kTreeAlgorithms) {
    RunView run(id, different_keys(64));
    const Network& network = run.network();
    for (const MergeLevel& level : network.levels()) {
      const std::uint32_t merge = level.level;
      const std::uint64_t n = std::uint64_t{1} << merge;
      const Cursor start{level.first_layer, 0};
      const Cursor end{level.first_layer + level.layer_count, 0};
      for (const std::uint32_t block : {0U, (64U >> merge) - 1}) {
        EXPECT_EQ(merge_count(run.recording(), merge, block, start).done, 0U);
        EXPECT_EQ(merge_count(run.recording(), merge, block, end).done, 2 * n - merge - 2);
        EXPECT_EQ(merge_count(run.recording(), merge, block, start).all, 2 * n - merge - 2);
      }
    }
  }
}

TEST(TreeView, RemembersTheWholeWalkOfAStage) {
  RunView run("adaptive", different_keys(16));
  const std::uint32_t first = run.network().levels().back().first_layer;
  for (std::uint32_t phase = 0; phase < 4; ++phase) {
    const auto moment = tree_moment(run.at({first + phase, 0}));
    ASSERT_TRUE(moment);
    ASSERT_EQ(moment->done.size(), phase);
    ASSERT_EQ(moment->current.size(), 1U);
    EXPECT_FALSE(moment->stage_done);
    // Every pair is a child of the pair before, on the same side for p and q.
    for (std::uint32_t i = 2; i <= phase; ++i) {
      const TreeEvent& above = moment->done[i - 1].event;
      const TreeEvent& below = i < phase ? moment->done[i].event : moment->current[0].event;
      const bool left = moment->before->child(above.p, Side::kLeft) == below.p;
      const Side side = left ? Side::kLeft : Side::kRight;
      EXPECT_EQ(moment->before->child(above.p, side), below.p);
      EXPECT_EQ(moment->before->child(above.q, side), below.q);
    }
  }
  const auto moment = tree_moment(run.at({first + 4, 0}));
  EXPECT_TRUE(moment->stage_done);
  EXPECT_EQ(moment->done.size(), 4U);
  EXPECT_EQ(moment->current.size(), 2U);
}

TEST(TreeView, OverlappedStepsShowEveryPair) {
  RunView run("adaptive-overlapped", different_keys(32));
  const std::uint32_t first = run.network().levels().back().first_layer;
  // Step 4 of merge 5: stages 0, 1 and 2, one, two and four instances.
  const auto moment = tree_moment(run.at({first + 4, 0}));
  ASSERT_TRUE(moment);
  EXPECT_TRUE(moment->overlapped);
  EXPECT_EQ(moment->current.size(), 7U);
  const Picture picture = kTreeLayout.layout(run.at({first + 4, 0}), kWidth, kHeight);
  for (const char* stage : {"k = 1", "k = 2"}) {
    EXPECT_TRUE(std::any_of(picture.labels.begin(), picture.labels.end(), [&](const Label& label) {
      return label.text == stage;
    })) << stage;
  }
}

TEST(TreeView, PointsAtNodesAndComparisons) {
  RunView run("adaptive", different_keys(16));
  const Cursor cursor{run.network().levels().back().first_layer + 1, 0};
  const Scene scene = run.at(cursor);
  const TreePage page = tree_page(run.recording(), 4, kWidth, kHeight);
  for (Wire wire = 0; wire < 16; ++wire) {
    const Selection found =
        kTreeLayout.pick(scene, kWidth, kHeight, page.x(wire) + 3, page.y(wire) - 3);
    EXPECT_EQ(found.wire, wire);
    EXPECT_EQ(found.place, scene.places[wire]);
    EXPECT_EQ(kTreeLayout.pick(scene, kWidth, kHeight, page.x(wire), page.bars_bottom - 2).wire,
              wire);
  }
  const auto moment = tree_moment(scene);
  const TreeEvent& event = moment->current[0].event;
  const PlacedTrees placed(*moment, page, page, 0);
  const TreePoint on_curve =
      curve_between(page, placed.node(event.p), placed.node(event.q), true).at(0.3F);
  EXPECT_EQ(kTreeLayout.pick(scene, kWidth, kHeight, on_curve.x, on_curve.y).comparator,
            moment->current[0].id);
}

TEST(TreeView, SaysWhichAlgorithmsHaveTrees) {
  RunView run("bitonic", different_keys(16));
  EXPECT_FALSE(has_trees(run.recording()));
  std::string words;
  for (const Label& label : kTreeLayout.layout(run.at({3, 0}), kWidth, kHeight).labels) {
    words += label.text + "\n";
  }
  for (const char* id : {"adaptive", "adaptive-two-case", "adaptive-overlapped", "tree-record"}) {
    EXPECT_NE(words.find(id), std::string::npos) << words;
  }
}

// Beside shallow links and curves, too, a node's number is whole.
TEST(TreeView, NoLineGoesThroughANumber) {
  int numbers = 0;
  for (const char* algorithm : {"adaptive", "adaptive-overlapped"}) {
    for (const std::int32_t n : {8, 16, 32}) {
      RunView run(algorithm, different_keys(n));
      const std::uint32_t depth = run.network().depth();
      for (std::uint32_t layer = depth / 2; layer <= depth; ++layer) {
        for (const auto& [width, height] :
             {std::pair{1060.0F, 560.0F}, {1280.0F, 720.0F}, {900.0F, 420.0F}, {1500.0F, 460.0F}}) {
          const Picture picture = kTreeLayout.layout(run.at({layer, 0}), width, height);
          for (const Label& label : picture.labels) {
            const bool number = label.face == Face::kMono && label.role == Role::kMuted &&
                                label.size == 12 && label.anchor == Anchor::kMiddle;
            if (!number) continue;
            ++numbers;
            LabelArea area = area_of(label);
            // Letters do not fill it.
            area = {area.left + 1, area.top + 2, area.right - 1, area.bottom - 2};
            for (const Line& line : picture.lines) {
              const float length = std::hypot(line.x1 - line.x0, line.y1 - line.y0);
              for (float at = 0; at <= length; at += 0.5F) {
                const float x = std::lerp(line.x0, line.x1, at / std::max(length, 1.0F));
                const float y = std::lerp(line.y0, line.y1, at / std::max(length, 1.0F));
                const bool inside =
                    x > area.left && x < area.right && y > area.top && y < area.bottom;
                ASSERT_FALSE(inside) << algorithm << " " << n << " layer " << layer << ": "
                                     << label.text << ", " << width;
              }
            }
          }
        }
      }
    }
  }
  EXPECT_GT(numbers, 1500);
}

TEST(TreeView, AnySizeHasAPicture) {
  for (const std::uint32_t n : {1U, 2U, 3U, 5U, 40U, 300U, 512U, 513U, 2000U, 5000U}) {
    for (const char* id : {"adaptive", "adaptive-overlapped", "adaptive-merger", "abisort"}) {
      std::vector<std::int32_t> values(n);
      for (std::uint32_t i = 0; i < n; ++i) {
        values[i] = static_cast<std::int32_t>(i < n / 2 ? i : n - i);  // bitonic
      }
      RunView run(id, keys_of(values));
      const std::uint32_t depth = run.network().depth();
      for (const std::uint32_t layer : {0U, depth / 3, depth / 2, depth - depth / 8, depth}) {
        for (const float fraction : {0.0F, 0.5F}) {
          const Picture picture = kTreeLayout.layout(run.at({layer, 0}, fraction), kWidth, kHeight);
          EXPECT_FALSE(picture.labels.empty()) << id << n;
          EXPECT_LT(picture.lines.size() + picture.chips.size(), 20000U) << id << n;
        }
      }
    }
  }
}

TEST(TreeView, SmallInstancesOfLargeTreesAreDrawnWithTheirSurroundings) {
  for (const std::uint32_t n : {1024U, 8192U}) {
    std::vector<std::int32_t> values(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      values[i] = static_cast<std::int32_t>((i * 7919U + 13U) % 100003U);
    }
    RunView run("adaptive", keys_of(values));
    const std::uint32_t m = floor_log2(n);
    const MergeLevel& last = run.network().levels().back();
    for (std::uint32_t layer = last.first_layer; layer < run.network().depth(); ++layer) {
      const TreeStep& step = run.network().step(layer);
      // Somewhere in the middle, looked at.
      Scene scene = run.at({layer, 0});
      const Wire wire = n / 2 + 70;
      scene.selected.wire = wire;
      if (m - step.first_stage > kNeighboursLog2) continue;
      const Wire first = wire / 64 * 64;
      const Picture picture = kTreeLayout.layout(scene, kWidth, kHeight);
      std::set<float> ranks;
      for (const Box& chip : picture.chips) {
        if (chip.role == Role::kRank) ranks.insert(chip.rank);
      }
      std::set<float> expected;
      for (Wire w = first; w < first + 64; ++w) {
        expected.insert(rank_fraction(scene, scene.places[w]));
      }
      EXPECT_EQ(ranks, expected) << n << " layer " << layer;
      // Every instance of the span compares.
      const auto moment = tree_moment(scene);
      std::uint32_t within = 0;
      for (const TreeMeeting& meeting : moment->current) {
        within += meeting.event.task.base() / 64 * 64 == first ? 1 : 0;
      }
      EXPECT_EQ(within, 64U >> (m - step.first_stage)) << n << " layer " << layer;
      EXPECT_EQ(moment->focused()->event.task.base() / 64 * 64, first);
    }
  }
}

TEST(TreePartner, RunsTheOtherAlgorithmInStep) {
  for (const char* id : {"adaptive", "adaptive-two-case", "adaptive-overlapped"}) {
    RunView run(id, mixed_keys(32));
    const auto partner = tree_partner(run.recording());
    ASSERT_NE(partner, nullptr);
    const Recording& other = *partner;
    EXPECT_NE(other.algorithm->rule, run.recording().algorithm->rule);
    ASSERT_EQ(other.network.depth(), run.network().depth());
    ASSERT_EQ(other.network.size(), run.network().size());
    // Both leave the same sequence after every merge.
    run.options.tree.compare = true;
    for (const MergeLevel& level : run.network().levels()) {
      const Scene scene = run.at({level.first_layer + level.layer_count, 0});
      ASSERT_NE(scene.beside, nullptr);
      EXPECT_NE(scene.beside->recording->algorithm->rule, run.recording().algorithm->rule);
      EXPECT_TRUE(
          std::equal(scene.places.begin(), scene.places.end(), scene.beside->places.begin()));
    }
    // A root swap is case 2; from there the pairs are the same, their sides are not.
    const Recording& one = run.recording();
    for (std::uint32_t layer = 0; layer < one.network.depth(); ++layer) {
      for (std::uint32_t index = 0; index < one.network.count(layer); ++index) {
        const Comparator a = one.network.comparator(layer, index);
        const Comparator b = other.network.comparator(layer, index);
        EXPECT_EQ(a, b) << id << " layer " << layer;
        if (one.network.task(layer, index).phase > 0) continue;
        EXPECT_EQ(one.exchanged(layer, index), other.exchanged(layer, index));
      }
    }
  }
  EXPECT_EQ(tree_partner(RunView("bitonic", mixed_keys(8)).recording()), nullptr);
}

TEST(TreePartner, TwoPicturesStandSideBySide) {
  RunView run("adaptive", different_keys(16));
  const Cursor cursor{run.network().levels().back().first_layer + 2, 0};
  run.options.tree.compare = true;
  const Scene scene = run.at(cursor);
  ASSERT_NE(scene.beside, nullptr);
  const Picture picture = kTreeLayout.layout(scene, 2 * kWidth, kHeight);
  const auto x_of = [&](const std::string& start) {
    for (const Label& label : picture.labels) {
      if (label.text.starts_with(start)) return label.x;
    }
    return -1.0F;
  };
  EXPECT_GE(x_of("Algorithm 1"), 0);
  EXPECT_LT(x_of("Algorithm 1"), kWidth);
  EXPECT_GE(x_of("Algorithm 3"), kWidth);
}

TEST(TreeText, SignsFollowDirectionAndOrder) {
  for (const Order order : {Order::kAscending, Order::kDescending}) {
    RunView run("adaptive", different_keys(16), order);
    const Recording& recording = run.recording();
    for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
      const auto moment = tree_moment(run.at({layer, 0}));
      for (const TreeMeeting& meeting : moment->current) {
        const int p = std::stoi(recording.key_text(meeting.on_p));
        const int q = std::stoi(recording.key_text(meeting.on_q));
        const std::string text = relation_text(recording, meeting);
        EXPECT_EQ(text, fmt::format("{} {} {}", p, p > q ? ">" : "<", q));
        EXPECT_EQ(exchange_sign(recording, meeting.event.task) == (p > q ? ">" : "<"),
                  meeting.event.exchanged);
      }
    }
  }
}

// At the end nothing becomes any more.
TEST(Tree, IsWhatItHasBecome) {
  RunView run("adaptive", mixed_keys(8));
  const auto says = [&](Cursor cursor, std::string_view text) {
    const Picture picture = kTreeLayout.layout(run.at(cursor), 1000, 420);
    return std::ranges::count(picture.labels, text, &Label::text);
  };
  const Cursor end = run.network().end();
  EXPECT_EQ(says({end.layer - 1, 0}, "becomes ascending ↗"), 1);
  EXPECT_EQ(says(end, "ascending ↗"), 1);
  EXPECT_EQ(says(end, "becomes ascending ↗"), 0);
}

}  // namespace
}  // namespace sortscope
