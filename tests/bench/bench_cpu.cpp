// bench_cpu.cpp: the CPU engine against std::sort, and replay. All in one run, so that ratios hold.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <thread>

#include "core/engines/cpu/engine.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {
namespace {

using Clock = std::chrono::steady_clock;

template <typename Word>
std::vector<Word> uniform(std::size_t n) {
  std::mt19937_64 random(1);
  std::vector<Word> words(n);
  for (Word& word : words) word = static_cast<Word>(random());
  return words;
}

template <typename Word>
double std_sort_seconds(const std::vector<Word>& keys) {
  std::vector<Word> words = keys;
  const auto begin = Clock::now();
  std::sort(words.begin(), words.end());
  const std::chrono::duration<double> elapsed = Clock::now() - begin;
  benchmark::DoNotOptimize(words.data());
  return elapsed.count();
}

// std::sort runs beside every repetition: "ratio" is the engine's time over std::sort's.
template <typename Word>
void cpu_engine(benchmark::State& state, bool recorded, const CpuLayers& (*layers)()) {
  const auto n = std::size_t{1} << state.range(0);
  const Algorithm& algorithm = algorithms()[0];
  const Network network = algorithm.build(static_cast<std::uint32_t>(n));
  const std::vector<Word> keys = uniform<Word>(n);
  std::vector<Word> words(n);
  std::vector<std::uint32_t> bits(recorded ? network.bit_words() : 0);
  const auto engine = make_cpu_engine(layers());
  SortBuffers buffers;
  buffers.key_bits = 8 * sizeof(Word);
  if constexpr (sizeof(Word) == 4) {
    buffers.words32 = words;
  } else {
    buffers.words64 = words;
  }
  SortOptions options;
  options.bits = bits;
  double engine_seconds = 0;
  double sort_seconds = 0;
  for ([[maybe_unused]] auto _ : state) {
    sort_seconds += std_sort_seconds(keys);
    words = keys;
    const auto timing = engine->run(algorithm, network, buffers, options, nullptr);
    if (!timing.ok() || !std::is_sorted(words.begin(), words.end())) {
      state.SkipWithError("the engine did not sort");
      break;
    }
    const double seconds = static_cast<double>(timing->elapsed_ns) * 1e-9;
    state.SetIterationTime(seconds);
    engine_seconds += seconds;
  }
  state.counters["ratio"] = engine_seconds / sort_seconds;
  state.SetLabel(engine->description());
}

// Adaptive bitonic sorting on one core; "ratio" as above (the article's figure for quicksort: 2.5).
template <typename Word>
void adaptive(benchmark::State& state, bool recorded) {
  const auto n = std::size_t{1} << state.range(0);
  const Algorithm& algorithm = *find_algorithm("adaptive").value();
  const Network network = algorithm.build(static_cast<std::uint32_t>(n));
  const std::vector<Word> keys = uniform<Word>(n);
  std::vector<Word> words(n);
  std::vector<std::uint32_t> places(n);
  std::vector<std::uint32_t> bits(recorded ? network.bit_words() : 0);
  const auto engine = make_cpu_engine();
  SortBuffers buffers;
  buffers.key_bits = 8 * sizeof(Word);
  if constexpr (sizeof(Word) == 4) {
    buffers.words32 = words;
  } else {
    buffers.words64 = words;
  }
  buffers.places = places;
  buffers.real_keys = static_cast<std::uint32_t>(n);
  SortOptions options;
  options.bits = bits;
  double engine_seconds = 0;
  double sort_seconds = 0;
  for ([[maybe_unused]] auto _ : state) {
    sort_seconds += std_sort_seconds(keys);
    words = keys;
    std::iota(places.begin(), places.end(), 0U);
    const auto timing = engine->run(algorithm, network, buffers, options, nullptr);
    if (!timing.ok() || !std::is_sorted(words.begin(), words.end())) {
      state.SkipWithError("the engine did not sort");
      break;
    }
    const double seconds = static_cast<double>(timing->elapsed_ns) * 1e-9;
    state.SetIterationTime(seconds);
    engine_seconds += seconds;
  }
  state.counters["ratio"] = engine_seconds / sort_seconds;
}

// The AKS network with default parameters: "ratio" to std::sort as above, "thesis" the time over
// what Fischer 2020 published for six cores (table 4.2; for 2^20 table 4.1, without perfect
// halvers).
template <typename Word>
void aks(benchmark::State& state, bool recorded, bool placed, std::string_view depth) {
  const auto n = std::size_t{1} << state.range(0);
  const Algorithm& algorithm = *find_algorithm("aks").value();
  AksParameters parameters;
  static_cast<void>(set_parameter(parameters, "depth", depth));
  const Network network(
      AksNetwork::build(static_cast<std::uint32_t>(state.range(0)), parameters).value());
  const std::vector<Word> keys = uniform<Word>(n);
  std::vector<Word> words(n);
  std::vector<std::uint32_t> places(placed ? n : 0);
  std::vector<std::uint32_t> bits(recorded ? network.bit_words() : 0);
  std::vector<std::uint32_t> repair_bits;
  const auto engine = make_cpu_engine();
  SortBuffers buffers;
  buffers.key_bits = 8 * sizeof(Word);
  if constexpr (sizeof(Word) == 4) {
    buffers.words32 = words;
  } else {
    buffers.words64 = words;
  }
  buffers.places = places;
  buffers.real_keys = static_cast<std::uint32_t>(n);
  SortOptions options;
  options.bits = bits;
  options.repair_bits = &repair_bits;
  double engine_seconds = 0;
  double sort_seconds = 0;
  std::uint64_t misplaced = 0;
  for ([[maybe_unused]] auto _ : state) {
    sort_seconds += std_sort_seconds(keys);
    words = keys;
    std::iota(places.begin(), places.end(), 0U);
    repair_bits.clear();
    const auto timing = engine->run(algorithm, network, buffers, options, nullptr);
    if (!timing.ok() || !std::is_sorted(words.begin(), words.end())) {
      state.SkipWithError("the engine did not sort");
      break;
    }
    const double seconds = static_cast<double>(timing->elapsed_ns) * 1e-9;
    state.SetIterationTime(seconds);
    engine_seconds += seconds;
    misplaced = timing->misplaced;
  }
  state.counters["ratio"] = engine_seconds / sort_seconds;
  state.counters["misplaced"] = static_cast<double>(misplaced);
  constexpr std::pair<std::int64_t, double> kPublished[] = {
      {8, 0.0014e-3}, {12, 8.235e-3}, {16, 0.166}, {20, 51.386}};
  const auto mean = engine_seconds / static_cast<double>(state.iterations());
  for (const auto& [d, seconds] : kPublished) {
    if (d == state.range(0) && depth == "perfect") state.counters["thesis"] = mean / seconds;
  }
}

template <typename Word>
void std_sort(benchmark::State& state) {
  const std::vector<Word> keys = uniform<Word>(std::size_t{1} << state.range(0));
  for ([[maybe_unused]] auto _ : state) state.SetIterationTime(std_sort_seconds(keys));
}

std::shared_ptr<const Recording> recording_of(std::uint32_t log2_n) {
  RunRequest request;
  request.keys = make_keys(KeyType::kUint32, std::size_t{1} << log2_n);
  request.keys.raw.w32 = uniform<std::uint32_t>(std::size_t{1} << log2_n);
  const auto engine = make_cpu_engine();
  auto recording = record(request, *engine);
  return recording.ok() ? *recording : nullptr;
}

// Everything that `sortscope record` does but the file: keys in, recording out.
void whole_record(benchmark::State& state) {
  RunRequest request;
  const auto n = std::size_t{1} << state.range(0);
  request.keys = make_keys(KeyType::kUint32, n);
  request.keys.raw.w32 = uniform<std::uint32_t>(n);
  const auto engine = make_cpu_engine();
  double record_seconds = 0;
  double sort_seconds = 0;
  for ([[maybe_unused]] auto _ : state) {
    sort_seconds += std_sort_seconds(request.keys.raw.w32);
    const auto begin = Clock::now();
    const auto recording = record(request, *engine);
    const std::chrono::duration<double> elapsed = Clock::now() - begin;
    benchmark::DoNotOptimize(recording.ok());
    state.SetIterationTime(elapsed.count());
    record_seconds += elapsed.count();
  }
  state.counters["ratio"] = record_seconds / sort_seconds;
}

void replay_first_pass(benchmark::State& state) {
  const auto recording = recording_of(static_cast<std::uint32_t>(state.range(0)));
  for ([[maybe_unused]] auto _ : state) {
    Replay replay(recording);
    const auto begin = Clock::now();
    replay.seek(recording->network.end());
    state.SetIterationTime(std::chrono::duration<double>(Clock::now() - begin).count());
    benchmark::DoNotOptimize(replay.places().data());
  }
}

// "worst_ms": the slowest seek.
void replay_random_seek(benchmark::State& state) {
  const auto recording = recording_of(static_cast<std::uint32_t>(state.range(0)));
  Replay replay(recording);
  replay.seek(recording->network.end());
  std::mt19937_64 random(2);
  double worst = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Cursor cursor = recording->network.cursor_at(random() % recording->network.size());
    const auto begin = Clock::now();
    replay.seek(cursor);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    worst = std::max(worst, seconds);
    state.SetIterationTime(seconds);
    benchmark::DoNotOptimize(replay.places().data());
  }
  state.counters["worst_ms"] = worst * 1e3;
}

void replay_step(benchmark::State& state, bool backwards) {
  const auto recording = recording_of(static_cast<std::uint32_t>(state.range(0)));
  const std::uint32_t depth = recording->network.depth();
  Replay replay(recording);
  std::uint32_t layer = 0;
  for ([[maybe_unused]] auto _ : state) {
    if (layer % depth == 0) replay.seek({backwards ? depth : 0, 0});
    layer = layer % depth + 1;
    const auto begin = Clock::now();
    replay.seek({backwards ? depth - layer : layer, 0});
    state.SetIterationTime(std::chrono::duration<double>(Clock::now() - begin).count());
  }
}

// 2^16 and 2^20 keys, the median of five repetitions.
void settings(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(16)->Arg(20)->UseManualTime()->Unit(benchmark::kMillisecond);
  benchmark->Repetitions(5)->ReportAggregatesOnly();
}

// The sizes of the article's table.
void article_settings(benchmark::internal::Benchmark* benchmark) {
  benchmark->DenseRange(15, 20)->UseManualTime()->Unit(benchmark::kMillisecond);
  benchmark->Repetitions(5)->ReportAggregatesOnly();
}

// Sizes that the thesis has times for.
void aks_settings(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(12)->Arg(16)->Arg(20)->UseManualTime()->Unit(benchmark::kMillisecond);
  benchmark->Repetitions(5)->ReportAggregatesOnly();
}

// The macros take plain names.
void std_sort_u32(benchmark::State& state) { std_sort<std::uint32_t>(state); }
void std_sort_u64(benchmark::State& state) { std_sort<std::uint64_t>(state); }
void cpu_engine_u32(benchmark::State& state, bool recorded, const CpuLayers& (*layers)()) {
  cpu_engine<std::uint32_t>(state, recorded, layers);
}
void cpu_engine_u64(benchmark::State& state, bool recorded, const CpuLayers& (*layers)()) {
  cpu_engine<std::uint64_t>(state, recorded, layers);
}

void adaptive_u32(benchmark::State& state, bool recorded) {
  adaptive<std::uint32_t>(state, recorded);
}
void adaptive_u64(benchmark::State& state, bool recorded) {
  adaptive<std::uint64_t>(state, recorded);
}

void aks_u32(benchmark::State& state, bool recorded, bool placed, std::string_view depth) {
  aks<std::uint32_t>(state, recorded, placed, depth);
}
void aks_u64(benchmark::State& state, bool recorded, bool placed, std::string_view depth) {
  aks<std::uint64_t>(state, recorded, placed, depth);
}

BENCHMARK(std_sort_u32)->Apply(settings);
BENCHMARK(std_sort_u64)->Apply(settings);
BENCHMARK_CAPTURE(cpu_engine_u32, recorded, true, best_layers)->Apply(settings);
BENCHMARK_CAPTURE(cpu_engine_u32, not_recorded, false, best_layers)->Apply(settings);
BENCHMARK_CAPTURE(cpu_engine_u64, recorded, true, best_layers)->Apply(settings);
BENCHMARK_CAPTURE(cpu_engine_u64, not_recorded, false, best_layers)->Apply(settings);
BENCHMARK_CAPTURE(cpu_engine_u32, portable, true, portable_layers)->Apply(settings);
BENCHMARK_CAPTURE(cpu_engine_u64, portable, true, portable_layers)->Apply(settings);
BENCHMARK_CAPTURE(adaptive_u32, not_recorded, false)->Apply(article_settings);
BENCHMARK_CAPTURE(adaptive_u64, not_recorded, false)->Apply(article_settings);
BENCHMARK_CAPTURE(adaptive_u32, recorded, true)->Apply(article_settings);
BENCHMARK_CAPTURE(aks_u32, not_recorded, false, false, "perfect")->Apply(aks_settings);
BENCHMARK_CAPTURE(aks_u32, recorded, true, false, "perfect")->Apply(aks_settings);
BENCHMARK_CAPTURE(aks_u32, recorded_with_places, true, true, "perfect")->Apply(aks_settings);
BENCHMARK_CAPTURE(aks_u32, depth_30, false, false, "30")->Apply(aks_settings);
BENCHMARK_CAPTURE(aks_u64, not_recorded, false, false, "perfect")->Apply(aks_settings);
BENCHMARK_CAPTURE(aks_u64, recorded_with_places, true, true, "perfect")->Apply(aks_settings);
BENCHMARK(whole_record)->Apply(settings);
BENCHMARK(replay_first_pass)->Apply(settings);
BENCHMARK(replay_random_seek)->Apply(settings);
BENCHMARK_CAPTURE(replay_step, forward, false)->Apply(settings);
BENCHMARK_CAPTURE(replay_step, back, true)->Apply(settings);

}  // namespace
}  // namespace sortscope

BENCHMARK_MAIN();
