// test_lack.cpp: every view shows a run of every algorithm, or says what it lacks and what gives it
// that.
#include "core/views/lack.h"

#include <gtest/gtest.h>

#include "core/keys/inputs.h"
#include "core/networks/lists/listed_network.h"
#include "core/recordings/families.h"
#include "core/recordings/usual_run.h"
#include "core/words/own_file.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

RunRequest run_of(const Algorithm& algorithm, std::uint32_t keys) {
  RunRequest request;
  request.algorithm = algorithm.id;
  request.input = usual_input(algorithm);
  request.seed = 7;
  EXPECT_TRUE(generate_run_keys(request, algorithm, KeyType::kInt32, keys));
  return request;
}

// Marks that stand for the run, not words.
std::size_t marks(const Picture& picture) {
  return picture.shapes.size() + picture.lines.size() + picture.dots.size() + picture.boxes.size() +
         picture.chips.size();
}

// Few keys and many, padded ones, outcomes that are recorded again where one looks.
std::vector<RunRequest> runs_of(const Algorithm& algorithm) {
  std::vector<RunRequest> runs;
  for (const std::uint32_t keys : {1U, 2U, 11U, 16U}) runs.push_back(run_of(algorithm, keys));
  if (family_row(algorithm.family).keyframes_for_bits()) {
    runs.push_back(run_of(algorithm, 16));
    runs.back().keyframes_only = true;
  }
  return runs;
}

TEST(Lack, EveryViewDrawsEveryRunOrSaysWhatItLacks) {
  int kept_as_keyframes = 0;
  for (const Algorithm& algorithm : algorithms()) {
    for (const RunRequest& request : runs_of(algorithm)) {
      RunView run(request);
      kept_as_keyframes += run.recording().kept_as_keyframes() ? 1 : 0;
      for (const Layout& layout : layouts()) {
        const auto lack = lack_of(layout.id, run.recording(), run.measured);
        if (!lack) {
          // Some layers split nothing: the run as a whole is shown.
          std::size_t most = 0;
          for (std::uint32_t layer = 0; layer <= run.network().depth() && most == 0; ++layer) {
            const Picture picture = layout.layout(run.at({layer, 0}), 900, 600);
            // Lines of code are words.
            most = layout.id == "code" ? picture.labels.size() : marks(picture);
          }
          EXPECT_GT(most, 0U) << layout.id << " " << algorithm.id << " "
                              << run.recording().real_keys();
          continue;
        }
        EXPECT_TRUE(lack->why.ends_with(".")) << lack->why;
        EXPECT_FALSE(lack->button.empty());
        EXPECT_FALSE(lack->command.empty());
      }
    }
  }
  EXPECT_GT(kept_as_keyframes, 5);
}

TEST(Lack, TheAlgorithmThatIsOfferedLacksNothing) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t keys : {1U, 2U, 11U, 64U}) {
      const RunView run(run_of(algorithm, keys));
      for (const Layout& layout : layouts()) {
        const auto lack = lack_of(layout.id, run.recording(), run.measured);
        if (!lack || lack->algorithm.empty()) continue;
        const auto offered = find_algorithm(lack->algorithm);
        ASSERT_TRUE(offered) << lack->algorithm;
        // A number behind the algorithm asks for so many other keys.
        const bool other_keys = lack->command.ends_with(" 16");
        const RunView then(run_of(**offered, other_keys ? 16 : keys));
        EXPECT_FALSE(lack_of(layout.id, then.recording(), then.measured))
            << layout.id << " " << algorithm.id << " " << keys;
      }
    }
  }
}

TEST(Lack, OneKeyIsComparedWithNothing) {
  const RunView run(run_of(**find_algorithm("bitonic"), 1));
  for (const char* view : {"cylinder", "schedule", "launches", "passes", "memory"}) {
    const auto lack = lack_of(view, run.recording(), run.measured);
    ASSERT_TRUE(lack) << view;
    EXPECT_EQ(lack->command, "record-with bitonic 16");
  }
}

TEST(Lack, ARaceIsAgainstAnAlgorithmThatTakesTheKeys) {
  for (const Algorithm& algorithm : algorithms()) {
    const RunView run(run_of(algorithm, 8));
    const auto lack = lack_of("race", run.recording(), run.measured);
    ASSERT_TRUE(lack);
    EXPECT_TRUE(lack->measurable);
    const std::string rival = lack->command.substr(lack->command.rfind(' ') + 1);
    const auto other = find_algorithm(rival);
    ASSERT_TRUE(other) << lack->command;
    EXPECT_NE(rival, algorithm.id);
    EXPECT_EQ((*other)->needs_bitonic_input, algorithm.needs_bitonic_input);
  }
}

// A verdict stands only beside the run that it is about.
TEST(Lack, FindingsAreOfTheRunThatIsShown) {
  RunView run("listed", mixed_keys(16));
  EXPECT_EQ(lack_of("findings", run.recording(), run.measured)->command, "open");
  auto report = std::make_shared<KernelReport>();
  report->path = "/home/me/my.cu";
  report->compiled = true;
  const auto kernel_of = [&] {
    auto kernel = std::make_shared<OwnKernel>();
    kernel->held = report;
    return kernel;
  };
  // A file that does not compile has no run: what is wrong with it is said beside any.
  run.measured.kernel = kernel_of();
  EXPECT_FALSE(lack_of("findings", run.recording(), run.measured));
  const ListedNetwork& shown = *run.network().listed();
  const std::shared_ptr<const ListedNetwork> alias(std::shared_ptr<void>(), &shown);
  report->network = alias;
  EXPECT_FALSE(lack_of("findings", run.recording(), run.measured));
  // The same comparators, compared by something else.
  report->network = std::make_shared<const ListedNetwork>(shown);
  const auto lack = lack_of("findings", run.recording(), run.measured);
  ASSERT_TRUE(lack);
  EXPECT_EQ(lack->command, "kernel-again");
  EXPECT_NE(lack->why.find("my.cu ran"), std::string::npos) << lack->why;
  EXPECT_FALSE(lack->measurable);  // another view takes its place
}

TEST(Lack, FewerKeysAreFewEnough) {
  for (const Algorithm& algorithm : algorithms()) {
    const RunView run(run_of(algorithm, 64));
    for (const Layout& layout : layouts()) {
      const auto lack = lack_of(layout.id, run.recording(), run.measured);
      if (!lack || !lack->algorithm.empty() || lack->measurable || lack->asks) continue;
      const std::string words = lack->command.substr(0, lack->command.rfind(' '));
      const auto offered = find_algorithm(words.substr(words.rfind(' ') + 1));
      ASSERT_TRUE(offered) << lack->command;
      const RunView then(run_of(**offered, 16));
      EXPECT_FALSE(lack_of(layout.id, then.recording(), then.measured))
          << layout.id << " " << algorithm.id;
    }
  }
}

TEST(Lack, TooManyWiresAreSaid) {
  const RunView run(run_of(**find_algorithm("bitonic"), 64));
  const auto lack = lack_of("hypercube", run.recording(), run.measured);
  ASSERT_TRUE(lack);
  EXPECT_EQ(lack->why, "Hypercube shows up to 32 wires; this run has 64.");
}

}  // namespace
}  // namespace sortscope
