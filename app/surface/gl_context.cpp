// gl_context.cpp: the loader, ImGui's context and pixels.
#include "app/surface/gl_context.h"

#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "app/surface/surface.h"
#include "core/base/quote.h"

namespace sortscope {

namespace {

// Looks a function up, and keeps the first name that the driver does not have.
struct Lookup {
  GLADloadfunc load;
  std::string missing;
};

GLADapiproc look_up(void* lookup, const char* name) {
  auto& into = *static_cast<Lookup*>(lookup);
  const GLADapiproc found = into.load(name);
  if (found == nullptr && into.missing.empty()) into.missing = name;
  return found;
}

}  // namespace

Status check_driver_files() {
  constexpr off_t kMostBytes = off_t{16} << 20;
  const char* home = std::getenv("HOME");
  const std::string path = std::string(home != nullptr ? home : "") + "/.drirc";
  struct stat info {};
  if (home == nullptr || ::stat(path.c_str(), &info) != 0 || S_ISDIR(info.st_mode) ||
      (S_ISREG(info.st_mode) && info.st_size <= kMostBytes)) {
    return {};
  }
  return Error{ErrorCode::kUnavailable,
               fmt::format("OpenGL's driver would not come back from {}, which is no file of "
                           "moderate size.",
                           quoted(path, 200)),
               "Remove or rename it."};
}

Status load_gl(GLADloadfunc load) {
  constexpr const char* kHint =
      "Update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw in software.";
  Lookup lookup{load, {}};
  const int version = gladLoadGLUserPtr(look_up, &lookup);
  if (version == 0 && lookup.missing.empty()) {
    return Error{ErrorCode::kUnavailable,
                 "OpenGL 4.5 is needed, and the graphics driver does not say what it offers.",
                 kHint};
  }
  if (!lookup.missing.empty()) {
    return Error{ErrorCode::kUnavailable,
                 fmt::format("OpenGL 4.5 is needed, and the graphics driver does not have {}.",
                             lookup.missing),
                 kHint};
  }
  if (version < GLAD_MAKE_VERSION(4, 5)) {
    return Error{ErrorCode::kUnavailable,
                 fmt::format("OpenGL 4.5 is needed, this display offers {}.{}.",
                             GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version)),
                 kHint};
  }
  // NVIDIA's driver links shaders on threads of its own only where it is told to.
  if (GLAD_GL_KHR_parallel_shader_compile != 0) {
    constexpr GLuint kCompilerThreads = 8;
    glMaxShaderCompilerThreadsKHR(kCompilerThreads);
  }
  return {};
}

Status start_imgui() {
  IMGUI_CHECKVERSION();
  // ImGui uses what it is given: where there is no memory, nothing of it goes on.
  ImGui::SetAllocatorFunctions([](std::size_t bytes, void*) { return ::operator new(bytes); },
                               [](void* memory, void*) { ::operator delete(memory); });
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
  io.ConfigInputTextCursorBlink = false;
  if (!ImGui_ImplOpenGL3_Init("#version 450 core")) {
    ImGui::DestroyContext();
    return Error{ErrorCode::kUnavailable, "ImGui's OpenGL renderer did not start.",
                 "Update the graphics driver."};
  }
  return {};
}

void stop_imgui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void render_imgui(int width, int height, const float clear[4], FrameDamage* damage) {
  ImGui::Render();
  ImDrawData& data = *ImGui::GetDrawData();
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(clear[0], clear[1], clear[2], clear[3]);
  if (damage == nullptr) {
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(&data);
    return;
  }
  const auto rects = damage->of(data, width, height, clear);
  if (rects.empty()) return;
  glEnable(GL_SCISSOR_TEST);
  for (const PixelRect& rect : rects) {
    glScissor(rect.left, height - rect.bottom, rect.right - rect.left, rect.bottom - rect.top);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  glDisable(GL_SCISSOR_TEST);
  keep_within(data, rects, height);
  ImGui_ImplOpenGL3_RenderDrawData(&data);
}

Result<Image> read_framebuffer(int width, int height) {
  Image image;
  image.width = width;
  image.height = height;
  const auto row = static_cast<std::size_t>(width) * 4;
  image.rgba.resize(row * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  const std::string error = take_gl_error();
  if (!error.empty()) {
    return Error{ErrorCode::kUnavailable, "the picture could not be read back: " + error + ".", ""};
  }
  for (int y = 0; y < height / 2; ++y) {
    auto* top = image.rgba.data() + row * static_cast<std::size_t>(y);
    std::swap_ranges(top, top + row,
                     image.rgba.data() + row * static_cast<std::size_t>(height - 1 - y));
  }
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  return image;
}

std::string gl_description() {
  const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  GLint major = 0;
  GLint minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  return fmt::format("{}, OpenGL {}.{}", renderer != nullptr ? renderer : "unknown", major, minor);
}

bool gl_is_software() {
  const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return renderer == nullptr || std::strstr(renderer, "llvmpipe") != nullptr ||
         std::strstr(renderer, "softpipe") != nullptr;
}

Status check_graphics() {
  switch (glGetGraphicsResetStatus()) {
    case GL_NO_ERROR:
      return {};
    case GL_GUILTY_CONTEXT_RESET:
    case GL_INNOCENT_CONTEXT_RESET:
    case GL_UNKNOWN_CONTEXT_RESET:
    default:
      break;
  }
  return Error{ErrorCode::kUnavailable, "the graphics driver was reset, and the picture is lost.",
               "Start again: the runs that you made come back with Alt+Left. Where it happens "
               "again, set LIBGL_ALWAYS_SOFTWARE=1 to draw in software."};
}

std::string take_gl_error() {
  const GLenum code = glGetError();
  switch (code) {
    case GL_NO_ERROR:
      return {};
    case GL_INVALID_ENUM:
      return "invalid enum";
    case GL_INVALID_VALUE:
      return "invalid value";
    case GL_INVALID_OPERATION:
      return "invalid operation";
    case GL_OUT_OF_MEMORY:
      return "out of graphics memory";
    default:
      return fmt::format("OpenGL error 0x{:x}", code);
  }
}

}  // namespace sortscope
