// engine.h: engines run a network on words and record an outcome bit for every comparator.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/networks/network.h"

namespace sortscope {

struct SortTrace;

/// A version of an engine's sort: "v0", "fast", "tree". CUDA's stand in engines/plans/kernels.h,
/// the CPU engine's in engines/cpu/engine.cpp.
struct Kernel {
  std::string_view id;
  std::string_view title;
  std::string_view summary;          // what runs where, in a sentence
  bool xor_schedule_only;            // runs only algorithms with Algorithm::xor_schedule
  std::uint32_t max_wires;           // 0: no limit of its own
  Family family = Family::kNetwork;  // runs only algorithms of this family
};
/// `kernel` can run `algorithm`, at some size.
constexpr bool runs(const Kernel& kernel, const Algorithm& algorithm) {
  return kernel.family == algorithm.family && (algorithm.xor_schedule || !kernel.xor_schedule_only);
}

/// What an engine sorts, in place. All spans have network.wires() entries.
struct SortBuffers {
  unsigned key_bits = 32;  // which of the two is used
  std::span<std::uint32_t> words32;
  std::span<std::uint64_t> words64;
  std::span<std::uint32_t> places;  // empty: keys only. Else places move with their keys, and a
                                    // key is compared as (word, place >= real_keys); families
                                    // other than kNetwork and kAks must have places and compare
                                    // (word, place), a strict total order
  std::uint32_t real_keys = 0;
};

/// How to run: the kernel (empty: the engine's best for the algorithm), and where the bits go.
struct SortOptions {
  std::string_view kernel;
  std::span<std::uint32_t>
      bits;              // network.bit_words() words, overwritten whole; empty: recording off
  unsigned threads = 0;  // CPU: 0 = all
  /// Family::kAks: outcome bits of the final repair, whose rounds follow from the keys, are
  /// appended here where `bits` is not empty; null: they are not kept.
  std::vector<std::uint32_t>* repair_bits = nullptr;
  /// Family::kAks, with places: the places by spot before step t are appended here for t = 0 ..
  /// aks_steps(d); null: they are not kept.
  std::vector<std::vector<std::uint32_t>>* keyframes = nullptr;
  /// Passes with their begin and end replace its passes; elapsed_ns and stamped are set. CUDA: the
  /// launches, stamped by the kernels themselves; CPU: the layers between two waits of all threads.
  /// One pass where the engine tells none apart (CPU: families other than kNetwork; kAks). null:
  /// nothing is timed but the whole.
  SortTrace* trace = nullptr;
};

/// Outcome bits that an engine left in a device's memory; whose they are, its replay knows.
class DeviceBits {
 public:
  virtual ~DeviceBits() = default;
  /// Gives the device's memory back where nothing has taken the bits.
  virtual void release() {}
};

/// What a run measured.
struct SortTiming {
  std::uint64_t elapsed_ns = 0;     // the sort alone, without transfers
  std::uint64_t transfer_ns = 0;    // host to device and back; 0 on the CPU
  std::uint32_t launches = 0;       // kernel launches; 0 on the CPU
  std::string kernel;               // the kernel that ran
  std::uint32_t repair_rounds = 0;  // kAks: rounds of the final repair, and the keys that the
  std::uint64_t misplaced = 0;      // network itself had left on other wires than it
  std::shared_ptr<DeviceBits> device_bits = nullptr;  // beside SortOptions::bits; null: there only
};

/// Comparator of two keys (a on the lower wire): exchange iff strictly out of order; equal keys
/// never move. Outcome bit `i` of a layer is bit i % 32 of word first_word(layer) + i / 32; unused
/// bits are 0.
class Engine : public std::enable_shared_from_this<Engine> {
 public:
  virtual ~Engine() = default;
  [[nodiscard]] virtual std::string_view id() const = 0;      // "cpu", "cuda"
  [[nodiscard]] virtual std::string description() const = 0;  // "CPU, 2 threads, AVX2"
  [[nodiscard]] virtual std::span<const Kernel> kernels() const = 0;
  /// The kernel taken when none is named; never empty.
  [[nodiscard]] virtual std::string_view default_kernel(const Algorithm& algorithm,
                                                        const Network& network) const = 0;
  /// Bytes of host memory that run() takes for `wires` keys of `key_bits` with places, beside the
  /// buffers and a copy of them. O(1).
  [[nodiscard]] virtual std::uint64_t sort_bytes(const Algorithm& algorithm, std::uint32_t wires,
                                                 unsigned key_bits) const = 0;
  /// Sorts `buffers` by running every layer of `network`; of Family::kAks, every layer up to the
  /// final sorters, then rounds of AksWork::kRepair, whatever `network` has of them, until all keys
  /// are in order. Its network keeps words and places alike. Errors: kBadUsage (unknown kernel, or
  /// it cannot run this network), kOutOfMemory, kUnavailable, kCancelled; the buffers are then
  /// unspecified.
  virtual Result<SortTiming> run(const Algorithm& algorithm, const Network& network,
                                 const SortBuffers& buffers, const SortOptions& options,
                                 Progress* progress) = 0;
};

/// The reference engine: always there, multithreaded, AVX2 where the processor has it.
std::unique_ptr<Engine> make_cpu_engine();

}  // namespace sortscope
