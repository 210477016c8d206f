// files.cpp: choose a file to open, or a name to save under.
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <optional>

#include "app/commands/export_work.h"
#include "app/overlays/file_list.h"
#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "core/base/number_text.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

namespace fs = std::filesystem;

constexpr float kRowHeight = 30;
constexpr float kPlacesWidth = 216;
constexpr float kSizeColumn = 84;
constexpr float kDateColumn = 108;
constexpr int kRowsOfPage = 10;
constexpr double kTwoPresses_s = 1;  // two presses of a row within this open its file

enum class FilePurpose : std::uint8_t { kOpen, kSaveRecording, kSaveSession };

class FileOverlay : public OverlayContent {
 public:
  explicit FileOverlay(FilePurpose purpose)
      : saving_(purpose != FilePurpose::kOpen), session_(purpose == FilePurpose::kSaveSession) {}
  [[nodiscard]] std::string_view title() const override {
    return session_ ? "Save the session" : saving_ ? "Save the recording" : "Open";
  }
  [[nodiscard]] ImVec2 wanted_size() const override { return {860, 560}; }

  void draw(const OverlayParts& given, const Area& area) override {
    if (folder_.empty()) start(given);
    const Brush brush = Brush::of(given.look);
    const float pad = brush.px(kCardPadding);
    const float row = brush.px(32);
    const bool places = area.width >= brush.px(640);
    const float side = places ? brush.px(kPlacesWidth) : 0;
    const Area top{area.x + side + pad, area.y + brush.px(12), area.width - side - 2 * pad, row};
    draw_folder(given, brush, top);
    const Area bottom{area.x + pad, area.bottom() - pad - row, area.width - 2 * pad, row};
    draw_name(given, brush, bottom);
    // After the field: it has taken what was typed before Enter.
    handle_keys(given);
    if (given.overlay.open != overlay) return;
    const float note = draw_note(brush, bottom);
    const float list_top = top.bottom() + brush.px(8);
    const float list_bottom = bottom.y - brush.px(12) - note;
    if (places) {
      draw_places(given, {area.x, area.y, side, list_bottom - area.y});
      draw_hairline(brush, area.x + side, area.y, area.x + side, list_bottom);
    }
    draw_hairline(brush, area.x, list_bottom, area.right(), list_bottom);
    draw_list(given, {area.x + side + brush.px(8), list_top, area.width - side - brush.px(14),
                      list_bottom - list_top});
  }

 private:
  void start(const OverlayParts& given) {
    std::error_code failure;
    std::string folder = given.overlay.folder;
    if (folder.empty() || !fs::is_directory(folder, failure)) {
      folder = fs::current_path(failure).string();
    }
    if (saving_ && given.session.loaded()) {
      const Recording& recording = given.session.recording();
      text_ = run_name(recording) + ending();
    }
    go_to(folder);
  }

  [[nodiscard]] const char* ending() const { return session_ ? ".sscope" : ".h5"; }

  void go_to(const std::string& folder) {
    auto listed = list_folder(folder, all_);
    if (!listed) {
      error_ = listed.error().text();
      // At the start there must be some folder.
      if (!folder_.empty()) return;
      entries_.clear();
    } else {
      entries_ = std::move(*listed);
      error_.clear();
    }
    folder_ = folder;
    chosen_ = -1;
    confirmed_path_.clear();
  }

  void go_up() {
    const fs::path parent = fs::path(folder_).parent_path();
    if (!parent.empty()) go_to(parent.string());
  }

  void set_text(const std::string& text) {
    text_ = text;
    replacement_ = text;
    focus_ = true;
  }

  void choose(int index) {
    if (entries_.empty()) return;
    chosen_ = std::clamp(index, 0, static_cast<int>(entries_.size()) - 1);
    reveal_ = true;
    const FileEntry& entry = entries_[static_cast<std::size_t>(chosen_)];
    // While saving, walking over folders keeps the name.
    if (!saving_ || !entry.folder) set_text(entry.name);
  }

  void handle_keys(const OverlayParts& given) {
    for (const KeyEvent& event : given.overlay.keys) {
      switch (overlay_key(event)) {
        case OverlayKey::kUp:
          choose(chosen_ - 1);
          break;
        case OverlayKey::kDown:
          choose(chosen_ + 1);
          break;
        case OverlayKey::kPageUp:
          choose(chosen_ - kRowsOfPage);
          break;
        case OverlayKey::kPageDown:
          choose(chosen_ + kRowsOfPage);
          break;
        case OverlayKey::kTab:
          set_text(completed_path(text_, folder_));
          break;
        case OverlayKey::kBackspace:
          if (was_empty_) go_up();
          break;
        case OverlayKey::kEnter:
          enter(given);
          if (given.overlay.open != overlay) return;
          break;
        default:
          break;
      }
    }
    was_empty_ = text_.empty();
  }

  // Enter, or the button: the path typed, else the row chosen.
  void enter(const OverlayParts& given) {
    focus_ = true;
    replacement_ = text_;
    if (chosen_ >= 0) {
      const FileEntry& entry = entries_[static_cast<std::size_t>(chosen_)];
      if (entry.folder && (saving_ || text_ == entry.name)) {
        open_entry(given, entry);
        return;
      }
    }
    if (!text_.empty()) take(given, absolute_path(text_, folder_));
  }

  void open_entry(const OverlayParts& given, const FileEntry& entry) {
    const std::string path = (fs::path(folder_) / entry.name).string();
    if (!entry.folder) {
      take(given, path);
      return;
    }
    if (!saving_) set_text("");
    go_to(path);
  }

  void take(const OverlayParts& given, std::string path) {
    std::error_code failure;
    if (fs::is_directory(path, failure)) {
      set_text("");
      go_to(path);
      return;
    }
    if (saving_) {
      if (fs::path(path).extension().empty()) path += ending();
      if (fs::exists(path, failure) && confirmed_path_ != path) {
        confirmed_path_ = path;
        return;
      }
      if (!fs::is_directory(fs::path(path).parent_path(), failure)) {
        error_ = fmt::format("there is no folder {}.", fs::path(path).parent_path().string());
        return;
      }
    } else if (!fs::exists(path, failure)) {
      error_ = fmt::format("there is no file {}.", path);
      return;
    }
    if (given.background.work) {
      error_ = fmt::format("{} Wait for it, or cancel it (Ctrl+.).", given.guide.why_not());
      return;
    }
    given.overlay.folder = fs::path(path).parent_path().string();
    given.overlay.open = Overlay::kNone;
    std::string line = session_ ? "save-session " : saving_ ? "save " : "open ";
    line += quoted_word(path);
    if (session_ && appearance_) line += " appearance";
    given.asked.ask(line, confirmed_path_ == path);
  }

  void draw_folder(const OverlayParts& given, const Brush& brush, const Area& area) {
    const Area up{area.x, area.y, brush.px(44), area.height};
    if (text_button(brush, "up", up, "↑", ButtonLook::kOutline, folder_ != "/")) go_up();
    tooltip(given.look, "The folder above", "Backspace");
    const float wide = brush.px(session_ ? 180 : saving_ ? 0 : 92);
    // The end of a long path says more than its start.
    std::string shown = folder_;
    const float room = area.right() - wide - up.right() - brush.px(24);
    while (text_width(brush, shown, kSizeText, Face::kMono) > room && shown.size() > 8) {
      const std::size_t slash = shown.find('/', 4);
      if (slash == std::string::npos) break;
      shown = "…" + shown.substr(slash);
    }
    draw_fitted(brush, up.right() + brush.px(12), area.mid_y(), room, shown, kSizeText, Face::kMono,
                Role::kText);
    const Area tick{area.right() - wide, area.y, wide, area.height};
    if (session_) {
      if (tick_box(brush, "appearance", tick, "With colours and size", appearance_)) {
        appearance_ = !appearance_;
      }
      tooltip(given.look,
              "Whoever opens it sees your palette and size of text; else their own stay.");
    }
    if (saving_) return;
    if (tick_box(brush, "all", tick, "All files", all_)) {
      all_ = !all_;
      go_to(folder_);
    }
  }

  void draw_name(const OverlayParts& given, const Brush& brush, const Area& area) {
    const bool replaces = saving_ && !confirmed_path_.empty() && error_.empty();
    const std::string_view word = replaces ? "Replace" : saving_ ? "Save" : "Open";
    const float wide = std::max(brush.px(96), text_button_width(brush, word));
    const Area field{area.x, area.y, area.width - wide - brush.px(12), area.height};
    if (text_field(brush, "##path", field, text_,
                   saving_ ? "Name of the file" : "Name or path; Tab completes", nullptr, focus_,
                   &replacement_)) {
      error_.clear();
      confirmed_path_.clear();
      chosen_ = -1;
      for (std::size_t i = 0; i < entries_.size() && !text_.empty() && chosen_ < 0; ++i) {
        if (entries_[i].name == text_) chosen_ = static_cast<int>(i);
      }
    }
    focus_ = false;
    const Area button{area.right() - wide, area.y, wide, area.height};
    if (text_button(brush, "take", button, word, ButtonLook::kPrimary, !text_.empty()))
      enter(given);
    tooltip(given.look, saving_ ? "Save under this name" : "Open this file", "Enter");
  }

  // What went wrong, or what will be replaced, above the name. Returns its height.
  float draw_note(const Brush& brush, const Area& field) {
    std::string text = error_;
    if (text.empty() && !confirmed_path_.empty()) {
      text = fs::path(confirmed_path_).filename().string() + " exists. Enter again replaces it.";
    }
    if (text.empty()) return 0;
    const float height = brush.px(28);
    const float y = field.y - height / 2;
    draw_icon(*brush.list, Icon::kWarning, field.x + brush.px(8), y, brush.px(14),
              brush.color(Role::kExchanged));
    draw_fitted(brush, field.x + brush.px(24), y, field.width - brush.px(24), text, kSizeText,
                Face::kSans, Role::kText);
    return height;
  }

  void draw_places(const OverlayParts& given, const Area& area) {
    ScrollBody body(given.look, "places", area);
    const Brush& brush = body.brush;
    const float x = body.content.x + brush.px(8);
    const float width = area.width - brush.px(16);
    float y = body.content.y + brush.px(12);
    const auto place = [&](const char* id, const std::string& text, const std::string& note) {
      const Area row{x, y, width, brush.px(note.empty() ? kRowHeight : 44)};
      const Press press = press_area(id, row);
      if (press.hovered) {
        brush.list->AddRectFilled({row.x, row.y}, {row.right(), row.bottom()},
                                  brush.color(Role::kText, 0.06F), brush.px(6));
      }
      const float middle = note.empty() ? row.mid_y() : row.mid_y() - brush.px(8);
      const float room = row.width - brush.px(24);
      draw_fitted(brush, row.x + brush.px(12), middle, room, text, kSizeText, Face::kSans,
                  Role::kText);
      if (!note.empty()) {
        draw_fitted(brush, row.x + brush.px(12), row.mid_y() + brush.px(9), room, note, kSizeSmall,
                    Face::kSans, Role::kMuted);
      }
      y = row.bottom();
      return press.pressed;
    };
    const char* home = std::getenv("HOME");
    std::error_code failure;
    if (home != nullptr && place("home", "Home", "")) go_to(home);
    if (place("here", "Working folder", "")) go_to(fs::current_path(failure).string());
    if (saving_ || given.remembered.recent_files.empty()) {
      body.end_at(y);
      return;
    }
    draw_heading(brush, x + brush.px(12), y + brush.px(20), "Recent");
    y += brush.px(36);
    for (std::size_t i = 0; i < given.remembered.recent_files.size(); ++i) {
      const fs::path path = given.remembered.recent_files[i];
      ImGui::PushID(static_cast<int>(i));
      const bool pressed = place("recent", path.filename().string(), path.parent_path().string());
      ImGui::PopID();
      if (pressed) {
        take(given, path.string());
        break;
      }
    }
    body.end_at(y);
  }

  void draw_list(const OverlayParts& given, const Area& area) {
    ScrollBody body(given.look, "files", area);
    const Brush& brush = body.brush;
    if (entries_.empty()) {
      draw_text(
          brush, body.content.x + brush.px(12), body.content.y + brush.px(20),
          all_ ? "This folder is empty." : "No recordings, sessions or files of numbers here.",
          kSizeText, Face::kSans, Role::kMuted);
      return;
    }
    const std::int64_t now_s = std::time(nullptr);
    float y = body.content.y;
    int pressed = -1;
    bool twice = false;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Area row{body.content.x, y, area.width - brush.px(12), brush.px(kRowHeight)};
      y = row.bottom();
      const bool chosen = static_cast<int>(i) == chosen_;
      if (chosen && reveal_) body.reveal(row);
      if (!ImGui::IsRectVisible({row.x, row.y}, {row.right(), row.bottom()})) continue;
      ImGui::PushID(static_cast<int>(i));
      if (draw_entry(brush, row, entries_[i], chosen, now_s)) pressed = static_cast<int>(i);
      // The first press gives the keyboard to the name: from then on no item counts as hovered
      // until the mouse moves, and slow frames stretch the time between two clicks.
      const bool under = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                         ImGui::IsMouseHoveringRect({row.x, row.y}, {row.right(), row.bottom()});
      const bool soon = given.clock.time_s - pressed_s_ < kTwoPresses_s;
      if (under && chosen && soon && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        pressed = static_cast<int>(i);
        twice = true;
      }
      ImGui::PopID();
    }
    reveal_ = false;
    body.end_at(y + brush.px(8));
    if (pressed < 0) return;
    const FileEntry entry = entries_[static_cast<std::size_t>(pressed)];
    if (twice || entry.folder) {
      open_entry(given, entry);
    } else {
      choose(pressed);
      pressed_s_ = given.clock.time_s;
    }
  }

  static bool draw_entry(const Brush& brush, const Area& row, const FileEntry& entry, bool chosen,
                         std::int64_t now_s) {
    const Press press = press_area("entry", row);
    if (chosen || press.hovered) {
      brush.list->AddRectFilled(
          {row.x, row.y}, {row.right(), row.bottom()},
          chosen ? brush.color(Role::kAccentBand) : brush.color(Role::kText, 0.06F), brush.px(6));
    }
    const float x = row.x + brush.px(12);
    const bool columns = row.width > brush.px(420);
    const float right = row.right() - brush.px(12);
    const float name_end = columns ? right - brush.px(kSizeColumn + kDateColumn) : right;
    draw_fitted(brush, x, row.mid_y(), name_end - x - brush.px(8),
                entry.folder ? entry.name + "/" : entry.name, kSizeText,
                entry.folder ? Face::kSansBold : Face::kSans, Role::kText);
    if (!columns) return press.pressed;
    if (!entry.folder) {
      draw_text(brush, right - brush.px(kDateColumn), row.mid_y(), bytes_text(entry.bytes),
                kSizeSmall, Face::kMono, Role::kMuted, Anchor::kEnd);
    }
    draw_text(brush, right, row.mid_y(), date_text(entry.modified_s, now_s), kSizeSmall,
              Face::kMono, Role::kMuted, Anchor::kEnd);
    return press.pressed;
  }

  bool saving_;
  bool session_;
  bool appearance_ = false;  // colours and size of text are saved too
  std::string folder_;
  std::string text_;
  std::optional<std::string> replacement_;
  std::string error_;
  std::string confirmed_path_;  // exists; saving again replaces it
  std::vector<FileEntry> entries_;
  int chosen_ = -1;
  double pressed_s_ = -kTwoPresses_s;  // when the chosen row was pressed
  bool all_ = false;
  bool focus_ = true;
  bool reveal_ = false;
  bool was_empty_ = true;  // before the keys of this frame
};

}  // namespace

std::shared_ptr<OverlayContent> make_open_overlay() {
  return std::make_shared<FileOverlay>(FilePurpose::kOpen);
}
std::shared_ptr<OverlayContent> make_save_overlay() {
  return std::make_shared<FileOverlay>(FilePurpose::kSaveRecording);
}
std::shared_ptr<OverlayContent> make_save_session_overlay() {
  return std::make_shared<FileOverlay>(FilePurpose::kSaveSession);
}

}  // namespace sortscope
