// gl_program.h: compiles and links shader programs.
#pragma once

#include <string>

#include "app/surface/gl_handles.h"
#include "core/base/error.h"

namespace sortscope {

/// `defines`: lines put after the #version line of both sources. Errors: kUnavailable with the
/// compiler's message.
Result<GlProgram> make_program(const char* vertex_source, const char* fragment_source,
                               const std::string& defines);
/// The same of one stage (GL_VERTEX_SHADER ...), for a pipeline.
Result<GlProgram> make_stage(unsigned stage, const char* source, const std::string& defines);

/// Such a stage on its way: drivers with KHR_parallel_shader_compile make it on threads of their
/// own, others at once.
class StageOnItsWay {
 public:
  StageOnItsWay(unsigned stage, const char* source, const std::string& defines);
  /// finish() waits for nothing.
  [[nodiscard]] bool done() const;
  /// The stage, once. Waits until it is made. Errors: those of make_stage().
  Result<GlProgram> finish();

 private:
  GlProgram program_;
  unsigned shader_ = 0;  // the program's
  Status status_;
};

}  // namespace sortscope
