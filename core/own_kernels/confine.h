// confine.h: what a child gives up before it runs a person's program.
#pragma once

namespace sortscope {

/// After this, the process and what it becomes write only below the folder open as `folder` (and to
/// /dev/null). False: this Linux has no Landlock. Calls nothing but the system.
bool write_only_below(int folder);
/// The same, and to devices, as CUDA does until it has begun.
bool write_only_below_and_to_devices(int folder);

/// After this, the process and what it becomes open no file for writing and change no folder: for
/// a Linux without Landlock. What is open stays open. False: not on this processor. Calls nothing
/// but the system.
bool write_nowhere();

/// After this, the process and what it becomes make only the system calls that a program needs
/// which computes, reads files and writes to its own: a list; all others fail (EPERM). It starts no
/// process or thread, signals nobody else, keeps its limits, and leaves nothing in the system.
/// False: not on this processor. Calls nothing but the system.
bool call_only_what_is_listed();

/// For a program of CUDA, whose driver makes calls that no list holds. Before it begins: no other
/// process is started, reached or signalled, nothing is left in the system. False: not on this
/// processor. Calls nothing but the system.
bool leave_others_alone();
/// The same once CUDA has begun: no threads or sockets either, no limits, folders and names of
/// files are changed.
bool stay_alone();

}  // namespace sortscope
