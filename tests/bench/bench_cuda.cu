// bench_cuda.cu: our CUDA kernels and the interval-based sort beside CUB's sorts in one run, keys
// alone and with a 32-bit pointer each, recording on and off, counts of exchanges, and seeks.
// Usage: bench_cuda [--sizes 16,20,24] [--kernels v0,v2] [--json FILE] [--csv FILE] [--quick]
// u32 keys, uniform, in device memory; times are of the device (events), medians of rounds in which
// all variants take turns. Every result is checked on the device.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cub/cub.cuh>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/recordings/passing/exchange_tiles.h"
#include "kernels/cuda_engine.h"
#include "kernels/device/block_ones.cuh"
#include "kernels/device/cuda_call.cuh"
#include "kernels/replay/walk.cuh"
#include "kernels/sorters/device_sort.cuh"
#include "kernels/sorters/intervals/sort.h"
#include "tests/bench/cuda_bench.cuh"

namespace sortscope {
namespace {

using device::DeviceBuffer;

struct Less {
  __device__ bool operator()(std::uint32_t a, std::uint32_t b) const { return a < b; }
};

// SplitMix64 of the index: the same keys on every machine.
__global__ void fill(std::uint32_t* keys, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  std::uint64_t z = (i + std::uint64_t{1}) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  keys[i] = static_cast<std::uint32_t>(z ^ (z >> 31));
}

__global__ void count_up(std::uint32_t* pointers, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pointers[i] = i;
}

__global__ void count_descents(const std::uint32_t* keys, std::uint32_t n, unsigned* descents) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && keys[i] > keys[i + 1]) atomicAdd(descents, 1u);
}

struct Times {
  double median_ms, low_ms, high_ms;  // median and quartiles
};

Times summary(std::vector<float> ms) {
  std::sort(ms.begin(), ms.end());
  const std::size_t n = ms.size();
  return {ms[n / 2], ms[n / 4], ms[n - 1 - n / 4]};
}

struct Variant {
  std::string name;
  std::uint32_t launches;
  // Sorts `keys` in place or elsewhere, and says where the result is.
  std::function<const std::uint32_t*(std::uint32_t* keys)> sort;
  std::vector<float> ms;
};

// Any work captured as a graph.
class WorkGraph {
 public:
  WorkGraph() = default;
  WorkGraph(const WorkGraph&) = delete;
  WorkGraph& operator=(const WorkGraph&) = delete;
  ~WorkGraph() {
    if (graph_ != nullptr) (void)cudaGraphExecDestroy(graph_);
  }
  template <typename Work>
  void capture(cudaStream_t stream, Work work) {
    cudaGraph_t captured = nullptr;
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capture");
    work();
    must(cudaStreamEndCapture(stream, &captured), "capture");
    must(cudaGraphInstantiate(&graph_, captured, 0), "capture");
    must(cudaGraphDestroy(captured), "capture");
  }
  void run(cudaStream_t stream) { must(cudaGraphLaunch(graph_, stream), "graph"); }

 private:
  cudaGraphExec_t graph_ = nullptr;
};

struct Options {
  std::vector<unsigned> sizes = {16, 20, 24};
  std::vector<std::string> kernels = {"v0", "v1", "v2", "double-buffered", "hybrid"};
  std::string json;
  std::string csv;
  bool quick = false;
};

std::vector<std::string> split(const char* text) {
  std::vector<std::string> parts(1);
  for (; *text != '\0'; ++text) {
    if (*text == ',') {
      parts.emplace_back();
    } else {
      parts.back() += *text;
    }
  }
  return parts;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--quick") {
      options.quick = true;
    } else if (i + 1 < argc && argument == "--sizes") {
      options.sizes.clear();
      for (const std::string& part : split(argv[++i])) {
        options.sizes.push_back(static_cast<unsigned>(std::atoi(part.c_str())));
      }
    } else if (i + 1 < argc && argument == "--kernels") {
      options.kernels = split(argv[++i]);
    } else if (i + 1 < argc && argument == "--json") {
      options.json = argv[++i];
    } else if (i + 1 < argc && argument == "--csv") {
      options.csv = argv[++i];
    } else {
      std::fprintf(stderr,
                   "usage: bench_cuda [--sizes 16,20,24] [--kernels v0,v2] [--json FILE] "
                   "[--csv FILE] [--quick]\n");
      std::exit(2);
    }
  }
  return options;
}

class Bench {
 public:
  explicit Bench(Options options) : options_(std::move(options)) {
    must(stream_.create());
    must(begin_.create());
    must(end_.create());
    must(descents_.allocate(1));
  }

  void run() {
    copy_rate();
    for (const unsigned log2_n : options_.sizes) size(log2_n);
    for (const unsigned log2_n : options_.sizes) pairs(log2_n);
    write();
  }

 private:
  void copy_rate() {
    constexpr std::uint64_t kWords = std::uint64_t{1} << 28;
    DeviceBuffer<std::uint32_t> from;
    DeviceBuffer<std::uint32_t> to;
    must(from.allocate(kWords));
    must(to.allocate(kWords));
    std::vector<float> ms;
    for (int i = 0; i < 12; ++i) {
      ms.push_back(timed([&] {
        must(cudaMemcpyAsync(to.data(), from.data(), kWords * 4, cudaMemcpyDeviceToDevice,
                             stream_.get()),
             "copy");
      }));
    }
    copy_tb_ = static_cast<double>(kWords) * 8 / summary(ms).median_ms / 1e9;
    std::printf("copy of 2^28 keys: %.4f ms, %.2f TB/s read and written\n", summary(ms).median_ms,
                copy_tb_);
  }

  // What the map of exchanges reads: one pass over the bits of the last recorded sort.
  void map(const Network& network, const std::uint32_t* bits) {
    const TileGrid grid = TileGrid::of(network.wires(), network.depth());
    if (grid.wires_log2 < 10) return;
    const LayerBlocks blocks(network.first_words(), grid.wires_log2 - 1 - 5);
    DeviceBuffer<std::uint64_t> layers;
    DeviceBuffer<std::uint32_t> ones;
    const auto first = blocks.first_words();
    const auto before = blocks.before();
    must(layers.allocate(first.size() + before.size()));
    must(ones.allocate(blocks.count()));
    must(device::upload(layers.data(), first.data(), first.size_bytes(), stream_.get(), "map"));
    must(device::upload(layers.data() + first.size(), before.data(), before.size_bytes(),
                        stream_.get(), "map"));
    const device::CountedBlocks there{layers.data(), layers.data() + first.size(), network.depth(),
                                      blocks.words_log2(), blocks.count()};
    std::vector<float> ms;
    for (int i = 0; i < 12; ++i) {
      ms.push_back(
          timed([&] { must(device::count_ones(bits, there, ones.data(), stream_.get()), "map"); }));
    }
    const double gb = static_cast<double>(network.bit_words()) * 4 / 1e9;
    const double tb_a_s = gb / summary(ms).median_ms;
    std::printf("     map: %.3f GB of bits in %.4f ms, %.0f GB/s, %.2f of a copy's rate\n", gb,
                summary(ms).median_ms, 1000 * tb_a_s, tb_a_s / copy_tb_);
  }

  template <typename Work>
  float timed(Work work) {
    must(begin_.record(stream_.get()));
    work();
    must(end_.record(stream_.get()));
    must(end_.wait());
    float ms = 0;
    must(cudaEventElapsedTime(&ms, begin_.get(), end_.get()), "clock");
    return ms;
  }

  void size(unsigned log2_n) {
    const std::uint32_t n = 1u << log2_n;
    const Algorithm& bitonic = *find_algorithm("bitonic").value();
    const Network network = bitonic.build(n);
    DeviceBuffer<std::uint32_t> input;
    DeviceBuffer<std::uint32_t> keys;
    DeviceBuffer<std::uint32_t> next;
    DeviceBuffer<std::uint32_t> bits;
    DeviceBuffer<std::byte> cub_memory;
    must(input.allocate(n));
    must(keys.allocate(n));
    must(next.allocate(n));
    must(bits.allocate(network.bit_words()));
    fill<<<(n + 255) / 256, 256, 0, stream_.get()>>>(input.data(), n);

    std::size_t merge_bytes = 0;
    std::size_t radix_bytes = 0;
    must(cub::DeviceMergeSort::SortKeys(nullptr, merge_bytes, keys.data(), n, Less{}, nullptr),
         "cub");
    must(cub::DeviceRadixSort::SortKeys(nullptr, radix_bytes, keys.data(), next.data(), n), "cub");
    must(cub_memory.allocate(std::max(merge_bytes, radix_bytes)));

    std::vector<Variant> variants;
    variants.push_back({"cub-merge",
                        0,
                        [&](std::uint32_t* data) -> const std::uint32_t* {
                          must(cub::DeviceMergeSort::SortKeys(cub_memory.data(), merge_bytes, data,
                                                              n, Less{}, stream_.get()),
                               "cub merge");
                          return data;
                        },
                        {}});
    // Replayed as a graph, as our short plans are: the stricter measure.
    WorkGraph merge_graph;
    merge_graph.capture(stream_.get(), [&] { (void)variants[0].sort(keys.data()); });
    variants.push_back({"cub-merge graph",
                        0,
                        [&](std::uint32_t* data) -> const std::uint32_t* {
                          merge_graph.run(stream_.get());
                          return data;
                        },
                        {}});
    variants.push_back({"cub-radix",
                        0,
                        [&](std::uint32_t* data) -> const std::uint32_t* {
                          must(cub::DeviceRadixSort::SortKeys(cub_memory.data(), radix_bytes, data,
                                                              next.data(), n, 0, 32, stream_.get()),
                               "cub radix");
                          return next.data();
                        },
                        {}});
    device::IntervalSort interval;
    WorkGraph interval_graph;
    must(interval.create(32, false, n));
    interval_graph.capture(stream_.get(),
                           [&] { must(interval.sort(keys.data(), nullptr, stream_.get())); });
    variants.push_back({"interval",
                        interval.launches(),
                        [&](std::uint32_t* data) -> const std::uint32_t* {
                          interval_graph.run(stream_.get());
                          return data;
                        },
                        {}});
    for (const std::string& kernel : options_.kernels) {
      const auto plan = plan_sort(bitonic, network, kernel);
      if (!plan.ok()) continue;
      for (const bool record : {false, true}) {
        std::uint32_t* const recorded = record ? bits.data() : nullptr;
        Variant variant{kernel + (record ? " recorded" : ""), plan->launch_count(), {}, {}};
        // As the engine does it: short plans as a graph, long ones launch by launch.
        if (device::SortGraph::suits(network, plan->launches)) {
          auto graph = std::make_shared<device::SortGraph>();
          device::DeviceKeys arrays{32, keys.data(), nullptr, next.data(), nullptr, n};
          must(graph->create(network, plan->launches, arrays, recorded, stream_.get()));
          variant.sort = [&, graph, sorted = arrays.words](std::uint32_t*) {
            must(graph->run(stream_.get()));
            return static_cast<const std::uint32_t*>(sorted);
          };
        } else {
          variant.sort = [&, plan = plan->launches, recorded](std::uint32_t* data) {
            device::DeviceKeys arrays{32, data, nullptr, next.data(), nullptr, n};
            must(device::sort_on_device(network, plan, arrays, recorded, stream_.get()));
            return static_cast<const std::uint32_t*>(arrays.words);
          };
        }
        variants.push_back(std::move(variant));
      }
    }
    take_turns(log2_n, variants, keys.data(), [&] {
      must(cudaMemcpyAsync(keys.data(), input.data(), std::uint64_t{n} * 4,
                           cudaMemcpyDeviceToDevice, stream_.get()),
           "reset");
    });
    report(log2_n, "", variants);
    map(network, bits.data());
    if (log2_n <= 24) seeks(log2_n, network, bits.data());
  }

  // All variants in turn, some rounds; every sort starts from what `reset` makes.
  template <typename Reset>
  void take_turns(unsigned log2_n, std::vector<Variant>& variants, std::uint32_t* keys,
                  Reset reset) {
    const int rounds = options_.quick ? 5
                       : log2_n <= 18 ? 101
                       : log2_n <= 22 ? 51
                       : log2_n <= 25 ? 15
                                      : 5;
    for (int round = -1; round < rounds; ++round) {
      for (Variant& variant : variants) {
        reset();
        const std::uint32_t* sorted = nullptr;
        const float ms = timed([&] { sorted = variant.sort(keys); });
        if (round >= 0) variant.ms.push_back(ms);
        if (round == -1 || round == rounds - 1) check(sorted, 1u << log2_n, variant.name);
      }
    }
  }

  // A pointer of 32 bits travels with every key, as in the table of the article (Zachmann 2011):
  // the words are what its float keys become.
  void pairs(unsigned log2_n) {
    const std::uint32_t n = 1u << log2_n;
    const Algorithm& bitonic = *find_algorithm("bitonic").value();
    const Network network = bitonic.build(n);
    DeviceBuffer<std::uint32_t> input;
    DeviceBuffer<std::uint32_t> keys;
    DeviceBuffer<std::uint32_t> pointers;
    DeviceBuffer<std::uint32_t> next;
    DeviceBuffer<std::uint32_t> next_pointers;
    DeviceBuffer<std::byte> cub_memory;
    for (auto* buffer : {&input, &keys, &pointers, &next, &next_pointers})
      must(buffer->allocate(n));
    fill<<<(n + 255) / 256, 256, 0, stream_.get()>>>(input.data(), n);
    std::size_t merge_bytes = 0;
    std::size_t radix_bytes = 0;
    must(cub::DeviceMergeSort::SortPairs(nullptr, merge_bytes, keys.data(), pointers.data(), n,
                                         Less{}, nullptr),
         "cub");
    must(cub::DeviceRadixSort::SortPairs(nullptr, radix_bytes, keys.data(), next.data(),
                                         pointers.data(), next_pointers.data(), n),
         "cub");
    must(cub_memory.allocate(std::max(merge_bytes, radix_bytes)));
    std::vector<Variant> variants;
    variants.push_back({"cub-merge",
                        0,
                        [&](std::uint32_t* data) -> const std::uint32_t* {
                          must(cub::DeviceMergeSort::SortPairs(cub_memory.data(), merge_bytes, data,
                                                               pointers.data(), n, Less{},
                                                               stream_.get()),
                               "cub merge");
                          return data;
                        },
                        {}});
    WorkGraph merge_graph;
    merge_graph.capture(stream_.get(), [&] { (void)variants[0].sort(keys.data()); });
    variants.push_back({"cub-merge graph",
                        0,
                        [&](std::uint32_t* data) -> const std::uint32_t* {
                          merge_graph.run(stream_.get());
                          return data;
                        },
                        {}});
    variants.push_back({"cub-radix",
                        0,
                        [&](std::uint32_t* data) -> const std::uint32_t* {
                          must(cub::DeviceRadixSort::SortPairs(
                                   cub_memory.data(), radix_bytes, data, next.data(),
                                   pointers.data(), next_pointers.data(), n, 0, 32, stream_.get()),
                               "cub radix");
                          return next.data();
                        },
                        {}});
    device::IntervalSort interval;
    WorkGraph interval_graph;
    must(interval.create(32, true, n));
    interval_graph.capture(
        stream_.get(), [&] { must(interval.sort(keys.data(), pointers.data(), stream_.get())); });
    variants.push_back({"interval",
                        interval.launches(),
                        [&](std::uint32_t* data) -> const std::uint32_t* {
                          interval_graph.run(stream_.get());
                          return data;
                        },
                        {}});
    const auto plan = plan_sort(bitonic, network, "v2");
    must(plan.ok() ? Status{} : Status{plan.error()});
    variants.push_back(
        {"v2",
         plan->launch_count(),
         [&](std::uint32_t* data) -> const std::uint32_t* {
           device::DeviceKeys arrays{32, data, pointers.data(), next.data(), next_pointers.data(),
                                     n};
           must(device::sort_on_device(network, plan->launches, arrays, nullptr, stream_.get()));
           return static_cast<const std::uint32_t*>(arrays.words);
         },
         {}});
    take_turns(log2_n, variants, keys.data(), [&] {
      must(cudaMemcpyAsync(keys.data(), input.data(), std::uint64_t{n} * 4,
                           cudaMemcpyDeviceToDevice, stream_.get()),
           "reset");
      count_up<<<(n + 255) / 256, 256, 0, stream_.get()>>>(pointers.data(), n);
    });
    report(log2_n, "pairs", variants);
  }

  void check(const std::uint32_t* keys, std::uint32_t n, const std::string& name) {
    must(cudaMemsetAsync(descents_.data(), 0, sizeof(unsigned), stream_.get()), "check");
    count_descents<<<(n + 255) / 256, 256, 0, stream_.get()>>>(keys, n, descents_.data());
    unsigned descents = 0;
    must(cudaMemcpyAsync(&descents, descents_.data(), sizeof descents, cudaMemcpyDeviceToHost,
                         stream_.get()),
         "check");
    must(cudaStreamSynchronize(stream_.get()), "check");
    if (descents == 0) return;
    std::fprintf(stderr, "%s: 2^%u keys are not sorted (%u descents)\n", name.c_str(),
                 static_cast<unsigned>(31 - __builtin_clz(n)), descents);
    std::exit(1);
  }

  void report(unsigned log2_n, const char* what, const std::vector<Variant>& variants) {
    const double merge_ms =
        std::min(summary(variants[0].ms).median_ms, summary(variants[1].ms).median_ms);
    std::printf("\n2^%-2u %-26s %10s %10s %10s %8s %8s %8s\n", log2_n, what, "median ms",
                "quartile", "quartile", "launches", "/merge", "rec/off");
    double off_ms = 0;
    for (const Variant& variant : variants) {
      const Times times = summary(variant.ms);
      const bool recorded = variant.name.ends_with(" recorded");
      if (!recorded) off_ms = times.median_ms;
      std::printf("     %-26s %10.4f %10.4f %10.4f %8u %8.3f", variant.name.c_str(),
                  times.median_ms, times.low_ms, times.high_ms, variant.launches,
                  times.median_ms / merge_ms);
      if (recorded) std::printf(" %8.3f", times.median_ms / off_ms);
      std::printf("\n");
      char line[512];
      std::snprintf(line, sizeof line,
                    "{\"log2_n\":%u,\"variant\":\"%s%s%s\",\"median_ms\":%.5f,\"low_ms\":%.5f,"
                    "\"high_ms\":%.5f,\"launches\":%u,\"to_cub_merge\":%.4f}",
                    log2_n, variant.name.c_str(), *what == 0 ? "" : " ", what, times.median_ms,
                    times.low_ms, times.high_ms, variant.launches, times.median_ms / merge_ms);
      json_.emplace_back(line);
      std::snprintf(line, sizeof line, "%u,%s%s%s,%.5f,%.5f,%.5f,%u,%.4f", log2_n,
                    variant.name.c_str(), *what == 0 ? "" : " ", what, times.median_ms,
                    times.low_ms, times.high_ms, variant.launches, times.median_ms / merge_ms);
      csv_.emplace_back(line);
    }
  }

  // Seeks to random comparators, from wherever the last one ended: replay only, without OpenGL.
  void seeks(unsigned log2_n, const Network& network, const std::uint32_t* bits) {
    std::vector<std::uint32_t> start(network.wires());
    for (std::uint32_t i = 0; i < network.wires(); ++i) start[i] = i;
    const auto walk = device::make_form_walk();
    must(walk->create(network, {}, start, stream_.get()));
    std::mt19937_64 random(7);
    std::vector<float> ms;
    const int rounds = options_.quick ? 20 : 300;
    for (int i = 0; i < rounds; ++i) {
      const Cursor cursor = i == 0 ? network.end() : network.cursor_at(random() % network.size());
      ms.push_back(timed([&] { must(walk->seek(cursor, bits)); }));
    }
    const float worst = *std::max_element(ms.begin(), ms.end());
    const Times times = summary(ms);
    std::printf("     seek, %d random cursors: median %.3f ms, worst %.3f ms\n", rounds,
                times.median_ms, worst);
    char line[256];
    std::snprintf(line, sizeof line,
                  "{\"log2_n\":%u,\"variant\":\"seek\",\"median_ms\":%.5f,\"worst_ms\":%.5f}",
                  log2_n, times.median_ms, worst);
    json_.emplace_back(line);
  }

  void write() const {
    if (!options_.json.empty()) {
      std::FILE* file = std::fopen(options_.json.c_str(), "w");
      if (file == nullptr) std::exit(1);
      std::fprintf(file, "{\"device\":\"%s\",\"results\":[\n", cuda_status().device.c_str());
      for (std::size_t i = 0; i < json_.size(); ++i) {
        std::fprintf(file, "%s%s\n", json_[i].c_str(), i + 1 < json_.size() ? "," : "");
      }
      std::fprintf(file, "]}\n");
      std::fclose(file);
    }
    if (!options_.csv.empty()) {
      std::FILE* file = std::fopen(options_.csv.c_str(), "w");
      if (file == nullptr) std::exit(1);
      std::fprintf(file, "log2_n,variant,median_ms,low_ms,high_ms,launches,to_cub_merge\n");
      for (const std::string& line : csv_) std::fprintf(file, "%s\n", line.c_str());
      std::fclose(file);
    }
  }

  Options options_;
  device::Stream stream_;
  device::Event begin_;
  device::Event end_;
  DeviceBuffer<unsigned> descents_;
  std::vector<std::string> json_;
  std::vector<std::string> csv_;
  double copy_tb_ = 0;  // a second
};

}  // namespace
}  // namespace sortscope

int main(int argc, char** argv) {
  sortscope::Options options = sortscope::parse(argc, argv);
  if (!sortscope::cuda_status().available) {
    std::fprintf(stderr, "bench_cuda: %s\n", sortscope::cuda_status().reason.c_str());
    return 1;
  }
  std::printf("%s\n", sortscope::cuda_status().device.c_str());
  sortscope::Bench(std::move(options)).run();
  return 0;
}
