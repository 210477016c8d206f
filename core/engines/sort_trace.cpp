// sort_trace.cpp: what passes move and how far from their floors they are.
#include "core/engines/sort_trace.h"

#include <algorithm>

#include "core/engines/device_floors.h"
#include "core/networks/network.h"

namespace sortscope {

namespace {

// 32-bit minima and maxima for one comparator: each result has as many words as a key and its
// place.
constexpr std::uint64_t kResults = 2;

double ns_at(double amount, double per_s) { return per_s > 0 ? amount / per_s * 1e9 : 0; }

}  // namespace

TracePass pass_over_layers(const Network& network, std::uint32_t first_layer,
                           std::uint32_t layer_count, std::uint32_t trips, const TraceKeys& keys,
                           std::string_view name) {
  TracePass pass{.name = std::string(name), .first_layer = first_layer, .layer_count = layer_count};
  const std::uint32_t after = first_layer + layer_count;
  pass.comparators = network.comparators_before(after) - network.comparators_before(first_layer);
  // A pass over one layer leaves alone the wires without a comparator.
  const std::uint64_t touched =
      layer_count == 1
          ? std::min<std::uint64_t>(network.wires(), 2 * std::uint64_t{network.count(first_layer)})
          : network.wires();
  pass.bytes = std::uint64_t{2} * trips * touched * keys.bytes();
  if (keys.recorded) {
    pass.bytes +=
        sizeof(std::uint32_t) * (network.first_word(after) - network.first_word(first_layer));
  }
  return pass;
}

void set_floors(SortTrace& trace, const DeviceFloors& floors) {
  const TraceKeys keys{trace.key_bits, trace.places, trace.recorded};
  const bool cached = floors.cached_bytes_per_s > 0 &&
                      std::uint64_t{trace.wires} * keys.bytes() <= floors.cache_bytes;
  const double bytes_per_s = cached ? floors.cached_bytes_per_s : floors.copy_bytes_per_s;
  for (TracePass& pass : trace.passes) {
    const std::uint64_t results = kResults * pass.comparators * keys.bytes() / 4;
    const auto operations = static_cast<double>(results);
    pass.floor_ns = std::max(ns_at(static_cast<double>(pass.bytes), bytes_per_s),
                             ns_at(operations, floors.min_max_per_s));
  }
}

double floor_share(const TracePass& pass) {
  const std::uint64_t elapsed = pass.end_ns - pass.begin_ns;
  return elapsed == 0 ? 0 : pass.floor_ns / static_cast<double>(elapsed);
}

std::optional<std::uint32_t> pass_of_layer(const SortTrace& trace, std::uint32_t layer) {
  for (std::size_t i = 0; i < trace.passes.size(); ++i) {
    const TracePass& pass = trace.passes[i];
    if (layer >= pass.first_layer && layer - pass.first_layer < pass.layer_count) {
      return static_cast<std::uint32_t>(i);
    }
  }
  return {};
}

TraceSummary summarize(const SortTrace& trace) {
  TraceSummary summary;
  for (std::uint32_t i = 0; i < trace.passes.size(); ++i) {
    const TracePass& pass = trace.passes[i];
    const std::uint64_t elapsed = pass.end_ns - pass.begin_ns;
    summary.passes_ns += elapsed;
    summary.bytes += pass.bytes;
    summary.comparators += pass.comparators;
    summary.floor_ns += pass.floor_ns;
    const auto longest = [&](std::uint32_t j) {
      return trace.passes[j].end_ns - trace.passes[j].begin_ns;
    };
    if (!summary.slowest || elapsed > longest(*summary.slowest)) summary.slowest = i;
    if (pass.floor_ns <= 0 || elapsed == 0) continue;
    if (!summary.farthest || floor_share(pass) < floor_share(trace.passes[*summary.farthest])) {
      summary.farthest = i;
    }
  }
  return summary;
}

}  // namespace sortscope
