// held_file.h: files that were read once, and are what they were then, whatever becomes of them.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.h"

namespace sortscope {

/// Reads a regular file below `folder` once: `inner` names it from there, without links, "." and
/// "..". From now on open_to_read() of the two joined gives these bytes. Nothing is waited for.
/// Errors: kBadInput (it cannot be read, is no regular file, has more than `most_bytes`).
Status hold_file(const std::string& folder, const std::string& inner, std::uint64_t most_bytes);
[[nodiscard]] bool is_held(const std::string& path);
/// The file is read as it is again; all of them are.
void release_file(const std::string& path);
void release_held_files();

/// A descriptor of `path` for reading, a pipe not waited for; of a held file, of what was read. -1:
/// errno says why.
[[nodiscard]] int open_to_read(const std::string& path);

}  // namespace sortscope
