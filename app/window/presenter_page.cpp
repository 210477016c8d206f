// presenter_page.cpp: what the presenter reads, set on a page.
#include <algorithm>
#include <cmath>

#include "app/export/picture.h"
#include "app/surface/presenter_window.h"

namespace sortscope {

namespace {

constexpr float kEdge = 32;
constexpr float kNotes = 20, kMostNotes = 30;
constexpr float kCaption = 15, kMostCaption = 20;
constexpr float kSmallest = 8;
constexpr float kWidePage = 760;  // from here on what the class reads stands beside the notes

struct Place {
  float x, y, width, height;
};

class Page {
 public:
  Page(float width, float height) {
    slide.picture.width = width;
    slide.picture.height = height;
  }
  void label(float x, float y, const std::string& text, float size, Face face, Role role,
             Anchor anchor = Anchor::kStart) {
    slide.picture.labels.push_back({x, y, text, size, face, anchor, role});
  }
  // Text in a column, as large as its room allows, from `least` (smaller where even that is too
  // high) to `most`.
  void words(const Place& place, const std::string& markdown, float least, float most) {
    const std::vector<RichBlock> blocks = parse_rich_text(markdown);
    float size = most;
    RichLayout set = layout_rich_text(blocks, place.width, size, file_text_width);
    while (set.height > place.height && size > kSmallest) {
      size -= size > least ? 1 : 0.5F;
      set = layout_rich_text(blocks, place.width, size, file_text_width);
    }
    for (RichRun run : set.runs) {
      run.x += place.x;
      run.y += place.y;
      slide.words.push_back(std::move(run));
    }
  }

  Slide slide;
};

// Whole words of a line, as many as fit.
std::string cut_to(std::string text, float width) {
  while (file_text_width(text, 15, Face::kSansBold) > width) {
    const std::size_t blank = text.find_last_of(' ');
    if (blank == std::string::npos || blank < 6) break;
    text = text.substr(0, blank) + "…";
  }
  return text;
}

}  // namespace

float presenter_scale(int width, int height) {
  const auto w = static_cast<float>(width);
  const auto h = static_cast<float>(height);
  // Beside each other on 960 x 600, or below each other on 560 x 760.
  return std::max(std::min(w / 960, h / 600), std::min(w / 560, h / 760));
}

Result<Image> presenter_page(const PresenterText& text, const Palette& palette, float scale,
                             int width, int height) {
  const float w = static_cast<float>(width) / scale;
  const float h = static_cast<float>(height) / scale;
  Page page(w, h);
  const auto line = [&](float x, float y, float to_x, float to_y) {
    page.slide.picture.lines.push_back({x, y, to_x, to_y, Role::kLine, 1});
  };
  page.label(kEdge, 32, text.lesson, 13, Face::kSansBold, Role::kMuted);
  page.label(kEdge, 60, text.stop, 20, Face::kSansBold, Role::kText);
  page.label(kEdge, 86, text.place, 13, Face::kSans, Role::kMuted);
  page.label(w - kEdge, 44, text.elapsed, 32, Face::kMono, Role::kText, Anchor::kEnd);
  page.label(w - kEdge, 78, text.planned, 13, Face::kSans, Role::kMuted, Anchor::kEnd);
  const float top = 112;
  const float foot = h - 60;
  line(kEdge, top, w - kEdge, top);
  line(kEdge, foot, w - kEdge, foot);
  const bool beside = w >= kWidePage;
  const float middle = std::floor(w * 0.58F);
  const float half = std::floor(top + 0.55F * (foot - top));
  const float heading = 38;
  const Place notes = beside ? Place{kEdge, top, middle - 2 * kEdge, foot - top}
                             : Place{kEdge, top, w - 2 * kEdge, half - top};
  const Place caption = beside ? Place{middle + kEdge, top, w - middle - 2 * kEdge, foot - top}
                               : Place{kEdge, half, w - 2 * kEdge, foot - half};
  const auto column = [&](const Place& place, const std::string& title, const std::string& words,
                          float least, float most) {
    page.label(place.x, place.y + 22, title, 13, Face::kSansBold, Role::kMuted);
    page.words({place.x, place.y + heading, place.width, place.height - heading - 8}, words, least,
               most);
  };
  column(notes, "Notes", text.notes.empty() ? "*No notes here.*" : text.notes, kNotes, kMostNotes);
  if (beside) {
    line(middle, top + 14, middle, foot - 14);
  } else {
    line(kEdge, half, w - kEdge, half);
  }
  column(caption, text.page.empty() ? "On the screen" : "On the screen, " + text.page, text.caption,
         kCaption, kMostCaption);
  const float keys = file_text_width("PgDn  PgUp", 12, Face::kMono) + 16;
  const std::string next = text.next.empty() ? "The end." : "Next: " + text.next;
  page.label(kEdge, h - 30, cut_to(next, w - 2 * kEdge - keys), 15, Face::kSansBold, Role::kText);
  page.label(w - kEdge, h - 30, "PgDn  PgUp", 12, Face::kMono, Role::kMuted, Anchor::kEnd);
  return pixels_of(page.slide, palette, scale, width, height);
}

}  // namespace sortscope
