// widgets.h: small things to draw and press; panels and overlays share them.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>

#include "app/painters/icons.h"
#include "core/pictures/picture.h"

namespace sortscope {

class Look;
struct Pane;
struct Palette;
struct PointerRest;

/// Type sizes at scale 1.
inline constexpr float kSizeSmall = 12;
inline constexpr float kSizeLabel = 13;
inline constexpr float kSizeText = 13;
inline constexpr float kSizeValue = 15;
inline constexpr float kSizeHeading = 18;
inline constexpr float kSizeTitle = 24;

/// A rectangle in pixels.
struct Area {
  float x = 0, y = 0, width = 0, height = 0;

  [[nodiscard]] float right() const { return x + width; }
  [[nodiscard]] float bottom() const { return y + height; }
  [[nodiscard]] float mid_x() const { return x + width / 2; }
  [[nodiscard]] float mid_y() const { return y + height / 2; }
  [[nodiscard]] bool contains(ImVec2 p) const {
    return p.x >= x && p.x < right() && p.y >= y && p.y < bottom();
  }
};

/// What one draws with: where to, in which colours, how large. Positions are pixels; text sizes and
/// the arguments of px() are units at scale 1.
struct Brush {
  ImDrawList* list = nullptr;
  const Palette* palette = nullptr;
  float scale = 1;
  PointerRest* rest = nullptr;  // told of buttons; null: they want no tooltip
  bool typed = false;           // text is what one types, 2^20: powers are not raised

  /// For the window that is being filled.
  static Brush of(const Look& look);
  [[nodiscard]] float px(float units) const { return units * scale; }
  /// Whole pixels, at least one: hairlines.
  [[nodiscard]] float hairline() const;
  [[nodiscard]] unsigned color(Role role, float alpha = 1) const;
  /// Text on a fill of the accent colour.
  [[nodiscard]] unsigned on_accent() const { return color(Role::kGround); }
};

/// An ImGui window without any decoration over `area`, before the panels and views; what one draws
/// and presses in it is part of it. Ends with the scope.
class FloatingWindow {
 public:
  FloatingWindow(const char* name, const Area& area);
  ~FloatingWindow();
  FloatingWindow(const FloatingWindow&) = delete;
  FloatingWindow& operator=(const FloatingWindow&) = delete;
};

// Text. `y` is the middle of the text; one line each; sizes are ems at scale 1.
// Powers are raised (core/pictures/notation.h) but where the brush says otherwise.
float text_width(const Brush& brush, std::string_view text, float size, Face face = Face::kSans);
/// Draws and returns the width.
float draw_text(const Brush& brush, float x, float y, std::string_view text, float size, Face face,
                Role role, Anchor anchor = Anchor::kStart);
/// The same, shortened with an ellipsis to `room` pixels. True if it had to be shortened.
bool draw_fitted(const Brush& brush, float x, float y, float room, std::string_view text,
                 float size, Face face, Role role);
/// Pixels from line to line of a paragraph in letters of `size`.
float line_step(const Brush& brush, float size);
/// Words wrapped to `width` pixels from `top` on; returns the height. Long words are cut.
float draw_paragraph(const Brush& brush, float x, float top, float width, std::string_view text,
                     float size, Face face, Role role);
/// The height that draw_paragraph would take.
float paragraph_height(const Brush& brush, float width, std::string_view text, float size,
                       Face face);

// Lines and grounds.
void fill_area(const Brush& brush, const Area& area, Role role);
void draw_hairline(const Brush& brush, float x0, float y0, float x1, float y1);
/// A rounded ground with a hairline around it: popovers, dialogs.
void draw_card(const Brush& brush, const Area& area, float corner = 6);
/// 600 weight, muted.
void draw_heading(const Brush& brush, float x, float y, std::string_view text);
/// "comparator  wires 8 and 9": label muted at x, value at x + label_width, wrapped to `width`.
/// Returns the height of the row.
float draw_labelled(const Brush& brush, float x, float top, float width, float label_width,
                    std::string_view label, std::string_view value, Role value_role = Role::kText,
                    Face face = Face::kSans);
void draw_progress(const Brush& brush, const Area& area, double fraction);
/// "Ctrl" "O": a key cap; returns its width. `x` is its left edge.
float draw_key_cap(const Brush& brush, float x, float y, std::string_view text);

// Things to press: true in the frame in which they are pressed. `id` is unique in the window.
struct Press {
  bool pressed = false;
  bool hovered = false;
  bool held = false;
  explicit operator bool() const { return pressed; }
};
/// An area that can be pressed; nothing is drawn.
Press press_area(const char* id, const Area& area, bool enabled = true);

/// A rounded button "Algorithm  Bitonic, XOR form v". `open`: its dropdown is open.
Press pill(const Brush& brush, const char* id, const Area& area, std::string_view label,
           std::string_view value, bool chevron, bool open = false);
/// Width that pill() needs to show label and value in full.
float pill_width(const Brush& brush, std::string_view label, std::string_view value, bool chevron);

enum class ButtonLook : std::uint8_t { kPlain, kPrimary, kOutline };
/// A button with a word on it, 32 high at scale 1 by custom of the callers.
Press text_button(const Brush& brush, const char* id, const Area& area, std::string_view text,
                  ButtonLook look, bool enabled = true);
/// Width of a button around `text`.
float text_button_width(const Brush& brush, std::string_view text);

/// An icon to press. `round_accent`: on a filled circle in the accent colour. `on`: marked chosen.
Press icon_button(const Brush& brush, const char* id, const Area& area, Icon icon,
                  float icon_size = 14, bool enabled = true, bool round_accent = false,
                  bool on = false);
/// One of few, side by side; returns the index pressed or -1.
int segmented(const Brush& brush, const char* id, const Area& area, const std::string_view* texts,
              int count, int chosen);
/// A box to tick with words after it. True when pressed.
bool tick_box(const Brush& brush, const char* id, const Area& area, std::string_view text,
              bool ticked);
/// A line to type into. True while it changes; `entered`: Enter was pressed in it. `replacement`:
/// where set, becomes the text even while it is being edited, the caret at its end.
bool text_field(const Brush& brush, const char* id, const Area& area, std::string& text,
                std::string_view placeholder, bool* entered = nullptr, bool focus = false,
                std::optional<std::string>* replacement = nullptr, bool several_lines = false);
/// Of a field with several lines of numbers and words, which are wrapped: Enter enters all the
/// same.
float text_field_height(const Brush& brush, std::string_view text);
/// What is typed now goes to the field of this name in the present window.
bool text_field_has_keyboard(const char* id);
/// Takes the keyboard away from the text field that has it.
void leave_text_field();

// Dropdowns and popovers: an ImGui popup at an anchor. While it is open, fill it between begin
// and end; press outside or Esc closes it.
void open_popover(const char* id);
/// Where a list of `width` and `height` stands in a window of `display`, from `x` on: below
/// `anchor`, or above where only that has room; else where there is more, as high as that allows.
Area popover_area(const Area& anchor, float x, float width, float height, ImVec2 display,
                  float scale);
/// True while open. `area` becomes what can be filled (padding of 8 already taken off).
bool begin_popover(const Look& look, const char* id, const Area& anchor, float x, float width,
                   float height, Area& area);
void end_popover();
/// Pixels that a popover wants for rows with such a note.
float list_row_width(const Brush& brush, std::string_view note);
/// Row of a list: title, note under it (may be empty), a check mark where chosen. A row that is not
/// enabled shows why in `note`. `cursor`: chosen by keyboard. Returns true when pressed.
Press list_row(const Brush& brush, const char* id, const Area& area, std::string_view title,
               std::string_view note, bool chosen, bool enabled = true, bool cursor = false);

// Tooltips, shown after a moment's rest of the pointer on the last press_area.
/// Words wrapped to 320 units at scale 1; `key_text` (may be empty) stands on the right, muted.
void tooltip(const Look& look, std::string_view text, std::string_view key_text = {});
/// The same without the wait, for things under a moving pointer; its foot stands at `above`, so
/// that it hides nothing of them.
void pointer_tooltip(const Look& look, std::string_view text, float above);
/// The same beside `area`, for words that are no item.
void area_tooltip(const Look& look, std::string_view text, const Area& area);
/// What is said of words that are no item once the pointer rests on them, by explain_cut_text().
void explain_at_rest(const Brush& brush, const Area& area, std::string_view text);
/// At the end of a frame: what draw_fitted() had to cut under the pointer, in full.
void explain_cut_text(const Look& look);
/// Once a frame, before anything is drawn: where the pointer is; `covered`: an overlay is open.
void follow_pointer(const Look& look, bool covered);
/// The same of a lesson, which has entered so many places: one that goes on by keys leaves a
/// pointer that rests on the picture pointing at nothing, until it is touched.
void sleep_when_lesson_goes_on(const Look& look, std::uint64_t entries);
bool pointer_points(const Look& look);
/// No key was pressed since the pointer moved: then what explains things under it goes.
bool pointer_explains(const Look& look);
/// Title and key of a command; the id itself where there is no such command.
void command_tooltip(const Look& look, std::string_view command_id);

/// `text` with the key of the command line that pressing runs, "views 2".
void action_tooltip(const Look& look, std::string_view text, std::string_view line);
/// The key that runs a command line, as the table names it: "2" for "views 2"; "" where there is
/// none.
std::string_view key_for(std::string_view line);
/// A button is drawn over `area`, whose tooltip follows.
void expect_tooltip(const Brush& brush, const char* id, const Area& area);

/// `area` can be pressed: tooltips of other things do not stand over it.
void keep_clear(const Brush& brush, const Area& area);

/// True while a tooltip waits for the pointer to rest: frames should go on.
bool tooltip_pending(const Look& look);

}  // namespace sortscope
