// rerun.cpp: running a recording's request again, and checking it layer by layer.
#include "core/recordings/rerun.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/base/pieces.h"
#include "core/keys/inputs.h"
#include "core/recordings/families.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

std::vector<std::uint64_t> layer_checksums(const Recording& recording) {
  if (recording.windows) return {};
  if (recording.ranges) return recording.ranges->layer_checksums();
  const Network& network = recording.network;
  const std::span<const unsigned char> bits = bytes_of(recording.bits);
  std::vector<std::uint64_t> sums(network.depth());
  constexpr std::size_t kLayersAPiece = 16;
  run_pieces((sums.size() + kLayersAPiece - 1) / kLayersAPiece, [&](std::size_t piece) {
    const std::size_t end = std::min(sums.size(), (piece + 1) * kLayersAPiece);
    for (std::size_t i = piece * kLayersAPiece; i < end; ++i) {
      const auto layer = static_cast<std::uint32_t>(i);
      const std::uint64_t first = network.first_word(layer) * sizeof(std::uint32_t);
      const std::uint64_t last = network.first_word(layer + 1) * sizeof(std::uint32_t);
      sums[i] = checksum(bits.subspan(first, last - first));
    }
  });
  return sums;
}

Status check_all_bits(const Recording& recording, std::string_view work) {
  if (!recording.ranges) return {};
  return Error{ErrorCode::kWorkFailed,
               fmt::format("cannot {}: this run is kept as keyframes, and its outcome bits are not "
                           "all there at once.",
                           work),
               "Write what makes it again: --compact, or a session."};
}

Status check_again(const Recording& recording) {
  const std::string doubt = recording.ranges ? recording.ranges->doubt() : "";
  if (doubt.empty()) return {};
  return Error{ErrorCode::kWorkFailed, doubt + ".",
               "This is an error in the engine, or of the memory: record the run anew."};
}

std::uint64_t checksum_of_bits(const Recording& recording, const Progress* progress) {
  if (recording.ranges) return recording.ranges->bits_checksum();
  return checksum_unless_cancelled(bytes_of(recording.bits), progress);
}

std::uint64_t checksum_of_keyframes(const Recording& recording) {
  if (!recording.windows) return 0;
  std::uint64_t all = 0;
  for (const auto& keyframe : recording.windows->keyframes()) {
    all = all * 31 + checksum(bytes_of(keyframe));
  }
  return all;
}

namespace {

Error another_run(std::string what) {
  return {ErrorCode::kBadInput, std::move(what),
          "The file is damaged, or another version of Sortscope made it: record the run again."};
}

// Where the outcomes of `layer` first differ, in words; empty: nowhere.
std::string difference_in_layer(const Recording& recording, const Recording& again,
                                std::uint32_t layer) {
  const Network& network = recording.network;
  const std::uint64_t end = std::min(network.first_word(layer + 1), again.bits.size());
  for (std::uint64_t word = network.first_word(layer); word < end; ++word) {
    const std::uint32_t differ = recording.bits[word] ^ again.bits[word];
    if (differ == 0) continue;
    const std::uint64_t in_layer = word - network.first_word(layer);
    if (network.has_splits(layer)) {
      return fmt::format("split {} of layer {} is elsewhere", in_layer + 1, layer + 1);
    }
    const auto bit = static_cast<std::uint32_t>(std::countr_zero(differ));
    // Others compare nodes of trees, and planted errors change places whatever the keys.
    const Family family = recording.algorithm->family;
    if (family != Family::kNetwork && family != Family::kListed) {
      return fmt::format("comparison {} of layer {} comes out otherwise", 32 * in_layer + bit + 1,
                         layer + 1);
    }
    return fmt::format("comparator {} of layer {} {}", 32 * in_layer + bit + 1, layer + 1,
                       (recording.bits[word] >> bit & 1) != 0 ? "exchanges keys that are in order"
                                                              : "keeps keys that are out of order");
  }
  return "";
}

}  // namespace

std::string difference(const Recording& recording, const Recording& again) {
  if (recording.windows) {
    const auto& frames = recording.windows->keyframes();
    const auto& others = again.windows->keyframes();
    for (std::size_t t = 0; t < std::min(frames.size(), others.size()); ++t) {
      if (frames[t] != others[t]) return fmt::format("step {} begins with other keys", t);
    }
    return "";
  }
  for (std::uint32_t layer = 0; layer < recording.network.depth(); ++layer) {
    std::string found = difference_in_layer(recording, again, layer);
    if (!found.empty()) return found;
  }
  if (recording.bits.size() == again.bits.size()) return "";
  return fmt::format("it has {} rounds of repair, and they take {}", recording.timing.repair_rounds,
                     again.timing.repair_rounds);
}

bool keys_follow_from_seed(const RunRequest& request, const Algorithm& algorithm,
                           Progress* progress) {
  if (!find_input_kind(request.input)) return false;
  RunRequest again;
  again.input = request.input;
  again.seed = request.seed;
  again.order = request.order;
  const auto n = static_cast<std::uint32_t>(request.keys.size());
  return generate_run_keys(again, algorithm, request.keys.type, n, progress) &&
         again.keys == request.keys;
}

bool opens_as_keyframes(Recording& parts, std::uint32_t n, std::uint64_t available_bytes) {
  if (family_of(*parts.algorithm).stored_keyframes) return false;
  return !choose_keyframes(parts.request, *parts.algorithm, n, bits_of(parts.request.keys.type),
                           available_bytes)
              .empty();
}

Result<std::shared_ptr<const Recording>> make_again(const Recording& parts, const RunProof& proof,
                                                    Progress* progress) {
  RunRequest request = parts.request;
  request.kernel.clear();  // the outcomes are the same on any
  request.any_input = true;
  const auto engine = make_cpu_engine();
  auto made = record(request, *engine, request.pairs, progress);
  if (!made) return made;
  // Made here, and nobody else has it yet.
  const auto run = std::const_pointer_cast<Recording>(*made);
  run->request.kernel = parts.request.kernel;
  run->engine = parts.engine;
  run->engine_description = parts.engine_description;
  run->timing = parts.timing;
  run->created_utc = parts.created_utc;
  std::vector<std::uint64_t> sums;
  if (!proof.layer_checksums.empty()) sums = layer_checksums(*run);
  if (sums.size() != proof.layer_checksums.size()) {
    return another_run(fmt::format("run again it has {} layers, not {}", sums.size(),
                                   proof.layer_checksums.size()));
  }
  const auto differs = std::mismatch(sums.begin(), sums.end(), proof.layer_checksums.begin()).first;
  if (differs != sums.end()) {
    return another_run(fmt::format("run again, its outcomes are others from layer {} on",
                                   differs - sums.begin() + 1));
  }
  if (checksum_of_bits(*run) != proof.bits_checksum ||
      checksum_of_keyframes(*run) != proof.keyframes_checksum) {
    return another_run("run again, its outcomes are others");
  }
  return made;
}

LayerBits Recording::layer_bits(std::uint32_t layer) const {
  if (ranges) {
    auto range = ranges->range_of(*this, layer);
    const std::uint32_t* const words = range->words(layer).data();
    return {words, std::move(range)};
  }
  if (!windows) return {bits.data() + network.first_word(layer), nullptr};
  const AksNetwork& aks = *network.aks();
  const std::uint32_t t = aks.stages()[aks.stage_of(layer)].t;
  auto step = windows->bits(*this, t);
  const std::uint64_t first = network.first_word(aks.first_layer(t));
  const std::uint32_t* const words = step->data() + (network.first_word(layer) - first);
  return {words, std::move(step)};
}

bool Recording::exchanged_again(std::uint32_t layer, std::uint32_t index) const {
  return windows ? windows->exchanged(*this, layer, index) : ranges->exchanged(*this, layer, index);
}

std::uint64_t Recording::keys_checksum() const {
  return kept_keys_checksum.get([this] { return checksum(bytes_of(request.keys.raw)); });
}

}  // namespace sortscope
