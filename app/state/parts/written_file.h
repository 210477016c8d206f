// written_file.h: names of files that are written, so that nothing of another kind is lost.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace sortscope {

/// Refuses a path, and what it leads to, that ends as what people write themselves (.cu, .cpp, .py,
/// .md ...), or as a recording or a session; `own`: the endings among these that are meant. Errors:
/// kBadUsage.
Status check_written(const std::string& path, std::initializer_list<std::string_view> own = {});
/// Refuses a pipe, a device or a folder, and what leads to one: a window would wait for whoever
/// reads it. Errors: kBadUsage.
Status check_regular(const std::string& path);
/// check_written() of a path that a recording is written to, which ends in .h5 or .hdf5: where a
/// person has been asked whether a file that is there may go. Devices and folders are left to
/// whoever opens them.
Status check_recording_name(const std::string& path);
/// And where nobody is asked: a file that is there is a recording.
Status check_written_recording(const std::string& path);

}  // namespace sortscope
