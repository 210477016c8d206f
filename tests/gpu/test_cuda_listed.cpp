// test_cuda_listed.cpp: networks from a list, recorded on CUDA and on the CPU.
#include <random>
#include <vector>

#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

using CudaListedTest = GpuTest;

// Directed comparators at random: what they leave is in no order.
std::shared_ptr<const ListedNetwork> random_network(std::uint32_t wires, std::size_t size,
                                                    std::mt19937_64& random) {
  std::vector<Comparator> flat;
  while (wires > 1 && flat.size() < size) {
    const auto a = static_cast<Wire>(random() % wires);
    const auto b = static_cast<Wire>(random() % wires);
    if (a != b) flat.push_back({a, b});
  }
  return *ListedNetwork::leveled(wires, flat);
}

TEST_F(CudaListedTest, RecordsWhatTheCpuRecords) {
  const auto cpu = make_cpu_engine();
  std::mt19937_64 random(11);
  for (const std::uint32_t wires : {1U, 2U, 3U, 31U, 32U, 33U, 64U, 200U, 5000U}) {
    for (const KeyType type : {KeyType::kInt32, KeyType::kFloat64}) {
      for (const bool pairs : {false, true}) {
        RunRequest request;
        request.algorithm = "listed";
        request.parameters.set(ListedChoice{random_network(wires, std::size_t{6} * wires, random)});
        request.order = wires % 2 == 0 ? Order::kAscending : Order::kDescending;
        request.keys = *generate_keys("few-distinct", type, wires, random() % 1000,
                                      **find_algorithm("listed"), request.order);
        const auto expected = record(request, *cpu, pairs);
        const auto got = record(request, cuda(), pairs);
        ASSERT_TRUE(expected.ok()) << expected.error().text();
        ASSERT_TRUE(got.ok()) << got.error().text();
        EXPECT_EQ((*got)->timing.kernel, "list");
        EXPECT_EQ((*got)->bits, (*expected)->bits) << wires;
        EXPECT_EQ((*got)->sorted, (*expected)->sorted);
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
