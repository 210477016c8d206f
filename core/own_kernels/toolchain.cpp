#include "core/own_kernels/toolchain.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "core/own_kernels/process.h"

namespace sortscope {

std::string find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string candidate = fmt::format("{}/{}", rest.substr(0, end), name);
    // A folder of the place where the person happens to be is no place for programs.
    if (candidate.front() == '/' && access(candidate.c_str(), X_OK) == 0) return candidate;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

Result<std::string> find_cpp_compiler() {
  for (const std::string_view name : {"g++", "clang++"}) {
    if (std::string found = find_program(name); !found.empty()) return found;
  }
  return Error{ErrorCode::kUnavailable, "no C++ compiler is there to compile the kernel with.",
               "Install g++ 10 or newer (Debian, Ubuntu: sudo apt install g++)."};
}

namespace {

// "12:5: error: text" behind the file's name.
bool read_message(std::string_view line, CompilerMessage& message) {
  const auto number = [&](std::uint32_t& value) {
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (error != std::errc{} || end == line.data() + line.size() || *end != ':') return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
    return true;
  };
  if (!number(message.line)) return false;
  (void)number(message.column);
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  for (const std::string_view kind : {"fatal error: ", "error: ", "warning: "}) {
    if (!line.starts_with(kind)) continue;
    message.error = kind.find("error") != std::string_view::npos;
    message.text = std::string(line.substr(kind.size()));
    return true;
  }
  return false;
}

}  // namespace

std::vector<CompilerMessage> compiler_messages(std::string_view output, std::string_view file) {
  std::vector<CompilerMessage> messages;
  const std::string begin = fmt::format("{}:", file);
  std::uint32_t required_from = 0;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    CompilerMessage message;
    if (line.starts_with(begin)) {
      line.remove_prefix(begin.size());
      if (read_message(line, message)) {
        messages.push_back(std::move(message));
        continue;
      }
      // "12:3:   required from here": an error in what stands before the file comes from there.
      std::uint32_t number = 0;
      (void)std::from_chars(line.data(), line.data() + line.size(), number);
      required_from = number;
      continue;
    }
    const std::size_t at = line.find(": error: ");
    const std::size_t fatal = line.find(": fatal error: ");
    if (at == std::string_view::npos && fatal == std::string_view::npos) continue;
    message.line = required_from;
    message.text = std::string(fatal != std::string_view::npos ? line.substr(fatal + 15)
                                                               : line.substr(at + 9));
    messages.push_back(std::move(message));
    required_from = 0;
  }
  std::stable_partition(messages.begin(), messages.end(),
                        [](const CompilerMessage& m) { return m.error; });
  return messages;
}

Result<std::vector<std::uint32_t>> lines_of_code(const std::string& program, std::string_view file,
                                                 const std::vector<std::uint64_t>& addresses,
                                                 const std::string& folder,
                                                 const Progress& progress) {
  std::vector<std::uint32_t> lines(addresses.size(), 0);
  ChildProcess child;
  child.command = {find_program("addr2line"), "-a", "-i", "-e", program};
  if (child.command[0].empty() || addresses.empty()) return lines;
  for (const std::uint64_t address : addresses) {
    child.command.push_back(fmt::format("{:#x}", address));
  }
  child.folder = folder;
  const auto end = run_child(child, progress);
  if (!end) {
    if (end.error().code == ErrorCode::kCancelled) return end.error();
    return lines;
  }
  // "0x…", then where it is, and where that was inlined.
  std::string_view output = end->output;
  std::size_t at = lines.size();
  while (!output.empty()) {
    const std::size_t stop = std::min(output.find('\n'), output.size());
    const std::string_view text = output.substr(0, stop);
    output.remove_prefix(std::min(stop + 1, output.size()));
    if (text.starts_with("0x")) {
      at = at == lines.size() ? 0 : at + 1;
      if (at == lines.size()) break;
      continue;
    }
    const std::size_t colon = text.rfind(':');
    if (at < lines.size() && lines[at] == 0 && colon != std::string_view::npos &&
        text.substr(0, colon).ends_with(file)) {
      (void)std::from_chars(text.data() + colon + 1, text.data() + text.size(), lines[at]);
    }
  }
  return lines;
}

}  // namespace sortscope
