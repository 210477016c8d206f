// screen_command_line.h: the `sortscope …` line that opens what is on screen.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace sortscope {

struct PictureParts;
struct Recording;

/// `word` as a POSIX shell reads it back, in single quotes where it needs them.
std::string shell_word(std::string_view word);
/// The options that make the run: "--algorithm bitonic --n 16 --input uniform --seed 7". Own keys
/// stand in it. Errors: kWorkFailed where they are too many for a command line.
Result<std::string> run_options(const Recording& recording, std::string_view engine_id);
/// "sortscope --algorithm … --view … --step …", to be pasted into a shell; a network of one's own
/// comes through a pipe. `engine_id`: the one that is asked for. Needs a recording.
/// Errors: those of run_options().
Result<std::string> screen_command_line(const PictureParts& picture, std::string_view engine_id);

}  // namespace sortscope
