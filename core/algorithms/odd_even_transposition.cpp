// odd_even_transposition.cpp: neighbours, n rounds (Habermann 1972; Knuth, TAOCP 3, 5.3.4).
#include "core/algorithms/schedules.h"

namespace sortscope {

namespace {

// n rounds of n keys: more layers than this cannot be shown or stored in reason.
constexpr std::uint32_t kMaxTranspositionKeys = 1u << 16;

constexpr std::string_view kCode[] = {
    "for t = 1, 2 … n",
    "  for all i in parallel, i = t - 1 mod 2",
    "    if i + 1 < n and a[i] > a[i + 1]",
    "      exchange a[i], a[i + 1]",
};

Network build(std::uint32_t n) {
  ScheduleBuilder schedule(n);
  schedule.begin_level(1, std::to_string(n) + " rounds");
  for (std::uint32_t t = 0; t < n; ++t) {
    LayerForm form;
    form.start = t & 1;
    form.distance = 1;
    schedule.add(form, 1);
  }
  return schedule.finish();
}

std::vector<Variable> variables(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  return {{"t", std::to_string(layer + 1)}, {"i", std::to_string(pair.lower)}};
}

}  // namespace

const Algorithm kOddEvenTransposition = {
    .id = "odd-even-transposition",
    .title = "Odd–even transposition",
    .summary =
        "Only neighbours are compared, in n rounds: the parallel form of bubble sort. Any n.",
    .source = "Habermann 1972; Knuth, The Art of Computer Programming 3, 5.3.4",
    .version = 1,
    .pads = false,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = kMaxTranspositionKeys,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 0, .compare = 2, .exchange = 3},
    .variables = variables,
    .direction_reason = always_ascending,
};

}  // namespace sortscope
