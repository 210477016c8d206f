// What a log tells of few keys of a large run, beside what it tells where it replays all of them.
#include "core/words/step_log.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/algorithms/algorithm.h"
#include "core/engines/engine.h"
#include "core/keys/inputs.h"
#include "core/networks/steps.h"
#include "core/recordings/recording.h"

namespace sortscope {
namespace {

// The keys that are told, and how many are not.
std::string told_keys(const std::string& text, std::string_view opening, std::size_t told,
                      std::size_t wires) {
  std::size_t at = text.rfind(opening);
  EXPECT_NE(at, std::string::npos);
  at += opening.size();
  std::size_t end = at;
  for (std::size_t i = 0; i < told; ++i) end = text.find(',', end + 1);
  return fmt::format("{}{}, and {} more.", opening, text.substr(at, end - at), wires - told);
}

TEST(StepLog, FewKeysOfManyAreFollowedBack) {
  for (const char* id : {"bitonic", "bitonic-ascending", "bitonic-recursive", "odd-even-merge",
                         "pairwise", "adaptive", "aks"}) {
    for (const std::uint32_t n : {2048U, 1500U}) {
      for (const Order order : {Order::kAscending, Order::kDescending}) {
        const Algorithm& algorithm = **find_algorithm(id);
        RunRequest request;
        request.algorithm = id;
        request.order = order;
        request.keys = *generate_keys("uniform", KeyType::kInt32, n, 3, algorithm, order);
        const auto made = record(request, *make_cpu_engine());
        if (!made && std::string_view(id) == "aks") continue;
        ASSERT_TRUE(made.ok()) << made.error().text();
        const Network& network = (*made)->network;
        constexpr std::uint32_t kTold = 2;
        StepLog few(*made);
        StepLog all(*made);
        const std::uint32_t steps = few.steps();
        for (const std::uint32_t step : {steps, 1U, steps / 2, 2U, steps / 3, steps - 1}) {
          const std::string whole = all.step(step);
          const std::string part = few.step(step, kTold);
          // Up to the third comparator they say the same.
          const std::size_t more = part.find(" more comparators are not told here.");
          if (more != std::string::npos) {
            const std::size_t same = part.rfind(' ', more - 1);
            EXPECT_EQ(part.substr(0, same), whole.substr(0, same)) << id << n << " " << step;
          }
          if (part.find(kKeysNow) != std::string::npos) {
            EXPECT_EQ(part.substr(part.rfind(kKeysNow)),
                      told_keys(whole, kKeysNow, kTold, network.wires()))
                << id << n << " " << step;
          }
          const std::string opening = fmt::format("After step {} of {} the keys are ", step, steps);
          EXPECT_EQ(few.state(step, kTold),
                    told_keys(all.state(step), opening, kTold, network.wires()))
              << id << n << " " << step;
        }
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
