// look.h: what the window looks like: colours, sizes, projector mode, screen.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/state/parts/pointer_rest.h"
#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/pictures/palette.h"

namespace sortscope {

class Surface;

/// A circle of light about the pointer, the rest of the window dimmed.
struct Spotlight {
  bool on = false;
  float radius = 120;  // of the light, units at scale 1
  // Where it was sent by a command, as shares of the window; it follows the pointer again as soon
  // as that moves. Nothing: at the pointer.
  std::optional<std::pair<float, float>> place;
  float pointer_x = 0, pointer_y = 0;  // when it was sent
};

inline constexpr float kSpotlightLeast = 40;
inline constexpr float kSpotlightMost = 600;

/// Of the projector mode's scale.
inline constexpr float kLeastProjected = 1;
inline constexpr float kMostProjected = 3;

/// What the projector mode changes, to put it back.
struct Appearance {
  const Palette* palette = nullptr;
  float user_scale = 1;
  bool panels_shown = true;
  Spotlight spotlight = {};
};

class Look {
 public:
  explicit Look(const Surface& surface);

  const Palette* palette;
  float user_scale = 1;  // Ctrl + − 0
  bool panels_shown = true;
  bool projector = false;
  float projector_scale = 0;  // 1 to 3; 0: as large as the window allows, up to 2
  std::optional<Appearance> before_projector;
  Spotlight spotlight;
  bool laser = false;                   // a red dot where the pointer is
  bool spotlight_told = false;          // what its ring is was said in this window
  bool laser_told = false;              // and what the dot is
  bool film = false;                    // of a lesson: the picture and the words, no controls
  bool blank = false;                   // a black screen, until one goes on
  std::optional<bool> motion_chosen;    // reduced motion; nothing: as the desktop says
  std::string display;                  // for full screen: name or number, "": where the window is
  std::vector<OutputName> screenshots;  // PNG files to write with the next frame; "": a new name
  std::string screenshot_called;        // of the last one that was written
  // Drawing does not change the look, but tooltips remember where the pointer rests.
  std::unique_ptr<PointerRest> pointer_rest = std::make_unique<PointerRest>();

  /// Of text and strokes: display scale x user scale.
  [[nodiscard]] float scale() const;
  /// Size of the window in pixels.
  [[nodiscard]] float width() const;
  [[nodiscard]] float height() const;
  /// The scale of the projector mode in the window as it is: the one that was chosen, where that
  /// has room, else what is read from afar.
  void size_for_projector();
  /// The same where the window is no longer the one that it was sized for.
  void follow_window();
  /// Loads the fonts for the present scale and palette where they changed; between frames.
  /// Errors: kUnavailable (no font at all).
  Status prepare();

 private:
  [[nodiscard]] std::pair<float, float> units() const;  // of the window, at scale 1

  const Surface& surface_;
  std::optional<std::pair<float, float>> sized_for_;  // the units of the projector mode's window
  float font_scale_ = 0;
  const Palette* themed_ = nullptr;
  float themed_scale_ = 0;
};

}  // namespace sortscope
