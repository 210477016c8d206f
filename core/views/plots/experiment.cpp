// experiment.cpp: the page of an experiment: diagrams, table, findings.
#include "core/views/plots/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/pictures/label_fit.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kText = 12;
constexpr float kLine = 17;
constexpr float kRow = 20;
constexpr float kGap = 16;
constexpr float kCorner = 190;   // kept free on the right of the title for the pane's menu
constexpr float kButtons = 450;  // ... and below it for its buttons
constexpr float kLeastWords = 320;
constexpr float kLeastPanel = 150;
constexpr float kAroundAxes = 74;  // height: words above and below a diagram's axes
constexpr std::size_t kTableRows = 6;

// Columns and rows of the grid of panels: the ones whose cells are closest to 5 : 3.
std::pair<int, int> grid_of(int panels, float width, float height) {
  std::pair<int, int> best = {1, panels};
  double least = 1e9;
  for (int columns = 1; columns <= panels; ++columns) {
    const int rows = (panels + columns - 1) / columns;
    const double shape =
        (width / static_cast<float>(columns)) / (height / static_cast<float>(rows));
    const double empty = columns * rows - panels;
    const double far = std::abs(std::log(shape / (5.0 / 3))) + 0.25 * empty;
    if (far < least) {
      least = far;
      best = {columns, rows};
    }
  }
  return best;
}

float draw_table(Picture& picture, const ExperimentTable& table, float left, float top,
                 float width) {
  if (table.rows.size() < 2) return top;
  // Columns as wide as what stands in them, without quartiles.
  std::vector<float> columns(table.rows[0].size(), 1);
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string_view brief = std::string_view(row[c]).substr(0, row[c].find(" ("));
      columns[c] = std::max(columns[c], estimated_width(brief, kText, Face::kMono) + 12);
    }
  }
  const float share = width / std::accumulate(columns.begin(), columns.end(), 0.0F);
  float y = top + kRow / 2;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    float x = left;
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      const float pitch = columns[c] * share;
      const float at = std::exchange(x, x + pitch);
      const bool head = r == 0;
      const Face face = head ? Face::kSansBold : Face::kMono;
      const Role role = table.published[c] || c == 0 ? Role::kMuted : Role::kText;
      const std::string& whole = table.rows[r][c];
      // Without its quartiles where they do not fit.
      Label cell = fitted({at, y, {}, kText, face, Anchor::kStart, role},
                          {whole, whole.substr(0, whole.find(" ("))}, pitch - 10);
      if (!cell.text.empty()) picture.labels.push_back(std::move(cell));
    }
    if (r == 0) {
      picture.lines.push_back({left, y + kRow / 2, left + width, y + kRow / 2, Role::kLine, 1});
    }
    y += kRow;
  }
  return y;
}

// Lines of the findings that fit whole into `room` lines, with one for those that do not; 0: not
// one does. `starts`: where a finding begins.
std::size_t whole_lines(const std::vector<bool>& starts, std::size_t room) {
  if (starts.size() <= room) return starts.size();
  std::size_t whole = 0;
  for (std::size_t i = 1; i + 1 <= room; ++i) {
    if (starts[i]) whole = i;
  }
  return whole;
}

}  // namespace

Picture experiment_picture(const ExperimentResult& result, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const Experiment& experiment = *result.experiment;
  const float room = width - 2 * kMargin;
  float y = kMargin + 8;
  const std::string source(experiment.source);
  picture.labels.push_back(
      fitted({kMargin, y, {}, 15, Face::kSansBold, Anchor::kStart, Role::kText},
             {fmt::format("{}: {} of the AKS thesis", experiment.title, source),
              fmt::format("{}: {}", experiment.title, source),
              fmt::format("{}: {}", experiment.title, source.substr(0, source.find(','))),
              std::string(experiment.title)},
             room - kCorner));
  y += 20;
  std::string how = result.machine;
  if (result.repetitions > 1) {
    how += fmt::format("; {} samples a point, medians, bands: quartiles", result.repetitions);
  }
  bool published = false;
  bool diamonds = false;
  std::string missing;
  for (const ExperimentPanel& panel : result.panels) {
    for (const ExperimentSeries& series : panel.series) {
      const bool of_thesis = series.origin == Origin::kPublished;
      published = published || of_thesis;
      diamonds = diamonds || (of_thesis && series.points.size() <= kMostDiamonds);
      if (!series.problem.empty()) missing += fmt::format("; no {}", series.title);
    }
  }
  how += diamonds    ? "; dashed, diamonds: the thesis"
         : published ? "; dashed: the thesis"
                     : fmt::format("; the thesis: {}", experiment.published);
  if (!result.complete) how += "; not complete";
  how += missing;
  // In two lines where buttons stand beside it; in a narrow pane in one, as far as it goes.
  const float beside = std::max(room - kButtons, std::min(kLeastWords, room - kCorner));
  std::vector<std::string> how_lines =
      beside < kLeastWords ? std::vector{how} : wrapped(how, kText, Face::kSans, beside);
  while (how_lines.size() > 2) {
    how_lines[1] += ' ' + how_lines[2];
    how_lines.erase(how_lines.begin() + 2);
  }
  for (const std::string& text : how_lines) {
    picture.labels.push_back(
        fitted({kMargin, y, text, kText, Face::kSans, Anchor::kStart, Role::kMuted}, beside));
    y += kLine;
  }
  y += 20 - kLine;

  // From below: findings, table, diagrams; findings give way first.
  std::vector<std::string> findings;  // by lines
  std::vector<bool> starts;           // a finding begins here
  for (const std::string& finding : result.findings) {
    for (std::string& text : wrapped(finding, kText, Face::kSans, std::min(room, 900.0F))) {
      starts.push_back(findings.empty() || finding.starts_with(text));
      findings.push_back(std::move(text));
    }
  }
  const int panels = std::max<int>(1, static_cast<int>(result.panels.size()));
  ExperimentTable table;
  if (result.panels.size() == 1) table = table_of(result.panels[0], kTableRows);
  float table_height =
      table.rows.size() > 1 ? kRow * static_cast<float>(table.rows.size()) + kGap : 0;
  const float all = height - y - kMargin;
  if (all - table_height < 1.3F * kLeastPanel) table_height = 0;
  // The diagrams' axes have half of the page; one line says that there is more.
  const float beside_axes = height / 2 + kAroundAxes + kGap;
  const float most_text = std::min(all - table_height - beside_axes, (all - table_height) * 0.3F);
  const auto room_for =
      static_cast<std::size_t>(std::max(most_text / kLine, all > 2 * kLeastPanel ? 1.0F : 0.0F));
  const std::size_t whole = whole_lines(starts, room_for);
  // Whole sentences, and a line that has the others; where not even one fits, as much as does.
  const std::size_t shown = whole > 0 ? whole : std::min(findings.size(), room_for);
  const std::size_t lines = shown + (whole > 0 && shown < findings.size() ? 1 : 0);
  const float text_height = lines > 0 ? static_cast<float>(lines) * kLine + kGap : 0;
  const float plots = all - table_height - text_height;
  if (!result.panels.empty()) {
    const auto [columns, rows] = grid_of(panels, room, plots);
    const float w = (room - kGap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float h = (plots - kGap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    for (std::size_t i = 0; i < result.panels.size(); ++i) {
      const int index = static_cast<int>(i);
      const auto panel_row = index / columns;
      draw_panel(picture, result.panels[i],
                 kMargin + static_cast<float>(index % columns) * (w + kGap),
                 y + static_cast<float>(panel_row) * (h + kGap), w, h);
    }
  }
  y += plots;
  if (table_height > 0) {
    draw_table(picture, table, kMargin, y, room);
    y += table_height;
  }
  y += kGap;
  const auto rest_from = [&](std::size_t first) {
    std::string rest;
    for (std::size_t i = first; i < findings.size(); ++i) {
      rest += (i == first ? "" : starts[i] ? "\n" : " ") + findings[i];
    }
    return rest;
  };
  for (std::size_t i = 0; i < shown; ++i) {
    Label said{kMargin, y, findings[i], kText, Face::kSans, Anchor::kStart, Role::kText};
    if (whole == 0 && i + 1 == shown && shown < findings.size()) {
      said.text += " …";
      said.whole = rest_from(i);
    }
    picture.labels.push_back(std::move(said));
    y += kLine;
  }
  if (lines > shown) {
    const auto more =
        std::count(starts.begin() + static_cast<std::ptrdiff_t>(shown), starts.end(), true);
    Label said{kMargin,        y,           fmt::format("and {} more", more), kText, Face::kSans,
               Anchor::kStart, Role::kMuted};
    said.whole = rest_from(shown);
    picture.labels.push_back(std::move(said));
    y += kLine;
  }
  return picture;
}

}  // namespace sortscope
