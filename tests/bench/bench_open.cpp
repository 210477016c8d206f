// bench_open.cpp: what a person waits for before the first picture of a run, without a window:
// recording into a file, opening it, ranks, exchange counts, the first scene, seeks. usage:
// bench_open [--algorithm ID] [--reps N] [--folder PATH] [LOG2_N ...]; prints a line of JSON each.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/keys/inputs.h"
#include "core/recordings/counts/exchange_map.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/scenes/maker.h"

namespace sortscope {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

struct Samples {
  std::string what;
  std::vector<double> ms;
};

/// All that is measured at one size, in the order of its first sample.
class Table {
 public:
  void add(std::string_view what, double ms) {
    auto found = std::find_if(rows_.begin(), rows_.end(),
                              [&](const Samples& row) { return row.what == what; });
    if (found == rows_.end()) found = rows_.insert(rows_.end(), {std::string(what), {}});
    found->ms.push_back(ms);
  }
  void print(std::string_view algorithm, unsigned log2_n, std::uintmax_t file_bytes) {
    for (Samples& row : rows_) {
      std::sort(row.ms.begin(), row.ms.end());
      fmt::print(
          "{{\"algorithm\":\"{}\",\"log2_n\":{},\"what\":\"{}\",\"reps\":{},\"median_ms\":{:.3f},"
          "\"least_ms\":{:.3f},\"most_ms\":{:.3f},\"file_bytes\":{}}}\n",
          algorithm, log2_n, row.what, row.ms.size(), row.ms[row.ms.size() / 2], row.ms.front(),
          row.ms.back(), file_bytes);
    }
    std::fflush(stdout);
  }

 private:
  std::vector<Samples> rows_;
};

int fail(const Error& error) {
  fmt::print(stderr, "bench_open: {}\n", error.text());
  return 1;
}

// Milliseconds of 200 seeks to random layers, and to the keys on their wires there.
std::vector<double> random_seeks(const Recording& recording, Replay& replay) {
  constexpr int kSeeks = 200;
  std::mt19937_64 random(2);
  std::vector<double> ms;
  for (int i = 0; i < kSeeks; ++i) {
    const auto layer = static_cast<std::uint32_t>(random() % (recording.network.depth() + 1));
    const auto begin = Clock::now();
    replay.seek({layer, 0});
    (void)replay.places();
    ms.push_back(ms_since(begin));
  }
  return ms;
}

// The slowest and the usual one, from a replay that has seen none, and from one that has walked
// through the run, as the window does beside.
void measure_seeks(const std::shared_ptr<const Recording>& recording, Table& table) {
  Replay fresh(recording);
  std::vector<double> ms = random_seeks(*recording, fresh);
  table.add("first of 200 seeks", ms.front());
  std::sort(ms.begin(), ms.end());
  table.add("median of 200 seeks", ms[ms.size() / 2]);
  table.add("worst of 200 seeks", ms.back());
  Replay walked(recording);
  walked.seek(recording->network.end());
  ms = random_seeks(*recording, walked);
  std::sort(ms.begin(), ms.end());
  table.add("median of 200 seeks after a walk", ms[ms.size() / 2]);
  table.add("worst of 200 seeks after a walk", ms.back());
}

int measure(const Algorithm& algorithm, unsigned log2_n, int reps, const std::string& path) {
  Table table;
  const auto n = std::uint32_t{1} << log2_n;
  const auto engine = make_cpu_engine();
  for (int rep = 0; rep < reps; ++rep) {
    RunRequest request;
    request.algorithm = algorithm.id;
    request.input = algorithm.needs_bitonic_input ? "bitonic" : "uniform";
    request.seed = 7;
    const auto begin = Clock::now();
    auto keys = generate_keys(request.input, KeyType::kUint32, n, request.seed, algorithm,
                              Order::kAscending);
    if (!keys) return fail(keys.error());
    table.add("keys", ms_since(begin));
    request.keys = std::move(*keys);
    const auto before_run = Clock::now();
    auto made = record(request, *engine);
    if (!made) return fail(made.error());
    table.add("engine", static_cast<double>((*made)->timing.elapsed_ns) / 1e6);
    table.add("record", ms_since(before_run));
    const auto before_write = Clock::now();
    if (const Status written = write_recording(**made, path); !written) {
      return fail(written.error());
    }
    table.add("write", ms_since(before_write));
    table.add("keys, record, write", ms_since(begin));
    made->reset();
    const auto before_file = Clock::now();
    auto again = generate_keys(request.input, KeyType::kUint32, n, request.seed, algorithm,
                               Order::kAscending);
    if (!again) return fail(again.error());
    request.keys = std::move(*again);
    auto recorded = record_into_file(request, *engine, false, path);
    if (!recorded) return fail(recorded.error());
    table.add("engine of record -o", static_cast<double>((*recorded)->timing.elapsed_ns) / 1e6);
    table.add("record -o", ms_since(before_file));
    recorded->reset();

    const auto before_open = Clock::now();
    auto read = read_recording(path);
    if (!read) return fail(read.error());
    table.add("open", ms_since(before_open));
    SceneMaker scenes(*read);
    SceneRequest wanted;
    const LayoutOptions options;
    wanted.options = &options;
    (void)scenes.make(wanted);
    table.add("open to the first scene", ms_since(before_open));
    const auto before_ranks = Clock::now();
    const std::vector<std::uint32_t> ranks = ranks_by_place(**read);
    table.add("ranks", ms_since(before_ranks));
    const auto before_map = Clock::now();
    const auto map = ExchangeMap::make(**read);
    table.add("exchange map", ms_since(before_map));
    measure_seeks(*read, table);
  }
  table.print(algorithm.id, log2_n, std::filesystem::file_size(path));
  std::filesystem::remove(path);
  return 0;
}

}  // namespace
}  // namespace sortscope

int main(int count, char** words) {
  using namespace sortscope;
  std::string algorithm = "bitonic";
  std::string folder = std::filesystem::temp_directory_path().string();
  int reps = 5;
  std::vector<unsigned> sizes;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const bool more = i + 1 < count;
    if (word == "--algorithm" && more) {
      algorithm = words[++i];
    } else if (word == "--reps" && more) {
      reps = std::max(1, std::atoi(words[++i]));
    } else if (word == "--folder" && more) {
      folder = words[++i];
    } else {
      const int log2_n = std::atoi(word.c_str());
      if (log2_n < 1 || log2_n > 30) {
        return fail({ErrorCode::kBadUsage, fmt::format("'{}' is no size.", word), "1 to 30."});
      }
      sizes.push_back(static_cast<unsigned>(log2_n));
    }
  }
  if (sizes.empty()) sizes = {12, 16, 20, 22};
  const auto found = find_algorithm(algorithm);
  if (!found) return fail(found.error());
  for (const unsigned log2_n : sizes) {
    const std::string path = fmt::format("{}/bench-open-{}.h5", folder, ::getpid());
    if (const int code = measure(**found, log2_n, reps, path); code != 0) return code;
  }
  return 0;
}
