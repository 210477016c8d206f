// test_sort_trace.cpp: bytes and floors of passes by hand, traces of the CPU engine, and the JSON
// against the fields that the Trace Event Format asks for.
#include "core/engines/sort_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "core/base/progress.h"
#include "core/engines/copy_rate.h"
#include "core/engines/plans/intervals.h"
#include "core/engines/plans/trace.h"
#include "core/engines/sort_trace_json.h"
#include "core/engines/tracing.h"
#include "core/keys/inputs.h"
#include "core/lab/lab.h"

namespace sortscope {
namespace {

std::vector<TracePass> passes(std::string_view algorithm_id, std::uint32_t n,
                              std::string_view kernel, const TraceKeys& keys) {
  const Algorithm& algorithm = **find_algorithm(algorithm_id);
  const Network network = algorithm.build(n);
  const auto plan = plan_sort(algorithm, network, kernel);
  EXPECT_TRUE(plan.ok());
  return passes_of(network, plan->launches, keys);
}

TEST(SortTrace, BytesAreThoseCountedByHand) {
  // 8 keys of 4 bytes, read and written: 64 bytes a layer; outcomes of 4 comparators: one word.
  for (const bool recorded : {false, true}) {
    const auto v0 = passes("bitonic", 8, "v0", {32, false, recorded});
    ASSERT_EQ(v0.size(), 6U);
    for (const TracePass& pass : v0) {
      EXPECT_EQ(pass.bytes, recorded ? 68U : 64U);
      EXPECT_EQ(pass.comparators, 4U);
      EXPECT_EQ(pass.layer_count, 1U);
    }
  }
  // 64-bit keys with places: 12 bytes a key.
  EXPECT_EQ(passes("bitonic", 8, "v0", {64, true, false})[0].bytes, 192U);
  // V1 passes all keys through global memory once a layer: 55 layers of 1024 keys.
  const auto v1 = passes("bitonic", 1024, "v1", {});
  ASSERT_EQ(v1.size(), 1U);
  EXPECT_EQ(v1[0].bytes, 55U * 2 * 4096);
  EXPECT_EQ(v1[0].comparators, 55U * 512);
  // Hybrid, 4096 keys: 66 layers in tiles of 2048, one across, 11 in tiles.
  const auto hybrid = passes("bitonic", 4096, "hybrid", {32, false, true});
  ASSERT_EQ(hybrid.size(), 3U);
  const std::uint32_t layers[] = {66, 1, 11};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(hybrid[i].layer_count, layers[i]);
    EXPECT_EQ(hybrid[i].comparators, 2048U * layers[i]);
    EXPECT_EQ(hybrid[i].bytes, 32768U + 256U * layers[i]);  // 2048 outcomes: 256 bytes
  }
  // Batcher's odd-even merging of 4: the last layer compares the middle wires alone.
  const auto batcher = passes("odd-even-merge", 4, "v0", {});
  ASSERT_EQ(batcher.size(), 3U);
  EXPECT_EQ(batcher[1].bytes, 32U);
  EXPECT_EQ(batcher[2].bytes, 16U);
}

TEST(SortTrace, IntervalPassesMoveEveryKeyOnceEach) {
  const auto fast = passes_of_intervals(1U << 20, 3, {32, true, false});
  ASSERT_EQ(fast.size(), 7U);
  EXPECT_EQ(fast[0].bytes, std::uint64_t{16} << 20);
  EXPECT_EQ(fast[1].bytes, 0U);  // the search: not counted
  EXPECT_EQ(fast[6].bytes, std::uint64_t{16} << 20);
  const Algorithm& algorithm = **find_algorithm("adaptive-interval");
  const Network network = algorithm.build(1U << 14);
  const auto recorded = passes_of_recorded_intervals(network, {32, true, true});
  std::uint32_t layers = 0;
  std::uint64_t comparators = 0;
  for (const TracePass& pass : recorded) {
    if (pass.layer_count > 0) {
      EXPECT_EQ(pass.first_layer, layers);
    }
    layers += pass.layer_count;
    comparators += pass.comparators;
  }
  EXPECT_EQ(layers, network.depth());
  EXPECT_EQ(comparators, network.size());
}

TEST(SortTrace, PassesOfIntervalsInPartsHaveEveryComparatorOnce) {
  const Network network = (*find_algorithm("adaptive-interval"))->build(1U << 24);
  for (const unsigned key_bits : {32U, 64U}) {
    const auto passes = passes_of_recorded_intervals(network, {key_bits, true, true});
    EXPECT_EQ(passes.size(), plan_intervals(key_bits, 24).size());
    std::uint64_t comparators = 0;
    for (const TracePass& pass : passes) comparators += pass.comparators;
    EXPECT_EQ(comparators, network.size()) << key_bits;
  }
}

TEST(SortTrace, PassesOfTreesCoverEveryComparison) {
  for (const char* id : {"adaptive", "adaptive-overlapped"}) {
    for (const std::uint32_t n : {8U, 4096U, 1U << 14}) {
      const Network network = (*find_algorithm(id))->build(n);
      for (const bool by_steps : {false, true}) {
        const TreePlan plan = plan_tree(network, by_steps, false);
        const auto all = passes_of(network, plan, {32, true, false});
        ASSERT_EQ(all.size(), plan.launches.size());
        if (!by_steps) continue;
        std::uint64_t comparators = 0;
        for (const TracePass& pass : all) comparators += pass.comparators;
        EXPECT_EQ(comparators, network.size()) << id << " " << n;
      }
    }
  }
}

SortTrace two_passes() {
  SortTrace trace;
  trace.algorithm = "bitonic";
  trace.kernel = "hybrid";
  trace.title = "Bitonic \"XOR\"";
  trace.device = "H200";
  trace.n = trace.wires = 1U << 24;
  trace.layers = 300;
  trace.elapsed_ns = 200'500;
  trace.stamped = true;
  trace.passes = {{"tiles", 0, 66, 0, 100'000, 134'217'728, 553'648'128, 0},
                  {"across", 66, 1, 101'250, 200'250, 134'217'728, 8'388'608, 0}};
  return trace;
}

TEST(SortTrace, FloorsAreTheLargerOfBytesAndOperations) {
  SortTrace trace = two_passes();
  // 134 MB at 4 TB/s: 33.6 us. 2 * 553.6e6 operations at 20e12 a second: 55.4 us; 0.84 us.
  DeviceFloors floors;
  floors.copy_bytes_per_s = 4e12;
  floors.min_max_per_s = 20e12;
  set_floors(trace, floors);
  EXPECT_NEAR(trace.passes[0].floor_ns, 55'364.8, 0.1);
  EXPECT_NEAR(trace.passes[1].floor_ns, 33'554.4, 0.1);
  EXPECT_NEAR(floor_share(trace.passes[0]), 0.553648, 1e-5);
  EXPECT_NEAR(floor_share(trace.passes[1]), 0.338933, 1e-5);
  const TraceSummary summary = summarize(trace);
  EXPECT_EQ(summary.slowest, 0U);
  EXPECT_EQ(summary.farthest, 1U);
  EXPECT_EQ(summary.passes_ns, 199'000U);
  EXPECT_EQ(summary.bytes, 268'435'456U);
  // 64 MiB of keys in a cache of 100 MB that moves 8 TB/s.
  floors.cache_bytes = 100'000'000;
  floors.cached_bytes_per_s = 8e12;
  set_floors(trace, floors);
  EXPECT_NEAR(trace.passes[1].floor_ns, 16'777.2, 0.1);
  // Places: each minimum and maximum is of two words.
  trace.places = true;
  set_floors(trace, {.copy_bytes_per_s = 4e12, .min_max_per_s = 20e12});
  EXPECT_NEAR(trace.passes[0].floor_ns, 110'729.6, 0.1);
  // Nothing is known: no floor, no share, nothing farthest.
  set_floors(trace, {});
  EXPECT_EQ(floor_share(trace.passes[0]), 0);
  EXPECT_FALSE(summarize(trace).farthest);
}

TEST(SortTrace, LayersBelongToPasses) {
  const SortTrace trace = two_passes();
  EXPECT_EQ(pass_of_layer(trace, 0), 0U);
  EXPECT_EQ(pass_of_layer(trace, 65), 0U);
  EXPECT_EQ(pass_of_layer(trace, 66), 1U);
  EXPECT_FALSE(pass_of_layer(trace, 67));
}

Result<SortTrace> traced(std::string_view id, std::uint32_t n, bool recorded) {
  const Algorithm& algorithm = **find_algorithm(id);
  const Keys keys = *generate_keys("uniform", KeyType::kUint32, n, 3, algorithm, Order::kAscending);
  const Network network = algorithm.build(n);
  const PreparedKeys start = prepare_keys(keys, Order::kAscending, network.wires(), false);
  const auto engine = make_cpu_engine();
  return trace_sort(*engine, {algorithm, network, start, "", recorded, 3}, nullptr);
}

TEST(SortTrace, TheCpuEngineStampsEveryPassInOrder) {
  for (const bool recorded : {false, true}) {
    const auto trace = traced("bitonic", 40'000, recorded);
    ASSERT_TRUE(trace.ok()) << trace.error().text();
    EXPECT_EQ(trace->n, 40'000U);
    EXPECT_EQ(trace->wires, 65'536U);
    EXPECT_EQ(trace->layers, 136U);
    EXPECT_FALSE(trace->stamped);
    std::uint32_t layer = 0;
    std::uint64_t before = 0;
    std::uint64_t comparators = 0;
    for (const TracePass& pass : trace->passes) {
      EXPECT_EQ(pass.first_layer, layer);
      EXPECT_GE(pass.begin_ns, before);
      EXPECT_GE(pass.end_ns, pass.begin_ns);
      layer += pass.layer_count;
      before = pass.end_ns;
      comparators += pass.comparators;
      EXPECT_GE(pass.bytes, 2U * 65'536 * 4);
    }
    EXPECT_EQ(layer, 136U);
    EXPECT_EQ(comparators, 136U * 32'768);
    EXPECT_LE(before, trace->elapsed_ns);
    EXPECT_LE(summarize(*trace).passes_ns, trace->elapsed_ns);
  }
  const auto tree = traced("adaptive", 1024, false);
  ASSERT_TRUE(tree.ok());
  ASSERT_EQ(tree->passes.size(), 1U);
  EXPECT_EQ(tree->passes[0].end_ns, tree->elapsed_ns);
  EXPECT_TRUE(tree->places);
}

// Perfetto's and Chrome's readers: an object with "traceEvents"; a complete event has name, cat,
// ph "X", ts, dur, pid, tid; a metadata event ph "M", name and args.name.
TEST(SortTrace, JsonHasWhatTheFormatAsksFor) {
  SortTrace trace = two_passes();
  set_floors(trace, {.copy_bytes_per_s = 4e12});
  const auto json = nlohmann::json::parse(trace_json(trace));
  ASSERT_TRUE(json.at("traceEvents").is_array());
  EXPECT_TRUE(json.at("displayTimeUnit") == "ns" || json.at("displayTimeUnit") == "ms");
  std::vector<nlohmann::json> complete;
  for (const auto& event : json.at("traceEvents")) {
    ASSERT_TRUE(event.at("name").is_string());
    ASSERT_TRUE(event.at("pid").is_number_integer());
    ASSERT_TRUE(event.at("tid").is_number_integer());
    ASSERT_TRUE(event.at("ts").is_number());
    if (event.at("ph") == "M") {
      EXPECT_TRUE(event.at("args").at("name").is_string());
      continue;
    }
    ASSERT_EQ(event.at("ph"), "X");
    EXPECT_TRUE(event.at("cat").is_string());
    complete.push_back(event);
  }
  ASSERT_EQ(complete.size(), 2U);
  EXPECT_DOUBLE_EQ(complete[1].at("ts").get<double>(), 101.25);
  EXPECT_DOUBLE_EQ(complete[1].at("dur").get<double>(), 99.0);
  EXPECT_EQ(complete[1].at("args").at("bytes"), 134'217'728);
  EXPECT_EQ(complete[1].at("args").at("first_layer"), 66);
  EXPECT_NEAR(complete[1].at("args").at("floor_share").get<double>(), 0.338933, 1e-5);
}

TEST(SortTrace, JsonReadsBack) {
  SortTrace trace = two_passes();
  set_floors(trace, {.copy_bytes_per_s = 4e12});
  const auto read = read_trace_json(trace_json(trace), "a.json");
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->title, trace.title);
  EXPECT_EQ(read->elapsed_ns, trace.elapsed_ns);
  ASSERT_EQ(read->passes.size(), 2U);
  EXPECT_EQ(read->passes[1].begin_ns, 101'250U);
  EXPECT_EQ(read->passes[1].end_ns, 200'250U);
  EXPECT_EQ(read->passes[1].name, "across");
  EXPECT_EQ(read->passes[1].first_layer, 66U);
  EXPECT_NEAR(read->passes[1].floor_ns, trace.passes[1].floor_ns, 0.01);
}

TEST(SortTrace, OnTheCpuComparatorsCostTimeToo) {
  // What is measured depends on the machine and on what else it does: these rates are given.
  EXPECT_GT(cpu_floors().min_max_per_s, 0);
  const DeviceFloors floors{.copy_bytes_per_s = 2e10,
                            .cached_bytes_per_s = 1e11,
                            .min_max_per_s = 8e9,
                            .cache_bytes = 1 << 25};
  // Tiles of 2^13 keys that stay in a cache: as many bytes, 91 layers or one.
  SortTrace trace;
  trace.wires = trace.n = 1U << 13;
  const std::uint64_t bytes = std::uint64_t{8} << 13;
  trace.passes = {{"tiles", 0, 91, 0, 1'000'000, bytes, std::uint64_t{91} << 12, 0},
                  {"across", 91, 1, 1'000'000, 2'000'000, bytes, std::uint64_t{1} << 12, 0}};
  set_floors(trace, floors);
  // A minimum and a maximum for each: 745,472 operations at 8e9 a second, 93.2 us. One layer takes
  // 1.0 us of them, and 65,536 bytes at 1e11 a second 0.7 us.
  EXPECT_NEAR(trace.passes[0].floor_ns, 93'184, 0.1);
  EXPECT_NEAR(trace.passes[1].floor_ns, 1'024, 0.1);
}

TEST(SortTrace, DamagedJsonIsNamed) {
  const std::string good = trace_json(two_passes());
  for (std::size_t length = 0; length + 2 < good.size(); length += 37) {
    const auto read = read_trace_json(good.substr(0, length), "cut.json");
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
    EXPECT_NE(read.error().message.find("cut.json"), std::string::npos);
  }
  std::string negative = good;
  negative.replace(negative.find("\"dur\": 99.0"), 11, "\"dur\": -9.0");
  const auto read = read_trace_json(negative, "bad.json");
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find("event 4: \"dur\""), std::string::npos)
      << read.error().message;
  EXPECT_FALSE(read_trace_json("[]", "list.json").ok());
  EXPECT_FALSE(read_trace_json(R"({"traceEvents":[],"otherData":{}})", "none.json").ok());
  EXPECT_FALSE(read_trace_json(R"({"traceEvents":[3],"otherData":7})", "odd.json").ok());
  for (const char c : {'9', 'a', '[', '"'}) {  // of any length: no message repeats it all
    const auto endless = read_trace_json("{\"a\":" + std::string(100'000, c), "long.json");
    ASSERT_FALSE(endless.ok());
    EXPECT_LT(endless.error().message.size(), 300U) << c;
  }
}

// However many members an object has, each is found at once: twice as many take about twice as
// long.
TEST(SortTraceJson, ObjectsOfManyMembersAreReadInStep) {
  const auto seconds = [](int members) {
    std::string text = "{";
    for (int i = 0; i < members; ++i) text += "\"a" + std::to_string(i) + "\":1,";
    text.back() = '}';
    const std::clock_t begin = std::clock();
    EXPECT_FALSE(read_trace_json(text, "a.json"));
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  EXPECT_LT(seconds(200'000), 20 * (seconds(20'000) + 0.01));
}

TEST(SortTraceJson, ReadingIsCancelled) {
  Progress progress;
  progress.cancel = true;
  const auto read = read_trace_json("{\"traceEvents\": []}", "a.json", &progress);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace sortscope
