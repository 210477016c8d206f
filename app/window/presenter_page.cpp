// presenter_page.cpp: what the presenter reads, set on a page.
#include <algorithm>
#include <cmath>

#include "app/export/picture.h"
#include "app/surface/presenter_window.h"

namespace sortscope {

namespace {

constexpr float kEdge = 32;
constexpr float kNotes = 20;
constexpr float kCaption = 15;
constexpr float kSmallest = 8;

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
  // Text in a column, smaller where it would be higher than the room.
  void words(float x, float top, float width, float height, const std::string& markdown,
             float size) {
    const std::vector<RichBlock> blocks = parse_rich_text(markdown);
    RichLayout set = layout_rich_text(blocks, width, size, file_text_width);
    while (set.height > height && size > kSmallest) {
      size -= 0.5F;
      set = layout_rich_text(blocks, width, size, file_text_width);
    }
    for (RichRun run : set.runs) {
      run.x += x;
      run.y += top;
      slide.words.push_back(std::move(run));
    }
  }

  Slide slide;
};

}  // namespace

Result<Image> presenter_page(const PresenterText& text, const Palette& palette, float scale,
                             int width, int height) {
  const float w = static_cast<float>(width) / scale;
  const float h = static_cast<float>(height) / scale;
  Page page(w, h);
  page.label(kEdge, 32, text.lesson, 13, Face::kSansBold, Role::kMuted);
  page.label(kEdge, 60, text.stop, 20, Face::kSansBold, Role::kText);
  page.label(kEdge, 86, text.place, 13, Face::kSans, Role::kMuted);
  page.label(w - kEdge, 44, text.elapsed, 32, Face::kMono, Role::kText, Anchor::kEnd);
  page.label(w - kEdge, 78, text.planned, 13, Face::kSans, Role::kMuted, Anchor::kEnd);
  const float top = 112;
  const float foot = h - 60;
  const float middle = std::floor(w * 0.58F);
  page.slide.picture.lines.push_back({kEdge, top, w - kEdge, top, Role::kLine, 1});
  page.slide.picture.lines.push_back({kEdge, foot, w - kEdge, foot, Role::kLine, 1});
  page.label(kEdge, top + 22, "Notes", 12, Face::kSansBold, Role::kMuted);
  page.words(kEdge, top + 38, middle - 2 * kEdge, foot - top - 46,
             text.notes.empty() ? "*No notes here.*" : text.notes, kNotes);
  page.slide.picture.lines.push_back({middle, top + 14, middle, foot - 14, Role::kLine, 1});
  page.label(middle + kEdge, top + 22, "On the screen", 12, Face::kSansBold, Role::kMuted);
  page.words(middle + kEdge, top + 38, w - middle - 2 * kEdge, foot - top - 46, text.caption,
             kCaption);
  page.label(kEdge, h - 30, text.next.empty() ? "The end." : "Next: " + text.next, 15,
             Face::kSansBold, Role::kText);
  page.label(w - kEdge, h - 30, "PgDn  PgUp", 12, Face::kMono, Role::kMuted, Anchor::kEnd);
  return pixels_of(page.slide, palette, scale, width, height);
}

}  // namespace sortscope
