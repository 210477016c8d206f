// memory_limit.h: how much memory a container or a service leaves to this process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sortscope {

/// Bytes that the control groups of a process (versions 1 and 2) and those above them still give
/// out, files that the kernel can drop at once counted as free; nothing where none has a limit.
/// `groups`: /proc/self/cgroup; `root`: the folder /sys/fs/cgroup. A few files are read.
std::optional<std::uint64_t> group_free_bytes(std::string_view groups, const std::string& root);

}  // namespace sortscope
