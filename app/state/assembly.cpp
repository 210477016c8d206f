// assembly.cpp: puts the parts of the program together, and takes them apart.
#include "app/state/app.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/quiz.h"
#include "app/state/text_log.h"
#include "core/lab/files.h"

namespace sortscope {

App::App(Surface& to)
    : surface(to),
      look(to),
      panes(session),
      notices(clock),
      background(clock, lines.source),
      lab(std::make_unique<LabDesk>()),
      lesson(std::make_unique<LessonPlayer>()),
      quiz(std::make_unique<Quiz>()),
      network_desk(std::make_unique<NetworkDesk>()),
      text_log(std::make_unique<TextLog>()) {
  if (!surface.headless()) lab->folder = lab_results_folder();
}

App::~App() {
  if (background.work) {
    background.work->progress.cancel = true;
    lab->cancel();
    background.work->result.wait();
  }
}

}  // namespace sortscope
