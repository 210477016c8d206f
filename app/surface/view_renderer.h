// view_renderer.h: renders one view of a recording off screen, with the frame code of the window.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/pictures/palette.h"
#include "core/scenes/layout.h"
#include "core/scenes/rank_history.h"

namespace sortscope {

struct Recording;

/// 8-bit RGBA, rows from the top, no padding between rows.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

/// What to render: the whole view at `cursor`, `fraction` of the way through the next layer, or
/// through the next comparison.
struct ViewRequest {
  std::string view = "network";
  Cursor cursor;
  float fraction = 0;
  bool whole_layer = true;
  const Palette* palette = nullptr;
  LayoutOptions options;
  Measured measured;
  LaidOver laid_over;
  int width = 1280;
  int height = 720;
  float scale = 1;                      // of text and strokes
  std::optional<HistoryCamera> camera;  // of the views network and history; nothing: all of the run
};

/// One headless surface (EGL), one recording. Use on the thread that made it.
class ViewRenderer {
 public:
  virtual ~ViewRenderer() = default;
  /// Errors: kBadUsage (unknown view, size beyond the surface's limit), kUnavailable.
  virtual Result<Image> render(const ViewRequest& request) = 0;
};

/// Errors: kUnavailable where no EGL display gives an OpenGL 4.5 core context.
Result<std::unique_ptr<ViewRenderer>> make_view_renderer(
    std::shared_ptr<const Recording> recording);

}  // namespace sortscope
