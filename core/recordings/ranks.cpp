// ranks.cpp: the rank of every key, by sorting the words of the start digit by digit.
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/base/pieces.h"
#include "core/keys/keys.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {

namespace {

constexpr unsigned kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
// Keys of a slice, at least: a thread takes a millisecond for them.
constexpr std::size_t kLeastSlice = std::size_t{1} << 16;

/// A key on its way: 32 bits of its word, and its wire at the start.
struct Item {
  std::uint32_t word;
  std::uint32_t wire;
};

using Items = std::vector<Item, Unwritten<Item>>;

struct Slices {
  std::size_t count;
  std::size_t items;
  [[nodiscard]] std::size_t begin(std::size_t slice) const { return items * slice / count; }
};

// Sorts by 11 bits of the words from `shift` on, stable, from `items` into `spare`, and swaps them.
void sort_by_digit(Items& items, Items& spare, unsigned shift, const Slices& slices) {
  const auto digit = [shift](const Item& item) { return item.word >> shift & (kDigits - 1); };
  std::vector<std::array<std::uint32_t, kDigits>> at(slices.count);
  run_pieces(slices.count, [&](std::size_t slice) {
    at[slice].fill(0);
    for (std::size_t i = slices.begin(slice); i < slices.begin(slice + 1); ++i) {
      ++at[slice][digit(items[i])];
    }
  });
  std::uint32_t before = 0;
  for (std::size_t d = 0; d < kDigits; ++d) {
    const std::uint32_t first = before;
    for (auto& counts : at) before += std::exchange(counts[d], before);
    if (before - first == items.size()) return;  // all have this digit
  }
  run_pieces(slices.count, [&](std::size_t slice) {
    for (std::size_t i = slices.begin(slice); i < slices.begin(slice + 1); ++i) {
      spare[at[slice][digit(items[i])]++] = items[i];
    }
  });
  items.swap(spare);
}

bool cancelled(const Progress* progress) { return progress != nullptr && progress->cancelled(); }

void sort_by_word(Items& items, Items& spare, const Slices& slices, const Progress* progress) {
  for (unsigned shift = 0; shift < 32 && !cancelled(progress); shift += kDigitBits) {
    sort_by_digit(items, spare, shift, slices);
  }
}

// The real keys in order of their words.
Items sorted_items(const Recording& recording, const Progress* progress) {
  const PreparedKeys& start = recording.start;
  Items items;
  Items spare;
  for (Items* each : {&items, &spare}) {
    reserve_at_once(*each, start.real_keys);
    each->resize(start.real_keys);
  }
  const bool narrow = start.words.bits == 32;
  const auto put = [&](std::size_t at, std::uint32_t wire) {
    items[at] = {narrow ? start.words.w32[wire] : static_cast<std::uint32_t>(start.words.w64[wire]),
                 wire};
  };
  const Slices slices{even_pieces(items.size(), kLeastSlice), items.size()};
  // Without padding they are known by their wires.
  if (start.places.size() == start.real_keys) {
    run_pieces(slices.count, [&](std::size_t slice) {
      for (std::size_t i = slices.begin(slice); i < slices.begin(slice + 1); ++i) {
        put(i, static_cast<std::uint32_t>(i));
      }
    });
  } else {
    std::size_t at = 0;
    for (std::uint32_t wire = 0; wire < start.places.size(); ++wire) {
      if (!recording.is_padding(start.places[wire])) put(at++, wire);
    }
  }
  sort_by_word(items, spare, slices, progress);
  if (narrow) return items;
  run_pieces(slices.count, [&](std::size_t slice) {
    for (std::size_t i = slices.begin(slice); i < slices.begin(slice + 1); ++i) {
      items[i].word = static_cast<std::uint32_t>(start.words.w64[items[i].wire] >> 32);
    }
  });
  sort_by_word(items, spare, slices, progress);
  return items;
}

}  // namespace

std::vector<std::uint32_t> ranks_by_place(const Recording& recording, const Progress* progress) {
  const PreparedKeys& start = recording.start;
  const Items items = sorted_items(recording, progress);
  std::vector<std::uint32_t> ranks;
  reserve_at_once(ranks, start.places.size());
  // Padding comes behind all keys, and is all equal.
  ranks.assign(start.places.size(), start.real_keys);
  if (cancelled(progress)) return ranks;
  const auto word = [&](const Item& item) {
    return start.words.bits == 32 ? item.word : start.words.w64[item.wire];
  };
  const Slices slices{even_pieces(items.size(), kLeastSlice), items.size()};
  run_pieces(slices.count, [&](std::size_t slice) {
    const std::size_t begin = slices.begin(slice);
    if (begin == slices.begin(slice + 1)) return;
    // The first of those equal to the first key of the slice.
    std::uint64_t last = word(items[begin]);
    auto rank = static_cast<std::uint32_t>(
        std::lower_bound(
            items.begin(), items.begin() + static_cast<std::ptrdiff_t>(begin), last,
            [&](const Item& item, std::uint64_t value) { return word(item) < value; }) -
        items.begin());
    for (std::size_t i = begin; i < slices.begin(slice + 1); ++i) {
      const std::uint64_t now = word(items[i]);
      if (now != last) rank = static_cast<std::uint32_t>(i);
      last = now;
      ranks[start.places[items[i].wire]] = rank;
    }
  });
  // Of two values each keeps its own rank, however many keys have it.
  if (items.empty() || word(items.front()) == word(items.back())) return ranks;
  const std::uint64_t least = word(items.front());
  const auto larger = std::partition_point(items.begin(), items.end(),
                                           [&](const Item& item) { return word(item) == least; });
  if (word(*larger) != word(items.back())) return ranks;
  for (auto item = larger; item != items.end(); ++item) {
    ranks[start.places[item->wire]] = start.real_keys - 1;
  }
  return ranks;
}

}  // namespace sortscope
