// cpu_aks.cpp: the AKS network on the CPU: keys stand by spot and move over the tree.
#include "core/cpu_aks.h"

#include <algorithm>
#include <vector>

namespace sortscope {

namespace {

// Keys by spot: words alone, or words with places, where padding is larger than an equal word.
template <typename Word>
class Rows {
 public:
  Rows(const AksNetwork& aks, std::span<Word> words, std::span<std::uint32_t> places,
       std::uint32_t real_keys)
      : given_(words), given_places_(places), real_keys_(real_keys) {
    const std::vector<Wire> wires = aks.wires_at(0);
    words_.resize(words.size());
    for (std::uint32_t spot = 0; spot < words.size(); ++spot) words_[spot] = words[wires[spot]];
    if (places.empty()) return;
    places_.resize(places.size());
    for (std::uint32_t spot = 0; spot < places.size(); ++spot) places_[spot] = places[wires[spot]];
  }

  void run(const AksNetwork& aks, std::uint32_t layer, std::uint32_t count, bool forced,
           std::uint32_t* bits) {
    aks.for_each(layer, 0, count, [&](std::uint32_t index, std::uint32_t x, std::uint32_t y) {
      const bool exchange = forced || out_of_order(x, y);
      if (exchange) {
        std::swap(words_[x], words_[y]);
        if (!places_.empty()) std::swap(places_[x], places_[y]);
      }
      if (bits != nullptr && exchange) bits[index / 32] |= 1U << (index % 32);
    });
  }

  void move(const AksStep& now, const AksStep& next) {
    std::vector<Word> words(words_.size());
    for (std::uint32_t spot = 0; spot < words_.size(); ++spot) {
      words[aks_move(now, next, spot)] = words_[spot];
    }
    words_.swap(words);
    if (places_.empty()) return;
    std::vector<std::uint32_t> places(places_.size());
    for (std::uint32_t spot = 0; spot < places_.size(); ++spot) {
      places[aks_move(now, next, spot)] = places_[spot];
    }
    places_.swap(places);
  }

  [[nodiscard]] bool in_order() const {
    for (std::uint32_t spot = 1; spot < words_.size(); ++spot) {
      if (out_of_order(spot - 1, spot)) return false;
    }
    return true;
  }
  [[nodiscard]] std::uint64_t differences(const std::vector<Word>& words) const {
    std::uint64_t count = 0;
    for (std::size_t spot = 0; spot < words.size(); ++spot) count += words[spot] != words_[spot];
    return count;
  }
  [[nodiscard]] const std::vector<Word>& words() const { return words_; }
  [[nodiscard]] const std::vector<std::uint32_t>& places() const { return places_; }

  // At the last step spots are wires.
  void give_back() {
    std::copy(words_.begin(), words_.end(), given_.begin());
    std::copy(places_.begin(), places_.end(), given_places_.begin());
  }

 private:
  [[nodiscard]] bool out_of_order(std::uint32_t x, std::uint32_t y) const {
    if (words_[x] != words_[y]) return words_[x] > words_[y];
    return !places_.empty() && places_[x] >= real_keys_ && places_[y] < real_keys_;
  }

  std::span<Word> given_;
  std::span<std::uint32_t> given_places_;
  std::uint32_t real_keys_;
  std::vector<Word> words_;
  std::vector<std::uint32_t> places_;
};

template <typename Word>
bool sort_rows(const Network& network, Rows<Word>& rows, const SortOptions& options,
               Progress* progress, SortTiming& timing) {
  std::shared_ptr<const AksNetwork> aks = network.shared_aks();
  const std::uint32_t steps = aks_steps(aks->d());
  const auto run_stage = [&](const AksStage& stage, std::uint32_t* bits) {
    const std::uint32_t words = (stage.count() + 31) / 32;
    for (std::uint32_t matching = 0; matching < stage.depth; ++matching) {
      if (progress != nullptr && progress->cancelled()) return false;
      rows.run(*aks, stage.first_layer + matching, stage.count(), is_forced(stage.work),
               bits == nullptr ? nullptr : bits + std::uint64_t{matching} * words);
      if (progress != nullptr) progress->advance(stage.count());
    }
    return true;
  };
  std::fill(options.bits.begin(), options.bits.end(), 0U);
  for (std::uint32_t t = 0; t <= steps; ++t) {
    if (options.keyframes != nullptr) options.keyframes->push_back(rows.places());
    const auto [first, last] = aks->stages_of(t);
    for (std::uint32_t s = first; s < last; ++s) {
      const AksStage& stage = aks->stages()[s];
      if (stage.work == AksWork::kRepair) break;
      std::uint32_t* bits = options.bits.empty()
                                ? nullptr
                                : options.bits.data() + network.first_word(stage.first_layer);
      if (!run_stage(stage, bits)) return false;
    }
    if (t < steps) rows.move(aks->steps()[t], aks->steps()[t + 1]);
  }
  const std::vector<Word> output = rows.words();
  for (timing.repair_rounds = 0; !rows.in_order(); ++timing.repair_rounds) {
    if (aks->repair_rounds() <= timing.repair_rounds) {
      aks = aks->with_repair(timing.repair_rounds + 1);
    }
    const AksStage& stage = aks->stages()[aks->stages_of(steps).first + 1 + timing.repair_rounds];
    std::uint32_t* bits = nullptr;
    if (!options.bits.empty() && options.repair_bits != nullptr) {
      const std::size_t before = options.repair_bits->size();
      options.repair_bits->resize(before + std::size_t{stage.depth} * ((stage.count() + 31) / 32));
      bits = options.repair_bits->data() + before;
    }
    if (!run_stage(stage, bits)) return false;
  }
  timing.misplaced = rows.differences(output);
  rows.give_back();
  return true;
}

}  // namespace

bool sort_by_aks(const Network& network, const SortBuffers& buffers, const SortOptions& options,
                 unsigned /*threads*/, ThreadTeam& /*team*/, Progress* progress,
                 SortTiming& timing) {
  if (buffers.key_bits == 32) {
    Rows<std::uint32_t> rows(*network.aks(), buffers.words32, buffers.places, buffers.real_keys);
    return sort_rows(network, rows, options, progress, timing);
  }
  Rows<std::uint64_t> rows(*network.aks(), buffers.words64, buffers.places, buffers.real_keys);
  return sort_rows(network, rows, options, progress, timing);
}

}  // namespace sortscope
