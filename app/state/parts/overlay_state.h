// overlay_state.h: which card lies over the window, and what it is given.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/surface/surface.h"

namespace sortscope {

class OverlayContent;

/// Which overlay is open. One at a time; Esc closes it.
enum class Overlay : std::uint8_t {
  kNone,
  kHelp,
  kPalette,
  kOpenFile,
  kSaveFile,
  kExport,
  kNewRun,
  kInfo,
  kBench,
  kWelcome,
  kSaveSession,
  kCommandLine,
  kAskKernel
};

struct OverlayState {
  Overlay open = Overlay::kNone;
  std::vector<KeyEvent> keys;               // pressed while one is open; this frame's
  int frames_wanted = 0;                    // it passes the keyboard on: that takes some frames
  std::shared_ptr<OverlayContent> content;  // of the open one
  std::string problem;                      // what the open one says went wrong; empty: nothing
  std::string folder;                       // of the file overlays
};

}  // namespace sortscope
