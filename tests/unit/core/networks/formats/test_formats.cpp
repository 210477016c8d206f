// test_formats.cpp: every format in and out; samples written by hand, and every kind of
// mistake with its place.
#include "core/networks/formats/format.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/base/random.h"

namespace sortscope {
namespace {

using Layers = std::vector<std::vector<Comparator>>;

// "4: 0>2 1>3 | 0>1 2>3": wires, then layers, minimum before maximum.
std::string shown(const ListedNetwork& network) {
  std::string text = fmt::format("{}:", network.wires());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (layer > 0) text += " |";
    for (const Comparator& c : network.layer(layer)) {
      text += fmt::format(" {}>{}", c.min_wire, c.max_wire);
    }
  }
  return text;
}

std::string read(std::string_view text, std::string_view source = "net.txt",
                 const NetworkFormat* format = nullptr) {
  const auto network = parse_network(text, source, format);
  if (!network) {
    EXPECT_EQ(network.error().code, ErrorCode::kBadInput);
    EXPECT_FALSE(network.error().hint.empty());
    return network.error().message;
  }
  return fmt::format("{} {}", network->format->id, shown(*network->network));
}

const NetworkFormat* format_of(std::string_view id) { return *find_network_format(id); }

constexpr std::string_view kFour = "4: 0>2 1>3 | 0>1 2>3 | 1>2";

TEST(NetworkFormats, HandWrittenSamplesOfEveryFormat) {
  const std::string four(kFour);
  EXPECT_EQ(
      read("{\"N\":4,\"L\":5,\"D\":3,\"symmetric\":true,\"nw\":[[0,2],[1,3],[0,1],[2,3],[1,2]]}"),
      "sorterhunter " + four);
  EXPECT_EQ(read("[(0,2),(1,3)]\n[(0,1),(2,3)]\n[(1,2)]\n"), "bracket " + four);
  EXPECT_EQ(read("[[(0,2),(1,3)], [(0,1),(2,3)], [(1,2)]]"), "bracket " + four);
  EXPECT_EQ(read("0:2,1:3\n0:1,2:3\n1:2\n"), "cn " + four);
  EXPECT_EQ(read("0 2 1 3\n0 1 2 3\n1 2\n"), "parberry " + four);
  EXPECT_EQ(read("Inputs: 4\nComment: by hand\n\n0 2\n1 3\n\n0 1\n2 3\n\n1 2\n"), "sn " + four);
  EXPECT_EQ(read("4 5\n1 2 1 3 2\n3 4 2 4 3\n"), "yukicoder " + four);
  EXPECT_EQ(read("0;0;2;0;1;3;1;0;1;1;2;3;2;1;2\n"), "ehlers " + four);
  EXPECT_EQ(read("0;0;2\n0;1;3\n1;0;1\n1;2;3\n2;1;2\n"), "ehlers " + four);
  EXPECT_EQ(read("[[0,2],[1,3],[0,1],[2,3],[1,2]]"), "array " + four);
  EXPECT_EQ(read("[0,2],[1,3],[0,1],[2,3],[1,2]"), "array " + four);
  EXPECT_EQ(read("{{0,2},{1,3},{0,1},{2,3},{1,2},};"), "array " + four);
  EXPECT_EQ(read("[[[0,2],[1,3]],[[0,1],[2,3]],[[1,2]]]"), "array " + four);
  EXPECT_EQ(read("\\begin{sortingnetwork}{4}{0.7}\n\\nodeconnection{{0,2}}\\nodeconnection{{1,3}}\n"
                 "\\addtocounter{sncolumncounter}{2} % layer 2\n\\nodeconnection{ {0,1}, {2,3}}\n"
                 "\\addtocounter{sncolumncounter}{2}\\nodeconnection{{1,2}}\\end{sortingnetwork}"),
            "tikz " + four);
}

TEST(NetworkFormats, TikzNumberedFromTheBottomIsTurnedOver) {
  const auto read_back = parse_network(
      "\\addtocounter{sncolumncounter}{1}\n\\nodeconnection{{4,2}}\n\\nodeconnection{{3,1}}\n"
      "\\addtocounter{sncolumncounter}{1}\n\\nodeconnection{{4,3},{2,1}}\n"
      "\\addtocounter{sncolumncounter}{1}\n\\nodeconnection{{3,2}}\n",
      "a.tex");
  ASSERT_TRUE(read_back.ok()) << read_back.error().text();
  EXPECT_EQ(shown(*read_back->network), kFour);
  ASSERT_EQ(read_back->notes.size(), 1U);
}

TEST(NetworkFormats, LineBreaksAreNoLayersInAFlatList) {
  EXPECT_EQ(read("{\"N\":3,\n\"nw\":[\n[0,1],\n\n[1,2]\n,[0,1]]}"),
            "sorterhunter 3: 0>1 | 1>2 | 0>1");
  EXPECT_EQ(read("0:1\n2:3\n0:2,1:2\n"), "cn 4: 0>1 2>3 | 0>2 | 1>2");
  EXPECT_EQ(read("[[0,1],\n[2,3]]"), "array 4: 0>1 2>3");
}

TEST(NetworkFormats, StatedLayersStayAndDirectionsToo) {
  // The second comparator could run in the first layer.
  EXPECT_EQ(read("[(0,1)]\n[(2,3)]\n"), "bracket 4: 0>1 | 2>3");
  EXPECT_EQ(read("[(1,0),(2,3)]"), "bracket 4: 1>0 2>3");
  EXPECT_EQ(read("{\"N\":2,\"nw\":[[1,0]]}"), "sorterhunter 2: 1>0");
  EXPECT_EQ(read("Inputs: 2\n\n1 0\n"), "sn 2: 1>0");
}

TEST(NetworkFormats, ColonPairsHaveNoDirection) {
  const auto network = parse_network("3:1,0:2", "a.cn");
  ASSERT_TRUE(network.ok());
  EXPECT_EQ(shown(*network->network), "4: 0>2 1>3");
  ASSERT_EQ(network->notes.size(), 1U);
  EXPECT_NE(network->notes[0].find("1 of 2 pairs"), std::string::npos);
}

TEST(NetworkFormats, OneListOfPairsIsLevelledAndSaidSo) {
  const auto network = parse_network("[(0,1),(2,3),(0,2),\n (1,3),(1,2)]", "a.txt");
  ASSERT_TRUE(network.ok()) << network.error().text();
  EXPECT_EQ(network->network->depth(), 3U);
  EXPECT_EQ(network->network->size(), 5U);
  ASSERT_EQ(network->notes.size(), 1U);
  EXPECT_NE(network->notes[0].find("earliest layer"), std::string::npos);
  const auto layer = parse_network("[(0,1),(2,3)]", "a.txt");
  ASSERT_TRUE(layer.ok());
  EXPECT_EQ(layer->network->depth(), 1U);
  EXPECT_TRUE(layer->notes.empty());
}

TEST(NetworkFormats, NumbersAreNoNetwork) {
  for (const std::string_view text :
       {"3,7,4,8,6,2,1,5", "1\n2\n3\n", "1 2\n3 4\n5 6\n", "0 1\n1 2\n2 3\n", "key,value\n1,2\n",
        "1;2;3\n4;5;6\n", "0;1;2\n", "0 1 2 3\n", "", "3.5 1e9", "5 2 9 1\n4 8 3 7\n"}) {
    EXPECT_EQ(recognise_network(text, "a.txt", false), nullptr) << text;
  }
  for (const NetworkFormat& format : network_formats()) {
    EXPECT_FALSE(format.title.empty());
    EXPECT_TRUE(format.ending.starts_with('.'));
  }
}

struct Mistake {
  std::string_view text;
  std::string_view message;  // all of it
};

TEST(NetworkFormats, MistakesAreNamedWithTheirPlace) {
  const Mistake mistakes[] = {
      {"{\"N\":4,\"nw\":[[0,2],\n[1,4]]}", "n:2:1: there is no wire 4."},
      {"{\"N\":4,\"nw\":[[0,2],[1,1]]}", "n:1:20: a comparator with both ends on wire 1."},
      {"{\"N\":4,\"L\":3,\"nw\":[[0,2],[1,3]]}",
       "n:1:12: \"L\" states 3 comparators, \"nw\" has 2."},
      {"{\"N\":4,\"D\":2,\"nw\":[[0,2],[1,3]]}",
       "n:1:12: \"D\" states 2 layers, the comparators make 1."},
      {"{\"N\":4,\"nw\":[[0,2],[1",
       "n:1:22: the text ends where ',' and the other wire is expected."},
      {"{\"N\":99999999999,\"nw\":[[0,2]]}", "n:1:6: more than 65536 wires."},
      {"{\"N\":0,\"nw\":[]}", "n:1:6: a network without wires."},
      {"{\"N\":4,\"N\":4,\"nw\":[]}", "n:1:8: 'N' for the second time."},
      {"{\"nw\":[[-1,2]]}", "n:1:9: found '-1' where a wire number is expected."},
      {"{\"nw\":[[0.5,2]]}", "n:1:10: found '.5' where ',' and the other wire is expected."},
      {"{\"N\":2,\"nw\":[[0,1]]} x", "n:1:22: found 'x' where the end of the text is expected."},
      {"[(0,1),(1,2)]\n[(0,1)]",
       "n:1:8: a second comparator on wire 1 in layer 1; the first is in line 1, "
       "column 2."},
      {"[(0,1)]\n[(0,1),(2 3)]", "n:2:11: found '3' where ',' and the other wire is expected."},
      {"[(0,1)]\n[(0,1),", "n:2:8: the text ends where the '(' of a comparator is expected."},
      {"[(0,1),(2,99999)]", "n:1:8: there is no wire 99999."},
      {"[(0,99999999999999999999)]", "n:1:5: there is no wire 99999999999999999999."},
      {"[[(0,1)]", "n:1:9: the text ends where the ']' of the list of layers is expected."},
      {"0:1,2", "n:1:6: the text ends where ':' and the other wire is expected."},
      {"0:1 2:3", "n:1:5: found '2' where ',' or the end of the line is expected."},
      {"0:1,3:3", "n:1:5: a comparator with both ends on wire 3."},
      {"Inputs: 4\n\n0 1\n0 2\n",
       "n:4:1: a second comparator on wire 0 in layer 1; the first is in "
       "line 3, column 1."},
      {"Inputs: 4\n\n0 1\n2\n",
       "n:4:2: found the end of the line where a wire number is expected."},
      {"Inputs: 4\n\n0 4\n", "n:3:1: there is no wire 4."},
      {"Inputs: many\n\n0 1\n", "n:1:9: found 'many' where the number of inputs is expected."},
      {"[[0,2],[1,3]", "n:1:13: the text ends where ',' or the ']' of the list is expected."},
      {"[[0,2],[1,3,5]]", "n:1:12: found ',' where the ']' of a comparator is expected."},
      {"\\nodeconnection{{0,1},{1,2}}",
       "n:1:23: a second comparator on wire 1 in layer 1; the first is in line 1, column 17."},
      {"\\begin{sortingnetwork}{4}{1}\n\\nodeconnection{{0,1}}",
       "n:2:23: the text ends where \\end{sortingnetwork} is expected."},
      {"hello", "n:1:1: found 'hello' where a comparator network is expected."},
      {"", "n is empty."},
      {" \n", "n is empty."},
      {"\xff\xfe[\0[", "n is UTF-16 text."},
      {std::string_view("[\0[\0", 4), "n is UTF-16 text."},
      {std::string_view("[[0,\0001]]", 8), "n:1:5: a zero byte: this is not text."},
  };
  for (const Mistake& mistake : mistakes) EXPECT_EQ(read(mistake.text, "n"), mistake.message);
}

TEST(NetworkFormats, MistakesInFormatsThatMustBeNamed) {
  EXPECT_EQ(read("4 3\n1 2 1\n3 4\n", "n", format_of("yukicoder")),
            "n:4:1: 3 comparators are stated, but only 5 of their 6 wires follow.");
  EXPECT_EQ(read("4 1\n1 2\n3 4\n", "n", format_of("yukicoder")),
            "n:3:1: 1 comparators are stated, but more than 2 wires follow.");
  EXPECT_EQ(read("4 1\n0\n3\n", "n", format_of("yukicoder")), "n:2:1: there is no wire 0.");
  EXPECT_EQ(read("4 1\n5\n3\n", "n", format_of("yukicoder")), "n:2:1: there is no wire 5.");
  EXPECT_EQ(read("4 4000000000\n5\n3\n", "n", format_of("yukicoder")),
            "n:1:3: 4000000000 comparators are stated.");
  EXPECT_EQ(read("0 1 2\n", "n", format_of("parberry")),
            "n:1:5: 3 wires in one layer: the last one has no partner.");
  EXPECT_EQ(read("0 1 1 2\n", "n", format_of("parberry")),
            "n:1:5: a second comparator on wire 1 in layer 1; the first is in line 1, column 1.");
  EXPECT_EQ(read("0 1 a 2\n", "n", format_of("parberry")),
            "n:1:5: found 'a' where a whole number and then a blank is expected.");
  EXPECT_EQ(read("0;0;1\n1;0;1\n0;0;1\n", "n", format_of("ehlers")),
            "n:3:1: layer 0 after layer 1: another network begins.");
  EXPECT_EQ(read("0;0;1;1;0\n", "n", format_of("ehlers")),
            "n:1:10: found the end of the line where ';' and a wire number is expected.");
}

TEST(NetworkFormats, ByteOrderMarkAndWindowsLineEndsAreTaken) {
  EXPECT_EQ(read("\xef\xbb\xbf[(0,1)]\r\n[(0,1)]\r\n"), "bracket 2: 0>1 | 0>1");
  EXPECT_EQ(read("Inputs: 2\r\n\r\n0 1\r\n\r\n1 0\r\n"), "sn 2: 0>1 | 1>0");
  EXPECT_EQ(read("0:1\r\n0:1\r\n"), "cn 2: 0>1 | 0>1");
}

TEST(NetworkFormats, TooManyComparatorsAreRefusedWhileReading) {
  std::string text = "[";
  for (std::size_t i = 0; i <= kMostListedComparators; ++i) text += "[0,1],";
  EXPECT_NE(read(text, "n").find("more than 4194304 comparators."), std::string::npos);
}

std::shared_ptr<const ListedNetwork> random_network(SplitMix64& random, bool directed) {
  const std::uint32_t wires = 2 + random.below(30);
  Layers layers(1 + random.below(12));
  for (auto& layer : layers) {
    std::vector<Wire> order(wires);
    for (Wire wire = 0; wire < wires; ++wire) order[wire] = wire;
    for (std::uint32_t i = wires; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    const std::uint32_t count = 1 + random.below(wires / 2);
    for (std::uint32_t i = 0; i < count; ++i) {
      Comparator c{order[2 * i], order[2 * i + 1]};
      if (!directed && c.min_wire > c.max_wire) std::swap(c.min_wire, c.max_wire);
      layer.push_back(c);
    }
  }
  return *ListedNetwork::build(wires, layers);
}

TEST(NetworkFormats, RoundTripsKeepWhatTheTableSays) {
  SplitMix64 random(5);
  for (const NetworkFormat& format : network_formats()) {
    for (int round = 0; round < 300; ++round) {
      const auto network = random_network(random, format.keeps_directions && round % 2 == 0);
      const auto written = write_network(*network, format);
      ASSERT_TRUE(written.ok()) << written.error().text();
      const auto back = parse_network(written->text, "a" + std::string(format.ending), &format);
      ASSERT_TRUE(back.ok()) << back.error().text() << "\n" << written->text;
      std::uint32_t used = 0;
      for (const Comparator& c : network->comparators()) used = std::max(used, c.upper() + 1);
      const auto expected = format.keeps_layers
                                ? network
                                : *ListedNetwork::leveled(network->wires(), network->comparators());
      std::string text = shown(*expected);
      if (!format.keeps_wires) text = std::to_string(used) + text.substr(text.find(':'));
      EXPECT_EQ(shown(*back->network), text) << format.id;
      const bool lossy = (!format.keeps_wires && used < network->wires()) ||
                         (!format.keeps_layers && shown(*expected) != shown(*network));
      EXPECT_EQ(!written->notes.empty(), lossy) << format.id;
      EXPECT_TRUE(back->notes.empty());
    }
  }
}

TEST(NetworkFormats, WhatIsWrittenIsRecognised) {
  // A network that could be nothing else: odd-even transposition on eight wires.
  Layers layers;
  for (std::uint32_t layer = 0; layer < 8; ++layer) {
    layers.emplace_back();
    for (Wire wire = layer % 2; wire + 1 < 8; wire += 2) layers.back().push_back({wire, wire + 1});
  }
  const auto network = *ListedNetwork::build(8, layers);
  for (const NetworkFormat& format : network_formats()) {
    const auto written = write_network(*network, format);
    ASSERT_TRUE(written.ok());
    const NetworkFormat* found = recognise_network(written->text, "pasted", false);
    ASSERT_NE(found, nullptr) << format.id;
    EXPECT_EQ(found->id, format.id);
    EXPECT_EQ(network_format_of_path("x" + std::string(format.ending))->ending, format.ending);
  }
}

TEST(NetworkFormats, DirectionsAreRefusedWhereTheyWouldBeLost) {
  const auto directed = *ListedNetwork::build(4, Layers{{{1, 0}, {2, 3}}});
  const auto written = write_network(*directed, *format_of("cn"));
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, ErrorCode::kBadUsage);
  EXPECT_TRUE(write_network(*untangled(*directed), *format_of("cn")).ok());
}

// Runs 0-1 input `bits` (bit w: the key on wire w) through the network.
std::uint32_t run(const ListedNetwork& network, std::uint32_t bits) {
  for (const Comparator& c : network.comparators()) {
    const bool out_of_order = (bits >> c.min_wire & 1) == 1 && (bits >> c.max_wire & 1) == 0;
    if (out_of_order) bits ^= 1U << c.min_wire | 1U << c.max_wire;
  }
  return bits;
}

TEST(NetworkFormats, UntangledNetworksSortWhenTheirOriginalsDo) {
  // Bitonic in arrow form, 8 wires, by its definition.
  Layers layers;
  for (std::uint32_t k = 2; k <= 8; k *= 2) {
    for (std::uint32_t j = k / 2; j > 0; j /= 2) {
      layers.emplace_back();
      for (Wire i = 0; i < 8; ++i) {
        if ((i & j) != 0) continue;
        layers.back().push_back((i & k) == 0 ? Comparator{i, i | j} : Comparator{i | j, i});
      }
    }
  }
  const auto arrows = *ListedNetwork::build(8, layers);
  const auto flat = untangled(*arrows);
  EXPECT_FALSE(is_standard(*arrows));
  EXPECT_TRUE(is_standard(*flat));
  EXPECT_EQ(flat->size(), arrows->size());
  EXPECT_EQ(flat->depth(), arrows->depth());
  for (std::uint32_t bits = 0; bits < 256; ++bits) {
    const std::uint32_t sorted = run(*flat, bits);
    EXPECT_EQ(sorted, 0xffU & ~((1U << (8 - std::popcount(bits))) - 1)) << bits;
  }
}

TEST(NetworkFormats, FilesAreNamedAfterTheirNameAndMissingOnesReported) {
  const auto folder = std::filesystem::temp_directory_path() / "sortscope-formats";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "Sort_2.json").string();
  std::ofstream(path) << "{\"N\":2,\"L\":1,\"D\":1,\"nw\":[[0,1]]}";
  const auto network = read_network_file(path);
  ASSERT_TRUE(network.ok());
  EXPECT_EQ(network->network->name(), "Sort_2");
  EXPECT_TRUE(looks_like_network(path));
  const auto missing = read_network_file((folder / "none.json").string());
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("No such file"), std::string::npos);
  EXPECT_FALSE(read_network_file(folder.string()).ok());
  std::filesystem::remove_all(folder);
}

// A file may hold a number of millions of digits: no message repeats them all.
TEST(NetworkFormats, NoMessageRepeatsANumberOfAnyLength) {
  for (const std::size_t digits : {41, 100'000}) {
    const std::string number(digits, '9');
    for (const std::string& text :
         {"[(0," + number + ")]", "[(" + number + ",0)]", "{\"N\":4,\"nw\":[[0," + number + "]]}",
          "{\"N\":" + number + ",\"nw\":[[0,1]]}", "0:1," + number + ":2",
          "Inputs: 4\n\n0 " + number + "\n", "Inputs: " + number + "\n\n0 1\n"}) {
      EXPECT_LT(read(text, "n").size(), 160U) << text.substr(0, 20);
    }
    for (const NetworkFormat& format : network_formats()) {
      EXPECT_LT(read(number, "n", &format).size(), 160U) << format.id;
      std::string example(format.example);
      const std::size_t at = example.find_last_of("0123456789");
      if (at == std::string::npos) continue;
      EXPECT_LT(read(example.replace(at, 1, number), "n", &format).size(), 160U) << format.id;
    }
  }
}

}  // namespace
}  // namespace sortscope
