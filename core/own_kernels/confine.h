// confine.h: what a child gives up before it runs a person's program.
#pragma once

namespace sortscope {

/// After this, the process and what it becomes write only below the folder open as `folder` (and to
/// /dev/null). False: this Linux has no Landlock. Calls nothing but the system.
bool write_only_below(int folder);

/// After this, the process and what it becomes open no file for writing and change no folder: for
/// a Linux without Landlock. What is open stays open. False: not on this processor. Calls nothing
/// but the system.
bool write_nowhere();

/// After this, the process starts no other, opens no socket and signals nobody but itself. False:
/// not on this processor. Calls nothing but the system.
bool stay_alone();

}  // namespace sortscope
