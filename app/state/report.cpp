// report.cpp: the state of the window as a line of JSON.
#include "app/state/report.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/quiz.h"
#include "app/state/session.h"
#include "app/surface/surface.h"
#include "core/base/output_file.h"
#include "core/base/quote.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// `text`, of any bytes, as a JSON string.
std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : as_utf8(text)) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

const char* yes_or_no(bool value) { return value ? "true" : "false"; }

template <typename T>
std::string number_or_null(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "null";
}

std::string describe(const Selection& selection) {
  const std::string comparator =
      selection.comparator
          ? fmt::format("[{},{}]", selection.comparator->layer, selection.comparator->index)
          : "null";
  return fmt::format(R"({{"wire":{},"place":{},"comparator":{}}})", number_or_null(selection.wire),
                     number_or_null(selection.place), comparator);
}

// null: there was none yet, or it left; ImGui then has it as far outside as numbers go.
std::string describe_pointer() {
  const ImVec2 at = ImGui::GetIO().MousePos;
  return ImGui::IsMousePosValid(&at) ? fmt::format("[{:.0f},{:.0f}]", at.x, at.y) : "null";
}

std::string describe_run(const Session& session) {
  if (!session.loaded()) return R"("loaded":false)";
  const Recording& recording = session.recording();
  std::string bookmarks;
  for (const Cursor cursor : session.bookmarks()) {
    bookmarks +=
        fmt::format("{}[{},{}]", bookmarks.empty() ? "" : ",", cursor.layer, cursor.comparator);
  }
  std::string loop = "null";
  if (session.loop()) {
    loop = fmt::format("[{},{}]", session.loop()->first.layer, session.loop()->second.layer);
  }
  return fmt::format(R"("loaded":true,"algorithm":{},"keys":{},"wires":{},"depth":{},"size":{},)"
                     R"("sorted":{},"engine":{},)"
                     R"("layer":{},"comparator":{},"fraction":{:.3f},"playing":{},"speed":{},)"
                     R"("bookmarks":[{}],"loop":{})",
                     json_string(recording.algorithm->id), recording.real_keys(),
                     recording.network.wires(), recording.network.depth(), recording.network.size(),
                     yes_or_no(recording.sorted), json_string(recording.engine),
                     session.cursor().layer, session.cursor().comparator, session.posed_fraction(),
                     yes_or_no(session.playing()), session.speed(), bookmarks, loop);
}

std::string describe_question(const Quiz& quiz) {
  const Score score = quiz.score();
  std::string question = "null";
  if (quiz.open()) {
    std::string chosen;
    for (std::size_t i = 0; i < quiz.chosen().size(); ++i) {
      if (quiz.chosen()[i]) chosen += (chosen.empty() ? "" : ",") + fmt::to_string(i);
    }
    question = fmt::format(R"({{"text":{},"asking":{},"chosen":[{}],"share":{:.3f}}})",
                           json_string(quiz.question().text), yes_or_no(quiz.asking()), chosen,
                           quiz.share());
  }
  return fmt::format(
      R"("question":{},"score":{{"asked":{},"right":{},"skipped":{},"points":{:.3f}}})", question,
      score.asked(), score.right, score.skipped, score.points);
}

// Stops and steps count from 1, as people see them.
std::string describe_lesson(const LessonPlayer& player) {
  if (!player.open()) return "null";
  return fmt::format(R"({{"name":{},"stop":{},"stops":{},"step":{},"away":{},"error":{}}})",
                     json_string(player.lesson().name), player.place().stop + 1,
                     player.lesson().stops.size(), player.place().build + 1,
                     yes_or_no(player.away()), json_string(player.error()));
}

}  // namespace

std::string describe_picture(const PictureReportParts& picture) {
  const LayoutOptions& o = picture.session.options;
  std::string text = "{" + describe_run(picture.session);
  if (picture.session.loaded()) {
    const RunRequest& run = picture.session.recording().request;
    text += fmt::format(R"(,"input":{},"seed":{},"order":{},"kernel":{},"given":[)",
                        json_string(run.input), run.seed, static_cast<int>(run.order),
                        json_string(run.kernel));
    for (std::size_t i = 0; i < std::min<std::size_t>(run.keys.size(), 64); ++i) {
      text += (i > 0 ? "," : "") + run.keys.text(i);
    }
    text += "]";
  }
  for (const auto& view : picture.panes.views) text += "," + json_string(view->id());
  text += fmt::format(
      R"(,"options":[{},{},{},{},{},{},{},{},{},{},{},{},{},{}],"aks":[{},{},{},{},{}])",
      static_cast<int>(o.padding), o.network.equal_layer_widths, o.network.arrows,
      o.network.min_max_row, static_cast<int>(o.network.contrast), json_string(o.kernel.overlay),
      o.kernel.block_threads, o.schedule.merge, o.schedule.processors, o.schedule.every_step,
      static_cast<int>(o.tree.form), o.tree.compare, o.race.by_step,
      picture.session.measured.race != nullptr, o.aks.follow, o.aks.level, o.aks.node, o.aks.layer,
      o.aks.side);
  const CylinderOptions& c = o.cylinder;
  text += fmt::format(R"(,"cylinder":[{},{},{},{},{},{},{},{},{}],"memory":[{},{},{},{}])",
                      c.azimuth, c.elevation, c.zoom, c.fold, c.percentile, c.rotation, c.unrolled,
                      c.by_value, c.row, json_string(o.memory.kernel),
                      json_string(o.memory.placement), o.memory.warp, o.memory.block);
  for (const Highlight& h : picture.session.laid_over.highlights) {
    text += fmt::format(R"(,["{}",{},{},{}])", h.layers ? "layers" : "wires", h.first, h.last,
                        json_string(h.label));
  }
  if (picture.quiz.open()) text += ",\"question\":" + json_string(picture.quiz.question().text);
  return text + R"(,"selected":)" + describe(picture.session.selected) + "}";
}

// Something was drawn outside of all windows in the last frame: a grey one of ImGui's own shows it.
bool drawn_outside() {
  const ImGuiWindow* window = ImGui::FindWindowByName("Debug##Default");
  return window != nullptr && window->Active;
}

std::string describe_state(const ReportParts& window) {
  const CylinderOptions& cylinder = window.session.options.cylinder;
  std::string views;
  for (const auto& view : window.panes.views) {
    views += (views.empty() ? "" : ",") + json_string(view->id());
  }
  return fmt::format(
      R"({{{},"views":[{}],"focused_view":{},"overlay":{},"problem":{},"stray":{},"list_open":{},"typing":{},"panels":{},"projector":{},"blank":{},)"
      R"("palette":{},"scale":{},"width":{},"height":{},"fullscreen":{},"working":{},"works_begun":{},"measuring":{},"notice":{},)"
      R"("cylinder":{{"azimuth":{:.3f},"elevation":{:.3f},"zoom":{:.3f},"fold":{:.3f},)"
      R"("percentile":{:.2f},"rotation":{:.3f},"unrolled":{}}},)"
      R"("lesson":{},{},"editing":{},"pointer":{},"hover":{},"selected":{}}})",
      describe_run(window.session), views, window.panes.focused,
      static_cast<int>(window.overlay.open), json_string(window.overlay.problem),
      yes_or_no(drawn_outside()), yes_or_no(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)),
      yes_or_no(window.overlay.frames_wanted == 0 && ImGui::GetIO().WantTextInput),
      yes_or_no(window.look.panels_shown), yes_or_no(window.look.projector),
      yes_or_no(window.look.blank), json_string(window.look.palette->id), window.look.user_scale,
      window.surface.width(), window.surface.height(), yes_or_no(window.surface.fullscreen()),
      yes_or_no(window.background.work != nullptr), window.background.works_begun,
      yes_or_no(window.lab.running()),
      json_string(window.notices.shown.empty() ? "" : window.notices.shown.back().text),
      cylinder.azimuth, cylinder.elevation, cylinder.zoom, cylinder.fold, cylinder.percentile,
      cylinder.rotation, yes_or_no(cylinder.unrolled), describe_lesson(window.lesson),
      describe_question(window.quiz), yes_or_no(window.network_desk.editor.has_value()),
      describe_pointer(), describe(window.session.hover), describe(window.session.selected));
}

Status StateReport::update(const ReportParts& window, bool resting) {
  if (path_.empty()) return {};
  std::string state = describe_state(window);
  state.pop_back();
  state += fmt::format(",\"looks\":{},\"resting\":{}}}\n", ++looks_, yes_or_no(resting));
  // Written at every frame: a disk is not waited for.
  return write_file(path_, state, false);
}

}  // namespace sortscope
