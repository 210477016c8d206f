// gl_handles.cpp: makes and deletes objects of OpenGL.
#include "app/surface/gl_handles.h"

#include <glad/gl.h>

namespace sortscope {

Result<unsigned> make_gl_name(GlKind kind) {
  GLuint name = 0;
  switch (kind) {
    case GlKind::kBuffer:
      glCreateBuffers(1, &name);
      break;
    case GlKind::kVertexArray:
      glCreateVertexArrays(1, &name);
      break;
    case GlKind::kTexture:
      glCreateTextures(GL_TEXTURE_2D, 1, &name);
      break;
    case GlKind::kProgram:
      name = glCreateProgram();
      break;
    case GlKind::kFramebuffer:
      glCreateFramebuffers(1, &name);
      break;
    case GlKind::kRenderbuffer:
      glCreateRenderbuffers(1, &name);
      break;
    case GlKind::kPipeline:
      glCreateProgramPipelines(1, &name);
      break;
  }
  if (name != 0) return name;
  return Error{ErrorCode::kUnavailable, "OpenGL makes no more objects.",
               "Please report this with the output of `sortscope info`."};
}

void delete_gl_name(GlKind kind, unsigned name) {
  switch (kind) {
    case GlKind::kBuffer:
      glDeleteBuffers(1, &name);
      break;
    case GlKind::kVertexArray:
      glDeleteVertexArrays(1, &name);
      break;
    case GlKind::kTexture:
      glDeleteTextures(1, &name);
      break;
    case GlKind::kProgram:
      glDeleteProgram(name);
      break;
    case GlKind::kFramebuffer:
      glDeleteFramebuffers(1, &name);
      break;
    case GlKind::kRenderbuffer:
      glDeleteRenderbuffers(1, &name);
      break;
    case GlKind::kPipeline:
      glDeleteProgramPipelines(1, &name);
      break;
  }
}

}  // namespace sortscope
