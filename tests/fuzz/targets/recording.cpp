// recording.cpp: recordings. An input that begins as HDF5 does is a file: its checksums are made
// good first, so that it gets further than to the first of them. Any other is a list of changes to
// the attributes and arrays of a valid recording, whose own checksums fit then.
#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/hdf5/file.h"
#include "core/engines/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/recordings/request.h"
#include "tests/fuzz/hdf5_checksums.h"
#include "tests/fuzz/read.h"

namespace sortscope {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 22;
constexpr const char* kArrays[] = {"keys", "bits", "network", "keyframe_00", "keyframe_01"};
constexpr const char* kAttributes[] = {"format",
                                       "version_major",
                                       "version_minor",
                                       "producer",
                                       "created_utc",
                                       "algorithm",
                                       "algorithm_version",
                                       "n",
                                       "wires",
                                       "depth",
                                       "comparators",
                                       "key_type",
                                       "order",
                                       "input",
                                       "seed",
                                       "source",
                                       "engine",
                                       "kernel",
                                       "kernel_requested",
                                       "elapsed_ns",
                                       "launches",
                                       "pairs",
                                       "keys_checksum",
                                       "bits_checksum",
                                       "repair_rounds",
                                       "misplaced",
                                       "keyframes_only",
                                       "keyframes_checksum",
                                       "param_epsilon_b",
                                       "param_epsilon_f",
                                       "param_seed",
                                       "param_depth",
                                       "network_name",
                                       "network_checksum",
                                       "engine_description",
                                       "transfer_ns"};

/// The changes, taken from the input from its front.
class Changes {
 public:
  explicit Changes(std::string_view bytes) : rest_(bytes) {}
  [[nodiscard]] bool left() const { return !rest_.empty(); }
  std::size_t below(std::size_t limit) { return byte() % limit; }
  std::uint64_t number() {
    std::uint64_t value = 0;
    const std::string text = take(sizeof value);
    std::memcpy(&value, text.data(), text.size());
    return value;
  }
  std::string text() { return take(byte()); }

 private:
  unsigned byte() {
    const std::string one = take(1);
    return one.empty() ? 0 : static_cast<unsigned char>(one[0]);
  }
  std::string take(std::size_t bytes) {
    std::string taken(rest_.substr(0, bytes));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view rest_;
};

// FNV-1a as docs/recording-format.md has it.
std::uint64_t checksum(std::span<const unsigned char> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    hash = (hash ^ word) * 0x100000001b3U;
  }
  return hash;
}

std::string written(const Recording& recording, const std::string& path) {
  expect(write_recording(recording, path).ok(), "a sample is written");
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A file of every algorithm, and one without bits.
const std::vector<std::string>& samples() {
  static const std::vector<std::string> kSamples = [] {
    std::string folder = (std::filesystem::temp_directory_path() / "fuzz-XXXXXX").string();
    expect(::mkdtemp(folder.data()) != nullptr, "there is a temporary folder");
    std::vector<std::string> files;
    const auto engine = make_cpu_engine();
    for (const bool sparse : {false, true}) {
      for (const Algorithm& algorithm : algorithms()) {
        if (sparse && algorithm.family != Family::kAks) continue;
        RunRequest request;
        request.algorithm = algorithm.id;
        request.keyframes_only = sparse;
        const auto type = static_cast<KeyType>(files.size() % 6);
        request.keys =
            *generate_keys("bitonic", type, 5 + 3 * static_cast<std::uint32_t>(files.size() % 4), 1,
                           algorithm, Order::kAscending);
        const auto made = record(request, *engine);
        expect(made.ok(), "a sample is recorded");
        files.push_back(written(**made, folder + "/run.h5"));
      }
    }
    std::filesystem::remove_all(folder);
    return files;
  }();
  return kSamples;
}

void replace_array(hid_t file, const char* name, Changes& changes) {
  H5Handle dataset(H5Lexists(file, name, H5P_DEFAULT) > 0 ? H5Dopen2(file, name, H5P_DEFAULT) : -1,
                   H5Dclose);
  if (!dataset.ok()) return;
  const H5Handle type(H5Dget_type(dataset.id()), H5Tclose);
  const auto elements =
      H5Sget_simple_extent_npoints(H5Handle(H5Dget_space(dataset.id()), H5Sclose).id());
  std::vector<unsigned char> bytes(static_cast<std::size_t>(elements) * H5Tget_size(type.id()));
  if (read_array(file, name, bytes, nullptr) != H5Outcome::kDone) return;
  for (std::size_t left = 1 + changes.below(4); left > 0 && !bytes.empty(); --left) {
    bytes[changes.number() % bytes.size()] ^= static_cast<unsigned char>(1 + changes.below(255));
  }
  if (changes.below(4) == 0) bytes.resize(changes.below(64) * H5Tget_size(type.id()));
  dataset.close();
  H5Ldelete(file, name, H5P_DEFAULT);
  H5Sink sink;
  write_array(file, name, type.id(), bytes, sink, nullptr);
  const std::string attribute = std::string(name) + "_checksum";
  H5Adelete(file, attribute.c_str());
  write_attribute(file, attribute.c_str(), checksum(bytes));
}

void change(hid_t file, Changes& changes) {
  const char* name = kAttributes[changes.below(std::size(kAttributes))];
  switch (changes.below(4)) {
    case 0:
      H5Adelete(file, name);
      break;
    case 1:
      H5Adelete(file, name);
      write_attribute(file, name, changes.number());
      break;
    case 2:
      H5Adelete(file, name);
      write_attribute(file, name, changes.text());
      break;
    default:
      replace_array(file, kArrays[changes.below(std::size(kArrays))], changes);
  }
}

std::string changed_sample(std::string_view input) {
  Changes changes(input);
  std::string sample = samples()[changes.below(samples().size())];
  const H5Quiet quiet;
  const H5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fapl_core(access.id(), 1U << 14, false);
  H5Pset_libver_bounds(access.id(), H5F_LIBVER_V110, H5F_LIBVER_V110);
  H5Pset_file_image(access.id(), sample.data(), sample.size());
  const H5Handle file(H5Fopen("sample", H5F_ACC_RDWR, access.id()), H5Fclose);
  expect(file.ok(), "a sample is opened");
  while (changes.left()) change(file.id(), changes);
  H5Fflush(file.id(), H5F_SCOPE_GLOBAL);
  const ssize_t size = H5Fget_file_image(file.id(), nullptr, 0);
  std::string image(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
  H5Fget_file_image(file.id(), image.data(), image.size());
  return image;
}

void read(const std::string& bytes) {
  const auto back = parse_recording(bytes, "fuzz.h5", nullptr, {.bytes = kMostBytes});
  if (!back) return expect_good_error(back.error());
  // It can be shown from one end to the other and back.
  Replay replay(*back);
  replay.seek((*back)->network.end());
  replay.seek({0, 0});
  expect(std::ranges::equal(replay.places(), (*back)->start.places), "it goes back to its start");
  if (!(*back)->doubt.empty()) expect((*back)->doubt.size() < 500, "a doubt is a sentence");
}

}  // namespace
}  // namespace sortscope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sortscope;
  std::string input(reinterpret_cast<const char*>(bytes), size);
  if (input.starts_with('\x89')) {
    mend_hdf5_checksums(input);
    read(input);
  } else {
    read(changed_sample(input));
  }
  return 0;
}
