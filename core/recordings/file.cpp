// file.cpp: recordings in HDF5 files; the format is docs/recording-format.md.
#include "core/recordings/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <future>
#include <new>
#include <string_view>
#include <utility>

#include "core/base/hdf5/file.h"
#include "core/base/hdf5/layout.h"
#include "core/base/hdf5/source.h"
#include "core/base/number_text.h"
#include "core/base/output_file.h"
#include "core/base/quote.h"
#include "core/keys/inputs.h"
#include "core/recordings/families.h"
#include "core/recordings/file_head.h"
#include "core/recordings/recording.h"
#include "core/recordings/rerun.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

constexpr std::string_view kFormat = "sortscope recording";
// Of files that keep all outcomes, and of those that keep what makes the run again: readers of the
// first cannot read them.
constexpr std::uint64_t kWholeMajor = 1;
constexpr std::uint64_t kWholeMinor = 1;
constexpr std::uint64_t kCompactMajor = 2;
constexpr std::uint64_t kCompactMinor = 0;
constexpr const char* kLayerChecksums = "layer_checksums";
constexpr const char* kKeysChecksum = "keys_checksum";
constexpr const char* kBitsChecksum = "bits_checksum";

// "param_epsilon_b": a parameter's attribute.
std::string parameter_attribute(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return "param_" + name;
}

// "keyframe_07": keys before step 7 of a sparse recording.
std::string keyframe_name(std::size_t t) { return fmt::format("keyframe_{:02}", t); }

// --- writing ---

bool write_attributes(hid_t root, const Recording& recording, RecordingForm form) {
  const RunRequest& request = recording.request;
  const SortTiming& timing = recording.timing;
  bool good = true;
  const auto text = [&](const char* name, std::string_view value) {
    good = good && write_attribute(root, name, std::string(value));
  };
  const auto number = [&](const char* name, std::uint64_t value) {
    good = good && write_attribute(root, name, value);
  };
  text("format", kFormat);
  const bool compact = form == RecordingForm::kCompact;
  number("version_major", compact ? kCompactMajor : kWholeMajor);
  number("version_minor", compact ? kCompactMinor : kWholeMinor);
  text("producer", "sortscope " SORTSCOPE_VERSION);
  text("created_utc", recording.created_utc);
  text("algorithm", recording.algorithm->id);
  number("algorithm_version", recording.algorithm->version);
  number("n", request.keys.size());
  number("wires", recording.network.wires());
  number("depth", recording.network.depth());
  number("comparators", recording.network.size());
  text("key_type", name_of(request.keys.type));
  text("order", name_of(request.order));
  text("input", request.input);
  number("seed", request.seed);
  text("source", request.source);
  text("engine", recording.engine);
  text("engine_description", recording.engine_description);
  text("kernel", timing.kernel);
  text("kernel_requested", request.kernel);
  number("elapsed_ns", timing.elapsed_ns);
  number("transfer_ns", timing.transfer_ns);
  number("launches", timing.launches);
  const FamilyRow& family = family_of(*recording.algorithm);
  if (family.stored_keyframes) {
    number("repair_rounds", timing.repair_rounds);
    number("misplaced", timing.misplaced);
    number("keyframes_only", request.keyframes_only ? 1 : 0);
    number("keyframes_checksum", checksum_of_keyframes(recording));
  }
  if (family.parameters != nullptr) {
    for (const auto& [name, value] : family.parameters->texts(request.parameters, true)) {
      text(parameter_attribute(name).c_str(), value);
    }
  }
  if (family.stored_network) {
    const ListedNetwork& listed = *recording.network.listed();
    text("network_name", listed.name());
    number("network_checksum", checksum(bytes_of(listed.words())));
  }
  if (request.pairs) number("pairs", 1);
  // Their values come when they are known.
  number(kKeysChecksum, 0);
  number(kBitsChecksum, 0);
  return good;
}

H5Handle create_file(const std::string& path, H5Sink& sink) {
  const H5Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  const H5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // The newer file format has checksums on all of its own structures. Attributes stay in one place,
  // and times out of the file, so that a recording gives the same bytes.
  const bool good = creation.ok() && access.ok() && write_into(access.id(), sink) &&
                    H5Pset_attr_phase_change(creation.id(), 100, 0) >= 0 &&
                    H5Pset_obj_track_times(creation.id(), false) >= 0 &&
                    H5Pset_libver_bounds(access.id(), H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0;
  return {good ? H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), access.id()) : -1, H5Fclose};
}

/// An array of the file.
struct Array {
  std::string name;
  hid_t type;
  std::span<const unsigned char> bytes;
};

/// What of a file is made for it: it lives as long as that is written.
struct Made {
  std::vector<std::uint64_t> layer_checksums;
  std::vector<std::uint32_t> network_words;
};

// The arrays of `recording`, in the order in which they are written.
std::vector<Array> arrays_of(const Recording& recording, RecordingForm form, Made& made,
                             Progress* progress) {
  const Keys& keys = recording.request.keys;
  const bool compact = form == RecordingForm::kCompact;
  std::vector<Array> arrays;
  if (!compact || !keys_follow_from_seed(recording.request, *recording.algorithm, progress)) {
    arrays.push_back({"keys", file_type(keys.type), bytes_of(keys.raw)});
  }
  if (compact) {
    made.layer_checksums = layer_checksums(recording);
    arrays.push_back(
        {kLayerChecksums, H5T_STD_U64LE, bytes_of(std::as_const(made.layer_checksums))});
  } else if (!recording.windows) {
    arrays.push_back({"bits", H5T_STD_U32LE, bytes_of(recording.bits)});
  }
  if (const ListedNetwork* listed = recording.network.listed(); listed != nullptr) {
    made.network_words = listed->words();
    arrays.push_back({"network", H5T_STD_U32LE, bytes_of(std::as_const(made.network_words))});
  }
  for (std::size_t t = 0; !compact && recording.windows; ++t) {
    if (t == recording.windows->keyframes().size()) break;
    arrays.push_back(
        {keyframe_name(t), H5T_STD_U32LE, bytes_of(recording.windows->keyframes()[t])});
  }
  return arrays;
}

/// What keys and outcome bits are held against.
struct Checksums {
  std::uint64_t keys = 0;
  std::uint64_t bits = 0;
};

H5Outcome write_into_sink(const std::string& path, const Recording& recording, RecordingForm form,
                          H5Sink& sink, Progress* progress) {
  // They take one thread a while, so the arrays are written beside it. Where no thread is to be
  // had, they are made when they are asked for.
  std::future<Checksums> checksums =
      std::async(std::launch::async | std::launch::deferred, [&recording, progress] {
        return Checksums{checksum_unless_cancelled(bytes_of(recording.request.keys.raw), progress),
                         checksum_of_bits(recording, progress)};
      });
  H5Handle file = create_file(path, sink);
  if (!file.ok() || !write_attributes(file.id(), recording, form)) return H5Outcome::kFailed;
  Made made;
  const std::vector<Array> arrays = arrays_of(recording, form, made, progress);
  if (progress != nullptr && progress->cancelled()) return H5Outcome::kCancelled;
  std::uint64_t bytes = 0;
  for (const Array& array : arrays) bytes += array.bytes.size();
  if (progress != nullptr) progress->begin(bytes);
  H5Outcome outcome = H5Outcome::kDone;
  for (const Array& array : arrays) {
    if (outcome != H5Outcome::kDone) break;
    outcome = write_array(file.id(), array.name.c_str(), array.type, array.bytes, sink, progress);
  }
  if (outcome == H5Outcome::kDone) {
    const Checksums known = checksums.get();
    if (progress != nullptr && progress->cancelled()) return H5Outcome::kCancelled;
    if (!rewrite_attribute(file.id(), kKeysChecksum, known.keys) ||
        !rewrite_attribute(file.id(), kBitsChecksum, known.bits)) {
      return H5Outcome::kFailed;
    }
  }
  const bool closed = file.close();
  return outcome == H5Outcome::kDone && !closed ? H5Outcome::kFailed : outcome;
}

// Writes to `path`, which is there and empty; `reason` is the errno where that failed.
H5Outcome write_file(const std::string& path, const Recording& recording, RecordingForm form,
                     Progress* progress, int& reason) {
  H5Sink sink;
  sink.descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (sink.descriptor < 0) {
    reason = errno;
    return H5Outcome::kFailed;
  }
  H5Outcome outcome = write_into_sink(path, recording, form, sink, progress);
  if (::close(sink.descriptor) != 0 && sink.reason == 0) sink.reason = errno;
  if (sink.reason != 0 && outcome == H5Outcome::kDone) outcome = H5Outcome::kFailed;
  reason = sink.reason != 0 ? sink.reason : EIO;
  return outcome;
}

// --- reading ---

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
  if (read_text(root, "format") != kFormat) {
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
  const H5Outcome outcome = read_array(root, name, bytes, progress);
  if (outcome == H5Outcome::kCancelled) return reading_cancelled(path);
  if (outcome == H5Outcome::kFailed) return damaged(path, fmt::format("{} cannot be read", what));
  if (checksum(bytes) != expected) {
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
  if (bits) recording.bits.resize(recording.network.bit_words());
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

Status write_recording(const Recording& recording, const std::string& path, Progress* progress,
                       RecordingForm form) try {
  const Status there = check_all_bits(recording, "write " + path);
  if (form == RecordingForm::kWhole && !there) return there;
  auto output = OutputFile::create(path);
  if (!output) return output.error();
  const H5Quiet quiet;
  int reason = 0;
  switch (write_file(output->temporary_path(), recording, form, progress, reason)) {
    case H5Outcome::kDone:
      return output->commit();
    case H5Outcome::kFailed:
      return cannot_write(path, reason);
    case H5Outcome::kCancelled:
      break;
  }
  return Error{ErrorCode::kCancelled, fmt::format("writing {} was cancelled.", path), ""};
} catch (const std::bad_alloc&) {
  return out_of_memory(path);
}

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
