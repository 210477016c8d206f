// test_trust.cpp: no line of a lesson or session writes, starts, measures or reads elsewhere.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/lesson_check.h"
#include "app/state/lesson_player.h"
#include "app/state/opening.h"
#include "app/state/session_file.h"
#include "core/keys/inputs.h"
#include "core/lessons/presets.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Works in a folder with files that must stay as they are, and with programs in PATH that would
// leave a trace.
class Trust : public testing::Test {
 protected:
  Trust() : working_folder(fs::current_path()), path_variable(std::getenv("PATH")), app(surface) {
    std::string name = testing::TempDir() + "trust-XXXXXX";
    root = ::mkdtemp(name.data());
    folder = root / "lesson";
    for (const char* each : {"lesson", "lesson/below", "bin", "elsewhere"}) {
      fs::create_directory(root / each);
    }
    write(folder / "canary.txt", "5 3 4 1\n");
    write(folder / "canary.h5", "no recording");
    write(folder / "below" / "numbers.txt", "4 3 2 1\n");
    write(root / "elsewhere" / "secret.txt", "9 8 7\n");
    write(root / "elsewhere" / "other.md", "# T\n## S\nx\n");
    fs::create_symlink(root / "elsewhere" / "secret.txt", folder / "link.txt");
    fs::create_symlink("below/numbers.txt", folder / "inner.txt");
    EXPECT_EQ(::mkfifo((folder / "pipe.txt").c_str(), 0600), 0);
    for (const char* program : {"ffmpeg", "xdg-open", "sh", "gsettings"}) {
      write(root / "bin" / program, "#!/bin/sh\ntouch \"" + (root / "started").string() + "\"\n");
      fs::permissions(root / "bin" / program, fs::perms::owner_all);
    }
    ::setenv("PATH", (root / "bin").c_str(), 1);
    fs::current_path(folder);
    app.session.open(prepare_run(small_recording()));
    app.next.run = app.session.recording().request;
    app.next.engine_id = "cpu";
  }
  ~Trust() override {
    fs::current_path(working_folder);
    ::setenv("PATH", path_variable.c_str(), 1);
    fs::remove_all(root);
  }

  // Names, kinds, contents and times of all below the root.
  [[nodiscard]] std::map<std::string, std::string> everything() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const auto status = entry.symlink_status();
      std::string about = std::to_string(static_cast<int>(status.type()));
      if (fs::is_regular_file(status)) {
        about += " " + std::to_string(entry.last_write_time().time_since_epoch().count()) + " " +
                 text_of(entry.path());
      }
      all[entry.path().string()] = about;
    }
    return all;
  }
  void finish() {
    app.background.wait(app);
    app.lesson->settle(app);
    app.session.settle();
    EXPECT_TRUE(app.look.screenshots.empty());
    app.look.screenshots.clear();
  }
  [[nodiscard]] LineSource lesson_source() const {
    return {.source = Source::kLesson, .folder = folder.string()};
  }
  // The lesson as the command line checks it; its errors, a line each.
  std::string errors_of(const std::string& block) {
    const std::string text = "# T\n\n## S\n```sortscope\n" + block + "\n```\nx\n";
    auto lesson = parse_lesson(text, (folder / "evil.md").string());
    if (!lesson) return lesson.error().text();
    std::string all;
    for (const Error& error :
         run_through(*app.lesson, app, std::make_shared<const Lesson>(*lesson))) {
      all += error.text() + "\n";
    }
    return all;
  }
  // What opening a session with these lines of the picture says.
  std::string session_says(const std::string& lines, const std::string& run = "keys 3 1 2") {
    const auto session =
        parse_session("# Sortscope session 1\n" + run + "\nrecord\n" + lines + "\n",
                      (folder / "evil.sscope").string());
    if (!session) return session.error().text();
    app.notices.failure.reset();
    if (const Status status = open_session(app, *session); !status) return status.error().text();
    app.background.wait(app);
    app.lesson->settle(app);
    const std::vector<Error> errors = app.lesson->take_errors();
    return app.notices.failure ? app.notices.failure->text()
           : errors.empty()    ? ""
                               : errors.front().text();
  }

  fs::path working_folder;
  std::string path_variable;
  fs::path root;
  fs::path folder;
  QuietSurface surface;
  App app;
};

// Words that would do harm as a path, an option, a part of a shell line or a URL.
std::vector<std::string> hostile_words(const fs::path& folder) {
  return {"canary.txt",
          (folder / "canary.txt").string(),
          "../elsewhere/secret.txt",
          (folder / "new.png").string(),
          "new.mp4",
          "new.h5",
          "new.sscope",
          "new.json",
          "$(touch started)",
          "`touch started`",
          ";touch started",
          "|touch started",
          "-o",
          "--output=new.png",
          "file:new.mp4",
          "pipe.txt",
          "/dev/zero",
          "/dev/stdin",
          "-",
          "~/new.txt"};
}

// Words that commands understand.
const std::vector<std::string>& usual_words() {
  static const std::vector<std::string> kWords = {
      "1",     "0",        "on",    "auto",  "network",   "bitonic", "uniform", "2^16",
      "65536", "light",    "wires", "0-1",   "all",       "none",    "cursor",  "next",
      "play",  "figure-1", "int32", "layer", "step",      "race",    "rank",    "own",
      "fast",  "4",        "cpu",   "last",  "confirmed", "large",   "full",    "exchanges"};
  return kWords;
}

// `words` behind the command, in every number that it takes, up to three.
std::vector<std::string> lines_of(const Command& command, const std::vector<std::string>& words) {
  const ArgumentCount count = argument_count(command.arguments);
  std::vector<std::string> lines;
  for (std::size_t given = count.least; given <= std::min<std::size_t>(count.most, 3); ++given) {
    for (const std::string& word : words) {
      std::string line(command.id);
      for (std::size_t i = 0; i < given; ++i) line += " " + quoted_word(word);
      lines.push_back(line);
      if (given == 0) break;
    }
  }
  if (lines.empty()) {
    std::string line(command.id);
    for (std::size_t i = 0; i < count.least; ++i) line += " " + quoted_word(words[0]);
    lines.push_back(line);
  }
  return lines;
}

TEST(TrustTable, EveryRowSaysWhatItMayDo) {
  for (const Command& command : commands()) {
    EXPECT_NE(command.effect, Effect::kUnsaid) << command.id;
  }
  // A row that says nothing may be run by a person only.
  EXPECT_EQ(Command{}.effect, Effect::kUnsaid);
  EXPECT_TRUE(allowed(Effect::kUnsaid, Source::kPerson));
  for (const Source source : {Source::kProgram, Source::kLesson, Source::kSession}) {
    EXPECT_FALSE(allowed(Effect::kUnsaid, source));
    EXPECT_FALSE(check_allowed("nothing", Effect::kUnsaid, source));
    for (const Effect effect : {Effect::kWrite, Effect::kStart, Effect::kOwn}) {
      EXPECT_FALSE(allowed(effect, source));
    }
  }
  for (const Source source : {Source::kLesson, Source::kSession}) {
    EXPECT_FALSE(allowed(Effect::kMeasure, source));
  }
  // What a person must be able to rely on, whatever the rows say.
  for (const std::string_view id :
       {"save", "export", "sheet", "screenshot", "save-session", "save-network", "log-save",
        "lab-save", "trace-save", "score"}) {
    EXPECT_EQ(find_command(id)->effect, Effect::kWrite) << id;
  }
  for (const std::string_view id : {"bench-run", "experiment", "trace", "verify", "race"}) {
    EXPECT_EQ(find_command(id)->effect, Effect::kMeasure) << id;
  }
}

TEST_F(Trust, NoCommandOfALessonTouchesAnything) {
  const auto before = everything();
  for (const Command& command : commands()) {
    std::vector<std::string> words = hostile_words(folder);
    if (allowed(command.effect, Source::kLesson)) {
      words.insert(words.end(), usual_words().begin(), usual_words().end());
    }
    for (const std::string& line : lines_of(command, words)) {
      const Status status = run_command_line(app, line, lesson_source());
      finish();
      if (allowed(command.effect, Source::kLesson)) continue;
      ASSERT_FALSE(status) << line;
      EXPECT_EQ(status.error().message, "a lesson may not run '" + std::string(command.id) + "'.");
      EXPECT_FALSE(status.error().hint.empty());
      EXPECT_EQ(app.lines.source.source, Source::kPerson);
    }
    ASSERT_EQ(everything(), before) << command.id;
    ASSERT_FALSE(app.lines.quit) << command.id;
  }
}

TEST_F(Trust, ACheckedLessonNamesEveryLineThatItMayNotRun) {
  const auto before = everything();
  std::vector<std::string> refused;
  std::string block;
  for (const Command& command : commands()) {
    if (allowed(command.effect, Source::kLesson)) continue;
    const auto lines = lines_of(command, hostile_words(folder));
    block += lines.front() + "\n";
    refused.push_back("evil.md:" + std::to_string(5 + refused.size()) + ": a lesson may not run '" +
                      std::string(command.id) + "'.");
  }
  const std::string says = errors_of(block);
  for (const std::string& error : refused) EXPECT_NE(says.find(error), std::string::npos) << error;
  EXPECT_EQ(everything(), before);
}

TEST_F(Trust, ASessionRunsNoneOfThemEither) {
  const auto before = everything();
  for (const Command& command : commands()) {
    if (allowed(command.effect, Source::kSession)) continue;
    for (const std::string& line : lines_of(command, {"canary.txt", "$(touch started)"})) {
      EXPECT_NE(session_says(line).find("a session may not run '" + std::string(command.id) + "'."),
                std::string::npos)
          << line;
      // The same behind a lesson that the session opens.
      write(folder / "below" / "evil.md", "# T\n\n## S\n```sortscope\n" + line + "\n```\nx\n");
      const std::string says = session_says("lesson below/evil.md");
      const bool reads = command.effect == Effect::kReadData;  // what is not there
      EXPECT_NE(says.find(reads ? "evil.md:5: " : "evil.sscope:4:"), std::string::npos) << says;
      EXPECT_NE(says.find(reads ? " " : "evil.md:5: a lesson may not run"), std::string::npos)
          << line << says;
      fs::remove(folder / "below" / "evil.md");
    }
  }
  auto after = everything();
  EXPECT_EQ(after, before);
}

TEST_F(Trust, ALessonReadsOnlyBesideItself) {
  const auto before = everything();
  for (const auto& [path, says] : std::vector<std::pair<std::string, std::string>>{
           {"canary.txt", ""},
           {"inner.txt", ""},
           {"./below/numbers.txt", ""},
           {(folder / "canary.txt").string(), "leaves the folder"},
           {"../elsewhere/secret.txt", "leaves the folder"},
           {"below/../../elsewhere/secret.txt", "leaves the folder"},
           {"link.txt", "link that leaves the folder"},
           {"pipe.txt", "no regular file"},
           {"below", "no regular file"},
           {"-", "cannot read '-'"},
           {"none.txt", "cannot read 'none.txt'"},
           {"/dev/zero", "leaves the folder"}}) {
    const std::string errors = errors_of("open " + path);
    if (says.empty()) {
      EXPECT_EQ(errors, "") << path;
    } else {
      EXPECT_NE(errors.find("evil.md:5: "), std::string::npos) << path << errors;
      EXPECT_NE(errors.find(says), std::string::npos) << path << errors;
    }
  }
  EXPECT_EQ(everything(), before);
  EXPECT_TRUE(app.remembered.recent_files.empty());
}

// Every worked example against the table: for a file it does what the file's lines may do.
TEST_F(Trust, AWorkedExampleDoesForAFileWhatItsLinesMayDo) {
  std::vector<std::string> refused;
  for (const Preset& preset : presets()) {
    std::set<Effect> effects;
    std::istringstream lines{std::string(preset.commands)};
    for (std::string line; std::getline(lines, line);) {
      const Command* command = find_command(line.substr(0, line.find(' ')));
      ASSERT_NE(command, nullptr) << preset.id << ": " << line;
      effects.insert(command->effect);
    }
    const std::string line = "preset " + std::string(preset.id);
    for (const Source source : {Source::kLesson, Source::kSession}) {
      const bool may = std::ranges::all_of(
          effects, [&](const Effect effect) { return allowed(effect, source); });
      EXPECT_EQ(check_command_line(line, source).ok(), may) << line;
      if (may) continue;
      if (source == Source::kLesson) refused.emplace_back(preset.id);
      // Neither is anything of it done.
      const std::uint64_t generation = app.session.generation();
      const RunRequest next = app.next.run;
      const Status status =
          run_command_line(app, line, {.source = source, .folder = folder.string()});
      finish();
      ASSERT_FALSE(status) << line;
      EXPECT_EQ(app.session.generation(), generation) << line;
      EXPECT_EQ(app.next.run.algorithm, next.algorithm) << line;
      EXPECT_FALSE(app.session.measured.race) << line;
      EXPECT_NE(status.error().message.find("may not run"), std::string::npos) << line;
      EXPECT_NE(status.error().hint.find(preset.id), std::string::npos) << line;
    }
    EXPECT_TRUE(check_command_line(line, Source::kProgram)) << line;
    EXPECT_TRUE(check_command_line(line, Source::kPerson)) << line;
  }
  EXPECT_EQ(refused, (std::vector<std::string>{"race", "race-serial"}));
  EXPECT_NE(errors_of("seek 0\npreset race").find("evil.md:6: a lesson may not run 'race'."),
            std::string::npos);
  EXPECT_EQ(errors_of("preset figure-10"), "");
}

TEST_F(Trust, NothingOpensInARing) {
  write(folder / "ring.md", "# T\n\n## S\n```sortscope\nopen ring.sscope\n```\nx\n");
  write(folder / "ring.sscope", "# Sortscope session 1\nkeys 3 1 2\nrecord\nlesson ring.md\n");
  write(folder / "lesson.md", "# T\n\n## S\n```sortscope\nopen ring.md\n```\nx\n");
  write(folder / "named.txt", "# Sortscope session 1\nkeys 3 1 2\nrecord\nlesson ring.md\n");
  for (const char* path : {"ring.sscope", "named.txt", "lesson.md", "ring.md"}) {
    app.lesson->close(app.session, *app.quiz, app.next, app.notices, app.panes);
    app.notices.failure.reset();
    (void)open_path(app, (folder / path).string());
    finish();
    const auto errors = app.lesson->take_errors();
    ASSERT_EQ(errors.size(), 1U) << path;
    EXPECT_NE(errors[0].text().find("opens no session and no other lesson"), std::string::npos)
        << errors[0].text();
  }
  EXPECT_NE(session_says("open ring.sscope").find("may not run 'open'"), std::string::npos);
  EXPECT_NE(session_says("lesson ../elsewhere/other.md").find("leaves the folder"),
            std::string::npos);
  EXPECT_NE(session_says("lesson " + (root / "elsewhere/other.md").string()).find("leaves the"),
            std::string::npos);
  EXPECT_NE(session_says("lesson pipe.txt").find("no regular file"), std::string::npos);
}

TEST_F(Trust, AFileWithAShippedLessonsNameIsThatFile) {
  write(folder / "1-comparators.md", "# T\n\n## S\n```sortscope\nlog-save canary.txt\n```\nx\n");
  write(folder / "1", "# T\n\n## S\n```sortscope\nlog-save canary.txt\n```\nx\n");
  const auto before = everything();
  const Status status = run_command_line(app, "lesson 1-comparators.md");
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("may not run 'log-save'"), std::string::npos);
  // A session means the shipped one, wherever it lies.
  EXPECT_EQ(session_says("lesson 1"), "");
  EXPECT_TRUE(is_shipped(app.lesson->lesson()));
  EXPECT_FALSE(app.lesson->reload_if_changed(app));
  EXPECT_EQ(everything(), before);
}

TEST_F(Trust, ALessonThatChangesWhileItIsOpenGainsNothing) {
  write(folder / "live.md", "# T\n\n## S\n```sortscope\nkeys 2 1\nrecord\n```\nx\n");
  ASSERT_TRUE(run_command_line(app, "lesson live.md"));
  finish();
  write(folder / "live.md", "# T\n\n## S\n```sortscope\nlog-save canary.txt\n```\nx\n");
  fs::last_write_time(folder / "live.md",
                      fs::file_time_type::clock::now() + std::chrono::seconds(5));
  const auto before = everything();
  EXPECT_TRUE(app.lesson->reload_if_changed(app));
  finish();
  EXPECT_NE(app.lesson->error().find("live.md:5: a lesson may not run 'log-save'."),
            std::string::npos)
      << app.lesson->error();
  EXPECT_EQ(everything(), before);
  fs::remove(folder / "live.md");
  ASSERT_EQ(::mkfifo((folder / "live.md").c_str(), 0600), 0);
  EXPECT_FALSE(read_lesson("live.md"));  // and it does not wait
}

TEST_F(Trust, RunsOfFilesAreBounded) {
  EXPECT_NE(errors_of("size 2^17\nrecord").find("evil.md:6: a lesson records at most 65536 keys"),
            std::string::npos);
  EXPECT_NE(errors_of("algorithm odd-even-transposition\nsize 2^16\nrecord")
                .find("larger than what a lesson records"),
            std::string::npos);
  EXPECT_EQ(errors_of("size 2^12\nrecord"), "");
  // Few keys and few outcomes kept, and minutes of work.
  EXPECT_NE(errors_of("algorithm aks\nparam depth 2000\nkeyframes on\nsize 2^16\nrecord")
                .find("larger than what a lesson records"),
            std::string::npos);
  // The largest size there is, and none of its keys are made.
  const std::string says = session_says("end", "algorithm bitonic\ninput uniform\nsize 2^28");
  EXPECT_NE(says.find("a session records at most 65536 keys"), std::string::npos) << says;
  EXPECT_NE(says.find("open FILE large"), std::string::npos) << says;

  write(folder / "large.sscope",
        "# Sortscope session 1\nalgorithm bitonic\ninput uniform\nsize 2^17\nrecord\nend\n");
  EXPECT_FALSE(run_command_line(app, "open large.sscope"));
  ASSERT_TRUE(run_command_line(app, "open large.sscope large"));
  app.background.wait(app);
  EXPECT_EQ(app.session.recording().real_keys(), 1U << 17);
}

double processor_s() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The most bytes of memory that this process held so far.
std::int64_t peak_bytes() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return std::int64_t{used.ru_maxrss} * 1024;
}

TEST_F(Trust, HugeSizesAreRefusedBeforeAnythingIsMade) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr double kSoon_s = 20;
#else
  constexpr double kSoon_s = 2;
#endif
  const std::vector<std::string> huge = {"2^30",
                                         "2^31",
                                         "2^40",
                                         "4294967295",
                                         "18446744073709551615",
                                         "1000000000000000000000000000000",
                                         "-1",
                                         "1e30",
                                         "nan"};
  const std::vector<std::string> before_it = {
      "bitonic", "odd-even-transposition", "adaptive", "aks", "int32", "depth", "1"};
  const RunRequest small = app.session.recording().request;
  const std::int64_t before = peak_bytes();
  for (const Command& command : commands()) {
    const ArgumentCount count = argument_count(command.arguments);
    if (!allowed(command.effect, Source::kLesson) || count.most == 0) continue;
    std::vector<std::string> lines = lines_of(command, huge);
    for (const std::string& word : before_it) {
      for (const std::string& size : huge) {
        if (count.most < 2) break;
        lines.push_back(std::string(command.id) + " " + word + " " + size);
        if (count.most > 2) lines.push_back(lines.back() + " " + size);
      }
    }
    for (const std::string& line : lines) {
      app.next.run = small;
      const double begun_s = processor_s();
      (void)run_command_line(app, line, lesson_source());
      finish();
      if (command.effect == Effect::kChangeRun) {
        (void)run_command_line(app, "record", lesson_source());
        finish();
      }
      EXPECT_LT(processor_s() - begun_s, kSoon_s) << line;
      ASSERT_LT(peak_bytes() - before, static_cast<std::int64_t>(kMostFileBytes)) << line;
    }
    app.session.open(prepare_run(small_recording()));
  }
}

TEST_F(Trust, ARunThatIsMadeAgainIsARunOfTheLesson) {
  RunRequest request;
  const auto algorithm = find_algorithm("bitonic");
  request.input = "uniform";
  request.seed = 7;
  for (const std::uint32_t n : {kMostFileKeys, 2 * kMostFileKeys}) {
    request.keys = *generate_keys("uniform", KeyType::kInt32, n, 7, **algorithm, request.order);
    const auto made = record(request, *make_cpu_engine());
    const std::string path = (folder / "compact.h5").string();
    ASSERT_TRUE(write_recording(**made, path, nullptr, RecordingForm::kCompact));
    ASSERT_LT(fs::file_size(path), 10000U);
    const std::string errors = errors_of("open compact.h5");
    if (n <= kMostFileKeys) {
      EXPECT_EQ(errors, "");
    } else {
      EXPECT_NE(errors.find("would be made again"), std::string::npos) << errors;
    }
    // A person opens it.
    ASSERT_TRUE(run_command_line(app, "open compact.h5"));
    app.background.wait(app);
    EXPECT_EQ(app.session.recording().real_keys(), n);
  }
}

TEST_F(Trust, ALargeRecordingBesideALessonIsNotRead) {
  RunRequest request;
  const auto algorithm = find_algorithm("bitonic");
  request.keys = *generate_keys("uniform", KeyType::kInt32, 4096, 7, **algorithm, request.order);
  const auto made = record(request, *make_cpu_engine());
  ASSERT_TRUE(write_recording(**made, (folder / "run.h5").string()));
  EXPECT_EQ(errors_of("open run.h5"), "");
  const auto read = read_recording((folder / "run.h5").string(), nullptr, {.bytes = 1U << 10});
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("are allowed here"), std::string::npos);
}

TEST_F(Trust, ShippedLessonsAndExamplesMeasureButWriteNothing) {
  const LineSource program{.source = Source::kProgram};
  const auto before = everything();
  for (const Command& command : commands()) {
    if (command.effect != Effect::kWrite && command.effect != Effect::kStart) continue;
    const auto line = lines_of(command, hostile_words(folder)).front();
    EXPECT_FALSE(run_command_line(app, line, program)) << line;
  }
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(errors_of("preset figure-1"), "");
}

TEST_F(Trust, APersonStillMayDoAll) {
  ASSERT_TRUE(run_command_line(app, "log-save words.txt"));
  EXPECT_TRUE(fs::exists(folder / "words.txt"));
  ASSERT_TRUE(run_command_line(app, "open " + (root / "elsewhere/secret.txt").string()));
  app.background.wait(app);
  EXPECT_EQ(app.session.recording().real_keys(), 3U);
}

TEST_F(Trust, ASavedSessionNamesItsLessonFromWhereItLies) {
  write(folder / "mine.md", "# T\n\n## S\n```sortscope\nkeys 2 1\nrecord\n```\nx\n");
  ASSERT_TRUE(run_command_line(app, "lesson " + (folder / "mine.md").string()));
  finish();
  ASSERT_TRUE(run_command_line(app, "save-session " + (folder / "a.sscope").string()));
  EXPECT_NE(text_of(folder / "a.sscope").find("\nlesson mine.md 1\n"), std::string::npos);
  app.lesson->close(app.session, *app.quiz, app.next, app.notices, app.panes);
  fs::current_path(root);
  ASSERT_TRUE(open_path(app, (folder / "a.sscope").string()));
  app.background.wait(app);
  EXPECT_FALSE(app.notices.failure) << app.notices.failure->text();
  EXPECT_TRUE(app.lesson->active());
  // Elsewhere it is left out, and that is said.
  ASSERT_TRUE(run_command_line(app, "save-session elsewhere/b.sscope"));
  EXPECT_NE(app.notices.shown.back().text.find("without its lesson"), std::string::npos);
  EXPECT_EQ(text_of(root / "elsewhere/b.sscope").find("\nlesson "), std::string::npos);
  EXPECT_TRUE(read_session((root / "elsewhere/b.sscope").string()));
}

}  // namespace
}  // namespace sortscope
