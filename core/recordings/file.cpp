// file.cpp: reading recordings from HDF5 files; the format is docs/recording-format.md.
#include "core/recordings/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/hdf5/file.h"
#include "core/base/hdf5/layout.h"
#include "core/base/hdf5/source.h"
#include "core/base/input_file.h"
#include "core/base/number_text.h"
#include "core/base/quote.h"
#include "core/keys/inputs.h"
#include "core/recordings/families.h"
#include "core/recordings/file_head.h"
#include "core/recordings/recording.h"
#include "core/recordings/rerun.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

constexpr std::array<unsigned char, 8> kSignature = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

Error system_error(const std::string& path, int reason) {
  return cannot_read(path, std::generic_category().message(reason),
                     "Check the name and the permissions.");
}

}  // namespace

hid_t file_type(KeyType type) {
  switch (type) {
    case KeyType::kInt32:
      return H5T_STD_I32LE;
    case KeyType::kUint32:
      return H5T_STD_U32LE;
    case KeyType::kInt64:
      return H5T_STD_I64LE;
    case KeyType::kUint64:
      return H5T_STD_U64LE;
    case KeyType::kFloat32:
      return H5T_IEEE_F32LE;
    case KeyType::kFloat64:
      return H5T_IEEE_F64LE;
  }
  return -1;
}

Error cannot_read(const std::string& path, std::string_view why, std::string_view hint) {
  return {ErrorCode::kBadInput, fmt::format("cannot read {}: {}.", path, why), std::string(hint)};
}

Error reading_cancelled(const std::string& path) {
  return {ErrorCode::kCancelled, fmt::format("reading {} was cancelled.", path), ""};
}

Error out_of_memory(const std::string& path) {
  return {ErrorCode::kOutOfMemory, fmt::format("{} does not fit into memory.", path),
          "Close other programs, or open it on a larger machine."};
}

Error damaged(const std::string& path, std::string_view what) {
  return cannot_read(path, fmt::format("it is damaged: {}", what), kRecordAgain);
}

Error not_a_recording(const std::string& path, std::string_view is) {
  return cannot_read(path, fmt::format("it is {}, not a Sortscope recording", is),
                     "Recordings are made by 'sortscope record -o RUN.h5'.");
}

std::optional<Error> check_head(const std::string& path, std::span<const unsigned char> head,
                                std::uint64_t size) {
  if (head.empty()) return not_a_recording(path, "empty");
  if (head.size() < 9 || !std::equal(kSignature.begin(), kSignature.end(), head.begin())) {
    return not_a_recording(path, "no HDF5 file");
  }
  // Superblock versions 2 and 3: 8-byte offsets, the end of the file at byte 28.
  if (head[8] < 2 || head[8] > 3) return not_a_recording(path, "another kind of HDF5 file");
  if (head.size() < kHeadBytes) return cannot_read(path, "it is truncated", kRecordAgain);
  std::uint64_t end = 0;
  std::memcpy(&end, head.data() + 28, sizeof end);
  if (head[9] == 8 && size < end) {
    return cannot_read(path, fmt::format("it is truncated, {} of {} bytes are there", size, end),
                       kRecordAgain);
  }
  return std::nullopt;
}

std::optional<Error> open_checked(const std::string& path, H5Source& source) {
  source.descriptor = open_to_read(path);
  if (source.descriptor < 0) return system_error(path, errno);
  struct stat info {};
  std::array<unsigned char, kHeadBytes> head{};
  if (::fstat(source.descriptor, &info) != 0) return system_error(path, errno);
  if (S_ISDIR(info.st_mode)) return system_error(path, EISDIR);
  if (!S_ISREG(info.st_mode)) return not_a_recording(path, "no regular file");
  const ssize_t got = ::read(source.descriptor, head.data(), head.size());
  if (got < 0) return system_error(path, errno);
  source.size = static_cast<std::uint64_t>(info.st_size);
  return check_head(path, std::span(head).first(static_cast<std::size_t>(got)), source.size);
}

bool looks_like_recording(const std::string& path) {
  // What is read of a pipe is gone; and once opened and closed, so is whoever writes to it.
  if (!is_regular_file(path)) return false;
  const int descriptor = open_to_read(path);
  if (descriptor < 0) return false;
  std::array<unsigned char, 8> head{};
  struct stat info {};
  const bool regular = ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
  const bool found =
      regular && ::read(descriptor, head.data(), head.size()) == 8 && head == kSignature;
  ::close(descriptor);
  return found;
}

std::optional<Error> check_ids(const std::string& path, const Recording& recording) {
  constexpr std::size_t kMostCharacters = 40;
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  const std::pair<std::string_view, std::string_view> ids[] = {
      {"engine", recording.engine},
      {"kernel", recording.timing.kernel},
      {"kernel", recording.request.kernel}};
  for (const auto& [what, id] : ids) {
    const bool plain = id.find_first_not_of(kPlain) == std::string_view::npos;
    if (!plain || id.size() > kMostCharacters) {
      return damaged(path, fmt::format("{} {} is no name of one", what, quoted(id)));
    }
  }
  const std::string& input = recording.request.input;
  if (input != "given" && !find_input_kind(input)) {
    return cannot_read(path, fmt::format("its input {} is not known here", quoted(input)),
                       "Update Sortscope.");
  }
  return std::nullopt;
}

std::string parameter_attribute(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return "param_" + name;
}

std::string keyframe_name(std::size_t t) { return fmt::format("keyframe_{:02}", t); }

namespace {

/// Reads attributes of the root, keeping the name of the first that is missing or wrong.
class AttributeReader {
 public:
  explicit AttributeReader(hid_t root) : root_(root) {}
  std::string text(const char* name) {
    const auto value = read_text(root_, name);
    if (!value) miss(name);
    return value.value_or("");
  }
  std::uint64_t number(const char* name) {
    const auto value = read_unsigned(root_, name);
    if (!value) miss(name);
    return value.value_or(0);
  }
  [[nodiscard]] const std::string& missing() const { return missing_; }

 private:
  void miss(const char* name) {
    if (missing_.empty()) missing_ = name;
  }
  hid_t root_;
  std::string missing_;
};

/// What the attributes say that is checked against the arrays.
struct Header {
  bool compact = false;
  bool again = false;  // its run is made again: it is compact, or its bits do not fit
  std::uint64_t n = 0;
  std::uint64_t keys_checksum = 0;
  std::uint64_t bits_checksum = 0;
  std::uint64_t keyframes_checksum = 0;
};

// Fills all of `recording` that stands in attributes.
std::optional<Error> read_header(const std::string& path, hid_t root, Recording& recording,
                                 Header& header) {
  if (read_text(root, "format") != kRecordingFormat) {
    return not_a_recording(path, "another kind of HDF5 file");
  }
  AttributeReader in(root);
  const std::uint64_t major = in.number("version_major");
  const std::uint64_t minor = in.number("version_minor");
  if (in.missing().empty() && major > kRecordingMajor) {
    return cannot_read(
        path,
        fmt::format("format {}.{}, this program reads up to {}.x", major, minor, kRecordingMajor),
        "Update Sortscope.");
  }
  header.again = header.compact = major >= kCompactMajor;
  RunRequest& request = recording.request;
  request.algorithm = in.text("algorithm");
  const std::uint64_t algorithm_version = in.number("algorithm_version");
  header.n = in.number("n");
  const std::uint64_t wires = in.number("wires");
  const std::string type_name = in.text("key_type");
  const std::string order_name = in.text("order");
  request.input = in.text("input");
  request.seed = in.number("seed");
  request.pairs = read_unsigned(root, "pairs") == 1;  // absent: none
  request.source = in.text("source");
  request.kernel = in.text("kernel_requested");
  recording.created_utc = in.text("created_utc");
  recording.engine = in.text("engine");
  recording.engine_description = in.text("engine_description");
  recording.timing.kernel = in.text("kernel");
  recording.timing.elapsed_ns = in.number("elapsed_ns");
  recording.timing.transfer_ns = in.number("transfer_ns");
  recording.timing.launches = static_cast<std::uint32_t>(in.number("launches"));
  header.keys_checksum = in.number(kKeysChecksum);
  header.bits_checksum = in.number(kBitsChecksum);
  if (!in.missing().empty()) {
    return damaged(path, fmt::format("its attribute '{}' is missing or wrong", in.missing()));
  }

  const auto algorithm = find_algorithm(request.algorithm);
  if (!algorithm) {
    return cannot_read(path,
                       fmt::format("its algorithm {} is not known here", quoted(request.algorithm)),
                       "Update Sortscope.");
  }
  recording.algorithm = *algorithm;
  if (auto error = check_ids(path, recording)) return error;
  if (recording.algorithm->version != algorithm_version) {
    return cannot_read(
        path,
        fmt::format("it was made by version {} of '{}', this program has version {}",
                    algorithm_version, request.algorithm, recording.algorithm->version),
        "Use the Sortscope that made it, or record again.");
  }
  const auto type = key_type_of(type_name);
  if (!type) return damaged(path, fmt::format("key type {} does not exist", quoted(type_name)));
  request.keys.type = *type;
  if (order_name != name_of(Order::kAscending) && order_name != name_of(Order::kDescending)) {
    return damaged(path, fmt::format("order {} does not exist", quoted(order_name)));
  }
  request.order = order_name == name_of(Order::kAscending) ? Order::kAscending : Order::kDescending;
  if (header.n < 1 || header.n > recording.algorithm->max_keys) {
    return damaged(path,
                   fmt::format("{} keys are not 1 to {}", header.n, recording.algorithm->max_keys));
  }
  if (wires != wires_for(*recording.algorithm, static_cast<std::uint32_t>(header.n))) {
    return damaged(path, fmt::format("{} wires do not fit {} keys", wires, header.n));
  }
  const FamilyRow& family = family_of(*recording.algorithm);
  if (family.stored_keyframes) {
    const auto number = [&](const char* name) { return read_unsigned(root, name).value_or(0); };
    const std::uint64_t rounds = number("repair_rounds");
    // A round more than there are blocks sorts anything.
    if (rounds > wires / 64 + 1) {
      return damaged(path, fmt::format("{} rounds of repair are more than it can take", rounds));
    }
    recording.timing.repair_rounds = static_cast<std::uint32_t>(rounds);
    recording.timing.misplaced = number("misplaced");
    request.keyframes_only = number("keyframes_only") != 0;
    header.keyframes_checksum = number("keyframes_checksum");
  }
  if (family.parameters == nullptr) return std::nullopt;
  for (const auto& [name, value] : family.parameters->texts(request.parameters, true)) {
    const auto text = read_text(root, parameter_attribute(name).c_str());
    if (!text) return damaged(path, fmt::format("its parameter '{}' is missing", name));
    const Status set = family.parameters->set(request.parameters, name, *text);
    if (!set) return damaged(path, set.error().message);
  }
  return std::nullopt;
}

// The stored network of a recording.
std::optional<Error> read_network(const std::string& path, hid_t root, const Header& header,
                                  RunRequest& request, Progress* progress) {
  const auto name = read_text(root, "network_name");
  const auto depth = read_unsigned(root, "depth");
  const auto size = read_unsigned(root, "comparators");
  const auto expected = read_unsigned(root, "network_checksum");
  if (!name || !depth || !size || !expected) {
    return damaged(path, "what its network is called, or its size, is missing");
  }
  if (*size > kMostListedComparators || *depth > *size ||
      !array_fits(root, "network", H5T_STD_U32LE, *depth + 2 * *size)) {
    return damaged(path, fmt::format("its network is not a list of {} comparators", *size));
  }
  std::vector<std::uint32_t> words(*depth + 2 * *size);
  if (read_array(root, "network", bytes_of(words), progress) != H5Outcome::kDone) {
    return damaged(path, "its network cannot be read");
  }
  if (checksum(bytes_of(words)) != *expected) {
    return damaged(path, "its network does not match its checksum");
  }
  auto listed = ListedNetwork::from_words(static_cast<std::uint32_t>(header.n), words, *name);
  if (!listed) return damaged(path, listed.error().message);
  request.parameters.set(ListedChoice{std::move(*listed)});
  return std::nullopt;
}

std::optional<Error> read_keyframes(const std::string& path, hid_t root, const Header& header,
                                    Recording& recording, Progress* progress) {
  const AksNetwork& aks = *recording.network.aks();
  std::vector<std::vector<std::uint32_t>> keyframes(aks_steps(aks.d()) + std::size_t{1});
  if (progress != nullptr) progress->begin(keyframes.size() * aks.wires() * sizeof(std::uint32_t));
  for (std::size_t t = 0; t < keyframes.size(); ++t) {
    const std::string name = keyframe_name(t);
    if (!array_fits(root, name.c_str(), H5T_STD_U32LE, aks.wires())) {
      return damaged(path, fmt::format("its keyframe {} is not {} numbers", t, aks.wires()));
    }
    keyframes[t].resize(aks.wires());
    const H5Outcome outcome = read_array(root, name.c_str(), bytes_of(keyframes[t]), progress);
    if (outcome == H5Outcome::kCancelled) {
      return reading_cancelled(path);
    }
    if (outcome == H5Outcome::kFailed) {
      return damaged(path, fmt::format("its keyframe {} cannot be read", t));
    }
  }
  recording.windows = std::make_shared<const AksWindows>(std::move(keyframes));
  if (checksum_of_keyframes(recording) != header.keyframes_checksum) {
    return damaged(path, "its keyframes do not match their checksum");
  }
  return std::nullopt;
}

// Reads `name`, which fits, into `bytes` and holds it against its checksum.
std::optional<Error> read_checked(const std::string& path, hid_t root, const char* name,
                                  std::string_view what, std::span<unsigned char> bytes,
                                  std::uint64_t expected, Progress* progress) {
  std::uint64_t sum = 0;
  const H5Outcome outcome = read_array(root, name, bytes, progress, &sum);
  if (outcome == H5Outcome::kCancelled) return reading_cancelled(path);
  if (outcome == H5Outcome::kFailed) return damaged(path, fmt::format("{} cannot be read", what));
  if (sum != expected) {
    return damaged(path, fmt::format("{} do not match their checksum", what));
  }
  return std::nullopt;
}

// Whether memory and `limits` allow the run that the header names: before anything of its size is
// made, its network too. A run whose bits do not fit is made again and kept as keyframes.
std::optional<Error> check_size(const std::string& path, Header& header, Recording& recording,
                                const ReadLimits& limits) {
  const auto n = static_cast<std::uint32_t>(header.n);
  header.again |=
      opens_as_keyframes(recording, n, std::min(limits.bytes, available_memory_bytes()));
  const RecordingSize size = recording_size(
      *recording.algorithm, n, bits_of(recording.request.keys.type), recording.request);
  const auto refused = [&](const std::string& why) {
    return cannot_read(path, why, "Open it yourself.");
  };
  if (size.total_bytes > limits.bytes) {
    return refused(fmt::format("it takes {} of memory, and {} are allowed here",
                               bytes_text(size.total_bytes), bytes_text(limits.bytes)));
  }
  if (header.again && header.n > limits.keys_again) {
    return refused(fmt::format("its run, of {} keys, would be made again, and {} are allowed here",
                               header.n, limits.keys_again));
  }
  if (header.again && size.comparators > limits.comparators_again) {
    return refused(
        fmt::format("its run, of {} comparators, would be made again, and {} are allowed here",
                    size.comparators, limits.comparators_again));
  }
  if (size.total_bytes > available_memory_bytes()) return out_of_memory(path);
  return std::nullopt;
}

// The network, from parameters or as it is stored, where its run is not too large.
std::optional<Error> read_schedule(const std::string& path, hid_t root, Header& header,
                                   Recording& recording, Progress* progress,
                                   const ReadLimits& limits) {
  const auto n = static_cast<std::uint32_t>(header.n);
  if (family_of(*recording.algorithm).stored_network) {
    if (auto error = read_network(path, root, header, recording.request, progress)) return error;
  }
  if (auto error = check_size(path, header, recording, limits)) return error;
  Result<Network> network = build_network(*recording.algorithm, n, recording.request);
  if (!network) return damaged(path, network.error().message);
  recording.network = std::move(*network);
  if (const auto extend = family_of(*recording.algorithm).extend) extend(recording);
  const std::uint64_t words = recording.request.keyframes_only ? 0 : recording.network.bit_words();
  if (!header.compact && !recording.request.keyframes_only &&
      !array_fits(root, "bits", H5T_STD_U32LE, words)) {
    return damaged(path, fmt::format("its outcome bits are not {} words", words));
  }
  return std::nullopt;
}
// What proves a run that is made again.
std::optional<Error> read_proof(const std::string& path, hid_t root, const Header& header,
                                const Recording& recording, RunProof& proof) {
  proof.bits_checksum = header.bits_checksum;
  proof.keyframes_checksum = header.keyframes_checksum;
  if (!header.compact) return std::nullopt;
  proof.layer_checksums.resize(is_sparse(recording) ? 0 : recording.network.depth());
  if (!array_fits(root, kLayerChecksums, H5T_STD_U64LE, proof.layer_checksums.size()) ||
      read_array(root, kLayerChecksums, bytes_of(proof.layer_checksums), nullptr) !=
          H5Outcome::kDone) {
    return damaged(path, fmt::format("the checksums of its {} layers cannot be read",
                                     proof.layer_checksums.size()));
  }
  return std::nullopt;
}

std::optional<Error> read_arrays(const std::string& path, hid_t root, Header& header,
                                 Recording& recording, RunProof& proof, Progress* progress,
                                 const ReadLimits& limits) {
  Keys& keys = recording.request.keys;
  const bool stored = !header.compact || H5Lexists(root, "keys", H5P_DEFAULT) > 0;
  if (stored && !array_fits(root, "keys", file_type(keys.type), header.n)) {
    return damaged(
        path, fmt::format("its keys are not {} numbers of type {}", header.n, name_of(keys.type)));
  }
  if (auto error = read_schedule(path, root, header, recording, progress, limits)) return error;
  if (auto error = read_proof(path, root, header, recording, proof)) return error;
  const bool bits = !header.compact && !recording.request.keyframes_only;
  if (bits) grow_in_stretches(recording.bits, recording.network.bit_words(), nullptr);
  if (stored) {
    keys = make_keys(keys.type, header.n);
    if (progress != nullptr) {
      progress->begin(bytes_of(keys.raw).size() + bytes_of(recording.bits).size());
    }
    if (auto error = read_checked(path, root, "keys", "its keys", bytes_of(keys.raw),
                                  header.keys_checksum, progress)) {
      return error;
    }
  } else {
    const Status made = generate_run_keys(recording.request, *recording.algorithm, keys.type,
                                          static_cast<std::uint32_t>(header.n), progress);
    if (!made && made.error().code == ErrorCode::kCancelled) return reading_cancelled(path);
    if (!made) return damaged(path, made.error().message);
    if (checksum(bytes_of(keys.raw)) != header.keys_checksum) {
      return damaged(path, "its keys, generated again, do not match their checksum");
    }
  }
  if (bits) {
    return read_checked(path, root, "bits", "its outcome bits", bytes_of(recording.bits),
                        header.bits_checksum, progress);
  }
  return header.again ? std::nullopt : read_keyframes(path, root, header, recording, progress);
}

// The library sees no file that has not the layout of a recording.
Result<std::shared_ptr<const Recording>> read_opened(const std::string& path, H5Source& source,
                                                     Progress* progress, const ReadLimits& limits) {
  if (const auto breach = find_breach(source)) {
    return cannot_read(
        path,
        fmt::format("it is damaged, or no recording of Sortscope: it has {} at byte {}",
                    breach->what, breach->byte),
        kRecordAgain);
  }
  const H5Quiet quiet;
  const H5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  if (!access.ok() || !read_from(access.id(), source)) return out_of_memory(path);
  const H5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), H5Fclose);
  if (!file.ok()) return damaged(path, "its structure cannot be read");
  Recording recording;
  Header header;
  if (const auto error = read_header(path, file.id(), recording, header)) return *error;
  RunProof proof;
  if (const auto error = read_arrays(path, file.id(), header, recording, proof, progress, limits)) {
    return *error;
  }
  auto assembled = header.again    ? make_again(recording, proof, progress)
                   : limits.doubts ? assemble_recording(std::move(recording), progress)
                                   : assemble_undoubted(std::move(recording), progress);
  if (!assembled && assembled.error().code == ErrorCode::kCancelled) return reading_cancelled(path);
  if (!assembled && assembled.error().code == ErrorCode::kBadInput) {
    return cannot_read(path, assembled.error().message, kRecordAgain);
  }
  return assembled;
}

}  // namespace

Result<std::shared_ptr<const Recording>> read_recording(const std::string& path, Progress* progress,
                                                        const ReadLimits& limits) try {
  H5Source source;
  if (const auto error = open_checked(path, source)) return *error;
  return read_opened(path, source, progress, limits);
} catch (const std::bad_alloc&) {
  return out_of_memory(path);
}

Result<std::shared_ptr<const Recording>> parse_recording(std::string_view bytes,
                                                         const std::string& name,
                                                         Progress* progress,
                                                         const ReadLimits& limits) try {
  const std::span all(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  if (const auto error = check_head(name, all.first(std::min(all.size(), kHeadBytes)), all.size()))
    return *error;
  H5Source source;
  source.size = all.size();
  source.bytes = all;
  return read_opened(name, source, progress, limits);
} catch (const std::bad_alloc&) {
  return out_of_memory(name);
}

}  // namespace sortscope
