// file.h: recordings in HDF5 files; see docs/recording-format.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/base/progress.h"

namespace sortscope {

class Engine;
struct Recording;
struct RunRequest;

/// Version of the container: a file with a newer major version is refused, a newer minor is read.
inline constexpr int kRecordingMajor = 2;

/// What a file keeps of a run: all of it, or only what makes it again: parameters, seed or keys,
/// and checksums that prove it.
enum class RecordingForm : std::uint8_t { kWhole, kCompact };

/// Writes to a temporary name beside `path`, then renames: `path` is whole or untouched.
/// Errors: kIo with the system's reason, kCancelled.
/// `called`: as in OutputFile::commit_kept().
Status write_recording(const Recording& recording, const OutputName& name,
                       Progress* progress = nullptr, RecordingForm form = RecordingForm::kWhole,
                       std::string* called = nullptr);

/// As record() and then write_recording(), the same bytes: where the engine gives outcomes layer by
/// layer, they are packed and written while it sorts. Errors: those of both. A file that cannot be
/// written stops the sort.
Result<std::shared_ptr<const Recording>> record_into_file(
    const RunRequest& request, Engine& engine, bool pairs, const OutputName& name,
    Progress* progress = nullptr, RecordingForm form = RecordingForm::kWhole,
    std::string* called = nullptr);

/// What a recording may take that is opened.
struct ReadLimits {
  std::uint64_t bytes = ~std::uint64_t{0};  // of memory, in all
  // Of a compact file, whose run is made again: a file of any size may ask for any run.
  std::uint64_t keys_again = ~std::uint64_t{0};
  std::uint64_t comparators_again = ~std::uint64_t{0};
  bool doubts = true;  // outcomes are held against the keys; else doubt_of() does that later
};

/// Errors: kBadInput (cannot be opened, not a recording, truncated, damaged, newer version, beyond
/// `limits`), kOutOfMemory, kCancelled. Damage never crashes: sizes, ids and checksums are checked
/// before use, limits and memory before keys are read or made. A compact file's run is made again
/// on the CPU: as long as that takes, with progress.
Result<std::shared_ptr<const Recording>> read_recording(const std::string& path,
                                                        Progress* progress = nullptr,
                                                        const ReadLimits& limits = {});

/// The same of a file that is in memory; `name` is for messages.
Result<std::shared_ptr<const Recording>> parse_recording(std::string_view bytes,
                                                         const std::string& name,
                                                         Progress* progress = nullptr,
                                                         const ReadLimits& limits = {});

/// True if the file's first bytes are HDF5's signature.
bool looks_like_recording(const std::string& path);

}  // namespace sortscope
