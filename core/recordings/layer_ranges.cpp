// layer_ranges.cpp: running layers of a network range by range, once and again.
#include "core/recordings/layer_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <utility>

#include "core/base/checksum.h"
#include "core/base/machine.h"
#include "core/base/pieces.h"
#include "core/engines/cpu/apply_layers.h"
#include "core/engines/cpu/layers.h"
#include "core/engines/engine.h"
#include "core/networks/part.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {

namespace {

// What keyframes take, at most, where one alone does not take more.
constexpr std::uint64_t kKeyframeBytes = std::uint64_t{256} << 20;
// Of all outcome bits, one part of so many is in a range, and one of so many in keyframes.
constexpr std::uint64_t kBitsARange = 16;
constexpr std::uint64_t kBitsAllKeyframes = 4;
// Comparators that are recorded again in some hundredths of a second.
constexpr std::uint64_t kMostRunAtOnce = std::uint64_t{1} << 25;
// Layers of a piece that is counted and proved by one thread.
constexpr std::size_t kLayersAPiece = 4;
constexpr std::size_t kPathsKept = 8;
// Words that a thread takes from a keyframe, at least.
constexpr std::size_t kWordsAThread = std::size_t{1} << 17;

/// checksum() of words that come in parts.
class WordsChecksum {
 public:
  void add(std::span<const std::uint32_t> words) {
    if (halved_ && !words.empty()) {
      const std::array two = {half_, words.front()};
      sum_ = checksum(as_bytes(two), sum_);
      halved_ = false;
      words = words.subspan(1);
    }
    const std::size_t whole = words.size() / 2 * 2;
    sum_ = checksum(as_bytes(words.first(whole)), sum_);
    if (whole == words.size()) return;
    halved_ = true;
    half_ = words.back();
  }
  [[nodiscard]] std::uint64_t value() const {
    return halved_ ? checksum(as_bytes({&half_, 1}), sum_) : sum_;
  }

 private:
  static std::span<const unsigned char> as_bytes(std::span<const std::uint32_t> words) {
    return {reinterpret_cast<const unsigned char*>(words.data()), words.size_bytes()};
  }

  std::uint64_t sum_ = kChecksumOfNothing;
  std::uint32_t half_ = 0;  // a word before whose partner comes
  bool halved_ = false;
};

std::uint64_t checksum_of(std::span<const std::uint32_t> words) {
  return checksum({reinterpret_cast<const unsigned char*>(words.data()), words.size_bytes()});
}

// Calls work(layer) for all layers of the range, on all threads.
template <typename Work>
void for_layers(const RecordedRange& range, const Work& work) {
  const std::size_t layers = range.last - range.first;
  run_pieces((layers + kLayersAPiece - 1) / kLayersAPiece, [&](std::size_t piece) {
    const std::size_t end = std::min(layers, (piece + 1) * kLayersAPiece);
    for (std::size_t i = piece * kLayersAPiece; i < end; ++i) {
      work(range.first + static_cast<std::uint32_t>(i));
    }
  });
}

// The wire at the start of the key of `place`.
Wire first_wire(const PreparedKeys& start, std::uint32_t place) {
  if (place < start.padding_at) return place;
  const auto padding = static_cast<std::uint32_t>(start.places.size()) - start.real_keys;
  return place < start.real_keys ? place + padding : start.padding_at + (place - start.real_keys);
}

void take_words(const PreparedKeys& start, const std::vector<std::uint32_t>& places, Words& words) {
  words.bits = start.words.bits;
  words.resize(places.size());
  const std::size_t pieces = even_pieces(places.size(), kWordsAThread);
  run_pieces(pieces, [&](std::size_t piece) {
    const std::size_t end = places.size() * (piece + 1) / pieces;
    for (std::size_t w = places.size() * piece / pieces; w < end; ++w) {
      words.set(w, start.words.at(first_wire(start, places[w])));
    }
  });
}

SortBuffers buffers_of(Words& words, std::vector<std::uint32_t>& places, const Recording& of) {
  SortBuffers buffers;
  buffers.key_bits = words.bits;
  buffers.words32 = words.w32;
  buffers.words64 = words.w64;
  buffers.places = places;
  buffers.real_keys = of.start.real_keys;
  return buffers;
}

/// Fills in PassedCounts, as the bits and the places of a run pass by.
class Passing {
 public:
  // Counts nothing where nobody asked for `far_views`.
  Passing(const Recording& recording, bool far_views)
      : recording_(recording),
        far_(FarGrid::of(recording.network.wires(), recording.network.depth())),
        counts_(std::make_shared<PassedCounts>()) {
    if (!far_views) return;
    counts_->grid = TileGrid::of(far_.wires, far_.depth);
    counts_->tiles.resize(counts_->grid.tiles());
    const std::uint64_t bytes = std::uint64_t{far_.wires} * kRankBytes;
    if (bytes > free_memory_bytes() / 2) return;
    counts_->ranks = std::make_shared<const std::vector<std::uint32_t>>(ranks_by_place(recording));
    add_column(recording.start.places);
  }

  // On all threads.
  void count_tiles(const RecordedRange& range) {
    if (counts_->tiles.empty()) return;
    // The part's layers are numbered anew.
    const TileCounter counter(range.part, counts_->grid);
    for_layers(range, [&](std::uint32_t layer) {
      counter.count(layer - range.first, range.words(layer).data(),
                    counts_->tiles.data() + std::uint64_t{layer} * counts_->grid.rows());
    });
  }

  // Applies the range to `places`, state by state where they are looked at. False: cancelled.
  bool apply(const RecordedRange& range, std::vector<std::uint32_t>& places, Progress* progress) {
    for (std::uint32_t at = range.first; at < range.last;) {
      std::uint32_t next = counts_->ranks != nullptr ? at + 1 : range.last;
      while (next < range.last && !far_.has_column(next)) ++next;
      if (!apply_layers(range.part, range.bits.data(), {at - range.first, next - range.first},
                        places.data(), progress)) {
        return false;
      }
      at = next;
      if (counts_->ranks != nullptr && far_.has_column(at)) add_column(places);
    }
    return true;
  }

  [[nodiscard]] std::shared_ptr<const PassedCounts> counts() const { return counts_; }

 private:
  // What ranking takes for a key.
  static constexpr std::uint64_t kRankBytes = 20;

  void add_column(const std::vector<std::uint32_t>& places) {
    if (far_.wires_log2 == 0) {
      counts_->columns.push_back(places);
      return;
    }
    std::vector<float> means(far_.rows());
    mean_ranks(places, *counts_->ranks, recording_.start.real_keys, far_.wires_log2, 0, means);
    std::vector<std::uint32_t>& column = counts_->columns.emplace_back(means.size());
    std::ranges::transform(means, column.begin(),
                           [](float mean) { return std::bit_cast<std::uint32_t>(mean); });
  }

  const Recording& recording_;
  const FarGrid far_;
  const std::shared_ptr<PassedCounts> counts_;
};

}  // namespace

RangePlan RangePlan::of(const Network& network) {
  RangePlan plan;
  const std::uint32_t depth = network.depth();
  const std::uint64_t limit = network.bit_words() / kBitsARange;
  for (std::uint32_t layer = 0; layer < depth;) {
    const std::uint64_t begin = network.first_word(layer);
    std::uint32_t last = layer + 1;
    while (last < depth && network.first_word(last + 1) - begin <= limit) ++last;
    plan.most_words = std::max(plan.most_words, network.first_word(last) - begin);
    plan.first_layers.push_back(last);
    layer = last;
  }
  const std::uint64_t frame = std::uint64_t{network.wires()} * sizeof(std::uint32_t);
  const std::uint64_t budget = network.bit_words() * sizeof(std::uint32_t) / kBitsAllKeyframes;
  const std::uint64_t frames =
      std::min(budget / frame, std::max<std::uint64_t>(kKeyframeBytes / frame, 1));
  if (frames > 0) {
    plan.keyframe_every = static_cast<std::uint32_t>(plan.ranges() / (frames + 1) + 1);
  }
  return plan;
}

std::uint64_t LayerRanges::bytes(const Network& network, std::uint32_t n, unsigned key_bits) {
  const RangePlan plan = RangePlan::of(network);
  const std::uint64_t wires = network.wires();
  std::uint64_t bytes = (kRangesKept + 1) * plan.most_words * sizeof(std::uint32_t) +
                        plan.keyframes() * wires * sizeof(std::uint32_t) +
                        network.depth() * 2 * sizeof(std::uint64_t);
  // Who asks for the run has its keys as well.
  bytes += std::uint64_t{n} * (key_bits / 8);
  // Padding that looks like a key travels with its place.
  if (n < wires) bytes += 3 * wires * sizeof(std::uint32_t);
  return bytes;
}

std::string_view LayerRanges::kernel_for(const Engine& engine, const Algorithm& algorithm,
                                         std::string_view asked) {
  std::string_view first;
  bool known = asked.empty();
  for (const Kernel& kernel : engine.kernels()) {
    if (!runs(kernel, algorithm)) continue;
    known = known || kernel.id == asked;
    if (kernel.xor_schedule_only) continue;
    if (kernel.id == asked) return kernel.id;
    if (first.empty()) first = kernel.id;
  }
  return known ? first : asked;
}

Result<std::vector<std::uint32_t>> LayerRanges::record(Recording& recording, Engine& engine,
                                                       bool pairs, bool far_views,
                                                       Progress* progress) {
  const Network& network = recording.network;
  const PreparedKeys& start = recording.start;
  const std::shared_ptr<LayerRanges> made(new LayerRanges);
  made->plan_ = RangePlan::of(network);
  made->carries_places_ = start.ambiguous_padding;
  made->engine_ = engine.weak_from_this().lock();
  made->kernel_ = kernel_for(engine, *recording.algorithm, "");
  const std::string_view kernel =
      kernel_for(engine, *recording.algorithm, recording.request.kernel);
  made->checksums_.resize(network.depth());
  std::vector<std::uint64_t> exchanges(network.depth());
  std::vector<std::uint32_t> places = start.places;
  State& state = made->state_;
  reserve_at_once(state.words.w32, start.words.w32.size());
  reserve_at_once(state.words.w64, start.words.w64.size());
  state.words = start.words;
  if (pairs || made->carries_places_) state.places = places;
  SortTiming all;
  WordsChecksum sum;
  Passing passing(recording, far_views);
  if (progress != nullptr) progress->begin(2 * network.size());
  const PartOfLonger part(progress);
  const RangePlan& plan = made->plan_;
  // One buffer for all ranges: nothing of them is kept.
  std::vector<std::uint32_t> bits;
  reserve_at_once(bits, plan.most_words);
  for (std::uint32_t index = 0; index < plan.ranges(); ++index) {
    RecordedRange range{plan.first_layers[index], plan.first_layers[index + 1], {}, {}};
    range.part = part_of(network, range.first, range.last);
    range.bits = std::move(bits);
    range.bits.resize(range.part.bit_words());
    SortOptions options;
    options.kernel = kernel;
    options.bits = range.bits;
    const auto timing =
        engine.run(*recording.algorithm, range.part,
                   buffers_of(state.words, state.places, recording), options, progress);
    if (!timing) return timing.error();
    all.elapsed_ns += timing->elapsed_ns;
    all.transfer_ns += timing->transfer_ns;
    all.launches += timing->launches;
    all.kernel = timing->kernel;
    for_layers(range, [&](std::uint32_t layer) {
      const std::span<const std::uint32_t> words = range.words(layer);
      made->checksums_[layer] = checksum_of(words);
      exchanges[layer] = best_layers().count_ones(words.data(), words.size());
    });
    sum.add(range.bits);
    passing.count_tiles(range);
    if (index > 0 && plan.keyframe_every > 0 && index % plan.keyframe_every == 0) {
      made->keyframes_.push_back(places);
    }
    if (!passing.apply(range, places, progress)) {
      return Error{ErrorCode::kCancelled, "stopped.", ""};
    }
    if (!state.places.empty() && state.places != places) {
      return Error{ErrorCode::kWorkFailed,
                   fmt::format("the outcome bits of engine '{}', kernel '{}', do not lead to the "
                               "places that it sorted.",
                               engine.id(), all.kernel),
                   "This is an error in the engine: please report it, and record with --engine "
                   "cpu."};
    }
    bits = std::move(range.bits);
  }
  if (plan.ranges() == 0) {
    all.kernel = engine.default_kernel(*recording.algorithm, network);
  }
  state.layer = network.depth();
  made->state_layer_ = state.layer;
  if (!made->carries_places_) state.places = {};
  made->bits_checksum_ = sum.value();
  made->passed_ = passing.counts();
  recording.exchanged_before.assign(std::size_t{network.depth()} + 1, 0);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    recording.exchanged_before[layer + std::size_t{1}] =
        recording.exchanged_before[layer] + exchanges[layer];
  }
  recording.timing = std::move(all);
  recording.ranges = made;
  return places;
}

std::uint32_t LayerRanges::index_of(std::uint32_t layer) const {
  const auto after = std::ranges::upper_bound(plan_.first_layers, layer);
  return static_cast<std::uint32_t>(after - plan_.first_layers.begin()) - 1;
}

LayerRanges::Keyframe LayerRanges::keyframe_before(std::uint32_t layer) const {
  if (plan_.keyframe_every == 0 || keyframes_.empty()) return {};
  // A state after the last layer comes from the last range.
  const std::uint32_t index = std::min(index_of(layer), plan_.ranges() - 1);
  const std::size_t kept = std::min<std::size_t>(index / plan_.keyframe_every, keyframes_.size());
  if (kept == 0) return {};
  return {plan_.first_layers[kept * plan_.keyframe_every], &keyframes_[kept - 1]};
}

std::shared_ptr<const RecordedRange> LayerRanges::held(std::uint32_t index) const {
  const std::lock_guard lock(looking_);
  const auto found = std::ranges::find_if(
      ranges_, [&](const auto& range) { return range->first == plan_.first_layers[index]; });
  if (found == ranges_.end()) return nullptr;
  std::rotate(found, found + 1, ranges_.end());
  return ranges_.back();
}

std::shared_ptr<const RecordedRange> LayerRanges::range_of(const Recording& recording,
                                                           std::uint32_t layer, Progress* progress,
                                                           bool keep) const {
  const std::uint32_t index = index_of(layer);
  if (auto found = held(index)) return found;
  const std::lock_guard lock(running_);
  if (auto found = held(index)) return found;
  if (keep) {
    const std::lock_guard room(looking_);
    while (ranges_.size() >= kept_) ranges_.erase(ranges_.begin());
  }
  auto made = run_again(recording, index, progress);
  const std::lock_guard look(looking_);
  state_layer_ = state_.layer;
  if (made == nullptr) return nullptr;
  ++made_;
  if (keep) ranges_.push_back(made);
  return made;
}

void LayerRanges::start_at(const Recording& recording, Keyframe keyframe) const {
  state_.layer = kNowhere;
  const auto& places = keyframe.places != nullptr ? *keyframe.places : recording.start.places;
  if (keyframe.places != nullptr) {
    take_words(recording.start, places, state_.words);
  } else {
    state_.words = recording.start.words;
  }
  if (carries_places_) state_.places = places;
  state_.layer = keyframe.layer;
}

Result<std::shared_ptr<RecordedRange>> LayerRanges::run_from_state(const Recording& recording,
                                                                   Engine& engine,
                                                                   std::uint32_t index,
                                                                   Progress* progress) const {
  const Keyframe keyframe = keyframe_before(plan_.first_layers[index]);
  if (state_.layer > plan_.first_layers[index] || state_.layer < keyframe.layer) {
    start_at(recording, keyframe);
  }
  for (std::uint32_t at = index_of(state_.layer); at <= index; ++at) {
    const std::uint32_t first = plan_.first_layers[at];
    const std::uint32_t last = plan_.first_layers[at + 1];
    auto range = std::make_shared<RecordedRange>();
    range->first = first;
    range->last = last;
    range->part = part_of(recording.network, first, last);
    SortOptions options;
    options.kernel = kernel_;
    if (at == index) {
      range->bits.resize(range->part.bit_words());
      options.bits = range->bits;
    }
    // Half done, the keys are of no layer.
    state_.layer = kNowhere;
    const auto timing =
        engine.run(*recording.algorithm, range->part,
                   buffers_of(state_.words, state_.places, recording), options, progress);
    if (!timing) return timing.error();
    state_.layer = last;
    if (at == index) return range;
  }
  return std::shared_ptr<RecordedRange>();
}

std::shared_ptr<const RecordedRange> LayerRanges::run_again(const Recording& recording,
                                                            std::uint32_t index,
                                                            Progress* progress) const {
  const PartOfLonger part(progress);
  const auto cancelled = [&] { return progress != nullptr && progress->cancelled(); };
  if (engine_ != nullptr) {
    const auto made = run_from_state(recording, *engine_, index, progress);
    if (made) {
      prove(**made);
      return *made;
    }
    if (cancelled()) return nullptr;
  }
  // The GPU is gone, or busy, or another machine's: the bits are the same on the CPU.
  engine_ = make_cpu_engine();
  kernel_ = kernel_for(*engine_, *recording.algorithm, "");
  const auto made = run_from_state(recording, *engine_, index, progress);
  if (!made && !cancelled()) throw std::bad_alloc();
  if (!made) return nullptr;
  prove(**made);
  return *made;
}

void LayerRanges::prove(const RecordedRange& range) const {
  std::vector<unsigned char> wrong(range.last - range.first);
  for_layers(range, [&](std::uint32_t layer) {
    wrong[layer - range.first] = checksum_of(range.words(layer)) != checksums_[layer] ? 1 : 0;
  });
  const auto first = std::ranges::find(wrong, 1);
  if (first == wrong.end()) return;
  const std::lock_guard lock(looking_);
  if (!doubt_.empty()) return;
  doubt_ = fmt::format("recorded again, its outcomes are others from layer {} on",
                       range.first + (first - wrong.begin()) + 1);
}

bool LayerRanges::exchanged(const Recording& recording, std::uint32_t layer,
                            std::uint32_t index) const {
  const auto range = range_of(recording, layer);
  return (range->words(layer)[index / 32] >> (index % 32) & 1) != 0;
}

std::uint64_t LayerRanges::comparators_again(const Network& network, std::uint32_t from,
                                             std::uint32_t to) const {
  if (from == to || plan_.ranges() == 0) return 0;
  const std::lock_guard lock(looking_);
  const bool back = to < from;
  const std::uint32_t first = index_of(std::min(from, to));
  const std::uint32_t last = index_of(std::max(from, to) - 1);
  std::uint32_t state = state_layer_;
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i <= last - first; ++i) {
    const std::uint32_t index = back ? last - i : first + i;
    const std::uint32_t begin = plan_.first_layers[index];
    if (std::ranges::any_of(ranges_, [&](const auto& range) { return range->first == begin; })) {
      continue;
    }
    const std::uint32_t keyframe = keyframe_before(begin).layer;
    const std::uint32_t at = state > begin || state < keyframe ? keyframe : state;
    state = plan_.first_layers[index + 1];
    sum += network.comparators_before(state) - network.comparators_before(at);
  }
  return sum;
}

std::shared_ptr<const std::vector<Wire>> LayerRanges::path(const Recording& recording,
                                                           Wire first_wire,
                                                           Progress* progress) const {
  {
    const std::lock_guard lock(looking_);
    for (const auto& path : paths_) {
      if (path->front() == first_wire) return path;
    }
  }
  const Network& network = recording.network;
  auto path = std::make_shared<std::vector<Wire>>();
  path->reserve(std::size_t{network.depth()} + 1);
  path->push_back(first_wire);
  for (std::uint32_t index = 0; index < plan_.ranges(); ++index) {
    const auto range = range_of(recording, plan_.first_layers[index], progress, false);
    if (range == nullptr) return nullptr;
    for (std::uint32_t layer = range->first; layer < range->last; ++layer) {
      const WireUse use = network.use(layer, path->back());
      const bool exchanged =
          use.compared && (range->words(layer)[use.index / 32] >> (use.index % 32) & 1) != 0;
      path->push_back(!exchanged
                          ? path->back()
                          : use.comparator.min_wire + use.comparator.max_wire - path->back());
    }
  }
  const std::lock_guard lock(looking_);
  if (paths_.size() == kPathsKept) paths_.erase(paths_.begin());
  paths_.push_back(path);
  return path;
}

std::string LayerRanges::doubt() const {
  const std::lock_guard lock(looking_);
  return doubt_;
}

std::string LayerRanges::untold_doubt() const {
  const std::lock_guard lock(looking_);
  if (doubt_.empty() || std::exchange(told_, true)) return "";
  return doubt_;
}

bool LayerRanges::at_hand(const Network& network, std::uint32_t layer) const {
  return comparators_again(network, layer, layer + 1) <= kMostRunAtOnce;
}

void LayerRanges::want(std::uint32_t layer) const {
  const std::lock_guard lock(looking_);
  wanted_ = layer;
}

std::optional<std::uint32_t> LayerRanges::take_wanted() const {
  const std::lock_guard lock(looking_);
  return std::exchange(wanted_, std::nullopt);
}

bool LayerRanges::knows_path(Wire first_wire) const {
  const std::lock_guard lock(looking_);
  return std::ranges::any_of(paths_, [&](const auto& path) { return path->front() == first_wire; });
}

void LayerRanges::want_path(Wire first_wire) const {
  const std::lock_guard lock(looking_);
  wanted_path_ = first_wire;
}

std::optional<Wire> LayerRanges::take_wanted_path() const {
  const std::lock_guard lock(looking_);
  return std::exchange(wanted_path_, std::nullopt);
}

void LayerRanges::make_beside(bool made_beside) const {
  const std::lock_guard lock(looking_);
  made_beside_ = made_beside;
}

bool LayerRanges::made_beside() const {
  const std::lock_guard lock(looking_);
  return made_beside_;
}

void LayerRanges::keep_ranges(std::size_t count) const {
  const std::lock_guard lock(looking_);
  kept_ = std::max<std::size_t>(count, 1);
}

std::uint64_t LayerRanges::ranges_made() const {
  const std::lock_guard lock(looking_);
  return made_;
}

std::string_view LayerRanges::engine_id() const {
  const std::lock_guard lock(running_);
  return engine_ != nullptr ? engine_->id() : "cpu";
}

std::shared_ptr<const LayerRanges> LayerRanges::held_against(
    std::vector<std::uint64_t> checksums) const {
  const std::lock_guard lock(running_);
  const std::shared_ptr<LayerRanges> other(new LayerRanges);
  other->plan_ = plan_;
  other->keyframes_ = keyframes_;
  other->checksums_ = std::move(checksums);
  other->bits_checksum_ = bits_checksum_;
  other->passed_ = passed_;
  other->carries_places_ = carries_places_;
  other->engine_ = engine_;
  other->kernel_ = kernel_;
  return other;
}

bool followed_at_once(const Recording& recording, std::uint32_t place, bool chosen) {
  if (!recording.ranges || recording.network.size() <= kMostRunAtOnce) return true;
  const Wire wire = first_wire(recording.start, place);
  if (recording.ranges->knows_path(wire)) return true;
  if (!chosen || !recording.ranges->made_beside()) return chosen;
  recording.ranges->want_path(wire);
  return false;
}

}  // namespace sortscope
