// Networks too wide to search, compared with those that are known.
#include <gtest/gtest.h>

#include "app/engines/verify_run.h"
#include "core/algorithms/algorithm.h"
#include "core/recordings/request.h"

namespace sortscope {
namespace {

std::shared_ptr<const ListedNetwork> listed(const char* id, std::uint32_t n, std::size_t left_out) {
  const auto algorithm = find_algorithm(id);
  RunRequest request;
  request.algorithm = id;
  const auto network = build_network(**algorithm, n, request);
  const auto list = list_comparators(*network, "as a list");
  std::vector<Comparator> comparators((*list)->comparators().begin(), (*list)->comparators().end());
  comparators.resize(comparators.size() - left_out);
  return *ListedNetwork::leveled(n, comparators, "as a list");
}

TEST(VerifyRun, AWideNetworkOfTheTableSorts) {
  for (const char* id : {"bitonic", "odd-even-merge", "pairwise"}) {
    for (const std::uint32_t n : {128U, 256U, 1024U}) {
      const auto verdict = run_verify("auto", *listed(id, n, 0), {}, nullptr);
      ASSERT_TRUE(verdict.ok());
      EXPECT_EQ(verdict->answer, Answer::kYes) << id << ' ' << n;
      EXPECT_EQ(verdict->known, id);
    }
  }
}

// Without its last comparator it is another one.
TEST(VerifyRun, AWideNetworkWithOneLessIsNotTakenForIt) {
  VerifyQuestion question;
  question.redundant = false;
  question.most_states = 1 << 16;
  const auto verdict = run_verify("auto", *listed("bitonic", 128, 1), question, nullptr);
  ASSERT_TRUE(verdict.ok());
  EXPECT_NE(verdict->answer, Answer::kYes);
  EXPECT_TRUE(verdict->known.empty());
}

}  // namespace
}  // namespace sortscope
