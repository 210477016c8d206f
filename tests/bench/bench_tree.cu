// bench_tree.cu: adaptive bitonic sorting in trees on the GPU: overlapped, stage after stage, a
// launch a step, and GPU-ABiSort's streams, beside one CPU thread, std::sort and our plain bitonic
// sort, in one run.
// Usage: bench_tree [--sizes 15,18,20] [--tiles 10,11,12] [--threads 512] [--rounds 31] [--no-cpu]
//                   [--floats]
// Pairs of u32 key and place (--floats: of f32 key and 4-byte pointer, the article's), uniform, in
// device memory; times are of the device (events), medians
// of rounds in which all variants take turns. Every result is checked.
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/engines/engine.h"
#include "core/keys/keys.h"
#include "kernels/cuda_engine.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/sorters/device_sorter.cuh"
#include "tests/bench/cuda_bench.cuh"

namespace sortscope {
namespace {

using device::DeviceBuffer;

struct Options {
  std::vector<unsigned> sizes = {15, 18, 20};
  std::vector<unsigned> tiles = {TreeShape{}.tile_log2};
  std::vector<unsigned> threads = {TreeShape{}.tile_threads};
  unsigned rounds = 31;
  bool cpu = true;
  bool floats = false;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--no-cpu") {
      options.cpu = false;
    } else if (argument == "--floats") {
      options.floats = true;
    } else if (i + 1 < argc && argument == "--sizes") {
      options.sizes = numbers(argv[++i]);
    } else if (i + 1 < argc && argument == "--tiles") {
      options.tiles = numbers(argv[++i]);
    } else if (i + 1 < argc && argument == "--threads") {
      options.threads = numbers(argv[++i]);
    } else if (i + 1 < argc && argument == "--rounds") {
      options.rounds = std::max(1U, numbers(argv[++i]).front());
    } else {
      std::fprintf(stderr,
                   "usage: bench_tree [--sizes 15,18,20] [--tiles 10,11,12] [--threads 512] "
                   "[--rounds 31] [--no-cpu] [--floats]\n");
      std::exit(2);
    }
  }
  return options;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// One way to sort: its own buffers, ready to run again and again.
struct Variant {
  std::string name;
  std::unique_ptr<Network> network;
  std::unique_ptr<device::DeviceSorter> sorter;
  DeviceBuffer<std::uint32_t> words, places, bits;
  std::unique_ptr<device::DeviceKeys> keys;
  std::vector<double> ms;
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
    for (const unsigned log2_n : options_.sizes) size(log2_n);
  }

 private:
  void add(std::vector<Variant>& variants, std::string_view id, std::string_view kernel,
           bool recorded, const TreeShape& shape, const std::string& note) {
    const Algorithm& algorithm = *find_algorithm(id).value();
    Variant variant;
    variant.name =
        std::string(id) + " " + std::string(kernel) + note + (recorded ? " recorded" : "");
    variant.network = std::make_unique<Network>(algorithm.build(n_));
    const device::SorterRequest request{algorithm, *variant.network, kernel, 32, recorded};
    auto made = algorithm.family == Family::kTree      ? device::make_tree_sorter(request, shape)
                : algorithm.family == Family::kStreams ? device::make_stream_sorter(request)
                                                       : device::make_network_sorter(request);
    if (!made.ok()) must(Status(made.error()));
    variant.sorter = std::move(made.value());
    must(variant.words.allocate(n_));
    must(variant.places.allocate(n_));
    must(variant.bits.allocate(recorded ? variant.network->bit_words() : 0));
    variant.keys = std::make_unique<device::DeviceKeys>(
        device::DeviceKeys{32, variant.words.data(), variant.places.data(), nullptr, nullptr, n_});
    must(variant.sorter->prepare(*variant.keys, variant.bits.data(), stream_.get()));
    variants.push_back(std::move(variant));
  }

  void size(unsigned log2_n) {
    n_ = 1U << log2_n;
    std::mt19937 random(1);
    words_.resize(n_);
    for (auto& word : words_) {
      word = static_cast<std::uint32_t>(random());
      if (!options_.floats) continue;
      const float key = static_cast<float>(word >> 8) * 0x1p-24F;
      word = static_cast<std::uint32_t>(
          ordered_word(KeyType::kFloat32, Order::kAscending, std::bit_cast<std::uint32_t>(key)));
    }
    places_.resize(n_);
    std::iota(places_.begin(), places_.end(), 0U);
    sorted_ = words_;
    std::sort(sorted_.begin(), sorted_.end());
    DeviceBuffer<std::uint32_t> words;
    DeviceBuffer<std::uint32_t> places;
    must(words.allocate(n_));
    must(places.allocate(n_));
    const std::size_t bytes = std::size_t{n_} * 4;
    must(cudaMemcpy(words.data(), words_.data(), bytes, cudaMemcpyHostToDevice), "input");
    must(cudaMemcpy(places.data(), places_.data(), bytes, cudaMemcpyHostToDevice), "input");

    std::vector<Variant> variants;
    for (const bool recorded : {false, true}) {
      for (const std::string_view id : {"adaptive-overlapped", "adaptive", "adaptive-two-case"}) {
        for (const std::string_view kernel : {"tree", "tree-steps"}) {
          for (const unsigned tile : options_.tiles) {
            for (const unsigned threads : options_.threads) {
              TreeShape shape;
              shape.tile_log2 = tile;
              shape.tile_threads = threads;
              const bool one = options_.tiles.size() * options_.threads.size() == 1;
              if (!one && kernel == "tree-steps") continue;
              add(variants, id, kernel, recorded, shape,
                  one ? "" : " 2^" + std::to_string(tile) + "/" + std::to_string(threads));
            }
          }
        }
      }
    }
    for (const bool recorded : {false, true}) {
      add(variants, "abisort", "streams", recorded, {}, "");
      add(variants, "abisort", "streams-overlapped", recorded, {}, "");
    }
    add(variants, "bitonic", "v2", false, {}, "");
    for (unsigned round = 0; round <= options_.rounds; ++round) {
      for (Variant& variant : variants) {
        must(cudaMemcpyAsync(variant.words.data(), words.data(), bytes, cudaMemcpyDeviceToDevice,
                             stream_.get()),
             "reset");
        must(cudaMemcpyAsync(variant.places.data(), places.data(), bytes, cudaMemcpyDeviceToDevice,
                             stream_.get()),
             "reset");
        must(begin_.record(stream_.get()));
        must(variant.sorter->run(stream_.get(), nullptr));
        must(end_.record(stream_.get()));
        must(end_.wait());
        const auto elapsed = device::elapsed_ns(begin_, end_);
        if (!elapsed.ok()) must(Status(elapsed.error()));
        if (round > 0) variant.ms.push_back(static_cast<double>(elapsed.value()) * 1e-6);
        if (round == 0 || round == options_.rounds) check(variant);
      }
    }
    report(log2_n, variants);
  }

  void check(const Variant& variant) {
    std::vector<std::uint32_t> words(n_);
    must(cudaMemcpy(words.data(), variant.keys->words, std::size_t{n_} * 4, cudaMemcpyDeviceToHost),
         "check");
    if (words == sorted_) return;
    std::fprintf(stderr, "%s: %u keys are not sorted\n", variant.name.c_str(), n_);
    std::exit(1);
  }

  template <typename Work>
  static double seconds(Work work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  void report(unsigned log2_n, const std::vector<Variant>& variants) {
    const double best = median(variants.front().ms);
    std::printf("\n2^%u keys, %llu comparisons of 2n log n = %llu\n", log2_n,
                static_cast<unsigned long long>(variants.front().network->size()),
                static_cast<unsigned long long>(2ULL * n_ * log2_n));
    std::printf("  %-44s %10s %9s %10s\n", "", "median ms", "launches", "/ first");
    const auto row = [&](const std::string& name, double ms, std::uint32_t launches) {
      std::printf("  %-44s %10.4f %9u %10.2f\n", name.c_str(), ms, launches, ms / best);
    };
    for (const Variant& variant : variants) {
      row(variant.name, median(variant.ms), variant.sorter->launches());
    }
    if (!options_.cpu) return;
    const auto cpu = make_cpu_engine();
    const Algorithm& adaptive = *find_algorithm("adaptive").value();
    const Network network = adaptive.build(n_);
    std::vector<double> tree;
    std::vector<double> library;
    for (int round = 0; round < 3; ++round) {
      std::vector<std::uint32_t> keys = words_;
      std::vector<std::uint32_t> places = places_;
      SortBuffers buffers;
      buffers.words32 = keys;
      buffers.places = places;
      buffers.real_keys = n_;
      const auto timing = cpu->run(adaptive, network, buffers, {}, nullptr);
      if (!timing.ok()) must(Status(timing.error()));
      tree.push_back(static_cast<double>(timing->elapsed_ns) * 1e-6);
      std::vector<std::uint32_t> again = words_;
      library.push_back(seconds([&] { std::sort(again.begin(), again.end()); }) * 1e3);
    }
    row("adaptive, CPU, one thread", median(tree), 0);
    row("std::sort, CPU, one thread", median(library), 0);
  }

  Options options_;
  device::Stream stream_;
  device::Event begin_;
  device::Event end_;
  std::uint32_t n_ = 0;
  std::vector<std::uint32_t> words_, places_, sorted_;
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
