// block_ones.h: set outcome bits counted by blocks of words, where the bits lie: on a GPU, say.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

/// Blocks of 2^words_log2 words: each layer's begin with its first word, its last block ends with
/// the layer.
class LayerBlocks {
 public:
  /// `first_words`: of each layer, and where the last one ends.
  LayerBlocks(std::vector<std::uint64_t> first_words, unsigned words_log2)
      : first_words_(std::move(first_words)), words_log2_(words_log2) {
    for (std::size_t layer = 0; layer + 1 < first_words_.size(); ++layer) {
      const std::uint64_t words = first_words_[layer + 1] - first_words_[layer];
      before_.push_back(before_.back() +
                        ((words + (std::uint64_t{1} << words_log2) - 1) >> words_log2));
    }
  }
  [[nodiscard]] unsigned words_log2() const { return words_log2_; }
  [[nodiscard]] std::uint64_t count() const { return before_.back(); }
  [[nodiscard]] std::uint64_t words() const { return first_words_.back(); }
  [[nodiscard]] std::span<const std::uint64_t> first_words() const { return first_words_; }
  /// Blocks of the layers before each one, and of all.
  [[nodiscard]] std::span<const std::uint64_t> before() const { return before_; }

 private:
  std::vector<std::uint64_t> first_words_;
  std::vector<std::uint64_t> before_{0};
  unsigned words_log2_;
};

/// Set bits in each block of one layer.
struct LayerOnes {
  std::span<const std::uint32_t> ones;  // empty: not counted
  unsigned words_log2 = 0;

  /// The whole blocks among words [first, last) of the layer.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> blocks(std::uint64_t first,
                                                               std::uint64_t last) const {
    const std::uint64_t up = (std::uint64_t{1} << words_log2) - 1;
    const std::uint64_t begin = (first + up) >> words_log2;
    return {begin, std::max(begin, last >> words_log2)};
  }
};

/// Counts bits that lie elsewhere than in the host's memory.
class BlockOnes {
 public:
  virtual ~BlockOnes() = default;
  /// Set bits of each of `blocks`, into blocks.count() numbers. Thread-safe. Errors: kUnavailable
  /// where the bits are no longer there, or are others than `blocks` says; kOutOfMemory,
  /// kWorkFailed.
  virtual Status count(const LayerBlocks& blocks, std::span<std::uint32_t> ones) = 0;
};

}  // namespace sortscope
