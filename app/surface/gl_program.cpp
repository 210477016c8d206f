// gl_program.cpp: compiles and links shader programs.
#include "app/surface/gl_program.h"

#include <glad/gl.h>

#include <array>
#include <span>
#include <utility>

namespace sortscope {

namespace {

constexpr const char* kReport = "Please report this with the output of `sortscope info`.";

// Begins to compile a shader. Its name; 0 where OpenGL makes none.
GLuint begin_shader(GLenum stage, const char* source, const std::string& defines) {
  const GLuint shader = glCreateShader(stage);
  const std::string whole(source);
  const std::size_t body = whole.find('\n') + 1;  // after #version, which must come first
  const std::string text = whole.substr(0, body) + defines + whole.substr(body);
  const char* const texts = text.c_str();
  glShaderSource(shader, 1, &texts, nullptr);
  glCompileShader(shader);
  return shader;
}

// Begins to link the shaders, compiled or not, which are the program's from now on.
Status begin_link(GlProgram& program, std::span<const GLuint> shaders, bool separable) {
  const Status status = program.renew();
  if (status && separable) glProgramParameteri(program.name(), GL_PROGRAM_SEPARABLE, GL_TRUE);
  for (const GLuint shader : shaders) {
    if (status) glAttachShader(program.name(), shader);
  }
  if (status) glLinkProgram(program.name());
  for (const GLuint shader : shaders) glDeleteShader(shader);
  return status;
}

// Waits until the program is linked.
Status end_link(const GlProgram& program, std::span<const GLuint> shaders) {
  GLint done = GL_FALSE;
  std::string log(4096, '\0');
  GLsizei length = 0;
  const auto size = static_cast<GLsizei>(log.size());
  for (const GLuint shader : shaders) {
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done == GL_TRUE) continue;
    glGetShaderInfoLog(shader, size, &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    return Error{ErrorCode::kUnavailable, "a shader does not compile: " + log, kReport};
  }
  glGetProgramiv(program.name(), GL_LINK_STATUS, &done);
  if (done == GL_TRUE) return {};
  glGetProgramInfoLog(program.name(), size, &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return Error{ErrorCode::kUnavailable, "a shader program does not link: " + log, kReport};
}

}  // namespace

Result<GlProgram> make_program(const char* vertex_source, const char* fragment_source,
                               const std::string& defines) {
  GlProgram program;
  const std::array shaders = {begin_shader(GL_VERTEX_SHADER, vertex_source, defines),
                              begin_shader(GL_FRAGMENT_SHADER, fragment_source, defines)};
  Status status = begin_link(program, shaders, false);
  if (status) status = end_link(program, shaders);
  if (!status) return status.error();
  return {std::move(program)};
}

Result<GlProgram> make_stage(unsigned stage, const char* source, const std::string& defines) {
  return StageOnItsWay(stage, source, defines).finish();
}

StageOnItsWay::StageOnItsWay(unsigned stage, const char* source, const std::string& defines)
    : shader_(begin_shader(stage, source, defines)),
      status_(begin_link(program_, std::span(&shader_, 1), true)) {}

bool StageOnItsWay::done() const {
  if (!status_ || GLAD_GL_KHR_parallel_shader_compile == 0) return true;
  GLint done = GL_TRUE;
  glGetProgramiv(program_.name(), GL_COMPLETION_STATUS_KHR, &done);
  return done != GL_FALSE;
}

Result<GlProgram> StageOnItsWay::finish() {
  if (status_) status_ = end_link(program_, std::span(&shader_, 1));
  if (!status_) return status_.error();
  return {std::move(program_)};
}

}  // namespace sortscope
