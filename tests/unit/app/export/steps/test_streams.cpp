// test_streams.cpp: the JSON of `abisort`, run by a reader that knows nothing but its lines
// and where the nodes are written (docs/streams.md).
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/unit/steps_fixture.h"

namespace sortscope {
namespace {

struct Node {
  Json key;
  int left = -1;
  int right = -1;
};

// The node memory of one merge: written as the lines say.
class Memory {
 public:
  Memory(const Json& keys, int merge) {
    const int n = static_cast<int>(keys.size());
    const int base = merge % 2 * (n + n / 2);
    for (int wire = 0; wire < n; ++wire) {
      const int reach = (~wire & (wire + 1)) / 2;
      nodes_[base + wire] = {keys[static_cast<std::size_t>(wire)],
                             reach > 0 ? base + wire - reach : -1,
                             reach > 0 ? base + wire + reach : -1};
    }
  }

  // Returns what was written last in phase 0: root and extra node of each instance.
  void run(const Json& line) {
    Node p = nodes_.at(line["reads"][0].get<int>());
    Node q = nodes_.at(line["reads"][1].get<int>());
    if (line["exchanged"] == 1) {
      std::swap(p.key, q.key);
      if (line["phase"] == 0) {
        std::swap(p.left, p.right);
      } else {
        std::swap(p.left, q.left);
      }
    }
    const int p_at = line["writes"][0].get<int>();
    const int q_at = line["writes"][1].get<int>();
    nodes_[p_at] = p;
    nodes_[q_at] = q;
    for (const Json& link : line["links"]) {
      Node& parent = nodes_.at(link[0].get<int>());
      (link[1] == "left" ? parent.left : parent.right) = link[2].get<int>();
    }
    if (line["phase"] == 0) {
      if (line["instance"] == 0) top_.clear();
      top_.push_back(p_at);
      top_.push_back(q_at);
    }
  }

  // Keys in in-order, with the extra node behind: the roots and extra nodes of the last stage stand
  // in in-order.
  [[nodiscard]] Json in_order() const {
    Json keys = Json::array();
    walk(top_[top_.size() / 2 - 1], keys);
    keys.push_back(nodes_.at(top_.back()).key);
    return keys;
  }

 private:
  void walk(int at, Json& keys) const {
    const Node& node = nodes_.at(at);
    if (node.left >= 0) walk(node.left, keys);
    keys.push_back(node.key);
    if (node.right >= 0) walk(node.right, keys);
  }

  std::map<int, Node> nodes_;
  std::vector<int> top_;
};

std::string keys_text(int n) {
  std::string text;
  unsigned state = 7;
  for (int i = 0; i < n; ++i) {
    state = state * 1664525U + 1013904223U;
    text += (i > 0 ? "," : "") + std::to_string(state >> 16 & 63);
  }
  return text;
}

TEST(StepsStreams, ReadsWritesAndLinksAreEnough) {
  for (const int n : {32, 64, 128}) {
    const auto lines = json_steps(run("abisort", keys_text(n)));
    Json before = lines[0]["keys"];
    std::unique_ptr<Memory> memory;
    int merges = 0;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const Json& line = lines[i];
      if (line["part"] == "adaptive") {
        // The last merge alone is one tree; the others are several side by side.
        if (line["merge"].get<std::uint32_t>() < floor_log2(static_cast<unsigned>(n))) continue;
        if (line["stage"] == 0 && line["phase"] == 0) {
          memory = std::make_unique<Memory>(before, line["merge"].get<int>());
          ++merges;
        }
        ASSERT_NE(memory, nullptr);
        memory->run(line);
        if (line.contains("keys")) {
          EXPECT_EQ(memory->in_order(), line["keys"]) << n << " step " << i;
        }
      } else {
        before = line["keys"];
      }
    }
    EXPECT_EQ(merges, 1);
  }
}

TEST(StepsStreams, PartsComeInTheirOrder) {
  const auto lines = json_steps(run("abisort", keys_text(40)));
  std::string parts;
  std::string last;
  int step = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string part = lines[i]["part"];
    if (part != last) parts += (parts.empty() ? "" : " ") + part;
    last = part;
    // Making nodes compares nothing: it has the number of the step before.
    step += part == "build" ? 0 : 1;
    EXPECT_EQ(lines[i]["step"], step);
  }
  EXPECT_EQ(parts, "local build finish adaptive finish adaptive finish");
  Json sorted = lines.back()["keys"];
  for (std::size_t i = 1; i < 40; ++i) EXPECT_LE(sorted[i - 1], sorted[i]);
  for (std::size_t i = 40; i < 64; ++i) EXPECT_TRUE(sorted[i].is_null());
  // Up to 8 keys there is the local sort alone.
  for (const Json& line : json_steps(run("abisort", "3,1,2"))) {
    EXPECT_TRUE(!line.contains("part") || line["part"] == "local");
  }
}

TEST(StepsStreams, ARangeBeginsInTheMiddleOfAMerge) {
  const auto run_of = run("abisort", keys_text(64));
  const auto all = json_steps(run_of);
  for (const std::uint32_t from : {12U, 20U, 27U, 33U}) {
    const auto part = json_steps(run_of, {.from = from, .to = from + 3});
    ASSERT_EQ(part.size(), 5U);
    for (std::size_t i = 1; i < part.size(); ++i) {
      const auto same = std::find_if(all.begin() + 1, all.end(), [&](const Json& line) {
        return line["step"] == part[i]["step"] && line["part"] == part[i]["part"];
      });
      ASSERT_NE(same, all.end());
      EXPECT_EQ(*same, part[i]);
    }
  }
}

}  // namespace
}  // namespace sortscope
