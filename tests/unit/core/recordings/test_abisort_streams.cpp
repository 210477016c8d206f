// test_abisort_streams.cpp: the stream program of GPU-ABiSort, phase by phase: where it writes,
// that it reads nothing it overwrites, and that its links make the trees that BitonicTree makes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "core/recordings/abisort_streams.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> recorded(std::uint32_t n, std::uint32_t distinct) {
  std::mt19937_64 random(n + distinct);
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random() % distinct);
  RunRequest request;
  request.algorithm = "abisort";
  request.keys = keys_from<std::uint32_t>(keys);
  return *record(request, *make_cpu_engine());
}

std::uint32_t log2_of(const Recording& run) { return floor_log2(run.network.wires()); }

StreamMerge merge_of(const Recording& run, std::uint32_t merge) {
  Replay replay(std::shared_ptr<const Recording>(std::shared_ptr<void>(), &run));
  replay.seek({first_layer_of_merge(run.network, merge), 0});
  return {run, merge, replay.places()};
}

TEST(AbisortStreams, RangesAreDisjointAndFit) {
  for (std::uint32_t m = 5; m <= 20; ++m) {
    for (std::uint32_t merge = 5; merge <= m; ++merge) {
      std::map<std::uint32_t, std::uint32_t> taken;  // first address -> end
      taken[base_address(m, merge)] = base_address(m, merge) + (1U << m);
      // The finish writes here, while the nodes that it reads are still in use.
      taken[base_address(m, merge + 1)] = base_address(m, merge + 1) + (1U << m);
      for (std::uint32_t stage = 0; stage < stream_stages(merge); ++stage) {
        for (std::uint32_t phase = 0; phase < merge - stage; ++phase) {
          const StreamRange range = phase_range(m, merge, stage, phase);
          EXPECT_EQ(range.count, 2 * (1U << (m - merge + stage)));
          EXPECT_EQ(range.first / stream_size(m), range.stream);
          EXPECT_EQ((range.first + range.count - 1) / stream_size(m), range.stream);
          // Input and output change places from phase to phase.
          EXPECT_EQ(range.stream, (merge + 1 + phase) % 2);
          EXPECT_TRUE(taken.emplace(range.first, range.first + range.count).second);
        }
      }
      std::uint32_t end = 0;
      for (const auto& [first, last] : taken) {
        EXPECT_GE(first, end);
        end = last;
      }
      EXPECT_LE(end, 2 * stream_size(m));
    }
  }
}

TEST(AbisortStreams, EveryPhaseWritesItsRangeInOrderAndReadsNothingOfIt) {
  for (const std::uint32_t n : {32U, 64U, 100U, 512U}) {
    const auto run = recorded(n, n == 100 ? 3 : 1U << 30);
    for (std::uint32_t merge = 5; merge <= log2_of(*run); ++merge) {
      StreamMerge streams = merge_of(*run, merge);
      for (; streams.layer() < streams.end_layer(); streams.run_to(streams.layer() + 1)) {
        const std::uint32_t layer = streams.layer();
        const StreamRange range = streams.range(layer);
        std::uint32_t expected = range.first;
        std::set<std::uint32_t> read;
        for (std::uint32_t index = 0; index < run->network.count(layer); ++index) {
          const StreamInstance now = streams.look(layer, index);
          EXPECT_EQ(now.writes[0], expected++);
          EXPECT_EQ(now.writes[1], expected++);
          for (const std::uint32_t address : now.reads) {
            EXPECT_FALSE(range.contains(address));
            // What it reads has been written, by this merge or in the beginning.
            EXPECT_NE(streams.node(address).place, kNoNode);
            // EREW: no two instances read a node.
            EXPECT_TRUE(read.insert(address).second);
          }
          for (const StreamLink& link : now.links()) {
            EXPECT_TRUE(link.parent == now.writes[0] || link.parent == now.writes[1]);
            if (now.task.phase == 0 && link.parent == now.writes[1]) {
              EXPECT_TRUE(range.contains(link.child));  // roots and extra nodes above
            } else {
              EXPECT_TRUE(streams.range(layer + 1).contains(link.child));
            }
          }
        }
        EXPECT_EQ(expected, range.first + range.count);
      }
    }
  }
}

// Places in in-order, links that name a node to come led to where it still stands.
void walk(const StreamMerge& streams, const std::map<std::uint32_t, std::uint32_t>& to_come,
          std::uint32_t address, std::vector<std::uint32_t>& places) {
  if (const auto found = to_come.find(address); found != to_come.end()) address = found->second;
  const StreamNode& node = streams.node(address);
  ASSERT_NE(node.place, kNoNode);
  if (node.left != kNoNode) walk(streams, to_come, node.left, places);
  places.push_back(node.place);
  if (node.right != kNoNode) walk(streams, to_come, node.right, places);
}

TEST(AbisortStreams, LinksFromTheRootMakeTheTreeOfTheRecording) {
  for (const std::uint32_t n : {32U, 64U, 200U}) {
    const auto run = recorded(n, n == 64 ? 4 : 1U << 30);
    const std::uint32_t m = log2_of(*run);
    Replay replay(run);
    for (std::uint32_t merge = 5; merge <= m; ++merge) {
      StreamMerge streams = merge_of(*run, merge);
      for (std::uint32_t layer = streams.first_layer(); layer <= streams.end_layer(); ++layer) {
        streams.run_to(layer);
        replay.seek({layer, 0});
        // Stage k's roots and extra nodes are written anew by its phase 0; after it, and until the
        // next stage's, phase 0's range holds the top of the trees in in-order.
        const bool last = layer == streams.end_layer();
        const TreeStep step = run->network.step(last ? layer - 1 : layer);
        const bool base = layer == streams.first_layer();
        const bool before_stage = !last && step.first_phase == 0;
        const std::uint32_t stage = before_stage && !base ? step.first_stage - 1 : step.first_stage;
        std::map<std::uint32_t, std::uint32_t> to_come;
        if (!last && step.first_phase > 0) {
          for (std::uint32_t index = 0; index < run->network.count(layer); ++index) {
            const StreamInstance now = streams.look(layer, index);
            to_come[now.writes[0]] = now.reads[0];
            to_come[now.writes[1]] = now.reads[1];
          }
        }
        std::vector<std::uint32_t> places;
        for (std::uint32_t block = 0; block < 1U << (m - merge); ++block) {
          std::uint32_t root = base_address(m, merge) + root_of_block(merge, block);
          std::uint32_t extra = base_address(m, merge) + extra_of_block(merge, block);
          if (!base) {
            const std::uint32_t top = phase_range(m, merge, stage, 0).first;
            root = top + (block << (stage + 1)) + (1U << stage) - 1;
            extra = top + ((block + 1) << (stage + 1)) - 1;
          }
          ASSERT_NO_FATAL_FAILURE(walk(streams, to_come, root, places));
          places.push_back(streams.node(extra).place);
          EXPECT_EQ(streams.node(extra).left, kNoNode);
        }
        const auto expected = replay.places();
        ASSERT_TRUE(std::equal(places.begin(), places.end(), expected.begin(), expected.end()))
            << "n " << n << " merge " << merge << " layer " << layer;
      }
    }
  }
}

TEST(AbisortStreams, InstancesCompareTheNodesOfTheTree) {
  const auto run = recorded(128, 40);
  Replay replay(run);
  for (std::uint32_t merge = 5; merge <= 7; ++merge) {
    StreamMerge streams = merge_of(*run, merge);
    for (; streams.layer() < streams.end_layer(); streams.run_to(streams.layer() + 1)) {
      replay.seek({streams.layer(), 0});
      ASSERT_FALSE(run->network.fixed(streams.layer()));
      for (std::uint32_t index = 0; index < run->network.count(streams.layer()); ++index) {
        // Before the merge's first phase the keys stand in an array: compare by wires.
        const Comparator c = run->network.comparator(streams.layer(), index);
        const StreamInstance now = streams.look(streams.layer(), index);
        EXPECT_EQ(now.before[0].place, replay.places()[c.lower()]);
        EXPECT_EQ(now.before[1].place, replay.places()[c.upper()]);
        EXPECT_EQ(now.after[now.exchanged ? 1 : 0].place, now.before[0].place);
      }
    }
  }
}

TEST(AbisortStreams, PhasesLookedAtLaterAreTheSame) {
  const auto run = recorded(256, 1U << 30);
  StreamMerge step_by_step = merge_of(*run, 8);
  StreamMerge at_once = merge_of(*run, 8);
  at_once.run_to(at_once.end_layer());
  for (; step_by_step.layer() < step_by_step.end_layer();
       step_by_step.run_to(step_by_step.layer() + 1)) {
    const std::uint32_t layer = step_by_step.layer();
    for (std::uint32_t index = 0; index < run->network.count(layer); ++index) {
      const StreamInstance now = step_by_step.look(layer, index);
      const StreamInstance later = at_once.look(layer, index);
      EXPECT_EQ(now.reads, later.reads);
      EXPECT_EQ(now.before, later.before);
      EXPECT_EQ(now.after, later.after);
      EXPECT_EQ(now.next, later.next);
    }
  }
}

TEST(AbisortStreams, TheFinishReadsTheRunsInOrder) {
  for (const std::uint32_t n : {16U, 32U, 256U}) {
    const auto run = recorded(n, 1U << 30);
    Replay replay(run);
    for (std::uint32_t merge = 4; merge <= log2_of(*run); ++merge) {
      StreamMerge streams = merge_of(*run, merge);
      streams.run_to(streams.end_layer());
      replay.seek({streams.end_layer(), 0});
      const std::uint32_t other = base_address(log2_of(*run), merge + 1);
      for (std::uint32_t y = 0; y < run->network.wires() / 16; ++y) {
        const auto reads = streams.finish_reads(y);
        for (std::uint32_t i = 0; i < 16; ++i) {
          EXPECT_EQ(streams.node(reads[i]).place, replay.places()[16 * y + i]);
          EXPECT_FALSE(reads[i] >= other && reads[i] < other + run->network.wires());
        }
        EXPECT_EQ(streams.finish_writes(y), other + 16 * y);
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
