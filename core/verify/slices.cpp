// slices.cpp: networks on 512 bits a wire.
#include "core/verify/slices.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include "core/base/thread_team.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kWords = kSliceInputs / 64;
constexpr std::uint64_t kChunk = 64;  // blocks that a thread takes at once
constexpr std::uint32_t kBlockLog2 = 9;

void compare(Slice& min, Slice& max) {
  for (std::uint32_t i = 0; i < kWords; ++i) {
    const std::uint64_t both = min[i] & max[i];
    max[i] |= min[i];
    min[i] = both;
  }
}

}  // namespace

void run_slices(const ListedNetwork& network, SliceBlock& block,
                std::optional<std::uint32_t> without) {
  const std::span<const Comparator> all = network.comparators();
  const std::size_t left_out = without.value_or(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i != left_out) compare(block.wires[all[i].min_wire], block.wires[all[i].max_wire]);
  }
}

void run_slices(const ListedNetwork& network, SliceBlock& block,
                std::vector<std::uint8_t>& exchanges) {
  for (std::size_t c = 0; c < network.size(); ++c) {
    Slice& min = block.wires[network.comparators()[c].min_wire];
    Slice& max = block.wires[network.comparators()[c].max_wire];
    std::uint64_t any = 0;
    for (std::uint32_t i = 0; i < kWords; ++i) any |= min[i] & ~max[i] & block.used[i];
    if (any != 0) exchanges[c] = 1;
    compare(min, max);
  }
}

std::optional<std::uint32_t> first_out_of_order(const SliceBlock& block) {
  Slice descends{};
  for (std::size_t w = 1; w < block.wires.size(); ++w) {
    for (std::uint32_t i = 0; i < kWords; ++i) {
      descends[i] |= block.wires[w - 1][i] & ~block.wires[w][i];
    }
  }
  for (std::uint32_t i = 0; i < kWords; ++i) {
    const std::uint64_t found = descends[i] & block.used[i];
    if (found != 0) return i * 64 + static_cast<std::uint32_t>(std::countr_zero(found));
  }
  return {};
}

void fill_block(std::uint32_t wires, std::uint64_t index, SliceBlock& block) {
  constexpr std::array<std::uint64_t, 6> kPatterns = {0xAAAAAAAAAAAAAAAAU, 0xCCCCCCCCCCCCCCCCU,
                                                      0xF0F0F0F0F0F0F0F0U, 0xFF00FF00FF00FF00U,
                                                      0xFFFF0000FFFF0000U, 0xFFFFFFFF00000000U};
  block.wires.resize(wires);
  for (std::uint32_t w = 0; w < wires; ++w) {
    Slice& slice = block.wires[w];
    for (std::uint32_t i = 0; i < kWords; ++i) {
      if (w < kPatterns.size()) {
        slice[i] = kPatterns[w];
        continue;
      }
      const bool one =
          w < kBlockLog2 ? (i >> (w - 6) & 1) != 0 : (index >> (w - kBlockLog2) & 1) != 0;
      slice[i] = one ? ~std::uint64_t{0} : 0;
    }
  }
  block.used = {};
  for (std::uint32_t i = 0; i < kWords; ++i) {
    if (wires >= kBlockLog2 || i < (std::uint32_t{1} << wires) / 64) {
      block.used[i] = ~std::uint64_t{0};
    }
  }
  if (wires < 6) block.used[0] = (std::uint64_t{1} << (std::uint32_t{1} << wires)) - 1;
}

std::optional<std::uint64_t> brute_force(const ListedNetwork& network, unsigned threads,
                                         Progress* progress, std::uint64_t& done) {
  const std::uint32_t wires = network.wires();
  const std::uint64_t blocks = wires <= kBlockLog2 ? 1 : std::uint64_t{1} << (wires - kBlockLog2);
  const std::uint64_t chunks = (blocks + kChunk - 1) / kChunk;
  if (progress != nullptr) progress->begin(chunks);
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> found{~std::uint64_t{0}};
  std::atomic<std::uint64_t> ran{0};
  ThreadTeam team;
  threads = team.grow_to(static_cast<unsigned>(std::min<std::uint64_t>(threads, chunks)));
  team.run(threads, [&](unsigned) {
    SliceBlock block;
    for (;;) {
      const std::uint64_t chunk = next++;
      if (chunk >= chunks || (progress != nullptr && progress->cancelled())) return;
      const std::uint64_t end = std::min(blocks, (chunk + 1) * kChunk);
      for (std::uint64_t b = chunk * kChunk; b < end; ++b) {
        if (b * kSliceInputs > found) return;
        fill_block(wires, b, block);
        run_slices(network, block);
        ++ran;
        const auto wrong = first_out_of_order(block);
        if (!wrong) continue;
        const std::uint64_t number = b * kSliceInputs + *wrong;
        std::uint64_t smallest = found;
        while (number < smallest && !found.compare_exchange_weak(smallest, number)) {
        }
        return;
      }
      if (progress != nullptr) progress->advance();
    }
  });
  done = ran;
  if (found == ~std::uint64_t{0}) return {};
  return found.load();
}

}  // namespace sortscope
