// bench_verify.cpp: how long the CPU takes to verify sorting networks of up to 32 wires, some of
// 64, and wider ones by merging sorted runs. The slowest of the first is to take less than a
// second.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "core/algorithms/algorithm.h"
#include "core/verify/verify.h"

namespace sortscope {
namespace {

// Returns the time of the answer; what is redundant is not looked for.
std::uint64_t verify_ns(const char* algorithm, std::uint32_t n, bool print,
                        VerifyMethod method = VerifyMethod::kSearch) {
  const auto network = list_comparators((*find_algorithm(algorithm))->build(n), algorithm);
  const auto verdict = verify(**network, {.method = method, .redundant = false});
  if (!verdict || !verdict->holds()) {
    fmt::print("{} n = {}: not verified\n", algorithm, n);
    return ~std::uint64_t{0};
  }
  if (print) {
    fmt::print("{:24} {:4} wires {:6} comparators {:9} {} {:9.3f} ms\n", algorithm,
               (*network)->wires(), (*network)->size(), verdict->states,
               method == VerifyMethod::kRuns ? "combinations" : "states",
               static_cast<double>(verdict->elapsed_ns) / 1e6);
  }
  return verdict->elapsed_ns;
}

}  // namespace
}  // namespace sortscope

int main() {
  using sortscope::verify_ns;
  std::uint64_t slowest = 0;
  for (const char* algorithm :
       {"bitonic", "bitonic-ascending", "odd-even-merge", "pairwise", "odd-even-transposition"}) {
    for (std::uint32_t n = 2; n <= 32; ++n) {
      slowest = std::max(slowest, verify_ns(algorithm, n, n % 8 == 0));
    }
  }
  fmt::print("slowest up to 32 wires: {:.3f} ms\n", static_cast<double>(slowest) / 1e6);
  (void)verify_ns("bitonic", 64, true);
  (void)verify_ns("odd-even-merge", 48, true);
  (void)verify_ns("pairwise", 40, true);
  for (const char* algorithm : {"bitonic", "odd-even-merge", "pairwise"}) {
    for (const std::uint32_t n : {128U, 256U, 512U, 1024U, 2048U}) {
      (void)verify_ns(algorithm, n, true, sortscope::VerifyMethod::kRuns);
    }
  }
  return slowest < 1000000000 ? 0 : 1;
}
