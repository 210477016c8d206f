// presenter_page.cpp: what the presenter reads, set on a page.
#include "app/window/presenter_page.h"

#include <algorithm>
#include <cmath>

namespace sortscope {

namespace {

constexpr float kEdge = 32;
constexpr float kMostNotes = 30, kMostCaption = 20;
constexpr float kSmall = 13, kNext = 15;
constexpr float kLeastSmall = 11;  // in pixels
constexpr float kHeading = 38;     // above a text, with its name
constexpr float kBelow = 8;        // a text
constexpr float kLine = 1.5F;      // of the letters' size, as layout_rich_text() sets them
constexpr float kWidePage = 760;   // from here on what the class reads stands beside the notes

// Where the texts stand, in units.
struct Room {
  Room(float pixels_a_unit, int width, int height)
      : scale(pixels_a_unit),
        w(static_cast<float>(width) / scale),
        h(static_cast<float>(height) / scale),
        foot(h - 60),
        beside(w >= kWidePage),
        middle(std::floor(w * 0.58F)),
        notes_width(beside ? middle - 2 * kEdge : w - 2 * kEdge),
        rest_x(beside ? middle + kEdge : kEdge),
        rest_width(beside ? w - middle - 2 * kEdge : notes_width),
        high(std::max(foot - top - (beside ? 1 : 2) * (kHeading + kBelow), 0.0F)),
        least(kLeastPresenterLetters / scale),
        small(std::max(kSmall, kLeastSmall / scale)) {}

  float scale, w, h;
  float top = 112;
  float foot;
  bool beside;
  float middle, notes_width, rest_x, rest_width;
  float high;   // for texts: in each column, or for all of them
  float least;  // letters
  float small;
};

struct Sizes {
  float notes, rest;
};

struct Words {
  Words(const std::string& markdown, float width, float letters)
      : size(letters),
        set(layout_rich_text(parse_rich_text(markdown), width, letters, file_text_width)) {
    if (markdown.empty()) set.height = 0;
  }
  float size;
  RichLayout set;
};

// The texts of a page in letters of some size.
struct Texts {
  Texts(const PresenterText& text, const Room& room, const Sizes& sizes)
      : notes(text.notes.empty() ? "*No notes here.*" : text.notes, room.notes_width, sizes.notes),
        caption(text.caption, room.rest_width, sizes.rest),
        question(text.question, room.rest_width, sizes.rest) {
    if (!text.caption.empty() && !text.question.empty()) gap = 0.7F * sizes.rest;
  }
  [[nodiscard]] float rest() const { return caption.set.height + gap + question.set.height; }
  // What of the caption is there in any case: two lines tell which it is.
  [[nodiscard]] float least_caption() const {
    return std::min(caption.set.height, 2 * kLine * caption.size);
  }
  [[nodiscard]] float least_rest() const { return least_caption() + gap + question.set.height; }
  [[nodiscard]] bool notes_fit(const Room& room, bool whole = true) const {
    return notes.set.height + (room.beside ? 0 : whole ? rest() : least_rest()) <= room.high;
  }
  [[nodiscard]] bool rest_fits(const Room& room, bool whole = true) const {
    return (whole ? rest() : least_rest()) + (room.beside ? 0 : notes.set.height) <= room.high;
  }
  Words notes, caption, question;
  float gap = 0;
};

// No larger than the room allows, no smaller than `least`; `whole`: with all of the caption.
Sizes fitting_sizes(const PresenterText& text, const Room& room, Sizes sizes, const Sizes& least,
                    bool whole) {
  sizes.notes = std::max(sizes.notes, least.notes);
  sizes.rest = std::max(sizes.rest, least.rest);
  for (;;) {
    const Texts texts(text, room, sizes);
    const Sizes before = sizes;
    if (!texts.notes_fit(room, whole)) sizes.notes = std::max(least.notes, sizes.notes - 1.5F);
    if (!texts.rest_fits(room, whole)) sizes.rest = std::max(least.rest, sizes.rest - 1);
    if (sizes.notes == before.notes && sizes.rest == before.rest) return sizes;
  }
}

class Page {
 public:
  explicit Page(const Room& room) : room_(room) {
    slide.picture.width = room.w;
    slide.picture.height = room.h;
  }
  void label(float x, float y, const std::string& text, float size, Face face, Role role,
             Anchor anchor = Anchor::kStart) {
    slide.picture.labels.push_back({x, y, text, size, face, anchor, role});
  }
  void line(float x, float y, float to_x, float to_y) {
    slide.picture.lines.push_back({x, y, to_x, to_y, Role::kLine, 1});
  }
  // Lines of `words` that `high` has room for, from (x, y) on; a sign where that is not all.
  void words(const Words& words, float x, float y, float high) {
    if (words.set.height == 0) return;
    const bool whole = words.set.height <= high + 0.5F;
    const float sign = kLine * room_.small;
    const float end = whole ? words.set.height + 1 : high - sign;
    float last = 0;
    for (const RichRun& each : words.set.runs) {
      const float bottom = each.y + kLine / 2 * words.size;
      if (bottom > end) continue;
      last = std::max(last, bottom);
      RichRun run = each;
      run.x += x;
      run.y += y;
      slide.words.push_back(std::move(run));
    }
    if (whole || last + sign > high + 0.5F) return;
    const bool least = words.size <= room_.least + 0.01F;
    label(x, y + last + sign / 2, least ? "… more in a larger window" : "… more with Ctrl −",
          room_.small, Face::kSansBold, Role::kAccent);
  }

  Slide slide;

 private:
  const Room& room_;
};

// Whole words of a line, as many as fit.
std::string cut_to(std::string text, float width, float size) {
  while (file_text_width(text, size, Face::kSansBold) > width) {
    const std::size_t blank = text.find_last_of(' ');
    if (blank == std::string::npos || blank < 6) break;
    text = text.substr(0, blank) + "…";
  }
  return text;
}

// What the page says besides the texts.
void add_frame(Page& page, const Room& room, const PresenterText& text) {
  const float w = room.w;
  const float side = std::max(file_text_width(text.elapsed, 32, Face::kMono),
                              file_text_width(text.planned, room.small, Face::kSans)) +
                     16;
  const auto named = [&](float y, const std::string& words, float size, Role role) {
    page.label(kEdge, y, cut_to(words, w - 2 * kEdge - side, size), size, Face::kSansBold, role);
  };
  named(32, text.lesson, room.small, Role::kMuted);
  named(60, text.stop, 20, Role::kText);
  page.label(kEdge, 86, text.place, room.small, Face::kSans, Role::kMuted);
  page.label(w - kEdge, 44, text.elapsed, 32, Face::kMono, Role::kText, Anchor::kEnd);
  page.label(w - kEdge, 78, text.planned, room.small, Face::kSans, Role::kMuted, Anchor::kEnd);
  page.line(kEdge, room.top, w - kEdge, room.top);
  page.line(kEdge, room.foot, w - kEdge, room.foot);
  const float keys = file_text_width("PgDn  PgUp", room.small, Face::kMono) + 16;
  const float size = std::max(kNext, room.least);
  const std::string next = text.next.empty() ? "The end." : "Next: " + text.next;
  page.label(kEdge, room.h - 30, cut_to(next, w - 2 * kEdge - keys, size), size, Face::kSansBold,
             Role::kText);
  page.label(w - kEdge, room.h - 30, "PgDn  PgUp", room.small, Face::kMono, Role::kMuted,
             Anchor::kEnd);
}

// Notes, what the class reads, and the question; all in letters of `sizes`.
void add_texts(Page& page, const Room& room, const PresenterText& text, const Sizes& sizes) {
  const Texts texts(text, room, sizes);
  // Where all of it does not fit: the class reads its text on the screen.
  const float least_caption = texts.least_caption();
  const float notes_alone = room.beside ? 0 : std::min(texts.notes.set.height, 0.4F * room.high);
  const float question =
      std::min(texts.question.set.height,
               std::max(room.high - notes_alone - least_caption - texts.gap, 0.0F));
  float notes = room.high;
  if (!room.beside) {
    const bool all = texts.notes_fit(room);
    const float rest = all ? texts.rest() : least_caption + texts.gap + question;
    notes = std::max(
        std::min(std::max(0.55F * room.high, texts.notes.set.height), room.high - rest), 0.0F);
  }
  const auto heading = [&](float x, float y, const std::string& title) {
    page.label(x, y + 22, title, room.small, Face::kSansBold, Role::kMuted);
    return y + kHeading;
  };
  page.words(texts.notes, kEdge, heading(kEdge, room.top, "Notes"), notes);
  float y = room.top;
  if (room.beside) {
    page.line(room.middle, room.top + 14, room.middle, room.foot - 14);
  } else {
    y += kHeading + notes + kBelow;
    page.line(kEdge, y, room.w - kEdge, y);
  }
  const std::string title = text.page.empty() ? "On the screen" : "On the screen, " + text.page;
  y = heading(room.rest_x, y, title);
  const float rest = room.beside ? room.high : room.high - notes;
  const float caption = std::min(texts.caption.set.height, rest - texts.gap - question);
  page.words(texts.caption, room.rest_x, y, caption);
  y += caption + texts.gap;
  page.words(texts.question, room.rest_x, y, rest - texts.gap - caption);
}

}  // namespace

float presenter_scale(int width, int height) {
  const auto w = static_cast<float>(width);
  const auto h = static_cast<float>(height);
  // Beside each other on 960 x 600, or below each other on 560 x 760.
  return std::max(std::min(w / 960, h / 600), std::min(w / 560, h / 760));
}

PresenterPage set_presenter_page(const PresenterText& text, float larger, int width, int height) {
  const float plain = std::clamp(presenter_scale(width, height), 0.6F, 6.0F);
  // What stands around the texts leaves larger ones their room.
  const float scale = std::max(plain * std::min(larger, 1.0F), 0.6F);
  const Room fitting(plain, width, height);
  const Room room(scale, width, height);
  const Sizes fits = fitting_sizes(text, fitting, {kMostNotes, kMostCaption},
                                   {fitting.least, fitting.least}, true);
  // Larger letters may cost some of the caption, but not of the notes or the question.
  const float times = plain * larger / scale;
  const Sizes sizes = fitting_sizes(text, room, {fits.notes * times, fits.rest * times},
                                    larger > 1 ? fits : Sizes{room.least, room.least}, larger <= 1);
  Page page(room);
  add_frame(page, room, text);
  add_texts(page, room, text, sizes);
  return {std::move(page.slide), scale, room.top, room.foot};
}

Result<Image> presenter_page(const PresenterText& text, const Palette& palette, float larger,
                             int width, int height) {
  const PresenterPage page = set_presenter_page(text, larger, width, height);
  return pixels_of(page.slide, palette, page.scale, width, height);
}

}  // namespace sortscope
