// overlay_palette.cpp: find a command by a few letters, or type it with its arguments.
#include <algorithm>
#include <cctype>
#include <vector>

#include "app/command_arguments.h"
#include "app/commands.h"
#include "app/next_run.h"
#include "app/overlay.h"
#include "core/experiment.h"
#include "core/inputs.h"
#include "core/presets.h"

namespace sortscope {

namespace {

constexpr float kFieldHeight = 40;
constexpr float kRowHeight = 36;
constexpr int kRowsOfPage = 8;
constexpr std::size_t kLeastOfValue = 3;  // letters that find a value without its command
constexpr int kViewBonus = 100;           // as much as a whole match

// A line of the list: what Enter runs, or completes to.
struct Choice {
  std::string line;        // "view bars"
  std::string_view title;  // "Bars"
  std::string_view keys;
  std::string usage;  // what is still to be typed: "LAYER [COMPARATOR]"
  bool enabled = true;
  int score = 0;
};

// Values that a command's first argument may have, where they can be listed.
std::vector<Choice> values_of(const App& app, const Command& command) {
  std::vector<Choice> values;
  const std::string_view id = command.id;
  const auto add = [&](std::string_view value, std::string_view title) {
    values.push_back({std::string(id) + " " + quoted_word(value), title, {}, {}, true, 0});
  };
  if (id == "algorithm") {
    for (const Algorithm& a : algorithms()) add(a.id, a.title);
  } else if (id == "input") {
    for (const InputKind& kind : input_kinds()) add(kind.id, kind.title);
  } else if (id == "preset") {
    for (const Preset& preset : presets()) add(preset.id, preset.title);
  } else if (id == "experiment") {
    for (const Experiment& experiment : experiments()) add(experiment.id, experiment.title);
  } else if (id == "view") {
    for (const ViewKind& kind : view_kinds()) add(kind.id, kind.title);
  } else if (id == "open") {
    for (const std::string& file : app.recent_files) add(file, "Recent");
  } else if (id == "engine") {
    add("auto", "CUDA where there is a device, else the CPU");
    add("cpu", "CPU");
    add("cuda", "CUDA");
  } else if (id == "views") {
    add("1", "One view");
    add("2", "Two views side by side");
    add("4", "Four views");
  } else if (id == "type") {
    for (const KeyType type : {KeyType::kInt32, KeyType::kUint32, KeyType::kInt64, KeyType::kUint64,
                               KeyType::kFloat32, KeyType::kFloat64}) {
      add(name_of(type), "");
    }
  } else {
    std::string_view usage = command.arguments;
    if (usage.starts_with('[')) usage.remove_prefix(1);
    usage = usage.substr(0, usage.find(']'));
    if (usage.find('|') == std::string_view::npos || usage.find(' ') != std::string_view::npos) {
      return values;
    }
    while (!usage.empty()) {
      const std::size_t end = std::min(usage.find('|'), usage.size());
      add(usage.substr(0, end), "");
      usage.remove_prefix(std::min(end + 1, usage.size()));
    }
  }
  return values;
}

// Whether a word of `text` begins with `start`; letters of either case.
bool starts_a_word(std::string_view text, std::string_view start) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  for (std::size_t at = 0; at + start.size() <= text.size(); ++at) {
    if (at > 0 && text[at - 1] != ' ' && text[at - 1] != '-') continue;
    if (std::equal(start.begin(), start.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                   same)) {
      return true;
    }
  }
  return false;
}

class PaletteOverlay : public OverlayContent {
 public:
  [[nodiscard]] std::string_view title() const override { return {}; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {640, 480}; }

  void draw(App& app, const Area& area) override {
    const Brush brush = Brush::of(app);
    const float pad = brush.px(12);
    const Area field{area.x + pad, area.y + pad, area.width - 2 * pad, brush.px(kFieldHeight)};
    if (text_field(brush, "##command", field, text_, "Type a command", nullptr, focus_,
                   &replacement_))
      chosen_ = 0;
    focus_ = false;
    const std::vector<Choice> choices = find_choices(app);
    const int count = static_cast<int>(choices.size());
    chosen_ = std::clamp(chosen_, 0, std::max(count - 1, 0));
    bool moved = false;
    for (const KeyEvent& event : app.overlay_keys) {
      switch (overlay_key(event)) {
        case OverlayKey::kUp:
          chosen_ = chosen_ > 0 ? chosen_ - 1 : std::max(count - 1, 0);
          moved = true;
          break;
        case OverlayKey::kDown:
          chosen_ = chosen_ + 1 < count ? chosen_ + 1 : 0;
          moved = true;
          break;
        case OverlayKey::kPageUp:
          chosen_ = std::max(chosen_ - kRowsOfPage, 0);
          moved = true;
          break;
        case OverlayKey::kPageDown:
          chosen_ = std::clamp(chosen_ + kRowsOfPage, 0, std::max(count - 1, 0));
          moved = true;
          break;
        case OverlayKey::kTab:
          if (count > 0) complete(choices[static_cast<std::size_t>(chosen_)]);
          break;
        case OverlayKey::kEnter:
          enter(app, choices);
          return;
        default:
          break;
      }
    }
    const float top = field.bottom() + brush.px(8);
    draw_hairline(brush, area.x, top, area.right(), top);
    draw_list(app,
              {area.x + brush.px(8), top + brush.px(8), area.width - brush.px(14),
               area.bottom() - top - brush.px(16)},
              choices, moved);
  }

 private:
  // The command whose id the text begins with, once a blank follows it.
  [[nodiscard]] const Command* typed_command() const {
    const std::size_t blank = text_.find(' ');
    return blank == std::string::npos ? nullptr : find_command(text_.substr(0, blank));
  }

  [[nodiscard]] std::vector<Choice> find_choices(const App& app) const {
    std::vector<Choice> found;
    if (const Command* typed = typed_command()) {
      const std::string rest =
          text_.substr(std::min(text_.find_first_not_of(' ', typed->id.size()), text_.size()));
      for (Choice& value : values_of(app, *typed)) {
        value.score = fuzzy_score(rest, value.line.substr(typed->id.size() + 1));
        value.score = std::max(value.score, fuzzy_score(rest, value.title));
        if (rest.empty() || value.score > 0) found.push_back(std::move(value));
      }
      const std::string words = text_.substr(0, text_.find_last_not_of(' ') + 1);
      const bool listed = std::any_of(found.begin(), found.end(),
                                      [&](const Choice& value) { return value.line == words; });
      if (!listed && (found.empty() || !rest.empty())) {
        found.push_back(
            {text_, typed->title, {}, std::string(typed->arguments), can_run(*typed, app), 0});
      }
    } else {
      for (const Command& command : commands()) {
        add_values(app, command, found);
        const int score =
            std::max(fuzzy_score(text_, command.title), fuzzy_score(text_, command.id));
        if (!text_.empty() && score == 0) continue;
        const auto keys = key_names(command);
        found.push_back({std::string(command.id), command.title,
                         keys.empty() ? std::string_view() : keys.front(),
                         std::string(command.arguments), can_run(command, app), score});
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Choice& a, const Choice& b) { return a.score > b.score; });
    return found;
  }

  // "hypercube" alone finds "view hypercube".
  void add_values(const App& app, const Command& command, std::vector<Choice>& found) const {
    if (text_.size() < kLeastOfValue) return;
    for (Choice& value : values_of(app, command)) {
      const std::string_view word = std::string_view(value.line).substr(command.id.size() + 1);
      if (!starts_a_word(word, text_) && !starts_a_word(value.title, text_)) continue;
      value.score = std::max(fuzzy_score(text_, word), fuzzy_score(text_, value.title));
      // The views are what most look for.
      if (command.id == "view") value.score += kViewBonus;
      value.enabled = can_run(command, app);
      found.push_back(std::move(value));
    }
  }

  void complete(const Choice& choice) {
    text_ = choice.line + (choice.usage.empty() || choice.line.ends_with(' ') ? "" : " ");
    replacement_ = text_;
    chosen_ = 0;
    focus_ = true;
  }

  void enter(App& app, const std::vector<Choice>& choices) {
    if (choices.empty()) {
      focus_ = true;
      return;
    }
    const Choice& choice = choices[static_cast<std::size_t>(chosen_)];
    // A command that still needs something is completed first.
    if (typed_command() == nullptr && argument_count(choice.usage).least > 0) {
      complete(choice);
      return;
    }
    const std::string line = choice.line;
    app.overlay = Overlay::kNone;
    act(app, line);
    const Command* command = find_command(line.substr(0, line.find(' ')));
    if (command != nullptr && command->group == "Next run") {
      app.notify("Next run: " + next_run_text(app) + ". Ctrl+R records it.");
    }
  }

  void draw_list(App& app, const Area& area, const std::vector<Choice>& choices, bool moved) {
    ScrollBody body(app, "list", area);
    const Brush& brush = body.brush;
    if (choices.empty()) {
      draw_text(brush, area.x + brush.px(12), body.content.y + brush.px(20), "No command matches.",
                kSizeText, Face::kSans, Role::kMuted);
      return;
    }
    int pressed = -1;
    float y = body.content.y;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const Choice& choice = choices[i];
      const Area row{body.content.x, y, area.width - brush.px(12), brush.px(kRowHeight)};
      ImGui::PushID(static_cast<int>(i));
      if (draw_choice(brush, row, choice, static_cast<int>(i) == chosen_)) {
        pressed = static_cast<int>(i);
      }
      ImGui::PopID();
      if (moved && static_cast<int>(i) == chosen_) body.reveal(row);
      y += row.height;
    }
    body.end_at(y);
    if (pressed >= 0) {
      chosen_ = pressed;
      enter(app, choices);
    }
  }

  static bool draw_choice(const Brush& brush, const Area& row, const Choice& choice, bool chosen) {
    const Press press = press_area("row", row, choice.enabled);
    if (chosen || press.hovered) {
      brush.list->AddRectFilled(
          {row.x, row.y}, {row.right(), row.bottom()},
          chosen ? brush.color(Role::kAccentBand) : brush.color(Role::kText, 0.06F), brush.px(6));
    }
    float right = row.right() - brush.px(12);
    if (!choice.keys.empty()) {
      right -= text_width(brush, choice.keys, kSizeSmall, Face::kMono) + brush.px(12);
      draw_key_cap(brush, right, row.mid_y(), choice.keys);
      right -= brush.px(12);
    }
    const std::string call = choice.usage.empty() || choice.line.find(' ') != std::string::npos
                                 ? choice.line
                                 : choice.line + " " + choice.usage;
    const std::string_view main = choice.title.empty() ? std::string_view(call) : choice.title;
    const float x = row.x + brush.px(12);
    const float width = std::min(text_width(brush, main, kSizeText), right - x);
    draw_fitted(brush, x, row.mid_y(), right - x, main, kSizeText, Face::kSans,
                choice.enabled ? Role::kText : Role::kMuted);
    if (choice.title.empty()) return press.pressed;
    // What to type stands on the right, as far as there is room for it.
    const float room = right - x - width - brush.px(20);
    const float wide = std::min(text_width(brush, call, kSizeSmall, Face::kMono), room);
    if (room > brush.px(48)) {
      draw_fitted(brush, right - wide, row.mid_y(), wide + 1, call, kSizeSmall, Face::kMono,
                  Role::kMuted);
    }
    return press.pressed;
  }

  std::string text_;
  std::optional<std::string> replacement_;
  int chosen_ = 0;
  bool focus_ = true;
};

}  // namespace

std::shared_ptr<OverlayContent> make_palette_overlay() {
  return std::make_shared<PaletteOverlay>();
}

}  // namespace sortscope
