// recording.h: algorithm + parameters + input keys + one outcome bit a comparison, and how it is
// made.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/engines/engine.h"
#include "core/engines/outcome_words.h"
#include "core/keys/keys.h"
#include "core/networks/network.h"
#include "core/recordings/aks_facts.h"
#include "core/recordings/aks_windows.h"
#include "core/recordings/request.h"

namespace sortscope {

/// Wires [first, first + length) change places with those `distance` further on; none where length
/// is 0.
struct WireExchange {
  Wire first = 0;
  std::uint32_t length = 0;
  std::uint32_t distance = 0;
  friend constexpr bool operator==(const WireExchange&, const WireExchange&) = default;
};

class LayerRanges;

/// The outcome words of one layer; they stay while this lives.
struct LayerBits {
  const std::uint32_t* words = nullptr;
  std::shared_ptr<const void> kept;  // null: the recording keeps them
};

/// A checksum that is worked out once, by whichever thread asks first; a copy works it out anew.
class KeptChecksum {
 public:
  KeptChecksum() = default;
  KeptChecksum(const KeptChecksum&) {}
  KeptChecksum& operator=(const KeptChecksum&) {
    value_ = 0;
    return *this;
  }
  template <typename Make>
  std::uint64_t get(const Make& make) const {
    std::uint64_t value = value_.load(std::memory_order_relaxed);
    if (value != 0) return value;
    value = make();
    value_.store(value, std::memory_order_relaxed);
    return value;
  }

 private:
  mutable std::atomic<std::uint64_t> value_{0};  // 0: not yet
};

/// A run, immutable. All states follow from `keys` and `bits`.
struct Recording {
  RunRequest request;
  const Algorithm* algorithm = nullptr;
  Network network;
  PreparedKeys start;                           // words, places on the wires before layer 0
  OutcomeWords bits;                            // outcome bits, network.bit_words() words
  std::vector<std::uint64_t> exchanged_before;  // depth + 1: exchanges in the layers before
  std::string engine;                           // id of the engine that ran it
  std::string engine_description;
  SortTiming timing;
  bool sorted = false;                        // the output is in order
  std::string doubt;                          // of a file: why its bits are not of its keys
  std::shared_ptr<const AksFacts> aks_facts;  // of `aks`, else null
  /// Of a sparse recording, else null: then `bits` is empty, the bits of a step are worked out
  /// again when it is looked at, and exchanges are not counted.
  std::shared_ptr<const AksWindows> windows;
  /// Of a run kept as keyframes whose layers are known beforehand, else null: then `bits` is empty,
  /// and ranges of layers are recorded again where one looks.
  std::shared_ptr<const LayerRanges> ranges;
  std::string created_utc;  // ISO 8601
  KeptChecksum kept_keys_checksum;

  /// The algorithm's title; of a stored network its name, where it has one. What is wrong on
  /// purpose is said: of networks of demonstrations in their names, of planted errors here.
  [[nodiscard]] std::string title() const;
  /// Of the keys' bits: who asks for it again, and compares, looks at no key. O(keys) once.
  [[nodiscard]] std::uint64_t keys_checksum() const;
  [[nodiscard]] std::uint32_t real_keys() const { return start.real_keys; }
  [[nodiscard]] bool is_padding(std::uint32_t place) const { return place >= start.real_keys; }
  /// Outcome bits are recorded again where one looks.
  [[nodiscard]] bool kept_as_keyframes() const { return windows != nullptr || ranges != nullptr; }
  /// The words of a layer, 0 <= layer < depth: whoever reads many of its bits asks once. Of a run
  /// kept as keyframes they are recorded again, unless they were asked for lately.
  [[nodiscard]] LayerBits layer_bits(std::uint32_t layer) const;
  /// The comparator exchanged; of a split: it moves keys.
  [[nodiscard]] bool exchanged(std::uint32_t layer, std::uint32_t index) const {
    if (kept_as_keyframes()) return exchanged_again(layer, index);
    if (network.has_splits(layer)) return exchange(layer, index).length > 0;
    return (bits[network.first_word(layer) + index / 32] >> (index % 32) & 1) != 0;
  }
  /// The comparator as the keys' order has it: in a descending run the minimum goes where the
  /// schedule sends the last key in order.
  [[nodiscard]] Comparator comparator(std::uint32_t layer, std::uint32_t index) const {
    const Comparator c = network.comparator(layer, index);
    return request.order == Order::kAscending ? c : Comparator{c.max_wire, c.min_wire};
  }
  /// Split `index` of a layer of splits.
  [[nodiscard]] Split split(std::uint32_t layer, std::uint32_t index) const {
    return Split::of(bits[network.first_word(layer) + index]);
  }
  /// The wires whose keys change places at a comparator, a comparison in a bitonic tree (value and
  /// pointer swap; as if stages ran one after the other) or a split. O(1).
  [[nodiscard]] WireExchange exchange(std::uint32_t layer, std::uint32_t index) const;
  /// "42", or "null" for padding.
  [[nodiscard]] std::string key_text(std::uint32_t place) const {
    return is_padding(place) ? std::string("null") : request.keys.text(place);
  }

 private:
  [[nodiscard]] bool exchanged_again(std::uint32_t layer, std::uint32_t index) const;
};

/// Runs `request` on `engine` with recording on. `pairs`: carry places in the sort itself and check
/// them against the replay. Errors: those of Engine::run, check_bitonic() and check_memory(),
/// kBadUsage for a bad n or algorithm.
/// A run whose output is not in order is no error: `sorted` says so.
Result<std::shared_ptr<const Recording>> record(const RunRequest& request, Engine& engine,
                                                bool pairs = false, Progress* progress = nullptr);

/// Rebuilds what follows from request and bits (network, start, exchanged_before, sorted): used
/// when a file is opened. Errors: kBadInput where the bits do not fit the network.
Result<std::shared_ptr<const Recording>> assemble_recording(Recording recording,
                                                            Progress* progress = nullptr);

}  // namespace sortscope
