// revision.h: what this build was made from.
#pragma once

namespace sortscope {

extern const char* const
    kRevision;  // git's short hash, with "+" where files were changed; "" if unknown
extern const char* const kBuildType;  // "Release"
extern const char* const kCompiler;   // "GNU 12.2.0"

}  // namespace sortscope
