// test_listed_network.cpp: stored networks: levels, errors, inverse, recordings and their files.
#include "core/networks/lists/listed_network.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>

#include "core/keys/inputs.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {
namespace {

using Layers = std::vector<std::vector<Comparator>>;
using Pointer = std::shared_ptr<const ListedNetwork>;

Layers layers_of(const Network& network) {
  Layers layers(network.depth());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      layers[layer].push_back(network.comparator(layer, index));
    }
  }
  return layers;
}

Pointer list_of(std::string_view algorithm, std::uint32_t n) {
  return *ListedNetwork::build(n, layers_of((*find_algorithm(algorithm))->build(n)), "copy");
}

std::string error_of(std::uint32_t wires, const Layers& layers) {
  const auto made = ListedNetwork::build(wires, layers);
  return made ? "" : made.error().text();
}

TEST(ListedNetwork, LevelsAreAsEarlyAsPossible) {
  // 0-1, 2-3, 1-2, 0-1 (after 1-2), 2-3: three layers by hand.
  const std::vector<Comparator> flat = {{0, 1}, {2, 3}, {1, 2}, {0, 1}, {3, 2}};
  const Pointer network = *ListedNetwork::leveled(4, flat, "by hand");
  ASSERT_EQ(network->depth(), 3U);
  EXPECT_EQ(network->size(), 5U);
  EXPECT_EQ(network->layer(0).size(), 2U);
  EXPECT_EQ(network->layer(1).size(), 1U);
  EXPECT_EQ(network->layer(1)[0], (Comparator{1, 2}));
  EXPECT_EQ(network->layer(2)[1], (Comparator{3, 2})) << "directions are kept";
  EXPECT_EQ(network->first(2), 3U);
}

TEST(ListedNetwork, ErrorsNameLayerAndComparator) {
  EXPECT_NE(error_of(0, {}).find("0 wires"), std::string::npos);
  EXPECT_NE(error_of(4, {{{0, 1}}, {{2, 2}}}).find("comparator 1 of layer 2 has both ends"),
            std::string::npos);
  EXPECT_NE(error_of(4, {{{0, 1}, {3, 4}}}).find("comparator 2 of layer 1 is on wire 4"),
            std::string::npos);
  EXPECT_NE(error_of(4, {{{0, 1}, {2, 1}}}).find("comparator 2 of layer 1 is on wire 1"),
            std::string::npos);
  const std::vector<std::uint32_t> cut = {2, 0, 1, 2};
  EXPECT_FALSE(ListedNetwork::from_words(4, cut).ok());
  EXPECT_EQ(error_of(4, {{}, {{0, 1}}, {}}), "") << "empty layers are left out";
}

TEST(ListedNetwork, UseAndColumnsAgreeWithTheList) {
  std::mt19937 engine(5);
  const auto random = [&engine] { return static_cast<std::uint32_t>(engine()); };
  for (int round = 0; round < 50; ++round) {
    const std::uint32_t wires = 2 + random() % 40;
    std::vector<Comparator> flat;
    for (std::uint32_t i = random() % 120; i > 0; --i) {
      const Wire a = random() % wires;
      const Wire b = random() % wires;
      if (a != b) flat.push_back({a, b});
    }
    const Pointer network = *ListedNetwork::leveled(wires, flat);
    for (std::uint32_t layer = 0; layer < network->depth(); ++layer) {
      const auto here = network->layer(layer);
      for (Wire wire = 0; wire < wires; ++wire) {
        const WireUse use = network->use(layer, wire);
        const auto touches = [&](Comparator c) { return c.min_wire == wire || c.max_wire == wire; };
        const auto found = std::find_if(here.begin(), here.end(), touches);
        ASSERT_EQ(use.compared, found != here.end());
        if (use.compared) {
          EXPECT_EQ(use.index, found - here.begin());
          EXPECT_EQ(use.comparator, *found);
        }
      }
      // In a sub-column no two comparators overlap; the first fit needs no more than overlap.
      std::uint32_t most = 0;
      for (Wire wire = 0; wire < wires; ++wire) {
        std::set<std::uint32_t> columns;
        std::uint32_t over = 0;
        for (std::uint32_t i = 0; i < here.size(); ++i) {
          if (here[i].lower() > wire || here[i].upper() < wire) continue;
          ++over;
          columns.insert(network->sub_column(layer, i));
        }
        EXPECT_EQ(columns.size(), over);
        most = std::max(most, over);
      }
      EXPECT_EQ(network->sub_columns(layer), most);
    }
    const Pointer again = *ListedNetwork::from_words(wires, network->words());
    EXPECT_EQ(std::vector(again->comparators().begin(), again->comparators().end()),
              std::vector(network->comparators().begin(), network->comparators().end()));
  }
}

std::shared_ptr<const Recording> run_of(const RunRequest& request, bool pairs) {
  const auto engine = make_cpu_engine();
  auto made = record(request, *engine, pairs);
  EXPECT_TRUE(made.ok()) << made.error().text();
  return *made;
}

// The list of an algorithm's comparators gives the bits and states of the algorithm itself.
TEST(ListedNetwork, RecordsWhatTheClosedFormRecords) {
  for (const std::string_view id : {"bitonic", "odd-even-merge", "pairwise"}) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      RunRequest request;
      request.algorithm = id;
      request.order = order;
      request.keys =
          *generate_keys("few-distinct", KeyType::kInt32, 64, 9, **find_algorithm(id), order);
      const auto closed = run_of(request, false);
      request.parameters.set(ListedChoice{list_of(id, 64)});
      request.algorithm = "listed";
      for (const bool pairs : {false, true}) {
        const auto listed = run_of(request, pairs);
        EXPECT_TRUE(listed->sorted);
        EXPECT_EQ(listed->bits, closed->bits);
        EXPECT_EQ(listed->title(), "copy");
        Replay a(closed);
        Replay b(listed);
        for (const std::uint32_t layer : {5U, 17U, 3U, 0U, 20U}) {
          const Cursor cursor{layer, layer};
          a.seek(cursor);
          b.seek(cursor);
          EXPECT_TRUE(std::equal(a.places().begin(), a.places().end(), b.places().begin()));
        }
      }
    }
  }
}

TEST(ListedNetwork, FilesHoldTheNetwork) {
  const std::vector<Comparator> flat = {{1, 0}, {2, 3}, {3, 0}};
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{*ListedNetwork::leveled(4, flat, "Mein Netz: größer")});
  request.keys = keys_from<std::int32_t>(std::vector<std::int32_t>{4, 3, 2, 1});
  const auto run = run_of(request, false);
  EXPECT_FALSE(run->sorted);
  const std::string path = std::filesystem::temp_directory_path() / "sortscope-listed.h5";
  ASSERT_TRUE(write_recording(*run, path).ok());
  const auto read = read_recording(path);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ((*read)->bits, run->bits);
  EXPECT_EQ((*read)->title(), "Mein Netz: größer");
  EXPECT_EQ((*read)->network.comparator(1, 0), (Comparator{3, 0}));
  std::filesystem::remove(path);
}

TEST(ListedNetwork, TakesAsManyKeysAsWires) {
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{list_of("bitonic", 8)});
  request.keys = keys_from<std::int32_t>(std::vector<std::int32_t>{4, 3, 2, 1});
  const auto engine = make_cpu_engine();
  const auto run = record(request, *engine);
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(run.error().code, ErrorCode::kBadUsage);
  EXPECT_NE(run.error().message.find("8 wires"), std::string::npos);
}

TEST(ListedNetworkName, IsTextThatCanStandInAnyFile) {
  const std::vector<std::vector<Comparator>> layers = {{{0, 1}}};
  const auto name = [&](std::string given) {
    const auto made = ListedNetwork::build(2, layers, std::move(given));
    return made ? (*made)->name() : "";
  };
  EXPECT_EQ(name("größe ≤ 1"), "größe ≤ 1");
  EXPECT_EQ(name("two\nlines"), "two\nlines");
  EXPECT_EQ(name("a\xff"
                 "b\xed\xa0\x80\x1b\x01"),
            "a\\xffb\\xed\\xa0\\x80\\x1b\\x01");
}

}  // namespace
}  // namespace sortscope
