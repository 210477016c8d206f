// experiment.h: the experiments of Fischer 2020 (the AKS thesis), measured and counted again: one
// table, one way to run them, results that grow while they run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/base/samples.h"
#include "core/engines/engine.h"

namespace sortscope {

/// Where the values of a series come from.
enum class Origin : std::uint8_t {
  kMeasured,   // here, with samples
  kComputed,   // counted, exact
  kPublished,  // the thesis's text or tables
};

/// One value; published and computed ones have one sample. `note` says what else was seen.
struct ExperimentPoint {
  double x = 0;
  Samples y;
  std::string note = {};
};

struct ExperimentSeries {
  std::string id;     // "int32": in CSV
  std::string title;  // "32-bit integers"
  Origin origin = Origin::kMeasured;
  std::string of;       // kPublished: id of our series in the same panel; "" for none
  std::string problem;  // why there are no points: "" where there are
  std::vector<ExperimentPoint> points;
};

enum class AxisScale : std::uint8_t { kLinear, kLog2, kLog10 };
struct ExperimentAxis {
  std::string title;  // "ms", "keys"
  AxisScale scale = AxisScale::kLinear;
};

/// One diagram: x against y, series by series.
struct ExperimentPanel {
  std::string id;  // in CSV
  std::string title;
  ExperimentAxis x;
  ExperimentAxis y;
  std::vector<ExperimentSeries> series = {};
};

/// All that was found so far.
struct ExperimentResult {
  const struct Experiment* experiment = nullptr;
  std::string machine;  // what ran it: "CPU, 2 threads, AVX2"
  std::uint32_t repetitions = 0;
  bool quick = false;
  bool complete = false;
  std::vector<ExperimentPanel> panels;
  std::vector<std::string> findings;  // sentences: what it showed, beside the thesis
};

/// How to run an experiment. Zero and empty: as the experiment has it.
struct ExperimentOptions {
  bool quick = false;  // seconds: smaller sizes, fewer samples
  std::uint32_t repetitions = 0;
  std::vector<std::uint32_t> sizes;
  std::uint64_t seed = 1;
  Engine* engine = nullptr;  // sorts; never null
  Engine* cuda = nullptr;    // null where there is none, `no_cuda` says why
  std::string no_cuda;
};

/// An experiment in progress: what its function reads and grows.
class ExperimentRun {
 public:
  using Grown = std::function<void(std::shared_ptr<const ExperimentResult>)>;
  ExperimentRun(const Experiment& experiment, const ExperimentOptions& options, Progress* progress,
                Grown grown);

  [[nodiscard]] const ExperimentOptions& options() const { return options_; }
  [[nodiscard]] const ExperimentResult& result() const { return result_; }
  /// Samples of every point: as asked for, else these.
  std::uint32_t repetitions(std::uint32_t usual, std::uint32_t quick);
  /// Sizes: as asked for, else these.
  [[nodiscard]] std::vector<std::uint32_t> sizes(const std::vector<std::uint32_t>& usual,
                                                 const std::vector<std::uint32_t>& quick) const;
  void set_machine(std::string text) { result_.machine = std::move(text); }

  /// Diagrams and series are named by their place.
  std::size_t add_panel(ExperimentPanel panel);
  std::size_t add_series(std::size_t panel, std::string id, std::string title,
                         Origin origin = Origin::kMeasured);
  /// What the thesis has for series `of` of the panel.
  void add_published(std::size_t panel, std::string_view of, std::string title,
                     std::span<const std::pair<double, double>> points);
  void add(std::size_t panel, std::size_t series, ExperimentPoint point);
  void add(std::size_t panel, std::size_t series, double x, double y) {
    add(panel, series, {x, {{y}}});
  }
  void set_problem(std::size_t panel, std::size_t series, std::string problem);
  void find(std::string sentence);
  [[nodiscard]] const ExperimentSeries& series(std::size_t panel, std::size_t series) const {
    return result_.panels[panel].series[series];
  }
  /// Shows the world what there is.
  void show();

  // Progress in units of the experiment's own: comparators, runs. Engines that report themselves
  // count into it; done() puts right what they had estimated.
  void plan(std::uint64_t units);
  void done(std::uint64_t units);
  [[nodiscard]] Progress* progress() { return progress_; }
  [[nodiscard]] bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }
  static Error stopped() { return {ErrorCode::kCancelled, "the experiment was stopped.", ""}; }

 private:
  friend Status run_experiment(const Experiment& experiment, const ExperimentOptions& options,
                               Progress* progress, const Grown& grown);

  const ExperimentOptions& options_;
  Progress* progress_;
  Grown grown_;
  ExperimentResult result_;
  std::uint64_t done_ = 0;
};

/// A row of the table of experiments.
struct Experiment {
  std::string_view id;  // "sorting-time": stable
  std::string_view title;
  std::string_view source;     // "table 4.1"
  std::string_view summary;    // a sentence
  std::string_view published;  // what the thesis's text has: values, or "figure only"
  std::string_view sizes;      // what sizes mean: "keys"; "" where it takes none
  /// Grows the run. Errors: kCancelled; kBadUsage for sizes that it cannot take; what the work had.
  Status (*run)(ExperimentRun& run);
};
std::span<const Experiment> experiments();
/// The error lists the ids there are.
Result<const Experiment*> find_experiment(std::string_view id);

/// Runs it; `grown` is called with what there is after every point, and at the end (complete, or
/// not where cancelled or failed: what there is stays valid). Errors: those of Experiment::run,
/// kOutOfMemory.
Status run_experiment(const Experiment& experiment, const ExperimentOptions& options,
                      Progress* progress, const ExperimentRun::Grown& grown);

/// The result as CSV: a row a point, quartiles included; as tables for reading, published values
/// beside ours.
std::string csv_of(const ExperimentResult& result);
std::string text_of(const ExperimentResult& result);
/// A panel as a table: the first row has titles, the first column x; every column is of ours or
/// published, which follow ours that they belong to. At most `most_rows` rows of values: evenly
/// chosen, `every` says which.
struct ExperimentTable {
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> published;  // of each column
  std::size_t every = 1;
  std::size_t values = 0;  // of x, all of them
};
ExperimentTable table_of(const ExperimentPanel& panel, std::size_t most_rows);
/// A number in four digits: 0.00243, 55.04, 1,285, 2^816.
std::string number_text(double value);
/// A number on an axis: 65,536 as 2^16 on kLog2 axes of sizes.
std::string axis_text(const ExperimentAxis& axis, double value);

// One experiment, one file: core/experiments/.
extern const Experiment kSortingTime;
extern const Experiment kGraphMemory;
extern const Experiment kGenerators;
extern const Experiment kInvalidRuns;
extern const Experiment kBestEpsilon;
extern const Experiment kThreads;
extern const Experiment kLargeSort;
extern const Experiment kCpuCuda;
extern const Experiment kComplexity;
extern const Experiment kReuse;
extern const Experiment kPlanted;
extern const Experiment kMisplaced;
extern const Experiment kShuffledHalves;
extern const Experiment kGeneratorTimes;

}  // namespace sortscope
