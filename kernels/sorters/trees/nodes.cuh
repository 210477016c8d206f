// nodes.cuh: bitonic trees in global and in shared memory, and what one comparison does to
// them.
//
// Nodes are numbered by depth: the root is 1, the first children of v are 2v and 2v + 1, the extra
// node is 0. A node keeps its depth, and one parallel step of a stage meets nodes of one depth:
// they lie side by side.
#pragma once

#include "core/networks/trees/step.h"
#include "kernels/device/comparator.cuh"
#include "kernels/device/stamps.cuh"

namespace sortscope::device {

template <typename Word>
using TreeKey = Key<Word, true>;

template <typename Word>
struct TreeNode {
  TreeKey<Word> key;
  std::uint32_t left;
  std::uint32_t right;
};

/// The number of the node at in-order position `position` of a tree of 2^size_log2 keys.
__device__ __forceinline__ std::uint32_t node_at(std::uint32_t size_log2, std::uint32_t position) {
  const std::uint32_t v = position + 1;
  return ((1u << size_log2) | v) >> __ffs(static_cast<int>(v));
}

/// (word, place) is a strict total order.
template <typename Word>
__device__ __forceinline__ bool comes_after(const TreeKey<Word>& a, const TreeKey<Word>& b) {
  return a.word > b.word || (a.word == b.word && a.place > b.place);
}

/// Keys, nodes and pairs in global memory. A node of 32-bit words is one 16-byte vector; with
/// 64-bit words the right link stands apart. The instance `g` (of all) of stage k in merges of 2^j
/// keys has the pair (n / 2^j) 2^k + g: its root and extra node, or what it compares next.
template <typename Word>
struct TreeArrays {
  Word* words;
  std::uint32_t* places;
  uint4* nodes;
  std::uint32_t* rights;  // of 64-bit words
  uint2* pairs;
  std::uint32_t wires_log2;
  Stamp stamp;  // of this launch

  [[nodiscard]] __device__ __forceinline__ TreeKey<Word> key(std::uint32_t id) const {
    if constexpr (sizeof(Word) == 4) {
      const uint2 half = *reinterpret_cast<const uint2*>(nodes + id);
      return {half.x, half.y};
    } else {
      const uint4 whole = nodes[id];
      return {whole.x | static_cast<Word>(whole.y) << 32, whole.z};
    }
  }
  [[nodiscard]] __device__ __forceinline__ TreeNode<Word> node(std::uint32_t id) const {
    const uint4 whole = nodes[id];
    if constexpr (sizeof(Word) == 4) {
      return {{whole.x, whole.y}, whole.z, whole.w};
    } else {
      return {{whole.x | static_cast<Word>(whole.y) << 32, whole.z}, whole.w, rights[id]};
    }
  }
  __device__ __forceinline__ void put_key(std::uint32_t id, const TreeKey<Word>& key) const {
    if constexpr (sizeof(Word) == 4) {
      *reinterpret_cast<uint2*>(nodes + id) = make_uint2(key.word, key.place);
    } else {
      nodes[id].x = static_cast<std::uint32_t>(key.word);
      nodes[id].y = static_cast<std::uint32_t>(key.word >> 32);
      nodes[id].z = key.place;
    }
  }
  __device__ __forceinline__ void put(std::uint32_t id, const TreeNode<Word>& node) const {
    if constexpr (sizeof(Word) == 4) {
      nodes[id] = make_uint4(node.key.word, node.key.place, node.left, node.right);
    } else {
      nodes[id] =
          make_uint4(static_cast<std::uint32_t>(node.key.word),
                     static_cast<std::uint32_t>(node.key.word >> 32), node.key.place, node.left);
      rights[id] = node.right;
    }
  }
  /// A node with its first children.
  __device__ __forceinline__ void plant(std::uint32_t id, const TreeKey<Word>& key) const {
    put(id, {key, 2 * id, 2 * id + 1});
  }
};

/// The same in shared memory, up to 2^13 keys: links and pairs are two half-words. 16 bytes a key
/// with 32-bit words, 20 with 64-bit words.
template <typename Word>
struct SharedTree {
  std::uint64_t* words;  // 32-bit words with their place below
  std::uint32_t* links;
  std::uint32_t* pairs;  // by slot
  std::uint32_t* places;

  static constexpr std::uint32_t kKeyBytes = sizeof(Word) == 4 ? 16 : 20;

  __device__ SharedTree(std::uint64_t* memory, std::uint32_t size)
      : words(memory),
        links(reinterpret_cast<std::uint32_t*>(memory + size)),
        pairs(links + size),
        places(pairs + size) {}

  [[nodiscard]] __device__ __forceinline__ TreeKey<Word> key(std::uint32_t id) const {
    if constexpr (sizeof(Word) == 4) {
      const std::uint64_t both = words[id];
      return {static_cast<Word>(both >> 32), static_cast<std::uint32_t>(both)};
    } else {
      return {words[id], places[id]};
    }
  }
  [[nodiscard]] __device__ __forceinline__ TreeNode<Word> node(std::uint32_t id) const {
    const std::uint32_t both = links[id];
    return {key(id), both & 0xFFFF, both >> 16};
  }
  __device__ __forceinline__ void put_key(std::uint32_t id, const TreeKey<Word>& key) const {
    if constexpr (sizeof(Word) == 4) {
      words[id] = static_cast<std::uint64_t>(key.word) << 32 | key.place;
    } else {
      words[id] = key.word;
      places[id] = key.place;
    }
  }
  __device__ __forceinline__ void put(std::uint32_t id, const TreeNode<Word>& node) const {
    put_key(id, node.key);
    links[id] = node.left | node.right << 16;
  }
  __device__ __forceinline__ void plant(std::uint32_t id, const TreeKey<Word>& key) const {
    put(id, {key, 2 * id, 2 * id + 1});
  }
  [[nodiscard]] __device__ __forceinline__ uint2 pair(std::uint32_t slot) const {
    return make_uint2(pairs[slot] & 0xFFFF, pairs[slot] >> 16);
  }
  __device__ __forceinline__ void put_pair(std::uint32_t slot, uint2 pair) const {
    pairs[slot] = pair.x | pair.y << 16;
  }
};

/// Phase 0 (algorithms 1 and 3): true where root and extra node exchange their keys; where that is
/// no case of its own, the root's children change sides. `children`: left and right of the root
/// afterwards.
template <typename Tree>
__device__ __forceinline__ bool compare_root(const Tree& tree, uint2 ends, bool descending,
                                             bool two_cases, uint2& children) {
  auto root = tree.node(ends.x);
  const auto extra = tree.key(ends.y);
  const bool exchanged = comes_after(root.key, extra) != descending;
  children = exchanged && !two_cases ? make_uint2(root.right, root.left)
                                     : make_uint2(root.left, root.right);
  if (exchanged) {
    tree.put_key(ends.y, root.key);
    tree.put(ends.x, {extra, children.x, children.y});
  }
  return exchanged;
}

/// A later phase: true where p and q exchange their keys, and with them their left children, in
/// case 2 the right ones. `pair` goes a step down.
template <typename Tree>
__device__ __forceinline__ bool compare_pair(const Tree& tree, uint2& pair, bool second_case,
                                             bool descending) {
  const auto p = tree.node(pair.x);
  const auto q = tree.node(pair.y);
  const bool exchanged = comes_after(p.key, q.key) != descending;
  const bool left = exchanged && !second_case;
  const bool right = exchanged && second_case;
  const uint2 lefts = left ? make_uint2(q.left, p.left) : make_uint2(p.left, q.left);
  const uint2 rights = right ? make_uint2(q.right, p.right) : make_uint2(p.right, q.right);
  if (exchanged) {
    tree.put(pair.x, {q.key, lefts.x, rights.x});
    tree.put(pair.y, {p.key, lefts.y, rights.y});
  }
  pair = goes_right(second_case, exchanged) ? rights : lefts;
  return exchanged;
}

}  // namespace sortscope::device
