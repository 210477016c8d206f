// rerun.h: a run made again from its parameters and keys, and proved to be the one that was.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/checksum.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/recordings/request.h"

namespace sortscope {

class Engine;
class LayerTaker;
struct Recording;

/// Takes a run while it is recorded.
class RunTaker {
 public:
  virtual ~RunTaker() = default;
  /// Before a sort that gives outcomes away layer by layer: `recording` has all but outcomes and
  /// what is measured, and stays where it is until the sort is over. Its keys and its room for bits
  /// stay until end(), or as long as the recording that is made of it. Null: nothing is taken.
  virtual Result<LayerTaker*> begin(const Recording& recording) = 0;
  /// The sort is over, its outcomes are whole; they are looked at now.
  virtual void sorted() = 0;
  /// The run came to nothing: nothing of it is read any more.
  virtual void end() = 0;
};

/// As record(), with somebody who takes it meanwhile; null: nobody.
Result<std::shared_ptr<const Recording>> record_taken(const RunRequest& request, Engine& engine,
                                                      bool pairs, RunTaker* taker,
                                                      Progress* progress);

/// What the outcomes of a run are known by.
struct RunProof {
  std::uint64_t bits_checksum = 0;
  std::uint64_t keyframes_checksum = 0;        // of a sparse recording
  std::vector<std::uint64_t> layer_checksums;  // one a layer; none of a sparse recording, or where
                                               // they are not known
};

inline std::span<const unsigned char> bytes_of(const Words& words) {
  return words.bits == 32 ? bytes_of(words.w32) : bytes_of(words.w64);
}
inline std::span<unsigned char> bytes_of(Words& words) {
  return words.bits == 32 ? bytes_of(words.w32) : bytes_of(words.w64);
}

/// Of the outcome bits of every layer, on all threads; none for a sparse recording.
std::vector<std::uint64_t> layer_checksums(const Recording& recording);

/// Errors: kWorkFailed, "cannot WORK: ...", where outcome bits are not all there at once.
Status check_all_bits(const Recording& recording, std::string_view work);

/// Where a run differs from another of the same keys, in words; empty: nowhere.
std::string difference(const Recording& recording, const Recording& again);

/// Errors: kWorkFailed where outcomes that were recorded again are not those that were.
Status check_again(const Recording& recording);

/// Of all outcome bits; of none where they are those of a sparse recording. Any number where it was
/// cancelled.
std::uint64_t checksum_of_bits(const Recording& recording, const Progress* progress = nullptr);

/// Of a sparse recording's keyframes; 0 for others.
std::uint64_t checksum_of_keyframes(const Recording& recording);

/// Input kind and seed give the very keys of `request`, a run of `algorithm`: they need not be
/// kept. O(generating them). False where it was cancelled.
bool keys_follow_from_seed(const RunRequest& request, const Algorithm& algorithm,
                           Progress* progress = nullptr);

/// Chooses keyframes for a run of `n` keys that `parts` names, where its bits take more than
/// `available_bytes` and keyframes do not: then its run is made again. False for families whose
/// keyframes stand in files: nothing would prove others.
bool opens_as_keyframes(Recording& parts, std::uint32_t n, std::uint64_t available_bytes);

/// Runs the request of `parts` on the CPU and holds what comes out against `proof`; engine, timing
/// and date are those of `parts`. Errors: those of record(); kBadInput where an outcome is another
/// one, with the first such layer.
Result<std::shared_ptr<const Recording>> make_again(const Recording& parts, const RunProof& proof,
                                                    Progress* progress);

/// As assemble_recording(), but the outcomes are not held against the keys: doubt_of() does that.
Result<std::shared_ptr<const Recording>> assemble_undoubted(Recording recording,
                                                            Progress* progress = nullptr);
/// Why the outcomes are not of the keys, in words; empty where nothing was found, it was cancelled,
/// or no memory is left for it. Up to 2^26 comparisons the run is made again; of a longer one only
/// the end is looked at.
std::string doubt_of(const Recording& recording, Progress* progress = nullptr);

}  // namespace sortscope
