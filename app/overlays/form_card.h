// form_card.h: what cards with a form above a footer have in common: the frame, the keys and which
// control has the keyboard.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/state/parts/look.h"
#include "app/widgets/scroll_body.h"
#include "app/widgets/widgets.h"

namespace sortscope {

/// Height of the footer at scale 1.
inline constexpr float kFooterHeight = 64;

/// `Field` names the controls that take the keyboard.
template <typename Field>
class FormCard : public OverlayContent {
 public:
  FormCard(Overlay own, Field first) : focus_(first), own_(own) {}

  void draw(const OverlayParts& given, const Area& area) final {
    if (!prepare(given)) return;
    const Brush brush = Brush::of(given.look);
    const float pad = brush.px(kCardPadding);
    const float footer = brush.px(kFooterHeight);
    draw_footer(given, {area.x, area.bottom() - footer, area.width, footer});
    if (given.overlay.open != own_) return;
    const float high = area.height - footer;
    const float beside = draw_beside(given, brush, {area.x, area.y, area.width, high});
    const float list = list_width(brush, area.width - beside - 2 * pad);
    if (list > 0) {
      ScrollBody body(given.look, "list", {area.x + pad, area.y, list, high});
      end_body(body, draw_list(given, body.brush, body.content));
    }
    const float before = list > 0 ? list + brush.px(28) : 0;
    {
      ScrollBody body(
          given.look, "form",
          {area.x + pad + before, area.y, area.width - before - beside - pad - brush.px(6), high});
      // Clear of the scroll bar, and of what stands beside.
      const float room = body.content.width - brush.px(beside > 0 ? 28 : 14);
      end_body(body, draw_form(given, body.brush,
                               {body.content.x, body.content.y, room, body.content.height}));
    }
    focus_moved_ = false;
    opening_frames_ = std::max(opening_frames_ - 1, 0);
    // After the fields: they have taken what was typed before Enter.
    handle_keys(given);
  }

 protected:
  /// Before anything is drawn; false: nothing is.
  virtual bool prepare(const OverlayParts& given) = 0;
  /// Draws the controls from the top of `area` on and returns where they end.
  virtual float draw_form(const OverlayParts& given, const Brush& brush, const Area& area) = 0;
  /// How wide a list stands to the left of the form and scrolls by itself, where the card has
  /// `room`; 0: none does.
  [[nodiscard]] virtual float list_width(const Brush&, float /*room*/) const { return 0; }
  /// Draws that list from the top of `area` on and returns where it ends.
  virtual float draw_list(const OverlayParts&, const Brush&, const Area& area) { return area.y; }
  /// What stands to the right of the form, and the width that it takes.
  virtual float draw_beside(const OverlayParts&, const Brush&, const Area&) { return 0; }
  virtual void draw_footer(const OverlayParts& given, const Area& area) = 0;
  /// The controls in the order of Tab.
  [[nodiscard]] virtual std::vector<Field> fields(const OverlayParts& given) const = 0;
  [[nodiscard]] virtual bool takes_text(Field field) const = 0;
  /// An arrow key, Space and Enter in the control that has the keyboard.
  virtual void turn(const OverlayParts& given, int by) = 0;
  virtual void press(const OverlayParts&) {}
  virtual void enter(const OverlayParts& given) = 0;
  virtual void focus_next(const OverlayParts& given, bool forward) {
    const std::vector<Field> list = fields(given);
    const auto at = std::find(list.begin(), list.end(), focus_) - list.begin();
    const auto count = static_cast<std::ptrdiff_t>(list.size());
    focus(list[static_cast<std::size_t>((at + (forward ? 1 : count - 1)) % count)]);
  }

  void focus(Field field) {
    focus_ = field;
    focus_moved_ = true;
    take_text_ = takes_text(field);
    if (!take_text_) leave_text_field();
  }

  /// Tells of a control where it stands: the one that has the keyboard is scrolled to and, with
  /// `ring`, marked.
  void mark(const Brush& brush, Field field, const Area& area, bool ring = true) {
    if (field != focus_ || !keyboard_) return;
    focused_at(area);
    if (ring) draw_focus_ring(brush, area);
  }

  /// Tells of what is chosen in a long list where it stands: it is in sight when the card opens.
  void mark_chosen(const Area& area) { chosen_ = area; }

  /// A text field that is a control; true where something was typed. `replacement`: as of
  /// text_field().
  bool form_field(const Brush& brush, Field field, const char* id, const Area& area,
                  std::string& text, std::string_view placeholder,
                  std::optional<std::string>* replacement = nullptr) {
    const bool typed = text_field(brush, id, area, text, placeholder, nullptr,
                                  take_text_ && focus_ == field, replacement);
    if (typed) focus_ = field;
    if (focus_ == field) take_text_ = false;
    return typed;
  }

  [[nodiscard]] bool has_focus(Field field) const { return focus_ == field; }
  [[nodiscard]] Field focused() const { return focus_; }
  /// The keyboard is in use: the focus is shown.
  [[nodiscard]] bool keyboard() const { return keyboard_; }
  void use_keyboard() { keyboard_ = true; }
  /// The focus has moved within its control: it is scrolled to.
  void reveal() { focus_moved_ = true; }
  /// For controls that are drawn elsewhere: true where their text field is to take the keyboard,
  /// once.
  bool take_text() { return std::exchange(take_text_, false); }
  void focused_at(const Area& area) { focused_area_ = area; }

 private:
  // What was marked in this part scrolls in it.
  void end_body(ScrollBody& body, float end) {
    if (focus_moved_ && focused_area_) body.reveal(*focused_area_);
    // The first frame does not know how long the part is.
    if (opening_frames_ > 0 && chosen_) body.reveal(*chosen_);
    focused_area_.reset();
    chosen_.reset();
    body.end_at(end + body.brush.px(16));
  }

  void handle_keys(const OverlayParts& given) {
    for (const KeyEvent& event : given.overlay.keys) {
      const OverlayKey key = overlay_key(event);
      switch (key) {
        case OverlayKey::kTab:
        case OverlayKey::kBackTab:
          keyboard_ = true;
          focus_next(given, key == OverlayKey::kTab);
          break;
        case OverlayKey::kUp:
        case OverlayKey::kLeft:
          keyboard_ = true;
          turn(given, -1);
          break;
        case OverlayKey::kDown:
        case OverlayKey::kRight:
          keyboard_ = true;
          turn(given, 1);
          break;
        case OverlayKey::kSpace:
          press(given);
          break;
        case OverlayKey::kEnter:
          enter(given);
          if (given.overlay.open != own_) return;
          // Enter has taken the keyboard away from a text field.
          focus(focus_);
          break;
        default:
          break;
      }
    }
  }

  Field focus_;
  bool focus_moved_ = false;
  bool keyboard_ = false;
  bool take_text_ = false;            // the focused text field takes the keyboard
  std::optional<Area> focused_area_;  // of the part that is drawn
  std::optional<Area> chosen_;
  int opening_frames_ = 3;
  Overlay own_;
};

}  // namespace sortscope
