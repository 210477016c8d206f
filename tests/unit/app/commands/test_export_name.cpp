// test_export_name.cpp: files are called after what they show.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/export_work.h"
#include "core/networks/lists/listed_network.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "core/scenes/question_marks.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(ExportName, SaysRunViewAndSteps) {
  const auto run = small_recording();
  EXPECT_EQ(export_name(*run, "network", "3", ".pdf"), "bitonic-8-network-step3.pdf");
  EXPECT_EQ(export_name(*run, "bars", "0, 3,5", ".svg"), "bitonic-8-bars-steps0,3,5.svg");
  EXPECT_EQ(export_name(*run, "bars", "2-5", ".gif"), "bitonic-8-bars-steps2-5.gif");
  EXPECT_EQ(export_name(*run, "tree", "", ".mp4"), "bitonic-8-tree.mp4");
  // A list as long as a line is no name.
  EXPECT_EQ(export_name(*run, "bars", "0,1,2,3,4,5,6,10,11,12,13,14,15,16", ".png"),
            "bitonic-8-bars-sheet.png");
}

// A person's own network gives its name; files of two networks differ.
TEST(ExportName, IsThatOfTheNetwork) {
  const auto name = [](const std::string& network, std::uint32_t wires) {
    RunRequest request;
    request.algorithm = "listed";
    const std::vector<std::vector<Comparator>> layers = {{Comparator{0, 1}}};
    request.parameters.set(ListedChoice{*ListedNetwork::build(wires, layers, network)});
    std::string keys;
    for (std::uint32_t i = 0; i < wires; ++i) keys += std::to_string(i) + " ";
    request.keys = *read_numbers(keys, "test", KeyType::kInt32, wires);
    return export_name(**record(request, *make_cpu_engine()), "network", "3", ".png");
  };
  EXPECT_EQ(name("My best merge!", 4), "My-best-merge-4-network-step3.png");
  EXPECT_EQ(name("Odd–even merge, 8", 8), "Odd-even-merge-8-network-step3.png");
  EXPECT_EQ(name("Größe ../x", 4), "Größe-x-4-network-step3.png");
  EXPECT_EQ(name("", 4), "network-4-network-step3.png");
  EXPECT_EQ(name("../..", 4), "network-4-network-step3.png");
}

// The next picture does not ask to replace the one before.
TEST(ExportName, DiffersWhereThePictureDoes) {
  const auto run = small_recording();
  std::set<std::string> names;
  std::size_t pictures = 0;
  for (const Layout& layout : layouts()) {
    for (const std::string_view steps : {"", "0", "1", "0,3", "0-3", "0,3,6"}) {
      for (const std::string_view ending : {".png", ".svg", ".pdf", ".tex", ".gif", ".mp4"}) {
        const std::string name = export_name(*run, layout.id, steps, ending);
        EXPECT_EQ(name.find_first_of("/ "), std::string::npos) << name;
        names.insert(name);
        ++pictures;
      }
    }
  }
  EXPECT_EQ(names.size(), pictures);
}

// A film or a sheet goes past an open question: no moment has its frames, its sign or its band, and
// nothing of what it asks is told.
TEST(FilmMarks, BelongToNoMomentAndHideWhatIsAsked) {
  auto open = std::make_shared<QuestionMarks>();
  open->veiled = true;
  open->asked_layer = 3;
  open->then_layer = 4;
  open->wires = {{2, AnswerMark::kAsked}, {1, AnswerMark::kChosen}};
  open->comparators = {{3, 0, AnswerMark::kChosen}};
  const auto marks = film_marks(open);
  ASSERT_NE(marks, nullptr);
  Session session;
  session.open(prepare_run(small_recording()));
  for (std::uint32_t layer = 0; layer <= session.recording().network.depth(); ++layer) {
    session.seek({layer, 0});
    // Marks of a question that only hides.
    auto hides = std::make_shared<QuestionMarks>();
    hides->veiled = true;
    const auto look = [&](std::shared_ptr<const QuestionMarks> question) {
      session.laid_over.question = std::move(question);
      const Picture picture = kNetworkLayout.layout(session.scene(), 900, 500);
      std::vector<std::string> seen;
      for (const auto* boxes : {&picture.boxes, &picture.chips}) {
        for (const Box& box : *boxes) {
          seen.push_back(fmt::format("{} {} {} {} {}", box.x, box.y, box.w, box.h,
                                     static_cast<int>(box.role)));
        }
      }
      for (const Label& label : picture.labels) seen.push_back(label.text);
      for (const Dot& dot : picture.dots) {
        seen.push_back(fmt::format("{} {} {}", dot.x, dot.y, static_cast<int>(dot.role)));
      }
      return seen;
    };
    EXPECT_EQ(look(marks), look(hides)) << layer;
    if (layer != 4) {
      EXPECT_NE(look(open), look(hides)) << layer;
    }
  }
  open->veiled = false;
  EXPECT_EQ(film_marks(open), nullptr);
}

}  // namespace
}  // namespace sortscope
