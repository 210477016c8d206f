// findings.h: how tall the page of findings is.
#pragma once

namespace sortscope {

struct Scene;

/// Height of the page of findings that says all of it, `width` wide. O(findings).
float findings_height(const Scene& scene, float width);

}  // namespace sortscope
