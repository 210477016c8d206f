// parts.h: what a panel is drawn with.
#pragma once

#include "app/panels/memory.h"
#include "app/state/next_run.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/command_queue.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/parts/frame_clock.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/remembered.h"
#include "app/state/session.h"

namespace sortscope {

class History;
class LabDesk;
class LessonPlayer;
class NetworkDesk;
class Quiz;

/// The parts that panels show, and where they ask for commands; window/frame.cpp puts it together.
struct PanelParts {
  Session& session;
  const Look& look;
  const Panes& panes;
  const DrawnRun& drawn;
  const FrameClock& clock;
  CommandQueue& asked;
  const NextRun& next;
  Notices& notices;
  const Background& background;
  const LabDesk& lab;
  LessonPlayer& lesson;
  const Quiz& quiz;
  const History& history;
  const NetworkDesk& network_desk;
  const Remembered& remembered;
  PanelMemory& memory;
};

}  // namespace sortscope
