// lab_files.h: results of the lab from files, beside each other, and to files.
#pragma once

#include <span>
#include <string>

#include "core/base/error.h"

namespace sortscope {

class App;
class Background;
class LabDesk;
class Notices;
struct Remembered;
class Panes;
class Session;

/// The plot, in place of an experiment. Takes no arguments.
Status show_bench(Session& session, Panes& panes, Background& background,
                  std::span<const std::string> arguments);
/// "FILE|last": shown, or laid beside what is shown ("off": not any more). A file is read beside
/// the window. Errors: kBadInput, kWorkFailed.
Status open_lab(App& app, LabDesk& lab, std::span<const std::string> arguments);
Status compare_lab(App& app, LabDesk& lab, std::span<const std::string> arguments);
/// "FILE [results|google|csv]". Errors: kBadUsage, kIo.
Status save_lab(Session& session, Notices& notices, Remembered& remembered,
                std::span<const std::string> arguments);

}  // namespace sortscope
