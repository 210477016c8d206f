// lesson_slides.cpp: heading, captions and views of a stop on a page.
#include "app/command_line/lesson_slides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/state/lesson_player.h"
#include "app/state/panes.h"
#include "app/state/parts/look.h"
#include "app/state/quiz.h"
#include "app/state/session.h"
#include "app/surface/blank.h"
#include "app/views/page_scale.h"
#include "app/views/pane_places.h"
#include "core/pictures/largest_keys.h"
#include "core/recordings/recording.h"
#include "core/views/network/diagram.h"

namespace sortscope {

namespace {

constexpr float kEdge = 28;
constexpr float kColumn = 0.3F;  // of the page
constexpr float kHead = 64;
constexpr float kLargest = 17;
constexpr float kSmallest = 7;
constexpr float kFromAfar = 4.0F / 3;  // text of pictures, as a projector of 720 lines shows it

// Appends `from` to `to`, moved by (x, y).
void place(Picture& to, Picture from, float x, float y) {
  const auto move = [&](auto& marks) {
    for (auto& mark : marks) {
      mark.x += x;
      mark.y += y;
    }
  };
  move(from.boxes);
  move(from.arrows);
  move(from.dots);
  move(from.chips);
  move(from.labels);
  for (Line& line : from.lines) {
    line.x0 += x;
    line.x1 += x;
    line.y0 += y;
    line.y1 += y;
  }
  for (ShapePoint& point : from.points) {
    point.x += x;
    point.y += y;
  }
  for (Shape& shape : from.shapes) shape.first += static_cast<std::uint32_t>(to.points.size());
  const auto append = [](auto& all, auto& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  append(to.boxes, from.boxes);
  append(to.shapes, from.shapes);
  append(to.points, from.points);
  append(to.lines, from.lines);
  append(to.arrows, from.arrows);
  append(to.dots, from.dots);
  append(to.chips, from.chips);
  append(to.labels, from.labels);
}

void place_views(Session& session, const Panes& panes, Slide& slide, float x, float width,
                 float height) {
  const Scene scene = session.scene();
  const std::vector<Pane> places =
      pane_places(panes.views.size(), panes.views.back()->id() == "bars", x, 0, width, height, 1);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Pane& pane = places[i];
    const auto layout = find_layout(panes.views[i]->id());
    const std::uint32_t wires = scene.recording->network.wires();
    if (!layout || ((*layout)->max_wires != 0 && wires > (*layout)->max_wires)) {
      slide.picture.labels.push_back({pane.x + pane.width / 2, pane.y + pane.height / 2,
                                      fmt::format("{}: in the window", panes.views[i]->title()), 15,
                                      Face::kSans, Anchor::kMiddle, Role::kMuted});
      continue;
    }
    place(slide.picture, slide_picture(**layout, scene, pane.width, pane.height), pane.x, pane.y);
    if (pane.x > x) {
      slide.picture.lines.push_back({pane.x, pane.y, pane.x, pane.y + pane.height, Role::kLine, 1});
    }
    if (pane.y > 0) {
      slide.picture.lines.push_back({pane.x, pane.y, pane.x + pane.width, pane.y, Role::kLine, 1});
    }
  }
}

std::vector<RichBlock> words_of(const LessonPlayer& player, const Quiz& quiz) {
  const LessonStop& stop = player.lesson().stops[player.place().stop];
  std::vector<RichBlock> blocks;
  const auto paragraph = [&](const std::string& text, bool bold) {
    RichBlock block;
    block.spans.push_back({text, bold, false, false});
    blocks.push_back(std::move(block));
  };
  for (std::size_t i = 0; i <= player.place().build; ++i) {
    for (RichBlock& block : parse_rich_text(stop.builds[i].caption)) {
      blocks.push_back(std::move(block));
    }
  }
  if (quiz.open()) {
    const Question& question = quiz.question();
    paragraph(question.text, true);
    for (std::size_t i = 0; i < question.answers.size(); ++i) {
      RichBlock item;
      item.kind = RichBlockKind::kItem;
      item.marker = std::to_string(i + 1);
      const bool right = quiz.answered() && question.right[i];
      item.spans.push_back({question.answers[i] + (right ? " (right)" : ""), right, false, false});
      blocks.push_back(std::move(item));
    }
    for (const std::string& reason : quiz.reasons()) paragraph(reason, false);
  }
  return blocks;
}

// Lesson at the top, page of pages at the bottom.
Slide empty_slide(const LessonPlayer& player, float width, float height) {
  const Lesson& lesson = player.lesson();
  Slide slide;
  slide.picture.width = width;
  slide.picture.height = height;
  slide.picture.labels.push_back(
      {kEdge, 30, lesson.title, 12, Face::kSansBold, Anchor::kStart, Role::kMuted});
  slide.picture.labels.push_back(
      {kEdge, height - 24, fmt::format("{} / {}", player.place().stop + 1, lesson.stops.size()), 12,
       Face::kSans, Anchor::kStart, Role::kMuted});
  return slide;
}

// A heading and words below it, in smaller letters where they would be too high.
void add_words(Slide& slide, const std::string& heading, const std::vector<RichBlock>& blocks,
               float room) {
  const MeasureText measure = file_text_width;
  RichBlock head;
  head.kind = RichBlockKind::kHeading;
  head.spans.push_back({heading, false, false, false});
  const RichLayout title = layout_rich_text({head}, room, 22, measure);
  const float top = kHead + title.height + 14;
  float size = kLargest;
  RichLayout text = layout_rich_text(blocks, room, size, measure);
  while (text.height > slide.picture.height - top - 48 && size > kSmallest) {
    size -= 0.5F;
    text = layout_rich_text(blocks, room, size, measure);
  }
  const auto add = [&](const RichLayout& set, float y) {
    for (RichRun run : set.runs) {
      run.x += kEdge;
      run.y += y;
      slide.words.push_back(std::move(run));
    }
  };
  add(title, kHead - 8);
  add(text, top);
}

}  // namespace

Picture slide_picture(const Layout& layout, const Scene& scene, float width, float height) {
  const BlankSurface surface;
  Look look(surface);
  look.projector = true;
  look.user_scale = kFromAfar;
  const float scale = page_scale(look, {0, 0, width, height}, layout.id);
  width /= scale;
  height /= scale;
  if (layout.id != "network") {
    Picture picture = layout.layout(scene, width, height);
    keep_keys_largest(picture);
    return magnified(std::move(picture), scale);
  }
  const NetworkGeometry geometry(scene.recording->network,
                                 scene.options->network.equal_layer_widths);
  const DiagramFrame frame = frame_diagram(*scene.recording, geometry, *scene.options, Camera{},
                                           width, height, true, shown_wires(scene));
  Picture picture = layout_diagram(scene, geometry, frame, width, height, true);
  keep_keys_largest(picture);
  return magnified(std::move(picture), scale);
}

Slide lesson_slide(Session& session, const Panes& panes, const LessonPlayer& player,
                   const Quiz& quiz, float width, float height) {
  Slide slide = empty_slide(player, width, height);
  const std::vector<Label> frame = std::exchange(slide.picture.labels, {});
  const float column = std::floor(width * kColumn);
  place_views(session, panes, slide, column, width - column, height);
  // The column goes over what a picture may draw beyond its pane.
  slide.picture.chips.push_back({0, 0, column, height, Role::kPanel, true});
  slide.picture.chips.push_back({column - 1, 0, 1, height, Role::kLine, true});
  slide.picture.labels.insert(slide.picture.labels.end(), frame.begin(), frame.end());
  add_words(slide, player.lesson().stops[player.place().stop].title, words_of(player, quiz),
            column - 2 * kEdge);
  return slide;
}

Slide notes_slide(Session& session, const Panes& panes, const LessonPlayer& player, float width,
                  float height) {
  const LessonStop& stop = player.lesson().stops[player.place().stop];
  std::vector<RichBlock> blocks;
  for (const LessonBuild& build : stop.builds) {
    for (RichBlock& block : parse_rich_text(build.notes)) blocks.push_back(std::move(block));
  }
  Slide slide = empty_slide(player, width, height);
  const float words = std::floor(0.5F * width);
  add_words(slide, "Notes: " + stop.title, blocks, words - 1.5F * kEdge);
  // What they are about, as the slide has it, beside them.
  Slide page;
  page.picture.width = std::floor(width * (1 - kColumn));
  page.picture.height = height;
  place_views(session, panes, page, 0, page.picture.width, height);
  const Picture small = magnified(page.picture, (width - words - kEdge) / page.picture.width);
  const float top = kHead + 14;
  slide.picture.boxes.push_back({words, top, small.width, small.height, Role::kLine, false, 6});
  place(slide.picture, small, words, top);
  return slide;
}

}  // namespace sortscope
