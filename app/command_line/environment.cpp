// environment.cpp: a person's own fonts, left out where fontconfig would not come back from them.
#include "app/command_line/environment.h"

#include <fontconfig/fontconfig.h>

#include <cstdlib>

#include "app/command_line/font_places.h"
#include "app/command_line/say.h"

namespace sortscope {

void leave_out_endless_fonts() {
  // It would be put before every path, of the system's configuration too.
  const bool elsewhere = std::getenv("FONTCONFIG_SYSROOT") != nullptr;
  if (elsewhere) {
    ::unsetenv("FONTCONFIG_SYSROOT");
    say("sortscope: FONTCONFIG_SYSROOT is left out: fonts are those of this system.\n");
  }
  const auto found = endless_fonts();
  if (!found) return;
  for (const char* name : {"FONTCONFIG_FILE", "FONTCONFIG_PATH", "XDG_DATA_DIRS"}) ::unsetenv(name);
  FcConfigEnableHome(FcFalse);
  say("sortscope: {} is {}: your own fonts and their configuration are left out.\n",
      quoted(found->path, 200), found->why);
}

}  // namespace sortscope
