// environment.h: what the environment names for libraries that would wait for it.
#pragma once

namespace sortscope {

/// Takes FONTCONFIG_FILE and FONTCONFIG_PATH out of the environment where they lead to a device, a
/// pipe or a file without end, which fontconfig would read until the program is stopped, and says
/// so. Before any thread starts.
void leave_out_endless_fonts();

}  // namespace sortscope
