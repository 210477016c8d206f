// commands.cpp: lines of the command table, as scripts and lessons have them, run for a lesson:
// they show and change the run, and nothing else.
#include <algorithm>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/surface/blank.h"
#include "core/engines/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "tests/fuzz/read.h"

namespace sortscope {
namespace {

constexpr int kMostLines = 16;
// What is recorded takes no longer than a moment.
constexpr std::uint32_t kMostKeys = 64;

std::shared_ptr<const Recording> small_recording() {
  RunRequest request;
  request.keys = *read_numbers("7 6 5 4 3 2 1 0", "fuzz", KeyType::kInt32, 8);
  return *record(request, *make_cpu_engine());
}

void run(std::string_view text) {
  static const std::shared_ptr<const Recording> kRun = small_recording();
  BlankSurface surface;
  App app(surface);
  app.session.open(prepare_run(kRun));
  app.next.run = kRun->request;
  app.next.engine_id = "cpu";
  const LineSource lesson{.source = Source::kLesson, .folder = "/nonexistent"};
  for (int lines = 0; lines < kMostLines && !text.empty(); ++lines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const Status status = run_command_line(app, text.substr(0, end), lesson);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!status) expect(!status.error().message.empty(), "a message is there");
    app.background.wait(app);
    if (next_run_keys(app.next) > kMostKeys) app.next.run = kRun->request;
    app.next.run_keys = std::min(app.next.run_keys, kMostKeys);
    expect(app.session.loaded(), "a run stays");
    expect(app.session.cursor().layer <= app.session.recording().network.depth(),
           "the cursor is in the run");
  }
}

}  // namespace
}  // namespace sortscope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  sortscope::run({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
