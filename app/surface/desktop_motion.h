// desktop_motion.h: whether the person has told the desktop to move less.
#pragma once

namespace sortscope {

/// GTK's settings files, KDE's animation speed, and GNOME's setting (through gsettings, where that
/// desktop runs). False where none of them says so.
bool desktop_reduces_motion();

}  // namespace sortscope
