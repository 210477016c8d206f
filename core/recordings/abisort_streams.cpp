// abisort_streams.cpp: the stream program of GPU-ABiSort, run by the bits of a recording.
#include "core/recordings/abisort_streams.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/recordings/recording.h"

namespace sortscope {

std::uint32_t first_layer_of_merge(const Network& network, std::uint32_t merge) {
  const auto found = std::find_if(
      network.levels().begin(), network.levels().end(),
      [&](const MergeLevel& level) { return level.level == merge && level.level >= kFinishLog2; });
  assert(found != network.levels().end());
  return found->first_layer;
}

StreamMerge::StreamMerge(const Recording& recording, std::uint32_t merge,
                         std::span<const std::uint32_t> places)
    : recording_(recording),
      n_log2_(floor_log2(recording.network.wires())),
      merge_(merge),
      first_layer_(first_layer_of_merge(recording.network, merge)),
      end_layer_(first_layer_),
      layer_(first_layer_),
      nodes_(std::size_t{2} * stream_size(n_log2_)) {
  const Network& network = recording.network;
  while (network.in_trees(end_layer_)) ++end_layer_;
  pairs_.resize(end_layer_ - first_layer_);
  const std::uint32_t base = base_address(n_log2_, merge);
  for (std::uint32_t wire = 0; wire < network.wires(); ++wire) {
    const std::uint32_t reach = base_reach(wire);
    nodes_[base + wire] = {places[wire], reach == 0 ? kNoNode : base + wire - reach,
                           reach == 0 ? kNoNode : base + wire + reach};
  }
  // The extra nodes of this merge have no children in it.
  const std::uint32_t size = std::uint32_t{1} << merge;
  for (std::uint32_t wire = size - 1; wire < network.wires(); wire += size) {
    nodes_[base + wire].left = nodes_[base + wire].right = kNoNode;
  }
}

StreamRange StreamMerge::range(std::uint32_t layer) const {
  const TreeStep& step = recording_.network.step(layer);
  return phase_range(n_log2_, merge_, step.first_stage, step.first_phase);
}

StreamInstance StreamMerge::look(std::uint32_t layer, std::uint32_t index) const {
  assert(layer >= first_layer_ && layer <= layer_ && layer < end_layer_);
  StreamInstance now;
  now.task = recording_.network.task(layer, index);
  now.exchanged = recording_.exchanged(layer, index);
  const TreeTask& task = now.task;
  if (task.phase == 0) {
    const StreamEnds ends = stream_ends(n_log2_, merge_, task.stage);
    now.reads = {ends.root + index * ends.stride, ends.extra + index * ends.stride};
  } else {
    const StreamPair& pair = pairs_[layer - first_layer_][index];
    now.reads = {pair.p, pair.q};
  }
  const std::uint32_t out = range(layer).first + 2 * index;
  now.writes = {out, out + 1};
  now.before = {nodes_[now.reads[0]], nodes_[now.reads[1]]};
  now.after = now.before;
  auto& [p, q] = now.after;
  if (now.exchanged) std::swap(p.place, q.place);
  const auto link = [&](unsigned which, Side side, std::uint32_t child) {
    StreamNode& parent = now.after[which];
    (side == Side::kLeft ? parent.left : parent.right) = child;
    now.link_list[now.link_count++] = {now.writes[which], side, child};
  };
  const std::uint32_t below = task.last_phase() ? 0 : range(layer + 1).first + 2 * index;
  if (task.phase == 0) {
    if (now.exchanged) std::swap(p.left, p.right);
    now.next = StreamPair{p.left, p.right};
    link(0, Side::kLeft, below);
    link(0, Side::kRight, below + 1);
    if (const std::uint32_t reach = extra_reach(task.stage, task.instance); reach != 0) {
      link(1, Side::kLeft, out + 1 - reach);
      link(1, Side::kRight, out + 1 + reach);
    }
    return now;
  }
  if (now.exchanged) std::swap(p.left, q.left);
  if (task.last_phase()) return now;
  const Side side = now.exchanged ? Side::kRight : Side::kLeft;
  now.next = StreamPair{p.child(side), q.child(side)};
  link(0, side, below);
  link(1, side, below + 1);
  return now;
}

void StreamMerge::run_to(std::uint32_t layer) {
  const Network& network = recording_.network;
  for (; layer_ < layer; ++layer_) {
    const bool more = layer_ + 1 < end_layer_ && network.step(layer_ + 1).first_phase != 0;
    std::vector<StreamPair> next(more ? network.count(layer_) : 0);
    for (std::uint32_t index = 0; index < network.count(layer_); ++index) {
      const StreamInstance now = look(layer_, index);
      nodes_[now.writes[0]] = now.after[0];
      nodes_[now.writes[1]] = now.after[1];
      if (more) next[index] = *now.next;
    }
    if (more) pairs_[layer_ + 1 - first_layer_] = std::move(next);
  }
}

void StreamMerge::gather(std::uint32_t node, std::uint32_t half, std::uint32_t* out) const {
  if (half > 1) gather(nodes_[node].left, half / 2, out);
  out[half - 1] = node;
  if (half > 1) gather(nodes_[node].right, half / 2, out + half);
}

std::array<std::uint32_t, 16> StreamMerge::finish_reads(std::uint32_t run) const {
  const StreamEnds ends = stream_ends(n_log2_, merge_, stream_stages(merge_));
  std::array<std::uint32_t, 16> reads{};
  gather(ends.root + run * ends.stride, 8, reads.data());
  reads[15] = ends.extra + run * ends.stride;
  return reads;
}

std::uint32_t StreamMerge::finish_writes(std::uint32_t run) const {
  return base_address(n_log2_, merge_ + 1) + (run << kFinishLog2);
}

}  // namespace sortscope
