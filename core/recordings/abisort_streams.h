// abisort_streams.h: what every kernel instance of GPU-ABiSort's stream program reads and writes,
// decoded from a recording.
//
// The bits and the keys at the beginning of a merge are enough: addresses are those of
// core/networks/trees/abisort_addresses.h. Within a merge nothing that a phase has written is
// overwritten, so all phases up to the one that runs can be looked at; a step back is another look,
// or another merge run from its beginning.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/networks/network.h"
#include "core/networks/trees/abisort_addresses.h"
#include "core/networks/trees/bitonic_tree.h"

namespace sortscope {

struct Recording;

/// A node as it stands in a node stream: its key, and the addresses of its children.
struct StreamNode {
  std::uint32_t place = kNoNode;
  std::uint32_t left = kNoNode;
  std::uint32_t right = kNoNode;

  [[nodiscard]] std::uint32_t child(Side side) const { return side == Side::kLeft ? left : right; }
  friend constexpr bool operator==(const StreamNode&, const StreamNode&) = default;
};

/// The addresses at which an instance finds its p and q.
struct StreamPair {
  std::uint32_t p = 0;
  std::uint32_t q = 0;
  friend constexpr bool operator==(const StreamPair&, const StreamPair&) = default;
};

/// The child link of a node just written that names where its child will be, or has been, written.
struct StreamLink {
  std::uint32_t parent = 0;  // addresses
  Side side = Side::kLeft;
  std::uint32_t child = 0;
  friend constexpr bool operator==(const StreamLink&, const StreamLink&) = default;
};

/// A kernel instance in one phase: index 0 is p (the root in phase 0), 1 is q (the extra node).
struct StreamInstance {
  TreeTask task;
  bool exchanged = false;
  std::array<std::uint32_t, 2> reads{};   // addresses
  std::array<std::uint32_t, 2> writes{};  // addresses, next to each other
  std::array<StreamNode, 2> before;
  std::array<StreamNode, 2> after;
  std::optional<StreamPair> next;  // written to the pair stream; none in the last phase
  std::array<StreamLink, 4> link_list{};
  std::uint32_t link_count = 0;

  /// The child-link updates, p before q, left before right. Links that are not among them are those
  /// that were read, after the swap of an exchange.
  [[nodiscard]] std::span<const StreamLink> links() const {
    return std::span(link_list).first(link_count);
  }
};

/// One merge of a recording of `abisort`, run phase by phase on streams of nodes.
class StreamMerge {
 public:
  /// Merge level `merge`, 4 <= merge <= log n, at its beginning; `places`: those of the keys on the
  /// wires there. `recording` must outlive it. O(n), 3n nodes of memory.
  StreamMerge(const Recording& recording, std::uint32_t merge,
              std::span<const std::uint32_t> places);

  [[nodiscard]] std::uint32_t merge() const { return merge_; }
  /// The layers of its phases, [first, end): none at merge level 4; the finish follows at end.
  [[nodiscard]] std::uint32_t first_layer() const { return first_layer_; }
  [[nodiscard]] std::uint32_t end_layer() const { return end_layer_; }
  /// Whole layers that have run; first_layer() in the beginning.
  [[nodiscard]] std::uint32_t layer() const { return layer_; }

  /// Runs the phases before `layer`, layer() <= layer <= end_layer(). O(their instances).
  void run_to(std::uint32_t layer);
  /// What instance `index` of `layer` does, first_layer() <= layer <= layer(), layer < end_layer().
  [[nodiscard]] StreamInstance look(std::uint32_t layer, std::uint32_t index) const;
  /// What `layer` writes.
  [[nodiscard]] StreamRange range(std::uint32_t layer) const;
  /// The node at an address as the layers before layer() left it.
  [[nodiscard]] const StreamNode& node(std::uint32_t address) const { return nodes_[address]; }

  /// The addresses that instance `run` of the finish reads, in in-order: 15 nodes of its subtree,
  /// then the extra node. All phases must have run.
  [[nodiscard]] std::array<std::uint32_t, 16> finish_reads(std::uint32_t run) const;
  /// Where it writes the first of its 16 nodes.
  [[nodiscard]] std::uint32_t finish_writes(std::uint32_t run) const;

 private:
  void gather(std::uint32_t node, std::uint32_t half, std::uint32_t* out) const;

  const Recording& recording_;
  std::uint32_t n_log2_;
  std::uint32_t merge_;
  std::uint32_t first_layer_ = 0;
  std::uint32_t end_layer_ = 0;
  std::uint32_t layer_ = 0;
  std::vector<StreamNode> nodes_;               // both streams, by address
  std::vector<std::vector<StreamPair>> pairs_;  // what each phase read; empty in phase 0
};

/// Where merge level `merge` begins in a schedule of `abisort`: its first phase, or its finish.
std::uint32_t first_layer_of_merge(const Network& network, std::uint32_t merge);

}  // namespace sortscope
