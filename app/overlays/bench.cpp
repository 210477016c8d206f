// bench.cpp: choose what to measure, and measure it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>

#include "app/overlays/form_card.h"
#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/state/command_table.h"
#include "app/state/lab_desk.h"
#include "core/algorithms/algorithm.h"
#include "core/base/number_text.h"
#include "core/keys/inputs.h"
#include "core/lab/presets.h"
#include "core/lab/schedule.h"
#include "core/lab/text.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

namespace {

constexpr float kLeftWidth = 460;
constexpr float kChipHeight = 26;
constexpr int kLeastPower = 1;
constexpr int kMostPower = 28;

constexpr std::array<std::string_view, 3> kBoth = {"off", "on", "both"};

// Sorters under one heading.
struct Group {
  std::string_view title;
  bool (*has)(const LabSorter& sorter);
};
bool gpu(const LabSorter& sorter) { return sorter.place == LabPlace::kGpu; }
bool network(const LabSorter& sorter) {
  return algorithm_is(sorter.algorithm,
                      [](const Algorithm& a) { return a.family == Family::kNetwork; });
}
bool aks(const LabSorter& sorter) {
  return algorithm_is(sorter.algorithm,
                      [](const Algorithm& a) { return a.family == Family::kAks; });
}
constexpr std::array kGroups = {
    Group{"Networks on the GPU", [](const LabSorter& s) { return gpu(s) && network(s); }},
    Group{"Adaptive on the GPU",
          [](const LabSorter& s) { return gpu(s) && !s.peer && !network(s) && !aks(s); }},
    Group{"AKS on the GPU", [](const LabSorter& s) { return gpu(s) && aks(s); }},
    Group{"Libraries on the GPU", [](const LabSorter& s) { return gpu(s) && s.peer; }},
    Group{"Ours on the CPU", [](const LabSorter& s) { return !gpu(s) && !s.peer; }},
    Group{"Libraries on the CPU", [](const LabSorter& s) { return !gpu(s) && s.peer; }},
};

// Controls that take the keyboard, in the order of Tab.
enum class Field : std::uint8_t {
  kPreset,
  kSorters,
  kFrom,
  kTo,
  kOthers,
  kTypes,
  kPairs,
  kInputs,
  kRecording,
  kTransfers,
  kWarm,
  kRepetitions,
  kEnd
};

// A chip that can be on or off.
struct Toggle {
  std::string text;
  std::string tip;
  std::string line;  // the command that turns it around
  bool on = false;
  bool enabled = true;
};

class BenchOverlay final : public FormCard<Field> {
 public:
  BenchOverlay() : FormCard(Overlay::kBench, Field::kPreset) {}
  [[nodiscard]] std::string_view title() const override { return "Benchmark"; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {1080, 960}; }

 private:
  bool prepare(const OverlayParts& given) override {
    if (!started_) read_request(given);
    started_ = true;
    return true;
  }

  float draw_form(const OverlayParts& given, const Brush& brush, const Area& area) override {
    const bool two = area.width >= brush.px(820);
    const float left = two ? brush.px(kLeftWidth) : area.width;
    const float top = area.y + brush.px(16);
    const float end = draw_sorts(given, brush, area.x, top, left);
    const float x = two ? area.x + left + brush.px(32) : area.x;
    const float width = two ? area.width - left - brush.px(32) : area.width;
    return std::max(end, draw_keys(given, brush, x, two ? top : end + brush.px(20), width));
  }

  // What the fields show of the request.
  void read_request(const OverlayParts& given) {
    const LabRequest& request = given.lab.request;
    others_.clear();
    from_ = kMostPower + 1;
    to_ = 0;
    for (const std::uint32_t n : request.sizes) {
      if (std::has_single_bit(n)) {
        from_ = std::min(from_, std::countr_zero(n));
        to_ = std::max(to_, std::countr_zero(n));
      }
    }
    for (const std::uint32_t n : request.sizes) {
      if (!std::has_single_bit(n)) others_ += fmt::format("{}{}", others_.empty() ? "" : ", ", n);
    }
    repetitions_ = std::to_string(request.repetitions);
    shown_sizes_ = request.sizes;
    shown_repetitions_ = request.repetitions;
  }

  // --- what is pressed ---

  void run_line(const OverlayParts& given, const std::string& line) {
    given.asked.ask(line,
                    [this](const Status& status) { error_ = status ? "" : status.error().text(); });
  }

  void set_sizes(const OverlayParts& given) {
    std::string list = from_ <= to_ ? fmt::format("2^{}..2^{}", from_, to_) : "";
    std::string others = others_;
    std::erase(others, ' ');
    while (others.ends_with(',')) others.pop_back();
    if (!others.empty()) list += (list.empty() ? "" : ",") + others;
    if (list.empty()) {
      error_ = "There are no sizes.";
      return;
    }
    run_line(given, fmt::format("bench-sizes {}", quoted_list(list)));
    given.asked.then([this, given] { shown_sizes_ = given.lab.request.sizes; });
  }

  static std::string quoted_list(const std::string& list) { return '"' + list + '"'; }

  void step_power(const OverlayParts& given, bool first, int by) {
    if (from_ > to_) from_ = to_ = 10;
    int& end = first ? from_ : to_;
    end = std::clamp(end + by, kLeastPower, kMostPower);
    if (from_ > to_) (first ? to_ : from_) = end;
    set_sizes(given);
  }

  void go(const OverlayParts& given) {
    if (!error_.empty() || given.background.work != nullptr) return;
    // What was typed last may be wrong.
    given.asked.then([this, given] {
      if (!error_.empty()) return;
      given.asked.ask("bench-run", [this, given](const Status& status) {
        if (status) {
          given.overlay.open = Overlay::kNone;
        } else {
          error_ = status.error().text();
        }
      });
    });
  }

  // --- keyboard ---

  [[nodiscard]] std::vector<Field> fields(const OverlayParts&) const override {
    std::vector<Field> list(static_cast<std::size_t>(Field::kEnd));
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = static_cast<Field>(i);
    return list;
  }

  [[nodiscard]] bool takes_text(Field field) const override {
    return field == Field::kOthers || field == Field::kRepetitions;
  }

  void focus_next(const OverlayParts& given, bool forward) override {
    cursor_ = 0;
    FormCard::focus_next(given, forward);
  }

  void enter(const OverlayParts& given) override {
    cursor_ = 0;
    go(given);
  }

  static int both_index(const std::vector<bool>& values) {
    return values.size() > 1 ? 2 : (!values.empty() && values[0]) ? 1 : 0;
  }

  void turn(const OverlayParts& given, int by) override {
    const LabRequest& request = given.lab.request;
    const auto next = [&](const std::vector<bool>& values) {
      return kBoth[static_cast<std::size_t>((both_index(values) + by + 3) % 3)];
    };
    switch (focused()) {
      case Field::kFrom:
        step_power(given, true, by);
        break;
      case Field::kTo:
        step_power(given, false, by);
        break;
      case Field::kPairs:
        run_line(given, fmt::format("bench-pairs {}", next(request.pairs)));
        break;
      case Field::kRecording:
        run_line(given, fmt::format("bench-recording {}", next(request.recording)));
        break;
      case Field::kOthers:
      case Field::kRepetitions:
        break;
      default:
        if (toggle_count_ > 0) cursor_ = (cursor_ + by + toggle_count_) % toggle_count_;
        reveal();
        break;
    }
  }

  void press(const OverlayParts& given) override {
    use_keyboard();
    if (has_focus(Field::kTransfers)) run_line(given, "bench-transfers");
    if (has_focus(Field::kWarm)) run_line(given, "bench-warm");
    if (!cursor_line_.empty()) run_line(given, cursor_line_);
    if (has_focus(Field::kPreset)) given.asked.then([this, given] { read_request(given); });
  }

  // --- drawing ---

  // Chips that are on or off, wrapped to `width`; `first`: the number of the first in its field.
  float draw_toggles(const OverlayParts& given, const Brush& brush, Field field, int first, float x,
                     float top, float width, const std::vector<Toggle>& toggles) {
    const float height = brush.px(kChipHeight);
    const float gap = brush.px(6);
    float left = x;
    float y = top;
    std::string pressed;
    ImGui::PushID(static_cast<int>(field));
    for (std::size_t i = 0; i < toggles.size(); ++i) {
      const Toggle& one = toggles[i];
      const int number = first + static_cast<int>(i);
      // Room for the tick, chosen or not: nothing moves when it is pressed.
      const float wide = std::ceil(text_width(brush, one.text, kSizeSmall) + brush.px(34));
      if (left > x && left + wide > x + width) {
        left = x;
        y += height + gap;
      }
      const Area chip{left, y, wide, height};
      ImGui::PushID(number);
      const Press press = press_area("chip", chip, one.enabled);
      ImGui::PopID();
      tooltip(given.look, one.tip);
      draw_chip(brush, chip, one, press.hovered);
      if (press) pressed = one.line;
      if (has_focus(field) && number == cursor_) {
        mark(brush, field, chip);
        cursor_line_ = one.enabled ? one.line : "";
      }
      left = chip.right() + gap;
    }
    ImGui::PopID();
    if (has_focus(field)) toggle_count_ = first + static_cast<int>(toggles.size());
    if (!pressed.empty()) {
      run_line(given, pressed);
      if (field == Field::kPreset) given.asked.then([this, given] { read_request(given); });
    }
    return y + height;
  }

  static void draw_chip(const Brush& brush, const Area& chip, const Toggle& one, bool hovered) {
    const ImVec2 low{chip.x, chip.y};
    const ImVec2 high{chip.right(), chip.bottom()};
    brush.list->AddRectFilled(low, high, brush.color(Role::kGround), brush.px(6));
    if (one.on) brush.list->AddRectFilled(low, high, brush.color(Role::kAccentBand), brush.px(6));
    if (hovered && one.enabled) {
      brush.list->AddRectFilled(low, high, brush.color(Role::kText, 0.06F), brush.px(6));
    }
    const bool lit = one.on && one.enabled;
    brush.list->AddRect(low, high, brush.color(lit ? Role::kAccent : Role::kLine), brush.px(6), 0,
                        brush.hairline());
    const float x = chip.x + brush.px(14);
    if (one.on) {
      draw_icon(*brush.list, Icon::kCheck, x, chip.mid_y(), brush.px(10),
                brush.color(lit ? Role::kAccent : Role::kMuted));
    } else {
      brush.list->AddCircle({x, chip.mid_y()}, brush.px(3), brush.color(Role::kLine), 12,
                            brush.hairline());
    }
    draw_text(brush, chip.x + brush.px(24), chip.mid_y(), one.text, kSizeSmall, Face::kSans,
              lit           ? Role::kAccent
              : one.enabled ? Role::kText
                            : Role::kMuted);
  }

  float draw_sorts(const OverlayParts& given, const Brush& brush, float x, float y, float width) {
    cursor_line_.clear();
    draw_heading(brush, x, y + brush.px(8), "Presets");
    y += brush.px(24);
    const LabRequest& request = given.lab.request;
    std::vector<Toggle> presets;
    for (const LabPreset& preset : lab_presets()) {
      presets.push_back({std::string(preset.title), std::string(preset.summary),
                         fmt::format("bench-preset {}", preset.id), request.preset == preset.id});
    }
    y = draw_toggles(given, brush, Field::kPreset, 0, x, y, width, presets) + brush.px(20);
    const bool has_gpu = cuda_status().available;
    if (!has_gpu) {
      y += draw_paragraph(brush, x, y, width,
                          fmt::format("No GPU here: {} Its sorts are skipped, with that reason.",
                                      cuda_status().reason),
                          kSizeSmall, Face::kSans, Role::kMuted) +
           brush.px(12);
    }
    int first = 0;
    for (const Group& group : kGroups) {
      std::vector<Toggle> toggles;
      for (const LabSorter& sorter : lab_sorters()) {
        if (!group.has(sorter)) continue;
        const bool on = std::find(request.sorters.begin(), request.sorters.end(), sorter.id) !=
                        request.sorters.end();
        toggles.push_back({short_title(sorter), std::string(sorter.summary),
                           fmt::format("bench-sorter {}", sorter.id), on,
                           has_gpu || sorter.place == LabPlace::kCpu || on});
      }
      draw_heading(brush, x, y + brush.px(8), group.title);
      y = draw_toggles(given, brush, Field::kSorters, first, x, y + brush.px(22), width, toggles) +
          brush.px(14);
      first += static_cast<int>(toggles.size());
    }
    return y;
  }

  // Without what the heading says.
  static std::string short_title(const LabSorter& sorter) {
    std::string_view title = sorter.title;
    if (title.ends_with(", CPU")) title.remove_suffix(5);
    if (title.starts_with("Adaptive, ")) title.remove_prefix(10);
    std::string text(title);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z' && !sorter.peer) text[0] -= 'a' - 'A';
    return text;
  }

  // "from  − 2^10 +"
  float draw_stepper(const OverlayParts& given, const Brush& brush, Field field,
                     std::string_view label, float x, float mid, int power) {
    const float side = brush.px(28);
    const bool first = field == Field::kFrom;
    x += draw_text(brush, x, mid, label, kSizeText, Face::kSans, Role::kMuted) + brush.px(8);
    ImGui::PushID(static_cast<int>(field));
    const Area down{x, mid - side / 2, side, side};
    if (text_button(brush, "less", down, "−", ButtonLook::kOutline)) step_power(given, first, -1);
    tooltip(given.look, first ? "Begin at half as many keys" : "End at half as many keys", "←");
    const Area value{down.right(), down.y, brush.px(52), side};
    draw_text(brush, value.mid_x(), mid,
              power >= 1 && power <= 28 ? fmt::format("2^{}", power) : "–", kSizeText, Face::kMono,
              Role::kText, Anchor::kMiddle);
    const Area up{value.right(), down.y, side, side};
    if (text_button(brush, "more", up, "+", ButtonLook::kOutline)) step_power(given, first, 1);
    tooltip(given.look, first ? "Begin at twice as many keys" : "End at twice as many keys", "→");
    ImGui::PopID();
    mark(brush, field, {down.x, down.y, up.right() - down.x, side});
    return up.right();
  }

  float draw_keys(const OverlayParts& given, const Brush& brush, float x, float y, float width) {
    const LabRequest& request = given.lab.request;
    if (request.sizes != shown_sizes_ || request.repetitions != shown_repetitions_) {
      read_request(given);
    }
    draw_heading(brush, x, y + brush.px(8), "Sizes");
    float mid = y + brush.px(40);
    const float after = draw_stepper(given, brush, Field::kFrom, "from", x, mid, from_);
    draw_stepper(given, brush, Field::kTo, "to", after + brush.px(20), mid, to_);
    mid += brush.px(42);
    const float label =
        draw_text(brush, x, mid, "others", kSizeText, Face::kSans, Role::kMuted) + brush.px(10);
    const Area others{x + label, mid - brush.px(16), width - label, brush.px(32)};
    if (form_field(brush, Field::kOthers, "##others", others, others_, "1000, 3000000"))
      set_sizes(given);
    mark(brush, Field::kOthers, others);
    y = others.bottom() + brush.px(20);

    draw_heading(brush, x, y + brush.px(8), "Keys");
    std::vector<Toggle> types;
    for (const KeyType type : kKeyTypes) {
      std::vector<KeyType> turned = request.types;
      const auto at = std::find(turned.begin(), turned.end(), type);
      const bool on = at != turned.end();
      if (on) {
        turned.erase(at);
      } else {
        turned.push_back(type);
      }
      std::string list;
      for (const KeyType each : turned) {
        list += fmt::format("{}{}", list.empty() ? "" : ",", name_of(each));
      }
      // The last one stays.
      types.push_back({std::string(name_of(type)), "",
                       list.empty() ? "" : fmt::format("bench-types {}", list), on});
    }
    y = draw_toggles(given, brush, Field::kTypes, 0, x, y + brush.px(24), width, types) +
        brush.px(10);
    static constexpr std::array<std::string_view, 3> kPairs = {"Keys", "Key and payload", "Both"};
    const Area pairs{x, y, std::min(width, brush.px(360)), brush.px(30)};
    draw_both(given, brush, Field::kPairs, pairs, kPairs, request.pairs, "bench-pairs");
    y = pairs.bottom() + brush.px(20);

    draw_heading(brush, x, y + brush.px(8), "Inputs");
    std::vector<Toggle> inputs;
    for (const InputKind& kind : input_kinds()) {
      std::string list;
      bool on = false;
      for (const std::string& each : request.inputs) {
        if (each == kind.id) {
          on = true;
        } else {
          list += (list.empty() ? "" : ",") + each;
        }
      }
      if (!on) list += (list.empty() ? "" : ",") + std::string(kind.id);
      inputs.push_back({std::string(kind.title), std::string(kind.summary),
                        list.empty() ? "" : fmt::format("bench-inputs {}", list), on});
    }
    y = draw_toggles(given, brush, Field::kInputs, 0, x, y + brush.px(24), width, inputs) +
        brush.px(20);

    draw_heading(brush, x, y + brush.px(8), "Measurement");
    y += brush.px(24);
    static constexpr std::array<std::string_view, 3> kRecording = {"Recording off", "On", "Both"};
    const Area recording{x, y, std::min(width, brush.px(360)), brush.px(30)};
    draw_both(given, brush, Field::kRecording, recording, kRecording, request.recording,
              "bench-recording");
    y = recording.bottom() + brush.px(10);
    const auto tick = [&](const char* id, Field field, const char* text, bool on,
                          const char* line) {
      const Area box{x, y, width, brush.px(26)};
      if (tick_box(brush, id, box, text, on)) run_line(given, line);
      mark(brush, field, box);
      y = box.bottom() + brush.px(4);
    };
    tick("transfers", Field::kTransfers, "Count transfers to the GPU and back", request.transfers,
         "bench-transfers");
    tick("warm", Field::kWarm, "Inputs warm in the cache", request.warm, "bench-warm");
    y += brush.px(6);
    const float words = draw_text(brush, x, y + brush.px(16), "samples of every case", kSizeText,
                                  Face::kSans, Role::kMuted) +
                        brush.px(10);
    const Area count{x + words, y, brush.px(80), brush.px(32)};
    if (form_field(brush, Field::kRepetitions, "##repetitions", count, repetitions_, "15")) {
      run_line(given, fmt::format("bench-repetitions {}",
                                  repetitions_.empty() ? "0" : quoted_list(repetitions_)));
      given.asked.then([this, given] { shown_repetitions_ = given.lab.request.repetitions; });
    }
    mark(brush, Field::kRepetitions, count);
    return count.bottom();
  }

  void draw_both(const OverlayParts& given, const Brush& brush, Field field, const Area& area,
                 const std::array<std::string_view, 3>& texts, const std::vector<bool>& values,
                 std::string_view command) {
    const std::string id(command);
    const int chosen = segmented(brush, id.c_str(), area, texts.data(), 3, both_index(values));
    mark(brush, field, area);
    if (chosen >= 0) {
      run_line(given, fmt::format("{} {}", command, kBoth[static_cast<std::size_t>(chosen)]));
    }
  }

  void draw_footer(const OverlayParts& given, const Area& area) override {
    const Brush brush = Brush::of(given.look);
    const float pad = brush.px(kCardPadding);
    draw_hairline(brush, area.x, area.y, area.right(), area.y);
    const std::size_t cases = lab_case_count(given.lab.request);
    const bool possible = error_.empty() && given.background.work == nullptr && cases > 0;
    const float wide = std::max(brush.px(112), text_button_width(brush, "Measure"));
    const Area button{area.right() - pad - wide, area.mid_y() - brush.px(18), wide, brush.px(36)};
    if (text_button(brush, "run", button, "Measure", ButtonLook::kPrimary, possible)) go(given);
    tooltip(given.look, "Measure what is chosen", "Enter");
    const float room = button.x - area.x - pad - brush.px(16);
    if (!error_.empty()) {
      draw_icon(*brush.list, Icon::kWarning, area.x + pad + brush.px(8), area.mid_y(), brush.px(14),
                brush.color(Role::kExchanged));
      draw_fitted(brush, area.x + pad + brush.px(26), area.mid_y(), room - brush.px(26), error_,
                  kSizeText, Face::kSans, Role::kText);
      return;
    }
    const double seconds = lab_expected_s(given.lab.request, given.lab.shown().get());
    std::string text = cases == 0
                           ? "Nothing is chosen."
                           : fmt::format("{} case{} · {} · frames are drawn between samples only",
                                         cases, cases == 1 ? "" : "s", duration_text(seconds));
    if (given.background.work != nullptr)
      text = fmt::format("'{}' is still running.", given.background.work->title);
    draw_fitted(brush, area.x + pad, area.mid_y(), room, text, kSizeText, Face::kSans,
                Role::kMuted);
  }

  bool started_ = false;
  int from_ = 10;
  int to_ = 20;
  std::string others_;
  std::string repetitions_;
  std::vector<std::uint32_t> shown_sizes_;  // of the request when the fields were filled
  std::uint32_t shown_repetitions_ = 0;
  std::string error_;
  int cursor_ = 0;           // the chip of the field that has the keyboard
  int toggle_count_ = 0;     // chips of that field
  std::string cursor_line_;  // what Space does there
};

}  // namespace

std::shared_ptr<OverlayContent> make_bench_overlay() { return std::make_shared<BenchOverlay>(); }

}  // namespace sortscope
