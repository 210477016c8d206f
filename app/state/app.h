// app.h: the program behind the window, put together from parts with an owner each.
#pragma once

#include <memory>

#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/command_queue.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/parts/frame_clock.h"
#include "app/state/parts/line_source.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/parts/remembered.h"
#include "app/state/session.h"
#include "app/surface/surface.h"

namespace sortscope {

class History;
class KernelDesk;
class LabDesk;
class LessonPlayer;
class Quiz;
class NetworkDesk;
class TextLog;
struct PanelMemory;
struct KeyParts;
struct LessonParts;
struct PictureParts;
struct PictureReportParts;
struct ReportParts;
struct SettingsParts;
struct ShownParts;

/// Only puts the parts together: what needs one of them is given that one. The frame code
/// (window/frame.cpp) draws them, the commands change them.
class App {
 public:
  explicit App(Surface& surface);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // What each unit works with, and no more: whoever sees the program hands itself on.
  operator KeyParts();
  operator LessonParts();
  operator OpeningParts();
  operator PictureParts() const;
  operator PictureReportParts() const;
  operator RecordingParts();
  operator ReportParts() const;
  operator SessionParts();
  operator SettingsParts();
  operator ShownParts() const;
  operator StageParts();

  Surface& surface;
  FrameClock clock;
  CommandLines lines;
  CommandQueue asked;  // while a frame is drawn
  Session session;     // what is shown
  Look look;
  Panes panes;
  OverlayState overlay;
  Notices notices;
  NextRun next;
  Remembered remembered;
  Background background;
  std::unique_ptr<KernelDesk> kernel;         // a CUDA file of the person's own
  std::unique_ptr<LabDesk> lab;               // the benchmark lab
  std::unique_ptr<LessonPlayer> lesson;       // the lesson, if one is open
  std::unique_ptr<Quiz> quiz;                 // what is asked, and the score
  std::unique_ptr<NetworkDesk> network_desk;  // the network that is edited on the canvas
  std::unique_ptr<History> history;           // the runs before this one
  std::unique_ptr<TextLog> text_log;          // the steps in words
  DrawnRun drawn;
  std::shared_ptr<PanelMemory> panel_memory;  // made by window/frame.cpp
};

}  // namespace sortscope
