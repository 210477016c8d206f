// settings.cpp: settings and state of the window.
#include "app/state/settings.h"

#include "app/state/app.h"
#include "app/surface/blank.h"
#include "tests/fuzz/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sortscope;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  static BlankSurface surface;
  static App app(surface);
  for (const Status& status :
       {parse_settings(app, text, "settings.json"), parse_state(app, text, "state.json")}) {
    if (!status) expect_good_error(status.error());
  }
  expect(app.look.user_scale >= 0.5F && app.look.user_scale <= 4, "a scale is in its range");
  expect(app.look.palette != nullptr, "there is a palette");
  expect(app.remembered.recent_files.size() <= kMostRecentFiles, "the list of files is short");
  return 0;
}
