// test_kept_files.cpp: the window writes over nothing that it has opened, nor over what is a
// person's: every command that writes, every kind of file, by every name.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "app/commands/export_work.h"
#include "app/export/ffmpeg.h"
#include "app/export/picture.h"
#include "app/export/sheet.h"
#include "app/export/view.h"
#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/opening.h"
#include "app/state/parts/opened_files.h"
#include "app/state/quiz.h"
#include "core/base/input_file.h"
#include "core/base/output_file.h"
#include "core/engines/sort_trace.h"
#include "core/lab/lab.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"
#include "tests/unit/app/small_kernel.h"

namespace {
// Asked once, between a file's last byte and its name; false: the disk fails.
std::function<bool()> at_sync;
}  // namespace

// In the place of the C library's.
extern "C" int fsync(int descriptor) {
  if (const auto asked = std::exchange(at_sync, nullptr); asked && !asked()) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

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

class KeptFiles : public testing::Test {
 protected:
  KeptFiles() : working_folder(fs::current_path()), app(surface) {
    std::string name = testing::TempDir() + "kept-XXXXXX";
    folder = ::mkdtemp(name.data());
    fs::current_path(folder);
    app.session.open(prepare_run(small_recording()));
    app.next.run = app.session.recording().request;
    app.next.engine_id = "cpu";
  }
  ~KeptFiles() override {
    fs::current_path(working_folder);
    fs::remove_all(folder);
  }
  void finish() {
    app.background.wait(app);
    app.lesson->settle(app);
    app.background.wait(app);
    app.session.settle();
    app.look.screenshots.clear();
  }
  // The rest of the arguments of a command that writes `path`.
  static std::string line_for(const Command& command, const std::string& path) {
    std::string line(command.id);
    const std::size_t place = file_argument(command.arguments);
    for (std::size_t i = 0; i < place; ++i) line += " network";
    return line + " " + quoted_word(path);
  }

  fs::path working_folder;
  fs::path folder;
  QuietSurface surface;
  App app;
};

TEST_F(KeptFiles, NothingThatWasOpenedIsWrittenOver) {
  ASSERT_TRUE(write_recording(*small_recording(), "run.h5"));
  write("run.sscope", "# Sortscope session 1\nalgorithm bitonic\nkeys 2 1 4 3\nrecord\n");
  write("l.md", "# T\n## S\n```sortscope\nopen data.txt\n```\nText.\n");
  write("data.txt", "4 3 2 1\n");
  write("net.txt", "[(0,1),(2,3)]\n[(0,2),(1,3)]\n[(1,2)]\n");
  write("numbers.csv", "5,3,1,2\n");
  const std::vector<std::string> opened = {"run.h5",  "run.sscope",  "l.md",
                                           "net.txt", "numbers.csv", "data.txt"};
  for (const std::string& path : opened) {
    if (path == "data.txt") continue;  // the lesson reads it
    ASSERT_TRUE(open_path(app, path)) << path;
    finish();
  }
  // Under every ending that some command writes, and by names that lead there.
  std::map<std::string, std::string> before;
  for (const std::string& path : opened) before[path] = text_of(path);
  fs::create_directory("below");
  std::vector<std::string> names;
  for (const std::string& path : opened) {
    names.insert(names.end(), {path, "./" + path, (folder / path).string(), "below/../" + path});
    for (const char* ending :
         {".svg", ".pdf", ".tex", ".png", ".h5", ".sscope", ".json", ".csv", ".txt", ".gif"}) {
      const std::string link = "link-" + path + ending;
      fs::create_symlink(path, link);
      fs::create_hard_link(path, "hard-" + path + ending);
      names.push_back(link);
      names.push_back("hard-" + path + ending);
    }
  }
  int rows = 0;
  for (const Command& command : commands()) {
    if (command.effect != Effect::kWrite) continue;
    ASSERT_NE(file_argument(command.arguments), std::string_view::npos) << command.id;
    ++rows;
    for (const std::string& name : names) {
      const std::string line = line_for(command, name);
      const bool possible = can_run(command, app);
      const Status status = run_command_line(app, line);
      EXPECT_TRUE(app.look.screenshots.empty()) << line;
      finish();
      ASSERT_FALSE(status) << line;
      if (possible) {
        EXPECT_NE(status.error().message.find("was opened in this window"), std::string::npos)
            << line << ": " << status.error().text();
      }
    }
  }
  EXPECT_EQ(rows, 10);
  for (const auto& [path, text] : before) EXPECT_EQ(text_of(path), text) << path;
  // Also where an editor has put another file in its place meanwhile.
  fs::remove("net.txt");
  write("net.txt", "[(0,1)]\n");
  EXPECT_FALSE(run_command_line(app, "log-save net.txt"));
  EXPECT_EQ(text_of("net.txt"), "[(0,1)]\n");
}

// A window never waits for whoever reads a pipe: every command that writes refuses one.
TEST_F(KeptFiles, AWindowWritesIntoNoPipeOrDevice) {
  app.background.watched = true;
  app.session.measured.trace = std::make_shared<const SortTrace>();
  app.session.measured.lab = std::make_shared<const LabResult>();
  int refused = 0;
  for (const Command& command : commands()) {
    if (command.effect != Effect::kWrite) continue;
    for (const char* ending : {".svg", ".png", ".mp4", ".h5", ".sscope", ".json", ".csv", ".txt"}) {
      const std::string name = std::string(command.id) + ending;
      ASSERT_EQ(::mkfifo(name.c_str(), 0600), 0);
      const int reader = ::open(name.c_str(), O_RDONLY | O_NONBLOCK);  // and never reads
      fs::create_symlink(name, "link-" + name);
      for (const std::string& path : {name, "link-" + name, std::string("/dev/full")}) {
        const std::string line = line_for(command, path);
        ASSERT_TRUE(can_run(command, app)) << line;
        const Status status = run_command_line(app, line);
        EXPECT_TRUE(app.look.screenshots.empty()) << line;
        finish();
        ASSERT_FALSE(status) << line;
        EXPECT_NE(status.error().message.find("no regular file"), std::string::npos)
            << line << ": " << status.error().text();
        ++refused;
      }
      ::close(reader);
    }
  }
  EXPECT_EQ(refused, 10 * 8 * 3);
  // The card, which has no line.
  ASSERT_EQ(::mkfifo("card.svg", 0600), 0);
  EXPECT_FALSE(start_export(app.session, app.background,
                            present_export(app.session, app.look, "network", "card.svg")));
}

// Another program makes the file while each kind is drawn: it stays.
TEST_F(KeptFiles, WhatIsMadeWhileItIsDrawnIsKept) {
  const auto run = app.session.shared_recording();
  ViewRequest request;
  request.palette = app.look.palette;
  request.width = 320;
  request.height = 240;
  SheetRequest sheet;
  sheet.palette = app.look.palette;
  sheet.cursors = {Cursor{}};
  FilmPlan film;
  film.fps = 10;
  film.seconds_per_step = 0.1;
  for (const std::string ending : {".svg", ".pdf", ".tex", ".png", ".mp4", ".gif", ".h5"}) {
    if ((ending == ".mp4" || ending == ".gif") && !ffmpeg_version()) continue;
    for (const std::string stem : {"view", "sheet"}) {
      const std::string path = stem + ending;
      const OutputName name(path);
      write(path, "another's");
      std::string called;
      Status status;
      if (ending == ".h5") {
        status = write_recording(*run, name, nullptr, RecordingForm::kWhole, &called);
      } else if (const ExportFormat format = *export_format(path);
                 stem == "view" || is_film(format)) {
        film.format = format == ExportFormat::kGif ? FilmFormat::kGif : FilmFormat::kMp4;
        status = export_view(run, make_picture_renderer(run, nullptr).get(), request, format, film,
                             name, nullptr, &called);
      } else {
        status = export_sheet(run, sheet, format, name, nullptr, &called);
      }
      ASSERT_TRUE(status) << path << ": " << status.error().text();
      EXPECT_EQ(called, stem + "-2" + ending);
      EXPECT_EQ(text_of(path), "another's");
      EXPECT_GT(fs::file_size(called), 20U);
    }
  }
}

// The same of every command: at the moment before its file gets its name.
TEST_F(KeptFiles, EveryCommandKeepsWhatIsMadeMeanwhile) {
  app.session.measured.trace = std::make_shared<const SortTrace>();
  app.session.measured.lab = std::make_shared<const LabResult>();
  std::map<std::string_view, int> kept;
  int commands_that_write = 0;
  for (const Command& command : commands()) {
    const bool writes_new = command.id == "kernel-new";
    if (command.effect != Effect::kWrite && !writes_new) continue;
    ++commands_that_write;
    for (const char* ending : {".svg", ".png", ".h5", ".sscope", ".json", ".csv", ".txt", ".cu"}) {
      const std::string path = std::string(command.id) + ending;
      bool made = false;
      at_sync = [&] {
        write(path, "another's");
        return made = true;
      };
      const std::string line =
          writes_new ? "kernel-new v0 " + quoted_word(path) : line_for(command, path);
      app.notices.shown.clear();
      const bool done = run_command_line(app, line).ok();
      if (command.id == "screenshot" && done) {
        ASSERT_EQ(app.look.screenshots.size(), 1U);  // written with the next frame, as this name
        EXPECT_FALSE(app.look.screenshots.front().was_there);
        ++kept[command.id];
      }
      finish();
      at_sync = nullptr;
      if (!made) continue;
      ++kept[command.id];
      EXPECT_EQ(text_of(path), "another's") << line;
      EXPECT_EQ(done, !writes_new) << line;
      if (writes_new) continue;
      const std::string called = std::string(command.id) + "-2" + ending;
      EXPECT_TRUE(fs::exists(called)) << line;
      EXPECT_TRUE(app.remembered.opened.replaces_foreign(path)) << line;
      EXPECT_FALSE(app.remembered.opened.replaces_foreign(called)) << line;
      bool said = false;
      for (const Notice& notice : app.notices.shown) {
        said = said || notice.text.find("Another program has made " + path) != std::string::npos;
      }
      EXPECT_TRUE(said) << line;
    }
    EXPECT_GT(kept[command.id], 0) << command.id;
  }
  EXPECT_EQ(commands_that_write, 11);
}

// A name that was not written, as the disk failed, is nobody's: what another program writes there
// later stays.
TEST_F(KeptFiles, ANameIsTheWindowsOnceItIsWritten) {
  app.session.measured.trace = std::make_shared<const SortTrace>();
  app.session.measured.lab = std::make_shared<const LabResult>();
  int failed = 0;
  for (const Command& command : commands()) {
    if (command.effect != Effect::kWrite) continue;
    for (const char* ending : {".svg", ".png", ".h5", ".sscope", ".json", ".csv", ".txt"}) {
      const std::string path = std::string(command.id) + ending;
      const std::string line = line_for(command, path);
      bool asked = false;
      at_sync = [&] {
        asked = true;
        return false;
      };
      (void)run_command_line(app, line);
      finish();
      at_sync = nullptr;
      ASSERT_FALSE(fs::exists(path)) << line;
      write(path, "another's");
      EXPECT_TRUE(app.remembered.opened.replaces_foreign(path)) << line;
      if (!asked) continue;
      ++failed;
      act(app, line);
      finish();
      EXPECT_EQ(text_of(path), "another's") << line;
      // Written, it is.
      fs::remove(path);
      act(app, line);
      finish();
      EXPECT_FALSE(app.remembered.opened.replaces_foreign(path)) << line;
    }
  }
  EXPECT_GT(failed, 9);
}

// What is there, and not of this window, stays: a person who looks on gets another name.
TEST_F(KeptFiles, WhatIsThereKeepsItsName) {
  const std::pair<const char*, const char*> lines[] = {{"log-save", "words.txt"},
                                                       {"export network", "picture.svg"},
                                                       {"export network", "paper.tex"},
                                                       {"score", "right.csv"},
                                                       {"save", "mine.h5"},
                                                       {"save-session", "s.sscope"},
                                                       {"sheet", "sheet.pdf"},
                                                       {"save-network", "net.json"}};
  for (const auto& [command, path] : lines) {
    write(path, "a person's own");
    const std::string line = std::string(command) + " " + path;
    act(app, line);
    finish();
    EXPECT_EQ(text_of(path), "a person's own") << line;
    const fs::path fresh = fresh_name(path);
    const fs::path second =
        fs::path(path).stem().string() + "-2" + fs::path(path).extension().string();
    EXPECT_TRUE(fs::exists(second)) << line;
    EXPECT_NE(fresh, second);
    bool said = false;
    for (const Notice& notice : app.notices.shown) {
      said = said || notice.text.find(std::string(path) + " is there already") != std::string::npos;
    }
    EXPECT_TRUE(said) << line;
    // What the window wrote it writes again; and what a script names, it replaces as ever.
    fs::remove(second);
    fs::remove(path);
    act(app, line);
    finish();
    ASSERT_TRUE(fs::exists(path)) << line;
    act(app, line);
    finish();
    EXPECT_FALSE(fs::exists(second)) << line;
    EXPECT_NE(text_of(path), "a person's own");
  }
  write("other.txt", "a person's own");
  ASSERT_TRUE(run_command_line(app, "log-save other.txt"));
  EXPECT_NE(text_of("other.txt"), "a person's own");
}

// A name is the window's own once it has written it, not before: what could not be written, and is
// somebody's now, stays.
TEST_F(KeptFiles, WhatCouldNotBeWrittenIsNotTheWindowsOwn) {
  app.session.measured.trace = std::make_shared<const SortTrace>();
  app.session.measured.lab = std::make_shared<const LabResult>();
  const std::map<std::string_view, const char*> endings = {
      {"save", ".h5"},        {"export", ".svg"},        {"sheet", ".pdf"},
      {"screenshot", ".png"}, {"score", ".csv"},         {"save-session", ".sscope"},
      {"log-save", ".txt"},   {"save-network", ".json"}, {"lab-save", ".csv"},
      {"trace-save", ".json"}};
  for (const Command& command : commands()) {
    if (command.effect != Effect::kWrite) continue;
    ASSERT_TRUE(endings.contains(command.id)) << command.id;
    const std::string path = "gone/" + std::string(command.id) + endings.at(command.id);
    const std::string line = line_for(command, path);
    ASSERT_TRUE(can_run(command, app)) << line;
    act(app, line);
    finish();
    fs::create_directory("gone");
    write(path, "another's");
    act(app, line);
    finish();
    EXPECT_EQ(text_of(path), "another's") << line;
    fs::remove_all("gone");
  }
}

// The card has asked.
TEST_F(KeptFiles, WhoWasAskedReplaces) {
  write("mine.txt", "a person's own");
  app.asked.ask("log-save mine.txt", true);
  run_asked(app);
  EXPECT_NE(text_of("mine.txt"), "a person's own");
  write("yours.txt", "a person's own");
  app.asked.ask("log-save yours.txt");
  run_asked(app);
  EXPECT_EQ(text_of("yours.txt"), "a person's own");
  EXPECT_TRUE(fs::exists("yours-2.txt"));
}

// Who goes on with a session of their own saves it under its name, once they were asked.
TEST_F(KeptFiles, WhatWasOpenedIsReplacedOnceAPersonAgreed) {
  const Status saved = run_command_line(app, "save-session mine.sscope");
  ASSERT_TRUE(saved) << saved.error().text();
  const std::string first = text_of("mine.sscope");
  ASSERT_TRUE(run_command_line(app, "open mine.sscope"));
  finish();
  ASSERT_TRUE(run_command_line(app, "step-forward"));
  EXPECT_FALSE(run_command_line(app, "save-session mine.sscope"));
  EXPECT_EQ(text_of("mine.sscope"), first);
  app.asked.ask("save-session mine.sscope", true);
  run_asked(app);
  EXPECT_NE(text_of("mine.sscope"), first);
  EXPECT_FALSE(fs::exists("mine-2.sscope"));
}

TEST_F(KeptFiles, APictureOfTheWindowIsAPicture) {
  for (const char* path : {"notes.txt", "a.svg", "a", "l.md", "a.png.csv"}) {
    EXPECT_FALSE(run_command_line(app, std::string("screenshot ") + path)) << path;
  }
  EXPECT_TRUE(app.look.screenshots.empty());
  EXPECT_TRUE(run_command_line(app, "screenshot a.png"));
  app.look.screenshots.clear();
}

// Every step of a lesson sees its data as they were when they were first read.
TEST_F(KeptFiles, DataOfALessonAreReadOnce) {
  const auto keys = [&] {
    std::string text;
    const Keys& of = app.session.recording().request.keys;
    for (std::size_t i = 0; i < of.size(); ++i) text += of.text(i) + " ";
    return text;
  };
  write("other.txt", "1 2\n");
  for (const char* becomes : {"pipe", "device", "link", "other", "gone", "folder"}) {
    fs::remove_all("data.txt");
    write("data.txt", "4 3 2 1\n");
    write("l.md",
          "# T\n## S\n```sortscope\nopen data.txt\n```\nx\n## S\n```sortscope\nkeys 2 "
          "1\nrecord\n```\nx\n## S\n```sortscope\nn 4\nopen ./data.txt\n```\nx\n");
    ASSERT_TRUE(run_command_line(app, "lesson l.md"));
    finish();
    ASSERT_EQ(keys(), "4 3 2 1 ") << becomes;
    fs::remove("data.txt");
    const std::string what = becomes;
    if (what == "pipe") {
      ASSERT_EQ(::mkfifo("data.txt", 0600), 0);
    }
    if (what == "device") fs::create_symlink("/dev/zero", "data.txt");
    if (what == "link") fs::create_symlink("/etc/hostname", "data.txt");
    if (what == "other") write("data.txt", "9 9 9 9 9\n");
    if (what == "folder") fs::create_directory("data.txt");
    for (const char* line : {"lesson-stop 2", "lesson-stop 3", "lesson-stop 1", "lesson-stop 3"}) {
      ASSERT_TRUE(run_command_line(app, line));
      finish();
      EXPECT_EQ(keys(), std::string(line) == "lesson-stop 2" ? "2 1 " : "4 3 2 1 ")
          << becomes << line;
    }
    EXPECT_TRUE(app.lesson->take_errors().empty()) << becomes;
    // Begun anew, it is read anew.
    const bool started = run_command_line(app, "lesson l.md").ok();
    finish();
    EXPECT_TRUE(started);
    EXPECT_EQ(app.lesson->take_errors().empty(), what == "other") << becomes;
    if (what == "other") {
      EXPECT_EQ(keys(), "9 9 9 9 9 ");
    }
  }
  app.lesson->close(app.session, *app.quiz, app.next, app.notices, app.panes);
  EXPECT_FALSE(is_held((fs::canonical(folder) / "data.txt").string()));
}

TEST_F(KeptFiles, NoFolderOnTheWayIsALink) {
  const std::string base = fs::canonical(folder).string();
  fs::create_directories("a/b");
  write("a/b/data", "1 2 3");
  fs::create_directory_symlink("a", "c");
  fs::create_symlink("data", "a/b/link");
  EXPECT_TRUE(hold_file(base, "a/b/data", 100));
  EXPECT_TRUE(is_held(base + "/a/b/data"));
  for (const char* inner :
       {"c/b/data", "a/b/link", "a/b", "a", "none", "a/b/data/x", "/etc/passwd"}) {
    EXPECT_FALSE(hold_file(base, inner, 100)) << inner;
  }
  EXPECT_FALSE(hold_file(base, "a/b/data", 4));
  release_held_files();
  EXPECT_FALSE(is_held(base + "/a/b/data"));
}

}  // namespace
}  // namespace sortscope
