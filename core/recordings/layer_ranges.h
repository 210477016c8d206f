// layer_ranges.h: a run kept as keyframes: the outcome bits of a range of layers are recorded again
// when somebody looks there, and proved to be those that were.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/keys/keys.h"
#include "core/networks/network.h"
#include "core/recordings/passing/exchange_tiles.h"
#include "core/recordings/passing/far_columns.h"

namespace sortscope {

class Engine;
struct Algorithm;
struct Kernel;
struct Recording;
struct RunRequest;

/// Where a run is divided, and before which of its ranges the places of the keys are kept.
struct RangePlan {
  std::vector<std::uint32_t> first_layers{0};  // of the ranges, rising; then the depth
  std::uint32_t keyframe_every = 0;            // ranges; 0: the start is the only keyframe
  std::uint64_t most_words = 0;                // of outcome bits of a range

  /// Ranges of a sixteenth of the bits, or a layer; keyframes of a quarter of what the bits take,
  /// or kKeyframeBytes where that is less, or one. O(depth).
  static RangePlan of(const Network& network);
  [[nodiscard]] std::uint32_t ranges() const {
    return static_cast<std::uint32_t>(first_layers.size()) - 1;
  }
  [[nodiscard]] std::uint32_t keyframes() const {
    return keyframe_every == 0 || ranges() == 0 ? 0 : (ranges() - 1) / keyframe_every;
  }
};

/// Outcome bits of layers [first, last).
struct RecordedRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  Network part;                     // these layers alone
  std::vector<std::uint32_t> bits;  // part.bit_words() words

  [[nodiscard]] std::span<const std::uint32_t> words(std::uint32_t layer) const {
    const std::uint64_t begin = part.first_word(layer - first);
    return std::span(bits).subspan(begin, part.first_word(layer - first + 1) - begin);
  }
};

/// What was counted while the outcome bits of a run passed by: what its far views show. Empty where
/// nobody asked for it.
struct PassedCounts {
  TileGrid grid;
  std::vector<TileCount> tiles;  // exchanges: grid.tiles(), layer after layer
  /// States of the far history, by column of FarGrid: mean ranks as bits or, where a row is a wire,
  /// places; and the ranks by place. Empty and null where memory is short.
  std::vector<std::vector<std::uint32_t>> columns;
  std::shared_ptr<const std::vector<std::uint32_t>> ranks;
};

/// What is kept of such a run, beside its start. Shared by all who look at a recording: its members
/// may be called from any thread.
class LayerRanges {
 public:
  static constexpr std::size_t kRangesKept = 2;

  /// Runs the request of `recording`, whose network and start are there, range by range: `ranges`,
  /// `exchanged_before` and `timing` are filled in. Nothing is kept where it fails. The result: the
  /// places after the last layer. `pairs`: places are carried in the sort as well, and are those
  /// that the bits lead to, or it is kWorkFailed. Errors: those of Engine::run.
  /// `far_views`: what they show is counted on the way.
  static Result<std::vector<std::uint32_t>> record(Recording& recording, Engine& engine, bool pairs,
                                                   bool far_views, Progress* progress);
  [[nodiscard]] const PassedCounts& passed() const { return *passed_; }
  /// Words after the last layer, as long as nothing is recorded again.
  [[nodiscard]] const Words& words_at_end() const { return state_.words; }
  /// Bytes that it keeps at most, and holds while it records again, beside the keys, the start and
  /// a copy of words and places.
  static std::uint64_t bytes(const Network& network, std::uint32_t n, unsigned key_bits);
  /// The kernel of `engine` that runs parts of the algorithm's networks: `asked`, or its first one
  /// where that runs whole ones only. One that does not run them at all, for the engine to refuse.
  static std::string_view kernel_for(const Engine& engine, const Algorithm& algorithm,
                                     std::string_view asked);

  /// The range that `layer` is in. One that is not kept is run again on all threads, from the
  /// keyframe or the range before it. The two asked for last are kept, unless one only passes by
  /// (`keep`). Null where `progress` was cancelled on the way. Throws std::bad_alloc.
  [[nodiscard]] std::shared_ptr<const RecordedRange> range_of(const Recording& recording,
                                                              std::uint32_t layer,
                                                              Progress* progress = nullptr,
                                                              bool keep = true) const;
  [[nodiscard]] bool exchanged(const Recording& recording, std::uint32_t layer,
                               std::uint32_t index) const;
  /// Comparators that run until all layers between `from` and `to` are there, in the order in which
  /// one walks. O(ranges between).
  [[nodiscard]] std::uint64_t comparators_again(const Network& network, std::uint32_t from,
                                                std::uint32_t to) const;
  /// All layers from `first` to `last` are kept at the same time once they are asked for.
  [[nodiscard]] bool keeps_at_once(std::uint32_t first, std::uint32_t last) const {
    return index_of(last) - index_of(first) < kRangesKept;
  }
  [[nodiscard]] bool in_one(std::uint32_t first, std::uint32_t last) const {
    return index_of(last) == index_of(first);
  }
  [[nodiscard]] const RangePlan& plan() const { return plan_; }

  struct Keyframe {
    std::uint32_t layer = 0;
    const std::vector<std::uint32_t>* places = nullptr;
  };
  /// The last at or before `layer`; none before the first: the start is the recording's.
  [[nodiscard]] Keyframe keyframe_before(std::uint32_t layer) const;

  /// The wires of the key that starts on `first_wire`, after each layer: depth + 1. The keys asked
  /// for last are kept; another one's way is a run of all layers. Null where it was cancelled.
  [[nodiscard]] std::shared_ptr<const std::vector<Wire>> path(const Recording& recording,
                                                              Wire first_wire,
                                                              Progress* progress = nullptr) const;

  /// As RunProof.
  [[nodiscard]] const std::vector<std::uint64_t>& layer_checksums() const { return checksums_; }
  [[nodiscard]] std::uint64_t bits_checksum() const { return bits_checksum_; }
  /// What was recorded again and is not what was, in words; empty: nothing.
  [[nodiscard]] std::string doubt() const;
  /// The same, once: empty where it was told before.
  [[nodiscard]] std::string untold_doubt() const;

  /// Whether `layer` is there at once, or within some hundredths of a second.
  [[nodiscard]] bool at_hand(const Network& network, std::uint32_t layer) const;
  /// Somebody would see `layer`, and does not wait for it; once: who can make its range beside.
  void want(std::uint32_t layer) const;
  [[nodiscard]] std::optional<std::uint32_t> take_wanted() const;
  /// The same for a key's way, by its first wire.
  [[nodiscard]] bool knows_path(Wire first_wire) const;
  void want_path(Wire first_wire) const;
  [[nodiscard]] std::optional<Wire> take_wanted_path() const;
  /// Somebody makes beside what is wanted: nobody need wait.
  void make_beside(bool made_beside) const;
  [[nodiscard]] bool made_beside() const;

  /// So many ranges are kept from now on, at least one.
  void keep_ranges(std::size_t count) const;
  /// Times that a range was recorded again so far.
  [[nodiscard]] std::uint64_t ranges_made() const;
  /// What records again: the engine that recorded, or the CPU's where that is gone. Waits for it.
  [[nodiscard]] std::string_view engine_id() const;
  /// The same run, held against other checksums.
  [[nodiscard]] std::shared_ptr<const LayerRanges> held_against(
      std::vector<std::uint64_t> checksums) const;

 private:
  LayerRanges() = default;

  /// Keys as they stand before a layer.
  struct State {
    std::uint32_t layer = kNowhere;
    Words words;
    std::vector<std::uint32_t> places;  // where the sort carries them
  };
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  [[nodiscard]] std::uint32_t index_of(std::uint32_t layer) const;
  [[nodiscard]] std::shared_ptr<const RecordedRange> held(std::uint32_t index) const;
  [[nodiscard]] std::shared_ptr<const RecordedRange> run_again(const Recording& recording,
                                                               std::uint32_t index,
                                                               Progress* progress) const;
  [[nodiscard]] Result<std::shared_ptr<RecordedRange>> run_from_state(const Recording& recording,
                                                                      Engine& engine,
                                                                      std::uint32_t index,
                                                                      Progress* progress) const;
  void start_at(const Recording& recording, Keyframe keyframe) const;
  void prove(const RecordedRange& range) const;

  RangePlan plan_;
  std::vector<std::vector<std::uint32_t>> keyframes_;  // [i]: before range (i + 1) * every
  std::vector<std::uint64_t> checksums_;
  std::uint64_t bits_checksum_ = 0;
  std::shared_ptr<const PassedCounts> passed_;
  bool carries_places_ = false;

  mutable std::mutex running_;  // one range is made at a time
  mutable std::shared_ptr<Engine> engine_;
  mutable std::string kernel_;
  mutable State state_;

  mutable std::mutex looking_;  // never while something runs
  mutable std::size_t kept_ = kRangesKept;
  mutable std::uint64_t made_ = 0;
  mutable std::uint32_t state_layer_ = kNowhere;                      // of state_
  mutable std::vector<std::shared_ptr<const RecordedRange>> ranges_;  // the latest last
  mutable std::vector<std::shared_ptr<const std::vector<Wire>>> paths_;
  mutable std::string doubt_;
  mutable bool told_ = false;
  mutable std::optional<std::uint32_t> wanted_;
  mutable std::optional<Wire> wanted_path_;
  mutable bool made_beside_ = false;
};

/// record() for somebody who will look: of a run kept as keyframes, what far views show is counted
/// on the way.
Result<std::shared_ptr<const Recording>> record_to_show(const RunRequest& request, Engine& engine,
                                                        Progress* progress = nullptr);

/// Whether to follow_key() now: that does not record a large run again, or somebody chose the key
/// and has to wait for it. Else, where it was chosen, its way is wanted.
bool followed_at_once(const Recording& recording, std::uint32_t place, bool chosen);

}  // namespace sortscope
