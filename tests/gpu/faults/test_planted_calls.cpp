// test_planted_calls.cpp: the call number k of CUDA's runtime fails, for every k: what was asked
// for ends with a sentence, nothing ends badly, and the next time it is done rightly.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/engines/plans/kernels.h"
#include "core/engines/tracing.h"
#include "core/keys/inputs.h"
#include "core/lab/lab.h"
#include "core/recordings/recording.h"
#include "kernels/lab_cuda.h"
#include "tests/gpu/faults/planted_call.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

// Of work with more calls a sample of so many is tried: the first ones, then evenly.
constexpr std::uint64_t kMostTried = 400;

class PlantedCallTest : public GpuTest {
 protected:
  void TearDown() override { end_planting(); }

  // `work` with each of its calls failing; between them, and at the end, `right` with none.
  static void fail_every_call(const std::string& what, const std::function<Status()>& work,
                              const std::function<void()>& right) {
    for (const PlantedError error : {PlantedError::kNoMemory, PlantedError::kLaunchFailed}) {
      plant_failing_call(0, error);
      const Status whole = work();
      const std::uint64_t calls = end_planting();
      ASSERT_TRUE(whole.ok()) << what << ": " << whole.error().text();
      ASSERT_GT(calls, 0U) << what << ": no call is seen, so none can fail";
      std::uint64_t failed = 0;
      const std::uint64_t step = std::max<std::uint64_t>(1, calls / kMostTried);
      for (std::uint64_t call = 1; call <= calls; call += call < 50 ? 1 : step) {
        plant_failing_call(call, error);
        const Status status = work();
        end_planting();
        ASSERT_EQ(device_error(), "") << what << ", after call " << call << ", " << failed_call();
        if (status.ok()) continue;  // one that it does without
        ++failed;
        EXPECT_FALSE(status.error().message.empty()) << what << ", call " << call;
        EXPECT_NE(status.error().code, ErrorCode::kBadUsage) << what << ", call " << call;
      }
      EXPECT_GT(failed, 0U) << what;
      right();
    }
  }
};

TEST_F(PlantedCallTest, RecordingOfEveryKernel) {
  const auto cpu = make_cpu_engine();
  for (const Kernel& kernel : cuda_kernels()) {
    const auto of_it = std::ranges::find_if(algorithms(), [&](const Algorithm& algorithm) {
      return algorithm.id != "listed" && runs(kernel, algorithm);
    });
    if (of_it == algorithms().end()) continue;
    RunRequest request;
    request.algorithm = of_it->id;
    request.kernel = kernel.id;
    request.any_input = true;
    const std::uint32_t n = kernel.max_wires != 0 ? std::min(kernel.max_wires, 256U) : 256;
    request.keys = *generate_keys("uniform", KeyType::kInt32, n, 5, *of_it, Order::kAscending);
    RunRequest by_cpu = request;
    by_cpu.kernel.clear();
    const auto expected = record(by_cpu, *cpu);
    ASSERT_TRUE(expected.ok()) << kernel.id;
    const auto work = [&]() -> Status {
      const auto made = record(request, cuda());
      if (!made.ok()) return made.error();
      // What went well went well.
      EXPECT_TRUE((*made)->bits == (*expected)->bits) << kernel.id;
      return {};
    };
    fail_every_call(std::string(kernel.id), work,
                    [&] { EXPECT_TRUE(work().ok()) << kernel.id << " afterwards"; });
  }
}

// So many outcomes that they come in pieces, on several threads.
TEST_F(PlantedCallTest, RecordingThatComesInPieces) {
  RunRequest request;
  const Algorithm& algorithm = **find_algorithm(request.algorithm);
  request.keys =
      *generate_keys("uniform", KeyType::kUint32, 1U << 22, 5, algorithm, Order::kAscending);
  const auto expected = record(request, *make_cpu_engine());
  ASSERT_TRUE(expected.ok());
  const auto work = [&]() -> Status {
    const auto made = record(request, cuda());
    if (!made.ok()) return made.error();
    EXPECT_TRUE((*made)->bits == (*expected)->bits);
    return {};
  };
  fail_every_call("pieces", work, [&] { EXPECT_TRUE(work().ok()); });
}

TEST_F(PlantedCallTest, StartingAndMeasuringInTheLab) {
  const auto measured = [](LabBackend& lab) -> Status {
    LabRequest request;
    request.sorters = {"v0", "fast", "cub-merge"};
    request.sizes = {1024};
    request.repetitions = 2;
    LabControl control;
    std::shared_ptr<const LabResult> result;
    LabBackend* const backends[] = {&lab};
    const Status status =
        run_lab(backends, request, nullptr, control,
                [&](std::shared_ptr<const LabResult> grown) { result = std::move(grown); });
    if (!status.ok()) return status;
    for (const LabCell& cell : result->cells) {
      if (cell.state == LabState::kMeasured) continue;
      EXPECT_FALSE(cell.reason.empty()) << cell.what.sorter;
      return Error{ErrorCode::kWorkFailed, cell.reason, ""};
    }
    return {};
  };
  const auto work = [&]() -> Status {
    auto lab = make_cuda_lab();
    return lab.ok() ? measured(**lab) : Status(lab.error());
  };
  fail_every_call("the lab", work, [&] { EXPECT_TRUE(work().ok()); });
}

TEST_F(PlantedCallTest, Tracing) {
  const Algorithm& algorithm = **find_algorithm("bitonic");
  const Keys keys =
      *generate_keys("uniform", KeyType::kUint32, 1024, 5, algorithm, Order::kAscending);
  const Network network = algorithm.build(1024);
  const PreparedKeys start = prepare_keys(keys, Order::kAscending, network.wires(), false);
  const auto work = [&]() -> Status {
    const auto traced = trace_sort(cuda(), {algorithm, network, start, "v2", true, 2}, nullptr);
    return traced.ok() ? Status() : Status(traced.error());
  };
  fail_every_call("trace", work, [&] { EXPECT_TRUE(work().ok()); });
}

}  // namespace
}  // namespace sortscope
