// session.cpp: session files, and opening those whose run is small.
#include <charconv>

#include "app/state/app.h"
#include "app/state/lesson_player.h"
#include "app/state/session_file.h"
#include "app/surface/blank.h"
#include "tests/fuzz/read.h"

namespace sortscope {
namespace {

constexpr std::uint64_t kMostKeys = 64;
constexpr std::size_t kMostLines = 40;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// No number in its run can make it a long one.
bool is_small(const SessionFile& session) {
  if (session.run.size() + session.picture.size() > kMostLines) return false;
  for (const SessionLine& line : session.run) {
    const std::string& text = line.text;
    if (text.find('^') != std::string::npos || text.find("preset") != std::string::npos)
      return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::size_t end = i;
      while (end < text.size() && is_digit(text[end])) ++end;
      std::uint64_t number = 0;
      const auto read = std::from_chars(text.data() + i, text.data() + end, number);
      if (read.ec == std::errc::result_out_of_range || number > kMostKeys) return false;
      if (end > i) i = end - 1;
    }
  }
  return true;
}

}  // namespace
}  // namespace sortscope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sortscope;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto session = parse_session(text, "/nonexistent/fuzz.sscope");
  if (!session) {
    expect_good_error(session.error());
    return 0;
  }
  if (!is_small(*session)) return 0;
  BlankSurface surface;
  App app(surface);
  const Status status = open_session(app, *session);
  if (!status) {
    // Who shows it prints what the file says as text.
    expect(!status.error().message.empty(), "a message is there");
    return 0;
  }
  app.background.wait(app);
  if (!app.session.loaded()) return 0;
  // What is on screen can be saved, and opens again.
  const auto again = parse_session(session_text(app, false), "/nonexistent/again.sscope");
  expect(again.ok(), "what was saved is read again: " + session_text(app, false));
  return 0;
}
