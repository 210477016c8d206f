#include "core/own_kernels/timing/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <span>
#include <utility>

#include "core/base/quote.h"
#include "core/lab/check.h"
#include "core/lab/inputs.h"
#include "core/lab/limits.h"
#include "core/lab/listed.h"
#include "core/own_kernels/gpu_way.h"
#include "core/own_kernels/timing/answers.h"
#include "core/own_kernels/timing/build.h"
#include "core/own_kernels/timing/talk.h"

namespace sortscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kMostSlots = 8;   // as the lab's own GPU has them
constexpr double kHelloLimitS = 60;  // CUDA starts
constexpr double kMostCopyS = 20;    // of the inputs and the output
constexpr double kLifeS = 6 * 3600;  // of the process
constexpr double kSlackNs = 2e6;     // between its clock and ours

Error failed(std::string why) { return {ErrorCode::kWorkFailed, std::move(why), ""}; }

std::uint64_t hash_of(const Keys& keys) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < keys.raw.size(); ++i) hash += lab_hash(keys.raw.at(i), 0);
  return hash;
}

std::span<const std::byte> bytes_of(const Keys& keys) {
  return keys.raw.bits == 32 ? std::as_bytes(std::span(keys.raw.w32))
                             : std::as_bytes(std::span(keys.raw.w64));
}

// A version of the file: its program, and the process that answers.
struct Version {
  KernelRequest request;
  std::string title;
  PlainBuild build;
  OwnLab::Built built;
  KeyType type = KeyType::kUint32;
  bool host_memory = false;
  std::uint64_t l2_bytes = 0;
  std::unique_ptr<Talk> talk;  // null: it is started when it is needed
  std::string given_up;        // why nothing more is asked of it
};

// Errors: those of Talk; kWorkFailed (what it says first makes no sense).
Status start(Version& version, const Progress& progress) {
  ChildProcess child;
  child.command = {version.build.program};
  child.folder = version.build.folder->path();
  child.wall_limit_s = kLifeS;
  child.memory_bytes = 0;  // CUDA reserves addresses; it shuts itself in once CUDA is there
  child.confined = false;
  child.of_cuda = true;
  child.folder_bytes = kMostWrittenBytes;
  child.writes_only_folder = false;
  child.environment = gpu_environment();
  wake_gpu(child.folder, progress);
  auto talk = Talk::start(std::move(child), &progress);
  if (!talk) return talk.error();
  const auto rest = answer_of((*talk)->answer(kHelloLimitS), "hello");
  if (!rest) return rest.error();
  const auto hello = hello_of(*rest);
  if (!hello) return hello.error();
  version.type = hello->type;
  version.l2_bytes = hello->l2_bytes;
  version.built.card = hello->card;
  version.talk = std::move(*talk);
  return {};
}

// Errors: kCancelled.
Status make(Version& version, const Progress& progress) {
  Status& problem = version.built.problem;
  problem = timing_possible();
  if (!problem) return {};
  const auto keys = own_keys(version.request);
  if (keys) version.host_memory = keys->host_memory;
  auto build = keys ? build_plainly(version.request, progress) : Result<PlainBuild>(keys.error());
  if (!build) {
    problem = build.error();
  } else {
    version.build = std::move(*build);
    version.built.messages = version.build.messages;
    if (version.build.program.empty()) {
      const CompilerMessage& first = version.built.messages.front();
      problem = Error{ErrorCode::kBadInput,
                      first.line > 0
                          ? fmt::format("it does not compile: line {}: {}", first.line,
                                        one_line(shortened(first.text)))
                          : fmt::format("it does not compile: {}", one_line(shortened(first.text))),
                      ""};
    } else {
      problem = start(version, progress);
    }
  }
  if (!problem && problem.error().code == ErrorCode::kCancelled) return problem;
  return {};
}

class OwnBench final : public LabBench {
 public:
  OwnBench(Version& version, std::vector<std::shared_ptr<const Keys>> inputs)
      : version_(version), inputs_(std::move(inputs)) {
    for (const auto& input : inputs_) hashes_.push_back(hash_of(*input));
  }
  ~OwnBench() override {
    if (version_.talk == nullptr) return;
    if (const Status asked = version_.talk->ask("drop"); !asked) (void)ended(asked.error());
  }
  OwnBench(const OwnBench&) = delete;
  OwnBench& operator=(const OwnBench&) = delete;

  Status prepare(const LabCase& what) {
    std::vector<std::byte> all;
    for (const auto& input : inputs_) {
      const auto bytes = bytes_of(*input);
      all.insert(all.end(), bytes.begin(), bytes.end());
    }
    const Status asked = version_.talk->ask(fmt::format("case {} {} {} {}", what.n, inputs_.size(),
                                                        what.transfers ? 1 : 0, what.warm ? 1 : 0),
                                            all);
    if (!asked) return ended(asked.error());
    for (;;) {
      const Result<std::string> line =
          version_.talk->answer(kMostCopyS + version_.request.wall_limit_s);
      if (line && line->starts_with("kernel ")) {
        const auto kernel = kernel_of(line->substr(7));
        if (!kernel || kernels_.size() == kMostLabKernels) {
          return ended(failed("what it says of its kernels makes no sense."));
        }
        kernels_.push_back(*kernel);
        continue;
      }
      const auto rest = answer_of(line, "case");
      if (!rest) return ended(rest.error());
      const auto launches = launches_of(*rest);
      if (!launches) return ended(failed("its number of launches makes no sense."));
      launches_ = *launches;
      return {};
    }
  }

  Result<double> sample_ns() override {
    if (version_.talk == nullptr) return failed("it has ended.");
    slot_ = (slot_ + 1) % inputs_.size();
    const auto begin = Clock::now();
    const Status asked = version_.talk->ask(fmt::format("sample {}", slot_));
    if (!asked) return ended(asked.error());
    const auto rest = answer_of(version_.talk->answer(version_.request.wall_limit_s), "time");
    const double waited_ns = std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
    if (!rest) return ended(rest.error());
    const auto times = times_of(*rest);
    if (!times) {
      return ended(failed(fmt::format("its time makes no sense: {}", quoted(*rest, 60))));
    }
    if ((*times)[0] > waited_ns + kSlackNs) {
      return ended(failed("it says that it took longer than its answer did."));
    }
    transfers_ = {(*times)[1], (*times)[2]};
    return (*times)[0];
  }

  Status check() override {
    if (version_.talk == nullptr) return failed("it has ended.");
    if (const Status asked = version_.talk->ask("check"); !asked) return ended(asked.error());
    const auto rest =
        answer_of(version_.talk->answer(kMostCopyS + version_.request.wall_limit_s), "output");
    if (!rest) return ended(rest.error());
    const auto output = output_of(*rest);
    if (!output) return ended(failed("what it says of its output makes no sense."));
    if (output->descents > 0) {
      return failed(fmt::format("it does not sort: {} key{} smaller than the one before.",
                                output->descents, output->descents == 1 ? " is" : "s are"));
    }
    if (output->hash != hashes_[slot_]) {
      return failed("it does not sort: its output is no permutation of the input.");
    }
    return {};
  }

  [[nodiscard]] std::uint32_t launches() const override { return launches_; }
  [[nodiscard]] std::vector<LabKernel> kernels() const override { return kernels_; }
  [[nodiscard]] LabTransfers transfers() const override { return transfers_; }

 private:
  // A process that failed may be in any state: the next case starts another one.
  Error ended(const Error& why) {
    if (why.code != ErrorCode::kOutOfMemory) {
      if (version_.talk->given_up()) version_.given_up = why.message;
      version_.talk.reset();
    }
    return why;
  }

  Version& version_;
  std::vector<std::shared_ptr<const Keys>> inputs_;
  std::vector<std::uint64_t> hashes_;  // of the inputs, whatever their order
  std::vector<LabKernel> kernels_;
  std::uint32_t launches_ = 0;
  LabTransfers transfers_;
  std::size_t slot_ = 0;
};

class OwnKernelLab final : public OwnLab {
 public:
  OwnKernelLab(OwnVersions versions, const Progress& progress)
      : progress_(progress), inputs_(&progress) {
    versions_.reserve(2);
    add(std::move(versions.now), versions.title);
    if (versions.before) add(std::move(*versions.before), versions.title + ", before");
    for (std::size_t i = 0; i < versions_.size(); ++i) {
      LabSorter row = *known_lab_sorter(i == 0 ? kOwnSorter : kBeforeSorter);
      row.title = versions_[i].title;
      sorters_.push_back(row);
    }
  }
  // Errors: kCancelled.
  Status make_all() {
    for (Version& version : versions_) {
      if (Status made = make(version, progress_); !made) return made;
    }
    return {};
  }

  [[nodiscard]] LabPlace place() const override { return LabPlace::kGpu; }
  [[nodiscard]] std::span<const LabSorter> sorters() const override { return sorters_; }
  [[nodiscard]] std::string description() const override { return versions_.front().built.card; }
  [[nodiscard]] std::string method() const override {
    return "Your kernel: compiled by nvcc as it is, in a process of its own that takes turns with "
           "the others; events, the same keys, cold caches as theirs; its launches are made one by "
           "one, theirs as a graph.";
  }
  Result<DeviceFloors> floors() override {
    return Error{ErrorCode::kUnavailable, "floors are measured by the GPU's own lab.", ""};
  }
  Result<std::unique_ptr<LabBench>> prepare(const LabCase& what, std::uint64_t seed) override;
  [[nodiscard]] const Built& now() const override { return versions_.front().built; }
  [[nodiscard]] const Built* before() const override {
    return versions_.size() > 1 ? &versions_.back().built : nullptr;
  }

 private:
  void add(KernelRequest request, std::string title) {
    versions_.emplace_back();
    versions_.back().request = std::move(request);
    versions_.back().title = std::move(title);
  }

  const Progress& progress_;
  std::vector<Version> versions_;
  std::vector<LabSorter> sorters_;
  LabInputs inputs_;
};

Result<std::unique_ptr<LabBench>> OwnKernelLab::prepare(const LabCase& what, std::uint64_t seed) {
  Version& version = versions_[what.sorter == kOwnSorter ? 0 : versions_.size() - 1];
  if (!version.built.problem) return version.built.problem.error();
  const auto refused = [](std::string why) {
    return Error{ErrorCode::kBadUsage, std::move(why), ""};
  };
  if (what.pairs) return refused("it sorts keys without a payload.");
  if (what.recording) return refused("it records nothing.");
  if (what.type != version.type) {
    return refused(fmt::format("it sorts keys of type {}.", name_of(version.type)));
  }
  if (version.host_memory && !what.transfers) {
    return refused("it copies to the GPU and back itself: measure with transfers.");
  }
  if (!version.given_up.empty()) {
    return refused(fmt::format("not tried, since before {}", version.given_up));
  }
  if (version.talk == nullptr) {
    if (const Status started = start(version, progress_); !started) return started.error();
  }
  const std::uint64_t bytes = std::uint64_t{what.n} * (bits_of(what.type) / 8);
  const unsigned slots = lab_slots(bytes, version.l2_bytes, kMostSlots);
  std::vector<std::shared_ptr<const Keys>> inputs;
  for (unsigned slot = 0; slot < slots; ++slot) {
    auto keys = inputs_.get(what, seed, slot);
    if (!keys) return keys.error();
    inputs.push_back(std::move(*keys));
  }
  auto bench = std::make_unique<OwnBench>(version, std::move(inputs));
  if (const Status ready = bench->prepare(what); !ready) return ready.error();
  return std::unique_ptr<LabBench>(std::move(bench));
}

}  // namespace

Result<std::unique_ptr<OwnLab>> make_own_lab(OwnVersions versions, const Progress& progress) {
  auto lab = std::make_unique<OwnKernelLab>(std::move(versions), progress);
  if (const Status made = lab->make_all(); !made) return made.error();
  return std::unique_ptr<OwnLab>(std::move(lab));
}

Result<double> own_median_ns(OwnVersions versions, std::uint32_t n, const Progress& progress) {
  constexpr unsigned kSamples = 9;  // after one that warms up
  versions.before.reset();
  const auto keys = own_keys(versions.now);
  if (!keys) return keys.error();
  auto lab = make_own_lab(std::move(versions), progress);
  if (!lab) return lab.error();
  LabCase what;
  what.sorter = kOwnSorter;
  what.type = keys->type;
  what.n = n;
  what.transfers = keys->host_memory;
  const auto bench = (*lab)->prepare(what, 1);
  if (!bench) return bench.error();
  Samples samples;
  for (unsigned i = 0; i <= kSamples; ++i) {
    const auto elapsed_ns = (*bench)->sample_ns();
    if (!elapsed_ns) return elapsed_ns.error();
    if (const Status checked = (*bench)->check(); !checked) return checked.error();
    if (i > 0) samples.values.push_back(*elapsed_ns);
  }
  return samples.median();
}

LabRequest own_lab_request(KeyType type, bool host_memory, bool before,
                           std::vector<std::uint32_t> sizes) {
  LabRequest request;
  request.sorters = {std::string(kOwnSorter)};
  if (before) request.sorters.emplace_back(kBeforeSorter);
  for (const char* other : {"v0", "v2", "fast", "cub-radix", "cub-merge", "thrust"}) {
    request.sorters.emplace_back(other);
  }
  request.sizes = std::move(sizes);
  request.types = {type};
  request.transfers = host_memory;
  request.repetitions = 25;
  request.budget_s = 2;
  return request;
}

}  // namespace sortscope
