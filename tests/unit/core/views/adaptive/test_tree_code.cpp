// test_tree_code.cpp: the code beside a tree: the line, the variables and the tree's head speak of
// the same moment.
#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>

#include "core/scenes/scene.h"
#include "core/scenes/tree_moment.h"
#include "core/words/code_state.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

// The line of the listing that is lit.
std::string lit_line(const Scene& scene) {
  const CodeState state = code_state(scene);
  if (state.current_line < 0) return "";
  const std::string_view line =
      scene.recording->algorithm->pseudocode[static_cast<std::size_t>(state.current_line)];
  return std::string(line.substr(line.find_first_not_of(' ')));
}

TEST(TreeCode, LinesFollowTheStep) {
  for (const char* id : {"adaptive", "adaptive-two-case"}) {
    const bool two_cases = std::string_view(id) == "adaptive-two-case";
    RunView run(id, different_keys(16));
    for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
      const TreeTask task = run.network().task(layer, 0);
      const bool exchanged = run.recording().exchanged(layer, 0);
      const std::string where = fmt::format("{} layer {}", id, layer);
      const std::string rest = lit_line(run.at({layer, 0}));
      if (task.phase > 0) {
        EXPECT_TRUE(rest.starts_with("for i = 1")) << where;
      } else {
        EXPECT_EQ(rest, task.stage == 0 ? "merge(r, e) in each block" : "merge(left(r), r)")
            << where;
      }
      const std::string early = lit_line(run.at({layer, 0}, 0.05F));
      EXPECT_NE(early.find(task.phase == 0 ? "v(r)" : "v(p)"), std::string::npos) << where;
      const std::string middle = lit_line(run.at({layer, 0}, 0.3F));
      EXPECT_EQ(middle.starts_with("swap v("), exchanged) << where << ": " << middle;
      const bool links = exchanged && !task.last_phase() && (task.phase > 0 || !two_cases);
      const std::string late = lit_line(run.at({layer, 0}, 0.7F));
      const bool on_links = late.starts_with("swap left(") || late.starts_with("case ");
      EXPECT_EQ(on_links, links) << where << ": " << late;
    }
  }
}

// What the tree's head says of the running comparison.
std::string head_text(const Scene& scene) {
  std::string text;
  for (const Label& label : kTreeLayout.layout(scene, 1280, 720).labels) {
    if (label.y < 30 || label.y > 70 || label.anchor != Anchor::kStart) continue;
    text += (text.empty() ? "" : " ") + label.text;
  }
  return text;
}

TEST(TreeCode, TheHeadOfTheTreeSpeaksOfTheSameMoment) {
  for (const std::string_view id : kTreeAlgorithms) {
    RunView run(id, different_keys(16));
    std::size_t seen = 0;
    for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
      const TreeTask task = run.network().task(layer, 0);
      for (float fraction = 0.02F; fraction < 1; fraction += 0.04F) {
        const Scene scene = run.at({layer, 0}, fraction);
        const std::string code = lit_line(scene);
        const std::string head = head_text(scene);
        const std::string where =
            fmt::format("{} layer {} at {}: {} / {}", id, layer, fraction, code, head);
        const auto says = [&](std::string_view words) {
          return head.find(words) != std::string::npos;
        };
        ASSERT_TRUE(says(fmt::format("Phase {}: ", task.phase))) << where;
        const bool asks = says("?");
        const bool walks =
            code.find("children") != std::string::npos || code.starts_with("p, q = left(r)");
        // At the end of a walk the code has no further line.
        const bool goes_on = !task.last_phase();
        const bool compares = code.starts_with("if v(") || code.starts_with("test: ");
        EXPECT_TRUE(!goes_on || asks == compares) << where;
        EXPECT_TRUE(!asks || compares) << where;
        const bool links = code.starts_with("swap left(") || code.starts_with("case ");
        const bool moved = run.recording().exchanged(layer, 0);
        if (task.phase > 0 && goes_on) {
          EXPECT_EQ(says("On to the"), walks) << where;
          EXPECT_EQ(says("links"), moved && (walks || links)) << where;
        }
        if (code.starts_with("swap v(") && goes_on) {
          EXPECT_TRUE(says("change places")) << where;
          EXPECT_FALSE(says("links")) << where;
        }
        ++seen;
      }
    }
    EXPECT_GE(seen, 400U);
  }
}

TEST(TreeCode, VariablesAreThoseOfThePair) {
  RunView run("adaptive-two-case", different_keys(16));
  const Cursor cursor{run.network().levels().back().first_layer + 2, 0};
  const Scene scene = run.at(cursor);
  const auto moment = tree_moment(scene);
  std::map<std::string, std::string> values;
  for (const Variable& v : code_state(scene).variables) values[v.name] = v.value;
  const TreeEvent& event = moment->current[0].event;
  EXPECT_EQ(values["j"], "4");
  EXPECT_EQ(values["k"], "0");
  EXPECT_EQ(values["i"], "2");
  EXPECT_EQ(values["r"], "7");
  EXPECT_EQ(values["e"], "15");
  EXPECT_EQ(values["p"], fmt::to_string(event.p));
  EXPECT_EQ(values["q"], fmt::to_string(event.q));
  EXPECT_EQ(values["v(p)"], run.recording().key_text(scene.tree->place(event.p)));
  EXPECT_EQ(values["v(q)"], run.recording().key_text(scene.tree->place(event.q)));
  EXPECT_EQ(values["case"], run.recording().exchanged(cursor.layer - 2, 0) ? "2" : "1");
}

}  // namespace
}  // namespace sortscope
