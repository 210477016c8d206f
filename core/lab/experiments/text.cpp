// text.cpp: results of experiments as tables for reading and as CSV.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/number_text.h"
#include "core/lab/experiments/experiment.h"

namespace sortscope {

namespace {

// Of a table.
constexpr std::size_t kMostRows = 32;

std::string_view name_of(Origin origin) {
  switch (origin) {
    case Origin::kMeasured:
      return "measured";
    case Origin::kComputed:
      return "computed";
    case Origin::kPublished:
      return "published";
  }
  return "";
}

// A field of CSV: quoted where it must be.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c;
    if (c == '"') quoted += c;
  }
  return quoted + '"';
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string cell(const ExperimentSeries& series, double x) {
  for (const ExperimentPoint& point : series.points) {
    if (point.x != x) continue;
    std::string text = number_text(point.y.median());
    if (point.y.quantile(0.25) < point.y.quantile(0.75)) {
      text += fmt::format(" ({}–{})", number_text(point.y.quantile(0.25)),
                          number_text(point.y.quantile(0.75)));
    }
    return text;
  }
  return "";
}

// Ours, each followed by what the thesis has for it, then the rest.
std::vector<const ExperimentSeries*> columns(const ExperimentPanel& panel) {
  std::vector<const ExperimentSeries*> order;
  const auto add = [&](const ExperimentSeries& series) {
    if (!series.points.empty()) order.push_back(&series);
  };
  for (const ExperimentSeries& series : panel.series) {
    if (series.origin == Origin::kPublished) continue;
    add(series);
    for (const ExperimentSeries& other : panel.series) {
      if (other.origin == Origin::kPublished && other.of == series.id) add(other);
    }
  }
  for (const ExperimentSeries& series : panel.series) {
    if (series.origin == Origin::kPublished &&
        std::find(order.begin(), order.end(), &series) == order.end()) {
      add(series);
    }
  }
  return order;
}

std::string text_table(const ExperimentPanel& panel) {
  std::string text = fmt::format("\n{} ({})\n", panel.title, panel.y.title);
  for (const ExperimentSeries& series : panel.series) {
    if (!series.problem.empty()) text += fmt::format("  {}: {}\n", series.title, series.problem);
  }
  ExperimentTable table = table_of(panel, kMostRows);
  if (table.every > 1) {
    text += fmt::format("  Every {}th of {} points; the CSV has all.\n", table.every, table.values);
  }
  std::vector<std::size_t> widths(table.published.size(), 0);
  for (auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (table.published[c] && !row[c].empty()) row[c] = "[" + row[c] + "]";
      widths[c] = std::max(widths[c], characters(row[c]));
    }
  }
  for (const auto& row : table.rows) {
    std::string line = " ";
    for (std::size_t c = 0; c < row.size(); ++c) {
      line += std::string(widths[c] - characters(row[c]) + (c == 0 ? 1 : 3), ' ') + row[c];
    }
    text += line + '\n';
  }
  return text;
}

}  // namespace

std::string number_text(double value) {
  const double size = std::abs(value);
  if (size != 0 && size >= 1e12) return fmt::format("2^{:.1f}", std::log2(size));
  if (size >= 1000) {
    return (value < 0 ? "-" : "") + grouped_number(static_cast<std::uint64_t>(std::llround(size)));
  }
  return fmt::format("{:.4g}", value);
}

std::string axis_text(const ExperimentAxis& axis, double value) {
  if (axis.scale == AxisScale::kLog2 && value >= 1024) {
    const double log2 = std::log2(value);
    if (log2 == std::floor(log2)) return fmt::format("2^{}", static_cast<int>(log2));
  }
  if (value >= 1e5 && axis.scale == AxisScale::kLog10) {
    const double log10 = std::log10(value);
    if (log10 == std::floor(log10)) return fmt::format("10^{}", static_cast<int>(log10));
  }
  return number_text(value);
}

ExperimentTable table_of(const ExperimentPanel& panel, std::size_t most_rows) {
  ExperimentTable table;
  const auto order = columns(panel);
  std::set<double> xs;
  for (const ExperimentSeries* series : order) {
    for (const ExperimentPoint& point : series->points) xs.insert(point.x);
  }
  table.values = xs.size();
  table.every = std::max<std::size_t>(1, (xs.size() + most_rows - 1) / most_rows);
  auto& head = table.rows.emplace_back();
  head.push_back(panel.x.title);
  table.published.push_back(false);
  for (const ExperimentSeries* series : order) {
    head.push_back(series->title);
    table.published.push_back(series->origin == Origin::kPublished);
  }
  std::size_t at = 0;
  for (const double x : xs) {
    if (at++ % table.every != 0) continue;
    auto& row = table.rows.emplace_back();
    row.push_back(number_text(x));
    for (const ExperimentSeries* series : order) row.push_back(cell(*series, x));
  }
  return table;
}

std::string csv_of(const ExperimentResult& result) {
  std::string text =
      "experiment,panel,series,origin,x,median,lower_quartile,upper_quartile,samples,note\n";
  for (const ExperimentPanel& panel : result.panels) {
    for (const ExperimentSeries& series : panel.series) {
      for (const ExperimentPoint& point : series.points) {
        text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", result.experiment->id,
                            field(panel.id), field(series.id), name_of(series.origin), point.x,
                            point.y.median(), point.y.quantile(0.25), point.y.quantile(0.75),
                            point.y.values.size(), field(point.note));
      }
    }
  }
  return text;
}

std::string text_of(const ExperimentResult& result) {
  const Experiment& experiment = *result.experiment;
  std::string text =
      fmt::format("{}: {} (thesis: {})\n", experiment.id, experiment.title, experiment.source);
  text += fmt::format("{}\n", experiment.summary);
  if (!result.machine.empty()) text += result.machine + "; ";
  text += result.repetitions > 1
              ? fmt::format("{} samples a point, medians (quartiles); [the thesis's values]: {}\n",
                            result.repetitions, experiment.published)
              : fmt::format("[the thesis's values]: {}\n", experiment.published);
  for (const ExperimentPanel& panel : result.panels) text += text_table(panel);
  if (!result.findings.empty()) text += "\n";
  for (const std::string& finding : result.findings) text += fmt::format("- {}\n", finding);
  if (!result.complete) text += "\nStopped: this is what there was until then.\n";
  return text;
}

}  // namespace sortscope
