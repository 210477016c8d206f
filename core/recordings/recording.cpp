// recording.cpp: running a request with recording on, and what follows from the bits.
#include "core/recordings/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <new>
#include <optional>
#include <utility>

#include "core/base/machine.h"
#include "core/base/number_text.h"
#include "core/engines/cpu/engine.h"
#include "core/engines/cpu/layers.h"
#include "core/recordings/bitonic_input.h"
#include "core/recordings/families.h"
#include "core/recordings/replay.h"

namespace sortscope {

namespace {

// Comparators between two looks at a cancel.
constexpr std::uint64_t kFollowedAtOnce = std::uint64_t{1} << 20;
// Comparators of a recording whose bits are held against its keys where it is opened: a second.
constexpr std::uint64_t kMostCompared = std::uint64_t{1} << 26;

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

void count_exchanges(Recording& recording) {
  const Network& network = recording.network;
  recording.exchanged_before.assign(std::size_t{network.depth()} + 1, 0);
  if (recording.windows) return;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const std::uint64_t first = network.first_word(layer);
    if (network.has_splits(layer)) {
      std::uint64_t moving = 0;
      for (std::uint32_t index = 0; index < network.count(layer); ++index) {
        moving += recording.exchanged(layer, index) ? 1 : 0;
      }
      recording.exchanged_before[layer + 1] = recording.exchanged_before[layer] + moving;
      continue;
    }
    recording.exchanged_before[layer + 1] =
        recording.exchanged_before[layer] +
        best_layers().count_ones(recording.bits.data() + first,
                                 network.first_word(layer + 1) - first);
  }
}

bool in_order(const Words& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words.at(i - 1) > words.at(i)) return false;
  }
  return true;
}

// The keys that stand on `places` are in order, padding last.
bool in_order(const Recording& recording, const std::vector<std::uint32_t>& places) {
  const PreparedKeys& start = recording.start;
  std::vector<std::uint32_t> wire_of_place(places.size());
  for (std::uint32_t wire = 0; wire < start.places.size(); ++wire) {
    wire_of_place[start.places[wire]] = wire;
  }
  const auto word = [&](std::size_t i) { return start.words.at(wire_of_place[places[i]]); };
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (word(i - 1) > word(i)) return false;
    if (recording.is_padding(places[i - 1]) && !recording.is_padding(places[i])) return false;
  }
  return true;
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

bool cancelled(const Progress* progress) { return progress != nullptr && progress->cancelled(); }

Error stopped() { return {ErrorCode::kCancelled, "stopped.", ""}; }

// A layer of trees is resolved and followed.
std::uint64_t units_to_settle(const Network& network) {
  return network.size() * (network.adaptive() ? 2 : 1);
}

// The places after the last layer, as the bits have it; what follows from the bits is filled in.
// A replay shares its recording: this one is not freed by it. Nothing where it was cancelled.
std::optional<std::vector<std::uint32_t>> settle(Recording& recording, Progress* progress) {
  const Network& network = recording.network;
  if (progress != nullptr) progress->begin(units_to_settle(network), "following the keys");
  if (!recording.network.resolve(recording.algorithm->rule, recording.bits, progress)) return {};
  count_exchanges(recording);
  const auto find_facts = family_of(*recording.algorithm).find_facts;
  if (find_facts != nullptr) find_facts(recording, progress);
  const std::shared_ptr<const Recording> shared(std::shared_ptr<void>(), &recording);
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

// Why the bits are not of the keys: the first comparator that says so, or the end; empty where
// nothing was found.
std::string contradiction(const Recording& recording, Progress* progress) {
  const Network& network = recording.network;
  const bool always_sorts = !recording.algorithm->needs_bitonic_input &&
                            recording.algorithm->family != Family::kAks &&
                            !family_of(*recording.algorithm).stored_network;
  const std::string unsorted = always_sorts && !recording.sorted
                                   ? "its outcome bits are not those of its keys: they leave them "
                                     "unsorted, which this sort never does"
                                   : "";
  // Others compare nodes of trees, and planted errors change places whatever the keys.
  const bool plain = recording.algorithm->family == Family::kNetwork ||
                     recording.algorithm->family == Family::kListed;
  if (!plain || network.size() > kMostCompared) return unsorted;
  const PreparedKeys& start = recording.start;
  std::vector<std::uint32_t> wire_of_place(start.places.size());
  for (std::uint32_t wire = 0; wire < start.places.size(); ++wire) {
    wire_of_place[start.places[wire]] = wire;
  }
  const std::shared_ptr<const Recording> shared(std::shared_ptr<const void>(), &recording);
  Replay replay(shared);
  if (progress != nullptr) progress->begin(network.size(), "comparing the bits with the keys");
  for (std::uint32_t layer = 0; layer < network.depth() && !cancelled(progress); ++layer) {
    replay.seek({layer, 0});
    const std::span<const std::uint32_t> places = replay.places();
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      const Comparator c = recording.comparator(layer, index);
      const std::uint32_t low = places[c.min_wire];
      const std::uint32_t high = places[c.max_wire];
      const auto key = [&](std::uint32_t place) {
        return std::pair(start.words.at(wire_of_place[place]), recording.is_padding(place));
      };
      if (recording.exchanged(layer, index) == (key(low) > key(high))) continue;
      return fmt::format("its outcome bits are not those of its keys: comparator {} of layer {} {}",
                         index + 1, layer + 1,
                         recording.exchanged(layer, index) ? "exchanges keys that are in order"
                                                           : "keeps keys that are out of order");
    }
    if (progress != nullptr) progress->advance(network.count(layer));
  }
  return unsorted;
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

Result<std::shared_ptr<const Recording>> run_and_record(Recording& recording, Engine& engine,
                                                        bool pairs, Progress* progress) {
  const RunRequest& request = recording.request;
  const Network& network = recording.network;
  const bool sparse = request.keyframes_only && family_of(*recording.algorithm).keyframes_for_bits;
  if (!sparse) recording.bits.resize(network.bit_words());
  Words words = recording.start.words;
  std::vector<std::uint32_t> places;
  SortBuffers buffers;
  buffers.key_bits = words.bits;
  buffers.words32 = words.w32;
  buffers.words64 = words.w64;
  buffers.real_keys = recording.start.real_keys;
  const Family family = recording.algorithm->family;
  const bool adaptive = !fixed_schedule(family);
  if (pairs || adaptive || sparse || recording.start.ambiguous_padding) {
    places = carried_places(recording.start);
    buffers.places = places;
  }
  SortOptions options;
  options.kernel = request.kernel;
  options.bits = recording.bits;
  std::vector<std::uint32_t> repair_bits;
  options.repair_bits = &repair_bits;
  std::vector<std::vector<std::uint32_t>> keyframes;
  if (sparse) options.keyframes = &keyframes;
  Result<SortTiming> timing = engine.run(*recording.algorithm, network, buffers, options, progress);
  if (!timing) return timing.error();
  recording.timing = *timing;
  recording.bits.insert(recording.bits.end(), repair_bits.begin(), repair_bits.end());
  extend_network(recording);
  if (sparse) recording.windows = std::make_shared<const AksWindows>(std::move(keyframes));
  recording.engine = engine.id();
  recording.engine_description = engine.description();
  recording.created_utc = utc_now();
  const auto by_bits = settle(recording, progress);
  if (!by_bits) return stopped();
  recording.sorted = in_order(words) && (places.empty() || in_order(recording, *by_bits));
  if (!places.empty() && !same_places(recording, *by_bits, places)) {
    return Error{
        ErrorCode::kWorkFailed,
        fmt::format("the outcome bits of engine '{}', kernel '{}', do not lead to the places "
                    "that it sorted.",
                    engine.id(), timing->kernel),
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

std::string Recording::title() const {
  const ListedNetwork* const listed = network.listed();
  if (listed != nullptr && !listed->name().empty()) return listed->name();
  const bool planted = network.aks() != nullptr && network.aks()->parameters().planted > 0;
  return planted ? fmt::format("Wrong on purpose: {}", algorithm->title)
                 : std::string(algorithm->title);
}

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

Result<Network> build_network(const Algorithm& algorithm, std::uint32_t n,
                              const RunRequest& request) {
  return family_of(algorithm).build(algorithm, n, request.parameters);
}

RecordingSize recording_size(const Algorithm& algorithm, std::uint32_t n, unsigned key_bits,
                             const RunRequest& request, const Engine* engine) {
  RecordingSize size = family_of(algorithm).size(algorithm, n, key_bits, request);
  const std::uint32_t wires = wires_for(algorithm, n);
  size.total_bytes += engine != nullptr ? engine->sort_bytes(algorithm, wires, key_bits)
                                        : cpu_sort_bytes(algorithm, wires, key_bits);
  return size;
}

std::uint32_t most_keys_within(const Algorithm& algorithm, std::uint32_t n, unsigned key_bits,
                               std::uint64_t bytes, const RunRequest& request,
                               const Engine* engine) {
  // The size grows with n: fits < misses.
  std::uint32_t fits = 0;
  std::uint64_t misses = std::uint64_t{std::min(n, algorithm.max_keys)} + 1;
  while (fits + std::uint64_t{1} < misses) {
    const auto middle = static_cast<std::uint32_t>(fits + (misses - fits) / 2);
    const bool enough =
        recording_size(algorithm, middle, key_bits, request, engine).total_bytes <= bytes;
    if (enough) {
      fits = middle;
    } else {
      misses = middle;
    }
  }
  return fits;
}

Status check_memory(const Algorithm& algorithm, std::uint32_t n, unsigned key_bits,
                    std::uint64_t available_bytes, const RunRequest& request,
                    const Engine* engine) {
  const FamilyRow& family = family_of(algorithm);
  const RecordingSize size = recording_size(algorithm, n, key_bits, request, engine);
  if (size.total_bytes <= available_bytes) return {};
  const std::uint32_t most =
      most_keys_within(algorithm, n, key_bits, available_bytes, request, engine);
  std::string hint = most > 0 ? fmt::format("At most {} keys fit", most) : "Not even one key fits";
  if (family.keyframes_for_bits && !request.keyframes_only) {
    RunRequest with_keyframes;
    with_keyframes.parameters = request.parameters;
    with_keyframes.keyframes_only = true;
    const RecordingSize sparse = recording_size(algorithm, n, key_bits, with_keyframes, engine);
    if (sparse.total_bytes <= available_bytes) {
      hint += fmt::format(
          "; with keyframes only (--keyframes), outcome bits being worked out again "
          "where one looks, it takes {}",
          bytes_text(sparse.total_bytes));
    }
  }
  return Error{ErrorCode::kOutOfMemory,
               fmt::format("recording {} keys with '{}' takes {}{}, and {} of memory is free.", n,
                           algorithm.id, bytes_text(size.total_bytes), family.memory_note,
                           bytes_text(available_bytes)),
               hint + "."};
}

std::uint64_t available_memory_bytes() { return free_memory_bytes(); }

Result<std::shared_ptr<const Recording>> record(const RunRequest& request, Engine& engine,
                                                bool pairs, Progress* progress) {
  const Result<const Algorithm*> algorithm = algorithm_for(request);
  if (!algorithm) return algorithm.error();
  const auto n = static_cast<std::uint32_t>(request.keys.size());
  const unsigned key_bits = bits_of(request.keys.type);
  if (Status status = check_bitonic(request, **algorithm); !status) return status.error();
  if (Status status =
          check_memory(**algorithm, n, key_bits, available_memory_bytes(), request, &engine);
      !status) {
    return status.error();
  }
  try {
    Recording recording;
    recording.request = request;
    recording.request.pairs = pairs;
    recording.algorithm = *algorithm;
    Result<Network> network = build_network(**algorithm, n, request);
    if (!network) return network.error();
    recording.network = std::move(*network);
    recording.start = prepare_start(request, **algorithm, recording.network.wires());
    return run_and_record(recording, engine, pairs, progress);
  } catch (const std::bad_alloc&) {
    return out_of_memory(**algorithm, n, key_bits);
  }
}

Result<std::shared_ptr<const Recording>> assemble_recording(Recording recording,
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
    const auto by_bits = settle(recording, progress);
    if (!by_bits) return stopped();
    recording.sorted = in_order(recording, *by_bits);
    recording.doubt = contradiction(recording, progress);
    if (cancelled(progress)) return stopped();
    return std::shared_ptr<const Recording>(std::make_shared<Recording>(std::move(recording)));
  } catch (const std::bad_alloc&) {
    return out_of_memory(**algorithm, n, bits_of(recording.request.keys.type));
  }
}

}  // namespace sortscope
