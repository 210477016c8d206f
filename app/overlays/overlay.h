// overlay.h: what an overlay is: a card over the dimmed window with a title, and its content.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/state/parts/overlay_state.h"
#include "app/widgets/scroll_body.h"
#include "app/widgets/widgets.h"

namespace sortscope {

struct OverlayParts;

/// The content of an open overlay; made when it opens, gone when it closes.
class OverlayContent {
 public:
  virtual ~OverlayContent() = default;
  /// In the header; empty: there is none.
  [[nodiscard]] virtual std::string_view title() const = 0;
  /// Size of the card at scale 1; it is made smaller where the window is.
  [[nodiscard]] virtual ImVec2 wanted_size() const = 0;
  /// Fills the card below its header.
  virtual void draw(const OverlayParts& given, const Area& area) = 0;
  /// What went wrong with what was entered last, shown in the card; empty: nothing.
  [[nodiscard]] virtual std::string_view problem() const { return {}; }

  Overlay overlay = Overlay::kNone;
};

/// Draws the overlay that is open, if any, over all the rest.
void draw_overlays(const OverlayParts& given);

std::shared_ptr<OverlayContent> make_help_overlay();
std::shared_ptr<OverlayContent> make_palette_overlay();
std::shared_ptr<OverlayContent> make_open_overlay();
std::shared_ptr<OverlayContent> make_save_overlay();
std::shared_ptr<OverlayContent> make_new_run_overlay();
std::shared_ptr<OverlayContent> make_export_overlay();
std::shared_ptr<OverlayContent> make_info_overlay();
std::shared_ptr<OverlayContent> make_bench_overlay();
std::shared_ptr<OverlayContent> make_save_session_overlay();
std::shared_ptr<OverlayContent> make_command_line_overlay();
std::shared_ptr<OverlayContent> make_welcome_overlay();
std::shared_ptr<OverlayContent> make_ask_kernel_overlay();

/// Space around the content of a card, at scale 1.
inline constexpr float kCardPadding = 20;

/// One of several, side by side and wrapped to `width`, from `top` on. `enabled`: null, or one flag
/// a text.
struct ChipRow {
  int pressed = -1;
  Area chosen;       // of the chosen one, for the focus ring
  Area drawn;        // of the last one: where there is one, chosen or not
  float bottom = 0;  // end of the last row
};
ChipRow choice_chips(const Brush& brush, const char* id, float x, float top, float width,
                     std::span<const std::string_view> texts, int chosen,
                     const bool* enabled = nullptr);

/// Accent outline of the control that has the keyboard.
void draw_focus_ring(const Brush& brush, const Area& area);

/// Keys that the overlays understand.
enum class OverlayKey : std::uint8_t {
  kNone,
  kUp,
  kDown,
  kLeft,
  kRight,
  kPageUp,
  kPageDown,
  kHome,
  kEnd,
  kEnter,
  kTab,
  kBackTab,
  kSpace,
  kBackspace
};
OverlayKey overlay_key(const KeyEvent& event);

/// `text` with a hyphen for every dash, as people type it. O(bytes).
std::string with_hyphens(std::string_view text);
/// How well `pattern` matches `text`, its characters in order: 0 not at all, more is better.
/// Dashes are hyphens.
/// Beginnings of words and runs count more.
int fuzzy_score(std::string_view pattern, std::string_view text);

}  // namespace sortscope
