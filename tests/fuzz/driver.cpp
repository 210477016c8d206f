// driver.cpp: runs a target without clang: on the files that are given, then on those changed at
// random, the same ones on every run. Where it ends badly the input is kept.
//
//     fuzz_NAME [--count N] [--seed S] [--words FILE] [FILE | FOLDER]...
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "tests/fuzz/read.h"

namespace {

using sortscope::SplitMix64;

constexpr std::size_t kLongest = std::size_t{1} << 16;
constexpr const char* kKept = "crash-input";
std::string kept;  // the whole path: a target may work in a folder of its own

std::string input;  // what the target reads now

[[noreturn]] void end(const char* why) {
  std::fprintf(stderr, "fuzz: %s\n", why);
  std::exit(2);
}

// Only what a signal handler may call.
void keep_input(int number) {
  const int file = ::open(kept.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file >= 0) (void)!::write(file, input.data(), input.size());
  static constexpr char kSaid[] = "fuzz: the input is in crash-input\n";
  (void)!::write(STDERR_FILENO, kSaid, sizeof kSaid - 1);
  std::signal(number, SIG_DFL);
  std::raise(number);
}

std::uint64_t number_of(const char* text) {
  std::uint64_t value = 0;
  const char* last = text + std::strlen(text);
  if (std::from_chars(text, last, value).ptr != last) end("a number is expected");
  return value;
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) end(("cannot read " + path.string()).c_str());
  return {std::istreambuf_iterator<char>(file), {}};
}

// Words in quotes, a line each, as libFuzzer's dictionaries have them.
std::vector<std::string> words_of(const char* path) {
  std::vector<std::string> words;
  std::ifstream file(path);
  if (!file) end("cannot read the words");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find('"');
    const std::size_t last = line.rfind('"');
    if (line.starts_with('#') || first == last) continue;
    std::string word;
    for (std::size_t i = first + 1; i < last; ++i) {
      if (line[i] != '\\') {
        word += line[i];
      } else if (line[++i] != 'x') {
        word += line[i];
      } else {
        unsigned value = 0;
        std::from_chars(line.data() + i + 1, line.data() + i + 3, value, 16);
        word += static_cast<char>(value);
        i += 2;
      }
    }
    words.push_back(word);
  }
  return words;
}

/// Changes bytes at random: flips, replaces, inserts, removes, repeats, cuts, crosses.
class Mutator {
 public:
  Mutator(std::uint64_t seed, std::vector<std::string> words)
      : random_(seed), words_(std::move(words)) {}

  std::string mutate(const std::vector<std::string>& from) {
    std::string bytes = from[below(from.size())];
    for (std::size_t left = 1 + below(5); left > 0; --left) change(bytes, from);
    if (bytes.size() > kLongest) bytes.resize(kLongest);
    return bytes;
  }

 private:
  std::size_t below(std::size_t limit) {
    return random_.below(static_cast<std::uint32_t>(std::max<std::size_t>(limit, 1)));
  }

  void change(std::string& bytes, const std::vector<std::string>& from) {
    const std::size_t at = below(bytes.size() + 1);
    const std::size_t length = std::min<std::size_t>(1 + below(9), bytes.size() - at);
    switch (below(words_.empty() ? 7 : 10)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
        return;
      case 1:
        for (std::size_t i = at; i < at + length; ++i) bytes[i] = static_cast<char>(below(256));
        return;
      case 2:
        bytes.insert(at, std::string(1 + below(9), static_cast<char>(below(256))));
        return;
      case 3:
        bytes.erase(at, length);
        return;
      case 4:
        bytes.insert(at, bytes.substr(below(bytes.size() + 1), below(200)));
        return;
      case 5:
        bytes.resize(at);
        return;
      case 6: {
        const std::string& other = from[below(from.size())];
        bytes.insert(at, other.substr(below(other.size() + 1), below(200)));
        return;
      }
      default: {
        const std::string& word = words_[below(words_.size())];
        if (below(2) == 0) {
          bytes.insert(at, word);
        } else {
          bytes.replace(at, std::min(word.size(), bytes.size() - at), word);
        }
      }
    }
  }

  SplitMix64 random_;
  std::vector<std::string> words_;
};

void run_input() {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  kept = std::filesystem::absolute(kKept).string();
  std::uint64_t count = 1000;
  std::uint64_t seed = 1;
  std::vector<std::string> words;
  std::vector<std::filesystem::path> paths;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool option = word == "--count" || word == "--seed" || word == "--words";
    if (option && i + 1 == argc) end("a value is missing");
    if (word == "--count") {
      count = number_of(argv[++i]);
    } else if (word == "--seed") {
      seed = number_of(argv[++i]);
    } else if (word == "--words") {
      words = words_of(argv[++i]);
    } else if (word.starts_with("-")) {
      end("usage: fuzz_NAME [--count N] [--seed S] [--words FILE] [FILE | FOLDER]...");
    } else if (std::filesystem::is_directory(word)) {
      for (const auto& entry : std::filesystem::directory_iterator(word)) paths.push_back(entry);
    } else {
      paths.emplace_back(word);
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    std::signal(number, keep_input);
  }
  std::vector<std::string> files;
  for (const std::filesystem::path& path : paths) {
    input = bytes_of(path);
    run_input();
    files.push_back(input);
  }
  if (files.empty()) files.emplace_back();
  Mutator mutator(seed, std::move(words));
  for (std::uint64_t i = 0; i < count; ++i) {
    input = mutator.mutate(files);
    run_input();
  }
  std::printf("%zu files read, then %llu that were changed\n", paths.size(),
              static_cast<unsigned long long>(count));
  return 0;
}
