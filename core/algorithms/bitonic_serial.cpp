// bitonic_serial.cpp: the bitonic sort as one thread runs the recursion: depth first, a
// half-cleaner of one block at a time (Michalainas and Charisi 2025, chapter 1; the merge of the
// SYCL tutorial, first half to its end).
#include "core/algorithms/schedules.h"

#include <fmt/format.h>

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "sort(lo, k, up)",
    "  if k > 1",
    "    sort(lo, k/2, ascending)",
    "    sort(lo + k/2, k/2, descending)",
    "    merge(lo, k, up)",
    "merge(lo, n, up)        bitonic, n long",
    "  if n > 1, with j = n/2",
    "    for i = lo … lo + j - 1",
    "      if up ? a[i] > a[i + j] : a[i] < a[i + j]",
    "        exchange a[i], a[i + j]",
    "    merge(lo, j, up)",
    "    merge(lo + j, j, up)",
};

// A half-cleaner of `size` wires from `first` on, in a sorter of `sorter` wires; then both halves.
void merge_depth_first(ScheduleBuilder& schedule, std::uint32_t first, std::uint32_t size,
                       std::uint32_t sorter) {
  const std::uint32_t half = size / 2;
  if (half == 0) return;
  LayerForm form = xor_layer(sorter, half);
  form.start = first;
  form.block_count = half;  // of one block, which has all wires
  form.count = half;
  schedule.add_counted(form, half);
  merge_depth_first(schedule, first, half, sorter);
  merge_depth_first(schedule, first + half, half, sorter);
}

void sort_depth_first(ScheduleBuilder& schedule, std::uint32_t first, std::uint32_t size) {
  if (size < 2) return;
  sort_depth_first(schedule, first, size / 2);
  sort_depth_first(schedule, first + size / 2, size / 2);
  schedule.begin_level(size, fmt::format("k = {}", size));
  merge_depth_first(schedule, first, size, size);
}

Network build(std::uint32_t n) {
  const std::uint32_t wires = ceil_pow2(n);
  ScheduleBuilder schedule(wires);
  sort_depth_first(schedule, 0, wires);
  return schedule.finish();
}

std::vector<Variable> variables(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const LayerForm& form = network.form(layer);
  const Comparator comparator = network.comparator(layer, index);
  return {{"k", fmt::to_string(network.label(layer).level)},
          {"lo", fmt::to_string(form.start)},
          {"j", fmt::to_string(form.distance)},
          {"i", fmt::to_string(comparator.lower())},
          {"up", comparator.ascending() ? "yes" : "no"}};
}

std::string direction(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const std::uint32_t size = network.label(layer).level;
  if (size >= network.wires()) return fmt::format("ascending (the whole sort of {} keys)", size);
  return network.comparator(layer, index).ascending()
             ? fmt::format("ascending (a first half of {} keys)", size)
             : fmt::format("descending (a second half of {} keys)", size);
}

constexpr std::uint32_t kMostSerialKeys = std::uint32_t{1} << 12;  // n log n - n + 1 layers

}  // namespace

const Algorithm kBitonicSerial = {
    .id = "bitonic-serial",
    .title = "Bitonic, one thread",
    .summary = "The recursion as one thread runs it: first half, second half, then their merge.",
    .source = "Michalainas and Charisi 2025, Bitonic Sort with CUDA, chapter 1",
    .version = 1,
    .pads = true,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = kMostSerialKeys,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 7, .compare = 8, .exchange = 9},
    .variables = variables,
    .direction_reason = direction,
    .distance_letter = "j",
};

}  // namespace sortscope
