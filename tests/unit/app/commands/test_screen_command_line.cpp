// test_screen_command_line.cpp: words of a file stay words, in a shell's line and in a session.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/commands/screen_command_line.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/session_file.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

constexpr std::string_view kPlain = "plain";
constexpr std::array<std::string_view, 16> kHostile = {"; touch ran",
                                                       "$(touch ran)",
                                                       "`touch ran`",
                                                       "x\ntouch ran\n",
                                                       "' ; touch ran ; '",
                                                       "\" ; touch ran ; \"",
                                                       "\\' ; touch ran ; \\'",
                                                       "& touch ran &",
                                                       "| touch ran",
                                                       "> ran",
                                                       "# ran",
                                                       "$HOME",
                                                       "~",
                                                       "*",
                                                       "two words",
                                                       "x\rrecord\nopen ran"};

// A text field of a recording that a file fills.
struct Field {
  const char* name;
  std::string& (*of)(Recording&);
};
constexpr Field kFields[] = {
    {"input", [](Recording& r) -> std::string& { return r.request.input; }},
    {"kernel_requested", [](Recording& r) -> std::string& { return r.request.kernel; }},
    {"source", [](Recording& r) -> std::string& { return r.request.source; }},
    {"engine", [](Recording& r) -> std::string& { return r.engine; }},
    {"engine_description", [](Recording& r) -> std::string& { return r.engine_description; }},
    {"kernel", [](Recording& r) -> std::string& { return r.timing.kernel; }},
    {"created_utc", [](Recording& r) -> std::string& { return r.created_utc; }},
};

std::vector<std::string> replaced(std::vector<std::string> words, std::string_view by) {
  for (std::string& word : words) {
    if (word == kPlain) word = by;
  }
  return words;
}

class WordsOfFiles : public testing::Test {
 protected:
  WordsOfFiles() : app(surface), other(other_surface) {
    std::string pattern = (std::filesystem::temp_directory_path() / "sortscope-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
  }
  ~WordsOfFiles() override { std::filesystem::remove_all(folder); }

  // What a shell gives the program in `line`; a session that is piped follows as a word.
  [[nodiscard]] std::vector<std::string> shell_words(const std::string& line) const {
    std::ofstream(folder / "line.sh")
        << "sortscope() { printf '%s\\0' \"$@\"; if [ \"$2\" = - ]; then cat; fi; }\n"
        << line << '\n';
    const std::string command =
        fmt::format("cd {} && /bin/sh ./line.sh 2>&1 </dev/null", folder.string());
    std::FILE* pipe = ::popen(command.c_str(), "r");
    std::string out;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) out += static_cast<char>(c);
    EXPECT_EQ(::pclose(pipe), 0) << line;
    std::filesystem::remove(folder / "line.sh");
    EXPECT_TRUE(std::filesystem::is_empty(folder)) << line;
    for (const auto& each : std::filesystem::directory_iterator(folder)) {
      std::filesystem::remove(each);
    }
    std::vector<std::string> words;
    for (std::size_t at = 0; at < out.size();) {
      const std::size_t end = std::min(out.find('\0', at), out.size());
      words.push_back(out.substr(at, end - at));
      at = end + 1;
    }
    return words;
  }
  static std::vector<std::string> session_words(const Recording& recording) {
    std::vector<std::string> all;
    for (const std::string& line : run_lines(recording)) {
      const auto words = split_command_line(line);
      EXPECT_TRUE(words) << line;
      EXPECT_EQ(line.find_first_of("\r\n"), std::string::npos) << line;
      if (words) all.insert(all.end(), words->begin(), words->end());
      all.emplace_back("next line");
    }
    return all;
  }
  // Two runs: generated keys, and own ones of a stored network, whose name is a file's too.
  static std::vector<std::shared_ptr<const Recording>> runs() {
    QuietSurface surface;
    App app(surface);
    app.next.engine_id = "cpu";
    app.session.open(prepare_run(small_recording()));
    EXPECT_TRUE(run_command_line(app, "input uniform"));
    std::vector<std::shared_ptr<const Recording>> all;
    for (const char* line : {"record", "preset mistake-missing"}) {
      EXPECT_TRUE(run_command_line(app, line));
      app.background.wait(app);
      all.push_back(app.session.shared_recording());
    }
    return all;
  }

  QuietSurface surface;
  QuietSurface other_surface;
  App app;
  App other;
  std::filesystem::path folder;
};

TEST_F(WordsOfFiles, StayWordsInAShellAndInASession) {
  for (const auto& run : runs()) {
    for (const Field& field : kFields) {
      Recording plain = *run;
      field.of(plain) = kPlain;
      const auto line = run_options(plain, "auto");
      ASSERT_TRUE(line);
      const std::vector<std::string> words = shell_words("sortscope " + *line);
      const std::vector<std::string> lines = session_words(plain);
      for (const std::string_view hostile : kHostile) {
        Recording changed = *run;
        field.of(changed) = hostile;
        const auto other_line = run_options(changed, "auto");
        ASSERT_TRUE(other_line);
        EXPECT_EQ(shell_words("sortscope " + *other_line), replaced(words, hostile))
            << field.name << ": " << hostile;
        EXPECT_EQ(session_words(changed), replaced(lines, hostile))
            << field.name << ": " << hostile;
      }
    }
    const auto line = run_options(*run, "; touch ran");
    ASSERT_TRUE(line);
    EXPECT_EQ(shell_words("sortscope " + *line).back(), "; touch ran");
  }
}

// Names of all text attributes.
std::vector<std::string> text_attributes(const std::string& path) {
  std::vector<std::string> names;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  H5Aiterate2(
      file, H5_INDEX_NAME, H5_ITER_INC, nullptr,
      [](hid_t root, const char* name, const H5A_info_t*, void* to) -> herr_t {
        const hid_t attribute = H5Aopen(root, name, H5P_DEFAULT);
        const hid_t type = H5Aget_type(attribute);
        if (H5Tget_class(type) == H5T_STRING) {
          static_cast<std::vector<std::string>*>(to)->emplace_back(name);
        }
        H5Tclose(type);
        H5Aclose(attribute);
        return 0;
      },
      &names);
  H5Fclose(file);
  return names;
}

void set_text(const std::string& path, const std::string& name, std::string_view value) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Adelete(file, name.c_str());
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, value.size() + 1);
  const hid_t attribute = H5Acreate2(file, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, type, std::string(value).c_str());
  H5Aclose(attribute);
  H5Tclose(type);
  H5Sclose(space);
  H5Fclose(file);
}

TEST_F(WordsOfFiles, AreHeldToTheirPlaceFromTheFileOn) {
  std::string pattern = (std::filesystem::temp_directory_path() / "sortscope-XXXXXX").string();
  const std::filesystem::path files = ::mkdtemp(pattern.data());
  const std::string path = (files / "run.h5").string();
  int opened = 0;
  for (const auto& made : runs()) {
    auto named = std::make_shared<Recording>(*made);
    named->request.source = kPlain;
    const std::shared_ptr<const Recording> run = named;
    ASSERT_TRUE(write_recording(*run, path));
    app.session.open(prepare_run(run));
    const auto plain = parse_session(session_text(app, false), "plain");
    ASSERT_TRUE(plain);
    for (const std::string& name : text_attributes(path)) {
      for (const std::string_view hostile : kHostile) {
        ASSERT_TRUE(write_recording(*run, path));
        set_text(path, name, hostile);
        const auto read = read_recording(path);
        if (!read) continue;  // refused
        ++opened;
        app.session.open(prepare_run(*read));
        const auto line = screen_command_line(app, app.next.engine_id);
        ASSERT_TRUE(line) << name;
        const std::vector<std::string> words = shell_words(*line);
        const std::string text = session_text(app, false);
        if (words.size() > 1 && words[1] == "-") {
          EXPECT_EQ(words.back(), text) << name;
        }
        const auto session = parse_session(text, "changed");
        ASSERT_TRUE(session) << name << ": " << session.error().text();
        EXPECT_EQ(session->run.size() + session->picture.size(),
                  plain->run.size() + plain->picture.size())
            << name << ": " << hostile;
        ASSERT_TRUE(open_session(other, *session)) << text;
        other.background.wait(other);
        EXPECT_EQ(session_text(other, false), text);
      }
    }
  }
  EXPECT_GT(opened, 0);
  std::filesystem::remove_all(files);
}

}  // namespace
}  // namespace sortscope
