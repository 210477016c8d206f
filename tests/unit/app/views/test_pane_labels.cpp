// test_pane_labels.cpp: every view of typical runs in panes of windows of all sizes, on a projector
// too: words have room, stay in their pane and clear of keys, and what is cut is said in full.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "tests/unit/app/pane_labels.h"

namespace sortscope {
namespace {

constexpr int kMostSaid = 6;  // complaints of a run that are printed

// Keys of two digits that are numbers of nothing else.
PreparedRun with_distinct_keys(const TypicalRun& run) {
  RunRequest request;
  request.algorithm = run.algorithm;
  const bool bitonic = (**find_algorithm(run.algorithm)).needs_bitonic_input;
  std::string keys;
  for (std::uint32_t i = 0; i < run.keys; ++i) {
    const std::uint32_t other = i < run.keys / 2 ? 2 * i : 2 * (run.keys - i) - 1;
    keys += fmt::format("{} ", 64 + 2 * (bitonic ? other : 5 * i % run.keys));
  }
  request.keys = *read_numbers(keys, "test", KeyType::kInt32, run.keys);
  return prepare_run(*record(request, *make_cpu_engine()));
}
bool is_number_of_key(const Label& label) {
  return label.face == Face::kMono && label.text.size() == 2 && label.text >= "64" &&
         label.text <= "99";
}
// Whether the number `key` could have letters of `size` and stay in its chip's width, on the page
// and clear of all other words.
bool has_room(const Picture& picture, const Label& key, float size) {
  constexpr float kClear = 3;
  Label larger = key;
  larger.size = size;
  const LabelArea area = area_of(larger);
  if (area.top < kClear || area.bottom > picture.height - kClear) return false;
  for (const Box& chip : picture.chips) {
    const bool own = chip.role == Role::kRank && key.x > chip.x && key.x < chip.x + chip.w &&
                     key.y > chip.y && key.y < chip.y + chip.h;
    if (own && area.right - area.left > chip.w - kClear) return false;
    if (!own && chip.role == Role::kRank &&
        overlap(area, {chip.x, chip.y - kClear, chip.x + chip.w, chip.y + chip.h + kClear}))
      return false;
  }
  return std::ranges::none_of(picture.labels, [&](const Label& other) {
    if (other.x == key.x && other.y == key.y) return false;
    Label as_large = other;
    if (is_number_of_key(other)) as_large.size = size;
    LabelArea there = area_of(as_large);
    there.top -= kClear;
    there.bottom += kClear;
    return overlap(area, there);
  });
}

TEST_P(PaneLabels, HaveRoomInEveryPane) {
  const std::vector<Page> all = pages();
  std::map<std::string, int> seen;
  walk([&](const std::string& where) {
    for (const Page& page : all) {
      app.look.projector = page.projector;
      app.look.user_scale = page.scale;
      const auto picture = picture_of(app, GetParam(), page.width, page.height);
      if (!picture) continue;
      for (const std::string& complaint : complaints(*picture)) {
        if (++seen[where] > kMostSaid) break;
        ADD_FAILURE() << where << ", " << page.width << " × " << page.height << " at " << page.scale
                      << (page.projector ? ", projector" : "") << ": " << complaint;
      }
    }
  });
  for (const auto& [where, count] : seen) {
    if (count > kMostSaid) ADD_FAILURE() << where << ": " << count << " in all";
  }
}

// The list of views in the corner hides no words; of what stands at the right edge of a crowded
// page nothing at a desk. On a projector the list comes only where one points.
TEST_P(PaneLabels, StandClearOfTheListOfViews) {
  const auto kinds = view_kinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [](const ViewKind& each) { return each.id == GetParam(); });
  const std::vector<Page> all = pages();
  std::map<std::string, int> seen;
  walk([&](const std::string& where) {
    for (const Page& page : all) {
      if (page.projector) continue;
      app.look.projector = false;
      app.look.user_scale = page.scale;
      const auto picture = picture_of(app, GetParam(), page.width, page.height);
      if (!picture) continue;
      // As wide as letters fill it.
      const float scale = picture->width / page.width * app.look.scale();
      LabelArea list = pane_menu_corner(kind->title, picture->width, scale);
      const float before = list.left;
      list.left += 0.1F * (list.right - list.left);
      if (list.left < 8) continue;
      for (const Label& label : picture->labels) {
        const bool begins = label.anchor == Anchor::kStart && label.x + 46 < before;
        if (label.text.empty() || !(begins || page.scale <= 1)) continue;
        if (!overlap(letters_of(label), list)) continue;
        if (++seen[where] > kMostSaid) break;
        ADD_FAILURE() << where << ", " << page.width << " × " << page.height << " at " << page.scale
                      << ": '" << label.text << "' lies under the list of views";
      }
    }
  });
}

// Nor does it hide bars: those of a low pane, the last of which are the largest keys, end beside
// it.
TEST(Bars, EndBesideTheListOfViews) {
  SizedSurface surface;
  App app(surface);
  RunRequest request;
  request.keys =
      *read_numbers("16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1", "test", KeyType::kInt32, 16);
  app.session.open(prepare_run(*record(request, *make_cpu_engine())));
  app.session.seek(app.session.recording().network.end());
  for (const float width : {280.0F, 330.0F, 450.0F, 620.0F, 1050.0F}) {
    for (float height = 60; height < 400; height += 20) {
      const auto picture = picture_of(app, "bars", width, height);
      ASSERT_TRUE(picture);
      const LabelArea list = pane_menu_corner("Bars", picture->width, picture->width / width);
      for (const Box& bar : picture->chips) {
        EXPECT_FALSE(overlap({bar.x, bar.y, bar.x + bar.w, bar.y + bar.h}, list))
            << width << " × " << height;
      }
    }
  }
}

// Lines, dots and arrow heads of comparators leave names of boxes, levels and wires alone.
TEST_P(PaneLabels, AreNotCrossedByComparators) {
  if (GetParam() != "network") return;
  const std::vector<Page> all = pages();
  std::map<std::string, int> seen;
  int names = 0;
  walk([&](const std::string& where) {
    if (app.session.recording().network.aks() != nullptr) return;
    for (const Page& page : all) {
      app.look.projector = page.projector;
      app.look.user_scale = page.scale;
      const auto picture = picture_of(app, GetParam(), page.width, page.height);
      const auto drawn = picture_of(app, GetParam(), page.width, page.height, true);
      names += static_cast<int>(std::ranges::count_if(
          picture->labels, [](const Label& label) { return label.text.starts_with("BM "); }));
      for (const std::string& complaint : crossed_words(*picture, *drawn)) {
        if (++seen[where] > kMostSaid) break;
        ADD_FAILURE() << where << ", " << page.width << " × " << page.height << " at " << page.scale
                      << (page.projector ? ", projector" : "") << ": " << complaint;
      }
    }
  });
  EXPECT_GT(names, 1000);
}

// From the last row of a lecture hall: 16 pixels of 720, in whole panes and beside another view.
TEST_P(PaneLabels, AreHighEnoughOnAProjector) {
  std::set<std::string> seen;
  for (const auto& size : {std::pair{1280, 720}, {1920, 1080}}) {
    // Named again, for a lambda captures no structured binding in clang.
    const auto wide = static_cast<float>(size.first);
    const auto high = static_cast<float>(size.second);
    std::tie(surface.wide, surface.high) = size;
    if (app.look.projector) run_line("projector off");
    app.look.projector_scale = 0;
    run_line("projector on");
    const float scale = app.look.user_scale;
    const std::vector<Pane> shown = panes();
    walk([&](const std::string& where) {
      app.look.projector = true;
      app.look.user_scale = scale;
      for (const Pane& pane : shown) {
        // Four views are looked at from near; bars stand below a network.
        const bool low = pane.height < 0.8F * high;
        if (low && GetParam() != "bars" && GetParam() != "network") continue;
        if (low && pane.width < 0.9F * wide) continue;
        // In four dimensions corners stand close.
        if (GetParam() == "hypercube" && app.session.recording().network.wires() > 8) continue;
        const auto picture = picture_of(app, GetParam(), pane.width, pane.height);
        if (!picture) continue;
        const float unit = unit_of(app, GetParam(), pane.width, pane.height);
        for (const std::string& complaint : small_words(*picture, unit, 16.0F * high / 720)) {
          if (!seen.insert(complaint).second || seen.size() > 20) continue;
          ADD_FAILURE() << where << ", " << pane.width << " × " << pane.height << ": " << complaint;
        }
      }
    });
  }
}

// Keys are the largest text of a network, from sixteen wires down, above the bars too.
TEST_P(PaneLabels, KeysAreTheLargestOnAProjector) {
  if (GetParam() != "network") return;
  constexpr float kLeastKey = 14;
  for (const auto& [wide, high] : {std::pair{1280, 720}, {1920, 1080}}) {
    use({wide, high, 1, false}, 1);
    run_line("projector on");
    const float scale = app.look.user_scale;
    const std::vector<Pane> shown = panes();
    for (const TypicalRun& run : typical_runs()) {
      if (run.keys > 16 || run.algorithm == "aks") continue;
      adopt(app, prepared(run));
      app.look.user_scale = scale;
      const Network& network = app.session.recording().network;
      for (const std::uint32_t layer : {0U, network.depth() / 2, network.depth()}) {
        app.session.seek({layer, 0});
        for (const Pane& pane : {shown.front(), shown.back()}) {
          const auto picture = picture_of(app, GetParam(), pane.width, pane.height);
          float least = 1000;
          for (const Label& label : picture->labels) {
            if (label.on_rank < 0) continue;
            EXPECT_GE(label.size, kLeastKey) << run.algorithm << " " << pane.height;
            least = std::min(least, label.size);
          }
          for (const Label& label : picture->labels) {
            if (label.on_rank >= 0 || label.text == "–") continue;
            EXPECT_LT(label.size, least) << run.algorithm << ": " << label.text;
          }
        }
      }
    }
    run_line("projector off");
  }
}

// Of pictures with keys' numbers these are the largest text, wherever letters as large have room.
TEST_P(PaneLabels, NoWordsAreLargerThanKeysOnAProjector) {
  // Counts, which no keys are.
  if (GetParam() == "schedule") return;
  std::set<std::string> seen;
  std::size_t numbers = 0;
  for (const auto& [wide, high] : {std::pair{1280, 720}, {1920, 1080}}) {
    use({wide, high, 1, false}, 1);
    run_line("projector on");
    const float scale = app.look.user_scale;
    const std::vector<Pane> shown = panes();
    for (const TypicalRun& run : typical_runs()) {
      if (run.keys > 16 || run.algorithm == "aks") continue;
      adopt(app, with_distinct_keys(run));
      app.panes.set_count(1);
      ASSERT_TRUE(app.panes.set(0, GetParam()));
      if (GetParam() == "race") {
        run_line("race bitonic adaptive");
        app.background.wait(app);
      }
      if (lack_of(GetParam(), app.session.recording(), app.session.measured)) continue;
      app.look.projector = true;
      app.look.user_scale = scale;
      const std::uint32_t depth = app.session.recording().network.depth();
      for (const std::uint32_t layer : {0U, depth / 3, 2 * depth / 3, depth}) {
        app.session.seek({layer, 0});
        // One view, two, and what stands above or is bars; four are looked at from near.
        for (const Pane& pane : {shown[0], shown[1], shown[2], shown.back()}) {
          const auto picture = picture_of(app, GetParam(), pane.width, pane.height);
          if (!picture) continue;
          float most = 0;
          for (const Label& label : picture->labels) {
            if (!is_number_of_key(label) && label.text != "–") most = std::max(most, label.size);
          }
          numbers += std::ranges::count_if(picture->labels, is_number_of_key);
          for (const Label& label : picture->labels) {
            if (!is_number_of_key(label) || label.size >= most || !has_room(*picture, label, most))
              continue;
            const std::string said =
                fmt::format("{} of {}: a key of {} in a page of {:.0f} × {:.0f}", run.algorithm,
                            run.keys, label.size, picture->width, picture->height);
            if (seen.insert(said).second) ADD_FAILURE() << said << " has words of " << most;
          }
        }
      }
    }
    run_line("projector off");
  }
  static constexpr std::array<std::string_view, 7> kWithKeys = {
      "bars", "compare", "cylinder", "hypercube", "network", "race", "streams"};
  if (std::ranges::count(kWithKeys, GetParam()) > 0) {
    EXPECT_GT(numbers, 500U);
  }
}

// Keys that have no room for numbers are the largest marks: of 64 wires each as wide as a chip at
// the input and the output, and between two layers as wide as these leave room.
TEST_P(PaneLabels, KeysWithoutNumbersAreWideOnAProjector) {
  if (GetParam() != "network") return;
  constexpr float kWide = 32;  // pixels
  for (const auto& [wide, high] : {std::pair{1280, 720}, {1920, 1080}}) {
    use({wide, high, 1, false}, 1);
    run_line("projector on");
    const float scale = app.look.user_scale;
    const Pane whole = panes().front();
    for (const TypicalRun& run : {TypicalRun{"bitonic", 64}, {"odd-even-merge", 64}}) {
      adopt(app, prepared(run));
      app.look.user_scale = scale;
      const std::uint32_t depth = app.session.recording().network.depth();
      for (const std::uint32_t layer : {0U, depth / 2, depth}) {
        app.session.seek({layer, 0});
        const auto picture = picture_of(app, GetParam(), whole.width, whole.height);
        const float unit = unit_of(app, GetParam(), whole.width, whole.height);
        int keys = 0;
        for (const Box& chip : picture->chips) {
          if (chip.role != Role::kRank) continue;
          ++keys;
          const bool ends = chip.x < 96 || layer == depth;
          if (ends) {
            EXPECT_GE(chip.w * unit, kWide) << run.algorithm << " " << wide << " " << layer;
          }
          EXPECT_GE(chip.w, 8) << run.algorithm;
        }
        EXPECT_EQ(keys, layer == 0 ? 64 : 128) << run.algorithm;
      }
    }
    run_line("projector off");
  }
}

// Numbers of wires are read beside their keys: at least three fifths of the least key's letters.
TEST_P(PaneLabels, NumberWiresBesideTheirKeys) {
  if (GetParam() != "network") return;
  for (const bool projector : {false, true}) {
    for (const auto& [wide, high] : {std::pair{1280, 720}, {1920, 1080}, {2560, 1440}}) {
      use({wide, high, 1, false}, 1);
      if (projector) run_line("projector on");
      const std::vector<Pane> shown = panes();
      const float scale = app.look.user_scale;
      for (const TypicalRun& run : {TypicalRun{"bitonic", 8}, {"bitonic", 16}, {"adaptive", 8}}) {
        adopt(app, prepared(run));
        app.look.user_scale = scale;
        const auto picture = picture_of(app, GetParam(), shown.front().width, shown.front().height);
        float key = 1000;
        for (const Label& label : picture->labels) {
          if (label.on_rank >= 0) key = std::min(key, label.size);
        }
        int numbers = 0;
        for (const Label& label : picture->labels) {
          if (label.anchor != Anchor::kEnd || label.face != Face::kMono) continue;
          EXPECT_GE(label.size, 0.6F * key) << run.algorithm << " " << run.keys << ", " << wide;
          ++numbers;
        }
        EXPECT_GE(numbers, 8) << run.algorithm;
      }
      if (projector) run_line("projector off");
    }
  }
}

// Heights are of values here and of ranks there: said on the page, or where one points at it.
TEST_P(PaneLabels, SayWhatHeightsMean) {
  if (!std::ranges::count(std::array<std::string_view, 4>{"bars", "tree", "cylinder", "race"},
                          GetParam()))
    return;
  const std::vector<Page> all = pages();
  std::set<std::string> seen;
  walk([&](const std::string& where) {
    for (const Page& page : all) {
      app.look.projector = page.projector;
      app.look.user_scale = page.scale;
      const auto picture = picture_of(app, GetParam(), page.width, page.height);
      // Low panes of bars say it too.
      if (!picture || picture->height < (GetParam() == "bars" ? 100 : 160)) continue;
      const auto tall = [](const Box& chip) { return chip.role == Role::kRank && chip.h > 60; };
      const bool bars = std::ranges::any_of(picture->chips, tall) || GetParam() == "cylinder";
      if (!bars) continue;
      const bool said = std::ranges::any_of(picture->labels, [](const Label& label) {
        const std::string text = label.text + " " + label.whole;
        return text.find("eight") != std::string::npos ||
               text.find("splits no bitonic") != std::string::npos ||
               text.find("One key") != std::string::npos ||
               text.find("as high as") != std::string::npos;
      });
      if (!said && seen.insert(where).second) {
        ADD_FAILURE() << where << ", " << page.width << " × " << page.height;
      }
    }
  });
}

// A window of 2560 × 1440 has no letters of a small one.
TEST_P(PaneLabels, GrowWithALargeWindow) {
  use({2560, 1440, 1, false}, 1);
  const Pane whole = panes().front();
  std::set<std::string> seen;
  walk([&](const std::string& where) {
    app.look.projector = false;
    app.look.user_scale = 1;
    const auto picture = picture_of(app, GetParam(), whole.width, whole.height);
    if (!picture) return;
    const float unit = unit_of(app, GetParam(), whole.width, whole.height);
    for (const std::string& complaint : small_words(*picture, unit, 16)) {
      if (!seen.insert(complaint).second || seen.size() > 20) continue;
      ADD_FAILURE() << where << ": " << complaint;
    }
  });
}

// Names of merge levels stand within their frames.
TEST_P(PaneLabels, NameLevelsWithinTheirFrames) {
  if (GetParam() != "network") return;
  const std::vector<Page> all = pages();
  std::set<std::string> seen;
  int names = 0;
  walk([&](const std::string& where) {
    const Recording& recording = app.session.recording();
    if (recording.algorithm->nested_boxes && !recording.algorithm->needs_bitonic_input) return;
    for (const Page& page : all) {
      app.look.projector = page.projector;
      app.look.user_scale = page.scale;
      const auto picture = picture_of(app, GetParam(), page.width, page.height);
      for (const Label& label : picture->labels) {
        const bool name = std::ranges::any_of(recording.network.levels(), [&](const auto& level) {
          return !label.whole.empty() &&
                 (level.name == label.text || level.name.ends_with(" " + label.text));
        });
        if (!name || label.face != Face::kSansBold) continue;
        ++names;
        const LabelArea area = letters_of(label);
        const bool within = std::ranges::any_of(picture->boxes, [&](const Box& box) {
          return box.role == Role::kLine && !box.filled && area.left >= box.x - 0.5F &&
                 area.right <= box.x + box.w + 0.5F;
        });
        if (!within && seen.insert(where).second) {
          ADD_FAILURE() << where << ", " << page.width << " × " << page.height << " at "
                        << page.scale << ": '" << label.text << "' " << describe(area);
        }
      }
    }
  });
  EXPECT_GT(names, 1000);
}

// Every frame of a merge level has its name, the first too.
TEST_P(PaneLabels, NameTheFirstLevelOnAProjector) {
  if (GetParam() != "network") return;
  for (const auto& [wide, high] : {std::pair{1280, 720}, {1920, 1080}}) {
    use({wide, high, 1, false}, 1);
    run_line("projector on");
    const std::vector<Pane> shown = panes();
    for (const std::string_view id : {"odd-even-merge", "bitonic", "pairwise"}) {
      const float scale = app.look.user_scale;
      adopt(app, prepared({id, 16}));
      app.look.user_scale = scale;
      const auto& levels = app.session.recording().network.levels();
      if (levels.empty()) continue;
      // Beside a lesson, too.
      for (const float width : {shown.front().width, 0.71F * shown.front().width}) {
        const auto picture = picture_of(app, GetParam(), width, shown.back().height);
        // Where its frame is narrow, its number alone.
        const std::string& name = levels.front().name;
        EXPECT_TRUE(std::ranges::any_of(
            picture->labels,
            [&](const Label& label) {
              return label.text == name || (!label.text.empty() && label.face == Face::kSansBold &&
                                            name.ends_with(" " + label.text));
            }))
            << id << " " << width;
      }
    }
    run_line("projector off");
  }
}

// Whatever ends in an ellipsis has a tooltip with all of it.
TEST_P(PaneLabels, SayWhatWasCut) {
  std::set<std::string> seen;
  walk([&](const std::string& where) {
    for (const float width : {170.0F, 240.0F, 330.0F, 450.0F, 600.0F, 800.0F, 1100.0F}) {
      for (const float height : {120.0F, 330.0F, 620.0F}) {
        const auto picture = picture_of(app, GetParam(), width, height);
        if (!picture) continue;
        for (const Label& label : picture->labels) {
          // Pseudocode has ellipses of its own, after a blank.
          if (!label.text.ends_with("…") || label.text.ends_with(" …")) continue;
          if (label.whole.size() > label.text.size() - 3) continue;
          if (seen.insert(label.text).second) {
            ADD_FAILURE() << where << ", " << width << " × " << height << ": '" << label.text
                          << "' is nowhere said in full";
          }
        }
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, PaneLabels, all_views(), view_name);

}  // namespace
}  // namespace sortscope
