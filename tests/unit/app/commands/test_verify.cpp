// test_verify.cpp: verdicts and counterexamples of the network in the window.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "core/algorithms/demonstrations.h"
#include "core/recordings/recording.h"
#include "core/verify/verdict_marks.h"
#include "core/words/code_state.h"
#include "core/words/inspect.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class VerifyCommands : public ::testing::Test {
 protected:
  VerifyCommands() : app(surface) { app.next.engine_id = "cpu"; }
  void run(std::string_view line) {
    const Status status = run_command_line(app, line);
    ASSERT_TRUE(status) << line << ": " << status.error().text();
    app.background.wait(app);
  }
  [[nodiscard]] const Verdict& verdict() const { return app.session.measured.verdict->verdict; }

  QuietSurface surface;
  App app;
};

// All 0-1 inputs through the list, without core/verify.
std::uint32_t unsorted_inputs(const ListedNetwork& network) {
  std::uint32_t failed = 0;
  for (std::uint32_t input = 0; input < 1U << network.wires(); ++input) {
    std::uint32_t bits = input;
    for (const Comparator c : network.comparators()) {
      const std::uint32_t differ = ~(bits >> c.max_wire) & (bits >> c.min_wire) & 1U;
      bits ^= differ << c.min_wire | differ << c.max_wire;
    }
    const std::uint32_t ones = static_cast<std::uint32_t>(__builtin_popcount(input));
    const std::uint32_t sorted = ((1U << ones) - 1) << (network.wires() - ones);
    failed += bits != sorted ? 1 : 0;
  }
  return failed;
}

TEST_F(VerifyCommands, MistakesAreFoundAndShown) {
  for (const std::string_view id :
       {"missing", "loops", "first-trace", "second-trace", "v2-index"}) {
    run("preset mistake-" + std::string(id));
    EXPECT_GT(unsorted_inputs(*app.session.recording().network.listed()), 0U) << id;
    run("verify");
    ASSERT_TRUE(app.session.measured.verdict) << id;
    EXPECT_EQ(verdict().answer, Answer::kNo) << id;
    for (const std::string_view form : {"keys", "zero-one"}) {
      run("counterexample " + std::string(form));
      EXPECT_FALSE(app.session.recording().sorted) << id << ' ' << form;
      EXPECT_TRUE(runs_counterexample(*app.session.measured.verdict, app.session.recording()));
    }
  }
}

TEST_F(VerifyCommands, TheLoopsOfAMistakeAreShown) {
  run("preset mistake-loops");
  EXPECT_EQ(listing_of(app.session.recording()).pseudocode[5], "        up = (k and j) = 0");
  run("seek 1 1");
  std::string variables;
  for (const Variable& each : code_state(app.session.scene()).variables) {
    variables += each.name + each.value + " ";
  }
  EXPECT_EQ(variables, "k4 j2 i1 p3 ");
  // Another network of as many wires has the listing of all lists.
  run("preset mistake-missing");
  const Recording& other = app.session.recording();
  EXPECT_EQ(listing_of(other).pseudocode.data(), other.algorithm->pseudocode.data());
}

// Benicio 2025, section 2.3: what its two traces end with.
TEST_F(VerifyCommands, TheTracesByHandEndAsPublished) {
  for (const auto& [id, ends] :
       {std::pair{"first", "1 2 5 6 3 4 7 8 "}, std::pair{"second", "1 2 5 6 8 7 4 3 "}}) {
    run(fmt::format("preset mistake-{}-trace", id));
    std::vector<std::uint32_t> keys = {3, 7, 4, 8, 6, 2, 1, 5};
    for (const Comparator c : app.session.recording().network.listed()->comparators()) {
      if (keys[c.min_wire] > keys[c.max_wire]) std::swap(keys[c.min_wire], keys[c.max_wire]);
    }
    std::string text;
    for (const std::uint32_t key : keys) text += std::to_string(key) + " ";
    EXPECT_EQ(text, ends);
    EXPECT_FALSE(app.session.recording().sorted);
  }
}

TEST_F(VerifyCommands, TheSpareComparatorIsMarked) {
  run("preset mistake-spare");
  const ListedNetwork& network = *app.session.recording().network.listed();
  EXPECT_EQ(unsorted_inputs(network), 0U);
  run("verify");
  EXPECT_TRUE(verdict().holds());
  ASSERT_EQ(verdict().idle.size(), 1U);
  EXPECT_EQ(network.comparators()[verdict().idle[0]], (Comparator{0, 7}));
  const Cursor at = app.session.recording().network.cursor_at(verdict().idle[0]);
  Selection selection;
  selection.comparator = ComparatorId{at.layer, at.comparator};
  const auto sections = inspect(app.session.scene(), selection);
  ASSERT_FALSE(sections.empty());
  EXPECT_EQ(sections[0].rows.back().value, "never exchanges");
  EXPECT_FALSE(run_command_line(app, "counterexample")) << "there is none";
  // The marks are of this network alone.
  run("preset bitonic-example");
  EXPECT_FALSE(is_of(*app.session.measured.verdict, app.session.recording()));
}

}  // namespace
}  // namespace sortscope
