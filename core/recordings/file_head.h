// file_head.h: the first bytes of a recording's file, the names and types in it, and what is said
// of files that cannot be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/hdf5/file.h"
#include "core/base/hdf5/source.h"
#include "core/base/types.h"

namespace sortscope {

struct Recording;

inline constexpr std::string_view kRecordingFormat = "sortscope recording";
// Of files that keep all outcomes, and of those that keep what makes the run again: readers of the
// first cannot read them.
inline constexpr std::uint64_t kWholeMajor = 1;
inline constexpr std::uint64_t kWholeMinor = 1;
inline constexpr std::uint64_t kCompactMajor = 2;
inline constexpr std::uint64_t kCompactMinor = 0;
inline constexpr const char* kLayerChecksums = "layer_checksums";
inline constexpr const char* kKeysChecksum = "keys_checksum";
inline constexpr const char* kBitsChecksum = "bits_checksum";
/// "param_epsilon_b": a parameter's attribute.
std::string parameter_attribute(std::string name);
/// "keyframe_07": keys before step 7 of a sparse recording.
std::string keyframe_name(std::size_t t);

/// The type that keys have in a file: what other programs show is the keys themselves.
hid_t file_type(KeyType type);

inline constexpr std::string_view kRecordAgain = "Record the run again, or fetch the file again.";

/// "cannot read PATH: WHY."
Error cannot_read(const std::string& path, std::string_view why, std::string_view hint);
/// "... it is damaged: WHAT."
Error damaged(const std::string& path, std::string_view what);
/// "... it is IS, not a Sortscope recording."
Error not_a_recording(const std::string& path, std::string_view is);
Error reading_cancelled(const std::string& path);
Error out_of_memory(const std::string& path);

/// Looks at the first bytes before the library does: it wants a whole file of the newer format,
/// whose structures have checksums. Nothing where it is one. `head`: up to kHeadBytes, `size`: of
/// all in bytes.
inline constexpr std::size_t kHeadBytes = 48;
std::optional<Error> check_head(const std::string& path, std::span<const unsigned char> head,
                                std::uint64_t size);
/// Opens a file whose head is right; `source` then reads it.
std::optional<Error> open_checked(const std::string& path, H5Source& source);

/// Engines and kernels are named by ids, which go into command lines and sessions; "": none. An
/// error where one is none, or the kind of input is not known.
std::optional<Error> check_ids(const std::string& path, const Recording& recording);

}  // namespace sortscope
