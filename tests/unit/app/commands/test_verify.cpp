// test_verify.cpp: verdicts and counterexamples of the network in the window.
#include <gtest/gtest.h>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "core/algorithms/demonstrations.h"
#include "core/verify/verdict_marks.h"
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
  for (const std::string_view id : {"missing", "loops", "v2-index"}) {
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
  run("preset seed-003-example");
  EXPECT_FALSE(is_of(*app.session.measured.verdict, app.session.recording()));
}

}  // namespace
}  // namespace sortscope
