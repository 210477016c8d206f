// shaders.h: the texts of shaders/, embedded at build; one constant a file.
#pragma once

namespace sortscope::shaders {

extern const char* const aks_tree_frag;
extern const char* const aks_tree_vert;
extern const char* const cylinder_comp;
extern const char* const cylinder_frag;
extern const char* const cylinder_vert;
extern const char* const network_frag;
extern const char* const network_vert;
extern const char* const passes_frag;
extern const char* const passes_vert;

}  // namespace sortscope::shaders
