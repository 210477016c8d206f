// test_cuda_file.cpp: runs on CUDA that go into their file while they come from the device.
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <thread>

#include "core/keys/inputs.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/recordings/request.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

RunRequest request_for(std::string_view algorithm, KeyType type, std::uint32_t n) {
  RunRequest request;
  request.algorithm = algorithm;
  request.any_input = true;
  const Algorithm& sorter = **find_algorithm(algorithm);
  const char* const input = sorter.needs_bitonic_input ? "bitonic" : "uniform";
  request.keys = *generate_keys(input, type, n, 3, sorter, Order::kAscending);
  return request;
}

class CudaFileTest : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    std::string pattern = (std::filesystem::temp_directory_path() / "sortscope-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    path = (folder / "run.h5").string();
  }
  void TearDown() override {
    if (!folder.empty()) std::filesystem::remove_all(folder);
  }
  [[nodiscard]] std::ptrdiff_t files() const {
    return std::distance(std::filesystem::directory_iterator(folder), {});
  }
  // The file is the one written afterwards, and has the outcomes of the CPU engine.
  void expect_same_file(const RunRequest& request, bool pairs) const {
    const auto made = record_into_file(request, cuda(), pairs, path);
    ASSERT_TRUE(made.ok()) << made.error().text();
    const std::string after = (folder / "after.h5").string();
    ASSERT_TRUE(write_recording(**made, after).ok());
    EXPECT_TRUE(contents(path) == contents(after));
    const auto read = read_recording(path);
    ASSERT_TRUE(read.ok()) << read.error().text();
    const auto by_cpu = record(request, *make_cpu_engine(), pairs);
    ASSERT_TRUE(by_cpu.ok());
    EXPECT_TRUE((*read)->bits == (*by_cpu)->bits);
    EXPECT_EQ((*read)->request.keys, request.keys);
    EXPECT_EQ((*read)->engine, "cuda");
    EXPECT_EQ((*read)->sorted, (*by_cpu)->sorted);
    EXPECT_EQ(files(), 2);
  }

  std::filesystem::path folder;
  std::string path;
};

TEST_F(CudaFileTest, IsThatWrittenAfterwards) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.id == "listed") continue;
    for (const std::uint32_t n : {2U, 64U, 1000U, 4096U}) {
      if (n > algorithm.max_keys) continue;
      for (const bool pairs : {false, true}) {
        SCOPED_TRACE(testing::Message() << algorithm.id << ' ' << n << ' ' << pairs);
        expect_same_file(request_for(algorithm.id, KeyType::kInt32, n), pairs);
      }
    }
  }
}

// So much that it comes in pieces, with words of 64 bits and places, too.
TEST_F(CudaFileTest, ComesInPieces) {
  expect_same_file(request_for("bitonic", KeyType::kUint32, 1U << 22), false);
  expect_same_file(request_for("bitonic", KeyType::kFloat64, (1U << 22) - 1000), true);
  expect_same_file(request_for("adaptive-interval", KeyType::kUint32, 1U << 23), false);
}

TEST_F(CudaFileTest, CancelledAtAnyMomentTheOldFileStays) {
  const RunRequest request = request_for("bitonic", KeyType::kUint32, 1U << 23);
  std::mt19937 random(11);
  for (int i = 0; i < 30; ++i) {
    std::ofstream(path) << "precious";
    Progress progress;
    const auto delay = std::chrono::microseconds(random() % 250'000);
    std::jthread canceller([&] {
      std::this_thread::sleep_for(delay);
      progress.cancel = true;
    });
    const auto made = record_into_file(request, cuda(), i % 2 == 0, path, &progress);
    EXPECT_EQ(files(), 1);
    if (made) {
      EXPECT_TRUE(read_recording(path).ok());
    } else {
      EXPECT_EQ(made.error().code, ErrorCode::kCancelled);
      EXPECT_EQ(contents(path), "precious");
    }
  }
}

}  // namespace
}  // namespace sortscope
