// welcome.cpp: the first screen: what to learn, what to sort with, what to sort.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/overlays/welcome_buttons.h"
#include "app/overlays/welcome_groups.h"
#include "app/overlays/welcome_list.h"
#include "app/overlays/welcome_numbers.h"
#include "app/overlays/welcome_picture.h"
#include "app/overlays/welcome_rows.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/lesson_player.h"
#include "app/state/next_run.h"

namespace sortscope {

namespace {

constexpr float kHead = 84;
constexpr float kFoot = 52;
constexpr float kColumnGap = 32;
constexpr float kHeading = 34;
constexpr float kPictureShare = 0.38F;  // of a family's card
constexpr float kNameHeight = 24;       // of an algorithm on it
constexpr float kLeastCard = 90;
constexpr float kCardGap = 8;
constexpr float kFileHeight = 42;
constexpr int kFramesToFocus = 3;
constexpr std::string_view kOfNetworks =
    "Draw comparators with the mouse and ask whether they sort every input.";
constexpr std::string_view kOfKernels =
    "Give your CUDA sort: see its network, its launches, and what is wrong.";

// An algorithm, and its name within its family.
struct Offered {
  const Algorithm* algorithm = nullptr;
  std::string_view name;
};

class WelcomeOverlay : public OverlayContent {
 public:
  [[nodiscard]] std::string_view title() const override { return {}; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {1640, 1040}; }

  void draw(const OverlayParts& given, const Area& area) override {
    if (pictures_.empty()) {
      for (const AlgorithmGroup& group : algorithm_groups()) {
        pictures_.emplace_back(group);
        for (const auto& [id, name] : group.algorithms) {
          if (const auto algorithm = find_algorithm(id)) offered_.push_back({*algorithm, name});
        }
      }
      rows_ = learn_rows(given.remembered);
      start_ = start_of(given.remembered, part_of<LessonPlayer>(given.program).last_shipped());
      files_ = welcome_files(given);
      counted_text_.clear();  // what sorts them may be another one by now
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
    const float left = std::floor((body.width - 2 * gap) * 0.32F);
    const float right = std::floor((body.width - 2 * gap) * 0.25F);
    const Area lessons{body.x, body.y, left, body.height};
    const Area own{body.right() - right, body.y, right, body.height};
    const Area grid{lessons.right() + gap, body.y, own.x - gap - lessons.right() - gap,
                    body.height};
    take_typing();
    draw_own(given, own);
    handle_keys(given);
    if (given.overlay.open != overlay) return;
    draw_lessons(given, lessons);
    if (given.overlay.open != overlay) return;
    draw_algorithms(given, grid);
  }

 private:
  enum Column : std::uint8_t { kLessons, kAlgorithms, kNumbers, kFiles };

  [[nodiscard]] int count(Column column) const {
    switch (column) {
      case kLessons:
        return static_cast<int>(rows_.size()) + 1;  // the start is above them
      case kAlgorithms:
        return static_cast<int>(offered_.size());
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
    // The keyboard goes with the mark: the field has its caret only while it is chosen.
    focus_ = column_ == kNumbers;
    if (!focus_) leave_text_field();
  }

  void move_row(int by) {
    const int rows = count(column_);
    // In several lines the arrows are the caret's.
    if (column_ == kNumbers && text_.find('\n') != std::string::npos) return;
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

  // What is typed are numbers, wherever the mark stands, also until the field has the keyboard.
  void take_typing() {
    if (waits_ > 0) --waits_;
    if (has_keyboard_) return;
    const std::string typed = typed_number(column_ == kNumbers);
    if (typed.empty()) return;
    text_ += typed;
    replacement_ = text_;
    error_.clear();
    column_ = kNumbers;
    row_ = 0;
    if (waits_ > 0) return;
    focus_ = true;
    waits_ = kFramesToFocus;
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
          move_row(1);
          break;
        case OverlayKey::kUp:
          move_row(-1);
          break;
        case OverlayKey::kRight:
          if (!typing) move_column(1);
          break;
        case OverlayKey::kLeft:
          if (!typing) move_column(-1);
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
    focus_ = column_ == kNumbers;
    replacement_ = text_;
    const auto row = static_cast<std::size_t>(row_);
    switch (column_) {
      case kLessons:
        run(given, row == 0 ? start_.line : rows_[row - 1].line);
        break;
      case kAlgorithms:
        if (row < offered_.size()) sort_with(given, *offered_[row].algorithm);
        break;
      case kNumbers:
        sort_text(given);
        break;
      case kFiles:
        if (row < files_.size()) run(given, files_[row].line);
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
    // A network with a least size shows little of a few keys.
    const std::uint32_t n = next_run_keys(given.next);
    if (const std::uint32_t enough = keys_without_padding(algorithm, n); enough != n) {
      given.asked.ask(fmt::format("input {}", usual_input(algorithm)));
      given.asked.ask(fmt::format("n {}", enough));
    }
    given.asked.ask("record usual-views");
  }

  void sort_text(const OverlayParts& given) {
    if (text_.find_first_not_of(" \t") == std::string::npos) {
      given.overlay.open = Overlay::kNone;
      return;
    }
    if (const Status status = take_numbers(given.next, given.notices, text_); !status) {
      error_ = status.error().text();
      return;
    }
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

  void draw_lessons(const OverlayParts& given, const Area& area) {
    const float inset = Brush::of(given.look).px(12);
    ScrollBody body(given.look, "lessons",
                    {area.x - inset, area.y, area.width + inset, area.height});
    const Brush& brush = body.brush;
    float y = body.content.y;
    std::string pressed;
    const Area card{body.content.x + inset, y + brush.px(2), area.width - inset,
                    start_height(brush, area.width - inset)};
    if (is_chosen(kLessons, 0) && moved_) body.reveal(card);
    if (draw_start(given, brush, card)) pressed = start_.line;
    y = card.bottom() + brush.px(12);
    draw_heading(brush, body.content.x + inset, y + brush.px(14), "Lessons");
    y += brush.px(kHeading);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const bool lesson = rows_[i].lesson > 0;
      if (!lesson && i > 0 && rows_[i - 1].lesson > 0) {
        draw_heading(brush, body.content.x + inset, y + brush.px(22), "Worked examples");
        y += brush.px(40);
      }
      const Area row{body.content.x, y, area.width, learn_row_height(brush, area.width, rows_[i])};
      y = row.bottom();
      const bool chosen = is_chosen(kLessons, static_cast<int>(i) + 1);
      if (chosen && moved_) body.reveal(row);
      ImGui::PushID(static_cast<int>(i));
      if (draw_learn_row(given.look, brush, row, rows_[i], chosen)) pressed = rows_[i].line;
      ImGui::PopID();
    }
    body.end_at(y);
    if (!pressed.empty()) run(given, pressed);
  }

  // As much as any lesson takes: what stands below does not move with the lesson that is next.
  [[nodiscard]] float start_height(const Brush& brush, float width) const {
    const float room = width - brush.px(32);
    const auto words = [&](std::string_view title, std::string_view summary) {
      return paragraph_height(brush, room, title, kSizeValue, Face::kSansBold) +
             paragraph_height(brush, room, summary, kSizeSmall, Face::kSans);
    };
    float most = words(start_.title, start_.summary);
    for (const LearnRow& row : rows_) {
      if (row.lesson == 0) continue;
      most = std::max(most, words(fmt::format("{}. {}", row.lesson, row.title), row.summary));
    }
    return brush.px(34) + most + brush.px(66);
  }

  bool draw_start(const OverlayParts& given, const Brush& brush, const Area& card) {
    const Press press = press_area("start", card);
    tooltip(given.look, start_.summary, is_chosen(kLessons, 0) ? "Enter" : "");
    const bool lit = is_chosen(kLessons, 0);
    const ImVec2 low{card.x, card.y};
    const ImVec2 high{card.right(), card.bottom()};
    brush.list->AddRectFilled(low, high, brush.color(Role::kAccentBand), brush.px(8));
    brush.list->AddRect(low, high, brush.color(lit ? Role::kAccent : Role::kLine), brush.px(8), 0,
                        brush.hairline() * (lit ? 2.0F : 1.0F));
    const float x = card.x + brush.px(16);
    const float room = card.width - brush.px(32);
    draw_text(brush, x, card.y + brush.px(20), start_.heading, kSizeSmall, Face::kSansBold,
              Role::kAccent);
    float y = card.y + brush.px(34);
    y += draw_paragraph(brush, x, y, room, start_.title, kSizeValue, Face::kSansBold, Role::kText) +
         brush.px(4);
    draw_paragraph(brush, x, y, room, start_.summary, kSizeSmall, Face::kSans, Role::kMuted);
    const float width = std::min(text_button_width(brush, start_.button), room);
    const Area button{x, card.bottom() - brush.px(46), width, brush.px(32)};
    const bool pressed =
        text_button(brush, "start button", button, start_.button, ButtonLook::kPrimary).pressed;
    tooltip(given.look, start_.title, "Enter");
    return pressed || press.pressed;
  }

  // A card a family: its picture, and its algorithms by name.
  void draw_algorithms(const OverlayParts& given, const Area& area) {
    const Brush around = Brush::of(given.look);
    draw_heading(around, area.x, area.y + around.px(14), "Sort with");
    ScrollBody body(
        given.look, "algorithms",
        {area.x, area.y + around.px(kHeading), area.width, area.height - around.px(kHeading)});
    const Brush& brush = body.brush;
    const float width = area.width - brush.px(10);
    float y = body.content.y + brush.px(2);
    std::size_t first = 0;  // of the group, in offered_
    const Algorithm* pressed = nullptr;
    std::size_t lit = kNone;
    for (std::size_t g = 0; g < pictures_.size(); ++g) {
      const AlgorithmGroup& group = algorithm_groups()[g];
      const std::span<const Offered> algorithms =
          std::span<const Offered>(offered_).subspan(first, group.algorithms.size());
      const float left = body.content.x + std::floor(width * kPictureShare);
      const float names = left + brush.px(16);
      const float room = body.content.x + width - names - brush.px(8);
      const float height =
          std::max(brush.px(kLeastCard), brush.px(40) + names_height(brush, algorithms, room));
      const Area card{body.content.x, y, width, height};
      ImGui::PushID(static_cast<int>(g));
      draw_card(brush, card);
      const bool hovered =
          ImGui::IsMouseHoveringRect({card.x, card.y}, {card.right(), card.bottom()}) &&
          given.overlay.open == overlay;
      const bool chosen = column_ == kAlgorithms && row_ >= static_cast<int>(first) &&
                          row_ < static_cast<int>(first + algorithms.size());
      if (chosen && moved_) body.reveal(card);
      if (hovered || chosen) lit = g;
      draw_picture(given, brush, g,
                   {card.x + brush.px(12), card.y + brush.px(10), left - card.x - brush.px(20),
                    height - brush.px(20)});
      draw_fitted(brush, names, card.y + brush.px(20), room, group.title, kSizeText,
                  Face::kSansBold, Role::kText);
      if (const auto* each =
              draw_names(given, brush, algorithms, first, names, card.y + brush.px(36), room)) {
        pressed = each;
      }
      ImGui::PopID();
      y = card.bottom() + brush.px(kCardGap);
      first += algorithms.size();
    }
    if (lit != played_) {
      played_ = lit;
      played_since_s_ = given.clock.time_s;
    }
    body.end_at(y);
    moved_ = false;
    if (pressed != nullptr) sort_with(given, *pressed);
  }

  // The one that is looked at runs.
  void draw_picture(const OverlayParts& given, const Brush& brush, std::size_t group,
                    const Area& area) {
    const bool plays =
        played_ == group && !given.session.reduced_motion() && !given.surface.headless();
    if (plays) given.overlay.frames_wanted = std::max(given.overlay.frames_wanted, 1);
    pictures_[group].draw(brush, area, plays ? given.clock.time_s - played_since_s_ : -1);
  }

  static float name_width(const Brush& brush, const Offered& each) {
    return text_width(brush, each.name, kSizeText) + brush.px(20);
  }

  static float names_height(const Brush& brush, std::span<const Offered> algorithms, float room) {
    float x = 0;
    int lines = 1;
    for (const Offered& each : algorithms) {
      const float width = std::min(name_width(brush, each), room);
      if (x > 0 && x + width > room) {
        x = 0;
        ++lines;
      }
      x += width;
    }
    return static_cast<float>(lines) * brush.px(kNameHeight) + brush.px(6);
  }

  // Side by side and wrapped; the one pressed, or null.
  const Algorithm* draw_names(const OverlayParts& given, const Brush& brush,
                              std::span<const Offered> algorithms, std::size_t first, float left,
                              float top, float room) const {
    const Algorithm* pressed = nullptr;
    float x = left;
    float y = top;
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
      const Offered& each = algorithms[i];
      const float width = std::min(name_width(brush, each), room);
      if (x > left && x + width > left + room) {
        x = left;
        y += brush.px(kNameHeight);
      }
      const Area name{x - brush.px(8), y, width, brush.px(kNameHeight)};
      const bool chosen = is_chosen(kAlgorithms, static_cast<int>(first + i));
      const Press press = press_area(each.algorithm->id.data(), name);
      tooltip(given.look, fmt::format("{}. {}", each.algorithm->title, each.algorithm->summary),
              chosen ? "Enter" : "");
      draw_ground(brush, name, chosen, press.hovered);
      draw_fitted(brush, x, name.mid_y(), width - brush.px(12), each.name, kSizeText, Face::kSans,
                  Role::kAccent);
      if (press) pressed = each.algorithm;
      x += width;
    }
    return pressed;
  }

  void draw_own(const OverlayParts& given, const Area& place) {
    // Rings of buttons and rows' grounds reach a little further than the column.
    const float inset = Brush::of(given.look).px(12);
    ScrollBody body(given.look, "own",
                    {place.x - inset, place.y, place.width + 2 * inset, place.height});
    const Brush& brush = body.brush;
    const Area area{body.content.x + inset, body.content.y, place.width, place.height};
    draw_heading(brush, area.x, area.y + brush.px(14), "Your numbers");
    float y = area.y + brush.px(kHeading);
    const Area field{area.x, y, area.width, text_field_height(brush, text_)};
    if (text_field(brush, "##numbers", field, text_, "3 7 4 8 6 2 1 5", nullptr, focus_,
                   &replacement_, true)) {
      error_.clear();
    }
    if (std::exchange(counted_text_, text_) != text_) counted_ = counted_numbers(given.next, text_);
    focus_ = false;
    has_keyboard_ = text_field_has_keyboard("##numbers");
    if (has_keyboard_ && column_ != kNumbers) {
      column_ = kNumbers;
      row_ = 0;
    }
    y = field.bottom() + brush.px(8);
    if (!error_.empty()) {
      draw_icon(*brush.list, Icon::kWarning, area.x + brush.px(7), y + brush.px(9), brush.px(14),
                brush.color(Role::kExchanged));
      y += draw_paragraph(brush, area.x + brush.px(20), y, area.width - brush.px(20), error_,
                          kSizeText, Face::kSans, Role::kText);
    } else {
      y += draw_paragraph(
          brush, area.x, y, area.width,
          counted_.empty() ? "Type or paste them; Enter sorts. Or drop a file anywhere." : counted_,
          kSizeSmall, Face::kSans, Role::kMuted);
    }
    y += brush.px(10);
    WelcomeButtons numbers{given, brush, area, y};
    if (!text_.empty() && numbers.draw("sort", "Sort", "", "Sort these numbers")) sort_text(given);
    numbers.draw("open", "Open a file", "open");
    numbers.draw("new", "New run", "new-run");
    y = numbers.bottom() + brush.px(22);
    // In a low card the last files go before words.
    const float shown_files = static_cast<float>(std::min<std::size_t>(files_.size(), 2));
    const float files = files_.empty() ? 0 : brush.px(kHeading + shown_files * kFileHeight);
    const auto words_height = [&](std::string_view words) {
      return paragraph_height(brush, area.width, words, kSizeSmall, Face::kSans) + brush.px(10);
    };
    const float buttons = 2 * brush.px(kHeading + 32 + 22);
    const bool brief = y - body.content.y + buttons + words_height(kOfNetworks) +
                           words_height(kOfKernels) + files >
                       place.height;
    const auto words = [&](std::string_view text) {
      if (brief) return;
      y += draw_paragraph(brush, area.x, y, area.width, text, kSizeSmall, Face::kSans,
                          Role::kMuted) +
           brush.px(10);
    };
    draw_heading(brush, area.x, y + brush.px(14), "Your network");
    y += brush.px(kHeading);
    words(kOfNetworks);
    WelcomeButtons network{given, brush, area, y};
    network.draw("draw", "Draw one", "new-network 8");
    network.draw("paste", "Paste", "paste");
    y = network.bottom() + brush.px(22);
    draw_heading(brush, area.x, y + brush.px(14), "Your kernel");
    y += brush.px(kHeading);
    words(kOfKernels);
    WelcomeButtons kernel{given, brush, area, y};
    kernel.draw("kernel", "Open a .cu file", "open");
    kernel.draw("start", "Write one", "kernel-new v0");
    y = kernel.bottom() + brush.px(22);
    const float rows = files_.empty() ? 0
                                      : brush.px(kHeading) + static_cast<float>(files_.size()) *
                                                                 brush.px(kFileHeight);
    if (!files_.empty()) draw_files(given, brush, {area.x, y, area.width, rows + 1});
    body.end_at(y + rows);
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
      tooltip(given.look, files_[i].title + "\n" + files_[i].note, chosen ? "Enter" : "");
      ImGui::PopID();
      draw_ground(brush, row, chosen, press.hovered);
      const float room = row.width - 2 * inset;
      draw_fitted(brush, row.x + inset, row.y + brush.px(13), room, files_[i].title, kSizeText,
                  Face::kSans, Role::kText);
      draw_fitted(brush, row.x + inset, row.y + brush.px(29), room, files_[i].note, kSizeSmall,
                  Face::kSans, Role::kMuted);
      if (press) {
        run(given, files_[i].line);
        return;
      }
    }
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::vector<GroupPicture> pictures_;  // of algorithm_groups()
  std::vector<Offered> offered_;        // group by group
  std::vector<LearnRow> rows_;
  Start start_;
  std::vector<WelcomeFile> files_;
  std::string text_;
  std::optional<std::string> replacement_;
  std::string error_;
  std::string counted_;
  std::string counted_text_;
  Column column_ = kLessons;
  int row_ = 0;
  bool moved_ = false;
  bool focus_ = false;
  bool has_keyboard_ = false;
  int waits_ = 0;  // frames, until the field has the keyboard
  std::size_t played_ = kNone;
  double played_since_s_ = 0;
};

}  // namespace

std::shared_ptr<OverlayContent> make_welcome_overlay() {
  return std::make_shared<WelcomeOverlay>();
}

}  // namespace sortscope
