// run.h: from options to a recording.
#pragma once

#include <memory>
#include <string>

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "core/base/error.h"
#include "core/recordings/file.h"
#include "core/recordings/request.h"

namespace sortscope {

struct Recording;

/// The keys and choices that `run` asks for, without running. Keys are empty where nothing was said
/// about them and `keys_needed` is false. Says on standard error what a run over 1 GB takes.
/// Errors: kBadUsage, kBadInput, kOutOfMemory (more than there is), kCancelled.
Result<RunRequest> read_run_request(const RunArguments& run, bool keys_needed, Progress* progress);

/// Runs what `run` asks for. Errors: those of read_run_request(), choose_engine() and record().
Result<std::shared_ptr<const Recording>> make_recording(const RunArguments& run, Job& job);

/// The same, written to `out` meanwhile, or `called`: as in OutputFile::commit_kept(). Errors: also
/// those of write_recording().
Result<std::shared_ptr<const Recording>> make_recording_file(const RunArguments& run,
                                                             const std::string& out,
                                                             RecordingForm form, Job& job,
                                                             std::string& called);

/// The recording named by `run.file`, or else made by make_recording().
Result<std::shared_ptr<const Recording>> open_or_make_recording(const RunArguments& run, Job& job);

/// True for what is no name of a file but the network itself, in bracket text.
bool is_network_text(const std::string& source);
/// True for a name that ends in .h5 or .hdf5, and for a file that begins as HDF5 does.
bool names_recording(const std::string& file);

/// What --seed says. Errors: kBadUsage.
Result<std::uint64_t> parse_seed(const std::string& text);

/// The name of an option that describes a run and was given, --engine last; "": none was.
std::string given_run_option(const RunArguments& run);

}  // namespace sortscope
