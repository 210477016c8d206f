// parts.h: what an overlay is drawn with.
#pragma once

#include "app/state/command_table.h"
#include "app/state/next_run.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/command_queue.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/parts/frame_clock.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/parts/remembered.h"
#include "app/state/session.h"
#include "app/surface/surface.h"

namespace sortscope {

class History;
class LabDesk;
class LessonPlayer;
class Quiz;

/// The parts that overlays show and fill in, and where they ask for commands; window/frame.cpp puts
/// it together.
struct OverlayParts {
  const App& program;  // whom commands ask what they may be given; nothing of it is seen here
  OverlayState& overlay;
  Session& session;
  const Look& look;
  const Panes& panes;
  const DrawnRun& drawn;
  const FrameClock& clock;
  const Surface& surface;
  CommandQueue& asked;
  CommandGuide guide;
  NextRun& next;
  Notices& notices;
  Remembered& remembered;
  Background& background;
  const LabDesk& lab;
  const History& history;
  const LessonPlayer& lesson;
  const Quiz& quiz;
};

}  // namespace sortscope
