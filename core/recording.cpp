// recording.cpp: running a request with recording on, and what follows from the bits.
#include "core/recording.h"

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <limits>
#include <new>

#include "core/cpu_layers.h"

namespace sortscope {

namespace {

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

std::string readable_bytes(std::uint64_t bytes) {
  const double mib = static_cast<double>(bytes) / (1 << 20);
  return mib < 1024 ? fmt::format("{:.1f} MiB", mib) : fmt::format("{:.1f} GiB", mib / 1024);
}

Error out_of_memory(const RecordingSize& size, std::size_t n) {
  return {ErrorCode::kOutOfMemory, fmt::format("there is not enough memory to record {} keys.", n),
          fmt::format("The recording takes {}, {} of it outcome bits: sort fewer keys.",
                      readable_bytes(size.total_bytes), readable_bytes(size.bit_bytes))};
}

void count_exchanges(Recording& recording) {
  const Network& network = recording.network;
  recording.exchanged_before.assign(std::size_t{network.depth()} + 1, 0);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const std::uint64_t first = network.first_word(layer);
    recording.exchanged_before[layer + 1] =
        recording.exchanged_before[layer] +
        best_layers().count_ones(recording.bits.data() + first,
                                 network.first_word(layer + 1) - first);
  }
}

// Places after the last layer, as the bits have it.
std::vector<std::uint32_t> last_places(const Recording& recording) {
  const Network& network = recording.network;
  std::vector<std::uint32_t> places = recording.start.places;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    best_layers().apply(network.form(layer), network.wires(), 0, network.count(layer),
                        places.data(), recording.bits.data() + network.first_word(layer));
  }
  return places;
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

Result<std::shared_ptr<const Recording>> run_and_record(Recording& recording, Engine& engine,
                                                        bool pairs, Progress* progress) {
  const RunRequest& request = recording.request;
  const Network& network = recording.network;
  recording.bits.resize(network.bit_words());
  Words words = recording.start.words;
  std::vector<std::uint32_t> places;
  SortBuffers buffers;
  buffers.key_bits = words.bits;
  buffers.words32 = words.w32;
  buffers.words64 = words.w64;
  buffers.real_keys = recording.start.real_keys;
  if (pairs || recording.start.ambiguous_padding) {
    places = recording.start.places;
    buffers.places = places;
  }
  SortOptions options;
  options.kernel = request.kernel;
  options.bits = recording.bits;
  Result<SortTiming> timing = engine.run(*recording.algorithm, network, buffers, options, progress);
  if (!timing) return timing.error();
  recording.timing = *timing;
  recording.engine = engine.id();
  recording.engine_description = engine.description();
  recording.created_utc = utc_now();
  count_exchanges(recording);
  recording.sorted = in_order(words) && (places.empty() || in_order(recording, places));
  if (pairs && last_places(recording) != places) {
    return Error{
        ErrorCode::kWorkFailed,
        fmt::format("the outcome bits of engine '{}', kernel '{}', do not lead to the places "
                    "that it sorted.",
                    engine.id(), timing->kernel),
        "This is an error in the engine: please report it, and record with --engine cpu."};
  }
  return std::shared_ptr<const Recording>(std::make_shared<Recording>(std::move(recording)));
}

}  // namespace

RecordingSize recording_size(const Algorithm& algorithm, std::uint32_t n, unsigned key_bits) {
  const Network network = algorithm.build(n);
  const std::uint64_t wires = network.wires();
  const std::uint64_t key_bytes = key_bits / 8;
  RecordingSize size{};
  size.bit_bytes = network.bit_words() * sizeof(std::uint32_t);
  // Keys, words and places of the start; while sorting, another copy of words and places.
  size.total_bytes = size.bit_bytes + n * key_bytes +
                     2 * wires * (key_bytes + sizeof(std::uint32_t)) +
                     (std::uint64_t{network.depth()} + 1) *
                         (3 * sizeof(std::uint64_t) + sizeof(LayerForm) + sizeof(LayerLabel));
  return size;
}

std::uint64_t available_memory_bytes() {
  std::ifstream info("/proc/meminfo");
  std::string name;
  std::uint64_t kib = 0;
  while (info >> name >> kib) {
    if (name == "MemAvailable:") return kib * 1024;
    info.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::numeric_limits<std::uint64_t>::max();
}

Result<std::shared_ptr<const Recording>> record(const RunRequest& request, Engine& engine,
                                                bool pairs, Progress* progress) {
  const Result<const Algorithm*> algorithm = algorithm_for(request);
  if (!algorithm) return algorithm.error();
  const auto n = static_cast<std::uint32_t>(request.keys.size());
  const RecordingSize size = recording_size(**algorithm, n, bits_of(request.keys.type));
  if (size.total_bytes > available_memory_bytes()) return out_of_memory(size, n);
  try {
    Recording recording;
    recording.request = request;
    recording.algorithm = *algorithm;
    recording.network = (*algorithm)->build(n);
    recording.start = prepare_keys(request.keys, request.order, recording.network.wires(),
                                   (*algorithm)->needs_bitonic_input);
    return run_and_record(recording, engine, pairs, progress);
  } catch (const std::bad_alloc&) {
    return out_of_memory(size, n);
  }
}

Result<std::shared_ptr<const Recording>> assemble_recording(Recording recording) {
  Result<const Algorithm*> algorithm = algorithm_for(recording.request);
  if (!algorithm) {
    algorithm.error().code = ErrorCode::kBadInput;
    return algorithm.error();
  }
  const auto n = static_cast<std::uint32_t>(recording.request.keys.size());
  try {
    recording.algorithm = *algorithm;
    recording.network = recording.algorithm->build(n);
    const Network& network = recording.network;
    if (recording.bits.size() != network.bit_words()) {
      return Error{
          ErrorCode::kBadInput,
          fmt::format("the recording has {} words of outcome bits; '{}' of {} keys needs {}.",
                      recording.bits.size(), recording.algorithm->id, n, network.bit_words()),
          "The recording is damaged: record again."};
    }
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const std::uint32_t used = network.count(layer) % 32;
      if (used != 0 && recording.bits[network.first_word(layer + 1) - 1] >> used != 0) {
        return Error{ErrorCode::kBadInput,
                     fmt::format("the recording has outcome bits beyond the {} comparators of "
                                 "layer {}.",
                                 network.count(layer), layer + 1),
                     "The recording is damaged: record again."};
      }
    }
    recording.start = prepare_keys(recording.request.keys, recording.request.order, network.wires(),
                                   recording.algorithm->needs_bitonic_input);
    count_exchanges(recording);
    recording.sorted = in_order(recording, last_places(recording));
    return std::shared_ptr<const Recording>(std::make_shared<Recording>(std::move(recording)));
  } catch (const std::bad_alloc&) {
    return out_of_memory(recording_size(**algorithm, n, bits_of(recording.request.keys.type)), n);
  }
}

}  // namespace sortscope
