// timeline_scale.cpp: see timeline_scale.h.
#include "app/widgets/timeline_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sortscope {

LayerRange whole_run(std::uint32_t depth) { return {0, std::max(1.0, double{1} * depth)}; }

LayerRange moved(LayerRange range, double layers, std::uint32_t depth) {
  const double end = whole_run(depth).last;
  const double span = std::min(range.span(), end);
  const double first = std::clamp(range.first + layers, 0.0, end - span);
  return {first, first + span};
}

LayerRange zoomed(LayerRange range, double factor, double layer, std::uint32_t depth,
                  double min_span) {
  const double end = whole_run(depth).last;
  const double span = std::clamp(range.span() / factor, std::min(min_span, end), end);
  const double share = range.span() > 0 ? (layer - range.first) / range.span() : 0.5;
  const double first = layer - share * span;
  return moved({first, first + span}, 0, depth);
}

LayerRange showing(LayerRange range, double layer, std::uint32_t depth) {
  const double margin = range.span() / 10;
  if (layer < range.first + margin) return moved(range, layer - margin - range.first, depth);
  if (layer > range.last - margin) return moved(range, layer + margin - range.last, depth);
  return range;
}

float TimelineScale::layer_width() const {
  return range.span() > 0 ? static_cast<float>(width / range.span()) : width;
}

float TimelineScale::x_of(double layer) const {
  if (range.span() <= 0) return x;
  return x + static_cast<float>((layer - range.first) / range.span() * width);
}

double TimelineScale::layer_at(float pixel) const {
  if (width <= 0) return range.first;
  const double share = std::clamp(static_cast<double>(pixel - x) / width, 0.0, 1.0);
  return range.first + share * range.span();
}

double layer_of(const Network& network, Cursor cursor) {
  if (cursor.layer >= network.depth()) return network.depth();
  return cursor.layer + static_cast<double>(cursor.comparator) / network.count(cursor.layer);
}

Cursor cursor_near(const Network& network, double layer, bool fine) {
  const double inside = std::clamp(layer, 0.0, double{1} * network.depth());
  if (!fine) return {static_cast<std::uint32_t>(std::lround(inside)), 0};
  const auto whole = static_cast<std::uint32_t>(inside);
  if (whole >= network.depth()) return network.end();
  const std::uint32_t count = network.count(whole);
  const auto done = static_cast<std::uint32_t>(std::lround((inside - whole) * count));
  return done >= count ? Cursor{whole + 1, 0} : Cursor{whole, done};
}

std::vector<TimelineCell> timeline_cells(const Network& network,
                                         std::span<const std::uint64_t> exchanged_before,
                                         const TimelineScale& scale, float min_width) {
  std::vector<TimelineCell> cells;
  const std::uint32_t depth = network.depth();
  if (depth == 0 || scale.width <= 0) return cells;
  const double wanted = std::ceil(min_width / static_cast<double>(scale.layer_width()));
  const auto together = static_cast<std::uint32_t>(std::clamp(wanted, 1.0, double{1} * depth));
  const auto first = static_cast<std::uint32_t>(std::max(0.0, scale.range.first));
  for (std::uint32_t layer = first / together * together; layer < depth && layer < scale.range.last;
       layer += together) {
    const std::uint32_t next = std::min(layer + together, depth);
    const std::uint64_t all = network.comparators_before(next) - network.comparators_before(layer);
    const std::uint64_t exchanged = exchanged_before[next] - exchanged_before[layer];
    const double share = all == 0 ? 0 : static_cast<double>(exchanged) / static_cast<double>(all);
    cells.push_back({layer, next - layer, share});
  }
  return cells;
}

std::vector<bool> fitting_labels(std::span<const LabelWish> wishes, float gap, float low,
                                 float high) {
  std::vector<std::size_t> order(wishes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (wishes[a].priority != wishes[b].priority) return wishes[a].priority > wishes[b].priority;
    return wishes[a].left < wishes[b].left;
  });
  std::vector<bool> stands(wishes.size(), false);
  // Left edges of the labels that stand, in order, with their right edges.
  std::vector<std::pair<float, float>> taken;
  for (const std::size_t i : order) {
    const float left = wishes[i].left;
    const float right = left + wishes[i].width;
    if (left < low || right > high) continue;
    const auto next = std::lower_bound(taken.begin(), taken.end(), std::pair{left, right});
    if (next != taken.end() && next->first < right + gap) continue;
    if (next != taken.begin() && std::prev(next)->second > left - gap) continue;
    taken.insert(next, {left, right});
    stands[i] = true;
  }
  return stands;
}

std::uint32_t tick_step(float layer_width, float pixels) {
  const double layers = std::ceil(pixels / std::max(static_cast<double>(layer_width), 1e-6));
  std::uint32_t power = 1;
  while (power <= 100'000'000) {
    for (const std::uint32_t digit : {1U, 2U, 5U}) {
      if (power * digit >= layers) return power * digit;
    }
    power *= 10;
  }
  return power;
}

std::string share_text(std::uint64_t part, std::uint64_t all) {
  if (all == 0) return "0 %";
  // A half goes up, as by hand; a format would take it to the even number.
  const double share = std::round(100.0 * static_cast<double>(part) / static_cast<double>(all));
  // Not all is never 100, and something never 0.
  if (part > 0 && part < all) return fmt::format("{:.0f} %", std::clamp(share, 1.0, 99.0));
  return fmt::format("{:.0f} %", share);
}

}  // namespace sortscope
