// outcome_range.cpp: where outcomes stand in a layer's bits, by period, column and instance.
#include "app/painters/outcome_range.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Fewer columns than 32 * 2^this are looked up one by one: it saves nothing.
constexpr unsigned kLeastSkippedLog2 = 3;
// Shaders count wires of short comparators in floats: how many words they may be off.
constexpr std::uint32_t kWordSlack = 4;

/// Comparators of one column repeat every 2^period_log2 wires: see find_comparator() in
/// shaders/network.frag.
struct Columns {
  explicit Columns(const Network& network, std::uint32_t layer) : form(network.form(layer)) {
    mirrored = form.mirror != 0;
    const std::uint32_t chunks = ((form.distance >> form.chunk_log2) + 1) / 2;
    columns_log2 = mirrored ? form.block_log2 - 1 : form.chunk_log2 + floor_log2(chunks);
    period_log2 = columns_log2 + 1;
    columns = network.sub_columns(layer);
  }
  [[nodiscard]] std::int64_t first_wire(std::uint32_t column) const {
    return mirrored ? 0 : std::int64_t{form.start} + insert_zero_bit(column, form.chunk_log2);
  }

  const LayerForm& form;
  bool mirrored = false;
  std::uint32_t columns_log2 = 0;
  std::uint32_t period_log2 = 0;
  std::uint32_t columns = 0;
};

// [first, last] with some around, within [0, limit).
void set_widened(std::uint32_t& first, std::uint32_t& count, std::int64_t from, std::int64_t to,
                 std::int64_t limit) {
  from = std::max<std::int64_t>(from, 0);
  to = std::min(to, limit - 1);
  if (to < from) {
    count = 0;
    return;
  }
  const auto length = static_cast<std::uint64_t>(to - from) + 1;
  const auto step =
      static_cast<std::int64_t>(std::max<std::uint64_t>(std::bit_floor(length) / 8, 1));
  from = from / step * step;
  to = std::min((to / step + 1) * step, limit) - 1;
  first = static_cast<std::uint32_t>(from);
  count = static_cast<std::uint32_t>(to - from + 1);
}

// Comparators of a short layer that start above `wire`.
std::int64_t comparators_above(const LayerForm& form, double wire) {
  if (form.block_count == 0) return static_cast<std::int64_t>(std::floor((wire - form.start) / 2));
  const auto block = static_cast<std::int64_t>(std::max(wire, 0.0)) >> form.block_log2;
  const double in_block = (wire - static_cast<double>(block << form.block_log2) - form.start) / 2;
  return block * form.block_count + static_cast<std::int64_t>(std::clamp(
                                        in_block, 0.0, static_cast<double>(form.block_count)));
}

OutcomeRange instances(const Network& network, std::uint32_t layer, unsigned chunk_log2) {
  const TreeStep& step = network.step(layer);
  OutcomeRange range{OutcomeRange::Shape::kInstances, layer};
  range.log2 = chunk_log2;
  for (std::uint32_t stage = step.first_stage; stage <= step.last_stage; ++stage) {
    const std::uint32_t size_log2 = step.merge - stage;
    range.groups += size_log2 > chunk_log2 ? 1 : std::uint32_t{1} << (chunk_log2 - size_log2);
  }
  return range;
}

// 32 of a layer's bits, `words`, from bit `at` on.
std::uint32_t bits_at(std::span<const std::uint32_t> words, std::uint64_t at) {
  const std::uint64_t word = at / 32;
  if (word >= words.size()) return 0;
  const std::uint64_t low = words[word];
  const std::uint64_t high = word + 1 < words.size() ? words[word + 1] : 0;
  return static_cast<std::uint32_t>((high << 32 | low) >> (at % 32));
}

void copy_columns(const Recording& recording, const OutcomeRange& range,
                  std::span<std::uint32_t> to) {
  const Network& network = recording.network;
  const Columns of(network, range.layer);
  const LayerForm& form = of.form;
  const LayerBits bits = recording.layer_bits(range.layer);
  const std::span words(bits.words,
                        network.first_word(range.layer + 1) - network.first_word(range.layer));
  const bool blocks = form.block_count > 0;
  const std::uint32_t periods_log2 = blocks ? form.block_log2 - of.period_log2 : 31;
  std::size_t word = 0;
  for (std::uint64_t period = range.first; period < std::uint64_t{range.first} + range.count;
       ++period) {
    const std::uint64_t block = blocks ? period >> periods_log2 : 0;
    const std::uint64_t in_block = period - (block << periods_log2);
    const std::uint64_t begin = block * form.block_count + (in_block << of.columns_log2);
    for (std::uint32_t group = 0; group < range.groups; ++group) {
      const std::uint64_t column = std::uint64_t{range.first_group + group} << (5 + range.log2);
      to[word++] = bits_at(words, begin + column);
    }
  }
}

void copy_instances(const Recording& recording, const OutcomeRange& range,
                    std::span<std::uint32_t> to) {
  const Network& network = recording.network;
  const TreeStep& step = network.step(range.layer);
  const std::uint32_t tasks = step.tasks_a_block();
  const std::span<const std::uint32_t> lower =
      network.lower_wires().subspan(network.first_lower_wire(range.layer));
  const std::span<std::uint32_t> bits = to.subspan(range.comparisons());
  std::fill(bits.begin(), bits.end(), 0);
  std::uint64_t entry = 0;
  const auto add = [&](std::uint32_t index) {
    to[entry] = lower[index];
    bits[entry / 32] |= std::uint32_t{recording.exchanged(range.layer, index)} << (entry % 32);
    ++entry;
  };
  for (std::uint32_t chunk = range.first; chunk < range.first + range.count; ++chunk) {
    const std::uint64_t wire = std::uint64_t{chunk} << range.log2;
    const auto block = static_cast<std::uint32_t>(wire >> step.merge);
    const auto in_block = static_cast<std::uint32_t>(wire - (std::uint64_t{block} << step.merge));
    for (std::uint32_t stage = step.first_stage; stage <= step.last_stage; ++stage) {
      const std::uint32_t size_log2 = step.merge - stage;
      const std::uint32_t first = block * tasks + (std::uint32_t{1} << stage) -
                                  (std::uint32_t{1} << step.first_stage) + (in_block >> size_log2);
      const std::uint32_t count =
          size_log2 > range.log2 ? 1 : std::uint32_t{1} << (range.log2 - size_log2);
      for (std::uint32_t i = 0; i < count; ++i) add(first + i);
    }
  }
}

}  // namespace

std::uint64_t OutcomeRange::words() const {
  switch (shape) {
    case Shape::kNone:
      return 0;
    case Shape::kWords:
      return count;
    case Shape::kColumns:
      return comparisons();
    case Shape::kInstances:
      return comparisons() + (comparisons() + 31) / 32;
  }
  return 0;
}

unsigned skipped_columns_log2(double pitch) {
  const double words = 0.5 / std::max(pitch, 1e-12) / 32;
  const auto log2 = static_cast<int>(std::floor(std::log2(std::max(words, 1.0))));
  return log2 < static_cast<int>(kLeastSkippedLog2) ? 0 : static_cast<unsigned>(std::min(log2, 26));
}

OutcomeRange words_seen(const Network& network, std::uint32_t layer, SeenWires wires) {
  OutcomeRange range{OutcomeRange::Shape::kWords, layer};
  const LayerForm& form = network.form(layer);
  const std::int64_t from =
      comparators_above(form, static_cast<double>(wires.first) - 1) / 32 - kWordSlack;
  const std::int64_t to =
      comparators_above(form, static_cast<double>(wires.last) + 1) / 32 + kWordSlack;
  set_widened(range.first, range.count, from, to, (std::int64_t{form.count} + 31) / 32);
  if (range.count == 0) range.shape = OutcomeRange::Shape::kNone;
  return range;
}

OutcomeRange columns_seen(const Network& network, std::uint32_t layer, SeenWires wires,
                          std::uint32_t first_column, std::uint32_t last_column, unsigned log2) {
  const Columns of(network, layer);
  OutcomeRange range{OutcomeRange::Shape::kColumns, layer};
  range.log2 = log2;
  last_column = std::min(last_column, of.columns - 1);
  const unsigned group_log2 = 5 + log2;
  set_widened(range.first_group, range.groups, first_column >> group_log2,
              last_column >> group_log2, ((of.columns - 1) >> group_log2) + 1);
  const std::int64_t nearest = of.mirrored ? 0 : of.first_wire(first_column & ~31U);
  const std::int64_t farthest = of.mirrored ? 0 : of.first_wire(last_column);
  const std::int64_t periods = ((std::int64_t{network.wires()} - 1) >> of.period_log2) + 1;
  // A column that is left out is looked up in one of a lower number: it starts no lower.
  const std::int64_t lowest =
      of.mirrored ? 0 : of.first_wire(first_column >> group_log2 << group_log2);
  set_widened(range.first, range.count, (std::int64_t{wires.first} - farthest) >> of.period_log2,
              (std::int64_t{wires.last} - std::min(nearest, lowest)) >> of.period_log2, periods);
  if (range.count == 0 || range.groups == 0) range.shape = OutcomeRange::Shape::kNone;
  return range;
}

OutcomeRange instances_seen(const Network& network, std::uint32_t layer, SeenWires wires) {
  const TreeStep& step = network.step(layer);
  const std::uint32_t rows = wires.last - wires.first + 1;
  const std::uint32_t rows_log2 = floor_log2(rows);
  OutcomeRange range =
      instances(network, layer, std::min(step.merge, rows_log2 - std::min(rows_log2, 2U)));
  range.first = wires.first >> range.log2;
  range.count = (wires.last >> range.log2) - range.first + 1;
  return range;
}

OutcomeRange all_instances(const Network& network, std::uint32_t layer) {
  OutcomeRange range = instances(network, layer, network.step(layer).merge);
  range.count = network.wires() >> range.log2;
  return range;
}

void copy_outcomes(const Recording& recording, const OutcomeRange& range,
                   std::span<std::uint32_t> to) {
  switch (range.shape) {
    case OutcomeRange::Shape::kNone:
      return;
    case OutcomeRange::Shape::kWords: {
      const LayerBits bits = recording.layer_bits(range.layer);
      std::copy_n(bits.words + range.first, range.count, to.begin());
      return;
    }
    case OutcomeRange::Shape::kColumns:
      copy_columns(recording, range, to);
      return;
    case OutcomeRange::Shape::kInstances:
      copy_instances(recording, range, to);
      return;
  }
}

}  // namespace sortscope
