// aks_windows.cpp: running one step of the AKS network again, from the keys before it.
#include "core/recordings/aks_windows.h"

#include <algorithm>

#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Motion looks at a step and at the one after it.
constexpr std::size_t kWindowsKept = 3;

}  // namespace

std::uint64_t step_bit_words(const Recording& recording, std::uint32_t t) {
  const AksNetwork& aks = *recording.network.aks();
  return recording.network.first_word(aks.first_layer(t + 1)) -
         recording.network.first_word(aks.first_layer(t));
}

std::shared_ptr<const std::vector<std::uint32_t>> AksWindows::run_again(const Recording& recording,
                                                                        std::uint32_t t) const {
  const Network& network = recording.network;
  const AksNetwork& aks = *network.aks();
  auto bits = std::make_shared<std::vector<std::uint32_t>>(step_bit_words(recording, t), 0U);
  std::vector<std::uint32_t> places = keyframes_[t];
  std::vector<std::uint64_t> word_of_place(places.size());
  for (Wire wire = 0; wire < places.size(); ++wire) {
    word_of_place[recording.start.places[wire]] = recording.start.words.at(wire);
  }
  std::vector<std::uint64_t> words(places.size());
  for (std::size_t spot = 0; spot < words.size(); ++spot) words[spot] = word_of_place[places[spot]];
  const std::uint64_t first_word = network.first_word(aks.first_layer(t));
  for (std::uint32_t layer = aks.first_layer(t); layer < aks.first_layer(t + 1); ++layer) {
    const AksStage& stage = aks.stages()[aks.stage_of(layer)];
    const bool forced = is_forced(stage.work);
    std::uint32_t* row = bits->data() + (network.first_word(layer) - first_word);
    aks.for_each(layer, 0, stage.count(),
                 [&](std::uint32_t index, std::uint32_t x, std::uint32_t y) {
                   const bool exchange = forced || words[x] > words[y] ||
                                         (words[x] == words[y] && recording.is_padding(places[x]) &&
                                          !recording.is_padding(places[y]));
                   if (!exchange) return;
                   std::swap(words[x], words[y]);
                   std::swap(places[x], places[y]);
                   row[index / 32] |= 1U << (index % 32);
                 });
  }
  return bits;
}

std::shared_ptr<const std::vector<std::uint32_t>> AksWindows::bits(const Recording& recording,
                                                                   std::uint32_t t) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(windows_.begin(), windows_.end(),
                                  [t](const Window& window) { return window.t == t; });
  if (found != windows_.end()) {
    std::rotate(found, found + 1, windows_.end());
  } else {
    if (windows_.size() == kWindowsKept) windows_.erase(windows_.begin());
    windows_.push_back({t, run_again(recording, t)});
  }
  return windows_.back().bits;
}

bool AksWindows::exchanged(const Recording& recording, std::uint32_t layer,
                           std::uint32_t index) const {
  const AksNetwork& aks = *recording.network.aks();
  const std::uint32_t t = aks.stages()[aks.stage_of(layer)].t;
  const auto words = bits(recording, t);
  const std::uint64_t first = recording.network.first_word(aks.first_layer(t));
  return ((*words)[recording.network.first_word(layer) - first + index / 32] >> (index % 32) & 1) !=
         0;
}

}  // namespace sortscope
