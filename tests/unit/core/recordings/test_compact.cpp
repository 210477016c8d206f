// test_compact.cpp: files that keep what makes a run again, and prove that it is the same run.
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>

#include "core/engines/cpu/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/families.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/recordings/rerun.h"

namespace sortscope {
namespace {

using Pointer = std::shared_ptr<const Recording>;

Pointer run(std::string_view algorithm, KeyType type, std::uint32_t n,
            const std::string& input = "uniform", bool sparse = false,
            Order order = Order::kAscending) {
  RunRequest request;
  request.algorithm = algorithm;
  request.order = order;
  request.input = input;
  request.seed = 21;
  request.any_input = true;
  request.keyframes_only = sparse;
  const std::string kind = input == "given" ? "uniform" : input;
  request.keys = *generate_keys(kind, type, n, 21, **find_algorithm(algorithm), order);
  const auto engine = make_cpu_engine();
  const auto recording = record(request, *engine);
  EXPECT_TRUE(recording.ok());
  return recording.ok() ? *recording : nullptr;
}

// The most bytes of memory that this process held so far.
std::int64_t peak_bytes() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return std::int64_t{used.ru_maxrss} * 1024;
}
constexpr std::int64_t kLittle = 64 << 20;

// The file of a bitonic run says that it was of 2^26 keys, and has checksums of so many layers.
void claim_many_keys(hid_t file, hsize_t layers) {
  const std::uint64_t n = std::uint64_t{1} << 26;
  for (const char* name : {"n", "wires"}) {
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_UINT64, &n);
    H5Aclose(attribute);
  }
  H5Ldelete(file, "layer_checksums", H5P_DEFAULT);
  const std::vector<std::uint64_t> sums(layers);
  const hid_t space = H5Screate_simple(1, &layers, nullptr);
  // Laid out as the program writes it: what is not is refused before.
  const hid_t form = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(form, false);
  H5Pset_chunk(form, 1, &layers);
  H5Pset_deflate(form, 1);
  H5Pset_fill_time(form, H5D_FILL_TIME_NEVER);
  const hid_t set =
      H5Dcreate2(file, "layer_checksums", H5T_STD_U64LE, space, H5P_DEFAULT, form, H5P_DEFAULT);
  H5Dwrite(set, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, sums.data());
  H5Dclose(set);
  H5Pclose(form);
  H5Sclose(space);
}

// So many keys and wires, and nothing else is changed.
void claim_keys(hid_t file, std::uint64_t n, std::uint64_t wires) {
  for (const auto& [name, value] : {std::pair{"n", n}, {"wires", wires}}) {
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_UINT64, &value);
    H5Aclose(attribute);
  }
}

// A file of the newer format stays one.
hid_t open_to_change(const std::string& path) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, access);
  H5Pclose(access);
  return file;
}

class CompactFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "sortscope-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    path = (folder / "run.h5").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  [[nodiscard]] Status write(const Recording& recording) const {
    return write_recording(recording, path, nullptr, RecordingForm::kCompact);
  }
  [[nodiscard]] bool has(const char* name) const {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const bool there = H5Lexists(file, name, H5P_DEFAULT) > 0;
    H5Fclose(file);
    return there;
  }
  // Writes a compact file, changes it through HDF5, and reads it: the message.
  std::string message_after(const Recording& recording,
                            const std::function<void(hid_t)>& change) const {
    EXPECT_TRUE(write(recording).ok());
    const hid_t file = open_to_change(path);
    change(file);
    H5Fclose(file);
    const auto read = read_recording(path);
    EXPECT_FALSE(read.ok());
    if (read.ok()) return {};
    EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
    EXPECT_FALSE(read.error().hint.empty());
    return read.error().message;
  }

  std::filesystem::path folder;
  std::string path;
};

void expect_same(const Recording& a, const Recording& b, std::string_view what) {
  EXPECT_EQ(a.request.algorithm, b.request.algorithm) << what;
  EXPECT_EQ(a.request.input, b.request.input) << what;
  EXPECT_EQ(a.request.seed, b.request.seed) << what;
  EXPECT_EQ(a.request.keys, b.request.keys) << what;
  EXPECT_EQ(a.request.kernel, b.request.kernel) << what;
  EXPECT_EQ(a.request.keyframes_only, b.request.keyframes_only) << what;
  EXPECT_EQ(a.network.size(), b.network.size()) << what;
  EXPECT_EQ(a.bits, b.bits) << what;
  EXPECT_EQ(a.exchanged_before, b.exchanged_before) << what;
  EXPECT_EQ(a.sorted, b.sorted) << what;
  EXPECT_EQ(a.engine, b.engine) << what;
  EXPECT_EQ(a.timing.elapsed_ns, b.timing.elapsed_ns) << what;
  EXPECT_EQ(a.timing.repair_rounds, b.timing.repair_rounds) << what;
  EXPECT_EQ(a.created_utc, b.created_utc) << what;
  EXPECT_EQ(b.doubt, "") << what;
  ASSERT_EQ(a.windows != nullptr, b.windows != nullptr) << what;
  if (!a.windows) return;
  EXPECT_EQ(a.windows->keyframes(), b.windows->keyframes()) << what;
}

TEST_F(CompactFile, MakesEveryAlgorithmsRunAgain) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const char* input : {"uniform", "few-distinct", "given"}) {
      const Pointer recording = run(algorithm.id, KeyType::kInt32, 100, input);
      ASSERT_NE(recording, nullptr);
      ASSERT_TRUE(write(*recording).ok());
      EXPECT_EQ(has("keys"), std::string(input) == "given");
      EXPECT_FALSE(has("bits"));
      const auto read = read_recording(path);
      ASSERT_TRUE(read.ok()) << algorithm.id << ' ' << read.error().text();
      expect_same(*recording, **read, algorithm.id);
    }
  }
}

TEST_F(CompactFile, MakesEveryTypeAndSparseRunsAgain) {
  for (const KeyType type : kKeyTypes) {
    const Pointer recording = run("bitonic", type, 77, "uniform", false, Order::kDescending);
    ASSERT_TRUE(write(*recording).ok());
    const auto read = read_recording(path);
    ASSERT_TRUE(read.ok()) << read.error().text();
    expect_same(*recording, **read, name_of(type));
  }
  const Pointer sparse = run("aks", KeyType::kUint32, 200, "uniform", true);
  ASSERT_NE(sparse, nullptr);
  ASSERT_TRUE(write(*sparse).ok());
  const auto read = read_recording(path);
  ASSERT_TRUE(read.ok()) << read.error().text();
  expect_same(*sparse, **read, "sparse");
}

TEST_F(CompactFile, KeepsKeysThatTheSeedDoesNotGive) {
  RunRequest request = run("bitonic", KeyType::kInt32, 50)->request;
  EXPECT_TRUE(keys_follow_from_seed(request, **find_algorithm("bitonic")));
  request.keys.raw.set(7, 12345);
  EXPECT_FALSE(keys_follow_from_seed(request, **find_algorithm("bitonic")));
  const auto engine = make_cpu_engine();
  const auto recording = record(request, *engine);
  ASSERT_TRUE(recording.ok());
  ASSERT_TRUE(write(**recording).ok());
  EXPECT_TRUE(has("keys"));
  const auto read = read_recording(path);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ((*read)->request.keys, request.keys);
}

TEST_F(CompactFile, IsSmallAndTheSameEachTime) {
  const Pointer recording = run("bitonic", KeyType::kUint32, 100'000);
  ASSERT_TRUE(write(*recording).ok());
  EXPECT_LT(std::filesystem::file_size(path), 10'000U);
  const std::string other = (folder / "again.h5").string();
  ASSERT_TRUE(write_recording(*recording, other, nullptr, RecordingForm::kCompact).ok());
  EXPECT_EQ(std::filesystem::file_size(path), std::filesystem::file_size(other));
}

TEST_F(CompactFile, AnotherRunIsRefusedWithTheLayer) {
  const Pointer recording = run("bitonic", KeyType::kInt32, 100);
  const std::string layer = message_after(*recording, [](hid_t file) {
    const hid_t set = H5Dopen2(file, "layer_checksums", H5P_DEFAULT);
    std::vector<std::uint64_t> sums(28);
    H5Dread(set, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, sums.data());
    sums[4] ^= 1;
    H5Dwrite(set, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, sums.data());
    H5Dclose(set);
  });
  EXPECT_EQ(layer, "cannot read " + path + ": run again, its outcomes are others from layer 5 on.");
  const std::string seed = message_after(*recording, [](hid_t file) {
    const hid_t attribute = H5Aopen(file, "seed", H5P_DEFAULT);
    const std::uint64_t other = 22;
    H5Awrite(attribute, H5T_NATIVE_UINT64, &other);
    H5Aclose(attribute);
  });
  EXPECT_NE(seed.find("its keys, generated again, do not match their checksum"), std::string::npos)
      << seed;
  const std::string gone = message_after(
      *recording, [](hid_t file) { H5Ldelete(file, "layer_checksums", H5P_DEFAULT); });
  EXPECT_NE(gone.find("the checksums of its 28 layers cannot be read"), std::string::npos) << gone;
}

TEST_F(CompactFile, OpeningItIsCancelledAndBounded) {
  ASSERT_TRUE(write(*run("bitonic", KeyType::kInt32, 5000)).ok());
  Progress progress;
  progress.cancel = true;
  const auto cancelled = read_recording(path, &progress);
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
  const std::uint64_t comparators = std::uint64_t{91} * 4096;  // of 13 merge levels on 8192 wires
  EXPECT_TRUE(
      read_recording(path, nullptr, {.keys_again = 5000, .comparators_again = comparators}).ok());
  for (const ReadLimits& limits : {ReadLimits{.bytes = 1000}, ReadLimits{.keys_again = 4999},
                                   ReadLimits{.comparators_again = comparators - 1}}) {
    const auto bounded = read_recording(path, nullptr, limits);
    ASSERT_FALSE(bounded.ok());
    EXPECT_EQ(bounded.error().code, ErrorCode::kBadInput);
    EXPECT_NE(bounded.error().message.find("allowed here"), std::string::npos);
  }
}

TEST_F(CompactFile, ManyKeysAreNotMadeWithoutTheirProof) {
  const std::int64_t before = peak_bytes();
  const std::string none = message_after(*run("bitonic", KeyType::kInt32, 100),
                                         [](hid_t file) { claim_many_keys(file, 350); });
  EXPECT_NE(none.find("the checksums of its 351 layers cannot be read"), std::string::npos) << none;
  EXPECT_LT(peak_bytes() - before, kLittle);
}

// What is named is looked at before anything of its size is made: memory tells.
TEST_F(CompactFile, ALargeRunOfEveryFamilyIsRefusedBeforeItsNetworkIsBuilt) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr std::int64_t kNext = 32 << 20;  // they keep what was given back, or notes of it
#else
  constexpr std::int64_t kNext = 8 << 20;
#endif
  for (const Algorithm& algorithm : algorithms()) {
    if (family_of(algorithm).stored_network) continue;  // as large as its list, which is there
    const std::string input = algorithm.needs_bitonic_input ? "bitonic" : "uniform";
    ASSERT_TRUE(write(*run(algorithm.id, KeyType::kInt64, 100, input)).ok()) << algorithm.id;
    const hid_t file = open_to_change(path);
    claim_keys(file, algorithm.max_keys, wires_for(algorithm, algorithm.max_keys));
    H5Fclose(file);
    const std::int64_t before = peak_bytes();
    const auto read = read_recording(path, nullptr, {.bytes = 1 << 20});
    ASSERT_FALSE(read.ok()) << algorithm.id;
    EXPECT_NE(read.error().message.find("of memory, and 1.0 MB are allowed here"),
              std::string::npos)
        << algorithm.id << ": " << read.error().message;
    EXPECT_LT(peak_bytes() - before, kNext) << algorithm.id;
  }
}

TEST_F(CompactFile, MoreThanMemoryIsRefusedBeforeItsNetworkIsBuilt) {
  ASSERT_TRUE(write(*run("aks", KeyType::kInt64, 100)).ok());
  const hid_t file = open_to_change(path);
  claim_keys(file, std::uint64_t{1} << 28, std::uint64_t{1} << 28);
  H5Fclose(file);
  const std::int64_t before = peak_bytes();
  const auto read = read_recording(path);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::kOutOfMemory) << read.error().message;
  EXPECT_LT(peak_bytes() - before, 8 << 20);
}

TEST_F(CompactFile, ManyKeysAreNotMadeOnceItIsCancelled) {
  ASSERT_TRUE(write(*run("bitonic", KeyType::kInt32, 100)).ok());
  const hid_t file = open_to_change(path);
  claim_many_keys(file, 351);
  H5Fclose(file);
  const std::int64_t before = peak_bytes();
  Progress progress;
  progress.cancel = true;
  const auto read = read_recording(path, &progress);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::kCancelled);
  EXPECT_LT(peak_bytes() - before, kLittle);
}

}  // namespace
}  // namespace sortscope
