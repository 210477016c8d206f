// test_layout.cpp: what lies in a file as recordings have it goes on to the HDF5 library; nothing
// else does.
#include "core/base/hdf5/layout.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <unistd.h>
#include <zlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hdf5/file.h"
#include "core/engines/cpu/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/recordings/request.h"

namespace sortscope {
namespace {

using namespace std::string_view_literals;

constexpr const char* kTests = SORTSCOPE_SOURCE_DIR "/tests/";

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The breach in words; "" where there is none.
std::string breach_of(const std::string& bytes) {
  H5Source source;
  source.size = bytes.size();
  source.bytes = {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()};
  const auto breach = find_breach(source);
  if (!breach) return "";
  EXPECT_LE(breach->byte, bytes.size()) << breach->what;
  return std::string(breach->what);
}

std::string breach_of_file(const std::string& path) {
  H5Source source;
  source.descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  source.size = std::filesystem::file_size(path);
  const auto breach = find_breach(source);
  EXPECT_EQ(breach ? std::string(breach->what) : "", breach_of(contents(path))) << path;
  return breach ? std::string(breach->what) : "";
}

class RecordingLayout : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "layout-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    path = (folder / "run.h5").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  [[nodiscard]] std::string written(const RunRequest& request, RecordingForm form) const {
    const auto engine = make_cpu_engine();
    const auto made = record(request, *engine);
    EXPECT_TRUE(made.ok()) << request.algorithm;
    EXPECT_TRUE(write_recording(**made, path, nullptr, form).ok()) << request.algorithm;
    return contents(path);
  }
  [[nodiscard]] std::string bitonic(std::uint32_t n) const {
    RunRequest request;
    request.algorithm = "bitonic";
    request.keys = *generate_keys("uniform", KeyType::kInt32, n, 1, **find_algorithm("bitonic"),
                                  Order::kAscending);
    return written(request, RecordingForm::kWhole);
  }
  // A file with `links` arrays; the first has `chunks` chunks of 1 MiB.
  [[nodiscard]] std::string arrays(std::size_t links, std::size_t chunks = 0) const {
    const H5Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    const H5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_attr_phase_change(creation.id(), 100, 0);
    H5Pset_libver_bounds(access.id(), H5F_LIBVER_V110, H5F_LIBVER_V110);
    H5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), access.id()), H5Fclose);
    const std::vector<unsigned char> bytes(4);
    H5Sink sink;
    for (std::size_t i = 0; i < links; ++i) {
      const std::string name = "keyframe_" + std::to_string(i);
      if (i == 0 && chunks > 0) {
        write_zeros(file.id(), name, chunks);
      } else {
        EXPECT_EQ(write_array(file.id(), name.c_str(), H5T_STD_U32LE, bytes, sink, nullptr),
                  H5Outcome::kDone);
      }
    }
    EXPECT_TRUE(file.close());
    return contents(path);
  }

  std::filesystem::path folder;
  std::string path;

 private:
  // As write_array() does, without an array of that length.
  static void write_zeros(hid_t file, const std::string& name, std::size_t chunks) {
    const hsize_t chunk = 1 << 18;
    const hsize_t count = chunks * chunk;
    const H5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
    const H5Handle plist(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(plist.id(), 1, &chunk);
    H5Pset_deflate(plist.id(), 1);
    H5Pset_fill_time(plist.id(), H5D_FILL_TIME_NEVER);
    const H5Handle set(H5Dcreate2(file, name.c_str(), H5T_STD_U32LE, space.id(), H5P_DEFAULT,
                                  plist.id(), H5P_DEFAULT),
                       H5Dclose);
    const std::vector<unsigned char> zeros(chunk * 4);
    std::vector<unsigned char> packed(compressBound(zeros.size()));
    uLongf length = packed.size();
    compress2(packed.data(), &length, zeros.data(), zeros.size(), 1);
    for (std::size_t i = 0; i < chunks; ++i) {
      const hsize_t at = i * chunk;
      EXPECT_GE(H5Dwrite_chunk(set.id(), H5P_DEFAULT, 0, &at, length, packed.data()), 0);
    }
  }
};

TEST_F(RecordingLayout, OlderFilesHaveIt) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kTests)) {
    if (entry.path().extension() != ".h5" || entry.path().stem() == "address-beyond") continue;
    EXPECT_EQ(breach_of_file(entry.path().string()), "") << entry.path();
    ++files;
  }
  EXPECT_GE(files, 8);
}

TEST_F(RecordingLayout, FilesOfEveryAlgorithmAndFormHaveIt) {
  int type = 0;
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t n : {1U, 5U, 300U}) {
      for (const bool pairs : {false, true}) {
        RunRequest request;
        request.algorithm = algorithm.id;
        request.keyframes_only = algorithm.family == Family::kAks && pairs;
        request.pairs = pairs && !request.keyframes_only;
        request.input = "bitonic";
        request.keys = *generate_keys("bitonic", static_cast<KeyType>(type++ % 6), n, 1, algorithm,
                                      Order::kAscending);
        for (const RecordingForm form : {RecordingForm::kWhole, RecordingForm::kCompact}) {
          EXPECT_EQ(breach_of(written(request, form)), "") << algorithm.id << " " << n;
        }
      }
    }
  }
}

TEST_F(RecordingLayout, ManyChunksAndManyLinksHaveIt) {
  EXPECT_EQ(breach_of(bitonic(300'000)), "");
  for (const std::size_t links : {8U, 9U, 20U, 45U, 46U, 67U, 200U}) {
    EXPECT_EQ(breach_of(arrays(links)), "") << links;
  }
  // From 1025 on they are listed in pages.
  for (const std::size_t chunks : {2U, 1024U, 1025U, 2049U}) {
    const std::string file = arrays(2, chunks);
    EXPECT_EQ(breach_of(file), "") << chunks;
    EXPECT_NE(breach_of(file.substr(0, file.size() - 1)), "") << chunks;
  }
}

/// Bytes of a good file that are changed, and what it then has.
struct Breach {
  std::string_view near;  // found once or first
  std::size_t from;       // behind its begin
  std::string_view bytes;
  const char* has;
};

void expect_breaches(const std::string& good, std::initializer_list<Breach> breaches) {
  ASSERT_EQ(breach_of(good), "");
  for (const Breach& breach : breaches) {
    const std::size_t at = good.find(breach.near);
    ASSERT_NE(at, std::string::npos) << breach.has;
    std::string bad = good;
    bad.replace(at + breach.from, breach.bytes.size(), breach.bytes);
    ASSERT_EQ(bad.size(), good.size());
    EXPECT_EQ(breach_of(bad), breach.has) << "at " << at + breach.from;
  }
}

constexpr std::string_view kFar = "\xf0\xff\xff\xff\xff\xff\xff\x7f"sv;
constexpr std::string_view kRoot = "\x30\0\0\0\0\0\0\0"sv;

// Another program may write to the file while it is read: the library sees what was looked at.
TEST_F(RecordingLayout, WhatWasLookedAtStaysAsItWas) {
  const std::string before = bitonic(1024);
  H5Source source;
  source.descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  source.size = before.size();
  ASSERT_FALSE(find_breach(source));
  std::fstream(path, std::ios::binary | std::ios::in | std::ios::out)
      << std::string(before.size(), '\xff');
  ASSERT_NE(contents(path), before);
  const H5Quiet quiet;
  const H5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  ASSERT_TRUE(read_from(access.id(), source));
  const H5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), H5Fclose);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(read_unsigned(file.id(), "n"), 1024U);
  EXPECT_EQ(read_text(file.id(), "algorithm"), "bitonic");
}

TEST_F(RecordingLayout, EachBreachIsSaid) {
  constexpr auto kAttribute = "\x03\0\x07\0\x08\0\x04\0\0format"sv;
  constexpr auto kNumber = "\x03\0\x0e\0\x0c\0\x04\0\0version_major"sv;
  constexpr auto kShape = "\x01\x14\0\0\x02\x01\x01\x01"sv;
  constexpr auto kType = "\x03\x0c\0\x01\x10"sv;
  constexpr auto kFilter = "\x0b\x0c\0\x01\x02\x01"sv;
  constexpr auto kLayout = "\x08\x1e\0\0\x04\x02\x02\x02\x02"sv;
  constexpr auto kLink = "\x06\x0f\0\0\x01\0\x04keys"sv;
  constexpr auto kLinks = "\x02\x12\0\0\0\0\xff"sv;
  constexpr auto kMore = "\x10\x10\0\0"sv;
  expect_breaches(
      bitonic(300),
      {
          {"\x89HDF"sv, 8, "\x02"sv, "another superblock"},
          {"\x89HDF"sv, 12, "\x08"sv, "another superblock"},
          {"\x89HDF"sv, 20, kRoot, "another superblock"},
          {"\x89HDF"sv, 28, kFar, "an end that it does not reach"},
          {"\x89HDF"sv, 36, kFar, "an object beyond its end"},
          {"\x89HDF"sv, 36, "\0\0"sv, "an object of another version"},
          {"OHDR"sv, 4, "\x01"sv, "an object of another version"},
          {"OHDR"sv, 5, "\x15"sv, "an object with other flags"},
          {"OHDR"sv, 6, "\x08"sv, "attributes that are not kept together"},
          {"OHDR"sv, 10, "\xff\xff"sv, "a structure that reaches beyond its end"},
          {kMore, 4, kFar, "a structure that reaches beyond its end"},
          {kMore, 4, kRoot, "one structure on another"},
          {kMore, 12, "\0\0\0\0\0\0\0\x01"sv, "a structure that reaches beyond its end"},
          {kMore, 12, "\x07"sv, "another header"},
          {kMore, 0, "\x0d"sv, "a message of another kind"},
          {kMore, 3, "\x02"sv, "a message with other flags"},
          {"OCHK"sv, 0, "X"sv, "another part of a header"},
          {kLinks, 0, "\x11"sv, "a message of another kind"},
          {kLinks, 5, "\x01"sv, "links in another order"},
          {kLinks, 6, kRoot, "one structure on another"},
          {"\x15\x12\0\x04\0\0\xff"sv, 6, kRoot, "attributes in a heap"},
          {kLink, 5, "\x08"sv, "a link that is not a hard one"},
          {kLink, 6, "\x05"sv, "a message of another length"},
          {kLink, 7, "\0"sv, "a link without a name"},
          {kLink, 11, kRoot, "one structure on another"},
          {kLink, 11, kFar, "an object beyond its end"},
          {kAttribute, 0, "\x01"sv, "another kind of attribute"},
          {kAttribute, 1, "\x01"sv, "another kind of attribute"},
          {kAttribute, 2, "\xff\xff"sv, "an attribute without a name"},
          {kAttribute, 15, "X"sv, "an attribute without a name"},
          {kAttribute, 16, "\x19"sv, "an attribute of another type"},
          {kAttribute, 20, "\xff\xff\xff\x7f"sv, "a message of another length"},
          {kNumber, 4, "\x0b"sv, "an attribute of another type"},
          {kNumber, 35, "\x02\x01"sv, "an attribute of many values"},
          {kShape, 5, "\x02"sv, "an array of another shape"},
          {kShape, 7, "\x02"sv, "an array of another shape"},
          {kShape, 16, "\xff\xff\xff\xff\xff\xff\xff\xff"sv, "an array that can grow"},
          {kShape, 8, "\xff\0\0\0\0\0\0\0\xff\0\0\0\0\0\0\0"sv, "chunks of another size"},
          {kShape, 0, "\0"sv, "an object that lacks a message"},
          {kType, 3, "\x03"sv, "a message with other flags"},
          {kType, 4, "\x19"sv, "an array of another type"},
          {kType, 8, "\0"sv, "an array of another type"},
          {"\x05\x02\0\x01\x03\x07"sv, 5, "\x27"sv, "an array with a value to fill it"},
          {kFilter, 0, "\x07"sv, "a message of another kind"},
          {kFilter, 0, "\0"sv, "an array with another filter"},
          {kFilter, 5, "\x02"sv, "an array with another filter"},
          {kFilter, 6, "\x04"sv, "an array with another filter"},
          {kLayout, 4, "\x03"sv, "an array of another layout"},
          {kLayout, 5, "\0"sv, "an array of another layout"},
          {kLayout, 5, "\x03"sv, "an array of another layout"},
          {kLayout, 7, "\x03"sv, "an array of another layout"},
          {kLayout, 8, "\0"sv, "an array of another layout"},
          {kLayout, 9, "\0\0"sv, "empty chunks"},
          {kLayout, 9, "\xff\xff"sv, "chunks of another size"},
          {kLayout, 11, "\x03"sv, "chunks of another size"},
          {kLayout, 13, "\x02"sv, "another index"},
          {kLayout, 13, "\x04"sv, "another index"},
          {kLayout, 13, "\x05"sv, "another index"},
          {kLayout, 14, kFar, "an array that reaches beyond its end"},
          {kLayout, 22, "\x02"sv, "a chunk with another filter"},
          {kLayout, 26, kFar, "an array that reaches beyond its end"},
      });
}

TEST_F(RecordingLayout, OnlyAnEmptyArrayIsNotInChunks) {
  constexpr auto kLayout = "\x08\x12\0\0\x04\x01\xff"sv;
  expect_breaches(bitonic(1), {
                                  {kLayout, 4, "\x03"sv, "an array of another layout"},
                                  {kLayout, 6, kRoot, "an array that is not in chunks"},
                                  {kLayout, 6, kFar, "an array that is not in chunks"},
                              });
}

TEST_F(RecordingLayout, EachBreachOfATableOfChunksIsSaid) {
  expect_breaches(arrays(1, 3),
                  {
                      {"FAHD"sv, 4, "\x01"sv, "another index of chunks"},
                      {"FAHD"sv, 6, "\0"sv, "another index of chunks"},
                      {"FAHD"sv, 7, "\0"sv, "another index of chunks"},
                      {"FAHD"sv, 8, "\x04"sv, "another number of chunks"},
                      {"FAHD"sv, 8, kFar, "another number of chunks"},
                      {"FAHD"sv, 16, kFar, "a structure that reaches beyond its end"},
                      {"FAHD"sv, 16, kRoot, "one structure on another"},
                      {"FADB"sv, 5, "\0"sv, "another index of chunks"},
                      {"FADB"sv, 6, kFar, "another index of chunks"},
                      {"FADB"sv, 14, kFar, "an array that reaches beyond its end"},
                      {"FADB"sv, 22, "\xff\xff\xff\xff"sv, "an array that reaches beyond its end"},
                      {"FADB"sv, 26, "\x02"sv, "a chunk with another filter"},
                  });
  // One long chunk may be there many times, and would be inflated each time.
  std::string often = arrays(1, 20);
  const std::size_t first = often.find("FADB") + 14;
  const auto all = static_cast<std::uint32_t>(often.size());
  for (std::size_t i = 0; i < 20; ++i) {
    std::memset(often.data() + first + 16 * i, 0, 8);
    std::memcpy(often.data() + first + 16 * i + 8, &all, sizeof all);
  }
  EXPECT_EQ(breach_of(often), "more in its arrays than it holds");
}

TEST_F(RecordingLayout, EachBreachOfAHeapOfLinksIsSaid) {
  expect_breaches(arrays(67),
                  {
                      {"FRHP"sv, 5, "\x08"sv, "another heap"},
                      {"FRHP"sv, 7, "\x01"sv, "another heap"},
                      {"FRHP"sv, 22, kRoot, "another heap"},
                      {"FRHP"sv, 38, kFar, "another heap"},
                      {"FRHP"sv, 46, "\xff\xff"sv, "a heap of another length"},
                      {"FRHP"sv, 110, "\0\0"sv, "another heap"},
                      {"FRHP"sv, 132, kFar, "a structure that reaches beyond its end"},
                      {"FRHP"sv, 140, "\x0a\0"sv, "a larger heap"},
                      {"FHIB"sv, 5, kRoot, "another heap"},
                      {"FHIB"sv, 17, kRoot, "one structure on another"},
                      {"FHIB"sv, 17, kFar, "a structure that reaches beyond its end"},
                      {"FHDB"sv, 13, "\x01"sv, "another heap"},
                      {"BTHD"sv, 5, "\x08"sv, "another tree"},
                      {"BTHD"sv, 10, "\0"sv, "another tree"},
                      {"BTHD"sv, 12, "\x02"sv, "another tree"},
                      {"BTHD"sv, 16, kFar, "a structure that reaches beyond its end"},
                      {"BTHD"sv, 24, "\x19"sv, "another tree"},
                      {"BTHD"sv, 26, "\x42"sv, "another number of links"},
                      {"BTIN"sv, 5, "\x06"sv, "another tree"},
                      {"BTIN"sv, 10, "\x10"sv, "a link elsewhere"},
                      {"BTIN"sv, 11, "\xff\xff\xff\xff"sv, "a link outside of its heap"},
                      {"BTIN"sv, 15, "\xff\xff"sv, "a link outside of its heap"},
                      {"BTIN"sv, 15, "\xff\0"sv, "a link of another length"},
                      {"BTLF"sv, 0, "X"sv, "another tree"},
                  });
}

TEST_F(RecordingLayout, TheLibrarySeesNoneOfTheFilesThatBringItDown) {
  for (const char* name :
       {"attributes-in-a-heap", "heap-of-heaps", "chunks-of-no-bytes", "endless-index"}) {
    const std::string file =
        contents(std::filesystem::path(kTests) / "fuzz/corpus/recording" / name);
    ASSERT_FALSE(file.empty()) << name;
    const auto read = parse_recording(file, "run.h5");
    ASSERT_FALSE(read.ok()) << name;
    EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
    EXPECT_TRUE(read.error().message.starts_with(
        "cannot read run.h5: it is damaged, or no recording of Sortscope: it has "))
        << read.error().message;
  }
}

}  // namespace
}  // namespace sortscope
