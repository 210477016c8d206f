// session_lines.cpp: what is on screen, as command lines.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include "app/state/command_arguments.h"
#include "app/state/lesson_player.h"
#include "app/state/panes.h"
#include "app/state/parts/look.h"
#include "app/state/session.h"
#include "app/state/session_file.h"
#include "core/base/quote.h"
#include "core/networks/lists/listed_network.h"
#include "core/networks/wording.h"
#include "core/recordings/families.h"
#include "core/recordings/recording.h"
#include "core/verify/verdict_marks.h"
#include "core/views/kernels/memory.h"

namespace sortscope {

namespace {

constexpr float kRadian = 180 / std::numbers::pi_v<float>;

const char* on_or_off(bool on) { return on ? "on" : "off"; }

std::string cursor_text(Cursor cursor) {
  return cursor.comparator == 0 ? fmt::format("{}", cursor.layer)
                                : fmt::format("{} {}", cursor.layer, cursor.comparator);
}

void add_memory(const MemoryOptions& now, std::vector<std::string>& lines) {
  const MemoryOptions usual;
  if (now.kernel != usual.kernel) lines.push_back("memory-kernel " + now.kernel);
  if (now.placement != usual.placement) lines.push_back("memory-placement " + now.placement);
  if (now.warp != usual.warp) lines.push_back(fmt::format("memory-warp {}", now.warp));
  if (now.block != usual.block) lines.push_back(fmt::format("memory-block {}", now.block));
  if (now.request != usual.request) {
    lines.push_back(fmt::format("memory-request {}", now.request + 1));
  }
  if (now.threads != usual.threads) lines.push_back(fmt::format("memory-threads {}", now.threads));
}

// After the cursor is set: a fold holds at its cursor only.
void add_cylinder(const CylinderOptions& now, Cursor cursor, std::vector<std::string>& lines) {
  const CylinderOptions usual;
  if (now.unrolled) lines.emplace_back("cylinder-unrolled on");
  if (now.by_value) lines.emplace_back("cylinder-heights value");
  if (now.row != usual.row) lines.push_back(fmt::format("cylinder-row {}", on_or_off(now.row)));
  if (now.azimuth != usual.azimuth || now.elevation != usual.elevation) {
    lines.push_back(
        fmt::format("cylinder-turn {} {}", now.azimuth * kRadian, now.elevation * kRadian));
  }
  if (now.zoom != usual.zoom) lines.push_back(fmt::format("cylinder-zoom {}", now.zoom));
  if (now.percentile != usual.percentile) {
    lines.push_back(fmt::format("cylinder-plane {}", now.percentile));
  }
  // Who places the plane sees it: whether it is drawn is said after that.
  if (now.marks != usual.marks) {
    static constexpr std::string_view kMarks[] = {"none", "plane", "all"};
    lines.push_back(fmt::format("cylinder-marks {}", kMarks[static_cast<std::size_t>(now.marks)]));
  }
  if (now.rotation != usual.rotation) {
    lines.push_back(fmt::format("cylinder-rotate {}", now.rotation));
  }
  if (now.fold >= 0 && now.fold_since_s < 0 && now.fold_cursor == cursor) {
    lines.push_back(fmt::format("cylinder-fold {}", now.fold));
  }
}

// What was chosen while a larger run was shown counts as far as this one goes.
void add_schedule(const ScheduleOptions& now, std::uint32_t wires,
                  std::vector<std::string>& lines) {
  const std::uint32_t merge = std::min(now.merge, floor_log2(ceil_pow2(wires)));
  const std::uint32_t processors = std::min(now.processors, wires);
  if (merge != 0) lines.push_back(fmt::format("schedule-merge {}", merge));
  if (processors != 0) lines.push_back(fmt::format("schedule-processors {}", processors));
  if (now.every_step) lines.emplace_back("schedule-start every-step");
}

void add_options(const LayoutOptions& now, std::uint32_t wires, std::vector<std::string>& lines) {
  const LayoutOptions usual;
  if (now.padding == PaddingStyle::kHidden) lines.emplace_back("padding hidden");
  const auto option = [&](const char* id, bool value, bool before) {
    if (value != before) lines.push_back(fmt::format("{} {}", id, on_or_off(value)));
  };
  option("min-max-row", now.network.min_max_row, usual.network.min_max_row);
  option("equal-widths", now.network.equal_layer_widths, usual.network.equal_layer_widths);
  option("arrows", now.network.arrows, usual.network.arrows);
  if (now.network.contrast != usual.network.contrast) {
    lines.push_back(
        fmt::format("contrast {}", kFarContrasts[static_cast<std::size_t>(now.network.contrast)]));
  }
  if (!now.kernel.overlay.empty())
    lines.push_back(fmt::format("kernel-overlay {}", now.kernel.overlay));
  add_schedule(now.schedule, wires, lines);
  if (now.tree.form == TreeForm::kComplete) lines.emplace_back("tree-form complete");
  option("tree-compare", now.tree.compare, usual.tree.compare);
  if (now.race.by_step) lines.emplace_back("race-sync step");
  add_memory(now.memory, lines);
}

// The verdict whose marks are shown; one with very many would be no line.
void add_verdict(const Session& session, std::vector<std::string>& lines) {
  constexpr std::size_t kMostMarked = 20'000;
  const auto& shown = session.measured.verdict;
  if (!shown || !is_of(*shown, session.recording())) return;
  const SavedVerdict saved = saved_of(shown->verdict);
  if (saved.idle.size() + saved.removable.size() > kMostMarked) return;
  std::string line = fmt::format("verdict {}", property_id(saved.property));
  if (!saved.wrong.empty()) line += fmt::format(" wrong {}", fmt::join(saved.wrong, ""));
  if (!saved.idle.empty()) line += fmt::format(" idle {}", fmt::join(saved.idle, ","));
  if (!saved.removable.empty()) line += fmt::format(" spare {}", fmt::join(saved.removable, ","));
  lines.push_back(std::move(line));
}

std::string selection_line(const Selection& selected) {
  std::string line = "selection";
  if (selected.wire) line += fmt::format(" wire {}", *selected.wire);
  if (selected.place) line += fmt::format(" key {}", *selected.place);
  if (selected.comparator) {
    line += fmt::format(" comparator {} {}", selected.comparator->layer + 1,
                        selected.comparator->index);
  }
  return line;
}

void add_playback(const Session& session, std::vector<std::string>& lines) {
  static constexpr std::string_view kUnits[] = {"comparator", "layer", "level"};
  lines.push_back("seek " + cursor_text(session.cursor()));
  if (session.posed_fraction() > 0) {
    lines.push_back(fmt::format("pose {} {}", session.posed_fraction(),
                                session.posed_whole_layer() ? "layer" : "comparator"));
  }
  for (const Cursor bookmark : session.bookmarks()) {
    lines.push_back("bookmark-at " + cursor_text(bookmark));
  }
  if (session.loop()) {
    lines.push_back(
        fmt::format("loop {} {}", session.loop()->first.layer, session.loop()->second.layer));
  }
  if (session.speed() != 1) lines.push_back(fmt::format("speed {}", session.speed()));
  if (session.play_unit() != StepUnit::kLayer) {
    lines.push_back(
        fmt::format("play-unit {}", kUnits[static_cast<std::size_t>(session.play_unit())]));
  }
  if (session.selected != Selection{}) lines.push_back(selection_line(session.selected));
}

// The lesson as one names it, `file` where it is of one. Last of all: a stop shows what the lesson
// says of it.
void add_lesson(const LessonPlayer& player, const std::string& file,
                std::vector<std::string>& lines) {
  if (!player.active()) return;
  const Lesson& lesson = player.lesson();
  const LessonPlace place = player.place();
  lines.push_back(fmt::format("lesson {} {}", quoted_word(is_shipped(lesson) ? lesson.name : file),
                              place.stop + 1));
  if (place.build > 0) {
    lines.push_back(fmt::format("lesson-stop {} {}", place.stop + 1, place.build + 1));
  }
}

}  // namespace

std::string listed_network_line(const ListedNetwork& network) {
  std::string line = fmt::format("listed-network {} ", network.wires());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (layer > 0) line += ';';
    std::string_view comma;
    for (const Comparator& c : network.layer(layer)) {
      line += fmt::format("{}{}:{}", comma, c.min_wire, c.max_wire);
      comma = ",";
    }
  }
  if (network.depth() == 0) line += '-';
  if (!network.name().empty()) line += " " + quoted_word(network.name());
  return line;
}

std::vector<std::string> run_lines(const Recording& recording) {
  const RunRequest& request = recording.request;
  std::vector<std::string> lines = {"algorithm " + request.algorithm};
  if (const auto* named = family_of(*recording.algorithm).parameters; named != nullptr) {
    for (const auto& [name, value] : named->texts(request.parameters, false)) {
      lines.push_back(fmt::format("param {} {}", name, quoted_word(value)));
    }
  }
  if (const auto& listed = request.parameters.of<ListedChoice>().network) {
    lines.push_back(listed_network_line(*listed));
  }
  if (request.order == Order::kDescending) lines.emplace_back("order descending");
  const std::string_view type = name_of(request.keys.type);
  if (request.input == "given") {
    std::string line = fmt::format("keys-as {} ", type);
    for (std::size_t i = 0; i < request.keys.size(); ++i) {
      if (i > 0) line += ',';
      line += request.keys.text(i);
    }
    lines.push_back(std::move(line));
    if (!request.source.empty()) lines.push_back("keys-from " + quoted_word(request.source));
  } else {
    lines.push_back("input " + quoted_word(request.input));
    lines.push_back(fmt::format("n {}", recording.real_keys()));
    lines.push_back(fmt::format("seed {}", request.seed));
    if (request.keys.type != KeyType::kInt32) lines.push_back(fmt::format("type {}", type));
  }
  if (request.any_input) lines.emplace_back("any-input on");
  if (request.keyframes_only) lines.emplace_back("keyframes on");
  lines.push_back("engine " + quoted_word(recording.engine));
  if (!request.kernel.empty()) lines.push_back("kernel " + quoted_word(request.kernel));
  return lines;
}

namespace {

// All but the lesson.
std::vector<std::string> plain_picture_lines(const PictureParts& picture) {
  std::vector<std::string> lines;
  const LayoutOptions& options = picture.session.options;
  const AksOptions& aks = options.aks;
  // Before the views: it may open one.
  if (!aks.follow && picture.session.recording().network.wires_move()) {
    lines.push_back(fmt::format("aks-open {} {} {} {}", aks.level, aks.node, aks.layer, aks.side));
  }
  lines.push_back(fmt::format("views {}", picture.panes.views.size()));
  for (std::size_t i = 0; i < picture.panes.views.size(); ++i) {
    lines.push_back(fmt::format("view {} {}", i + 1, picture.panes.views[i]->id()));
  }
  add_options(options, picture.session.recording().network.wires(), lines);
  add_verdict(picture.session, lines);
  add_playback(picture.session, lines);
  add_cylinder(options.cylinder, picture.session.cursor(), lines);
  for (std::size_t i = 0; i < picture.panes.views.size(); ++i) {
    if (const auto camera = picture.panes.views[i]->camera()) {
      lines.push_back(fmt::format("camera {} {} {} {}", camera->zoom, camera->x, camera->y, i + 1));
    }
  }
  if (picture.panes.focused != 0)
    lines.push_back(fmt::format("focus-view {}", picture.panes.focused + 1));
  if (!picture.look.panels_shown) lines.emplace_back("panels off");
  for (const Highlight& band : picture.session.laid_over.highlights) {
    if (!holds(band, picture.session.cursor(), true)) continue;
    const std::uint32_t least = band.layers ? 1 : 0;
    std::string line = fmt::format("highlight {} {}-{}", band.layers ? "layers" : "wires",
                                   band.first + least, band.last + least);
    if (!band.label.empty()) line += " " + quoted_word(band.label);
    lines.push_back(std::move(line));
  }
  return lines;
}

// The path of the lesson's file as seen from `folder`; "" where it is not below.
std::string lesson_from(const Lesson& lesson, const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code failure;
  const fs::path base = fs::weakly_canonical(folder.empty() ? "." : folder, failure);
  if (failure) return "";
  const fs::path path = fs::weakly_canonical(lesson.file, failure).lexically_relative(base);
  return failure || path.empty() || *path.begin() == ".." ? "" : path.string();
}

bool has_lesson_file(const LessonPlayer& player) {
  return player.active() && !is_shipped(player.lesson());
}

std::vector<std::string> appearance_lines(const PictureParts& picture) {
  return {fmt::format("palette {}", picture.look.palette->id),
          fmt::format("scale {}", picture.look.user_scale),
          fmt::format("reduced-motion {}", on_or_off(picture.session.reduced_motion()))};
}

}  // namespace

std::vector<std::string> picture_lines(const PictureParts& picture) {
  std::vector<std::string> lines = plain_picture_lines(picture);
  const LessonPlayer& player = picture.lesson;
  add_lesson(player, player.active() ? player.lesson().file : "", lines);
  return lines;
}

std::string lesson_left_out(const LessonPlayer& player, const std::string& folder) {
  if (!has_lesson_file(player) || !lesson_from(player.lesson(), folder).empty()) return "";
  return player.lesson().file;
}

std::string session_text(const PictureParts& picture, bool appearance, const std::string& folder) {
  const Recording& recording = picture.session.recording();
  const Cursor cursor = picture.session.cursor();
  std::string text = "# Sortscope session 1\n";
  text +=
      fmt::format("# {}, {}, step {} of {}\n", one_line(recording.title()),
                  counted(recording.real_keys(), "key"), cursor.layer, recording.network.depth());
  const auto add = [&](const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text += line + "\n";
  };
  add(run_lines(recording));
  text += "record\n\n";
  std::vector<std::string> lines = plain_picture_lines(picture);
  const LessonPlayer& player = picture.lesson;
  if (const std::string file = lesson_left_out(player, folder); !file.empty()) {
    text += fmt::format("# The lesson {} is not in this session's folder.\n",
                        sortscope::quoted(file, 200));
  } else {
    add_lesson(player, has_lesson_file(player) ? lesson_from(player.lesson(), folder) : "", lines);
  }
  add(lines);
  if (appearance) add(appearance_lines(picture));
  return text;
}

void reset_picture(Session& session, Panes& panes, Look& look) {
  // What was measured is no part of a picture's description: it stays, but for the verdict's marks.
  session.measured.verdict.reset();
  session.laid_over = {};
  LayoutOptions options;
  LayoutOptions& now = session.options;
  options.lab_plot = now.lab_plot;
  options.kernel.block_threads = now.kernel.block_threads;
  now = std::move(options);
  panes.set_count(1);
  panes.focused = 0;
  // The table always has it.
  [[maybe_unused]] const Status shown = panes.set(0, "network");
  look.panels_shown = true;
  session.selected = {};
  session.hover = {};
  session.set_speed(1);
  session.set_play_unit(StepUnit::kLayer);
  session.set_playing(false);
  session.set_loop({});
  if (session.loaded()) session.seek({});
}

}  // namespace sortscope
