// test_device_calls.cu: calls that fail leave nothing behind, graphs replace each other, and sorts
// can be run again.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/engine/fetch.h"
#include "kernels/engine/lab_kernels.cuh"
#include "kernels/sorters/device_sort.cuh"
#include "kernels/sorters/device_sorter.cuh"
#include "tests/gpu/gpu_test.h"

namespace sortscope::device {
namespace {

class DeviceCallTest : public GpuTest {};

TEST_F(DeviceCallTest, AReportedErrorDoesNotFailTheNextLaunch) {
  const Status failed = checked(cudaSetDevice(9999), "choosing the GPU");
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(failed.error().message.find("cudaErrorInvalidDevice"), std::string::npos);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  EXPECT_EQ(lab_nothing(nullptr), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

// Sizes around those from which on it comes in pieces of 2 MiB; every byte differs from that of a
// piece before.
TEST_F(DeviceCallTest, WhatIsFetchedIsThereWhenItIsTold) {
  constexpr std::uint64_t kWorthPieces = std::uint64_t{32} << 20;
  Stream stream;
  ASSERT_TRUE(stream.create().ok());
  for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{1}, kWorthPieces - 1,
                                    kWorthPieces, kWorthPieces + 1, 3 * kWorthPieces + 4097}) {
    std::vector<unsigned char> expected(bytes);
    for (std::uint64_t i = 0; i < bytes; ++i) {
      expected[i] = static_cast<unsigned char>(i * 2654435761U >> 24);
    }
    DeviceBuffer<unsigned char> device;
    ASSERT_TRUE(device.allocate(bytes).ok());
    ASSERT_TRUE(upload(device.data(), expected.data(), bytes, stream.get(), "a copy").ok());
    std::vector<unsigned char> got(bytes, 0xee);
    std::atomic<bool> whole{true};
    std::atomic<std::uint64_t> most{0};
    const auto came = [&](std::uint64_t first) {
      // Its last bytes: all of it each time would take minutes.
      const std::uint64_t from = first - std::min<std::uint64_t>(first, 5000);
      if (!std::equal(got.begin() + from, got.begin() + first, expected.begin() + from)) {
        whole = false;
      }
      std::uint64_t before = most;
      while (before < first && !most.compare_exchange_weak(before, first)) {
      }
      return true;
    };
    const Status status = fetch(got.data(), device.data(), bytes, stream.get(), came, nullptr);
    EXPECT_TRUE(status.ok()) << status.error().text();
    EXPECT_TRUE(whole) << bytes;
    EXPECT_EQ(most, bytes);
    EXPECT_TRUE(got == expected) << bytes;
  }
}

TEST_F(DeviceCallTest, FetchingStopsWhereItIsNotWanted) {
  constexpr std::uint64_t kBytes = std::uint64_t{200} << 20;
  Stream stream;
  ASSERT_TRUE(stream.create().ok());
  DeviceBuffer<unsigned char> device;
  ASSERT_TRUE(device.allocate(kBytes).ok());
  std::vector<unsigned char> got(kBytes);
  std::atomic<int> told{0};
  const Status refused = fetch(
      got.data(), device.data(), kBytes, stream.get(), [&](std::uint64_t) { return ++told < 3; },
      nullptr);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kCancelled);
  Progress progress;
  progress.cancel = true;
  const Status stopped = fetch(got.data(), device.data(), kBytes, stream.get(), {}, &progress);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

TEST_F(DeviceCallTest, GraphsGoWhenTheirLaunchesAreCapturedAgain) {
  Stream stream;
  ASSERT_TRUE(stream.create().ok());
  LaunchGraph graph;
  const auto capture = [&](int times) {
    for (int i = 0; i < times; ++i) {
      const Status captured = graph.capture(stream.get(), [&] {
        for (int launch = 0; launch < 256; ++launch) {
          if (Status status = checked(lab_nothing(stream.get()), "a launch"); !status.ok()) {
            return status;
          }
        }
        return Status();
      });
      ASSERT_TRUE(captured.ok()) << captured.error().text();
    }
    ASSERT_TRUE(graph.run(stream.get()).ok());
    ASSERT_EQ(cudaStreamSynchronize(stream.get()), cudaSuccess);
  };
  const auto free_bytes = [] {
    std::size_t free = 0;
    std::size_t all = 0;
    EXPECT_EQ(cudaMemGetInfo(&free, &all), cudaSuccess);
    return free;
  };
  capture(8);
  const std::size_t before = free_bytes();
  // Kept, so many would take more than 30 MB.
  capture(512);
  EXPECT_LT(before - std::min(before, free_bytes()), std::size_t{8} << 20);
}

// Too many comparators for a graph, and an odd number of launches from one buffer to the other.
TEST_F(DeviceCallTest, ASortThatEndsInTheOtherBufferCanBeRunAgain) {
  constexpr std::uint32_t kKeys = 1U << 25;
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  const Network network = bitonic.build(kKeys);
  auto made = make_sorter({bitonic, network, "double-buffered", 32, false, false});
  ASSERT_TRUE(made.ok()) << made.error().text();
  ASSERT_EQ((*made)->launches() % 2, 1U);
  Stream stream;
  DeviceBuffer<std::uint32_t> input;
  DeviceBuffer<std::uint32_t> words;
  DeviceBuffer<LabFindings> findings;
  for (Status status :
       {stream.create(), input.allocate(kKeys), words.allocate(kKeys), findings.allocate(1)}) {
    if (!status.ok()) GTEST_SKIP() << status.error().text();
  }
  DeviceKeys keys;
  keys.words = words.data();
  keys.real_keys = kKeys;
  ASSERT_TRUE((*made)->prepare(keys, nullptr, stream.get()).ok());
  const auto look = [&](const void* of, LabFindings& found) {
    ASSERT_EQ(cudaMemsetAsync(findings.data(), 0, sizeof found, stream.get()), cudaSuccess);
    ASSERT_EQ(lab_check(32, of, nullptr, input.data(), kKeys, findings.data(), stream.get()),
              cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(&found, findings.data(), sizeof found, cudaMemcpyDeviceToHost,
                              stream.get()),
              cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream.get()), cudaSuccess);
  };
  for (std::uint32_t run = 0; run < 3; ++run) {
    // Falling keys, others in every run, so that what is sorted is this run's.
    std::vector<std::uint32_t> falling(kKeys);
    for (std::uint32_t i = 0; i < kKeys; ++i) falling[i] = 3 * (kKeys - i) + run;
    LabFindings found{};
    LabFindings expected{};
    ASSERT_EQ(cudaMemcpyAsync(input.data(), falling.data(), kKeys * 4ULL, cudaMemcpyHostToDevice,
                              stream.get()),
              cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(words.data(), input.data(), kKeys * 4ULL, cudaMemcpyDeviceToDevice,
                              stream.get()),
              cudaSuccess);
    ASSERT_TRUE((*made)->run(stream.get(), nullptr).ok());
    look(keys.words, found);
    look(input.data(), expected);
    EXPECT_EQ(found.descents, 0U) << "run " << run;
    EXPECT_EQ(found.hash, expected.hash) << "run " << run;
  }
}

}  // namespace
}  // namespace sortscope::device
