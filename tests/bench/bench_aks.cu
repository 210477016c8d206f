// bench_aks.cu: the AKS network on the GPU beside our bitonic hybrid and cub::DeviceMergeSort, and
// one layer of it by what its comparators are made from, in one run.
// Usage: bench_aks [--sizes 16,20,24] [--rounds 7] [--layer 24] [--layer-rounds 51] [--no-layers]
//                  [--no-recording] [--profile 24]
// Keys only, u32, uniform, in device memory; times are of the device (events), medians of rounds in
// which all variants take turns. Every result is checked.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_merge_sort.cuh>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "kernels/cuda_engine.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/sorters/aks/launch.cuh"
#include "kernels/sorters/device_sorter.cuh"
#include "tests/bench/cuda_bench.cuh"

namespace sortscope {
namespace {

using device::DeviceBuffer;

struct Options {
  std::vector<unsigned> sizes = {16, 20, 24};
  unsigned rounds = 7;
  unsigned layer = 24;
  unsigned layer_rounds = 51;
  unsigned profile = 0;
  bool layers = true;
  bool recording = true;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--no-layers") {
      options.layers = false;
    } else if (argument == "--no-recording") {
      options.recording = false;
    } else if (i + 1 < argc && argument == "--sizes") {
      options.sizes = numbers(argv[++i]);
    } else if (i + 1 < argc && argument == "--profile") {
      options.profile = numbers(argv[++i]).front();
    } else if (i + 1 < argc && argument == "--rounds") {
      options.rounds = std::max(1U, numbers(argv[++i]).front());
    } else if (i + 1 < argc && argument == "--layer") {
      options.layer = numbers(argv[++i]).front();
    } else if (i + 1 < argc && argument == "--layer-rounds") {
      options.layer_rounds = std::max(1U, numbers(argv[++i]).front());
    } else {
      std::fprintf(stderr,
                   "usage: bench_aks [--sizes 16,20,24] [--rounds 7] [--layer 24] "
                   "[--layer-rounds 51] [--no-layers] [--no-recording] [--profile 24]\n");
      std::exit(2);
    }
  }
  return options;
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

// One way to sort, or to run a layer: its own buffers, ready to run again and again.
struct Variant {
  std::string name;
  std::unique_ptr<Network> network;
  std::unique_ptr<device::DeviceSorter> sorter;
  DeviceBuffer<std::uint32_t> words, bits;
  DeviceBuffer<std::byte> scratch;
  std::unique_ptr<device::DeviceKeys> keys;
  std::function<void()> run;
  std::vector<double> ms;
  std::uint64_t misplaced = 0;
};

struct LessThan {
  __device__ bool operator()(std::uint32_t a, std::uint32_t b) const { return a < b; }
};

class Bench {
 public:
  explicit Bench(Options options) : options_(std::move(options)) {
    must(stream_.create());
    must(begin_.create());
    must(end_.create());
  }

  void run() {
    std::printf("%s\n", cuda_status().device.c_str());
    if (options_.layers) layers();
    if (options_.profile != 0) profile(options_.profile);
    for (const unsigned log2_n : options_.sizes) size(log2_n);
  }

 private:
  void draw(std::uint32_t n) {
    std::mt19937 random(n);
    input_.resize(n);
    for (std::uint32_t& word : input_) word = static_cast<std::uint32_t>(random());
    sorted_ = input_;
    std::sort(sorted_.begin(), sorted_.end());
  }

  void reset(Variant& variant) {
    must(cudaMemcpyAsync(variant.words.data(), input_.data(), input_.size() * 4,
                         cudaMemcpyHostToDevice, stream_.get()),
         "uploading");
  }

  void time(Variant& variant) {
    must(begin_.record(stream_.get()));
    variant.run();
    must(end_.record(stream_.get()));
    must(end_.wait());
    variant.ms.push_back(static_cast<double>(device::elapsed_ns(begin_, end_).value()) / 1e6);
  }

  void check(const Variant& variant, const void* words) {
    std::vector<std::uint32_t> result(input_.size());
    must(cudaMemcpy(result.data(), words, result.size() * 4, cudaMemcpyDeviceToHost), "reading");
    if (result == sorted_) return;
    std::fprintf(stderr, "%s: not sorted\n", variant.name.c_str());
    std::exit(1);
  }

  Variant& add(const std::string& name) {
    Variant& variant = *variants_.emplace_back(std::make_unique<Variant>());
    variant.name = name;
    must(variant.words.allocate(input_.size()));
    return variant;
  }

  void add_sorter(const std::string& name, std::string_view id, Network network,
                  std::string_view kernel, bool recorded) {
    Variant& variant = add(name);
    const Algorithm& algorithm = *find_algorithm(id).value();
    variant.network = std::make_unique<Network>(std::move(network));
    device::SorterRequest request{algorithm, *variant.network, kernel, 32, recorded};
    request.places = false;
    auto made = algorithm.family == Family::kAks ? device::make_aks_sorter(request)
                                                 : device::make_network_sorter(request);
    if (!made.ok()) must(Status(made.error()));
    variant.sorter = std::move(made.value());
    if (recorded) must(variant.bits.allocate(variant.network->bit_words()));
    variant.keys = std::make_unique<device::DeviceKeys>(
        device::DeviceKeys{32, variant.words.data(), nullptr, nullptr, nullptr,
                           static_cast<std::uint32_t>(input_.size())});
    must(variant.sorter->prepare(*variant.keys, variant.bits.data(), stream_.get()));
    variant.run = [this, &variant] { must(variant.sorter->run(stream_.get(), nullptr)); };
  }

  void add_cub() {
    Variant& variant = add("cub::DeviceMergeSort");
    std::size_t bytes = 0;
    const auto count = static_cast<std::int64_t>(input_.size());
    must(cub::DeviceMergeSort::SortKeys(nullptr, bytes, variant.words.data(), count, LessThan{}),
         "cub");
    must(variant.scratch.allocate(bytes));
    variant.run = [this, &variant, bytes, count]() mutable {
      must(cub::DeviceMergeSort::SortKeys(variant.scratch.data(), bytes, variant.words.data(),
                                          count, LessThan{}, stream_.get()),
           "cub");
    };
  }

  static Network aks_network(unsigned d, bool cyclic) {
    AksParameters parameters;
    parameters.perfect = cyclic ? PerfectHalver::kCyclic : PerfectHalver::kBitonic;
    auto made = AksNetwork::build(d, parameters);
    if (!made.ok()) must(Status(made.error()));
    return Network(made.value());
  }

  void size(unsigned log2_n) {
    const std::uint32_t n = 1U << log2_n;
    draw(n);
    variants_.clear();
    for (const bool cyclic : {true, false}) {
      for (const bool recorded : {false, true}) {
        if (recorded && !options_.recording) continue;
        add_sorter(
            std::string("aks ") + (cyclic ? "cyclic" : "bitonic") + (recorded ? " recorded" : ""),
            "aks", aks_network(log2_n, cyclic), "separators", recorded);
      }
    }
    add_sorter("bitonic hybrid", "bitonic", find_algorithm("bitonic").value()->build(n), "hybrid",
               false);
    add_cub();
    for (unsigned round = 0; round <= options_.rounds; ++round) {
      for (const auto& variant : variants_) {
        reset(*variant);
        time(*variant);
        if (round == 0) {
          const bool by_cub = variant->sorter == nullptr;
          check(*variant, by_cub ? variant->words.data() : variant->keys->words);
          variant->ms.clear();  // the first warms up
          SortTiming timing;
          if (!by_cub) variant->sorter->report(timing);
          variant->misplaced = timing.misplaced;
        }
      }
    }
    const double off = quantile(variants_[0]->ms, 0.5);
    const double bitonic = quantile(variants_[variants_.size() - 2]->ms, 0.5);
    std::printf("\n2^%u keys, ms: median (quartiles), of \"aks cyclic\", of the hybrid\n", log2_n);
    for (const auto& variant : variants_) {
      const double ms = quantile(variant->ms, 0.5);
      std::printf("  %-24s %10.4f (%.4f .. %.4f)  %8.3f  %8.2f", variant->name.c_str(), ms,
                  quantile(variant->ms, 0.25), quantile(variant->ms, 0.75), ms / off, ms / bitonic);
      if (variant->sorter != nullptr) {
        std::printf("  %u launches, %llu misplaced before the repair", variant->sorter->launches(),
                    static_cast<unsigned long long>(variant->misplaced));
      }
      std::printf("\n");
    }
    std::fflush(stdout);
    variants_.clear();
  }

  // A layer of 2^(d - 1) comparators: of the bitonic network (the one of the largest distance), of
  // a hash-made matching, and of a stored permutation.
  void layers() {
    const unsigned d = options_.layer;
    const std::uint32_t n = 1U << d;
    draw(n);
    variants_.clear();
    const Network aks = aks_network(d, true);
    AksPlan plan;
    AksDeviceStage stage;
    stage.stage = aks.aks()->stages().front();
    stage.layer_words = n / 64;
    plan.stages.push_back(stage);
    AksDeviceStage sorter = stage;
    sorter.stage.work = AksWork::kSorter;
    sorter.form.count = n / 2;
    sorter.form.chunk_log2 = d - 1;
    sorter.form.distance = n / 2;
    plan.stages.push_back(sorter);
    std::vector<std::uint32_t> partners(n / 2);
    fill_partners(MatchingKind::kXoroshiro, MatchingKey{}, partners);
    DeviceBuffer<std::uint32_t> stored;
    must(stored.allocate(n / 2));
    must(cudaMemcpy(stored.data(), partners.data(), partners.size() * 4, cudaMemcpyHostToDevice),
         "uploading");
    DeviceBuffer<std::byte> hash_keys;
    must(hash_keys.allocate(std::uint64_t{16} * stage.stage.depth));
    const device::AksKernels& kernels = device::aks_kernels_u32();
    device::AksMemory key_memory;
    key_memory.keying = aks.aks()->keying();
    key_memory.hash_keys = hash_keys.data();
    AksLaunch make_keys;
    make_keys.kind = AksLaunchKind::kKeys;
    must(kernels.launch(plan, make_keys, key_memory, stream_.get()), "keys");
    const auto add_layer = [&](const std::string& name, AksLaunchKind kind, std::uint32_t which,
                               const std::uint32_t* with) {
      Variant& variant = add(name);
      device::AksMemory memory;
      memory.keys = {32, variant.words.data(), nullptr, nullptr, nullptr, n};
      memory.partners = with;
      memory.hash_keys = hash_keys.data();
      variant.run = [this, &kernels, &plan, memory, kind, which, turn = 0U]() mutable {
        AksLaunch launch;
        launch.kind = kind;
        launch.stage = which;
        launch.matching = turn++ % plan.stages.front().stage.depth;  // another each time
        launch.halvers = 1;
        must(kernels.launch(plan, launch, memory, stream_.get()), "layer");
      };
    };
    add_layer("coalesced bitonic layer", AksLaunchKind::kLayer, 1, nullptr);
    add_layer("hash-made matching", AksLaunchKind::kSectors, 0, nullptr);
    add_layer("stored permutation", AksLaunchKind::kLayer, 0, stored.data());
    for (unsigned round = 0; round <= options_.layer_rounds; ++round) {
      for (const auto& variant : variants_) {
        reset(*variant);
        time(*variant);
        if (round == 0) variant->ms.clear();
      }
    }
    const double hash = quantile(variants_[1]->ms, 0.5);
    std::printf("\nA layer of 2^%u comparators, ms: median (quartiles), of the hash-made one\n",
                d - 1);
    for (const auto& variant : variants_) {
      const double ms = quantile(variant->ms, 0.5);
      std::printf("  %-24s %10.4f (%.4f .. %.4f)  %8.3f\n", variant->name.c_str(), ms,
                  quantile(variant->ms, 0.25), quantile(variant->ms, 0.75), ms / hash);
    }
    std::fflush(stdout);
    variants_.clear();
  }

  // Where the time goes: every launch on its own, by kind.
  void profile(unsigned d) {
    const std::uint32_t n = 1U << d;
    draw(n);
    const Network network = aks_network(d, true);
    const AksPlan plan = plan_aks(*network.aks(), network.first_words(),
                                  {4, device::most_aks_threads(32, false), 222 << 10, 132});
    variants_.clear();
    Variant& variant = add("profile");
    must(variant.scratch.allocate(std::uint64_t{4} * n));
    DeviceBuffer<AksDeviceStage> stages;
    DeviceBuffer<std::byte> hash_keys;
    must(stages.allocate(plan.stages.size()));
    must(hash_keys.allocate(std::uint64_t{16} * plan.most_keys));
    must(cudaMemcpy(stages.data(), plan.stages.data(), plan.stages.size() * sizeof(AksDeviceStage),
                    cudaMemcpyHostToDevice),
         "uploading");
    device::AksMemory memory;
    memory.keys = {32, variant.words.data(), nullptr, variant.scratch.data(), nullptr, n};
    memory.stages = stages.data();
    memory.keying = network.aks()->keying();
    memory.hash_keys = hash_keys.data();
    const device::AksKernels& kernels = device::aks_kernels_u32();
    must(kernels.allow_shared(222 << 10), "shared memory");
    reset(variant);
    double ms[5] = {};
    double comparators[5] = {};
    unsigned launches[5] = {};
    for (std::size_t t = 0; t + 1 < plan.first_launch.size(); ++t) {
      for (std::uint32_t i = plan.first_launch[t]; i < plan.first_launch[t + 1]; ++i) {
        const AksLaunch& launch = plan.launches[i];
        const auto kind = static_cast<std::size_t>(launch.kind);
        must(begin_.record(stream_.get()));
        must(kernels.launch(plan, launch, memory, stream_.get()), "launch");
        must(end_.record(stream_.get()));
        must(end_.wait());
        const double took = static_cast<double>(device::elapsed_ns(begin_, end_).value()) / 1e6;
        ms[kind] += took;
        comparators[kind] += static_cast<double>(launch.comparators);
        ++launches[kind];
        if (launch.kind == AksLaunchKind::kTiles) {
          std::printf("  t %2zu: tiles %8.4f ms, %.4g comparators, %u blocks of %u\n", t, took,
                      static_cast<double>(launch.comparators), plan.tiles[launch.tiles].blocks,
                      plan.tiles[launch.tiles].threads);
        }
      }
      std::swap(memory.keys.words, memory.keys.next_words);
    }
    constexpr const char* kNames[5] = {"tiles", "keys", "sectors", "layers", "moves"};
    for (int kind = 0; kind < 5; ++kind) {
      std::printf("  %-8s %10.4f ms in %u launches, %.4g comparators\n", kNames[kind], ms[kind],
                  launches[kind], comparators[kind]);
    }
    variants_.clear();
  }

  Options options_;
  device::Stream stream_;
  device::Event begin_;
  device::Event end_;
  std::vector<std::uint32_t> input_;
  std::vector<std::uint32_t> sorted_;
  std::vector<std::unique_ptr<Variant>> variants_;
};

}  // namespace
}  // namespace sortscope

int main(int argc, char** argv) {
  const sortscope::Options options = sortscope::parse(argc, argv);
  if (!sortscope::cuda_status().available) {
    std::fprintf(stderr, "%s\n", sortscope::cuda_status().reason.c_str());
    return 1;
  }
  sortscope::Bench(options).run();
  return 0;
}
