// window.cpp: what reaches the window: keys, characters, the pointer, sizes from 1 x 1 to
// 4000 x 3000, scales from 0.5 to 4, and lines of the command table, with frames between them.
// Every frame comes to its end, and what it draws is finite.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lab_desk.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/surface/gl_context.h"
#include "app/window/run.h"
#include "core/algorithms/algorithm.h"
#include "core/engines/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "tests/fuzz/read.h"

namespace sortscope {
namespace {

constexpr int kMostEvents = 96;
constexpr int kMostWidth = 4000;
constexpr int kMostHeight = 3000;
// Larger frames are laid out, and not drawn in software.
constexpr int kMostDrawn = 320 * 240;
constexpr std::uint32_t kMostKeys = 64;

/// Takes the input apart; 0 where it has ended.
class Bytes {
 public:
  Bytes(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), left_(size) {}
  [[nodiscard]] bool empty() const { return left_ == 0; }
  unsigned next() {
    if (left_ == 0) return 0;
    --left_;
    return *bytes_++;
  }
  unsigned pair() {
    const unsigned high = next();
    return 256 * high + next();
  }

 private:
  const std::uint8_t* bytes_;
  std::size_t left_;
};

/// A window of any size and scale, on a context that has another.
class EventSurface final : public Surface {
 public:
  int wide = 1280, high = 720;
  float scale = 1;
  std::vector<KeyEvent> keys;

  [[nodiscard]] bool headless() const override { return false; }
  [[nodiscard]] int width() const override { return wide; }
  [[nodiscard]] int height() const override { return high; }
  [[nodiscard]] float display_scale() const override { return scale; }
  bool poll(double) override { return true; }
  bool take_activity() override { return true; }
  void begin_frame() override {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(wide), static_cast<float>(high)};
    io.DeltaTime = 1.0F / 60;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
  }
  void end_frame(const float* clear) override {
    if (wide * high <= kMostDrawn) {
      render_imgui(wide, high, clear, &damage_);
      const std::string error = take_gl_error();
      expect(error.empty(), error);
    } else {
      ImGui::Render();
    }
    check_drawing();
  }
  std::vector<KeyEvent> take_keys() override { return std::exchange(keys, {}); }
  std::vector<std::string> take_dropped_files() override { return {}; }
  Result<Image> read_pixels() override { return Error{ErrorCode::kUnavailable, "no picture.", ""}; }
  void set_fullscreen(bool on) override { fullscreen_ = on; }
  [[nodiscard]] bool fullscreen() const override { return fullscreen_; }
  void set_title(const std::string&) override {}

 private:
  // What is not finite, or far off any window, is an error in a layout.
  static void check_drawing() {
    const ImDrawData& data = *ImGui::GetDrawData();
    constexpr float kFar = 1e7F;
    for (int i = 0; i < data.CmdListsCount; ++i) {
      const ImDrawList& list = *data.CmdLists[i];
      for (const ImDrawVert& vertex : list.VtxBuffer) {
        expect(std::isfinite(vertex.pos.x) && std::isfinite(vertex.pos.y), "vertices are finite");
        expect(std::abs(vertex.pos.x) < kFar && std::abs(vertex.pos.y) < kFar,
               "vertices are near the window");
      }
      for (const ImDrawCmd& command : list.CmdBuffer) {
        expect(std::isfinite(command.ClipRect.x) && std::isfinite(command.ClipRect.y) &&
                   std::isfinite(command.ClipRect.z) && std::isfinite(command.ClipRect.w),
               "clips are finite");
      }
    }
  }

  FrameDamage damage_;
  bool fullscreen_ = false;
};

constexpr std::array kKeys = {
    GLFW_KEY_ESCAPE,    GLFW_KEY_ENTER,        GLFW_KEY_TAB,          GLFW_KEY_BACKSPACE,
    GLFW_KEY_DELETE,    GLFW_KEY_RIGHT,        GLFW_KEY_LEFT,         GLFW_KEY_DOWN,
    GLFW_KEY_UP,        GLFW_KEY_PAGE_UP,      GLFW_KEY_PAGE_DOWN,    GLFW_KEY_HOME,
    GLFW_KEY_END,       GLFW_KEY_SPACE,        GLFW_KEY_F1,           GLFW_KEY_F5,
    GLFW_KEY_F11,       GLFW_KEY_EQUAL,        GLFW_KEY_MINUS,        GLFW_KEY_COMMA,
    GLFW_KEY_PERIOD,    GLFW_KEY_SLASH,        GLFW_KEY_LEFT_BRACKET, GLFW_KEY_RIGHT_BRACKET,
    GLFW_KEY_SEMICOLON, GLFW_KEY_GRAVE_ACCENT, GLFW_KEY_KP_ADD,       GLFW_KEY_KP_ENTER};

// As GLFW's backend has it: ImGui knows keys by where they stand in KeysDown.
void map_keys() {
  ImGuiIO& io = ImGui::GetIO();
  for (const auto& [key, at] : {std::pair{ImGuiKey_Tab, GLFW_KEY_TAB},
                                {ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
                                {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
                                {ImGuiKey_UpArrow, GLFW_KEY_UP},
                                {ImGuiKey_DownArrow, GLFW_KEY_DOWN},
                                {ImGuiKey_PageUp, GLFW_KEY_PAGE_UP},
                                {ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN},
                                {ImGuiKey_Home, GLFW_KEY_HOME},
                                {ImGuiKey_End, GLFW_KEY_END},
                                {ImGuiKey_Delete, GLFW_KEY_DELETE},
                                {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
                                {ImGuiKey_Space, GLFW_KEY_SPACE},
                                {ImGuiKey_Enter, GLFW_KEY_ENTER},
                                {ImGuiKey_Escape, GLFW_KEY_ESCAPE},
                                {ImGuiKey_A, GLFW_KEY_A},
                                {ImGuiKey_C, GLFW_KEY_C},
                                {ImGuiKey_V, GLFW_KEY_V},
                                {ImGuiKey_X, GLFW_KEY_X},
                                {ImGuiKey_Y, GLFW_KEY_Y},
                                {ImGuiKey_Z, GLFW_KEY_Z}}) {
    io.KeyMap[key] = at;
  }
}

double processor_s() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Commands that only show and change the run, without words or with one of these.
std::vector<std::string> make_lines() {
  std::vector<std::string> lines;
  const std::vector<std::string> words = {"1",  "2",   "4",  "7",  "0",    "-1",
                                          "on", "off", "16", "64", "0.25", "network"};
  for (const Command& command : commands()) {
    if (command.effect != Effect::kShow && command.effect != Effect::kChangeRun &&
        command.effect != Effect::kOwn) {
      continue;
    }
    if (command.id == "quit" || command.id == "wait" || command.id.starts_with("presenter"))
      continue;
    const ArgumentCount count = argument_count(command.arguments);
    if (count.least == 0) lines.emplace_back(command.id);
    if (count.least > 2 || count.most == 0) continue;
    for (const std::string& word : words) {
      lines.push_back(std::string(command.id) + " " + word + (count.least == 2 ? " 1" : ""));
    }
  }
  for (const Layout& layout : layouts()) {
    for (const char* pane : {"1", "2"}) {
      lines.push_back(std::string("view ") + pane + " " + std::string(layout.id));
    }
  }
  for (const Algorithm& algorithm : algorithms()) {
    lines.push_back("record-with " + std::string(algorithm.id) + " 16");
  }
  for (int lesson = 1; lesson <= 8; ++lesson) {
    lines.push_back("lesson " + std::to_string(lesson) + " 2");
  }
  return lines;
}

const std::vector<std::string>& all_lines() {
  static const std::vector<std::string> kLines = make_lines();
  return kLines;
}

class Window {
 public:
  Window() : app_(surface_) {
    static const std::shared_ptr<const Recording> kRun = [] {
      RunRequest request;
      request.keys = *read_numbers("7 6 5 4 3 2 1 0", "fuzz", KeyType::kInt32, 8);
      return *record(request, *make_cpu_engine());
    }();
    first_ = kRun->request;
    app_.next.engine_id = "cpu";
    adopt(app_, prepare_run(kRun));
  }

  void run(Bytes bytes) {
    for (int event = 0; event < kMostEvents && !bytes.empty(); ++event) {
      take(bytes);
      frame(1.0 / 60);
    }
    // What moves comes to rest.
    for (int i = 0; i < 3; ++i) frame(0.1);
  }

 private:
  void take(Bytes& bytes) {
    ImGuiIO& io = ImGui::GetIO();
    const unsigned what = bytes.next();
    switch (what % 12) {
      case 0:
      case 1:
        press(static_cast<int>(kKeys[bytes.next() % kKeys.size()]), what / 12);
        break;
      case 2:
        press(static_cast<int>(GLFW_KEY_0 + bytes.next() % 43), what / 12);
        break;
      case 3: {
        const unsigned character = what < 128 ? 32 + bytes.next() % 95 : bytes.pair();
        io.AddInputCharacter(character);
        surface_.keys.push_back({0, false, false, false, false, character});
        break;
      }
      case 4:
      case 5:  // also beyond the edges
        io.MousePos = {
            static_cast<float>(surface_.wide) * (static_cast<float>(bytes.next()) / 230 - 0.05F),
            static_cast<float>(surface_.high) * (static_cast<float>(bytes.next()) / 230 - 0.05F)};
        break;
      case 6: {
        const unsigned button = bytes.next();
        bool& down = io.MouseDown[button % 8 < 5 ? button % 8 : 0];
        down = !down;
        break;
      }
      case 7:  // a click where the pointer is
        io.MouseDown[0] = true;
        frame(1.0 / 60);
        io.MouseDown[0] = false;
        break;
      case 8:
        io.MouseWheel = static_cast<float>(bytes.next()) / 16 - 8;
        io.MouseWheelH = what / 12 % 4 == 0 ? static_cast<float>(bytes.next()) / 16 - 8 : 0.0F;
        break;
      case 9:
        resize(bytes);
        break;
      default: {
        const auto& lines = all_lines();
        const Status status = run_command_line(app_, lines[bytes.pair() % lines.size()]);
        if (!status) expect(!status.error().message.empty(), "a message is there");
      }
    }
  }

  void press(int key, unsigned with) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = (with & 1) != 0;
    io.KeyShift = (with & 2) != 0;
    io.KeyAlt = (with & 4) != 0;
    io.KeysDown[key] = true;
    surface_.keys.push_back({key, io.KeyCtrl, io.KeyShift, io.KeyAlt, (with & 8) != 0, 0});
    frame(1.0 / 60);
    io.KeysDown[key] = false;
    io.KeyCtrl = io.KeyShift = io.KeyAlt = false;
  }

  void resize(Bytes& bytes) {
    static constexpr std::array<std::pair<int, int>, 8> kSizes = {{{1, 1},
                                                                   {64, 48},
                                                                   {320, 240},
                                                                   {640, 400},
                                                                   {1024, 700},
                                                                   {1920, 1080},
                                                                   {3840, 2160},
                                                                   {kMostWidth, kMostHeight}}};
    const unsigned how = bytes.next();
    if (how % 2 == 0) {
      std::tie(surface_.wide, surface_.high) = kSizes[how / 2 % kSizes.size()];
    } else {
      surface_.wide = 1 + static_cast<int>(bytes.pair() % kMostWidth);
      surface_.high = 1 + static_cast<int>(bytes.pair() % kMostHeight);
    }
    static constexpr std::array kScales = {0.5F, 1.0F, 1.25F, 2.0F, 4.0F};
    if (how % 4 >= 2) surface_.scale = kScales[how / 16 % kScales.size()];
  }

  void frame(double seconds) {
    const double begun_s = processor_s();
    handle_keys(app_, surface_.take_keys(), ImGui::GetIO().WantTextInput);
    const Status drawn = draw_frame(app_, seconds);
    expect(drawn.ok(), drawn ? "" : drawn.error().message);
    ImGui::GetIO().MouseWheel = ImGui::GetIO().MouseWheelH = 0;
    const double took_s = processor_s() - begun_s;
    if (took_s > 1)
      std::fprintf(stderr, "fuzz: a frame took %.2f s at %d x %d\n", took_s, surface_.wide,
                   surface_.high);
    // What works beside the window is ended: it would differ from run to run.
    app_.lab->cancel();
    if (app_.background.work && next_run_keys(app_.next) > kMostKeys) {
      app_.background.work->progress.cancel = true;
    }
    app_.background.wait(app_);
    if (next_run_keys(app_.next) > kMostKeys) app_.next.run = first_;
    app_.next.run_keys = std::min(app_.next.run_keys, kMostKeys);
    app_.lines.quit = false;
    app_.look.screenshots.clear();
    expect(app_.session.loaded(), "a run stays");
    const Cursor cursor = app_.session.cursor();
    expect(cursor.layer <= app_.session.recording().network.depth(), "the cursor is in the run");
  }

  EventSurface surface_;
  App app_;
  RunRequest first_;
};

/// As long as it lives whatever is saved goes to a folder that was empty, and nothing is found to
/// start.
class EmptyFolder {
 public:
  EmptyFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "fuzz-window-XXXXXX").string();
    expect(::mkdtemp(name.data()) != nullptr, "there is a folder");
    folder_ = name;
    std::filesystem::current_path(folder_);
    for (const char* variable :
         {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "PATH"}) {
      ::setenv(variable, name.c_str(), 1);
    }
    ::unsetenv("DISPLAY");
    ::unsetenv("WAYLAND_DISPLAY");
  }
  ~EmptyFolder() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }
  EmptyFolder(const EmptyFolder&) = delete;
  EmptyFolder& operator=(const EmptyFolder&) = delete;

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  std::filesystem::path folder_;
};

void run(const std::uint8_t* bytes, std::size_t size) {
  const EmptyFolder folder;
  // The context and its framebuffer; ImGui's is made anew, so that an input stands alone.
  static const auto kContext = make_headless_surface(320, 240, 1);
  expect(kContext.ok(), "there is OpenGL");
  static bool first = true;
  if (!std::exchange(first, false)) {
    stop_imgui();
    expect(start_imgui().ok(), "ImGui starts");
  }
  map_keys();
  Window window;
  window.run({bytes, size});
}

}  // namespace
}  // namespace sortscope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  sortscope::run(bytes, size);
  return 0;
}
