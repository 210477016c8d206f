// fuzz_readers.cpp: damaged number files and recordings, the same ones on every run: each must be
// read or refused, never crash. Under the preset `asan` this is a fuzz with AddressSanitizer.
//
//     fuzz_readers [ROUNDS [SEED]]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/engines/engine.h"
#include "core/keys/inputs.h"
#include "core/networks/formats/format.h"
#include "core/recordings/file.h"

namespace sortscope {
namespace {

constexpr std::uint32_t kMaxKeys = 100'000;

[[noreturn]] void fail(std::string_view what, std::uint64_t round) {
  fmt::print(stderr, "fuzz_readers: round {}: {}\n", round, what);
  std::exit(1);
}

/// Changes bytes at random: flips, replaces, inserts, removes, repeats and cuts.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::uint32_t below(std::size_t limit) {
    return random_.below(static_cast<std::uint32_t>(std::max<std::size_t>(limit, 1)));
  }

  std::string mutate(std::string bytes, const std::vector<std::string_view>& words) {
    for (std::uint32_t left = 1 + below(4); left > 0; --left) {
      const std::size_t at = below(bytes.size() + 1);
      const std::size_t length = std::min<std::size_t>(1 + below(9), bytes.size() - at);
      switch (below(7)) {
        case 0:
          if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
          break;
        case 1:
          for (std::size_t i = at; i < at + length; ++i) bytes[i] = static_cast<char>(below(256));
          break;
        case 2:
          bytes.insert(at, std::string(1 + below(9), static_cast<char>(below(256))));
          break;
        case 3:
          bytes.erase(at, length);
          break;
        case 4:
          bytes.insert(at, bytes.substr(below(bytes.size()), below(200)));
          break;
        case 5:
          bytes.resize(at);
          break;
        default: {
          const std::string_view word = words[below(words.size())];
          if (below(2) == 0) {
            bytes.insert(at, word);
          } else {
            bytes.replace(at, std::min(word.size(), bytes.size() - at), word);
          }
          break;
        }
      }
    }
    return bytes;
  }

 private:
  SplitMix64 random_;
};

// Messages go to terminals and into a window: one line of UTF-8 text, not endless.
void check_error(const Error& error, std::uint64_t round) {
  const bool known = error.code == ErrorCode::kBadInput || error.code == ErrorCode::kOutOfMemory;
  if (!known) fail("an error that is not about the input: " + error.text(), round);
  if (error.message.empty() || error.message.size() > 5000) fail("a message too long", round);
  for (const char c : error.message) {
    if (static_cast<unsigned char>(c) < 0x20)
      fail("a control character in: " + error.message, round);
  }
}

void fuzz_numbers(Mutator& mutator, std::uint64_t round) {
  static const std::vector<std::string> kValid = {
      "3,7,4,8,6,2,1,5\n",
      "key,value\r\n1.5,2e10\r\n-0,nan\r\n",
      "\xef\xbb\xbf# comment\n18446744073709551615; 0 -1\n",
      "1\n2\n3\n# end",
  };
  static const std::vector<std::string_view> kWords = {",",        ";",
                                                       "\n",       "\r\n",
                                                       "#",        "-",
                                                       "+",        ".",
                                                       "e",        "e999",
                                                       "nan",      "-inf",
                                                       "0x1F",     "99999999999999999999999",
                                                       "-0",       "1e-400",
                                                       "\"",       "\xc3\xbc",
                                                       "\xff\xfe", std::string_view("\0", 1),
                                                       "name"};
  const std::string text = mutator.mutate(kValid[mutator.below(kValid.size())], kWords);
  const std::uint32_t type = mutator.below(7);
  const auto wanted = type == 6 ? std::nullopt : std::optional(static_cast<KeyType>(type));
  const auto keys = read_numbers(text, "fuzz.csv", wanted, kMaxKeys);
  if (!keys) return check_error(keys.error(), round);
  if (keys->size() == 0) fail("no keys and no error", round);
  // What was read is the same when written and read again.
  std::string again;
  for (std::size_t i = 0; i < keys->size(); ++i) again += keys->text(i) + "\n";
  const auto second = read_numbers(again, "again.csv", keys->type, kMaxKeys);
  if (!second || second->size() != keys->size()) fail("cannot read again:\n" + again, round);
  for (std::size_t i = 0; i < keys->size(); ++i) {
    if (second->text(i) != keys->text(i)) fail("a key changed: " + keys->text(i), round);
  }
}

void fuzz_networks(Mutator& mutator, std::uint64_t round, std::uint64_t& accepted) {
  static const std::vector<std::string> kValid = {
      "{\"N\":4,\"L\":5,\"D\":3,\"symmetric\":true,\"nw\":[[0,2],[1,3],[0,1],[2,3],[1,2]]}",
      "[(0,2),(1,3)]\n[(0,1),(2,3)]\n[(1,2)]\n",
      "[[(0,2),(1,3)],[(0,1)]]",
      "0:2,1:3\n0:1,2:3\n1:2\n",
      "0 2 1 3\n0 1 2 3\n1 2\n",
      "Inputs: 4\nComment: x\n\n0 2\n1 3\n\n0 1\n",
      "4 5\n1 2 1 3 2\n3 4 2 4 3\n",
      "0;0;2;0;1;3;1;0;1;1;2;3;\n",
      "[[0,2],[1,3],[0,1]]",
      "[[[0,2],[1,3]],[[0,1]]]",
      ("\\begin{sortingnetwork}{4}{0.7}\n\\nodeconnection{ {0,2}, {1,3}}\n"
       "\\addtocounter{sncolumncounter}{2}\n\\nodeconnection{{0,1}}\n\\end{sortingnetwork}\n"),
  };
  static const std::vector<std::string_view> kWords = {"[",
                                                       "]",
                                                       "(",
                                                       ")",
                                                       "{",
                                                       "}",
                                                       ",",
                                                       ":",
                                                       ";",
                                                       "\n",
                                                       "0",
                                                       "1",
                                                       "7",
                                                       "-1",
                                                       "3",
                                                       "0.5",
                                                       "65536",
                                                       "#",
                                                       "Inputs:",
                                                       "99999999999999999999",
                                                       "%",
                                                       "\"N\":2,",
                                                       "\"nw\":[[0,1]]",
                                                       "\\nodeconnection",
                                                       "\xff\xfe",
                                                       "\xef\xbb\xbf",
                                                       std::string_view("\0", 1),
                                                       "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
                                                       "null",
                                                       "\\"};
  const std::string text = mutator.mutate(kValid[mutator.below(kValid.size())], kWords);
  const auto formats = network_formats();
  const std::size_t choice = mutator.below(3 * formats.size());
  const NetworkFormat* format = choice < formats.size() ? &formats[choice] : nullptr;
  const auto network = parse_network(text, "fuzz.txt", format);
  if (!network) return check_error(network.error(), round);
  ++accepted;
  // What was read is the same when written and read again.
  const auto written = write_network(*network->network, *network->format);
  if (!written) fail(written.error().text(), round);
  if (!written->notes.empty() || network->network->size() == 0) return;
  const auto again = parse_network(written->text, "again.txt", network->format);
  if (!again) fail(again.error().text() + " in\n" + written->text, round);
  if (!std::ranges::equal(again->network->comparators(), network->network->comparators()) ||
      again->network->wires() != network->network->wires()) {
    fail("another network:\n" + text + "\n" + written->text, round);
  }
}

/// A valid recording: what it is, and its file.
struct Sample {
  std::shared_ptr<const Recording> recording;
  std::string bytes;
};

std::string file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Sample> make_samples(const std::string& path) {
  std::vector<Sample> samples;
  const auto engine = make_cpu_engine();
  for (const Algorithm& algorithm : algorithms()) {
    RunRequest request;
    request.algorithm = algorithm.id;
    const auto type = static_cast<KeyType>(samples.size() % 6);
    request.keys =
        *generate_keys("bitonic", type, 5 + 40 * static_cast<std::uint32_t>(samples.size()), 1,
                       algorithm, Order::kAscending);
    const auto recording = record(request, *engine);
    if (!recording) fail(recording.error().text(), 0);
    const Status written = write_recording(**recording, path);
    if (!written.ok()) fail(written.error().text(), 0);
    samples.push_back({*recording, file_bytes(path)});
  }
  return samples;
}

void fuzz_recording(Mutator& mutator, const std::vector<Sample>& samples, const std::string& path,
                    std::uint64_t round, std::uint64_t& accepted) {
  static const std::vector<std::string_view> kWords = {"\x89HDF\r\n\x1a\n",
                                                       "OHDR",
                                                       "FSSE",
                                                       "FADB",
                                                       "FAHD",
                                                       "\xff\xff\xff\xff\xff\xff\xff\xff",
                                                       std::string_view("\0\0\0\0\0\0\0\0", 8),
                                                       std::string_view("\1\0\0\0\0\0\0\0", 8),
                                                       std::string_view("\0\0\0\x40\0\0\0\0", 8)};
  const Sample& sample = samples[mutator.below(samples.size())];
  std::filesystem::remove(path);  // some file systems wait for the disk on overwriting
  std::ofstream(path, std::ios::binary) << mutator.mutate(sample.bytes, kWords);
  const auto back = read_recording(path);
  if (!back) return check_error(back.error(), round);
  ++accepted;
  const Recording& recording = **back;
  if (recording.bits != sample.recording->bits ||
      recording.request.keys != sample.recording->request.keys) {
    fail("damage went unnoticed", round);
  }
}

int run(std::uint64_t rounds, std::uint64_t seed) {
  std::string folder = (std::filesystem::temp_directory_path() / "sortscope-fuzz-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) fail("no temporary folder", 0);
  const std::string path = folder + "/run.h5";
  const std::vector<Sample> samples = make_samples(path);
  Mutator mutator(seed);
  std::uint64_t accepted = 0;
  std::uint64_t networks = 0;
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    for (int text = 0; text < 20; ++text) fuzz_numbers(mutator, round);
    for (int text = 0; text < 20; ++text) fuzz_networks(mutator, round, networks);
    fuzz_recording(mutator, samples, path, round, accepted);
  }
  std::filesystem::remove_all(folder);
  fmt::print(
      "{0} number files, {0} network files ({1} of them read) and {2} recordings; {3} damaged "
      "recordings read as they were\n",
      20 * rounds, networks, rounds, accepted);
  return 0;
}

}  // namespace
}  // namespace sortscope

int main(int argc, char** argv) {
  std::uint64_t numbers[2] = {10'000, 1};
  for (int i = 1; i < argc && i <= 2; ++i) {
    const char* end = argv[i] + std::strlen(argv[i]);
    if (std::from_chars(argv[i], end, numbers[i - 1]).ptr != end) {
      fmt::print(stderr, "usage: fuzz_readers [ROUNDS [SEED]]\n");
      return 2;
    }
  }
  return sortscope::run(numbers[0], numbers[1]);
}
