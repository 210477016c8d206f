// article_benchmark.h: the timing table of seed 000 (Zachmann, Adaptive Bitonic Sorting, figure 12
// and its table), measured again on this machine beside the published figures.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine.h"
#include "core/error.h"
#include "core/progress.h"
#include "core/samples.h"

namespace sortscope {

/// A row of the published table: an AMD Athlon-64 4200+ and a GeForce 7800 GTX, pairs of a uniform
/// random 32-bit float and a 4-byte pointer, data in GPU memory.
struct ArticleRow {
  std::uint32_t n;
  double cpu_least_ms, cpu_most_ms;  // STL sort, best and worst data
  double gpu_sort_ms;                // bitonic network, Govindaraju et al.
  double abisort_ms;                 // GPU-ABiSort
};
std::span<const ArticleRow> article_table();

/// One measured length; milliseconds.
struct BenchmarkPoint {
  std::uint32_t n = 0;
  Samples sort;
  Samples with_transfers;  // to the device and back counted; empty on the CPU
  std::string note;        // "reversed": the input kind, where it differs between points
};

/// One curve.
struct BenchmarkSeries {
  std::string id;       // "cpu-least", "cpu-most", "bitonic", "abisort", "adaptive-interval"
  std::string title;    // "std::sort, best data"
  std::string kernel;   // of the engine; empty for std::sort
  std::string problem;  // why there are no points: "" where there are
  std::vector<BenchmarkPoint> points;
};

/// All that was measured so far.
struct ArticleBenchmark {
  std::string engine;  // description of the engine that ran the sorts
  bool on_gpu = false;
  std::uint32_t repetitions = 0;
  bool complete = false;
  std::vector<BenchmarkSeries> series;
};

/// Measures std::sort (one thread; the best and the worst of five kinds of data), and on `engine`
/// the bitonic network, GPU-ABiSort and the interval-based adaptive sort, recording off, on the
/// article's pairs and lengths: `repetitions` samples each, lengths rising. `grown` is called
/// with what there is after every point. Every output is checked. Errors: kCancelled, kWorkFailed
/// (an output was not in order), kOutOfMemory.
Status run_article_benchmark(
    Engine& engine, std::uint32_t repetitions, Progress* progress,
    const std::function<void(std::shared_ptr<const ArticleBenchmark>)>& grown);

}  // namespace sortscope
