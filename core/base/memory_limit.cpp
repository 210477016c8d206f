// memory_limit.cpp: limits of control groups, which /proc/meminfo does not know.
#include "core/base/memory_limit.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>

namespace sortscope {

namespace {

// Names of one version's files.
struct Version {
  std::array<const char*, 2> limits;  // the lesser counts
  const char* used;
  const char* droppable;  // a line of memory.stat
};
constexpr Version kFirst = {
    {"memory.limit_in_bytes", nullptr}, "memory.usage_in_bytes", "total_inactive_file"};
constexpr Version kSecond = {{"memory.max", "memory.high"}, "memory.current", "inactive_file"};

// Nothing for "max", and where there is no such file.
std::optional<std::uint64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return {};
}

std::uint64_t stat_of(const std::string& folder, std::string_view name) {
  std::ifstream file(folder + "/memory.stat");
  std::string line;
  std::uint64_t bytes = 0;
  while (file >> line >> bytes) {
    if (line == name) return bytes;
  }
  return 0;
}

std::optional<std::uint64_t> free_in(const std::string& folder, const Version& version) {
  std::optional<std::uint64_t> limit;
  for (const char* const name : version.limits) {
    const auto one = name == nullptr ? std::nullopt : number_in(folder + "/" + name);
    if (one) limit = std::min(*one, limit.value_or(*one));
  }
  // Version 1 writes "no limit" as nearly 2^63.
  if (!limit || *limit >= std::uint64_t{1} << 62) return {};
  const std::uint64_t used = number_in(folder + "/" + version.used).value_or(0);
  const std::uint64_t kept = used - std::min(used, stat_of(folder, version.droppable));
  return *limit - std::min(*limit, kept);
}

// A container sees its own group as the root, whatever path it is told: the root counts always.
std::optional<std::uint64_t> free_along(const std::string& root, std::string_view path,
                                        const Version& version) {
  std::optional<std::uint64_t> least;
  while (true) {
    while (path.ends_with('/')) path.remove_suffix(1);
    const auto here = free_in(root + std::string(path), version);
    if (here) least = std::min(*here, least.value_or(*here));
    if (path.empty()) return least;
    const std::size_t above = path.rfind('/');
    path = path.substr(0, above == std::string_view::npos ? 0 : above);
  }
}

}  // namespace

std::optional<std::uint64_t> group_free_bytes(std::string_view groups, const std::string& root) {
  std::optional<std::uint64_t> least;
  while (!groups.empty()) {
    // "0::/user.slice", or of version 1 "4:memory,cpu:/docker/3b85".
    const std::string_view line = groups.substr(0, groups.find('\n'));
    groups.remove_prefix(std::min(groups.size(), line.size() + 1));
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string kinds = "," + std::string(line.substr(first + 1, second - first - 1)) + ",";
    const std::string_view path = line.substr(second + 1);
    std::optional<std::uint64_t> here;
    if (kinds == ",,") here = free_along(root, path, kSecond);
    if (kinds.find(",memory,") != std::string::npos) {
      here = free_along(root + "/memory", path, kFirst);
    }
    if (here) least = std::min(*here, least.value_or(*here));
  }
  return least;
}

}  // namespace sortscope
