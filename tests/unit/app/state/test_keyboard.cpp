// test_keyboard.cpp: everything can be reached by keyboard alone: every command through the
// palette, with what it needs asked for there; every control of the AKS form by Tab and arrows.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <filesystem>
#include <future>
#include <map>
#include <set>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lab_desk.h"
#include "app/state/quiz.h"
#include "app/window/frame.h"
#include "core/networks/aks/parameters.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

// The window's frames, drawn nowhere.
class Frames {
 public:
  Frames() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {1280, 720};
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = key;
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    app = std::make_unique<App>(surface);
    // Nothing that a command starts runs: this work does not end before the test does.
    app->background.work = std::make_unique<BackgroundWork>();
    app->background.work->title = "the test";
    app->background.work->result = over_.get_future();
  }
  ~Frames() {
    over_.set_value({});
    app.reset();
    ImGui::DestroyContext();
  }
  Frames(const Frames&) = delete;
  Frames& operator=(const Frames&) = delete;

  void draw(int count = 1) {
    for (int i = 0; i < count; ++i) {
      compose();
      run_asked(*app);
    }
  }
  // A frame without what comes between it and the next.
  void compose() {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    compose_frame(*app, 1.0 / 60);
    ImGui::Render();
  }
  void type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    draw(2);
  }
  void press(int key, bool shift = false, int frames = 2) {
    app->overlay.keys.push_back({.key = key, .shift = shift});
    draw(frames);
  }
  // A recording in a view that needs no OpenGL.
  void load() {
    app->session.open(prepare_run(small_recording()));
    app->panes.set_count(1);
    EXPECT_TRUE(app->panes.set(0, "bars"));
  }

  QuietSurface surface;
  std::unique_ptr<App> app;

 private:
  std::promise<std::function<void(App&)>> over_;
};

// Something for every argument that is needed.
std::string arguments_for(const Command& command) {
  std::string words;
  std::size_t at = 0;
  const std::string_view usage = command.arguments;
  while ((at = usage.find_first_not_of(' ', at)) != std::string_view::npos) {
    const std::size_t end = std::min(usage.find(' ', at), usage.size());
    const std::string_view word = usage.substr(at, end - at);
    // "dark|light": the first; else a number is as good as any word here.
    if (!word.starts_with('[')) {
      words += (words.empty() ? "" : " ") + (word.find('|') != std::string_view::npos
                                                 ? std::string(word.substr(0, word.find('|')))
                                                 : std::string("1"));
    }
    at = end;
  }
  return words;
}

}  // namespace

// A command may replace the run that the frame in hand still draws.
TEST(Keyboard, AFrameChangesNothingThatItShows) {
  Frames frames;
  App& app = *frames.app;
  frames.load();
  app.overlay.open = Overlay::kPalette;
  frames.draw(4);
  frames.type("end");
  app.overlay.keys.push_back({.key = GLFW_KEY_ENTER});
  frames.compose();
  EXPECT_EQ(app.session.cursor(), Cursor{});
  EXPECT_FALSE(app.asked.empty());
  run_asked(app);
  EXPECT_EQ(app.session.cursor(), app.session.recording().network.end());
  EXPECT_TRUE(app.asked.empty());
}

TEST(Keyboard, EveryCommandRunsFromThePalette) {
  // Some write the file that their argument names.
  const fs::path before = fs::current_path();
  const fs::path folder = fs::temp_directory_path() / "sortscope-keyboard";
  fs::create_directory(folder);
  fs::current_path(folder);
  std::size_t run = 0;
  for (const Command& command : commands()) {
    Frames frames;
    App& app = *frames.app;
    frames.load();
    // Others are possible while nothing else goes on.
    if (!can_run(command, app)) app.background.work.reset();
    const bool possible = can_run(command, app);
    app.overlay.open = Overlay::kPalette;
    frames.draw(4);
    const std::string needed = arguments_for(command);
    frames.type(std::string(command.id) + " " + needed);
    if (command.id == "wait") app.background.work.reset();  // it would wait for ever
    if (!possible || (app.background.work == nullptr && command.id != "wait")) {
      // It starts something long, or says why it cannot run now.
      frames.press(GLFW_KEY_ESCAPE, false, 1);
      continue;
    }
    // The view that it may choose is not drawn any more.
    frames.press(GLFW_KEY_ENTER, false, 1);
    // Where values are listed, the nearest of them is taken.
    EXPECT_TRUE(app.lines.last_command.starts_with(command.id))
        << command.id << ": " << app.lines.last_command;
    ++run;
  }
  EXPECT_GT(run, commands().size() / 2);
  fs::current_path(before);
  fs::remove_all(folder);
}

// What was chosen for the next run is said, and the key that records it; every such command says
// it.
TEST(Keyboard, ThePaletteTellsTheNextRun) {
  const auto says = [](const std::string& line) {
    Frames frames;
    App& app = *frames.app;
    frames.load();
    for (const char* before : {"n 16", "seed 7"}) EXPECT_TRUE(run_command_line(app, before));
    app.notices.shown.clear();
    app.overlay.open = Overlay::kPalette;
    frames.draw(4);
    frames.type(line);
    frames.press(GLFW_KEY_ENTER);
    EXPECT_EQ(app.overlay.open, Overlay::kNone) << line;
    return app.notices.shown.empty() ? std::string() : app.notices.shown.back().text;
  };
  EXPECT_EQ(says("algorithm pairwise"),
            "Next run: Pairwise · 16 keys · Uniform · seed 7. Ctrl+R records it.");
  EXPECT_EQ(says("n 5000"),
            "Next run: Bitonic, XOR form · 5,000 keys · Uniform · seed 7. Ctrl+R records it.");
  EXPECT_EQ(says("seed 3"),
            "Next run: Bitonic, XOR form · 16 keys · Uniform · seed 3. Ctrl+R records it.");
  // And that key does.
  const Command* record = find_command("record");
  ASSERT_NE(record, nullptr);
  const auto keys = key_names(*record);
  EXPECT_NE(std::ranges::find(keys, "Ctrl+R"), keys.end());
}

TEST(Keyboard, ThePaletteAsksForWhatACommandNeeds) {
  Frames frames;
  App& app = *frames.app;
  app.overlay.open = Overlay::kPalette;
  frames.draw(4);
  frames.type("spotlight-size");
  frames.press(GLFW_KEY_ENTER);
  EXPECT_EQ(app.overlay.open, Overlay::kPalette);  // it waits for the size
  EXPECT_EQ(app.lines.last_command, "");
  frames.draw(4);
  frames.type("200");
  frames.press(GLFW_KEY_ENTER);
  EXPECT_EQ(app.overlay.open, Overlay::kNone);
  EXPECT_EQ(app.lines.last_command, "spotlight-size 200");
  EXPECT_FLOAT_EQ(app.look.spotlight.radius, 200);
}

TEST(Keyboard, EveryControlOfTheAksFormHasItsTurn) {
  Frames frames;
  App& app = *frames.app;
  app.next.run.algorithm = "aks";
  app.next.run.input = "uniform";
  app.next.run_keys = 256;
  app.overlay.open = Overlay::kNewRun;
  frames.draw(4);
  std::set<std::string> changed;
  const auto values = [&] {
    std::map<std::string, std::string> all;
    for (const auto& [name, value] :
         parameter_texts(app.next.run.parameters.of<AksParameters>(), true)) {
      all[std::string(name)] = value;
    }
    all["sparse"] = app.next.run.keyframes_only ? "1" : "0";
    return all;
  };
  for (int stop = 0; stop < 30; ++stop) {
    frames.press(GLFW_KEY_TAB);
    frames.draw(3);
    const auto before = values();
    frames.type("1");  // a text field takes it
    frames.press(GLFW_KEY_RIGHT);
    for (const auto& [name, value] : values()) {
      if (before.at(name) != value) changed.insert(name);
    }
    if (app.next.run.algorithm != "aks") app.next.run.algorithm = "aks";
  }
  for (const std::string name : {"depth", "matching", "perfect-halver", "shuffle-halves",
                                 "skip-whole", "graphs", "sparse", "epsilon-b", "planted"}) {
    EXPECT_TRUE(changed.contains(name)) << name;
  }
}

// Each overlay is left with Esc, and takes Tab and the arrows without losing its place.
TEST(Keyboard, EveryOverlayTakesTabArrowsAndEnter) {
  for (const Overlay overlay : {Overlay::kHelp, Overlay::kPalette, Overlay::kOpenFile,
                                Overlay::kNewRun, Overlay::kInfo, Overlay::kBench}) {
    Frames frames;
    App& app = *frames.app;
    app.overlay.open = overlay;
    frames.draw(4);
    for (const int key : {GLFW_KEY_TAB, GLFW_KEY_DOWN, GLFW_KEY_UP, GLFW_KEY_RIGHT, GLFW_KEY_LEFT,
                          GLFW_KEY_TAB, GLFW_KEY_HOME, GLFW_KEY_END, GLFW_KEY_PAGE_DOWN}) {
      frames.press(key);
      EXPECT_EQ(app.overlay.open, overlay) << static_cast<int>(overlay) << " key " << key;
    }
    frames.press(GLFW_KEY_TAB, true);
    EXPECT_EQ(app.overlay.open, overlay);
  }
}

// The first screen keeps what its foot says, and can be read from afar before it is left.
TEST(Keyboard, TheFirstScreenTakesTheKeysThatItNames) {
  Frames frames;
  App& app = *frames.app;
  app.overlay.open = Overlay::kWelcome;
  const auto press = [&](const KeyEvent& event, bool typing = false) {
    handle_keys(app, {&event, 1}, typing);
  };
  press({.key = GLFW_KEY_P}, true);  // into the field for numbers
  EXPECT_FALSE(app.look.projector);
  press({.key = GLFW_KEY_P});
  EXPECT_TRUE(app.look.projector);
  press({.key = GLFW_KEY_P});
  EXPECT_FALSE(app.look.projector);
  // Letters that do what one would not see do nothing.
  press({.key = GLFW_KEY_Q});
  EXPECT_EQ(app.overlay.open, Overlay::kWelcome);
  EXPECT_FALSE(app.quiz->on);
  press({.character = U'?'});
  EXPECT_EQ(app.overlay.open, Overlay::kHelp);
}

}  // namespace sortscope
