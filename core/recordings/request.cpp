// request.cpp: networks and memory of runs that are not made yet.
#include "core/recordings/request.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/machine.h"
#include "core/base/number_text.h"
#include "core/engines/cpu/engine.h"
#include "core/recordings/families.h"
#include "core/recordings/recording.h"

namespace sortscope {

RunRequest without_keys(const RunRequest& request) {
  RunRequest rest;
  rest.algorithm = request.algorithm;
  rest.order = request.order;
  rest.kernel = request.kernel;
  rest.input = request.input;
  rest.source = request.source;
  rest.seed = request.seed;
  rest.any_input = request.any_input;
  rest.parameters = request.parameters;
  rest.keyframes_only = request.keyframes_only;
  rest.keys = make_keys(request.keys.type, 0);
  rest.pairs = request.pairs;
  return rest;
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
  if (family.keyframes_for_bits() && !request.keyframes_only) {
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

std::string choose_keyframes(RunRequest& request, const Algorithm& algorithm, std::uint32_t n,
                             unsigned key_bits, std::uint64_t available_bytes,
                             const Engine* engine) {
  if (n == 0 || n > algorithm.max_keys || request.keyframes_only ||
      !family_of(algorithm).keyframes_for_bits()) {
    return "";
  }
  RunRequest kept;
  kept.parameters = request.parameters;
  const auto bytes = [&] {
    return recording_size(algorithm, n, key_bits, kept, engine).total_bytes;
  };
  const std::uint64_t whole = bytes();
  if (whole <= available_bytes) return "";
  kept.keyframes_only = true;
  const std::uint64_t sparse = bytes();
  if (sparse > available_bytes) return "";
  request.keyframes_only = true;
  return fmt::format("kept as keyframes, recorded again where you look: {} instead of {}",
                     bytes_text(sparse), bytes_text(whole));
}

std::string choose_keyframes(RunRequest& request, const Engine* engine) {
  const auto algorithm = find_algorithm(request.algorithm);
  if (!algorithm) return "";
  const std::string kept =
      choose_keyframes(request, **algorithm, static_cast<std::uint32_t>(request.keys.size()),
                       bits_of(request.keys.type), available_memory_bytes(), engine);
  return kept.empty() ? "" : fmt::format("This run is {}.", kept);
}

std::uint64_t available_memory_bytes() { return free_memory_bytes(); }

}  // namespace sortscope
