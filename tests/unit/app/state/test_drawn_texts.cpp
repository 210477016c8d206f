// test_drawn_texts.cpp: no power or index is drawn as it is typed: lessons, worked examples,
// claims, experiments, words of commands, every view.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <string_view>

#include "app/state/command_table.h"
#include "app/state/opening.h"
#include "app/views/views.h"
#include "core/lab/claims.h"
#include "core/lab/experiments/experiment.h"
#include "core/lab/presets.h"
#include "core/lessons/lesson.h"
#include "core/lessons/presets.h"
#include "core/pictures/notation.h"
#include "core/pictures/rich_text.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"
#include "core/views/lack.h"
#include "tests/unit/app/pane_pictures.h"

namespace sortscope {
namespace {

// What is left as it was typed, in `text` as it is drawn; "" where nothing is.
std::string raw_in(std::string_view text, Face face = Face::kSans) {
  static const std::regex kRaw("[0-9A-Za-z)]\\^[-0-9A-Za-z(]|(ε|epsilon|mu|delta)_[A-Za-z]");
  static const std::regex kRawNumber("[0-9]\\^[0-9]");
  const std::string drawn = typeset(text, face);
  std::smatch found;
  // Monospaced text is code but for its numbers.
  return std::regex_search(drawn, found, face == Face::kMono ? kRawNumber : kRaw) ? found.str()
                                                                                  : "";
}

TEST(DrawnTexts, OfLessons) {
  std::size_t raised = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    const auto look = [&](std::string_view text, std::uint32_t line) {
      raised += typeset(text) != text ? 1 : 0;
      EXPECT_EQ(raw_in(text), "") << lesson.name << ", line " << line << ": " << text;
    };
    for (const LessonStop& stop : lesson.stops) {
      look(stop.title, stop.line);
      for (const LessonBuild& build : stop.builds) {
        for (const LessonLine& line : build.lines) {
          if (line.text.starts_with("ask") || line.text.starts_with("explain"))
            look(line.text, line.number);
        }
        for (const std::string& text : {build.caption, build.notes}) {
          for (const RichBlock& block : parse_rich_text(text)) {
            for (const RichSpan& span : block.spans) {
              if (!span.code) look(span.text, stop.line);
            }
          }
        }
      }
    }
  }
  EXPECT_GT(raised, 20U);
}

TEST(DrawnTexts, OfListsToChooseFrom) {
  for (const Preset& preset : presets()) {
    EXPECT_EQ(raw_in(preset.title), "") << preset.title;
    EXPECT_EQ(raw_in(preset.shows), "") << preset.shows;
  }
  for (const LabPreset& preset : lab_presets()) {
    EXPECT_EQ(raw_in(preset.title), "") << preset.title;
    EXPECT_EQ(raw_in(preset.summary), "") << preset.summary;
  }
  for (const LabClaim& claim : lab_claims()) {
    EXPECT_EQ(raw_in(claim.says), "") << claim.says;
    EXPECT_EQ(raw_in(claim.published), "") << claim.published;
  }
  for (const Experiment& experiment : experiments()) {
    EXPECT_EQ(raw_in(experiment.title), "") << experiment.title;
    EXPECT_EQ(raw_in(experiment.summary), "") << experiment.summary;
  }
  for (const Command& command : commands()) {
    EXPECT_EQ(raw_in(command.title), "") << command.title;
  }
}

TEST(DrawnTexts, OfEveryView) {
  SizedSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  for (const Algorithm& algorithm : algorithms()) {
    RunRequest request;
    request.algorithm = algorithm.id;
    request.input = usual_input(algorithm);
    request.seed = kUsualSeed;
    ASSERT_TRUE(generate_run_keys(request, algorithm, KeyType::kInt32, 64));
    adopt(app, prepare_run(*record(request, *make_cpu_engine())));
    app.session.seek({app.session.recording().network.depth() / 2, 0});
    for (const Layout& layout : layouts()) {
      if (lack_of(layout.id, app.session.recording(), app.session.measured)) continue;
      const Scene scene = app.session.scene();
      for (const Label& label : layout.layout(scene, 1200, 700).labels) {
        EXPECT_EQ(raw_in(label.text, label.face), "")
            << algorithm.id << ", " << layout.id << ": " << label.text;
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
