// notices.cpp: messages and the progress of work: beside the picture, else over it. They
// move nothing, and cover neither keys nor marks of the step nor the timeline.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "app/panels/message_place.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/state/view.h"
#include "app/widgets/widgets.h"
#include "core/base/number_text.h"

namespace sortscope {

namespace {

constexpr float kEdge = 12;
constexpr float kPadding = 12;
constexpr float kMark = 26;  // before the words
constexpr float kLeastAside = 200;
constexpr std::size_t kMostAside = 240;  // characters of all that the side panel has room for
constexpr std::size_t kMostNotices = 4;
constexpr float kWork = 86;  // height
constexpr float kLowWork = 46;
constexpr float kLowWorkWidth = 420;
// Of a message over the picture: heights of a line of words, of one alone and around several, and
// how much of the picture's width a line may take before it is broken.
constexpr float kLine = 18;
constexpr float kOneLine = 36;
constexpr float kAroundLines = 12;
constexpr float kButtonRow = 34;  // below the lines
constexpr std::size_t kMostLines = 6;
constexpr float kLineShare = 0.66F;
constexpr float kFromEdge = 4;   // of the picture
constexpr float kPlaceStep = 8;  // between the places that are tried

// Work that is over sooner than this shows no progress: it would only flash.
constexpr double kProgressAfterSeconds = 0.3;

// How long a message stays: time to read it, longer with a button, longest for an error.
double lifetime_s(const Notice& notice) {
  if (notice.verdict) return std::numeric_limits<double>::infinity();
  const double reading_s = 1.5 + 0.06 * static_cast<double>(notice.text.size());
  if (notice.error) return std::max(12.0, 2 * reading_s);
  if (notice.passing) return std::max(6.0, reading_s);
  return notice.action.empty() ? std::max(3.0, reading_s) : std::max(20.0, 3 * reading_s);
}

// A card that floats over the picture.
class Card {
 public:
  Card(const PanelParts& given, const char* name, const Area& area)
      : window_(name, area), brush_(Brush::of(given.look)), area_(area) {
    draw_card(brush_, area_);
    given.memory.floating.push_back(area_);
  }
  [[nodiscard]] const Brush& brush() const { return brush_; }
  [[nodiscard]] const Area& area() const { return area_; }

 private:
  FloatingWindow window_;
  Brush brush_;
  Area area_;
};

// Errors begin in lower case, to follow a program's name; here they stand alone.
std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] -= 'a' - 'A';
  return text;
}

// Each phase has an estimate of its own.
const WorkPhase& phase_of(WorkPhase& seen, const BackgroundWork& work, double now_s) {
  const char* const name = work.progress.phase;
  const std::uint64_t units = work.progress.total;
  if (seen.work_started_s != work.started_s || seen.name != name || seen.units != units) {
    const bool first = seen.work_started_s != work.started_s;
    seen = {work.started_s, name, units, first ? work.started_s : now_s};
  }
  return seen;
}

// "Making the keys · 63 % · about 12 s left".
std::string progress_text(const BackgroundWork& work, const WorkPhase& phase, double now_s) {
  const double fraction = work.progress.fraction();
  if (work.progress.cancelled()) return "stopping …";
  if (fraction <= 0) return "starting …";
  if (fraction >= 1) return "finishing …";
  const double spent_s = now_s - phase.since_s;
  std::string text = phase.name != nullptr ? sentence(phase.name) + " · " : "";
  text += fmt::format("{:.0f} %", 100 * fraction);
  // A forecast from the first few hundredths would be noise.
  if (fraction > 0.03 && spent_s > 1) {
    text += fmt::format(" · {} left", duration_text(spent_s / fraction * (1 - fraction)));
  }
  return text;
}

// In a corner of `width`; `low`: a line for the title and how far it is.
float draw_work(const PanelParts& given, float right, float bottom, float width, bool low) {
  const float scale = given.look.scale();
  const float height = (low ? kLowWork : kWork) * scale;
  const Card card(given, "work", {right - width, bottom - height, width, height});
  const Brush& brush = card.brush();
  const Area& area = card.area();
  const float pad = brush.px(kPadding);
  const float button = text_button_width(brush, "Cancel");
  const std::string& title = given.background.work->title;
  const float room = area.width - button - 3 * pad;
  const float y = area.y + brush.px(low ? 16 : 24);
  draw_fitted(brush, area.x + pad, y, room, title, kSizeText, Face::kSansBold, Role::kText);
  const bool running = !given.background.work->progress.cancelled();
  if (text_button(
          brush, "cancel",
          {area.right() - pad - button, area.y + brush.px(low ? 3 : 10), button, brush.px(28)},
          "Cancel", ButtonLook::kOutline, running)) {
    given.asked.ask("cancel");
  }
  command_tooltip(given.look, "cancel");
  const float bar = low ? height - brush.px(7) : brush.px(48);
  draw_progress(brush, {area.x + pad, area.y + bar, area.width - 2 * pad, brush.px(low ? 4 : 6)},
                given.background.work->progress.fraction());
  const std::string how_far = progress_text(
      *given.background.work,
      phase_of(given.memory.work, *given.background.work, given.clock.time_s), given.clock.time_s);
  const float behind = text_width(brush, title, kSizeText, Face::kSansBold) + pad;
  if (!low) {
    draw_fitted(brush, area.x + pad, area.y + brush.px(69), area.width - 2 * pad, how_far,
                kSizeSmall, Face::kSans, Role::kMuted);
  } else if (behind < room) {
    draw_fitted(brush, area.x + pad + behind, y, room - behind, how_far, kSizeSmall, Face::kSans,
                Role::kMuted);
  }
  return height;
}

// What stands in a message, and how large that is.
struct NoticeSize {
  float pad, mark, gap, action, close;
  float room;    // for its words
  float words;   // height
  float length;  // of the words in one line
  bool one_line;
  float width, height;
};

NoticeSize size_of(const Brush& measure, const Notice& notice, const std::string& text,
                   float width) {
  NoticeSize size{};
  size.pad = measure.px(kPadding);
  size.mark = measure.px(kMark);
  size.gap = measure.px(10);
  size.close = measure.px(16);
  size.action = notice.action.empty() ? 0 : text_button_width(measure, notice.action);
  size.length = text_width(measure, text, kSizeText, Face::kSans);
  size.room = width - 3 * size.pad - size.mark - size.close;
  size.words = paragraph_height(measure, size.room, text, kSizeText, Face::kSans);
  // A few words and their button share a line, no longer than they are.
  size.one_line = size.action > 0 && size.length + size.gap + size.action <= size.room;
  size.width = width;
  if (size.one_line) size.width -= size.room - size.length - size.gap - size.action;
  const bool below = size.action > 0 && !size.one_line;
  size.height = size.words + 2 * size.pad + (below ? measure.px(40) : 0);
  return size;
}

// Its button: true when it is pressed.
bool draw_action(const PanelParts& given, const Brush& brush, const Notice& notice,
                 const Area& area) {
  const Press press = text_button(brush, "action", area, notice.action, ButtonLook::kOutline,
                                  given.background.work == nullptr);
  command_tooltip(given.look, notice.command);
  return press.pressed;
}

bool draw_close(const PanelParts& given, const Brush& brush, float right, float y) {
  const float side = brush.px(26);
  const Press press =
      icon_button(brush, "close", {right - side, y - side / 2, side, side}, Icon::kClose, 9);
  tooltip(given.look, "Dismiss this message");
  return press.pressed;
}

void draw_mark(const Brush& brush, const Notice& notice, const Area& area, float x, float y) {
  const Role role = notice.error ? Role::kExchanged : Role::kAccent;
  brush.list->AddRectFilled({area.x, area.y}, {area.x + brush.px(3), area.bottom()},
                            brush.color(role), brush.px(3), ImDrawFlags_RoundCornersLeft);
  draw_icon(*brush.list, notice.error ? Icon::kWarning : Icon::kInfo, x, y, brush.px(16),
            brush.color(role));
}

// Draws one message; true when the person has dismissed it, or pressed its button: then `command`
// is the button's.
bool draw_notice(const PanelParts& given, const Notice& notice, std::size_t index, float right,
                 float bottom, float width, float& height, std::string& command) {
  const std::string text = sentence(notice.text);
  Brush measure{nullptr, given.look.palette, given.look.scale()};
  // What is wrong is said as it was typed.
  measure.typed = notice.error;
  const NoticeSize size = size_of(measure, notice, text, width);
  height = size.height;
  const std::string name = fmt::format("notice-{}", index);
  const Card card(given, name.c_str(), {right - width, bottom - height, size.width, height});
  const Brush& brush = card.brush();
  const Area& area = card.area();
  const float pad = size.pad;
  const float top = area.y + pad;
  draw_mark(brush, notice, area, area.x + pad + brush.px(8), top + brush.px(10));
  Brush says = brush;
  says.typed = notice.error;
  const float left = area.x + pad + size.mark;
  draw_paragraph(says, left, top, size.room, text, kSizeText, Face::kSans, Role::kText);
  if (!notice.action.empty()) {
    const float side = brush.px(30);
    const Area button = size.one_line ? Area{left + size.length + size.gap, area.mid_y() - side / 2,
                                             size.action, side}
                                      : Area{left, top + size.words + size.gap, size.action, side};
    if (draw_action(given, brush, notice, button)) {
      command = notice.command;
      return true;
    }
  }
  return draw_close(given, brush, area.right() - pad / 2, area.y + pad / 2 + brush.px(13));
}

// From the end of a message's words to its right edge: the cross, and its button before that.
constexpr float kBeforeAction = 12;
float words_end(const Brush& brush) { return brush.px(kPadding) / 2 + brush.px(32); }
float words_end(const Brush& brush, const Notice& notice) {
  if (notice.action.empty()) return words_end(brush);
  return words_end(brush) + text_button_width(brush, notice.action) + brush.px(kBeforeAction + 4);
}

// As many of the first words of `text` as fit into `room`; all where that is one word.
std::string_view first_line(const Brush& brush, std::string_view text, float room) {
  if (text_width(brush, text, kSizeText, Face::kSans) <= room) return text;
  std::size_t fits = std::string_view::npos;
  for (std::size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1)) {
    if (text_width(brush, text.substr(0, at), kSizeText, Face::kSans) > room) break;
    fits = at;
  }
  return text.substr(0, fits);
}

// At most `most` lines, the last one too long where there is more.
std::vector<std::string_view> lines_of(const Brush& brush, std::string_view text, float room,
                                       std::size_t most) {
  std::vector<std::string_view> rows;
  for (std::string_view rest = text;
       !rest.empty() && rows.size() < std::max<std::size_t>(most, 1);) {
    const std::string_view row = rows.size() + 1 < most ? first_line(brush, rest, room) : rest;
    rows.push_back(row);
    rest = rest.substr(std::min(row.size() + 1, rest.size()));
  }
  return rows;
}

// Where words and button stand in a message over the picture.
struct WordsOver {
  std::vector<std::string_view> rows;
  float room = 0;             // of a row
  float first = 0;            // middle of the first row, below the card's edge
  bool button_below = false;  // else beside the words
  bool whole = false;         // every row has room
};

// In a card of so much; the button goes below where that leaves the words whole.
WordsOver words_over(const Brush& brush, const Notice& notice, std::string_view text,
                     const Area& card) {
  constexpr float kRounded = 0.05F;  // of a line, where pixels are scaled
  const float marked = brush.px(kPadding + kMark);
  const auto set = [&](float room, float height) {
    WordsOver words;
    words.room = std::max(room, brush.px(40));
    const float lines = (height / brush.scale - kAroundLines) / kLine + kRounded;
    words.rows = lines_of(brush, text, words.room, static_cast<std::size_t>(std::max(lines, 0.0F)));
    words.whole =
        room > 0 && lines >= 1 && std::ranges::all_of(words.rows, [&](std::string_view row) {
          return text_width(brush, row, kSizeText, Face::kSans) <= room;
        });
    return words;
  };
  WordsOver beside = set(card.width - words_end(brush, notice) - marked, card.height);
  const float more = static_cast<float>(beside.rows.size()) - 1;
  beside.first = (card.height - more * brush.px(kLine)) / 2;
  if (notice.action.empty() || beside.whole) return beside;
  WordsOver above = set(card.width - words_end(brush) - marked, card.height - brush.px(kButtonRow));
  above.first = brush.px(kAroundLines + kLine) / 2;
  above.button_below = true;
  return above.whole ? above : beside;
}

// `text`, then ever fewer of its first sentences, for cards that have no room for all.
std::vector<std::string> shorter_and_shorter(const std::string& text) {
  std::vector<std::string> found = {text};
  for (std::size_t at = text.size(); (at = text.rfind(". ", at)) != std::string::npos && at > 0;
       --at) {
    found.push_back(text.substr(0, at + 1) + " …");
  }
  return found;
}

// The same over the picture: as many sentences as have room, all of them once one points at it.
bool draw_over_picture(const PanelParts& given, const Notice& notice, const Area& place,
                       std::string& command) {
  const Card card(given, "notice", place);
  Brush says = card.brush();
  says.typed = notice.error;
  const Brush& brush = card.brush();
  const Area& area = card.area();
  const float pad = brush.px(kPadding);
  const std::vector<std::string> texts = shorter_and_shorter(sentence(notice.text));
  WordsOver words = words_over(says, notice, texts[0], area);
  bool all = true;
  for (std::size_t i = 1; !words.whole && i < texts.size(); ++i) {
    WordsOver fewer = words_over(says, notice, texts[i], area);
    if (!fewer.whole) continue;
    words = std::move(fewer);
    all = false;
  }
  const float mid = words.button_below ? area.y + words.first : area.mid_y();
  draw_mark(brush, notice, area, area.x + pad + brush.px(8), mid);
  const bool dismissed = draw_close(given, brush, area.right() - pad / 2, mid);
  const float left = area.x + pad + brush.px(kMark);
  if (!notice.action.empty()) {
    const float side = brush.px(28);
    const float right = area.right() - words_end(brush, notice);
    const float width = text_button_width(brush, notice.action);
    const Area button = words.button_below
                            ? Area{area.x + pad, area.bottom() - brush.px(6) - side, width, side}
                            : Area{right + brush.px(kBeforeAction), mid - side / 2, width, side};
    if (draw_action(given, brush, notice, button)) {
      command = notice.command;
      return true;
    }
  }
  float y = area.y + words.first;
  for (const std::string_view row : words.rows) {
    if (draw_fitted(says, left, y, words.room, row, kSizeText, Face::kSans, Role::kText)) {
      all = false;
    }
    y += brush.px(kLine);
  }
  if (!all &&
      ImGui::IsMouseHoveringRect({left, area.y}, {left + words.room, area.bottom()}, false)) {
    area_tooltip(given.look, texts[0], area);
  }
  return dismissed;
}

// As large as its words, in one line or in more; then as its first sentences, at last with less.
std::vector<ImVec2> sizes_over_picture(const PanelParts& given, const Notice& notice, float most) {
  Brush measure{nullptr, given.look.palette, given.look.scale()};
  measure.typed = notice.error;
  const float around = measure.px(kPadding + kMark) + words_end(measure, notice);
  std::vector<ImVec2> sizes;
  const auto add = [&](float width, std::size_t lines) {
    const float height = std::max(kAroundLines + kLine * static_cast<float>(lines), kOneLine);
    sizes.emplace_back(std::min(width, most), measure.px(height));
  };
  const auto length = [&](const std::string& text) {
    return text_width(measure, text, kSizeText, Face::kSans) + measure.px(4);
  };
  const auto add_below = [&](const std::string& text) {
    const float bare = measure.px(kPadding + kMark) + words_end(measure);
    const float button = text_button_width(measure, notice.action) + 2 * measure.px(kPadding);
    for (std::size_t wanted = 1; wanted <= kMostLines; ++wanted) {
      const float line =
          std::max(length(text) / static_cast<float>(wanted) + measure.px(40), button - bare);
      const auto rows = lines_of(measure, text, line, kMostLines + 1);
      if (line + bare > most || rows.size() > kMostLines) continue;
      const float high = kAroundLines + kLine * static_cast<float>(rows.size()) + kButtonRow;
      sizes.emplace_back(line + bare, measure.px(high));
    }
  };
  const std::vector<std::string> texts = shorter_and_shorter(sentence(notice.text));
  for (const std::string& text : texts) {
    const float words = length(text);
    if (words + around <= kLineShare * most || words < measure.px(100)) add(words + around, 1);
    for (std::size_t lines = 2; lines <= kMostLines; ++lines) {
      // Lines end between words.
      const float line = words / static_cast<float>(lines) + measure.px(70);
      if (line + around <= std::max(kLineShare * most, around + measure.px(160))) {
        add(line + around, lines);
      }
    }
    // From edge to edge, or with the button below the words.
    if (words + around <= most) add(words + around, 1);
    if (!notice.action.empty()) add_below(text);
  }
  const float words = length(texts[0]);
  const float first = texts.size() > 1 ? length(texts.back()) : 0;
  const float least = first > 0 && first < measure.px(200) ? first : measure.px(120);
  for (const float room : {0.5F * most, 0.3F * most, least}) {
    if (room < words) add(room + around, 1);
  }
  if (sizes.empty()) add(words + around, 1);
  return sizes;
}

// A place in `picture` that covers nothing one looks at, as long as that can be the same.
Area place_over(const PanelParts& given, const Area& picture, std::span<const ImVec2> sizes) {
  const float scale = given.look.scale();
  const float edge = kFromEdge * scale;
  const Area within{picture.x + edge, picture.y + edge, picture.width - 2 * edge,
                    picture.height - 2 * edge};
  std::vector<Sight> sights;
  for (const auto& view : given.panes.views) {
    sights.insert(sights.end(), view->in_sight.begin(), view->in_sight.end());
  }
  std::optional<Area>& last = given.memory.message_at;
  last = message_place(sights, within, sizes, kPlaceStep * scale, last);
  return *last;
}

// Of several messages the one that is seen: what failed, else the newest. The others wait.
std::size_t first_to_see(const std::vector<Notice>& shown) {
  for (std::size_t i = shown.size(); i-- > 0;) {
    if (shown[i].error) return i;
  }
  return shown.empty() ? 0 : shown.size() - 1;
}

// The plot that grows tells of the lab itself.
bool tells_work(const PanelParts& given) {
  const bool plots = std::any_of(given.panes.views.begin(), given.panes.views.end(),
                                 [](const auto& view) { return view->id() == "plots"; });
  return given.background.work && !(given.lab.running() && plots) &&
         given.clock.time_s - given.background.work->started_s > kProgressAfterSeconds;
}

// What the side panel says is not said twice.
void leave_to_panel(const PanelParts& given) {
  if (!given.memory.verdict_seen) return;
  std::erase_if(given.notices.shown, [](const Notice& notice) { return notice.verdict; });
}

// Beside the picture there is room for a few words: the foot of the side panel. A lesson's words
// and buttons, and a question's, need theirs.
bool stand_aside(const PanelParts& given) {
  std::size_t characters = 0;
  const float panel = panel_sizes(given.look, false).side_panel;
  const float button_room = panel - (2 * kEdge + 2 * kPadding + kMark) * given.look.scale();
  for (const Notice& each : given.notices.shown) {
    // It stays, and would hide what the panel says.
    if (each.verdict) return false;
    // Its button has no room beside the mark.
    const Brush measure{nullptr, given.look.palette, given.look.scale()};
    if (!each.action.empty() && text_button_width(measure, each.action) > button_room) return false;
    characters += each.text.size();
  }
  return characters <= kMostAside && !given.lesson.active() && !given.quiz.open() &&
         panel > kLeastAside * given.look.scale();
}

bool points_at(const Area& area) {
  return ImGui::IsMouseHoveringRect({area.x, area.y}, {area.right(), area.bottom()}, false);
}

// One at a time; the others wait for their turn.
void draw_all_over(const PanelParts& given, const Area& picture, std::string& command) {
  std::vector<Notice>& shown = given.notices.shown;
  if (shown.empty()) {
    if (!tells_work(given)) {
      given.memory.message_at.reset();
      return;
    }
    const float scale = given.look.scale();
    const ImVec2 size{std::min(kLowWorkWidth * scale, picture.width - 2 * kFromEdge * scale),
                      kLowWork * scale};
    const Area place = place_over(given, picture, {&size, 1});
    draw_work(given, place.right(), place.bottom(), place.width, true);
    return;
  }
  const std::size_t seen = first_to_see(shown);
  const float most = picture.width - 2 * kFromEdge * given.look.scale();
  const Area place = place_over(given, picture, sizes_over_picture(given, shown[seen], most));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    // Who points at a message reads it, or is about to press its button.
    if (i != seen || points_at(place)) shown[i].shown_s = given.clock.time_s;
  }
  if (draw_over_picture(given, shown[seen], place, command)) {
    shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(seen));
  }
}

// Below an open question, where its panel has room for the message.
bool draw_below_question(const PanelParts& given, std::string& command) {
  const std::optional<Area> room = std::exchange(given.memory.below_question, std::nullopt);
  std::vector<Notice>& shown = given.notices.shown;
  if (!room || !given.quiz.open() || shown.empty()) return false;
  const std::size_t seen = first_to_see(shown);
  Brush measure{nullptr, given.look.palette, given.look.scale()};
  measure.typed = shown[seen].error;
  const float edge = measure.px(kEdge);
  const float width = room->width - 2 * edge;
  const NoticeSize size = size_of(measure, shown[seen], sentence(shown[seen].text), width);
  if (size.height + 2 * edge > room->height || size.action > size.room) return false;
  given.memory.message_at.reset();
  const float right = room->right() - edge;
  const float bottom = room->bottom() - edge;
  float height = 0;
  const bool dismissed =
      draw_notice(given, shown[seen], seen, right, bottom, width, height, command);
  const bool read = points_at({right - width, bottom - height, width, height});
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i != seen || read) shown[i].shown_s = given.clock.time_s;
  }
  if (dismissed) shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(seen));
  return true;
}

// In the side panel, below each other.
void draw_all_aside(const PanelParts& given, std::string& command) {
  const float scale = given.look.scale();
  const PanelSizes sizes = panel_sizes(given.look, given.lesson.active());
  const float edge = kEdge * scale;
  const float right = sizes.side_panel - edge;
  const float width = sizes.side_panel - 2 * edge;
  const float chip = given.lesson.away() ? lesson_chip_height(given.look) : 0;
  float bottom = ImGui::GetIO().DisplaySize.y - sizes.timeline - chip - edge;
  const float gap = 8 * scale;
  if (tells_work(given)) bottom -= draw_work(given, right, bottom, width, false) + gap;
  // The newest lies lowest.
  for (std::size_t i = given.notices.shown.size(); i-- > 0;) {
    float height = 0;
    const bool dismissed =
        draw_notice(given, given.notices.shown[i], i, right, bottom, width, height, command);
    const Area area{right - width, bottom - height, width, height};
    if (points_at(area)) given.notices.shown[i].shown_s = given.clock.time_s;
    bottom -= height + gap;
    if (dismissed) {
      given.notices.shown.erase(given.notices.shown.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

}  // namespace

void draw_notices(const PanelParts& given, const Area& picture) {
  std::erase_if(given.notices.shown, [&](const Notice& notice) {
    return given.clock.time_s - notice.shown_s > lifetime_s(notice);
  });
  leave_to_panel(given);
  if (given.notices.shown.size() > kMostNotices) {
    given.notices.shown.erase(given.notices.shown.begin(),
                              given.notices.shown.end() - kMostNotices);
  }
  std::string command;
  if (draw_below_question(given, command)) {
    // Nothing else is said meanwhile.
  } else if (stand_aside(given)) {
    given.memory.message_at.reset();
    draw_all_aside(given, command);
  } else {
    draw_all_over(given, picture, command);
  }
  // It may add messages: not while they are drawn.
  if (!command.empty()) given.asked.ask(command);
}

}  // namespace sortscope
