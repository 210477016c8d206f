// command_line_bench.cpp: `sortscope bench`: measuring without a window.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/command_line_progress.h"
#include "app/engines.h"
#include "core/article_benchmark.h"
#include "core/output_file.h"

namespace sortscope {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Samples& samples) {
  return {{"median_ms", samples.median()},
          {"lower_quartile_ms", samples.quantile(0.25)},
          {"upper_quartile_ms", samples.quantile(0.75)},
          {"samples_ms", samples.values}};
}

std::string json_of(const ArticleBenchmark& result) {
  Json published = Json::array();
  for (const ArticleRow& row : article_table()) {
    published.push_back({{"n", row.n},
                         {"cpu_least_ms", row.cpu_least_ms},
                         {"cpu_most_ms", row.cpu_most_ms},
                         {"gpu_sort_ms", row.gpu_sort_ms},
                         {"gpu_abisort_ms", row.abisort_ms}});
  }
  Json all = {{"version", 1},
              {"preset", "article"},
              {"engine", result.engine},
              {"repetitions", result.repetitions},
              {"published", published},
              {"series", Json::array()}};
  for (const BenchmarkSeries& series : result.series) {
    Json points = Json::array();
    for (const BenchmarkPoint& point : series.points) {
      Json one = {{"n", point.n}, {"sort", json_of(point.sort)}};
      if (!point.with_transfers.empty()) one["with_transfers"] = json_of(point.with_transfers);
      if (!point.note.empty()) one["data"] = point.note;
      points.push_back(std::move(one));
    }
    Json one = {{"id", series.id}, {"title", series.title}, {"points", points}};
    if (!series.kernel.empty()) one["kernel"] = series.kernel;
    if (!series.problem.empty()) one["problem"] = series.problem;
    all["series"].push_back(std::move(one));
  }
  return all.dump(2) + "\n";
}

std::string csv_of(const ArticleBenchmark& result) {
  std::string text = "series,n,kind,median_ms,lower_quartile_ms,upper_quartile_ms,samples\n";
  const auto row = [&](const BenchmarkSeries& series, const BenchmarkPoint& point,
                       std::string_view kind, const Samples& samples) {
    text += fmt::format("{},{},{},{},{},{},{}\n", series.id, point.n, kind, samples.median(),
                        samples.quantile(0.25), samples.quantile(0.75), samples.values.size());
  };
  for (const BenchmarkSeries& series : result.series) {
    for (const BenchmarkPoint& point : series.points) {
      row(series, point, "sort", point.sort);
      if (!point.with_transfers.empty()) row(series, point, "with-transfers", point.with_transfers);
    }
  }
  return text;
}

void print_table(const ArticleBenchmark& result) {
  fmt::print("Pairs of a 32-bit float and a pointer; medians of {} in ms (quartiles); {}\n",
             result.repetitions, result.engine);
  for (const BenchmarkSeries& series : result.series) {
    if (!series.problem.empty()) {
      fmt::print("{}: {}\n", series.title, series.problem);
      continue;
    }
    fmt::print("{}{}\n", series.title,
               series.kernel.empty() ? "" : fmt::format(", kernel {}", series.kernel));
    for (const BenchmarkPoint& point : series.points) {
      fmt::print("  {:>9}  {:>9.4f} ({:.4f} to {:.4f})", point.n, point.sort.median(),
                 point.sort.quantile(0.25), point.sort.quantile(0.75));
      if (!point.with_transfers.empty()) {
        fmt::print("  with transfers {:.4f}", point.with_transfers.median());
      }
      if (!point.note.empty()) fmt::print("  {}", point.note);
      fmt::print("\n");
    }
  }
  fmt::print("Published (Athlon 64 4200+, GeForce 7800 GTX): CPU sort, GPUSort, GPU-ABiSort\n");
  for (const ArticleRow& row : article_table()) {
    fmt::print("  {:>9}  {:>3}–{:<3}  {:>3}  {:>3}\n", row.n, row.cpu_least_ms, row.cpu_most_ms,
               row.gpu_sort_ms, row.abisort_ms);
  }
}

}  // namespace

int run_bench_command(const BenchArguments& arguments) {
  const auto choice = choose_engine(arguments.engine);
  if (!choice) return report_error(choice.error());
  Job job;
  job.stage("Measuring");
  std::shared_ptr<const ArticleBenchmark> result;
  const Status status = run_article_benchmark(
      *choice->engine, arguments.repetitions, &job.progress(),
      [&](std::shared_ptr<const ArticleBenchmark> grown) { result = std::move(grown); });
  if (!status) return report_error(status.error());
  print_table(*result);
  for (const auto& [path, text] :
       {std::pair{arguments.json, json_of(*result)}, std::pair{arguments.csv, csv_of(*result)}}) {
    if (path.empty()) continue;
    if (const Status written = write_file(path, text); !written) {
      return report_error(written.error());
    }
  }
  return finish_output();
}

}  // namespace sortscope
