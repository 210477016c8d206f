// run_menus.cpp: the dropdowns of the top bar.
#include "app/panels/run_menus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/engines/engines.h"
#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/state/next_run.h"
#include "core/keys/inputs.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

namespace {

constexpr float kTallRow = 46;
constexpr float kRow = 28;
constexpr float kHeadingRow = 30;

// Up to here a choice is recorded as it is made; beyond, when the person says so.
constexpr std::uint32_t kRecordAtOnce = 1U << 16;

void record_if_small(const PanelParts& given) {
  given.asked.then([given] {
    if (next_run_keys(given.next) <= kRecordAtOnce && !given.background.work)
      given.asked.ask("record");
  });
}

// Lays things out from the top.
struct Column {
  const Brush& brush;
  Area area;
  float y;

  Column(const Brush& b, const Area& a) : brush(b), area(a), y(a.y) {}
  Area take(float units) {
    const Area row{area.x, y, area.width, brush.px(units)};
    y += row.height;
    return row;
  }
  void heading(std::string_view text) {
    const Area row = take(kHeadingRow);
    draw_heading(brush, row.x + brush.px(8), row.mid_y(), text);
  }
  // A row with a label on the left; what is left of it.
  Area labelled(std::string_view label, float units) {
    Area row = take(units);
    draw_text(brush, row.x + brush.px(8), row.mid_y(), label, kSizeText, Face::kSans, Role::kMuted);
    const float shift = brush.px(88);
    row.x += shift;
    row.width -= shift + brush.px(8);
    row.y += brush.px(3);
    row.height -= brush.px(6);
    return row;
  }
};

// Records with what stands in the fields, also what was typed without Enter.
void record_keys(const PanelParts& given) {
  const KeyFields& fields = given.memory.keys;
  if (fields.size != std::to_string(next_run_keys(given.next)) &&
      fields.size != count_text(next_run_keys(given.next))) {
    given.asked.ask(fmt::format("n \"{}\"", fields.size));
  }
  if (fields.seed != std::to_string(given.next.run.seed)) {
    given.asked.ask(fmt::format("seed \"{}\"", fields.seed));
  }
  given.asked.ask("record");
  ImGui::CloseCurrentPopup();
}

void draw_size_row(const PanelParts& given, const Brush& brush, Column& column) {
  KeyFields& fields = given.memory.keys;
  Area row = column.labelled("How many", 36);
  bool entered = false;
  const float field = brush.px(96);
  text_field(brush, "##size", {row.x, row.y, field, row.height}, fields.size, "16, 2^20", &entered);
  if (entered) record_keys(given);
  static constexpr std::array<std::string_view, 6> kSizes = {"8", "16", "32", "64", "256", "1024"};
  int chosen = -1;
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    if (fmt::format("{}", next_run_keys(given.next)) == kSizes[i]) chosen = static_cast<int>(i);
  }
  row.x += field + brush.px(8);
  row.width -= field + brush.px(8);
  const int pressed =
      segmented(brush, "sizes", row, kSizes.data(), static_cast<int>(kSizes.size()), chosen);
  if (pressed >= 0) {
    given.asked.ask(fmt::format("n {}", kSizes[static_cast<std::size_t>(pressed)]));
    given.asked.then([given, &fields] { fields.size = count_text(next_run_keys(given.next)); });
  }
}

void draw_kinds(const PanelParts& given, const Brush& brush, Column& column) {
  const auto kinds = input_kinds();
  const std::size_t rows = (kinds.size() + 1) / 2;
  const Area area = column.take(kRow * static_cast<float>(rows));
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const float half = area.width / 2;
    const Area row{area.x + (i < rows ? 0 : half),
                   area.y + brush.px(kRow) * static_cast<float>(i % rows), half, brush.px(kRow)};
    ImGui::PushID(static_cast<int>(i));
    if (list_row(brush, "kind", row, kinds[i].title, "", given.next.run.input == kinds[i].id)) {
      given.asked.ask(fmt::format("input {}", kinds[i].id));
    }
    tooltip(given.look, kinds[i].summary);
    ImGui::PopID();
  }
}

void draw_seed_row(const PanelParts& given, const Brush& brush, Column& column) {
  KeyFields& fields = given.memory.keys;
  const Area row = column.labelled("Seed", 36);
  const auto kind = find_input_kind(given.next.run.input);
  if (!kind || !(*kind)->uses_seed) {
    draw_fitted(brush, row.x, row.mid_y(), row.width,
                given.next.run.input == "given" ? "your own keys" : "this kind has none", kSizeText,
                Face::kSans, Role::kMuted);
    return;
  }
  bool entered = false;
  const float field = brush.px(96);
  text_field(brush, "##seed", {row.x, row.y, field, row.height}, fields.seed, "7", &entered);
  if (entered) record_keys(given);
  const float width = text_button_width(brush, "+ 1");
  if (text_button(brush, "next", {row.x + field + brush.px(8), row.y, width, row.height}, "+ 1",
                  ButtonLook::kOutline)) {
    given.asked.ask(fmt::format("seed {}", given.next.run.seed + 1));
    given.asked.then([given, &fields] { fields.seed = std::to_string(given.next.run.seed); });
  }
  action_tooltip(given.look, "Other keys of the same kind", "");
}

void draw_type_rows(const PanelParts& given, const Brush& brush, Column& column) {
  std::array<std::string_view, kKeyTypes.size()> names;
  int chosen = -1;
  for (std::size_t i = 0; i < kKeyTypes.size(); ++i) {
    names[i] = name_of(kKeyTypes[i]);
    if (given.next.run_type == kKeyTypes[i]) chosen = static_cast<int>(i);
  }
  int pressed = segmented(brush, "types", column.labelled("Type", 36), names.data(),
                          static_cast<int>(names.size()), chosen);
  if (pressed >= 0 && pressed != chosen) {
    given.asked.ask(fmt::format("type {}", names[static_cast<std::size_t>(pressed)]));
  }
  static constexpr std::array<std::string_view, 2> kOrders = {"ascending", "descending"};
  chosen = given.next.run.order == Order::kAscending ? 0 : 1;
  pressed = segmented(brush, "orders", column.labelled("Order", 36), kOrders.data(), 2, chosen);
  if (pressed >= 0 && pressed != chosen) {
    given.asked.ask(fmt::format("order {}", kOrders[static_cast<std::size_t>(pressed)]));
  }
}

// "this build has no CUDA" as a sentence of its own.
std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] -= 'a' - 'A';
  return text;
}

// Why `kernel` cannot sort the present run; empty: it can.
std::string refusal(const PanelParts& given, const Kernel& kernel) {
  const auto algorithm = find_algorithm(given.next.run.algorithm);
  if (!algorithm) return algorithm.error().message;
  if (kernel.family != (*algorithm)->family) return "Runs another family of algorithms.";
  if (!runs(kernel, **algorithm)) {
    return "Runs the schedule of the XOR form only.";
  }
  const std::uint32_t wires = wires_for(**algorithm, next_run_keys(given.next));
  if (kernel.max_wires > 0 && wires > kernel.max_wires) {
    return fmt::format("At most {} wires; this run has {}.", count_text(kernel.max_wires),
                       count_text(wires));
  }
  return {};
}

}  // namespace

void draw_algorithm_menu(const PanelParts& given, const Area& pill) {
  const Brush outside = Brush::of(given.look);
  Area area;
  const float height = outside.px(kTallRow * static_cast<float>(algorithms().size()) + 16);
  float width = outside.px(500);
  if (ImGui::IsPopupOpen(kAlgorithmMenu)) {
    for (const Algorithm& algorithm : algorithms()) {
      width = std::max(width, list_row_width(outside, algorithm.summary));
    }
  }
  if (!begin_popover(given.look, kAlgorithmMenu, pill, pill.x, width, height, area)) {
    return;
  }
  const Brush brush = Brush::of(given.look);
  Column column(brush, area);
  for (const Algorithm& algorithm : algorithms()) {
    const Press press = list_row(brush, algorithm.id.data(), column.take(kTallRow), algorithm.title,
                                 algorithm.summary, given.next.run.algorithm == algorithm.id);
    tooltip(given.look, fmt::format("{}\n{}", algorithm.summary, algorithm.source));
    if (press) {
      given.asked.ask(fmt::format("algorithm {}", algorithm.id));
      record_if_small(given);
      ImGui::CloseCurrentPopup();
    }
  }
  end_popover();
}

void draw_keys_menu(const PanelParts& given, const Area& pill) {
  const Brush outside = Brush::of(given.look);
  const std::size_t kind_rows = (input_kinds().size() + 1) / 2;
  const float height = 16 + kHeadingRow * 2 + 4 * 36 + kRow * static_cast<float>(kind_rows) + 56;
  Area area;
  KeyFields& fields = given.memory.keys;
  if (!begin_popover(given.look, kKeysMenu, pill, pill.x, outside.px(500), outside.px(height),
                     area)) {
    fields.open = false;
    return;
  }
  if (!fields.open) {
    fields = {std::to_string(next_run_keys(given.next)), std::to_string(given.next.run.seed), true};
  }
  const Brush brush = Brush::of(given.look);
  Column column(brush, area);
  column.heading("Keys");
  draw_size_row(given, brush, column);
  draw_seed_row(given, brush, column);
  draw_type_rows(given, brush, column);
  column.heading("Input");
  draw_kinds(given, brush, column);
  column.take(12);
  const Area row = column.take(36);
  const float button = brush.px(32);
  const float own = text_button_width(brush, "Own keys…");
  if (text_button(brush, "own", {row.x + brush.px(8), row.y, own, button}, "Own keys…",
                  ButtonLook::kOutline)) {
    ImGui::CloseCurrentPopup();
    given.asked.ask("new-run");
  }
  command_tooltip(given.look, "new-run");
  const float record = text_button_width(brush, "Record");
  const Area button_area{row.right() - brush.px(8) - record, row.y, record, button};
  if (text_button(brush, "record", button_area, "Record", ButtonLook::kPrimary,
                  given.background.work == nullptr)) {
    record_keys(given);
  }
  action_tooltip(given.look, "Record with these keys", "record");
  // What it records, once that is not what is shown.
  const float left = row.x + brush.px(8) + own + brush.px(12);
  draw_fitted(brush, left, row.y + button / 2, button_area.x - left - brush.px(12),
              next_run_text(given.next), kSizeSmall, Face::kSans, Role::kMuted);
  end_popover();
}

void draw_engine_menu(const PanelParts& given, const Area& pill) {
  if (!ImGui::IsPopupOpen(kEngineMenu)) return;
  const Brush outside = Brush::of(given.look);
  const auto chosen = choose_engine(given.next.engine_id);
  const std::size_t kernels = chosen ? chosen->engine->kernels().size() + 1 : 0;
  const float height = 16 + kHeadingRow * 2 + kTallRow * (3 + static_cast<float>(kernels));
  float width = outside.px(460);
  if (chosen) {
    for (const Kernel& kernel : chosen->engine->kernels()) {
      width = std::max(width, list_row_width(outside, kernel.summary));
    }
  }
  Area area;
  if (!begin_popover(given.look, kEngineMenu, pill, pill.x, width, outside.px(height), area)) {
    return;
  }
  const Brush brush = Brush::of(given.look);
  Column column(brush, area);
  column.heading("Engine");
  const CudaStatus& cuda = cuda_status();
  const auto choice = [&](const char* id, std::string_view title, const std::string& note,
                          bool enabled) {
    if (list_row(brush, id, column.take(kTallRow), title, note, given.next.engine_id == id,
                 enabled)) {
      given.asked.ask(fmt::format("engine {}", id));
      record_if_small(given);
    }
    tooltip(given.look, note);
  };
  const auto automatic = choose_engine("auto");
  choice("auto", "Automatic", automatic ? automatic->reason : automatic.error().message, true);
  const auto cpu = choose_engine("cpu");
  choice("cpu", "CPU", cpu ? cpu->engine->description() : cpu.error().message, cpu.ok());
  choice("cuda", "CUDA", cuda.available ? cuda.device : sentence(cuda.reason), cuda.available);
  column.heading("Version of the sort");
  if (chosen) {
    if (list_row(brush, "kernel-auto", column.take(kTallRow), "Automatic",
                 "What the engine takes for this network", given.next.run.kernel.empty())) {
      given.asked.ask("kernel auto");
      record_if_small(given);
    }
    for (const Kernel& kernel : chosen->engine->kernels()) {
      const std::string why = refusal(given, kernel);
      const bool pressed = list_row(brush, kernel.id.data(), column.take(kTallRow), kernel.title,
                                    why.empty() ? kernel.summary : std::string_view(why),
                                    given.next.run.kernel == kernel.id, why.empty())
                               .pressed;
      tooltip(given.look, why.empty() ? std::string(kernel.summary)
                                      : fmt::format("{}\n{}", kernel.summary, why));
      if (pressed) {
        given.asked.ask(fmt::format("kernel {}", kernel.id));
        record_if_small(given);
      }
    }
  }
  end_popover();
}

}  // namespace sortscope
