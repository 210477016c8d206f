// test_editor.cpp: edits, their layers, undo and redo; against a model by brute force.
#include "core/networks/formats/editor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>

#include "core/base/random.h"

namespace sortscope {
namespace {

std::string shown(const ListedNetwork& network) {
  std::string text = fmt::format("{}:", network.wires());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (layer > 0) text += " |";
    for (const Comparator& c : network.layer(layer)) {
      text += fmt::format(" {}>{}", c.min_wire, c.max_wire);
    }
  }
  return text;
}
std::string shown(const NetworkEditor& editor) { return shown(*editor.network()); }

NetworkEditor empty(std::uint32_t wires) {
  return NetworkEditor(*ListedNetwork::build(wires, std::vector<std::vector<Comparator>>()));
}

Comparator chosen(const NetworkEditor& editor) {
  return editor.network()->layer(editor.selected()->layer)[editor.selected()->index];
}

TEST(NetworkEditor, AddsAsEarlyAsPossible) {
  NetworkEditor editor = empty(4);
  EXPECT_TRUE(editor.add({0, 2}).ok());
  EXPECT_TRUE(editor.add({1, 3}).ok());
  EXPECT_EQ(shown(editor), "4: 0>2 1>3");
  EXPECT_EQ(*editor.selected(), (ListedPlace{0, 1}));
  EXPECT_TRUE(editor.add({3, 2}).ok());
  EXPECT_EQ(shown(editor), "4: 0>2 1>3 | 3>2");
  // Asked for behind all, it still comes as early as its wires allow.
  EXPECT_TRUE(editor.add({0, 1}, 7).ok());
  EXPECT_EQ(shown(editor), "4: 0>2 1>3 | 0>1 3>2");
  // Into the first layer, whose wires are busy: right behind it, before the others.
  EXPECT_TRUE(editor.add({0, 3}, 0).ok());
  EXPECT_EQ(shown(editor), "4: 0>2 1>3 | 0>3 | 0>1 3>2");
  EXPECT_EQ(chosen(editor), (Comparator{0, 3}));
  EXPECT_TRUE(editor.add({1, 2}, kBeforeAll).ok());
  EXPECT_EQ(shown(editor), "4: 1>2 | 0>2 1>3 | 0>3 | 0>1 3>2");
  EXPECT_EQ(*editor.selected(), (ListedPlace{0, 0}));
}

// After an edit it is not what its name says; undone, it is again.
TEST(NetworkEditor, AnEditIsSaidInTheName) {
  const std::vector<std::vector<Comparator>> layers = {{{0, 1}, {2, 3}}, {{1, 2}}};
  NetworkEditor editor(*ListedNetwork::build(4, layers, "Bitonic, 4"));
  EXPECT_TRUE(editor.remove({1, 0}).ok());
  EXPECT_EQ(editor.network()->name(), "Bitonic, 4, edited");
  EXPECT_TRUE(editor.flip({0, 0}).ok());
  EXPECT_EQ(editor.network()->name(), "Bitonic, 4, edited");
  EXPECT_TRUE(editor.undo() && editor.undo());
  EXPECT_EQ(editor.network()->name(), "Bitonic, 4");
  NetworkEditor drawn(
      *ListedNetwork::build(4, std::vector<std::vector<Comparator>>(), std::string(kDrawnByHand)));
  EXPECT_TRUE(drawn.add({0, 1}).ok());
  EXPECT_EQ(drawn.network()->name(), kDrawnByHand);
}

TEST(NetworkEditor, KeepsLayersAsDrawn) {
  NetworkEditor editor = empty(4);
  EXPECT_TRUE(editor.set_rule(LayerRule::kKept));
  EXPECT_TRUE(editor.add({0, 1}).ok());
  EXPECT_TRUE(editor.add({2, 3}, 1).ok());
  EXPECT_EQ(shown(editor), "4: 0>1 | 2>3");
  EXPECT_TRUE(editor.move({1, 0}, {2, 3}, 0).ok());  // the empty layer goes
  EXPECT_EQ(shown(editor), "4: 0>1 2>3");
  EXPECT_EQ(*editor.selected(), (ListedPlace{0, 1}));
  EXPECT_TRUE(editor.move({0, 0}, {1, 2}).ok());  // wire 2 is busy there
  EXPECT_EQ(shown(editor), "4: 2>3 | 1>2");
  EXPECT_EQ(*editor.selected(), (ListedPlace{1, 0}));
  EXPECT_TRUE(editor.remove({0, 0}).ok());
  EXPECT_EQ(shown(editor), "4: 1>2");
  EXPECT_FALSE(editor.selected().has_value());
  EXPECT_TRUE(editor.flip({0, 0}).ok());
  EXPECT_EQ(shown(editor), "4: 2>1");
}

TEST(NetworkEditor, OpensWithTheRuleThatFits) {
  const std::vector<std::vector<Comparator>> late = {{{0, 1}}, {{2, 3}}};
  const std::vector<std::vector<Comparator>> early = {{{0, 1}, {2, 3}}};
  NetworkEditor kept(*ListedNetwork::build(4, late));
  EXPECT_EQ(kept.rule(), LayerRule::kKept);
  EXPECT_EQ(NetworkEditor(*ListedNetwork::build(4, early)).rule(), LayerRule::kAsap);
  EXPECT_TRUE(kept.select(ListedPlace{1, 0}).ok());
  EXPECT_TRUE(kept.set_rule(LayerRule::kAsap));
  EXPECT_EQ(shown(kept), "4: 0>1 2>3");
  EXPECT_EQ(*kept.selected(), (ListedPlace{0, 1}));
  EXPECT_FALSE(kept.set_rule(LayerRule::kAsap));
  EXPECT_TRUE(kept.undo());
  EXPECT_EQ(kept.rule(), LayerRule::kKept);
}

TEST(NetworkEditor, RefusesWhatIsNoComparatorAndChangesNothing) {
  NetworkEditor editor = empty(4);
  EXPECT_FALSE(editor.add({0, 4}).ok());
  EXPECT_FALSE(editor.add({2, 2}).ok());
  EXPECT_FALSE(editor.remove({0, 0}).ok());
  EXPECT_FALSE(editor.set_wires(0).ok());
  EXPECT_FALSE(editor.set_wires(65).ok());
  EXPECT_FALSE(editor.select(ListedPlace{0, 0}).ok());
  EXPECT_FALSE(editor.can_undo());
  EXPECT_TRUE(editor.add({0, 1}).ok());
  EXPECT_FALSE(editor.move({0, 0}, {1, 1}).ok());
  EXPECT_TRUE(editor.move({0, 0}, {0, 1}).ok());  // where it is: nothing to undo
  EXPECT_EQ(editor.last_edit(), "Add 0–1");
}

TEST(NetworkEditor, WiresThatGoTakeTheirComparators) {
  NetworkEditor editor = empty(4);
  for (const Comparator c : {Comparator{0, 3}, Comparator{1, 2}, Comparator{0, 1}}) {
    EXPECT_TRUE(editor.add(c).ok());
  }
  EXPECT_TRUE(editor.set_wires(3).ok());
  EXPECT_EQ(shown(editor), "3: 1>2 | 0>1");
  EXPECT_TRUE(editor.set_wires(5).ok());
  EXPECT_EQ(shown(editor), "5: 1>2 | 0>1");
  EXPECT_TRUE(editor.undo() && editor.undo());
  EXPECT_EQ(shown(editor), "4: 0>3 1>2 | 0>1");
}

TEST(NetworkEditor, UndoAndRedoGoThroughExactlyTheSameNetworks) {
  SplitMix64 random(3);
  NetworkEditor editor = empty(8);
  std::vector<std::string> history = {shown(editor)};
  for (int step = 0; step < 400; ++step) {
    const ListedNetwork& now = *editor.network();
    const auto any = [&] {
      const std::uint32_t layer = random.below(now.depth());
      return ListedPlace{layer, random.below(static_cast<std::uint32_t>(now.layer(layer).size()))};
    };
    const Comparator c{random.below(8), random.below(8)};
    const std::string before = shown(editor);
    const std::uint32_t kind = random.below(6);
    Status status;
    if (kind < 2 || now.size() == 0) {
      status = editor.add(
          c, random.below(2) == 0 ? std::optional(random.below(now.depth() + 1)) : std::nullopt);
    } else if (kind == 2) {
      status = editor.move(any(), c);
    } else if (kind == 3) {
      status = editor.remove(any());
    } else if (kind == 4) {
      status = editor.flip(any());
    } else {
      editor.set_rule(random.below(2) == 0 ? LayerRule::kAsap : LayerRule::kKept);
    }
    if (!status) {
      EXPECT_EQ(shown(editor), before);
      continue;
    }
    if (editor.selected()) {
      EXPECT_LT(editor.selected()->layer, editor.network()->depth());
    }
    if (shown(editor) != before) history.push_back(shown(editor));
  }
  // Changes of the rule alone may leave the network as it is.
  std::vector<std::string> backwards = {shown(editor)};
  while (editor.undo()) {
    if (shown(editor) != backwards.back()) backwards.push_back(shown(editor));
  }
  EXPECT_TRUE(std::equal(history.rbegin(), history.rend(), backwards.begin(), backwards.end()));
  std::vector<std::string> forwards = {shown(editor)};
  while (editor.redo()) {
    if (shown(editor) != forwards.back()) forwards.push_back(shown(editor));
  }
  EXPECT_EQ(forwards, history);
  EXPECT_TRUE(editor.undo());
  EXPECT_TRUE(editor.add({0, 7}).ok());
  EXPECT_FALSE(editor.can_redo());
}

TEST(NetworkEditor, OrderOfComparatorsOnAWireIsKeptByTheEarliestLayers) {
  SplitMix64 random(11);
  NetworkEditor editor = empty(6);
  std::vector<Comparator> order;
  for (int step = 0; step < 60; ++step) {
    Comparator c{random.below(6), random.below(6)};
    if (c.min_wire == c.max_wire) continue;
    ASSERT_TRUE(editor.add(c).ok());
    order.push_back(c);
    EXPECT_EQ(chosen(editor), c);
  }
  EXPECT_EQ(shown(editor), shown(**ListedNetwork::leveled(6, order)));
}

TEST(NetworkEditor, AThousandComparatorsAreUndoneWithinAFrame) {
  NetworkEditor editor = empty(64);
  SplitMix64 random(1);
  // Of this process: others that run at the same time do not count.
  const auto now_s = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  const double begin_s = now_s();
  std::size_t made = 0;
  while (editor.network()->size() < 1000) {
    made += editor.add({random.below(64), random.below(64)}).ok() ? 1 : 0;
  }
  const double edit_s = (now_s() - begin_s) / static_cast<double>(made);
  EXPECT_LT(edit_s, 0.016);
  const double undo_begin_s = now_s();
  while (editor.undo()) {
  }
  while (editor.redo()) {
  }
  EXPECT_LT(now_s() - undo_begin_s, 0.016);
  EXPECT_EQ(editor.network()->size(), 1000U);
}

}  // namespace
}  // namespace sortscope
