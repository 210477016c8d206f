// machine.cpp: asks the system, or reads the machine that a test plants.
#include "core/base/machine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <thread>
#include <type_traits>

#include "core/base/host_name.h"
#include "core/base/input_file.h"
#include "core/base/memory_limit.h"
#include "core/base/parse_number.h"
#include "core/base/quote.h"

namespace sortscope {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;  // of a planted machine
constexpr std::size_t kMostShown = 60;                        // of a line that says nothing

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "CPU";
}

std::uint64_t cache_bytes(int name) {
  const long bytes = ::sysconf(name);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

// "16 GiB"; nothing where it is no such thing.
std::optional<std::uint64_t> size(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return {};
  const auto count = parse_whole(text.substr(0, space), std::uint64_t{1} << 30);
  const std::string_view unit = text.substr(space + 1);
  if (!count) return {};
  if (unit == "KiB") return *count << 10;
  if (unit == "MiB") return *count << 20;
  if (unit == "GiB") return *count << 30;
  return {};
}

// False where `name` is not known or `value` is none of it.
bool set(Machine& machine, std::string_view name, std::string_view value) {
  const auto take = [](auto& to, const auto& from) {
    if (from) to = static_cast<std::remove_reference_t<decltype(to)>>(*from);
    return from.has_value();
  };
  if (name == "threads")
    return take(machine.threads, parse_whole(value, std::numeric_limits<unsigned>::max())) &&
           machine.threads > 0;
  if (name == "l2") return take(machine.l2_bytes, size(value));
  if (name == "l3") return take(machine.l3_bytes, size(value));
  if (name == "memory") return take(machine.free_bytes, size(value));
  if (name == "shader-buffer") return take(machine.shader_bytes, size(value));
  if (name == "load") return take(machine.load, number(value));
  if (name == "processor") machine.processor = value;
  if (name == "vectors") machine.vectors = value == "none" ? "" : value;
  if (name == "cuda") machine.cuda = value;
  return name == "processor" || name == "vectors" || name == "cuda";
}

Result<Machine> look() {
  const char* const file = std::getenv("SORTSCOPE_MACHINE");
  if (file == nullptr || *file == '\0') return real_machine();
  const auto text = read_regular_file(file, kMostBytes);
  if (!text) {
    return Error{ErrorCode::kBadUsage, fmt::format("SORTSCOPE_MACHINE: cannot read {}.", file),
                 "It names a file that describes a machine, for tests; unset it."};
  }
  return planted_machine(*text, file);
}

const Result<Machine>& found() {
  static const Result<Machine> kFound = look();
  return kFound;
}

}  // namespace

Machine real_machine() {
  Machine machine;
  machine.threads = processors_here();
  machine.processor = processor_name();
  machine.vectors = avx2_here() ? "AVX2" : "";
  machine.l2_bytes = cache_bytes(_SC_LEVEL2_CACHE_SIZE);
  machine.l3_bytes = cache_bytes(_SC_LEVEL3_CACHE_SIZE);
  return machine;
}

Result<Machine> planted_machine(std::string_view text, const std::string& file) {
  Machine machine = real_machine();
  machine.planted = file;
  for (int line = 1; !text.empty(); ++line) {
    std::string_view rest = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), rest.size() + 1));
    rest = rest.substr(0, rest.find('#'));
    while (rest.ends_with(' ')) rest.remove_suffix(1);
    if (rest.empty()) continue;
    const std::size_t space = std::min(rest.find(' '), rest.size());
    const std::string_view value = rest.substr(std::min(rest.size(), space + 1));
    if (value.empty() || !set(machine, rest.substr(0, space), value)) {
      return Error{
          ErrorCode::kBadUsage,
          fmt::format("{}:{}: {} says nothing of a machine.", file, line, quoted(rest, kMostShown)),
          "Lines are like 'threads 64', 'memory 16 GiB' or 'cuda no-driver'."};
    }
  }
  return machine;
}

const Machine& machine() {
  static const Machine kMachine = found() ? *found() : real_machine();
  return kMachine;
}

Status machine_planting() { return found() ? Status() : Status(found().error()); }

std::uint64_t free_memory_bytes() {
  if (machine().free_bytes) return *machine().free_bytes;
  std::uint64_t free = std::numeric_limits<std::uint64_t>::max();
  std::ifstream info("/proc/meminfo");
  std::string name;
  std::uint64_t kib = 0;
  while (info >> name >> kib) {
    if (name == "MemAvailable:") {
      free = kib * 1024;
      break;
    }
    info.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  // A container or a service may get less than the machine has.
  std::ifstream file("/proc/self/cgroup");
  const std::string groups{std::istreambuf_iterator<char>(file), {}};
  return std::min(free, group_free_bytes(groups, "/sys/fs/cgroup").value_or(free));
}

std::optional<double> machine_load() {
  if (machine().load) return machine().load;
  double load = 0;
  if (getloadavg(&load, 1) != 1) return {};
  return load;
}

unsigned processors_here() {
  static const unsigned kProcessors = std::max(1U, std::thread::hardware_concurrency());
  return kProcessors;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

bool avx2_here() {
#if defined(__x86_64__)
  static const bool kHasAvx2 = __builtin_cpu_supports("avx2") != 0;
  return kHasAvx2;
#else
  return false;
#endif
}

}  // namespace sortscope
