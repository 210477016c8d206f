// test_pane_moments.cpp: every view between two steps, with the marks of a verdict, above a
// message, and the output at the edge of its pane: words have room there too.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/networks/lists/listed_network.h"
#include "core/verify/verdict_marks.h"
#include "tests/unit/app/pane_labels.h"

namespace sortscope {
namespace {

class PaneMoments : public PaneLabels {};

// Without keys, which pass by: of numbers on them, and of what lies below a passing key.
Picture still_words(Picture picture) {
  std::erase_if(picture.labels, [](const Label& label) {
    return label.on_rank >= 0 || label.text == "–";  // padding
  });
  picture.chips.clear();
  return picture;
}

// A network of one's own that does not sort, with what is idle or spare in it.
struct Drawn {
  std::uint32_t wires;
  std::vector<std::vector<Comparator>> layers;
};
std::vector<Drawn> wrong_networks() {
  return {
      {3, {{{0, 1}}, {{0, 1}}}},
      {4, {{{0, 2}, {1, 3}}, {{0, 1}, {2, 3}}, {{2, 1}}, {{2, 1}}}},
      {8, {{{0, 1}, {2, 3}, {4, 5}, {6, 7}}, {{0, 4}, {1, 5}, {2, 6}, {3, 7}}, {{1, 2}, {5, 6}}}},
      {16, {{{0, 15}}, {{1, 14}}, {{2, 13}}, {{3, 12}}, {{0, 1}, {2, 3}, {8, 9}}}}};
}

// Marks of a verdict too: comparators that are not needed, outputs that are wrong.
TEST_P(PaneMoments, OfAVerdictHaveRoom) {
  if (GetParam() != "network") return;
  const std::vector<Page> all = pages();
  int marks = 0;
  for (const Drawn& drawn : wrong_networks()) {
    const auto network = *ListedNetwork::build(drawn.wires, drawn.layers, "wrong");
    const auto verdict = verify(*network);
    ASSERT_TRUE(verdict);
    ASSERT_EQ(verdict->answer, Answer::kNo);
    RunRequest request;
    request.algorithm = "listed";
    request.parameters.set(ListedChoice{network});
    const auto& wrong = verdict->counterexample->keys;
    request.keys = *read_numbers(fmt::format("{}", fmt::join(wrong, " ")), "test", KeyType::kInt32,
                                 drawn.wires);
    adopt(app, prepare_run(*record(request, *make_cpu_engine())));
    app.session.measured.verdict = std::make_shared<ShownVerdict>(ShownVerdict{*verdict, network});
    const std::uint32_t depth = app.session.recording().network.depth();
    for (const std::uint32_t layer : {0U, depth / 2, depth}) {
      app.session.seek({layer, 0});
      std::set<std::string> seen;
      for (const Page& page : all) {
        app.look.projector = page.projector;
        app.look.user_scale = page.scale;
        const auto picture = picture_of(app, GetParam(), page.width, page.height);
        marks += static_cast<int>(std::ranges::count_if(picture->labels, [](const Label& label) {
          return label.text == "wrong" || label.text == "idle" || label.text == "spare";
        }));
        for (const std::string& complaint : complaints(*picture)) {
          if (!seen.insert(complaint.substr(0, 12)).second) continue;
          ADD_FAILURE() << drawn.wires << " wires, layer " << layer << ", " << page.width << " × "
                        << page.height << " at " << page.scale
                        << (page.projector ? ", projector" : "") << ": " << complaint;
        }
      }
    }
  }
  EXPECT_GT(marks, 100);
}

// Halfway through a layer or a comparison keys move; words stand where they stood.
TEST_P(PaneMoments, HaveRoomAtMomentsBetween) {
  const std::vector<Page> all = pages();
  std::set<std::string> seen;
  walk([&](const std::string& where) {
    const Cursor at = app.session.cursor();
    if (at.layer >= app.session.recording().network.depth()) return;
    for (const bool whole : {true, false}) {
      app.session.pose(at, 0.5F, whole);
      for (const Page& page : all) {
        app.look.projector = page.projector;
        app.look.user_scale = page.scale;
        const auto picture = picture_of(app, GetParam(), page.width, page.height);
        if (!picture) continue;
        for (const std::string& complaint : complaints(still_words(*picture))) {
          if (!seen.insert(where).second) break;
          ADD_FAILURE() << where << (whole ? ", whole layer, " : ", one, ") << page.width << " × "
                        << page.height << " at " << page.scale
                        << (page.projector ? ", projector" : "") << ": " << complaint;
        }
      }
    }
    app.session.seek(at);
  });
}

// The keys of the output keep clear of the pane's edge, as those of the input do.
TEST_P(PaneMoments, OutputsStandClearOfTheEdge) {
  if (GetParam() != "network") return;
  constexpr float kLeast = 8;
  const std::vector<Page> all = pages();
  int seen = 0;
  for (const std::uint32_t keys : {2U, 3U, 4U, 8U}) {
    for (const std::string_view algorithm : {"bitonic", "odd-even-merge", "pairwise"}) {
      adopt(app, prepared({algorithm, keys}));
      app.session.seek(app.session.recording().network.end());
      for (const Page& page : all) {
        app.look.projector = page.projector;
        app.look.user_scale = page.scale;
        const auto picture = picture_of(app, GetParam(), page.width, page.height);
        for (const Box& chip : picture->chips) {
          if (chip.role != Role::kRank) continue;
          ++seen;
          EXPECT_LE(chip.x + chip.w, picture->width - kLeast)
              << algorithm << " of " << keys << ", " << page.width << " × " << page.height;
        }
      }
    }
  }
  EXPECT_GT(seen, 1000);
}

INSTANTIATE_TEST_SUITE_P(All, PaneMoments, all_views(), view_name);

}  // namespace
}  // namespace sortscope
