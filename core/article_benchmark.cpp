// article_benchmark.cpp: measuring the article's table.
#include "core/article_benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "core/inputs.h"
#include "core/keys.h"

namespace sortscope {

namespace {

constexpr std::array kTable = {
    ArticleRow{32'768, 9, 11, 4, 5},       ArticleRow{65'536, 19, 24, 8, 8},
    ArticleRow{131'072, 46, 52, 18, 16},   ArticleRow{262'144, 98, 109, 38, 31},
    ArticleRow{524'288, 203, 226, 80, 65}, ArticleRow{1'048'576, 418, 477, 173, 135},
};

constexpr std::array<std::string_view, 5> kKinds = {"uniform", "sorted", "reversed", "organ-pipe",
                                                    "few-distinct"};
constexpr std::array<std::string_view, 3> kSorts = {"bitonic", "abisort", "adaptive-interval"};
constexpr std::uint64_t kSeed = 1;

/// The article's pair.
struct Pair {
  float key;
  std::uint32_t pointer;
};

using Clock = std::chrono::steady_clock;

double elapsed_ms(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

Error not_in_order(std::string_view what, std::uint32_t n) {
  return {ErrorCode::kWorkFailed, fmt::format("{} left {} keys out of order.", what, n),
          "This is an error in Sortscope: please report it."};
}

class Measurement {
 public:
  Measurement(Engine& engine, std::uint32_t repetitions, Progress* progress)
      : engine_(engine), progress_(progress) {
    result_.engine = engine.description();
    result_.on_gpu = engine.id() == "cuda";
    result_.repetitions = repetitions;
    result_.series = {{"cpu-least", "std::sort, best data", "", "", {}},
                      {"cpu-most", "std::sort, worst data", "", "", {}}};
    for (const std::string_view id : kSorts) {
      BenchmarkSeries series;
      series.id = id;
      const auto algorithm = find_algorithm(id);
      series.title = algorithm ? std::string((*algorithm)->title) : std::string(id);
      if (!algorithm) series.problem = algorithm.error().message;
      result_.series.push_back(std::move(series));
    }
    if (progress_ != nullptr) {
      std::uint64_t units = 0;
      for (const ArticleRow& row : kTable) units += row.n;
      progress_->begin(units * repetitions * (kKinds.size() + kSorts.size()));
    }
  }

  Status measure(std::uint32_t n) {
    if (Status status = measure_std_sort(n); !status) return status;
    for (std::size_t i = 0; i < kSorts.size(); ++i) {
      BenchmarkSeries& series = result_.series[2 + i];
      if (!series.problem.empty()) continue;
      if (Status status = measure_engine(n, kSorts[i], series); !status) return status;
    }
    return {};
  }

  [[nodiscard]] std::shared_ptr<const ArticleBenchmark> snapshot(bool complete) {
    result_.complete = complete;
    return std::make_shared<ArticleBenchmark>(result_);
  }

 private:
  [[nodiscard]] bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }
  void advance(std::uint32_t n) {
    if (progress_ != nullptr) progress_->advance(n);
  }
  static Error stopped() { return {ErrorCode::kCancelled, "the measurement was stopped.", ""}; }

  Status measure_std_sort(std::uint32_t n) {
    std::optional<BenchmarkPoint> least;
    std::optional<BenchmarkPoint> most;
    const Algorithm& bitonic = *find_algorithm("bitonic").value();
    for (const std::string_view kind : kKinds) {
      const auto keys =
          generate_keys(kind, KeyType::kFloat32, n, kSeed, bitonic, Order::kAscending);
      if (!keys) return keys.error();
      std::vector<Pair> input(n);
      for (std::uint32_t i = 0; i < n; ++i) {
        input[i] = {static_cast<float>(keys->value(i)), i};
      }
      BenchmarkPoint point;
      point.n = n;
      point.note = kind;
      for (std::uint32_t r = 0; r < result_.repetitions; ++r) {
        if (cancelled()) return stopped();
        std::vector<Pair> pairs = input;
        const auto begin = Clock::now();
        // The pointer is the secondary key, as in the article.
        const auto before = [](const Pair& a, const Pair& b) {
          return a.key < b.key || (a.key == b.key && a.pointer < b.pointer);
        };
        std::sort(pairs.begin(), pairs.end(), before);
        point.sort.values.push_back(elapsed_ms(begin));
        if (!std::is_sorted(pairs.begin(), pairs.end(), before))
          return not_in_order("std::sort", n);
        advance(n);
      }
      if (!least || point.sort.median() < least->sort.median()) least = point;
      if (!most || point.sort.median() > most->sort.median()) most = point;
    }
    result_.series[0].points.push_back(*least);
    result_.series[1].points.push_back(*most);
    return {};
  }

  Status measure_engine(std::uint32_t n, std::string_view id, BenchmarkSeries& series) {
    const Algorithm& algorithm = *find_algorithm(id).value();
    const Network network = algorithm.build(n);
    const auto keys =
        generate_keys("uniform", KeyType::kFloat32, n, kSeed, algorithm, Order::kAscending);
    if (!keys) return keys.error();
    const PreparedKeys start = prepare_keys(*keys, Order::kAscending, network.wires(), false);
    BenchmarkPoint point;
    point.n = n;
    // The first run warms caches and plans up and is not counted.
    for (std::uint32_t r = 0; r <= result_.repetitions; ++r) {
      if (cancelled()) return stopped();
      Words words = start.words;
      std::vector<std::uint32_t> places = start.places;
      SortBuffers buffers;
      buffers.key_bits = words.bits;
      buffers.words32 = words.w32;
      buffers.places = places;
      buffers.real_keys = start.real_keys;
      const auto timing = engine_.run(algorithm, network, buffers, {}, nullptr);
      if (!timing) {
        // The engine cannot run it: its curve stays empty, and says why.
        if (timing.error().code != ErrorCode::kBadUsage) return timing.error();
        series.problem = timing.error().message;
        return {};
      }
      if (!std::is_sorted(words.w32.begin(), words.w32.end())) return not_in_order(id, n);
      for (std::uint32_t w = 0; w < n; ++w) {
        if (start.words.at(places[w]) != words.at(w)) return not_in_order(id, n);
      }
      if (r == 0) continue;
      series.kernel = timing->kernel;
      const double sort_ms = static_cast<double>(timing->elapsed_ns) * 1e-6;
      point.sort.values.push_back(sort_ms);
      if (result_.on_gpu) {
        point.with_transfers.values.push_back(sort_ms +
                                              static_cast<double>(timing->transfer_ns) * 1e-6);
      }
      advance(n);
    }
    series.points.push_back(std::move(point));
    return {};
  }

  Engine& engine_;
  Progress* progress_;
  ArticleBenchmark result_;
};

}  // namespace

std::span<const ArticleRow> article_table() { return kTable; }

Status run_article_benchmark(
    Engine& engine, std::uint32_t repetitions, Progress* progress,
    const std::function<void(std::shared_ptr<const ArticleBenchmark>)>& grown) try {
  Measurement measurement(engine, std::max(repetitions, 1U), progress);
  for (const ArticleRow& row : kTable) {
    if (Status status = measurement.measure(row.n); !status) return status;
    grown(measurement.snapshot(row.n == kTable.back().n));
  }
  return {};
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kOutOfMemory, "there is not enough memory to measure.", ""};
}

}  // namespace sortscope
