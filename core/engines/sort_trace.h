// sort_trace.h: what every pass of one sort took: the strip inside one sort.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope {

class Network;
struct DeviceFloors;

/// One launch (or one call of a peer) of a sort.
struct TracePass {
  std::string name;  // "hybrid tile", "window 14 bits", "cub merge"
  std::uint32_t first_layer = 0;
  std::uint32_t layer_count = 0;  // 0: not a range of layers (a peer's)
  std::uint64_t begin_ns = 0;     // since the sort's begin
  std::uint64_t end_ns = 0;
  std::uint64_t bytes = 0;  // keys and outcomes read and written in global memory
  std::uint64_t comparators = 0;
  double floor_ns = 0;  // the larger of bytes and operations over the device's rates; 0: ?
};

/// A sort in time order. `stamped`: by the kernels themselves on the device; else by events.
struct SortTrace {
  std::string sorter;     // id in the lab's table; "" where it is not from there
  std::string algorithm;  // of ours: id in algorithms/algorithm.h, and the kernel; "" of peers
  std::string kernel;
  std::string title;  // "Bitonic, XOR form, hybrid"
  std::string device;
  std::uint32_t n = 0;      // keys
  std::uint32_t wires = 0;  // with padding
  std::uint32_t layers = 0;
  unsigned key_bits = 32;
  bool places = false;  // 32 bits beside every key
  bool recorded = false;
  std::uint64_t elapsed_ns = 0;  // by events around all passes (CPU: by the steady clock)
  std::uint32_t runs = 1;        // this is the median one of so many
  bool stamped = false;
  std::vector<TracePass> passes;
};

/// What moves with a key, and whether outcomes are written.
struct TraceKeys {
  unsigned key_bits = 32;
  bool places = false;
  bool recorded = false;
  [[nodiscard]] std::uint64_t bytes() const { return key_bits / 8 + (places ? 4 : 0); }
};

/// A pass, without its times, that runs layers [first_layer, first_layer + layer_count) of
/// `network`. All keys that it touches are read and written `trips` times (V1: once a layer), and
/// the words of its outcomes written once. A key that was not exchanged counts as written: it
/// shares its sector of memory with others that were.
TracePass pass_over_layers(const Network& network, std::uint32_t first_layer,
                           std::uint32_t layer_count, std::uint32_t trips, const TraceKeys& keys,
                           std::string_view name);

/// Sets floor_ns of every pass: the larger of its bytes over the rate of a copy (of one within the
/// cache, where all keys fit into it) and its comparators' minima and maxima, two for each 32 bits
/// of a key and place, over their rate. A rate that is not known sets no floor.
void set_floors(SortTrace& trace, const DeviceFloors& floors);

/// floor_ns over the time it took; 0: not known.
double floor_share(const TracePass& pass);

/// The pass that runs `layer`; none where passes are not of layers.
std::optional<std::uint32_t> pass_of_layer(const SortTrace& trace, std::uint32_t layer);

/// All passes together. `slowest` took the longest; `farthest` has the smallest share of its floor.
struct TraceSummary {
  std::uint64_t passes_ns = 0;
  std::uint64_t bytes = 0;
  std::uint64_t comparators = 0;
  double floor_ns = 0;
  std::optional<std::uint32_t> slowest;
  std::optional<std::uint32_t> farthest;
};
TraceSummary summarize(const SortTrace& trace);

}  // namespace sortscope
