// rerun.h: a run made again from its parameters and keys, and proved to be the one that was.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/checksum.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/recordings/request.h"

namespace sortscope {

struct Recording;

/// What the outcomes of a run are known by.
struct RunProof {
  std::uint64_t bits_checksum = 0;
  std::uint64_t keyframes_checksum = 0;        // of a sparse recording
  std::vector<std::uint64_t> layer_checksums;  // one a layer; none of a sparse recording
};

inline std::span<const unsigned char> bytes_of(const Words& words) {
  return words.bits == 32 ? bytes_of(words.w32) : bytes_of(words.w64);
}
inline std::span<unsigned char> bytes_of(Words& words) {
  return words.bits == 32 ? bytes_of(words.w32) : bytes_of(words.w64);
}

/// Of the outcome bits of every layer, on all threads; none for a sparse recording.
std::vector<std::uint64_t> layer_checksums(const Recording& recording);

/// Of a sparse recording's keyframes; 0 for others.
std::uint64_t checksum_of_keyframes(const Recording& recording);

/// Input kind and seed give the very keys of `request`, a run of `algorithm`: they need not be
/// kept. O(generating them). False where it was cancelled.
bool keys_follow_from_seed(const RunRequest& request, const Algorithm& algorithm,
                           Progress* progress = nullptr);

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
