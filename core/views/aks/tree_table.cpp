// tree_table.cpp: beside the AKS tree: table 2.1 of Fischer 2020 (level by step, wires of a
// node), strangers over time, what is scaled and the true constants.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/number_text.h"
#include "core/networks/wording.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/aks_facts.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/aks/tree.h"

namespace sortscope::aks_tree_picture {

std::string size_text(std::uint32_t wires) {
  if (wires < 100000 || wires % 1024 != 0) return grouped_number(wires);
  return fmt::format("{}Ki", wires / 1024);
}

void draw_table(Picture& picture, const Scene& scene, const AksTreePage& page, std::uint32_t t,
                const AksTreePath* path) {
  const SizeTable& table = page.table;
  if (!table.place.there() || table.columns == 0) return;
  const AksNetwork& aks = *scene.recording->network.aks();
  const std::uint32_t steps = aks_steps(aks.d());
  const auto x_of = [&](std::uint32_t step) {
    return table.place.left + (static_cast<float>(step - table.first) + 0.5F) * table.cell;
  };
  const auto y_of = [&](std::uint32_t level) {
    if (table.beside_tree) return page.field.y(level);
    return table.place.top + (static_cast<float>(level) + 0.5F) * table.row;
  };
  const float head = table.place.top - 12;
  const std::string title = first_fitting({"Wires of a node: level ↓, step t →", "Wires of a node"},
                                          kText, Face::kSansBold, table.place.width + 36);
  picture.labels.push_back({table.place.left - 26, head - 20, title, kText, Face::kSansBold,
                            Anchor::kStart, Role::kText});
  if (t >= table.first && t < table.first + table.columns) {
    picture.boxes.push_back({x_of(t) - table.cell / 2, head - 10, table.cell,
                             table.place.bottom() - head + 10, Role::kAccentBand, true, 4});
  }
  for (std::uint32_t level = 0; level < page.field.levels; ++level) {
    picture.labels.push_back({table.place.left - 8, y_of(level), fmt::to_string(level), kText,
                              Face::kMono, Anchor::kEnd, Role::kMuted});
  }
  picture.labels.push_back({table.place.left - 8, head, "t →", kText, Face::kSans, Anchor::kEnd,
                            Role::kMuted, -1,
                            "A column for each step t, a row for each level of the tree: so many "
                            "wires has each node of the level before the step"});
  for (std::uint32_t step = table.first; step < table.first + table.columns; ++step) {
    const bool current = step == t;
    picture.labels.push_back({x_of(step), head, fmt::to_string(step), kText, Face::kMono,
                              Anchor::kMiddle, current ? Role::kAccent : Role::kMuted});
    const AksStep& row = aks.steps()[step];
    for (std::uint32_t i = 0; i < row.level_count; ++i) {
      picture.labels.push_back({x_of(step), y_of(row.levels[i].level), size_text(row.levels[i].a),
                                kText, Face::kMono, Anchor::kMiddle,
                                step <= t ? Role::kText : Role::kMuted});
    }
  }
  const float bottom = table.place.bottom();
  picture.lines.push_back(
      {table.place.left, head + 9, table.place.right(), head + 9, Role::kLine, 1});
  // More steps than columns: there is something at that side.
  if (table.first > 0) {
    picture.labels.push_back({table.place.left + 2, bottom + 6, "‹ earlier", kText, Face::kSans,
                              Anchor::kStart, Role::kMuted});
  }
  if (table.first + table.columns <= steps) {
    picture.labels.push_back({table.place.right() - 2, bottom + 6, "later ›", kText, Face::kSans,
                              Anchor::kEnd, Role::kMuted});
  }
  if (path == nullptr) return;
  // The levels where the followed key is.
  std::vector<ShapePoint> points;
  for (std::uint32_t step = table.first; step < table.first + table.columns; ++step) {
    if (step > t && hides_what_comes(scene)) break;
    const AksStep& row = aks.steps()[step];
    const std::uint32_t level = row.levels[aks_spot(row, path->spots[step]).index].level;
    const float x = x_of(step);
    const float y = y_of(level);
    picture.boxes.push_back({x - table.cell / 2 + 2, y - 9, table.cell - 4, 18, Role::kAccent,
                             false, 4, 0, step == t ? 1.8F : 1.0F});
  }
}

void draw_plot(Picture& picture, const Scene& scene, const AksTreePage& page, std::uint32_t t,
               float share) {
  const Place& plot = page.plot;
  if (!plot.there()) return;
  const AksFacts* facts = scene.recording->aks_facts.get();
  const std::uint32_t steps = aks_steps(scene.recording->network.aks()->d());
  const auto x_of = [&](float step) {
    return plot.left + plot.width * step / static_cast<float>(steps);
  };
  picture.labels.push_back({plot.left - 40, plot.top - 18, "Strangers over time", kText,
                            Face::kSansBold, Anchor::kStart, Role::kText});
  const float now = std::min(static_cast<float>(t) + share, static_cast<float>(steps));
  picture.lines.push_back({x_of(now), plot.top - 4, x_of(now), plot.bottom(), Role::kAccent, 1.5F});
  picture.lines.push_back({plot.left, plot.bottom(), plot.right(), plot.bottom(), Role::kLine, 1});
  const std::uint32_t every = steps <= 8 ? 1 : steps <= 20 ? 2 : steps <= 40 ? 4 : 8;
  for (std::uint32_t step = 0; step <= steps; step += every) {
    const float x = x_of(static_cast<float>(step));
    picture.lines.push_back({x, plot.bottom(), x, plot.bottom() + 3, Role::kLine, 1});
    picture.labels.push_back({x, plot.bottom() + 12, fmt::to_string(step), kText, Face::kMono,
                              Anchor::kMiddle, Role::kMuted});
  }
  picture.labels.push_back(
      {plot.left - 8, plot.bottom() + 12, "t", kText, Face::kSans, Anchor::kEnd, Role::kMuted});
  if (facts == nullptr) {
    picture.labels.push_back({plot.left + 8, plot.top + 14, "Not counted in this recording.", kText,
                              Face::kSans, Anchor::kStart, Role::kMuted});
    return;
  }
  // Strangers of order 1 or more, and those of order 2 or more, which went a wrong way twice.
  std::vector<double> all(steps + 1, 0);
  std::vector<double> further(steps + 1, 0);
  double most = 1;
  const std::uint32_t last = hides_what_comes(scene) ? std::min(t, steps) : steps;
  for (std::uint32_t step = 0; step <= last; ++step) {
    all[step] = static_cast<double>(facts->strangers(step));
    for (const AksStrangers& level : facts->steps[step]) {
      if (level.of_order.size() > 1) further[step] += static_cast<double>(level.of_order[1]);
    }
    most = std::max(most, all[step]);
  }
  const auto y_of = [&](double count) {
    return plot.bottom() - plot.height * static_cast<float>(count / most);
  };
  picture.lines.push_back({plot.left, plot.top, plot.right(), plot.top, Role::kLine, 1});
  picture.labels.push_back({plot.left - 8, plot.top,
                            grouped_number(static_cast<std::uint64_t>(most)), kText, Face::kMono,
                            Anchor::kEnd, Role::kMuted});
  picture.labels.push_back(
      {plot.left - 8, plot.bottom(), "0", kText, Face::kMono, Anchor::kEnd, Role::kMuted});
  const auto draw = [&](const std::vector<double>& counts, Role role, float width, bool dashed) {
    for (std::uint32_t step = 0; step < last; ++step) {
      picture.lines.push_back({x_of(static_cast<float>(step)), y_of(counts[step]),
                               x_of(static_cast<float>(step + 1)), y_of(counts[step + 1]), role,
                               width, dashed});
    }
  };
  draw(further, Role::kMuted, 1.2F, true);
  draw(all, Role::kPartOdd, 2, false);
  if (plot.width / static_cast<float>(steps) >= 8) {
    for (std::uint32_t step = 0; step <= last; ++step) {
      const float r = step == t ? 4.0F : 2.2F;
      picture.dots.push_back(
          {x_of(static_cast<float>(step)), y_of(all[step]), r, Role::kPartOdd, true});
    }
  }
  const std::string at_cursor = facts->strangers(t) == 0
                                    ? std::string("none now")
                                    : fmt::format("{} now", grouped_number(facts->strangers(t)));
  const std::string caption =
      further[t] == 0
          ? at_cursor
          : first_fitting({fmt::format("{}, {} of order 2 or more (dashed)", at_cursor,
                                       grouped_number(static_cast<std::uint64_t>(further[t]))),
                           at_cursor},
                          kText, Face::kSans, plot.width - 100);
  picture.labels.push_back(
      {plot.right(), plot.top - 18, caption, kText, Face::kSans, Anchor::kEnd, Role::kMuted});
}

namespace {

// The depth of the proof's halvers, least and most of the separators of this network.
std::string proof_depths(const AksNetwork& aks) {
  const AksParameters& parameters = aks.parameters();
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  for (std::uint32_t t = 0; t < aks_steps(aks.d()); ++t) {
    const AksStep& step = aks.steps()[t];
    for (std::uint32_t i = 0; i < step.level_count; ++i) {
      const double epsilon = halver_epsilon(parameters, step.levels[i].a, step.levels[i].up);
      const std::uint64_t depth = chvatal_depth(expansion_for(epsilon));
      least = std::min(least, depth);
      most = std::max(most, depth);
    }
  }
  if (least == most) return grouped_number(most);
  return fmt::format("{} to {}", grouped_number(least), grouped_number(most));
}

std::string halver_words(const AksParameters& parameters) {
  switch (parameters.depth_rule) {
    case DepthRule::kPerfect:
      return "perfect, or 30 matchings";
    case DepthRule::kCustom:
      return "250, 800 or 500 matchings";
    case DepthRule::kUnion:
      return "matchings as a union bound asks for";
    case DepthRule::kChvatal:
      return "matchings as the proof asks for";
    case DepthRule::kFixed:
      return fmt::format("{} matchings", parameters.fixed_depth);
    case DepthRule::kIdeal:
      return "without errors (separators sort)";
  }
  return {};
}

// What one of the notes says in more words; "" where it says it all.
std::string note_help(std::string_view line, std::uint32_t layers) {
  if (line.starts_with("Errors")) {
    return "ε_B: the share of a half's keys that a halver may leave on the wrong side; ε_F: the "
           "same "
           "for the smallest and the largest keys, which are to go up";
  }
  if (line.starts_with("Halvers"))
    return "Matchings of each halver; each is a layer of comparators";
  if (line.starts_with("Played")) return std::string(kLayersBeyondDepth);
  // Its own line has no room everywhere.
  if (line.find("comparators, depth") != std::string_view::npos) {
    return fmt::format("Played in {} layers: {}", grouped_number(layers), kLayersBeyondDepth);
  }
  if (line.starts_with("The proof")) {
    return "So many matchings the proof of O(log n) depth asks of each halver: far more than are "
           "needed here";
  }
  return {};
}

}  // namespace

void draw_notes(Picture& picture, const Scene& scene, const AksTreePage& page) {
  if (!page.notes.there()) return;
  const AksNetwork& aks = *scene.recording->network.aks();
  const AksParameters& parameters = aks.parameters();
  const std::uint64_t d = aks.d();
  const AksSize& size = aks.size();
  // The first lines have room everywhere: a depth stands beside the layers that it is played in.
  const std::string lines[] = {
      fmt::format("{} comparators, depth {}", grouped_number(size.comparators),
                  grouped_number(size.depth)),
      fmt::format("Played in {} layers: level after level",
                  grouped_number(scene.recording->network.depth())),
      fmt::format("Bitonic: {}, depth {}", grouped_number((d * (d + 1) << d) / 4), d * (d + 1) / 2),
      fmt::format("Halvers here: {}", halver_words(parameters)),
      fmt::format("The proof's: {} matchings", proof_depths(aks)),
      fmt::format("Errors allowed: ε_B {:.3g}, ε_F {:.3g}", parameters.epsilon_b,
                  parameters.epsilon_f),
      "Boxes and dots are as large as there is room"};
  if (page.notes.height < 20) {
    const std::string brief =
        first_fitting({fmt::format("{} · {} · sizes scaled to fit", lines[3], lines[4]),
                       fmt::format("Halvers: {} (proof: {}) · sizes scaled",
                                   halver_words(parameters), proof_depths(aks)),
                       lines[4]},
                      kText, Face::kSans, 1.1F * page.notes.width);
    picture.labels.push_back(
        {page.notes.left, page.notes.top, brief, kText, Face::kSans, Anchor::kStart, Role::kMuted});
    return;
  }
  picture.labels.push_back({page.notes.left, page.notes.top - 18, "Scale and true constants", kText,
                            Face::kSansBold, Anchor::kStart, Role::kText});
  float y = page.notes.top;
  for (const std::string& line : lines) {
    if (y > page.notes.bottom()) break;
    Label label =
        fitted({page.notes.left, y, line, kText, Face::kSans, Anchor::kStart, Role::kMuted},
               1.06F * page.notes.width);
    if (const std::string help = note_help(line, scene.recording->network.depth()); !help.empty()) {
      label.whole = label.whole.empty() ? help : label.whole + ". " + help;
    }
    picture.labels.push_back(std::move(label));
    y += 18;
  }
}

}  // namespace sortscope::aks_tree_picture
