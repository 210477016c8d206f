// kept_runs.cpp: the runs that a window before has kept.
#include "app/state/app.h"
#include "app/state/history.h"
#include "app/state/settings.h"
#include "app/surface/blank.h"
#include "tests/fuzz/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sortscope;
  static BlankSurface surface;
  static App app(surface);
  const auto afresh = [] { app.history = std::make_unique<History>(app, app.notices); };
  afresh();
  const Status read = parse_runs(app, {reinterpret_cast<const char*>(bytes), size}, "runs.json");
  if (!read) {
    expect_good_error(read.error());
    return 0;
  }
  const std::string written = runs_text(*app.history);
  afresh();
  const Status again = parse_runs(app, written, "again.json");
  expect(again.ok(), "what was kept is read again: " + written);
  expect(runs_text(*app.history) == written, "kept runs stay what they are: " + written);
  return 0;
}
