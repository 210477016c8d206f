// recording.cpp: running a request with recording on, and what follows from the bits.
#include "core/recordings/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <new>
#include <numeric>
#include <optional>
#include <utility>

#include "core/algorithms/run_title.h"
#include "core/base/machine.h"
#include "core/base/number_text.h"
#include "core/base/pieces.h"
#include "core/engines/cpu/apply_layers.h"
#include "core/engines/cpu/apply_trees.h"
#include "core/engines/cpu/engine.h"
#include "core/engines/cpu/layers.h"
#include "core/engines/layer_giver.h"
#include "core/recordings/bitonic_input.h"
#include "core/recordings/families.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/replay.h"
#include "core/recordings/rerun.h"

namespace sortscope {

namespace {

// Comparators between two looks at a cancel.
constexpr std::uint64_t kFollowedAtOnce = std::uint64_t{1} << 22;
// Comparators of a recording whose bits are held against its keys where it is opened: a tenth of a
// second.
constexpr std::uint64_t kMostCompared = std::uint64_t{1} << 26;
// Words that a thread counts or compares, at least.
constexpr std::size_t kWordsAThread = std::size_t{1} << 16;

Result<const Algorithm*> algorithm_for(const RunRequest& request) {
  Result<const Algorithm*> found = find_algorithm(request.algorithm);
  if (!found) return found;
  const Algorithm& algorithm = **found;
  const std::size_t n = request.keys.size();
  if (n == 0) {
    return Error{ErrorCode::kBadUsage, "there are no keys to sort.", "Give at least one key."};
  }
  if (n > algorithm.max_keys) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} keys are too many for '{}', which takes at most {}.", n,
                             algorithm.id, algorithm.max_keys),
                 "Sort fewer keys or choose another algorithm."};
  }
  return found;
}

// The system had less to give than it said.
Error out_of_memory(const Algorithm& algorithm, std::uint32_t n, unsigned key_bits) {
  const RecordingSize size = recording_size(algorithm, n, key_bits);
  return {ErrorCode::kOutOfMemory, fmt::format("there is not enough memory to record {} keys.", n),
          fmt::format("The recording takes {}, {} of it outcome bits: sort fewer keys.",
                      bytes_text(size.total_bytes), bytes_text(size.bit_bytes))};
}

// Exchanges of one layer; splits that move keys.
std::uint64_t exchanges_of(const Recording& recording, std::uint32_t layer) {
  const Network& network = recording.network;
  const std::uint64_t first = network.first_word(layer);
  if (!network.has_splits(layer)) {
    return best_layers().count_ones(recording.bits.data() + first,
                                    network.first_word(layer + 1) - first);
  }
  std::uint64_t moving = 0;
  for (std::uint32_t index = 0; index < network.count(layer); ++index) {
    moving += recording.exchanged(layer, index) ? 1 : 0;
  }
  return moving;
}

bool count_exchanges(Recording& recording, const Progress* progress) {
  const std::uint32_t depth = recording.network.depth();
  recording.exchanged_before.assign(std::size_t{depth} + 1, 0);
  if (recording.windows) return true;
  std::vector<std::uint64_t>& before = recording.exchanged_before;
  const std::size_t pieces = even_pieces(recording.bits.size(), kWordsAThread);
  const bool all = run_pieces(
      pieces,
      [&](std::size_t piece) {
        const auto end = static_cast<std::uint32_t>(depth * (piece + 1) / pieces);
        for (auto layer = static_cast<std::uint32_t>(depth * piece / pieces); layer < end;
             ++layer) {
          before[layer + std::size_t{1}] = exchanges_of(recording, layer);
        }
      },
      progress);
  std::partial_sum(before.begin(), before.end(), before.begin());
  return all;
}

// Whether right(i) for all i from 1 to count - 1.
template <typename Right>
bool all_right(std::size_t count, const Right& right) {
  const std::size_t pieces = even_pieces(count, kWordsAThread);
  std::atomic<bool> good{true};
  run_pieces(pieces, [&](std::size_t piece) {
    const std::size_t end = count * (piece + 1) / pieces;
    std::size_t i = std::max<std::size_t>(1, count * piece / pieces);
    while (i < end && right(i)) ++i;
    if (i < end) good = false;
  });
  return good;
}

bool in_order(const Words& words) {
  const auto rising = [](const auto& all) {
    return all_right(all.size(), [&](std::size_t i) { return all[i - 1] <= all[i]; });
  };
  return words.bits == 32 ? rising(words.w32) : rising(words.w64);
}

// The wire at the start of each place.
std::vector<Wire, Unwritten<Wire>> wires_of_places(const PreparedKeys& start) {
  std::vector<Wire, Unwritten<Wire>> wires;
  reserve_at_once(wires, start.places.size());
  wires.resize(start.places.size());
  const std::size_t pieces = even_pieces(wires.size(), kWordsAThread);
  run_pieces(pieces, [&](std::size_t piece) {
    const std::size_t end = wires.size() * (piece + 1) / pieces;
    for (std::size_t wire = wires.size() * piece / pieces; wire < end; ++wire) {
      wires[start.places[wire]] = static_cast<std::uint32_t>(wire);
    }
  });
  return wires;
}

// The keys that stand on `places` are in order, padding last.
bool in_order(const Recording& recording, const std::vector<std::uint32_t>& places) {
  const PreparedKeys& start = recording.start;
  const auto wires = wires_of_places(start);
  const auto rising = [&](const auto& words) {
    return all_right(places.size(), [&](std::size_t i) {
      return words[wires[places[i - 1]]] <= words[wires[places[i]]] &&
             !(recording.is_padding(places[i - 1]) && !recording.is_padding(places[i]));
    });
  };
  return start.words.bits == 32 ? rising(start.words.w32) : rising(start.words.w64);
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

// The layers that the run added.
void extend_network(Recording& recording) {
  const auto extend = family_of(*recording.algorithm).extend;
  if (extend != nullptr) extend(recording);
}

// What an engine sorts: `words`, a copy of those of the start.
SortBuffers buffers_of(Words& words, const PreparedKeys& start) {
  SortBuffers buffers;
  buffers.key_bits = words.bits;
  buffers.words32 = words.w32;
  buffers.words64 = words.w64;
  buffers.real_keys = start.real_keys;
  return buffers;
}

bool cancelled(const Progress* progress) { return progress != nullptr && progress->cancelled(); }

Error stopped() { return {ErrorCode::kCancelled, "stopped.", ""}; }

// A layer of trees is resolved and followed.
std::uint64_t units_to_settle(const Network& network) {
  return network.size() * (network.adaptive() ? 2 : 1);
}

// The places after the last layer, layer after layer. A replay shares its recording: this one is
// not freed by it. Nothing where it was cancelled.
std::optional<std::vector<std::uint32_t>> follow_by_replay(const Recording& recording,
                                                           Progress* progress) {
  const Network& network = recording.network;
  const std::shared_ptr<const Recording> shared(std::shared_ptr<const void>(), &recording);
  Replay replay(shared);
  std::uint64_t since = 0;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    since += network.count(layer);
    if (since < kFollowedAtOnce) continue;
    if (cancelled(progress)) return {};
    replay.seek({layer + 1, 0});
    if (progress != nullptr) progress->advance(std::exchange(since, 0));
    since = 0;
  }
  if (cancelled(progress)) return {};
  replay.seek(network.end());
  const std::span<const std::uint32_t> places = replay.places();
  return std::vector<std::uint32_t>(places.begin(), places.end());
}

// The places after the last layer, as the bits have it. Nothing where it was cancelled.
std::optional<std::vector<std::uint32_t>> follow_keys(const Recording& recording,
                                                      Progress* progress) {
  const Network& network = recording.network;
  if (network.wires_move()) return follow_by_replay(recording, progress);
  std::vector<std::uint32_t> places;
  reserve_at_once(places, recording.start.places.size());
  places = recording.start.places;
  if (network.adaptive()) {
    const TreeRule rule = recording.algorithm->rule;
    if (!follow_adaptive(network, rule, recording.bits.data(), places, progress)) return {};
    return places;
  }
  const LayerRange all{0, network.depth()};
  if (!apply_layers(network, recording.bits.data(), all, places.data(), progress)) return {};
  return places;
}

// What follows from the bits alone is filled in. False where it was cancelled.
bool count_outcomes(Recording& recording, Progress* progress) {
  if (progress != nullptr) {
    progress->begin(units_to_settle(recording.network), "following the keys");
  }
  if (!recording.network.resolve(recording.algorithm->rule, recording.bits, progress) ||
      !count_exchanges(recording, progress)) {
    return false;
  }
  const auto find_facts = family_of(*recording.algorithm).find_facts;
  if (find_facts != nullptr) find_facts(recording, progress);
  return !cancelled(progress);
}

// What the sort carries beside the words: places, or the ties where those differ.
std::vector<std::uint32_t> carried_places(const PreparedKeys& start) {
  return start.ties.empty() ? start.places : start.ties;
}

// The engine's carried places are those that the bits lead to.
bool same_places(const Recording& recording, const std::vector<std::uint32_t>& by_bits,
                 const std::vector<std::uint32_t>& carried) {
  const PreparedKeys& start = recording.start;
  if (start.ties.empty()) return by_bits == carried;
  std::vector<std::uint32_t> tie_of_place(start.places.size());
  for (std::size_t w = 0; w < start.places.size(); ++w) {
    tie_of_place[start.places[w]] = start.ties[w];
  }
  for (std::size_t w = 0; w < carried.size(); ++w) {
    if (tie_of_place[by_bits[w]] != carried[w]) return false;
  }
  return true;
}

// Room for a copy of `words`, which is then made without the system's help.
void make_room(Words& copy, const Words& words) {
  reserve_at_once(copy.w32, words.w32.size());
  reserve_at_once(copy.w64, words.w64.size());
}

bool kept_in_ranges(const Recording& recording) {
  return recording.request.keyframes_only && !is_sparse(recording) &&
         family_of(*recording.algorithm).keyframes_for_bits();
}

/// The keys as an engine sorted them.
struct EngineOutput {
  Words words;
  std::vector<std::uint32_t> places;  // empty where it carried none
};

/// Whoever takes a run hears of its end before the run is gone.
class EndOfTaking {
 public:
  explicit EndOfTaking(RunTaker* taker) : taker_(taker) {}
  ~EndOfTaking() {
    if (taker_ != nullptr) taker_->end();
  }
  EndOfTaking(const EndOfTaking&) = delete;
  EndOfTaking& operator=(const EndOfTaking&) = delete;
  void forget() { taker_ = nullptr; }

 private:
  RunTaker* taker_;
};

// The sort, its outcomes taken meanwhile where there is a taker and the engine can.
Result<SortTiming> run_taken(Recording& recording, Engine& engine, const SortBuffers& buffers,
                             const SortOptions& options, Progress* progress, RunTaker* taker) {
  const Algorithm& algorithm = *recording.algorithm;
  auto* const giver = taker != nullptr ? dynamic_cast<LayerGiver*>(&engine) : nullptr;
  if (giver != nullptr && giver->gives_layers(algorithm, options.kernel)) {
    recording.timing.kernel = options.kernel.empty()
                                  ? engine.default_kernel(algorithm, recording.network)
                                  : options.kernel;
    const Result<LayerTaker*> layers = taker->begin(recording);
    if (!layers) return layers.error();
    if (*layers != nullptr) {
      auto timing =
          giver->run_giving(algorithm, recording.network, buffers, options, **layers, progress);
      if (timing) taker->sorted();
      return timing;
    }
  }
  return engine.run(algorithm, recording.network, buffers, options, progress);
}

// Runs the network on `engine`; fills in bits or keyframes, timing and the layers that it added.
Result<EngineOutput> run_engine(Recording& recording, Engine& engine, bool pairs,
                                Progress* progress, RunTaker* taker = nullptr) {
  const RunRequest& request = recording.request;
  const Network& network = recording.network;
  const bool sparse = is_sparse(recording);
  if (!sparse) {
    if (progress != nullptr) progress->begin(network.bit_words(), "making room for the outcomes");
    if (!grow_in_stretches(recording.bits, network.bit_words(), progress)) return stopped();
  }
  EngineOutput output;
  make_room(output.words, recording.start.words);
  output.words = recording.start.words;
  SortBuffers buffers = buffers_of(output.words, recording.start);
  const Family family = recording.algorithm->family;
  const bool adaptive = !fixed_schedule(family);
  if (pairs || adaptive || sparse || recording.start.ambiguous_padding) {
    output.places = carried_places(recording.start);
    buffers.places = output.places;
  }
  SortOptions options;
  options.kernel = request.kernel;
  options.bits = recording.bits;
  std::vector<std::uint32_t> repair_bits;
  options.repair_bits = &repair_bits;
  std::vector<std::vector<std::uint32_t>> keyframes;
  if (sparse) options.keyframes = &keyframes;
  Result<SortTiming> timing = run_taken(recording, engine, buffers, options, progress, taker);
  if (!timing) return timing.error();
  recording.timing = *timing;
  recording.bits.insert(recording.bits.end(), repair_bits.begin(), repair_bits.end());
  extend_network(recording);
  if (sparse) recording.windows = std::make_shared<const AksWindows>(std::move(keyframes));
  return output;
}

void name_engine(Recording& recording, const Engine& engine) {
  recording.engine = engine.id();
  recording.engine_description = engine.description();
  recording.created_utc = utc_now();
}

Result<std::shared_ptr<const Recording>> run_and_record(Recording& recording, Engine& engine,
                                                        bool pairs, bool to_show,
                                                        Progress* progress, RunTaker* taker) {
  name_engine(recording, engine);
  if (kept_in_ranges(recording)) {
    const auto places = LayerRanges::record(recording, engine, pairs, to_show, progress);
    if (!places) return places.error();
    const bool carried = pairs || recording.start.ambiguous_padding;
    recording.sorted =
        in_order(recording.ranges->words_at_end()) && (!carried || in_order(recording, *places));
    return std::shared_ptr<const Recording>(std::make_shared<Recording>(std::move(recording)));
  }
  const auto output = run_engine(recording, engine, pairs, progress, taker);
  if (!output) return output.error();
  const auto& [words, places] = *output;
  if (!count_outcomes(recording, progress)) return stopped();
  recording.sorted = in_order(words);
  // Words alone say no more than the words that the engine gave back.
  if (places.empty())
    return std::shared_ptr<const Recording>(std::make_shared<Recording>(std::move(recording)));
  const auto by_bits = follow_keys(recording, progress);
  if (!by_bits) return stopped();
  recording.sorted = recording.sorted && in_order(recording, *by_bits);
  if (!same_places(recording, *by_bits, places)) {
    return Error{
        ErrorCode::kWorkFailed,
        fmt::format("the outcome bits of engine '{}', kernel '{}', do not lead to the places "
                    "that it sorted.",
                    engine.id(), recording.timing.kernel),
        "This is an error in the engine: please report it, and record with --engine cpu."};
  }
  return std::shared_ptr<const Recording>(std::make_shared<Recording>(std::move(recording)));
}

// The start of a run: words, places, ties.
PreparedKeys prepare_start(const RunRequest& request, const Algorithm& algorithm,
                           std::uint32_t wires) {
  PreparedKeys start =
      prepare_keys(request.keys, request.order, wires, algorithm.needs_bitonic_input);
  if (!fixed_schedule(algorithm.family) && algorithm.needs_bitonic_input) {
    start.ties = bitonic_ties(start);
  }
  return start;
}

// Every split is within its sequence.
Status check_splits(const Recording& recording, std::uint32_t layer) {
  const std::uint32_t half = recording.network.form(layer).distance;
  for (std::uint32_t index = 0; index < recording.network.count(layer); ++index) {
    if (recording.split(layer, index).length <= half) continue;
    return Error{ErrorCode::kBadInput,
                 fmt::format("split {} of layer {} is {} keys long, {} is the most.", index,
                             layer + 1, recording.split(layer, index).length, half),
                 "The recording is damaged: record again."};
  }
  return {};
}

}  // namespace

std::string Recording::title() const { return run_title(*algorithm, network); }

WireExchange Recording::exchange(std::uint32_t layer, std::uint32_t index) const {
  if (network.has_splits(layer)) {
    const LayerForm& form = network.form(layer);
    const Wire base = index << form.block_log2;
    const Split at = split(layer, index);
    if (!at.second_case) return {base, at.length, form.distance};
    return {base + at.length, form.distance - at.length, form.distance};
  }
  if (!exchanged(layer, index)) return {};
  const Comparator comparator = network.comparator(layer, index);
  if (!network.in_trees(layer)) {
    return {comparator.lower(), 1, comparator.upper() - comparator.lower()};
  }
  const TreeTask task = network.task(layer, index);
  const bool two_cases = algorithm->rule == TreeRule::kTwoCase;
  if (task.phase == 0) {
    if (two_cases) return {comparator.lower(), 1, task.half()};
    return {task.base(), task.half(), task.half()};
  }
  // The key of p and its left subtree (case 1) or right subtree (case 2). Stage by stage, phase 0
  // of the same instance stands `phase` layers before.
  const std::uint32_t below = task.half() >> task.phase;
  const bool second = two_cases && exchanged(layer - task.phase, index);
  return {second ? comparator.lower() : comparator.lower() + 1 - below, below, task.half()};
}

namespace {

Result<std::shared_ptr<const Recording>> record_run(const RunRequest& request, Engine& engine,
                                                    bool pairs, bool to_show, RunTaker* taker,
                                                    Progress* progress) {
  const Result<const Algorithm*> algorithm = algorithm_for(request);
  if (!algorithm) return algorithm.error();
  const auto n = static_cast<std::uint32_t>(request.keys.size());
  const unsigned key_bits = bits_of(request.keys.type);
  if (progress != nullptr) progress->begin(0, "preparing the sort");
  if (Status status = check_bitonic(request, **algorithm); !status) return status.error();
  if (Status status =
          check_memory(**algorithm, n, key_bits, available_memory_bytes(), request, &engine);
      !status) {
    return status.error();
  }
  try {
    Recording recording;
    make_room(recording.request.keys.raw, request.keys.raw);
    recording.request = request;
    recording.request.pairs = pairs;
    recording.algorithm = *algorithm;
    Result<Network> network = build_network(**algorithm, n, request);
    if (!network) return network.error();
    recording.network = std::move(*network);
    recording.start = prepare_start(request, **algorithm, recording.network.wires());
    EndOfTaking end(taker);
    auto made = run_and_record(recording, engine, pairs, to_show, progress, taker);
    if (made) end.forget();
    return made;
  } catch (const std::bad_alloc&) {
    return out_of_memory(**algorithm, n, key_bits);
  }
}

}  // namespace

Result<std::shared_ptr<const Recording>> record(const RunRequest& request, Engine& engine,
                                                bool pairs, Progress* progress) {
  return record_run(request, engine, pairs, false, nullptr, progress);
}

Result<std::shared_ptr<const Recording>> record_taken(const RunRequest& request, Engine& engine,
                                                      bool pairs, RunTaker* taker,
                                                      Progress* progress) {
  return record_run(request, engine, pairs, false, taker, progress);
}

Result<std::shared_ptr<const Recording>> record_to_show(const RunRequest& request, Engine& engine,
                                                        Progress* progress) {
  return record_run(request, engine, false, true, nullptr, progress);
}

std::string doubt_of(const Recording& recording, Progress* progress) try {
  // It was made here, layer by layer.
  if (recording.ranges) return recording.ranges->doubt();
  const std::string_view what = recording.windows ? "keyframes" : "outcome bits";
  const FamilyRow& family = family_of(*recording.algorithm);
  if (recording.network.size() <= kMostCompared) {
    Recording again;
    again.request = recording.request;
    again.request.kernel.clear();
    again.algorithm = recording.algorithm;
    again.start = recording.start;
    const auto n = static_cast<std::uint32_t>(recording.request.keys.size());
    Result<Network> network = build_network(*recording.algorithm, n, again.request);
    if (network) {
      again.network = std::move(*network);
      if (progress != nullptr) {
        progress->begin(recording.network.size(), "comparing the bits with the keys");
      }
      const bool was_part = progress != nullptr && progress->part.exchange(true);
      const auto output = run_engine(again, *make_cpu_engine(), recording.request.pairs, progress);
      if (progress != nullptr) progress->part = was_part;
      const std::string found = output ? difference(recording, again) : "";
      if (!found.empty()) return fmt::format("its {} are not those of its keys: {}", what, found);
    }
  }
  const bool always_sorts = !recording.algorithm->needs_bitonic_input &&
                            recording.algorithm->family != Family::kAks && !family.stored_network;
  if (recording.sorted || !always_sorts) return "";
  return fmt::format(
      "its {} are not those of its keys: they leave them unsorted, which this sort never does",
      what);
} catch (const std::bad_alloc&) {
  return "";
}

Result<std::shared_ptr<const Recording>> assemble_recording(Recording recording,
                                                            Progress* progress) {
  const auto assembled = assemble_undoubted(std::move(recording), progress);
  if (!assembled) return assembled.error();
  // Nobody else has it yet.
  const auto whole = std::const_pointer_cast<Recording>(*assembled);
  whole->doubt = doubt_of(*whole, progress);
  if (cancelled(progress)) return stopped();
  return std::shared_ptr<const Recording>(whole);
}

Result<std::shared_ptr<const Recording>> assemble_undoubted(Recording recording,
                                                            Progress* progress) {
  Result<const Algorithm*> algorithm = algorithm_for(recording.request);
  if (!algorithm) {
    algorithm.error().code = ErrorCode::kBadInput;
    return algorithm.error();
  }
  const auto n = static_cast<std::uint32_t>(recording.request.keys.size());
  try {
    recording.algorithm = *algorithm;
    Result<Network> built = build_network(**algorithm, n, recording.request);
    if (!built) {
      built.error().code = ErrorCode::kBadInput;
      return built.error();
    }
    recording.network = std::move(*built);
    extend_network(recording);
    const Network& network = recording.network;
    if (!recording.windows && recording.bits.size() != network.bit_words()) {
      return Error{
          ErrorCode::kBadInput,
          fmt::format("the recording has {} words of outcome bits; '{}' of {} keys needs {}.",
                      recording.bits.size(), recording.algorithm->id, n, network.bit_words()),
          "The recording is damaged: record again."};
    }
    for (std::uint32_t layer = 0; layer < network.depth() && !recording.windows; ++layer) {
      if (network.has_splits(layer)) {
        if (Status status = check_splits(recording, layer); !status) return status.error();
        continue;
      }
      const std::uint32_t used = network.count(layer) % 32;
      if (used != 0 && recording.bits[network.first_word(layer + 1) - 1] >> used != 0) {
        return Error{ErrorCode::kBadInput,
                     fmt::format("the recording has outcome bits beyond the {} comparators of "
                                 "layer {}.",
                                 network.count(layer), layer + 1),
                     "The recording is damaged: record again."};
      }
    }
    recording.start = prepare_start(recording.request, *recording.algorithm, network.wires());
    if (const auto check = family_of(*recording.algorithm).check_keyframes; check != nullptr) {
      if (Status status = check(recording); !status) return status.error();
    }
    if (!count_outcomes(recording, progress)) return stopped();
    const auto by_bits = follow_keys(recording, progress);
    if (!by_bits) return stopped();
    recording.sorted = in_order(recording, *by_bits);
    return std::shared_ptr<const Recording>(std::make_shared<Recording>(std::move(recording)));
  } catch (const std::bad_alloc&) {
    return out_of_memory(**algorithm, n, bits_of(recording.request.keys.type));
  }
}

}  // namespace sortscope
