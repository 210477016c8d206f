// session_file.h: session files: command lines that open to exactly the picture that was saved.
//
//   # Sortscope session 1
//   algorithm bitonic          the run, up to `record`
//   keys-as int32 3,7,4,8
//   record
//   views 1                    the picture: what differs from that at the start
//   view 1 network
//   seek 3
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

class LessonPlayer;
class ListedNetwork;
class Look;
class Panes;
class Session;
struct Progress;
struct Recording;
struct SessionParts;

/// The parts that a picture is made of.
struct PictureParts {
  const Session& session;
  const Panes& panes;
  const Look& look;
  const LessonPlayer& lesson;
};

struct SessionLine {
  int number = 0;  // from 1
  std::string text;
};

/// How large a session's run may be.
enum class SessionSize : std::uint8_t {
  kOfFile,  // as files may ask for (check_file_run())
  kOwn,     // below kLargeRecordingBytes, as what a person records without being asked
  kAny,     // as far as memory goes
};

/// How a session is opened.
struct SessionOpening {
  SessionSize size = SessionSize::kOfFile;
  /// The command that opens it however large it is; empty: it is offered by its file's name.
  std::string again;
  /// Called on the main thread in place of keeping what is shown in the history.
  std::function<void()> before_shown;
  /// Called on the main thread once all of it is on the screen.
  std::function<void()> when_shown = {};
};

/// What of a file is shown at once, at most: lines, and seconds of the processor for all of them.
inline constexpr std::size_t kMostPictureLines = 1000;
inline constexpr double kMostShowing_s = 1;
/// Bytes of the lines of a run that a file may ask for: its keys or comparators in full, and more.
inline constexpr std::size_t kMostRunBytes = std::size_t{1} << 22;

/// A session file, checked line by line but not yet run.
struct SessionFile {
  std::string name;    // of the file, for messages
  std::string folder;  // where it is; a lesson is looked up from there
  std::vector<SessionLine> run;
  std::vector<SessionLine> picture;
};

/// Command lines that make the same run again: own keys in full, generated ones by kind, size and
/// seed. O(keys).
std::vector<std::string> run_lines(const Recording& recording);
/// "listed-network 4 0:1,2:3;0:2,1:3;1:2 NAME": a stored network as a command line; minimum and
/// maximum wire of each comparator, layers between semicolons.
std::string listed_network_line(const ListedNetwork& network);
/// Command lines that show the same picture of it, from a window as at the start: views, cameras,
/// cursor, selection, options, bookmarks, loop. Measured results are not part of it.
std::vector<std::string> picture_lines(const PictureParts& picture);
/// The text of a session file that will lie in `folder`; `appearance`: palette, size of text and
/// motion, too. Needs a recording. A lesson's file is
/// named as seen from there; one that is elsewhere is left out, and a comment says so.
std::string session_text(const PictureParts& picture, bool appearance,
                         const std::string& folder = {});
/// The file of the lesson that session_text() leaves out; "" where there is none.
std::string lesson_left_out(const LessonPlayer& player, const std::string& folder);

/// True for a text that begins as a session file does.
bool is_session(std::string_view text);
/// The same for a file; false where it cannot be read.
bool looks_like_session(const std::string& path);
/// Errors: kBadInput with line and column: unknown commands, those that a session may not run,
/// wrong numbers of arguments, a missing `record`, other versions and encodings.
/// kCancelled.
Result<SessionFile> parse_session(std::string_view text, std::string_view name,
                                  const Progress* progress = nullptr);
/// The same from a file, or from standard input: "-". Errors also: kIo, kBadInput where it is too
/// large.
Result<SessionFile> read_session(const std::string& path, const Progress* progress = nullptr);

/// Records the session's run in the background, then shows its picture; where something goes wrong
/// the window stays as it was and a notice says what. An engine that is not there is replaced by
/// another. A run that is larger than `opening` allows is not recorded: a person at a window is
/// asked. Errors: kBadInput with the line whose values do not fit, kBadUsage (a large run),
/// kWorkFailed (other work).
Status open_session(const SessionParts& parts, const SessionFile& session,
                    SessionOpening opening = {});
/// The views and options of the window as at its first start; cursor, selection, bookmarks and loop
/// with them. Measured results stay.
void reset_picture(Session& session, Panes& panes, Look& look);

}  // namespace sortscope
