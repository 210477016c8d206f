// environment.h: what the environment names for libraries that would wait for it.
#pragma once

namespace sortscope {

/// Keeps fontconfig from a person's own fonts and configuration where one of their files is a
/// device, a pipe or without end (font_places.h), which it would read until the program is
/// stopped, and says so; the system's fonts remain. Before other threads start and any font is
/// asked for.
void leave_out_endless_fonts();

}  // namespace sortscope
