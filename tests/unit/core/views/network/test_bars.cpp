// test_bars.cpp: bars of more wires than have a column each, kept from picture to picture.
#include <algorithm>
#include <vector>

#include "core/pictures/label_fit.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr std::uint32_t kWires = 1U << 17;  // more than one thread looks at

Keys keys_of(KeyType type) {
  Keys keys = make_keys(type, kWires);
  for (std::uint32_t i = 0; i < kWires; ++i) keys.raw.set(i, std::uint64_t{i} * 40503 % kWires);
  return keys;
}

// The marks of rank: of each column its solid part and its ribbon.
std::vector<Box> chips_of(const Scene& scene, float width) {
  return kBarsLayout.layout(scene, width, 300).chips;
}

bool same(const std::vector<Box>& a, const std::vector<Box>& b) {
  return std::ranges::equal(a, b, [](const Box& x, const Box& y) {
    return x.x == y.x && x.y == y.y && x.w == y.w && x.h == y.h && x.rank == y.rank;
  });
}

TEST(BarsOfManyWires, AreThoseThatAreFoundAgain) {
  RunView run("bitonic", keys_of(KeyType::kUint32));
  const Cursor end = run.network().end();
  for (const Cursor cursor : {Cursor{}, end, Cursor{3, 0}, end, Cursor{}}) {
    for (const float width : {800.0F, 500.0F, 800.0F}) {
      Scene scene = run.at(cursor);
      ASSERT_NE(scene.bars, nullptr);
      const auto kept = chips_of(scene, width);
      EXPECT_TRUE(same(chips_of(scene, width), kept)) << cursor.layer << " " << width;
      scene.bars = nullptr;
      EXPECT_TRUE(same(chips_of(scene, width), kept)) << cursor.layer << " " << width;
    }
  }
}

// Of keys 0 .. n - 1 in order, each column holds the next ones: its least key and their mean.
TEST(BarsOfManyWires, RiseEvenlyOnceTheyAreSorted) {
  RunView run("bitonic", keys_of(KeyType::kUint32));
  const auto chips = chips_of(run.at(run.network().end()), 800);
  ASSERT_GT(chips.size(), 100U);
  const std::size_t columns = chips.size() / 2;
  const float least = chips[0].h;
  const float last = chips[2 * (columns - 1)].h;
  for (std::size_t i = 0; i < columns; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(columns - 1);
    EXPECT_NEAR(chips[2 * i].h, least + share * (last - least), 0.05F) << i;
    EXPECT_NEAR(chips[2 * i].rank, (static_cast<float>(i) + 0.5F) / static_cast<float>(columns),
                1e-3F)
        << i;
  }
}

// Words that stood over the other half would be wrong there.
TEST(BarsBands, HaveTheirWordsOverTheirOwnWires) {
  RunView run("bitonic-merger", sortscope::keys_of({3, 4, 7, 8, 6, 5, 2, 1}));
  run.laid_over.highlights = {{false, 0, 3, "ascending"}, {false, 4, 7, "descending"}};
  for (const Layout* layout : {&kBarsLayout, &kNetworkLayout, &kHistoryLayout}) {
    const bool across = layout == &kBarsLayout;
    for (const float width : {300.0F, 640.0F, 900.0F, 1280.0F, 1920.0F}) {
      for (const float height : {120.0F, 240.0F, 400.0F, 610.0F, 1000.0F}) {
        const Picture picture = layout->layout(run.at({}), width, height);
        std::vector<Box> bands;
        for (const Box& box : picture.boxes) {
          if (box.role == Role::kAccent && box.dashed) bands.push_back(box);
        }
        ASSERT_EQ(bands.size(), 2U);
        for (std::size_t i = 0; i < 2; ++i) {
          const std::string& text = run.laid_over.highlights[i].label;
          const auto words = std::ranges::find(picture.labels, text, &Label::text);
          if (words == picture.labels.end()) continue;
          const LabelArea area = area_of(*words);
          const Box& band = bands[i];
          const std::string where = std::string(layout->id) + " " + text + " " +
                                    std::to_string(width) + " " + std::to_string(height);
          if (across) {
            EXPECT_GE(area.left, band.x - 1) << where;
            EXPECT_LE(area.right, band.x + band.w + 1) << where;
          } else {
            EXPECT_GE((area.top + area.bottom) / 2, band.y - 1) << where;
            EXPECT_LE((area.top + area.bottom) / 2, band.y + band.h + 1) << where;
          }
        }
      }
    }
  }
  // On a page of usual size both are said.
  const Picture picture = kBarsLayout.layout(run.at({}), 900, 610);
  EXPECT_EQ(std::ranges::count(picture.labels, std::string("ascending"), &Label::text), 1);
  EXPECT_EQ(std::ranges::count(picture.labels, std::string("descending"), &Label::text), 1);
}

}  // namespace
}  // namespace sortscope
