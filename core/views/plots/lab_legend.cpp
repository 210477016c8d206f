// lab_legend.cpp: beside the lab's plot its curves by name, below it what was not measured.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/lab/text.h"
#include "core/views/plots/lab_parts.h"

namespace sortscope {

namespace {

constexpr float kSwatch = 26;  // a piece of the curve, before its name
constexpr float kLeastPitch = 15;
constexpr float kStripRow = 18;
constexpr std::size_t kMostAbsences = 4;
constexpr std::size_t kMostLines = 3;  // of a name

// A row of the legend, or a heading (no id).
struct Row {
  std::string id;
  std::string text;
  std::string value;
  const LabSeries* series = nullptr;
  bool floor = false;
  char letter = 0;
  bool goes_on = false;  // the rest of the name above
};

// Names that are wider than `room` go on in a row below them, as far as `height` has rows for all.
std::vector<Row> wrapped_names(const std::vector<Row>& rows, float room, float height) {
  std::vector<Row> all;
  for (const Row& row : rows) {
    const std::vector<std::string> lines = wrapped(row.text, kLabText, Face::kSans, room);
    all.push_back(row);
    if (row.id.empty() || lines.size() > kMostLines) continue;
    all.back().text = lines[0];
    for (std::size_t i = 1; i < lines.size(); ++i) {
      all.push_back({row.id, lines[i], "", row.series, row.floor, row.letter, true});
    }
  }
  return static_cast<float>(all.size()) * kLeastPitch <= height ? all : rows;
}

std::uint32_t largest_size(const LabPage& page) {
  std::uint32_t n = 0;
  for (const LabSeries& series : page.series) {
    for (const int at : series.cells) {
      const LabCell& cell = page.cell(at);
      if (cell.state == LabState::kMeasured) n = std::max(n, cell.what.n);
    }
  }
  return n;
}

std::string value_at(const LabPage& page, const LabSeries& series, std::uint32_t n) {
  for (const int at : series.cells) {
    const LabCell& cell = page.cell(at);
    if (cell.what.n != n) continue;
    if (cell.state == LabState::kFailed) return "failed";
    if (cell.state == LabState::kSkipped) return "skipped";
    if (const auto value = page.scale.median(cell)) return page.scale.text(*value);
  }
  return "–";
}

bool skipped(const LabPage& page, const LabSeries& series) {
  return !series.cells.empty() && std::ranges::all_of(series.cells, [&](int at) {
    return page.cell(at).state == LabState::kSkipped;
  });
}

std::vector<Row> rows_of(const LabPage& page) {
  std::vector<Row> rows;
  const std::uint32_t n = largest_size(page);
  for (const LabPlace place : {LabPlace::kGpu, LabPlace::kCpu}) {
    bool headed = false;
    for (const LabSeries& series : page.series) {
      // What was skipped has no curve; below the plot stands why.
      if (series.place != place || skipped(page, series)) continue;
      if (!headed) {
        rows.push_back({"", place == LabPlace::kGpu ? "GPU" : "CPU",
                        n > 0 ? lab_size_text(n) + " keys" : "", nullptr, false, 0});
        headed = true;
      }
      rows.push_back({series.id, series.title, value_at(page, series, n), &series, false, 0});
    }
  }
  if (!page.floors.empty()) {
    rows.push_back({"", "Limits of this GPU", "", nullptr, false, 0});
    for (const LabFloorLine& line : page.floors) {
      rows.push_back({LabPage::floor_id(line), line.title, "", nullptr, true, line.letter});
    }
  }
  if (!page.published.empty()) {
    rows.push_back({"", "Published", "", nullptr, false, 0});
    char number = '1';
    for (const LabPublished& line : page.published) {
      rows.push_back({LabPage::published_id(line), fmt::format("{}, {}", line.title, line.machine),
                      "", nullptr, false, number++});
    }
  }
  return rows;
}

void draw_swatch(Picture& picture, const Row& row, bool hidden, float x, float y) {
  if (hidden) {
    picture.dots.push_back({x + kSwatch / 2, y, 3.5F, Role::kMuted, false, 1});
    return;
  }
  if (row.series == nullptr) {
    const Role role = row.floor ? Role::kText : Role::kMuted;
    picture.lines.push_back({x, y, x + kSwatch - 12, y, role, 1.2F, true});
    picture.labels.push_back({x + kSwatch - 4, y, std::string(1, row.letter), kLabText,
                              Face::kSansBold, Anchor::kMiddle, Role::kText});
    return;
  }
  picture.lines.push_back(
      {x, y, x + kSwatch, y, row.series->style.role, 2.2F, row.series->recorded});
  draw_plot_mark(picture, row.series->style, x + kSwatch / 2, y, 4);
}

// Sizes in words: "2^20", "2^20 to 2^24", "2^10 and 2^12".
std::string sizes_text(const LabPage& page, std::span<const int> cells) {
  if (cells.size() == 1) return lab_size_text(page.cell(cells[0]).what.n);
  return fmt::format("{} to {}", lab_size_text(page.cell(cells.front()).what.n),
                     lab_size_text(page.cell(cells.back()).what.n));
}

std::string why(const LabPage& page, const LabAbsence& absence) {
  std::string text = absence.series->title;
  // One sentence for all that share it.
  for (std::size_t i = 0; i < absence.cells.size();) {
    std::size_t end = i + 1;
    const LabCell& cell = page.cell(absence.cells[i]);
    while (end < absence.cells.size() && page.cell(absence.cells[end]).state == cell.state &&
           page.cell(absence.cells[end]).reason == cell.reason) {
      ++end;
    }
    const auto part = std::span(absence.cells).subspan(i, end - i);
    text += fmt::format("{} {} {}: {}", i == 0 ? "," : ";",
                        cell.state == LabState::kFailed ? "failed at" : "skipped at",
                        sizes_text(page, part), cell.reason);
    i = end;
  }
  return text;
}

}  // namespace

float lab_legend_width(const LabPage& page, float width) {
  float wanted = 150;
  for (const Row& row : rows_of(page)) {
    const float text = estimated_width(row.text, kLabText, Face::kSans);
    const float value = estimated_width(row.value, kLabText, Face::kMono);
    wanted = std::max(wanted, (row.id.empty() ? 0 : kSwatch + 10) + text + 14 + value);
  }
  return width < 420 ? 0 : std::min(wanted, width * (width < 900 ? 0.34F : 0.38F));
}

void draw_lab_legend(LabPlot& plot, const LabPage& page, float left, float top, float width,
                     float height) {
  std::vector<Row> rows = rows_of(page);
  const bool values = std::all_of(rows.begin(), rows.end(), [&](const Row& row) {
    return row.series == nullptr || kSwatch + 20 +
                                            estimated_width(row.text, kLabText, Face::kSans) +
                                            estimated_width(row.value, kLabText, Face::kMono) <=
                                        width;
  });
  rows = wrapped_names(rows, width - kSwatch - 10, height);
  const float pitch =
      std::clamp(height / std::max(1.0F, static_cast<float>(rows.size())), kLeastPitch, kLabRow);
  if (height < pitch) return;
  const auto room = static_cast<std::size_t>(height / pitch);
  float y = top + pitch / 2;
  for (std::size_t i = 0; i < rows.size(); ++i, y += pitch) {
    Row row = rows[i];
    // Names go before values.
    if (!values) row.value.clear();
    if (i + 1 == room && rows.size() > room) {
      plot.picture.labels.push_back({left, y, fmt::format("and {} more", rows.size() - i), kLabText,
                                     Face::kSans, Anchor::kStart, Role::kMuted});
      return;
    }
    const float value = estimated_width(row.value, kLabText, Face::kMono);
    if (row.id.empty()) {
      plot.picture.labels.push_back(
          fitted({left, y, row.text, kLabText, Face::kSansBold, Anchor::kStart, Role::kMuted},
                 width - value - 10));
    } else {
      const bool hidden = page.hidden(row.id);
      if (!row.goes_on) draw_swatch(plot.picture, row, hidden, left, y);
      const float space = width - kSwatch - 10 - (row.value.empty() ? 0 : value + 10);
      plot.picture.labels.push_back(fitted({left + kSwatch + 10, y, row.text, kLabText, Face::kSans,
                                            Anchor::kStart, hidden ? Role::kMuted : Role::kText},
                                           space));
      plot.legend.push_back({{left, y - pitch / 2, left + width, y + pitch / 2}, row.id});
    }
    if (!row.value.empty()) {
      plot.picture.labels.push_back(
          {left + width, y, row.value, kLabText, Face::kMono, Anchor::kEnd,
           row.id.empty() || page.hidden(row.id) ? Role::kMuted : Role::kText});
    }
  }
}

std::vector<LabAbsence> lab_absences(const LabPage& page) {
  std::vector<LabAbsence> all;
  for (const LabSeries& series : page.series) {
    LabAbsence one{&series, {}};
    for (const int at : series.cells) {
      const LabState state = page.cell(at).state;
      if (state == LabState::kFailed || state == LabState::kSkipped) one.cells.push_back(at);
    }
    if (!one.cells.empty()) all.push_back(std::move(one));
  }
  // What failed is more than what was skipped.
  const auto failed = [&](const LabAbsence& absence) {
    return std::any_of(absence.cells.begin(), absence.cells.end(),
                       [&](int at) { return page.cell(at).state == LabState::kFailed; });
  };
  std::stable_sort(all.begin(), all.end(), [&](const LabAbsence& a, const LabAbsence& b) {
    return failed(a) && !failed(b);
  });
  return all;
}

float lab_strip_height(std::size_t rows) {
  if (rows == 0) return 0;
  const std::size_t more = rows > kMostAbsences ? 1 : 0;
  return 10 + kStripRow * static_cast<float>(std::min(rows, kMostAbsences) + more);
}

void draw_lab_strip(LabPlot& plot, const LabPage& page, std::span<const LabAbsence> rows, float top,
                    float right) {
  const LabelArea& area = plot.plot;
  float y = top + 10 + kStripRow / 2;
  for (std::size_t i = 0; i < std::min(rows.size(), kMostAbsences); ++i, y += kStripRow) {
    const LabAbsence& row = rows[i];
    draw_plot_mark(plot.picture, row.series->style, area.left - 14, y, 4);
    float first = right;
    float last = area.left;
    for (const int at : row.cells) {
      const float x = plot.x_of(std::log2(page.cell(at).what.n));
      if (x < area.left - 1 || x > area.right + 1) continue;
      draw_absence_mark(plot.picture, page.cell(at).state, x, y);
      plot.marks.push_back({x, y, at, -1});
      first = std::min(first, x);
      last = std::max(last, x);
    }
    // Before the marks or after them: where there is more room.
    const bool before = first - area.left > right - last;
    const float x = before ? area.left + 4 : last + 14;
    const float room = before ? first - x - 14 : right - x;
    const std::string& reason = page.cell(row.cells.front()).reason;
    plot.picture.labels.push_back(
        fitted({x, y, {}, kLabText, Face::kSans, Anchor::kStart, Role::kMuted},
               {why(page, row), fmt::format("{}: {}", row.series->title, reason)}, room));
  }
  if (rows.size() > kMostAbsences) {
    plot.picture.labels.push_back(
        {area.left + 4, y,
         fmt::format("and {} more were not measured everywhere", rows.size() - kMostAbsences),
         kLabText, Face::kSans, Anchor::kStart, Role::kMuted});
  }
}

}  // namespace sortscope
