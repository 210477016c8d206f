// assembly.cpp: puts the parts of the program together, and takes them apart.
#include "app/state/app.h"
#include "app/state/history.h"
#include "app/state/key_bindings.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/opening.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/kernel_desk.h"
#include "app/state/quiz.h"
#include "app/state/report.h"
#include "app/state/session_file.h"
#include "app/state/settings.h"
#include "app/state/text_log.h"
#include "core/lab/files.h"

namespace sortscope {

App::App(Surface& to)
    : surface(to),
      look(to),
      panes(session),
      notices(clock),
      background(clock, lines.source),
      kernel(std::make_unique<KernelDesk>()),
      lab(std::make_unique<LabDesk>(LabParts{.session = session,
                                             .panes = panes,
                                             .background = background,
                                             .notices = notices,
                                             .drawn = drawn,
                                             .next = next})),
      lesson(std::make_unique<LessonPlayer>()),
      quiz(std::make_unique<Quiz>()),
      network_desk(std::make_unique<NetworkDesk>()),
      history(std::make_unique<History>(ShownParts(*this), notices)),
      text_log(std::make_unique<TextLog>()) {
  if (!surface.headless()) lab->folder = lab_results_folder();
}

App::~App() {
  if (background.work) lab->cancel();
  background.stop();
}

App::operator KeyParts() {
  return {.overlay = overlay,
          .notices = notices,
          .look = look,
          .guide = CommandGuide(*this),
          .commands = CommandRunner(*this)};
}

App::operator LessonParts() { return {RecordingParts(*this), *quiz, remembered}; }

App::operator OpeningParts() { return {SessionParts(*this), remembered}; }

App::operator PictureParts() const {
  return {.session = session, .panes = panes, .look = look, .lesson = *lesson};
}

App::operator PictureReportParts() const {
  return {.session = session, .panes = panes, .quiz = *quiz};
}

App::operator RecordingParts() { return {StageParts(*this), background, CommandRunner(*this)}; }

App::operator ReportParts() const {
  return {PictureReportParts(*this),
          overlay,
          look,
          surface,
          background,
          notices,
          *lesson,
          *network_desk,
          *lab};
}

App::operator SessionParts() { return {RecordingParts(*this), look, *lesson, *quiz}; }

App::operator SettingsParts() {
  return {.session = session,
          .look = look,
          .panes = panes,
          .overlay = overlay,
          .remembered = remembered,
          .history = *history,
          .lesson = *lesson,
          .surface = surface};
}

App::operator ShownParts() const { return {PictureParts(*this), next, *network_desk, *quiz}; }

App::operator StageParts() {
  return {.session = session,
          .panes = panes,
          .drawn = drawn,
          .next = next,
          .network_desk = *network_desk,
          .history = *history,
          .lesson = *lesson,
          .source = lines.source,
          .notices = notices,
          .surface = surface};
}

template <>
Background& part_of<Background>(App& app) {
  return app.background;
}
template <>
CommandLines& part_of<CommandLines>(App& app) {
  return app.lines;
}
template <>
CommandQueue& part_of<CommandQueue>(App& app) {
  return app.asked;
}
template <>
DrawnRun& part_of<DrawnRun>(App& app) {
  return app.drawn;
}
template <>
FrameClock& part_of<FrameClock>(App& app) {
  return app.clock;
}
template <>
History& part_of<History>(App& app) {
  return *app.history;
}
template <>
KernelDesk& part_of<KernelDesk>(App& app) {
  return *app.kernel;
}
template <>
LabDesk& part_of<LabDesk>(App& app) {
  return *app.lab;
}
template <>
LessonPlayer& part_of<LessonPlayer>(App& app) {
  return *app.lesson;
}
template <>
Look& part_of<Look>(App& app) {
  return app.look;
}
template <>
NetworkDesk& part_of<NetworkDesk>(App& app) {
  return *app.network_desk;
}
template <>
NextRun& part_of<NextRun>(App& app) {
  return app.next;
}
template <>
Notices& part_of<Notices>(App& app) {
  return app.notices;
}
template <>
OverlayState& part_of<OverlayState>(App& app) {
  return app.overlay;
}
template <>
Panes& part_of<Panes>(App& app) {
  return app.panes;
}
template <>
Quiz& part_of<Quiz>(App& app) {
  return *app.quiz;
}
template <>
Remembered& part_of<Remembered>(App& app) {
  return app.remembered;
}
template <>
Session& part_of<Session>(App& app) {
  return app.session;
}
template <>
Surface& part_of<Surface>(App& app) {
  return app.surface;
}
template <>
TextLog& part_of<TextLog>(App& app) {
  return *app.text_log;
}

template <>
LessonParts put_together<LessonParts>(App& app) {
  return app;
}
template <>
OpeningParts put_together<OpeningParts>(App& app) {
  return app;
}
template <>
PictureParts put_together<PictureParts>(App& app) {
  return app;
}
template <>
RecordingParts put_together<RecordingParts>(App& app) {
  return app;
}
template <>
SessionParts put_together<SessionParts>(App& app) {
  return app;
}
template <>
StageParts put_together<StageParts>(App& app) {
  return app;
}

}  // namespace sortscope
