// families.cpp: the table of families, a row each.
#include "core/recordings/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/networks/trees/bitonic_tree.h"
#include "core/networks/wording.h"
#include "core/recordings/aks_follow.h"
#include "core/recordings/aks_replay.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/layer_replay.h"
#include "core/recordings/recording.h"
#include "core/recordings/tree_replay.h"

namespace sortscope {

namespace {

// --- what several families answer

Result<Network> build_by_algorithm(const Algorithm& algorithm, std::uint32_t n,
                                   const RunParameters& /*parameters*/) {
  return algorithm.build(n);
}

std::uint64_t bytes_of_layers(std::uint64_t layers) {
  return (layers + 1) * (3 * sizeof(std::uint64_t) + sizeof(LayerForm) + sizeof(LayerLabel));
}

// Keys, words and places of the start; while sorting, another copy of words and places.
std::uint64_t bytes_of_keys(std::uint64_t n, std::uint64_t wires, unsigned key_bits) {
  const std::uint64_t key_bytes = key_bits / 8;
  return n * key_bytes + 2 * wires * (key_bytes + sizeof(std::uint32_t));
}

// `trees`: bitonic trees that are kept while somebody looks.
template <unsigned trees>
RecordingSize size_of_layers(const Algorithm& algorithm, std::uint32_t n, unsigned key_bits,
                             const RunRequest& request) {
  const Network network = algorithm.build(n);
  RecordingSize size;
  size.wires = network.wires();
  size.depth = network.depth();
  size.comparators = network.size();
  size.adaptive = network.adaptive();
  const bool in_ranges = request.keyframes_only && family_of(algorithm).keyframes_for_bits();
  size.bit_bytes = in_ranges ? LayerRanges::bytes(network, n, key_bits)
                             : network.bit_words() * sizeof(std::uint32_t);
  size.total_bytes = size.bit_bytes + bytes_of_keys(n, network.wires(), key_bits) +
                     bytes_of_layers(network.depth());
  if (trees > 0 && network.adaptive()) {
    // The wires of every comparison as well.
    size.total_bytes +=
        network.size() * sizeof(std::uint32_t) + trees * BitonicTree::bytes(network.wires());
  }
  return size;
}

std::unique_ptr<StateReplay> replay_layers(std::shared_ptr<const Recording> recording,
                                           std::uint32_t keyframe_every) {
  return std::make_unique<LayerReplay>(std::move(recording), keyframe_every);
}

// A few keys are sorted by comparators alone.
std::unique_ptr<StateReplay> replay_adaptive(std::shared_ptr<const Recording> recording,
                                             std::uint32_t keyframe_every) {
  if (!recording->network.adaptive()) return replay_layers(std::move(recording), keyframe_every);
  return std::make_unique<TreeReplay>(std::move(recording));
}

// --- a list of comparators

Result<Network> build_listed(const Algorithm& algorithm, std::uint32_t n,
                             const RunParameters& parameters) {
  const std::shared_ptr<const ListedNetwork>& listed = parameters.of<ListedChoice>().network;
  if (!listed) return algorithm.build(n);
  if (listed->wires() == n) return Network(listed);
  return Error{ErrorCode::kBadUsage,
               fmt::format("{} were given for a network of {}.", counted(n, "key"),
                           counted(listed->wires(), "wire")),
               "A network from a list takes as many keys as it has wires."};
}

// --- AKS

Result<Network> build_aks(const Algorithm& /*algorithm*/, std::uint32_t n,
                          const RunParameters& parameters) {
  const auto made = AksNetwork::build(aks_log2_for(n), parameters.of<AksParameters>());
  if (!made) return made.error();
  return Network(*made);
}

// Outcome bits of the step that has most of them, in words.
std::uint64_t largest_step_words(const AksNetwork& aks) {
  std::uint64_t largest = 0;
  for (std::uint32_t t = 0; t <= aks_steps(aks.d()); ++t) {
    std::uint64_t words = 0;
    const auto [first, last] = aks.stages_of(t);
    for (std::uint32_t s = first; s < last; ++s) {
      const AksStage& stage = aks.stages()[s];
      words += std::uint64_t{stage.depth} * ((stage.count() + 31) / 32);
    }
    largest = std::max(largest, words);
  }
  return largest;
}

RecordingSize size_of_aks(const Algorithm& /*algorithm*/, std::uint32_t n, unsigned key_bits,
                          const RunRequest& request) {
  const std::uint32_t d = aks_log2_for(n);
  const auto made = AksNetwork::build(d, request.parameters.of<AksParameters>());
  RecordingSize size;
  if (!made) return size;  // the error is told where the network is built
  const std::uint64_t wires = std::uint64_t{1} << d;
  size.wires = (*made)->wires();
  size.depth = static_cast<std::uint32_t>((*made)->size().layers);
  size.comparators = (*made)->size().comparators;
  const std::uint64_t words =
      request.keyframes_only ? largest_step_words(**made) : (*made)->size().bit_words;
  size.bit_bytes = words * sizeof(std::uint32_t);
  // Two replays with four words a wire, and the states before every step, which are the keyframes
  // or what the facts are found from.
  size.total_bytes = size.bit_bytes + bytes_of_keys(n, wires, key_bits) +
                     (aks_steps(d) + 9) * wires * sizeof(std::uint32_t) +
                     bytes_of_layers((*made)->size().layers);
  return size;
}

std::unique_ptr<StateReplay> replay_aks(std::shared_ptr<const Recording> recording,
                                        std::uint32_t /*keyframe_every*/) {
  return std::make_unique<AksReplay>(std::move(recording));
}

// The rounds of the final repair.
void add_repair(Recording& recording) {
  if (recording.timing.repair_rounds == 0) return;
  recording.network = Network(recording.network.aks()->with_repair(recording.timing.repair_rounds));
}

void add_aks_facts(Recording& recording, Progress* progress) {
  recording.aks_facts = std::make_shared<const AksFacts>(find_aks_facts(recording, progress));
}

// The keyframes of a sparse recording hold every key once, the first of them the input.
Status check_aks_keyframes(const Recording& recording) {
  if (!recording.windows) return {};
  const Error damaged{ErrorCode::kBadInput, "its keyframes are not the keys of the run.",
                      "The recording is damaged: record again."};
  const AksNetwork& aks = *recording.network.aks();
  const auto& keyframes = recording.windows->keyframes();
  if (keyframes.size() != aks_steps(aks.d()) + std::size_t{1}) return damaged;
  for (const std::vector<std::uint32_t>& keyframe : keyframes) {
    std::vector<bool> seen(aks.wires(), false);
    if (keyframe.size() != seen.size()) return damaged;
    for (const std::uint32_t place : keyframe) {
      if (place >= seen.size() || seen[place]) return damaged;
      seen[place] = true;
    }
  }
  const std::vector<Wire> wires = aks.wires_at(0);
  for (std::uint32_t spot = 0; spot < wires.size(); ++spot) {
    if (keyframes[0][spot] != recording.start.places[wires[spot]]) return damaged;
  }
  return {};
}

constexpr NamedParameters kAksParameters = {
    .texts = [](const RunParameters& parameters,
                bool all) { return parameter_texts(parameters.of<AksParameters>(), all); },
    .set =
        [](RunParameters& parameters, std::string_view name, std::string_view value) {
          AksParameters changed = parameters.of<AksParameters>();
          Status status = set_parameter(changed, name, value);
          if (status) parameters.set(changed);
          return status;
        },
    .check =
        [](const RunParameters& parameters) {
          const auto all = resolved(parameters.of<AksParameters>());
          return all ? Status() : Status(all.error());
        },
    .help = aks_parameter_help,
};

constexpr std::string_view kTreesNote = " (trees and outcome bits)";
constexpr std::string_view kWhereFollows =
    "where it compares follows from all its outcome bits, and takes 32 times as much";

constexpr std::array kTable = {
    FamilyRow{.family = Family::kNetwork,
              .memory_note = "",
              .what_is_replayed = "a network is",
              .parameters = nullptr,
              .build = build_by_algorithm,
              .size = size_of_layers<0>,
              .replay = replay_layers},
    FamilyRow{.family = Family::kTree,
              .memory_note = kTreesNote,
              .what_is_replayed = "bitonic trees are",
              .why_no_keyframes = kWhereFollows,
              .parameters = nullptr,
              .build = build_by_algorithm,
              .size = size_of_layers<2>,
              .replay = replay_adaptive},
    // A third tree's worth: the streams of the merge that is looked at.
    FamilyRow{.family = Family::kStreams,
              .memory_note = kTreesNote,
              .what_is_replayed = "bitonic trees are",
              .why_no_keyframes = kWhereFollows,
              .parameters = nullptr,
              .build = build_by_algorithm,
              .size = size_of_layers<3>,
              .replay = replay_adaptive},
    FamilyRow{.family = Family::kIntervals,
              .memory_note = kTreesNote,
              .what_is_replayed = "bitonic trees are",
              .why_no_keyframes = kWhereFollows,
              .parameters = nullptr,
              .build = build_by_algorithm,
              .size = size_of_layers<0>,
              .replay = replay_adaptive},
    FamilyRow{.family = Family::kAks,
              .memory_note = " (outcome bits and keyframes)",
              .what_is_replayed = "the AKS network is",
              .stored_keyframes = true,
              .parameters = &kAksParameters,
              .build = build_aks,
              .size = size_of_aks,
              .replay = replay_aks,
              .extend = add_repair,
              .find_facts = add_aks_facts,
              .check_keyframes = check_aks_keyframes,
              .follow = follow_in_aks,
              .map_padding = map_aks_padding},
    FamilyRow{.family = Family::kListed,
              .memory_note = kTreesNote,
              .what_is_replayed = "a list of comparators is",
              .why_no_keyframes = "its list takes 64 times as much as its outcome bits",
              .stored_network = true,
              .parameters = nullptr,
              .build = build_listed,
              .size = size_of_layers<0>,
              .replay = replay_layers},
};

constexpr bool in_order_of_family() {
  for (std::size_t i = 0; i < kTable.size(); ++i) {
    if (kTable[i].family != static_cast<Family>(i)) return false;
  }
  return true;
}
static_assert(in_order_of_family());

}  // namespace

std::span<const FamilyRow> families() { return kTable; }

bool is_sparse(const Recording& recording) {
  return recording.request.keyframes_only && family_of(*recording.algorithm).stored_keyframes;
}

const FamilyRow& family_row(Family family) { return kTable[static_cast<std::size_t>(family)]; }

}  // namespace sortscope
