// gl_program.cpp: compiles and links shader programs.
#include "app/surface/gl_program.h"

#include <glad/gl.h>

#include <initializer_list>
#include <utility>

namespace sortscope {

namespace {

Result<unsigned> compile(GLenum stage, const char* source, const std::string& defines) {
  const GLuint shader = glCreateShader(stage);
  const std::string whole(source);
  const std::size_t body = whole.find('\n') + 1;  // after #version, which must come first
  const std::string text = whole.substr(0, body) + defines + whole.substr(body);
  const char* const texts = text.c_str();
  glShaderSource(shader, 1, &texts, nullptr);
  glCompileShader(shader);
  GLint done = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
  if (done == GL_TRUE) return shader;
  std::string log(4096, '\0');
  GLsizei length = 0;
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  glDeleteShader(shader);
  return Error{ErrorCode::kUnavailable, "a shader does not compile: " + log,
               "Please report this with the output of `sortscope info`."};
}

// The program of shaders that end here, compiled or not.
Result<GlProgram> link(std::initializer_list<Result<unsigned>> shaders, bool separable) {
  GlProgram program;
  Status status = program.renew();
  for (const Result<unsigned>& shader : shaders) {
    if (!shader) status = shader.error();
  }
  if (status && separable) glProgramParameteri(program.name(), GL_PROGRAM_SEPARABLE, GL_TRUE);
  for (const Result<unsigned>& shader : shaders) {
    if (shader && status) glAttachShader(program.name(), *shader);
  }
  if (status) glLinkProgram(program.name());
  for (const Result<unsigned>& shader : shaders) {
    if (shader) glDeleteShader(*shader);
  }
  if (!status) return status.error();
  GLint done = GL_FALSE;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &done);
  if (done == GL_TRUE) return {std::move(program)};
  std::string log(4096, '\0');
  GLsizei length = 0;
  glGetProgramInfoLog(program.name(), static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return Error{ErrorCode::kUnavailable, "a shader program does not link: " + log,
               "Please report this with the output of `sortscope info`."};
}

}  // namespace

Result<GlProgram> make_program(const char* vertex_source, const char* fragment_source,
                               const std::string& defines) {
  return link({compile(GL_VERTEX_SHADER, vertex_source, defines),
               compile(GL_FRAGMENT_SHADER, fragment_source, defines)},
              false);
}

Result<GlProgram> make_stage(unsigned stage, const char* source, const std::string& defines) {
  return link({compile(stage, source, defines)}, true);
}

}  // namespace sortscope
