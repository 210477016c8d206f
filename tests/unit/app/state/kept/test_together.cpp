// test_together.cpp: windows that share what they remember lose nothing of each other's.
#include "app/state/kept/together.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/state/history.h"
#include "app/state/kept/folder_lock.h"
#include "app/state/settings.h"
#include "core/pictures/palette.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Json json(const char* text) { return Json::parse(text); }

TEST(Together, ValuesAreThoseOfWhoeverChangedThem) {
  EXPECT_EQ(put_together(json(R"({"a":1,"b":1,"c":1})"), json(R"({"a":2,"b":1})"),
                         json(R"({"a":3,"b":4,"c":5,"theirs":6})")),
            json(R"({"a":2,"b":4,"theirs":6})"));
  // One that has not written yet, and a file that is gone.
  EXPECT_EQ(put_together(Json(), json(R"({"a":2})"), json(R"({"a":3,"b":4})")),
            json(R"({"a":2,"b":4})"));
  EXPECT_EQ(put_together(json(R"({"a":1})"), json(R"({"a":1})"), Json()), json(R"({"a":1})"));
}

TEST(Together, WhatWasUsedLastStandsFirst) {
  const auto files = [](const char* before, const char* now, const char* there) {
    return put_together({{"recent_files", json(before)}}, {{"recent_files", json(now)}},
                        {{"recent_files", json(there)}})["recent_files"];
  };
  EXPECT_EQ(files(R"(["b","a"])", R"(["c","b","a"])", R"(["d","b","a"])"),
            json(R"(["c","d","b","a"])"));
  EXPECT_EQ(files(R"(["c","b","a"])", R"(["a","c","b"])", R"(["d","c","b","a"])"),
            json(R"(["a","d","c","b"])"));
  EXPECT_EQ(files(R"(["b","a"])", R"(["b","a"])", R"(["a","b"])"), json(R"(["a","b"])"));
  EXPECT_EQ(files("[]", R"(["b"])", R"(["a"])"), json(R"(["b","a"])"));
}

TEST(Together, NoLessonGoesBack) {
  EXPECT_EQ(put_together(Json(), json(R"({"lessons":{"1":{"stop":3,"finished":true},
                                                     "2":{"stop":4,"finished":false}}})"),
                         json(R"({"lessons":{"2":{"stop":9,"finished":false},
                                             "3":{"stop":1,"finished":true},"1":7}})"))["lessons"],
            json(R"({"1":{"stop":3,"finished":true},"2":{"stop":9,"finished":false},
                     "3":{"stop":1,"finished":true}})"));
}

TEST(Together, RunsOfAllStay) {
  const auto runs = [](const char* before, const char* now, const char* there) {
    return put_together({{"runs", json(before)}}, {{"runs", json(now)}},
                        {{"runs", json(there)}})["runs"];
  };
  // The shown run was looked at elsewhere; the other window has shown "x".
  EXPECT_EQ(runs(R"(["a","c3"])", R"(["a","c5"])", R"(["a","c3","x"])"), json(R"(["a","x","c5"])"));
  EXPECT_EQ(runs(R"(["c3"])", R"(["c5"])", R"(["c3","x"])"), json(R"(["x","c5"])"));
  // One that a window has no more room for is the file's still.
  EXPECT_EQ(runs(R"(["a","b"])", R"(["b","c"])", R"(["a","b","x"])"), json(R"(["a","b","x","c"])"));
  Json many = Json::array();
  for (int i = 0; i < 100; ++i) many.push_back(i);
  const Json kept = put_together(Json(), {{"runs", {"mine"}}}, {{"runs", many}})["runs"];
  EXPECT_EQ(kept.size(), static_cast<std::size_t>(kMostRunsOfAll));
  EXPECT_EQ(kept.back(), "mine");
  EXPECT_EQ(kept.front(), 100 - kMostRunsOfAll + 1);
  // Bytes are bounded, too: the file can be read again.
  Json large = Json::array();
  for (int i = 0; i < 8; ++i)
    large.push_back(std::string(kMostBytesOfAll / 4, static_cast<char>('0' + i)));
  const Json bounded = put_together(Json(), {{"runs", {"mine"}}}, {{"runs", large}})["runs"];
  EXPECT_EQ(bounded.size(), 4U);
  EXPECT_LE(bounded.dump().size(), std::size_t{kMostBytesOfAll} + 100);
}

// What a person or another program wrote there, of any type.
TEST(Together, NothingThatIsThereDoesHarm) {
  const Json now = json(R"({"recent_files":["a"],"lessons":{"1":{"stop":3,"finished":true}},
                            "runs":[{"title":"t","session":"s","lesson":false}],"theme":"dark",
                            "views":["bars"],"scale":1.5})");
  const Json kinds[] = {nullptr,
                        1,
                        -1,
                        1e300,
                        true,
                        "x",
                        Json::array(),
                        json("[[],{},1,null]"),
                        Json::object(),
                        json(R"({"1":{"stop":-5}})"),
                        json(R"({"1":{"stop":1e300}})"),
                        json(R"({"1":{"finished":"x","stop":[]}})")};
  for (const auto& [name, value] : now.items()) {
    for (const Json& kind : kinds) {
      for (const Json& before : {Json(), now}) {
        Json there = now;
        there[name] = kind;
        const Json whole = put_together(before, now, there);
        EXPECT_EQ(whole[name].type(), value.type()) << name << " " << kind;
        EXPECT_EQ(whole.size(), now.size());
      }
    }
  }
  EXPECT_EQ(put_together(now, now, Json::array()), now);
}

class TwoWindows : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "sortscope-together-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
    setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
    setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
  }
  void TearDown() override { fs::remove_all(folder); }
  fs::path folder;
};

constexpr int kTimes = 200;
constexpr int kRuns = 15;

std::string session(const std::string& name, int number) {
  return fmt::format("# Sortscope session 1\n# {}{}\n{}", name, number, std::string(2000, name[0]));
}

// One window of a program of its own: what it has changed is written at once.
class Writer {
 public:
  explicit Writer(std::string name) : name_(std::move(name)) {
    EXPECT_TRUE(load_settings(app_, &known_));
  }
  void write(int number) {
    app_.remembered.add_stop(fmt::format("{}-{}", name_, number), 2, true);
    app_.remembered.add_file(fmt::format("/data/{}-{}.h5", name_, number), {});
    app_.remembered.recent_commands = {fmt::format("{} {}", name_, number)};
    // Each window changes a setting of its own.
    if (name_ == "a") {
      app_.look.palette = *find_palette(number % 2 == 0 ? "dark" : "light");
    } else {
      app_.look.user_scale = number % 2 == 0 ? 1.25F : 2;
    }
    constexpr int kEach = kTimes / kRuns;
    if (number % kEach == 0 && number / kEach < kRuns) {
      app_.history->remember({{name_, session(name_, number / kEach), false}});
    }
    const Status written = write_kept(kept_files(app_), known_);
    EXPECT_TRUE(written) << written.error().text();
  }

 private:
  std::string name_;
  QuietSurface window_{false};
  App app_{window_};
  KnownFiles known_;
};

// What each of them has written up to `last` is there.
void expect_all(const std::vector<std::pair<std::string, int>>& writers) {
  QuietSurface window{false};
  App seen(window);
  const Status loaded = load_settings(seen);
  ASSERT_TRUE(loaded) << loaded.error().text();
  std::set<std::string> sessions;
  for (const KeptText& kept : seen.history->texts()) sessions.insert(kept.session);
  Json file = Json::parse(std::ifstream(runs_path()));
  std::set<std::string> in_file;
  for (const Json& run : file["runs"]) in_file.insert(run["session"].get<std::string>());
  std::size_t lessons = 0;
  for (const auto& [name, last] : writers) {
    for (int i = 0; i <= last; ++i) {
      EXPECT_EQ(seen.remembered.progress(fmt::format("{}-{}", name, i)).stop, 2U) << name << i;
      if (i < kRuns && i * (kTimes / kRuns) <= last) {
        EXPECT_TRUE(in_file.contains(session(name, i))) << name << i;
      }
    }
    lessons += static_cast<std::size_t>(last) + 1;
    const auto& files = seen.remembered.recent_files;
    EXPECT_NE(std::find(files.begin(), files.end(), fmt::format("/data/{}-{}.h5", name, last)),
              files.end())
        << name;
    if (name == "a") {
      EXPECT_EQ(seen.look.palette->id, last % 2 == 0 ? "dark" : "light");
    } else {
      EXPECT_FLOAT_EQ(seen.look.user_scale, last % 2 == 0 ? 1.25F : 2);
    }
  }
  EXPECT_EQ(seen.remembered.lessons.size(), lessons);
}

TEST_F(TwoWindows, InTurnsLoseNothing) {
  Writer a("a");
  Writer b("b");
  for (int i = 0; i < kTimes; ++i) {
    a.write(i);
    b.write(i);
  }
  // The files that each used last would not hold those of the other.
  expect_all({{"a", kTimes - 1}, {"b", kTimes - 1}});
}

TEST_F(TwoWindows, AtOnceLoseNothing) {
  const pid_t other = fork();
  ASSERT_GE(other, 0);
  if (other == 0) {
    {
      Writer b("b");
      for (int i = 0; i < kTimes; ++i) b.write(i);
    }
    _exit(testing::Test::HasFailure() ? 1 : 0);
  }
  Writer a("a");
  for (int i = 0; i < kTimes; ++i) {
    a.write(i);
    for (const std::string& path : {settings_path(), state_path(), runs_path()}) {
      EXPECT_TRUE(Json::parse(std::ifstream(path), nullptr, false).is_object()) << path;
    }
  }
  int status = -1;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  QuietSurface window{false};
  App seen(window);
  ASSERT_TRUE(load_settings(seen));
  EXPECT_EQ(seen.remembered.lessons.size(), 2U * kTimes);
  EXPECT_EQ(Json::parse(std::ifstream(runs_path()))["runs"].size(), 2U * kRuns);
  EXPECT_EQ(seen.look.palette->id, "light");
  EXPECT_FLOAT_EQ(seen.look.user_scale, 2);
}

// Killed at any moment, with the lock in its hand: what the other has written is there, and what
// it had written itself.
TEST_F(TwoWindows, OneThatIsKilledTakesNothingWithIt) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  int written_of_a = 0;
  Writer a("a");
  for (int round = 0; round < 20; ++round) {
    const std::string name(1, static_cast<char>('b' + round));
    const pid_t other = fork();
    ASSERT_GE(other, 0);
    if (other == 0) {
      Writer b(name);
      for (int i = 0;; ++i) {
        b.write(i);
        if (::write(pipe_ends[1], &i, sizeof i) != sizeof i) _exit(1);
      }
    }
    int done = -1;
    while (done < round % 5) {
      ASSERT_EQ(::read(pipe_ends[0], &done, sizeof done), static_cast<ssize_t>(sizeof done));
      a.write(written_of_a++);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(137 * round));
    kill(other, SIGKILL);
    int status = -1;
    ASSERT_EQ(waitpid(other, &status, 0), other);
    EXPECT_TRUE(WIFSIGNALED(status)) << status;
    a.write(written_of_a++);
    QuietSurface window{false};
    App seen(window);
    const Status loaded = load_settings(seen);
    ASSERT_TRUE(loaded) << loaded.error().text();
    for (int i = 0; i <= done; ++i) {
      EXPECT_EQ(seen.remembered.progress(fmt::format("{}-{}", name, i)).stop, 2U) << name << i;
    }
    for (int i = 0; i < written_of_a; ++i) {
      EXPECT_EQ(seen.remembered.progress(fmt::format("a-{}", i)).stop, 2U) << i;
    }
    // What was already said is read.
    while (fcntl(pipe_ends[0], F_SETFL, O_NONBLOCK) == 0 &&
           ::read(pipe_ends[0], &done, sizeof done) > 0) {
    }
    fcntl(pipe_ends[0], F_SETFL, 0);
  }
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

// The first two windows of a person, which found no files.
TEST_F(TwoWindows, OfANewHomeChangeOnlyWhatTheyChange) {
  Writer a("a");
  Writer b("b");
  for (const int number : {0, 1}) {
    a.write(number);
    if (number == 1) b.write(0);
  }
  b.write(1);
  expect_all({{"a", 1}, {"b", 1}});
}

// A window whose person changed nothing changes nothing.
TEST_F(TwoWindows, OneThatOnlyLooksWritesNothing) {
  { Writer("a").write(0); }
  QuietSurface window{false};
  App looks(window);
  KnownFiles known;
  ASSERT_TRUE(load_settings(looks, &known));
  Writer("b").write(0);
  const auto read = [](const std::string& path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string state = read(state_path());
  const std::string settings = read(settings_path());
  ASSERT_TRUE(write_kept(kept_files(looks), known));
  EXPECT_EQ(read(state_path()), state);
  EXPECT_EQ(read(settings_path()), settings);
  expect_all({{"a", 0}, {"b", 0}});
}

TEST(FolderLocks, AreHeldByOneAtATime) {
  std::string folder = (fs::temp_directory_path() / "sortscope-lock-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const auto free = [&] {
    const int file = open((folder + "/.lock").c_str(), O_RDWR | O_CREAT, 0600);
    const bool taken = flock(file, LOCK_EX | LOCK_NB) == 0;
    close(file);
    return taken;
  };
  {
    const FolderLock lock(folder);
    EXPECT_TRUE(lock.held());
    EXPECT_FALSE(free());
  }
  EXPECT_TRUE(free());
  // What somebody else has put in its place is not waited for.
  for (const char* kind : {"pipe", "link", "folder", "device"}) {
    const std::string path = folder + "/.lock";
    fs::remove(path);
    const std::string_view what(kind);
    if (what == "pipe") {
      ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    } else if (what == "folder") {
      fs::create_directory(path);
    } else {
      fs::create_symlink(what == "link" ? ".lock" : "/dev/zero", path);
    }
    EXPECT_FALSE(FolderLock(folder).held()) << kind;
  }
  fs::remove_all(folder);
  EXPECT_FALSE(FolderLock(folder).held());
}

}  // namespace
}  // namespace sortscope
