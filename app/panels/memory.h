// memory.h: what the panels remember between frames.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/widgets/timeline_scale.h"
#include "app/widgets/widgets.h"
#include "core/base/types.h"
#include "core/scenes/layout.h"

namespace sortscope {

/// What the page of a lesson's text that is shown is about, in panels of any size.
struct CaptionAnchor {
  enum class At : std::uint8_t { kText, kQuestion, kAnswer };
  At at = At::kText;
  std::size_t letters = 0;  // of the text before it
  float width = 0, height = 0, scale = 0;
};

/// Which layers are in view, and a drag on its way.
struct TimelineMemory {
  std::uint64_t generation = 0;
  LayerRange range;
  Cursor followed;
  bool resume = false;   // playback goes on once the pointer lets go
  bool dragged = false;  // the pointer went some way since the left button is down
  bool looping = false;  // a loop is being drawn with the right button
  double loop_from = 0;
};

/// What is being typed in the keys menu.
struct KeyFields {
  std::string size;
  std::string seed;
  bool open = false;
};

/// What the pointer rests on, since when.
struct PointedAt {
  Selection thing;
  double since_s = 0;
  bool waits = false;  // for the pointer to rest
};

/// The phase that work beside the window is in, and since when.
struct WorkPhase {
  double work_started_s = -1;
  const char* name = nullptr;
  std::uint64_t units = 0;
  double since_s = 0;
};

struct PanelMemory {
  WorkPhase work;
  PointedAt pointed;
  TimelineMemory timeline;
  KeyFields keys;
  bool inspector_hidden = false;       // what is pointed at goes beyond the foot of the panel
  bool verdict_seen = false;           // the side panel says all of it
  Selection inspected;                 // what was selected
  float speed_from = 1;                // when its drag began
  std::array<Area, 3> menu_anchors;    // of the run's menus, since one opened
  std::uint64_t lesson_entries = 0;    // what the lesson's panel has turned to
  CaptionAnchor caption_anchor;        // and what its page begins with
  float caption_overflow = 0;          // pixels of the lesson's page that find no room
  float least_letters = 0;             // of its text and question, in pixels
  std::vector<Area> floating;          // what lies over the picture in this frame: messages, a chip
  std::optional<Area> message_at;      // over the picture, in the last frame
  std::optional<Area> below_question;  // what a question's panel has free in this frame
};

}  // namespace sortscope
