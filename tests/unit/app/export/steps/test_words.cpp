// test_words.cpp: the steps in words: `sortscope steps --format text`, the window's log and the
// JSON form tell the same.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "app/export/steps/output.h"
#include "core/networks/steps.h"
#include "core/words/step_log.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> written(const std::shared_ptr<const Recording>& recording,
                                 StepsFormat format) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* file = open_memstream(&text, &size);
  EXPECT_TRUE(write_steps(recording, {.format = format}, file));
  std::fclose(file);
  std::istringstream stream(std::string(text, size));
  std::free(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::shared_ptr<const Recording> recorded(std::string_view algorithm, Keys keys, Order order) {
  RunRequest request;
  request.algorithm = algorithm;
  request.keys = std::move(keys);
  request.order = order;
  request.any_input = true;
  auto made = record(request, *make_cpu_engine());
  EXPECT_TRUE(made.ok()) << algorithm;
  return *made;
}

// "The keys are now 3, padding." as JSON has them.
Json keys_in(const std::string& line) {
  static const std::regex kKeys("[Tt]he keys are (now )?([^.]*)\\.");
  std::smatch found;
  Json keys = Json::array();
  if (!std::regex_search(line, found, kKeys)) return keys;
  std::istringstream words(found[2]);
  for (std::string word; std::getline(words, word, ',');) {
    word.erase(0, word.find_first_not_of(' '));
    if (word == "padding") {
      keys.push_back(nullptr);
    } else {
      keys.push_back(std::stoi(word));
    }
  }
  return keys;
}

struct Told {
  int lower = 0, upper = 0, first = 0, second = 0;
  bool exchanged = false;
  bool ascending = false;
};

// The comparators of a line: "On wires 0 and 1, ascending, 7 and padding stay."
std::vector<Told> comparators_in(const std::string& line) {
  static const std::regex kOne(
      "On wires (\\d+) and (\\d+), (ascending|descending), (-?\\d+|padding) and (-?\\d+|padding) "
      "(are exchanged|stay)\\.");
  std::vector<Told> all;
  const auto value = [](const std::string& key) {
    return key == "padding" ? 1000000 : std::stoi(key);
  };
  for (std::sregex_iterator at(line.begin(), line.end(), kOne), end; at != end; ++at) {
    const std::smatch& m = *at;
    all.push_back({std::stoi(m[1]), std::stoi(m[2]), value(m[4]), value(m[5]),
                   m[6] == "are exchanged", m[3] == "ascending"});
  }
  return all;
}

struct Case {
  std::string_view algorithm;
  std::uint32_t n;
  Order order;
};
std::string name_of_case(const Case& of) {
  std::string name(of.algorithm);
  std::erase(name, '-');
  return name + std::to_string(of.n) + (of.order == Order::kDescending ? "down" : "");
}
std::ostream& operator<<(std::ostream& out, const Case& of) { return out << name_of_case(of); }

class StepLogOf : public testing::TestWithParam<Case> {};
class StepLogBesideJson : public StepLogOf {};  // one line of JSON a step
class StepLogOfNetworks : public StepLogOf {};  // comparators alone

}  // namespace

TEST_P(StepLogOf, TheWindowAndTheCommandLineSayTheSameSentences) {
  const auto recording = recorded(GetParam().algorithm, mixed_keys(GetParam().n), GetParam().order);
  const auto lines = written(recording, StepsFormat::kText);
  StepLog log(recording);
  ASSERT_EQ(lines.size(), log.steps() + std::size_t{2});
  EXPECT_EQ(lines[0], run_sentences(*recording));
  for (std::uint32_t step = 0; step <= log.steps(); ++step) {
    EXPECT_EQ(lines[step + 1], log.step(step));
  }
  // In any order, too.
  for (std::uint32_t step = log.steps(); step > 0; step = step > 7 ? step - 7 : 0) {
    EXPECT_EQ(lines[step + 1], log.step(step)) << step;
  }
}

TEST_P(StepLogOf, SentencesAreWholeAndWithoutSigns) {
  const auto recording = recorded(GetParam().algorithm, mixed_keys(GetParam().n), GetParam().order);
  for (const std::string& line : written(recording, StepsFormat::kText)) {
    EXPECT_TRUE(line.ends_with('.')) << line;
    EXPECT_TRUE(line[0] >= 'A' && line[0] <= 'Z') << line;
    EXPECT_EQ(line.find_first_of("=<>|;[]{}_*#"), std::string::npos) << line;
    for (const std::string_view sign : {"·", "→", "–", "×", "ε", "…"}) {
      EXPECT_EQ(line.find(sign), std::string::npos) << line;
    }
  }
}

TEST_P(StepLogBesideJson, AgreesWithJson) {
  const auto recording = recorded(GetParam().algorithm, mixed_keys(GetParam().n), GetParam().order);
  const auto text = written(recording, StepsFormat::kText);
  std::vector<Json> json;
  for (const std::string& line : written(recording, StepsFormat::kJson)) {
    const Json row = Json::parse(line);
    if (row.value("part", "") != "build") json.push_back(row);
  }
  ASSERT_EQ(json.size(), text.size() - 1);
  EXPECT_EQ(keys_in(text[1]), json[0]["keys"]);
  for (std::size_t i = 1; i < json.size(); ++i) {
    const Json& row = json[i];
    const std::string& line = text[i + 1];
    EXPECT_TRUE(line.starts_with("Step " + std::to_string(row["step"].get<int>()) + " is "));
    if (row.contains("keys")) {
      EXPECT_EQ(keys_in(line), row["keys"]) << line;
    }
    if (row.contains("comparators")) {
      const auto told = comparators_in(line);
      ASSERT_EQ(told.size(), row["comparators"].size()) << line;
      for (std::size_t c = 0; c < told.size(); ++c) {
        const int low = row["comparators"][c][0];
        const int high = row["comparators"][c][1];
        EXPECT_EQ(std::min(low, high), told[c].lower);
        EXPECT_EQ(std::max(low, high), told[c].upper);
        EXPECT_EQ(row["comparators"][c][2] == 1, told[c].exchanged);
      }
    } else if (row.contains("pointers")) {
      EXPECT_EQ(line.find("are exchanged") != std::string::npos, row["exchanged"] == 1) << line;
      EXPECT_EQ(line.find("change places") != std::string::npos, !row["pointers"].empty()) << line;
      EXPECT_NE(line.find("phase " + row["phase"].dump() + " of stage " + row["stage"].dump() +
                          " in merge " + row["merge"].dump() + ", instance " +
                          row["instance"].dump() + "."),
                std::string::npos)
          << line;
    } else if (row.contains("splits")) {
      for (const Json& split : row["splits"]) {
        EXPECT_NE(line.find("Sequence " + split[1].dump() + " is cut at " + split[2].dump() +
                            ", case " + split[3].dump() + ":"),
                  std::string::npos)
            << line;
      }
    }
  }
}

// Sorting by what the sentences say, and by nothing else.
TEST_P(StepLogOfNetworks, ReplayFromTheWords) {
  const auto recording = recorded(GetParam().algorithm, mixed_keys(GetParam().n), GetParam().order);
  const auto lines = written(recording, StepsFormat::kText);
  std::vector<int> keys;
  for (const Json& key : keys_in(lines[1])) {
    keys.push_back(key.is_null() ? 1000000 : key.get<int>());
  }
  const bool aks = recording->network.aks() != nullptr;  // its keys are listed in output order
  for (std::size_t i = 2; i < lines.size() && !aks; ++i) {
    for (const Told& told : comparators_in(lines[i])) {
      int& lower = keys[static_cast<std::size_t>(told.lower)];
      int& upper = keys[static_cast<std::size_t>(told.upper)];
      EXPECT_EQ(lower, told.first) << lines[i];
      EXPECT_EQ(upper, told.second) << lines[i];
      if (told.exchanged) std::swap(lower, upper);
    }
    std::vector<int> listed;
    for (const Json& key : keys_in(lines[i])) {
      listed.push_back(key.is_null() ? 1000000 : key.get<int>());
    }
    EXPECT_EQ(keys, listed) << lines[i];
  }
}

constexpr Case kNetworks[] = {
    {"bitonic", 16, Order::kAscending},  {"bitonic", 11, Order::kAscending},
    {"bitonic", 8, Order::kDescending},  {"odd-even-merge", 16, Order::kAscending},
    {"pairwise", 13, Order::kAscending}, {"bitonic-recursive", 8, Order::kAscending},
};
constexpr Case kAdaptives[] = {
    {"adaptive", 16, Order::kAscending},          {"adaptive", 11, Order::kDescending},
    {"adaptive-two-case", 16, Order::kAscending}, {"adaptive-overlapped", 16, Order::kAscending},
    {"abisort", 32, Order::kAscending},           {"adaptive-interval", 64, Order::kAscending},
};
constexpr Case kAksCase[] = {{"aks", 64, Order::kAscending}};

const auto kName = [](const auto& of_case) { return name_of_case(of_case.param); };
INSTANTIATE_TEST_SUITE_P(Networks, StepLogOf, testing::ValuesIn(kNetworks), kName);
INSTANTIATE_TEST_SUITE_P(Adaptive, StepLogOf, testing::ValuesIn(kAdaptives), kName);
INSTANTIATE_TEST_SUITE_P(Aks, StepLogOf, testing::ValuesIn(kAksCase), kName);
INSTANTIATE_TEST_SUITE_P(Networks, StepLogBesideJson, testing::ValuesIn(kNetworks), kName);
INSTANTIATE_TEST_SUITE_P(Adaptive, StepLogBesideJson, testing::ValuesIn(kAdaptives), kName);
INSTANTIATE_TEST_SUITE_P(Networks, StepLogOfNetworks, testing::ValuesIn(kNetworks), kName);
INSTANTIATE_TEST_SUITE_P(Aks, StepLogOfNetworks, testing::ValuesIn(kAksCase), kName);

// Michalainas and Charisi 2025: exchanges 3, 2, 2, 2, 2, 2.
TEST(StepLogWords, TellTheSeedExample) {
  const auto recording = recorded("bitonic", keys_of({3, 7, 4, 8, 6, 2, 1, 5}), Order::kAscending);
  StepLog log(recording);
  EXPECT_EQ(log.steps(), 6U);
  EXPECT_EQ(log.step(0), "Step 0 is the input. The keys are 3, 7, 4, 8, 6, 2, 1, 5.");
  EXPECT_EQ(log.step(1),
            "Step 1 is layer 1 of 6, k equals 2, j equals 1: 4 comparators run and 3 exchange. "
            "On wires 0 and 1, ascending, 3 and 7 stay. "
            "On wires 2 and 3, descending, 4 and 8 are exchanged. "
            "On wires 4 and 5, ascending, 6 and 2 are exchanged. "
            "On wires 6 and 7, descending, 1 and 5 are exchanged. "
            "The keys are now 3, 7, 8, 4, 2, 6, 5, 1.");
  EXPECT_EQ(log.comparator({0, 1}), "On wires 2 and 3, descending, 4 and 8 are exchanged.");
  EXPECT_EQ(log.state(6), "After step 6 of 6 the keys are 1, 2, 3, 4, 5, 6, 7, 8.");
  EXPECT_EQ(log.step(1, 1),
            "Step 1 is layer 1 of 6, k equals 2, j equals 1: 4 comparators run and 3 exchange. "
            "On wires 0 and 1, ascending, 3 and 7 stay. 3 more comparators are not told here. "
            "The keys are now 3, and 7 more.");
}

TEST(StepLogWords, TellComparisonsInTrees) {
  const auto recording = recorded("adaptive", keys_of({3, 7, 4, 8, 6, 2, 1, 5}), Order::kAscending);
  StepLog log(recording);
  bool met = false;
  for (std::uint32_t step = 1; step <= log.steps(); ++step) {
    // Root 3 and extra node 7 hold 8 and 1 in the last merge.
    const std::string text = log.step(step);
    if (text.find("phase 0 of stage 0 in merge 3, instance 0.") == std::string::npos) continue;
    met = true;
    EXPECT_NE(text.find("In root 3 and extra node 7, ascending, 8 and 1 are exchanged. "
                        "The left link of node 3 and the right link of node 3 change places."),
              std::string::npos)
        << text;
  }
  EXPECT_TRUE(met);
}

TEST(StepLogWords, SignsBecomeWords) {
  EXPECT_EQ(speakable("k = 8 · j = 1"), "k equals 8, j equals 1");
  EXPECT_EQ(speakable("stages 1–2"), "stages 1 to 2");
}

}  // namespace sortscope
