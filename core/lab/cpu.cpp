// cpu.cpp: the CPU's side of the lab: the C and C++ libraries' sorts, and our CPU engine.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <numeric>
#include <utility>

#include "core/algorithms/algorithm.h"
#include "core/base/machine.h"
#include "core/base/number_text.h"
#include "core/engines/engine.h"
#include "core/lab/cancel_relay.h"
#include "core/lab/check.h"
#include "core/lab/cpu_sorts.h"
#include "core/lab/inputs.h"
#include "core/lab/lab.h"
#include "core/lab/listed.h"
#include "core/lab/outcomes.h"
#include "core/lab/sort_thread.h"
#include "core/recordings/recording.h"
#include "core/verify/verify.h"

namespace sortscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kMostSlots = 32;
constexpr std::uint64_t kMostCacheBytes = std::uint64_t{64} << 20;  // larger ones are other cores'

std::uint64_t cache_bytes() {
  const std::uint64_t bytes = machine().l3_bytes;
  return bytes > 0 ? std::min(bytes, kMostCacheBytes) : std::uint64_t{32} << 20;
}

// Of all threads of the program.
double processor_ns() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

double nanoseconds(Clock::duration elapsed) {
  return std::chrono::duration<double, std::nano>(elapsed).count();
}

Error wrong(std::string_view what) {
  return {ErrorCode::kWorkFailed, fmt::format("its output is wrong: {}.", what), ""};
}

// Slots take turns; each has been restored before the others ran, so that a cache holds it only
// where the case is warm.
class Rotation {
 public:
  Rotation(unsigned slots, bool warm) : slots_(slots), warm_(warm) {}
  // The slot of the next sample; restore(slot) copies an input to where it is sorted.
  template <typename Restore>
  unsigned next(Restore restore) {
    const unsigned before = std::exchange(at_, (at_ + 1) % slots_);
    restore(warm_ || slots_ == 1 ? at_ : before);
    return at_;
  }

 private:
  unsigned slots_;
  bool warm_;
  unsigned at_ = 0;
};

// --- the libraries' sorts ---

template <typename Key>
struct PlainElements {
  using Element = Key;
  static Element make(Key key, std::uint32_t) { return key; }
  static Key key(const Element& element) { return element; }
  static std::uint32_t payload(const Element&) { return 0; }
};
template <typename Key>
struct PairElements {
  using Element = LabPair<Key>;
  static Element make(Key key, std::uint32_t place) { return {key, place}; }
  static Key key(const Element& element) { return element.key; }
  static std::uint32_t payload(const Element& element) { return element.payload; }
};

template <typename Key>
Key key_at(const Keys& keys, std::size_t i) {
  Key key;
  if constexpr (sizeof(Key) == 4) {
    std::memcpy(&key, &keys.raw.w32[i], sizeof key);
  } else {
    std::memcpy(&key, &keys.raw.w64[i], sizeof key);
  }
  return key;
}
template <typename Key>
std::uint64_t bits_of_key(Key key) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &key, sizeof key);
  return bits;
}

// How many elements are looked at between two looks for a cancel.
constexpr std::size_t kBetweenLooks = std::size_t{1} << 16;

// Calls step(i) for i < n; false where `progress`, which may be null, was cancelled before the end.
template <typename Step>
bool each_unless_cancelled(std::size_t n, const Progress* progress, Step step) {
  for (std::size_t i = 0; i < n; ++i) {
    if (i % kBetweenLooks == 0 && progress != nullptr && progress->cancelled()) return false;
    step(i);
  }
  return true;
}

Error cancelled() { return {ErrorCode::kCancelled, "the measurement was stopped.", ""}; }

template <typename Key, typename Traits>
class LibraryBench final : public LabBench {
 public:
  using Element = typename Traits::Element;

  LibraryBench(LabCpuSort<Element>* sort, std::vector<std::shared_ptr<const Keys>> inputs,
               bool warm, const Progress* progress, SortThread& thread)
      : inputs_(std::move(inputs)),
        rotation_(static_cast<unsigned>(inputs_.size()), warm),
        progress_(progress),
        thread_(thread),
        slots_(std::make_shared<Slots>()) {
    slots_->sort = sort;
    for (const auto& input : inputs_) {
      std::vector<Element> elements(input->size());
      std::uint64_t hash = 0;
      made_ = made_ && each_unless_cancelled(elements.size(), progress, [&](std::size_t i) {
                const auto place = static_cast<std::uint32_t>(i);
                elements[i] = Traits::make(key_at<Key>(*input, i), place);
                hash +=
                    lab_hash(bits_of_key(Traits::key(elements[i])), Traits::payload(elements[i]));
              });
      if (!made_) return;
      hashes_.push_back(hash);
      slots_->work.push_back(elements);
      slots_->elements.push_back(std::move(elements));
    }
  }
  /// False where it was cancelled while it was made.
  [[nodiscard]] bool made() const { return made_; }

  Result<double> sample_ns() override {
    unsigned restored = 0;
    slot_ = rotation_.next([&restored](unsigned slot) { restored = slot; });
    const auto sample = [slots = slots_, restored, slot = slot_] { slots->sample(restored, slot); };
    if (progress_ == nullptr || inputs_[0]->size() < kLongLabRun) {
      sample();
    } else if (!thread_.run(sample, *progress_)) {
      return cancelled();
    }
    return slots_->elapsed_ns;
  }
  [[nodiscard]] double cpu_ns() const override { return slots_->cpu_ns; }

  Status check() override {
    const std::vector<Element>& out = slots_->work[slot_];
    std::uint64_t hash = 0;
    bool in_order = true;
    const bool whole = each_unless_cancelled(out.size(), progress_, [&](std::size_t i) {
      const Key key = Traits::key(out[i]);
      hash += lab_hash(bits_of_key(key), Traits::payload(out[i]));
      in_order = in_order && (i == 0 || !(key < Traits::key(out[i - 1])));
    });
    if (!whole) return cancelled();
    if (!in_order) return wrong("keys are out of order");
    if (hash != hashes_[slot_]) {
      return wrong("it is no permutation of the input, or payloads left their keys");
    }
    return {};
  }

 private:
  // All that a sort uses, which may outlive what measures it.
  struct Slots {
    LabCpuSort<Element>* sort = nullptr;
    std::vector<std::vector<Element>> elements;
    std::vector<std::vector<Element>> work;
    double elapsed_ns = 0;
    double cpu_ns = 0;

    void sample(unsigned restored, unsigned sorted) {
      std::copy(elements[restored].begin(), elements[restored].end(), work[restored].begin());
      std::vector<Element>& keys = work[sorted];
      const double busy_before = processor_ns();
      const auto begin = Clock::now();
      sort(keys.data(), keys.data() + keys.size());
      elapsed_ns = nanoseconds(Clock::now() - begin);
      cpu_ns = processor_ns() - busy_before;
    }
  };

  std::vector<std::shared_ptr<const Keys>> inputs_;
  std::vector<std::uint64_t> hashes_;
  Rotation rotation_;
  const Progress* progress_;  // null: nothing cancels
  SortThread& thread_;
  std::shared_ptr<Slots> slots_;
  bool made_ = true;
  unsigned slot_ = 0;
};

// Calls run.operator()<Key>() with the C++ type of `type`.
template <typename Run>
auto with_key(KeyType type, Run run) {
  switch (type) {
    case KeyType::kInt32:
      return run.template operator()<std::int32_t>();
    case KeyType::kUint32:
      return run.template operator()<std::uint32_t>();
    case KeyType::kInt64:
      return run.template operator()<std::int64_t>();
    case KeyType::kUint64:
      return run.template operator()<std::uint64_t>();
    case KeyType::kFloat32:
      return run.template operator()<float>();
    case KeyType::kFloat64:
      break;
  }
  return run.template operator()<double>();
}

Result<std::unique_ptr<LabBench>> library_bench(const LabCase& what,
                                                std::vector<std::shared_ptr<const Keys>> inputs,
                                                const Progress* progress, SortThread& thread) {
  using Made = Result<std::unique_ptr<LabBench>>;
  return with_key(what.type, [&]<typename Key>() -> Made {
    const auto make = [&]<typename Traits>() -> Made {
      auto* const sort = find_lab_cpu_sort<typename Traits::Element>(what.sorter);
      if (sort == nullptr) {
        return Error{ErrorCode::kUnavailable,
                     "this build has no oneTBB, on which the C++ library's parallel sort runs.",
                     "Install libtbb-dev and build again."};
      }
      auto bench = std::make_unique<LibraryBench<Key, Traits>>(sort, std::move(inputs), what.warm,
                                                               progress, thread);
      if (!bench->made()) return cancelled();
      return std::unique_ptr<LabBench>(std::move(bench));
    };
    return what.pairs ? make.template operator()<PairElements<Key>>()
                      : make.template operator()<PlainElements<Key>>();
  });
}

// --- our CPU engine ---

class EngineBench final : public LabBench {
 public:
  EngineBench(Engine& engine, const LabSorter& sorter, const Algorithm& algorithm,
              const LabCase& what, std::vector<std::shared_ptr<const Keys>> inputs,
              std::shared_ptr<const ListedNetwork> listed, std::string wrong_keys,
              const Progress* progress)
      : engine_(engine),
        sorter_(sorter),
        algorithm_(algorithm),
        what_(what),
        inputs_(std::move(inputs)),
        listed_(std::move(listed)),
        wrong_keys_(std::move(wrong_keys)),
        network_(listed_ ? Network(listed_) : lab_network(sorter, algorithm, what.n)),
        rotation_(static_cast<unsigned>(inputs_.size()), what.warm),
        progress_(progress) {
    for (const auto& input : inputs_) {
      starts_.push_back(prepare_keys(*input, Order::kAscending, network_.wires(), false));
      const bool places =
          what.pairs || starts_.back().ambiguous_padding || !fixed_schedule(algorithm.family);
      if (!places) starts_.back().places.clear();
      words_.push_back(starts_.back().words);
      places_.push_back(starts_.back().places);
    }
    if (what.recording) bits_.resize(network_.bit_words());
  }

  Result<double> sample_ns() override {
    // Bits of the run before must not pass for this one's.
    std::fill(bits_.begin(), bits_.end(), ~0U);
    slot_ = rotation_.next([this](unsigned slot) {
      words_[slot] = starts_[slot].words;
      places_[slot] = starts_[slot].places;
    });
    SortBuffers buffers;
    buffers.key_bits = words_[slot_].bits;
    buffers.words32 = words_[slot_].w32;
    buffers.words64 = words_[slot_].w64;
    buffers.places = places_[slot_];
    buffers.real_keys = starts_[slot_].real_keys;
    SortOptions options;
    options.kernel = sorter_.kernel;
    options.bits = bits_;
    repair_bits_.clear();
    if (what_.recording) options.repair_bits = &repair_bits_;
    Progress inner;
    const CancelRelay relay(what_.n >= kLongLabRun ? progress_ : nullptr, inner);
    const double busy_before = processor_ns();
    const auto timing = engine_.run(algorithm_, network_, buffers, options,
                                    what_.n >= kLongLabRun ? &inner : nullptr);
    cpu_ns_ = processor_ns() - busy_before;
    if (!timing) return timing.error();
    repair_rounds_ = timing->repair_rounds;
    return static_cast<double>(timing->elapsed_ns);
  }
  [[nodiscard]] double cpu_ns() const override { return cpu_ns_; }

  Status check() override {
    if (!wrong_keys_.empty()) return wrong(fmt::format("it does not sort {}", wrong_keys_));
    const PreparedKeys& start = starts_[slot_];
    const Words& out = words_[slot_];
    const std::vector<std::uint32_t>& places = places_[slot_];
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    bool in_order = true;
    const bool whole = each_unless_cancelled(out.size(), progress_, [&](std::size_t w) {
      in_order = in_order && (w == 0 || out.at(w) >= out.at(w - 1));
      const bool carried = !places.empty();
      before += lab_hash(start.words.at(w), carried ? start.places[w] : 0);
      after += lab_hash(out.at(w), carried ? places[w] : 0);
    });
    if (!whole) return cancelled();
    if (!in_order) return wrong("keys are out of order");
    if (before != after) {
      return wrong("it is no permutation of the input, or payloads left their keys");
    }
    if (!what_.recording) return {};
    return outcomes_.check(slot_, lab_hash_bits(bits_) ^ lab_hash_bits(repair_bits_), [&] {
      OutcomeWords bits(bits_.begin(), bits_.end());
      bits.insert(bits.end(), repair_bits_.begin(), repair_bits_.end());
      Progress inner;
      const CancelRelay relay(what_.n >= kLongLabRun ? progress_ : nullptr, inner);
      return check_outcomes(sorter_, *inputs_[slot_], std::move(bits), repair_rounds_, listed_,
                            &inner);
    });
  }

 private:
  Engine& engine_;
  const LabSorter& sorter_;
  const Algorithm& algorithm_;
  LabCase what_;
  std::vector<std::shared_ptr<const Keys>> inputs_;
  std::shared_ptr<const ListedNetwork> listed_;  // null: what the algorithm builds
  std::string wrong_keys_;                       // that it does not sort; "": none known
  Network network_;
  std::vector<PreparedKeys> starts_;
  std::vector<Words> words_;
  std::vector<std::vector<std::uint32_t>> places_;
  std::vector<std::uint32_t> bits_;
  std::vector<std::uint32_t> repair_bits_;
  std::uint32_t repair_rounds_ = 0;
  LabOutcomes outcomes_;
  Rotation rotation_;
  const Progress* progress_;
  unsigned slot_ = 0;
  double cpu_ns_ = 0;
};

// What the inputs of a measurement may all miss; "": it sorts, or it is too large to tell soon.
std::string wrong_input(const ListedNetwork& network) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 22;  // comparators run: some milliseconds
  // Samples, where all inputs are too many, cost as much a comparator.
  constexpr std::uint64_t kMostComparators = 4096;
  if (network.size() > kMostComparators) return {};
  VerifyQuestion question;
  question.redundant = false;
  question.most_states =
      std::max<std::uint64_t>(kMost / std::max<std::uint64_t>(network.size(), 1), 1);
  const auto verdict = verify(network, question);
  if (!verdict || verdict->answer != Answer::kNo || !verdict->counterexample) return {};
  return fmt::format("{}", fmt::join(verdict->counterexample->keys, ","));
}

class CpuLab final : public LabBackend {
 public:
  CpuLab(const Progress* progress, std::shared_ptr<const ListedNetwork> listed)
      : progress_(progress),
        listed_(std::move(listed)),
        engine_(make_cpu_engine()),
        inputs_(progress) {
    for (const LabSorter& sorter : lab_sorters()) {
      if (sorter.place == LabPlace::kCpu) sorters_.push_back(sorter);
    }
    if (!listed_) return;
    LabSorter row = *known_lab_sorter(kListedSorter);
    if (const std::string_view name = listed_->name(); !name.empty()) row.title = name;
    sorters_.push_back(row);
    listed_wrong_ = wrong_input(*listed_);
  }
  [[nodiscard]] LabPlace place() const override { return LabPlace::kCpu; }
  [[nodiscard]] std::span<const LabSorter> sorters() const override { return sorters_; }
  [[nodiscard]] std::string description() const override {
    const unsigned threads = machine().threads;
    return fmt::format("{}, {} thread{}", machine().processor, threads, threads == 1 ? "" : "s");
  }
  [[nodiscard]] std::string method() const override {
    return fmt::format(
        "CPU: steady clock; up to {} inputs in rotation, restored before the others ran, so that "
        "twice the cache ({} MiB) lies between; our algorithms sort words in the keys' order, and "
        "turning keys into them is not measured.",
        kMostSlots, cache_bytes() >> 20);
  }
  Result<std::unique_ptr<LabBench>> prepare(const LabCase& what, std::uint64_t seed) override;
  Result<DeviceFloors> floors() override {
    return Error{ErrorCode::kUnavailable, "floors are measured on GPUs.", ""};
  }

 private:
  const Progress* progress_;
  std::shared_ptr<const ListedNetwork> listed_;  // may be null
  std::unique_ptr<Engine> engine_;
  std::vector<LabSorter> sorters_;
  std::string listed_wrong_;  // keys that it does not sort; "": none known
  LabInputs inputs_;
  SortThread thread_;
};

Result<std::unique_ptr<LabBench>> CpuLab::prepare(const LabCase& what, std::uint64_t seed) try {
  const auto found = std::ranges::find(sorters_, what.sorter, &LabSorter::id);
  if (found == sorters_.end()) return find_lab_sorter(what.sorter).error();
  const LabSorter& sorter = *found;
  const auto listed = sorter.id == kListedSorter ? listed_ : nullptr;
  const std::string wrong_keys = listed ? listed_wrong_ : std::string();
  if (listed && what.n != listed->wires()) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("it has {} wires and takes as many keys.", listed->wires()), ""};
  }
  if (what.recording && !sorter.records) {
    return Error{ErrorCode::kBadUsage, "it records nothing.", ""};
  }
  const Algorithm* algorithm = nullptr;
  std::uint32_t wires = what.n;
  if (!sorter.algorithm.empty()) {
    const auto named = find_algorithm(sorter.algorithm);
    if (!named) return named.error();
    algorithm = *named;
    if (what.n > algorithm->max_keys) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("it takes at most {} keys.", algorithm->max_keys), ""};
    }
    wires = wires_for(*algorithm, what.n);
  }
  const std::uint64_t bytes =
      std::uint64_t{wires} * (bits_of(what.type) / 8 + (what.pairs ? 4 : 0));
  const unsigned slots = lab_slots(bytes, cache_bytes(), kMostSlots);
  // Of every slot the keys, and what is sorted twice; trees about as much again.
  std::uint64_t needed = 4 * slots * bytes + std::uint64_t{16} * wires;
  // The bits, and a recording that they are replayed from.
  if (what.recording) {
    const Network network = listed ? Network(listed) : lab_network(sorter, *algorithm, what.n);
    needed += network.bit_words() * 4;
    if (Status status = check_outcomes_memory(sorter, what, listed); !status) {
      return status.error();
    }
  }
  if (const std::uint64_t free = available_memory_bytes(); needed > free) {
    return Error{ErrorCode::kOutOfMemory,
                 fmt::format("it needs about {}, and {} of memory are free.", bytes_text(needed),
                             bytes_text(free)),
                 ""};
  }
  std::vector<std::shared_ptr<const Keys>> inputs;
  for (unsigned slot = 0; slot < slots; ++slot) {
    auto keys = inputs_.get(what, seed, slot);
    if (!keys) return keys.error();
    inputs.push_back(std::move(keys.value()));
  }
  if (algorithm == nullptr) return library_bench(what, std::move(inputs), progress_, thread_);
  return std::unique_ptr<LabBench>(std::make_unique<EngineBench>(
      *engine_, sorter, *algorithm, what, std::move(inputs), listed, wrong_keys, progress_));
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kOutOfMemory,
               fmt::format("there is not enough memory for {} keys.", what.n), ""};
}

}  // namespace

std::unique_ptr<LabBackend> make_cpu_lab(const Progress* progress) {
  return make_cpu_lab(progress, nullptr);
}

std::unique_ptr<LabBackend> make_cpu_lab(const Progress* progress,
                                         std::shared_ptr<const ListedNetwork> network) {
  return std::make_unique<CpuLab>(progress, std::move(network));
}

}  // namespace sortscope
