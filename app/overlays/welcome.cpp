// welcome.cpp: the first screen: what to learn, what to sort with, what to sort.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/export/picture.h"
#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/painters/theme.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/next_run.h"
#include "app/views/views.h"
#include "core/engines/engine.h"
#include "core/lessons/lesson.h"
#include "core/lessons/presets.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

namespace fs = std::filesystem;

constexpr float kHead = 84;
constexpr float kFoot = 52;
constexpr float kColumnGap = 32;
constexpr float kHeading = 34;
constexpr float kLessonHeight = 62;
constexpr float kCardWidth = 148;  // of an algorithm, at least
constexpr float kPictureHeight = 74;
constexpr float kCardHeight = 106;
constexpr float kCardGap = 10;
constexpr float kFileHeight = 42;
constexpr std::uint32_t kThumbnailKeys = 8;
constexpr std::uint64_t kThumbnailSeed = 7;
constexpr float kLayersASecond = 3;
constexpr std::size_t kMostFiles = 6;

// A small run of an algorithm, drawn by its layout.
class Thumbnail {
 public:
  explicit Thumbnail(const Algorithm& algorithm) {
    RunRequest request;
    request.algorithm = algorithm.id;
    request.input = usual_input(algorithm);
    request.seed = kThumbnailSeed;
    if (!generate_run_keys(request, algorithm, kUsualType, kThumbnailKeys)) return;
    auto made = record(request, *make_cpu_engine());
    if (!made) return;
    recording_ = *made;
    maker_ = std::make_unique<PictureMaker>(recording_);
  }

  /// `playing_s`: since it is played; below 0 it stands at its end.
  void draw(const Brush& brush, const Area& area, double playing_s) {
    if (!maker_) return;
    const std::uint32_t depth = recording_->network.depth();
    Cursor cursor = recording_->network.end();
    float fraction = 0;
    if (playing_s >= 0 && depth > 0) {
      // A long network is played in as many seconds as a short one.
      const double rate = std::max<double>(kLayersASecond, depth / 8.0);
      const double at = std::fmod(playing_s * rate, depth + rate);
      if (at < depth) {
        cursor = {static_cast<std::uint32_t>(at), 0};
        fraction = static_cast<float>(at - std::floor(at));
      }
    }
    if (!picture_ || cursor != cursor_ || fraction != fraction_) {
      cursor_ = cursor;
      fraction_ = fraction;
      ViewRequest view;
      view.palette = brush.palette;
      const auto made_for = views_made_for(recording_->algorithm->family);
      if (!made_for.empty()) view.view = made_for.front();
      view.cursor = cursor;
      view.fraction = fraction;
      view.options.network.arrows = false;
      auto made = maker_->make(view, kPageWidth, kPageHeight);
      if (!made) return;
      picture_ = std::move(*made);
      strip(*picture_);
    }
    if (extent_.width <= 0) extent_ = extent_of(*picture_);
    const float scale = std::min(area.width / extent_.width, area.height / extent_.height);
    brush.list->PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
    paint_picture(*brush.list, *picture_, *brush.palette, area.mid_x() - scale * extent_.mid_x(),
                  area.mid_y() - scale * extent_.mid_y(), scale);
    brush.list->PopClipRect();
  }

 private:
  // Of the page that the layout fills; only the diagram in its middle is shown.
  static constexpr float kPageWidth = 640;
  static constexpr float kPageHeight = 260;

  // At this size only wires, comparators and keys can be told apart.
  static void strip(Picture& picture) {
    picture.labels.clear();
    picture.boxes.clear();
    for (Line& line : picture.lines) line.width *= 1.8F;
    for (Dot& dot : picture.dots) dot.radius *= 1.3F;
  }

  // Around wires and keys.
  static Area extent_of(const Picture& picture) {
    float left = kPageWidth;
    float top = kPageHeight;
    float right = 0;
    float bottom = 0;
    const auto add = [&](float x0, float y0, float x1, float y1) {
      left = std::min(left, std::min(x0, x1));
      right = std::max(right, std::max(x0, x1));
      top = std::min(top, std::min(y0, y1));
      bottom = std::max(bottom, std::max(y0, y1));
    };
    for (const Line& line : picture.lines) add(line.x0, line.y0, line.x1, line.y1);
    for (const Box& chip : picture.chips) add(chip.x, chip.y, chip.x + chip.w, chip.y + chip.h);
    return {left, top, std::max(right - left, 1.0F), std::max(bottom - top, 1.0F)};
  }

  std::shared_ptr<const Recording> recording_;
  std::unique_ptr<PictureMaker> maker_;
  std::optional<Picture> picture_;
  Area extent_;  // of the diagram on its page
  Cursor cursor_;
  float fraction_ = 0;
};

struct LearnRow {
  std::string title;
  std::string note;
  std::string summary;
  std::string line;  // the command that opens it
};

std::vector<LearnRow> lesson_rows() {
  std::vector<LearnRow> rows;
  for (const Lesson& lesson : shipped_lessons()) {
    rows.push_back({lesson.title, fmt::format("{} min", lesson.minutes), lesson.summary,
                    "lesson " + lesson.name});
  }
  for (const Preset& preset : presets()) {
    const auto algorithm = find_algorithm(preset.algorithm);
    rows.push_back({std::string(preset.title),
                    algorithm ? std::string((*algorithm)->title) : std::string(),
                    std::string(preset.shows), fmt::format("preset {}", preset.id)});
  }
  return rows;
}

class WelcomeOverlay : public OverlayContent {
 public:
  [[nodiscard]] std::string_view title() const override { return {}; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {1320, 860}; }

  void draw(const OverlayParts& given, const Area& area) override {
    if (thumbnails_.empty()) {
      for (const Algorithm& algorithm : algorithms()) {
        // A network of one's own has to be there first.
        if (algorithm.family == Family::kListed) continue;
        offered_.push_back(&algorithm);
        thumbnails_.emplace_back(algorithm);
      }
      lessons_ = lesson_rows();
      read_files(given);
    }
    const Brush brush = Brush::of(given.look);
    const float pad = brush.px(28);
    const Area inside{area.x + pad, area.y, area.width - 2 * pad, area.height};
    draw_head(given, brush, {inside.x, area.y, inside.width, brush.px(kHead)});
    draw_foot(given, brush,
              {inside.x, area.bottom() - brush.px(kFoot), inside.width, brush.px(kFoot)});
    const Area body{inside.x, area.y + brush.px(kHead), inside.width,
                    area.height - brush.px(kHead + kFoot)};
    const float gap = brush.px(kColumnGap);
    const float left = std::floor((body.width - 2 * gap) * 0.29F);
    const float right = std::floor((body.width - 2 * gap) * 0.27F);
    const Area lessons{body.x, body.y, left, body.height};
    const Area own{body.right() - right, body.y, right, body.height};
    const Area grid{lessons.right() + gap, body.y, own.x - gap - lessons.right() - gap,
                    body.height};
    draw_own(given, brush, own);
    handle_keys(given);
    if (given.overlay.open != overlay) return;
    draw_lessons(given, lessons);
    if (given.overlay.open != overlay) return;
    draw_algorithms(given, grid);
  }

 private:
  enum Column : std::uint8_t { kLessons, kAlgorithms, kNumbers, kFiles };

  void read_files(const OverlayParts& given) {
    std::error_code failure;
    for (const std::string& file : given.remembered.recent_files) {
      if (files_.size() < kMostFiles && fs::exists(file, failure)) files_.push_back(file);
    }
  }

  [[nodiscard]] int count(Column column) const {
    switch (column) {
      case kLessons:
        return static_cast<int>(lessons_.size());
      case kAlgorithms:
        return static_cast<int>(thumbnails_.size());
      case kFiles:
        return static_cast<int>(files_.size());
      case kNumbers:
        break;
    }
    return 1;
  }

  // --- keys ---

  void move_column(int by) {
    do {
      column_ = static_cast<Column>((static_cast<int>(column_) + 4 + by) % 4);
    } while (count(column_) == 0);
    row_ = 0;
    moved_ = true;
  }

  void move_row(int by) {
    const int rows = count(column_);
    if (column_ == kNumbers) {
      if (by > 0 && !files_.empty()) move_column(1);
      return;
    }
    if (column_ == kFiles && row_ + by < 0) {
      move_column(-1);
      return;
    }
    row_ = std::clamp(row_ + by, 0, std::max(rows - 1, 0));
    moved_ = true;
  }

  void handle_keys(const OverlayParts& given) {
    for (const KeyEvent& event : given.overlay.keys) {
      const bool typing = column_ == kNumbers && !text_.empty();
      switch (overlay_key(event)) {
        case OverlayKey::kTab:
          move_column(1);
          break;
        case OverlayKey::kBackTab:
          move_column(-1);
          break;
        case OverlayKey::kDown:
          move_row(column_ == kAlgorithms ? columns_ : 1);
          break;
        case OverlayKey::kUp:
          move_row(column_ == kAlgorithms ? -columns_ : -1);
          break;
        case OverlayKey::kRight:
          if (column_ == kAlgorithms && row_ % columns_ + 1 < columns_) {
            move_row(1);
          } else if (!typing) {
            move_column(1);
          }
          break;
        case OverlayKey::kLeft:
          if (column_ == kAlgorithms && row_ % columns_ > 0) {
            move_row(-1);
          } else if (!typing) {
            move_column(-1);
          }
          break;
        case OverlayKey::kEnter:
          enter(given);
          if (given.overlay.open != overlay) return;
          break;
        default:
          break;
      }
    }
  }

  void enter(const OverlayParts& given) {
    // Enter takes the keyboard away from the field and would select its text.
    focus_ = true;
    replacement_ = text_;
    const auto row = static_cast<std::size_t>(row_);
    switch (column_) {
      case kLessons:
        if (row < lessons_.size()) run(given, lessons_[row].line);
        break;
      case kAlgorithms:
        if (row < thumbnails_.size()) sort_with(given, *offered_[row]);
        break;
      case kNumbers:
        sort_text(given);
        break;
      case kFiles:
        if (row < files_.size()) run(given, "open " + quoted_word(files_[row]));
        break;
    }
  }

  // --- what one can do ---

  static void run(const OverlayParts& given, const std::string& line) {
    given.overlay.open = Overlay::kNone;
    given.asked.ask(line);
  }

  static void sort_with(const OverlayParts& given, const Algorithm& algorithm) {
    given.overlay.open = Overlay::kNone;
    if (given.next.run.input == "given" && algorithm.needs_bitonic_input)
      given.asked.ask("input bitonic");
    given.asked.ask(fmt::format("algorithm {}", algorithm.id));
    given.asked.ask("record");
  }

  void sort_text(const OverlayParts& given) {
    if (text_.find_first_not_of(" \t") == std::string::npos) {
      given.overlay.open = Overlay::kNone;
      return;
    }
    if (const Status status = set_own_keys(given.next, given.notices, text_); !status) {
      error_ = status.error().text();
      return;
    }
    // A merger would refuse most numbers.
    const auto algorithm = find_algorithm(given.next.run.algorithm);
    if (algorithm && (*algorithm)->needs_bitonic_input) given.asked.ask("algorithm bitonic");
    run(given, "record");
  }

  // --- drawing ---

  static void draw_head(const OverlayParts& given, const Brush& brush, const Area& area) {
    const float y = area.y + brush.px(34);
    draw_text(brush, area.x, y, "Sortscope", kSizeTitle, Face::kSansBold, Role::kText);
    draw_text(brush, area.x, y + brush.px(27),
              "See parallel sorting, comparator by comparator. Nothing is animated from a script: "
              "what you see is what the sort did.",
              kSizeText, Face::kSans, Role::kMuted);
    const float side = brush.px(28);
    const Area close{area.right() - side, y - side / 2, side, side};
    if (icon_button(brush, "close", close, Icon::kClose, 12)) given.overlay.open = Overlay::kNone;
    tooltip(given.look, "On to a bitonic sort of 16 keys", "Esc");
  }

  static void draw_foot(const OverlayParts& given, const Brush& brush, const Area& area) {
    draw_hairline(brush, area.x, area.y, area.right(), area.y);
    const Area tick{area.x, area.mid_y() - brush.px(14), brush.px(240), brush.px(28)};
    if (tick_box(brush, "at start", tick, "Show this when Sortscope starts",
                 given.remembered.welcome_at_start)) {
      given.asked.ask("welcome-at-start");
    }
    command_tooltip(given.look, "welcome-at-start");
    float x = area.right();
    const auto hint = [&](std::string_view key, std::string_view what) {
      x -= text_width(brush, what, kSizeText);
      draw_text(brush, x, area.mid_y(), what, kSizeText, Face::kSans, Role::kMuted);
      x -= text_width(brush, key, kSizeSmall, Face::kMono) + brush.px(20);
      draw_key_cap(brush, x, area.mid_y(), key);
      x -= brush.px(20);
    };
    hint("?", "every key");
    hint("Esc", "just look around");
    hint("Enter", "open");
    hint("Tab", "next column");
  }

  [[nodiscard]] bool is_chosen(Column column, int row) const {
    return column_ == column && row_ == row;
  }

  static void draw_ground(const Brush& brush, const Area& area, bool chosen, bool hovered) {
    if (!chosen && !hovered) return;
    brush.list->AddRectFilled(
        {area.x, area.y}, {area.right(), area.bottom()},
        chosen ? brush.color(Role::kAccentBand) : brush.color(Role::kText, 0.06F), brush.px(6));
  }

  void draw_lessons(const OverlayParts& given, const Area& area) {
    const Brush around = Brush::of(given.look);
    draw_heading(around, area.x, area.y + around.px(14), kLearn);
    ScrollBody body(given.look, "lessons",
                    {area.x - around.px(12), area.y + around.px(kHeading),
                     area.width + around.px(12), area.height - around.px(kHeading + 8)});
    const Brush& brush = body.brush;
    const float inset = brush.px(12);
    float y = body.content.y;
    int pressed = -1;
    for (std::size_t i = 0; i < lessons_.size(); ++i) {
      const LearnRow& lesson = lessons_[i];
      if (i == shipped_lessons().size() && i > 0) {
        draw_heading(brush, body.content.x + inset, y + brush.px(26), "Worked examples");
        y += brush.px(46);
      }
      const Area row{body.content.x, y, area.width, brush.px(kLessonHeight)};
      y = row.bottom() + brush.px(2);
      const bool chosen = is_chosen(kLessons, static_cast<int>(i));
      if (chosen && moved_) body.reveal(row);
      ImGui::PushID(static_cast<int>(i));
      const Press press = press_area("lesson", row);
      tooltip(given.look, lesson.summary, chosen ? "Enter" : "");
      ImGui::PopID();
      if (press) pressed = static_cast<int>(i);
      draw_ground(brush, row, chosen, press.hovered);
      const float note = text_width(brush, lesson.note, kSizeSmall);
      const float room = row.width - 2 * inset;
      const bool beside = note < room / 3;
      draw_fitted(brush, row.x + inset, row.y + brush.px(19),
                  beside ? room - note - brush.px(12) : room, lesson.title, kSizeText,
                  Face::kSansBold, Role::kText);
      if (beside) {
        draw_text(brush, row.right() - inset, row.y + brush.px(19), lesson.note, kSizeSmall,
                  Face::kSans, Role::kMuted, Anchor::kEnd);
      }
      draw_fitted(brush, row.x + inset, row.y + brush.px(41), room,
                  lesson.summary.empty() ? lesson.note : lesson.summary, kSizeSmall, Face::kSans,
                  Role::kMuted);
    }
    body.end_at(y);
    if (pressed >= 0) run(given, lessons_[static_cast<std::size_t>(pressed)].line);
  }

  void draw_algorithms(const OverlayParts& given, const Area& area) {
    const Brush around = Brush::of(given.look);
    draw_heading(around, area.x, area.y + around.px(14), "Sort with");
    ScrollBody body(
        given.look, "algorithms",
        {area.x, area.y + around.px(kHeading), area.width, area.height - around.px(kHeading + 8)});
    const Brush& brush = body.brush;
    const float gap = brush.px(kCardGap);
    const float room = area.width - brush.px(10);
    columns_ = std::max(1, static_cast<int>((room + gap) / (brush.px(kCardWidth) + gap)));
    const float width =
        std::floor((room - gap * static_cast<float>(columns_ - 1)) / static_cast<float>(columns_));
    int pressed = -1;
    float bottom = body.content.y;
    for (std::size_t i = 0; i < thumbnails_.size(); ++i) {
      const auto at = static_cast<int>(i);
      const int line = at / columns_;
      const Area card{
          body.content.x + (width + gap) * static_cast<float>(at % columns_),
          body.content.y + brush.px(2) + (brush.px(kCardHeight) + gap) * static_cast<float>(line),
          width, brush.px(kCardHeight)};
      bottom = card.bottom();
      const bool chosen = is_chosen(kAlgorithms, at);
      if (chosen && moved_) body.reveal(card);
      ImGui::PushID(at);
      const Press press = press_area("algorithm", card);
      tooltip(given.look, offered_[i]->summary, chosen ? "Enter" : "");
      ImGui::PopID();
      if (press) pressed = at;
      draw_card_of(given, brush, card, i, chosen, press.hovered);
    }
    body.end_at(bottom + brush.px(8));
    moved_ = false;
    if (pressed >= 0) sort_with(given, *offered_[static_cast<std::size_t>(pressed)]);
  }

  void draw_card_of(const OverlayParts& given, const Brush& brush, const Area& card, std::size_t i,
                    bool chosen, bool hovered) {
    const ImVec2 low{card.x, card.y};
    const ImVec2 high{card.right(), card.bottom()};
    brush.list->AddRectFilled(low, high, brush.color(Role::kGround), brush.px(6));
    const bool lit = chosen || hovered;
    brush.list->AddRect(low, high, brush.color(chosen ? Role::kAccent : Role::kLine), brush.px(6),
                        0, brush.hairline() * (chosen ? 2.0F : 1.0F));
    // The one that is looked at runs.
    if (lit && played_ != i) {
      played_ = i;
      played_since_s_ = given.clock.time_s;
    } else if (!lit && played_ == i) {
      played_ = kNone;
    }
    const bool plays = lit && !given.session.reduced_motion() && !given.surface.headless();
    if (plays) given.overlay.frames_wanted = std::max(given.overlay.frames_wanted, 1);
    const float inset = brush.px(10);
    thumbnails_[i].draw(brush,
                        {card.x + inset, card.y + brush.px(6), card.width - 2 * inset,
                         brush.px(kPictureHeight - 8)},
                        plays ? given.clock.time_s - played_since_s_ : -1);
    draw_fitted(brush, card.x + inset, card.bottom() - brush.px(16), card.width - 2 * inset,
                offered_[i]->title, kSizeSmall, Face::kSans, lit ? Role::kAccent : Role::kText);
  }

  void draw_own(const OverlayParts& given, const Brush& brush, const Area& area) {
    draw_heading(brush, area.x, area.y + brush.px(14), "Sort your own");
    float y = area.y + brush.px(kHeading);
    const Area field{area.x, y, area.width, brush.px(44)};
    if (text_field(brush, "##numbers", field, text_, "Type or paste numbers: 3 7 4 8 6 2 1 5",
                   nullptr, focus_, &replacement_)) {
      error_.clear();
      column_ = kNumbers;
    }
    focus_ = false;
    y = field.bottom() + brush.px(8);
    if (!error_.empty()) {
      draw_icon(*brush.list, Icon::kWarning, area.x + brush.px(7), y + brush.px(9), brush.px(14),
                brush.color(Role::kExchanged));
      y += draw_paragraph(brush, area.x + brush.px(20), y, area.width - brush.px(20), error_,
                          kSizeText, Face::kSans, Role::kText);
    } else {
      y += draw_paragraph(brush, area.x, y, area.width,
                          "Enter sorts them. Or drop a file anywhere: numbers, a recording, a "
                          "session.",
                          kSizeSmall, Face::kSans, Role::kMuted);
    }
    y += brush.px(12);
    float x = area.x;
    const auto button = [&](const char* id, std::string_view words, std::string_view command,
                            ButtonLook look) {
      const Area at{x, y, text_button_width(brush, words), brush.px(32)};
      if (text_button(brush, id, at, words, look)) {
        if (command.empty()) {
          sort_text(given);
        } else {
          given.asked.ask(command);
        }
      }
      if (command.empty()) {
        tooltip(given.look, "Sort these numbers", "Enter");
      } else {
        command_tooltip(given.look, command);
      }
      x = at.right() + brush.px(8);
    };
    if (!text_.empty()) button("sort", "Sort", "", ButtonLook::kPrimary);
    button("open", "Open a file", "open", ButtonLook::kOutline);
    button("new", "New run", "new-run", ButtonLook::kOutline);
    y += brush.px(52);
    if (!files_.empty()) draw_files(given, brush, {area.x, y, area.width, area.bottom() - y});
  }

  void draw_files(const OverlayParts& given, const Brush& brush, const Area& area) {
    draw_heading(brush, area.x, area.y + brush.px(14), "Recent");
    float y = area.y + brush.px(kHeading);
    const float inset = brush.px(12);
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const Area row{area.x - inset, y, area.width + inset, brush.px(kFileHeight)};
      if (row.bottom() > area.bottom()) break;
      y = row.bottom();
      const bool chosen = is_chosen(kFiles, static_cast<int>(i));
      ImGui::PushID(static_cast<int>(i));
      const Press press = press_area("file", row);
      tooltip(given.look, files_[i], chosen ? "Enter" : "");
      ImGui::PopID();
      draw_ground(brush, row, chosen, press.hovered);
      const fs::path path = files_[i];
      const float room = row.width - 2 * inset;
      draw_fitted(brush, row.x + inset, row.y + brush.px(13), room, path.filename().string(),
                  kSizeText, Face::kSans, Role::kText);
      draw_fitted(brush, row.x + inset, row.y + brush.px(29), room, path.parent_path().string(),
                  kSizeSmall, Face::kSans, Role::kMuted);
      if (press) {
        run(given, "open " + quoted_word(files_[i]));
        return;
      }
    }
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::string_view kLearn = "Lessons";

  std::vector<const Algorithm*> offered_;
  std::vector<Thumbnail> thumbnails_;  // of those
  std::vector<LearnRow> lessons_;
  std::vector<std::string> files_;
  std::string text_;
  std::optional<std::string> replacement_;
  std::string error_;
  Column column_ = kNumbers;
  int row_ = 0;
  int columns_ = 3;
  bool moved_ = false;
  bool focus_ = true;
  std::size_t played_ = kNone;
  double played_since_s_ = 0;
};

}  // namespace

std::shared_ptr<OverlayContent> make_welcome_overlay() {
  return std::make_shared<WelcomeOverlay>();
}

}  // namespace sortscope
