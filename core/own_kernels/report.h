// report.h: what is known of a person's kernel after it ran: what the command line's JSON, the
// window and graders read.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/networks/lists/listed_network.h"
#include "core/own_kernels/log/entries.h"
#include "core/own_kernels/variables.h"

namespace sortscope {

/// What a person asks to know of a file.
enum class KernelWay : std::uint8_t { kAuto, kGpu, kCpu };

struct KernelRequest {
  std::string path;                 // of the file; names it in messages
  std::string text;                 // what stands in it
  std::vector<std::uint32_t> keys;  // to sort, at least one
  std::string entry;                // name of the sort function; empty: `sort`, or the only one
  std::string against;              // id of the algorithm that it should be; empty: found by itself
  std::string key_type;             // "int": the file says `int` where keys are; empty: as it looks
  KernelWay way = KernelWay::kAuto;
  /// Keys are handed over in host memory; none: as the file looks.
  std::optional<bool> host_memory;
  double wall_limit_s = 10;   // of the run; the compiler has as much
  bool other_lengths = true;  // run also on lengths that are no powers of two
};

/// Most keys with everything recorded.
inline constexpr std::uint32_t kMostKernelKeys = 4096;

enum class FindingKind : std::uint8_t {
  kNotSorted,
  kRace,
  kOutOfBounds,
  kUninitialized,
  kBarrier,
  kLaunch,
  kLength,
  kPadding,
  kPayload,
  kCrash,
  kTimeout,
  kBankConflict,
  kUncoalesced,
  kIdle,
  kLaunches,
};
/// "race", "out-of-bounds" …: as in JSON.
std::string_view finding_id(FindingKind kind);

/// One thing that is wrong, or slow. What happened many times is one finding: the first time.
struct Finding {
  FindingKind kind = FindingKind::kRace;
  bool wrong = true;                   // else slow
  std::uint32_t line = 0;              // from 1; 0: of no line
  std::uint32_t other_line = 0;        // of the other access of a race; 0: none
  std::vector<std::uint32_t> threads;  // of the block, a few of them
  std::uint32_t block = 0;
  std::uint32_t launch = 0;            // index in KernelReport::launches
  std::uint32_t epoch = 0;             // block barriers before it, in its launch
  std::uint64_t times = 1;             // how often
  std::string text;                    // one sentence or two: what happens, what to do
  std::optional<std::uint32_t> layer;  // of the network, where it can be shown there
};

/// What the compiler said.
struct CompilerMessage {
  std::uint32_t line = 0;  // of the person's file; 0: of none
  std::uint32_t column = 0;
  bool error = true;  // else a warning
  std::string text;
};

struct KernelLaunch {
  std::string kernel;
  std::uint32_t line = 0;
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::uint32_t shared_bytes = 0;  // dynamic
  std::uint32_t epochs = 1;        // stretches between barriers of the longest block
  std::uint32_t first_layer = 0;   // of KernelReport::network
  std::uint32_t last_layer = 0;    // behind the last; first_layer where nothing was compared
  std::uint64_t comparisons = 0;
  std::uint32_t threads_at_work = 0;  // that touched a key
};

/// A stretch between two barriers of a block, or of a launch without any: by launch, block, epoch.
struct KernelStretch {
  std::uint32_t launch = 0;
  std::uint32_t block = 0;
  std::uint32_t epoch = 0;
  std::uint32_t barrier_line = 0;  // of the barrier at its end; 0: its threads ended
  std::uint32_t comparisons = 0;
  std::uint32_t requests = 0;  // of warps to memory
  std::uint32_t diverged = 0;  // of these: by less than all living lanes
};

/// What a variable held when its thread read it last.
struct KernelValue {
  std::uint8_t variable = 0;  // index in KernelReport::variables, + 1; 0: none
  std::uint32_t bits = 0;     // its lower 32
};

/// Where a comparator of KernelReport::network comes from.
struct ComparatorOrigin {
  std::uint32_t line = 0;
  std::uint32_t launch = 0;
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t epoch = 0;
  bool exchanged = false;
  std::array<KernelValue, sortscope_log::kMostValues> values{};  // none behind the first empty one
};

/// What a line of the file did, counted over all launches of the run.
struct LineFacts {
  std::uint32_t line = 0;
  std::uint64_t comparisons = 0;
  std::uint64_t global_reads = 0;  // of threads
  std::uint64_t global_writes = 0;
  std::uint64_t shared_reads = 0;
  std::uint64_t shared_writes = 0;
  std::uint64_t global_requests = 0;  // of warps
  std::uint64_t sectors = 0;          // of 32 bytes that they touched
  std::uint64_t least_sectors = 0;    // as many would do for the same bytes
  std::uint64_t shared_requests = 0;
  std::uint64_t wavefronts = 0;       // shared_requests where no two lanes meet in a bank
  std::uint64_t load_requests = 0;    // of shared_requests those that read
  std::uint64_t load_wavefronts = 0;  // of wavefronts
  std::uint64_t diverged = 0;         // requests of less than all living lanes of a warp
  std::uint64_t barriers = 0;         // arrivals
};

enum class KernelVerdict : std::uint8_t {
  kNetwork,   // the same comparators on every input
  kAdaptive,  // what is compared depends on the keys
  kUnknown,   // it did not come so far
};

/// Layer and comparator where two networks part.
struct NetworkDifference {
  std::uint32_t layer = 0;  // from 0
  std::optional<Comparator> is;
  std::optional<Comparator> should;
};

/// What is known of fewer keys, where those asked for do more than can be written down.
struct SmallerVerdict {
  std::uint32_t n = 0;  // 0: nothing
  KernelVerdict verdict = KernelVerdict::kUnknown;
  std::string equals;  // id of the algorithm whose network it is; empty: none
  std::string text;    // one sentence
};

/// How many inputs of a length were tried.
struct TriedLength {
  std::uint32_t n = 0;
  std::uint32_t inputs = 0;
};

struct KernelReport {
  std::string path;
  std::uint32_t n = 0;
  std::string entry;
  KernelWay way = KernelWay::kCpu;
  std::string compiler;  // "g++ 12.2.0"
  bool compiled = false;
  std::vector<CompilerMessage> messages;
  std::vector<std::string> notes;  // what could not be followed, what was taken for granted

  bool ran = false;                // sort() returned
  bool sorted = false;             // on every input of every length that was tried
  std::vector<TriedLength> tried;  // by length
  std::vector<std::uint32_t> input;
  std::vector<std::uint32_t> output;  // empty where it did not return
  std::string printed;                // by the file, its beginning

  std::vector<Finding> findings;  // the wrong ones first, by line
  KernelVerdict verdict = KernelVerdict::kUnknown;
  /// The comparators of this run; of an adaptive file those that it happened to do. May be null.
  std::shared_ptr<const ListedNetwork> network;
  std::vector<ComparatorOrigin> origins;        // by index in network->comparators()
  std::vector<std::uint32_t> layer_epoch_line;  // by layer: line of the barrier or launch before it
  std::uint64_t comparisons = 0;                // as the code did them
  std::string proved;      // "all inputs", "n=64": what was proved; empty: nothing
  std::string proof_text;  // one sentence: what was done to know
  std::vector<std::uint32_t> counterexample;  // keys that come out wrong; empty: none known
  std::vector<std::uint32_t> wrong_input;     // that was tried and came out wrong; empty: none
  std::vector<std::uint32_t> wrong_output;
  std::string equals;   // id of the algorithm whose network it is; empty: none
  std::string against;  // what it was compared with
  std::shared_ptr<const ListedNetwork> intended;  // the network of `against`; may be null
  std::optional<NetworkDifference> first_difference;
  std::string adaptive_text;  // the first comparison that depended on the keys
  SmallerVerdict smaller;     // where the verdict is not known

  std::vector<KernelLaunch> launches;
  std::vector<LineFacts> lines;          // by line, those that did something
  std::vector<KernelStretch> stretches;  // the first kMostStretches of them
  std::vector<KernelVariable> variables;

  double compile_s = 0;
  double run_s = 0;
  double read_s = 0;

  /// It sorts and nothing is wrong (slow is not wrong).
  [[nodiscard]] bool good() const;
  /// What nothing is known of although it sorts and nothing wrong was seen, and what to do; empty:
  /// all is decided.
  [[nodiscard]] std::string undecided() const;
};

inline constexpr std::size_t kMostStretches = std::size_t{1} << 18;

/// Compiles, runs and reads the file, phases "compiling", "running", "reading", "proving". What the
/// file does wrong stands in the report and is no error, nor that it does not compile
/// (KernelReport::compiled). Cost: about 2 s at 1024 keys. Errors: kBadUsage (too many keys),
/// kBadInput (no function that sorts), kUnavailable (no compiler), kCancelled, kIo.
Result<KernelReport> run_kernel(const KernelRequest& request, Progress& progress);

}  // namespace sortscope
