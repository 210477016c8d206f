// by_type.h: a part of the program by its type, for units that do not see the whole.
#pragma once

namespace sortscope {

class App;
class Background;
class CommandQueue;
class DrawnRun;
class History;
class KernelDesk;
class LabDesk;
class LessonPlayer;
class Look;
class NetworkDesk;
class Notices;
class Panes;
class Quiz;
class Session;
class Surface;
class TextLog;
struct CommandLines;
struct FrameClock;
struct LessonParts;
struct NextRun;
struct OpeningParts;
struct OverlayState;
struct PictureParts;
struct RecordingParts;
struct Remembered;
struct SessionParts;
struct StageParts;

/// assembly.cpp knows where it is.
template <typename Part>
Part& part_of(App& app) = delete;
template <>
Background& part_of<Background>(App& app);
template <>
CommandLines& part_of<CommandLines>(App& app);
template <>
CommandQueue& part_of<CommandQueue>(App& app);
template <>
DrawnRun& part_of<DrawnRun>(App& app);
template <>
FrameClock& part_of<FrameClock>(App& app);
template <>
History& part_of<History>(App& app);
template <>
KernelDesk& part_of<KernelDesk>(App& app);
template <>
LabDesk& part_of<LabDesk>(App& app);
template <>
LessonPlayer& part_of<LessonPlayer>(App& app);
template <>
Look& part_of<Look>(App& app);
template <>
NetworkDesk& part_of<NetworkDesk>(App& app);
template <>
NextRun& part_of<NextRun>(App& app);
template <>
Notices& part_of<Notices>(App& app);
template <>
OverlayState& part_of<OverlayState>(App& app);
template <>
Panes& part_of<Panes>(App& app);
template <>
Quiz& part_of<Quiz>(App& app);
template <>
Remembered& part_of<Remembered>(App& app);
template <>
Session& part_of<Session>(App& app);
template <>
Surface& part_of<Surface>(App& app);
template <>
TextLog& part_of<TextLog>(App& app);

/// The same to look at.
template <typename Part>
const Part& part_of(const App& app) {
  return part_of<Part>(const_cast<App&>(app));
}

/// The parts that a unit works with, put together in assembly.cpp.
template <typename Parts>
Parts put_together(App& app) = delete;
template <>
LessonParts put_together<LessonParts>(App& app);
template <>
OpeningParts put_together<OpeningParts>(App& app);
template <>
PictureParts put_together<PictureParts>(App& app);
template <>
RecordingParts put_together<RecordingParts>(App& app);
template <>
SessionParts put_together<SessionParts>(App& app);
template <>
StageParts put_together<StageParts>(App& app);

}  // namespace sortscope
