// families.cpp: the table of replays on the GPU, and what may be replayed there.
#include "kernels/replay/families.h"

#include <array>

#include "core/recordings/recording.h"
#include "kernels/device_replay.h"

namespace sortscope {

namespace {

constexpr std::array kTable = {
    ReplayRow{.family = Family::kNetwork, .walk = WalkKind::kForms, .bits_are_drawn = true},
    ReplayRow{.family = Family::kTree, .walk = WalkKind::kAdaptive, .bits_are_drawn = false},
    ReplayRow{.family = Family::kStreams, .walk = WalkKind::kAdaptive, .bits_are_drawn = false},
    ReplayRow{.family = Family::kIntervals, .walk = WalkKind::kAdaptive, .bits_are_drawn = false},
    ReplayRow{.family = Family::kAks, .walk = WalkKind::kAks, .bits_are_drawn = false},
    ReplayRow{.family = Family::kListed, .walk = WalkKind::kList, .bits_are_drawn = false},
};

constexpr bool in_order_of_family() {
  for (std::size_t i = 0; i < kTable.size(); ++i) {
    if (kTable[i].family != static_cast<Family>(i)) return false;
  }
  return true;
}
static_assert(in_order_of_family());

}  // namespace

std::span<const ReplayRow> replay_rows() { return kTable; }

bool replayed_on_device(const Network& network) {
  // Stored matchings are made on the CPU, and take longer there than their exchanges.
  const AksNetwork* const aks = network.aks();
  return network.depth() > 0 &&
         (aks == nullptr || aks->parameters().matching == MatchingKind::kHash);
}

ReplayBits replay_bits(const Recording& recording) {
  // A sparse recording has none.
  const bool kept = recording.bits.size() == recording.network.bit_words();
  if (!kept || !replayed_on_device(recording.network)) return ReplayBits::kNone;
  return replay_row(recording.algorithm->family).bits_are_drawn ? ReplayBits::kDrawn
                                                                : ReplayBits::kOwn;
}

}  // namespace sortscope
