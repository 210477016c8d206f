// side.cpp: the left of the window: the code that runs, what is under the pointer, the
// counts.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/own_code.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/widgets/scroll_body.h"
#include "app/widgets/timeline_scale.h"
#include "app/widgets/widgets.h"
#include "core/base/number_text.h"
#include "core/networks/wording.h"
#include "core/pictures/code_rows.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/scenes/measured.h"
#include "core/scenes/question_marks.h"
#include "core/scenes/scene.h"
#include "core/verify/text.h"
#include "core/verify/verdict_marks.h"
#include "core/words/code_state.h"
#include "core/words/inspect.h"
#include "core/words/own_file.h"

namespace sortscope {

namespace {

constexpr float kEdge = 20;
constexpr float kLabelWidth = 92;
constexpr float kCodeLine = 23;
constexpr float kPathHeight = 48;
constexpr float kFoot = 12;
constexpr float kOwnRest = 170;  // below the lines of a file: values, and what is under the pointer

// Fills the panel from the top.
struct Column {
  const Brush& brush;
  float x;
  float y;
  float width;

  void space(float units) { y += brush.px(units); }
  void heading(std::string_view text) {
    const float height = brush.px(28);
    draw_heading(brush, x, y + height / 2, text);
    y += height;
  }
  void rule() {
    space(12);
    draw_hairline(brush, x, y, x + width, y);
    space(8);
  }
  void row(std::string_view label, std::string_view value, Role role = Role::kText) {
    y += draw_labelled(brush, x, y, width, brush.px(kLabelWidth), label, value, role);
  }
  // "1000", or "1000 xor 0001 = 1001", one below the other where that is too long for a line.
  void binary_row(std::string_view label, std::string value) {
    const auto room_for = [&](float room) {
      return text_width(brush, value, kSizeText, Face::kMono) <= room;
    };
    const float label_width = brush.px(kLabelWidth);
    const std::size_t operation = value.find(" xor ");
    if (room_for(width - label_width)) {
      y += draw_labelled(brush, x, y, width, label_width, label, value, Role::kText, Face::kMono);
      return;
    }
    const std::size_t equals = value.find(" = ");
    const std::string lines = operation == std::string::npos
                                  ? value
                                  : "    " + value.substr(0, operation) + "\n" +
                                        value.substr(operation + 1, equals - operation - 1) +
                                        "\n  " + value.substr(equals + 1);
    // Long words take the whole width, below their label.
    const float line = text_width(brush, lines.substr(0, lines.find('\n')), kSizeText, Face::kMono);
    if (line <= width - label_width) {
      y += draw_labelled(brush, x, y, width, label_width, label, lines, Role::kText, Face::kMono);
    } else {
      y += draw_labelled(brush, x, y, width, label_width, label, "");
      y += draw_paragraph(brush, x, y, width, lines, kSizeText, Face::kMono, Role::kText);
      space(4);
    }
  }
  void words(std::string_view text, Role role) {
    y += draw_paragraph(brush, x, y, width, text, kSizeText, Face::kSans, role);
  }
};

// A line of code in rows of so many characters: the remark after a wide gap stands behind the code
// or, where it has no room there, in rows of its own.
std::vector<std::string> rows_of(std::string_view line, float first, float later) {
  if (characters(line) <= first) return {std::string(line)};
  const std::size_t gap = line.find("  ");
  std::vector<std::string> rows = code_rows(line.substr(0, gap), first, later);
  if (gap == std::string_view::npos) return rows;
  const std::string_view remark = line.substr(line.find_first_not_of(' ', gap));
  const float room = rows.size() == 1 ? first : later;
  if (characters(rows.back()) + 2 + characters(remark) <= room) {
    rows.back().append("  ").append(remark);
    return rows;
  }
  for (std::string& row : code_rows(remark, later, later)) rows.push_back(std::move(row));
  return rows;
}

void draw_code(const Brush& brush, Column& column, const Listing& listing, const CodeState& state) {
  const auto& pseudocode = listing.pseudocode;
  // The smaller size where the larger would have to break lines.
  const float size =
      std::all_of(pseudocode.begin(), pseudocode.end(),
                  [&](std::string_view line) {
                    return text_width(brush, line, kSizeText, Face::kMono) <= column.width;
                  })
          ? kSizeText
          : kSizeSmall;
  const float letter = text_width(brush, " ", size, Face::kMono);
  for (std::size_t i = 0; i < pseudocode.size(); ++i) {
    const std::string line = code_line(listing, state, i);
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const bool runs = static_cast<int>(i) == state.current_line;
    // A narrow panel spends less on indents.
    const float shift = letter * static_cast<float>(indent) * (size == kSizeText ? 1.0F : 0.5F);
    // Lines that go on hang two characters in.
    const float columns = (column.width - shift) / letter;
    const auto rows = rows_of(std::string_view(line).substr(indent), columns, columns - 2);
    const float step = line_step(brush, size);
    const float height = rows.size() == 1 ? brush.px(kCodeLine)
                                          : step * static_cast<float>(rows.size()) + brush.px(4);
    if (runs) {
      const float left = column.x - brush.px(12);
      const float right = column.x + column.width + brush.px(12);
      brush.list->AddRectFilled({left, column.y}, {right, column.y + height},
                                brush.color(Role::kAccentBand), brush.px(4));
      brush.list->AddRectFilled({left, column.y}, {left + brush.px(3), column.y + height},
                                brush.color(Role::kAccent), brush.px(1));
    }
    float y = column.y + height / 2 - step * (static_cast<float>(rows.size()) - 1) / 2;
    float x = column.x + shift;
    for (const std::string& row : rows) {
      draw_text(brush, x, y, row, size, Face::kMono, runs ? Role::kText : Role::kMuted);
      x = column.x + shift + 2 * letter;
      y += step;
    }
    column.y += height;
  }
}

void draw_variables(const Brush& brush, Column& column, const CodeState& state) {
  const float gap = text_width(brush, "   ", kSizeText, Face::kMono);
  const float step = brush.px(20);
  float x = column.x;
  float y = column.y;
  if (state.next) {
    draw_text(brush, x, y + step / 2, kNextWord, kSizeText, Face::kSans, Role::kMuted);
    x += text_width(brush, kNextWord, kSizeText) + gap / 2;
  }
  const float values_x = x;  // further rows stand below it
  for (const Variable& variable : state.variables) {
    const std::string text = fmt::format("{} = {}", variable.name, variable.value);
    const float width = text_width(brush, text, kSizeText, Face::kMono);
    if (x > values_x && x + width > column.x + column.width) {
      x = values_x;
      y += step;
    }
    draw_text(brush, x, y + step / 2, text, kSizeText, Face::kMono, Role::kAccent);
    x += width + gap;
  }
  // One line is kept where there are none, so that what follows does not jump.
  column.y = y + step;
}

// The wires of a key over the layers: what it has come, and what is to come.
void draw_path(const Brush& brush, Column& column, const Scene& scene, const KeyHistory& history) {
  const Network& network = scene.recording->network;
  if (network.depth() == 0) return;
  column.space(6);
  const Area area{column.x, column.y, column.width, brush.px(kPathHeight)};
  brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                            brush.color(Role::kGround), brush.px(4));
  const float pad = brush.px(6);
  const auto at = [&](std::uint32_t layer, Wire wire) {
    const float x = static_cast<float>(layer) / static_cast<float>(network.depth());
    const float y =
        static_cast<float>(wire) / static_cast<float>(std::max(1U, network.wires() - 1));
    return ImVec2{area.x + pad + x * (area.width - 2 * pad),
                  area.y + pad + y * (area.height - 2 * pad)};
  };
  // No more points than pixels.
  const auto most = static_cast<std::uint32_t>(std::max(16.0F, area.width));
  const std::uint32_t stride = network.depth() / most + 1;
  const auto polyline = [&](std::uint32_t from, std::uint32_t to, unsigned color, float width) {
    std::vector<ImVec2> points;
    for (std::uint32_t layer = from; layer < to; layer += stride) {
      points.push_back(at(layer, history.wire_after[layer]));
    }
    points.push_back(at(to, history.wire_after[to]));
    brush.list->AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, width);
  };
  const std::uint32_t now = std::min(scene.cursor.layer, network.depth());
  if (now < network.depth()) {
    polyline(now, network.depth(), brush.color(Role::kKept, 0.6F), brush.px(1));
  }
  if (now > 0) polyline(0, now, brush.color(Role::kAccent), brush.px(1.6F));
  brush.list->AddCircleFilled(at(now, history.wire_after[now]), brush.px(3.5F),
                              brush.color(Role::kAccent), 16);
  column.y = area.bottom();
  const float y = column.y + brush.px(10);
  draw_text(brush, area.x, y, fmt::format("its wire over the {}s", wording(network).layer),
            kSizeSmall, Face::kSans, Role::kMuted);
  column.space(20);
}

std::string grouped(std::uint64_t count, std::string_view noun) {
  return counted(count, noun, grouped_number(count));
}

std::string key_heading(const Recording& recording, std::uint32_t place) {
  return recording.is_padding(place) ? "Padding" : fmt::format("Key {}", recording.key_text(place));
}

// A key: where it started, is and ends, and what it has met.
void draw_key(const Brush& brush, Column& column, const Scene& scene, std::uint32_t place) {
  const Recording& recording = *scene.recording;
  const KeyHistory history = follow_key(recording, place, scene.cursor);
  const bool padding = recording.is_padding(place);
  column.heading(key_heading(recording, place));
  std::string way = fmt::format("started at wire {}", grouped_number(history.first_wire));
  const bool over = scene.cursor == recording.network.end();
  if (!over) way += fmt::format(", now at {}", grouped_number(history.wire));
  if (!history.wire_after.empty()) {
    way += fmt::format(", {} {}", over ? "now at" : "will end at",
                       grouped_number(history.wire_after.back()));
  }
  column.words(way, Role::kText);
  column.words(fmt::format("{}, {} so far", grouped(history.comparisons, "comparison"),
                           grouped(history.exchanges, "exchange")),
               Role::kText);
  if (padding) {
    column.words("padding sorts behind every key", Role::kMuted);
  } else if (place < scene.ranks.size()) {
    column.words("number " + order_text(scene, place), Role::kText);
  }
  draw_path(brush, column, scene, history);
  column.space(8);
}

// The key that goes with a selection: its own, else the one on its wire.
std::optional<std::uint32_t> key_of(const Scene& scene, const Selection& selection) {
  if (selection.place) return selection.place;
  if (selection.wire && *selection.wire < scene.places.size()) {
    return scene.places[*selection.wire];
  }
  return std::nullopt;
}

// Its way may be still to come.
void draw_chosen_key(const Brush& brush, Column& column, const Scene& scene, std::uint32_t place) {
  if (followed_at_once(*scene.recording, place, true)) {
    draw_key(brush, column, scene, place);
  } else {
    column.heading(key_heading(*scene.recording, place));
    column.words("its way is recorded again …", Role::kMuted);
  }
}

// Without the key, which has a place of its own.
Selection of_things(Selection selection) {
  selection.place.reset();
  return selection;
}

// Returns where what is said of the thing itself ends: what goes with it stands below.
float draw_inspector(const Brush& brush, Column& column, const Scene& scene) {
  const bool points = scene.hover != Selection{};
  const bool hovers = points && inspected_at_once(scene, of_things(scene.hover));
  const bool selects = scene.selected != Selection{};
  if (!points && !selects) {
    column.heading("Under the pointer");
    column.words(fmt::format("Point at a wire, a {} or a key. Click to keep it here.",
                             wording(scene.recording->network).comparator),
                 Role::kMuted);
    return column.y;
  }
  Selection thing = hovers ? scene.hover : scene.selected;
  // A chosen key stays in view while one points at other things.
  const auto pointed = key_of(scene, scene.hover);
  std::optional<std::uint32_t> key;
  if (pointed && followed_at_once(*scene.recording, *pointed, false)) key = pointed;
  if (!key || (!scene.hover.place && scene.selected.place)) {
    const auto chosen = key_of(scene, scene.selected);
    if (chosen) key = chosen;
  }
  thing.place.reset();
  float end = -1;
  for (const InspectorSection& section : inspect(scene, thing)) {
    draw_text(brush, column.x + column.width, column.y + brush.px(14),
              hovers ? "under the pointer" : "selected", kSizeSmall, Face::kSans, Role::kMuted,
              Anchor::kEnd);
    column.heading(section.title);
    std::string layer;
    std::string what;  // a layer, or a parallel step
    for (const InspectorRow& row : section.rows) {
      // Layer and level share a line; the running number is for files.
      if (row.label == "number") continue;
      if (row.label == "layer" || row.label == "parallel step") {
        layer = row.value.substr(0, row.value.find(' '));
        what = row.label;
      } else if (row.label == "level" && !layer.empty()) {
        column.row(what, fmt::format("{} · {}", layer, row.value));
      } else if (row.label == "comparator") {
        column.row("joins", row.value);
      } else if (row.label == "binary") {
        column.binary_row(row.label, row.value);
      } else {
        column.row(row.label, row.value, row.role);
      }
    }
    if (end < 0) end = column.y;
    column.space(8);
  }
  if (key && *key < scene.places.size()) draw_chosen_key(brush, column, scene, *key);
  return end < 0 ? column.y : end;
}

std::uint64_t exchanges_before(const Recording& recording, Cursor cursor) {
  std::uint64_t exchanged = recording.exchanged_before[cursor.layer];
  if (cursor.comparator == 0) return exchanged;
  if (recording.network.has_splits(cursor.layer)) {
    for (std::uint32_t i = 0; i < cursor.comparator; ++i) {
      exchanged += recording.exchanged(cursor.layer, i) ? 1 : 0;
    }
    return exchanged;
  }
  const LayerBits bits = recording.layer_bits(cursor.layer);
  const std::uint32_t* const words = bits.words;
  for (std::uint32_t i = 0; i < cursor.comparator / 32; ++i) exchanged += std::popcount(words[i]);
  const std::uint32_t rest = cursor.comparator % 32;
  if (rest > 0) {
    exchanged += std::popcount(words[cursor.comparator / 32] & ((std::uint32_t{1} << rest) - 1));
  }
  return exchanged;
}

std::string part_of(std::uint64_t part, std::uint64_t all) {
  return fmt::format("{} of {}", grouped_number(part), grouped_number(all));
}

constexpr float kCountsRow = 24;

constexpr float kVerdictGap = 6;
constexpr float kVerdictButton = 30;
constexpr std::string_view kShowCounterexample = "Show a counterexample";

// What was found of the network that runs; null: nothing, or a question is open that it may answer.
const Verdict* verdict_of(const Scene& scene) {
  const ShownVerdict* shown = scene.measured->verdict.get();
  const QuestionMarks* question = scene.laid_over->question.get();
  if (shown == nullptr || (question != nullptr && question->veiled)) return nullptr;
  // The marks of a verdict from before say no more than they show.
  const Verdict& verdict = shown->verdict;
  const bool says = verdict.answer != Answer::kUnknown || verdict.inputs > 0;
  return says && is_of(*shown, *scene.recording) ? &verdict : nullptr;
}

std::string verdict_details(const Verdict& verdict) {
  std::string text = verdict_reason(verdict);
  if (const std::string more = redundant_sentence(verdict); !more.empty()) text += " " + more;
  return text;
}

float verdict_height(const Brush& brush, const Scene& scene, float width) {
  const Verdict* verdict = verdict_of(scene);
  if (verdict == nullptr) return 0;
  return brush.px(kVerdictGap) +
         paragraph_height(brush, width, verdict_sentence(*verdict), kSizeText, Face::kSansBold) +
         paragraph_height(brush, width, verdict_details(*verdict), kSizeText, Face::kSans) +
         (verdict->counterexample ? brush.px(kVerdictGap + kVerdictButton) : 0);
}

// It stays as long as the network does.
void draw_verdict(const PanelParts& given, Column& column, const Scene& scene) {
  const Verdict* verdict = verdict_of(scene);
  if (verdict == nullptr) return;
  const Brush& brush = column.brush;
  column.space(kVerdictGap);
  column.y += draw_paragraph(brush, column.x, column.y, column.width, verdict_sentence(*verdict),
                             kSizeText, Face::kSansBold,
                             verdict->answer == Answer::kNo ? Role::kExchanged : Role::kText);
  column.words(verdict_details(*verdict), Role::kText);
  if (!verdict->counterexample) return;
  column.space(kVerdictGap);
  const float wide = std::min(text_button_width(brush, kShowCounterexample), column.width);
  if (text_button(brush, "counterexample", {column.x, column.y, wide, brush.px(kVerdictButton)},
                  kShowCounterexample, ButtonLook::kOutline, given.background.work == nullptr)) {
    given.asked.ask("counterexample");
  }
  command_tooltip(given.look, "counterexample");
  column.space(kVerdictButton);
}

// What draw_counts() and the rule before it take, and the space below.
float counts_height(const Brush& brush, const Scene& scene, float width) {
  const bool padded = scene.recording->network.wires() != scene.recording->real_keys();
  // Two of the values take two lines where the panel is narrow.
  const float wrapped = width < brush.px(230) ? 2 * 18 : 0;
  const int rows = 4 + (padded ? 1 : 0) + (scene.recording->ranges ? 1 : 0);
  const float in_turn = scene.recording->network.wires_move()
                            ? paragraph_height(brush, width, kPlayedInTurn, kSizeText, Face::kSans)
                            : 0;
  return brush.px(20 + 28 + kCountsRow * static_cast<float>(rows) + wrapped + kFoot) + in_turn +
         verdict_height(brush, scene, width);
}

void draw_counts(const PanelParts& given, Column& column, const Scene& scene) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  column.heading("This run");
  const std::uint64_t run = network.position(scene.cursor);
  const std::uint64_t exchanged = exchanges_before(recording, scene.cursor);
  const Wording words = wording(network);
  column.row(fmt::format("{}s", words.comparator), part_of(run, network.size()));
  column.row("exchanges", recording.windows ? std::string("not counted")
                          : run == 0        ? std::string("0")
                                            : fmt::format("{} · {}", grouped_number(exchanged),
                                                          share_text(exchanged, run)));
  if (const auto layer = layer_in_view(scene)) {
    const std::uint64_t here =
        recording.exchanged_before[*layer + 1] - recording.exchanged_before[*layer];
    const bool over = scene.cursor.layer > *layer;
    column.row(fmt::format("{} {}", words.layer, grouped_number(*layer + 1)),
               over && !recording.windows
                   ? fmt::format("{} exchanged", part_of(here, network.count(*layer)))
                   : grouped(network.count(*layer), words.comparator));
  }
  if (recording.windows) column.row("outcomes", "recomputed, step by step");
  if (recording.ranges) column.row("outcomes", "recorded again");
  const std::string wires = grouped(network.wires(), "wire");
  if (network.adaptive()) {
    column.row("schedule", fmt::format("{}, {}", wires, grouped(network.depth(), words.layer)));
  } else {
    const float top = column.y;
    column.row("network",
               network.wires_move()
                   ? fmt::format("{}, {}, depth {}", wires, grouped(network.depth(), "layer"),
                                 grouped_number(network.aks()->size().depth))
                   : fmt::format("{}, depth {}", wires, grouped_number(network.depth())));
    if (network.wires_move()) {
      column.words(kPlayedInTurn, Role::kMuted);
      explain_at_rest(column.brush, {column.x, top, column.width, column.y - top},
                      kLayersBeyondDepth);
    }
  }
  if (network.wires() != recording.real_keys()) {
    column.row("padding", fmt::format("{} of the wires",
                                      grouped_number(network.wires() - recording.real_keys())));
  }
  draw_verdict(given, column, scene);
}

}  // namespace

void draw_side_panel(const PanelParts& given, const Pane& pane) {
  if (!given.look.panels_shown) return;
  {
    const Brush brush = Brush::of(given.look);
    fill_area(brush, {pane.x, pane.y, pane.width, pane.height}, Role::kPanel);
    const float right = pane.x + pane.width - brush.hairline();
    draw_hairline(brush, right, pane.y, right, pane.y + pane.height);
  }
  ImGui::SetCursorScreenPos({pane.x, pane.y});
  ImGui::BeginChild("content", {pane.width - 1, pane.height}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
  const Brush brush = Brush::of(given.look);
  const float top = pane.y - ImGui::GetScrollY();
  Column column{brush, pane.x + brush.px(kEdge), top + brush.px(12),
                pane.width - brush.px(2 * kEdge)};
  if (!given.session.loaded()) {
    column.heading("Nothing recorded yet");
    column.words(
        given.background.work
            ? "The run is on its way."
            : "Choose algorithm and keys above, or drop numbers, a network or a recording here.",
        Role::kMuted);
  } else {
    const Scene scene = given.session.scene();
    if (const OwnKernel* own = own_kernel(scene)) {
      // The file as it is, though it does not run.
      const OwnKernel& latest = *scene.measured->kernel;
      if (latest.before != nullptr) own = &latest;
      const std::string name = std::filesystem::path(own->report().path).filename().string();
      column.heading(is_earlier(*own) ? name + ", an earlier version" : name);
      // What is under the pointer and the counts keep their room.
      const float rest = brush.px(kOwnRest) + counts_height(brush, scene, column.width);
      column.y =
          draw_own_code(given, brush, scene, *own,
                        {column.x, column.y, column.width, top + pane.height - column.y - rest});
    } else {
      const CodeState code = code_state(scene);
      column.heading("Code");
      draw_code(brush, column, listing_of(*scene.recording), code);
      column.space(12);
      draw_variables(brush, column, code);
    }
    column.rule();
    const float inspector = column.y;
    const float told = draw_inspector(brush, column, scene);
    const float seen = pane.y + pane.height;
    given.memory.inspector_hidden = told > seen + brush.px(1);
    // What is chosen is read: the panel goes there.
    if (std::exchange(given.memory.inspected, scene.selected) != scene.selected &&
        scene.selected != Selection{} && column.y > seen + brush.px(1)) {
      ImGui::SetScrollY(inspector - top);
    }
    // The counts stand at the foot, where they do not jump with what is above.
    const float foot = pane.y + pane.height - ImGui::GetScrollY();
    Column counts{brush, column.x,
                  std::max(column.y, foot - counts_height(brush, scene, column.width)),
                  column.width};
    counts.rule();
    draw_counts(given, counts, scene);
    column.y = counts.y;
    given.memory.verdict_seen = verdict_of(scene) != nullptr && column.y <= seen + brush.px(1);
  }
  column.space(kFoot);
  // So that the panel scrolls where it is too tall.
  ImGui::SetCursorScreenPos({pane.x, top});
  ImGui::Dummy({1, column.y - top});
  draw_more_below(brush, {pane.x, pane.y, pane.width, pane.height}, column.y);
  ImGui::EndChild();
}

}  // namespace sortscope
