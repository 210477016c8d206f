// test_file.cpp: recordings come back as they were, or an error says why not.
#include "core/recordings/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <thread>

#include "core/engines/cpu/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/request.h"

namespace sortscope {
namespace {

using Pointer = std::shared_ptr<const Recording>;

Pointer run(std::string_view algorithm, Keys keys, Order order = Order::kAscending,
            std::string_view input = "uniform") {
  RunRequest request;
  request.algorithm = algorithm;
  request.order = order;
  request.input = input;
  request.source = "/somewhere/größe.csv";
  request.seed = 0xfedcba9876543210U;
  request.keys = std::move(keys);
  request.any_input = true;
  const auto engine = make_cpu_engine();
  const auto recording = record(request, *engine);
  EXPECT_TRUE(recording.ok());
  return recording.ok() ? *recording : nullptr;
}

Pointer run(std::string_view algorithm, KeyType type, std::uint32_t n,
            Order order = Order::kAscending, std::string_view input = "uniform") {
  return run(algorithm, *generate_keys(input, type, n, 3, **find_algorithm(algorithm), order),
             order, input);
}

void expect_same(const Recording& a, const Recording& b) {
  EXPECT_EQ(a.request.algorithm, b.request.algorithm);
  EXPECT_EQ(a.request.order, b.request.order);
  EXPECT_EQ(a.request.kernel, b.request.kernel);
  EXPECT_EQ(a.request.input, b.request.input);
  EXPECT_EQ(a.request.source, b.request.source);
  EXPECT_EQ(a.request.seed, b.request.seed);
  EXPECT_EQ(a.request.keys, b.request.keys);
  EXPECT_EQ(a.algorithm, b.algorithm);
  EXPECT_EQ(a.network.wires(), b.network.wires());
  EXPECT_EQ(a.start.words, b.start.words);
  EXPECT_EQ(a.start.places, b.start.places);
  EXPECT_EQ(a.bits, b.bits);
  EXPECT_EQ(a.exchanged_before, b.exchanged_before);
  EXPECT_EQ(a.engine, b.engine);
  EXPECT_EQ(a.engine_description, b.engine_description);
  EXPECT_EQ(a.timing.elapsed_ns, b.timing.elapsed_ns);
  EXPECT_EQ(a.timing.transfer_ns, b.timing.transfer_ns);
  EXPECT_EQ(a.timing.launches, b.timing.launches);
  EXPECT_EQ(a.timing.kernel, b.timing.kernel);
  EXPECT_EQ(a.sorted, b.sorted);
  EXPECT_EQ(a.created_utc, b.created_utc);
}

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class RecordingFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "sortscope-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    run_path = (folder / "run.h5").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }
  void put(const std::string& bytes) const {
    std::filesystem::remove(run_path);  // some file systems wait for the disk on overwriting
    std::ofstream(run_path, std::ios::binary) << bytes;
  }
  // The message of reading the file, which must fail as bad input.
  [[nodiscard]] std::string message() const {
    const auto result = read_recording(run_path);
    EXPECT_FALSE(result.ok());
    if (result.ok()) return {};
    EXPECT_EQ(result.error().code, ErrorCode::kBadInput);
    EXPECT_FALSE(result.error().hint.empty());
    return result.error().message;
  }
  // Writes a good recording, changes the file through HDF5, and reads it.
  std::string message_after(const std::function<void(hid_t)>& change) const {
    EXPECT_TRUE(write_recording(*run("bitonic", KeyType::kInt32, 100), run_path).ok());
    const hid_t file = H5Fopen(run_path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    change(file);
    H5Fclose(file);
    return message();
  }

  std::filesystem::path folder;
  std::string run_path;
};

void set_number(hid_t file, const char* name, std::uint64_t value) {
  const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  H5Awrite(attribute, H5T_NATIVE_UINT64, &value);
  H5Aclose(attribute);
}

void set_text(hid_t file, const char* name, const std::string& value) {
  if (H5Aexists(file, name) > 0) H5Adelete(file, name);
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, value.size() + 1);
  const hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, type, value.c_str());
  H5Aclose(attribute);
  H5Tclose(type);
  H5Sclose(space);
}

// Replaces dataset `name` by one of `count` zeros of `type`.
void set_array(hid_t file, const char* name, hid_t type, std::vector<hsize_t> extent) {
  H5Ldelete(file, name, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr);
  H5Dclose(H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Sclose(space);
}

TEST_F(RecordingFile, ComesBackForEveryTypeAndOrder) {
  for (const KeyType type : kKeyTypes) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      for (const std::uint32_t n : {1U, 2U, 13U, 64U, 1000U}) {
        const Pointer recording = run("bitonic", type, n, order);
        ASSERT_TRUE(write_recording(*recording, run_path).ok());
        EXPECT_TRUE(looks_like_recording(run_path));
        const auto back = read_recording(run_path);
        ASSERT_TRUE(back.ok()) << back.error().text();
        expect_same(*recording, **back);
        EXPECT_EQ(files(), 1U);
      }
    }
  }
}

TEST_F(RecordingFile, ComesBackForEveryAlgorithmAndInput) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const char* input : {"uniform", "bitonic", "all-equal"}) {
      const Pointer recording = run(algorithm.id, KeyType::kUint32, 37, Order::kAscending, input);
      ASSERT_TRUE(write_recording(*recording, run_path).ok());
      const auto back = read_recording(run_path);
      ASSERT_TRUE(back.ok()) << back.error().text();
      expect_same(*recording, **back);
    }
  }
}

TEST_F(RecordingFile, KeepsTheBitsOfNaNsAndOfPaddingLookalikes) {
  Keys keys = make_keys(KeyType::kFloat32, 5);
  const std::uint32_t raw[] = {0x7fc00001U, 0xffc12345U, 0x80000000U, 0, 0x7f800000U};
  for (std::size_t i = 0; i < 5; ++i) keys.raw.set(i, raw[i]);
  const Pointer recording = run("bitonic", keys);
  ASSERT_TRUE(write_recording(*recording, run_path).ok());
  const auto back = read_recording(run_path);
  ASSERT_TRUE(back.ok()) << back.error().text();
  expect_same(*recording, **back);
  EXPECT_TRUE((*back)->sorted);
}

// Several chunks of 1 MiB, of bits that shrink (sorted input) and of keys that do not.
TEST_F(RecordingFile, ComesBackWhereChunksAreStoredRawAndDeflated) {
  Progress progress;
  const Pointer recording = run("bitonic", KeyType::kUint32, 300'000);
  ASSERT_GT(recording->bits.size() * 4, std::size_t{3} << 20);
  ASSERT_TRUE(write_recording(*recording, run_path, &progress).ok());
  EXPECT_EQ(progress.done, progress.total);
  EXPECT_EQ(progress.total, recording->bits.size() * 4 + 300'000U * 4);
  EXPECT_LT(std::filesystem::file_size(run_path), progress.total);
  const auto back = read_recording(run_path, &progress);
  ASSERT_TRUE(back.ok()) << back.error().text();
  expect_same(*recording, **back);
  EXPECT_EQ(progress.done, progress.total);
}

// The library itself, with its own deflate filter, reads what was written.
TEST_F(RecordingFile, IsReadByPlainHdf5) {
  const Pointer recording = run("bitonic", KeyType::kInt64, 300'000);
  ASSERT_TRUE(write_recording(*recording, run_path).ok());
  const hid_t file = H5Fopen(run_path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  OutcomeWords bits(recording->bits.size());
  std::vector<std::int64_t> keys(300'000);
  const hid_t bit_set = H5Dopen2(file, "bits", H5P_DEFAULT);
  const hid_t key_set = H5Dopen2(file, "keys", H5P_DEFAULT);
  EXPECT_GE(H5Dread(bit_set, H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, bits.data()), 0);
  EXPECT_GE(H5Dread(key_set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, keys.data()), 0);
  H5Dclose(bit_set);
  H5Dclose(key_set);
  H5Fclose(file);
  EXPECT_EQ(bits, recording->bits);
  EXPECT_EQ(keys_from(std::span<const std::int64_t>(keys)), recording->request.keys);
}

// Filter masks of the chunks of a dataset: 1 where a chunk is stored as it is.
std::vector<std::uint32_t> masks_of(const std::string& path, const char* name) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t space = H5Dget_space(set);
  hsize_t chunks = 0;
  H5Dget_num_chunks(set, space, &chunks);
  std::vector<std::uint32_t> masks;
  for (hsize_t i = 0; i < chunks; ++i) {
    hsize_t offset = 0;
    unsigned mask = 0;
    H5Dget_chunk_info(set, space, i, &offset, &mask, nullptr, nullptr);
    masks.push_back(mask);
  }
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  return masks;
}

TEST_F(RecordingFile, StoresAsTheyAreWhatDoesNotShrink) {
  // Random words do not; outcomes of sorted keys are all 0; few different 64-bit keys repeat.
  ASSERT_TRUE(write_recording(*run("bitonic", KeyType::kUint64, 200'000), run_path).ok());
  EXPECT_EQ(masks_of(run_path, "keys").front(), 1U);
  ASSERT_TRUE(write_recording(
                  *run("bitonic-ascending", KeyType::kUint64, 200'000, Order::kAscending, "sorted"),
                  run_path)
                  .ok());
  const std::vector<std::uint32_t> bits = masks_of(run_path, "bits");
  EXPECT_EQ(bits, std::vector<std::uint32_t>(bits.size(), 0));
  // Nearly all of it are the keys, which shrink by less than an eighth.
  EXPECT_LT(std::filesystem::file_size(run_path), 200'000U * 8 + 20'000);
  ASSERT_TRUE(
      write_recording(*run("bitonic", KeyType::kUint64, 200'000, Order::kAscending, "few-distinct"),
                      run_path)
          .ok());
  EXPECT_EQ(masks_of(run_path, "keys"), std::vector<std::uint32_t>(2, 0));
}

// Found by the fuzzer: the table of links is at an address near the end of all, with right
// checksums.
TEST_F(RecordingFile, AnAddressBeyondTheFileIsDamage) {
  const std::string path =
      SORTSCOPE_SOURCE_DIR "/tests/unit/core/recordings/files/address-beyond.h5";
  const auto read = read_recording(path);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
}

// Files of format 1.1, written before chunks were sampled.
TEST_F(RecordingFile, OlderFilesOpen) {
  int files_read = 0;
  for (const char* name : {"bitonic-1.1.h5", "adaptive-1.1.h5", "intervals-1.1.h5", "aks-1.1.h5",
                           "aks-keyframes-1.1.h5", "listed-1.1.h5"}) {
    const std::string path =
        std::string(SORTSCOPE_SOURCE_DIR "/tests/unit/core/recordings/files/") + name;
    const auto read = read_recording(path);
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_TRUE((*read)->sorted) << name;
    EXPECT_EQ((*read)->doubt, "") << name;
    // The run made again has the same outcomes.
    const auto engine = make_cpu_engine();
    const auto again = record((*read)->request, *engine);
    ASSERT_TRUE(again.ok()) << name;
    EXPECT_EQ((*again)->bits, (*read)->bits) << name;
    ++files_read;
  }
  EXPECT_EQ(files_read, 6);
}

// Cancelled while it works, sooner or later: whole, or not there and said.
TEST_F(RecordingFile, CancelledAtAnyMomentTheOldFileStays) {
  const Pointer recording = run("bitonic", KeyType::kUint32, 300'000);
  const std::uint64_t all = recording->bits.size() * 4 + 300'000U * 4;
  ASSERT_TRUE(write_recording(*recording, run_path).ok());
  const std::string whole = contents(run_path);
  int cancelled = 0;
  for (int i = 0; i <= 12; ++i) {
    put(i % 2 == 0 ? "precious" : whole);
    Progress progress;
    std::atomic<bool> over{false};
    std::jthread canceller([&] {
      while (!over && (progress.total == 0 || progress.done < all * i / 12)) {
        std::this_thread::yield();
      }
      progress.cancel = true;
    });
    if (i % 2 == 0) {
      const Status status = write_recording(*recording, run_path, &progress);
      over = true;
      EXPECT_TRUE(contents(run_path) == (status ? whole : "precious")) << i;
      EXPECT_TRUE(status.ok() || status.error().code == ErrorCode::kCancelled);
      cancelled += status ? 0 : 1;
    } else {
      const auto read = read_recording(run_path, &progress);
      over = true;
      EXPECT_TRUE(read.ok() || read.error().code == ErrorCode::kCancelled);
      cancelled += read ? 0 : 1;
    }
    EXPECT_EQ(files(), 1U);
  }
  EXPECT_GE(cancelled, 1);
}

TEST_F(RecordingFile, SameRunGivesTheSameBytes) {
  const Pointer recording = run("bitonic", KeyType::kInt32, 500);
  ASSERT_TRUE(write_recording(*recording, run_path).ok());
  const std::string first = contents(run_path);
  // No time stands in the file but that of the run.
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  ASSERT_TRUE(write_recording(*recording, run_path).ok());
  EXPECT_TRUE(first == contents(run_path));
}

TEST_F(RecordingFile, CancelledWritesLeaveTheOldFile) {
  put("precious");
  Progress progress;
  progress.cancel = true;
  const Status status = write_recording(*run("bitonic", KeyType::kInt32, 64), run_path, &progress);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(contents(run_path), "precious");
  EXPECT_EQ(files(), 1U);
}

TEST_F(RecordingFile, CancelledReadsSaySo) {
  ASSERT_TRUE(write_recording(*run("bitonic", KeyType::kInt32, 64), run_path).ok());
  Progress progress;
  progress.cancel = true;
  const auto result = read_recording(run_path, &progress);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
}

TEST_F(RecordingFile, UnwritablePlacesGiveTheSystemsReason) {
  const Pointer recording = run("bitonic", KeyType::kInt32, 64);
  const auto message_of = [&](const std::string& path) {
    const Status status = write_recording(*recording, path);
    EXPECT_FALSE(status.ok());
    if (status.ok()) return std::string();
    EXPECT_EQ(status.error().code, ErrorCode::kIo);
    return status.error().message;
  };
  const std::string place = folder.string();
  EXPECT_EQ(message_of(place + "/no/run.h5"),
            "cannot write " + place + "/no/run.h5: No such file or directory.");
  EXPECT_EQ(message_of(place), "cannot write " + place + ": Is a directory.");
  EXPECT_EQ(message_of("/dev/full"), "cannot write /dev/full: it is not a regular file.");
  EXPECT_EQ(files(), 0U);
  if (::geteuid() != 0) {
    ::chmod(place.c_str(), 0500);
    EXPECT_EQ(message_of(run_path), "cannot write " + run_path + ": Permission denied.");
    ::chmod(place.c_str(), 0700);
  }
}

// A limit on the size of files stands for a full disk: every place where writing can stop is tried
// in a child process, which must report the reason, leave the old file and end without a word from
// HDF5.
TEST_F(RecordingFile, AFullDiskLeavesTheOldFileAndNothingElse) {
  const Pointer recording = run("bitonic", KeyType::kUint32, 60'000);
  ASSERT_TRUE(write_recording(*recording, run_path).ok());
  const std::uintmax_t whole = std::filesystem::file_size(run_path);
  put("precious");
  int refused = 0;
  for (const std::uintmax_t limit : {std::uintmax_t{0}, std::uintmax_t{50}, std::uintmax_t{600},
                                     std::uintmax_t{3000}, whole / 4, whole / 2, whole - 1}) {
    const std::string said = (folder / "stderr").string();
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const int out = ::open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      const rlimit size{limit, limit};
      ::setrlimit(RLIMIT_FSIZE, &size);
      ::dup2(out, STDERR_FILENO);
      const Status status = write_recording(*recording, run_path);
      const bool right = !status.ok() && status.error().code == ErrorCode::kIo &&
                         status.error().message == "cannot write " + run_path + ": File too large.";
      std::exit(right ? 0 : 3);
    }
    int ended = 0;
    ASSERT_EQ(::waitpid(child, &ended, 0), child);
    ASSERT_TRUE(WIFEXITED(ended)) << "limit " << limit << " signal " << WTERMSIG(ended);
    EXPECT_EQ(WEXITSTATUS(ended), 0) << "limit " << limit;
    EXPECT_EQ(contents(said), "") << "limit " << limit;
    EXPECT_EQ(contents(run_path), "precious");
    std::filesystem::remove(said);
    EXPECT_EQ(files(), 1U) << "limit " << limit;
    ++refused;
  }
  EXPECT_EQ(refused, 7);
}

TEST_F(RecordingFile, WritesThroughALinkAndKeepsIt) {
  put("old");
  const std::string link = (folder / "link.h5").string();
  std::filesystem::create_symlink(run_path, link);
  ASSERT_TRUE(write_recording(*run("bitonic", KeyType::kInt32, 8), link).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(read_recording(run_path).ok());
}

TEST_F(RecordingFile, OtherFilesAreNotRecordings) {
  EXPECT_EQ(message(), "cannot read " + run_path + ": No such file or directory.");
  put("");
  EXPECT_EQ(message(), "cannot read " + run_path + ": it is empty, not a Sortscope recording.");
  put("1,2,3\n");
  EXPECT_EQ(message(),
            "cannot read " + run_path + ": it is no HDF5 file, not a Sortscope recording.");
  EXPECT_FALSE(looks_like_recording(run_path));
  EXPECT_FALSE(looks_like_recording(folder.string()));
  EXPECT_FALSE(looks_like_recording(run_path + "-absent"));
  for (const bool newer : {false, true}) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (newer) H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
    H5Fclose(H5Fcreate(run_path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access));
    H5Pclose(access);
    EXPECT_EQ(message(), "cannot read " + run_path +
                             ": it is another kind of HDF5 file, not a Sortscope recording.");
  }
}

TEST_F(RecordingFile, NewerVersionsAreRefusedOrRead) {
  const std::string newer = message_after([](hid_t file) { set_number(file, "version_major", 3); });
  EXPECT_EQ(newer, "cannot read " + run_path + ": format 3.1, this program reads up to 2.x.");
  const Pointer recording = run("bitonic", KeyType::kInt32, 20);
  ASSERT_TRUE(write_recording(*recording, run_path).ok());
  const hid_t file = H5Fopen(run_path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  set_number(file, "version_minor", 7);
  set_text(file, "format_of_the_future", "ignored");
  H5Fclose(file);
  EXPECT_TRUE(read_recording(run_path).ok());
}

TEST_F(RecordingFile, WrongContentsAreRefused) {
  const auto expect = [&](const char* part, const std::function<void(hid_t)>& change) {
    const std::string said = message_after(change);
    EXPECT_NE(said.find(part), std::string::npos) << said;
  };
  expect("algorithm 'quick' is not known", [](hid_t f) { set_text(f, "algorithm", "quick"); });
  expect("version 9 of 'bitonic'", [](hid_t f) { set_number(f, "algorithm_version", 9); });
  expect("key type 'int128'", [](hid_t f) { set_text(f, "key_type", "int128"); });
  expect("order 'up'", [](hid_t f) { set_text(f, "order", "up"); });
  for (const char* id : {"engine", "kernel", "kernel_requested"}) {
    for (const std::string text : {"v0 v1", "v0;ls", "v0\nopen x", "$(ls)", "v0'", "ü", "\x80"}) {
      expect("is no name of one", [&](hid_t f) { set_text(f, id, text); });
    }
    expect("is no name of one", [&](hid_t f) { set_text(f, id, std::string(41, 'x')); });
  }
  expect("input 'uniform;ls' is not", [](hid_t f) { set_text(f, "input", "uniform;ls"); });
  expect("0 keys", [](hid_t f) { set_number(f, "n", 0); });
  expect("18446744073709551615 keys", [](hid_t f) { set_number(f, "n", ~std::uint64_t{0}); });
  expect("wires do not fit", [](hid_t f) { set_number(f, "wires", 129); });
  expect("keys are not 99", [](hid_t f) { set_number(f, "n", 99); });
  expect("attribute 'seed'", [](hid_t f) { H5Adelete(f, "seed"); });
  expect("attribute 'seed'", [](hid_t f) { set_text(f, "seed", "1"); });
  expect("attribute 'engine'", [](hid_t f) { set_text(f, "engine", std::string(5000, 'x')); });
  expect("keys do not match", [](hid_t f) { set_number(f, "keys_checksum", 1); });
  expect("bits do not match", [](hid_t f) { set_number(f, "bits_checksum", 1); });
  expect("keys are not 100 numbers of type int32",
         [](hid_t f) { set_array(f, "keys", H5T_STD_U32LE, {100}); });
  expect("has an array of another shape", [](hid_t f) {
    set_array(f, "keys", H5T_STD_I32LE, {10, 10});
  });
  expect("keys are not", [](hid_t f) { H5Ldelete(f, "keys", H5P_DEFAULT); });
  expect("has a message of another kind", [](hid_t f) {
    H5Ldelete(f, "keys", H5P_DEFAULT);
    H5Gclose(H5Gcreate2(f, "keys", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  });
  expect("has a link that is not a hard one", [](hid_t f) {
    H5Ldelete(f, "keys", H5P_DEFAULT);
    H5Lcreate_external("/etc/passwd", "keys", f, "keys", H5P_DEFAULT, H5P_DEFAULT);
  });
  expect("has a link that is not a hard one", [](hid_t f) {
    H5Lmove(f, "keys", f, "moved", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/moved", f, "keys", H5P_DEFAULT, H5P_DEFAULT);
  });
  // Big claims over few bytes are refused before memory is taken.
  expect("bits are not", [](hid_t f) { set_array(f, "bits", H5T_STD_U32LE, {1U << 30}); });
  expect("keys are not", [](hid_t f) {
    set_number(f, "n", 1U << 30);
    set_number(f, "wires", 1U << 30);
    set_array(f, "keys", H5T_STD_I32LE, {1U << 30});
  });
}

TEST_F(RecordingFile, EveryTruncationIsAnError) {
  ASSERT_TRUE(write_recording(*run("bitonic", KeyType::kInt32, 200), run_path).ok());
  const std::string whole = contents(run_path);
  for (std::size_t length = 0; length < whole.size(); length += length < 100 ? 1 : 37) {
    put(whole.substr(0, length));
    const std::string said = message();
    if (length >= 48) {
      EXPECT_NE(said.find("truncated, " + std::to_string(length) + " of "), std::string::npos)
          << said;
    }
  }
}

// Every byte of a small file is damaged in turn.
TEST_F(RecordingFile, DamageIsFoundOrHarmless) {
  const Pointer recording = run("bitonic", KeyType::kInt32, 100);
  ASSERT_TRUE(write_recording(*recording, run_path).ok());
  const std::string whole = contents(run_path);
  std::mt19937 random(5);
  std::size_t found = 0;
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const auto open_before = open_files();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string hurt = whole;
    hurt[at] = static_cast<char>(hurt[at] ^ (1U << random() % 8));
    put(hurt);
    const auto back = read_recording(run_path);
    if (back.ok()) {
      expect_same(*recording, **back);
    } else {
      ++found;
      EXPECT_EQ(back.error().code, ErrorCode::kBadInput) << at;
    }
  }
  EXPECT_GT(found, whole.size() / 2);
  EXPECT_EQ(open_files(), open_before);
}

}  // namespace
}  // namespace sortscope
