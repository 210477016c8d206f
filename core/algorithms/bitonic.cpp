// bitonic.cpp: Batcher's bitonic sorter in the XOR form (Batcher 1968; Michalainas and Charisi
// 2025).
#include "core/algorithms/schedules.h"

#include <fmt/format.h>

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "for k = 2, 4, 8 … n",
    "  for j = k/2, k/4 … 1",
    "    for all i in parallel",
    "      p = i xor j",
    "      if p > i",
    "        up = (i and k) = 0",
    "        if up ? a[i] > a[p] : a[i] < a[p]",
    "          exchange a[i], a[p]",
};

}  // namespace

Network build_bitonic(std::uint32_t n) {
  const std::uint32_t wires = ceil_pow2(n);
  ScheduleBuilder schedule(wires);
  for (std::uint32_t k = 2; k <= wires; k *= 2) {
    schedule.begin_level(k, fmt::format("k = {}", k));
    for (std::uint32_t j = k / 2; j > 0; j /= 2) schedule.add(xor_layer(k, j), j);
  }
  return schedule.finish();
}

const Algorithm kBitonic = {
    .id = "bitonic",
    .title = "Bitonic, XOR form",
    .summary = "Partner i xor j; ascending where (i and k) = 0. The form that GPUs run.",
    .source = "Batcher 1968; Michalainas and Charisi 2025, Bitonic Sort with CUDA",
    .version = 1,
    .pads = true,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = true,
    .max_keys = kMaxKeys,
    .build = build_bitonic,
    .pseudocode = kCode,
    .lines = {.layer = 1, .compare = 6, .exchange = 7},
    .variables = xor_variables,
    .direction_reason = xor_direction,
    .distance_letter = "j",
    .bitonic_network = true,
};

}  // namespace sortscope
