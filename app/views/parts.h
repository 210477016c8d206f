// parts.h: what a view is drawn with.
#pragma once

#include "app/state/command_table.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/command_queue.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/parts/frame_clock.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/state/session.h"

namespace sortscope {

class LabDesk;
class NetworkDesk;
class TextLog;
struct Remembered;

/// The parts that views show, and where they ask for commands; window/frame.cpp puts it together.
struct ViewParts {
  Session& session;
  const Look& look;
  const Panes& panes;
  DrawnRun& drawn;
  const FrameClock& clock;
  CommandQueue& asked;
  CommandGuide guide;
  Notices& notices;
  const Background& background;
  const LabDesk& lab;
  NetworkDesk& network_desk;
  TextLog& text_log;
  const Remembered& remembered;
};

}  // namespace sortscope
