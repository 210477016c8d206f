// recursive.cpp: bitonic sort depth first, for words alone, packed words, and words with places.
#include "core/engines/cpu/recursive.h"

#include <algorithm>
#include <utility>

namespace sortscope {

namespace {

// Mergers of so many keys report, and look whether they are to stop.
constexpr std::uint32_t kReportedLog2 = 12;

template <typename Word>
struct WordsAlone {
  Word* words;
  Word compared;

  bool exchange(std::uint32_t lower, std::uint32_t upper, bool descending) const {
    const Word a = words[lower] & compared;
    const Word b = words[upper] & compared;
    if (descending ? a >= b : a <= b) return false;
    std::swap(words[lower], words[upper]);
    return true;
  }
};

struct WordsWithPlaces {
  std::uint64_t* words;
  std::uint32_t* places;
  std::uint32_t real_keys;

  bool exchange(std::uint32_t lower, std::uint32_t upper, bool descending) const {
    const std::pair a(words[lower], places[lower] >= real_keys);
    const std::pair b(words[upper], places[upper] >= real_keys);
    if (descending ? a >= b : a <= b) return false;
    std::swap(words[lower], words[upper]);
    std::swap(places[lower], places[upper]);
    return true;
  }
};

template <typename Keys>
class Recursion {
 public:
  Recursion(const Network& network, Keys keys, std::span<std::uint32_t> bits, Progress* progress)
      : network_(network), keys_(keys), bits_(bits), progress_(progress) {}

  bool run() {
    if (network_.depth() == 0) return true;
    const std::uint32_t log2 = floor_log2(network_.wires());
    std::fill(bits_.begin(), bits_.end(), 0);
    network_.depth() == log2 ? merge(0, log2, log2, false) : sort(0, log2, false);
    return !cancelled();
  }

 private:
  // The 2^log2 keys from `first` on.
  void sort(std::uint32_t first, std::uint32_t log2, bool descending) {
    if (log2 == 0) return;
    const std::uint32_t half = std::uint32_t{1} << (log2 - 1);
    sort(first, log2 - 1, false);
    sort(first + half, log2 - 1, true);
    merge(first, log2, log2, descending);
  }

  // The same, bitonic, within a merge of 2^level keys.
  void merge(std::uint32_t first, std::uint32_t log2, std::uint32_t level, bool descending) {
    if (log2 == 0) return;
    if (log2 >= kReportedLog2 && cancelled()) return;
    const std::uint32_t half = std::uint32_t{1} << (log2 - 1);
    if (bits_.empty()) {
      for (std::uint32_t i = first; i < first + half; ++i) {
        keys_.exchange(i, i + half, descending);
      }
    } else {
      // The last merger ends with the last layer.
      const std::uint32_t whole = floor_log2(network_.wires());
      const std::uint32_t after = whole * (whole + 1) / 2 - level * (level + 1) / 2;
      const std::uint32_t layer = network_.depth() - after - log2;
      std::uint32_t* const words = bits_.data() + network_.first_word(layer);
      for (std::uint32_t i = 0; i < half; ++i) {
        const std::uint32_t index = first / 2 + i;
        const std::uint32_t bit = keys_.exchange(first + i, first + i + half, descending) ? 1 : 0;
        words[index / 32] |= bit << index % 32;
      }
    }
    if (progress_ != nullptr && log2 >= kReportedLog2) {
      progress_->advance(log2 == kReportedLog2 ? std::uint64_t{half} * log2 : half);
    }
    merge(first, log2 - 1, level, descending);
    merge(first + half, log2 - 1, level, descending);
  }

  [[nodiscard]] bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }

  const Network& network_;
  Keys keys_;
  std::span<std::uint32_t> bits_;
  Progress* progress_;
};

template <typename Keys>
bool run(const Network& network, Keys keys, std::span<std::uint32_t> bits, Progress* progress) {
  return Recursion<Keys>(network, keys, bits, progress).run();
}

}  // namespace

bool sort_recursively(const Network& network, const CpuCells& cells, std::span<std::uint32_t> bits,
                      Progress* progress) {
  if (cells.words32 != nullptr) {
    return run(network, WordsAlone<std::uint32_t>{cells.words32, ~std::uint32_t{0}}, bits,
               progress);
  }
  if (cells.places != nullptr) {
    return run(network, WordsWithPlaces{cells.words64, cells.places, cells.real_keys}, bits,
               progress);
  }
  return run(network, WordsAlone<std::uint64_t>{cells.words64, cells.compared_bits}, bits,
             progress);
}

}  // namespace sortscope
