// presenter_window.h: the lecturer's second window: caption, notes, what comes next, the time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/surface/surface.h"
#include "core/pictures/palette.h"

namespace sortscope {

/// What the presenter reads.
struct PresenterText {
  std::string lesson;
  std::string stop;      // its heading
  std::string place;     // "Stop 3 of 9, step 1 of 2"
  std::string caption;   // Markdown: what the class reads
  std::string question;  // Markdown: with the right answer and why; "" where none is open
  std::string page;      // "page 1 of 3", "" where all of it is on the screen
  std::string notes;     // Markdown
  std::string next;      // heading of what PgDn shows next, "" at the end
  std::string elapsed;   // "7:05"
  std::string planned;   // "of 10 minutes", "" where the lesson does not say
  friend bool operator==(const PresenterText&, const PresenterText&) = default;
};

class PresenterWindow {
 public:
  virtual ~PresenterWindow() = default;
  /// Draws where the text, the palette or the size has changed. Errors: kOutOfMemory.
  virtual Status show(const PresenterText& text, const Palette& palette) = 0;
  /// False once the person has closed it.
  [[nodiscard]] virtual bool open() const = 0;
  /// Where it stands, in the system's units; nothing where the system does not tell.
  [[nodiscard]] virtual std::optional<DesktopArea> stands_at() const = 0;
  virtual void move_to(const DesktopArea& area) = 0;
  /// Keys pressed in it since the last call: a clicker works there too.
  virtual std::vector<KeyEvent> take_keys() = 0;
};

/// A window of its own at `place` (nothing: where the system puts it). It does not take the
/// keyboard from the main one, which stays current. Errors: kUnavailable (no display).
Result<std::unique_ptr<PresenterWindow>> make_presenter_window(
    const std::optional<DesktopArea>& place);

/// Of letters in a window of that size: larger windows have larger ones, high ones, too.
float presenter_scale(int width, int height);

/// The presenter's page in pixels, its letters `larger` times as large as fits a page of that size.
/// Errors: kOutOfMemory.
Result<Image> presenter_page(const PresenterText& text, const Palette& palette, float larger,
                             int width, int height);

}  // namespace sortscope
