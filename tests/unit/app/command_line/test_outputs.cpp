// What the command line writes is never what it reads.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/command_line/command_line.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class Outputs : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / ("sortscope-outputs-" + std::to_string(::getpid()));
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }
  std::string file(const std::string& name) {
    const std::string path = (folder / name).string();
    std::ofstream(path) << "mine";
    return path;
  }
  static Status check(const std::vector<std::string>& words) {
    std::vector<const char*> all{"sortscope"};
    for (const std::string& word : words) all.push_back(word.c_str());
    return check_arguments(static_cast<int>(all.size()), all.data());
  }
  fs::path folder;
};

// A call with the file that is read, and the option that writes, which comes last.
const std::vector<std::vector<std::string>>& calls() {
  static const std::vector<std::vector<std::string>> kAll{
      {"record", "IN", "-o"},
      {"record", "--network", "IN", "-o"},
      {"export", "IN", "-o"},
      {"export", "--results", "IN", "--view", "plots", "-o"},
      {"export", "--compare", "IN", "-o"},
      {"export", "--trace", "IN", "-o"},
      {"sheet", "IN", "-o"},
      {"trace", "IN", "-o"},
      {"trace", "--network", "IN", "-o"},
      {"bench", "--network", "IN", "--json"},
      {"bench", "--network", "IN", "--csv"},
      {"bench", "--network", "IN", "--gbench"},
      {"bench", "--kernel", "IN", "--json"},
      {"bench", "--kernel", "a.cu", "--before", "IN", "--csv"},
      {"bench", "--compare", "IN", "--json"},
      {"kernel", "IN", "-o"},
      {"kernel", "a.cu", "--before", "IN", "-o"},
      {"network", "IN", "-o"},
      {"lesson", "IN", "-o"},
      {"IN", "--log"},
      {"IN", "--screenshot"},
      {"--session", "IN", "--state-file"},
      {"--script", "IN", "--log"},
      {"--lesson", "IN", "--screenshot"},
      {"--network", "IN", "--log"}};
  return kAll;
}

TEST_F(Outputs, AreNeverWhatIsRead) {
  // An ending that each may have, so that nothing else is wrong with it.
  for (const char* ending : {".h5", ".json", ".svg", ".pdf"}) {
    const std::string in = file(std::string("in") + ending);
    const std::string soft = (folder / (std::string("soft") + ending)).string();
    const std::string hard = (folder / (std::string("hard") + ending)).string();
    fs::create_symlink(in, soft);
    fs::create_hard_link(in, hard);
    for (const auto& call : calls()) {
      for (const std::string& out : {in, soft, hard, folder.string() + "/./in" + ending}) {
        std::vector<std::string> words = call;
        for (std::string& word : words) {
          if (word == "IN") word = in;
        }
        words.push_back(out);
        const Status status = check(words);
        ASSERT_FALSE(status.ok()) << words[0] << ' ' << words.back();
        EXPECT_EQ(status.error().code, ErrorCode::kBadUsage);
        EXPECT_NE(status.error().message.find("would write over"), std::string::npos)
            << status.error().message;
        EXPECT_FALSE(status.error().hint.empty());
      }
    }
  }
}

TEST_F(Outputs, HaveAnEndingOfTheirOwn) {
  const std::string numbers = file("numbers.txt");
  for (const auto& [words, good] : std::vector<std::pair<std::vector<std::string>, bool>>{
           {{"record", "--n", "16", "-o", "x.cu"}, false},
           {{"record", "--n", "16", "-o", "x.txt"}, false},
           {{"record", "--n", "16", "-o", "x"}, false},
           {{"record", "--n", "16", "-o", "x.h5"}, true},
           {{"record", numbers, "-o", "x.hdf5"}, true},
           {{"record", "--n", "16", "-o", "/dev/null"}, false},
           {{"kernel", "a.cu", "-o", "/dev/null"}, true},
           {{"kernel", "a.cu", "-o", "b.cu"}, false},
           {{"kernel", "a.cu", "-o", "b.md"}, false},
           {{"kernel", "a.cu", "-o", "b.h5"}, true},
           {{"kernel", "a.cu", "-o", "b.json"}, true},
           {{"kernel", "a.cu", "--json", "-o", "b.H5"}, true},
           {{"bench", "--json", "my.cu"}, false},
           {{"bench", "--csv", "run.h5"}, false},
           {{"bench", "--json", "r.json", "--csv", "r.json"}, false},
           {{"bench", "--json", "r.json", "--csv", "r.csv"}, true},
           {{"bench", "--json", "/dev/stdout"}, true},
           {{"--n", "16", "--log", "steps.cu"}, false},
           {{"--n", "16", "--log", "steps.txt"}, true},
           {{"--n", "16", "--log", "-"}, true}}) {
    EXPECT_EQ(check(words).ok(), good) << words.front() << ' ' << words.back();
  }
}

// Whatever the command: what can hold no file is told before any work.
TEST_F(Outputs, GoToPlacesThatCanHoldThem) {
  for (const char* ending : {".h5", ".json", ".svg", ".pdf"}) {
    const fs::path deep = folder / (std::string("folder") + ending);
    fs::create_directories(deep);
    const std::string in = file("in.txt");
    for (const auto& call : calls()) {
      for (const std::string& out :
           {deep.string(), (folder / "none" / (std::string("a") + ending)).string(),
            in + "/a" + ending}) {
        std::vector<std::string> words = call;
        for (std::string& word : words) {
          if (word == "IN") word = in;
        }
        words.push_back(out);
        const Status status = check(words);
        ASSERT_FALSE(status.ok()) << words[0] << ' ' << words.back();
        EXPECT_EQ(status.error().code, ErrorCode::kBadUsage);
        EXPECT_NE(status.error().message.find("cannot write"), std::string::npos)
            << status.error().message;
        EXPECT_FALSE(status.error().hint.empty());
      }
    }
  }
}

// What is there under the name of a recording and is none is kept.
TEST_F(Outputs, ARecordingIsPutOverRecordingsOnly) {
  const std::string other = file("other.h5");
  EXPECT_FALSE(check({"record", "--n", "16", "-o", other}).ok());
  EXPECT_FALSE(check({"kernel", "a.cu", "-o", other}).ok());
  const std::string empty = (folder / "empty.h5").string();
  { const std::ofstream made(empty); }
  EXPECT_TRUE(check({"record", "--n", "16", "-o", empty}).ok());
}

}  // namespace
}  // namespace sortscope
