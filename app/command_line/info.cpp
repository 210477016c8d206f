// info.cpp: `sortscope info`: the program, the machine, or one recording.
#include <cairo.h>
#include <fmt/format.h>
#include <hdf5.h>

#include <string>

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "app/command_line/run.h"
#include "app/command_line/say.h"
#include "app/export/ffmpeg.h"
#include "app/state/settings.h"
#include "app/surface/revision.h"
#include "app/surface/surface.h"
#include "core/base/machine.h"
#include "core/base/number_text.h"
#include "core/base/output_file.h"
#include "core/base/quote.h"
#include "core/lab/files.h"
#include "core/networks/wording.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

namespace {

template <typename... Args>
void row(std::string_view name, fmt::format_string<Args...> format, Args&&... args) {
  // Values of files keep to their row.
  print_text(
      fmt::format("{:<14}{}\n", name, one_line(fmt::format(format, std::forward<Args>(args)...))));
}

std::string cuda_version(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

void cuda_rows() {
  const CudaStatus& cuda = cuda_status();
  row("CUDA", "{}",
      cuda.built ? "built in, CUDA " + cuda_version(cuda.runtime_version)
                 : std::string("not built in"));
  if (cuda.driver_version != 0)
    row("  driver", "supports CUDA {}", cuda_version(cuda.driver_version));
  if (cuda.available) {
    row("  device", "{}, compute capability {}.{}, {}", cuda.device, cuda.compute_capability / 10,
        cuda.compute_capability % 10, bytes_text(cuda.memory_bytes));
  } else {
    row("  device", "none: {}", cuda.reason);
  }
}

int program_info() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  H5get_libversion(&major, &minor, &release);
  row("Sortscope", "{}{}", SORTSCOPE_VERSION,
      *kRevision != 0 ? fmt::format(" (git {})", kRevision) : std::string());
  row("Build", "{}, {}", kBuildType, kCompiler);
  const Machine& here = machine();
  if (!here.planted.empty()) row("Machine", "planted for a test: {}", here.planted);
  row("CPU", "{} threads, AVX2 {}", here.threads, here.vectors == "AVX2" ? "yes" : "no");
  cuda_rows();
  row("OpenGL", "{}", describe_gl());
  row("HDF5", "{}.{}.{}", major, minor, release);
  row("cairo", "{}", cairo_version_string());
  const auto ffmpeg = [] {
    Job job;  // one that does not answer is ended with us
    job.stage("Asking ffmpeg");
    return ffmpeg_version(&job.progress());
  }();
  if (!ffmpeg && ffmpeg.error().code == ErrorCode::kCancelled) return report_error(ffmpeg.error());
  row("ffmpeg", "{}", ffmpeg ? *ffmpeg : ffmpeg.error().text());
  constexpr std::string_view kNowhere = "not kept: HOME names no folder";
  row("Settings", "{}", settings_path().empty() ? kNowhere : settings_path());
  row("State", "{}", state_path().empty() ? kNowhere : state_path());
  for (const std::string& folder : {std::string("."), lab_results_folder()}) {
    for (const std::string& path : left_behind(folder)) {
      row("Left behind",
          "{}: of a program that was killed; the next one that writes there removes it", path);
    }
  }
  return finish_output();
}

int recording_info(const std::string& file) {
  Job job;
  job.stage("Reading " + file);
  const auto read = read_recording(file, &job.progress());
  if (!read) return report_error(read.error());
  const Recording& r = **read;
  const RunRequest& request = r.request;
  row("Recording", "{}", file);
  row("Algorithm", "{} (version {})", r.algorithm->id, r.algorithm->version);
  row("Keys", "{}, {}, {}", r.real_keys(), name_of(request.keys.type), name_of(request.order));
  if (request.input == "given") {
    row("Source", "{}", request.source.empty() ? "typed" : request.source);
  } else {
    row("Source", "{}, seed {}", request.input, request.seed);
  }
  if (request.pairs) row("Payload", "each key's place in the input, carried through the sort");
  const Wording words = wording(r.network);
  row(r.network.adaptive() ? "Schedule" : "Network", "{}, {}, {}",
      counted(r.network.wires(), "wire"), counted(r.network.depth(), words.layer),
      counted(r.network.size(), words.comparator));
  if (r.windows) {
    row("Exchanges", "not counted: keyframes only, outcome bits are worked out again");
  } else {
    row("Exchanges", "{}", r.exchanged_before.back());
  }
  if (r.ranges) row("Outcomes", "kept as keyframes, recorded again where one looks");
  if (r.aks_facts) {
    row("Misplaced", "{} before the repair, which took {}", counted(r.timing.misplaced, "key"),
        counted(r.timing.repair_rounds, "round"));
  }
  row("Sorted", "{}", r.sorted ? "yes" : "no");
  if (!r.doubt.empty()) row("Doubtful", "{}", r.doubt);
  row("Engine", "{}, kernel {}", r.engine_description.empty() ? r.engine : r.engine_description,
      r.timing.kernel);
  row("Elapsed", "{:.3f} ms{}", static_cast<double>(r.timing.elapsed_ns) / 1e6,
      r.timing.launches == 0 ? std::string() : ", " + counted(r.timing.launches, "launch"));
  row("Recorded", "{}", r.created_utc);
  return finish_output();
}

}  // namespace

int run_info_command(const InfoArguments& arguments) {
  return arguments.file.empty() ? program_info() : recording_info(arguments.file);
}

}  // namespace sortscope
