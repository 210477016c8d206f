// schedule_numbers.cpp: what the charts of the schedule view add up to: the table, steps
// against processors, and whether comparisons of one step touch the same nodes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/keys/keys.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/adaptive/schedule.h"

namespace sortscope::schedule_picture {

namespace {

constexpr float kRow = 22;
constexpr float kNameWidth = 118;
constexpr std::uint32_t kMostChecked = std::uint32_t{1} << 18;

// Steps of the bitonic network: every layer has n / 2 comparators.
std::uint64_t network_on_processors(const Shown& shown, std::uint64_t p) {
  const std::uint32_t m = shown.keys_log2;
  const std::uint64_t layers =
      shown.first_merge == m ? network_merge_layers(m) : network_sort_layers(m);
  return layers * (((std::uint64_t{1} << m) / 2 + p - 1) / p);
}

ProcessorUse whole_on_processors(const Shown& shown, Execution execution, std::uint64_t p) {
  if (shown.first_merge == shown.keys_log2) {
    return merge_on_processors(execution, shown.keys_log2, 1, p);
  }
  return sort_on_processors(execution, shown.keys_log2, p);
}

// The trees before merge `shown.merge`; nothing where they cannot be had.
std::optional<BitonicTree> tree_before(const Scene& scene, std::uint32_t layer) {
  if (scene.elsewhere == nullptr) return std::nullopt;
  scene.elsewhere->seek({layer, 0});
  if (const BitonicTree* tree = scene.elsewhere->tree(); tree != nullptr) return *tree;
  return BitonicTree(scene.elsewhere->places());
}

}  // namespace

float draw_table(Picture& picture, const Shown& shown, const Page& page, float top) {
  const float left = page.side;
  const auto column = [&](std::uint32_t i) {
    return left + kNameWidth + page.side_column * static_cast<float>(i + 1);
  };
  const auto head = [&](std::uint32_t i, const char* text) {
    picture.labels.push_back(
        {column(i), top + 10, text, kLeastText, Face::kSans, Anchor::kEnd, Role::kMuted});
  };
  head(0, "by stage");
  head(1, shown.every_step ? "every step" : "overlapped");
  head(2, "network");
  float y = top + 10 + kRow;
  const auto row = [&](const std::string& name, std::initializer_list<std::string> values) {
    picture.lines.push_back({left, y - kRow / 2, column(2), y - kRow / 2, Role::kLine, 1});
    picture.labels.push_back({left, y, name, 13, Face::kSans, Anchor::kStart, Role::kMuted});
    std::uint32_t i = 0;
    for (const std::string& value : values) {
      picture.labels.push_back({column(i++), y, value, 13, Face::kMono, Anchor::kEnd, Role::kText});
    }
    y += kRow;
  };
  const std::uint32_t j = shown.merge;
  const std::uint32_t m = shown.keys_log2;
  const Execution by_stage = Execution::kStageByStage;
  row("steps, this merge",
      {grouped_number(merge_steps(by_stage, j)), grouped_number(merge_steps(shown.second(), j)),
       grouped_number(network_merge_layers(j))});
  const bool merger = shown.first_merge == m;
  if (!merger) {
    row("steps, whole sort",
        {grouped_number(sort_steps(by_stage, m)), grouped_number(sort_steps(shown.second(), m)),
         grouped_number(network_sort_layers(m))});
  }
  const auto p = shown.processors;
  const ProcessorUse first = whole_on_processors(shown, by_stage, p);
  const ProcessorUse second = whole_on_processors(shown, shown.second(), p);
  const std::uint64_t comparators =
      merger ? network_merge_comparators(m) : network_sort_comparators(m);
  const std::uint64_t network = network_on_processors(shown, p);
  row(fmt::format("… with p = {}", grouped_number(p)),
      {grouped_number(first.steps), grouped_number(second.steps), grouped_number(network)});
  const auto idle = [&](const ProcessorUse& use) {
    return fmt::format("{:.0f} %", 100 * static_cast<double>(use.idle) /
                                       (static_cast<double>(use.steps) * static_cast<double>(p)));
  };
  row(merger ? "idle" : "idle, whole sort",
      {idle(first), idle(second), idle({network, comparators, network * p - comparators})});
  row("comparisons",
      {grouped_number(first.tasks), grouped_number(second.tasks), grouped_number(comparators)});
  const std::uint32_t p_log2 = floor_log2(static_cast<std::uint32_t>(p));
  const std::uint64_t passed = pairs_passed(j, m - j, p_log2);
  const std::uint64_t power = std::uint64_t{1} << p_log2;
  picture.lines.push_back({left, y - kRow / 2, column(2), y - kRow / 2, Role::kLine, 1});
  picture.labels.push_back(
      {left, y, "node pairs sent", 13, Face::kSans, Anchor::kStart, Role::kMuted});
  picture.labels.back().whole =
      "Pairs of nodes that one processor sends to another in this merge: at most two for each of "
      "the p processors.";
  picture.labels.push_back(
      {column(1), y, grouped_number(passed), 13, Face::kMono, Anchor::kEnd, Role::kText});
  picture.labels.push_back({column(2), y, fmt::format("≤ {}", grouped_number(2 * power)),
                            kLeastText, Face::kMono, Anchor::kEnd, Role::kMuted});
  return y + kRow / 2;
}

CurvePlace curve_place(const Shown& shown, const Page& page) {
  if (page.side <= 0 || shown.keys_log2 < 2) return {};
  const float top = page.side_top + 10 + 7 * kRow + 64;
  CurvePlace place{page.side + 40, page.width - kMargin - 92, top, page.height - 52};
  place.bottom = std::min(place.bottom, top + 300);
  if (place.bottom < place.top + 100) place.bottom = place.top;
  return place;
}

namespace {

float curve_x(const Shown& shown, const CurvePlace& place, double p) {
  const double share = std::log2(p) / shown.keys_log2;
  return place.left + (place.right - place.left) * static_cast<float>(share);
}

}  // namespace

std::uint64_t processors_at(const Shown& shown, const CurvePlace& place, float x) {
  const double share = std::clamp((x - place.left) / (place.right - place.left), 0.0F, 1.0F);
  return std::uint64_t{1} << static_cast<std::uint32_t>(std::lround(share * shown.keys_log2));
}

void draw_curve(Picture& picture, const Shown& shown, const CurvePlace& place) {
  const std::uint32_t m = shown.keys_log2;
  const bool merger = shown.first_merge == m;
  const auto steps = [&](Execution execution, std::uint64_t p) {
    return static_cast<double>(whole_on_processors(shown, execution, p).steps);
  };
  const auto network = [&](std::uint64_t p) {
    return static_cast<double>(network_on_processors(shown, p));
  };
  const double most = std::max(steps(Execution::kOverlapped, 1), network(1));
  const std::uint64_t all = std::uint64_t{1} << m;
  const double least = std::max(std::min(steps(shown.second(), all), network(all)) * 0.8, 1.0);
  const auto y_of = [&](double value) {
    const double share =
        (std::log2(value) - std::log2(least)) / (std::log2(most) - std::log2(least));
    return place.bottom - (place.bottom - place.top) * static_cast<float>(share);
  };
  picture.labels.push_back({place.left - 40, place.top - 30,
                            merger ? "Steps of the merge against processors p"
                                   : "Steps of the sort against processors p",
                            13, Face::kSansBold, Anchor::kStart, Role::kMuted});
  // Axes in powers of two, few lines.
  const std::uint32_t every_p = m > 12 ? 4 : m > 6 ? 2 : 1;
  for (std::uint32_t e = 0; e <= m; e += every_p) {
    const float x = curve_x(shown, place, std::exp2(e));
    picture.lines.push_back({x, place.bottom, x, place.bottom + 4, Role::kWire, 1});
    picture.labels.push_back({x, place.bottom + 14, fmt::to_string(std::uint64_t{1} << e),
                              kLeastText, Face::kMono, Anchor::kMiddle, Role::kMuted});
    if (e + every_p <= m && e >= 10) e += every_p;
  }
  const auto low = static_cast<int>(std::ceil(std::log2(least)));
  const auto high = static_cast<int>(std::floor(std::log2(most)));
  const int every_y = std::max(1, (high - low) / 4);
  for (int e = low; e <= high; e += every_y) {
    const float y = y_of(std::exp2(e));
    picture.lines.push_back({place.left, y, place.right, y, Role::kLine, 1});
    const std::string text = e < 14 ? fmt::to_string(1U << e) : fmt::format("{}k", 1U << (e - 10));
    picture.labels.push_back(
        {place.left - 6, y, text, kLeastText, Face::kMono, Anchor::kEnd, Role::kMuted});
  }
  picture.lines.push_back({place.left, place.bottom, place.right, place.bottom, Role::kWire, 1});
  // The bound of the article, and the processors at hand.
  const double bound = std::exp2(m) / m;
  const float bound_x = curve_x(shown, place, bound);
  picture.lines.push_back({bound_x, place.top - 2, bound_x, place.bottom, Role::kMuted, 1, true});
  picture.labels.push_back({bound_x, place.top - 8, "n / log n", kLeastText, Face::kSans,
                            Anchor::kMiddle, Role::kMuted});
  const float here = curve_x(shown, place, static_cast<double>(shown.processors));
  picture.lines.push_back({here, place.top, here, place.bottom, Role::kAccent, 1.4F});
  picture.dots.push_back({here, place.bottom, 5, Role::kAccent, true});
  std::vector<Label> names;
  const auto curve = [&](const auto& steps_with, Role role, const char* name) {
    float x0 = 0;
    float y0 = 0;
    for (std::uint32_t e = 0; e <= m; ++e) {
      const float x = curve_x(shown, place, std::exp2(e));
      const float y = y_of(steps_with(std::uint64_t{1} << e));
      if (e > 0) picture.lines.push_back({x0, y0, x, y, role, 2});
      x0 = x;
      y0 = y;
    }
    names.push_back({x0 + 8, y0, name, kLeastText, Face::kSans, Anchor::kStart, role});
    picture.dots.push_back({here, y_of(steps_with(shown.processors)), 3.4F, role, true});
  };
  curve(network, Role::kText, "network");
  curve([&](std::uint64_t p) { return steps(Execution::kStageByStage, p); }, Role::kKept,
        "by stage");
  curve([&](std::uint64_t p) { return steps(shown.second(), p); }, Role::kExchanged,
        shown.every_step ? "every step" : "overlapped");
  // Names of curves that end close together stand below one another.
  constexpr float kApart = 14;
  std::ranges::sort(names, {}, &Label::y);
  for (std::size_t i = 1; i < names.size(); ++i) {
    names[i].y = std::max(names[i].y, names[i - 1].y + kApart);
  }
  const float over = std::max(0.0F, names.back().y - place.bottom);
  for (Label& name : names) {
    name.y -= over;
    picture.labels.push_back(std::move(name));
  }
}

std::optional<MergeTrial> trial_of(const Scene& scene, const Shown& shown, Execution execution) {
  const Recording& recording = *scene.recording;
  if (shown.level == nullptr || recording.network.wires() > kMostTried) return std::nullopt;
  auto tree = tree_before(scene, shown.level->first_layer);
  if (!tree) return std::nullopt;
  // Equal keys are told apart as in the run.
  const PreparedKeys& start = recording.start;
  std::vector<std::uint64_t> order(start.places.size());
  for (std::size_t wire = 0; wire < order.size(); ++wire) {
    const std::uint32_t place = start.places[wire];
    const std::uint32_t tie = start.ties.empty() ? place : start.ties[wire];
    order[place] = std::uint64_t{scene.ranks[place]} << 32 | tie;
  }
  return try_merge(std::move(*tree), shown.merge, execution, recording.algorithm->rule, order);
}

Claim conflict_claim(const Scene& scene, const Shown& shown) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  Claim claim;
  if (shown.every_step) {
    const auto trial = trial_of(scene, shown, Execution::kEveryStep);
    claim.good = false;
    claim.text = "Starting a stage every step makes phases of one step touch the same nodes.";
    claim.brief = "A stage every step is too early.";
    if (!trial) return claim;
    std::uint32_t twice = 0;
    for (const StepConflicts& step : trial->steps) twice += step.twice;
    claim.good = twice == 0 && trial->misplaced == 0;
    claim.text = fmt::format(
        "Every step is too early: nodes are touched twice at once {} times, and {} of {} keys end "
        "on a wrong wire.",
        twice, trial->misplaced, network.wires());
    claim.brief = fmt::format("Too early: {} of {} keys end on a wrong wire.", trial->misplaced,
                              network.wires());
    return claim;
  }
  claim.text =
      "Phases that run at the same time are two layers of the tree apart: they touch different "
      "nodes.";
  claim.brief = "Phases of one step touch different nodes.";
  if (!shown.layer || scene.cursor == Cursor{} || network.wires() > kMostChecked) return claim;
  const auto tree = tree_before(scene, *shown.layer);
  if (!tree) return claim;
  std::vector<BitonicTree::Pair> pairs;
  for (std::uint32_t index = 0; index < network.count(*shown.layer); ++index) {
    pairs.push_back(tree->pair(network.task(*shown.layer, index)));
  }
  const StepConflicts found = conflicts_of(pairs);
  claim.good = found.twice == 0;
  const bool one = found.tasks == 1;
  claim.text = fmt::format(
      "Step {}: {} comparison{} touch{} {} nodes, {}", *shown.layer - shown.level->first_layer,
      grouped_number(found.tasks), one ? "" : "s", one ? "es" : "", grouped_number(found.touched),
      claim.good ? "none of them twice: no conflict"
                 : fmt::format("{} of them twice", grouped_number(found.twice)));
  claim.brief =
      fmt::format("{} comparison{}, {} nodes: {}", grouped_number(found.tasks), one ? "" : "s",
                  grouped_number(found.touched), claim.good ? "no conflict" : "conflict");
  return claim;
}

}  // namespace sortscope::schedule_picture
